// SPDX-License-Identifier: MIT
// Part of Platen: lines of the chat and doings of moderators, as clients save them or send them.

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

  /// Letters of one message; the client sends far fewer.
  private static let longest = 100_000

  mutating func read(_ view: JSONView, _ shelf: inout PictureShelf) -> Packet {
    guard view.isObject else { return .other }
    reader.read(view, into: &values)
    func value(_ key: Key) -> JSONView? {
      guard let view = values[key.rawValue], view.kind != .null else { return nil }
      return view
    }
    let time = value(.timestamp) ?? value(.ts) ?? value(.time)
    if let name = value(.event)?.string, value(.actor) != nil || value(.target) != nil {
      return .event(
        RoomEvent(
          printableName(name), actor: value(.actor).line(), target: value(.target).line(),
          time: Moment(meeting: time)))
    }
    let attachments = value(.attachments)
    let sender = value(.senderName) ?? value(.sender_name)
    let identity = value(.senderIdentity) ?? value(.sender_identity)
    guard let text = (value(.message) ?? value(.text))?.string ?? (attachments == nil ? nil : ""),
      sender != nil || identity != nil || value(.type)?.equals("chat") == true
    else { return .other }
    var message = Message()
    message.id = value(.id).line(100)
    message.time = Moment(meeting: time)
    message.senderName = sender.line(200)
    message.identity = identity.line(200)
    message.text = ChatReader.clean(text)
    if let attachments, attachments.isArray, attachments.count > 0 {
      message.attachments = attachments.elements.prefix(100).map { shelf.attachment($0) }
    }
    return .message(message)
  }

  private func printableName(_ name: String) -> String { String(name.prefix(60)).line }

  /// Lines as the client shows them: without what is no text, and without blank lines at the ends.
  private static func clean(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    if isPlain, text.utf8.count <= longest { return text.hasTurns ? text.withTurnsClosed : text }
    var lines: [Substring] = []
    for line in text.prefix(longest).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    {
      lines.append(line)
    }
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
