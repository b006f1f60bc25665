// SPDX-License-Identifier: MIT
// Part of Platen: SubViewer (SBV), in which Google Meet saves its chat.

internal import Diagnostics

/// Reads entries of SubViewer as messages of a chat: a line with two times and a comma between, then
/// `Name: text`.
enum SubViewerReader {
  /// Indicates whether a text, or its beginning, is SubViewer.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    var lines = LineScanner(bytes)
    while let line = lines.next() {
      if line.isBlank { continue }
      return times(line) != nil
    }
    return false
  }

  private static func times(_ line: TextLine) -> CueTimes? {
    guard let times = CueTimes(line.bytes, separator: ","), times.rest.trimmingBlanks.isEmpty,
      times.from.separator != nil
    else { return nil }
    return times
  }

  static func read(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("SubViewer", file: file)
    var lines = text.lines
    var entry: (time: Int?, line: Int)?
    var pending: [String] = []

    func close() {
      defer { pending = [] }
      guard let entry else { return }
      let words = warnings.spoken(
        pending.joined(separator: "\n"), at: .character(line: entry.line, column: 1))
      guard !words.isEmpty else { return }
      var message = RoomMessage()
      message.time = entry.time.map { .elapsed($0) }
      if let label = SpeakerLabel(of: words) {
        (message.sender, message.text) = (label.name, label.text)
      } else {
        message.text = words
      }
      part.messages.append(message)
    }

    while let line = lines.next() {
      guard let times = times(line) else {
        if entry == nil, !line.isBlank {
          warnings.record(
            .meetingLine, "text without times: omitted",
            at: .character(line: line.number, column: 1))
        }
        pending.append(line.text)
        continue
      }
      close()
      if times.from.microseconds == nil {
        warnings.record(
          .meetingTime, "not a time of a recording: omitted",
          at: .character(line: line.number, column: 1))
      }
      entry = (times.from.microseconds, line.number)
    }
    close()
    return part
  }
}
