// SPDX-License-Identifier: MIT
// Part of Platen: grids, compass, armies, trade, rulers, fog and legend of the small world.

import Atlas
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct GridTests {
  private func grid(
    _ change: (inout GridRequest) -> Void, world: World = SmallWorld.make()
  ) throws -> Group {
    try #require(
      try scene(world, layers: ["grid"]) { request in
        var grid = GridRequest()
        change(&grid)
        request.grid = grid
      }.layer(.grid))
  }

  @Test(arguments: GridKind.allCases)
  func everyKindCoversTheSheet(kind: GridKind) throws {
    let group = try grid { $0.kind = kind }
    guard case .path(let node)? = group.children.first else {
      Issue.record("no lines")
      return
    }
    let bounds = try #require(Rect(enclosing: node.path.points))
    // Parchment's frame is inside of the sheet.
    #expect(bounds.minX < 20 && bounds.maxX > 780 && bounds.minY < 20 && bounds.maxY > 430)
  }

  /// Every edge is drawn once: no other has its middle and its way.
  @Test(arguments: GridKind.allCases)
  func noEdgeIsDrawnTwice(kind: GridKind) throws {
    let lattice = GridLattice(
      kind: kind, size: 20, offset: .zero, degrees: 0, center: Point(100, 100))
    let lines = try #require(lattice.lines(in: Rect(x: 0, y: 0, width: 200, height: 200)))
    var seen: Set<String> = []
    for line in lines.flattened() {
      for (a, b) in zip(line.points, line.points.dropFirst()) where a.distance(to: b) > 0.5 {
        let middle = a.midpoint(to: b) * 100
        let way = a.x < b.x || (a.x == b.x && a.y < b.y) ? b - a : a - b
        let key = [middle.x, middle.y, way.x * 10, way.y * 10].map { "\(Int($0.rounded()))" }
        #expect(seen.insert(key.joined(separator: " ")).inserted, "\(kind) at \(middle)")
      }
    }
  }

  /// All corners of a hex lie as far from its middle; six lines begin or end round each.
  @Test(arguments: [GridKind.flatHex, .pointyHex])
  func hexesAreRegular(kind: GridKind) throws {
    let lattice = GridLattice(
      kind: kind, size: 20, offset: .zero, degrees: 0, center: Point(100, 100))
    let sheet = Rect(x: 0, y: 0, width: 200, height: 200)
    let corners = try #require(lattice.lines(in: sheet)).points
    let inner = sheet.insetBy(30)
    let cells = try #require(lattice.cells(on: sheet)).filter { inner.contains($0.center) }
    #expect(cells.count > 20)
    for cell in cells {
      let near = corners.map { $0.distance(to: cell.center) }
      let radius = 20 / 3.0.squareRoot()
      #expect(near.allSatisfy { $0 > radius - 1e-6 })
      #expect(near.count { $0 < radius + 1e-6 } >= 6)
    }
  }

  @Test func cellsAreNumberedByColumnAndRow() throws {
    let group = try grid {
      $0.kind = .square
      $0.width = .units(50)
      $0.isNumbered = true
    }
    let numbers = group.texts.map(\.source)
    #expect(numbers.contains("0202") && !numbers.contains("1701"))
    #expect(numbers.contains("0305") && Set(numbers).count == numbers.count)
    let third = try #require(group.texts.first { $0.source == "0305" })
    let place = try #require(third.glyphs.first).position
    #expect(place.x > 100 && place.x < 150 && place.y > 200 && place.y < 250)
  }

  /// A part of the sheet shows the numbers of the whole.
  @Test func partsKeepTheNumbersOfTheWhole() throws {
    let part = try scene(layers: ["grid"]) { request in
      request.window = Rect(x: 300, y: 150, width: 300, height: 200)
      request.grid = GridRequest()
      request.grid?.kind = .square
      request.grid?.width = .units(50)
      request.grid?.isNumbered = true
    }
    let text = try #require(part.layer(.grid)?.texts.first { $0.source == "0905" })
    let place = try #require(text.glyphs.first).position
    #expect(place.x > 400 && place.x < 450 && place.y > 200 && place.y < 250)
  }

  @Test(arguments: [
    (GridRequest.Width.distance(60, unit: "mi"), 20.0), (.distance(30, unit: "mi"), 10),
    (.distance(96.56064, unit: "km"), 20), (.units(33), 33), (.distance(20, unit: "leagues"), 20),
  ])
  func sizesAreOnTheGround(width: GridRequest.Width, units: Double) throws {
    var request = MapRequest(layers: try LayerSelection(["grid"]))
    request.grid = GridRequest()
    request.grid?.width = width
    let map = try Composition(world: SmallWorld.make(), request: request, text: PlainText())
    #expect(abs(map.gridLattice.size - units) < 1e-6)
    #expect(map.log.diagnostics.isEmpty)
  }

  @Test func unknownUnitsAreTold() throws {
    var request = MapRequest(layers: try LayerSelection(["grid"]))
    request.grid = GridRequest()
    request.grid?.width = .distance(3, unit: "days")
    let composed = try MapComposer(request: request, text: PlainText()).compose(SmallWorld.make())
    #expect(composed.warnings.contains { $0.code == "map.grid-unit" })
  }

  @Test func gridsTooFineAreLeftOut() throws {
    var request = MapRequest(layers: try LayerSelection(["grid"]))
    request.grid = GridRequest()
    request.grid?.width = .units(0.01)
    let composed = try MapComposer(request: request, text: PlainText()).compose(SmallWorld.make())
    #expect(composed.warnings.contains { $0.code == "map.grid-too-fine" })
    #expect(composed.value.layer(.grid)?.children.isEmpty == true)
  }
}

