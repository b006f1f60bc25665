// SPDX-License-Identifier: MIT
// Part of Platen: lines of the chat and doings of moderators, as clients save them or send them.

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
    case passing(type: String)
    case other
  }

  private enum Key: Int, CaseIterable {
    case type, id, timestamp, time, senderName, sender_name, senderIdentity, sender_identity
    case message, text, attachments, event, actor, target, ts, poll, reactions, status, isLocal
    case messageId, emoji, optionId, voterIdentity, kind, index, part, messageChunks
    case attachmentChunks, pollChunks, identity, name, deletedIdentity, roomId, roomName, userId
    case userName
  }

  private var reader = JSONRecordReader(fields: [
    "type", "id", "timestamp", "time", "senderName", "sender_name", "senderIdentity",
    "sender_identity", "message", "text", "attachments", "event", "actor", "target", "ts", "poll",
    "reactions", "status", "isLocal", "messageId", "emoji", "optionId", "voterIdentity", "kind",
    "index", "part", "messageChunks", "attachmentChunks", "pollChunks", "identity", "name",
    "deletedIdentity", "roomId", "roomName", "userId", "userName",
  ])
  private var values: [JSONView?] = []

  mutating func read(
    _ view: JSONView, at spot: Spot, _ finder: inout AttachmentFinder,
    _ doubts: inout MeetingWarnings
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
        printableName(event), actor: doubts.line(value(.actor), at: spot, "actor"),
        target: doubts.line(target, at: spot, name(.target, .deletedIdentity)),
        time: doubts.time(time, at: spot, name(.timestamp, .ts, .time)))
      made.line = doubts.line(text, at: spot, name(.message, .text))
      made.unread = unread(in: view, ChatReader.eventKeys, at: spot, &doubts)
      return .event(made)
    }
    // What the server's administration lists of rooms.
    if type == "room_created" || type == "room_joined", value(.userId) != nil {
      var made = RoomEvent(
        type, actor: doubts.line(value(.userId), at: spot, "userId"), target: "",
        time: doubts.time(time, at: spot, name(.timestamp, .ts, .time)))
      made.room = value(.roomId).line(200)
      return .event(made)
    }
    if let change = change(type, time: time, at: spot, &doubts) { return change }
    let sender = value(.senderName) ?? value(.sender_name)
    let identity = value(.senderIdentity) ?? value(.sender_identity)
    guard text != nil || value(.attachments) != nil || value(.poll) != nil,
      sender != nil || identity != nil || type == "chat"
    else {
      return .other
    }
    var message = Message()
    message.id = value(.id).line(100)
    message.senderName = doubts.line(
      sender, limit: 200, at: spot, name(.senderName, .sender_name))
    message.identity = doubts.line(
      identity, limit: 200, at: spot, name(.senderIdentity, .sender_identity))
    message.time = doubts.time(time, at: spot, name(.timestamp, .ts, .time))
    // Clients stamp every message: one without a time has lost it.
    if message.time == nil, MeetingWarnings.isUnset(time) {
      doubts.record(.meetingTime, "a message without a time", at: spot, "timestamp")
    }
    if let text { message.text = words(text, at: spot, name(.message, .text), &doubts) }
    fill(&message, at: spot, &finder, &doubts)
    message.unread += unread(in: view, ChatReader.messageKeys, at: spot, &doubts)
    return .message(message)
  }

  private func value(_ key: Key) -> JSONView? {
    guard let view = values[key.rawValue], view.kind != .null else { return nil }
    return view
  }

  /// The name under which a member is found, for diagnostics.
  private func name(_ keys: Key...) -> String { "\(keys.first { value($0) != nil } ?? keys[0])" }

  /// Reads what a message has beside its text.
  private func fill(
    _ message: inout Message, at spot: Spot, _ finder: inout AttachmentFinder,
    _ doubts: inout MeetingWarnings
  ) {
    if let attachments = value(.attachments) {
      message.attachments = ChatReader.attachments(attachments, at: spot, &finder, &doubts)
    }
    if let poll = value(.poll) {
      message.poll = ChatPoll(poll, at: spot, unread: &message.unread, &doubts)
    }
    if let reactions = value(.reactions) {
      message.reactions = ChatReader.reactions(reactions, at: spot, &doubts)
    }
    if let status = value(.status) {
      message.delivery = status.string.flatMap(Message.Delivery.init)
      if message.delivery == nil {
        doubts.record(
          .meetingField, "unknown status \(printable(status.looseString ?? "", limit: 40))",
          at: spot, "status")
      }
    }
  }

  /// Reads packets that add to a message that is arriving, or was there before.
  private func change(
    _ type: String, time: JSONView?, at spot: Spot, _ doubts: inout MeetingWarnings
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
      message.time = doubts.time(time, at: spot, "timestamp")
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
    case "deafen_state": return .passing(type: type)
    case _ where type.hasPrefix("stage_"): return .passing(type: printableName(type))
    default: return nil
    }
  }

  /// Members that are not known of a packet of its kind. They are kept for programs.
  private func unread(
    in view: JSONView, _ known: [Key], at spot: Spot, _ doubts: inout MeetingWarnings
  ) -> [UnreadMember] {
    // A look at the numbers spares most packets the rest.
    guard view.count > known.count(where: { values[$0.rawValue] != nil }) else { return [] }
    let names = Set(known.map { "\($0)" })
    return UnreadMember.members(of: view, at: spot, &doubts) { names.contains($0) }
  }

  private static let messageKeys: [Key] = [
    .type, .id, .timestamp, .time, .ts, .senderName, .sender_name, .senderIdentity,
    .sender_identity, .message, .text, .attachments, .poll, .reactions, .status, .isLocal,
  ]
  private static let eventKeys: [Key] = [
    .type, .id, .timestamp, .time, .ts, .event, .actor, .target, .message, .text,
    .deletedIdentity,
  ]

  /// The text of a message. A number becomes its digits and is still reported: clients send texts.
  private func words(
    _ view: JSONView, at spot: Spot, _ member: String, _ doubts: inout MeetingWarnings
  ) -> String {
    guard let text = view.looseString else {
      doubts.record(view, insteadOf: "a text", at: spot, member)
      return ""
    }
    if view.kind != .string {
      doubts.record(
        .meetingType, "expected a text: the value found is taken as one", at: spot,
        member)
    }
    return ChatReader.words(text, at: spot, member, &doubts)
  }

  /// The text of a message, without what is not text, and no longer than messages may be.
  static func words(
    _ text: String, at spot: Spot, _ member: String, _ doubts: inout MeetingWarnings
  ) -> String {
    let most = MeetingWarnings.longest.text
    guard text.utf8.count > most, text.count > most else { return ChatReader.clean(text) }
    doubts.record(.meetingLong, "longer than \(most) characters: cut off there", at: spot, member)
    return ChatReader.clean(text.prefix(most) + "…")
  }

  static func attachments(
    _ view: JSONView, at spot: Spot, _ finder: inout AttachmentFinder,
    _ doubts: inout MeetingWarnings
  ) -> [Attachment] {
    guard view.isArray else {
      doubts.record(view, insteadOf: "a list", at: spot, "attachments")
      return []
    }
    let most = MeetingWarnings.longest.attachments
    if view.count > most {
      doubts.record(
        .meetingLong, "\(view.count) attachments of one message: the first \(most) are taken",
        at: spot, "attachments")
    }
    var list: [Attachment] = []
    for (index, element) in view.elements.prefix(most).enumerated() {
      guard element.isObject else {
        doubts.record(element, insteadOf: "an object", at: spot, "attachments[\(index)]")
        continue
      }
      var attachment = finder.attachment(element)
      attachment.unread = UnreadMember.members(of: element, at: spot, &doubts, in: "attachments") {
        ["kind", "url", "mime", "name", "w", "h", "size"].contains($0)
      }
      list.append(attachment)
    }
    return list
  }

  /// `{ identity: emoji }`.
  private static func reactions(
    _ view: JSONView, at spot: Spot, _ doubts: inout MeetingWarnings
  ) -> [Reaction] {
    byPerson(view, named: "reactions to one message", at: spot, "reactions", &doubts) {
      value, doubts in
      let emoji = (value as JSONView?).line(Reaction.longest)
      if value.kind == .string, !emoji.isEmpty { return emoji }
      doubts.record(value, insteadOf: "a text", at: spot, "reactions")
      return nil
    }.map { Reaction(identity: $0.identity, emoji: $0.what) }
  }

  /// `{ identity: what }`: the last of each person, in the place of the first.
  ///
  /// - Parameter take: returns nil for a value that is omitted, which it records.
  static func byPerson(
    _ view: JSONView, named name: String, at spot: Spot, _ member: String,
    _ doubts: inout MeetingWarnings,
    take: (JSONView, inout MeetingWarnings) -> String?
  ) -> [(identity: String, what: String)] {
    guard view.isObject else {
      doubts.record(view, insteadOf: "an object", at: spot, member)
      return []
    }
    let most = MeetingWarnings.longest.people
    var deeds: [(identity: String, what: String)] = []
    var places: [String: Int] = [:]
    for one in view.members.prefix(most) {
      guard let what = take(one.value, &doubts) else { continue }
      let identity = String(one.key.prefix(200)).line
      if let place = places[identity] {
        deeds[place].what = what
      } else {
        places[identity] = deeds.count
        deeds.append((identity, what))
      }
    }
    if view.count > most {
      doubts.record(
        .meetingLong, "\(view.count) \(name): the first \(most) are taken", at: spot, member)
    }
    return deeds
  }

  private func printableName(_ name: String) -> String { String(name.prefix(60)).line }

  /// Lines as the client shows them: without what is not text, and without blank lines at the ends.
  static func clean(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    if isPlain { return text.hasTurns ? text.withTurnsClosed : text }
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
      return line.hasTurns ? line.withTurnsClosed : line
    }.joined(separator: "\n")
  }
}
