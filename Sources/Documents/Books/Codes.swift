// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about books and their looks.

package import Diagnostics

extension Diagnostic.Code {
  package static let lookContrast = Self(
    "look.contrast", .data,
    "Text of the look has less contrast with its background than readers need (4.5 to 1).",
    "Change one of the colors.")
  package static let phrasesMissing = Self(
    "phrases.missing", .data,
    "The phrase file of a language lacks phrases, which stay English. Add them.")
  package static let phrasesUnknown = Self(
    "phrases.unknown", .data,
    "The phrase file has a phrase or a plural form that does not exist, usually a typo or a",
    "name of an earlier version.",
    "Use the name in the hint, or remove the line.")
  package static let phrasesValue = Self(
    "phrases.value", .data,
    "A phrase is not a text, or lacks a placeholder such as {1} or the plural form other.",
    "Correct it in the phrase file.")
}

extension CodeTable {
  /// The codes of diagnostics about books and their looks.
  package static let books = CodeTable(
    "Books", "books and their looks",
    [
      .lookContrast, .phrasesMissing, .phrasesUnknown, .phrasesValue,
    ])
}
