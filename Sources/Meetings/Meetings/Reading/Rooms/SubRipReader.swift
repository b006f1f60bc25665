// SPDX-License-Identifier: MIT
// Part of Platen: SubRip (SRT), as programs and people write it.

internal import Diagnostics

/// Reads cues of SubRip: a number, a line of times, text. Numbers may repeat or be missing, text may
/// have blank lines, and points occur for commas: a line of times alone begins a cue.
enum SubRipReader {
  /// Indicates whether a text, or its beginning, is SubRip: times in the first line that is not
  /// blank, or in the one after a number.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    var lines = LineScanner(bytes)
    var hasNumber = false
    var count = 0
    while let line = lines.next(), count < 10 {
      count += 1
      if line.isBlank { continue }
      if CueTimes(line.bytes) != nil { return true }
      guard !hasNumber, line.isNumber else { return false }
      hasNumber = true
    }
    return false
  }

  static func read(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("SubRip", file: file)
    part.goesOn = true
    var lines = text.lines
    var cue: (from: Int, to: Int, line: Int)?
    /// Indicates whether the text that follows is that of a cue with invalid times.
    var isInvalid = false
    var pending: [TextLine] = []

    func close(_ pending: inout [TextLine]) {
      while pending.last?.isBlank == true { pending.removeLast() }
      defer { pending = [] }
      guard let cue else {
        if let first = pending.first(where: { !$0.isBlank }), !isInvalid {
          warnings.record(
            .meetingLine, "text without times: omitted",
            at: .character(line: first.number, column: 1))
        }
        return
      }
      let words = pending.map { plain($0.bytes) }.joined(separator: "\n")
      let text = warnings.spoken(words, at: .character(line: cue.line, column: 1))
      guard !text.isEmpty else { return }
      part.lines.append(
        RoomLine(labeled: text, from: .elapsed(cue.from), to: .elapsed(cue.to)))
    }

    while let line = lines.next() {
      guard line.hasArrow else {
        pending.append(line)
        continue
      }
      let times = CueTimes(line.bytes)
      // An arrow in a text does not begin a cue.
      guard
        times != nil || line.bytes.trimmingBlanks.first.map({ (0x30...0x39).contains($0) }) == true
      else {
        pending.append(line)
        continue
      }
      if pending.last?.isNumber == true { pending.removeLast() }
      close(&pending)
      guard let times, let from = times.from.microseconds, let to = times.to.microseconds else {
        warnings.record(
          .meetingLine,
          "expected times such as 00:00:01,000 --> 00:00:02,500; the cue is omitted",
          at: .character(line: line.number, column: 1))
        cue = nil
        isInvalid = true
        continue
      }
      if to < from {
        warnings.record(
          .meetingTime, "the cue ends before it begins",
          at: .character(line: line.number, column: 1))
      }
      cue = (from, to, line.number)
    }
    close(&pending)
    return part
  }

  private static let tags: Set<String> = ["b", "i", "u", "s", "font"]

  /// The text of a line without tags and positions in braces.
  private static func plain(_ line: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(line.count)
    var index = line.startIndex
    var braces = ByteFinder("}")
    var closes = ByteFinder(">")
    while index < line.endIndex {
      let byte = line[index]
      if byte == UInt8(ascii: "{"), line[index...].dropFirst().first == UInt8(ascii: "\\"),
        let end = braces.next(index, in: line, within: 200)
      {
        index = end + 1
        continue
      }
      if byte == UInt8(ascii: "<"),
        let end = closes.next(index, in: line, within: 200)
      {
        let tag = line[(index + 1)..<end].drop { $0 == UInt8(ascii: "/") }
        let name = String(
          decoding: tag.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }, as: UTF8.self)
        if tags.contains(name.lowercased()) {
          index = end + 1
          continue
        }
      }
      text.append(byte)
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
