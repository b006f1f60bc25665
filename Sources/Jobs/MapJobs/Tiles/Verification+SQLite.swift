// SPDX-License-Identifier: MIT
// Part of Platen: the check of a finished SQLite file.

internal import Diagnostics
internal import JobKit
internal import Pipeline

extension Verification {
  /// Checks the page count in the header of an SQLite file (SQLite's file format, section 1.3).
  ///
  /// SQLite itself checked the whole file when it was written.
  static func sqlite(_ file: borrowing FinishedFile) throws -> FileFacts {
    let head = try file.read(at: 0, count: 100)
    guard head.count == 100, head.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw refusal("\(file.target) does not begin like an SQLite file")
    }
    let page = Int(head[16]) << 8 | Int(head[17])
    let count = head[28..<32].reduce(0) { $0 << 8 | Int($1) }
    guard page >= 512, page * count == file.size else {
      throw refusal("\(file.target) has \(file.size) bytes, but \(count) pages in its header")
    }
    return FileFacts()
  }
}
