// SPDX-License-Identifier: MIT
// Part of Platen: the functions of a library, looked up together when it is first used.

/// A table of a library's functions, filled by the shim of its binding.
///
/// Unchecked: functions of a library that stays loaded, which C's types do not express.
package struct LoadedTable<Functions>: @unchecked Sendable {
  package let functions: Functions
  /// The identity of the library's build: see ``LoadedLibrary/identity(with:)``.
  package let version: String

  /// - Parameters:
  ///   - empty: The table before it is filled.
  /// - need: The reason reported for a library that lacks one of the functions.
  ///   - probe: A function by which the library's file is found.
  ///   - fill: Fills the table from what `dlopen` gave; 0 where a name is missing.
  /// - Throws: `Failure` `library.missing` naming the package to install, `library.old`.
  package init(
    _ name: String, package: String, empty: Functions, need: String, probe: String,
    fill: (UnsafeMutablePointer<Functions>, UnsafeMutableRawPointer?) -> Int32
  ) throws {
    let library = try LoadedLibrary(name, package: package)
    var functions = empty
    guard fill(&functions, library.pointer) != 0 else { throw library.isOld(need) }
    self.functions = functions
    version = try library.identity(with: probe)
  }
}