@Suite struct OverlayTests {
  @Test func theRoseStandsClearOfNamesAndPlates() throws {
    let map = try Composition(
      world: SmallWorld.make(),
      request: MapRequest(layers: LayerSelection(["political", "compass", "legend"])),
      text: PlainText())
    let plates = map.furniture.plates
    #expect(plates.count == 4)
    for (index, plate) in plates.enumerated() {
      let inside = map.inside.insetBy(-1e-9)
      #expect(inside.minX <= plate.minX && inside.maxX >= plate.maxX)
      #expect(inside.minY <= plate.minY && inside.maxY >= plate.maxY)
      for other in plates[(index + 1)...] { #expect(!plate.intersects(other)) }
    }
  }

  @Test func theWindsBearTheWordsOfTheLanguage() throws {
    let scene = try scene(layers: ["compass"]) { $0.words.east = "O" }
    #expect(Set(scene.layer(.compass)?.texts.map(\.source) ?? []) == ["N", "O", "S", "W"])
  }

  @Test func rhumbLinesRunOverWaterOnly() throws {
    let group = try #require(try scene(layers: ["compass"]).layer(.compass))
    let rhumbs = group.children.compactMap { node -> Group? in
      if case .group(let group) = node { group } else { nil }
    }
    #expect(rhumbs.first?.clip?.rule == .evenOdd)
  }

  @Test func armiesAreAbsentForPlayers() throws {
    #expect(try scene(layers: ["military"]).layer(.military)?.leaves.isEmpty == true)
    let group = try #require(
      try scene(layers: ["military"]) { $0.audience = .gm }.layer(.military))
    #expect(Set(group.texts.map(\.source)) == ["1200", "2400", "⚔"])
    var request = MapRequest(layers: try LayerSelection("military"))
    let composed = try MapComposer(request: request, text: PlainText()).compose(SmallWorld.make())
    #expect(composed.warnings.contains { $0.code == "map.military-hidden" })
    request.audience = .gm
    let whole = try MapComposer(request: request, text: PlainText()).compose(SmallWorld.make())
    #expect(!whole.warnings.contains { $0.code == "map.military-hidden" })
  }

  @Test func rulersSayLengthsAndAreas() throws {
    let texts = try #require(try scene(layers: ["rulers"]).layer(.rulers)).texts.map(\.source)
    #expect(texts.count == 3)
    // 300 map units of 3 miles.
    #expect(texts.first == "900 mi")
    #expect(texts.last?.hasSuffix("K mi²") == true)
  }

  @Test(arguments: [
    (0.04, "0"), (9.96, "10"), (3.25, "3.3"), (999.6, "1000"), (9_999, "9999"), (12_345, "12.3K"),
    (123_456, "123K"), (1_234_567, "1.23M"), (12_345_678, "12.3M"), (2.5e12, "2.5T"),
  ])
  func figuresAreShort(value: Double, text: String) {
    #expect(MeasureText.number(value) == text)
  }

