// SPDX-License-Identifier: MIT
// Part of Platen: sections that are JSON.

internal import Diagnostics
internal import JSON

/// The hint for a save without a better copy.
let salvageHint =
  "platen inspect --salvage shows what can still be read, and platen render --salvage draws it"

/// Parses a section; a syntax error becomes a failure that names the section.
func parse(_ bytes: UnsafeRawBufferPointer, section number: Int) throws -> JSONDocument {
  do {
    // The bytes stay where they are for as long as the reader runs, and no document leaves it.
    return try unsafe JSONDocument(unsafelyBorrowing: bytes)
  } catch {
    throw Failure(
      error.diagnostic(
        .mapJson, field: MapSections.name(of: number),
        hints: [
          "an edit or a bad copy damaged this section; take the file from an intact copy",
          salvageHint,
        ]))
  }
}
