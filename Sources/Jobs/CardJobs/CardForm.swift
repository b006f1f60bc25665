// SPDX-License-Identifier: MIT
// Part of Platen: the forms of a cards job's outputs.

internal import Diagnostics
internal import JobKit

/// A form of a cards job's outputs.
enum CardForm: String, JobForm {
  case png, pdf, docx, txt

  /// What a document shows.
  enum Show: String, CaseIterable {
    case cards, sheet, booklet
  }

  var row: OutputForm {
    typealias Keys = CardKeys
    return switch self {
    case .png:
      row(
        "with ${row} in its name a card of each row, with ${card} besides as many as its text takes; "
          + "otherwise all of them on a sheet to look at",
        options: [Keys.table, Keys.view, Keys.size, Keys.appearance, Keys.width, Keys.columns],
        each: "row", within: "card")
    case .pdf:
      row(
        "cards, sheets with marks to cut along, or booklets; with ${row} one for each row",
        options: [
          Keys.table, Keys.view, Keys.size, Keys.appearance, Keys.show, Keys.paper, Keys.gap,
          Keys.bleed, Keys.marks, Keys.backs, Keys.large,
        ], each: "row")
    case .docx:
      row(
        "a booklet as a Word file",
        options: [Keys.table, Keys.paper, SharedKeys.template, Keys.large], each: "row")
    case .txt:
      row("a booklet as plain text", options: [Keys.table, SharedKeys.wrap], each: "row")
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
    let isBooklet = output.options[CardKeys.show] == .booklet
    return switch self {
    case .png: .image
    case .pdf: isBooklet ? .booklet(.pdf) : .pages
    case .docx: .booklet(.docx)
    case .txt: .booklet(.txt)
    }
  }
}
