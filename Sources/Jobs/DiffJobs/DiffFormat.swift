// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a diff job's outputs.

internal import Comparison
internal import JobKit

/// A format of a diff job's outputs: documents, tables and maps of changes.
enum DiffFormat: String, JobFormat {
  case pdf, docx, html, epub, md, txt, json, csv, png, svg

  /// The options of all formats.
  static let options: [any DeclaredKey] = [
    SharedKeys.paper, SharedKeys.columns, SharedKeys.colorMode, SharedKeys.width,
    SharedKeys.template,
  ]

  var row: OutputFormat {
    switch self {
    case .pdf:
      row(
        "the changes in sentences, with their map and a table of all",
        options: [SharedKeys.paper, SharedKeys.columns, SharedKeys.colorMode])
    case .docx:
      row("the same as a Word file", options: [SharedKeys.paper, SharedKeys.template])
    case .html: row("the same as a page for browsers", options: [])
    case .epub: row("the same for reading devices", options: [])
    case .md: row("the same as Markdown, without the map", options: [])
    case .txt: row("all changes, a line for each", options: [])
    case .json: row("all changes, for programs", options: [])
    case .csv: row("all changes, a row for each field", options: [])
    case .png: row("the map of a world's changes", options: [SharedKeys.width])
    case .svg: row("the map of a world's changes as vectors", options: [])
    }
  }

  /// The content of an output in this format.
  enum Content {
    case document(DocumentFormat)
    case data(DifferenceFormat)
    case map
  }

  var content: Content {
    switch self {
    case .pdf: .document(.pdf)
    case .docx: .document(.docx)
    case .html: .document(.html)
    case .epub: .document(.epub)
    case .md: .document(.md)
    case .txt: .data(.text)
    case .json: .data(.json)
    case .csv: .data(.csv)
    case .png, .svg: .map
    }
  }
}
