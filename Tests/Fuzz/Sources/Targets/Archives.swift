// SPDX-License-Identifier: MIT
// Part of Platen: the fuzz target of ZIP and gzip, against libzip.

import CZip
import Diagnostics

@testable import Archive

extension FuzzTarget {
  /// Archives whose directory Platen and libzip read alike have equal sizes; what is written is
  /// read again.
  static let archives = FuzzTarget(
    name: "zip", longest: 1 << 13, timePerByte: 100, time: 100, memory: 512,
    words: [
      "PK\u{01}\u{02}", "PK\u{03}\u{04}", "PK\u{05}\u{06}", "PK\u{06}\u{06}", "PK\u{06}\u{07}",
      "\u{FF}\u{FF}\u{FF}\u{FF}", "\u{01}\u{00}\u{08}\u{00}", "../", "\u{1F}\u{8B}\u{08}",
    ],
    seeds: { seeds in
      for method in [ZipWriter.Method.stored, .deflated] {
        var writer = ZipWriter()
        try writer.addEntry("a.txt", Array("hello hello hello".utf8), method: method)
        try writer.addEntry("b/c.json", Array("{}".utf8), method: method)
        try writer.addEntry("empty", [], method: method)
        seeds.add(try writer.finish())
        var streamed: [UInt8] = []
        let stream = try ZipStream { streamed += $0 }
        try stream.addEntry("ä.txt", Array(repeating: 7, count: 3000), method: method)
        try stream.finish()
        seeds.add(streamed)
      }
      seeds.add(try ZipWriter().finish())
      // One member of gzip, stored: RFC 1952.
      seeds.add([
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 1, 0, 0xFE, 0xFF, 0x61, 0x43, 0xBE, 0xB7, 0xE8, 1, 0,
        0, 0,
      ])
      seeds.addFiles(in: ["Tests", "Templates"], ["zip", "docx", "wfmap", "epub"])
    },
    read: { bytes in
      if Gzip.recognizes(bytes) {
        let limit = 1 << 20
        if try Gzip.decompress(bytes, limit: limit).count > limit { fatalError("beyond the limit") }
        return
      }
      let limits = ZipLimits(entries: 100, entryBytes: 1 << 20, totalBytes: 4 << 20, ratio: 1000)
      if bytes.count < 2000 { try checkWriting(Array(bytes)) }
      let reader = try ZipReader(bytes: bytes, limits: limits)
      let extents = try CentralDirectory(bytes.bindMemory(to: UInt8.self).span).extents
      expectEqual(reader.entries.count, extents.count, "entries")
      var total = 0
      for (entry, extent) in zip(reader.entries, extents) {
        if EntryName.objection(to: entry.name) != nil { fatalError("the name \(entry.name)") }
        let header = extent.lowerBound
        let names = Int(bytes[header + 26]) | Int(bytes[header + 27]) << 8
        let extra = Int(bytes[header + 28]) | Int(bytes[header + 29]) << 8
        expectEqual(
          extent.count - 30 - names - extra, entry.compressedSize,
          "the compressed bytes of entry \(entry.index)")
        guard let content = try? reader.contents(of: entry) else { continue }
        expectEqual(content.count, entry.size, "the size of entry \(entry.index)")
        total += content.count
      }
      if total > limits.totalBytes { fatalError("\(total) bytes in all") }
    })

  private static func checkWriting(_ content: [UInt8]) throws {
    var writer = ZipWriter()
    try writer.addEntry("a", content)
    try writer.addEntry("b", content, method: .stored)
    var streamed: [UInt8] = []
    let stream = try ZipStream { streamed += $0 }
    try stream.addEntry("a", content)
    try stream.addEntry("b", content, method: .stored)
    try stream.finish()
    for archive in [try writer.finish(), streamed] {
      let reader = try ZipReader(bytes: archive)
      for entry in reader.entries {
        expectEqual(try reader.contents(of: entry), content, "what was written")
      }
      expectEqual(reader.entries.map(\.name), ["a", "b"], "entries written")
    }
  }
}
