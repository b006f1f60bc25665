// SPDX-License-Identifier: MIT
// Part of Platen: tests of Base64.

import Testing
import Text

@Suite struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of the standard`(bytes: String, text: String) {
    #expect(Base64.encode(Array(bytes.utf8)) == text)
    #expect(Base64.decode(text) == Array(bytes.utf8))
  }

  @Test func `every byte comes back`() {
    for length in 0...300 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ length) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
  }

  @Test(arguments: ["Z", "Zg=", "Zg", "=Zg=", "Zg==Zg==", "Z===", "Zm9*", "Zm 9v"])
  func `what is not Base64 is refused`(text: String) { #expect(Base64.decode(text) == nil) }

  @Test func `pieces of three bytes make one text`() {
    let bytes = [UInt8](0..<100)
    var text: [UInt8] = []
    for start in stride(from: 0, to: 100, by: 9) {
      Base64.append(bytes[start..<min(100, start + 9)], to: &text)
    }
    #expect(String(decoding: text, as: UTF8.self) == Base64.encode(bytes))
  }

  @Test func `what is longer than the limit is refused`() {
    #expect(Base64.decode("Zm9vYg==", limit: 4) == Array("foob".utf8))
    #expect(Base64.decode("Zm9vYg==", limit: 3) == nil)
  }
}
