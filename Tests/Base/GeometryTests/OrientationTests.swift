// SPDX-License-Identifier: MIT
// Part of Platen: the side of a line, right even where plain arithmetic is wrong.

import Geometry
import Testing

@Suite("Orientation")
struct OrientationTests {
  @Test("Counter-clockwise with y down is positive")
  func convention() {
    #expect(Orientation.turn(Point(0, 0), Point(0, 1), Point(1, 0)) > 0)
    #expect(Orientation.turn(Point(0, 0), Point(1, 0), Point(0, 1)) < 0)
    #expect(Orientation.turn(Point(0, 0), Point(1, 1), Point(3, 3)) == 0)
  }

  /// Points around a nearly collinear triple in steps of one unit in the last place, against whole
  /// numbers of 128 bits: the picture with which Kettner and others showed naive predicates wrong.
  @Test func agreesWithWholeNumbers() {
    let ulp = 0x1p-53
    let (b, c) = (Point(12, 12), Point(24, 24))
    var naiveMistakes = 0
    for i in 0..<64 {
      for j in 0..<64 {
        let a = Point(0.5 + Double(i) * ulp, 0.5 + Double(j) * ulp)
        // All coordinates are whole multiples of 2⁻⁵³.
        let (ax, ay) = (Int128(1) << 52 + Int128(i), Int128(1) << 52 + Int128(j))
        let (bx, cx) = (Int128(12) << 53, Int128(24) << 53)
        let exact = (ay - cx) * (bx - cx) - (ax - cx) * (bx - cx)
        let found = Orientation.turn(a, b, c)
        #expect(exact.signum() == (found > 0 ? 1 : found < 0 ? -1 : 0), "\(i), \(j)")
        let naive = (a.y - c.y) * (b.x - c.x) - (a.x - c.x) * (b.y - c.y)
        if exact.signum() != (naive > 0 ? 1 : naive < 0 ? -1 : 0) { naiveMistakes += 1 }
      }
    }
    #expect(naiveMistakes > 0, "the test is hard enough to need exactness")
  }

  @Test func turningAndSwapping() {
    let points = scattered(12) + lattice(3, spacing: 0.1)
    for a in points {
      for b in points {
        for c in points {
          let turn = Orientation.turn(a, b, c)
          #expect((turn > 0) == (Orientation.turn(b, c, a) > 0))
          #expect((turn > 0) == (Orientation.turn(b, a, c) < 0))
        }
      }
    }
  }
}
