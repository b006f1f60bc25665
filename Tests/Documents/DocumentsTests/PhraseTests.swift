// SPDX-License-Identifier: MIT
// Part of Platen: tests of phrases with dates, numbers and lists in them.

import Digests
import Documents
import Testing

@Suite struct PhraseTests {
  private static let persian = Phrasebook(
    language: "fa-IR",
    phrases: [
      "comma": "، ", "shortDate": "{1}/{2}/{3}", "range": "{1} تا {2}",
      "journeyCaption": "سفر: {1}",
    ])

  @Test func `a date is written as its language does`() {
    let persian = PhraseTests.persian
    #expect(Phrasebook.english.date("2026-11-20") == "2026-11-20")
    #expect(persian.date("2026-11-20") == "2026/11/20")
    #expect(persian.date("2026-11-20 19:05") == "2026/11/20 19:05")
    // The separators of a span do not turn its days around.
    #expect(
      persian(.range, persian.date("2026-05-28"), persian.date("2026-06-01"))
        == "2026/05/28 تا 2026/06/01")
  }

  @Test(arguments: [
    "", "soon", "2026", "2026-11", "2026-11-2x", "2026-11-201", "20261120-1", "Mirtul 15",
  ])
  func `text that is not a date stays as it is`(text: String) {
    #expect(PhraseTests.persian.date(text) == text)
  }

  @Test func `a book is digested as its language and the dictionary of its phrases`() {
    let persian = PhraseTests.persian
    var digester = Digester()
    digester.addFields(persian.language, persian.phrases)
    let expected = digester.finalize()
    #expect(Digest(canonicalOf: persian) == expected)
  }

  @Test func `names of a list follow commas`() {
    #expect(Phrasebook.english.names(.weekdayInitials) == ["M", "T", "W", "T", "F", "S", "S"])
  }

  @Test func `numbers are grouped as their language does`() {
    #expect(Phrasebook.english.grouped(12_345) == "12,345")
    #expect(PhraseTests.persian.grouped(-1_234_567) == "-1,234,567")
    #expect(Phrasebook(language: "de").grouped(12_345) == "12\u{202F}345")
    #expect(PhraseTests.persian.grouped(1234) == "1234")
  }

  @Test func `items of a list are isolated from words that run from right to left`() {
    #expect(Phrasebook.english.list(["1 Twin", "2 Jarn"]) == [.text("1 Twin, 2 Jarn")])
    let items: [Inline] = ["1 Twin", "2 Jarn"].map {
      .span(Span([.text($0)], direction: .automatic))
    }
    let persian = PhraseTests.persian
    #expect(persian.list(["1 Twin", "2 Jarn"]) == [items[0], .text("، "), items[1]])
    #expect(
      persian.inlines(.journeyCaption, [persian.list(["1 Twin", "2 Jarn"])])
        == [.text("سفر: "), items[0], .text("، "), items[1]])
  }

  @Test func `placeholders are replaced by inlines, braces of other text stay`() {
    let book = Phrasebook(language: "en", phrases: ["range": "{2} {x} {1}{3}{"])
    #expect(
      book.inlines(.range, [[.text("a")], [.strong([.text("b")])]])
        == [.strong([.text("b")]), .text(" {x} a{3}{")])
  }
}
