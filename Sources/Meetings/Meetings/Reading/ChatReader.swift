// SPDX-License-Identifier: MIT
// Part of Platen: messages of the chat and events of moderators, as clients save or send them.

internal import Diagnostics
internal import JSON
internal import Readers

/// Reads packets of one list: they nearly all have the same keys in the same order.
struct ChatReader {
  /// The contents of a packet.
  enum Packet {
    case message(Message)
    case event(RoomEvent)
    /// A change of a message that another packet brings.
    case change(ChatChange)
    /// A person's name.
    case name(identity: String, name: String)
    /// A packet of a known type without content of the meeting.
    case ignored(type: String)
    case other
  }

  private enum Key: Int, CaseIterable {
    case type, id, timestamp, time, senderName, sender_name, senderIdentity, sender_identity
    case message, text, attachments, event, actor, target, ts, poll, reactions, status, isLocal
    case messageId, emoji, optionId, voterIdentity, kind, index, part, messageChunks
    case attachmentChunks, pollChunks, identity, name, deletedIdentity, roomId, roomName, userId
    case userName
    case replyTo, reply_to, replyToId, edited, isEdited, editedAt, deleted, isDeleted, deletedAt
  }

  private var reader = JSONRecordReader(fields: [
    "type", "id", "timestamp", "time", "senderName", "sender_name", "senderIdentity",
    "sender_identity", "message", "text", "attachments", "event", "actor", "target", "ts", "poll",
    "reactions", "status", "isLocal", "messageId", "emoji", "optionId", "voterIdentity", "kind",
    "index", "part", "messageChunks", "attachmentChunks", "pollChunks", "identity", "name",
    "deletedIdentity", "roomId", "roomName", "userId", "userName",
    "replyTo", "reply_to", "replyToId", "edited", "isEdited", "editedAt", "deleted", "isDeleted",
    "deletedAt",
  ])
  private var values: [JSONView?] = []

  mutating func read(
    _ view: JSONView, at position: ValuePosition, _ finder: inout AttachmentFinder,
    _ warnings: inout MeetingWarnings
  ) -> Packet {
    guard view.isObject else { return .other }
    reader.read(view, into: &values)
    let time = value(.timestamp) ?? value(.ts) ?? value(.time)
    let type = value(.type)?.string ?? ""
    let text = value(.message) ?? value(.text)
    if let event = value(.event)?.string,
      value(.actor) != nil || value(.target) != nil || type == "system" || text != nil
    {
      let target = value(.target) ?? value(.deletedIdentity)
      var made = RoomEvent(
        printableName(event), actor: warnings.line(value(.actor), at: position, "actor"),
        target: warnings.line(target, at: position, name(.target, .deletedIdentity)),
        time: warnings.time(time, at: position, name(.timestamp, .ts, .time)))
      made.line = warnings.line(text, at: position, name(.message, .text))
      made.unread = unread(in: view, ChatReader.eventKeys, at: position, &warnings)
      return .event(made)
    }
    // What the server's administration lists of rooms.
    if type == "room_created" || type == "room_joined", value(.userId) != nil {
      var made = RoomEvent(
        type, actor: warnings.line(value(.userId), at: position, "userId"), target: "",
        time: warnings.time(time, at: position, name(.timestamp, .ts, .time)))
      made.room = value(.roomId).line(200)
      return .event(made)
    }
    if let change = change(type, time: time, at: position, &warnings) { return change }
    let sender = value(.senderName) ?? value(.sender_name)
    let identity = value(.senderIdentity) ?? value(.sender_identity)
    guard
      text != nil || value(.attachments) != nil || value(.poll) != nil
        || isSet(.deleted, .isDeleted, .deletedAt),
      sender != nil || identity != nil || type == "chat"
    else {
      return .other
    }
    var message = Message()
    message.id = value(.id).line(100)
    message.senderName = warnings.line(
      sender, limit: 200, at: position, name(.senderName, .sender_name))
    message.identity = warnings.line(
      identity, limit: 200, at: position, name(.senderIdentity, .sender_identity))
    message.time = warnings.time(time, at: position, name(.timestamp, .ts, .time))
    // Clients add a timestamp to every message, so one without it is damaged.
    if message.time == nil, MeetingWarnings.isUnset(time) {
      warnings.record(.meetingTime, "a message without a time", at: position, "timestamp")
    }
    if let text { message.text = words(text, at: position, name(.message, .text), &warnings) }
    fill(&message, at: position, &finder, &warnings)
    message.unread += unread(in: view, ChatReader.messageKeys, at: position, &warnings)
    return .message(message)
  }

  private func value(_ key: Key) -> JSONView? {
    guard let view = values[key.rawValue], view.kind != .null else { return nil }
    return view
  }

