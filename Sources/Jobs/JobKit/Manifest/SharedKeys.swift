// SPDX-License-Identifier: MIT
// Part of Platen: keys that several kinds of job have, each declared once.

/// Keys that several kinds of job have. A kind takes one as it is, or declares it with a summary or
/// an example that suits it.
package enum SharedKeys {
  /// The look of all that a job makes.
  package static let look = OptionKey(
    "look", .text, "the look: a name or a file", example: "parchment",
    offered: .looks)

  /// The persons named on a document.
  package static let authors = OptionKey(
    "authors", .oneOrMore(.text), "the authors", example: "[Mira Holt, Tom Reed]",
    flag: .named("author"))

  /// The line under the title of a document.
  package static let subtitle = OptionKey(
    "subtitle", .text, "the line under the title", example: "A chronicle")

  /// The date printed on a document.
  package static let date = OptionKey(
    "date", .text, "the date to print", example: "2026-05-01")

  /// The license of a document.
  package static let license = OptionKey(
    "license", .text, "the license under which it may be shared", example: "CC BY 4.0")

  /// The language of a job's outputs; Platen's own texts come from its phrasebook.
  package static let language = OptionKey(
    "language", .text, "the language, such as en or de", example: "en")

  /// A phrase file of the user.
  package static let phrases = OptionKey(
    "phrases", .path,
    "a file of phrases that replace those of the language, as in Templates/Phrases",
    example: "phrases.yaml")

  /// The page of a document.
  package static let paper = OptionKey(
    "paper", .word(of: BookPaper.self), "the page size", example: "A5")

  /// Columns of text on a page.
  package static let columns = OptionKey(
    "columns", .integer(1...2), "columns of text on a page", example: "2")

  /// Indicates whether pages are for binding.
  package static let facing = OptionKey(
    "facing", .flag, "left and right pages with inner margins for binding", example: "true")

  /// Paper that is cut off.
  package static let bleed = OptionKey(
    "bleed", .number(0...50),
    "millimeters of image beyond the cut (default: 0)", example: "3")

  /// Pages of a section of a booklet.
  package static let booklet = OptionKey(
    "booklet", .either(.flag, .integer(4...256)),
    "two pages on each side of a sheet, in the order for folding: true, or the pages of each section",
    example: "32")

  /// The colors of pages.
  package static let colorMode = OptionKey(
    "color-mode", .word(of: PageColor.self),
    "the colors of pages: gray is for interiors that are printed in black, without any other color",
    example: "gray", defaultValue: "rgb")

  /// The standard that a PDF is made to.
  package static let pdfStandard = OptionKey(
    "pdf-standard", .word(of: PDFStandard.self),
    "the standard of the PDF: ua-1 for screen readers, a-2a or a-2u for archives, x-4 for presses",
    example: "a-2a", defaultValue: PDFStandard.accessible.rawValue)

  /// The colors of the press that a PDF is for.
  package static let outputProfile = OptionKey(
    "output-profile", .path, "the ICC profile of the press, which printers provide",
    example: "press.icc", uses: [.with(pdfStandard, .print)])

  /// The pages of a volume.
  package static let volumes = OptionKey(
    "volumes", .integer(8...2000),
    "the most pages of a volume: the book is split at chapters into files with ${volume} in their "
      + "names, each with a title page, contents and an index of its own",
    example: "400")

  /// The page that an image shows.
  package static let page = OptionKey(
    "page", .integer(1...100_000), "the page that an image shows", example: "5", defaultValue: "1")

  /// The width of images.
  package static let width = OptionKey(
    "width", .integer(16...32_768), "the width in pixels", example: "1200")

  /// The user's own styles of a Word file.
  package static let template = OptionKey(
    "docx-template", .path, "a Word file that provides the styles", example: "styles/house.docx")

  /// The columns of plain text.
  package static let wrap = OptionKey(
    "wrap", .either(.integer(20...1000), .word(["none"])),
    "the width of plain text in columns, or none for one line per paragraph (default: 80)",
    example: "72")
}

/// The colors of a PDF's pages.
package enum PageColor: String, CaseIterable, Sendable {
  case rgb, gray
}

/// Standards of PDF by the names manifests use.
package enum PDFStandard: String, CaseIterable, Sendable {
  case accessible = "ua-1"
  case archive = "a-2a"
  case archiveText = "a-2u"
  case print = "x-4"
}

/// Pages by the names manifests use.
package enum BookPaper: String, CaseIterable, Sendable {
  case a4 = "A4"
  case a5 = "A5"
  case letter, digest, pocket, novella, trade, royal, executive, square
}
