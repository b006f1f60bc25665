// SPDX-License-Identifier: MIT
// Part of Platen: action items: marked lines in notes and chat.

internal import Readers

/// A task with the source that mentions it.
struct ActionItem: Hashable {
  var text: String
  var isDone: Bool
  /// The person who mentioned it, or is to do it; empty where that is not known.
  var who: String
  var due = ""
  var time: Timestamp?
}

enum ActionItems {
  /// Those of the side file, then those in notes, then those of the chat.
  static func of(_ meeting: Meeting, _ attendance: Attendance) -> [ActionItem] {
    var items = meeting.side.actions.map {
      ActionItem(text: $0.text, isDone: $0.isDone, who: $0.who, due: $0.due)
    }
    for notes in meeting.side.allNotes {
      for line in notes.split(whereSeparator: \.isNewline) {
        if let (text, isDone) = item(line) {
          items.append(ActionItem(text: text, isDone: isDone, who: ""))
        }
      }
    }
    // A message that never arrived has no tasks.
    for message in meeting.messages
    where mayHold(message.text) && message.delivery != .failed && !message.isDeleted {
      for line in message.text.split(separator: "\n") {
        if let (text, isDone) = item(line) {
          items.append(
            ActionItem(
              text: text, isDone: isDone, who: attendance.sender(of: message), time: message.time))
        }
      }
    }
    return items
  }

  /// A fast check of the bytes, which excludes most messages.
  private static func mayHold(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "[") || $0 | 0x20 == UInt8(ascii: "t") }
      && (text.contains("[") || text.firstRange(of: ":") != nil)
  }

  /// The text of a line that begins with `TODO:`, `- [ ]` or `- [x]`; nil for any other.
  static func item(_ line: some StringProtocol) -> (text: String, isDone: Bool)? {
    let line = line.trimmed
    if line.prefix(5).lowercased() == "todo:" {
      let text = line.dropFirst(5).trimmed
      return text.isEmpty ? nil : (text, false)
    }
    guard let first = line.first, "-*+".contains(first) else { return nil }
    let rest = line.dropFirst().trimmed
    for (mark, isDone) in [("[ ]", false), ("[x]", true), ("[X]", true)] where rest.hasPrefix(mark)
    {
      let text = rest.dropFirst(3).trimmed
      return text.isEmpty ? nil : (text, isDone)
    }
    return nil
  }
}
