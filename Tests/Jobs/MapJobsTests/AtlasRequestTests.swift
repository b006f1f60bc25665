// SPDX-License-Identifier: MIT
// Part of Platen: tests of requests for atlases: sheets, a scale, states, and what contradicts them.

import Cartography
import Diagnostics
import TestSupport
import Testing
import Values

@testable import JobKit
@testable import Jobs
@testable import MapJobs

@Suite struct AtlasRequestTests {
  private static func atlas(_ text: String, language: String = "en") throws -> AtlasRequest? {
    try AtlasRequest(
      Settings(try PlacedValue(yaml: Array(text.utf8), file: "a.yaml")?.members ?? []),
      language: language)
  }

  @Test(
    arguments: [
      ("atlas: 4x3", AtlasRequest.Extent.grid(.grid(columns: 4, rows: 3))),
      ("atlas: { sheets: 4x3, overlap: 0 }", .grid(.grid(columns: 4, rows: 3))),
      ("atlas: 5", .grid(.across(5))), ("atlas: states", .states),
      ("atlas: { sheets: states }", .states),
    ] as [(String, AtlasRequest.Extent)])
  func itsFormsAreRead(text: String, extent: AtlasRequest.Extent) throws {
    #expect(try AtlasRequestTests.atlas(text)?.extent == extent)
  }

  @Test(arguments: ["atlas: 1 cm = 20 km", "atlas: { sheets: 1 cm = 20 km }"])
  func aScaleIsRead(text: String) throws {
    let scale = try #require(PosterScale("1 cm = 20 km"))
    #expect(try AtlasRequestTests.atlas(text)?.extent == .grid(.scale(scale)))
  }

  @Test func paperMarginAndLanguageAreTheOutputs() throws {
    let atlas = try #require(
      try AtlasRequestTests.atlas(
        "atlas: { sheets: 2, sea-sheets: true }\npaper: A5\nmargin: 8\norientation: landscape",
        language: "ar"))
    #expect(atlas.paper.name == "A5" && atlas.margin == 8 && atlas.isLandscape == true)
    #expect(atlas.hasSeaSheets && atlas.isRightToLeft)
    #expect(try AtlasRequestTests.atlas("paper: A5") == nil)
  }

  @Test(
    arguments: [
      "atlas: provinces", "atlas: 0x3", "atlas: { overlap: 5 }",
      "atlas: 2\nmargin: 2", "atlas: 2\npaper: A6\nmargin: 40", "atlas: 2\nwidth: 400",
      "atlas: 2\nposter: 3x2",
    ])
  func nonsenseIsRefused(text: String) {
    #expect(throws: Failure.self) { try AtlasRequestTests.atlas(text) }
  }
}
