// SPDX-License-Identifier: MIT
// Part of Platen: the text of a card with styles, lists, small tables and icons, from Markdown.

internal import Text

/// Text of a card in paragraphs, with the style of each code point.
struct MarkedText: Hashable {
  /// The style of a code point.
  struct Style: OptionSet, Hashable {
    let rawValue: UInt8
    static let bold = Style(rawValue: 1)
    static let italic = Style(rawValue: 2)
    /// The code point stands for an icon.
    static let icon = Style(rawValue: 4)
  }

  /// The position of a paragraph that is a cell of a table.
  struct Cell: Hashable {
    /// The number of the table in its text.
    var table: Int
    var column: Int
    var columns: Int
    var isHead: Bool
    var alignment: Alignment
  }

  enum Alignment: Hashable { case start, center, end }

  struct Paragraph: Hashable {
    var scalars: [Unicode.Scalar] = []
    /// The styles of the code points; empty if none has one.
    var styles: [Style] = []
    /// The names of its icons, in order.
    var icons: [String] = []
    /// The mark of a list item.
    var marker = ""
    /// The number of lists that the item is in.
    var depth = 0
    var cell: Cell?

    var text: String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return String(view)
    }

    fileprivate mutating func append(_ scalars: some Sequence<Unicode.Scalar>, _ style: Style) {
      for scalar in scalars {
        self.scalars.append(scalar)
        styles.append(style)
      }
    }

