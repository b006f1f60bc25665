// SPDX-License-Identifier: MIT
// Part of Platen: stretches beyond a window are straight lines, and nothing in the window changes.

import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Canvas

@Suite struct StraightenedPathTests {
  private static let window = Rect(x: 400, y: 300, width: 120, height: 90)

  /// A wild ring of lines and curves all over a sheet.
  private static func ring(_ seed: Int) -> Path {
    var state = UInt64(seed * 2 + 1)
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31)
    }
    func point() -> Point { Point(random() * 1000 - 50, random() * 700 - 50) }
    var path = Path()
    path.move(to: point())
    for step in 0..<60 {
      step.isMultiple(of: 3) ? path.curve(to: point(), point(), point()) : path.line(to: point())
    }
    path.close()
    return path
  }

  @Test(arguments: 0..<12) func theWindowIsPaintedTheSame(seed: Int) throws {
    let fonts = try FontLibrary(FontSet())
    let path = StraightenedPathTests.ring(seed)
    let stroke = Stroke(.black, width: 3, join: .round)
    let straight = path.straightened(
      beyond: StraightenedPathTests.window.insetBy(-PlannedNode.margin(stroke)))
    func picture(_ path: Path) throws -> Bitmap {
      let scene = Scene(
        size: Size(width: 900, height: 600), background: .white,
        nodes: [.path(PathNode(path, fill: Fill(.black.opacity(0.5)), stroke: stroke))])
      return try ImageCanvas.bitmap(
        of: scene, window: StraightenedPathTests.window, width: 240, height: 180, fonts: fonts)
    }
    let difference = try picture(path).difference(to: try picture(straight))
    #expect(difference.maximum <= 2)
  }

  @Test func aLongCoastBecomesShort() {
    let coast = Path(
      ring: (0..<1000).map { Point(Double($0), $0.isMultiple(of: 2) ? 0 : 10) }
        + [Point(1000, 500), Point(0, 500)])
    let window = Rect(x: 490, y: 0, width: 20, height: 20)
    let short = coast.straightened(beyond: window)
    #expect(short.points.count < 40 && short.points.first == coast.points.first)
    // Nothing is left out of what is near.
    #expect(coast.straightened(beyond: Rect(x: -1, y: -1, width: 1002, height: 502)) == coast)
  }
}
