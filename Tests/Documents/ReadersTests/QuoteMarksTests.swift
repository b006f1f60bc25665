// SPDX-License-Identifier: MIT
// Part of Platen: tests of quotation marks as languages have them.

import Diagnostics
import Documents
import Testing

@testable import Readers

@Suite struct QuoteMarksTests {
  private static func set(_ text: String, _ language: String = "en") -> String {
    var before: Character?
    return QuoteMarks(language: language).set(text, after: &before)
  }

  @Test(arguments: [
    ("\"Come,\" she said. \"Now!\"", "“Come,” she said. “Now!”"),
    ("'It isn't,' he says.", "‘It isn’t,’ he says."),
    ("\"He cried 'No!'\"", "“He cried ‘No!’”"),
    ("'Twas in '99, the Vanes' mill", "’Twas in ’99, the Vanes’ mill"),
    ("Wait... no.... (\"so\")", "Wait… no.... (“so”)"),
    ("The end -- or not---yet, well-known -----", "The end — or not—yet, well-known -----"),
    ("\u{201C}Kept\u{201D} as it is", "\u{201C}Kept\u{201D} as it is"),
  ])
  func marksOfEnglish(text: String, expected: String) {
    #expect(Self.set(text) == expected)
  }

  @Test(arguments: [
    ("de", "„Geh,“ sagt er."), ("fr", "«\u{202F}Geh,\u{202F}» sagt er."), ("es", "«Geh,» sagt er."),
    ("sv-SE", "”Geh,” sagt er."), ("pl", "„Geh,” sagt er."),
  ])
  func marksOfOtherLanguages(language: String, expected: String) {
    #expect(Self.set("\"Geh,\" sagt er.", language) == expected)
  }

  /// A mark at the edge of emphasis looks at the letter before it; code stays as it is.
  @Test func marksAcrossInlines() {
    let paragraph = Paragraph([
      .text("He says \""), .emphasis([.text("now")]), .text("\" and "), .code("\"x\""), .lineBreak,
      .text("\"So.\""),
    ])
    let set = QuoteMarks(language: "en").set([.paragraph(paragraph), .rule(.none)])
    #expect(
      set == [
        .paragraph(
          Paragraph([
            .text("He says “"), .emphasis([.text("now")]), .text("” and "), .code("\"x\""),
            .lineBreak, .text("“So.”"),
          ])), .rule(.none),
      ])
  }

  /// A novel has such marks, other editions on request.
  @Test(arguments: [
    (BookOptions.Edition.prose, nil, true), (.prose, false, false), (.full, nil, false),
    (.full, true, true),
  ])
  func editionsWithMarks(
    edition: BookOptions.Edition, wished: Bool?, expected: Bool
  ) throws {
    let read = try Fixture.read(
      json: #"[{"actor":"gemini","text":"The door opens. \"Come,\" she says.","timestamp":1}]"#)
    var options = BookOptions()
    options.edition = edition
    options.setsQuotes = wished
    let words = try CampaignBook.document(of: read.value, options: options).value.words
    #expect(words.joined().contains("“Come,”") == expected)
  }
}
