// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about documents as trees.

package import Diagnostics

extension Diagnostic.Code {
  package static let documentHeadingLevel = Self(
    "document.heading-level", .data,
    "A heading has a level other than 1 to 6. Use these levels.")
  package static let documentId = Self(
    "document.id", .data,
    "Two nodes of the document have the same id, so references to it are ambiguous.",
    "Give every node an id of its own.")
  package static let documentImage = Self(
    "document.image", .data,
    "The document shows an image that it does not carry. Add the file, or correct the name.")
  package static let documentMore = Self(
    "document.more", .data,
    "The document has more warnings than are shown.",
    "Correct those that are shown and run again.")
  package static let documentReference = Self(
    "document.reference", .data,
    "A reference names an id that the document does not have. Correct the id.")
  package static let documentTableRow = Self(
    "document.table-row", .data,
    "A row of a table has too few or too many cells.",
    "Give each row cells for every column, counting those that span several.")
  package static let markdownLink = Self(
    "markdown.link", .data,
    "A link is not a complete web or mail address and is written as its text.",
    "Write it with http://, https:// or mailto:.")
  package static let markdownNesting = Self(
    "markdown.nesting", .data,
    "Lists, quotes or emphasis nested too deeply are shown flat. Nest less deeply.")
}

extension CodeTable {
  /// The codes of diagnostics about documents as trees.
  package static let documents = CodeTable(
    "Documents", "documents as trees",
    [
      .documentHeadingLevel, .documentId, .documentImage, .documentMore, .documentReference,
      .documentTableRow, .markdownLink, .markdownNesting,
    ])
}
