// SPDX-License-Identifier: MIT
// Part of Platen: stretches of lines near a rectangle, against all that small lines can do.

import Geometry
import Testing

@Suite struct FlattenTests {
  /// A corner of the square from 0 to 10, as a path's points.
  private static func ring(from start: Int) -> Path {
    let corners = [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]
    var path = Path()
    path.move(to: corners[start])
    for step in 1..<4 { path.line(to: corners[(start + step) % 4]) }
    path.close()
    return path
  }

  @Test(arguments: 0..<4) func aRingThatIsAllThereStaysClosed(_ start: Int) {
    let lines = FlattenTests.ring(from: start).flattened(
      near: Rect(x: -1, y: -1, width: 12, height: 12))
    #expect(lines.count == 1)
    #expect(lines.first?.isClosed == true)
    #expect(lines.first?.points.count == 5)
  }

  /// The side at the right and those it meets are one line, wherever the ring begins.
  @Test(arguments: 0..<4) func aCutRingIsOneLine(_ start: Int) {
    let lines = FlattenTests.ring(from: start).flattened(
      near: Rect(x: 8, y: 4, width: 4, height: 2))
    #expect(lines.map(\.points) == [[Point(10, 0), Point(10, 10)]])
    #expect(lines.allSatisfy { !$0.isClosed })
    let more = FlattenTests.ring(from: start).flattened(
      near: Rect(x: 8, y: -1, width: 4, height: 12))
    #expect(more.map(\.points) == [[Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]])
  }

  @Test(arguments: 0..<4) func oppositeSidesAreTwoLines(_ start: Int) {
    let lines = FlattenTests.ring(from: start).flattened(
      near: Rect(x: 4, y: -1, width: 2, height: 12))
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { !$0.isClosed && $0.points.count == 2 })
  }

  @Test func whatIsFarIsLeftOut() {
    let far = Rect(x: 20, y: 20, width: 5, height: 5)
    #expect(FlattenTests.ring(from: 0).flattened(near: far).isEmpty)
  }

  /// All there is, where the rectangle holds all: the same lines as without one.
  @Test func curvesAreFlattenedAlike() {
    var path = Path()
    path.move(to: Point(0, 0))
    path.curve(to: Point(30, 0), Point(10, 20), Point(20, -20))
    path.line(to: Point(40, 5))
    path.move(to: Point(50, 5))
    path.line(to: Point(60, 5))
    let all = Rect(x: -100, y: -100, width: 300, height: 300)
    #expect(path.flattened(near: all) == path.flattened())
  }
}
