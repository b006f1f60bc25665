// SPDX-License-Identifier: MIT
// Part of Platen: files of a meeting, whatever each of them is, become one meeting.

internal import Database
public import Diagnostics
internal import JSON
public import Readers
internal import Text

/// Reads meetings of Bedrud.
///
/// What it takes: bundles `{room, participants, chat, system}` with our own `agenda`, `notes`, `polls`,
/// `actions` and `next`; the chat as the web client keeps it, also as the JSON text its storage holds;
/// packets as they go over the wire, in a list or line by line; answers of the server's
/// administration; the server's database file; notes in Markdown. Keys may be in camel or in snake
/// case. Several files are parts of one meeting.
public enum MeetingReader {
  public struct Options: Sendable {
    /// The room that is meant, where the files know several.
    public var room: RoomLink?
    /// What people call the server.
    public var instance = ""
    /// Files that are nothing of a meeting are left out with a note: those that lay in a folder.
    public var leavesStrangers = false
    /// The bytes of a file that clients sent to the server, by its name without folders.
    public var attachment: @Sendable (String) -> [UInt8]? = { _ in nil }
    public init() {}
  }

  /// Reads the files one after the other.
  ///
  /// - Throws: `Failure` `meeting.format` where a file is nothing of a meeting, `meeting.room` where
  ///   it is not clear which room is meant, `meeting.side` for mistakes in our own format.
  public static func read(
    files: [NamedBytes], options: Options = Options()
  ) throws -> Warned<Meeting> {
    var gathering = Gathering(options)
    var faults: [Diagnostic] = []
    for file in files {
      do {
        try gathering.take(file)
      } catch let failure as Failure {
        if options.leavesStrangers, failure.diagnostics.allSatisfy({ $0.code == .meetingFormat }) {
          gathering.leaveOut(file.name)
        } else {
          faults += failure.inFile(file.name).diagnostics
        }
      }
    }
    guard faults.isEmpty else { throw Failure(faults) }
    return try gathering.finish()
  }
}

/// What was read so far.
struct Gathering {
  private let options: MeetingReader.Options
  private var log = DiagnosticLog()
  private var doubts = Doubts()
  private var shelf: PictureShelf
  private var rooms: [Room] = []
  /// What names a room from outside: a link in a bundle.
  private var named: RoomLink?
  private var base = ""
  private var instance = ""
  private var rows: [Sourced<Participant>] = []
  private var messages: [Sourced<Message>] = []
  private var changes = ChatChanges()
  private var events: [RoomEvent] = []
  private var recordings: [Recording] = []
  /// Names that packets and lists of events have beside identities.
  private var names: [String: String] = [:]
  private var instances: [(label: String, base: String)] = []
  private var side = SideNotes()
  private var title = ""
  private var admin = AdminData()
  /// Which file is being read.
  private var file = ""
  /// Whether anything was known in it.
  private var isKnown = false
  /// The keys of a whole file that has none that is known.
  private var strangeKeys: [String] = []

  /// Something of a room, with where it was read.
  private struct Sourced<Value> {
    /// The id of its room; empty where the source has none.
    var room: String
    var value: Value
    var spot = Spot.whole
    var file = ""
  }

  /// What puts the log beside a database into it.
  private static let logHint =
    "what was written last may stand in the log beside it: sqlite3 FILE "
    + "\"PRAGMA wal_checkpoint(TRUNCATE)\""

  /// Messages of one id that others are compared with.
  private static let mostTwins = 8
  /// Containers inside one another, and JSON inside strings of JSON.
  private static let limits = JSONDocument.Limits(bytes: 1 << 30, depth: 64)

  init(_ options: MeetingReader.Options) {
    self.options = options
    shelf = PictureShelf(file: options.attachment)
  }

  // MARK: Files

