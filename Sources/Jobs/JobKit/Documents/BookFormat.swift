// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a book, which several kinds of job make.

/// A format of a book.
package enum BookFormat: String, JobFormat {
  case pdf, png, docx, txt, md, html, epub

  /// The options of books in all formats.
  package static let options: [any DeclaredKey] = [
    SharedKeys.paper, SharedKeys.columns, SharedKeys.facing, SharedKeys.bleed, SharedKeys.booklet,
    SharedKeys.colorMode, SharedKeys.pdfStandard, SharedKeys.outputProfile, SharedKeys.volumes,
    SharedKeys.page, SharedKeys.width,
    SharedKeys.template,
    SharedKeys.wrap,
  ]

  package var row: OutputFormat {
    switch self {
    case .pdf:
      row(
        "a typeset book, tagged for screen readers",
        options: [
          SharedKeys.paper, SharedKeys.columns, SharedKeys.facing, SharedKeys.bleed,
          SharedKeys.booklet, SharedKeys.colorMode, SharedKeys.pdfStandard,
          SharedKeys.outputProfile, SharedKeys.volumes,
        ], each: "volume")
    case .png:
      row(
        "one page of the book as an image",
        options: [
          SharedKeys.page, SharedKeys.width, SharedKeys.paper, SharedKeys.columns,
          SharedKeys.facing,
        ])
    case .docx:
      row(
        "a Word file with styles, contents and notes",
        options: [SharedKeys.paper, SharedKeys.template])
    case .txt: row("plain text", options: [SharedKeys.wrap])
    case .md: row("Markdown, with its metadata at the head", options: [])
    case .html: row("one page for browsers, light and dark", options: [])
    case .epub: row("a book for reading devices", options: [])
    }
  }

  /// The format as a document; nil for an image of one page.
  package var document: DocumentFormat? { DocumentFormat(rawValue: rawValue) }

  /// Indicates whether it shows pictures.
  package var hasPictures: Bool {
    switch self {
    case .pdf, .png, .docx, .html, .epub: true
    case .txt, .md: false
    }
  }
}