  /// Indicates whether any of these is there and not false: a flag, or the time of it.
  private func isSet(_ keys: Key...) -> Bool {
    keys.contains { key in
      guard let view = value(key) else { return false }
      return view.kind == .bool ? view.bool == true : !MeetingWarnings.isUnset(view)
    }
  }

  /// The name under which a member is found, for diagnostics.
  private func name(_ keys: Key...) -> String { "\(keys.first { value($0) != nil } ?? keys[0])" }

  /// Reads what a message has beside its text.
  private func fill(
    _ message: inout Message, at position: ValuePosition, _ finder: inout AttachmentFinder,
    _ warnings: inout MeetingWarnings
  ) {
    if let attachments = value(.attachments) {
      message.attachments = ChatReader.attachments(attachments, at: position, &finder, &warnings)
    }
    if let poll = value(.poll) {
      message.poll = ChatPoll(poll, at: position, unread: &message.unread, &warnings)
    }
    if let reactions = value(.reactions) {
      message.reactions = ChatReader.reactions(reactions, at: position, &warnings)
    }
    if let reply = value(.replyTo) ?? value(.reply_to) ?? value(.replyToId) {
      message.replyTo =
        reply.isObject
        ? (reply.field("id") ?? reply.field("messageId", "message_id")).line(100)
        : (reply as JSONView?).line(100)
    }
    // What it repeats of the message is kept.
    for key in [Key.replyTo, .reply_to] {
      guard let reply = value(key), reply.isObject, reply.count > 1 else { continue }
      message.unread.append(
        UnreadMember(name: "\(key)", json: UnreadMember.json(of: reply, named: "\(key)")))
    }
    message.isEdited = isSet(.edited, .isEdited, .editedAt)
    message.isDeleted = isSet(.deleted, .isDeleted, .deletedAt)
    switch value(.status)?.string {
    case "edited": message.isEdited = true
    case "deleted": message.isDeleted = true
    default: readDelivery(of: &message, at: position, &warnings)
    }
  }

  private func readDelivery(
    of message: inout Message, at position: ValuePosition, _ warnings: inout MeetingWarnings
  ) {
    if let status = value(.status) {
      message.delivery = status.string.flatMap(Message.Delivery.init)
      if message.delivery == nil {
        warnings.keep(status, at: position, "status")
        warnings.record(
          .meetingField, "unknown status \(printable(status.looseString ?? "", limit: 40))",
          at: position, "status")
      }
    }
  }

  /// Reads packets that add to a message that is arriving, or was there before.
  private func change(
    _ type: String, time: JSONView?, at position: ValuePosition, _ warnings: inout MeetingWarnings
  ) -> Packet? {
    func line(_ key: Key) -> String { value(key).line(200) }
    switch type {
    case "reaction" where value(.messageId) != nil:
      return .change(
        .reaction(
          message: line(.messageId), emoji: value(.emoji).line(Reaction.longest),
          voter: line(.voterIdentity)))
    case "poll_vote" where value(.messageId) != nil:
      return .change(
        .vote(message: line(.messageId), option: line(.optionId), voter: line(.voterIdentity)))
    case "chat_chunk_meta" where value(.id) != nil:
      var message = Message()
      message.id = value(.id).line(100)
      message.senderName = line(.senderName)
      message.identity = line(.senderIdentity)
      message.time = warnings.time(time, at: position, "timestamp")
      func count(_ key: Key) -> Int { min(max(value(key)?.looseInt ?? 0, 0), ChatChange.mostParts) }
      return .change(
        .start(
          message,
          parts: [
            .message: count(.messageChunks), .attachments: count(.attachmentChunks),
            .poll: count(.pollChunks),
          ]))
    case "chat_chunk" where value(.id) != nil:
      guard let kind = value(.kind)?.string.flatMap(ChatChange.Part.init),
        let index = value(.index)?.looseInt, (0..<ChatChange.mostParts).contains(index),
        let part = value(.part)?.string
      else { return nil }
      return .change(
        .part(message: value(.id).line(100), kind, index: index, text: part))
    case "profile_changed" where value(.identity) != nil:
      return .name(identity: line(.identity), name: line(.name))
    case "deafen_state": return .ignored(type: type)
    case _ where type.hasPrefix("stage_"): return .ignored(type: printableName(type))
    default: return nil
    }
  }

  /// Members that are not known of a packet of its kind. They are kept for programs.
  private func unread(
    in view: JSONView, _ known: [Key], at position: ValuePosition, _ warnings: inout MeetingWarnings
  ) -> [UnreadMember] {
    // Most packets have no unknown members; comparing the counts is enough for them.
    guard view.count > known.count(where: { values[$0.rawValue] != nil }) else { return [] }
    let names = Set(known.map { "\($0)" })
    return UnreadMember.members(of: view, at: position, &warnings) { names.contains($0) }
  }

