// SPDX-License-Identifier: MIT
// Part of Platen: an SQLite file looked at once more.

internal import Diagnostics
internal import JobKit
internal import Pipeline

extension Verification {
  /// An SQLite file, by its header (SQLite's file format, section 1.3): as many pages as it says.
  ///
  /// SQLite itself has looked through all of it when it was written.
  static func sqlite(_ file: borrowing FinishedFile) throws -> FileFacts {
    let head = try file.read(at: 0, count: 100)
    guard head.count == 100, head.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw refusal("\(file.target) does not begin as SQLite's files do")
    }
    let page = Int(head[16]) << 8 | Int(head[17])
    let count = head[28..<32].reduce(0) { $0 << 8 | Int($1) }
    guard page >= 512, page * count == file.size else {
      throw refusal("\(file.target) says it has \(count) pages, and has \(file.size) bytes")
    }
    return FileFacts()
  }
}
