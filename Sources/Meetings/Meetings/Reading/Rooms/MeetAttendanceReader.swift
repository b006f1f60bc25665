// SPDX-License-Identifier: MIT
// Part of Platen: reports of attendance of Google Meet.

internal import Diagnostics

/// Reads attendance of Google Meet: names, durations, and times of a day that the report does not
/// name, unless lines above the table do.
enum MeetAttendanceReader {
  static func recognizes(_ text: [UInt8]) -> Bool {
    if RoomTable.head(text).hasPrefix("first name,last name,email,duration") { return true }
    var lines = LineScanner(Array(text.prefix(4096)))
    while let line = lines.next() {
      let head = line.text.lowercased()
      if head.contains("time joined"), head.contains("time exited"), head.contains("duration") {
        return true
      }
    }
    return false
  }

  private static let known: Set<String> = [
    "first name", "last name", "name", "email", "duration", "time joined", "time exited",
  ]

  static func read(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) throws -> RoomPart {
    var part = RoomPart("Meet attendance", file: file)
    let rows = try RoomTable(text, separator: separator(of: text), file: file).rows
    var columns: [String]?
    var day: Int?
    var start: WallTime?
    func column(_ key: String) -> Int? { columns?.firstIndex(of: key) }
    /// The time of a clock, on the report's day; one before another is behind midnight.
    func time(_ wall: WallTime?, after first: Int?) -> RoomTime? {
      guard var second = wall?.second else { return nil }
      if let first, second < first { second += 86_400 }
      return day.map { .local(($0 * 86_400 + second) * 1_000_000) } ?? .clock(second * 1_000_000)
    }
    for row in rows {
      let first = RoomTable.key(row.text(0))
      if columns != nil {
        let parts = [column("first name"), column("last name"), column("name")]
        let name = parts.map { row.text($0) }.filter { !$0.isEmpty }.joined(separator: " ")
        guard !name.isEmpty else {
          warnings.record(
            .meetingEntry, "a row without a name is omitted",
            at: .character(line: row.line, column: 1))
          continue
        }
        var person = RoomPerson(named: name)
        person.email = row.text(column("email"))
        person.seconds = seconds(row.text(column("duration")))
        let joined = warnings.wall(row, column("time joined"), "time joined")
        let left = warnings.wall(row, column("time exited"), "time exited")
        let from = time(joined, after: start?.second)
        let begun = joined?.second.map { second in
          start?.second.map { second < $0 ? second + 86_400 : second } ?? second
        }
        let to = time(left, after: begun ?? nil).map { time in
          // The end of a visit that began behind midnight is there as well.
          if let begun = begun ?? nil, begun >= 86_400, let second = left?.second,
            second + 86_400 >= begun
          {
            return day.map { RoomTime.local(($0 * 86_400 + second + 86_400) * 1_000_000) }
              ?? .clock((second + 86_400) * 1_000_000)
          }
          return time
        }
        if from != nil || to != nil { person.visits = [(from: from, to: to)] }
        part.people.append(person)
        continue
      }
      switch first {
      case "first name", "name":
        columns = row.cells.map(RoomTable.key)
        for (column, name) in (columns ?? []).enumerated() where !known.contains(name) {
          warnings.unknownColumn(row.text(column), in: row)
        }
      case "meeting title": part.title = row.text(1)
      case "date":
        guard let wall = warnings.wall(row, 1, first) else { continue }
        let order = WallTime.order(of: [wall])
        if !order.isSure { warnings.uncertainOrder(at: row.line) }
        day = wall.day(order.order)
      case "start time":
        start = warnings.wall(row, 1, first)
        part.start = time(start, after: nil)
      case "end time": part.end = time(warnings.wall(row, 1, first), after: start?.second)
      case "meeting code": break
      default: warnings.unknownColumn(row.text(0), in: row)
      }
    }
    return part
  }

  /// Seconds of `1 hr 7 min`; nil for other words.
  private static func seconds(_ text: String) -> Int? {
    var total: Int?
    var number: Int?
    for word in text.lowercased().split(separator: " ") {
      if let digits = Int(word), (0...1_000_000).contains(digits) {
        number = digits
        continue
      }
      guard let count = number else { return nil }
      switch word.prefix(1) {
      case "h": total = (total ?? 0) + count * 3600
      case "m": total = (total ?? 0) + count * 60
      case "s": total = (total ?? 0) + count
      default: return nil
      }
      number = nil
    }
    return total
  }

  /// The separator of the table, which lines above it may not have.
  private static func separator(of text: RoomText) -> Character? {
    var lines = LineScanner(Array(text.bytes.prefix(4096)))
    while let line = lines.next() {
      guard line.text.lowercased().contains("time joined") else { continue }
      return [",", ";", "\t"].max { a, b in
        line.text.count { $0 == a } < line.text.count { $0 == b }
      }
    }
    return nil
  }
}
