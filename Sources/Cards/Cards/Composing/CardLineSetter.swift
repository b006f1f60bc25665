// SPDX-License-Identifier: MIT
// Part of Platen: sets text in lines of a width, each in reading order.

internal import Drawing
internal import Text

/// A text prepared for setting at any size: its words are measured once at one em.
struct MeasuredText {
  /// A range between two line break opportunities.
  struct Piece {
    /// The range in code points of the paragraph.
    var scalars: Range<Int>
    /// The width at one em, without trailing whitespace.
    var width: Double
    /// The width of trailing whitespace; 0 without any.
    var blank: Double
    /// The number of code points of trailing whitespace.
    var blanks: Int
    /// The width of the widest piece from this one to the end of the text.
    var widest = 0.0
  }

  struct Paragraph {
    var scalars: [Unicode.Scalar]
    /// Embedding levels of the code points; empty if all are left-to-right.
    var levels: [UInt8]
    var pieces: [Piece]
    var isRightToLeft: Bool
    /// The width of the widest piece from this paragraph to the end of the text.
    var widest = 0.0
  }

  /// The position of a piece.
  struct Position: Hashable {
    var paragraph = 0
    var piece = 0
  }

  /// A part of a paragraph: the pieces on one line.
  struct Line: Hashable {
    var paragraph: Int
    var pieces: Range<Int>
    var width: Double
  }

  var paragraphs: [Paragraph]
  var font: CardFont
  var request: FontRequest
  /// The ascent of the font at one em.
  var ascent: Double
  var descent: Double
  /// Indicates whether its first letter is right-to-left.
  let isRightToLeft: Bool
  /// Indicates whether all letters are left-to-right.
  private let isPlain: Bool
  /// The first piece to set; the pieces before it are on other cards.
  private(set) var start = Position()

  init(
    _ paragraphs: [Paragraph], font: CardFont, request: FontRequest, ascent: Double,
    descent: Double, isRightToLeft: Bool
  ) {
    self.paragraphs = paragraphs
    self.font = font
    self.request = request
    self.ascent = ascent
    self.descent = descent
    self.isRightToLeft = isRightToLeft
    isPlain = paragraphs.allSatisfy(\.levels.isEmpty)
    var widest = 0.0
    for number in paragraphs.indices.reversed() {
      for index in paragraphs[number].pieces.indices.reversed() {
        widest = max(widest, paragraphs[number].pieces[index].width)
        self.paragraphs[number].pieces[index].widest = widest
      }
      self.paragraphs[number].widest = widest
    }
  }

  /// The width of its widest piece at one em.
  var widest: Double {
    let first = paragraphs[start.paragraph]
    return start.piece < first.pieces.count ? first.pieces[start.piece].widest : first.widest
  }

  /// The number of paragraphs to set.
  var paragraphCount: Int { paragraphs.count - start.paragraph }

  /// Returns the rest of the text from a line on.
  func rest(from line: Line) -> MeasuredText {
    var rest = self
    rest.start = Position(paragraph: line.paragraph, piece: line.pieces.lowerBound)
    return rest
  }

  /// The code points to set of a paragraph.
  private func scalars(of paragraph: Int) -> ArraySlice<Unicode.Scalar> {
    let found = paragraphs[paragraph]
    guard paragraph == start.paragraph, start.piece < found.pieces.count else {
      return found.scalars[...]
    }
    return found.scalars[found.pieces[start.piece].scalars.lowerBound...]
  }

  /// The text to set.
  var text: String {
    var view = String.UnicodeScalarView()
    for number in start.paragraph..<paragraphs.count {
      if number > start.paragraph { view.append("\n") }
      view.append(contentsOf: scalars(of: number))
    }
    return String(view)
  }

  /// Indicates whether the text to set and its first paragraph run in the direction of the whole
  /// text and paragraph.
  var keepsDirection: Bool {
    if isPlain { return true }
    func direction(of paragraph: Int) -> Bool? {
      scalars(of: paragraph).lazy.compactMap(TextDirection.isRightToLeft).first
    }
    let own = direction(of: start.paragraph)
    guard (own ?? false) == paragraphs[start.paragraph].isRightToLeft else { return false }
    let first =
      own ?? (start.paragraph + 1..<paragraphs.count).lazy.compactMap(direction).first ?? false
    return first == isRightToLeft
  }
}

/// Sets lines with the shaper that draws them.
final class CardLineSetter {
  /// An item of a stack.
  struct Place: Hashable {
    var stack: Int
    var item: Int
  }

  let measuring: any TextMeasuring
  /// Code points that no font has, in order of appearance.
  private(set) var missing: [Unicode.Scalar] = []
  private var knownMissing: Set<Unicode.Scalar> = []
  /// The last text of each item, which the cards of a row have in common.
  private var prepared: [Place: (text: String, language: String?, set: MeasuredText)] = [:]

