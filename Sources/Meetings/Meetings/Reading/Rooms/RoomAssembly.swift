// SPDX-License-Identifier: MIT
// Part of Platen: parts of other systems' rooms merged into one meeting.

internal import Diagnostics
internal import Documents
internal import Readers
internal import Text

/// Merges parts into a meeting: people by their names, times on one time line.
struct RoomAssembly {
  let parts: [RoomPart]
  let zone: ZoneRules
  /// The beginning of the recording as the job has it.
  let start: RoomTime?
  private var people = PeopleIndex()
  private(set) var diagnostics: [Diagnostic] = []
  /// People by the names that files have for them, found once.
  private var found: [String: Int?] = [:]
  /// The names of those who write in any part, which speakers' labels are compared with.
  private let senders: Set<String>

  init(_ parts: [RoomPart], zone: ZoneRules, start: RoomTime?) {
    self.parts = parts
    self.zone = zone
    self.start = start
    senders = Set(parts.flatMap { $0.messages.map { PeopleIndex.key($0.sender) } })
  }

  /// Adds the parts to a meeting whose people of rows are known.
  ///
  /// - Parameters:
  ///   - messages: the messages of all files, to which those of the parts are added.
  ///   - events: the same of events.
  mutating func add(
    to meeting: inout Meeting, messages: inout [Sourced<Message>], events: inout [RoomEvent]
  ) {
    guard !parts.isEmpty else { return }
    for (index, row) in meeting.participants.enumerated() {
      people.addPerson(row.name, email: row.email, as: index)
    }
    let clock = clock(besides: meeting, messages)
    meeting.timeBase = clock.base
    for part in parts where !meeting.formats.contains(part.format) {
      meeting.formats.append(part.format)
    }
    for part in parts {
      let own = part.hasRecordingStart ? part.start.flatMap { clock.timestamp($0) } : nil
      addPeople(of: part, to: &meeting, clock, own)
    }
    let isListed = !meeting.participants.isEmpty
    for part in parts {
      let own =
        start == nil && part.hasRecordingStart ? part.start.flatMap { clock.timestamp($0) } : nil
      var unmatched: [String] = []
      var seen: Set<String> = []
      /// The person's name and identity, as the meeting has them.
      func person(_ name: String) -> (name: String, identity: String) {
        guard !name.isEmpty else { return ("", "") }
        guard let index = index(of: name) else {
          if isListed, seen.insert(name).inserted { unmatched.append(name) }
          return (name, "")
        }
        let row = meeting.participants[index]
        return (row.name.isEmpty ? name : row.name, row.identity)
      }
      let isSpeaker = speakers(of: part)
      var last = ""
      for line in part.lines {
        var spoken = SpokenLine()
        var name = line.speaker
        spoken.text = line.text
        if !line.label.isEmpty {
          if isSpeaker(line.label) {
            name = line.label
          } else {
            spoken.text = line.head + line.text
          }
        }
        if name.isEmpty, part.goesOn { name = last }
        last = name
        let speaker = person(name)
        (spoken.speaker, spoken.identity) = (speaker.name, speaker.identity)
        spoken.from = line.from.flatMap { clock.timestamp($0, own: own) }
        spoken.to = line.to.flatMap { clock.timestamp($0, own: own) }
        meeting.speech.append(spoken)
      }
      for line in part.messages {
        var message = Message()
        let sender = person(line.sender)
        (message.senderName, message.identity) = (sender.name, sender.identity)
        message.text = line.text
        message.time = line.time.flatMap { clock.timestamp($0, own: own) }
        message.reactions = line.reactions.map { reaction in
          let by = person(reaction.identity)
          return Reaction(
            identity: by.identity.isEmpty ? by.name : by.identity, emoji: reaction.emoji)
        }
        messages.append(Sourced(room: "", value: message, file: part.file))
      }
      for deed in part.deeds {
        let actor = person(deed.actor)
        events.append(
          RoomEvent(
            deed.name, actor: actor.identity.isEmpty ? actor.name : actor.identity, target: "",
            time: deed.time.flatMap { clock.timestamp($0, own: own) }))
      }
      if let own, meeting.recordingStart == nil, !part.lines.isEmpty {
        meeting.recordingStart = own
      }
      if let time = part.start.flatMap({ clock.timestamp($0) }) {
        meeting.begun = min(meeting.begun ?? time, time)
      }
      if let time = part.end.flatMap({ clock.timestamp($0, own: own) }) {
        meeting.ended = max(meeting.ended ?? time, time)
      }
      recordUnmatched(unmatched, in: part)
      recordStart(of: part, own, clock)
    }
    if meeting.recordingStart == nil, hasElapsed { meeting.recordingStart = clock.start }
    sortSpeech(of: &meeting)
    if meeting.title.isEmpty { meeting.title = parts.first { !$0.title.isEmpty }?.title ?? "" }
  }

