// SPDX-License-Identifier: MIT
// Part of Platen: the jagged coast: midpoint displacement whose strength varies along the coast.

internal import Atlas
internal import Geometry
internal import Libc

/// Draws a ring as FMG does from 1.119 on: the order of random numbers is part of the
/// picture, so it follows the recipe step by step.
struct JaggedOutline {
  private let parameters: JaggedCoast
  private let threshold: Double
  private let sheet: Rect
  private var random: Alea
  /// Roughness along the perimeter, 0…1.
  private var profile: [Float] = []

  init(parameters: JaggedCoast, isLake: Bool, sheet: Rect, random: Alea) {
    self.parameters = parameters
    self.sheet = sheet
    self.random = random
    threshold =
      isLake
      ? min(parameters.smoothThreshold * parameters.lakeSmoothThresholdFactor, 1)
      : parameters.smoothThreshold
  }

  /// The closed path along `ring`.
  mutating func path(along ring: [Point]) -> Path {
    let count = ring.count
    guard count > 2 else { return Path(ring: ring) }
    makeProfile()

    // Where each point stands on the perimeter, 0…1.
    var along = [0.0]
    for i in 1...count {
      along.append(along[i - 1] + ring[i - 1].distance(to: ring[i % count]))
    }
    let total = along[count] > 0 ? along[count] : 1

    // All points in order, and where each of the original ones is among them.
    var points: [Point] = []
    var position: [Int] = []
    for i in 0..<count {
      position.append(points.count)
      points.append(ring[i])
      let next = ring[(i + 1) % count]
      if Coasts.isOnEdge(ring[i], of: sheet) && Coasts.isOnEdge(next, of: sheet) { continue }
      subdivide(
        ring[i], next, along[i] / total, i + 1 < count ? along[i + 1] / total : 0,
        parameters.maxDepth, parameters.baseAmplitude, into: &points)
    }
    position.append(points.count)
    return JaggedOutline.path(points: points, position: position)
  }

  private mutating func makeProfile() {
    let size = 256
    var sums = [Float](repeating: 0, count: size)
    for k in stride(from: 1, through: min(64, parameters.profileHarmonics), by: 1) {
      let amplitude = random.next()
      let phase = random.next() * Double.pi * 2
      for i in 0..<size {
        let angle = Double.pi * 2 * Double(k) * Double(i) / Double(size) + phase
        sums[i] = Float(Double(sums[i]) + amplitude * cos(angle))
      }
    }
    let low = sums.min() ?? 0
    let range = Double((sums.max() ?? 0) - low)
    profile = sums.map { value in
      let unit = range > 0 ? Double(value - low) / range : 0
      return Float(pow(unit, parameters.roughnessContrast))
    }
  }

  private func roughness(at t: Double) -> Double {
    let place = t * 256
    let whole = Int(place)
    let fraction = place - Double(whole)
    let a = Double(profile[whole % 256])
    let b = Double(profile[(whole + 1) % 256])
    return a + (b - a) * fraction
  }

  /// Appends the points between `a` and `b`, the left half's before the right half's.
  private mutating func subdivide(
    _ a: Point, _ b: Point, _ ta: Double, _ tb: Double, _ depth: Int, _ amplitude: Double,
    into points: inout [Point]
  ) {
    let delta = b - a
    let length = delta.length
    guard depth > 0, length >= parameters.minEdge, length > 0 else { return }
    var middle = (ta + tb) / 2
    // The last edge leads from the end of the perimeter to its beginning.
    if tb < ta {
      middle = (ta + tb + 1) / 2
      if middle >= 1 { middle -= 1 }
    }
    let rough = roughness(at: middle)
    guard rough >= threshold else { return }
    let shift = (random.next() - 0.5) * length.squareRoot() * amplitude * rough
    let mid = Point(
      (a.x + b.x) / 2 + (-delta.y / length) * shift, (a.y + b.y) / 2 + (delta.x / length) * shift)
    let smaller = amplitude * parameters.amplitudeDecay
    subdivide(a, mid, ta, middle, depth - 1, smaller, into: &points)
    points.append(mid)
    subdivide(mid, b, middle, tb, depth - 1, smaller, into: &points)
  }

  /// A quadratic spline through the middles of edges left whole, cubics through displaced points.
  private static func path(points: [Point], position: [Int]) -> Path {
    let count = position.count - 1
    let total = points.count
    func original(_ i: Int) -> Point { points[position[i % count]] }
    func isWhole(_ i: Int) -> Bool { position[i + 1] - position[i] == 1 }
    func middle(_ i: Int) -> Point { original(i).midpoint(to: original(i + 1)) }

    var path = Path()
    var isAtMiddle = isWhole(count - 1)
    var pen = isAtMiddle ? middle(count - 1) : original(0)
    path.move(to: pen)
    for i in 0..<count {
      let vertex = original(i)
      if isWhole(i) {
        let end = middle(i)
        if isAtMiddle {
          path.curve(to: end, pen + (vertex - pen) * (2 / 3), end + (vertex - end) * (2 / 3))
        } else {
          path.line(to: end)
        }
        pen = end
        isAtMiddle = true
      } else {
        if isAtMiddle { path.line(to: vertex) }
        for k in position[i]..<position[i + 1] {
          let before = points[(k + total - 1) % total]
          let a = points[k]
          let b = points[(k + 1) % total]
          let after = points[(k + 2) % total]
          path.curve(to: b, a + (b - before) / 8, b - (after - a) / 8)
          pen = b
        }
        isAtMiddle = false
      }
    }
    path.close()
    return path
  }
}
