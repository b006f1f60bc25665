// SPDX-License-Identifier: MIT
// Part of Platen: tests of maps for print: presets, sheets, bleed and marks, words of pages.

import Cartography
import Diagnostics
import Documents
import Drawing
import Foundation
import Geometry
import Pipeline
import TestSupport
import Testing
import Values

@testable import JobKit
@testable import Jobs
@testable import MapJobs

@Suite struct PrintTests {
  private static let sheet = Rect(x: 0, y: 0, width: 1280, height: 720)

  private static func output(_ format: String, _ options: [(String, String)]) -> OutputRequest {
    var settings = Settings()
    for (key, value) in options { settings.set(key, to: value) }
    return OutputRequest(
      path: "a.\(format)", format: format, options: settings, place: Diagnostics.SourceLocation())
  }

  // MARK: Presets

  /// The figures of World Foundry's export plan.
  @Test(
    arguments: [
      ("digital", 1920, 1080, 96), ("print", 7200, 5400, 300), ("web", 2048, 1536, 72),
      ("mobile", 1024, 768, 163),
    ] as [(String, Int, Int, Double)],
    [PrintTests.sheet, Rect(x: 0, y: 0, width: 300, height: 900)])
  func presetsHaveTheirSizes(
    preset: (name: String, width: Int, height: Int, dpi: Double), shown: Rect
  ) throws {
    let output = PrintTests.output("png", [("preset", preset.name)])
    #expect(output.presetErrors.isEmpty)
    let size = try MapSize(output.withPreset.options, showing: shown)
    #expect((size.width, size.height) == (preset.width, preset.height))
    #expect(size.dpi == preset.dpi)
    // All of the map, in the middle.
    #expect(size.content.center.distance(to: shown.center) < 1e-9)
    #expect(size.content.width >= shown.width - 1e-9 && size.content.height >= shown.height - 1e-9)
  }

  @Test func aPageForPrintIsA3WithBleedAndMarks() throws {
    let output = PrintTests.output("pdf", [("preset", "print")]).withPreset
    let size = try MapSize(output.options, showing: PrintTests.sheet)
    let point = 72 / 25.4
    let area = Rect(x: 0, y: 0, width: size.points.width, height: size.points.height)
    let cuts = try #require(size.cuts(of: area, millimetre: point))
    #expect(abs(cuts.trim.width - 420 * point) < 1e-9)
    #expect(abs(cuts.trim.height - 297 * point) < 1e-9)
    #expect(abs(cuts.bleed.width - 426 * point) < 1e-9)
    // The map stands 10 mm within the cut.
    #expect(abs(size.marginPoints - cuts.trim.minX - 10 * point) < 1e-9)
    // Marks fit on the sheet.
    #expect(cuts.trim.minX >= 8 * point)
  }

  @Test func aSheetOfOnesOwnTakesThePlaceOfThePresets() throws {
    let output = PrintTests.output("png", [("preset", "print"), ("paper", "A4")])
    #expect(output.presetErrors.isEmpty)
    let size = try MapSize(output.withPreset.options, showing: PrintTests.sheet)
    // 297 and twice 9 mm of rim.
    #expect(size.width == Int((315 / 25.4 * 300.0).rounded()))
  }

