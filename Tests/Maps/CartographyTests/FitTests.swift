// SPDX-License-Identifier: MIT
// Part of Platen: tests of maps on sheets of another shape: sea that goes on, crops, mats.

import Atlas
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct FitTests {
  /// The small world's sheet.
  private static let sheet = Rect(x: 0, y: 0, width: 800, height: 450)
  private static let papers = [("A3", true), ("A4", false), ("300x300mm", true)]

  private static func size(
    _ fit: MapFit, _ paper: (String, Bool), of shown: Rect = sheet, bleed: Double = 0
  ) throws -> MapSize {
    var request = SizeRequest()
    request.paper = Paper.named(paper.0)
    request.isLandscape = paper.1
    request.fit = fit
    request.rim = PrintRim(bleed: bleed)
    return try MapSize(request, showing: shown)
  }

  private static func picture(
    _ size: MapSize, _ world: World = SmallWorld.make(), look: MapLook = .parchment,
    layers: [String] = ["political"]
  ) throws -> Scene {
    try scene(world, look: look, layers: layers) {
      $0.window = size.window(on: sheet)
      $0.surroundings = size.surroundings(of: sheet)
    }
  }

  /// The small world with land along its upper edge.
  private static func cutWorld() throws -> World {
    var world = SmallWorld.make()
    let sites = try #require(world.cells).mesh.sites
    for (cell, site) in sites.enumerated() where site.y < 60 && site.x < 400 {
      world.cells?.height[cell] = 40
      world.terrain?.height[cell] = 40
      world.terrain?.distance = []
    }
    world.features = EntityList([])
    return world
  }

  private static func fills(_ scene: Scene, _ area: Rect) -> Bool {
    func covers(_ node: Node) -> Bool {
      switch node {
      case .path(let path):
        guard let fill = path.fill, case .color(let color) = fill.paint, color.alpha >= 1,
          let bounds = path.path.controlBounds
        else { return false }
        return bounds.insetBy(-1e-9).union(area) == bounds.insetBy(-1e-9)
      case .group(let group): return group.clip == nil && group.children.contains(where: covers)
      case .text, .image: return false
      }
    }
    return scene.nodes.contains(where: covers)
  }

  // MARK: The sea goes on

  @Test(arguments: ["parchment", "azgaar-base"], papers.indices)
  func theSeaFillsTheSheet(look: String, paper: Int) throws {
    for bleed in [0.0, 3] {
      let size = try Self.size(.extend, Self.papers[paper], bleed: bleed)
      let scene = try Self.picture(size, look: MapLook.named(look), layers: ["political", "frame"])
      #expect(Self.fills(scene, size.content) && Self.fills(scene, size.printed))
    }
  }

  /// The frame is not cut off.
  @Test func theFrameStandsInsideTheCut() throws {
    let size = try Self.size(.extend, Self.papers[0], bleed: 5)
    let trim = try #require(size.surroundings(of: Self.sheet)).trim
    #expect(abs(trim.width / size.content.width - 420 / 430) < 1e-3)
    let frame = try #require(try Self.picture(size).layer(.frame))
    for case .path(let line) in frame.leaves where line.fill == nil {
      let bounds = try #require(line.path.controlBounds)
      #expect(trim.intersection(bounds) == bounds)
    }
  }

  /// The world has the same size and form as on a sheet of its own shape.
  @Test func theWorldIsDrawnAsItIs() throws {
    let size = try Self.size(.extend, Self.papers[0])
    let (own, extended) = (try scene(), try Self.picture(size))
    func coast(_ scene: Scene) throws -> [Path] {
      try #require(scene.layer(.landmass)).leaves.compactMap {
        if case .path(let node) = $0 { node.path } else { nil }
      }
    }
    #expect(try coast(own) == coast(extended))
  }

  /// Land that the edge cuts off continues beyond it in a shore that no survey shows; what does not
  /// touch the edge stays as it is.
  @Test func landAtTheEdgeGoesOn() throws {
    let size = try Self.size(.extend, ("300x300mm", true))
    #expect(size.content.minY < -50)
    func land(_ scene: Scene) throws -> Rect {
      let paths = try #require(scene.layer(.landmass)).leaves.compactMap { node -> Rect? in
        if case .path(let path) = node { path.path.controlBounds } else { nil }
      }
      return try #require(paths.first)
    }
    func hasGuess(_ scene: Scene) -> Bool {
      scene.layer(.coastline)?.children.contains {
        if case .group(let group) = $0 {
          group.name == "beyond"
            && group.leaves.contains {
              if case .path(let path) = $0 { path.stroke?.dash.isEmpty == false } else { false }
            }
        } else {
          false
        }
      } ?? false
    }
    let cut = try Self.picture(size, Self.cutWorld())
    #expect(try land(cut).minY < -4 && hasGuess(cut))
    // Not farther than a twentieth or so of the sheet.
    #expect(try land(cut).minY > -450 * 0.08)
    #expect(try land(scene(Self.cutWorld())).minY >= 0)
    #expect(!hasGuess(try scene(Self.cutWorld())))
    #expect(try land(Self.picture(size)) == land(scene()))
  }

  /// Arcs leave the edge and return to it, bending as a coast does.
  @Test func arcsReplaceRunsAlongTheEdge() throws {
    let window = Rect(x: 0, y: -200, width: 800, height: 850)
    let beyond = try #require(
      EdgeContinuation(of: Self.sheet, within: window, seen: Self.sheet, step: 8, seed: "1"))
    #expect(beyond.sides == [.top, .bottom])
    let ring = [Point(100, 0), Point(300, 0), Point(300, 60), Point(100, 60)]
    let longer = beyond.continued(ring)
    let out = longer.filter { $0.y < -0.5 }
    #expect(out.count > 15 && out.allSatisfy { $0.x > 90 && $0.x < 310 })
    #expect(Set(out.map { ($0.y * 8).rounded() }).count > 10)
    #expect(longer.filter { $0.y > 0 } == ring.filter { $0.y > 0 })
    // A ring that stays off the edges, or touches one where the picture ends, is left alone.
    let inner = ring.map { $0 + Point(0, 20) }
    #expect(beyond.continued(inner) == inner)
    let left = [Point(0, 100), Point(40, 100), Point(40, 200), Point(0, 200)]
    #expect(beyond.continued(left) == left)
    // Land around a corner goes on as far as the picture.
    let corner = [Point(0, 0), Point(200, 0), Point(200, 60), Point(0, 60)]
    #expect(beyond.continued(corner).contains { $0.x == 0 && $0.y < -5 })
    #expect(
      EdgeContinuation(of: Self.sheet, within: Self.sheet, seen: Self.sheet, step: 8, seed: "1")
        == nil)
  }

  /// The graticule continues as far as there are degrees.
  @Test func parallelsEndAtThePoles() throws {
    let size = try Self.size(.extend, ("100x500mm", false))
    let scene = try Self.picture(size, layers: ["political", "coordinates"])
    let lines = try #require(scene.layer(.coordinates)).leaves.compactMap { node -> Rect? in
      if case .path(let path) = node { path.path.controlBounds } else { nil }
    }
    let bounds = try #require(lines.first)
    // 45° are half of the sheet's height.
    #expect(bounds.minY < -100 && bounds.minY >= -225 - 1e-6)
    #expect(bounds.maxY <= 675 + 1e-6)
    #expect(size.content.minY < -225)
  }

  // MARK: Crops

  @Test(arguments: [1.0, 1.2, 0.5, 1.7, 2.5, 0.707])
  func aCropKeepsMostLand(aspect: Double) throws {
    let world = SmallWorld.make()
    let crop = MapCrop(Self.sheet, aspect: aspect, in: world)
    #expect(abs(crop.rect.width / crop.rect.height - aspect) < 1e-9)
    #expect(Self.sheet.insetBy(-1e-9).union(crop.rect) == Self.sheet.insetBy(-1e-9))
    #expect(abs(crop.rect.width - 800) < 1e-9 || abs(crop.rect.height - 450) < 1e-9)
    let land = MapCrop.land(of: world)
    for step in 0...40 {
      var other = crop.rect
      other.x = (800 - other.width) * Double(step) / 40
      other.y = (450 - other.height) * Double(step) / 40
      let lost = Double(land.count { !other.contains($0) }) / Double(land.count)
      #expect(lost >= crop.lost - 0.01, "\(step)")
    }
    #expect(crop.notes.isEmpty == (crop.lost == 0))
  }

  /// The note on a crop names the states that are cut off and counts the towns.
  @Test func aCropTellsWhatItCutsOff() throws {
    var world = SmallWorld.make()
    world.burgs.mutateAll { $0.position = Point($0.id <= 10 ? 200 : 700, 200) }
    let losses = CropLosses(
      of: world, from: Self.sheet, to: Rect(x: 0, y: 0, width: 400, height: 450))
    #expect(losses.states == ["Osten"] && losses.burgs == 30)
    let notes = MapCrop.notes(lost: 0.4, losses)
    #expect(
      notes.first?.message.hasSuffix(
        "without 40% of the land and 30 towns; more than half of these states is cut off: Osten")
        == true)
    #expect(MapCrop.notes(lost: 0, losses).isEmpty)
    #expect(CropLosses(of: world, from: Self.sheet, to: Self.sheet) == CropLosses())
  }

  @Test func landThatFitsIsKeptWithEvenBorders() {
    let land = [Point(500, 100), Point(700, 300)]
    let crop = MapCrop(Self.sheet, aspect: 1, on: Self.sheet, land: land)
    #expect(crop.lost == 0)
    // 450 wide; moved to the right until the land is in the middle, or the sheet ends.
    #expect(abs(crop.rect.maxX - 800) < 1)
  }

  /// A region is moved into the sheet and shown in full where it can be.
  @Test func aRegionIsMovedNotCut() {
    let region = Rect(x: 0, y: 100, width: 50, height: 200)
    let crop = MapCrop(region, aspect: 1.5, on: Self.sheet, land: [Point(10, 150)])
    #expect(crop.rect == Rect(x: 0, y: 100, width: 300, height: 200) && crop.lost == 0)
  }

  // MARK: Mats

  @Test(arguments: papers.indices) func aMatIsOnAllSides(paper: Int) throws {
    let size = try Self.size(.frame, Self.papers[paper], bleed: 3)
    let scene = try Self.picture(size)
    #expect(size.window(on: Self.sheet) == Self.sheet)
    let least = 0.07 * min(size.content.width, size.content.height)
    #expect(size.content.minX < -least && size.content.minY < -least)
    guard case .group(let mat)? = scene.nodes.last, mat.name == "mat",
      case .path(let ground)? = mat.children.first
    else {
      Issue.record("the mat is over all else")
      return
    }
    let bounds = try #require(ground.path.controlBounds)
    #expect(bounds.union(size.content) == bounds && ground.fill?.rule == .evenOdd)
    #expect(mat.children.count >= 3)
  }

  // MARK: Posters

  private static func poster(
    _ extent: PosterRequest.Extent, _ fit: MapFit, sea: Bool = true
  ) throws -> PosterRequest {
    var poster = PosterRequest(
      extent, paper: .standard, isLandscape: true, margin: 10, overlap: 10, hasMarks: true,
      hasPlan: true, at: nil)
    poster.fit = fit
    poster.hasSeaSheets = sea
    return poster
  }

  private static func layout(_ poster: PosterRequest) throws -> PosterLayout {
    try PosterLayout(poster, showing: sheet, in: SmallWorld.make(), MapRequest())
  }

  @Test(arguments: MapFit.allCases)
  func allSheetsOfAPosterAreFull(fit: MapFit) throws {
    for extent in [PosterRequest.Extent.across(3), .grid(columns: 2, rows: 2)] {
      let layout = try Self.layout(try Self.poster(extent, fit))
      for sheet in layout.sheets {
        #expect(abs(sheet.image.width - layout.page.width + 2 * layout.margin) < 1e-6)
        #expect(abs(sheet.image.height - layout.page.height + 2 * layout.margin) < 1e-6)
      }
      let whole = Self.sheet.insetBy(-1e-6)
      #expect((whole.union(layout.shown) == whole) == (fit == .crop))
    }
  }

  /// A scale is exact, whatever becomes of the sheets' rest.
  @Test(arguments: MapFit.allCases)
  func aPostersScaleIsExact(fit: MapFit) throws {
    let scale = try #require(PosterScale("1 cm = 100 km"))
    var world = SmallWorld.make()
    world.units.distance = "km"
    world.units.distanceScale = 10
    let layout = try PosterLayout(
      try Self.poster(.scale(scale), fit), showing: Self.sheet, in: world, MapRequest())
    #expect(abs(layout.scale - 72 / 2.54 / 10) < 1e-9)
  }

  /// Sheets of open sea are done without, and no land is on them.
  @Test func sheetsOfSeaAreOmitted() throws {
    let all = try Self.layout(try Self.poster(.grid(columns: 8, rows: 8), .extend))
    let some = try Self.layout(try Self.poster(.grid(columns: 8, rows: 8), .extend, sea: false))
    #expect(some.sheets.count < all.sheets.count && some.scale == all.scale)
    #expect(Set(some.sheets).isSubset(of: all.sheets))
    for point in MapCrop.land(of: SmallWorld.make()) {
      #expect(some.sheets.contains { $0.window.contains(point) })
    }
    let note = try #require(
      some.diagnostics(for: try Self.poster(.grid(columns: 8, rows: 8), .extend, sea: false)).first)
    #expect(note.severity == .note && note.message.contains("of open sea"))
  }
}
