// SPDX-License-Identifier: MIT
// Part of Platen: tests of fonts with PostScript outlines, keyed anew for documents.

import Testing

@testable import Canvas

@Suite struct CFFProgramTests {
  /// A program of three glyphs keyed by name, with hints that lead to subroutines.
  private static let small: [UInt8] = {
    func table(_ items: [[UInt8]]) -> [UInt8] {
      var bytes: [UInt8] = [0, UInt8(items.count), 1]
      var offset: UInt8 = 1
      for length in [0] + items.map({ UInt8($0.count) }) {
        offset += length
        bytes.append(offset)
      }
      return bytes + items.flatMap { $0 }
    }
    func integer(_ value: Int) -> [UInt8] {
      [28, UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }
    let head: [UInt8] = [1, 0, 4, 1] + table([Array("Small".utf8)])
    // Blue values, a width that is a fraction (2.5), and where subroutines would be.
    let hints: [UInt8] = [139, 150, 6, 30, 0x2A, 0x5F, 20, 149, 19]
    let outlines = table([[14], [139, 14], [140, 21, 14]])
    func top(_ outlineStart: Int, _ hintStart: Int) -> [UInt8] {
      let box = integer(-5) + integer(-6) + integer(700) + integer(800) + [5]
      return table([
        [139, 1] + box + integer(outlineStart) + [17] + integer(hints.count)
          + integer(hintStart) + [18]
      ])
    }
    let rest: [UInt8] = table([Array("notice".utf8)]) + [0, 0]
    let start = head.count + top(0, 0).count + rest.count
    return head + top(start, start + outlines.count) + rest + outlines + hints
  }()

  private func keyed(_ bytes: [UInt8], by numbers: [Int], of count: Int) -> [UInt8]? {
    bytes.withUnsafeBytes { CFFProgram($0)?.keyed(by: numbers, of: count, name: "ABCDEF+Small") }
  }

  @Test func `glyphs are found by the numbers they had`() throws {
    let made = try #require(keyed(Self.small, by: [0, 7, 300], of: 1000))
    // The charset, format 0, and one font for all glyphs.
    #expect(made.contains([0, 0, 7, 1, 44, 3, 0, 1, 0, 0, 0, 0, 3]))
    #expect(String(decoding: made, as: UTF8.self).contains("AdobeIdentity"))
    #expect(!String(decoding: made, as: UTF8.self).contains("notice"))
    // Outlines and hints as they were, but for what leads to subroutines.
    #expect(made.suffix(13) == Self.small.suffix(22).prefix(13))
    #expect(made.contains([139, 150, 6, 30, 0x2A, 0x5F, 20]))
    #expect(!made.contains([20, 149, 19]))
    // What is keyed is keyed again to the same.
    #expect(keyed(made, by: [0, 7, 300], of: 1000) == made)
  }

  @Test func `as many numbers as glyphs`() {
    #expect(keyed(Self.small, by: [0, 1], of: 10) == nil)
    #expect(keyed(Self.small, by: [1, 2, 3], of: 10) == nil)
    #expect(keyed([], by: [0], of: 1) == nil)
  }

  @Test func `what is cut off or changed is none, or another one`() throws {
    let made = try #require(keyed(Self.small, by: [0, 7, 300], of: 1000))
    for program in [Self.small, made] {
      for length in program.indices {
        _ = keyed(Array(program[..<length]), by: [0, 7, 300], of: 9)
      }
      for index in program.indices {
        for value in [0, 1, 0x1C, 0x1D, 0x7F, 0x80, 0xFF] as [UInt8] {
          var changed = program
          changed[index] = value
          _ = keyed(changed, by: [0, 7, 300], of: 1000)
        }
      }
    }
    #expect(keyed(Array(Self.small.prefix(20)), by: [0, 7, 300], of: 9) == nil)
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