    /// Removes styles if there are none.
    fileprivate func plain() -> Paragraph {
      guard styles.allSatisfy(\.isEmpty) else { return self }
      var plain = self
      plain.styles = []
      return plain
    }
  }

  var paragraphs: [Paragraph]

  /// The text without markup.
  var text: String { paragraphs.map(\.text).joined(separator: "\n") }

  /// Splits plain text into paragraphs at its newlines.
  init(plain text: String) {
    paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { Paragraph(scalars: Array($0.unicodeScalars)) }
  }

  init(_ paragraphs: [Paragraph]) { self.paragraphs = paragraphs }

  /// Reads text: Markdown if requested, and names of icons in braces.
  ///
  /// Read are `**bold**`, `*italic*`, with underscores as well, `<b>`, `<i>` and `<br>`, items of
  /// lists that begin with `-`, `*`, `•` or a number, headings, and tables with a line of dashes. A
  /// newline begins a paragraph. Anything else is text.
  ///
  /// - Parameter icons: the names of icons in lowercase.
  init(_ text: String, isMarkdown: Bool, icons: Set<String>) {
    guard isMarkdown else {
      self.init(plain: text)
      if !icons.isEmpty {
        paragraphs = paragraphs.map { MarkedText.inline($0.text[...], icons, isMarkdown: false) }
      }
      return
    }
    var text = text
    var paragraphs: [Paragraph] = []
    if text.contains("<") {
      for tag in ["<br>", "<br/>", "<br />", "<BR>"] { text = text.replacing(tag, with: "\n") }
    }
    if text.contains("\\n") { text = text.replacing("\\n", with: "\n") }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var tables = 0
    var index = 0
    while index < lines.count {
      if let table = Table(lines[index...]) {
        for (number, row) in table.rows.enumerated() {
          for column in 0..<table.alignments.count {
            var cell = MarkedText.inline(
              column < row.count ? row[column] : "", icons, isMarkdown: true,
              style: number == 0 ? .bold : [])
            cell.cell = Cell(
              table: tables, column: column, columns: table.alignments.count, isHead: number == 0,
              alignment: table.alignments[column])
            paragraphs.append(cell)
          }
        }
        tables += 1
        index += table.lines
        continue
      }
      paragraphs.append(MarkedText.paragraph(lines[index], icons, isAlone: lines.count == 1))
      index += 1
    }
    self.init(paragraphs)
  }

  // MARK: Lines

  /// The largest number of columns of a table.
  private static let mostColumns = 8

  /// A table at the start of some lines.
  private struct Table {
    var rows: [[Substring]] = []
    var alignments: [Alignment] = []
    /// The number of lines that it takes.
    var lines = 0

    /// - Returns: nil if the lines do not begin with a table.
    init?(_ lines: ArraySlice<Substring>) {
      guard lines.count >= 2, let first = lines.first, first.contains("|"),
        let alignments = Table.alignments(lines[lines.startIndex + 1])
      else { return nil }
      let head = Table.cells(first)
      guard head.count == alignments.count, head.count <= mostColumns else { return nil }
      self.alignments = alignments
      rows = [head]
      self.lines = 2
      for line in lines.dropFirst(2) {
        guard line.contains("|") else { break }
        let cells = Table.cells(line)
        guard cells.count <= alignments.count else { break }
        rows.append(cells)
        self.lines += 1
      }
    }

    private static func cells(_ line: Substring) -> [Substring] {
      var line = trimmed(line)
      if line.first == "|" { line.removeFirst() }
      if line.last == "|" { line.removeLast() }
      return line.split(separator: "|", omittingEmptySubsequences: false).map(trimmed)
    }

    /// Returns the alignments of a line of dashes; nil for any other line.
    private static func alignments(_ line: Substring) -> [Alignment]? {
      guard line.contains("-"), line.contains("|") else { return nil }
      var found: [Alignment] = []
      for cell in cells(line) {
        let dashes = cell.drop { $0 == ":" }.prefix { $0 == "-" }
        let colons = (cell.first == ":", cell.count > 1 && cell.last == ":")
        guard !dashes.isEmpty,
          cell.count == dashes.count + (colons.0 ? 1 : 0) + (colons.1 ? 1 : 0)
        else { return nil }
        found.append(colons.1 ? (colons.0 ? .center : .end) : .start)
      }
      return found
    }
  }

  private static func trimmed(_ line: Substring) -> Substring {
    var line = line.drop(while: \.isWhitespace)
    while line.last?.isWhitespace == true { line.removeLast() }
    return line
  }

  /// Reads a line: a heading, an item of a list, or a paragraph.
  ///
  /// - Parameter isAlone: whether it is the only line, which is not a list, even if it begins with a dash.
  private static func paragraph(
    _ line: Substring, _ icons: Set<String>, isAlone: Bool
  ) -> Paragraph {
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    let rest = line[indent.endIndex...]
    let hashes = rest.prefix { $0 == "#" }
    if (1...6).contains(hashes.count), rest[hashes.endIndex...].first == " " {
      return inline(trimmed(rest[hashes.endIndex...]), icons, isMarkdown: true, style: .bold)
    }
    guard !isAlone, let (marker, words) = item(rest) else {
      return inline(line, icons, isMarkdown: true)
    }
    var paragraph = inline(words, icons, isMarkdown: true)
    paragraph.marker = marker
    let columns = indent.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    paragraph.depth = min(3, 1 + columns / 2)
    return paragraph
  }

  /// Returns the mark and the text of an item of a list; nil for another line.
  private static func item(_ line: Substring) -> (marker: String, words: Substring)? {
    guard let first = line.first else { return nil }
    if "-*+•".contains(first) {
      let rest = line.dropFirst()
      guard rest.first?.isWhitespace == true else { return nil }
      let words = trimmed(rest)
      return words.isEmpty ? nil : ("•", words)
    }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard (1...3).contains(digits.count) else { return nil }
    let rest = line[digits.endIndex...]
    guard let dot = rest.first, dot == "." || dot == ")", rest.dropFirst().first == " " else {
      return nil
    }
    let words = trimmed(rest.dropFirst())
    return words.isEmpty ? nil : (String(digits) + String(dot), words)
  }

  // MARK: Styles

  /// A place where emphasis may begin or end.
  private struct Mark {
    var character: Character
    /// The number of characters left.
    var count: Int
    var opens: Bool
    var closes: Bool
    /// The position in the paragraph's code points.
    var position: Int
    var written: Int
  }

  /// Reads the emphasis and the icons of a line.
  private static func inline(
    _ line: Substring, _ icons: Set<String>, isMarkdown: Bool, style: Style = []
  ) -> Paragraph {
    var paragraph = Paragraph()
    var marks: [Mark] = []
    var tags: [Style: Int] = [.bold: 0, .italic: 0]
    var rest = line
    var last: Character?
    func current() -> Style {
      var current = style
      for (tag, count) in tags where count > 0 { current.insert(tag) }
      return current
    }
    while let first = rest.first {
      if first == "{" || first == ":", let (name, end) = iconName(rest, icons) {
        paragraph.append(["\u{FFFC}"], current().union(.icon))
        paragraph.icons.append(name)
        rest = rest[end...]
        last = "}"
        continue
      }
      guard isMarkdown else {
        paragraph.append(first.unicodeScalars, current())
        rest.removeFirst()
        continue
      }
      if first == "\\", let next = rest.dropFirst().first, "*_\\{|#-".contains(next) {
        paragraph.append(next.unicodeScalars, current())
        rest = rest.dropFirst(2)
        last = next
        continue
      }
      if first == "<", let (tag, isEnd, end) = tag(rest) {
        tags[tag] = max(0, (tags[tag] ?? 0) + (isEnd ? -1 : 1))
        rest = rest[end...]
        continue
      }
      if first == "*" || first == "_" {
        let run = rest.prefix { $0 == first }
        rest = rest[run.endIndex...]
        let next = rest.first
        let isAfterWord = last.map { !$0.isWhitespace && !isPunctuation($0) } ?? false
        let isBeforeWord = next.map { !$0.isWhitespace && !isPunctuation($0) } ?? false
        // Within a word and in a calculation, both are text.
        let opens = next.map { !$0.isWhitespace } == true && !isAfterWord
        let closes = last.map { !$0.isWhitespace } == true && !isBeforeWord
        if run.count <= 3, opens || closes {
          marks.append(
            Mark(
              character: first, count: run.count, opens: opens, closes: closes,
              position: paragraph.scalars.count, written: run.count))
        }
        paragraph.append(run.unicodeScalars, current())
        last = first
        continue
      }
      paragraph.append(first.unicodeScalars, current())
      rest.removeFirst()
      last = first
    }
    emphasize(&paragraph, &marks)
    return paragraph.plain()
  }

  private static func isPunctuation(_ character: Character) -> Bool {
    character.isPunctuation || character.isSymbol
  }

  /// The largest number of open marks that an end is compared with.
  private static let mostOpen = 32

  /// Styles the text between pairs of marks, and removes these.
  private static func emphasize(_ paragraph: inout Paragraph, _ marks: inout [Mark]) {
    guard marks.count > 1 else { return }
    var open: [Int] = []
    var removed: Set<Int> = []
    for index in marks.indices {
      if marks[index].closes {
        while marks[index].count > 0,
          let place = open.lastIndex(where: {
            marks[$0].character == marks[index].character && marks[$0].count > 0
          })
        {
          let opener = open[place]
          open.removeSubrange((place + 1)...)
          let used = min(marks[opener].count, marks[index].count, 2)
          let from = marks[opener].position + marks[opener].count - used
          let to = marks[index].position + marks[index].written - marks[index].count
          for position in marks[opener].position + marks[opener].written..<marks[index].position {
            paragraph.styles[position].insert(used == 2 ? .bold : .italic)
          }
          removed.formUnion(from..<from + used)
          removed.formUnion(to..<to + used)
          marks[opener].count -= used
          marks[index].count -= used
          if marks[opener].count == 0 { open.remove(at: place) }
        }
      }
      if marks[index].opens, marks[index].count > 0, marks[index].count == marks[index].written {
        // The number of marks that are open bounds how often a place is styled.
        if open.count == mostOpen { open.removeFirst() }
        open.append(index)
      }
    }
    guard !removed.isEmpty else { return }
    paragraph.scalars = paragraph.scalars.enumerated().filter { !removed.contains($0.offset) }
      .map(\.element)
    paragraph.styles = paragraph.styles.enumerated().filter { !removed.contains($0.offset) }
      .map(\.element)
  }

  /// Returns the style of a tag at the start of a text, whether it ends there, and its end.
  private static func tag(_ text: Substring) -> (style: Style, isEnd: Bool, end: Substring.Index)? {
    let names: [(String, Style)] = [
      ("b", .bold), ("strong", .bold), ("i", .italic), ("em", .italic),
    ]
    guard let end = text.prefix(10).firstIndex(of: ">") else { return nil }
    var name = text[text.index(after: text.startIndex)..<end].lowercased()
    let isEnd = name.hasPrefix("/")
    if isEnd { name.removeFirst() }
    return names.first { $0.0 == name }.map { ($0.1, isEnd, text.index(after: end)) }
  }

  /// The largest number of characters of an icon's name.
  static let longestIcon = 60

  /// Returns the name of an icon at the start of a text, as `{sword}` or `:sword:`, and its end.
  private static func iconName(
    _ text: Substring, _ icons: Set<String>
  ) -> (name: String, end: Substring.Index)? {
    guard !icons.isEmpty, let first = text.first else { return nil }
    let close: Character = first == "{" ? "}" : ":"
    let inner = text.dropFirst().prefix(longestIcon + 1)
    guard let end = inner.firstIndex(of: close), end > inner.startIndex else { return nil }
    let name = inner[..<end].lowercased()
    return icons.contains(name) ? (name, text.index(after: end)) : nil
  }
}
