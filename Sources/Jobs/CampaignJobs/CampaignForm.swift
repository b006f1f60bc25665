// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a campaign job's outputs.

internal import JobKit

/// A format of a campaign job's outputs.
enum CampaignForm: String, JobForm {
  case pdf, png, docx, txt, md, html, epub, json

  var row: OutputForm {
    switch self {
    case .pdf:
      row(
        "a typeset book, tagged for screen readers",
        options: [
          CampaignKeys.paper, CampaignKeys.columns, CampaignKeys.facing, SharedKeys.bleed,
          CampaignKeys.booklet, CampaignKeys.spine,
        ])
    case .png:
      row(
        "one page of the book as an image",
        options: [
          CampaignKeys.page, CampaignKeys.width, CampaignKeys.paper, CampaignKeys.columns,
          CampaignKeys.facing,
        ])
    case .docx:
      row(
        "a Word file with styles, contents and notes",
        options: [CampaignKeys.paper, SharedKeys.template])
    case .txt: row("plain text", options: [CampaignKeys.wrap])
    case .md: row("Markdown, with its metadata at the head", options: [])
    case .html: row("one page for browsers, light and dark", options: [])
    case .epub: row("a book for reading devices", options: [])
    case .json: row("the entries of a library, for programs (show: library)", options: [])
    }
  }

  /// The product of a format.
  enum Product {
    case document(DocumentFormat)
    /// One page as an image.
    case page
    /// The entries of a library as JSON.
    case index
  }

  var product: Product {
    switch self {
    case .pdf: .document(.pdf)
    case .png: .page
    case .docx: .document(.docx)
    case .txt: .document(.txt)
    case .md: .document(.md)
    case .html: .document(.html)
    case .epub: .document(.epub)
    case .json: .index
    }
  }

  /// The format of a document that is written while the story is streamed; nil for others.
  var streamed: DocumentFormat.Streamed? {
    if case .document(let format) = product { format.streamed } else { nil }
  }
}
