// SPDX-License-Identifier: MIT
// Part of Platen: the generator's JSON exports into worlds.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

/// Reads Full, Minimal, PackCells and GridCells exports.
enum JSONExportReader {
  static func recognizes(_ text: UnsafeRawBufferPointer) -> Bool {
    false
  }

  static func read(
    _ text: UnsafeRawBufferPointer, options: ImportOptions, log: inout DiagnosticLog
  ) throws -> ImportedWorld {
    throw Failure(.error("map.unknown-format", "unknown"))
  }
}
