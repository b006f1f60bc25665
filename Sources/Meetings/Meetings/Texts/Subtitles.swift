// SPDX-License-Identifier: MIT
// Part of Platen: the transcript of a meeting as subtitles: WebVTT and SubRip.

public import Diagnostics
internal import Readers
internal import Text

/// A meeting's transcript as cues of a recording, or its chat where nothing was transcribed.
public struct Subtitles: Sendable {
  /// A text on the screen.
  struct Cue: Hashable {
    /// Milliseconds since the beginning of the recording.
    var from: Int
    var to: Int
    /// Empty where it is not known.
    var speaker: String
    var text: String
  }

  /// The cues, in the order in which they begin.
  let cues: [Cue]
  private let title: String
  /// The warnings about times that were estimated and lines that were omitted.
  public let warnings: [Diagnostic]

  /// Milliseconds that a text is shown whose end is not known: at least, at most, for each character.
  private static let reading = (least: 1500, most: 7000, character: 60)

  /// Cues of speech, or else of messages.
  ///
  /// A cue whose end is not known stays until the next one, at most seven seconds. A line without a
  /// time follows the line before it.
  ///
  /// - Throws: `Failure` `meeting.empty` for a meeting without speech and messages.
  public init(_ meeting: Meeting, options: MinutesOptions) throws {
    try Minutes.check(meeting)
    let visible = meeting.visible(options)
    let meeting = visible.value
    title = (options.title.isEmpty ? meeting.title : options.title).line
    var warnings = Minutes.idleWarnings(meeting, options) + visible.warnings
    let lines = meeting.speech.isEmpty ? Subtitles.lines(of: meeting) : meeting.speech
    guard !lines.isEmpty || meeting.isIdle else {
      throw Failure(
        .error(
          .meetingEmpty, "no transcript and no messages found",
          hints: ["subtitles are made of a transcript, such as one of Zoom, Teams or Whisper"]))
    }
    let zero = meeting.timeBase == .elapsed ? Timestamp(microseconds: 0) : nil
    let start = meeting.recordingStart ?? zero ?? lines.compactMap(\.from).min()
    var cues: [Cue] = []
    cues.reserveCapacity(lines.count)
    var estimated = 0
    var reached = 0
    for (index, line) in lines.enumerated() {
      let text = line.text.split(separator: "\n").map(\.trimmed).filter { !$0.isEmpty }
        .joined(separator: "\n")
      guard !text.isEmpty else { continue }
      func milliseconds(_ time: Timestamp?) -> Int? {
        guard let time, let start else { return nil }
        return max(0, (time.microseconds - start.microseconds) / 1000)
      }
      let duration = min(
        max(text.count * Subtitles.reading.character, Subtitles.reading.least),
        Subtitles.reading.most)
      if line.from == nil { estimated += 1 }
      let from = milliseconds(line.from) ?? reached
      var to = milliseconds(line.to) ?? 0
      if to <= from {
        to = from + duration
        let next = index + 1 < lines.count ? milliseconds(lines[index + 1].from) : nil
        if let next, next > from { to = min(to, next) }
      }
      reached = max(reached, to)
      cues.append(Cue(from: from, to: to, speaker: line.speaker, text: text))
    }
    if estimated > 0 {
      warnings.append(
        .warning(
          .meetingTime,
          "\(estimated) of \(lines.count) lines have no time: they follow the lines before them"))
    }
    self.cues = cues
    self.warnings = warnings
  }

  private static func lines(of meeting: Meeting) -> [SpokenLine] {
    let attendance = Attendance(meeting)
    return meeting.messages.filter { $0.delivery != .failed }.map {
      SpokenLine($0.text, by: attendance.sender(of: $0), from: $0.time)
    }
  }

  /// The cues as WebVTT, with a tag for each speaker.
  public var webVTT: [UInt8] {
    var text: [UInt8] = Array("WEBVTT".utf8)
    if !title.isEmpty { text += " - \(title.replacing("-->", with: "->"))".utf8 }
    text.append(0x0A)
    for (index, cue) in cues.enumerated() {
      text += "\n\(index + 1)\n".utf8
      append(cue.from, ".", to: &text)
      text += " --> ".utf8
      append(cue.to, ".", to: &text)
      text.append(0x0A)
      if !cue.speaker.isEmpty { text += "<v \(Subtitles.escaped(cue.speaker))>".utf8 }
      text += Subtitles.escaped(cue.text).utf8
      if !cue.speaker.isEmpty { text += "</v>".utf8 }
      text.append(0x0A)
    }
    return text
  }

  /// The cues as SubRip, with the name of each speaker before a colon; lines end in CR LF.
  public var subRip: [UInt8] {
    var text: [UInt8] = []
    for (index, cue) in cues.enumerated() {
      text += "\(index + 1)\r\n".utf8
      append(cue.from, ",", to: &text)
      text += " --> ".utf8
      append(cue.to, ",", to: &text)
      let speaker = cue.speaker.isEmpty ? "" : cue.speaker + ": "
      // An arrow begins a cue wherever it is.
      let words = (speaker + cue.text).replacing("-->", with: "->")
      text += "\r\n\(words.replacing("\n", with: "\r\n"))\r\n\r\n".utf8
    }
    return text
  }

  private static func escaped(_ text: String) -> String {
    MarkupEscaping(escapesQuotes: false).escaped(text)
  }

  /// Appends `01:02:03.004`.
  private func append(_ milliseconds: Int, _ separator: String, to text: inout [UInt8]) {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let seconds = milliseconds / 1000
    text += padded(seconds / 3600, 2).utf8
    text += ":\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))\(separator)".utf8
    text += padded(milliseconds % 1000, 3).utf8
  }
}
