// SPDX-License-Identifier: MIT
// Part of Platen: names that cannot be taken for parts of others, and plates clear of coasts.

import Atlas
import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct ReadingTests {
  /// A name between two capitals would be read as that of either.
  @Test(
    arguments: MapLook.builtIn.filter { $0.sheet.reference > 0 }.map(\.name),
    [16, 20, 24, 28, 32, 36])
  func aNameStandsBesideNoOtherCapital(look: String, distance: Int) throws {
    var world = SmallWorld.make()
    let places = [Point(440, 250), Point(440 + Double(distance), 250)]
    world.burgs = EntityList(
      places.enumerated().map { index, place in
        var burg = Burg(id: index + 1, name: "City\(index)", position: place, cell: 0)
        (burg.isCapital, burg.group, burg.population) = (true, "capital", 10)
        return burg
      })
    let map = try Composition(
      world: world,
      request: MapRequest(look: MapLook.named(look), layers: LayerSelection(["political"])),
      text: PlainText())
    let names = Group(children: map.labelsLayer().nodes).texts
    let radius = map.look.burgs.capital.size / 2
    for (index, place) in places.enumerated() {
      let name = try #require(names.first { $0.source == "City\(index)" })
      let other = places[1 - index]
      let mark = Rect(
        x: other.x - radius, y: other.y - radius, width: 2 * radius, height: 2 * radius)
      #expect(
        !name.boxes.contains { $0.insetBy(-0.2 * name.font.size).intersects(mark) },
        "\(name.source) at \(place) touches the mark at \(other)")
    }
  }

  @Test func theEndsOfANameAreOnItsLine() throws {
    let boxes = [
      Rect(x: 100, y: 50, width: 10, height: 12), Rect(x: 116, y: 50, width: 10, height: 12),
      Rect(x: 132, y: 50, width: 10, height: 12),
    ]
    let ends = PlacedText(nodes: [], boxes: boxes, probes: []).ends(em: 12)
    let (first, last) = (try #require(ends.first), try #require(ends.last))
    #expect(abs(first.maxX - 100) < 0.01 && abs(first.width - (6 + 0.7 * 12)) < 0.01)
    #expect(abs(last.minX - 142) < 0.01 && abs(last.width - first.width) < 0.01)
    #expect(ends.allSatisfy { boxes[0].minY < $0.minY && $0.maxY < boxes[0].maxY })
    #expect(PlacedText(nodes: [], boxes: [boxes[0]], probes: []).ends(em: 12).isEmpty)
  }

  /// Land ever nearer to the corner of the scale bar, while there is open sea elsewhere.
  @Test(arguments: [0.0, 4, 8, 12, 16, 20])
  func scaleBarsAreWellClearOfCoasts(distance: Double) throws {
    var world = SmallWorld.make()
    func map() throws -> Composition {
      try Composition(
        world: world,
        request: MapRequest(
          look: .parchment, layers: LayerSelection(["political", "scale-bar", "-title"])),
        text: PlainText())
    }
    let corner = try #require(try map().furniture.scaleBar?.plate)
    for (cell, site) in (world.cells?.mesh.sites ?? []).enumerated()
    where site.y < corner.minY - distance && site.y > corner.minY - distance - 30
      && site.x > corner.minX
    {
      world.cells?.height[cell] = 30
    }
    let changed = try map()
    let plate = try #require(changed.furniture.scaleBar?.plate)
    let clear = plate.insetBy(-0.7 * changed.look.scaleBar.margin)
    #expect(changed.plateGround.hidden(by: clear) == 0)
  }

  /// A sheet much taller than its map has a title in proportion to the sheet.
  @Test func platesAreInProportionToATallSheet() throws {
    func title(height: Double) throws -> Rect {
      var request = MapRequest(
        look: .parchment, layers: try LayerSelection(["political", "title"]))
      let sheet = Rect(x: 0, y: 225 - height / 2, width: 800, height: height)
      if height > 450 { request.surroundings = Surroundings(.sea, area: sheet, trim: sheet) }
      let map = try Composition(world: SmallWorld.make(), request: request, text: PlainText())
      return try #require(map.furniture.title?.plate)
    }
    let (own, wide, tall) = (
      try title(height: 450), try title(height: 500), try title(height: 1130)
    )
    #expect(wide.width == own.width)
    #expect(tall.width > 1.4 * own.width && tall.width < 2 * own.width)
  }

  /// On a sheet much taller than its map the title is in the middle of the sea above the world, the rose
  /// in that below.
  @Test func platesAreInTheMiddleOfATallSheetsSea() throws {
    var request = MapRequest(
      look: .parchment, layers: try LayerSelection(["political", "title", "compass"]))
    let sheet = Rect(x: 0, y: -340, width: 800, height: 1130)
    request.surroundings = Surroundings(.sea, area: sheet, trim: sheet)
    let map = try Composition(world: SmallWorld.make(), request: request, text: PlainText())
    let title = try #require(map.furniture.title?.plate)
    let rose = try #require(map.furniture.compass?.plate)
    #expect(abs(title.center.x - 400) < 0.01 && abs(rose.center.x - 400) < 0.01)
    #expect(title.maxY < 0 && title.minY > map.inside.minY + title.height / 2)
    #expect(rose.minY > 450 && rose.maxY < map.inside.maxY - rose.height / 4)
    #expect(map.plateGround.hidden(by: title) == 0 && map.plateGround.hidden(by: rose) == 0)
  }
}
