// SPDX-License-Identifier: MIT
// Part of Platen: checks of finished files of a world's data.

internal import Diagnostics
internal import Exports
internal import JobKit
internal import Pipeline

extension Verification {
  /// Checks a file of a world's data: reads JSON again, or only its ends if it is very large.
  static func data(_ file: borrowing FinishedFile, of format: DataFormat) throws -> FileFacts {
    if format == .wfmap { return try zip(file) }
    let ends =
      format == .csv
      ? try file.read(at: file.size - 2, count: 2) == [0x0D, 0x0A]
      : try file.read(at: 0, count: 1) == [UInt8(ascii: "{")]
        && file.read(at: file.size - 1, count: 1) == [UInt8(ascii: "}")]
    guard ends else { throw refusal("\(file.target) does not end like a file of its format") }
    // Parsing takes several times the size of the file in memory; writing it takes very little.
    return format == .csv || file.size > 32 << 20 ? FileFacts() : try json(file)
  }
}
