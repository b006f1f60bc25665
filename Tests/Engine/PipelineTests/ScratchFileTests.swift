// SPDX-License-Identifier: MIT
// Part of Platen: tests of scratch files.

import Diagnostics
import Foundation
import Pipeline
import Testing

@Suite struct ScratchFileTests {
  private func read(_ file: ScratchFile, _ range: Range<Int>) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let taken = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: range.lowerBound) }
    return Array(bytes.prefix(taken))
  }

  @Test func whatIsWrittenIsReadBackWhereverItWas() throws {
    let file = try ScratchFile()
    var mirror: [UInt8] = []
    for step in 0..<200 {
      let bytes = (0..<(step * 37 % 50)).map { UInt8(truncatingIfNeeded: $0 &+ step) }
      let offset = mirror.isEmpty ? 0 : step * 7919 % (mirror.count + 1)
      try bytes.withUnsafeBytes { try file.write($0, at: offset) }
      let over = min(bytes.count, mirror.count - offset)
      mirror.replaceSubrange(offset..<offset + over, with: bytes)
      #expect(file.count == mirror.count)
    }
    #expect(try read(file, 0..<mirror.count + 10) == mirror)
    #expect(try read(file, 5..<9) == Array(mirror[5..<9]))
    #expect(try read(file, mirror.count..<mirror.count + 1).isEmpty)
  }

  @Test func aLibraryOpensItByNameAndWritesOn() throws {
    var path = ""
    let (file, handle) = try ScratchFile.opened { name in
      path = name
      return try FileHandle(forUpdating: URL(fileURLWithPath: name))
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    try handle.write(contentsOf: Data(repeating: 7, count: 1000))
    #expect(file.count == 0)
    try file.takeStock()
    #expect(try read(file, 990..<1010) == [UInt8](repeating: 7, count: 10))
    // What was there and is not any more is no end.
    try handle.truncate(atOffset: 500)
    let failure = #expect(throws: Failure.self) { try read(file, 0..<1000) }
    #expect(failure?.diagnostics.map(\.code) == [.outputWrite])
  }

  @Test func nothingIsLeftOfOneThatCouldNotBeOpened() throws {
    struct Refused: Error {}
    var path = ""
    #expect(throws: Refused.self) {
      try ScratchFile.opened { name in
        path = name
        throw Refused()
      }
    }
    #expect(!path.isEmpty && !FileManager.default.fileExists(atPath: path))
  }
}
