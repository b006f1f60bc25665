// SPDX-License-Identifier: MIT
// Part of Platen: tests of Arabic on cards, with HarfBuzz's own program as the measure.

import Canvas
import Cards
import Diagnostics
import Drawing
import Foundation
import Geometry
import Rows
import TestSupport
import Testing

/// HarfBuzz's program `hb-shape`, where it is installed.
private enum ShaperReference {
  static let font = "/usr/share/fonts/opentype/fonts-hosny-amiri/Amiri-Regular.ttf"
  static let isPresent =
    Program.isThere("hb-shape")
    && FileManager.default.fileExists(atPath: font)

  struct Glyph: Hashable {
    var id: UInt32
    var x, y: Double
  }

  /// Each line's glyphs from left to right, origins in font units.
  static func shape(_ lines: [String]) throws -> [[Glyph]] {
    let scratch = try Scratch()
    let file = try scratch.write(lines.joined(separator: "\n"), to: "lines.txt")
    let text = try Program("hb-shape").text([
      "--no-glyph-names", "--no-clusters", "--direction=rtl", "--script=arab",
      "--text-file=\(file)", font,
    ])
    return text.split(separator: "\n").map { line in
      var pen = 0.0
      return line.dropFirst().dropLast().split(separator: "|").map { item in
        // `431@-98,0+0`: an id, an offset where there is one, an advance.
        let parts = item.split(separator: "+")
        let place = parts[0].split(separator: "@")
        let offsets =
          place.count > 1 ? place[1].split(separator: ",").compactMap { Double($0) } : []
        defer { pen += Double(parts[1]) ?? 0 }
        return Glyph(
          id: UInt32(place[0]) ?? 0, x: pen + (offsets.first ?? 0), y: offsets.last ?? 0)
      }
    }
  }
}

@Suite struct ArabicTests {
  /// Of our own: vowels, doubled letters, hamzas on every seat, ligatures, pauses of recitation, the
  /// dagger alif, and marks upon marks.
  static let lines = [
    "لِكُلِّ مَدٍّ جَزْرٌ، وَلِكُلِّ لَيْلٍ فَجْرٌ",
    "مَنْ عَرَفَ النَّجْمَ لَمْ يَضِلَّ الطَّرِيقَ",
    "شُؤُونٌ وَأَسْئِلَةٌ وَآفَاقٌ وَمَاءٌ وَإِيَابٌ",
    "هَٰذَا بَحْرٌ ۚ وَذَٰلِكَ بَرٌّ ۖ وَبَيْنَهُمَا مَرْسًى ۗ",
    "لَا لَأْلَأَ إِلَّا لِلَّيْلِ",
  ]

  private static let look =
    #""text": "{t}", "size": [20, 70], "align": "start", "font": "body""#

  private func check(_ texts: [String], looks: (CardLook, String)) throws {
    var compared = 0
    for text in texts {
      let (look, size) = looks
      let made = try look.cards([("arabic_text", .text(text)), ("t", .text(text))], size: size)
      let nodes = made.value[0].scene.texts.filter { $0.font.face.name.hasPrefix("Amiri-Regular") }
      #expect(!nodes.isEmpty)
      for (node, glyphs) in zip(nodes, try ShaperReference.shape(nodes.map(\.source))) {
        #expect(node.glyphs.map(\.id) == glyphs.map(\.id), "\(node.source)")
        guard node.glyphs.count == glyphs.count, let first = node.glyphs.first,
          let reference = glyphs.first
        else { continue }
        for (mine, theirs) in zip(node.glyphs, glyphs) {
          let unit = node.font.size / 1000
          let dx = mine.position.x - first.position.x - (theirs.x - reference.x) * unit
          let dy = mine.position.y - first.position.y + (theirs.y - reference.y) * unit
          #expect(abs(dx) < 0.02 && abs(dy) < 0.02, "\(node.source)")
        }
        compared += 1
      }
    }
    #expect(compared >= texts.count)
  }

  @Test(.enabled(if: ShaperReference.isPresent))
  func `Glyphs have the positions that HarfBuzz computes`()
    throws
  {
    try check(ArabicTests.lines, looks: (try TestLooks.text(ArabicTests.look), "square"))
    // The same in many lines.
    try check(
      [ArabicTests.lines.joined(separator: " ")],
      looks: (try TestLooks.text(ArabicTests.look), "square"))
  }

