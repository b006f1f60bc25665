// SPDX-License-Identifier: MIT
// Part of Platen: fine lines hold as much ink as their widths and lengths say.

import Canvas
import Drawing
import Geometry
import Pixels
import Testing

@Suite struct FineStrokeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var path: Path
    var stroke: Stroke
    /// In pixels fully covered.
    var ink: Double
  }

  static func line(_ points: [Point]) -> Path {
    var path = Path()
    path.append(line: points)
    return path
  }

  static let level = line([Point(5, 10.3), Point(55, 10.3)])
  static let square = Path(rect: Rect(x: 10.5, y: 10.5, width: 20, height: 20))

  static let cases = [
    Case(
      testDescription: "dashes", path: level, stroke: Stroke(.black, width: 2, dash: [3, 2]),
      ink: 10 * 3 * 2),
    Case(
      testDescription: "an odd count of lengths", path: level,
      stroke: Stroke(.black, width: 2, dash: [5]), ink: 5 * 5 * 2),
    Case(
      testDescription: "an offset", path: level,
      stroke: Stroke(.color(.black), width: 2, dash: [10, 10], dashOffset: -4), ink: 26 * 2),
    Case(
      testDescription: "square ends", path: level,
      stroke: Stroke(.black, width: 2, dash: [3, 7], cap: .square), ink: 5 * 5 * 2),
    Case(
      testDescription: "dots without length", path: level,
      stroke: Stroke(.black, width: 2, dash: [0, 4], cap: .round), ink: 13 * Double.pi),
    Case(
      testDescription: "a dash round a corner",
      path: line([Point(10, 10), Point(20, 10), Point(20, 20)]),
      stroke: Stroke(.black, width: 2, dash: [100, 1]), ink: 40),
    Case(
      testDescription: "a ring", path: square, stroke: Stroke(.black, width: 1), ink: 80),
    Case(
      testDescription: "a dashed ring", path: square,
      stroke: Stroke(.black, width: 1, dash: [5, 5]), ink: 40),
    Case(
      testDescription: "a hair", path: level, stroke: Stroke(.black, width: 0.25), ink: 12.5),
  ]

  static func ink(_ nodes: [Node], fonts: FontLibrary) throws -> Double {
    let picture = try ImageCanvas.bitmap(
      of: Scene(size: Size(width: 64, height: 40), nodes: nodes), width: 64, height: 40,
      fonts: fonts)
    return (0..<40).reduce(0) { sum, y in
      (0..<64).reduce(sum) { $0 + Double(picture[$1, y].alpha) / 255 }
    }
  }

  @Test(arguments: cases) func holdsItsInk(_ lines: Case) throws {
    let fonts = try FontLibrary(FontSet())
    let ink = try FineStrokeTests.ink(
      [.path(PathNode(lines.path, stroke: lines.stroke))], fonts: fonts)
    #expect(abs(ink - lines.ink) < 0.03 * lines.ink, "\(ink) in place of \(lines.ink)")
  }

  /// Where lines of one path meet, a translucent ink does not darken.
  @Test func crossingsAreNotPaintedTwice() throws {
    let fonts = try FontLibrary(FontSet())
    var cross = FineStrokeTests.level
    cross.append(FineStrokeTests.line([Point(30.5, 2), Point(30.5, 20)]))
    let picture = try ImageCanvas.bitmap(
      of: Scene(
        size: Size(width: 64, height: 40),
        nodes: [
          .path(
            PathNode(
              cross, stroke: Stroke(Color(0, 0, 0, alpha: 0.5), width: 3, dash: [100, 1])))
        ]), width: 64, height: 40, fonts: fonts)
    #expect(picture[30, 10].alpha == picture[20, 10].alpha)
  }
}
