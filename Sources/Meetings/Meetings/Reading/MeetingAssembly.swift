// SPDX-License-Identifier: MIT
// Part of Platen: assembles the contents of files into one meeting.

internal import Diagnostics
internal import Readers

/// Assembles one meeting from the records.
struct MeetingAssembly {
  let options: MeetingReader.Options
  var found: MeetingRecords
  var finder: AttachmentFinder
  var warnings: MeetingWarnings
  var log: DiagnosticLog

  /// The number of different messages with one id that others are compared with.
  private static let duplicateLimit = 8

  mutating func finish() throws -> Diagnosed<Meeting> {
    var meeting = Meeting()
    placeSessions()
    let all = MeetingRecords.merged(found.rooms)
    if let room = try found.chosenRoom(among: all, wanted: options.room) {
      meeting.room = room
      recordOthers(than: room, among: all)
    } else {
      meeting.candidateRooms = found.usedRooms(among: all).map { $0.name.isEmpty ? $0.id : $0.name }
    }
    meeting.title = found.title
    settle(&meeting)
    meeting.side = found.side
    meeting.isRoomStated = options.room != nil || found.link != nil
    meeting.isSavedChat = found.hasEmptyChat
    let id = meeting.room.id
    addPeople(to: &meeting)
    addPresent(to: &meeting)
    setTimes(of: &meeting)
    meeting.names = names(among: all)
    var rooms = RoomAssembly(found.parts, zone: options.zone, start: options.start?.time)
    rooms.add(to: &meeting, messages: &found.messages, events: &found.events)
    for diagnostic in rooms.diagnostics { log.record(diagnostic) }
    found.messages += found.changes.messages(&finder, &warnings).map {
      Sourced(room: "", value: $0)
    }
    meeting.messages = sortedMessages(of: id)
    let ids = Set(found.messages.map(\.value.id))
    for diagnostic in found.changes.apply(to: &meeting.messages, ids: ids, &warnings) {
      log.record(diagnostic)
    }
    if !meeting.room.base.isEmpty { meeting.place(onServer: meeting.room.base) }
    meeting.events = sortedEvents(of: id)
    meeting.recordings = found.recordings.filter {
      $0.roomID.isEmpty || id.isEmpty || $0.roomID == id
    }
    meeting.apps = apps(of: id)
    meeting.uploads = found.uploads.filter { $0.room.isEmpty || id.isEmpty || $0.room == id }
    meeting.images = finder.images
    meeting.unread = warnings.unread
    meeting.admin = admin(of: meeting.room, among: all)
    return Diagnosed(
      meeting, warnings: finder.log.diagnostics + warnings.diagnostics + log.diagnostics)
  }

