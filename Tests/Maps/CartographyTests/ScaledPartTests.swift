// SPDX-License-Identifier: MIT
// Part of Platen: tests of maps on one sheet of paper at a scale.

import Cartography
import Diagnostics
import Geometry
import TestSupport
import Testing

@Suite struct ScaledPartTests {
  private static let sheet = Rect(x: 0, y: 0, width: 1280, height: 720)

  private static func part(
    _ paper: String, showing region: Rect = sheet, scale: Double, margin: Double = 0,
    fit: MapFit = .extend, bleed: Double = 0, land: [Point] = []
  ) throws -> (part: ScaledPart, size: MapSize) {
    var request = SizeRequest()
    request.paper = Paper.named(paper)
    request.margin = margin
    request.rim = PrintRim(bleed: bleed)
    request.fit = fit
    let part = try ScaledPart(
      request, showing: region, isWhole: region == sheet,
      try #require(PosterScale("25 mi per in")), pointsPerUnit: scale, on: sheet, land: land)
    return (part, try MapSize(request, showing: part.rect))
  }

  /// Whatever the sheet, its margin, bleed and mat: a map unit has its length on it.
  @Test(
    arguments: [MapFit.extend, .crop, .frame], [("A6", 0.0, 0.0), ("A3", 12, 0), ("A0", 0, 3)])
  func theScaleIsKept(fit: MapFit, sheet: (paper: String, margin: Double, bleed: Double)) throws {
    for scale in [0.4, 1.7, 6] {
      for region in [Self.sheet, Rect(x: 900, y: 300, width: 20, height: 31)] {
        let (_, size) = try Self.part(
          sheet.paper, showing: region, scale: scale, margin: sheet.margin, fit: fit,
          bleed: sheet.bleed)
        let printed = (size.points.width - 2 * size.marginPoints) / size.printed.width
        #expect(abs(printed / scale - 1) < 1e-9)
      }
    }
  }

  /// The region is in the middle, but where the world would end on the sheet.
  @Test func theSheetIsCenteredOnTheRegion() throws {
    let middle = Rect(x: 600, y: 300, width: 80, height: 60)
    let (part, _) = try Self.part("A4", showing: middle, scale: 4)
    #expect(part.rect.center.distance(to: middle.center) < 1e-9)
    let corner = Rect(x: 1200, y: 10, width: 40, height: 30)
    let (moved, _) = try Self.part("A4", showing: corner, scale: 4)
    #expect(abs(moved.rect.maxX - 1280) < 1e-9 && abs(moved.rect.minY) < 1e-9)
    #expect(moved.notes.isEmpty)
  }

  @Test func aRegionThatDoesNotFitNamesThePaperItNeeds() throws {
    let region = Rect(x: 100, y: 100, width: 500, height: 350)
    let failure = #expect(throws: Failure.self) {
      try Self.part("A4", showing: region, scale: 2, margin: 10)
    }
    let error = try #require(failure?.diagnostics.first)
    #expect(error.code == "size.scale")
    #expect(
      error.message
        == "the region takes 35.3 × 24.7 cm at 25 mi per in; A4 has room for 27.7 × 19 cm")
    #expect(error.hints.first == "choose paper: A3")
    for (paper, other) in [("letter", "tabloid"), ("B5", "B3"), ("200x300mm", "A3")] {
      let failure = #expect(throws: Failure.self) {
        try Self.part(paper, showing: region, scale: 2, margin: 10)
      }
      #expect(failure?.diagnostics.first?.hints.first == "choose paper: \(other)")
    }
    let (part, _) = try Self.part("A3", showing: region, scale: 2, margin: 10)
    #expect(part.rect.holds(region))
    let huge = #expect(throws: Failure.self) { try Self.part("A4", showing: region, scale: 90) }
    #expect(huge?.diagnostics.first?.hints.first?.contains("poster") == true)
  }

  /// Of a world that is larger than the sheet, the part with the most land is shown.
  @Test func aPartOfTheWorldIsEnough() throws {
    let land = (0..<100).map { Point(1000 + Double($0), 400) } + [Point(5, 5)]
    let (part, _) = try Self.part("A4", scale: 3, land: land)
    #expect(land.dropLast().allSatisfy(part.rect.contains))
    #expect(part.notes.map(\.code) == ["map.cropped"])
    #expect(part.notes.first?.message.hasSuffix("without less than 1% of the land") == true)
    let (all, _) = try Self.part("A0", scale: 1, land: land)
    #expect(all.notes.isEmpty && all.rect.width > 1280)
  }
}
