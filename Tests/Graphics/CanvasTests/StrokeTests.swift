// SPDX-License-Identifier: MIT
// Part of Platen: lines hold as much ink as their widths, lengths, corners and ends say.

import Canvas
import Drawing
import Foundation
import Geometry
import Pixels
import Testing

@Suite struct StrokeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var path: Path
    var stroke: Stroke
    /// The ink in pixels fully covered.
    var ink: Double
  }

  static func line(_ points: [Point]) -> Path {
    var path = Path()
    path.append(line: points)
    return path
  }

  static let level = line([Point(5, 10.3), Point(55, 10.3)])
  static let square = Path(rect: Rect(x: 10.5, y: 10.5, width: 20, height: 20))

  /// Half a circle of a radius of four.
  static let bend: Path = {
    let k = 4 * 0.552285
    var path = Path()
    path.move(to: Point(28, 20))
    path.curve(to: Point(32, 16), Point(28, 20 - k), Point(32 - k, 16))
    path.curve(to: Point(36, 20), Point(32 + k, 16), Point(36, 20 - k))
    return path
  }()

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
      testDescription: "a wide ring", path: square, stroke: Stroke(.black, width: 6),
      ink: 26 * 26 - 14 * 14),
    Case(
      testDescription: "a wide ring, its corners round", path: square,
      stroke: Stroke(.black, width: 6, join: .round), ink: 480 - 36 + 9 * Double.pi),
    Case(
      testDescription: "a wide ring, its corners cut", path: square,
      stroke: Stroke(.black, width: 6, join: .bevel), ink: 480 - 18),
    Case(
      testDescription: "a ring that begins with a dash and ends in one", path: square,
      // The dash round the corner has it whole: 10 before and 10 after it.
      stroke: Stroke(.color(.black), width: 6, dash: [20, 60], dashOffset: 10), ink: 120),
    Case(
      // What the point has more on its outer side, both legs share on its inner one.
      testDescription: "a point", path: line([Point(10, 30), Point(20, 10), Point(30, 30)]),
      stroke: Stroke(.black, width: 4), ink: 2 * 4 * 500.0.squareRoot()),
    Case(
      testDescription: "a turn back, its corner round",
      path: line([Point(10.5, 20), Point(40.5, 20), Point(10.5, 20)]),
      stroke: Stroke(.black, width: 6, join: .round), ink: 180 + 4.5 * Double.pi),
    Case(
      // Half a disk outside, and through the middle half a smaller one.
      testDescription: "a bend narrower than the line", path: bend,
      stroke: Stroke(.black, width: 16), ink: 0.5 * (12 * 12 + 4 * 4) * Double.pi),
    Case(
      testDescription: "a dot", path: line([Point(30, 20), Point(30, 20)]),
      stroke: Stroke(.black, width: 10, cap: .round), ink: 25 * Double.pi),
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
    let ink = try StrokeTests.ink(
      [.path(PathNode(lines.path, stroke: lines.stroke))], fonts: fonts)
    #expect(abs(ink - lines.ink) < 0.03 * lines.ink, "\(ink) in place of \(lines.ink)")
  }

  /// Two legs of 26 that meet at an angle of so many degrees: pointed from 29 on, cut below.
  @Test(arguments: [24.0, 27, 31, 34]) func pointsEndAtTheLimit(_ degrees: Double) throws {
    let half = degrees / 2 * .pi / 180
    let ends = [-1.0, 1].map { Point(32 + $0 * 26 * sin(half), 8 + 26 * cos(half)) }
    let path = StrokeTests.line([ends[0], Point(32, 8), ends[1]])
    let (width, radius) = (4.0, 2.0)
    // What both legs share, and what the point or the cut has more.
    let shared = radius * radius / tan(half)
    let outside = degrees > 29 ? shared : radius * radius * sin(2 * half) / 2
    let wanted = 2 * 26 * width - shared + outside
    let ink = try StrokeTests.ink(
      [.path(PathNode(path, stroke: Stroke(.black, width: width)))],
      fonts: try FontLibrary(FontSet()))
    #expect(abs(ink - wanted) < 0.03 * wanted, "\(ink) in place of \(wanted)")
  }

  /// There, back, and as far to the other side: nothing of the line is missing, whatever its direction.
  @Test(arguments: [Point(18, 12), Point(10, 10), Point(5, 13), Point(-16, 7), Point(20, 0)])
  func aLineThatTurnsBackIsWhole(_ reach: Point) throws {
    let center = Point(32.3, 20.6)
    let path = StrokeTests.line([center, center + reach, center - reach])
    let picture = try ImageCanvas.bitmap(
      of: Scene(
        size: Size(width: 64, height: 40),
        nodes: [.path(PathNode(path, stroke: Stroke(.black, width: 6)))]), width: 64, height: 40,
      fonts: try FontLibrary(FontSet()))
    for step in -9...9 {
      let p = center + reach * (Double(step) / 10)
      #expect(picture[Int(p.x), Int(p.y)].alpha == 255, "\(step)")
    }
  }

  /// Omitted parts are invisible: a window shows the same as the whole image there.
  @Test(arguments: [Stroke(.black, width: 3), Stroke(.black, width: 9, join: .round)])
  func windowsShowTheWhole(_ stroke: Stroke) throws {
    let fonts = try FontLibrary(FontSet())
    var ring = Path()
    for i in 0..<40 {
      let angle = Double(i) * .pi / 20
      let radius = i % 2 == 0 ? 60.0 : 35
      let p = Point(64 + radius * cos(angle), 64 + radius * sin(angle))
      if i == 0 { ring.move(to: p) } else { ring.line(to: p) }
    }
    ring.close()
    let scene = Scene(
      size: Size(width: 128, height: 128), nodes: [.path(PathNode(ring, stroke: stroke))])
    let whole = try ImageCanvas.bitmap(of: scene, width: 128, height: 128, fonts: fonts)
    for (left, top) in [(0, 0), (64, 0), (100, 40), (48, 96)] {
      let part = try ImageCanvas.bitmap(
        of: scene, window: Rect(x: Double(left), y: Double(top), width: 28, height: 28), width: 28,
        height: 28, fonts: fonts)
      for y in 0..<28 {
        for x in 0..<28 {
          // Sums of floats may end a step apart.
          let (seen, there) = (Int(part[x, y].alpha), Int(whole[left + x, top + y].alpha))
          #expect(abs(seen - there) <= 1, "\(left + x), \(top + y)")
        }
      }
    }
  }

  /// A translucent ink does not darken where lines of one path meet.
  @Test func crossingsAreNotPaintedTwice() throws {
    let fonts = try FontLibrary(FontSet())
    var cross = StrokeTests.level
    cross.append(StrokeTests.line([Point(30.5, 2), Point(30.5, 20)]))
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