  /// One clip within the other, so that holes that overlap are free.
  @Test func fogIsCutByEachHole() throws {
    let group = try #require(try scene(layers: ["fogging"]).layer(.fogging))
    guard case .group(let outer)? = group.children.first,
      case .group(let inner)? = outer.children.first
    else {
      Issue.record("the fog has no clips")
      return
    }
    #expect(outer.clip?.rule == .evenOdd && inner.clip?.rule == .evenOdd)
    #expect(outer.clip != inner.clip)
  }

  @Test func theLegendTellsTheUppermostFill() throws {
    func legend(_ layers: [String], _ world: World = SmallWorld.make()) throws -> [String] {
      try scene(world, layers: layers + ["legend"]).layer(.legend)?.texts.map(\.source) ?? []
    }
    #expect(try legend(["states"]) == ["States", "Westmark", "Osten"])
    #expect(try legend(["states", "biomes"]) == ["States", "Westmark", "Osten"])
    #expect(try legend(["biomes"]).first == "Biomes")
    #expect(try legend(["rivers"]) == [])
    var world = SmallWorld.make()
    world.presentation.legend = SavedLegend(
      title: "Realms",
      rows: [
        .init(id: 2, color: .rgb(1, 2, 3), name: "Osten"),
        .init(id: 1, color: .rgb(1, 2, 3), name: "Westmark"),
      ])
    // The save's order where it speaks of this fill, the save's legend where there is no fill.
    #expect(try legend(["states"], world) == ["States", "Osten", "Westmark"])
    #expect(try legend(["rivers"], world) == ["Realms", "Osten", "Westmark"])
  }

  @Test func goodsMarketsAndTradeAreDrawn() throws {
    let scene = try scene(layers: ["goods"])
    let trade = try #require(scene.layer(.trade)).leaves
    // One way between the two markets, and its ends.
    #expect(trade.count == 2)
    #expect(scene.layer(.markets)?.leaves.count == 6)
    let signs = try #require(scene.layer(.goods)).texts.map(\.source)
    #expect(signs.count > 10 && Set(signs) == ["🌳"])
  }

  @Test(arguments: ["goods", "markets", "trade", "fogging", "legend"])
  func whatIsNotThereIsTold(layer: String) throws {
    var world = SmallWorld.make()
    world.goods = EntityList()
    world.markets = EntityList()
    world.deals = []
    world.fogHoles = []
    let request = MapRequest(layers: try LayerSelection([layer]))
    let composed = try MapComposer(request: request, text: PlainText()).compose(world)
    // Goods are a preset too, with markets and trade.
    #expect(composed.warnings.count == (layer == "goods" ? 3 : 1))
    #expect(composed.warnings.allSatisfy { $0.severity == .note })
  }
}

@Suite struct LayerStyleTests {
  private func styled(_ settings: [String: LookValue], _ layers: [String]) throws -> Scene {
    var look = MapLook.azgaarBase
    for (name, value) in settings { try look.set(name, to: value) }
    return try scene(look: look, layers: layers)
  }

  @Test func opacitiesMultiply() throws {
    let scene = try styled(["layers.states.opacity": .number(0.5)], ["states"])
    #expect(scene.layer(.states)?.opacity == 0.2)
  }

  @Test(arguments: [
    ("blur-3", Filter.blur(3)), ("outline", .dropShadow(blur: 1, offset: .zero, color: .black)),
  ])
  func filtersAreEffects(name: String, filter: Filter) throws {
    let scene = try styled(["layers.rivers.filter": .text(name)], ["rivers"])
    #expect(scene.layer(.rivers)?.filter == filter)
  }

  @Test func masksCut() throws {
    let usual = try styled([:], ["states", "grid"])
    #expect(usual.layer(.states)?.clip != nil && usual.layer(.grid)?.clip == nil)
    let masked = try styled(
      ["layers.states.mask": .text("everywhere"), "layers.grid.mask": .text("land")],
      ["states", "grid"])
    #expect(masked.layer(.states)?.clip == nil)
    #expect(masked.layer(.grid)?.clip == usual.layer(.states)?.clip)
    let cut = try styled(["layers.states.mask": .text("water")], ["states"])
    guard case .group(let inner)? = cut.layer(.states)?.children.first else {
      Issue.record("the layer's own clip is gone")
      return
    }
    #expect(inner.clip == usual.layer(.states)?.clip)
  }

