// SPDX-License-Identifier: MIT
// Part of Platen: worlds nobody should make, with everything switched on.

import Atlas
import Diagnostics
import Drawing
import Geometry
import Testing

@testable import Cartography

/// A change that makes the small world odd.
struct Oddity: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var change: @Sendable (inout World) -> Void

  init(_ name: String, _ change: @escaping @Sendable (inout World) -> Void) {
    testDescription = name
    self.change = change
  }

  static let all: [Oddity] = [
    Oddity("tables without rows") { world in
      let (cells, terrain) = (world.cells, world.terrain)
      world = World(info: world.info)
      world.cells = cells
      world.terrain = terrain
    },
    Oddity("no name, no units") { world in
      world.info = WorldInfo(name: "", width: 800, height: 450)
      world.units.distanceScale = 0
      world.units.distance = ""
    },
    Oddity("one cell of land") { world in
      let mesh = VoronoiMesh(
        sites: [Point(400, 200)],
        boundary: [Point(-10, -10), Point(810, -10), Point(810, 460), Point(-10, 460)])
      var cells = Cells(mesh: mesh)
      cells.height = [40]
      cells.state = [1]
      cells.province = [1]
      cells.culture = [1]
      cells.religion = [1]
      cells.biome = [4]
      world.cells = cells
      world.terrain = nil
    },
    Oddity("a state of one cell") { world in
      guard let cell = world.cells?.state.firstIndex(of: 1) else { return }
      world.cells?.state[cell] = 3
      var state = State(id: 3, name: "A realm far too small for its name")
      state.color = .rgb(1, 2, 3)
      world.states.append(state)
    },
    Oddity("all land") { $0.changeHeights { _ in 100 } },
    Oddity("all sea") { $0.changeHeights { _ in 0 } },
    Oddity("heights beyond the scale") { $0.changeHeights { UInt8(255 - Int($0) % 7) } },
    Oddity("ids no table has") { world in
      guard var cells = world.cells else { return }
      for cell in 0..<cells.count {
        cells.state[cell] = .max
        cells.province[cell] = .max - UInt16(cell % 3)
        cells.culture[cell] = .max
        cells.religion[cell] = .max
        cells.biome[cell] = .max
        cells.feature[cell] = .max
        cells.burg[cell] = .max
      }
      world.cells = cells
    },
    Oddity("cells no mesh has") { world in
      world.rivers.mutate(id: 1) { $0.cells = [-1, 3, .max, .min, 5, -1] }
      world.zones.mutate(id: 1) { $0.cells = [-1, .max, .min] }
    },
    Oddity("places that are not numbers") { $0.changePlaces { _ in Point(.nan, .infinity) } },
    Oddity("places far away") { $0.changePlaces { Point($0.x * 1e15, -1e300) } },
    Oddity("everything in one place") { $0.changePlaces { _ in Point(0, 0) } },
    Oddity("sites that are not numbers") { world in
      world.cells?.mesh.sites[1000] = Point(.nan, .nan)
      world.cells?.mesh.vertices[1000] = Point(.infinity, .nan)
      world.terrain?.mesh.vertices[1000] = Point(.nan, 3)
    },
    Oddity("figures without measure") { world in
      world.rivers.mutate(id: 1) { river in
        river.widthFactor = 1e300
        river.sourceWidth = -.infinity
      }
      world.burgs.mutate(id: 1) { $0.population = .infinity }
      world.burgs.mutate(id: 2) { $0.population = .nan }
      world.markers.mutate(id: 1) { marker in
        marker.size = .nan
        marker.iconSize = -1e300
      }
      world.units.distanceScale = 1e-300
      world.units.urbanization = .nan
      for cell in 0..<(world.cells?.count ?? 0) { world.cells?.population[cell] = .infinity }
    },
    Oddity("labels without measure") { world in
      for (id, size) in [(1, 1e300), (2, -4), (3, .nan), (4, 0)] {
        var label = LabelOverride()
        label.text = id == 4 ? "" : "|"
        label.fontSize = size
        label.path = [Point(.nan, 0), Point(3, 3), Point(3, 3)]
        label.offset = Point(1e300, .nan)
        world.states.mutate(id: id) { $0.label = label }
        world.burgs.mutate(id: id) { $0.label = label }
        var added = AddedLabel(id: id, position: Point(100, 100), text: "x")
        added.label = label
        world.addedLabels.append(added)
      }
    },
    Oddity("degrees beyond the globe") { world in
      world.coordinates = GeographicBounds(
        north: 1e17, south: 1e17 - 64, west: 1e17, east: 1e17 + 64)
    },
    Oddity("degrees that are not numbers") { world in
      world.coordinates = GeographicBounds(north: .infinity, south: 0, west: .nan, east: 1)
    },
    Oddity("no degrees") { $0.coordinates = nil },
    Oddity("a sheet of one unit") { world in
      world.info.width = 1
      world.info.height = 1
    },
    Oddity("a sheet like a thread") { world in
      world.info.width = 100_000
      world.info.height = 1
    },
  ]
}

