// SPDX-License-Identifier: MIT
// Part of Platen: the forms of a campaign job's outputs.

internal import JobKit

/// A form of a campaign job's outputs.
enum CampaignForm: String, JobForm {
  case pdf, docx, txt, md, html, epub, json

  var row: OutputForm {
    switch self {
    case .pdf:
      row(
        "a typeset book, tagged for screen readers",
        options: [CampaignKeys.paper, CampaignKeys.columns, CampaignKeys.facing])
    case .docx:
      row(
        "a Word file with styles, contents and notes",
        options: [CampaignKeys.paper, SharedKeys.template])
    case .txt: row("plain text", options: [CampaignKeys.wrap])
    case .md: row("Markdown, with its metadata at the head", options: [])
    case .html: row("one page for browsers, light and dark", options: [])
    case .epub: row("a book for reading devices", options: [])
    case .json: row("what a library holds, for programs (form: library)", options: [])
    }
  }

  /// The format of its documents; nil where it is data.
  var document: DocumentFormat? {
    switch self {
    case .pdf: .pdf
    case .docx: .docx
    case .txt: .txt
    case .md: .md
    case .html: .html
    case .epub: .epub
    case .json: nil
    }
  }
}
