// SPDX-License-Identifier: MIT
// Part of Platen: formats of other systems' rooms, recognized by their content.

internal import Diagnostics
internal import Readers
internal import Text
internal import Writers

/// A format in which other systems keep speech, chat or attendance. JSON is recognized by its
/// readers.
package enum RoomFormat: Hashable, CaseIterable, Sendable {
  case webVTT, subRip, subViewer, zoomChat, jitsiText, meetTranscript
  case zoomReport, teamsAttendance, meetAttendance
  /// A Word file, as Teams and Meet write transcripts; others are not recognized by their beginning.
  case word

  /// Extensions of files that have nothing else.
  package static let pathExtensions = ["vtt", "srt", "sbv"]
  /// Extensions of files that may be of a room.
  package static let otherPathExtensions = ["txt", "csv", "docx"]

  /// Indicates whether it is a table of rows, as cards are made of.
  package var isTable: Bool {
    switch self {
    case .zoomReport, .teamsAttendance, .meetAttendance: true
    case .webVTT, .subRip, .subViewer, .zoomChat, .jitsiText, .meetTranscript, .word: false
    }
  }

  /// The format of a file with this beginning; nil for other files.
  package init?(beginning bytes: [UInt8]) {
    if WordText.recognizes(bytes) {
      self = .word
      return
    }
    let text = RoomText.decoded(bytes)
    guard let format = RoomFormat.allCases.first(where: { $0.recognizes(text) }) else {
      return nil
    }
    self = format
  }

  /// Indicates whether a text in UTF-8, or its beginning, is of the format.
  private func recognizes(_ text: [UInt8]) -> Bool {
    switch self {
    case .webVTT: WebVTTReader.recognizes(text)
    case .subRip: SubRipReader.recognizes(text)
    case .subViewer: SubViewerReader.recognizes(text)
    case .zoomChat: ZoomChatReader.format(of: text) != nil
    case .jitsiText: JitsiReader.recognizes(text)
    case .meetTranscript: MeetTranscriptReader.recognizes(text)
    case .zoomReport: ZoomReportReader.recognizes(text)
    case .teamsAttendance: TeamsAttendanceReader.recognizes(text)
    case .meetAttendance: MeetAttendanceReader.recognizes(text)
    case .word: false
    }
  }

  /// The number of bytes by which formats are recognized.
  private static let beginning = 1 << 16

  /// The contents of a file; nil for one of no such format.
  ///
  /// - Throws: `Failure` `meeting.transcript` for a file that only its name makes a transcript, and
  ///   for a Word file that is none.
  static func part(
    of file: NamedBytes, _ log: inout DiagnosticLog, _ warnings: inout MeetingWarnings
  ) throws -> RoomPart? {
    guard let format = RoomFormat(beginning: Array(file.bytes.prefix(beginning))) else {
      let name = file.name.lowercased()
      guard let named = pathExtensions.first(where: { name.hasSuffix("." + $0) }) else {
        return nil
      }
      throw Failure(
        .error(
          .meetingTranscript, "not a transcript: " + expectation(of: named),
          at: SourceLocation(file: file.name, line: 1, column: 1)))
    }
    if format == .word { return try wordPart(of: file, &warnings) }
    let text = RoomText(file.bytes)
    if text.repairs > 0 {
      log.record(
        .warning(
          .meetingEncoding,
          counted(text.repairs, "sequence") + " of bytes not UTF-8, read as U+FFFD",
          at: SourceLocation(
            file: file.name, line: text.firstRepair.line, column: text.firstRepair.column),
          hints: ["save it as UTF-8, as with iconv -f WINDOWS-1252 -t UTF-8"]))
    }
    return try format.part(of: text, file: file.name, &warnings)
  }

  private func part(
    of text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) throws -> RoomPart? {
    switch self {
    case .webVTT: WebVTTReader.read(text, file: file, &warnings)
    case .subRip: SubRipReader.read(text, file: file, &warnings)
    case .subViewer: SubViewerReader.read(text, file: file, &warnings)
    case .zoomChat: ZoomChatReader.read(text, file: file, &warnings)
    case .jitsiText: JitsiReader.readText(text, file: file, &warnings)
    case .meetTranscript: MeetTranscriptReader.read(text, file: file, &warnings)
    case .zoomReport: try ZoomReportReader.read(text, file: file, &warnings)
    case .teamsAttendance: try TeamsAttendanceReader.read(text, file: file, &warnings)
    case .meetAttendance: try MeetAttendanceReader.read(text, file: file, &warnings)
    case .word: nil
    }
  }

  private static func wordPart(
    of file: NamedBytes, _ warnings: inout MeetingWarnings
  ) throws -> RoomPart {
    var paragraphs: [TranscriptParagraph] = []
    do {
      for (index, paragraph) in try WordText.paragraphs(of: file.bytes).enumerated()
      where !paragraph.text.allSatisfy(\.isWhitespace) {
        paragraphs.append(
          TranscriptParagraph(text: paragraph.text, bold: paragraph.bold, number: index + 1))
      }
    } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { diagnostic in
          .error(.meetingTranscript, diagnostic.message, at: SourceLocation(file: file.name))
        })
    }
    if MeetTranscriptReader.recognizes(paragraphs) {
      return MeetTranscriptReader.read(paragraphs, file: file.name, &warnings)
    }
    guard TeamsTranscriptReader.recognizes(paragraphs) else {
      throw Failure(
        .error(
          .meetingTranscript, "not a transcript: a Word file that neither Teams nor Meet wrote",
          at: SourceLocation(file: file.name, line: 1, column: 1)))
    }
    return TeamsTranscriptReader.read(paragraphs, file: file.name, &warnings)
  }

  private static func expectation(of pathExtension: String) -> String {
    switch pathExtension {
    case "vtt": "a WebVTT file begins with the line WEBVTT"
    case "srt": "a SubRip file has lines of times such as 00:00:01,000 --> 00:00:02,500"
    default: "a SubViewer file has lines of times such as 0:00:01.000,0:00:02.500"
    }
  }
}
