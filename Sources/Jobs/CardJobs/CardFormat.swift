// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a cards job's outputs.

internal import JobKit

/// A format of a cards job's outputs.
enum CardFormat: String, JobFormat {
  case png, pdf, docx, txt, json

  /// The arrangement of cards in a document.
  enum Layout: String, CaseIterable {
    case cards, sheet, booklet
  }

  /// The size of texts.
  enum TextSize: String, CaseIterable {
    case fit, uniform
  }

  var row: OutputFormat {
    var row = ownRow
    let layout: Layout =
      switch self {
      case .png, .pdf, .json: .cards
      case .docx, .txt: .booklet
      }
    row.defaults[CardKeys.layout.name] = layout.rawValue
    return row
  }

  private var ownRow: OutputFormat {
    typealias Keys = CardKeys
    return switch self {
    case .png:
      row(
        "with ${row} in its name one card per row, with ${card} as many as its text takes, "
          + "alone numbered through all rows; otherwise all cards on an overview sheet",
        options: [
          Keys.table, Keys.show, Keys.size, Keys.textSize, Keys.appearance, Keys.width,
          Keys.columns, Keys.tabletop,
        ],
        each: "row", within: "card")
    case .pdf:
      row(
        "cards, sheets with crop marks, or booklets; with ${row} one file per row",
        options: [
          Keys.table, Keys.show, Keys.size, Keys.textSize, Keys.appearance, Keys.layout, Keys.paper,
          Keys.gap,
          Keys.bleed, Keys.marks, Keys.backs, Keys.sameBacks, Keys.large, Keys.booklet,
        ], each: "row")
    case .docx:
      row(
        "a booklet as a Word file",
        options: [Keys.table, Keys.paper, SharedKeys.template, Keys.large], each: "row")
    case .json:
      row(
        "the deck of a .png with tabletop as an object for Tabletop Simulator",
        options: [Keys.table, Keys.imageURL])
    case .txt:
      row("a booklet as plain text", options: [Keys.table, SharedKeys.wrap], each: "row")
    }
  }

  /// The kind of an output.
  enum Product {
    case image
    case pages
    case deck
    case booklet(DocumentFormat)
  }

  /// Returns the kind of an output.
  func product(of output: OutputRequest) -> Product {
    let isBooklet = output.options[CardKeys.layout] == .booklet
    return switch self {
    case .png: .image
    case .pdf: isBooklet ? .booklet(.pdf) : .pages
    case .docx: .booklet(.docx)
    case .txt: .booklet(.txt)
    case .json: .deck
    }
  }
}
