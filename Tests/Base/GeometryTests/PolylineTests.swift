// SPDX-License-Identifier: MIT
// Part of Platen: thinning, clipping and measuring of lines.

import Geometry
import Testing

@Suite("Polyline")
struct PolylineTests {
  @Test(
    "Thinning keeps the ends, drops nothing far away and finds no more to drop",
    arguments: [
      0, 0.3, 0.8,
    ])
  func thinning(tolerance: Double) {
    for line in walks(length: 4) {
      let thin = simplify(line, tolerance: tolerance)
      #expect(thin.first == line.first && thin.last == line.last)
      #expect(simplify(thin, tolerance: tolerance) == thin)
      for point in line {
        let near = zip(thin, thin.dropFirst()).map { distance(point, $0, $1) }.min() ?? 0
        #expect(near <= tolerance)
      }
    }
  }

  @Test func thinningShortLines() {
    #expect(simplify([], tolerance: 1) == [])
    #expect(simplify([Point(1, 1)], tolerance: 1) == [Point(1, 1)])
    #expect(simplify([Point(1, 1), Point(1, 1)], tolerance: 1).count == 2)
  }

  @Test("As simplify.js, points too near the last kept go first")
  func radialPass() {
    let line = [Point(0, 0), Point(0.5, 0.9), Point(0.2, 1.6), Point(0.9, 1.8), Point(1, 1.9)]
    #expect(simplify(line, tolerance: 1) == [Point(0, 0), Point(1, 1.9)])
    let spike = [Point(0, 0), Point(5, 0.5), Point(10, 0), Point(10.1, 0)]
    #expect(simplify(spike, tolerance: 0.4) == [Point(0, 0), Point(5, 0.5), Point(10.1, 0)])
  }

  @Test("Every point of a line that splits at its end each time is kept")
  func lopsidedLine() {
    let line = (0..<2000).map { (x: Int) -> Point in
      Point(Double(x), x % 2 == 0 ? 0 : Double(x))
    }
    #expect(simplify(line, tolerance: 0.5) == line)
  }

  @Test("The parts inside and outside a rectangle make up the length")
  func clipping() {
    let rect = Rect(x: 0.5, y: 0.5, width: 1, height: 1)
    for line in walks(length: 3) {
      let parts = Polyline.clip(line, to: rect)
      #expect(parts.allSatisfy { $0.count > 1 && $0.allSatisfy(rect.contains) })
      // Walk the line in small steps and count those inside.
      let steps = 400
      var inside = 0.0
      for (a, b) in zip(line, line.dropFirst()) {
        for step in 0..<steps {
          let p = a + (b - a) * ((Double(step) + 0.5) / Double(steps))
          if rect.contains(p) { inside += a.distance(to: b) / Double(steps) }
        }
      }
      let found = parts.reduce(0.0) { $0 + Polyline.length($1) }
      #expect(abs(found - inside) < 0.02)
    }
  }

  @Test func clippingKeepsWholeLines() {
    let rect = Rect(x: -1, y: -1, width: 9, height: 9)
    for line in walks(length: 4) where Set(line).count == line.count {
      #expect(Polyline.clip(line, to: rect) == [line])
    }
    #expect(Polyline.clip([], to: rect).isEmpty)
    #expect(Polyline.clip([Point(0, 0)], to: rect).isEmpty)
  }

  @Test func walkingAlong() throws {
    let line = [Point(0, 0), Point(0, 0), Point(3, 4), Point(3, 10)]
    #expect(Polyline.length(line) == 11)
    #expect(try #require(Polyline.point(at: 2.5, along: line)).point == Point(1.5, 2))
    let end = try #require(Polyline.point(at: 99, along: line))
    #expect(end.point == Point(3, 10) && end.direction == Point(0, 1))
    #expect(try #require(Polyline.point(at: -1, along: line)).point == Point(0, 0))
    #expect(Polyline.point(at: 1, along: [Point(2, 2), Point(2, 2)]) == nil)
  }

  @Test func flattening() {
    var circle = Path(circleAt: Point(5, 5), radius: 4)
    circle.move(to: Point(1, 1))
    circle.line(to: Point(2, 2))
    let lines = circle.flattened(tolerance: 0.01)
    #expect(lines.map(\.isClosed) == [true, false])
    #expect(lines[1].points == [Point(1, 1), Point(2, 2)])
    #expect(lines[0].points.count > 20 && lines[0].points.count < 200)
    for p in lines[0].points { #expect(abs(p.distance(to: Point(5, 5)) - 4) < 0.003) }
    for (a, b) in zip(lines[0].points, lines[0].points.dropFirst()) {
      #expect(abs(a.midpoint(to: b).distance(to: Point(5, 5)) - 4) < 0.013)
    }
  }

  /// All lines of `length` points of a 3×3 lattice without standing still.
  private func walks(length: Int) -> [[Point]] {
    let points = lattice(3)
    var walks = points.map { [$0] }
    for _ in 1..<length {
      walks = walks.flatMap { walk in points.filter { $0 != walk.last }.map { walk + [$0] } }
    }
    return walks
  }

  private func distance(_ p: Point, _ a: Point, _ b: Point) -> Double {
    let d = b - a
    guard d.squaredLength > 0 else { return p.distance(to: a) }
    let share = min(max((p - a).dot(d) / d.squaredLength, 0), 1)
    return p.distance(to: a + d * share)
  }
}
