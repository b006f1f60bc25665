// SPDX-License-Identifier: MIT
// Part of Platen: sections that are JSON.

internal import Diagnostics
internal import JSON

/// What can be done where there is no better copy.
let salvageHint = "platen inspect --salvage says what can be read of it as it is"

/// Parses a section, turning a fault into a failure that names it.
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
