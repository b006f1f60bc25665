// SPDX-License-Identifier: MIT
// Part of Platen: gzip is read whole, bounded, or refused by name.

import Archive
import Diagnostics
import TestSupport
import Testing

@Suite struct GzipTests {
  // Made with: printf "hello hello hello" | gzip -n9
  let hello: [UInt8] = [
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x90, 0,
    0x80, 0x88, 0xf9, 0xe5, 0x11, 0, 0, 0,
  ]
  let text = Array("hello hello hello".utf8)

  func decompress(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> [UInt8] {
    try bytes.withUnsafeBytes { try Gzip.decompress($0, limit: limit) }
  }

  @Test func oneMember() throws {
    #expect(try decompress(hello) == text)
  }

  @Test(arguments: 1...5) func membersJoin(count: Int) throws {
    let file = Array(repeatElement(hello, count: count).joined())
    #expect(try decompress(file) == Array(repeatElement(text, count: count).joined()))
    #expect(try decompress(file + [0, 0, 0]) == Array(repeatElement(text, count: count).joined()))
  }

  @Test func theLimitIsExact() throws {
    #expect(try decompress(hello, limit: 17) == text)
    #expect(code { try decompress(hello, limit: 16) } == "archive.too-large")
    #expect(code { try decompress(hello + hello, limit: 33) } == "archive.too-large")
    #expect(code { try decompress(hello, limit: 0) } == "archive.too-large")
  }

  @Test func everyPrefixIsRefused() {
    for length in 0..<hello.count {
      #expect(code { try decompress(Array(hello[..<length])) } == "archive.damaged")
    }
  }

  @Test func everyChangedByteOfTheDataIsNoticed() {
    for place in 10..<hello.count {
      var broken = hello
      broken[place] ^= 0x55
      #expect(code { try decompress(broken) } == "archive.damaged", "byte \(place)")
    }
  }

  /// Members of a million zeros each, made with: head -c 1000000 /dev/zero | gzip -n9
  private func zeros(_ count: Int) -> [UInt8] {
    let head: [UInt8] = [
      0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0xed, 0xc1, 1, 1, 0, 0, 0, 0x82, 0x20, 0xff, 0xaf, 0x6e,
      0x48, 0x40, 1,
    ]
    let tail: [UInt8] = [0xaf, 6, 0x9e, 0xcb, 0x79, 0x12, 0x40, 0x42, 0x0f, 0]
    let member = head + [UInt8](repeating: 0, count: 968) + tail
    return Array(repeatElement(member, count: count).joined())
  }

  @Test func whatUnfoldsBeyondItsRatioIsRefused() throws {
    let small = zeros(16)
    #expect(try decompress(small, limit: .max).count == 16_000_000)
    #expect(code { try decompress(zeros(20), limit: .max) } == "archive.ratio")
    #expect(code { try decompress(zeros(20), limit: 1 << 20) } == "archive.too-large")
  }

  /// A member that needs more room than was guessed leaves those before it as they are.
  @Test func whatCameOutIsKeptWhereRoomGrows() throws {
    let long = [UInt8](repeating: 0, count: 1_000_000)
    #expect(try decompress(zeros(1), limit: .max) == long)
    #expect(
      try decompress(hello + zeros(2) + hello + zeros(1), limit: .max)
        == text + long + long + text + long)
  }

  @Test func somethingElseBehindIsNotSwallowed() {
    #expect(code { try decompress(hello + Array("more".utf8)) } == "archive.damaged")
  }
}