  init(_ measuring: any TextMeasuring) { self.measuring = measuring }

  // MARK: Measuring

  /// Returns a text measured for setting; the text of an item is measured once for all cards of a
  /// row.
  func prepare(_ text: String, font: CardFont, language: String?, at place: Place) -> MeasuredText {
    if let known = prepared[place], known.language == language, known.set.font == font,
      known.text == text
    {
      return known.set
    }
    let request = font.request(language: language)
    let sample = measuring.shape("x", font: request)
    let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { paragraph(String($0), request) }
    let set = MeasuredText(
      paragraphs, font: font, request: request, ascent: sample.ascent, descent: sample.descent,
      isRightToLeft: TextDirection.firstIsRightToLeft(in: text) == true)
    prepared[place] = (text, language, set)
    return set
  }

  private func paragraph(_ text: String, _ request: FontRequest) -> MeasuredText.Paragraph {
    let scalars = Array(text.unicodeScalars)
    let isPlain = scalars.allSatisfy { $0.value < 0x590 }
    var paragraph = MeasuredText.Paragraph(
      scalars: scalars,
      levels: isPlain ? [] : measuring.embeddingLevels(of: text, isRightToLeft: nil), pieces: [],
      isRightToLeft: !isPlain && TextDirection.firstIsRightToLeft(in: text) == true)
    // Without levels of the algorithm, the text is left-to-right.
    if paragraph.levels.count != scalars.count { paragraph.levels = [] }
    let blank = measuring.shape(" ", font: request).width
    var start = 0
    for end in CardLineSetter.breaks(in: text, measuring) {
      var last = end
      while last > start, scalars[last - 1] == " " || scalars[last - 1] == "\t" { last -= 1 }
      let blanks = end - last
      paragraph.pieces.append(
        MeasuredText.Piece(
          scalars: start..<last, width: width(of: start..<last, in: paragraph, request),
          blank: Double(blanks) * blank, blanks: blanks))
      start = end
    }
    return paragraph
  }

  /// Returns the offsets in code points after which a line may end: after spaces, hyphens and
  /// dashes, between Han characters, and between words of Thai. A mark on a space, such as a pause
  /// of recitation, stays with the text before it, and so does a dash between spaces.
  private static func breaks(in text: String, _ measuring: any TextMeasuring) -> [Int] {
    var ends: [Int] = []
    var offset = 0
    var previous: Character?
    let hasThai = text.unicodeScalars.contains { (0x0E00...0x0EFF).contains($0.value) }
    var thai: Set<Int> = []
    if hasThai {
      let bytes = Set(measuring.wordStarts(in: text))
      var byte = 0
      for (index, scalar) in text.unicodeScalars.enumerated() {
        if bytes.contains(byte) { thai.insert(index) }
        byte += UTF8.width(scalar)
      }
    }
    let lone = CardLineSetter.loneDashes(in: text)
    for character in text {
      if let last = previous, offset > 0, !lone.contains(offset) {
        let isBlank = character == " " || character == "\t"
        let wasBlank = last == " " || last == "\t"
        if wasBlank, !isBlank {
          ends.append(offset)
        } else if !isBlank, !wasBlank {
          let isAfterMark = "-–—/".contains(last) && character.isLetter
          if isAfterMark || thai.contains(offset) || isIdeograph(last) && isIdeograph(character) {
            ends.append(offset)
          }
        }
      }
      offset += character.unicodeScalars.count
      previous = character
    }
    if offset > 0 { ends.append(offset) }
    return ends
  }

  /// Returns the offsets in code points of hyphens and dashes between spaces, except at the start
  /// of the text.
  private static func loneDashes(in text: String) -> Set<Int> {
    var offsets: Set<Int> = []
    var offset = 0
    var hasWord = false
    let words = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\t" }
    for word in words {
      if hasWord, ["-", "–", "—"].contains(word) { offsets.insert(offset) }
      hasWord = hasWord || !word.isEmpty
      offset += word.unicodeScalars.count + 1
    }
    return offsets
  }

  private static func isIdeograph(_ character: Character) -> Bool {
    guard let value = character.unicodeScalars.first?.value else { return false }
    return (0x3040...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value)
      || (0x20000...0x3FFFF).contains(value)
  }

  private func width(
    of range: Range<Int>, in paragraph: MeasuredText.Paragraph, _ request: FontRequest
  ) -> Double {
    CardLineSetter.runs(of: range, in: paragraph).reduce(0) { sum, run in
      sum + shape(run, in: paragraph, request).width
    }
  }

