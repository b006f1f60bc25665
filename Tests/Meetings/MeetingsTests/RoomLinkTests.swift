// SPDX-License-Identifier: MIT
// Part of Platen: tests of rooms by name, code and link (row 9 of the acceptance list).

import Diagnostics
import Testing

@testable import Meetings

@Suite struct RoomLinkTests {
  @Test(arguments: [
    ("kfd-vault-run", "", "kfd-vault-run", false),
    ("  Kfd-Vault-Run ", "", "kfd-vault-run", false),
    ("meet.example.org/m/abc-defg-hij", "https://meet.example.org", "abc-defg-hij", false),
    ("https://meet.example.org/m/abc-defg-hij/", "https://meet.example.org", "abc-defg-hij", false),
    ("http://localhost:7880/c/tea", "http://localhost:7880", "tea", true),
    ("HTTPS://Meet.Example.ORG:8443/c/Tea?x=1#y", "https://meet.example.org:8443", "tea", true),
    ("[::1]:7880/m/tea", "https://[::1]:7880", "tea", false),
  ])
  func reads(text: String, base: String, name: String, isShort: Bool) throws {
    let link = try RoomLink(text)
    #expect(link.base == base)
    #expect(link.name == name)
    #expect(link.isShort == isShort)
  }

  @Test(arguments: [
    "", "ab", "a--b", "-abc", "abc-", "a_b_c", "käse-brot", "abc def",
    String(repeating: "a", count: 64), "meet.example.org/x/abc", "meet.example.org/m/",
    "meet.example.org/m/ab", "meet.example.org/m/abc/def", "ftp://meet.example.org/m/abc",
    "https:///m/abc", "meet.example.org:0/m/abc", "meet.example.org:65536/m/abc",
    "me et.org/m/abc", "/m/abc", "user@meet.example.org/m/abc",
  ])
  func refuses(text: String) {
    #expect(throws: Failure.self) { try RoomLink(text) }
  }

  @Test func lengthsAtTheLimits() throws {
    #expect(try RoomLink("abc").name == "abc")
    #expect(try RoomLink(String(repeating: "a", count: 63)).name.count == 63)
  }

  @Test(arguments: [
    ("meet.example.org", "https://meet.example.org"),
    ("https://work.example.net:8443/", "https://work.example.net:8443"),
    ("http://LOCALHOST//", "http://localhost"),
  ])
  func basesWithOrWithoutSlash(text: String, base: String) throws {
    #expect(try RoomLink.base(text) == base)
  }
}
