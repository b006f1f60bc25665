// SPDX-License-Identifier: MIT
// Part of Platen: Zoom's lists of participants and reports on a meeting.

internal import Diagnostics

/// Reads Zoom's CSV: a list of participants, alone, behind the meeting's own two lines, or with the
/// meeting's columns in each row.
enum ZoomReportReader {
  static func recognizes(_ text: [UInt8]) -> Bool {
    let head = RoomTable.head(text)
    return head.hasPrefix("name (original name),") || head.hasPrefix("meeting id,topic,")
      || head.hasPrefix("topic,meeting id,")
  }

  private static let known: Set<String> = [
    "name (original name)", "user email", "email", "join time", "join", "leave time", "leave",
    "duration (minutes)", "total duration (minutes)", "duration", "guest", "recording consent",
    "recording disclaimer response", "in waiting room", "meeting id", "topic", "start time",
    "end time", "user name", "department", "group", "has zoom rooms?", "creation time",
    "participants", "host", "host name", "host email",
  ]

  static func read(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) throws -> RoomPart {
    var part = RoomPart("Zoom report", file: file)
    let rows = try RoomTable(text, file: file).rows
    let names = rows.map { row in row.cells.map(RoomTable.key) }
    guard
      let head = names.firstIndex(where: { $0.contains("name (original name)") }),
      let nameColumn = names[head].firstIndex(of: "name (original name)")
    else {
      readMeeting(rows.first, rows.dropFirst().first, &part, &warnings)
      return part
    }
    if head >= 2 { readMeeting(rows[head - 2], rows[head - 1], &part, &warnings) }
    for (column, name) in names[head].enumerated() where !known.contains(name) {
      warnings.unknownColumn(rows[head].text(column), in: rows[head])
    }
    /// The column of the person, which is behind the name.
    func column(_ keys: String...) -> Int? {
      names[head].indices.first { $0 > nameColumn && keys.contains(names[head][$0]) }
    }
    let email = column("user email", "email")
    let join = column("join time", "join")
    let leave = column("leave time", "leave")
    let minutes = column("total duration (minutes)", "duration (minutes)", "duration")
    let guest = column("guest")
    let waiting = column("in waiting room")
    var people: [(person: RoomPerson, from: WallTime?, to: WallTime?)] = []
    for (index, row) in rows.enumerated() where index > head {
      if index == head + 1, nameColumn > 0 {
        readMeeting(rows[head], row, until: nameColumn, &part, &warnings)
      }
      let name = row.text(nameColumn)
      guard !name.isEmpty else {
        warnings.record(
          .meetingEntry, "a row without a name is omitted",
          at: .character(line: row.line, column: 1))
        continue
      }
      guard row.text(waiting).lowercased() != "yes" else { continue }
      var person = RoomPerson(named: name)
      person.email = row.text(email)
      person.isGuest = person.isGuest || row.text(guest).lowercased() == "yes"
      if !part.hostEmail.isEmpty, person.email.lowercased() == part.hostEmail.lowercased() {
        person.isHost = true
      }
      if join == nil {
        person.seconds = Int(row.text(minutes)).map { min(max($0, 0), 1 << 30) * 60 }
      }
      people.append(
        (person, warnings.wall(row, join, "join time"), warnings.wall(row, leave, "leave time")))
    }
    let times = people.flatMap { [$0.from, $0.to].compactMap(\.self) }
    let order = WallTime.order(of: times)
    if !order.isSure { warnings.uncertainOrder(at: rows[head].line) }
    for (index, item) in people.enumerated() {
      let visit = (from: item.from?.time(order.order), to: item.to?.time(order.order))
      if visit.from != nil || visit.to != nil { people[index].person.visits = [visit] }
    }
    part.people = people.map(\.person)
    return part
  }

  /// Reads the columns of the meeting from the row of their names and that of their values.
  private static func readMeeting(
    _ names: RoomTable.Row?, _ values: RoomTable.Row?, until end: Int = .max,
    _ part: inout RoomPart, _ warnings: inout MeetingWarnings
  ) {
    guard let names, let values else { return }
    for (column, cell) in names.cells.enumerated() where column < end {
      let key = RoomTable.key(cell)
      let text = values.text(column)
      switch key {
      case "topic": part.title = text
      case "start time", "end time":
        guard let wall = warnings.wall(values, column, key) else { continue }
        let time = wall.time(WallTime.order(of: [wall]).order)
        if key == "start time" { part.start = time } else { part.end = time }
      case "user email", "host email": part.hostEmail = text
      default:
        if end == .max, !known.contains(key) {
          warnings.unknownColumn(names.text(column), in: names)
        }
      }
    }
  }
}
