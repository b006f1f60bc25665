// SPDX-License-Identifier: MIT
// Part of Platen: transcripts of Jitsi, as Jigasi writes them in JSON and as text.

internal import Diagnostics
internal import JSON
internal import Readers

/// Reads Jigasi's JSON: who was there, who came and left, and speech. Unfinished speech gives
/// way to the finished one of the same message.
enum JitsiReader {
  private static let known: Set<String> = [
    "roomName", "roomUrl", "startTime", "endTime", "initialParticipants", "events",
  ]
  private static let knownOfEvent: Set<String> = [
    "event", "timestamp", "participant", "transcript", "language", "messageId", "isInterim",
    "stability",
  ]

  static func recognizes(_ root: JSONView) -> Bool {
    root.isObject && root.field("events")?.isArray == true
      && root.field("initial_participants")?.isArray == true
  }

  static func read(
    _ root: JSONView, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("Jitsi transcript", file: file)
    warnings.recordUnknown(membersOf: root, known, at: .whole)
    let room = root.field("room_name").line(200)
    part.title = room.split(separator: "@").first.map(String.init) ?? ""
    part.start = warnings.time(root.field("start_time"), at: .whole, "start_time").map {
      .instant($0)
    }
    part.end = warnings.time(root.field("end_time"), at: .whole, "end_time").map { .instant($0) }
    part.hasRecordingStart = part.start != nil
    var people = JitsiPeople()
    if let first = root.field("initial_participants") {
      for (index, person) in first.elements.enumerated() where person.isObject {
        people.join(person, part.start, at: .element(of: "initial_participants", index), &warnings)
      }
    }
    /// The line of each message, for those that are not finished.
    var unfinished: [String: Int] = [:]
    let events = root.field("events").map { Array($0.elements) } ?? []
    for (index, event) in events.enumerated() {
      let position = ValuePosition.element(of: "events", index)
      guard event.isObject else {
        warnings.record(event, insteadOf: "an object", at: position)
        continue
      }
      warnings.recordUnknown(membersOf: event, knownOfEvent, at: position)
      let time = warnings.time(event.field("timestamp"), at: position, "timestamp").map {
        RoomTime.instant($0)
      }
      let participant = event.field("participant")
      let name = (participant?.field("name")).line(200)
      switch event.field("event").line(40) {
      case "JOIN": people.join(participant, time, at: position, &warnings)
      case "LEAVE": people.leave(participant, time, at: position, &warnings)
      case "RAISE_HAND": part.deeds.append(RoomDeed(name: "raise_hand", actor: name, time: time))
      case "SPEECH":
        var line = RoomLine()
        (line.speaker, line.from) = (name, time)
        // The first alternative is the best.
        line.text = warnings.spoken(
          (event.field("transcript")?[0]?.field("text")).text(1 << 20), at: position)
        let id = event.field("message_id").line(200)
        let isInterim = event.field("is_interim")?.looseBool ?? false
        if let place = unfinished[id] {
          // A message begins when its first words do.
          line.from = part.lines[place].from
          part.lines[place] = line
        } else if !line.text.isEmpty {
          if !id.isEmpty { unfinished[id] = part.lines.count }
          part.lines.append(line)
        }
        if !isInterim { unfinished[id] = nil }
      case let other:
        warnings.record(
          .meetingPacket,
          "events of type \"\(printable(other, limit: 60))\" are not read", at: position)
      }
    }
    part.lines.removeAll(where: \.text.isEmpty)
    part.people = people.people
    return part
  }

  // MARK: Text

  /// The words before the day of the conference.
  private static let heading = "Transcript of conference held at "

  static func recognizes(_ text: [UInt8]) -> Bool {
    text.drop { $0 <= 0x20 }.starts(with: heading.utf8)
  }

  static func readText(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("Jitsi transcript", file: file)
    var clock = JitsiClock()
    var people = JitsiPeople()
    var isListing = false
    var isBody = false
    var pending: (second: Int, text: String, line: Int)?
    func close() {
      guard let entry = pending else { return }
      pending = nil
      let position = ValuePosition.character(line: entry.line, column: 1)
      let time = clock.time(entry.second)
      let words = warnings.spoken(entry.text, at: position)
      if let name = words.without(suffix: " joined the conference") {
        people.join(name, time)
      } else if let name = words.without(suffix: " left the conference") {
        people.leave(name, time)
      } else if let name = words.without(suffix: " raised their hand to speak") {
        part.deeds.append(RoomDeed(name: "raise_hand", actor: name, time: time))
      } else if let mark = words.firstRange(of: ": ") {
        var line = RoomLine()
        line.speaker = String(words[..<mark.lowerBound]).line
        line.text = words[mark.upperBound...].trimmed
        line.from = time
        if !line.text.isEmpty { part.lines.append(line) }
      } else {
        warnings.record(.meetingLine, "neither speech nor an event: omitted", at: position)
      }
    }
    var lines = text.lines
    while let line = lines.next() {
      if line.isBlank {
        continue
      } else if line.bytes.allSatisfy({ $0 == UInt8(ascii: "_") }) {
        close()
        isBody.toggle()
      } else if isBody, let entry = JitsiClock.entry(line.bytes) {
        close()
        pending = (entry.second, entry.text, line.number)
      } else if isBody, pending != nil {
        // Lines are wrapped, with a blank before what goes on.
        pending?.text += " " + line.text.trimmed
      } else if line.bytes.starts(with: heading.utf8) {
        let words = line.text.dropFirst(heading.utf8.count)
        let parts = words.ranges(of: " in room ").last
        clock.day = JitsiClock.day(of: words[..<(parts?.lowerBound ?? words.endIndex)].trimmed)
        if let parts { part.title = words[parts.upperBound...].trimmed }
        if clock.day == nil {
          warnings.record(
            .meetingDate, "a day that cannot be read: the times have none",
            at: .character(line: line.number, column: 1))
        }
      } else if let second = JitsiClock.trailing(line.text, "Initial people present at ") {
        isListing = true
        part.start = clock.time(second)
        part.hasRecordingStart = clock.day != nil
      } else if JitsiClock.trailing(line.text, "Transcript, started at ") != nil {
        isListing = false
      } else if isListing, line.bytes.first == 0x09 {
        let name = line.text.line
        if name != "No one" { people.join(name, part.start) }
      } else if !line.text.hasPrefix("End of transcript at ") {
        warnings.record(
          .meetingLine, "a line of an unknown kind: omitted",
          at: .character(line: line.number, column: 1))
      }
    }
    close()
    part.people = people.people
    return part
  }
}

