// SPDX-License-Identifier: MIT
// Part of Platen: finished files of a world's data looked at once more.

internal import Diagnostics
internal import Exports
internal import JobKit
internal import Pipeline

extension Verification {
  /// A file of a world's data: JSON read again where it is not very large, its ends where it is.
  static func data(_ file: borrowing FinishedFile, of form: DataForm) throws -> FileFacts {
    if form == .wfmap { return try zip(file) }
    let ends =
      form == .csv
      ? try file.read(at: file.size - 2, count: 2) == [0x0D, 0x0A]
      : try file.read(at: 0, count: 1) == [UInt8(ascii: "{")]
        && file.read(at: file.size - 1, count: 1) == [UInt8(ascii: "}")]
    guard ends else { throw refusal("\(file.target) does not end as such a file does") }
    // Parsing takes several times what the file does, and writing it took next to nothing.
    return form == .csv || file.size > 32 << 20 ? FileFacts() : try json(file)
  }
}
