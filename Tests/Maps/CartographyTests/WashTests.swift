// SPDX-License-Identifier: MIT
// Part of Platen: tests of washes of watercolor, of star charts, and of their furniture.

import Diagnostics
import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct WashRasterTests {
  private static func square() -> WashRaster {
    var raster = WashRaster(over: Rect(x: 0, y: 0, width: 1600, height: 100), label: 0)
    raster.fill(Path(rect: Rect(x: 20, y: 20, width: 60, height: 60))) { _ in 7 }
    return raster
  }

  @Test func pixelsInsideAPathHaveItsLabel() {
    let raster = WashRasterTests.square()
    #expect(raster.pitch == 1)
    #expect(raster.labels.count { $0 == 7 } == 60 * 60)
    #expect(raster.labels[20 * raster.columns + 20] == 7)
    #expect(raster.labels[19 * raster.columns + 20] == 0)
  }

  @Test func holesAndPathsBeyondTheGridAreTakenAsTheyAre() {
    var raster = WashRaster(over: Rect(x: 0, y: 0, width: 1600, height: 100), label: 0)
    var path = Path(rect: Rect(x: -500, y: -500, width: 600, height: 5000))
    path.append(Path(rect: Rect(x: 10, y: 10, width: 10, height: 10)))
    raster.fill(path) { _ in 1 }
    #expect(raster.labels.count { $0 == 1 } == 100 * 100 - 10 * 10)
    raster.fill(Path(ring: [Point(.nan, 0), Point(5, 5), Point(0, 9)])) { _ in 3 }
    #expect(!raster.labels.contains(3))
  }

  @Test func distancesAreThoseToTheNearestEdge() {
    let raster = WashRasterTests.square()
    let distances = raster.distances()
    func distance(_ x: Int, _ y: Int) -> Float { distances[y * raster.columns + x] }
    #expect(distance(20, 50) == 0.5)
    #expect(distance(25, 50) == 5.5)
    #expect(distance(19, 50) == 0.5)
    // From a corner outwards: three to the right and three down.
    #expect(distance(82, 83) == Float(18).squareRoot() + 0.5)
    #expect(distance(1500, 50) > 1400)
  }

  @Test func strayingKeepsTheMiddleAndMovesTheEdge() {
    var raster = WashRasterTests.square()
    let before = raster.labels
    raster.stray(by: 4, wavelength: 12, noise: ValueNoise(seed: "edge"))
    #expect(raster.labels != before)
    #expect(raster.labels[50 * raster.columns + 50] == 7)
    #expect(raster.labels[50 * raster.columns + 95] == 0)
    var again = WashRasterTests.square()
    again.stray(by: 4, wavelength: 12, noise: ValueNoise(seed: "edge"))
    #expect(again.labels == raster.labels)
  }
}

@Suite struct WashTests {
  private static func scene(
    _ layers: [String], window: Rect? = nil, _ change: (inout MapLook) throws -> Void
  ) throws -> Scene {
    var look = MapLook.parchment
    try change(&look)
    var request = MapRequest(look: look, layers: try LayerSelection(layers))
    request.window = window
    return try MapComposer(request: request, text: PlainText()).compose(SmallWorld.make()).value
  }

  private static func group(_ name: String, in scene: Scene) -> Group? {
    for case .group(let group) in scene.nodes where group.name == name { return group }
    return nil
  }

  private static func images(_ nodes: [Node]) -> [ImageNode] {
    nodes.flatMap { node -> [ImageNode] in
      switch node {
      case .image(let image): [image]
      case .group(let group): images(group.children)
      case .path, .text: []
      }
    }
  }

  private static func wash(_ look: inout MapLook) throws {
    try look.set("states.wash.strength", to: .number(0.25))
    try look.set("states.wash.pool", to: .number(0.5))
    try look.set("states.wash.grain", to: .number(0))
    try look.set("states.wash.bleed", to: .number(0))
    try look.set("states.palette", to: .list([.text("#c00000"), .text("#0000c0")]))
  }

