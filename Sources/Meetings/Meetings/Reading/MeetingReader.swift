// SPDX-License-Identifier: MIT
// Part of Platen: reads files of any supported kind into one meeting.

internal import Database
public import Diagnostics
internal import JSON
public import Readers
internal import Text

/// Reads meetings of Bedrud and of other systems.
///
/// Of Bedrud it takes bundles `{room, participants, chat, system}` with Platen's own `agenda`, `notes`,
/// `polls`, `actions` and `next`; the chat as the web client keeps it, also as the JSON text its
/// storage holds; packets as they go over the wire, in a list or line by line; answers of the
/// server's administration; the server's database file; notes in Markdown. Keys may be in camel or
/// in snake case. Of other systems it takes transcripts, chats and reports of attendance, recognized by
/// their content. Several files are parts of one meeting.
public enum MeetingReader {
  public struct Options: Sendable {
    /// The room that is meant, where the files know several.
    public var room: RoomLink?
    /// The name people use for the server.
    public var instance = ""
    /// Files that hold nothing of a meeting are skipped with a note: those found in a folder.
    public var skipsOtherFiles = false
    /// The zone of times that have none.
    public var zone = ZoneRules.utc
    /// The beginning of the recording; nil for that of the files.
    public var start: RecordingStart?
    /// The bytes of a file that clients sent to the server, by its name without folders.
    public var attachment: @Sendable (String) -> [UInt8]? = { _ in nil }
    /// The tables of a dump of a server's database, from its SQL; nil where there are none.
    public var tables: @Sendable (NamedBytes) throws -> Diagnosed<ServerTables>? = { _ in nil }
    public init() {}
  }

  /// Reads the files in order.
  ///
  /// - Throws: `Failure` `meeting.format` where a file is nothing of a meeting,
  ///   `meeting.transcript` where only its name makes it a transcript, `meeting.room`
  ///   where it is not clear which room is meant, `meeting.side` for errors in Platen's own format.
  public static func read(
    files: [NamedBytes], options: Options = Options()
  ) throws -> Diagnosed<Meeting> {
    var collector = MeetingCollector(options)
    var errors: [Diagnostic] = []
    for file in files {
      do {
        try collector.take(file)
      } catch let failure as Failure {
        if options.skipsOtherFiles,
          failure.diagnostics.allSatisfy({
            $0.code == .meetingFormat || $0.code == .meetingTranscript
          })
        {
          collector.skipFile(file.name)
        } else {
          errors += failure.inFile(file.name).diagnostics
        }
      }
    }
    guard errors.isEmpty else { throw Failure(errors) }
    return try collector.finish()
  }
}

/// Collects the records of files.
struct MeetingCollector {
  private let options: MeetingReader.Options
  private var log = DiagnosticLog()
  private var warnings = MeetingWarnings()
  private var finder: AttachmentFinder
  private var found = MeetingRecords()
  /// The file that is being read.
  private var file = ""
  /// Indicates whether it has any known content.
  private var isKnown = false
  /// The keys of a file without known keys.
  private var unknownKeys: [String] = []

  /// The hint on how to merge the log beside a database into it.
  private static let logHint =
    "the latest rows may be in the log beside it: sqlite3 FILE "
    + "\"PRAGMA wal_checkpoint(TRUNCATE)\""

  /// The limits of a file and of JSON within strings: bytes and nesting.
  private static let limits = JSONDocument.Limits(bytes: 1 << 30, depth: 64)

  init(_ options: MeetingReader.Options) {
    self.options = options
    finder = AttachmentFinder(file: options.attachment)
  }

  // MARK: Files