  mutating func take(_ file: NamedBytes) throws {
    self.file = file.name
    let before = doubts
    doubts.file = file.name
    isKnown = false
    strangeKeys = []
    let name = file.name.lowercased()
    if Database.recognizes(file.bytes) {
      let hasLog = Database.hasWriteAheadLog(file.bytes)
      if hasLog {
        log.record(
          .warning(
            .meetingDatabase,
            "what stands in the log beside this database (-wal) and not in itself is not read",
            at: Place(file: file.name), hints: [Gathering.logHint]))
      }
      do {
        var unread: [(table: String, rows: Int)] = []
        let json = try DatabaseReader.json(
          of: file.bytes, room: options.room?.name, unread: &unread)
        if !unread.isEmpty {
          let tables = unread.map { "\($0.table) (\(counted($0.rows, "row")))" }
          log.record(
            .warning(
              .meetingTable, "not read: " + tables.joined(separator: ", "),
              at: Place(file: file.name)))
        }
        try read(json)
      } catch let failure as Failure where hasLog {
        throw failure.hinting(Gathering.logHint)
      }
    } else if [".md", ".markdown"].contains(where: name.hasSuffix) {
      guard let text = String(validating: file.bytes, as: UTF8.self) else {
        throw Failure(.error(.meetingFormat, "these notes are not UTF-8 text"))
      }
      if !text.trimmed.isEmpty { side.notes.append(SideNotes.clean(text)) }
      isKnown = true
    } else if [".jsonl", ".ndjson"].contains(where: name.hasSuffix) {
      try readLines(file.bytes)
    } else if name.hasSuffix(".toml") {
      guard ServerList.recognizes(file.bytes) else {
        throw Failure(
          .error(.meetingFormat, "this is no list of servers: it has no [[instances]]"))
      }
      for server in ServerList.servers(in: file.bytes) {
        takeServer(server.label.line, server.address)
      }
    } else {
      do {
        try read(file.bytes)
      } catch let fault as JSONError {
        // Packets as they were caught, one a line, in a file with any name.
        guard isLines(file.bytes) else {
          throw Failure(fault.diagnostic(.meetingJson))
        }
        try readLines(file.bytes)
      }
    }
    guard isKnown else {
      // Of a stranger there is nothing to doubt.
      doubts = before
      throw Failure(
        .error(
          .meetingFormat, "nothing of a meeting is in it: no room, no people, no chat",
          hints: slips + [
            "it takes a bundle {room, participants, chat, system}, a saved chat, or the database"
          ]))
    }
  }

  /// What may be meant by keys nobody knows, of a file that has no others.
  private var slips: [String] {
    let known = SideReader.keys + ["chat", "messages", "participants", "system", "room"]
    return strangeKeys.compactMap { key in
      nearMiss(key, among: known).map {
        "\"\(printable(key, limit: 40))\": did you mean \"\($0)\"?"
      }
    }
  }

  /// Notes a file that is nothing of a meeting.
  mutating func leaveOut(_ name: String) {
    let hints = slips
    log.record(
      Diagnostic(
        hints.isEmpty ? .note : .warning, .meetingStranger,
        "nothing of a meeting is in it: left out", at: Place(file: name), hints: hints))
  }

  private mutating func read(_ bytes: [UInt8]) throws {
    let document = try unsafe bytes.withUnsafeBytes { raw -> JSONDocument in
      // Browsers' files may begin with a byte order mark.
      let hasMark = unsafe raw.starts(with: [0xEF, 0xBB, 0xBF])
      return try unsafe JSONDocument(
        parsing: UnsafeRawBufferPointer(rebasing: raw[(hasMark ? 3 : 0)...]),
        limits: Gathering.limits)
    }
    checkEncoding(of: document)
    try unsafe document.withView { try take($0, room: "", at: .whole, depth: 0) }
  }

  /// Says where letters were lost: bytes that are no UTF-8.
  private mutating func checkEncoding(of document: JSONDocument, line: Int? = nil) {
    let count = document.repairs.invalidUTF8
    guard count > 0 else { return }
    let first = document.position(ofByte: document.repairs.firstOffset ?? 0)
    log.record(
      .warning(
        .meetingEncoding,
        counted(count, "byte is", "bytes are") + " not UTF-8, read as U+FFFD",
        at: Place(file: file, line: line ?? first.line, column: first.column)))
  }

