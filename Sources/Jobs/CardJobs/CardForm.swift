// SPDX-License-Identifier: MIT
// Part of Platen: the forms of a cards job's outputs.

internal import Diagnostics
internal import JobKit

/// A form of a cards job's outputs.
enum CardForm: String, JobForm {
  case png, pdf, docx, txt

  var row: OutputForm {
    switch self {
    case .png:
      row(
        "with ${row} in its name a card of each row, with ${card} besides as many as its text takes; "
          + "otherwise all of them on a sheet to look at",
        options: ["table", "view", "size", "appearance", "width", "columns"], each: "row",
        within: "card")
    case .pdf:
      row(
        "cards, sheets with marks to cut along, or booklets; with ${row} one for each row",
        options: [
          "table", "view", "size", "appearance", "show", "paper", "gap", "bleed", "marks", "backs",
          "large",
        ], each: "row")
    case .docx:
      row(
        "a booklet as a Word file", options: ["table", "paper", "template", "large"], each: "row")
    case .txt: row("a booklet as plain text", options: ["table", "wrap"], each: "row")
    }
  }

  /// What an output is of rows.
  enum Product {
    case image
    case pages
    case booklet(DocumentFormat)
  }

  /// What an output becomes.
  func product(of output: OutputRequest) -> Product {
    let isBooklet = output.options.text("show") == "booklet"
    return switch self {
    case .png: .image
    case .pdf: isBooklet ? .booklet(.pdf) : .pages
    case .docx: .booklet(.docx)
    case .txt: .booklet(.txt)
    }
  }
}
