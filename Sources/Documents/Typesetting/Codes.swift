// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about documents and decks as pages.

package import Diagnostics

extension Diagnostic.Code {
  package static let deckEmpty = Self(
    "deck.empty", .data,
    "No slide of the deck is shown.",
    "Check which slides are hidden and which the output selects.")
  package static let deckFooter = Self(
    "deck.footer", .data,
    "The talk's footer holds more than words, and only its words are shown.",
    "Write it as plain text.")
  package static let deckHandoutTitle = Self(
    "deck.handout-title", .data,
    "A slide's title is too long for a handout and is cut. Shorten it.")
  package static let deckSplit = Self(
    "deck.split", .data,
    "A slide has more content than fits and continues over several pages.",
    "Shorten it, or split it into two slides.")
  package static let hyphenationPatterns = Self(
    "hyphenation.patterns", .data,
    "The file of hyphenation patterns cannot be read.",
    "Install the hyphenation package of that language again.")
  package static let typesettingColumns = Self(
    "typesetting.columns", .data,
    "A table has more columns than can be set, and the cells beyond are omitted.",
    "Split the table.")
  package static let typesettingDangling = Self(
    "typesetting.dangling", .data,
    "A reference leads to an id that the document does not have. Correct the id.")
  package static let typesettingDepth = Self(
    "typesetting.depth", .data,
    "Blocks nested deeper than 64 levels are omitted. Nest less deeply.")
  package static let typesettingDiagram = Self(
    "typesetting.diagram", .data,
    "A diagram is so large that its text becomes hard to read on the page.",
    "Split it into several diagrams.")
  package static let typesettingGenerated = Self(
    "typesetting.generated", .data,
    "Contents, an index or a similar list within a table or note is omitted.",
    "Move it between paragraphs.")
  package static let typesettingGlyph = Self(
    "typesetting.glyph", .data,
    "No font has a character that a formula shows.",
    "Install a font for formulas, or use another symbol.")
  package static let typesettingGlyphs = Self(
    "typesetting.glyphs", .data,
    "No installed font has some characters of the text, so they are blank or boxes.",
    "Install fonts-noto-core, fonts-noto-cjk or a font of that script.")
  package static let typesettingMathFont = Self(
    "typesetting.math-font", .data,
    "No font for formulas is installed, so formulas are shown as written.",
    "Install the package that the hint names.")
  package static let typesettingOverfull = Self(
    "typesetting.overfull", .data,
    "Lines are wider than their column because nothing in them can be broken.",
    "Shorten long words, addresses or code.")
  package static let typesettingOverfullPage = Self(
    "typesetting.overfull-page", .data,
    "The content of a page is higher than the page. Make the block or the image smaller.")
  package static let typesettingPage = Self(
    "typesetting.page", .data,
    "The page leaves no room for text. Make its margins smaller or the paper larger.")
  package static let typesettingImage = Self(
    "typesetting.image", .data,
    "An image is missing or cannot be shown. Check its name and format.")
  package static let typesettingPageNumbers = Self(
    "typesetting.page-numbers", .data,
    "Page numbers in the contents or the index did not settle, so some may be wrong.",
    "Please report it with the document.")
}

extension CodeTable {
  /// The codes of diagnostics about documents and decks as pages.
  package static let typesetting = CodeTable(
    "Typesetting", "documents and decks as pages",
    [
      .deckEmpty, .deckFooter, .deckHandoutTitle, .deckSplit, .hyphenationPatterns,
      .typesettingColumns, .typesettingDangling, .typesettingDepth, .typesettingDiagram,
      .typesettingGenerated, .typesettingGlyph, .typesettingGlyphs, .typesettingMathFont,
      .typesettingOverfull, .typesettingOverfullPage, .typesettingPage, .typesettingImage,
      .typesettingPageNumbers,
    ])
}
