// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about coats of arms.

package import Diagnostics

extension Diagnostic.Code {
  package static let heraldryCharges = Self(
    "heraldry.charges", .data,
    "Charges of coats of arms have no drawing and are drawn by a general form or omitted.",
    "Put NAME.svg for each into a directory and set charges to it.")
  package static let heraldryUnknown = Self(
    "heraldry.unknown", .data,
    "Coats of arms use shapes, divisions or patterns that are not known, and a plain one is",
    "used. Correct them in FMG's emblem editor.")
}

extension CodeTable {
  /// The codes of diagnostics about coats of arms.
  package static let heraldry = CodeTable(
    "Heraldry", "coats of arms",
    [
      .heraldryCharges, .heraldryUnknown,
    ])
}
