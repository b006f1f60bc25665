// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about books and their looks.

package import Diagnostics

extension Diagnostic.Code {
  package static let lookContrast = Self(
    "look.contrast", .data,
    "Text of the look has less contrast with its background than readers need (4.5 to 1).",
    "Change one of the colors.")
}

extension CodeTable {
  /// The codes of diagnostics about books and their looks.
  package static let books = CodeTable(
    "Books", "books and their looks",
    [
      .lookContrast
    ])
}