  // MARK: Times

  private func clock(besides meeting: Meeting, _ messages: [Sourced<Message>]) -> RoomClock {
    let known = ([meeting.span?.from] + messages.map(\.value.time)).compactMap(\.self).min()
    var candidates = start.map { [$0] } ?? []
    candidates += parts.filter(\.hasRecordingStart).compactMap(\.start)
    candidates += parts.compactMap(\.start)
    candidates += known.map { [.instant($0)] } ?? []
    // The first of people and messages, by each way of counting.
    let times = parts.flatMap(\.times)
    var firsts: (instant: Int?, local: Int?, clock: Int?) = (nil, nil, nil)
    for time in times {
      switch time {
      case .instant(let time):
        firsts.instant = min(firsts.instant ?? .max, time.microseconds)
      case .local(let local): firsts.local = min(firsts.local ?? .max, local)
      case .clock(let clock): firsts.clock = min(firsts.clock ?? .max, clock)
      case .elapsed: break
      }
    }
    if let first = firsts.instant { candidates.append(.instant(Timestamp(microseconds: first))) }
    if let first = firsts.local { candidates.append(.local(first)) }
    if let first = firsts.clock { candidates.append(.clock(first)) }
    return RoomClock(
      zone: zone, times: times, isDated: known != nil, candidates: candidates)
  }

  /// Indicates whether any time counts from the beginning of a recording.
  private var hasElapsed: Bool { parts.contains(where: \.hasElapsed) }

  /// Reports a beginning that is not the recording's own.
  private mutating func recordStart(of part: RoomPart, _ own: Timestamp?, _ clock: RoomClock) {
    guard start == nil, own == nil, clock.base != .elapsed, part.hasElapsed,
      let first = clock.start
    else { return }
    let words = MeetingClock(zone: zone, phrases: .english, base: clock.base).stamp(first)
    diagnostics.append(
      .warning(
        .meetingStart,
        "its times count from the beginning of the recording, which is taken to be \(words)",
        at: SourceLocation(file: part.file), hints: ["start: \(words) sets it"]))
  }

  /// Sorts by time; a line without one stays behind the one before it.
  private func sortSpeech(of meeting: inout Meeting) {
    var last = Int.min
    let keyed = meeting.speech.map { line in
      last = line.from?.microseconds ?? last
      return (time: last, line: line)
    }
    meeting.speech = keyed.enumerated().sorted { a, b in
      (a.element.time, a.offset) < (b.element.time, b.offset)
    }.map(\.element.line)
  }

  // MARK: People

