// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a campaign job's outputs.

internal import JobKit

/// A format of a campaign job's outputs: those of a book, and the data of a library.
enum CampaignForm: String, JobForm {
  case pdf, png, docx, txt, md, html, epub, json, tsv

  /// The format of a book; nil for data.
  private var book: BookForm? { BookForm(rawValue: rawValue) }

  var row: OutputForm {
    switch self {
    case .json: return row("the entries of a library, for programs (show: library)", options: [])
    case .tsv:
      return row("cards to learn people, places, things and quests with, for Anki", options: [])
    case .pdf, .png, .docx, .txt, .md, .html, .epub:
      guard var row = book?.row else { return row("a book", options: []) }
      if self == .pdf { row.options.append(CampaignKeys.spine.name) }
      return row
    }
  }

  /// The product of a format.
  enum Product {
    case document(DocumentFormat)
    /// One page as an image.
    case page
    /// The entries of a library as JSON.
    case index
    /// Cards to learn the names of a campaign with.
    case cards
  }

  var product: Product {
    switch self {
    case .json: .index
    case .tsv: .cards
    case .pdf, .png, .docx, .txt, .md, .html, .epub:
      book?.document.map { .document($0) } ?? .page
    }
  }

  /// The format of a document that is written while the story is streamed; nil for others.
  var streamed: DocumentFormat.Streamed? {
    if case .document(let format) = product { format.streamed } else { nil }
  }
}
