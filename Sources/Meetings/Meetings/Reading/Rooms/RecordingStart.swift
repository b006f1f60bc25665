// SPDX-License-Identifier: MIT
// Part of Platen: the beginning of a recording, as a job has it.

public import Diagnostics
public import Digests
internal import Readers

/// The beginning of a recording: a day and a time, or a time alone, by the clocks of the meeting's
/// zone; or a point in time with its offset.
public struct RecordingStart: Hashable, Sendable, Digestible {
  let time: RoomTime
  private let text: String

  /// Reads `2026-11-20 18:00`, `2026-11-20T18:00:05+01:00` or `18:00`.
  ///
  /// - Throws: `Failure` `meeting.start` for another text.
  public init(_ text: String) throws(Failure) {
    self.text = text
    let words = text.trimmed
    if words.count <= 8, words.contains(":") {
      var rest = Array(words.utf8)[...]
      let digits = words.split(separator: ":").count == 2 ? Array((words + ":00").utf8)[...] : rest
      rest = digits
      if let time = CueTime(taking: &rest), rest.isEmpty, time.lengths.count == 3,
        let microseconds = time.microseconds, microseconds < RoomClock.day
      {
        self.time = .clock(microseconds)
        return
      }
    } else if words.count >= 16, let timestamp = Timestamp(iso: words) {
      let hasZone =
        words.last == "Z" || words.dropFirst(16).contains { $0 == "+" || $0 == "-" }
      time = hasZone ? .instant(timestamp) : .local(timestamp.microseconds)
      return
    }
    throw Failure(
      .error(
        .meetingStart, "invalid time \"\(printable(text, limit: 40))\"",
        hints: ["write 2026-11-20 18:00, or 18:00"]))
  }

  public func add(to digester: inout Digester) { digester.addFields(text) }
}
