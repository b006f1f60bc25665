// SPDX-License-Identifier: MIT
// Part of Platen: tests of fonts whose tables say what no sound font says.

import Diagnostics
import Drawing
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Canvas

@Suite struct CraftedFontTests {
  /// The fonts of a file, and nothing else.
  private static func library(_ font: CraftedFont) throws -> FontLibrary {
    let scratch = try Scratch()
    let file = try scratch.write(font.file, to: "crafted.ttf")
    let library = try FontLibrary(FontSet(files: [file], folders: FontFolders(["/nowhere"])))
    // Opened while it is there.
    _ = library.shape("a", font: request)
    return library
  }

  private static let request = FontRequest(families: ["Crafted"], size: 10)

  private static func file(_ library: FontLibrary) throws -> FontFile {
    let face = library.openedFaces.first ?? FontFace(name: "none")
    return try library.file(of: face)
  }

  @Test(arguments: [false, true])
  func aFontMadeFromScratchIsSound(isPostScript: Bool) throws {
    let font = CraftedFont(isPostScript: isPostScript)
    let library = try Self.library(font)
    let shaped = library.shape("ab c", font: Self.request)
    #expect(shaped.width == 20 && shaped.missing.isEmpty)
    #expect(shaped.runs.map { $0.glyphs.map(\.id) } == [["a", "b", " ", "c"].map { id($0, font) }])
    let file = try Self.file(library)
    #expect(file.ink(of: id("a", font)) == Rect(x: 0, y: -0.5, width: 0.5, height: 0.5))
    #expect(file.ink(of: id(" ", font)) == nil)
    let embedded = EmbeddedFont(file, number: 1)
    _ = embedded.use(id("a", font))
    #expect(try embedded.program().outlines == (isPostScript ? .postScript : .trueType))
  }

