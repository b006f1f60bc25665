// SPDX-License-Identifier: MIT
// Part of Platen: reports of attendance as tables of records.

internal import CSV
internal import Diagnostics

/// The records of a report: tables, pairs of names and values, and headings between them.
struct RoomTable {
  struct Row {
    var cells: [String]
    var line: Int

    /// The text of a column; empty where the row or the table has none.
    func text(_ column: Int?) -> String {
      guard let column, column < cells.count else { return "" }
      return cells[column].line
    }
  }

  /// Those that are not empty.
  var rows: [Row] = []

  /// - Throws: `Failure` `meeting.line` for a quotation mark that is never closed.
  init(_ text: RoomText, separator: Character? = nil, file: String) throws {
    var reader = CSVReader(bytes: text.bytes, separator: separator)
    do {
      while let record = try reader.record() {
        guard record.cells.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { continue }
        rows.append(Row(cells: record.cells, line: record.line))
      }
    } catch .openQuotationMark(let line) {
      throw Failure(
        .error(
          .meetingLine, "unclosed quotation mark",
          at: SourceLocation(file: file, line: line, column: 1)))
    }
  }

  /// The first line of a text that is not blank, in lowercase letters without quotation marks, and
  /// with commas for other separators.
  static func head(_ text: [UInt8]) -> String {
    var lines = LineScanner(Array(text.prefix(4096)))
    while let line = lines.next() {
      guard !line.isBlank else { continue }
      return line.text.lowercased().filter { $0 != "\"" }.split(omittingEmptySubsequences: false) {
        $0 == ";" || $0 == "\t" || $0 == ","
      }.map(\.trimmed).joined(separator: ",")
    }
    return ""
  }

  /// The name of a column or a value, for comparisons.
  static func key(_ cell: String) -> String { cell.line.lowercased() }
}

extension MeetingWarnings {
  /// The time of a cell; nil for an empty one, and for another text, which is reported.
  mutating func wall(_ row: RoomTable.Row, _ column: Int?, _ name: String) -> WallTime? {
    let text = row.text(column)
    guard !text.isEmpty else { return nil }
    let time = WallTime(text)
    if time == nil {
      record(
        .meetingTime, "not a time: \"\(printable(text, limit: 40))\" is omitted",
        at: .character(line: row.line, column: 1), name)
    }
    return time
  }

  /// Reports a column that is not read.
  mutating func unknownColumn(_ name: String, in row: RoomTable.Row) {
    guard !name.isEmpty else { return }
    let shown = printable(name, limit: 60)
    record(
      .meetingField, "unknown column \"\(shown)\": omitted",
      at: .character(line: row.line, column: 1))
  }

  /// Reports days whose order is a guess.
  mutating func uncertainOrder(at line: Int) {
    record(
      .meetingDate,
      "the day and the month may be the other way round; the day is taken to be first",
      at: .character(line: line, column: 1))
  }
}

extension RoomPerson {
  /// A person by a name with marks in parentheses, such as `Ola (Guest)`, or with the name of the
  /// account behind the one that was shown: `Tom (Tomáš Řehák)`.
  init(named text: String) {
    let text = text.line
    name = text
    if let (plain, mark) = PeopleIndex.marked(text) {
      name = plain
      isGuest = ["guest", "unverified", "external"].contains(mark)
      isHost = mark == "host" || mark == "organizer"
    } else if text.last == ")", let open = text.lastIndex(of: "("), open > text.startIndex {
      let shown = text[..<open].trimmed
      let account = text[text.index(after: open)...].dropLast().trimmed
      guard !shown.isEmpty, !account.isEmpty else { return }
      func words(_ text: String) -> Int { text.split(separator: " ").count }
      let isFuller = words(account) > words(shown)
      name = isFuller ? account : shown
      aliases = [isFuller ? shown : account, text]
    }
  }
}
