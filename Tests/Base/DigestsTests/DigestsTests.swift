// SPDX-License-Identifier: MIT
// Part of Platen: tests of SHA-256 against the examples of its standard (FIPS 180-4).

import Digests
import Testing

@Suite struct DigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]) func theStandardsExamples(text: String, hex: String) {
    #expect(Digest.of(text).description == hex)
    #expect(Digest.of(Array(text.utf8)).description == hex)
    #expect(Digest(hex: hex) == Digest.of(text))
    #expect(Digest(hex: hex.uppercased()) == Digest.of(text))
  }

  /// However the bytes come, the digest is the same.
  @Test(arguments: [1, 63, 64, 65, 999]) func piecesMakeTheWhole(step: Int) {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var hasher = SHA256()
    for start in stride(from: 0, to: bytes.count, by: step) {
      hasher.update(Array(bytes[start..<min(bytes.count, start + step)]))
    }
    #expect(hasher.finalize() == Digest.of(bytes))
  }

  @Test(arguments: [
    "", "abc", String(repeating: "g", count: 64), String(repeating: "0", count: 65),
  ])
  func whatIsNoDigestIsNone(hex: String) {
    #expect(Digest(hex: hex) == nil)
  }
}
