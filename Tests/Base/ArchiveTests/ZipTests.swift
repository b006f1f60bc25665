// SPDX-License-Identifier: MIT
// Part of Platen: ZIPs come back as they were written, and hostile ones are refused by name.

import Archive
import Diagnostics
import TestSupport
import Testing
import Text

@Suite struct ZipTests {
  let parts: [(String, [UInt8], ZipWriter.Method)] = [
    ("mimetype", Array("application/x-test".utf8), .stored),
    ("empty", [], .deflated),
    ("folder/Ærøskøbing.txt", Array("some text, some text, some text".utf8), .deflated),
    (
      "noise", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 7) },
      .deflated
    ),
  ]

  func archive() throws -> [UInt8] {
    var writer = ZipWriter()
    for (name, bytes, method) in parts { try writer.addEntry(name, bytes, method: method) }
    return try writer.finish()
  }

  @Test func partsComeBack() throws {
    let reader = try ZipReader(bytes: archive())
    #expect(reader.entries.map(\.name) == parts.map(\.0))
    for (entry, part) in zip(reader.entries, parts) {
      #expect(entry.size == part.1.count)
      #expect(try reader.contents(of: entry) == part.1)
    }
    #expect(reader.entry(named: "empty")?.index == 1)
    #expect(reader.entry(named: "nobody") == nil)
  }

  @Test func theSamePartsAreTheSameBytes() throws {
    let first = try archive()
    #expect(try archive() == first)
    // Local header of the first entry: no extra field, midnight of 1980-01-01.
    #expect(Array(first[10..<14]) == [0, 0, 0x21, 0])
    #expect(Array(first[28..<30]) == [0, 0])
  }

  @Test func noEntries() throws {
    let bytes = try ZipWriter().finish()
    #expect(bytes.withUnsafeBytes { ZipReader.recognizes($0) })
    #expect(try ZipReader(bytes: bytes).entries.isEmpty)
  }

  @Test(arguments: ["", "/a", "\\a", "c:x", "..", "a/../b", "a\\..\\b", "../x", "a/.."])
  func unsafeNamesAreNotWritten(name: String) {
    #expect(
      code {
        var writer = ZipWriter()
        try writer.addEntry(name, [1])
      } == "archive.unsafe-name")
  }

  @Test func twoOfOneName() throws {
    var writer = ZipWriter()
    try writer.addEntry("a", [1])
    #expect(code { try writer.addEntry("a", [2]) } == "archive.duplicate-name")
  }

  /// The archive with every occurrence of `old` (a name of the same length) replaced.
  func renamed(_ old: String, _ new: String) throws -> [UInt8] {
    var bytes = try archive()
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    for at in 0...(bytes.count - old.count) where bytes[at...].starts(with: old) {
      bytes.replaceSubrange(at..<at + old.count, with: new)
    }
    return bytes
  }

  @Test(arguments: ["../xxx", "/etc/x"])
  func unsafeNamesAreNotRead(name: String) throws {
    var writer = ZipWriter()
    try writer.addEntry("abcdef", [1, 2, 3])
    var bytes = try writer.finish()
    for at in 0...(bytes.count - 6) where bytes[at...].starts(with: Array("abcdef".utf8)) {
      bytes.replaceSubrange(at..<at + 6, with: Array(name.utf8))
    }
    #expect(code { _ = try ZipReader(bytes: bytes) } == "archive.unsafe-name")
  }

  @Test func duplicateNamesAreNotRead() throws {
    let bytes = try renamed("noise", "empty")
    #expect(code { _ = try ZipReader(bytes: bytes) } == "archive.duplicate-name")
  }

  @Test func limits() throws {
    let bytes = try archive()
    #expect(
      code { _ = try ZipReader(bytes: bytes, limits: ZipLimits(entries: 3)) }
        == "archive.too-many-entries")
    #expect(
      code {
        let reader = try ZipReader(bytes: bytes, limits: ZipLimits(entryBytes: 4999))
        _ = try reader.contents(of: reader.entries[3])
      } == "archive.too-large")
    #expect(
      code {
        let reader = try ZipReader(bytes: bytes, limits: ZipLimits(totalBytes: 5010))
        _ = try reader.contents(of: reader.entries[3])
        _ = try reader.contents(of: reader.entries[0])
      } == "archive.too-large")
  }

  @Test func bombsAreStopped() throws {
    var writer = ZipWriter()
    try writer.addEntry("zeros", [UInt8](repeating: 0, count: 4 << 20))
    let bytes = try writer.finish()
    #expect(
      code {
        let reader = try ZipReader(bytes: bytes, limits: ZipLimits(ratio: 100))
        _ = try reader.contents(of: reader.entries[0])
      } == "archive.ratio")
    let reader = try ZipReader(bytes: bytes, limits: ZipLimits(ratio: 2000))
    #expect(try reader.contents(of: reader.entries[0]).count == 4 << 20)
  }

  @Test func sharedBytesAreRefused() throws {
    var writer = ZipWriter()
    try writer.addEntry("a", Array("one two three".utf8))
    try writer.addEntry("b", Array("one two three".utf8))
    var bytes = try writer.finish()
    // The second entry of the directory is pointed at the first one's data.
    let second = try #require(
      (0..<bytes.count - 4).last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    for at in 42..<46 { bytes[second + at] = 0 }
    #expect(code { _ = try ZipReader(bytes: bytes) } == "archive.overlap")
  }

  @Test func aDirectoryThatStatesAnotherSizeIsDamage() throws {
    var writer = ZipWriter()
    try writer.addEntry("a", Array("hello hello hello".utf8))
    var bytes = try writer.finish()
    let entry = try #require(
      bytes.indices.dropLast(4).last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    bytes[entry + 26] = 9
    #expect(
      code {
        let reader = try ZipReader(bytes: bytes)
        _ = try reader.contents(of: reader.entries[0])
      } == "archive.damaged")
  }

  @Test func everyPrefixIsRefused() throws {
    let bytes = try archive()
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(code { _ = try ZipReader(bytes: Array(bytes[..<length])) } != nil, "\(length) bytes")
    }
  }

  @Test func changedBytesNeverCrashAndDamagedDataIsNoticed() throws {
    let bytes = try archive()
    for at in bytes.indices {
      for flip: UInt8 in [0xFF, 0x01] {
        var broken = bytes
        broken[at] ^= flip
        guard let reader = try? ZipReader(bytes: broken) else { continue }
        for entry in reader.entries {
          guard let contents = try? reader.contents(of: entry) else { continue }
          // The CRC stands over the data, so what is read at all is what was written.
          #expect(parts.contains { $0.1 == contents })
        }
      }
    }
  }
}

