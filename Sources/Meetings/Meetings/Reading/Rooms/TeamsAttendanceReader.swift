// SPDX-License-Identifier: MIT
// Part of Platen: reports of attendance of Microsoft Teams, in its formats since 2020.

internal import Diagnostics
internal import Readers

/// Reads attendance of Teams: a list of events (2020), a summary and a list of visits (2021), or
/// numbered sections (since 2022), whose headings are in the language of who saved it.
enum TeamsAttendanceReader {
  private enum Format {
    case events, visits, sections
  }

  private static func format(_ text: [UInt8]) -> Format? {
    let head = RoomTable.head(text)
    if head.hasPrefix("full name,user action") { return .events }
    if head == "meeting summary" || head.hasPrefix("meeting summary,")
      || head.hasPrefix("full name,join time,leave time")
    {
      return .visits
    }
    guard head.hasPrefix("1. ") else { return nil }
    // A second section has a table.
    var lines = LineScanner(text)
    var isBehind = false
    var count = 0
    while let line = lines.next(), count < 200 {
      count += 1
      if isBehind {
        return line.bytes.count { [0x09, 0x2C, 0x3B].contains($0) } >= 4 ? .sections : nil
      }
      isBehind = line.bytes.drop { $0 == 0x22 }.starts(with: "2. ".utf8)
    }
    return nil
  }

  static func recognizes(_ text: [UInt8]) -> Bool { format(text) != nil }

  /// A person's row, whose times have no order of day and month yet.
  private struct Row {
    var person: RoomPerson
    var from: WallTime?
    var to: WallTime?
  }

  static func read(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) throws -> RoomPart {
    var part = RoomPart("Teams attendance", file: file)
    let separator: Character? = text.bytes.contains(0x09) ? "\t" : nil
    var report = Report()
    let table = try RoomTable(text, separator: separator, file: file)
    switch format(text.bytes) {
    case .events: readEvents(table, &report, &warnings)
    case .visits: readVisits(table, &report, &warnings)
    case .sections: readSections(table, &report, &warnings)
    case nil: break
    }
    let order = WallTime.order(
      of: report.rows.flatMap { [$0.from, $0.to].compactMap(\.self) }
        + [report.start, report.end].compactMap(\.self))
    if !order.isSure { warnings.uncertainOrder(at: report.headLine) }
    /// The time; a heading may name the zone.
    func time(_ wall: WallTime?) -> RoomTime? {
      guard let time = wall?.time(order.order) else { return nil }
      if report.isUTC, case .local(let local) = time {
        return .instant(Timestamp(microseconds: local))
      }
      return time
    }
    part.title = report.title
    part.start = time(report.start)
    part.end = time(report.end)
    part.people = report.rows.map { row in
      var person = row.person
      let visit = (from: time(row.from), to: time(row.to))
      if visit.from != nil || visit.to != nil { person.visits = [visit] }
      return person
    }
    return part
  }

  private struct Report {
    var title = ""
    var start: WallTime?
    var end: WallTime?
    var rows: [Row] = []
    var headLine = 1
    var isUTC = false
  }

  private static func person(_ name: String, email: String, role: String) -> RoomPerson {
    var person = RoomPerson(named: name)
    person.email = email
    person.isHost = person.isHost || role.lowercased() == "organizer"
    return person
  }

  // MARK: 2020

  private static func readEvents(
    _ table: RoomTable, _ report: inout Report, _ warnings: inout MeetingWarnings
  ) {
    /// The row of the visit that has not ended, by name.
    var open: [String: Int] = [:]
    for row in table.rows.dropFirst() {
      let name = row.text(0)
      let key = PeopleIndex.key(name)
      let time = warnings.wall(row, 2, "timestamp")
      switch row.text(1).lowercased() {
      case "joined", "joined before":
        open[key] = report.rows.count
        report.rows.append(Row(person: RoomPerson(named: name), from: time))
      case "left":
        if let place = open.removeValue(forKey: key) {
          report.rows[place].to = time
        } else {
          report.rows.append(Row(person: RoomPerson(named: name), to: time))
        }
      case let action:
        warnings.record(
          .meetingField, "unknown action \"\(printable(action, limit: 40))\": omitted",
          at: .character(line: row.line, column: 1))
      }
    }
    report.headLine = table.rows.first?.line ?? 1
  }

