// SPDX-License-Identifier: MIT
// Part of Platen: maps of a part of a sheet, and what stands on sheets' edges.

import Atlas
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct WindowTests {
  /// The east of the small world's large island.
  private static let window = Rect(x: 400, y: 120, width: 240, height: 200)

  private func part(
    _ look: MapLook = .parchment, _ layers: [String] = ["political"],
    window: Rect = WindowTests.window, world: World = SmallWorld.make()
  ) throws -> Scene {
    try scene(world, look: look, layers: layers) { $0.window = window }
  }

  @Test(arguments: MapLook.builtIn.map(\.name), LayerSelection.presetNames)
  func allLetteringStandsInThePart(look: String, preset: String) throws {
    let scene = try part(MapLook.named(look), [preset, "title", "scale-bar"])
    #expect(scene.size == Size(width: 800, height: 450))
    for layer in [MapLayer.labels, .title, .scaleBar, .coordinates] {
      for text in scene.layer(layer)?.texts ?? [] {
        for box in text.boxes {
          #expect(Self.window.intersection(box) == box, "\(text.source) of \(layer)")
        }
      }
    }
  }

  @Test func aStateIsNamedInThePartThatIsSeen() throws {
    // The pole of Westmark lies outside; a strip of it is seen.
    let window = Rect(x: 300, y: 200, width: 200, height: 120)
    let sources = try #require(try part(window: window).layer(.labels)).texts.map(\.source)
    #expect(sources.contains("WESTMARK") && sources.contains("OSTEN"))
  }

  @Test func lettersAndLinesShrinkWithThePart() throws {
    func size(_ scene: Scene) throws -> Double {
      try #require(scene.layer(.title)?.texts.first).font.size
    }
    let half = Rect(x: 400, y: 100, width: 400, height: 225)
    #expect(abs(try size(part(window: half)) - size(scene()) / 2) < 1e-9)
  }

  @Test func theFrameFollowsThePart() throws {
    let frame = try #require(try part().layer(.frame))
    let lines = frame.leaves.compactMap { node -> Rect? in
      if case .path(let path) = node, path.fill == nil { path.path.controlBounds } else { nil }
    }
    #expect(lines.count == 2)
    for line in lines { #expect(Self.window.intersection(line) == line) }
  }

  @Test(arguments: [
    Rect(x: 900, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: 0, height: 0),
    Rect(x: .nan, y: 0, width: 10, height: 10),
  ])
  func aPartBesideTheSheetIsRefused(window: Rect) {
    let error = #expect(throws: Failure.self) { try part(window: window) }
    #expect(error?.diagnostics.first?.code == "map.window")
  }

  @Test(arguments: [
    (200.0, 200.0), (1234, 1000), (85, 90), (7.2, 7), (3.1, 2), (0.9, 1), (0.37, 0.2),
    (0.042, 0.05),
  ])
  func scaleBarsStandForRoundDistances(wanted: Double, given: Double) {
    #expect(abs(ScaleBlock.round(wanted) - given) < 1e-12)
  }
}

@Suite struct SheetEdgeTests {
  @Test func iceEndsAtTheFrame() throws {
    var world = SmallWorld.make()
    world.ice = EntityList([
      IceSheet(id: 1, kind: .iceberg, outline: [Point(20, -10), Point(60, -10), Point(40, 40)])
    ])
    let ice = try #require(try scene(world).layer(.ice))
    for case .path(let node) in ice.leaves {
      // The shadow lies a hair lower than the ice.
      #expect(try #require(node.path.controlBounds).minY > 4)
    }
    let bare = try #require(try scene(world, look: .azgaarBase).layer(.ice))
    for case .path(let node) in bare.leaves {
      #expect(try #require(node.path.controlBounds).minY < 0)
    }
  }
}

@Suite struct GraticuleTests {
  @Test(arguments: MapLook.builtIn.map(\.name), [-44.0, -45])
  func degreesDoNotCoverEachOther(look: String, south: Double) throws {
    var world = SmallWorld.make()
    // A meridian and a parallel that cross close to a corner.
    world.coordinates = GeographicBounds(north: 46, south: south, west: -47, east: 110)
    let scene = try scene(world, look: MapLook.named(look), layers: ["coordinates"])
    let texts = try #require(scene.layer(.coordinates)).texts
    #expect(texts.count > 5)
    for (index, one) in texts.enumerated() {
      for other in texts[(index + 1)...] {
        let clash = one.boxes.contains { a in other.boxes.contains(where: a.intersects) }
        #expect(!clash, "\(one.source) covers \(other.source)")
      }
    }
  }
}

@Suite struct MarkerTests {
  @Test func signsAreLettersAndAddressesAreDots() throws {
    var world = SmallWorld.make()
    let signs = try #require(try scene(world, layers: ["markers"]).layer(.markers))
    #expect(signs.texts.map(\.source) == ["!"])
    world.markers.mutate(id: 1) { $0.icon = "https://example.org/picture.png" }
    let dots = try #require(try scene(world, layers: ["markers"]).layer(.markers))
    #expect(dots.texts.isEmpty && dots.leaves.count == signs.leaves.count)
  }

  @Test(arguments: MarkerPin.shapes)
  func pinsStandOnTheirTips(shape: String) throws {
    let pin = MarkerPin(shape: shape, tip: Point(100, 200), size: 30)
    let parts = [pin.head, pin.tail].compactMap(\.controlBounds)
    let bounds = try #require(parts.dropFirst().reduce(parts.first) { $0?.union($1) })
    #expect(bounds.minX >= 85 && bounds.maxX <= 115 && bounds.minY >= 170, "\(bounds)")
    #expect(abs(bounds.maxY - (shape == "circle" ? 196.5 : 200)) < 1e-6, "\(bounds)")
    #expect(bounds.contains(pin.middle))
    #expect(abs(bounds.center.x - 100) < 1e-6)
  }

  /// The format's usual pin is the look's; another is the user's own.
  @Test func pinsHaveTheLooksShapeOrTheirOwn() throws {
    var world = SmallWorld.make()
    func paths(_ look: MapLook) throws -> [Path] {
      try #require(try scene(world, look: look, layers: ["markers"]).layer(.markers)).leaves
        .compactMap { if case .path(let node) = $0 { node.path } else { nil } }
    }
    let drop = try paths(.parchment)
    #expect(drop.count == 1)
    #expect(try paths(.azgaarBase).count == 2)
    world.markers.mutate(id: 1) { $0.pin = "shield" }
    let shield = try paths(.parchment)
    #expect(shield.count == 1 && shield != drop)
    world.markers.mutate(id: 1) { $0.pin = "no" }
    #expect(try paths(.parchment).isEmpty)
  }

  @Test func namesOfBurgsKeepClearOfPins() throws {
    var world = SmallWorld.make()
    let burg = try #require(world.burgs.first)
    var pin = Marker(id: 1, icon: "!", position: burg.position + Point(14, 4))
    pin.type = "mine"
    world.markers = EntityList([pin])
    let scene = try scene(world, layers: ["political", "markers"])
    let name = try #require(scene.layer(.labels)?.texts.first { $0.source == burg.name })
    let drop = try #require(scene.layer(.markers)?.leaves.first)
    guard case .path(let path) = drop, let taken = path.path.controlBounds else {
      Issue.record("the pin is not a path")
      return
    }
    #expect(!name.boxes.contains(where: taken.insetBy(0.5).intersects))
  }
}

@Suite struct RegionWayTests {
  private func best(_ isInside: @escaping (Point) -> Bool) throws -> [Point] {
    try #require(
      RegionWay.candidates(
        pole: Point(0, 0), step: 5, reach: 300, halfHeight: 4, count: 1, isInside: isInside
      ).first
    ).points
  }

  @Test func aRoundRegionIsNamedLevel() throws {
    let points = try best { $0.length < 100 }
    #expect(points.allSatisfy { abs($0.y) < 1e-9 })
  }

  @Test func aSlopeOfHalfARightAngleHasToBeMuchLonger() throws {
    // A square on its corner is longer along its diagonals, which are level; turned by an eighth
    // the diagonals rise by 45°, and the level way is taken all the same.
    let points = try best { abs($0.x) < 100 && abs($0.y) < 100 }
    #expect(abs(points[0].y - points[points.count - 1].y) < 40)
  }

  @Test func aSlantedRegionIsNamedAlongIt() throws {
    let points = try best { abs($0.x - $0.y) < 24 && $0.length < 200 }
    let first = points[0]
    let last = points[points.count - 1]
    #expect(last.x - first.x > 100 && last.y - first.y > 100)
  }
}