@Suite struct StorageTests {
  /// A storage that fails after some bytes.
  final class Faulty: TemporaryStorage {
    struct Full: Error {}
    let inner = MemoryStorage()
    var left: Int
    init(_ left: Int) { self.left = left }
    var count: Int { inner.count }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
      left -= bytes.count
      if left < 0 { throw Full() }
      try inner.write(bytes, at: offset)
    }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
      try inner.read(into: buffer, at: offset)
    }
  }

  private func storage(_ bytes: [UInt8]) throws -> MemoryStorage {
    let storage = MemoryStorage()
    try bytes.withUnsafeBytes { try storage.write($0, at: 0) }
    return storage
  }

  @Test func aStorageGivesBackWhatItTook() throws {
    let storage = MemoryStorage()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    for start in stride(from: 0, to: bytes.count, by: 700_001) {
      try bytes[start..<min(bytes.count, start + 700_001)].withUnsafeBytes {
        try storage.append($0)
      }
    }
    #expect(storage.count == bytes.count)
    for range in [0..<10, 1_048_570..<1_048_580, 0..<3_000_000, 2_999_999..<3_000_000, 5..<5] {
      var part = [UInt8](repeating: 0, count: range.count)
      let count = try part.withUnsafeMutableBytes {
        try storage.read(into: $0, at: range.lowerBound)
      }
      #expect(count == range.count)
      #expect(part.elementsEqual(bytes[range]))
    }
  }

  @Test func entriesFromStorageAreTheSameBytes() throws {
    let parts = ZipTests().parts
    var writer = ZipWriter()
    for (name, bytes, method) in parts {
      try writer.addEntry(name, from: storage(bytes), method: method)
    }
    var bytes: [UInt8] = []
    try writer.finish(through: MemoryStorage()) { bytes += $0 }
    #expect(try bytes == ZipTests().archive())
    // And written where it stays.
    var other = ZipWriter()
    for (name, bytes, method) in parts {
      try other.addEntry(name, from: storage(bytes), method: method)
    }
    let file = MemoryStorage()
    try other.finish(into: file)
    #expect(file.bytes == bytes)
    var empty: [UInt8] = []
    try ZipWriter().finish(through: MemoryStorage()) { empty += $0 }
    #expect(try empty == ZipWriter().finish())
  }

  @Test func readingPastTheEndGivesNothing() throws {
    let storage = try storage([1, 2, 3])
    var room: [UInt8] = [8, 9]
    for offset in [3, 4, 1 << 40] {
      #expect(try room.withUnsafeMutableBytes { try storage.read(into: $0, at: offset) } == 0)
    }
    #expect(room == [8, 9])
  }

  @Test func writingOverAndPast() throws {
    let storage = try storage([1, 2, 3, 4])
    try [UInt8]([9, 9, 9]).withUnsafeBytes { try storage.write($0, at: 2) }
    #expect(storage.bytes == [1, 2, 9, 9, 9])
    try [UInt8]([7]).withUnsafeBytes { try storage.write($0, at: 0) }
    #expect(storage.bytes == [7, 2, 9, 9, 9])
  }

  @Test func aFullStorageIsTheErrorThatIsThrown() throws {
    let noise = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 9) }
    var writer = ZipWriter()
    try writer.addEntry("noise", noise, method: .stored)
    #expect(throws: Faulty.Full.self) {
      try writer.finish(through: Faulty(5000)) { _ in }
    }
  }

  @Test func levelsAreKept() throws {
    let text = [UInt8](
      String(repeating: "the old road bends past a ruined tower; ", count: 5000).utf8)
    func size(_ level: Int) throws -> Int {
      var writer = ZipWriter(level: level)
      try writer.addEntry("text", text + text.reversed())
      return try writer.finish().count
    }
    #expect(try size(1) > size(9))
  }
}
