// SPDX-License-Identifier: MIT
// Part of Platen: action items: those of the side file, and marked lines in notes and chat.

internal import Documents
internal import Readers
internal import Text

/// A task with the source that mentions it.
struct ActionItem: Hashable {
  var text: String
  var isDone: Bool
  /// The people who are to do it, or else the person who mentioned it; empty where neither is known.
  var who: String
  /// The day as written, or as ISO 8601 has it where it could be determined; may be empty.
  var due = ""
  var time: Timestamp?
}

enum ActionItems {
  /// Those of the side file, then those in notes, then those of the chat.
  static func of(
    _ meeting: Meeting, _ attendance: Attendance, clock: MeetingClock, phrases: Phrasebook
  ) -> [ActionItem] {
    let day = meeting.shownSpan.flatMap { clock.dayNumber($0.from) }
    let days = DueDay.Reader(phrases, from: day)
    let people = OwnerNames(meeting, attendance)
    var items = meeting.side.actions.map { action in
      let due = CalendarDate(action.due, phrases) == nil ? days.day(of: action.due) : nil
      return ActionItem(
        text: action.text, isDone: action.isDone, who: action.who, due: due ?? action.due)
    }
    for notes in meeting.side.allNotes {
      for line in notes.split(whereSeparator: \.isNewline) {
        if let line = ActionLine(line, isOfNotes: true, among: people, days: days) {
          items.append(
            ActionItem(text: line.text, isDone: line.isDone, who: line.owner, due: line.due))
        }
      }
    }
    // A message that never arrived has no tasks.
    for message in meeting.messages
    where mayHold(message.text) && message.delivery != .failed && !message.isDeleted {
      let days = days.counting(from: message.time.flatMap(clock.dayNumber) ?? day)
      for line in message.text.split(separator: "\n") {
        guard let line = ActionLine(line, isOfNotes: false, among: people, days: days) else {
          continue
        }
        items.append(
          ActionItem(
            text: line.text, isDone: line.isDone,
            who: line.owner.isEmpty ? attendance.sender(of: message) : line.owner, due: line.due,
            time: message.time))
      }
    }
    return items
  }

  /// A fast check of the bytes, which excludes most messages.
  private static func mayHold(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "[") || $0 | 0x20 == UInt8(ascii: "t") }
      && text.utf8.contains {
        $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") || $0 == 0xEF
      }
  }
}