  /// Whether the first line is a JSON object by itself.
  private func isLines(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: 0x0A), end < 1 << 20 else { return false }
    let line = Array(bytes[..<end])
    guard let document = try? JSONDocument(parsing: line, limits: Gathering.limits) else {
      return false
    }
    return document.root.kind == .object
  }

  private mutating func readLines(_ bytes: [UInt8]) throws {
    var reader = ChatReader()
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      do {
        let document = try unsafe line.withUnsafeBytes {
          try unsafe JSONDocument(parsing: $0, limits: Gathering.limits)
        }
        // Views of a document that is gone would be what the next compares with.
        reader = ChatReader()
        checkEncoding(of: document, line: number)
        try unsafe document.withView { try takeElement($0, room: "", at: .line(number), &reader) }
      } catch let fault as JSONError {
        log.record(
          .warning(
            .meetingLine, "this line is no JSON: \(fault.message)",
            at: Place(file: file, line: number)))
      }
    }
  }

  // MARK: Values

  private mutating func take(
    _ view: JSONView, room: String, at spot: Spot, depth: Int
  ) throws {
    switch view.kind {
    case .string: try takeText(view, room: room, at: spot, depth: depth)
    case .array: try takeList(view, room: room, at: spot)
    case .object: try takeObject(view, at: spot, depth: depth)
    default:
      if spot != .whole { doubts.record(view, insteadOf: "a list", at: spot) }
    }
  }

  /// JSON as a text inside JSON, as browsers' storage keeps it.
  private mutating func takeText(
    _ view: JSONView, room: String, at spot: Spot, depth: Int
  ) throws {
    guard depth < 2, let text = view.string else {
      return doubts.record(view, insteadOf: "a list", at: spot)
    }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: Array(text.utf8), limits: Gathering.limits)
    } catch {
      throw Failure(error.diagnostic(.meetingJson, field: "the text of the storage"))
    }
    try unsafe document.withView { try take($0, room: room, at: spot, depth: depth + 1) }
  }

  private mutating func takeList(_ view: JSONView, room: String, at spot: Spot) throws {
    var reader = ChatReader()
    // A chat without a line is a chat.
    if view.count == 0 { isKnown = true }
    let list = spot.list("")
    for (index, element) in view.elements.enumerated() {
      try takeElement(element, room: room, at: .element(of: list, index), &reader)
    }
  }

  /// An element of a list, by what it has.
  private mutating func takeElement(
    _ view: JSONView, room: String, at spot: Spot, _ reader: inout ChatReader
  ) throws {
    switch reader.read(view, at: spot, &shelf, &doubts) {
    case .message(let message):
      isKnown = true
      messages.append(Sourced(room: room, value: message, spot: spot, file: file))
    case .event(let event):
      isKnown = true
      if event.kind == nil {
        log.record(
          .warning(
            .meetingEvent, "an event nobody knows: \"\(printable(event.name))\"",
            at: spot.place(of: "event", in: file)))
      }
      events.append(event)
      if event.kind == .roomCreated || event.kind == .roomJoined {
        takeName(view.field("userName").line(200), of: event.actor)
      }
    case .change(let change):
      isKnown = true
      changes.record(change, at: spot, in: file)
    case .name(let identity, let name):
      isKnown = true
      takeName(name, of: identity)
    case .passing(let type):
      doubts.record(.meetingPacket, "packets of type \"\(type)\" are not read", at: spot)
    case .other: try takeOther(view, at: spot)
    }
  }

  private mutating func takeName(_ name: String, of identity: String) {
    if !name.isEmpty, !identity.isEmpty, names[identity] == nil { names[identity] = name }
  }

  /// An element that is no packet; what is nothing of a meeting is said, but for a whole file.
  private mutating func takeOther(_ view: JSONView, at spot: Spot) throws {
    func leaveOut() {
      guard spot != .whole else { return }
      doubts.record(
        .meetingEntry, "an entry that is nothing of a meeting is left out", at: spot)
    }
    guard view.isObject else { return leaveOut() }
    if let owner = view.field("roomId", "room_id"), view.field("userId", "user_id") != nil {
      takeParticipant(view, room: owner.looseString ?? "", at: spot)
    } else if view.field("identity") != nil,
      view.field("joinedAt", "joined_at") != nil || view.field("state") != nil
        || view.field("sid") != nil
    {
      takeParticipant(view, room: "", at: spot)
    } else if let address = (view.field("serverURL", "base_url") ?? view.field("baseURL"))?.string {
      takeServer((view.field("displayName", "label") ?? view.field("name")).line(), address)
    } else if view.field("token") != nil, view.field("expiresAt", "expires_at") != nil {
      isKnown = true
      admin.invites.append(AdminData.Invite(view, at: spot, &doubts))
    } else if view.field("email") != nil,
      view.field("provider") != nil || view.field("accesses") != nil
    {
      takeUser(view, at: spot)
    } else if view.field("userId", "user_id") != nil || view.field("joinedAt", "joined_at") != nil {
      takeParticipant(view, room: "", at: spot)
    } else if Gathering.isRoom(view) {
      takeRoom(view, at: spot)
    } else if view.members.contains(where: { Gathering.isBundleKey($0.key) }) {
      try takeObject(view, at: spot, depth: 1)
    } else {
      leaveOut()
    }
  }

  /// A server of a client's list.
  private mutating func takeServer(_ label: String, _ address: String) {
    isKnown = true
    do {
      instances.append((label, try RoomLink.base(address)))
    } catch {
      log.record(
        error.diagnostics.map {
          .warning($0.code, $0.message, at: Place(file: file), hints: $0.hints)
        })
    }
  }

  private static func isRoom(_ view: JSONView) -> Bool {
    view.field("name") != nil
      && (view.field("maxParticipants", "max_participants") != nil
        || view.field("adminId", "admin_id") != nil || view.field("createdBy", "created_by") != nil)
  }

  private mutating func takeParticipant(_ view: JSONView, room: String, at spot: Spot) {
    let participant = Participant(view, at: spot, &doubts)
    guard !participant.identity.isEmpty || !participant.name.isEmpty else {
      return doubts.record(.meetingEntry, "a row of nobody is left out", at: spot)
    }
    isKnown = true
    rows.append(Sourced(room: room, value: participant, spot: spot, file: file))
  }

  private mutating func takeUser(_ view: JSONView, at spot: Spot) {
    isKnown = true
    admin.users.append(AdminData.User(view, at: spot, &doubts))
  }

  private mutating func takeRoom(_ view: JSONView, at spot: Spot) {
    isKnown = true
    let room = Room(view, at: spot, &doubts)
    rooms.append(room)
    // Lists of administrators may have who is in a room within it.
    guard let people = view.field("participants"), people.isArray else { return }
    for (row, spot) in objects(in: people, at: .member(spot.list("participants"))) {
      takeParticipant(row, room: row.field("roomId", "room_id")?.looseString ?? room.id, at: spot)
    }
  }

  private static let bundleKeys: Set<String> = [
    "room", "rooms", "participants", "attendance", "chat", "messages", "system", "systemMessages",
    "system_messages", "events", "users", "tokens", "inviteTokens", "invite_tokens", "settings",
    "stats", "livekit", "instance", "instances", "online", "admin", "recordings", "sessions",
  ]

  private static func isBundleKey(_ key: String) -> Bool {
    bundleKeys.contains(key) || key.hasPrefix("chat:")
  }

  /// What may stand beside known members and says nothing by itself.
  private static let quietKeys: Set<String> = [
    "total", "page", "limit", "$schema", "format", "version", "zone", "active_id", "activeId",
    "count", "user",
  ]

  /// A bundle, an answer of the server, or one thing by itself.
  private mutating func takeObject(_ view: JSONView, at spot: Spot, depth: Int) throws {
    guard depth < 4 else {
      return doubts.record(.meetingEntry, "nested too deeply: left out", at: spot)
    }
    if view.field("totalParticipants", "total_participants") != nil {
      isKnown = true
      admin.live = AdminData.Live(view, at: spot, &doubts)
      return
    }
    if Gathering.isSettings(view) {
      isKnown = true
      admin.settings += Secrets.settings(view)
      return
    }
    let hasKnown = view.members.contains {
      Gathering.isBundleKey($0.key) || SideReader.keys.contains($0.key)
    }
    // A room has `settings` too, and a row of a list has a `room`.
    if Gathering.isRoom(view), view.field("participants") == nil, view.field("chat") == nil {
      return takeRoom(view, at: spot)
    }
    if view.field("roomId", "room_id") != nil || view.field("identity") != nil || !hasKnown {
      if let count = view.field("count")?.looseInt, view.count == 1 {
        isKnown = true
        admin.online = count
        return
      }
      if spot == .whole { strangeKeys = view.members.prefix(100).map(\.key) }
      var reader = ChatReader()
      return try takeElement(view, room: "", at: spot, &reader)
    }
    var side = SideReader(file: file)
    var unknown: [String] = []
    let owner = view.field("room").flatMap { $0.isObject ? $0.field("id")?.looseString : nil } ?? ""
    for member in view.members {
      if try !takeMember(member.key, member.value, &side, of: owner, in: spot, depth: depth),
        !Gathering.quietKeys.contains(member.key)
      {
        unknown.append(member.key)
      }
    }
    checkPages(view)
    guard side.faults.isEmpty else { throw Failure(side.faults) }
    merge(side)
    record(unknown, isOurs: side.isUsed && !view.members.contains { Gathering.isBundleKey($0.key) })
  }

  /// Says which members are left out: of a server there are many that say nothing of a meeting, but a
  /// key of our own format that nobody knows is a slip, and what stands under it would be missed.
  private mutating func record(_ unknown: [String], isOurs: Bool) {
    var left: [String] = []
    let known = SideReader.keys + ["chat", "messages", "participants", "system"]
    for key in unknown {
      let near = nearMiss(key, among: known)
      guard isOurs || near != nil else {
        left.append(key)
        continue
      }
      log.record(
        .warning(
          .meetingMember, "\"\(printable(key, limit: 40))\" is left out: nobody knows this key",
          at: Place(file: file, field: printable(key, limit: 40)),
          hints: [nearMissHint(key, among: SideReader.keys + (near.map { [$0] } ?? []))]))
    }
    guard !left.isEmpty else { return }
    log.record(
      .warning(
        .meetingMember,
        "left out: " + left.prefix(8).map { printable($0, limit: 40) }.joined(separator: ", ")
          + (left.count > 8 ? " and \(left.count - 8) more" : ""),
        at: Place(file: file)))
  }

  /// A member of a bundle; false for one nobody knows.
  ///
  /// - Parameter owner: the id of the bundle's room; empty where it has none.
  private mutating func takeMember(
    _ key: String, _ value: JSONView, _ side: inout SideReader, of owner: String, in bundle: Spot,
    depth: Int
  ) throws -> Bool {
    if side.take(key, value) {
      isKnown = true
      return true
    }
    guard Gathering.isBundleKey(key) else { return false }
    isKnown = true
    if value.kind == .null { return true }
    let spot = Spot.member(bundle.list(key))
    switch key {
    case "room":
      if let text = value.string {
        let link = try RoomLink(text)
        named = link
        if !link.base.isEmpty { base = link.base }
      } else if isObject(value, at: spot) {
        takeRoom(value, at: spot)
      }
    case "settings":
      if isObject(value, at: spot) { admin.settings += Secrets.settings(value) }
    case "stats", "livekit":
      if isObject(value, at: spot) { admin.live = AdminData.Live(value, at: spot, &doubts) }
    case "online":
      admin.online = doubts.number(
        value.isObject ? value.field("count") : value, at: spot, value.isObject ? "count" : "")
    case "instance": takeInstance(value, at: spot)
    case "users": for (user, spot) in objects(in: value, at: spot) { takeUser(user, at: spot) }
    case "rooms":
      admin.isListed = true
      for (room, spot) in objects(in: value, at: spot) { takeRoom(room, at: spot) }
    case "recordings":
      for (recording, spot) in objects(in: value, at: spot) {
        recordings.append(Recording(recording, at: spot, &doubts))
      }
    case "sessions":
      // Which user they are of is in the address they were asked at, and nowhere else.
      doubts.record(
        .meetingSessions, "lists of a user's sessions are not read: they do not name the user",
        at: spot)
    case "tokens", "inviteTokens", "invite_tokens":
      for (token, spot) in objects(in: value, at: spot) {
        admin.invites.append(AdminData.Invite(token, at: spot, &doubts))
      }
    case "participants", "attendance":
      for (row, spot) in objects(in: value, at: spot) {
        takeParticipant(
          row, room: row.field("roomId", "room_id")?.looseString ?? owner, at: spot)
      }
    case "admin": try take(value, room: "", at: spot, depth: depth + 1)
    default:
      let room = key.hasPrefix("chat:") ? String(key.dropFirst(5)) : ""
      try take(value, room: room, at: spot, depth: value.isArray ? depth : depth + 1)
    }
    return true
  }

  private mutating func isObject(_ view: JSONView, at spot: Spot) -> Bool {
    if !view.isObject { doubts.record(view, insteadOf: "an object", at: spot) }
    return view.isObject
  }

  /// The objects of a list; what else is there is said.
  private mutating func objects(in view: JSONView, at spot: Spot) -> [(JSONView, Spot)] {
    guard view.isArray else {
      doubts.record(view, insteadOf: "a list", at: spot)
      return []
    }
    let list = spot.list("")
    var objects: [(JSONView, Spot)] = []
    for (index, element) in view.elements.enumerated() {
      let spot = Spot.element(of: list, index)
      if isObject(element, at: spot) { objects.append((element, spot)) }
    }
    return objects
  }

  private mutating func takeInstance(_ view: JSONView, at spot: Spot) {
    guard view.isObject else {
      instance = doubts.line(view, at: spot, "")
      return
    }
    instance =
      (view.field("label") ?? view.field("displayName", "display_name") ?? view.field("name"))
      .line()
    let address =
      (view.field("serverURL", "server_url") ?? view.field("baseURL", "base_url")
      ?? view.field("url"))?.string
    guard let address else { return }
    do {
      base = try RoomLink.base(address)
    } catch {
      log.record(
        error.diagnostics.map {
          .warning($0.code, $0.message, at: spot.place(of: "url", in: file), hints: $0.hints)
        })
    }
  }

  /// The server's settings, by the names only they have.
  private static func isSettings(_ view: JSONView) -> Bool {
    view.field("jwtSecret", "jwt_secret") != nil
      || view.field("sessionSecret", "session_secret") != nil
      || view.field("livekitApiSecret", "livekit_api_secret") != nil
  }

  /// A page of a list that says it has more than were read.
  private mutating func checkPages(_ view: JSONView) {
    guard let total = view.field("total")?.looseInt, total > 0 else { return }
    for name in ["users", "rooms"] {
      guard view.member(named: name) != nil else { continue }
      admin.shortLists.removeAll { $0.name == name }
      admin.shortLists.append(AdminData.ShortList(name, read: 0, total: total))
    }
  }

  private mutating func merge(_ reader: SideReader) {
    let own = reader.notes
    side.agenda += own.agenda
    side.notes += own.notes
    side.polls += own.polls
    side.actions += own.actions
    if !own.next.isEmpty { side.next = own.next }
    if !reader.title.isEmpty { title = reader.title }
  }

  // MARK: The whole

  mutating func finish() throws -> Warned<Meeting> {
    var meeting = Meeting()
    let all = Gathering.merged(rooms)
    if let room = try chosenRoom(among: all) {
      meeting.room = room
      recordOthers(than: room, among: all)
    } else {
      meeting.rivals = usedRooms(among: all).map { $0.name.isEmpty ? $0.id : $0.name }
    }
    meeting.title = title
    settle(&meeting)
    meeting.side = side
    let id = meeting.room.id
    var identities: [String: Int] = [:]
    for row in rows where row.room.isEmpty || id.isEmpty || row.room == id {
      let participant = row.value
      // A row of the database and somebody in the room now may be one and the same.
      if !participant.identity.isEmpty, let known = identities[participant.identity] {
        if meeting.participants[known].isOtherVisit(than: participant) {
          doubts.file = row.file
          doubts.record(
            .meetingVisit, "another visit of somebody: of two the later is shown", at: row.spot)
        }
        meeting.participants[known].complete(with: participant)
        continue
      }
      if !participant.identity.isEmpty {
        identities[participant.identity] = meeting.participants.count
      }
      meeting.participants.append(participant)
    }
    for user in admin.users where !user.name.isEmpty { meeting.names[user.id] = user.name }
    for row in rows where !row.value.name.isEmpty {
      meeting.names[row.value.identity] = row.value.name
    }
    meeting.names.merge(names) { known, _ in known }
    for room in all where !room.ownerName.isEmpty && meeting.names[room.createdBy] == nil {
      meeting.names[room.createdBy] = room.ownerName
    }
    messages += changes.messages(&shelf, &doubts).map { Sourced(room: "", value: $0) }
    meeting.messages = sortedMessages(of: id)
    for said in changes.apply(to: &meeting.messages, ids: Set(messages.map(\.value.id))) {
      log.record(said)
    }
    if !meeting.room.base.isEmpty { meeting.place(onServer: meeting.room.base) }
    meeting.events = sortedEvents(of: id)
    meeting.recordings = recordings.filter { $0.roomID.isEmpty || id.isEmpty || $0.roomID == id }
    meeting.pictures = shelf.pictures
    admin.rooms = all
    admin.users = Gathering.merged(admin.users)
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
    admin.present = rows.filter(\.value.isLive).map { row in
      AdminData.Presence(
        room: all.first { $0.id == row.room }?.name ?? meeting.room.name, row.value)
    }
    admin.servers = instances.map { AdminData.Server(label: $0.label, address: $0.base) }
    meeting.admin = admin
    return Warned(
      meeting, warnings: shelf.log.diagnostics + doubts.diagnostics + log.diagnostics)
  }

  /// Each message once, in the order of time; those without a time stay behind the one before them.
  private mutating func sortedMessages(of room: String) -> [Message] {
    // Of each id the places of messages that say different things.
    var seen: [String: [Int]] = [:]
    var last = Int.min
    var keyed: [(time: Int, message: Message)] = []
    keyed.reserveCapacity(messages.count)
    var isSorted = true
    for source in messages where source.room.isEmpty || room.isEmpty || source.room == room {
      let message = source.value
      if !message.id.isEmpty {
        let places = seen[message.id] ?? []
        // Two people's storage holds the same lines, and each what its owner saw of them.
        if let place = places.first(where: { keyed[$0].message.isCopy(of: message) }) {
          keyed[place].message.complete(with: message)
          continue
        }
        if !places.isEmpty {
          doubts.file = source.file
          doubts.record(
            .meetingTwice, "another message has this id and says something else: both are shown",
            at: source.spot, "id")
        }
        seen[message.id] = places.prefix(Gathering.mostTwins) + [keyed.count]
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

  /// Each doing once, in the order of time: two files may tell of the same. Those without a time stay
  /// behind all others; whether two of them are one nobody can know.
  private func sortedEvents(of room: String) -> [RoomEvent] {
    var seen: Set<RoomEvent> = []
    let own = events.filter { $0.room.isEmpty || room.isEmpty || $0.room == room }
    let once = own.filter { $0.time == nil || seen.insert($0).inserted }
    return once.enumerated().sorted { a, b in
      (a.element.time?.microseconds ?? .max, a.offset)
        < (b.element.time?.microseconds ?? .max, b.offset)
    }.map(\.element)
  }

  /// The room the meeting was in; nil where it may have been in several.
  private func chosenRoom(among all: [Room]) throws -> Room? {
    let wanted = options.room ?? named
    if let wanted {
      if var room = try named(wanted.name, among: all) {
        (room.base, room.isShortLink) = (wanted.base, wanted.isShort)
        return room
      }
      let unlisted = unlistedRooms(among: all)
      if all.isEmpty, unlisted.count > 1, !unlisted.contains(wanted.name) {
        throw Failure(
          .error(
            .meetingRoom,
            "there are \(unlisted.count) rooms in it, and none has the id "
              + "\"\(printable(wanted.name, limit: 80))\"",
            hints: [Gathering.idHint(unlisted)]))
      }
      guard all.isEmpty || all.count == 1 && all[0].name.isEmpty else {
        throw Failure(
          .error(
            .meetingRoom, "there is no room \"\(wanted.name)\" in it",
            hints: [
              nearMissHint(wanted.name, among: all.prefix(50).map(\.name))
            ]))
      }
      var room = all.first ?? Room()
      if unlisted.contains(wanted.name) {
        room.id = wanted.name
      } else {
        room.name = wanted.name
      }
      (room.base, room.isShortLink) = (wanted.base, wanted.isShort)
      return room
    }
    let candidates = usedRooms(among: all)
    guard candidates.count <= 1 else { return nil }
    return candidates.first ?? (all.count == 1 ? all[0] : Room())
  }

  /// The room of a name or an id. A name may be had again once a room is archived: the one that was
  /// not is meant then.
  private func named(_ name: String, among all: [Room]) throws -> Room? {
    if let room = all.first(where: { $0.id == name }) { return room }
    let rooms = all.filter { $0.name == name }
    let open = rooms.filter { $0.archived == nil }
    guard open.count != 1, rooms.count > 1 else { return open.first ?? rooms.first }
    throw Failure(
      .error(
        .meetingRoom, "\(rooms.count) rooms are called \"\(printable(name, limit: 80))\"",
        hints: [Gathering.idHint(rooms.map(\.id))]))
  }

  private static func idHint(_ ids: [String]) -> String {
    "room: and the id of the one that is meant: "
      + ids.prefix(8).map { printable($0, limit: 80) }.joined(separator: ", ")
  }

  /// Ids of rooms that people, chats and events are of, and that are not listed.
  private func unlistedRooms(among all: [Room]) -> [String] {
    // A room without an id may be any of them.
    guard all.allSatisfy({ !$0.id.isEmpty }) else { return [] }
    return usedIDs.subtracting(all.map(\.id)).sorted()
  }

  /// Records what is left out since it is of other rooms than the one that nobody chose.
  private mutating func recordOthers(than room: Room, among all: [Room]) {
    guard options.room == nil, !room.id.isEmpty else { return }
    let people = rows.filter { !$0.room.isEmpty && $0.room != room.id }
    let lines = messages.filter { !$0.room.isEmpty && $0.room != room.id }
    let files = recordings.filter { !$0.roomID.isEmpty && $0.roomID != room.id }
    let counts = [
      (people.count, "person", "people"), (lines.count, "message", "messages"),
      (files.count, "recording", "recordings"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    guard !parts.isEmpty else { return }
    let ids = Set(people.map(\.room) + lines.map(\.room) + files.map(\.roomID)).sorted()
    let shown = ids.prefix(8).map { id in
      let name = all.first { $0.id == id }?.name ?? ""
      return printable(id, limit: 80) + (name.isEmpty ? "" : " (\(printable(name, limit: 80)))")
    }
    log.record(
      .warning(
        .meetingRoom,
        "left out: \(parts.joined(separator: ", ")) of \(ids.count) other "
          + (ids.count == 1 ? "room" : "rooms"),
        at: people.first.map { $0.spot.place(in: $0.file) }
          ?? lines.first.map { $0.spot.place(in: $0.file) },
        hints: ["room: and one of " + shown.joined(separator: ", ")]))
  }

  /// Those that somebody was in, or that a chat names; the only one there is, or that is not archived.
  private func usedRooms(among all: [Room]) -> [Room] {
    guard !all.isEmpty else {
      return unlistedRooms(among: all).map { id in
        var room = Room()
        room.id = id
        return room
      }
    }
    guard all.count > 1 else { return all }
    let used = usedIDs
    let rooms = all.filter { used.contains($0.id) }
    let open = rooms.filter { $0.archived == nil }
    return open.count == 1 ? open : rooms
  }

  /// Ids of rooms that somebody was in, or that a chat names.
  private var usedIDs: Set<String> {
    var used = Set(rows.map(\.room))
    used.formUnion(messages.map(\.room))
    used.formUnion(events.lazy.filter { $0.kind == .roomJoined }.map(\.room))
    used.remove("")
    return used
  }

  /// The server's label and address, from wherever they are told.
  private func settle(_ meeting: inout Meeting) {
    if meeting.room.base.isEmpty { meeting.room.base = base }
    meeting.instance = options.instance.isEmpty ? instance : options.instance
    if meeting.room.base.isEmpty, instances.count == 1 { meeting.room.base = instances[0].base }
    if meeting.instance.isEmpty {
      meeting.instance = instances.first { $0.base == meeting.room.base }?.label ?? ""
    }
  }

  /// Rooms that are told of twice are one.
  private static func merged(_ rooms: [Room]) -> [Room] {
    var merged: [Room] = []
    var places: [String: Int] = [:]
    for room in rooms {
      let key = room.id.isEmpty ? "name:" + room.name : room.id
      if let place = places[key] {
        merged[place].complete(with: room)
      } else {
        places[key] = merged.count
        merged.append(room)
      }
    }
    return merged
  }

  private static func merged(_ users: [AdminData.User]) -> [AdminData.User] {
    var seen: Set<String> = []
    return users.filter { $0.id.isEmpty || seen.insert($0.id).inserted }
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
  /// Whether another row is of another time, and both are rows that the server kept.
  func isOtherVisit(than other: Participant) -> Bool {
    guard !isLive, !other.isLive, let joined, let time = other.joined else { return false }
    return joined != time
  }

  /// What another source knows of the same visit; of two visits the later holds.
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

extension Failure {
  /// The same with one more thing to do about it.
  fileprivate func hinting(_ hint: String) -> Failure {
    Failure(
      diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.hints.append(hint)
        return diagnostic
      })
  }
}
