// SPDX-License-Identifier: MIT
// Part of Platen: transcripts that Microsoft Teams saves as Word files, in both of their forms.

internal import Diagnostics
internal import Readers

/// Reads transcripts of Teams: a heading with the time, then `Name   0:03` and the text in one
/// paragraph each; in the older form times, name and text are paragraphs of their own.
enum TeamsTranscriptReader {
  private static let reach = 100

  static func recognizes(_ paragraphs: [TranscriptParagraph]) -> Bool {
    paragraphs.prefix(reach).contains { times($0) != nil || head($0) != nil }
  }

  static func read(
    _ paragraphs: [TranscriptParagraph], file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("Teams transcript", file: file)
    readTitle(paragraphs, &part)
    let isOld = paragraphs.prefix(reach).contains { times($0) != nil }
    isOld ? readOld(paragraphs, &part, &warnings) : readNew(paragraphs, &part, &warnings)
    return part
  }

  /// `Harbour works-20260512_175502-Meeting Transcript`.
  private static func readTitle(_ paragraphs: [TranscriptParagraph], _ part: inout RoomPart) {
    guard let title = paragraphs.first?.text.line, title.count < 500 else { return }
    let parts = title.split(separator: "-", omittingEmptySubsequences: false)
    guard
      let place = parts.lastIndex(where: { $0.wholeMatch(of: /[0-9]{8}_[0-9]{6}/) != nil })
    else { return }
    part.title = parts[..<place].joined(separator: "-").trimmed
    let digits = parts[place].compactMap(\.wholeNumberValue)
    func number(_ range: Range<Int>) -> String { digits[range].map(String.init).joined() }
    let text =
      "\(number(0..<4))-\(number(4..<6))-\(number(6..<8)) "
      + "\(number(8..<10)):\(number(10..<12)):\(number(12..<14))"
    guard let time = WallTime(text)?.time(.dayFirst) else { return }
    part.start = time
    part.hasRecordingStart = true
  }

  // MARK: The older form

  private static func times(_ paragraph: TranscriptParagraph) -> CueTimes? {
    guard paragraph.text.utf8.count < 100 else { return nil }
    return CueTimes(Array(paragraph.text.utf8)[...])
  }

  private static func readOld(
    _ paragraphs: [TranscriptParagraph], _ part: inout RoomPart,
    _ warnings: inout MeetingWarnings
  ) {
    var line: RoomLine?
    var words: [String] = []
    var number = 1
    func close() {
      defer { words = [] }
      guard var spoken = line else { return }
      // One paragraph alone is what was said by somebody unnamed.
      if words.count > 1 { spoken.speaker = words.removeFirst().line }
      spoken.text = warnings.spoken(
        words.joined(separator: "\n"), at: .character(line: number, column: 1))
      if !spoken.text.isEmpty { part.lines.append(spoken) }
    }
    for paragraph in paragraphs {
      guard let times = times(paragraph) else {
        if line != nil { words.append(paragraph.text) }
        continue
      }
      close()
      var next = RoomLine()
      next.from = times.from.microseconds.map { .elapsed($0) }
      next.to = times.to.microseconds.map { .elapsed($0) }
      line = next
      number = paragraph.number
    }
    close()
  }

  // MARK: The newer form

  /// The name and the time in the first line of a paragraph, and what is behind that line.
  private static func head(
    _ paragraph: TranscriptParagraph
  ) -> (name: String, time: Int, text: String)? {
    let text = paragraph.text
    let end = text.firstIndex(of: "\n") ?? text.endIndex
    let line = text[..<end]
    guard line.utf8.count < 500,
      let match = line.wholeMatch(of: /(.+?)(?:   *|\t)[ ]*((?:[0-9]+:)?[0-9]{1,2}:[0-9]{2})/)
    else { return nil }
    var rest = Array(match.output.2.utf8)[...]
    guard let time = CueTime(taking: &rest)?.microseconds else { return nil }
    return (String(match.output.1).line, time, String(text[end...].dropFirst()))
  }

  private static func readNew(
    _ paragraphs: [TranscriptParagraph], _ part: inout RoomPart,
    _ warnings: inout MeetingWarnings
  ) {
    var hasBegun = false
    for paragraph in paragraphs {
      let position = ValuePosition.character(line: paragraph.number, column: 1)
      if let head = head(paragraph) {
        hasBegun = true
        var line = RoomLine()
        (line.speaker, line.from) = (head.name, .elapsed(head.time))
        line.text = warnings.spoken(head.text, at: position)
        part.lines.append(line)
        continue
      }
      let text = warnings.spoken(paragraph.text, at: position)
      // Before the first line there are title, day and duration; later somebody stops it.
      guard hasBegun, !text.isEmpty else { continue }
      let isControl = !paragraph.bold.isEmpty && text.count < 300 && !text.contains("\n")
      guard !isControl else { continue }
      part.lines[part.lines.count - 1].text += "\n" + text
    }
    part.lines.removeAll(where: \.text.isEmpty)
  }
}
