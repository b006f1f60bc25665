// SPDX-License-Identifier: MIT
// Part of Platen: tests of the band below a map's frame, where plates stand that would cover land.

import Atlas
import Drawing
import Geometry
import Testing

@testable import Cartography

extension Rect {
  /// Indicates whether another one is in it, but for rounding.
  func holds(_ other: Rect) -> Bool {
    minX <= other.minX + 1e-9 && minY <= other.minY + 1e-9 && maxX >= other.maxX - 1e-9
      && maxY >= other.maxY - 1e-9
  }
}

@Suite struct PlateBandTests {
  private static let sheet = Rect(x: 0, y: 0, width: 800, height: 450)
  /// Land from side to side.
  private static let inland = Rect(x: 390, y: 190, width: 120, height: 70)
  private static let layers = ["political", "frame", "scale-bar", "title", "-legend"]

  private static func size(
    _ fit: MapFit, of part: Rect, band: Double = 0, bleed: Double = 0
  ) throws -> MapSize {
    var request = SizeRequest()
    request.paper = Paper.named("A4")
    request.fit = fit
    request.rim = PrintRim(bleed: bleed)
    return try MapSize(request, showing: part, band: band)
  }

  private static func request(_ size: MapSize, look: String = "parchment") throws -> MapRequest {
    var request = MapRequest(
      look: try MapLook.named(look), layers: try LayerSelection(layers))
    request.window = size.window(on: sheet)
    request.surroundings = size.surroundings(of: sheet)
    return request
  }

  private static func band(_ fit: MapFit, of part: Rect, look: String = "parchment") throws
    -> Double
  {
    try request(size(fit, of: part), look: look)
      .plateBand(of: SmallWorld.make(), text: PlainText())
  }

  @Test func platesHaveABandOnlyWhereTheyWouldCoverLand() throws {
    #expect(try Self.band(.extend, of: Self.sheet) == 0)
    for fit in MapFit.allCases {
      let band = try Self.band(fit, of: Self.inland)
      #expect(band > 0 && band < Self.inland.height * 0.4)
    }
    // A look without a frame has no ground for one.
    #expect(try Self.band(.extend, of: Self.inland, look: "azgaar-base") == 0)
  }

  /// The frame ends where the band begins, all of the part is seen within it, and the plates are below.
  @Test(arguments: MapFit.allCases, [0, 3.0])
  func platesAreBelowTheFrame(fit: MapFit, bleed: Double) throws {
    let band = try Self.band(fit, of: Self.inland)
    try #require(band > 0)
    let size = try Self.size(fit, of: Self.inland, band: band, bleed: bleed)
    let map = try Composition(
      world: SmallWorld.make(), request: Self.request(size), text: PlainText())
    // With bleed, the part reaches into what is cut off.
    #expect(bleed > 0 || map.edge.holds(Self.inland))
    let plates = map.furniture.plates
    #expect(plates.count == 2)
    let trim = try #require(map.request.surroundings?.trim)
    for plate in plates {
      #expect(plate.minY >= map.inside.maxY && plate.maxY <= map.edge.maxY + band)
      #expect(trim.holds(plate))
    }
    #expect(!plates[0].intersects(plates[1]))
  }

  /// A page has the band within its measure.
  @Test func theBandIsPartOfTheSheet() throws {
    let size = try Self.size(.extend, of: Self.inland, band: 10)
    #expect(abs(size.content.maxY - size.map.maxY - 10) < 1e-9)
    #expect(size.map.holds(Self.inland))
    #expect(abs(size.content.width / size.content.height - 297.0 / 210) < 0.01)
    var request = SizeRequest()
    request.width = 1200
    let image = try MapSize(request, showing: Self.inland, band: 10)
    #expect(image.width == 1200 && image.height == 800)
  }
}
