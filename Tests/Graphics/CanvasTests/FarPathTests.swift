// SPDX-License-Identifier: MIT
// Part of Platen: a very small part of a scene looks as if there were nothing else.

import Canvas
import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@Suite struct FarPathTests {
  static let sea = Color(0.2, 0.4, 0.6)
  static let land = Color(0.8, 0.7, 0.5)

  /// A sheet of sea with land south of a line through its middle: by straight lines, by a curve that
  /// is one, clipped, and in a group that is moved.
  static func scene(_ half: Double) -> Scene {
    let center = Point(1000, 500)
    let west = center + Point(-half, -half * 0.25)
    let east = center + Point(half, half * 0.25)
    let square = Rect(x: 1000 - half, y: 500 - half, width: 2 * half, height: 2 * half)
    let ring = Path(ring: [
      west, east, Point(square.maxX, square.maxY), Point(square.minX, square.maxY),
    ])
    var curve = Path()
    curve.move(to: west)
    curve.curve(to: east, west + (east - west) / 3, west + (east - west) * (2 / 3))
    curve.line(to: Point(square.maxX, square.maxY))
    curve.line(to: Point(square.minX, square.maxY))
    var line = Path()
    line.append(line: [west, east])
    return Scene(
      size: Size(width: 2000, height: 1000), background: .white,
      nodes: [
        .path(PathNode(Path(rect: square), fill: Fill(sea))),
        .path(PathNode(ring, fill: Fill(land.opacity(0.5)))),
        .path(PathNode(curve, fill: Fill(land.opacity(0.5)))),
        .group(
          Group(
            transform: .translation(7, 0),
            clip: Clip(ring.applying(.translation(-7, 0))),
            children: [
              .path(
                PathNode(
                  line.applying(.translation(-7, 0)), stroke: Stroke(.black, width: 0.01)))
            ])),
      ])
  }

  @Test(arguments: [0.05, 0.4, 6])
  func isPaintedAsIfAlone(width: Double) throws {
    let fonts = try FontLibrary(FontSet())
    let window = Rect(x: 1000 - width / 3, y: 500 - width / 4, width: width, height: width / 2)
    func picture(_ half: Double) throws -> Bitmap {
      try ImageCanvas.bitmap(
        of: FarPathTests.scene(half), window: window, width: 1200, height: 600, fonts: fonts)
    }
    let whole = try picture(900)
    let alone = try picture(4 * width)
    let difference = whole.difference(to: alone)
    #expect(difference.maximum <= 255 / 15, "\(difference.count) pixels")
    #expect(difference.mean < 0.05)
    #expect(whole[600, 5] == alone[600, 5] && whole[600, 5].blue == 153)
  }
}
