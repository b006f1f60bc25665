// SPDX-License-Identifier: MIT
// Part of Platen: transcripts of Whisper and of the programs that write its JSON.

internal import Diagnostics
internal import JSON
internal import Readers

/// Reads JSON of openai-whisper, whisperX, whisper.cpp and OpenAI's API.
enum WhisperReader {
  /// A value of `no_speech_prob` from which a segment may be noise.
  private static let silence = 0.6

  private static let known: Set<String> = [
    "text", "segments", "language", "wordSegments", "task", "duration", "words", "usage",
    "systeminfo", "model", "params", "result", "transcription",
  ]
  private static let knownOfSegment: Set<String> = [
    "id", "seek", "start", "end", "text", "tokens", "temperature", "avgLogprob",
    "compressionRatio", "noSpeechProb", "words", "speaker", "type", "timestamps", "offsets",
    "chars", "speakerTurnNext",
  ]

  /// Indicates whether a JSON text is one of theirs.
  static func recognizes(_ root: JSONView) -> Bool {
    guard root.isObject else { return false }
    if let segments = root.field("segments"), segments.isArray {
      guard let first = segments[0] else { return root.field("text") != nil }
      return first.isObject && first.field("text") != nil
        && (first.field("start") != nil || first.field("end") != nil || first.field("words") != nil)
    }
    guard let list = root.field("transcription"), list.isArray else { return false }
    guard let first = list[0] else { return root.field("systeminfo") != nil }
    return first.field("offsets") != nil || first.field("timestamps") != nil
  }

  static func read(
    _ root: JSONView, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("Whisper", file: file)
    warnings.recordUnknown(membersOf: root, known, at: .whole)
    let isCpp = root.field("segments") == nil
    let list = isCpp ? "transcription" : "segments"
    guard let segments = root.member(named: list) else { return part }
    for (index, segment) in segments.elements.enumerated() {
      let position = ValuePosition.element(of: list, index)
      guard segment.isObject else {
        warnings.record(segment, insteadOf: "an object", at: position)
        continue
      }
      warnings.recordUnknown(membersOf: segment, knownOfSegment, at: position)
      let text = warnings.spoken(segment.field("text")?.looseString ?? "", at: position)
      guard !text.isEmpty else { continue }
      if let silence = segment.field("no_speech_prob")?.double, silence > WhisperReader.silence {
        warnings.record(
          .meetingSilence, "probably silence, heard as words", at: position, "no_speech_prob")
      }
      var line = RoomLine()
      line.text = text
      line.speaker = (segment.field("speaker")).line(200)
      if isCpp {
        let offsets = segment.field("offsets")
        line.from = time(offsets?.field("from"), unit: 1000, at: position, "offsets", &warnings)
        line.to = time(offsets?.field("to"), unit: 1000, at: position, "offsets", &warnings)
      } else {
        line.from = time(segment.field("start"), unit: 1_000_000, at: position, "start", &warnings)
        line.to = time(segment.field("end"), unit: 1_000_000, at: position, "end", &warnings)
      }
      part.lines.append(line)
    }
    return part
  }

  /// A number as microseconds since the beginning; nil for others, which are reported.
  private static func time(
    _ view: JSONView?, unit: Double, at position: ValuePosition, _ member: String,
    _ warnings: inout MeetingWarnings
  ) -> RoomTime? {
    let number = view.flatMap(\.double).map { $0 * unit }
    guard let number, number >= 0, number < Double(CueTime.limit) else {
      warnings.record(.meetingTime, "not a time of a recording: omitted", at: position, member)
      return nil
    }
    return .elapsed(Int(number.rounded()))
  }

  /// The text with numbers for `NaN` and `Infinity`, which Python writes and JSON does not have;
  /// nil where there are none. Positions of bytes stay, and no time is made of them.
  static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
    var bytes = bytes
    var isRepaired = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "N"), UInt8(ascii: "I"):
        for word in ["NaN", "Infinity"] where bytes[index...].starts(with: word.utf8) {
          let isNegative = index > 0 && bytes[index - 1] == UInt8(ascii: "-")
          let number = isNegative ? "1" : "-1"
          for place in index..<(index + word.utf8.count) { bytes[place] = 0x20 }
          for (offset, digit) in number.utf8.enumerated() { bytes[index + offset] = digit }
          isRepaired = true
        }
      default: break
      }
      index += 1
    }
    return isRepaired ? bytes : nil
  }
}
