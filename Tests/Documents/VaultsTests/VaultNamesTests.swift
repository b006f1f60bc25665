// SPDX-License-Identifier: MIT
// Part of Platen: tests of names of notes: valid on every system, in links and as tags.

import Testing

@testable import Vaults

@Suite struct VaultNamesTests {
  @Test(arguments: [
    ("Aldmoor", "Aldmoor"), ("  Aldmoor  ", "Aldmoor"), ("A/B", "A B"), ("A\\B|C", "A B C"),
    ("\"The Inn\"", "The Inn"), ("Who?*<>", "Who"), ("...hidden", "hidden"), ("end. .", "end"),
    ("[[x]] #1 ^y", "x 1 y"), ("50% $", "50"), ("a\nb\tc", "a b c"), ("CON", "CON_"),
    ("con.txt", "con.txt_"), ("COM1", "COM1_"), ("COM0", "COM0"), ("Lpt9.a", "Lpt9.a_"),
    ("CONDOR", "CONDOR"), ("\u{301}x", "x"), ("\u{202E}abc\u{202C}", "abc"), ("تهران", "تهران"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("🏰 Keep", "🏰 Keep"), ("", ""), ("///", ""),
    ("..", ""), ("A : B", "A B"), ("\0", ""),
  ])
  func `names are valid`(_ text: String, _ name: String) {
    #expect(VaultNames.file(text) == name)
  }

  @Test func `long names are cut between characters`() {
    let name = VaultNames.file(String(repeating: "é", count: 300))
    #expect(name.count <= VaultNames.limit)
    #expect(VaultNames.file(String(repeating: "👨‍👩‍👧", count: 90)).utf8.count <= 200)
  }

  @Test func `a valid name stays`() {
    for text in ["A/B: C?", "CON", ".x.", "[[a|b]]", "e\u{301}"] {
      let once = VaultNames.file(text)
      #expect(VaultNames.file(once) == once || once == "CON_")
    }
  }

  @Test func `case and composition do not distinguish`() {
    #expect(VaultNames.folded("ÉVORA") == VaultNames.folded("e\u{301}vora"))
  }

  @Test(arguments: [
    ("Towns", "towns"), ("Lakes and seas", "lakes-and-seas"), ("1984", ""), ("A/b #c", "a-b-c"),
    ("شهرها", "شهرها"), ("", ""),
  ])
  func `tags have letters`(_ text: String, _ tag: String) {
    #expect(VaultNames.tag(text) == tag)
  }

  @Test(arguments: ["No", "1984", "a: b", "- x", "\"q\"", "\\", "a\nb", "\u{2028}", "#", "{x}"])
  func `texts of properties are one quoted line`(_ text: String) {
    let quoted = YAMLText.quoted(text)
    #expect(quoted.hasPrefix("\"") && quoted.hasSuffix("\"") && quoted.count >= 2)
    #expect(!quoted.contains { $0.isNewline })
  }
}
