// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about rows of content as cards.

package import Diagnostics

extension Diagnostic.Code {
  package static let cardsBooklet = Self(
    "cards.booklet", .source,
    "A list for a booklet has no rows, or no row of the table has members, so the booklet",
    "would be empty.",
    "Add rows to the list, or link the tables with a column of ids, such as spell_id.")
  package static let cardsContinued = Self(
    "cards.continued", .source,
    "A row needs more than one card and continues on several.",
    "Shorten its text, or choose a larger size.")
  package static let cardsCopies = Self(
    "cards.copies", .source,
    "A value in the column of copies is not a number of copies, the column does not exist, or the",
    "copies are too many.",
    "Correct the value, name another column with copies:, or switch copies off with copies: none.")
  package static let cardsCut = Self(
    "cards.cut", .source,
    "The edge of the card cuts text or symbols. Use a look with more margin, or another size.")
  package static let cardsDate = Self(
    "cards.date", .source,
    "The text is not a date. Write it as 2026-03-09.")
  package static let cardsEmpty = Self(
    "cards.empty", .source,
    "The look shows none of the fields of a table. Choose another look or view.")
  package static let cardsExperience = Self(
    "cards.experience", .source,
    "The experience of a row does not match its level or is not a number. Correct the row.")
  package static let cardsField = Self(
    "cards.field", .source,
    "A text names a field that no row has, or its placeholder is not closed.",
    "Use the name in the hint, or close the placeholder with a brace.")
  package static let cardsGlyphs = Self(
    "cards.glyphs", .source,
    "No font has a character of the text.",
    "Install a font of that script, or name one in the look.")
  package static let cardsOmitted = Self(
    "cards.omitted", .source,
    "Parts of a row do not fit on the card and are omitted.",
    "Shorten them, or choose a larger size.")
  package static let cardsNotShown = Self(
    "cards.not-shown", .source,
    "The look has no place for some fields at this size.",
    "Choose a larger size or another look.")
  package static let cardsOverflow = Self(
    "cards.overflow", .source,
    "A row does not fit on its card even at the smallest size.",
    "Shorten its text, or choose a larger size.")
  package static let cardsSheet = Self(
    "cards.sheet", .source,
    "The card does not fit on the paper. Choose larger paper or a smaller card.")
  package static let cardsSmall = Self(
    "cards.small", .source,
    "Text is smaller than can be read well, or it would not fit.",
    "Shorten it, or choose a larger size.")
  package static let cardsUnused = Self(
    "cards.unused", .source,
    "Fields that rows have are not shown: no element of the look shows them, or they are mappings",
    "without a name or text. Assign them to fields that the look shows, or list them under omit.")
  package static let lookElement = Self(
    "look.element", .data,
    "An element of a look of cards has a kind that does not exist, usually a typo.",
    "Choose one of the kinds that the message lists.")
  package static let lookSize = Self(
    "look.size", .data,
    "The look of cards has no size of that name.",
    "Add it under sizes, or choose one that exists.")
  package static let lookView = Self(
    "look.view", .data,
    "The look of cards has no view of that name: it is misspelled or one of another look.",
    "Use the name in the hint, or add the view to the look under views.")
}

extension CodeTable {
  /// The codes of diagnostics about rows of content as cards.
  package static let cards = CodeTable(
    "Cards", "rows of content as cards",
    [
      .cardsBooklet, .cardsContinued, .cardsCopies, .cardsCut, .cardsDate, .cardsEmpty,
      .cardsExperience, .cardsField, .cardsGlyphs, .cardsOmitted, .cardsNotShown, .cardsOverflow,
      .cardsSheet, .cardsSmall, .cardsUnused, .lookElement, .lookSize, .lookView,
    ])
}
