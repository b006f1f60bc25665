// SPDX-License-Identifier: MIT
// Part of Platen: keys that several kinds of job have, each declared once.

/// Keys that several kinds of job have.
package enum SharedKeys {
  /// The look of all that a job makes.
  package static func look(example: String) -> ManifestKey {
    ManifestKey(
      "look", .text, "how it is dressed: a look's name or a file", example: example)
  }

  /// The persons named on a document.
  package static func authors(
    _ about: String = "who wrote it", example: String = "[Mira Holt, Tom Reed]"
  ) -> ManifestKey {
    ManifestKey("authors", .oneOrMore(.text), about, example: example)
  }

  /// The line under the title of a document.
  package static func subtitle(_ about: String = "the line under the title", example: String)
    -> ManifestKey
  {
    ManifestKey("subtitle", .text, about, example: example)
  }

  /// The date printed on a document.
  package static func date(_ about: String, example: String = "2026-05-01") -> ManifestKey {
    ManifestKey("date", .text, about, example: example)
  }

  /// The page of a document.
  package static func paper(example: String) -> ManifestKey {
    ManifestKey(
      "paper", .word(["A4", "A5", "letter", "digest"]), "the size of the page", example: example)
  }

  /// The user's own styles of a Word file.
  package static let template = ManifestKey(
    "template", .path, "a Word file whose styles it takes", example: "styles/house.docx")

  /// The columns of plain text.
  ///
  /// - Parameter except: what has other columns where none are given.
  package static func wrap(except: String = "") -> ManifestKey {
    ManifestKey(
      "wrap", .either(.integer(20...1000), .word(["none"])),
      "columns a line of plain text is wrapped at; none for a line per paragraph; 80 when left out"
        + except, example: "72")
  }
}