extension String {
  /// The text before an ending; nil for a text that ends otherwise.
  fileprivate func without(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)).line : nil
  }
}

/// People who come and leave; who comes back has another id and the same name.
private struct JitsiPeople {
  private(set) var people: [RoomPerson] = []
  private var places: [String: Int] = [:]

  mutating func join(
    _ view: JSONView?, _ time: RoomTime?, at position: ValuePosition,
    _ warnings: inout MeetingWarnings
  ) {
    if let place = place(view, at: position, &warnings) {
      people[place].visits.append((from: time, to: nil))
    }
  }

  mutating func leave(
    _ view: JSONView?, _ time: RoomTime?, at position: ValuePosition,
    _ warnings: inout MeetingWarnings
  ) {
    if let place = place(view, at: position, &warnings) { end(place, time) }
  }

  mutating func join(_ name: String, _ time: RoomTime?) {
    people[place(name)].visits.append((from: time, to: nil))
  }

  mutating func leave(_ name: String, _ time: RoomTime?) { end(place(name), time) }

  private mutating func end(_ place: Int, _ time: RoomTime?) {
    if let last = people[place].visits.lastIndex(where: { $0.to == nil }) {
      people[place].visits[last].to = time
    } else {
      people[place].visits.append((from: nil, to: time))
    }
  }

  private mutating func place(
    _ view: JSONView?, at position: ValuePosition, _ warnings: inout MeetingWarnings
  ) -> Int? {
    let name = (view?.field("name")).line(200)
    guard let view, !name.isEmpty else {
      warnings.record(.meetingEntry, "a person without a name is omitted", at: position)
      return nil
    }
    warnings.recordUnknown(
      membersOf: view, ["name", "id", "email", "avatarUrl", "identity"], at: position,
      in: "participant")
    let place = place(name)
    if people[place].email.isEmpty { people[place].email = view.field("email").line(300) }
    return place
  }

  private mutating func place(_ name: String) -> Int {
    let key = PeopleIndex.key(name)
    if let place = places[key] { return place }
    places[key] = people.count
    var person = RoomPerson()
    person.name = name
    people.append(person)
    return people.count - 1
  }
}

/// The times of a text, which have no day but that of its heading.
private struct JitsiClock {
  /// Days since 1970-01-01; nil where it is not known.
  var day: Int?
  private var midnights = 0
  private var last = 0

  mutating func time(_ second: Int) -> RoomTime {
    if second + 43_200 < last { midnights += 1 }
    last = second
    let whole = midnights * 86_400 + second
    return day.map { .local(($0 * 86_400 + whole) * 1_000_000) } ?? .clock(whole * 1_000_000)
  }

  /// The time and the words of `<6:00:02 PM> …`.
  static func entry(_ line: ArraySlice<UInt8>) -> (second: Int, text: String)? {
    guard line.first == UInt8(ascii: "<"), let end = line.prefix(40).firstIndex(of: 0x3E),
      let second = WallTime(
        String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self))?.second
    else { return nil }
    return (second, String(decoding: line[(end + 1)...], as: UTF8.self).trimmed)
  }

  /// The time behind words, with a colon at the end.
  static func trailing(_ line: String, _ words: String) -> Int? {
    guard line.hasPrefix(words) else { return nil }
    let rest = line.dropFirst(words.count).trimmed
    return WallTime(rest.last == ":" ? String(rest.dropLast()) : rest)?.second
  }

  /// Beginnings of the months' names, in several languages.
  private static let months: [[String]] = [
    ["jan", "ene", "gen"], ["feb", "fév", "fev"], ["mar", "mär"], ["apr", "avr", "abr"],
    ["may", "mai", "mag", "mei"], ["jun", "juin", "giu"], ["jul", "juil", "lug"],
    ["aug", "aoû", "ago"], ["sep", "set"], ["oct", "okt", "ott", "out"], ["nov"],
    ["dec", "dez", "déc", "dic"],
  ]

  /// Days since 1970-01-01 of `May 12, 2026` or `12 mai 2026`; nil for other words.
  static func day(of text: String) -> Int? {
    if let wall = WallTime(text) { return wall.day(WallTime.order(of: [wall]).order) }
    var numbers: [Int] = []
    var month: Int?
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).prefix(8) {
      if let number = Int(word) {
        numbers.append(number)
      } else if month == nil {
        let word = word.lowercased()
        // The longer beginnings come first: `juin` is not `juil`.
        month =
          months.firstIndex { $0.contains { $0.count > 3 && word.hasPrefix($0) } }
          ?? months.firstIndex { $0.contains { $0.count == 3 && word.hasPrefix($0) } }
      }
    }
    guard let month, numbers.count >= 2,
      let wall = WallTime(
        numbers[0] > 31
          ? "\(numbers[0])-\(month + 1)-\(numbers[1])" : "\(numbers[0]).\(month + 1).\(numbers[1])")
    else { return nil }
    return wall.day(.dayFirst)
  }
}
