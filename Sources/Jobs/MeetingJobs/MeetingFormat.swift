// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a meeting job's outputs, and the content that each shows.

internal import JobKit

/// The content of a meeting's output.
enum MeetingContent: String, CaseIterable {
  case minutes, attendance, chat, transcript, actions, recap, invitation, admin
}

/// The product of a meeting's output.
enum MeetingProduct {
  /// A text in one of the formats of documents.
  case document(MeetingText, DocumentFormat)
  case invitationPage
  case invitationImage
  case table(MeetingTable)
  case subtitles(SubtitleFormat)
  case calendar
  case archive
}

/// A text about a meeting.
enum MeetingText: String {
  case minutes, attendance, recap, admin
}

/// Data of a meeting for programs.
enum MeetingTable {
  case attendanceCSV, chatCSV, transcriptCSV, actionsCSV, json
}

/// A format of subtitles.
enum SubtitleFormat: String {
  case vtt, srt
}

/// A format of a meeting job's outputs.
enum MeetingFormat: String, ShowingFormat {
  case pdf, docx, txt, md, html, epub, csv, json, vtt, srt, ics, zip, png

  static let show = MeetingKeys.show

  var row: OutputFormat {
    switch self {
    case .pdf:
      row(
        "typeset pages, tagged for screen readers, or an invitation",
        options: [
          MeetingKeys.show, MeetingKeys.paper, MeetingKeys.pdfStandard, SharedKeys.outputProfile,
        ])
    case .docx:
      row("a Word file", options: [MeetingKeys.show, MeetingKeys.paper, SharedKeys.template])
    case .txt: row("plain text", options: [MeetingKeys.show, SharedKeys.wrap])
    case .md: row("Markdown, with its metadata at the head", options: [MeetingKeys.show])
    case .html: row("one page for browsers", options: [MeetingKeys.show])
    case .epub: row("a book for reading devices", options: [MeetingKeys.show])
    case .csv:
      row(
        "attendance, chat, transcript or action items as a table",
        options: [MeetingKeys.show, MeetingKeys.csv])
    case .json: row("room, attendance, additions, chat, transcript", options: [])
    case .vtt: row("WebVTT of the transcript, or else of the chat", options: [])
    case .srt: row("SubRip of the same", options: [])
    case .ics: row("the next meeting and dated action items, for calendars", options: [])
    case .zip: row("an archive: chat as text and JSON, attachments by digest", options: [])
    case .png:
      row("an invitation with a code to scan", options: [MeetingKeys.show, MeetingKeys.width])
    }
  }

  var products: [(show: MeetingContent, product: MeetingProduct)] {
    switch self {
    case .pdf: MeetingFormat.texts(.pdf) + [(.invitation, .invitationPage)]
    case .docx: MeetingFormat.texts(.docx)
    case .txt: MeetingFormat.texts(.txt)
    case .md: MeetingFormat.texts(.md)
    case .html: MeetingFormat.texts(.html)
    case .epub: MeetingFormat.texts(.epub)
    case .csv:
      [
        (.attendance, .table(.attendanceCSV)), (.chat, .table(.chatCSV)),
        (.transcript, .table(.transcriptCSV)), (.actions, .table(.actionsCSV)),
      ]
    case .json: [(.chat, .table(.json))]
    case .vtt: [(.transcript, .subtitles(.vtt))]
    case .srt: [(.transcript, .subtitles(.srt))]
    case .ics: [(.invitation, .calendar)]
    case .zip: [(.chat, .archive)]
    case .png: [(.invitation, .invitationImage)]
    }
  }

  private static func texts(
    _ format: DocumentFormat
  ) -> [(show: MeetingContent, product: MeetingProduct)] {
    [
      (.minutes, .document(.minutes, format)), (.attendance, .document(.attendance, format)),
      (.recap, .document(.recap, format)), (.admin, .document(.admin, format)),
    ]
  }
}