  @Test func theOrderIsTheLooks() throws {
    let scene = try styled(
      ["layers.order": .list([.text("routes"), .text("rivers")])], ["rivers", "routes", "borders"])
    #expect(
      scene.layerNames == ["ocean", "landmass", "routes", "borders", "rivers", "coastline"])
  }

  @Test func windsBlowOverTheirRain() throws {
    var world = SmallWorld.make()
    world.presentation.winds = [
      SavedWind(.east, Point(20, 200)), SavedWind(.north, Point(400, 440)),
    ]
    func paths(_ window: Rect? = nil) throws -> [Path] {
      try #require(
        try scene(world, layers: ["precipitation"]) { $0.window = window }.layer(.precipitation)
      ).leaves.compactMap { if case .path(let node) = $0 { node.path } else { nil } }
    }
    let arrows = try #require(try paths().last)
    let bounds = try #require(arrows.controlBounds)
    #expect(try paths().count == 3)
    #expect(bounds.minX > 0 && bounds.minX < 60 && bounds.maxY < 450 && bounds.maxY > 400)
    // A part has the winds that are seen in it.
    #expect(try paths(Rect(x: 200, y: 100, width: 300, height: 169)).count == 1)
  }

  /// FMG has marks on shields; Platen's looks have shields on marks.
  @Test func shieldsCoverMarksInLooksOfOurs() throws {
    func order(_ look: MapLook) throws -> [String] {
      try scene(look: look, layers: ["emblems", "burg-icons"]).layerNames
        .filter { ["emblems", "burg-icons"].contains($0) }
    }
    #expect(try order(.parchment) == ["burg-icons", "emblems"])
    #expect(try order(.azgaarBase) == ["emblems", "burg-icons"])
  }

  @Test func tonesChangeEveryColor() throws {
    let scene = try styled(["sheet.tone": .text("grayscale")], ["political"])
    func isGray(_ color: Color) -> Bool {
      abs(color.red - color.green) < 1e-9 && abs(color.green - color.blue) < 1e-9
    }
    #expect(isGray(scene.background))
    func walk(_ nodes: [Node]) {
      for node in nodes {
        switch node {
        case .group(let group): walk(group.children)
        case .path(let path):
          if case .color(let color)? = path.fill?.paint { #expect(isGray(color)) }
          if case .color(let color)? = path.stroke?.paint { #expect(isGray(color)) }
        case .text(let text):
          if case .color(let color) = text.paint { #expect(isGray(color)) }
        case .image: break
        }
      }
    }
    walk(scene.nodes)
  }
}

@Suite struct GeneratorPresetTests {
  /// Layer by layer as FMG's presets are; what every map has, and our title and frame,
  /// omitted.
  @Test(arguments: [
    ("political", "borders burg-icons ice labels lakes rivers routes scale-bar states vignette"),
    ("cultural", "borders burg-icons cultures labels lakes rivers routes scale-bar vignette"),
    ("religions", "borders burg-icons labels lakes religions rivers routes scale-bar vignette"),
    ("provinces", "borders burg-icons labels lakes provinces rivers scale-bar vignette"),
    ("biomes", "biomes ice lakes rivers scale-bar vignette"),
    ("heightmap", "heightmap lakes rivers vignette"),
    ("physical", "coordinates heightmap ice lakes rivers scale-bar vignette"),
    ("poi", "borders burg-icons heightmap ice lakes markers rivers routes scale-bar vignette"),
    (
      "goods",
      "borders burg-icons cells goods lakes markets rivers routes scale-bar trade vignette"
    ),
    ("trade", "borders burg-icons lakes rivers routes scale-bar states trade vignette"),
    (
      "military", "borders burg-icons labels lakes military rivers routes scale-bar states vignette"
    ),
    ("landmass", "scale-bar"),
  ])
  func presetsAreTheGenerators(name: String, layers: String) throws {
    let ours = Set(MapLayer.permanent + [.title, .frame, .hillshade])
    let found = try LayerSelection(name).layers.filter { !ours.contains($0) }.map(\.rawValue)
    #expect(found.sorted() == layers.split(separator: " ").map(String.init))
  }
}