  private static let messageKeys: [Key] = [
    .type, .id, .timestamp, .time, .ts, .senderName, .sender_name, .senderIdentity,
    .sender_identity, .message, .text, .attachments, .poll, .reactions, .status, .isLocal,
    .replyTo, .reply_to, .replyToId, .edited, .isEdited, .editedAt, .deleted, .isDeleted,
    .deletedAt,
  ]
  private static let eventKeys: [Key] = [
    .type, .id, .timestamp, .time, .ts, .event, .actor, .target, .message, .text,
    .deletedIdentity,
  ]

  /// The text of a message. A number becomes its digits and is still reported: clients send texts.
  private func words(
    _ view: JSONView, at position: ValuePosition, _ member: String,
    _ warnings: inout MeetingWarnings
  ) -> String {
    guard let text = view.looseString else {
      warnings.record(view, insteadOf: "a text", at: position, member)
      return ""
    }
    if view.kind != .string {
      warnings.record(
        .meetingType, "expected a text: the value found is taken as one", at: position,
        member)
    }
    return ChatReader.words(text, at: position, member, &warnings)
  }

  /// The text of a message without control characters, cut at the limit of messages.
  static func words(
    _ text: String, at position: ValuePosition, _ member: String, _ warnings: inout MeetingWarnings
  ) -> String {
    let most = MeetingWarnings.longest.text
    guard text.utf8.count > most, text.count > most else { return ChatReader.clean(text) }
    warnings.record(
      .meetingLong, "longer than \(most) characters: cut off there", at: position, member)
    return ChatReader.clean(text.prefix(most) + "…")
  }

  static func attachments(
    _ view: JSONView, at position: ValuePosition, _ finder: inout AttachmentFinder,
    _ warnings: inout MeetingWarnings
  ) -> [Attachment] {
    guard view.isArray else {
      warnings.record(view, insteadOf: "a list", at: position, "attachments")
      return []
    }
    let most = MeetingWarnings.longest.attachments
    if view.count > most {
      warnings.record(
        .meetingLong, "\(view.count) attachments of one message: the first \(most) are taken",
        at: position, "attachments")
    }
    var list: [Attachment] = []
    for (index, element) in view.elements.prefix(most).enumerated() {
      guard element.isObject else {
        warnings.record(element, insteadOf: "an object", at: position, "attachments[\(index)]")
        continue
      }
      var attachment = finder.attachment(element)
      attachment.unread = UnreadMember.members(
        of: element, at: position, &warnings, in: "attachments"
      ) {
        ["kind", "url", "mime", "name", "w", "h", "size"].contains($0)
      }
      list.append(attachment)
    }
    return list
  }

  /// `{ identity: emoji }`.
  private static func reactions(
    _ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings
  ) -> [Reaction] {
    byPerson(view, named: "reactions to one message", at: position, "reactions", &warnings) {
      value, warnings in
      let emoji = (value as JSONView?).line(Reaction.longest)
      if value.kind == .string, !emoji.isEmpty { return emoji }
      warnings.record(value, insteadOf: "a text", at: position, "reactions")
      return nil
    }.map { Reaction(identity: $0.identity, emoji: $0.what) }
  }

  /// The entries of `{ identity: value }`: the last one of each person, at the index of their first.
  ///
  /// - Parameter take: returns nil for a value that is omitted, which it records.
  static func byPerson(
    _ view: JSONView, named name: String, at position: ValuePosition, _ member: String,
    _ warnings: inout MeetingWarnings,
    take: (JSONView, inout MeetingWarnings) -> String?
  ) -> [(identity: String, what: String)] {
    guard view.isObject else {
      warnings.record(view, insteadOf: "an object", at: position, member)
      return []
    }
    let most = MeetingWarnings.longest.people
    var entries: [(identity: String, what: String)] = []
    var places: [String: Int] = [:]
    for one in view.members.prefix(most) {
      guard let what = take(one.value, &warnings) else { continue }
      let identity = String(one.key.prefix(200)).line
      if let place = places[identity] {
        entries[place].what = what
      } else {
        places[identity] = entries.count
        entries.append((identity, what))
      }
    }
    if view.count > most {
      warnings.record(
        .meetingLong, "\(view.count) \(name): the first \(most) are taken", at: position, member)
    }
    return entries
  }

  private func printableName(_ name: String) -> String { String(name.prefix(60)).line }

  /// Lines as the client shows them: without control characters and without blank lines at the ends.
  static func clean(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    if isPlain { return text.hasDirectionControls ? text.withClosedIsolates : text }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    return lines.map { line in
      let line = String(
        String.UnicodeScalarView(
          line.unicodeScalars.compactMap { scalar in
            if scalar == "\t" { return " " }
            return scalar.value < 0x20 || scalar.value == 0x7F ? nil : scalar
          }))
      return line.hasDirectionControls ? line.withClosedIsolates : line
    }.joined(separator: "\n")
  }
}