  /// The apps of a room with their names and updates. Updates of no known app are of one without a
  /// name.
  private func apps(of room: String) -> [SharedApp] {
    var apps = found.apps.map { instance in
      var app = instance.app
      app.name = found.appNames[instance.package] ?? ""
      return app
    }
    var places = Dictionary(
      apps.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for update in found.appUpdates {
      if places[update.instance] == nil {
        var app = SharedApp()
        app.id = update.instance
        places[app.id] = apps.count
        apps.append(app)
      }
      if let place = places[update.instance] { apps[place].updates.append(update.update) }
    }
    for place in apps.indices {
      apps[place].updates.sort { $0.serial < $1.serial }
      guard apps[place].summary.isEmpty, apps[place].document.isEmpty else { continue }
      apps[place].summary = apps[place].updates.last { !$0.summary.isEmpty }?.summary ?? ""
      apps[place].document = apps[place].updates.last { !$0.document.isEmpty }?.document ?? ""
    }
    return apps.filter { $0.room.isEmpty || room.isEmpty || $0.room == room }
  }

  /// Gives visits of a server's lists to the users they are of: those named beside them, those of
  /// rows with the same ids, or those whose ids are in the names of the files.
  private mutating func placeSessions() {
    guard !found.sessions.isEmpty else { return }
    let rows = Dictionary(
      found.rows.map { ($0.value.row, $0.value.identity) }, uniquingKeysWith: { a, _ in a })
    let users = Set(found.admin.users.map(\.id) + found.rows.map(\.value.identity)).sorted()
      .filter { $0.utf8.count >= 8 }
    var fileUsers: [String: String?] = [:]
    for var session in found.sessions {
      if session.row.value.identity.isEmpty, !session.id.isEmpty {
        session.row.value.identity = rows[session.id] ?? ""
      }
      if session.row.value.identity.isEmpty {
        let file = session.row.file
        if fileUsers[file] == nil {
          let name = file.split(separator: "/").last.map(String.init) ?? ""
          fileUsers[file] = .some(
            users.first { name.contains($0) } ?? MeetingAssembly.identifier(in: name))
        }
        session.row.value.identity = (fileUsers[file] ?? nil) ?? ""
      }
      guard !session.row.value.identity.isEmpty else {
        warnings.file = session.row.file
        warnings.keep(session.json, at: session.row.position)
        warnings.record(
          .meetingSessions,
          "a visit of a list that does not name its user: it is in .json and .zip outputs only; "
            + "put the user's id into the file's name",
          at: session.row.position)
        continue
      }
      found.rows.append(session.row)
    }
    let known = Set(found.rooms.map(\.id))
    found.rooms += found.sessionRooms.filter { !known.contains($0.id) }
  }

  /// The first UUID or guest's identity in a name.
  private static func identifier(in name: String) -> String? {
    let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "-") }
    for word in words {
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      for start in parts.indices {
        let lengths = parts[start...].prefix(5).map(\.count)
        if lengths == [8, 4, 4, 4, 12] {
          let uuid = parts[start...].prefix(5)
          if uuid.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) { return uuid.joined(separator: "-") }
        }
      }
    }
    return nil
  }

  private mutating func addPeople(to meeting: inout Meeting) {
    var identities: [String: Int] = [:]
    for row in found.rows where row.isOf(meeting.room.id) {
      let participant = row.value
      // A row of the database and a person in the room now may be one and the same.
      if !participant.identity.isEmpty, let known = identities[participant.identity] {
        if meeting.participants[known].isOtherVisit(than: participant) {
          warnings.file = row.file
          warnings.record(
            .meetingVisit, "another visit of the same person: the later one is shown",
            at: row.position)
        }
        meeting.participants[known].complete(with: participant)
        continue
      }
      if !participant.identity.isEmpty {
        identities[participant.identity] = meeting.participants.count
      }
      meeting.participants.append(participant)
    }
  }

  /// Adds the people who are listed beside the meeting, and what they are to those known.
  private func addPresent(to meeting: inout Meeting) {
    guard !found.side.present.isEmpty else { return }
    var people = PeopleIndex()
    for (index, row) in meeting.participants.enumerated() {
      people.addPerson(row.name, email: row.email, as: index)
    }
    var identities: [String: String] = [:]
    for message in found.messages {
      let key = PeopleIndex.key(message.value.senderName)
      if identities[key] == nil { identities[key] = message.value.identity }
    }
    for person in found.side.present where !person.name.isEmpty {
      if let known = people.index(named: person.name) {
        meeting.participants[known].remark = person.remark
        continue
      }
      var row = Participant()
      row.name = person.name
      row.identity = identities[PeopleIndex.key(person.name)] ?? ""
      row.remark = person.remark
      row.isStated = true
      people.addPerson(person.name, as: meeting.participants.count)
      meeting.participants.append(row)
    }
  }

  /// The beginning and the end as people wrote them. An end without a day is on that of the beginning,
  /// or the next.
  private func setTimes(of meeting: inout Meeting) {
    func timestamp(_ time: RoomTime?) -> Timestamp? {
      switch time {
      case .instant(let time): time
      case .local(let local): options.zone.timestamp(local: local)
      case .clock, .elapsed, nil: nil
      }
    }
    meeting.statedBegin = timestamp(found.begun)
    meeting.statedEnd = timestamp(found.ended)
    guard case .clock(let clock)? = found.ended,
      let begin = meeting.statedBegin ?? meeting.span?.from
    else { return }
    let local = options.zone.local(begin)
    var end = local - local % RoomClock.day + clock
    if end < local { end += RoomClock.day }
    meeting.statedEnd = options.zone.timestamp(local: end)
  }

  /// The names of people, by identity.
  private func names(among rooms: [Room]) -> [String: String] {
    var names: [String: String] = [:]
    for user in found.admin.users where !user.name.isEmpty { names[user.id] = user.name }
    for row in found.rows where !row.value.name.isEmpty {
      names[row.value.identity] = row.value.name
    }
    names.merge(found.names) { known, _ in known }
    for room in rooms where !room.ownerName.isEmpty && names[room.createdBy] == nil {
      names[room.createdBy] = room.ownerName
    }
    return names
  }

  private mutating func admin(of chosen: Room, among rooms: [Room]) -> AdminData {
    var admin = found.admin
    admin.rooms = rooms
    admin.users = MeetingRecords.merged(admin.users)
    admin.shortLists = admin.shortLists.compactMap { list in
      let read = list.name == "users" ? admin.users.count : admin.rooms.count
      return read < list.total
        ? AdminData.ShortList(list.name, read: read, total: list.total) : nil
    }
    for list in admin.shortLists {
      log.record(
        .warning(
          .meetingPages,
          "\(list.read) of \(list.total) \(list.name) were read: pages are missing",
          hints: ["put all pages of the list into the folder"]))
    }
    admin.present = found.rows.filter(\.value.isLive).map { row in
      AdminData.Presence(room: rooms.first { $0.id == row.room }?.name ?? chosen.name, row.value)
    }
    admin.servers = found.instances.map { AdminData.Server(label: $0.label, address: $0.base) }
    return admin
  }

  /// Each message once, in the order of time; those without a time stay behind the one before them.
  private mutating func sortedMessages(of room: String) -> [Message] {
    // The indices of the different messages of each id.
    var seen: [String: [Int]] = [:]
    var last = Int.min
    var keyed: [(time: Int, message: Message)] = []
    keyed.reserveCapacity(found.messages.count)
    var isSorted = true
    for source in found.messages where source.isOf(room) {
      let message = source.value
      if !message.id.isEmpty {
        let places = seen[message.id] ?? []
        // Two people's storage holds the same lines, and each what its owner saw of them.
        if let place = places.first(where: { keyed[$0].message.isCopy(of: message) }) {
          keyed[place].message.complete(with: message)
          continue
        }
        if !places.isEmpty {
          warnings.file = source.file
          warnings.record(
            .meetingTwice, "another message has this id and differs: both are shown",
            at: source.position, "id")
        }
        seen[message.id] = places.prefix(MeetingAssembly.duplicateLimit) + [keyed.count]
      }
      let time = message.time?.microseconds ?? last
      if time < last { isSorted = false }
      last = time
      keyed.append((time, message))
    }
    guard !isSorted else { return keyed.map(\.message) }
    return keyed.enumerated().sorted { a, b in
      (a.element.time, a.offset) < (b.element.time, b.offset)
    }.map(\.element.message)
  }

  /// Each event once, in the order of time: two files may record the same one. Those without a time
  /// stay after all others; whether two of them are the same is unknown.
  private func sortedEvents(of room: String) -> [RoomEvent] {
    var seen: Set<RoomEvent> = []
    let own = found.events.filter { $0.room.isEmpty || room.isEmpty || $0.room == room }
    let once = own.filter { $0.time == nil || seen.insert($0).inserted }
    return once.enumerated().sorted { a, b in
      (a.element.time?.microseconds ?? .max, a.offset)
        < (b.element.time?.microseconds ?? .max, b.offset)
    }.map(\.element)
  }

  /// Records what is omitted since it is of other rooms than the one used, which no setting chose.
  private mutating func recordOthers(than room: Room, among all: [Room]) {
    guard options.room == nil, !room.id.isEmpty else { return }
    let people = found.rows.filter { !$0.room.isEmpty && $0.room != room.id }
    let lines = found.messages.filter { !$0.room.isEmpty && $0.room != room.id }
    let files = found.recordings.filter { !$0.roomID.isEmpty && $0.roomID != room.id }
    let counts = [
      (people.count, "person", "people"), (lines.count, "message", "messages"),
      (files.count, "recording", "recordings"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    guard !parts.isEmpty else { return }
    let ids = Set(people.map(\.room) + lines.map(\.room) + files.map(\.roomID)).sorted()
    let shown = ids.lazy.map { id in
      let name = all.first { $0.id == id }?.name ?? ""
      return printable(id, limit: 80) + (name.isEmpty ? "" : " (\(printable(name, limit: 80)))")
    }
    log.record(
      .warning(
        .meetingRoom,
        "omitted: \(parts.joined(separator: ", ")) of \(ids.count) other "
          + (ids.count == 1 ? "room" : "rooms"),
        at: people.first.map { $0.position.place(in: $0.file) }
          ?? lines.first.map { $0.position.place(in: $0.file) },
        hints: ["room: and one of " + cappedList(shown)]))
  }

  /// The server's label and address, from any source that has them.
  private func settle(_ meeting: inout Meeting) {
    if meeting.room.base.isEmpty { meeting.room.base = found.base }
    meeting.instance = options.instance.isEmpty ? found.instance : options.instance
    if meeting.room.base.isEmpty, found.instances.count == 1 {
      meeting.room.base = found.instances[0].base
    }
    if meeting.instance.isEmpty {
      meeting.instance =
        found.instances.first { $0.base == meeting.room.base }?.label ?? ""
    }
  }
}

extension Meeting {
  /// Completes addresses of attachments that begin at the server's root.
  fileprivate mutating func place(onServer base: String) {
    for message in messages.indices where !messages[message].attachments.isEmpty {
      for index in messages[message].attachments.indices
      where messages[message].attachments[index].url.hasPrefix("/") {
        messages[message].attachments[index].url =
          base + messages[message].attachments[index].url
      }
    }
  }
}

extension Participant {
  /// Indicates whether another row is of another time, and both are rows that the server kept.
  func isOtherVisit(than other: Participant) -> Bool {
    guard !isLive, !other.isLive, let joined, let time = other.joined else { return false }
    return joined != time
  }

  /// Adds the fields another source has of the same visit; of two visits the later holds.
  mutating func complete(with other: Participant) {
    if isOtherVisit(than: other) {
      var (first, last) = (self, other)
      if let a = joined, let b = other.joined, b < a { swap(&first, &last) }
      if last.name.isEmpty { last.name = first.name }
      if last.email.isEmpty { last.email = first.email }
      if last.accesses.isEmpty { last.accesses = first.accesses }
      self = last
      return
    }
    if name.isEmpty { name = other.name }
    if email.isEmpty { email = other.email }
    if accesses.isEmpty { accesses = other.accesses }
    joined = joined ?? other.joined
    left = left ?? other.left
    isModerator = isModerator || other.isModerator
    isMuted = isMuted || other.isMuted
    isVideoOff = isVideoOff || other.isVideoOff
    isChatBlocked = isChatBlocked || other.isChatBlocked
    isBanned = isBanned || other.isBanned
    isOnStage = isOnStage || other.isOnStage
    isApproved = isApproved ?? other.isApproved
    isLive = isLive && other.isLive
  }
}
