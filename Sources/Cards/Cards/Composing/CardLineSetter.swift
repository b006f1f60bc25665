// SPDX-License-Identifier: MIT
// Part of Platen: sets text in lines of a width, each in reading order.

internal import Drawing
internal import Text

/// Sets lines with the shaper that draws them.
final class CardLineSetter {
  /// An item of a stack.
  struct Place: Hashable {
    var stack: Int
    var item: Int
  }

  let measuring: any TextMeasuring
  private let icons: CardIcons?
  /// The widths of icons as shares of their heights.
  private var aspects: [String: Double] = [:]
  /// Code points that no font has, in order of appearance.
  private(set) var missing: [Unicode.Scalar] = []
  private var knownMissing: Set<Unicode.Scalar> = []
  /// The last text of each item, which the cards of a row have in common.
  private var prepared: [Place: (text: MarkedText, language: String?, set: MeasuredText)] = [:]

  /// The height of an icon in em.
  static let iconHeight = 1.0
  /// The height of an icon's top above the baseline in em.
  static let iconAscent = 0.82
  /// The space before the mark of a text that continues, in em.
  static let markGap = 0.35
  /// The indent of an item of a list in em, and the space after its mark.
  private static let (listIndent, markerSpace) = (0.9, 0.4)

  init(_ measuring: any TextMeasuring, icons: CardIcons? = nil) {
    self.measuring = measuring
    self.icons = icons
  }

  private func aspect(of name: String) -> Double {
    if let known = aspects[name] { return known }
    let aspect = max(0.1, min(10, icons?.aspect(of: name) ?? 1))
    aspects[name] = aspect
    return aspect
  }

  /// The names of icons in lowercase.
  var iconNames: Set<String> { icons?.names ?? [] }

  // MARK: Measuring

  /// Returns a text measured for setting; the text of an item is measured once for all cards of a
  /// row.
  func prepare(_ text: MarkedText, font: CardFont, language: String?, at place: Place)
    -> MeasuredText
  {
    if let known = prepared[place], known.language == language, known.set.font == font,
      known.text == text
    {
      return known.set
    }
    let request = font.request(language: language)
    let sample = measuring.shape("x", font: request)
    let paragraphs = CardLineSetter.aligned(text.paragraphs.map { paragraph($0, request) })
    let set = MeasuredText(
      paragraphs, font: font, request: request, ascent: sample.ascent, descent: sample.descent,
      isRightToLeft: TextDirection.firstIsRightToLeft(in: text.text) == true)
    prepared[place] = (text, language, set)
    return set
  }

  private func paragraph(
    _ marked: MarkedText.Paragraph, _ request: FontRequest
  ) -> MeasuredText.Paragraph {
    let scalars = marked.scalars
    let text = marked.text
    let isPlain = scalars.allSatisfy { $0.value < 0x590 || $0 == "\u{FFFC}" }
    var paragraph = MeasuredText.Paragraph(
      scalars: scalars,
      levels: isPlain ? [] : measuring.embeddingLevels(of: text, isRightToLeft: nil), pieces: [],
      isRightToLeft: !isPlain && TextDirection.firstIsRightToLeft(in: text) == true)
    // Without levels of the algorithm, the text is left-to-right.
    if paragraph.levels.count != scalars.count { paragraph.levels = [] }
    paragraph.styles = marked.styles
    paragraph.icons = marked.icons
    paragraph.iconWidths = marked.icons.map {
      CardLineSetter.iconHeight * aspect(of: $0)
    }
    paragraph.cell = marked.cell
    paragraph.depth = marked.depth
    if marked.depth > 0 {
      paragraph.marker = marked.marker
      paragraph.markerWidth =
        marked.marker.isEmpty ? 0 : measuring.shape(marked.marker, font: request).width
      paragraph.indent =
        CardLineSetter.listIndent * Double(marked.depth - 1)
        + max(
          CardLineSetter.listIndent, paragraph.markerWidth + CardLineSetter.markerSpace)
    }
    let blank = measuring.shape(" ", font: request).width
    var start = 0
    for end in CardLineSetter.breaks(in: text, measuring) {
      var last = end
      while last > start, scalars[last - 1] == " " || scalars[last - 1] == "\t" { last -= 1 }
      let blanks = end - last
      let piece = MeasuredText.Piece(
        scalars: start..<last, width: width(of: start..<last, in: paragraph, request),
        blank: Double(blanks) * blank, blanks: blanks)
      paragraph.pieces += divided(piece, in: paragraph, request)
      start = end
    }
    return paragraph
  }

