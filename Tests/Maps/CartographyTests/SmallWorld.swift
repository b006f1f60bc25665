// SPDX-License-Identifier: MIT
// Part of Platen: a world small enough to reason about, and a measurer of text without fonts.

import Atlas
import Drawing
import Geometry

@testable import Cartography

/// Letters half an em wide, one glyph for each scalar.
struct PlainText: TextMeasuring {
  func shape(_ text: String, font: FontRequest) -> ShapedText {
    let scalars = Array(text.unicodeScalars)
    let advance = font.size * (0.5 + font.letterSpacing)
    let run = ShapedText.Run(
      font: FontInstance(face: FontFace(name: font.families.first ?? ""), size: font.size),
      source: text,
      glyphs: scalars.indices.map {
        Glyph(id: scalars[$0].value, position: Point(Double($0) * advance, 0))
      },
      advances: Array(repeating: advance, count: scalars.count),
      clusters: scalars.map { Cluster(byteCount: String($0).utf8.count, glyphCount: 1) })
    return ShapedText(
      runs: [run], width: advance * Double(scalars.count), ascent: font.size * 0.8,
      descent: font.size * 0.2)
  }
}

/// Two islands in a sea of 800 by 450: a large one with two states of two provinces each and a
/// lake, and a small one; burgs, a river, a road, markers of which one is hidden.
enum SmallWorld {
  static let spacing = 12.0

  static func make(coast: CoastStyle = .smooth) -> World {
    var world = World(info: WorldInfo(name: "Testland", width: 800, height: 450, seed: "7"))
    world.coast = coast
    world.coordinates = GeographicBounds(north: 45, south: -45, west: -80, east: 80)
    let mesh = mesh(width: 800, height: 450)
    var cells = Cells(mesh: mesh)
    for cell in 0..<cells.count {
      let p = mesh.sites[cell]
      let island = 1 - Point((p.x - 360) / 280, (p.y - 220) / 160).length
      let islet = 1 - Point((p.x - 720) / 45, (p.y - 120) / 45).length
      let lake = Point(p.x - 300, p.y - 180).length
      let rise = max(island, islet)
      cells.height[cell] =
        rise > 0 && lake > 32 ? UInt8(min(90, 20 + rise * 80)) : UInt8(max(0, 15 + rise * 10))
      cells.biome[cell] = cells.height[cell] >= 20 ? (p.y < 150 ? 9 : 4) : 0
      guard cells.height[cell] >= 20 else { continue }
      let isEast = p.x > 380
      cells.state[cell] = islet > 0 ? 2 : isEast ? 2 : 1
      cells.province[cell] = (isEast ? 3 : 1) + (p.y > 220 ? 1 : 0)
      cells.culture[cell] = p.y > 250 ? 2 : 1
      cells.religion[cell] = 1
      cells.population[cell] = 3
    }
    var terrain = Terrain(
      mesh: mesh, boundary: [], spacing: spacing, columns: 66, rows: 37, cellsDesired: 2400)
    terrain.height = cells.height
    terrain.temperature = mesh.sites.map { Int8(25 - abs($0.y - 225) / 8) }
    terrain.precipitation = mesh.sites.map { UInt8($0.x / 20) }
    world.terrain = terrain
    world.cells = cells
    addTables(to: &world)
    return world
  }

  private static func addTables(to world: inout World) {
    world.biomes = EntityList([
      Biome(id: 0, name: "Marine", color: .rgb(70, 110, 170)),
      Biome(id: 4, name: "Grassland", color: .rgb(200, 214, 143)),
      Biome(id: 9, name: "Taiga", color: .rgb(75, 107, 50)),
    ])
    var west = State(id: 1, name: "Westmark")
    west.fullName = "Kingdom of Westmark"
    west.color = .rgb(220, 60, 60)
    west.pole = Point(240, 240)
    west.coatOfArms = CoatOfArms(field: "gules")
    var east = State(id: 2, name: "Osten")
    east.fullName = "Republic of Osten"
    east.color = .rgb(60, 60, 220)
    east.pole = Point(520, 240)
    east.coatOfArms = CoatOfArms(field: "azure")
    world.states = EntityList([State(id: 0, name: "Neutrals"), west, east])
    world.provinces = EntityList(
      (1...4).map { id in
        var province = Province(id: id, name: "Shire \(id)", state: id > 2 ? 2 : 1)
        province.color = .rgb(UInt8(40 * id), 120, 90)
        return province
      })
    world.cultures = EntityList(
      [1, 2].map { id in
        var culture = Culture(id: id, name: "Folk \(id)")
        culture.color = .rgb(180, UInt8(60 * id), 60)
        return culture
      })
    var religion = Religion(id: 1, name: "Old Faith")
    religion.color = .hatch(5)
    world.religions = EntityList([religion])
    world.burgs = EntityList(
      (1...40).map { id in
        let place = Point(130 + Double(id * 53 % 440), 120 + Double(id * 37 % 200))
        var burg = Burg(id: id, name: "Burg\(id)", position: place, cell: 0)
        burg.isCapital = id <= 2
        burg.group = id <= 2 ? "capital" : id < 8 ? "city" : id < 30 ? "town" : "village"
        burg.population = Double(100 - id)
        burg.port = id == 5 ? 1 : nil
        return burg
      })
    var shown = Marker(id: 1, icon: "!", position: Point(300, 260))
    shown.type = "mine"
    var hidden = Marker(id: 2, icon: "?", position: Point(420, 200))
    hidden.isHidden = true
    world.markers = EntityList([shown, hidden])
    world.routes = EntityList([
      Route(id: 1, group: "roads", points: [Point(200, 200), Point(300, 260), Point(420, 240)]),
      Route(id: 2, group: "searoutes", points: [Point(20, 20), Point(100, 60), Point(300, 20)]),
    ])
    var zone = Zone(id: 1, name: "Fog", cells: [1000, 1001, 1002])
    zone.isHidden = true
    world.zones = EntityList([zone])
    var river = River(id: 1, name: "Run")
    river.cells = nearest(
      [Point(300, 300), Point(312, 320), Point(316, 340), Point(320, 380)], world)
    river.widthFactor = 1.2
    world.rivers = EntityList([river])
    addOverlays(to: &world)
    world.ice = EntityList([
      IceSheet(id: 1, kind: .iceberg, outline: [Point(20, 10), Point(40, 10), Point(30, 30)])
    ])
  }

