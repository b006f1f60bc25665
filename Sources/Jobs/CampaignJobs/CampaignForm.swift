// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a campaign job's outputs.

internal import JobKit

/// A format of a campaign job's outputs: those of a book, and the data of a library.
enum CampaignForm: String, JobForm {
  case pdf, png, docx, txt, md, html, epub, json

  var row: OutputForm {
    guard let book = BookForm(rawValue: rawValue) else {
      return row("the entries of a library, for programs (show: library)", options: [])
    }
    var row = book.row
    if book == .pdf { row.options.append(CampaignKeys.spine.name) }
    return row
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
    guard let book = BookForm(rawValue: rawValue) else { return .index }
    return book.document.map { .document($0) } ?? .page
  }

  /// The format of a document that is written while the story is streamed; nil for others.
  var streamed: DocumentFormat.Streamed? {
    if case .document(let format) = product { format.streamed } else { nil }
  }
}
