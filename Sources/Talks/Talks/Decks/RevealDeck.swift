// SPDX-License-Identifier: MIT
// Part of Platen: decks of reveal.js in Markdown, as reveal-md has them: columns of slides, notes
// after `Note:`, attributes in comments.

internal import Diagnostics
internal import Values

/// Reads slides by the rules of reveal.js.
struct RevealDeck {
  /// Pixels of a slide.
  static let size = (width: 960.0, height: 700.0)

  /// The lines that separate slides.
  struct Separators {
    var across = "---"
    /// Nil where no slides are below others.
    var down: String? = "----"
    var notes = ["note:", "notes:"]
  }

  private var pages = DeckPages()
  private var isInNotes = false
  /// The slides that are the first of a column with more below them.
  private var top = 0

  static func pages(of source: DeckSource) -> DeckPages {
    var separators = Separators()
    var deck = RevealDeck()
    func pattern(_ key: String) -> String? {
      guard let value = source.matter?[key], let text = value.text else { return nil }
      let line = RevealDeck.line(ofPattern: text)
      if line == nil { deck.pages.losses.record(.separators, text, line: value.place.line ?? 1) }
      return line
    }
    separators.across = pattern("separator") ?? separators.across
    separators.down = pattern("verticalSeparator") ?? separators.down
    if let line = pattern("notesSeparator") { separators.notes = [line.lowercased()] }
    deck.read(source.lines.lines, separators)
    return deck.pages
  }

  /// Reads one `<section data-markdown>`.
  static func pages(
    of lines: DeckLines, _ separators: Separators, losses: DeckLosses
  ) -> DeckPages {
    var deck = RevealDeck()
    deck.pages.losses = losses
    deck.read(lines.lines, separators)
    return deck.pages
  }