  // MARK: 2021

  private static func readVisits(
    _ table: RoomTable, _ report: inout Report, _ warnings: inout MeetingWarnings
  ) {
    var columns: [String]?
    for row in table.rows {
      if let columns {
        func column(_ key: String) -> Int? { columns.firstIndex { $0.hasPrefix(key) } }
        let person = person(
          row.text(column("full name")), email: row.text(column("email")),
          role: row.text(column("role")))
        report.rows.append(
          Row(
            person: person, from: warnings.wall(row, column("join time"), "join time"),
            to: warnings.wall(row, column("leave time"), "leave time")))
        continue
      }
      let key = RoomTable.key(row.text(0))
      switch key {
      case "full name":
        columns = row.cells.map(RoomTable.key)
        report.headLine = row.line
        report.isUTC = columns?.contains { $0.contains("(utc)") } ?? false
        let known = [
          "full name", "join time", "leave time", "duration", "email", "role",
          "participant id (upn)",
        ]
        for (column, name) in (columns ?? []).enumerated()
        where !known.contains(where: name.hasPrefix) {
          warnings.unknownColumn(row.text(column), in: row)
        }
      case "meeting title": report.title = row.text(1)
      case "meeting start time": report.start = warnings.wall(row, 1, key)
      case "meeting end time": report.end = warnings.wall(row, 1, key)
      case "meeting summary", "total number of participants", "meeting id": break
      default: warnings.unknownColumn(row.text(0), in: row)
      }
    }
  }

  // MARK: Since 2022

  private static func readSections(
    _ table: RoomTable, _ report: inout Report, _ warnings: inout MeetingWarnings
  ) {
    var section = 0
    var place = 0
    /// Those of the second section, whose visits the third has.
    var listed: [Row] = []
    for row in table.rows {
      let first = row.text(0)
      if first.prefixMatch(of: #/[1-9]\. /#) != nil, row.cells.dropFirst().allSatisfy(\.isEmpty) {
        section = first.first?.wholeNumberValue ?? 0
        place = 0
        continue
      }
      defer { place += 1 }
      switch section {
      case 1:
        // Names are translated; their order is the same.
        switch place {
        case 0: report.title = row.text(1)
        case 2: report.start = warnings.wall(row, 1, "start time")
        case 3: report.end = warnings.wall(row, 1, "end time")
        case 1, 4, 5: break
        default: warnings.unknownColumn(first, in: row)
        }
        if first.lowercased().contains("(utc)") { report.isUTC = true }
      case 2 where place == 0:
        report.headLine = row.line
        for column in row.cells.indices.dropFirst(7)
        where RoomTable.key(row.text(column)) != "registration status" {
          warnings.unknownColumn(row.text(column), in: row)
        }
      case 2:
        listed.append(
          Row(
            person: person(first, email: row.text(4), role: row.text(6)),
            from: warnings.wall(row, 1, "first join"), to: warnings.wall(row, 2, "last leave")))
      case 3 where place == 0:
        for column in row.cells.indices.dropFirst(6) {
          warnings.unknownColumn(row.text(column), in: row)
        }
      case 3:
        report.rows.append(
          Row(
            person: person(first, email: row.text(4), role: row.text(5)),
            from: warnings.wall(row, 1, "join time"), to: warnings.wall(row, 2, "leave time")))
      default:
        warnings.record(
          .meetingLine, "a section that is not known: omitted",
          at: .character(line: row.line, column: 1))
      }
    }
    // Who registered and never came has no times.
    let visited = Set(report.rows.map { PeopleIndex.key($0.person.name) })
    for row in listed where row.from != nil || row.to != nil {
      if visited.contains(PeopleIndex.key(row.person.name)) {
        var person = row
        (person.from, person.to) = (nil, nil)
        report.rows.append(person)
      } else {
        report.rows.append(row)
      }
    }
  }
}
