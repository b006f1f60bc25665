// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about tagged PDF documents.

package import Diagnostics

extension Diagnostic.Code {
  package static let pdfAlternative = Self(
    "pdf.alternative", .data,
    "Images have no description, so screen readers skip them.",
    "Describe each, or mark it as decoration.")
  package static let pdfDeflate = Self(
    "pdf.deflate", .data,
    "A stream of the PDF could not be compressed. If memory is left, please report it.")
  package static let pdfLanguage = Self(
    "pdf.language", .data,
    "The PDF does not state its language, so screen readers cannot pronounce it.",
    "Set the document's language, such as en or de-CH.")
  package static let pdfLink = Self(
    "pdf.link", .data,
    "A link on a page leads nowhere or belongs to no text. Correct its target in the source.")
  package static let pdfMemory = Self(
    "pdf.memory", .data,
    "There was not enough memory to compress the PDF. Run fewer jobs at once with -j.")
  package static let pdfOutline = Self(
    "pdf.outline", .data,
    "An entry of the outline leads to a place that the document does not have.",
    "Correct it in the source.")
  package static let pdfOutputProfile = Self(
    "pdf.output-profile", .source,
    "The file is not the ICC profile of a press or printer.",
    "Use the profile that your printer names, such as one of FOGRA or SWOP.")
  package static let pdfStandard = Self(
    "pdf.standard", .data,
    "The document does not meet the standard of PDF that was chosen.",
    "Correct what the message names, or choose another standard.")
  package static let pdfStructure = Self(
    "pdf.structure", .data,
    "The document's elements do not fit together.",
    "This is an internal error unless your program builds the structure itself.")
  package static let pdfTitle = Self(
    "pdf.title", .data,
    "The PDF has no title, which screen readers read first. Set the document's title.")
  package static let pdfUnrecognized = Self(
    "pdf.unrecognized", .data,
    "The PDF is damaged, cut short or not written by Platen. Build it again.")
}

extension CodeTable {
  /// The codes of diagnostics about tagged PDF documents.
  package static let pdf = CodeTable(
    "PDF", "tagged PDF documents",
    [
      .pdfAlternative, .pdfDeflate, .pdfLanguage, .pdfLink, .pdfMemory, .pdfOutline,
      .pdfOutputProfile, .pdfStandard, .pdfStructure, .pdfTitle, .pdfUnrecognized,
    ])
}
