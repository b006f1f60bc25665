// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about manuscripts.

package import Diagnostics

extension Diagnostic.Code {
  package static let manuscriptBibliography = Self(
    "manuscript.bibliography", .data,
    "A file of references is missing, or an entry of it is not valid BibTeX and is omitted.",
    "Correct the entry; platen reads @type{key, field = {value}, ...}.")
  package static let manuscriptCitation = Self(
    "manuscript.citation", .data,
    "A citation names a key that no file of references has, and is shown as written.",
    "Correct the key, or add the entry.")
  package static let manuscriptDiagram = Self(
    "manuscript.diagram", .data,
    "A diagram has something that is not drawn, or is shown as its source.")
  package static let manuscriptEmpty = Self(
    "manuscript.empty", .data,
    "The folder has no Markdown files, so the book would be empty.",
    "Name a folder with files that end in .md.")
  package static let manuscriptEncoding = Self(
    "manuscript.encoding", .data,
    "Pieces of a file are not UTF-8 and are read as U+FFFD. Save the file as UTF-8.")
  package static let manuscriptFormula = Self(
    "manuscript.formula", .data,
    "A formula is not understood and is shown as it is written.")
  package static let manuscriptFrontMatter = Self(
    "manuscript.front-matter", .data,
    "The front matter of a file is not valid, or one of its values is not of the expected type.",
    "Correct it, or remove the lines between the two fences.")
  package static let manuscriptHtml = Self(
    "manuscript.html", .data,
    "Tags of raw HTML are omitted and the text between them is kept. Write it as Markdown.")
  package static let manuscriptId = Self(
    "manuscript.id", .data,
    "Two places of the book have the same id; references lead to the first.",
    "Give each an id of its own.")
  package static let manuscriptImage = Self(
    "manuscript.image", .data,
    "An image is missing, on the web, outside of the folder or of an unknown format; its",
    "description is shown instead.",
    "Save it as PNG, JPEG or SVG within the folder.")
  package static let manuscriptInclude = Self(
    "manuscript.include", .data,
    "An included file is missing, outside of the folder, includes itself or is nested too deeply.",
    "Correct the name in ![[...]] or {{#include ...}}.")
  package static let manuscriptLink = Self(
    "manuscript.link", .data,
    "A link or a reference leads to a file or a place that the book does not have; its text is",
    "shown.",
    "Correct the name or the id after #, or add the file to the book.")
  package static let manuscriptMore = Self(
    "manuscript.more", .data,
    "A file has more warnings than are shown. Correct those that are shown and run again.")
  package static let manuscriptOutside = Self(
    "manuscript.outside", .data,
    "Links lead to files that are not part of the book; their text is shown.",
    "Add the files, or link to them by their addresses on the web.")
  package static let manuscriptPart = Self(
    "manuscript.part", .data,
    "A file that parts names is missing or outside of the folder.",
    "Correct the name; names start from the folder of the file with the front matter.")
  package static let manuscriptSize = Self(
    "manuscript.size", .data,
    "The files of the book, or what they include, are larger or more than a book may have.",
    "Make several books.")
}

extension CodeTable {
  /// Codes of diagnostics about manuscripts.
  package static let manuscripts = CodeTable(
    "Manuscripts", "Markdown files as books",
    [
      .manuscriptBibliography, .manuscriptCitation, .manuscriptDiagram, .manuscriptEmpty,
      .manuscriptEncoding, .manuscriptFormula, .manuscriptFrontMatter, .manuscriptHtml,
      .manuscriptId, .manuscriptImage, .manuscriptInclude, .manuscriptLink, .manuscriptMore,
      .manuscriptOutside, .manuscriptPart, .manuscriptSize,
    ])
}
