// SPDX-License-Identifier: MIT
// Part of Platen: tests of where words are divided: patterns, levels, limits, encodings.

import Diagnostics
import Foundation
import Testing

@testable import Typesetting

@Suite struct HyphenationTests {
  private func divided(_ word: String, _ patterns: HyphenationPatterns) -> String {
    let points = patterns.points(in: Array(word.utf8))
    var bytes: [UInt8] = []
    for (index, byte) in word.utf8.enumerated() {
      if points.contains(index) { bytes.append(UInt8(ascii: "-")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func patterns(_ lines: [String], left: Int = 2, right: Int = 2) throws
    -> HyphenationPatterns
  {
    try HyphenationPatterns(
      Array(lines.joined(separator: "\n").utf8), leftLimit: left, rightLimit: right)
  }

  @Test func `odd values allow a break and even ones forbid it`() throws {
    let patterns = try patterns(["UTF-8", "a1b", "ab2c", "1cab", "% a comment", "# another"])
    #expect(divided("xxabxx", patterns) == "xxa-bxx")
    #expect(divided("xxabcxx", patterns) == "xxa-bcxx")
    #expect(divided("xxabcabxx", patterns) == "xxa-bcabxx")
  }

  @Test func `a longer pattern overrides the shorter ones in it`() throws {
    #expect(divided("xxlivexx", try patterns(["UTF-8", "i1v"])) == "xxli-vexx")
    #expect(divided("xxlivexx", try patterns(["UTF-8", "i1v", "l1iv"])) == "xxl-ivexx")
    // The last of two with the same letters holds.
    #expect(divided("xxlivexx", try patterns(["UTF-8", "i1v", "i2v"])) == "xxlivexx")
  }

  @Test func `dots match the ends of words`() throws {
    let patterns = try patterns(["UTF-8", ".ab1", "1yz."])
    #expect(divided("abxxyz", patterns) == "ab-xx-yz")
    #expect(divided("xxabyzxx", patterns) == "xxabyzxx")
  }

  @Test func `limits count letters, not bytes`() throws {
    let lines = ["UTF-8", "é1é"]
    #expect(divided("éééééé", try patterns(lines)) == "éé-é-é-éé")
    #expect(divided("éééééé", try patterns(["UTF-8", "LEFTHYPHENMIN 3", "é1é"])) == "ééé-é-éé")
    #expect(divided("éééééé", try patterns(lines, left: 2, right: 4)) == "éé-éééé")
    #expect(divided("ééé", try patterns(lines)) == "ééé")
  }

  @Test(arguments: [(2, "ha-us-tür-en"), (3, "haus-tür-en")])
  func `parts of joined words are divided by themselves`(limit: Int, divided expected: String)
    throws
  {
    let patterns = try patterns([
      "UTF-8", "COMPOUNDRIGHTHYPHENMIN \(limit)", "haus1tür", "NEXTLEVEL",
      "a1u", "s1t", "ü1r", ".tür1en",
    ])
    // The first level knows the joint; the parts have ends of their own.
    #expect(divided("haustüren", patterns) == expected)
    // What is not joined is one word to the second.
    #expect(divided("xxstüren", patterns) == "xxs-tü-ren")
  }

  @Test func `words whose spelling would change are not divided`() throws {
    let patterns = try patterns(["UTF-8", "o1p", "zuc1ker/k-k,3,2"])
    #expect(divided("zuckertopp", patterns) == "zuckerto-pp")
  }

  @Test func `files of older encodings are read`() throws {
    var latin = Array("ISO8859-1\n".utf8)
    latin += [0xFC, UInt8(ascii: "1"), UInt8(ascii: "b")]
    #expect(divided("rüben", try HyphenationPatterns(latin, leftLimit: 2)) == "rü-ben")
    var czech = Array("ISO8859-2\n".utf8)
    czech += [0xB9, UInt8(ascii: "1"), UInt8(ascii: "t")]
    #expect(divided("koštata", try HyphenationPatterns(czech)) == "koš-tata")
    var cyrillic = Array("microsoft-cp1251\n".utf8)
    cyrillic += [0xEE, UInt8(ascii: "1"), 0xEB]
    #expect(divided("колокола", try HyphenationPatterns(cyrillic)) == "ко-локола")
  }

  @Test(arguments: ["", "no encoding\na1b", "UTF-8\na1b\nNEXTLEVEL\nb1c\nNEXTLEVEL\nc1d"])
  func `invalid pattern files are errors`(text: String) {
    #expect(throws: Failure.self) { try HyphenationPatterns(Array(text.utf8)) }
  }

  @Test func `large files and long words are handled`() throws {
    let long = String(repeating: "a1", count: 5000)
    let lines = ["UTF-8", "1", "12345", "/", long, "a9b/", " a1b\t"]
    let patterns = try patterns(lines)
    #expect(divided("xxabxx", patterns) == "xxabxx".replacingOccurrences(of: "ab", with: "a-b"))
    for length in [0, 1, 3, 99, 100, 101, 5000] {
      _ = patterns.points(in: [UInt8](repeating: UInt8(ascii: "a"), count: length))
      _ = patterns.points(in: [UInt8](repeating: 0xBF, count: length))
    }
  }

  /// Words of the languages whose patterns the tests' machine has.
  @Test(arguments: [
    ("en_US", "typesetting", "type-set-ting"), ("en_US", "cartography", "car-tog-ra-phy"),
    ("en_GB", "cartography", "car-to-graphy"), ("fr_FR", "typographie", "ty-po-gra-phie"),
    ("es_ES", "cartógrafo", "car-tó-grafo"), ("de_DE", "silbentrennung", "sil-ben-tren-nung"),
    ("de_DE", "donaudampfschifffahrt", "do-nau-dampf-schiff-fahrt"),
  ])
  func `words of languages`(file: String, word: String, expected: String) throws {
    let path = "/usr/share/hyphen/hyph_\(file).dic"
    guard let bytes = FileManager.default.contents(atPath: path) else { return }
    #expect(divided(word, try HyphenationPatterns(Array(bytes))) == expected)
  }
}
