// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about shared libraries opened when they are first used.

package import Diagnostics

extension Diagnostic.Code {
  package static let libraryMissing = Self(
    "library.missing", .data,
    "A shared library that this output needs is not installed.",
    "Install the package that the hint names, or choose another format.")
  package static let libraryOld = Self(
    "library.old", .data,
    "The installed version of a shared library lacks what this output needs.",
    "Install a newer version, or choose another format.")
}

extension CodeTable {
  /// The codes of diagnostics about shared libraries opened when they are first used.
  package static let libraries = CodeTable(
    "Libraries", "shared libraries opened when they are first used",
    [
      .libraryMissing, .libraryOld,
    ])
}
