// SPDX-License-Identifier: MIT
// Part of Platen: lists, quotes and tables that hold words alone, read without the parser.

internal import Documents

/// A list whose items are a line each, a quote of one paragraph, or a table whose rows stand between
/// bars: as stories have them. Everything else in these is the parser's.
enum MarkdownRows {
  /// The ranges of the words of each item.
  case list(List.Marker, items: [Range<Int>])
  /// The ranges of the words of each line.
  case quote(lines: [Range<Int>])
  /// The ranges of the words of each cell; the first row is the head.
  case table([Table.Column], rows: [[Range<Int>]])

  /// Reads lines between two blank ones; nil where they are nothing of the kind.
  ///
  /// Paragraphs, headings or other rows must precede and follow, but not a list beside a list:
  /// lists continue after blank lines.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    let rows: MarkdownRows? =
      switch unsafe bytes[range.lowerBound] {
      case MarkdownRows.bar: unsafe MarkdownRows.table(bytes, range)
      case UInt8(ascii: ">"): unsafe MarkdownRows.quote(bytes, range)
      default: unsafe MarkdownRows.list(bytes, range)
      }
    guard let rows else { return nil }
    self = rows
  }

  var isList: Bool { if case .list = self { true } else { false } }

  private static let bar = UInt8(ascii: "|")

  /// The lines of a range, without what ends them.
  private static func lines(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var at = range.lowerBound
    while at < range.upperBound {
      let end = unsafe min(bytes.lineEnd(from: at), range.upperBound)
      lines.append(at..<end)
      at = end + 1
    }
    return lines
  }

  // MARK: Lists

  private static func list(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> MarkdownRows? {
    var items: [Range<Int>] = []
    var first: (sign: UInt8, number: Int?)?
    for line in unsafe lines(bytes, range) {
      var at = line.lowerBound
      var number = 0
      while at < line.upperBound, unsafe (0x30...0x39).contains(bytes[at]), at - line.lowerBound < 9
      {
        number = unsafe number * 10 + Int(bytes[at] - 0x30)
        at += 1
      }
      let isOrdered = at > line.lowerBound
      // The marker's sign, one blank, a word.
      guard at + 2 < line.upperBound, unsafe bytes[at + 1] == 0x20, unsafe bytes[at + 2] > 0x20
      else {
        return nil
      }
      let signs: StaticString = isOrdered ? ".)" : "-+*"
      guard signs.withUTF8Buffer({ unsafe $0.contains(bytes[at]) }) else { return nil }
      if first == nil { first = unsafe (bytes[at], isOrdered ? number : nil) }
      guard let first, unsafe first.sign == bytes[at] else { return nil }
      let words = (at + 2)..<line.upperBound
      guard unsafe MarkdownChunks.isWords(bytes, words) else { return nil }
      items.append(words)
    }
    guard let first else { return nil }
    return .list(first.number.map { .ordered(start: $0, style: .decimal) } ?? .bullet, items: items)
  }

  // MARK: Quotes

  private static func quote(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> MarkdownRows? {
    var words: [Range<Int>] = []
    for line in unsafe lines(bytes, range) {
      // The sign, one blank, a word.
      let start = line.lowerBound + 2
      guard start < line.upperBound, unsafe bytes[line.lowerBound] == UInt8(ascii: ">"),
        unsafe bytes[start - 1] == 0x20, unsafe bytes[start] > 0x20,
        unsafe MarkdownChunks.isWords(bytes, start..<line.upperBound)
      else { return nil }
      words.append(start..<line.upperBound)
    }
    return .quote(lines: words)
  }

  // MARK: Tables

  private static func table(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> MarkdownRows? {
    var columns: [Table.Column] = []
    var rows: [[Range<Int>]] = []
    for (number, line) in unsafe lines(bytes, range).enumerated() {
      guard let cells = unsafe cells(bytes, line) else { return nil }
      if number == 1 {
        for cell in cells {
          guard let column = unsafe column(bytes, cell) else { return nil }
          columns.append(column)
        }
      } else {
        guard cells.allSatisfy({ unsafe MarkdownChunks.isWords(bytes, $0) }) else { return nil }
        rows.append(cells)
      }
    }
    guard !columns.isEmpty, rows.allSatisfy({ $0.count == columns.count }) else { return nil }
    return .table(columns, rows: rows)
  }

  /// The cells between the bars of a row.
  private static func cells(
    _ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>
  ) -> [Range<Int>]? {
    var end = line.upperBound
    while end > line.lowerBound, unsafe bytes[end - 1] == 0x20 { end -= 1 }
    guard end - line.lowerBound > 2, unsafe bytes[line.lowerBound] == bar,
      unsafe bytes[end - 1] == bar
    else {
      return nil
    }
    var cells: [Range<Int>] = []
    var start = line.lowerBound + 1
    for at in start..<end where unsafe bytes[at] == bar {
      guard at > start else { return nil }
      cells.append(start..<at)
      start = at + 1
    }
    return cells.count > MarkdownChunks.mostBars ? nil : cells
  }

  /// A column as specified by the row below the head: `---`, `:--`, `:-:`, `--:`.
  private static func column(
    _ bytes: UnsafeBufferPointer<UInt8>, _ cell: Range<Int>
  ) -> Table.Column? {
    var sign = unsafe bytes[cell]
    while unsafe sign.first == 0x20 { unsafe sign.removeFirst() }
    while unsafe sign.last == 0x20 { unsafe sign.removeLast() }
    let beginsWithColon = unsafe sign.first == UInt8(ascii: ":")
    if beginsWithColon { unsafe sign.removeFirst() }
    let endsWithColon = unsafe sign.last == UInt8(ascii: ":")
    if endsWithColon { unsafe sign.removeLast() }
    guard unsafe !sign.isEmpty, unsafe sign.allSatisfy({ $0 == UInt8(ascii: "-") }) else {
      return nil
    }
    return Table.Column(endsWithColon ? (beginsWithColon ? .center : .end) : .start)
  }
}
