// SPDX-License-Identifier: MIT
// Part of Platen: tests of text in XML and HTML.

import Testing
import Text

@Suite struct MarkupEscapingTests {
  @Test func `what XML cannot hold is replaced`() {
    #expect(MarkupEscaping.escaped("a\u{0}\u{1F}\u{FFFE}\u{FFFF}b") == "a" + "\u{FFFD}" * 4 + "b")
    #expect(MarkupEscaping.escaped("<a b=\"c\">&\r") == "&lt;a b=&quot;c&quot;&gt;&amp;&#13;")
    #expect(MarkupEscaping.escaped("ش🗺\u{85}") == "ش🗺\u{85}")
    #expect(MarkupEscaping.escaped("") == "")
  }

  @Test(arguments: [
    (MarkupEscaping.Whitespace.plain, "a\t\n&#13;\n&#13;b"),
    (.references, "a&#9;&#10;&#13;&#10;&#13;b"), (.spaces, "a     b"),
    (.lineFeeds, "a\t\n\n\nb"), (.lineSpaces, "a    b"),
  ])
  func `tabs and line pathExtensions become what is asked for`(
    _ whitespace: MarkupEscaping.Whitespace, _ result: String
  ) {
    #expect(MarkupEscaping.escaped("a\t\n\r\n\rb", whitespace: whitespace) == result)
  }

  @Test func `a carriage return may be the last byte`() {
    #expect(MarkupEscaping.escaped("\r", whitespace: .lineFeeds) == "\n")
    #expect(MarkupEscaping.escaped("\r", whitespace: .lineSpaces) == " ")
  }

  @Test func `quotation marks stay between tags`() {
    #expect(MarkupEscaping(escapesQuotes: false).escaped("\"<\"") == "\"&lt;\"")
  }

  @Test func `what HTML forbids is replaced and counted`() {
    let rules = MarkupEscaping(repertoire: .html)
    var bytes = Array("<".utf8)
    let source = "a\u{7F}\u{80}\u{9F}\u{A0}é\u{1FFFE}\u{10FFFE}🗺"
    #expect(rules.append(source, to: &bytes) == 5)
    let mark = "\u{FFFD}"
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "<a\(mark * 3)\u{A0}é\(mark * 2)🗺")
    #expect(MarkupEscaping().escaped(source) == source)
    let omitting = MarkupEscaping(repertoire: .html, omitsOthers: true)
    #expect(omitting.escaped(source) == "a\u{A0}é🗺")
  }

  /// Every character alone, judged by the rules of the standards and not by their bytes.
  @Test func `each character is held or replaced as the standards say`() {
    let html = MarkupEscaping(repertoire: .html)
    var wrong: [Unicode.Scalar] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), !"&<>\"\t\n\r".unicodeScalars.contains(scalar)
      else { continue }
      let text = String(scalar)
      let held = MarkupEscaping.holds(scalar)
      let isControl = value < 0x20 || (0x7F...0x9F).contains(value)
      let isAllowed =
        !isControl && value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(value)
      if MarkupEscaping.escaped(text) != (held ? text : "\u{FFFD}")
        || html.escaped(text) != (isAllowed ? text : "\u{FFFD}")
      {
        wrong.append(scalar)
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `a character cut off at the end stays`() {
    for bytes: [UInt8] in [[0xEF], [0xEF, 0xBF], [0xC2], [0xF0, 0x9F, 0xBF]] {
      var result: [UInt8] = []
      let replaced = bytes.withUnsafeBytes {
        MarkupEscaping(repertoire: .html).forEachPiece(of: $0) { result.append(contentsOf: $0) }
      }
      #expect(replaced == 0 && result == bytes)
    }
  }
}

private func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