  @Test(arguments: ["width", "height", "scale", "poster", "paper"])
  func whatContradictsAPresetIsSaid(key: String) {
    let value = key == "paper" ? "A4" : "3"
    #expect(
      PrintTests.output("pdf", [("preset", "web"), (key, value)]).presetErrors.count == 1)
  }

  // MARK: Sheets

  @Test(
    arguments: [
      ("A6", 105, 148), ("500x700mm", 500, 700), ("70 x 50 cm", 500, 700),
      ("24x36in", 609.6, 914.4), ("arch-d", 609.6, 914.4), ("A0+", 914, 1292), ("B2", 500, 707),
    ] as [(String, Double, Double)])
  func sheetsHaveNamesOrMeasures(name: String, width: Double, height: Double) throws {
    let paper = try #require(Paper.named(name))
    #expect(abs(paper.width - width) < 1e-9 && abs(paper.height - height) < 1e-9)
    #expect(TextForm.paper.errorMessage(name) == nil)
    // What we take, editors take.
    let pattern = try Regex(TextForm.paper.pattern)
    #expect(name.wholeMatch(of: pattern) != nil)
  }

  @Test(
    arguments: [
      "a4", "A9", "", "500x700", "x700mm", "1x1x1in", "10x10mm", "9e9x5mm", "6000x100mm", "-3x5in",
      "nanxnanmm",
    ])
  func noSheetIsRefused(name: String) {
    #expect(Paper.named(name) == nil)
    #expect(TextForm.paper.errorMessage(name) != nil)
    for hint in TextForm.paper.hints(for: name) {
      #expect(hint.split(separator: ", ").count <= 9, "\(hint)")
    }
  }

  // MARK: Bleed

  /// Without a margin it is the map that runs over the cut, with one it stands within.
  @Test(arguments: [0, 3, 12.5], [0, 10, 30])
  func theBleedLiesOutsideTheSheet(bleed: Double, margin: Double) throws {
    for marks in [true, false] {
      let size = try MapSize(
        PrintTests.output(
          "png",
          [
            ("paper", "A4"), ("bleed", "\(bleed)"), ("margin", "\(margin)"),
            ("crop-marks", "\(marks)"), ("dpi", "254"),
          ]
        ).options, showing: PrintTests.sheet)
      guard bleed > 0 || marks else {
        #expect(size.rim == nil && size.width == 2970)
        continue
      }
      // Ten pixels to the millimetre.
      let room = marks ? max(bleed, 3) + 6 : bleed
      #expect(size.width == Int(((297 + 2 * room) * 10).rounded()))
      #expect(size.height == Int(((210 + 2 * room) * 10).rounded()))
      let free = margin > 0 ? margin : -bleed
      #expect(abs(size.margin - (room + free) * 10) < 1e-6)
      let cuts = try #require(size.cuts(of: size.window, millimetre: 10 / size.scale))
      #expect(abs(cuts.trim.width * size.scale - 2970) < 1)
      #expect(abs(cuts.bleed.width * size.scale - 2970 - 20 * bleed) < 1)
    }
  }

  @Test func marksStandOutsideTheCutAndAreFiveMillimetresLong() throws {
    let rim = PrintRim(PrintTests.output("pdf", [("bleed", "3"), ("crop-marks", "true")]).options)
    let trim = Rect(x: 100, y: 100, width: 400, height: 300)
    let node = try #require(rim.marks(at: trim, millimetre: 1))
    guard case .path(let marks) = node else {
      Issue.record("marks are a path")
      return
    }
    #expect(marks.path.points.count == 16)
    for pair in stride(from: 0, to: 16, by: 2) {
      let (a, b) = (marks.path.points[pair], marks.path.points[pair + 1])
      #expect(abs(a.distance(to: b) - 5) < 1e-9)
      #expect(!trim.insetBy(-2.999).contains(a) && !trim.insetBy(-2.999).contains(b))
    }
    #expect(abs((marks.stroke?.width ?? 0) - 0.25 / 72 * 25.4) < 1e-12)
  }

  // MARK: What outputs inherit

  /// Settings of a sheet go with it; settings of its rim alone leave the rest as it is.
  @Test(
    arguments: [
      ("paper: A5, bleed: 3, crop-marks: true", "width: 400", ["width"]),
      ("paper: A5, margin: 8, bleed: 3, crop-marks: true", "poster: 2x1", ["poster"]),
      ("paper: A5, bleed: 3", "preset: web", ["preset"]),
      ("paper: A5, bleed: 3", "paper: A4", ["bleed", "paper"]),
      ("preset: print", "bleed: 5", ["bleed", "preset"]),
      ("preset: print", "margin: 0", ["margin", "preset"]),
      ("poster: 2x1", "orientation: portrait", ["orientation", "poster"]),
      ("width: 400, height: 300", "scale: 2", ["scale"]),
    ])
  func aNearerWayTakesThePlaceOfOthers(inherited: String, own: String, left: [String]) throws {
    func members(_ text: String) throws -> [PlacedValue.Member] {
      try PlacedValue(yaml: Array("{ \(text) }".utf8), file: "p.yaml")?.members ?? []
    }
    var settings = Settings(try members(inherited))
    settings.override(with: try members(own), alternatives: MapKeys.grammar.alternatives)
    #expect(settings.all.map(\.key).sorted() == left)
    let output = OutputRequest(
      path: "a.pdf", format: "pdf", options: settings, place: Diagnostics.SourceLocation())
    #expect(output.presetErrors.isEmpty)
    #expect(MapSize.contradictions(in: output.withPreset.options).isEmpty)
  }

  /// No bleed and no marks need no paper.
  @Test func noRimContradictsNothing() throws {
    let none = [("bleed", "0"), ("crop-marks", "false")]
    let picture = PrintTests.output("png", none + [("width", "400")])
    #expect(MapSize.contradictions(in: picture.options).isEmpty)
    #expect(try PosterRequest(PrintTests.output("pdf", none + [("poster", "2x1")]).options) != nil)
    for rim in [("bleed", "1"), ("crop-marks", "true")] {
      #expect(MapSize.contradictions(in: PrintTests.output("png", [rim]).options).count == 1)
    }
  }

  @Test func aPresetOfVectorsIsItsPixels() throws {
    let output = PrintTests.output("svg", [("preset", "print")])
    let size = try MapSize(output.withPreset.options, showing: PrintTests.sheet)
    #expect((size.width, size.height) == (7200, 5400) && size.dpi == 300)
    let paper = PrintTests.output("svg", [("preset", "print"), ("paper", "A4")])
    #expect(paper.presetErrors.count == 1)
  }

  // MARK: Memory

  private static func weight(_ format: String, _ options: [(String, String)]) throws -> Int {
    let output = PrintTests.output(format, options)
    return MapMemory.image(
      output.options, as: try #require(RasterSettings(output)), sceneOf: 0
    ).running
  }

  @Test func memoryIsReckonedFromEitherSideAndTheRim() throws {
    let lossless = ("lossless", "true")
    #expect(
      try PrintTests.weight("webp", [("height", "900"), lossless])
        == PrintTests.weight("webp", [("width", "1600"), ("height", "900"), lossless]))
    #expect(
      try PrintTests.weight("webp", [("height", "8000"), lossless]) > 8000 * 14_000 * 32)
    // A larger one is refused.
    #expect(
      try PrintTests.weight("webp", [("height", "200000"), lossless])
        < (1 << 27) * 32 + (1 << 30))
    #expect(
      try PrintTests.weight("webp", [("paper", "A4"), ("bleed", "3"), ("crop-marks", "true")])
        > PrintTests.weight("webp", [("paper", "A4")]))
  }

  // MARK: Words

  @Test(arguments: ["en", "de", "fa", "ar"])
  func everyLayerHasANameInEveryLanguage(language: String) throws {
    let path = Shared.repository.appendingPathComponent("Templates/Phrases/\(language).yaml").path
    let book = try PhrasebookFile.read(DiskEnvironment().read(path), language: language).value
    let mapPhrases = MapPhrases(book, language: language)
    #expect(mapPhrases.language == language)
    for layer in MapLayer.allCases {
      #expect(mapPhrases.title(ofLayer: layer.rawValue)?.isEmpty == false, "\(layer)")
    }
    #expect(mapPhrases.title(ofLayer: "page") == nil)
  }

  @Test func theLanguageIsTheWords() {
    let german = Phrasebook(language: "de")
    #expect(MapPhrases(german, language: "de-CH").language == "de-CH")
    // Nobody has words of that language: they are English, and say so.
    #expect(MapPhrases(.english, language: "xx").language == "en")
  }
}
