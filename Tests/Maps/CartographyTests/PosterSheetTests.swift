// SPDX-License-Identifier: MIT
// Part of Platen: a poster of very many sheets says how many there are.

import Cartography
import Diagnostics
import Geometry
import TestSupport
import Testing

@Suite struct PosterSheetTests {
  private static func warnings(
    _ extent: PosterRequest.Extent, pointsPerUnit: Double?
  ) throws -> [Diagnostic] {
    let poster = PosterRequest(
      extent, paper: .standard, isLandscape: true, margin: 10, overlap: 10, hasMarks: true,
      hasPlan: true, at: Diagnostics.SourceLocation(field: "poster"))
    let shown = Rect(x: 0, y: 0, width: 1280, height: 720)
    return try PosterLayout.best(poster, showing: shown, scale: pointsPerUnit)
      .diagnostics(for: poster)
  }

  /// A scale is easily a hundred times what was meant.
  @Test func aScaleOfVeryManySheetsIsWarnedOf() throws {
    let scale = try #require(PosterScale("25 mi = 1 in"))
    let said = try Self.warnings(.scale(scale), pointsPerUnit: 72 * 3 / 25)
    #expect(said.map(\.code) == ["poster.many-sheets"] && said.map(\.severity) == [.warning])
    #expect(
      said.first?.message
        == "the poster takes 195 sheets of A4, 15 across, 13 down, at 25 mi = 1 in; "
        + "put together 402 × 235 cm")
    #expect(
      said.first?.hints.isEmpty == false
        && said.first?.place == Diagnostics.SourceLocation(field: "poster"))
    let few = try Self.warnings(.scale(scale), pointsPerUnit: 3)
    #expect(few.map(\.code) == ["poster.sheet-count"] && few.map(\.severity) == [.note])
  }

  @Test(
    arguments: [
      (.grid(columns: 4, rows: 3), "12 sheets of A4, 4 across, 3 down; put together 108 × 55 cm"),
      (.grid(columns: 1, rows: 1), "1 sheet of A4"),
    ] as [(PosterRequest.Extent, String)])
  func sheetsAreSaidInWords(extent: PosterRequest.Extent, words: String) throws {
    var poster = PosterRequest(
      extent, paper: .standard, isLandscape: true, margin: 10, overlap: 10, hasMarks: true,
      hasPlan: true, at: nil)
    poster.fit = .frame
    let shown = Rect(x: 0, y: 0, width: 1280, height: 720)
    let layout = try PosterLayout.best(poster, showing: shown, scale: nil)
    #expect(layout.description == words)
  }

  /// A number of sheets that was named was meant.
  @Test func sheetsThatWereCountedAreNot() throws {
    for extent in [PosterRequest.Extent.grid(columns: 12, rows: 12), .across(20)] {
      #expect(try Self.warnings(extent, pointsPerUnit: nil).map(\.severity) == [.note])
    }
  }
}
