// SPDX-License-Identifier: MIT
// Part of Platen: the slides of a deck in one file as texts in the dialect that slides are read from.

internal import Documents

/// Lines of Markdown with the lines of the file they come from.
struct DeckPassage {
  private(set) var text = ""
  private(set) var numbers: [Int] = []
  private var endsWithBlank = true

  /// Adds a line.
  mutating func append(_ line: String, _ number: Int) {
    text += line
    text += "\n"
    numbers.append(number)
    endsWithBlank = line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Adds a line of HTML between blank lines, so that it is a block by itself.
  mutating func append(block html: String, _ number: Int) {
    if !endsWithBlank { append("", number) }
    for row in html.split(separator: "\n", omittingEmptySubsequences: false) {
      append(String(row), number)
    }
    append("", number)
  }

  mutating func append(_ other: DeckPassage) {
    text += other.text
    numbers += other.numbers
    endsWithBlank = other.endsWithBlank
  }

  /// The line of the file that a line of the passage, from 1, comes from.
  func line(_ line: Int) -> Int {
    guard !numbers.isEmpty else { return 1 }
    return numbers[min(max(line - 1, 0), numbers.count - 1)]
  }

  var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A } }
}

/// A slide as it is in its deck.
struct DeckPage {
  /// The line of the file that it begins on.
  var line: Int
  var body = DeckPassage()
  var notes = DeckPassage()
  /// The kind that the deck gives it; nil leaves it to its place and its content.
  var kind: Slide.Kind?
  /// Indicates whether it opens a part if it is a heading and little else.
  var mayOpenPart = false
  /// Indicates whether it opening a part is a guess, which is reported.
  var isGuess = false
  /// A title that is not in its text.
  var title: String?
  var classes: [String] = []
  var ground = DeckGround()
  /// An image beside everything else.
  var side: DeckSide?
  var isHidden = false
  /// Indicates whether all of its lists come up item by item.
  var isIncremental = false
}

/// The background of a slide.
struct DeckGround: Hashable {
  /// Colors as CSS writes them; empty for the look's.
  var color = ""
  var ink = ""
  /// The address of an image behind everything; empty for none.
  var image = ""
  /// A gradient as CSS writes it; empty for none.
  var gradient = ""
  /// Indicates whether all of the image is shown, with room around it.
  var isContained = false
  /// Indicates whether the colors are those of an inverse slide.
  var isInverse = false

  var isEmpty: Bool {
    color.isEmpty && ink.isEmpty && image.isEmpty && gradient.isEmpty
  }
}

/// An image that takes a part of a slide from edge to edge.
struct DeckSide: Hashable {
  /// The address of the image.
  var image: String
  var isFirst: Bool
  /// Its part of the slide's width, in percent.
  var share: Double
}

/// The slides of a deck, made line by line.
struct DeckPages {
  var pages: [DeckPage] = []
  /// The slide that lines are added to.
  var page = DeckPage(line: 1)
  var losses = DeckLosses()

  /// Ends the slide, and begins the next.
  mutating func turn(at line: Int) {
    pages.append(page)
    page = DeckPage(line: line)
  }

  /// Ends the last slide.
  mutating func close() {
    pages.append(page)
    page = DeckPage(line: page.line)
  }

  mutating func append(_ line: DeckLine) { page.body.append(line.text, line.number) }

  mutating func pause(at line: Int) { page.body.append(block: DeckMark.pause, line) }

  /// Adds a note, apart from those before it.
  mutating func note(_ text: String, at line: Int) {
    let words = SlideLine.trimmed(text[...])
    guard !words.isEmpty else { return }
    if !page.notes.numbers.isEmpty { page.notes.append("", line) }
    let skipped = text.prefix { $0.isWhitespace }.count { $0.isNewline }
    for (index, row) in SlideLine.lines(of: words).enumerated() {
      page.notes.append(row, line + skipped + index)
    }
  }
}

/// Elements by which rules mark what Markdown has no words for. They are read where HTML becomes
/// steps and are in no output.
enum DeckMark {
  static let pause = "<hr class=\"deck-pause\">"
  static let pauseClass = "deck-pause"
  /// Attributes of the element that it is in or behind.
  static let elementClass = "deck-element"

  /// The mark that lists come up item by item from here on, or do not.
  static func incremental(_ isOn: Bool) -> String {
    "<hr class=\"deck-incremental\" data-on=\"\(isOn ? 1 : 0)\">"
  }
  static let incrementalClass = "deck-incremental"

  /// The mark that the element it is in, or the one before it, has these classes.
  static func element(classes: String, isBlock: Bool) -> String {
    let name = isBlock ? "div" : "span"
    return
      "<\(name) class=\"\(elementClass)\" data-class=\"\(HTMLText.escaped(classes))\"></\(name)>"
  }
}
