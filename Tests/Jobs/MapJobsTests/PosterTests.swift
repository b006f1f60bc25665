// SPDX-License-Identifier: MIT
// Part of Platen: tests of posters: what is asked for, and which part of a map is on which sheet.

import Atlas
import Canvas
import Cartography
import Diagnostics
import Documents
import Drawing
import Geometry
import TestSupport
import Testing
import Values

@testable import JobKit
@testable import Jobs
@testable import MapJobs

@Suite struct PosterTests {
  private static func options(_ text: String) throws -> Settings {
    Settings(try PlacedValue(yaml: Array(text.utf8), file: "p.yaml")?.members ?? [])
  }

  private static func poster(_ text: String) throws -> PosterRequest {
    try #require(try PosterRequest(options("poster: \(text)")))
  }

  private static let shapes = [
    Rect(x: 0, y: 0, width: 1280, height: 720), Rect(x: 40, y: 7, width: 100, height: 330),
    Rect(x: 0, y: 0, width: 0.5, height: 0.5),
  ]

  // MARK: Sheets

  /// The sheets show all of the map in their middle and are full with all options, neighbors share
  /// exactly the overlap, nothing is stretched, and with a column or row less it would not do.
  @Test(
    arguments: [
      "1", "3x2", "2x5", "{ sheets: 4x1, overlap: 0 }", "{ sheets: 5, overlap: 40, paper: A3 }",
      "{ sheets: 2x2, orientation: landscape }",
      "{ sheets: 3x3, orientation: portrait, margin: 5 }",
      "{ sheets: 20x20, paper: A6, margin: 6 }", "{ sheets: 3x2, paper: 24x36in, margin: 12.5 }",
    ], shapes)
  func sheetsCoverTheMap(text: String, shown: Rect) throws {
    let poster = try PosterTests.poster(text)
    let layout = try PosterLayout.best(poster, showing: shown, scale: nil)
    try PosterTests.check(layout, poster, shown)
    switch poster.extent {
    case .grid(let columns, let rows):
      #expect(layout.columns <= columns && layout.rows <= rows)
      #expect(layout.columns == columns || layout.rows == rows)
    case .across(let columns): #expect(layout.columns == columns)
    case .scale: Issue.record("no scale was requested")
    }
  }

  @Test(arguments: [0.05, 0.4, 1.7, 6.5], shapes)
  func aScaleIsKept(scale: Double, shown: Rect) throws {
    for overlap in [0, 10, 55] {
      for way in ["auto", "landscape", "portrait"] {
        let poster = try PosterTests.poster(
          "{ scale: 1 cm = 10 km, overlap: \(overlap), orientation: \(way) }")
        let layout = try PosterLayout.best(poster, showing: shown, scale: scale)
        #expect(layout.scale == scale)
        try PosterTests.check(layout, poster, shown)
        if way == "auto" {
          for other in ["landscape", "portrait"] {
            let fixed = try PosterTests.poster(
              "{ scale: 1 cm = 10 km, overlap: \(overlap), orientation: \(other) }")
            let count = try PosterLayout.best(fixed, showing: shown, scale: scale).sheets.count
            #expect(layout.sheets.count <= count)
          }
        }
      }
    }
  }

