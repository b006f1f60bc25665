// SPDX-License-Identifier: MIT
// Part of Platen: transcripts that Google Meet writes as documents.

internal import Diagnostics
internal import Readers

/// A paragraph of a transcript that is a document.
struct TranscriptParagraph {
  var text: String
  /// The bold words it begins with; empty where it begins otherwise, and in plain text.
  var bold = ""
  /// Counted from 1.
  var number: Int
}

/// Reads transcripts of Google Meet: the people, then `Name: text`, and a time every five minutes.
enum MeetTranscriptReader {
  /// The most paragraphs before the transcript by which it is recognized.
  private static let reach = 400

  static func recognizes(_ text: [UInt8]) -> Bool {
    // Bytes are searched first, since every input of every kind is looked at.
    guard contains("ranscript", in: text) else { return false }
    var scanner = LineScanner(text)
    var paragraphs: [TranscriptParagraph] = []
    while let line = scanner.next(), paragraphs.count < reach {
      if !line.isBlank {
        paragraphs.append(TranscriptParagraph(text: line.text.line, number: line.number))
      }
    }
    return recognizes(paragraphs)
  }

  private static func contains(_ word: String, in text: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    guard text.count >= word.count else { return false }
    for index in 0...(text.count - word.count)
    where text[index] == word[0] && text[index..<(index + word.count)].elementsEqual(word) {
      return true
    }
    return false
  }

  static func recognizes(_ paragraphs: [TranscriptParagraph]) -> Bool {
    guard let title = paragraphs.prefix(reach).firstIndex(where: { isTitle($0.text) }) else {
      return false
    }
    return title == 0 && paragraphs.prefix(reach).contains { isHeading($0.text, "attendees") }
      || paragraphs.prefix(title).contains { isHeading($0.text, "transcript") }
  }

  private static func isTitle(_ text: String) -> Bool {
    text.count < 500 && text.lowercased().hasSuffix(" - transcript")
  }

  /// Indicates whether a paragraph is a heading; pictures may be before its words.
  private static func isHeading(_ text: String, _ words: String) -> Bool {
    text.count <= words.count + 4 && text.drop { !$0.isLetter }.lowercased() == words
  }

  static func read(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var lines = text.lines
    var paragraphs: [TranscriptParagraph] = []
    while let line = lines.next() {
      if !line.isBlank {
        paragraphs.append(TranscriptParagraph(text: line.text, number: line.number))
      }
    }
    return read(paragraphs, file: file, &warnings)
  }

  static func read(
    _ paragraphs: [TranscriptParagraph], file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("Meet transcript", file: file)
    part.goesOn = true
    var index = 0
    if let notes = paragraphs.firstIndex(where: { isHeading($0.text, "transcript") }),
      let title = paragraphs.firstIndex(where: { isTitle($0.text) }), notes < title
    {
      warnings.record(
        .meetingLine, "notes that a program wrote before the transcript: omitted",
        at: .character(line: paragraphs[0].number, column: 1))
      index = notes
    }
    var attendees = PeopleIndex()
    var hasAttendees = false
    // The head: title, people, day.
    while index < paragraphs.count {
      let text = paragraphs[index].text.line
      if isTitle(text) {
        readTitle(text, &part)
      } else if isHeading(text, "attendees"), index + 1 < paragraphs.count {
        index += 1
        let names = paragraphs[index].text.split(separator: ",").map { String($0).line }
        for name in names where !name.isEmpty {
          attendees.addPerson(name, as: part.people.count)
          part.people.append(RoomPerson(named: name))
          hasAttendees = true
        }
      } else if !isHeading(text, "transcript"), isBody(paragraphs[index]) {
        break
      }
      index += 1
    }
    var mark: Int? = 0
    while index < paragraphs.count {
      let paragraph = paragraphs[index]
      index += 1
      let position = ValuePosition.character(line: paragraph.number, column: 1)
      let text = warnings.spoken(paragraph.text, at: position)
      if let time = time(text) {
        mark = time
        continue
      }
      if let end = text.firstRange(of: " ended after "), text.count < 200,
        let time = time(text[end.upperBound...].trimmed)
      {
        part.end = .elapsed(time)
        break
      }
      guard !text.isEmpty else { continue }
      var line = RoomLine(labeled: text, from: mark.map { .elapsed($0) }, to: nil)
      let bold = paragraph.bold.trimmed
      let isSure =
        bold.last == ":"
        || hasAttendees && !line.label.isEmpty && attendees.index(named: line.label) != nil
      if isSure, !line.label.isEmpty {
        line.speaker = line.label
        line.label = ""
      } else if hasAttendees || !paragraph.bold.isEmpty {
        line.text = line.head + line.text
        line.label = ""
      }
      mark = nil
      part.lines.append(line)
    }
    return part
  }

  /// Indicates whether a paragraph is of the transcript itself.
  private static func isBody(_ paragraph: TranscriptParagraph) -> Bool {
    time(paragraph.text.line) != nil || SpeakerLabel(of: paragraph.text.line) != nil
  }

  /// Microseconds of a paragraph that is a time.
  private static func time(_ text: String) -> Int? {
    guard text.utf8.count <= 12 else { return nil }
    var rest = Array(text.utf8)[...]
    guard let time = CueTime(taking: &rest), rest.isEmpty, time.lengths.count == 3 else {
      return nil
    }
    return time.microseconds
  }

  /// `Harbour works (2026-05-12 17:55 GMT+2) - Transcript`.
  private static func readTitle(_ text: String, _ part: inout RoomPart) {
    let title = text.dropLast(" - transcript".count)
    part.title = title.trimmed
    guard title.last == ")", let open = title.lastIndex(of: "(") else { return }
    let words = title[title.index(after: open)...].dropLast().split(separator: " ")
    guard words.count >= 2, let wall = WallTime(words.prefix(2).joined(separator: " ")),
      let local = wall.time(WallTime.order(of: [wall]).order), case .local(let microseconds) = local
    else { return }
    part.title = title[..<open].trimmed
    part.hasRecordingStart = true
    part.start = local
    if words.count == 3, let offset = offset(words[2]) {
      part.start = .instant(Timestamp(microseconds: microseconds - offset * 1_000_000))
    }
  }

  /// Seconds of `GMT+2` or `GMT+5:30`; nil for the names of zones.
  private static func offset(_ text: Substring) -> Int? {
    for name in ["GMT", "UTC"] where text.hasPrefix(name) {
      let rest = text.dropFirst(name.count)
      guard let sign = rest.first else { return 0 }
      guard sign == "+" || sign == "-" else { return nil }
      let parts = rest.dropFirst().split(separator: ":").map { Int($0) }
      guard (1...2).contains(parts.count), let hours = parts[0], (0...14).contains(hours),
        let minutes = parts.count == 2 ? parts[1] : 0, (0...59).contains(minutes)
      else { return nil }
      return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
    return nil
  }
}
