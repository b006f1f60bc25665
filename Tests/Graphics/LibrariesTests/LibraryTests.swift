// SPDX-License-Identifier: MIT
// Part of Platen: what is said of libraries that are not there, or lack something.

import Diagnostics
import Libraries
import TestSupport
import Testing

@Suite struct LibraryTests {
  private func fault(_ body: () throws -> Void) throws -> Diagnostic {
    let failure = #expect(throws: Failure.self) { try body() }
    return try #require(failure?.diagnostics.first)
  }

  @Test func whatIsMissingNamesItsPackage() throws {
    let fault = try fault { _ = try LoadedLibrary("libplaten-none.so.1", package: "platen-none") }
    #expect(fault.code.rawValue == "library.missing")
    #expect(fault.message.contains("libplaten-none.so.1"))
    #expect(fault.hints.contains { $0.contains("platen-none") })
  }

  @Test func aMissingSymbolIsSaid() throws {
    let library = try LoadedLibrary("libc.so.6", package: "libc6")
    _ = try library.symbol("strlen", as: UnsafeRawPointer.self)
    let fault = try fault { _ = try library.symbol("platen_none", as: UnsafeRawPointer.self) }
    #expect(fault.code.rawValue == "library.old")
    #expect(fault.message.contains("libc.so.6") && fault.message.contains("platen_none"))
  }

  /// A table is filled, or its missing entries are reported.
  @Test func tablesAreFilledOrRefused() throws {
    let table = try LoadedTable(
      "libc.so.6", package: "libc6", empty: 0, need: "it does not count", probe: "strlen"
    ) { functions, library in
      functions.pointee = 7
      return library == nil ? 0 : 1
    }
    #expect(table.functions == 7)
    #expect(table.version.contains("libc"))
    let fault = try fault {
      _ = try LoadedTable(
        "libc.so.6", package: "libc6", empty: 0, need: "it does not count", probe: "strlen"
      ) { _, _ in 0 }
    }
    #expect(fault.code.rawValue == "library.old")
    #expect(fault.message.contains("it does not count"))
  }
}