  private mutating func addPeople(
    of part: RoomPart, to meeting: inout Meeting, _ clock: RoomClock, _ own: Timestamp?
  ) {
    for person in part.people {
      let named = ([person.name] + person.aliases).compactMap { people.index(named: $0) }
        .first { index in
          // People of one name have addresses of their own.
          let email = meeting.participants[index].email
          return email.isEmpty || person.email.isEmpty
            || email.lowercased() == person.email.lowercased()
        }
      let known = people.index(email: person.email) ?? named
      let index = known ?? meeting.participants.count
      if known == nil {
        var row = Participant()
        row.name = person.name
        row.isReported = true
        meeting.participants.append(row)
      }
      people.addPerson(person.name, aliases: person.aliases, email: person.email, as: index)
      var row = meeting.participants[index]
      if row.email.isEmpty { row.email = person.email }
      if row.accesses.isEmpty, person.isGuest { row.accesses = ["guest"] }
      row.isHost = row.isHost || person.isHost
      row.isReported = row.isReported || !person.visits.isEmpty
      row.visits += person.visits.map { visit in
        RoomVisit(
          from: visit.from.flatMap { clock.timestamp($0, own: own) },
          to: visit.to.flatMap { clock.timestamp($0, own: own) })
      }
      row.statedSeconds = row.statedSeconds ?? person.seconds
      let joined = ([row.joined] + row.visits.map(\.from)).compactMap(\.self).min()
      let isOpen = row.visits.last.map { $0.from != nil && $0.to == nil } ?? false
      let left = ([row.left] + row.visits.map(\.to)).compactMap(\.self).max()
      (row.joined, row.left) = (joined, isOpen ? nil : left)
      meeting.participants[index] = row
    }
  }

  private mutating func index(of name: String) -> Int? {
    if let known = found[name] { return known }
    let index = people.index(named: name)
    found[name] = .some(index)
    return index
  }

  /// Decides which labels of a part are names of speakers: those of people who are known, those that
  /// most lines have, and those that occur often.
  private mutating func speakers(of part: RoomPart) -> (String) -> Bool {
    var counts: [String: Int] = [:]
    var all = 0
    for line in part.lines where !line.label.isEmpty {
      counts[PeopleIndex.key(line.label), default: 0] += 1
      if line.label.first?.isLowercase == false { all += 1 }
    }
    guard !counts.isEmpty else { return { _ in false } }
    var known: Set<String> = []
    for key in counts.keys where index(of: key) != nil || senders.contains(key) {
      known.insert(key)
    }
    let isListed = !known.isEmpty
    let areMost = all * 2 >= part.lines.count
    return { label in
      let key = PeopleIndex.key(label)
      if known.contains(key) || RoomAssembly.isUnnamed(key) { return true }
      guard label.first?.isLowercase == false else { return false }
      return isListed ? (counts[key] ?? 0) >= 3 : areMost || (counts[key] ?? 0) >= 3
    }
  }

  /// Indicates whether a name is one that programs give to speakers they do not know: `speaker 1`,
  /// `speaker_00`.
  private static func isUnnamed(_ key: String) -> Bool {
    guard key.hasPrefix("speaker") || key.hasPrefix("unknown speaker") else { return false }
    return key.hasPrefix("unknown") || key.last?.isNumber == true
  }

  private mutating func recordUnmatched(_ names: [String], in part: RoomPart) {
    guard !names.isEmpty else { return }
    let shown = cappedList(names.map { "\"\(printable($0, limit: 80))\"" })
    diagnostics.append(
      .warning(
        .meetingMatch,
        counted(names.count, "name is", "names are") + " in no list of attendance: " + shown,
        at: SourceLocation(file: part.file)))
  }
}

extension RoomPart {
  /// Its times, but for the ends of lines.
  fileprivate var times: [RoomTime] {
    var times: [RoomTime] = []
    for person in people {
      for visit in person.visits { times += [visit.from, visit.to].compactMap(\.self) }
    }
    times += messages.compactMap(\.time)
    times += lines.compactMap(\.from)
    return times + deeds.compactMap(\.time)
  }

  /// Indicates whether any of its times counts from the beginning of a recording.
  var hasElapsed: Bool {
    func isElapsed(_ time: RoomTime?) -> Bool {
      if case .elapsed? = time { true } else { false }
    }
    return lines.contains { isElapsed($0.from) } || messages.contains { isElapsed($0.time) }
  }
}