  /// A regiment of each kind, goods and two markets that trade, a ruler of each kind, fog.
  private static func addOverlays(to world: inout World) {
    world.regiments = [1, 2].map { id in
      var regiment = Regiment(
        id: id, state: id, name: "Guard \(id)", position: Point(180 + 220 * Double(id - 1), 200))
      regiment.icon = id == 1 ? "⚔" : "https://example.org/sign.svg"
      regiment.total = 1200 * id
      regiment.isNaval = id == 2
      regiment.base = Point(240, 260)
      regiment.angle = id == 2 ? 30 : 0
      return regiment
    }
    var wood = Good(id: 1, name: "Wood")
    wood.color = .rgb(150, 111, 51)
    wood.icon = "good-wood"
    wood.biomeOutput = [9: 0.4, 4: 0.1]
    wood.isVisible = true
    var iron = Good(id: 2, name: "Iron")
    iron.color = .rgb(93, 104, 110)
    world.goods = EntityList([wood, iron])
    world.markets = EntityList(
      [1, 2].map { id in
        var market = Market(id: id)
        market.burg = id
        market.color = .rgb(UInt8(90 * id), 120, 200)
        return market
      })
    world.deals = [
      Deal(
        seller: .init(isMarket: true, id: 1), buyer: .init(isMarket: true, id: 2), good: 1,
        units: 10, price: 2),
      Deal(
        seller: .init(isMarket: false, id: 3), buyer: .init(isMarket: true, id: 1), good: 1,
        units: 4, price: 1),
    ]
    if var cells = world.cells {
      for cell in 0..<cells.count where cells.height[cell] >= 20 {
        cells.market[cell] = cells.mesh.sites[cell].x > 380 ? 2 : 1
        if cell % 20 == 0 { cells.good[cell] = 1 }
      }
      world.cells = cells
    }
    world.measurers = [
      Measurer(.ruler, [Point(100, 100), Point(400, 100)]),
      Measurer(.opisometer, [Point(100, 200), Point(200, 260), Point(300, 200)]),
      Measurer(.planimeter, [Point(400, 200), Point(500, 200), Point(450, 300)]),
    ]
    world.fogHoles = [
      Path(rect: Rect(x: 200, y: 100, width: 200, height: 200)),
      Path(rect: Rect(x: 300, y: 150, width: 200, height: 200)),
    ]
  }

  private static func nearest(_ points: [Point], _ world: World) -> [Int32] {
    guard let mesh = world.cells?.mesh else { return [] }
    let locator = CellLocator(mesh: mesh)
    return points.map { Int32(locator.cell(at: $0)) }
  }

  /// A jittered grid with a ring of points outside, as FMG makes.
  static func mesh(width: Double, height: Double) -> VoronoiMesh {
    var random = Alea(seed: "mesh")
    var sites: [Point] = []
    for y in stride(from: spacing / 2, to: height, by: spacing) {
      for x in stride(from: spacing / 2, to: width, by: spacing) {
        sites.append(
          Point(
            min(x + (random.next() - 0.5) * spacing * 0.9, width),
            min(y + (random.next() - 0.5) * spacing * 0.9, height)))
      }
    }
    var boundary: [Point] = []
    for x in stride(from: -spacing, through: width + spacing, by: 2 * spacing) {
      boundary += [Point(x, -spacing), Point(x, height + spacing)]
    }
    for y in stride(from: spacing, through: height, by: 2 * spacing) {
      boundary += [Point(-spacing, y), Point(width + spacing, y)]
    }
    return VoronoiMesh(sites: sites, boundary: boundary)
  }
}

extension Scene {
  /// The names of the groups directly below the scene, in drawing order.
  var layerNames: [String] {
    nodes.compactMap { if case .group(let group) = $0 { group.name } else { nil } }
  }

  /// The layer's group.
  func layer(_ layer: MapLayer) -> Group? {
    for case .group(let group) in nodes where group.name == layer.rawValue { return group }
    return nil
  }
}

extension Group {
  /// All nodes below, groups opened.
  var leaves: [Node] {
    children.flatMap { node -> [Node] in
      if case .group(let group) = node { group.leaves } else { [node] }
    }
  }

  var texts: [TextNode] { leaves.compactMap { if case .text(let text) = $0 { text } else { nil } } }
}

extension TextNode {
  /// One box for each glyph that has a width, half an em wide, turned with it.
  var boxes: [Rect] {
    glyphs.compactMap { glyph in
      let (c, s) = (cosine(glyph.angle), sine(glyph.angle))
      func turned(_ x: Double, _ y: Double) -> Point {
        glyph.position + Point(x * c - y * s, x * s + y * c)
      }
      let size = font.size
      return Rect(enclosing: [
        turned(0.02 * size, -0.68 * size), turned(0.46 * size, -0.68 * size),
        turned(0.02 * size, 0.2 * size), turned(0.46 * size, 0.2 * size),
      ])
    }
  }
}
