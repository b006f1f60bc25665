// SPDX-License-Identifier: MIT
// Part of Platen: lines of the chat and doings of moderators, as clients save them or send them.

internal import Diagnostics
internal import JSON
internal import Readers

/// Reads packets of one list: they nearly all have the same keys in the same order.
struct ChatReader {
  /// What a packet turned out to be.
  enum Packet {
    case message(Message)
    case event(RoomEvent)
    case other
  }

  private enum Key: Int, CaseIterable {
    case type, id, timestamp, time, senderName, sender_name, senderIdentity, sender_identity
    case message, text, attachments, event, actor, target, ts
  }

  private var reader = JSONRecordReader(fields: [
    "type", "id", "timestamp", "time", "senderName", "sender_name", "senderIdentity",
    "sender_identity", "message", "text", "attachments", "event", "actor", "target", "ts",
  ])
  private var values: [JSONView?] = []

  mutating func read(
    _ view: JSONView, at spot: Spot, _ shelf: inout PictureShelf, _ doubts: inout Doubts
  ) -> Packet {
    guard view.isObject else { return .other }
    reader.read(view, into: &values)
    func value(_ key: Key) -> JSONView? {
      guard let view = values[key.rawValue], view.kind != .null else { return nil }
      return view
    }
    /// Under which name something stands, for what is said of it.
    func name(_ keys: Key...) -> String { "\(keys.first { value($0) != nil } ?? keys[0])" }
    let time = value(.timestamp) ?? value(.ts) ?? value(.time)
    if let event = value(.event)?.string, value(.actor) != nil || value(.target) != nil {
      return .event(
        RoomEvent(
          printableName(event), actor: doubts.line(value(.actor), at: spot, "actor"),
          target: doubts.line(value(.target), at: spot, "target"),
          time: doubts.time(time, at: spot, name(.timestamp, .ts, .time))))
    }
    let attachments = value(.attachments)
    let sender = value(.senderName) ?? value(.sender_name)
    let identity = value(.senderIdentity) ?? value(.sender_identity)
    let text = value(.message) ?? value(.text)
    let isChat = value(.type)?.equals("chat") == true
    guard text != nil || attachments != nil, sender != nil || identity != nil || isChat else {
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
    if message.time == nil, Doubts.isUnset(time) {
      doubts.record("meeting.time", "a message without a time", at: spot, "timestamp")
    }
    if let text {
      message.text = words(text, at: spot, name(.message, .text), &doubts)
    }
    if let attachments {
      message.attachments = pictures(attachments, at: spot, &shelf, &doubts)
    }
    return .message(message)
  }

  /// What was written. A number is what its digits say, and told all the same: clients send texts.
  private func words(
    _ view: JSONView, at spot: Spot, _ member: String, _ doubts: inout Doubts
  ) -> String {
    guard let text = view.looseString else {
      doubts.record(view, insteadOf: "a text", at: spot, member)
      return ""
    }
    if view.kind != .string {
      doubts.record(
        "meeting.type", "a text is wanted here: what stands there is taken for one", at: spot,
        member)
    }
    let most = Doubts.longest.text
    guard text.utf8.count > most, text.count > most else { return ChatReader.clean(text) }
    doubts.record("meeting.long", "longer than \(most) letters: cut there", at: spot, member)
    return ChatReader.clean(text.prefix(most) + "…")
  }

  private func pictures(
    _ view: JSONView, at spot: Spot, _ shelf: inout PictureShelf, _ doubts: inout Doubts
  ) -> [Attachment] {
    guard view.isArray else {
      doubts.record(view, insteadOf: "a list", at: spot, "attachments")
      return []
    }
    let most = Doubts.longest.attachments
    if view.count > most {
      doubts.record(
        "meeting.long", "\(view.count) attachments of one message: the first \(most) are taken",
        at: spot, "attachments")
    }
    var list: [Attachment] = []
    for (index, element) in view.elements.prefix(most).enumerated() {
      guard element.isObject else {
        doubts.record(element, insteadOf: "an object", at: spot, "attachments[\(index)]")
        continue
      }
      list.append(shelf.attachment(element))
    }
    return list
  }

  private func printableName(_ name: String) -> String { String(name.prefix(60)).line }

  /// Lines as the client shows them: without what is no text, and without blank lines at the ends.
  private static func clean(_ text: String) -> String {
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