extension World {
  fileprivate mutating func changeHeights(_ change: (UInt8) -> UInt8) {
    let heights = (cells?.height ?? []).map(change)
    cells?.height = heights
    terrain?.height = heights
  }

  fileprivate mutating func changePlaces(_ change: (Point) -> Point) {
    burgs.mutateAll { $0.position = change($0.position) }
    markers.mutateAll { $0.position = change($0.position) }
    routes.mutateAll { $0.points = $0.points.map(change) }
    ice.mutateAll { $0.outline = $0.outline.map(change) }
    states.mutateAll { $0.pole = $0.pole.map(change) }
    provinces.mutateAll { $0.pole = change(Point(200, 200)) }
    rivers.mutateAll { river in river.points = river.cells.map { _ in change(Point(9, 9)) } }
    var added = AddedLabel(id: 1, position: change(Point(100, 100)), text: "Here be")
    added.label.path = [Point(10, 10), Point(90, 90), Point(200, 10)].map(change)
    addedLabels = [added]
  }
}

@Suite struct OddWorldTests {
  /// Everything there is, as a political map, as one of cultures, and a part of it as one of
  /// religions.
  @Test(arguments: Oddity.all)
  func isDrawnWithoutItsFaults(oddity: Oddity) throws {
    var world = SmallWorld.make()
    oddity.change(&world)
    let part = Rect(x: 0.25, y: 0.25, width: 300, height: 0.5)
    for (look, absent, window) in [
      (MapLook.parchment, [], nil), (.azgaarBase, ["states"], nil),
      (.parchment, ["states", "cultures"], part),
    ] {
      let all = look.layerStyles.ordered(MapLayer.allCases).map(\.rawValue)
      let layers = all.filter { !absent.contains($0) }
      // Some names are presets' too.
      let scene = try scene(world, look: look, layers: all + absent.map { "-" + $0 }) {
        $0.audience = .gm
        $0.window = window
      }
      #expect(scene.layerNames == layers)
      for text in scene.nodes.flatMap({ Group(children: [$0]).texts }) {
        #expect(text.font.size > 0 && text.font.size.isFinite, "\(text.source)")
        #expect(text.glyphs.allSatisfy { $0.position.isFinite }, "\(text.source)")
      }
    }
  }

  /// Frames that lie outside the sheet, or are all there is of it.
  @Test(arguments: [225.0, 400, 100_000], [0.0, 400])
  func framesMayTakeTheWholeSheet(margin: Double, gap: Double) throws {
    var world = SmallWorld.make()
    world.coordinates = nil
    var look = MapLook.parchment
    try look.set("sheet.reference", to: .number(0))
    try look.set("frame.margin", to: .number(margin))
    try look.set("frame.gap", to: .number(gap))
    let scene = try scene(world, look: look, layers: ["states", "labels", "frame", "title"])
    #expect(scene.layer(.frame)?.leaves.isEmpty == false)
  }
}
