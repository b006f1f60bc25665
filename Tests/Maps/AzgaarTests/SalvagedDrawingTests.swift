// SPDX-License-Identifier: MIT
// Part of Platen: the drawing of a save whose cells are lost.

import Atlas
import Azgaar
import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct SalvagedDrawingTests {
  /// A small save without cells, and with a drawing.
  private func world(_ drawing: String, definitions: String = "") throws -> World {
    var save = SmallSave()
    save.sections[7] = "1,2,3"
    save.sections[5] =
      ##"<svg id="map" width="120" height="90" background-color="#000080"><defs>\##(definitions)</defs><g id="viewbox">\##(drawing)</g><g id="scaleBar"><rect width="9" height="9"/></g></svg>"##
    return try read(save.bytes(), options: ImportOptions(salvages: true)).value.world
  }

  @Test func shapesHaveTheColorsOfTheirGroups() throws {
    let world = try world(
      ##"<g id="landmass" fill="#ffffff" opacity="0.5" mask="url(#land)"><rect x="0" y="0" width="100%" height="50%"/></g><g id="rivers" fill="blue" style="stroke: red; stroke-width: 2px"><path d="M1,1L9,9L9,1Z" transform="translate(10,20)"/></g><g id="borders" stroke="#112233" stroke-dasharray="2 1"><path d="M5,5L9,9"/></g><g id="coastline"><use href="#feature_1"/></g><g id="routes" display="none"><path d="M1,1L2,2"/></g>"##,
      definitions:
        ##"<g id="featurePaths"><path id="feature_1" d="M0,0L50,0L50,50Z"/></g><mask id="land"><use href="#feature_1" fill="white"/><path d="M20,5L30,5L30,9Z" fill="black"/></mask>"##
    )
    let picture = try #require(world.picture)
    #expect(world.cells == nil)
    #expect(picture.background == SalvagedDrawing.Ink(0, 0, 128.0 / 255, opacity: 1))
    #expect(picture.coasts.map(\.points.count) == [3, 3])
    #expect(picture.layers.map(\.name) == ["landmass", "rivers", "borders"])
    let land = try #require(picture.layers[0].shapes.first)
    #expect(land.path.controlBounds == Rect(x: 0, y: 0, width: 120, height: 45))
    #expect(land.fill == SalvagedDrawing.Ink(1, 1, 1, opacity: 0.5) && land.ground == .land)
    let river = try #require(picture.layers[1].shapes.first)
    #expect(river.path.points.first == Point(11, 21))
    #expect(river.stroke == SalvagedDrawing.Ink(1, 0, 0, opacity: 1) && river.strokeWidth == 2)
    let border = try #require(picture.layers[2].shapes.first)
    #expect(border.fill == nil && border.dash == [2, 1])
  }

  @Test func namesAreOnTheirWays() throws {
    let world = try world(
      ##"<g id="labels"><g id="states" fill="#333333" font-family="'Almendra SC', serif" font-size="20"><text><textPath href="#textPath_1" font-size="50%" startOffset="40%"><tspan>Nord</tspan><tspan>reich</tspan></textPath></text></g><g id="towns" class="hidden"><text x="1" y="1">Nie</text></g><g id="cities" font-size="4"><text x="30" y="40" dy="-0.5em">Alt &amp; Neu</text></g></g>"##,
      definitions: ##"<path id="textPath_1" d="M10,10C11,11,12,12,20,15"/>"##)
    let texts = try #require(world.picture?.layers.first?.texts)
    #expect(texts.map(\.lines) == [["Nord", "reich"], ["Alt & Neu"]])
    #expect(texts[0].size == 10 && texts[0].middle == 0.4)
    #expect(texts[0].way == [Point(10, 10), Point(20, 15)])
    #expect(texts[0].families == ["Almendra SC", "serif"])
    #expect(texts[1].position == Point(30, 38) && texts[1].size == 4)
  }

  /// Layers that may be secret are not in it, and are named where the drawing shows them.
  @Test func armiesMarkersAndZonesAreOmitted() throws {
    let world = try world(
      ##"<g id="ocean"><rect width="9" height="9"/></g><g id="armies"><rect width="9" height="9"/></g><g id="markers"><path d="M1,1L2,2L3,1"/></g><g id="zones" style="display: none"><path d="M1,1L2,2"/></g>"##
    )
    #expect(world.picture?.layers.map(\.name) == ["ocean"])
    #expect(world.picture?.omitted == ["armies", "markers"])
  }

  /// A path that thousands of elements name is not copied without end.
  @Test func usesAreBounded() throws {
    let way = "M0,0" + (1...5000).map { "L\($0 % 100),\($0 % 90)" }.joined()
    let world = try world(
      ##"<g id="ice" fill="#ffffff">"##
        + String(repeating: ##"<use href="#feature_1"/>"##, count: 3000) + "</g>",
      definitions: ##"<path id="feature_1" d="\##(way)"/>"##)
    let points = world.picture?.layers.first?.shapes.reduce(0) { $0 + $1.path.points.count } ?? 0
    #expect(points > 5000 && points <= 4_000_000)
  }

  @Test(arguments: [
    "<g id=\"rivers\"><path d=\"M1,1Lx", "</g></g></g></svg></svg>", "<g><g><g id='x",
    "<g id=\"labels\"><text x=\"NaN\"><textPath href=\"#nothing\">A", "<", "<<>><g/></g>",
    "<g id=\"ocean\"><rect width=\"1e999\" height=\"-5\"/><circle r=\"1e308\"/></g>",
  ])
  func brokenMarkupIsPassedOver(drawing: String) throws {
    _ = try world(drawing)
  }

  @Test func aWorldWithCellsHasNone() throws {
    #expect(try read(SmallSave().bytes()).value.world.picture == nil)
  }

  @Test(.enabled(if: Shared.isPresent))
  func aRealSaveThatIsCutOffBehindItsDrawing() throws {
    let bytes = try Shared.bytes(
      "maps/saves/phazingazrael__Terra-Logger__v1.106.7---Via_(Small_Map)_2025-01-24-16-47.map")
    let end = try #require(String(decoding: bytes, as: UTF8.self).range(of: "{\"spacing\""))
    let text = String(decoding: bytes, as: UTF8.self)[..<end.lowerBound]
    let world = try read(Array(text.utf8), options: ImportOptions(salvages: true)).value.world
    let picture = try #require(world.picture)
    #expect(picture.layers.contains { $0.name == "regions" && $0.shapes.count > 2 })
    #expect(picture.layers.contains { $0.name == "labels" && $0.texts.count > 2 })
    #expect(!picture.coasts.isEmpty)
  }
}
