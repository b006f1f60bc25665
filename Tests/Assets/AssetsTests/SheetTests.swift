// SPDX-License-Identifier: MIT
// Part of Platen: tests of sheets of tokens and icons: how texts that are too wide are cut.

import Drawing
import Geometry
import Testing

@testable import Assets

/// Glyphs half an em wide, one for each character; counts the characters that are shaped.
private final class CountingText: TextMeasuring {
  nonisolated(unsafe) var count = 0

  func shape(_ text: String, font: FontRequest) -> ShapedText {
    let characters = Array(text)
    count += characters.count
    let advance = font.size * 0.5
    let run = ShapedText.Run(
      font: FontInstance(face: FontFace(name: font.families.first ?? ""), size: font.size),
      source: text,
      glyphs: characters.indices.map { Glyph(id: 0, position: Point(Double($0) * advance, 0)) },
      advances: characters.map { _ in advance },
      clusters: characters.map { Cluster(byteCount: String($0).utf8.count, glyphCount: 1) })
    return ShapedText(
      runs: [run], width: advance * Double(characters.count), ascent: font.size * 0.8,
      descent: font.size * 0.2)
  }
}

@Suite struct SheetTests {
  private func text(_ words: String, room: Double?, measured: CountingText = .init()) -> [String] {
    var sheet = SheetBuilder(width: 800, text: measured, families: ["Lato"])
    sheet.say(words, at: Point(0, 0), size: 20, room: room)
    return sheet.scene(titled: "").nodes.compactMap { node in
      if case .text(let text) = node { text.source } else { nil }
    }
  }

  @Test(arguments: [
    ("harbor", 60, "harbor"), ("harbor", 59, "harb…"), ("harbor", 20, "h…"), ("harbor", 1, "h…"),
    ("ab", 1, "ab"), ("e\u{301}te\u{301}s", 30, "e\u{301}t…"), ("harbo…", 59, "harb…"), ("", 1, ""),
  ])
  func `texts wider than their space end in an ellipsis`(
    words: String, room: Double, expected: String
  ) {
    #expect(text(words, room: room).joined() == expected)
  }

  @Test func `a text without a space of its own is whole`() {
    #expect(text("harbor lights", room: nil) == ["harbor lights"])
  }

  @Test func `the work of cutting grows as the text does`() {
    let measured = CountingText()
    let words = String(repeating: "harbor ", count: 20_000)
    let cut = text(words, room: 400, measured: measured)
    #expect(cut == [String(words.prefix(39)) + "…"])
    #expect(measured.count < 2 * words.count)
  }

  @Test func `names lose their middle`() {
    let measured = CountingText()
    var sheet = SheetBuilder(width: 800, text: measured, families: ["Lato"])
    sheet.addName("color.background.raised", at: Point(0, 0), size: 20, room: 90)
    guard case .text(let text)? = sheet.scene(titled: "").nodes.last else {
      Issue.record("no text")
      return
    }
    #expect(text.source == "color…raised")
  }
}
