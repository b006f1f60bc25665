// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about jobs of cards.

package import Diagnostics

extension Diagnostic.Code {
  package static let cardsAddress = Self(
    "cards.address", .source,
    "A deck for Tabletop Simulator has the names of its images without their addresses.",
    "Set image-url to the address of the folder that the images are uploaded to.")
  package static let cardsBacks = Self(
    "cards.backs", .source,
    "The backs of cards on sheets differ, by color or category, so players know cards from behind.",
    "Set same-backs to make them alike, if the game needs that.")
  package static let cardsFont = Self(
    "cards.font", .source,
    "None of the font families of the look is installed.",
    "Install one, or name another in the look.")
  package static let cardsName = Self(
    "cards.name", .source,
    "A row has no name for its card, or two rows have the same one.",
    "Correct the rows, or name by another field.")
  package static let cardsIcon = Self(
    "cards.icon", .source,
    "An icon of the texts of cards is not used, or a text names one that does not exist.",
    "Add a file of that name to the folder of icons, or correct the name.")
  package static let cardsImage = Self(
    "cards.image", .source,
    "An image of a card is missing, cannot be read or is SVG. Use a PNG or JPEG.")
  package static let cardsRows = Self(
    "cards.rows", .source,
    "No row has a name that rows lists: the names may be misspelled or of another table.",
    "Write names as they are in the file, or remove rows to make the cards of all rows.")
  package static let cardsSize = Self(
    "cards.size", .source,
    "Neither Platen nor the look has a card size of that name.",
    "Choose one of the look's sizes, or add the size to a look of your own under sizes.")
  package static let cardsTable = Self(
    "cards.table", .source,
    "The input has no table of that name, or the table has no rows and makes no cards.",
    "Set table to a table of the input, such as the one in the hint.")
  package static let cardsView = Self(
    "cards.view", .source,
    "The look does not have that view, or does not define backs.",
    "Use the name in the hint, or add the view to a look of your own under views.")
}

extension CodeTable {
  /// Codes of diagnostics about jobs of cards.
  package static let cardJobs = CodeTable(
    "CardJobs", "jobs of cards",
    [
      .cardsAddress, .cardsBacks, .cardsFont, .cardsName, .cardsIcon, .cardsImage, .cardsRows,
      .cardsSize,
      .cardsTable,
      .cardsView,
    ])
}
