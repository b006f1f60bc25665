// SPDX-License-Identifier: MIT
// Part of Platen: tests of ZIP files written entry by entry.

import Archive
import Diagnostics
import TestSupport
import Testing

struct ZipStreamTests {
  private func archive(
    level: Int = 6, _ body: (ZipStream) throws -> Void
  ) throws -> [UInt8] {
    // A class, since the sink escapes.
    final class Box { var bytes: [UInt8] = [] }
    let box = Box()
    let stream = try ZipStream(level: level) { box.bytes.append(contentsOf: $0) }
    try body(stream)
    try stream.finish()
    return box.bytes
  }

  @Test func entriesComeBackAsTheyWere() throws {
    let text = Array(String(repeating: "the same again, ", count: 5000).utf8)
    let noise = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 37 >> 3) }
    let bytes = try archive {
      try $0.addEntry("mimetype", Array("a/b".utf8), method: .stored)
      try $0.addEntry("text.txt", text)
      try $0.addEntry("ordner/größe.bin", noise)
      try $0.addEntry("empty", [])
      try $0.addEntry("one", [7])
    }
    #expect(bytes.count < text.count / 10)
    let reader = try ZipReader(bytes: bytes)
    #expect(
      reader.entries.map(\.name) == ["mimetype", "text.txt", "ordner/größe.bin", "empty", "one"])
    #expect(
      try reader.entries.map { try reader.contents(of: $0) } == [
        Array("a/b".utf8), text, noise, [], [7],
      ])
    // The name and the bytes of the first entry stand at fixed places.
    #expect(Array(bytes[30..<41]) == Array("mimetypea/b".utf8))
  }

  @Test func sameEntriesSameBytes() throws {
    func make() throws -> [UInt8] {
      try archive {
        for number in 0..<50 {
          try $0.addEntry("e\(number)", Array(repeating: 65, count: number * 40))
        }
      }
    }
    #expect(try make() == make())
  }

  @Test func anEmptyArchiveIsOne() throws {
    #expect(try ZipReader(bytes: try archive { _ in }).entries.isEmpty)
  }

  @Test func moreEntriesThanTheOldDirectoryCounts() throws {
    let count = 70_000
    let bytes = try archive { stream in
      for number in 0..<count { try stream.addEntry("\(number)", [UInt8(number & 0xFF)]) }
    }
    var limits = ZipLimits()
    limits.entries = count
    let reader = try ZipReader(bytes: bytes, limits: limits)
    #expect(reader.entries.count == count)
    #expect(try reader.contents(of: reader.entries[69_999]) == [UInt8(69_999 & 0xFF)])
  }

  @Test func refusesNamesThatClimbOrComeTwice() throws {
    for name in ["../up", "/root", "a/../../b", ""] {
      let failure = #expect(throws: Failure.self) { _ = try archive { try $0.addEntry(name, [1]) } }
      #expect(failure?.diagnostics.map(\.code) == ["archive.unsafe-name"])
    }
    let failure = #expect(throws: Failure.self) {
      _ = try archive {
        try $0.addEntry("a", [1])
        try $0.addEntry("a", [2])
      }
    }
    #expect(failure?.diagnostics.map(\.code) == ["archive.duplicate-name"])
  }

  @Test func passesOnWhatTheSinkThrows() throws {
    struct Full: Error {}
    let stream = try ZipStream { _ in throw Full() }
    #expect(throws: Full.self) { try stream.addEntry("a", [1]) }
  }
}
