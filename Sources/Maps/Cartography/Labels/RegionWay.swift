// SPDX-License-Identifier: MIT
// Part of Platen: the longest good way through a region, along which its name runs.

internal import Geometry
internal import Libc

/// Looks from a region's pole in all directions and joins two views to a way for a name.
///
/// FMG's method: rays every nine degrees, walked until they leave the region; long and
/// level ones count most, and a pair may bend a little at the pole.
struct RegionWay {
  /// Points a name runs along, from left to right, and how good the way is.
  struct Candidate {
    var points: [Point]
    var score: Double
  }

  private struct Ray {
    var degrees: Double
    var direction: Point
    var length: Double
    var score: Double
  }

  private static let directions: [(degrees: Double, direction: Point)] = (0..<40).map { index in
    let degrees = Double(index) * 9
    let angle = degrees * .pi / 180
    return (degrees, Point(cos(angle), sin(angle)))
  }

  /// The best ways, best first, at most `count`.
  ///
  /// `isInside` is called for points up to `reach` from the pole; a ray has room for letters
  /// `halfHeight` to both sides.
  static func candidates(
    pole: Point, step: Double, reach: Double, halfHeight: Double, count: Int,
    isInside: (Point) -> Bool
  ) -> [Candidate] {
    guard isInside(pole) else { return [] }
    let rays = directions.map { degrees, direction in
      ray(
        from: pole, degrees, direction, step: step, reach: reach, halfHeight: halfHeight, isInside)
    }
    var found: [(score: Double, angle: Double, i: Int, j: Int)] = []
    let levels = rays.map { levelness($0.degrees) }
    for i in rays.indices {
      for j in i + 1..<rays.count {
        let apart = abs(rays[i].degrees - rays[j].degrees)
        let angle = min(apart, 360 - apart)
        // Two rays that rise alike make an even arc.
        let evenness = 1 - abs(levels[i] - levels[j])
        let bend = bendFactor(angle) * evenness
        guard bend > 0, rays[i].length > 0 || rays[j].length > 0 else { continue }
        let score = (rays[i].score + rays[j].score) * bend
        // Of hundreds of pairs the best are kept in order, of equal ones the first.
        if found.count == count {
          guard let last = found.last, score > last.score else { continue }
          found.removeLast()
        }
        let place = found.lastIndex { $0.score >= score }.map { $0 + 1 } ?? 0
        found.insert((score, angle, i, j), at: place)
      }
    }
    return found.map {
      Candidate(points: points(pole, rays[$0.i], rays[$0.j], $0.angle), score: $0.score)
    }
  }

  private static func ray(
    from pole: Point, _ degrees: Double, _ direction: Point, step: Double, reach: Double,
    halfHeight: Double, _ isInside: (Point) -> Bool
  ) -> Ray {
    let side = Point(-direction.y, direction.x) * halfHeight
    var length = 0.0
    var next = step
    while next <= reach {
      let p = pole + direction * next
      guard isInside(p), isInside(p + side), isInside(p - side) else { break }
      length = next
      next += step
    }
    return Ray(
      degrees: degrees, direction: direction, length: length,
      score: length * levelFactor(levelness(degrees)))
  }

  /// 1 for a level ray, 0 for an upright one.
  private static func levelness(_ degrees: Double) -> Double {
    abs(degrees.truncatingRemainder(dividingBy: 180) - 90) / 90
  }

  /// Level lettering reads best.
  private static func levelFactor(_ level: Double) -> Double {
    if level > 0.99 { return 1 }
    if level >= 0.75 { return 0.9 }
    if level >= 0.5 { return 0.6 }
    if level >= 0.25 { return 0.5 }
    if level >= 0.15 { return 0.2 }
    return 0.1
  }

  private static func bendFactor(_ angle: Double) -> Double {
    if angle >= 179 { return 1 }
    if angle >= 160 { return 0.95 }
    if angle >= 140 { return 0.8 }
    if angle >= 120 { return 0.6 }
    if angle >= 90 { return 0.5 }
    return 0
  }

  /// A straight line, or a bend at the pole with shoulders of one length.
  private static func points(_ pole: Point, _ a: Ray, _ b: Ray, _ angle: Double) -> [Point] {
    var (left, right) = (a, b)
    if left.direction.x > right.direction.x { swap(&left, &right) }
    let first = pole + left.direction * left.length
    let last = pole + right.direction * right.length
    let shorter = min(left.length, right.length)
    let longer = max(left.length, right.length)
    var result: [Point]
    if angle >= 179 || shorter <= 0 || longer > 2 * shorter {
      result = [first, last]
    } else {
      result = [pole + left.direction * shorter, pole, pole + right.direction * shorter]
    }
    // Nearly upright names read upwards.
    if let start = result.first, let end = result.last, start.x > end.x { result.reverse() }
    return result
  }
}