  @Test func fontsWithoutOutlinesAreRefused() {
    for (table, isPostScript) in [("glyf", false), ("CFF ", true)] {
      var font = CraftedFont(isPostScript: isPostScript)
      font.tables[table] = nil
      #expect {
        try Self.library(font)
      } throws: {
        ($0 as? Failure)?.diagnostics.first?.message.hasSuffix("holds no outlines of glyphs")
          == true
      }
    }
  }

  private func id(_ letter: Unicode.Scalar, _ font: CraftedFont) -> UInt32 {
    UInt32(font.glyphs[letter] ?? 0)
  }

  /// Glyphs of a font that are put together from others, as many as there are.
  private static func composed(_ parts: (Int) -> [CraftedFont.Part]) -> CraftedFont {
    var font = CraftedFont()
    font.setOutlines(
      (0..<font.glyphCount).map { glyph in
        let own = parts(glyph)
        return own.isEmpty ? CraftedFont.square() : CraftedFont.composite(own)
      })
    return font
  }

  /// HarfBuzz draws each part as often as it is named, which may be more often than any machine can.
  @Test func glyphsOfTooManyPartsAreRefused() {
    let fonts: [(String, CraftedFont)] = [
      (
        "twice the next, of forty", Self.composed { $0 < 40 ? [.init($0 + 1), .init($0 + 1)] : [] }
      ),
      ("itself", Self.composed { $0 == 7 ? [.init(7)] : [] }),
      ("each other", Self.composed { $0 < 2 ? [.init(1 - $0)] : [] }),
      ("all others", Self.composed { own in (0..<30).filter { $0 != own }.map { .init($0) } }),
      ("a hundred within each other", Self.composed { $0 < 100 ? [.init($0 + 1)] : [] }),
      (
        "too many",
        Self.composed { $0 == 1 ? [CraftedFont.Part](repeating: .init(2), count: 3_000) : [] }
      ),
    ]
    for (what, font) in fonts {
      #expect("\(what)") {
        try Self.library(font)
      } throws: {
        ($0 as? Failure)?.diagnostics.first?.code == "fonts.unreadable"
      }
    }
  }

  @Test func glyphsOfAFewPartsAreDrawn() throws {
    let font = Self.composed { $0 < 8 ? [.init($0 + 1), .init($0 + 1, dx: 9)] : [] }
    let file = try Self.file(Self.library(font))
    // A square has five points, its first twice, and there are two of it for each glyph on the way.
    #expect(file.outline(of: 0).path.points.count == 5 << 8)
    // What a file does not have is no part of a glyph.
    let broken = try Self.file(Self.library(Self.composed { $0 == 3 ? [.init(60_000)] : [] }))
    #expect(broken.ink(of: 3) == nil)
  }

  /// Any words in the tables: none leads out of them.
  @Test func placesOfGlyphsAreHeldToTheFile() {
    var roll = Dice(seed: 5)
    let values = [0, 1, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF]
    var opened = 0
    for _ in 0..<400 {
      var font = Self.composed { $0 % 3 == 0 ? [.init($0 + 1), .init($0 + 2, dx: 1)] : [] }
      for tag in ["loca", "glyf", "maxp"] {
        guard let table = font.tables[tag] else { continue }
        font.set(tag, 2 * roll(table.count / 2), values[roll(values.count)])
        if roll(8) == 0 { font.tables[tag] = Array(table.prefix(roll(table.count))) }
      }
      if roll(3) == 0 { font.set("head", 50, values[roll(values.count)]) }
      guard let library = try? Self.library(font), let file = try? Self.file(library) else {
        continue
      }
      opened += 1
      for glyph in [0, 3, 7] as [UInt32] { _ = file.outline(of: glyph).flat(exponent: 4) }
    }
    #expect(opened > 100)
  }

  /// Each part is twice as large as the whole it belongs to: places overflow.
  @Test func outlinesBeyondNumbersAreBlank() throws {
    for scales in [[32_767], [32_767, 32_767], [32_767, 32_767, 32_767, 32_767]] {
      let font = Self.composed {
        $0 < 60 ? [.init($0 + 1, dx: 32_767, dy: 32_767, scales: scales)] : []
      }
      let file = try Self.file(Self.library(font))
      for glyph in 0..<60 as Range<UInt32> {
        let outline = file.outline(of: glyph)
        let bounds = outline.bounds
        #expect(bounds.map { abs($0.minX) < 1e7 && abs($0.maxY) < 1e7 } ?? true)
        _ = outline.flat(exponent: 4).haloContours(radius: 0.1)
        _ = outline.coarse(exponent: 4)
      }
      #expect(file.ink(of: 0) == nil && file.ink(of: 60) != nil)
    }
  }

  /// However many curves an outline has and however far they reach, it comes to so many points.
  @Test func curvesAreCutIntoAFewThousandPieces() throws {
    var font = CraftedFont()
    font.setOutlines(
      (0..<font.glyphCount).map { _ in CraftedFont.zigzag(points: 10_000, reach: 8_000) })
    let outline = try Self.file(Self.library(font)).outline(of: 1)
    #expect(outline.path.points.count > 20_000)
    let count = outline.flat(exponent: 14).contours.reduce(0) { $0 + $1.count }
    #expect(count > 10_000 && count <= 50_000, "\(count) points")
  }

  /// Each lookup makes two glyphs of one.
  @Test func lettersDoNotBecomeThousandsOfGlyphs() throws {
    var font = CraftedFont()
    let twice = font.multiple { [$0, $0] }
    font.setLayout("GSUB", feature: "ccmp", [CraftedFont.Lookup](repeating: twice, count: 3))
    #expect(try Self.library(font).shape("ab", font: Self.request).runs.first?.glyphs.count == 16)
    font.setLayout("GSUB", feature: "ccmp", [CraftedFont.Lookup](repeating: twice, count: 14))
    let run = try #require(Self.library(font).shape("ab", font: Self.request).runs.first)
    #expect(run.glyphs.map(\.id) == [id("a", font), id("b", font)])
    #expect(run.clusters.map(\.byteCount) == [1, 1])
  }

  /// Text that a font takes away is shown as it is: no letter is lost.
  @Test func lettersDoNotBecomeNothing() throws {
    var font = CraftedFont()
    font.setLayout("GSUB", feature: "ccmp", [font.multiple { _ in [] }])
    let shaped = try Self.library(font).shape("ab", font: Self.request)
    #expect(shaped.runs.flatMap(\.glyphs).map(\.id) == [id("a", font), id("b", font)])
    #expect(shaped.width == 10)
  }
}
