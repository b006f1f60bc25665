// SPDX-License-Identifier: MIT
// Part of Platen: the values of Bedrud's files as records of a meeting.

internal import Database
internal import Diagnostics
internal import JSON
internal import Readers
internal import Text

extension MeetingCollector {
  mutating func take(
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
  mutating func takeElement(
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
  mutating func takeServer(_ label: String, _ address: String) {
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
  mutating func record(_ unknown: [String], isOurs: Bool) {
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

  mutating func merge(_ reader: SideReader) {
    found.side.addSideNotes(reader.notes)
    found.begun = reader.begun ?? found.begun
    found.ended = reader.ended ?? found.ended
    if !reader.title.isEmpty { found.title = reader.title }
  }
}
