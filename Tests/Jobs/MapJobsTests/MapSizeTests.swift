// SPDX-License-Identifier: MIT
// Part of Platen: tests of how large pictures of maps are.

import Cartography
import Diagnostics
import Geometry
import Testing

@testable import JobKit
@testable import Jobs
@testable import MapJobs

@Suite struct MapSizeTests {
  static let sheet = Rect(x: 0, y: 0, width: 1280, height: 720)

  static func size(_ options: [String: String], of shown: Rect = sheet) throws -> MapSize {
    var settings = Settings()
    for (key, value) in options.sorted(by: { $0.key < $1.key }) { settings.set(key, to: value) }
    return try MapSize(settings, showing: shown)
  }

  @Test(
    arguments: [
      ([:], 1280, 720), (["width": "2560"], 2560, 1440), (["height": "360"], 640, 360),
      (["scale": "1.5"], 1920, 1080), (["width": "1000", "height": "1000"], 1000, 1000),
      (["paper": "A4"], 3508, 2480), (["paper": "A4", "orientation": "portrait"], 2480, 3508),
      (["paper": "letter", "dpi": "100"], 1100, 850), (["scale": "0.0001"], 1, 1),
    ] as [([String: String], Int, Int)])
  func pixelsFollowFromOneOption(options: [String: String], width: Int, height: Int) throws {
    let size = try MapSizeTests.size(options)
    #expect((size.width, size.height) == (width, height))
  }

  /// The requested part is visible with all options, undistorted, in the middle.
  @Test(
    arguments: [
      [:], ["width": "777"], ["width": "300", "height": "900"], ["paper": "A3", "margin": "20"],
      ["paper": "tabloid", "orientation": "portrait", "dpi": "72", "margin": "3.5"],
    ] as [[String: String]],
    [
      MapSizeTests.sheet, Rect(x: 100, y: 50, width: 40, height: 300),
    ])
  func theContentHoldsWhatIsShown(options: [String: String], shown: Rect) throws {
    let size = try MapSizeTests.size(options, of: shown)
    let slack = 1e-9 * max(shown.width, shown.height)
    #expect(size.content.minX <= shown.minX + slack && size.content.maxX >= shown.maxX - slack)
    #expect(size.content.minY <= shown.minY + slack && size.content.maxY >= shown.maxY - slack)
    #expect(abs(size.content.center.x - shown.center.x) <= slack)
    #expect(abs(size.content.center.y - shown.center.y) <= slack)
    // One pixel is the most that rounding may distort.
    let across = Double(size.width) / size.window.width
    let down = Double(size.height) / size.window.height
    #expect(abs(across / down - 1) <= 1.0 / Double(min(size.width, size.height)))
  }

  @Test func pointsFollowFromResolution() throws {
    #expect(try MapSizeTests.size(["width": "960"]).points.width == 720)
    let a4 = try MapSizeTests.size(["paper": "A4", "margin": "25.4"])
    #expect(abs(a4.points.width - 297 / 25.4 * 72) < 1e-9)
    #expect(abs(a4.marginPoints - 72) < 1e-9)
  }

  @Test(
    arguments: [
      ["width": "10", "scale": "2"], ["paper": "A4", "width": "10"], ["margin": "5"],
      ["orientation": "portrait"], ["paper": "A5", "margin": "200"], ["scale": "1000"],
    ] as [[String: String]])
  func contradictionsAndExcessAreRefused(options: [String: String]) {
    #expect(throws: Failure.self) { try MapSizeTests.size(options) }
  }

  @Test func everyContradictionIsSaid() throws {
    let failure = #expect(throws: Failure.self) {
      try MapSizeTests.size(["width": "10", "scale": "2", "height": "5", "orientation": "portrait"])
    }
    #expect(failure?.diagnostics.count == 3)
  }

  @Test(arguments: [("A4", "104.9", true), ("A4", "105", false), ("letter", "108", false)])
  func aMarginLeavesSomeOfThePaper(paper: String, margin: String, fits: Bool) {
    #expect(((try? MapSizeTests.size(["paper": paper, "margin": margin])) != nil) == fits)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e300]) func nothingToShowIsRefused(width: Double) {
    #expect(throws: Failure.self) {
      try MapSizeTests.size([:], of: Rect(x: 0, y: 0, width: width, height: 10))
    }
  }
}