  @Test func statesBecomeOneImageThatIsDarkestAlongTheirEdges() throws {
    let scene = try WashTests.scene(["states"], WashTests.wash)
    let states = try #require(WashTests.group("states", in: scene))
    #expect(states.clip != nil)
    let found = WashTests.images(states.children)
    #expect(found.count == 1)
    let node = try #require(found.first)
    let (image, pitch) = (node.image, node.frame.width / Double(node.image.width))
    func pixel(_ x: Double, _ y: Double) -> ArraySlice<UInt8> {
      let at = 4 * (Int(y / pitch) * image.width + Int(x / pitch))
      return image.rgba[at..<at + 4]
    }
    let (west, east, sea) = (pixel(200, 240), pixel(500, 240), pixel(20, 20))
    #expect(Array(west.prefix(3)) != Array(east.prefix(3)))
    #expect(sea.last == 0)
    // Along the row through both, the mean opacity near the border is above that of their middles.
    func mean(_ low: Int, _ high: Int) -> Double {
      let values = (low..<high).map { Double(pixel(Double($0), 240).last ?? 0) }
      return values.reduce(0, +) / Double(values.count)
    }
    #expect(mean(372, 388) > 1.3 * mean(240, 300))
  }

  @Test func theSeaIsWashedDarkerTowardsTheCoast() throws {
    let scene = try WashTests.scene([]) {
      try $0.set("ocean.wash.strength", to: .number(0.3))
      try $0.set("ocean.wash.pool", to: .number(0.5))
      try $0.set("ocean.wash.grain", to: .number(0))
      try $0.set("coast.waterlines", to: .number(0))
    }
    let ocean = try #require(WashTests.group("ocean", in: scene))
    let node = try #require(WashTests.images(ocean.children).first)
    let pitch = node.frame.width / Double(node.image.width)
    // Over many rows, so that blooms do not decide.
    func mean(_ x: ClosedRange<Int>) -> Double {
      let values = (190...250).flatMap { y in
        x.map { x in
          let (column, row) = (Int(Double(x) / pitch), Int(Double(y) / pitch))
          return Double(node.image.rgba[4 * (row * node.image.width + column) + 3])
        }
      }
      return values.reduce(0, +) / Double(values.count)
    }
    #expect(mean(66...74) > 1.1 * mean(4...16))
    let plain = try WashTests.scene([]) { _ in }
    #expect(WashTests.images(try #require(WashTests.group("ocean", in: plain)).children).isEmpty)
  }

  @Test func aPartIsWashedAsFarAsItReaches() throws {
    let window = Rect(x: 200, y: 100, width: 200, height: 112.5)
    let scene = try WashTests.scene(["states"], window: window, WashTests.wash)
    let states = try #require(WashTests.group("states", in: scene))
    let frame = try #require(WashTests.images(states.children).first).frame
    #expect(frame.minX <= 200 && frame.maxX >= 400 && frame.minY <= 100 && frame.maxY >= 212.5)
    #expect(frame.width < 400)
  }

  @Test(arguments: ReliefKind.allCases)
  func everyKindHasStrokesOfABrush(kind: ReliefKind) {
    let look = MapLook.Relief()
    let extent = kind.lineExtent(plants: look.plants).insetBy(-0.5)
    let shapes = BrushShape.all(of: kind)
    #expect(!shapes.isEmpty)
    for shape in shapes {
      let nodes = shape.nodes(kind: kind, look: look)
      #expect(nodes.count == shape.strokes.count)
      for case .path(let node) in nodes {
        for line in node.path.flattened(tolerance: 0.1) {
          #expect(line.points.allSatisfy(extent.contains))
        }
      }
    }
  }

  @Test(arguments: [("star-4", 8), ("star-6", 12), ("star-8", 16)])
  func starsHaveRays(shape: String, points: Int) {
    let mark = BurgMark(shape: shape, size: 10, at: Point(50, 50))
    #expect(mark.body.points.count == points)
    #expect(mark.body.points.allSatisfy { $0.distance(to: Point(50, 50)) < 5.001 })
    #expect(mark.body.controlBounds.map { abs($0.minY - 45) < 1e-9 } == true)
  }

  @Test func starsOfAStateAreJoined() throws {
    func paths(_ width: Double) throws -> Int {
      let scene = try WashTests.scene(["burg-icons"]) {
        try $0.set("burgs.figures.width", to: .number(width))
        try $0.set("burgs.figures.color", to: .text("#ffffff"))
      }
      return WashTests.group("burg-icons", in: scene)?.children.count ?? 0
    }
    #expect(try paths(0.4) == paths(0) + 1)
  }

  @Test(arguments: ["title.shape", "frame.style", "compass.shape"])
  func furnitureOfEachShapeDiffers(setting: String) throws {
    let field = try #require(MapLook.field(named: setting))
    guard case .choice(let shapes) = field.kind else {
      Issue.record("\(setting) is not a choice")
      return
    }
    var seen: Set<Scene> = []
    for shape in shapes {
      seen.insert(
        try WashTests.scene(["title", "frame", "compass"]) { try $0.set(setting, to: .text(shape)) }
      )
    }
    #expect(seen.count == shapes.count && shapes.count > 2)
  }
}