  /// The line that a regular expression matches where it is nothing but one; nil for any other.
  static func line(ofPattern pattern: String) -> String? {
    // Between double quotes YAML has made line ends of their signs.
    var text = String(
      pattern.unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
        switch scalar {
        case "\r": result += "\\r".unicodeScalars
        case "\n": result += "\\n".unicodeScalars
        default: result.append(scalar)
        }
      })
    for sign in ["\\r\\n?|\\n", "(\\r\\n?|\\n)", "\\r?\\n", "\\n", "\\s*", "^", "$", "()", "(?:)"] {
      text = text.replacing(sign, with: "")
    }
    text = String(SlideLine.trimmed(text[...]))
    guard !text.isEmpty, !text.contains(where: { "\\[](){}*+?|.".contains($0) }) else { return nil }
    return text
  }

  private mutating func read(_ lines: [DeckLine], _ separators: Separators) {
    pages.page.line = lines.first?.number ?? 1
    for line in lines {
      // The program does not know code: a separator in it separates.
      let text = line.trimmed
      if text == separators.across, line.text.first != " " {
        endColumn()
        pages.turn(at: line.number + 1)
        top = pages.pages.count
        isInNotes = false
        continue
      }
      if let down = separators.down, text == down, line.text.first != " " {
        pages.turn(at: line.number + 1)
        isInNotes = false
        continue
      }
      read(line, separators)
    }
    endColumn()
    pages.close()
  }

  private mutating func endColumn() {
    if pages.pages.count > top { pages.pages[top].mayOpenPart = true }
  }

  private mutating func read(_ line: DeckLine, _ separators: Separators) {
    guard line.kind == .text else {
      addLine(line.kind == .fence ? code(line) : line.text, line.number)
      return
    }
    var text = line.text
    let lowered = line.trimmed.prefix(40).lowercased()
    if !isInNotes, let sign = separators.notes.first(where: lowered.hasPrefix) {
      isInNotes = true
      text = String(SlideLine.trimmed(line.trimmed.dropFirst(sign.count)))
    }
    if !line.comments.isEmpty {
      if line.isComment { text = "" }
      // From the end, so that places stay what they are.
      for comment in line.comments.reversed() {
        guard let mark = read(comment, isBlock: line.isComment) else { continue }
        if line.isComment {
          pages.page.body.append(block: mark, line.number)
          return
        }
        let place = text.utf8.index(text.startIndex, offsetBy: min(comment.offset, text.utf8.count))
        text.insert(contentsOf: mark, at: place)
      }
    }
    addLine(text, line.number)
  }

  private mutating func addLine(_ text: String, _ number: Int) {
    if isInNotes {
      pages.page.notes.append(text, number)
    } else {
      pages.page.body.append(text, number)
    }
  }

  /// The first line of code without the lines that are shown one after another: `js [1|3-4]`.
  private mutating func code(_ line: DeckLine) -> String {
    guard let open = line.text.firstIndex(of: "["), line.text.hasSuffix("]") else {
      return line.text
    }
    let inside = line.text[line.text.index(after: open)...].dropLast()
    pages.losses.record(
      inside.contains("|") ? .lineSteps : .codeOptions, "lines", line: line.number)
    return String(SlideLine.trimmed(line.text[..<open]))
  }

  /// Reads a comment; returns the mark in its place.
  private mutating func read(_ comment: DeckComment, isBlock: Bool) -> String? {
    let words = SlideLine.trimmed(comment.body[...])
    if words.hasPrefix(".slide:") {
      read(slide: DeckAttributes(words.dropFirst(7)), comment.line)
      return nil
    }
    guard words.hasPrefix(".element:") else { return nil }
    let attributes = DeckAttributes(words.dropFirst(9))
    if attributes["data-fragment-index"] != nil {
      pages.losses.record(.stepOrder, line: comment.line)
    }
    let classes = RevealDeck.shownClasses(attributes.classes, comment.line, &pages.losses)
    for pair in attributes.pairs where pair.key != "data-fragment-index" {
      pages.losses.record(
        pair.key.hasPrefix("data-auto") ? .animations : .spans, pair.key, line: comment.line)
    }
    return classes.isEmpty
      ? nil : DeckMark.element(classes: classes.joined(separator: " "), isBlock: isBlock)
  }

  /// The classes of an element that have an effect; ways to appear have none.
  static func shownClasses(
    _ classes: [String], _ line: Int, _ losses: inout DeckLosses
  ) -> [String] {
    // These fragments are there from the beginning.
    let present = [
      "fade-out", "highlight-red", "highlight-green", "highlight-blue", "highlight-current-red",
      "highlight-current-green", "highlight-current-blue", "grow", "shrink", "strike",
      "semi-fade-out",
    ]
    let isFragment = classes.contains("fragment") && !classes.contains(where: present.contains)
    for name in classes where name != "fragment" {
      let ways =
        present + [
          "fade-up", "fade-down", "fade-left", "fade-right", "fade-in", "fade-in-then-out",
          "fade-in-then-semi-out", "current-visible", "custom", "blur",
        ]
      losses.record(ways.contains(name) ? .animations : .spans, name, line: line)
    }
    return isFragment ? ["fragment"] : []
  }

  /// The attributes of a slide.
  private mutating func read(slide attributes: DeckAttributes, _ line: Int) {
    RevealDeck.apply(attributes, to: &pages.page, line, &pages.losses)
  }

  /// Applies the attributes of a slide of reveal.js, which Quarto's and pandoc's have as well.
  ///
  /// - Parameter attributes: with or without `data-` before their names.
  static func apply(
    _ attributes: DeckAttributes, to page: inout DeckPage, _ line: Int, _ losses: inout DeckLosses
  ) {
    for (key, value) in attributes.pairs {
      switch key.hasPrefix("data-") ? String(key.dropFirst(5)) : key {
      case "background-color": page.ground.color = value
      case "background-image":
        let images = value.split(separator: ",")
        if images.count > 1 { losses.record(.severalImages, line: line) }
        page.ground.image = String(SlideLine.trimmed(images.first ?? ""))
      case "background":
        page.ground.take(any: value)
      case "background-gradient": page.ground.take(value)
      case "background-size": page.ground.isContained = value == "contain"
      case "background-video", "background-iframe": losses.record(.media, line: line)
      case "visibility":
        if value == "hidden" { page.isHidden = true }
      case "auto-animate", "transition", "transition-speed", "background-transition", "autoslide",
        "auto-animate-easing", "auto-animate-restart", "auto-animate-id":
        losses.record(
          .animations, key.hasPrefix("data-") ? String(key.dropFirst(5)) : key, line: line)
      case "id", "name", "menu-title", "notes", "timing": break
      default: losses.record(.slideKeys, key, line: line)
      }
    }
    for name in attributes.classes {
      switch name {
      case "center": page.classes.append("center")
      case "unnumbered", "unlisted", "slide": break
      case "smaller", "scrollable", "r-fit-text": losses.record(.sizes, name, line: line)
      default: losses.record(.classes, name, line: line)
      }
    }
  }
}
