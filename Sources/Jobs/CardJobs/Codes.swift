// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about jobs of cards.

package import Diagnostics

extension Diagnostic.Code {
  package static let cardsBacks = Self(
    "cards.backs", .source,
    "Backs are printed behind sheets of cards, and no output is a sheet.",
    "Remove backs, or add a sheet.")
  package static let cardsFont = Self(
    "cards.font", .source,
    "None of the font families of the look is installed.",
    "Install one, or name another in the look.")
  package static let cardsName = Self(
    "cards.name", .source,
    "A row has no name for its card, or two rows have the same one.",
    "Correct the rows, or name by another field.")
  package static let cardsPicture = Self(
    "cards.picture", .source,
    "An image of a card is missing, cannot be read or is SVG. Use a PNG or JPEG.")
  package static let cardsRows = Self(
    "cards.rows", .source,
    "No row matches the names under rows. Names are as in the file.")
  package static let cardsSize = Self(
    "cards.size", .source,
    "No card size has that name. The hint shows the nearest one.")
  package static let cardsTable = Self(
    "cards.table", .source,
    "The input has no table of that name, or no rows. The hint shows the nearest one.")
  package static let cardsView = Self(
    "cards.view", .source,
    "The look does not have that view, or does not define backs.",
    "The hint shows the nearest one.")
}

extension CodeTable {
  /// Codes of diagnostics about jobs of cards.
  package static let cardJobs = CodeTable(
    "CardJobs", "jobs of cards",
    [
      .cardsBacks, .cardsFont, .cardsName, .cardsPicture, .cardsRows, .cardsSize, .cardsTable,
      .cardsView,
    ])
}
