// SPDX-License-Identifier: MIT
// Part of Platen: what single settings of a look draw.

import Atlas
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct LookDrawingTests {
  private func scene(
    _ settings: [(String, LookValue)], _ layers: String = "political", of world: World? = nil
  ) throws -> Scene {
    var look = MapLook.azgaarBase
    for (name, value) in settings { try look.set(name, to: value) }
    let request = MapRequest(look: look, layers: try LayerSelection(layers))
    return try MapComposer(request: request, text: PlainText())
      .compose(world ?? SmallWorld.make()).value
  }

  private func group(_ name: String, _ scene: Scene) throws -> Group {
    for case .group(let group) in scene.nodes where group.name == name { return group }
    throw Failure(.error("test", "no layer \(name)"))
  }

  /// Every plain color of fills and strokes.
  private func colors(_ nodes: [Node]) -> [Color] {
    nodes.flatMap { node -> [Color] in
      switch node {
      case .group(let group): colors(group.children)
      case .path(let path):
        [path.fill?.paint, path.stroke?.paint].compactMap {
          if case .color(let color)? = $0 { color } else { nil }
        }
      case .text(let text): if case .color(let color) = text.paint { [color] } else { [] }
      case .image: []
      }
    }
  }

  @Test func palettesColorRegionsAndNeighborsDiffer() throws {
    let palette: [LookValue] = [.text("#ff0000"), .text("#00ff00")]
    let fills = colors(
      try group("states", try scene([("states.palette", .list(palette))])).children)
    #expect(Set(fills.map(\.hex)) == ["#ff0000", "#00ff00"])
  }

  @Test func onePaletteColorIsEnoughForNobodyAndStillDrawn() throws {
    let one = try scene([("states.palette", .list([.text("#ff0000")]))])
    #expect(Set(colors(try group("states", one).children).map(\.hex)) == ["#ff0000"])
  }

  @Test func fillsFadeAloneAndTheirBandsStay() throws {
    let faint = try group(
      "states",
      try scene([
        ("states.fill-opacity", .number(0)), ("states.band.width", .number(4)),
        ("states.band.opacity", .number(1)), ("states.band.blur", .number(2)),
        ("states.opacity", .number(1)),
      ]))
    // One clipped group for each of two states (and its islets), several strokes in each.
    #expect(!faint.children.isEmpty)
    for case .group(let band) in faint.children {
      #expect(band.clip != nil && band.children.count == 6)
    }
  }

  @Test func grayMapsHaveNoColor() throws {
    let gray = try scene([("sheet.tone", .text("grayscale"))])
    for color in colors(gray.nodes) {
      #expect(abs(color.red - color.green) < 1e-9 && abs(color.green - color.blue) < 1e-9)
    }
    let plain = try scene([])
    #expect(colors(plain.nodes).count == colors(gray.nodes).count)
    #expect(plain != gray)
  }

  @Test(arguments: SeaPattern.names.dropFirst().filter { $0 != SeaPattern.strokes })
  func eachPatternIsRepeatedOverTheSea(name: String)
    throws
  {
    let sea = try group(
      "ocean",
      try scene([
        ("ocean.pattern", .text(name)), ("ocean.pattern-color", .text("#ffffff")),
        ("ocean.pattern-size", .number(20)),
      ]))
    let patterns = sea.children.compactMap { node -> Node? in
      if case .path(let path) = node, case .pattern? = path.fill?.paint { node } else { nil }
    }
    #expect(patterns.count == 1)
  }

  @Test func hatchingRunsOutFromTheCoast() throws {
    let sea = try group(
      "ocean",
      try scene([
        ("coast.hatching.width", .number(0.3)), ("coast.hatching.color", .text("#000000")),
      ]))
    let hatchings = sea.children.compactMap { node -> Group? in
      if case .group(let group) = node, group.name == "hatching" { group } else { nil }
    }
    #expect(hatchings.count == 4)
    #expect(hatchings.allSatisfy { $0.clip != nil })
  }

  @Test func rampsMayHavePlaces() throws {
    let ramp = try #require(ColorScheme("0 #000000, 20 #0000ff, 20 #00ff00, 100 #ffffff"))
    #expect(ramp.color(at: 1).hex == "#000000")
    #expect(ramp.color(at: 0.85).hex == "#0000bf")
    #expect(ramp.color(at: 0.8).hex == "#00ff00")
    #expect(ramp.color(depth: 20).hex == "#00ff00")
    #expect(ramp.color(at: 0).hex == "#ffffff")
    #expect(ramp.color(depth: 10).hex == "#000080")
    for wrong in [
      "20 #fff, 10 #000", "#fff, 10 #000", "x #fff", "0 #fff, 200 #000", "", "1 2 #fff",
    ] {
      #expect(ColorScheme(wrong) == nil, "\(wrong)")
    }
  }

  @Test func rainMayBeColorsInPlaceOfCircles() throws {
    var world = SmallWorld.make()
    let heights = world.terrain?.height ?? []
    world.terrain?.precipitation = heights.map { $0 / 3 }
    let ramp = try scene(
      [("precipitation.scheme", .text("0 #ffffff, 100 #0000ff"))], "precipitation", of: world)
    let circles = try scene([], "precipitation", of: world)
    #expect(try group("precipitation", ramp).clip != nil)
    #expect(try group("precipitation", circles).clip == nil)
    #expect(try group("precipitation", ramp).children.count > 2)
  }

  @Test(arguments: MapLook.markShapes.dropFirst())
  func everyMarkHasABodyAsWideAsItsSize(shape: String) throws {
    let mark = BurgMark(shape: shape, size: 10, at: Point(50, 50))
    let box = try #require(Rect(enclosing: mark.body.points))
    #expect(box.width > 5 && box.width < 12 && box.height > 5 && box.height < 12, "\(shape)")
    #expect(Rect(x: 40, y: 40, width: 20, height: 20).contains(box.center))
  }
}
