// SPDX-License-Identifier: MIT
// Part of Platen: tests of scratch files.

import Diagnostics
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
}
