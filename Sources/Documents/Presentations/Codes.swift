// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about decks as PPTX.

package import Diagnostics

extension Diagnostic.Code {
  package static let pptxSimplified = Self(
    "pptx.simplified", .data,
    "Presentations cannot show some parts of the talk, which are shown as their words.",
    "Write a PDF to keep them.")
}

extension CodeTable {
  /// The codes of diagnostics about decks as PPTX.
  package static let presentations = CodeTable(
    "Presentations", "decks as PPTX",
    [
      .pptxSimplified
    ])
}