  private static func check(
    _ layout: PosterLayout, _ poster: PosterRequest, _ shown: Rect
  ) throws {
    let slack = 1e-9 * max(shown.width, shown.height)
    func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= slack }
    let sheets = layout.sheets
    #expect(sheets.count == layout.columns * layout.rows)
    #expect(Set(sheets.map(\.name)).count == sheets.count)
    let room = Rect(x: 0, y: 0, width: layout.page.width, height: layout.page.height)
      .insetBy(layout.margin - 1e-6)
    for sheet in sheets {
      #expect(sheet.window.width > 0 && sheet.window.height > 0)
      #expect(
        room.intersection(sheet.image).map { isNear($0.width, sheet.image.width) } == true)
      #expect(abs(sheet.image.width / sheet.window.width / layout.scale - 1) < 1e-6)
      #expect(abs(sheet.image.height / sheet.window.height / layout.scale - 1) < 1e-6)
      let all = layout.shown
      if sheet.column == 0 { #expect(isNear(sheet.window.minX, all.minX)) }
      if sheet.row == 0 { #expect(isNear(sheet.window.minY, all.minY)) }
      if sheet.column == layout.columns - 1 { #expect(isNear(sheet.window.maxX, all.maxX)) }
      if sheet.row == layout.rows - 1 { #expect(isNear(sheet.window.maxY, all.maxY)) }
      let shared = layout.overlap / layout.scale
      if sheet.column + 1 < layout.columns {
        let next = layout.sheet(column: sheet.column + 1, row: sheet.row)
        #expect(isNear(sheet.window.maxX - next.window.minX, shared))
      }
      if sheet.row + 1 < layout.rows {
        let next = layout.sheet(column: sheet.column, row: sheet.row + 1)
        #expect(isNear(sheet.window.maxY - next.window.minY, shared))
      }
    }
    #expect(abs(layout.shown.center.x - shown.center.x) <= 2 * slack)
    #expect(abs(layout.shown.center.y - shown.center.y) <= 2 * slack)
    #expect(layout.shown.width >= shown.width - slack)
    #expect(layout.shown.height >= shown.height - slack)
    // One less would not cover it.
    for (count, side, whole) in [
      (layout.columns, layout.page.width, shown.width * layout.scale),
      (layout.rows, layout.page.height, shown.height * layout.scale),
    ] where count > 1 {
      let step = side - 2 * layout.margin - layout.overlap
      #expect(Double(count - 1) * step + layout.overlap < whole)
    }
  }

  /// The plan's picture is as sharp as print on usual sheets, and no larger than memory on any.
  @Test(arguments: [100, 600, 3000, 14_400] as [Double])
  func aPlanHasNoMorePixelsThanAreReckonedWith(side: Double) {
    let frame = Rect(x: 36, y: 90, width: side, height: side * 0.7)
    let perPoint = SheetPlan.pixelsPerPoint(of: frame)
    #expect(frame.width * frame.height * perPoint * perPoint <= 4_000_001)
    #expect(side > 600 || perPoint == 150.0 / 72)
  }

  /// The plan's page in reading order: a heading, the facts, the small map.
  @Test(arguments: ["3x2", "1x1", "{ sheets: 2x2, paper: 2A0 }"])
  func aPlanIsToldInOrder(text: String) throws {
    let shown = PosterTests.shapes[0]
    let poster = try PosterTests.poster(text)
    let layout = try PosterLayout.best(poster, showing: shown, scale: nil)
    let scene = Scene(
      size: Size(width: shown.width, height: shown.height), background: .white, nodes: [],
      title: "Testland")
    let plan = try FontPool(try FontSet(files: [])).withLibrary { library in
      try SheetPlan(
        scene: scene, layout: layout, poster: poster,
        mapPhrases: MapPhrases(.english, language: "en"), families: ["Noto Serif"]
      ).page(0, firstElement: 1, fonts: library)
    }
    let roles = plan.elements.map(\.role)
    #expect(roles.first == .heading1 && roles.last == .figure)
    #expect(roles.dropFirst().dropLast().allSatisfy { $0 == .paragraph } && roles.count > 2)
    #expect(plan.page.leaves.map(\.element) == Array(1...roles.count))
    var next = 0
    for leaf in plan.page.leaves {
      #expect(leaf.nodes.lowerBound == next)
      next = leaf.nodes.upperBound
    }
    #expect(next == plan.page.scene.nodes.count)
    let box = try #require(plan.elements.last?.box)
    let page = Rect(x: 0, y: 0, width: layout.page.width, height: layout.page.height)
    #expect(box.page == 0)
    #expect(page.contains(Point(box.frame.minX, box.frame.minY)))
    #expect(page.contains(Point(box.frame.maxX - 1e-6, box.frame.maxY - 1e-6)))
    let pictures = plan.page.scene.nodes.compactMap { node -> RasterImage? in
      if case .image(let image) = node { image.image } else { nil }
    }
    let picture = try #require(pictures.first)
    #expect(picture.width * picture.height <= SheetPlan.mostPixels)
  }

  /// EB Garamond's bold face has figures of several heights only, in which A1 reads as Ai.
  @Test func namesOfSheetsHaveFiguresOfOneHeight() throws {
    let shown = PosterTests.shapes[0]
    let poster = try PosterTests.poster("1x1")
    let layout = try PosterLayout.best(poster, showing: shown, scale: nil)
    let scene = Scene(
      size: Size(width: shown.width, height: shown.height), background: .white, nodes: [],
      title: "Testland")
    let families = ["EB Garamond"]
    try FontPool(try FontSet(files: [])).withLibrary { library in
      let wanted = library.shape("A1", font: FontRequest(small: families, size: 9)).runs
        .flatMap(\.glyphs).map(\.id)
      let old = library.shape("A1", font: FontRequest(families: families, size: 9)).runs
        .flatMap(\.glyphs).map(\.id)
      #expect(wanted != old)
      let plan = try SheetPlan(
        scene: scene, layout: layout, poster: poster,
        mapPhrases: MapPhrases(.english, language: "en"), families: families
      ).page(0, firstElement: 1, fonts: library).page.scene.nodes
      let sheet = SheetFurniture(layout: layout, families: families, text: library).nodes(
        of: layout.sheets[0], caption: "Testland", hasMarks: true)
      for nodes in [plan, sheet] {
        let names = nodes.compactMap { node -> [UInt32]? in
          guard case .text(let text) = node, text.source == "A1" else { return nil }
          return text.glyphs.map(\.id)
        }
        #expect(names == [wanted])
      }
    }
  }

  @Test func sheetsAreCalledAsSquaresOfMapsAre() {
    #expect(PosterLayout.name(column: 0, row: 0) == "A1")
    #expect(PosterLayout.name(column: 25, row: 9) == "Z10")
    #expect(PosterLayout.name(column: 26, row: 0) == "AA1")
    #expect(PosterLayout.name(column: 53, row: 1) == "BB2")
  }

  @Test func tooManySheetsAreRefused() throws {
    let poster = try PosterTests.poster("1 cm = 1 km")
    for scale in [50, 1e9, 1e300] {
      let failure = #expect(throws: Failure.self) {
        try PosterLayout.best(poster, showing: PosterTests.shapes[0], scale: scale)
      }
      #expect(failure?.diagnostics.first?.code == "poster.sheets")
    }
  }

  // MARK: What is asked for

  @Test(
    arguments: [
      ("25 miles per inch", 25.4, PosterScale.Ground.distance(25, unit: "miles")),
      ("25mi per in", 25.4, .distance(25, unit: "mi")),
      ("1 cm = 10 km", 10, .distance(10, unit: "km")),
      ("10 km = 1 cm", 10, .distance(10, unit: "km")),
      ("1 hex = 1 in", 25.4, .cells(1)), ("2 in = 3 hexes", 50.8, .cells(3)),
      ("1:250000", 1, .millimetres(250_000)), ("1 : 2500000", 1, .millimetres(2_500_000)),
      ("7.5 nautical miles per 10 mm", 10, .distance(7.5, unit: "nautical miles")),
    ] as [(String, Double, PosterScale.Ground)])
  func scalesAreRead(text: String, paper: Double, ground: PosterScale.Ground) throws {
    let scale = try #require(PosterScale(text))
    #expect(abs(scale.paper - paper) < 1e-12)
    #expect(scale.ground == ground)
  }

  @Test(
    arguments: [
      "", "25", "25 mi", "per in", "25 mi per 30 mi", "1 in = 1 cm", "0 mi per in", "1:2:3",
      "a = b",
      "1 cm = ", "-3 mi per in", "1e9 mi per in", "1 cm per per 2 km", "1:", ":5",
    ])
  func noScaleIsRefused(text: String) { #expect(PosterScale(text) == nil) }

  @Test(
    arguments: [
      "0x2", "51x20", "3x", "x", "poster", "{ sheets: 3x2, scale: 1 cm = 1 km }", "{ paper: A4 }",
      "{ scale: 5 }", "{ sheets: 2, margin: 91 }", "{ sheets: 2, overlap: 100, margin: 50 }",
    ])
  func nonsenseIsRefused(text: String) {
    #expect(throws: Failure.self) { try PosterTests.poster(text) }
  }

  @Test func whatContradictsAPosterIsNamed() throws {
    let failure = #expect(throws: Failure.self) {
      try PosterRequest(PosterTests.options("poster: 3x2\nwidth: 400\nbleed: 3"))
    }
    #expect(failure?.diagnostics.count == 2)
    #expect(try PosterRequest(PosterTests.options("paper: A3")) == nil)
  }

  @Test func aPosterTakesItsSheetFromTheOutputToo() throws {
    let poster = try #require(
      try PosterRequest(PosterTests.options("poster: 3x2\npaper: A3\nmargin: 12")))
    #expect(poster.paper.name == "A3" && poster.margin == 12 && poster.isLandscape == nil)
    #expect(poster.extent == .grid(columns: 3, rows: 2))
  }

  // MARK: Scales on the ground

  @Test func scalesGoByTheWorldsUnit() throws {
    var world = World(info: WorldInfo(name: "Test", width: 100, height: 100))
    world.units.distance = "km"
    world.units.distanceScale = 4
    func points(_ text: String, _ request: MapRequest = MapRequest()) throws -> Double {
      try #require(PosterScale(text)).pointsPerUnit(in: world, request)
    }
    // 10 km are 2.5 map units.
    #expect(abs(try points("1 cm = 10 km") - 72 / 2.54 / 2.5) < 1e-9)
    #expect(abs(try points("10 mi per in") - 72 / (16.09344 / 4)) < 1e-9)
    #expect(abs(try points("1:1000000") - 72 / 25.4 / 0.25) < 1e-9)
    var request = MapRequest()
    var grid = GridRequest()
    grid.width = .distance(24, unit: "km")
    request.grid = grid
    #expect(abs(try points("1 hex = 1 in", request) - 72.0 / 6) < 1e-9)
    for text in ["1 hex = 1 in", "3 days per in"] {
      let failure = #expect(throws: Failure.self) { try points(text) }
      #expect(failure?.diagnostics.first?.code == "poster.scale")
    }
  }
}