  @Test func `No code point of a text is changed, omitted or moved`() throws {
    let look = try TestLooks.text(ArabicTests.look)
    let text = ArabicTests.lines.joined(separator: " ")
    let card = try look.cards([("t", .text(text))]).value[0]
    let said = card.scene.texts.map(\.source).joined(separator: " ")
    #expect(Array(said.unicodeScalars) == Array(text.unicodeScalars))
    #expect(card.scene.texts.count > 2)
  }

  @Test func `A pause of recitation never begins a line`() throws {
    let look = try TestLooks.text(ArabicTests.look, box: "[40, 40, 260, 1000]")
    let text = String(repeating: "هَٰذَا بَحْرٌ ۚ وَذَٰلِكَ بَرٌّ ۖ ", count: 5)
    for node in try look.cards([("t", .text(text))]).value[0].scene.texts {
      let first = try #require(node.source.unicodeScalars.first { $0 != " " })
      #expect(!(0x06D6...0x06ED).contains(first.value))
    }
  }

  /// Marks upon marks are higher than their font declares its letters to be.
  @Test(arguments: [(0, true), (120, false)])
  func `Marks that the edge of a card cuts are reported`(_ top: Int, _ isCut: Bool) throws {
    let look = try TestLooks.text(
      #""text": "{t}", "size": 60, "font": "arabic", "align": "start""#,
      box: "[40, \(top), 1000, 600]")
    let made = try look.cards([("t", .text("هُوَ الْحَيُّ الْقَيُّومُ ۚ لَا"))])
    #expect(made.warnings.map(\.code) == (isCut ? ["cards.cut"] : []))
  }

  @Test func `Lines of two scripts follow the bidirectional algorithm`() throws {
    let look = try TestLooks.text(#""text": "{t}", "size": 40, "align": "left""#)
    /// Words of the line by where they stand, from the left.
    func order(_ text: String) throws -> [String] {
      try look.cards([("t", .text(text))]).value[0].scene.texts
        .sorted {
          ($0.glyphs.map(\.position.x).min() ?? 0) < ($1.glyphs.map(\.position.x).min() ?? 0)
        }
        .map { $0.source.trimmingCharacters(in: .whitespaces) }
    }
    #expect(try order("the word بحر means sea") == ["the word", "بحر", "means sea"])
    // A paragraph that runs to the left: its first word is at the right.
    #expect(try order("بحر is sea وبر") == ["وبر", "is sea", "بحر"])
    // Numbers run to the right within it, and brackets are turned.
    let numbers = try order("صفحة 255 من 300")
    #expect(numbers.first == "300" && numbers.contains("255"))
    // A sign of its own among Latin letters.
    #expect(try order("he (ﷺ) said").count == 3)
  }

  @Test func `Right-to-left text begins at the right`() throws {
    let look = try TestLooks.text(#""text": "{t}", "size": 40, "align": "start""#)
    let arabic = try look.cards([("t", .text("بحر"))]).value[0].scene.texts[0]
    let latin = try look.cards([("t", .text("sea"))]).value[0].scene.texts[0]
    #expect(latin.glyphs[0].position.x < 60)
    #expect((arabic.glyphs.map(\.position.x).max() ?? 0) > 900)
    // It is set in the look's font for such text.
    #expect(arabic.font.face.name.hasPrefix("Amiri") && !latin.font.face.name.hasPrefix("Amiri"))
  }

  // MARK: Real rows, where they are

  private static func rows() throws -> [Row] {
    try ["seed.sql", "firestore-content.json"].flatMap { name in
      let set = try RowSet(file: name, bytes: try Shared.bytes("assets/\(name)"))
      return set.joined(try #require(set["duas"]))
    }
  }

  @Test(.enabled(if: Shared.isPresent && ShaperReference.isPresent))
  func `Every row of an app is shaped as HarfBuzz shapes it`() throws {
    let texts = try ArabicTests.rows().compactMap { $0.text("arabic_text") }
    #expect(texts.count == 26)
    try check(texts, looks: (try TestLooks.text(ArabicTests.look), "square"))
  }
}