  mutating func take(_ file: NamedBytes) throws {
    self.file = file.name
    let before = warnings
    warnings.file = file.name
    if let part = try RoomFormat.part(of: file, &log, &warnings) {
      found.parts.append(part)
      return
    }
    isKnown = false
    unknownKeys = []
    let name = file.name.lowercased()
    if Database.recognizes(file.bytes) {
      let hasLog = Database.hasWriteAheadLog(file.bytes)
      if hasLog {
        log.record(
          .warning(
            .meetingDatabase,
            "rows in the log beside this database (-wal) and not in the file itself are not read",
            at: SourceLocation(file: file.name), hints: [MeetingCollector.logHint]))
      }
      do {
        try read(try DatabaseReader.json(of: file.bytes, room: options.room?.name))
      } catch let failure as Failure where hasLog {
        throw failure.hinting(MeetingCollector.logHint)
      }
    } else if name.hasSuffix(".sql") {
      guard let tables = try options.tables(file) else {
        throw Failure(.error(.meetingFormat, "no table of a Bedrud server is in this dump"))
      }
      for diagnostic in tables.warnings { log.record(diagnostic) }
      try read(try DatabaseReader.json(ofTables: tables.value, room: options.room?.name))
    } else if [".md", ".markdown"].contains(where: name.hasSuffix) {
      guard let text = String(validating: file.bytes, as: UTF8.self) else {
        throw Failure(.error(.meetingFormat, "these notes are not UTF-8 text"))
      }
      if !text.trimmed.isEmpty { found.side.notes.append(SideNotes.clean(text)) }
      isKnown = true
    } else if [".jsonl", ".ndjson"].contains(where: name.hasSuffix) {
      try readLines(file.bytes)
    } else if name.hasSuffix(".toml") {
      guard ServerList.recognizes(file.bytes) else {
        throw Failure(
          .error(.meetingFormat, "this is not a list of servers: it has no [[instances]]"))
      }
      for server in ServerList.servers(in: file.bytes) {
        takeServer(server.label.line, server.address)
      }
    } else if !RoomFormat.otherPathExtensions.contains(where: { name.hasSuffix("." + $0) })
      || MeetingCollector.mayBeJSON(file.bytes)
    {
      do {
        try read(file.bytes)
      } catch let error as JSONError {
        if let repaired = WhisperReader.repaired(file.bytes) {
          try read(repaired)
          return
        }
        // Captured packets, one per line; such files have any name.
        guard isLines(file.bytes) else {
          throw Failure(error.diagnostic(.meetingJson))
        }
        try readLines(file.bytes)
      }
    }
    guard isKnown else {
      // A file of another kind gets no warnings.
      warnings = before
      throw Failure(
        .error(
          .meetingFormat, "nothing of a meeting is in it: no room, no people, no chat",
          hints: nearMisses + [
            "it takes a bundle {room, participants, chat, system}, a saved chat, the database, or "
              + "a transcript, a chat or a report of attendance of another system"
          ]))
    }
  }

  /// Indicates whether a text begins as JSON of meetings does.
  private static func mayBeJSON(_ bytes: [UInt8]) -> Bool {
    let first = RoomText.decoded(Array(bytes.prefix(64))).first { $0 > 0x20 }
    return first.map { Array("{[\"".utf8).contains($0) } ?? false
  }

  /// Hints with similar known keys, for a file without known keys.
  private var nearMisses: [String] {
    let known = SideReader.keys + ["chat", "messages", "participants", "system", "room"]
    return unknownKeys.compactMap { key in
      nearMiss(key, among: known).map {
        "\"\(printable(key, limit: 40))\": did you mean \"\($0)\"?"
      }
    }
  }

  /// Skips a file that is not part of a meeting, with a note.
  mutating func skipFile(_ name: String) {
    let hints = nearMisses
    log.record(
      Diagnostic(
        hints.isEmpty ? .note : .warning, .meetingUnrelated,
        "nothing of a meeting is in it: skipped", at: SourceLocation(file: name), hints: hints))
  }

  private mutating func read(_ bytes: [UInt8]) throws {
    let document = try unsafe bytes.withUnsafeBytes { raw -> JSONDocument in
      // Browsers' files may begin with a byte order mark.
      let hasMark = unsafe raw.starts(with: [0xEF, 0xBB, 0xBF])
      return try unsafe JSONDocument(
        parsing: UnsafeRawBufferPointer(rebasing: raw[(hasMark ? 3 : 0)...]),
        limits: MeetingCollector.limits)
    }
    checkEncoding(of: document)
    try unsafe document.withView { root in
      if WhisperReader.recognizes(root) {
        isKnown = true
        found.parts.append(WhisperReader.read(root, file: file, &warnings))
      } else if JitsiReader.recognizes(root) {
        isKnown = true
        found.parts.append(JitsiReader.read(root, file: file, &warnings))
      } else {
        try take(root, room: "", at: .whole, depth: 0)
      }
    }
  }