  /// Returns paragraphs in which the items of each list have one indent, and empty lines beside lists
  /// and tables are low.
  private static func aligned(_ paragraphs: [MeasuredText.Paragraph]) -> [MeasuredText.Paragraph] {
    guard paragraphs.contains(where: { $0.depth > 0 || $0.cell != nil }) else { return paragraphs }
    var aligned = paragraphs
    var start = 0
    while start < aligned.count {
      if aligned[start].pieces.isEmpty, aligned[start].cell == nil { aligned[start].isLow = true }
      var end = start
      while end < aligned.count, aligned[end].depth > 0 { end += 1 }
      for depth in 1...3 {
        let items = (start..<end).filter { aligned[$0].depth == depth }
        let widest = items.map { aligned[$0].indent }.max() ?? 0
        for item in items { aligned[item].indent = widest }
      }
      start = max(end, start + 1)
    }
    return aligned
  }

  /// Words no wider than that are never divided.
  private static let undivided = 6.0

  /// Returns a long word in the parts after which a line may end; other pieces are kept as is.
  ///
  /// Scripts whose letters join, or that run from right to left, are not divided.
  private func divided(
    _ piece: MeasuredText.Piece, in paragraph: MeasuredText.Paragraph, _ request: FontRequest
  ) -> [MeasuredText.Piece] {
    guard piece.width > CardLineSetter.undivided, paragraph.levels.isEmpty,
      paragraph.styles.isEmpty
        || !paragraph.styles[piece.scalars].contains(where: { $0.contains(.icon) })
    else { return [piece] }
    let ends = LongWords.points(in: paragraph.scalars[piece.scalars])
    guard !ends.isEmpty else { return [piece] }
    let hyphen = measuring.shape("-", font: request).width
    var parts: [MeasuredText.Piece] = []
    var start = piece.scalars.lowerBound
    for end in ends.map(\.offset) + [piece.scalars.upperBound] {
      var part = MeasuredText.Piece(
        scalars: start..<end, width: width(of: start..<end, in: paragraph, request), blank: 0,
        blanks: 0)
      if parts.count < ends.count {
        part.division = ends[parts.count].isHyphenated ? .hyphen(hyphen) : .bare
      }
      parts.append(part)
      start = end
    }
    // Kerning between parts is theirs together.
    let sum = parts.reduce(0) { $0 + $1.width }
    for index in parts.indices { parts[index].width *= piece.width / max(sum, 0.001) }
    parts[parts.count - 1].blank = piece.blank
    parts[parts.count - 1].blanks = piece.blanks
    return parts
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
      sum + width(of: run, in: paragraph, request)
    }
  }

  private func width(
    of run: LevelRun, in paragraph: MeasuredText.Paragraph, _ request: FontRequest
  ) -> Double {
    guard run.style.contains(.icon) else { return shape(run, in: paragraph, request).width }
    let first = paragraph.iconCount(before: run.scalars.lowerBound)
    return paragraph.iconWidths[first..<first + run.scalars.count].reduce(0, +)
  }

  private struct LevelRun {
    var scalars: Range<Int>
    var level: UInt8
    var style: MarkedText.Style
  }

  /// Returns the runs of one level and one style, in text order.
  private static func runs(
    of range: Range<Int>, in paragraph: MeasuredText.Paragraph
  ) -> [LevelRun] {
    guard !range.isEmpty else { return [] }
    guard !paragraph.levels.isEmpty || !paragraph.styles.isEmpty else {
      return [LevelRun(scalars: range, level: 0, style: [])]
    }
    var runs: [LevelRun] = []
    for index in range {
      let level = paragraph.levels.isEmpty ? 0 : paragraph.levels[index]
      let style = paragraph.styles.isEmpty ? [] : paragraph.styles[index]
      if var last = runs.last, last.level == level, last.style == style {
        last.scalars = last.scalars.lowerBound..<index + 1
        runs[runs.count - 1] = last
      } else {
        runs.append(LevelRun(scalars: index..<index + 1, level: level, style: style))
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
    let request = run.style.isEmpty ? request : CardLineSetter.styled(request, run.style)
    let shaped =
      paragraph.levels.isEmpty
      ? measuring.shape(text, font: request)
      : measuring.shape(text, font: request, isRightToLeft: run.level % 2 == 1)
    for scalar in shaped.missing where knownMissing.insert(scalar).inserted {
      missing.append(scalar)
    }
    return shaped
  }

  /// Returns the font of a style: bolder than the text, and slanted where the text is upright.
  private static func styled(_ request: FontRequest, _ style: MarkedText.Style) -> FontRequest {
    var request = request
    if style.contains(.bold) { request.weight = min(900, max(700, request.weight + 200)) }
    if style.contains(.italic) { request.isItalic.toggle() }
    return request
  }

  // MARK: Lines

  /// Returns the text in lines no wider than that, at one em; a wider piece has a line of its own.
  ///
  /// - Parameter limit: the number of lines after which the others are not set.
  static func lines(of set: MeasuredText, width: Double, limit: Int = .max) -> [MeasuredText.Line] {
    var lines: [MeasuredText.Line] = []
    var number = set.start.paragraph
    while number < set.paragraphs.count, lines.count < limit {
      let paragraph = set.paragraphs[number]
      if let cell = paragraph.cell, cell.column == 0 {
        lines += row(at: number, cell, of: set, width: width)
        number += cell.columns
        continue
      }
      let first = number == set.start.paragraph ? set.start.piece : 0
      lines += self.lines(
        of: paragraph, number, from: first, width: width - paragraph.indent,
        limit: limit - lines.count)
      number += 1
    }
    return lines
  }

  /// Returns the lines of a paragraph.
  private static func lines(
    of paragraph: MeasuredText.Paragraph, _ number: Int, from first: Int, width: Double, limit: Int
  ) -> [MeasuredText.Line] {
    let pieces = paragraph.pieces
    var lines: [MeasuredText.Line] = []
    var start = first
    var used = 0.0
    var blank = 0.0
    func end(at index: Int) {
      lines.append(
        MeasuredText.Line(
          paragraph: number, pieces: start..<index, width: used, indent: paragraph.indent,
          height: paragraph.isLow ? MeasuredText.lowLine : 1))
      start = index
      used = 0
    }
    var index = first
    while index < pieces.count {
      // The word that begins here, in its parts.
      var (next, word) = (index + 1, pieces[index].width)
      while next < pieces.count, pieces[next - 1].division != nil {
        word += pieces[next].width
        next += 1
      }
      if index > start, used + blank + word > width {
        // A word that is divided in any case begins on the line if its first part fits.
        let isDivided = word > width && next > index + 1
        if !isDivided || used + blank + pieces[index].width + pieces[index].hyphenWidth > width {
          end(at: index)
          guard lines.count < limit else { return lines }
        }
      }
      if word <= width || next == index + 1 {
        used += (index > start ? blank : 0) + word
      } else {
        for part in index..<next {
          let piece = pieces[part]
          let gap = part == index && part > start ? blank : 0
          if part > start, used + gap + piece.width + piece.hyphenWidth > width {
            used += part > index ? pieces[part - 1].hyphenWidth : 0
            end(at: part)
            guard lines.count < limit else { return lines }
          }
          used += (part > start ? gap : 0) + piece.width
        }
      }
      index = next
      blank = pieces[next - 1].blank
    }
    end(at: pieces.count)
    return lines
  }

  /// Returns the lines of a row of a table, with the cells that follow the first one.
  private static func row(
    at number: Int, _ cell: MarkedText.Cell, of set: MeasuredText, width: Double
  ) -> [MeasuredText.Line] {
    let columns = set.tables[cell.table] ?? []
    let gaps = Double(cell.columns - 1) * MeasuredText.columnGap
    let room = max(0.001, width - gaps)
    var widths = columns.map(\.cell)
    if widths.reduce(0, +) > room {
      // What is left beside the widest words is for the longer cells.
      var least = columns.map(\.word)
      if least.reduce(0, +) > room { least = columns.map(\.part) }
      let left = max(0, room - least.reduce(0, +))
      let wanted = max(0.001, zip(widths, least).reduce(0) { $0 + max(0, $1.0 - $1.1) })
      widths = zip(widths, least).map { $1 + left * max(0, $0 - $1) / wanted }
    }
    let all = widths.reduce(gaps, +)
    var lines: [MeasuredText.Line] = []
    var x = 0.0
    for column in 0..<cell.columns where number + column < set.paragraphs.count {
      let paragraph = set.paragraphs[number + column]
      let own = self.lines(
        of: paragraph, number + column, from: 0, width: widths[column] + 0.0001, limit: 1000)
      for (index, line) in own.enumerated() {
        if index == lines.count {
          lines.append(
            MeasuredText.Line(
              paragraph: number, pieces: 0..<0, width: all, back: index))
        }
        let space = widths[column] - line.width
        let shift =
          switch paragraph.cell?.alignment ?? .start {
          case .start: 0.0
          case .center: space / 2
          case .end: space
          }
        lines[index].cells.append(
          MeasuredText.Segment(
            paragraph: number + column, pieces: line.pieces, x: x + shift, width: line.width))
      }
      x += widths[column] + MeasuredText.columnGap
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

  /// Returns what is on a line, each with its position, at one em; positions in right-to-left lists
  /// and tables are mirrored.
  func shaped(_ line: MeasuredText.Line, of set: MeasuredText) -> [LinePart] {
    let isRightToLeft = set.paragraphs[line.paragraph].isRightToLeft
    if !line.cells.isEmpty {
      return line.cells.flatMap { cell in
        let x = isRightToLeft ? line.width - cell.x - cell.width : cell.x
        return self.parts(cell.pieces, ofParagraph: cell.paragraph, of: set).map { $0.moved(by: x) }
      }
    }
    let paragraph = set.paragraphs[line.paragraph]
    var parts = self.parts(line.pieces, ofParagraph: line.paragraph, of: set)
    guard line.indent > 0 else { return parts }
    if !isRightToLeft { parts = parts.map { $0.moved(by: line.indent) } }
    if line.pieces.lowerBound == 0, !paragraph.marker.isEmpty {
      let gap = line.indent - CardLineSetter.markerSpace - paragraph.markerWidth
      let x =
        isRightToLeft ? line.width + CardLineSetter.markerSpace : max(0, gap)
      parts.append(
        LinePart(kind: .text(measuring.shape(paragraph.marker, font: set.request)), x: x))
    }
    return parts
  }

  /// Runs of text and icons on a line.
  struct LinePart {
    enum Kind {
      case text(ShapedText)
      /// The name and the width.
      case icon(String, Double)
    }

    var kind: Kind
    var x: Double

    func moved(by offset: Double) -> LinePart { LinePart(kind: kind, x: x + offset) }
  }

  private func parts(
    _ pieces: Range<Int>, ofParagraph number: Int, of set: MeasuredText
  ) -> [LinePart] {
    let paragraph = set.paragraphs[number]
    guard let first = pieces.first, let last = pieces.last else { return [] }
    let range =
      paragraph.pieces[first].scalars.lowerBound..<paragraph.pieces[last].scalars.upperBound
    let runs = CardLineSetter.runs(of: range, in: paragraph)
    var icon = paragraph.iconCount(before: range.lowerBound)
    var parts: [(kind: [LinePart.Kind], width: Double)] = []
    for run in runs {
      guard run.style.contains(.icon) else {
        let shaped = shape(run, in: paragraph, set.request)
        parts.append(([.text(shaped)], shaped.width))
        continue
      }
      let icons = run.scalars.map { _ in
        defer { icon += 1 }
        return LinePart.Kind.icon(paragraph.icons[icon], paragraph.iconWidths[icon])
      }
      parts.append((icons, width(of: run, in: paragraph, set.request)))
    }
    var placed = [[LinePart]](repeating: [], count: runs.count)
    var x = 0.0
    for index in CardLineSetter.visualOrder(of: runs.map(\.level)) {
      var inner = x
      for kind in parts[index].kind {
        placed[index].append(LinePart(kind: kind, x: inner))
        if case .icon(_, let width) = kind { inner += width }
      }
      x += parts[index].width
    }
    var all = placed.flatMap(\.self)
    if last + 1 < paragraph.pieces.count, case .hyphen? = paragraph.pieces[last].division {
      all.append(LinePart(kind: .text(measuring.shape("-", font: set.request)), x: x))
    }
    return all
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
