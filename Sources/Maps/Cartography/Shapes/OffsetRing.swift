// SPDX-License-Identifier: MIT
// Part of Platen: a ring moved outwards, for shades and lines that follow the coast.

internal import Geometry
internal import Libc

/// Moves rings outwards.
///
/// The result crosses itself where a bay is narrower than twice the distance; filled by the
/// nonzero rule it still covers everything nearer than the distance. Filling it costs Cairo a
/// fraction of what a stroke of that width costs.
enum OffsetRing {
  /// Radians of an arc round a corner between two of its points.
  private static let arcStep = 0.25

  /// `ring` moved outwards by `distance`, its convex corners rounded. What the distance hides is
  /// simplified.
  static func path(_ ring: [Point], by distance: Double) -> Path {
    let ring = simplify(ring, tolerance: 0.03 * distance)
    let count = ring.count
    guard count > 2 else { return Path() }
    // With y down a positive area turns so that the outside is where these normals point.
    let outward = Polygon.signedArea(ring) > 0 ? 1.0 : -1.0
    let normals = (0..<count).map { i -> Point in
      let d = ring[(i + 1) % count] - ring[i]
      let length = d.length
      return length > 0 ? Point(-d.y / length, d.x / length) * outward : .zero
    }
    var points: [Point] = []
    points.reserveCapacity(count * 2)
    for i in 0..<count {
      let before = normals[(i + count - 1) % count]
      let after = normals[i]
      let sum = before + after
      let length = sum.length
      guard length > 1e-9 else {
        points.append(ring[i] + before * distance)
        points.append(ring[i] + after * distance)
        continue
      }
      let middle = sum / length
      let cosine = middle.dot(after)
      let isConvex = before.cross(after) * outward < 0
      guard isConvex else {
        points.append(ring[i] + middle * distance)
        continue
      }
      let steps = max(1, (2 * acos(min(1, cosine)) / arcStep).rounded(.up))
      for step in stride(from: 0, through: steps, by: 1) {
        let direction = before * (1 - step / steps) + after * (step / steps)
        points.append(ring[i] + direction * (distance / direction.length))
      }
    }
    return Path(ring: points)
  }
}
