// SPDX-License-Identifier: MIT
// Part of Platen: tests of path data and numbers of SVG.

import Geometry
import Testing

@testable import Drawing

@Suite struct PathDataReaderTests {
  @Test func commandsContinueFromTheLastPoint() throws {
    let path = try #require(PathDataReader.path("M1 2h3v4l-1-1H0V0zm2,2.5.5-1e1"))
    #expect(
      path.points == [
        Point(1, 2), Point(4, 2), Point(4, 6), Point(3, 5), Point(0, 5), Point(0, 0), Point(3, 4.5),
        Point(3.5, -5.5),
      ])
    #expect(path.verbs == [.move, .line, .line, .line, .line, .line, .close, .move, .line])
  }

  @Test func smoothCurvesMirrorTheControlPointBefore() throws {
    let cubic = try #require(PathDataReader.path("M0 0C1 1 2 2 3 0S5-2 6 0"))
    #expect(cubic.points.suffix(3) == [Point(4, -2), Point(5, -2), Point(6, 0)])
    let quadratic = try #require(PathDataReader.path("M0 0Q3 3 6 0T12 0"))
    #expect(quadratic.points.suffix(3) == [Point(8, -2), Point(10, -2), Point(12, 0)])
  }

  /// The flags of an arc need no separator behind them.
  @Test func arcsAreCurves() throws {
    let path = try #require(PathDataReader.path("M-1 0A1 1 0 011 0"))
    #expect(path.verbs == [.move, .curve, .curve])
    #expect(path.points[3].distance(to: Point(0, -1)) < 1e-9)
    #expect(path.points.last == Point(1, 0))
  }

  /// A line after a closed figure begins where that began.
  @Test func aClosedFigureIsContinued() throws {
    let path = try #require(PathDataReader.path("M1 1h4v4ZL9 9"))
    #expect(path.verbs == [.move, .line, .line, .close, .move, .line])
    #expect(path.points[3] == Point(1, 1))
  }

  @Test(arguments: [
    "M1 1L2 2L3", "M1 1L2 2X3 3", "M1 1L2 2 bad", "M1 1L2 2L1e7 0", "M1 1L2 2L1e999 0",
  ])
  func pathsAreReadAsFarAsTheyAreUnderstood(_ text: String) {
    #expect(PathDataReader.path(text) == nil)
    let (path, isWhole) = PathDataReader.read(text.utf8)
    #expect(path.points == [Point(1, 1), Point(2, 2)])
    #expect(!isWhole)
  }

  @Test(arguments: ["1 1", "L1 1", "Z", "x"])
  func aPathBeginsWithAMove(_ text: String) {
    #expect(PathDataReader.path(text) == nil)
    #expect(PathDataReader.read(text.utf8).path.isEmpty)
  }

  @Test func numbersNeedFewSeparators() {
    #expect(SVGNumbers.list(" 1,-2.5.5+3 1.e2\n4e-1 ") == [1, -2.5, 0.5, 3, 100, 0.4])
    #expect(SVGNumbers.list("") == [])
    #expect(SVGNumbers.list("1 a") == nil)
  }

  @Test func lengthsAreThoseOfCSS() {
    #expect(SVGNumbers.length("1in") == 96)
    #expect(SVGNumbers.length(" 3 px ") == 3)
    for text in ["1em", "2%", "", "px"] { #expect(SVGNumbers.length(text) == nil, "\(text)") }
    #expect(SVGNumbers.part("25%") == 0.25)
    #expect(SVGNumbers.part("1e") == nil)
  }

  @Test func transformsApplyFromTheLast() throws {
    let map = try #require(SVGNumbers.transform("translate(1) scale(2, 3), matrix(1 0 0 1 5 7)"))
    #expect(map.apply(Point(1, 1)) == Point(13, 24))
    let turn = try #require(SVGNumbers.transform("rotate(90 2 2)"))
    #expect(turn.apply(Point(3, 2)).distance(to: Point(2, 3)) < 1e-9)
    for text in ["scale()", "turn(1)", "scale(1", "scale(1) x"] {
      #expect(SVGNumbers.transform(text) == nil, "\(text)")
    }
  }
}