  private struct LevelRun {
    var scalars: Range<Int>
    var level: UInt8
  }

  /// Returns the runs of one level, in text order.
  private static func runs(
    of range: Range<Int>, in paragraph: MeasuredText.Paragraph
  ) -> [LevelRun] {
    guard !range.isEmpty else { return [] }
    guard !paragraph.levels.isEmpty else { return [LevelRun(scalars: range, level: 0)] }
    var runs: [LevelRun] = []
    for index in range {
      if var last = runs.last, last.level == paragraph.levels[index] {
        last.scalars = last.scalars.lowerBound..<index + 1
        runs[runs.count - 1] = last
      } else {
        runs.append(LevelRun(scalars: index..<index + 1, level: paragraph.levels[index]))
      }
    }
    return runs
  }

  private func shape(
    _ run: LevelRun, in paragraph: MeasuredText.Paragraph, _ request: FontRequest
  ) -> ShapedText {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: paragraph.scalars[run.scalars])
    let text = String(view)
    let shaped =
      paragraph.levels.isEmpty
      ? measuring.shape(text, font: request)
      : measuring.shape(text, font: request, isRightToLeft: run.level % 2 == 1)
    for scalar in shaped.missing where knownMissing.insert(scalar).inserted {
      missing.append(scalar)
    }
    return shaped
  }

  // MARK: Lines

  /// Returns the text in lines no wider than that, at one em; a wider piece has a line of its own.
  ///
  /// - Parameter limit: the number of lines after which the others are not set.
  static func lines(of set: MeasuredText, width: Double, limit: Int = .max) -> [MeasuredText.Line] {
    var lines: [MeasuredText.Line] = []
    for number in set.start.paragraph..<set.paragraphs.count {
      let pieces = set.paragraphs[number].pieces
      let first = number == set.start.paragraph ? set.start.piece : 0
      var start = first
      var used = 0.0
      var blank = 0.0
      for index in first..<pieces.count {
        let piece = pieces[index]
        if index > start, used + blank + piece.width > width {
          lines.append(MeasuredText.Line(paragraph: number, pieces: start..<index, width: used))
          guard lines.count < limit else { return lines }
          start = index
          used = piece.width
        } else {
          used += (index > start ? blank : 0) + piece.width
        }
        blank = piece.blank
      }
      lines.append(MeasuredText.Line(paragraph: number, pieces: start..<pieces.count, width: used))
      guard lines.count < limit else { return lines }
    }
    return lines
  }

  /// The largest number of lines that are balanced.
  static let mostBalanced = 40

  /// Returns as few lines as the width allows, all of similar width, without a single word at the
  /// end.
  ///
  /// - Parameter limit: the number of lines after which the others are not set, larger than
  ///   ``mostBalanced``.
  static func balancedLines(of set: MeasuredText, width: Double, limit: Int = .max) -> [MeasuredText
    .Line]
  {
    let greedy = lines(of: set, width: width, limit: limit)
    guard greedy.count > set.paragraphCount, greedy.count <= mostBalanced else { return greedy }
    var (low, high) = (max(set.widest, width * 0.4), width)
    var best = greedy
    guard low < high else { return greedy }
    // Ten bisections are within a thousandth of the width.
    for _ in 0..<10 {
      let middle = (low + high) / 2
      let tried = lines(of: set, width: middle)
      if tried.count <= greedy.count {
        best = tried
        high = middle
      } else {
        low = middle
      }
    }
    return best
  }

  /// Returns a line's runs in reading order, each with its position, at one em.
  func shaped(_ line: MeasuredText.Line, of set: MeasuredText) -> [(run: ShapedText, x: Double)] {
    let paragraph = set.paragraphs[line.paragraph]
    guard let first = line.pieces.first, let last = line.pieces.last else { return [] }
    let range =
      paragraph.pieces[first].scalars.lowerBound..<paragraph.pieces[last].scalars.upperBound
    let runs = CardLineSetter.runs(of: range, in: paragraph)
    let shaped = runs.map { shape($0, in: paragraph, set.request) }
    var starts = [Double](repeating: 0, count: runs.count)
    var x = 0.0
    for index in CardLineSetter.visualOrder(of: runs.map(\.level)) {
      starts[index] = x
      x += shaped[index].width
    }
    return zip(shaped, starts).map { ($0, $1) }
  }

  /// Returns the runs from left to right, by their levels (UAX #9, L2): from the highest level
  /// down, runs at that level or above are reversed.
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    var level = levels.max() ?? 0
    while level > 0 {
      var index = 0
      while index < order.count {
        guard levels[order[index]] >= level else {
          index += 1
          continue
        }
        var end = index
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[index..<end].reverse()
        index = end
      }
      level -= 1
    }
    return order
  }
}