  /// Reports bytes that are not UTF-8, which are replaced.
  private mutating func checkEncoding(of document: JSONDocument, line: Int? = nil) {
    let count = document.repairs.invalidUTF8
    guard count > 0 else { return }
    let first = document.position(ofByte: document.repairs.firstOffset ?? 0)
    log.record(
      .warning(
        .meetingEncoding,
        counted(count, "byte is", "bytes are") + " not UTF-8, read as U+FFFD",
        at: SourceLocation(file: file, line: line ?? first.line, column: first.column)))
  }

  /// Indicates whether the first line is a JSON object by itself.
  private func isLines(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: 0x0A), end < 1 << 20 else { return false }
    let line = Array(bytes[..<end])
    guard let document = try? JSONDocument(parsing: line, limits: MeetingCollector.limits) else {
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
          try unsafe JSONDocument(parsing: $0, limits: MeetingCollector.limits)
        }
        // The reader must not keep views of this document, which is about to be freed.
        reader = ChatReader()
        checkEncoding(of: document, line: number)
        try unsafe document.withView { try takeElement($0, room: "", at: .line(number), &reader) }
      } catch let error as JSONError {
        var text = JSONWriter()
        text.string(String(decoding: line, as: UTF8.self))
        warnings.keep(text.text, at: .line(number))
        warnings.record(.meetingLine, "invalid JSON: \(error.message)", at: .line(number))
      }
    }
  }

  // MARK: Values

  private mutating func take(
    _ view: JSONView, room: String, at position: ValuePosition, depth: Int
  ) throws {
    switch view.kind {
    case .string: try takeText(view, room: room, at: position, depth: depth)
    case .array: try takeList(view, room: room, at: position)
    case .object: try takeObject(view, at: position, depth: depth)
    default:
      if position != .whole { warnings.record(view, insteadOf: "a list", at: position) }
    }
  }

  /// JSON as a text inside JSON, as browsers' storage keeps it.
  private mutating func takeText(
    _ view: JSONView, room: String, at position: ValuePosition, depth: Int
  ) throws {
    guard depth < 2, let text = view.string else {
      return warnings.record(view, insteadOf: "a list", at: position)
    }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: Array(text.utf8), limits: MeetingCollector.limits)
    } catch {
      throw Failure(error.diagnostic(.meetingJson, field: "the text of the storage"))
    }
    try unsafe document.withView { try take($0, room: room, at: position, depth: depth + 1) }
  }

  private mutating func takeList(_ view: JSONView, room: String, at position: ValuePosition) throws
  {
    var reader = ChatReader()
    // An empty chat is valid.
    if view.count == 0 {
      isKnown = true
      found.hasEmptyChat = true
    }
    let list = position.list("")
    for (index, element) in view.elements.enumerated() {
      try takeElement(element, room: room, at: .element(of: list, index), &reader)
    }
  }

  /// An element of a list, by what it has.
  private mutating func takeElement(
    _ view: JSONView, room: String, at position: ValuePosition, _ reader: inout ChatReader
  ) throws {
    switch reader.read(view, at: position, &finder, &warnings) {
    case .message(let message):
      isKnown = true
      found.messages.append(Sourced(room: room, value: message, position: position, file: file))
    case .event(let event):
      isKnown = true
      if event.kind == nil {
        log.record(
          .warning(
            .meetingEvent, "unknown event \"\(printable(event.name))\"",
            at: position.place(of: "event", in: file)))
      }
      found.events.append(event)
      if event.kind == .roomCreated || event.kind == .roomJoined {
        takeName(view.field("userName").line(200), of: event.actor)
      }
    case .change(let change):
      isKnown = true
      found.changes.record(change, at: position, in: file)
    case .name(let identity, let name):
      isKnown = true
      takeName(name, of: identity)
    case .ignored(let type):
      warnings.keep(view, at: position)
      warnings.record(
        .meetingPacket,
        "packets of type \"\(type)\" are not read: they are in .json and .zip outputs only",
        at: position)
    case .other: try takeOther(view, at: position)
    }
  }

  private mutating func takeName(_ name: String, of identity: String) {
    if !name.isEmpty, !identity.isEmpty, found.names[identity] == nil {
      found.names[identity] = name
    }
  }

  /// Takes an element that is not a packet; one that is not part of a meeting is reported, unless
  /// it is a whole file.
  private mutating func takeOther(_ view: JSONView, at position: ValuePosition) throws {
    func skipElement() {
      guard position != .whole else { return }
      warnings.keep(view, at: position)
      warnings.record(
        .meetingEntry,
        "an entry that is not part of a meeting: it is in .json and .zip outputs only", at: position
      )
    }
    guard view.isObject else { return skipElement() }
    if let owner = view.field("roomId", "room_id"), view.field("userId", "user_id") != nil {
      takeParticipant(view, room: owner.looseString ?? "", at: position)
    } else if view.field("status")?.string == "archived_owned", view.field("name") != nil {
      takeRoom(view, at: position)
    } else if let event = view.field("event")?.string, let data = view.field("data"),
      data.isObject, let kind = WebhookEvent.kind(of: event)
    {
      takeEvent(kind, data, time: view.field("timestamp"), at: position)
    } else if view.field("identity") != nil,
      view.field("joinedAt", "joined_at") != nil || view.field("state") != nil
        || view.field("sid") != nil
    {
      takeParticipant(view, room: "", at: position)
    } else if let address = (view.field("serverURL", "base_url") ?? view.field("baseURL"))?.string {
      takeServer((view.field("displayName", "label") ?? view.field("name")).line(), address)
    } else if view.field("token") != nil, view.field("expiresAt", "expires_at") != nil {
      isKnown = true
      found.admin.invites.append(AdminData.Invite(view, at: position, &warnings))
    } else if view.field("email") != nil,
      view.field("provider") != nil || view.field("accesses") != nil
    {
      takeUser(view, at: position)
    } else if view.field("userId", "user_id") != nil || view.field("joinedAt", "joined_at") != nil {
      takeParticipant(view, room: "", at: position)
    } else if MeetingCollector.isRoom(view) {
      takeRoom(view, at: position)
    } else if view.members.contains(where: { MeetingCollector.isBundleKey($0.key) }) {
      try takeObject(view, at: position, depth: 1)
    } else {
      skipElement()
    }
  }

  /// A server of a client's list.
  private mutating func takeServer(_ label: String, _ address: String) {
    isKnown = true
    do {
      found.instances.append((label, try RoomLink.base(address)))
    } catch {
      log.record(
        error.diagnostics.map {
          .warning($0.code, $0.message, at: SourceLocation(file: file), hints: $0.hints)
        })
    }
  }

  private static func isRoom(_ view: JSONView) -> Bool {
    view.field("name") != nil
      && (view.field("maxParticipants", "max_participants") != nil
        || view.field("adminId", "admin_id") != nil || view.field("createdBy", "created_by") != nil)
  }

  private mutating func takeParticipant(_ view: JSONView, room: String, at position: ValuePosition)
  {
    let participant = Participant(view, at: position, &warnings)
    guard !participant.identity.isEmpty || !participant.name.isEmpty else {
      warnings.keep(view, at: position)
      return warnings.record(
        .meetingEntry,
        "a row without a name and an identity: it is in .json and .zip outputs only", at: position)
    }
    isKnown = true
    found.rows.append(Sourced(room: room, value: participant, position: position, file: file))
  }

  /// Takes a task of the server that records an event. Secrets of webhooks are beside it.
  private mutating func takeJob(_ view: JSONView, at position: ValuePosition) {
    guard let text = view.field("payload")?.string,
      let document = try? JSONDocument(
        parsing: Array(text.utf8), limits: JSONDocument.Limits(bytes: 1 << 20, depth: 16))
    else { return }
    unsafe document.withView { payload in
      guard payload.isObject else { return }
      if let event = payload.field("event")?.string.flatMap(WebhookEvent.kind),
        let body = payload.field("body"), body.isObject
      {
        takeEvent(event, body, time: view.field("created_at"), at: position)
      } else if let name = payload.field("system_event")?.string {
        var event = RoomEvent(
          String(name.prefix(60)).line, actor: "", target: "",
          time: warnings.time(view.field("created_at"), at: position, "created_at"))
        event.line = payload.field("system_message").line()
        event.room = payload.field("room_id").line(100)
        found.events.append(event)
      }
    }
  }

  /// Takes an event of the server as its webhooks report it.
  private mutating func takeEvent(
    _ kind: RoomEvent.Kind, _ data: JSONView, time: JSONView?, at position: ValuePosition
  ) {
    isKnown = true
    var event = RoomEvent(
      kind.rawValue, actor: data.field("userId", "user_id").line(100), target: "",
      time: warnings.time(time, at: position, "timestamp"))
    event.room = data.field("roomId", "room_id").line(100)
    found.events.append(event)
  }

  /// Takes a visit as the server lists those of one user, who is in the address of the request only.
  private mutating func takeSession(
    _ view: JSONView, of user: String, at position: ValuePosition
  ) {
    var participant = Participant(view, at: position, &warnings)
    participant.identity = user
    participant.name = ""
    let room = view.field("roomId", "room_id").line(100)
    let id = view.field("id").line(100)
    found.sessions.append(
      UserVisit(
        id: id, json: UnreadMember.json(of: view),
        row: Sourced(room: room, value: participant, position: position, file: file)))
    var named = Room()
    named.id = room
    named.name = view.field("roomName", "room_name").line()
    if !room.isEmpty, !named.name.isEmpty { found.sessionRooms.append(named) }
  }

  private mutating func takeUser(_ view: JSONView, at position: ValuePosition) {
    isKnown = true
    found.admin.users.append(AdminData.User(view, at: position, &warnings))
  }

  private mutating func takeRoom(_ view: JSONView, at position: ValuePosition) {
    isKnown = true
    let room = Room(view, at: position, &warnings)
    found.rooms.append(room)
    // Lists of administrators may have who is in a room within it.
    guard let people = view.field("participants"), people.isArray else { return }
    for (row, position) in objects(in: people, at: .member(position.list("participants"))) {
      takeParticipant(
        row, room: row.field("roomId", "room_id")?.looseString ?? room.id, at: position)
    }
  }

  private static let bundleKeys: Set<String> = [
    "room", "rooms", "participants", "attendance", "chat", "messages", "system", "systemMessages",
    "system_messages", "events", "users", "tokens", "inviteTokens", "invite_tokens", "settings",
    "stats", "livekit", "instance", "instances", "online", "admin", "recordings", "sessions",
    "webxdcPackages", "webxdcInstances", "webxdcUpdates", "chatUploads", "jobs",
  ]

  private static func isBundleKey(_ key: String) -> Bool {
    bundleKeys.contains(key) || key.hasPrefix("chat:")
  }

  /// Members that may occur beside known ones and are ignored.
  private static let quietKeys: Set<String> = [
    "total", "page", "limit", "$schema", "format", "version", "time-zone", "active_id", "activeId",
    "count", "user",
  ]

  /// Reads a bundle, a response of the server, or a single object.
  private mutating func takeObject(_ view: JSONView, at position: ValuePosition, depth: Int) throws
  {
    guard depth < 4 else {
      warnings.keep(view, at: position)
      return warnings.record(
        .meetingEntry, "nested too deeply: it is in .json and .zip outputs only", at: position)
    }
    if view.field("totalParticipants", "total_participants") != nil {
      isKnown = true
      found.admin.live = AdminData.Live(view, at: position, &warnings)
      return
    }
    if MeetingCollector.isSettings(view) {
      isKnown = true
      found.admin.settings += MaskedSettings.settings(view)
      return
    }
    // What an app reported; its id is in the address of the request only.
    if let updates = view.field("updates"), view.field("maxSerial", "max_serial") != nil {
      isKnown = true
      for (update, position) in objects(in: updates, at: .member(position.list("updates"))) {
        found.appUpdates.append(AppUpdate(update, at: position, &warnings))
      }
      return
    }
    let hasKnown = view.members.contains {
      MeetingCollector.isBundleKey($0.key) || SideReader.leadingKeys.contains($0.key)
    }
    // A room also has `settings`, and a row of a list has a `room`.
    if MeetingCollector.isRoom(view), view.field("participants") == nil, view.field("chat") == nil {
      return takeRoom(view, at: position)
    }
    if view.field("roomId", "room_id") != nil || view.field("identity") != nil || !hasKnown {
      if let count = view.field("count")?.looseInt, view.count == 1 {
        isKnown = true
        found.admin.online = count
        return
      }
      if position == .whole { unknownKeys = view.members.prefix(100).map(\.key) }
      var reader = ChatReader()
      return try takeElement(view, room: "", at: position, &reader)
    }
    var side = SideReader(file: file)
    var unknown: [String] = []
    let owner = view.field("room").flatMap { $0.isObject ? $0.field("id")?.looseString : nil } ?? ""
    var user = ""
    if let one = view.field("user"), one.isObject, one.field("id") != nil {
      takeUser(one, at: .member(position.list("user")))
      user = one.field("id").line(100)
    }
    for member in view.members {
      if try !takeMember(
        member.key, member.value, &side, of: owner, user, in: position, depth: depth),
        !MeetingCollector.quietKeys.contains(member.key)
      {
        unknown.append(member.key)
        warnings.keep(member.value, at: position, member.key)
      }
    }
    checkPages(view)
    guard side.errors.isEmpty else { throw Failure(side.errors) }
    merge(side)
    record(
      unknown,
      isOurs: side.isUsed && !view.members.contains { MeetingCollector.isBundleKey($0.key) })
  }

  /// Reports the omitted members: a server has many that do not concern a meeting, but an unknown key
  /// of Platen's own format is a typo, and the value under it would be missed.
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
          .meetingMember, "unknown key \"\(printable(key, limit: 40))\": omitted",
          at: SourceLocation(file: file, field: printable(key, limit: 40)),
          hints: [nearMissHint(key, among: SideReader.keys + (near.map { [$0] } ?? []))]))
    }
    guard !left.isEmpty else { return }
    log.record(
      .warning(
        .meetingMember,
        "in .json and .zip outputs only: "
          + left.prefix(8).map { printable($0, limit: 40) }.joined(separator: ", ")
          + (left.count > 8 ? " and \(left.count - 8) more" : ""),
        at: SourceLocation(file: file)))
  }

  /// Takes a member of a bundle; returns false for an unknown one.
  ///
  /// - Parameters:
  ///   - owner: the id of the bundle's room; empty where it has none.
  ///   - user: the id of the user whose sessions are in it; empty where it has none.
  private mutating func takeMember(
    _ key: String, _ value: JSONView, _ side: inout SideReader, of owner: String, _ user: String,
    in bundle: ValuePosition,
    depth: Int
  ) throws -> Bool {
    if side.take(key, value) {
      isKnown = true
      return true
    }
    guard MeetingCollector.isBundleKey(key) else { return false }
    isKnown = true
    if value.kind == .null { return true }
    let position = ValuePosition.member(bundle.list(key))
    switch key {
    case "room":
      if let text = value.string {
        let link = try RoomLink(text)
        found.link = link
        if !link.base.isEmpty { found.base = link.base }
      } else if isObject(value, at: position) {
        takeRoom(value, at: position)
      }
    case "settings":
      if isObject(value, at: position) { found.admin.settings += MaskedSettings.settings(value) }
    case "stats", "livekit":
      if isObject(value, at: position) {
        found.admin.live = AdminData.Live(value, at: position, &warnings)
      }
    case "online":
      found.admin.online = warnings.number(
        value.isObject ? value.field("count") : value, at: position, value.isObject ? "count" : "")
    case "instance": takeInstance(value, at: position)
    case "users":
      for (user, position) in objects(in: value, at: position) { takeUser(user, at: position) }
    case "rooms":
      found.admin.isListed = true
      for (room, position) in objects(in: value, at: position) { takeRoom(room, at: position) }
    case "recordings":
      for (recording, position) in objects(in: value, at: position) {
        found.recordings.append(Recording(recording, at: position, &warnings))
      }
    case "webxdcPackages":
      for (package, _) in objects(in: value, at: position) {
        found.appNames[package.field("id").line(100)] = package.field("name").line(200)
      }
    case "webxdcInstances":
      for (app, position) in objects(in: value, at: position) {
        found.apps.append(AppInstance(app, at: position, &warnings))
      }
    case "webxdcUpdates":
      for (update, position) in objects(in: value, at: position) {
        found.appUpdates.append(AppUpdate(update, at: position, &warnings))
      }
    case "chatUploads":
      for (upload, position) in objects(in: value, at: position) {
        found.uploads.append(ChatUpload(upload, at: position, &warnings))
      }
    case "jobs":
      for (job, position) in objects(in: value, at: position) { takeJob(job, at: position) }
    case "sessions":
      for (session, position) in objects(in: value, at: position) {
        takeSession(session, of: user, at: position)
      }
    case "tokens", "inviteTokens", "invite_tokens":
      for (token, position) in objects(in: value, at: position) {
        found.admin.invites.append(AdminData.Invite(token, at: position, &warnings))
      }
    case "participants", "attendance":
      for (row, position) in objects(in: value, at: position) {
        takeParticipant(
          row, room: row.field("roomId", "room_id")?.looseString ?? owner, at: position)
      }
    case "admin": try take(value, room: "", at: position, depth: depth + 1)
    default:
      let room = key.hasPrefix("chat:") ? String(key.dropFirst(5)) : ""
      try take(value, room: room, at: position, depth: value.isArray ? depth : depth + 1)
    }
    return true
  }

  private mutating func isObject(_ view: JSONView, at position: ValuePosition) -> Bool {
    if !view.isObject { warnings.record(view, insteadOf: "an object", at: position) }
    return view.isObject
  }

  /// The objects of a list; other elements are reported.
  private mutating func objects(in view: JSONView, at position: ValuePosition) -> [(
    JSONView, ValuePosition
  )] {
    guard view.isArray else {
      warnings.record(view, insteadOf: "a list", at: position)
      return []
    }
    let list = position.list("")
    var objects: [(JSONView, ValuePosition)] = []
    for (index, element) in view.elements.enumerated() {
      let position = ValuePosition.element(of: list, index)
      if isObject(element, at: position) { objects.append((element, position)) }
    }
    return objects
  }

  private mutating func takeInstance(_ view: JSONView, at position: ValuePosition) {
    guard view.isObject else {
      found.instance = warnings.line(view, at: position, "")
      return
    }
    found.instance =
      (view.field("label") ?? view.field("displayName", "display_name") ?? view.field("name"))
      .line()
    let address =
      (view.field("serverURL", "server_url") ?? view.field("baseURL", "base_url")
      ?? view.field("url"))?.string
    guard let address else { return }
    do {
      found.base = try RoomLink.base(address)
    } catch {
      log.record(
        error.diagnostics.map {
          .warning($0.code, $0.message, at: position.place(of: "url", in: file), hints: $0.hints)
        })
    }
  }

  /// The server's settings, by the names only they have.
  private static func isSettings(_ view: JSONView) -> Bool {
    view.field("jwtSecret", "jwt_secret") != nil
      || view.field("sessionSecret", "session_secret") != nil
      || view.field("livekitApiSecret", "livekit_api_secret") != nil
  }

  /// Reports a page of a list whose stated total is larger than the number of elements read.
  private mutating func checkPages(_ view: JSONView) {
    guard let total = view.field("total")?.looseInt, total > 0 else { return }
    for name in ["users", "rooms"] {
      guard view.member(named: name) != nil else { continue }
      found.admin.shortLists.removeAll { $0.name == name }
      found.admin.shortLists.append(AdminData.ShortList(name, read: 0, total: total))
    }
  }

  func finish() throws -> Diagnosed<Meeting> {
    var assembly = MeetingAssembly(
      options: options, found: found, finder: finder, warnings: warnings, log: log)
    return try assembly.finish()
  }

  private mutating func merge(_ reader: SideReader) {
    found.side.add(reader.notes)
    found.begun = reader.begun ?? found.begun
    found.ended = reader.ended ?? found.ended
    if !reader.title.isEmpty { found.title = reader.title }
  }
}

extension Failure {
  /// The failure with an additional hint.
  fileprivate func hinting(_ hint: String) -> Failure {
    Failure(
      diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.hints.append(hint)
        return diagnostic
      })
  }
}
