// SPDX-License-Identifier: MIT
// Part of Platen: WebVTT, by itself and as Zoom and Teams write it.

internal import Diagnostics

/// Reads cues of WebVTT.
///
/// Source: W3C, "WebVTT: The Web Video Text Tracks Format", section 6 (parsing). A line with an arrow
/// ends the cue before it; a cue whose times are invalid is omitted with its text; one that ends
/// before it begins stays.
enum WebVTTReader {
  /// Indicates whether a text, or its beginning, is WebVTT.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    let mark = Array("WEBVTT".utf8)
    guard bytes.starts(with: mark) else { return false }
    guard bytes.count > mark.count else { return true }
    return [0x20, 0x09, 0x0A, 0x0D].contains(bytes[mark.count])
  }

  static func read(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("WebVTT", file: file)
    part.goesOn = true
    var lines = text.lines
    if let first = lines.next() {
      let title = first.text.dropFirst(6).trimmed
      part.title = title.hasPrefix("-") ? title.dropFirst().trimmed.line : ""
    }
    // Other lines of the head, up to a blank one.
    var next = lines.next()
    while let line = next, !line.isBlank, !line.hasArrow { next = lines.next() }
    while let line = next {
      if line.isBlank {
        next = lines.next()
        continue
      }
      var times = line
      if !line.hasArrow {
        let second = lines.next()
        guard let second, second.hasArrow else {
          next = second
          skip(line, &lines, &next, &warnings)
          continue
        }
        times = second
      }
      var payload: [TextLine] = []
      next = lines.next()
      while let line = next, !line.isBlank, !line.hasArrow {
        payload.append(line)
        next = lines.next()
      }
      read(times, payload, &part, &warnings)
    }
    return part
  }

  /// Skips a block that is not a cue: a note, a style, a region, or something unknown.
  private static func skip(
    _ first: TextLine, _ lines: inout LineScanner, _ next: inout TextLine?,
    _ warnings: inout MeetingWarnings
  ) {
    let words = ["NOTE", "STYLE", "REGION"]
    let isKnown = words.contains { word in
      first.bytes.starts(with: word.utf8)
        && (first.bytes.count == word.utf8.count
          || [0x20, 0x09].contains(first.bytes[first.bytes.startIndex + word.utf8.count]))
    }
    if !isKnown {
      warnings.record(
        .meetingLine, "text without times: omitted",
        at: .character(line: first.number, column: 1))
    }
    while let line = next, !line.isBlank, !line.hasArrow { next = lines.next() }
  }

  private static func read(
    _ line: TextLine, _ payload: [TextLine], _ part: inout RoomPart,
    _ warnings: inout MeetingWarnings
  ) {
    guard let times = CueTimes(line.bytes), times.from.isStrict, times.to.isStrict,
      let from = times.from.microseconds, let to = times.to.microseconds
    else {
      return warnings.record(
        .meetingLine,
        "expected times such as 00:00:01.000 --> 00:00:02.500; the cue is omitted",
        at: .character(line: line.number, column: 1))
    }
    if to < from {
      warnings.record(
        .meetingTime, "the cue ends before it begins",
        at: .character(line: line.number, column: 1))
    }
    var markup = CueMarkup()
    for (index, line) in payload.enumerated() {
      if index > 0 { markup.append("\n") }
      markup.read(line.bytes)
    }
    for voice in markup.voices {
      let text = warnings.spoken(voice.text, at: .character(line: line.number, column: 1))
      guard !text.isEmpty else { continue }
      if voice.name.isEmpty {
        part.lines.append(RoomLine(labeled: text, from: .elapsed(from), to: .elapsed(to)))
      } else {
        // Tags leave no doubt about who speaks, and where nobody is known to.
        part.goesOn = false
        var spoken = RoomLine()
        spoken.speaker = voice.name
        (spoken.text, spoken.from, spoken.to) = (text, .elapsed(from), .elapsed(to))
        part.lines.append(spoken)
      }
    }
  }
}

/// The text of a cue without its tags, by voices.
struct CueMarkup {
  struct Voice {
    var name: String
    var text: String
  }
  private(set) var voices: [Voice] = []
  private var name = ""
  private var text: [UInt8] = []

  /// Characters of a tag, beyond which a `<` is text.
  private static let tagLimit = 1000

  mutating func append(_ separator: String) { text += separator.utf8 }

  /// Reads a line of the payload; tags do not extend over lines.
  mutating func read(_ line: ArraySlice<UInt8>) {
    var index = line.startIndex
    var closes = ByteFinder(">")
    while index < line.endIndex {
      let byte = line[index]
      if byte == UInt8(ascii: "<"),
        let end = closes.next(index, in: line, within: CueMarkup.tagLimit)
      {
        take(line[(index + 1)..<end])
        index = end + 1
      } else if byte == UInt8(ascii: "&"),
        let end = line[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let character = CueMarkup.character(line[(index + 1)..<end])
      {
        text += character.utf8
        index = end + 1
      } else {
        text.append(byte)
        index += 1
      }
    }
    finishVoice(keepsName: true)
  }

  private mutating func take(_ tag: ArraySlice<UInt8>) {
    let name = tag.prefix { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: ".") }
    switch String(decoding: name, as: UTF8.self) {
    case "v":
      finishVoice(keepsName: false)
      let words = tag.drop { $0 != 0x20 && $0 != 0x09 }
      self.name = CueMarkup.plain(words).line
    case "/v": finishVoice(keepsName: false)
    // Readings of characters stay beside them.
    case "rt": text.append(UInt8(ascii: "("))
    case "/rt": text.append(UInt8(ascii: ")"))
    default: break
    }
  }

  /// Adds the text since the last tag of a voice.
  private mutating func finishVoice(keepsName: Bool) {
    defer {
      text = []
      if !keepsName { name = "" }
    }
    let isBlank = text.allSatisfy { $0 <= 0x20 }
    guard !isBlank else { return }
    let words = String(decoding: text, as: UTF8.self)
    if let last = voices.last, last.name == name {
      voices[voices.count - 1].text += words
    } else {
      voices.append(Voice(name: name, text: words))
    }
  }

  /// Text whose references are replaced.
  private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    var markup = CueMarkup()
    markup.read(bytes)
    return markup.voices.map(\.text).joined()
  }

  /// The character of a reference without `&` and `;`; nil for one that is not known.
  static func character(_ name: ArraySlice<UInt8>) -> String? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return "\u{A0}"
    case "lrm": return "\u{200E}"
    case "rlm": return "\u{200F}"
    default:
      guard name.first == UInt8(ascii: "#") else { return nil }
      let digits = name.dropFirst()
      let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
      let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
      return UInt32(text, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init).map(String.init)
    }
  }
}

extension MeetingWarnings {
  /// A text of speech or chat, cut at the greatest length of one.
  mutating func spoken(_ text: String, at position: ValuePosition) -> String {
    let limit = MeetingWarnings.longest.text
    let text = text.spokenText
    guard text.utf8.count > limit,
      let end = text.index(
        text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
    else { return text }
    record(.meetingLong, "longer than \(limit) characters: cut off there", at: position)
    return String(text[..<end]) + "…"
  }
}
