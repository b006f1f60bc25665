// SPDX-License-Identifier: MIT
// Part of Platen: a glyph's outline, flattened for a size, with what is needed to grow it into a halo.

internal import Geometry
internal import Libc

/// A glyph's outline in em, y down, and its flattened forms, kept for the sizes it is drawn at.
final class GlyphOutline {
  let path: Path
  /// The box around all points; nil for a blank glyph.
  let bounds: Rect?
  private var flattened: [Int: FlatOutline] = [:]
  private var coarsened: [Int: [[Point]]] = [:]

  init(path: Path) {
    self.path = path
    bounds = path.controlBounds
  }

  /// The outline as polygons, smooth at em sizes of up to `2^exponent` pixels.
  ///
  /// Whole exponents keep the number of forms small, and make the form depend on the size alone.
  func flat(exponent: Int) -> FlatOutline {
    if let known = flattened[exponent] { return known }
    let pixels = Double(sign: .plus, exponent: exponent, significand: 1)
    let flat = FlatOutline(path, tolerance: 0.1 / pixels)
    flattened[exponent] = flat
    return flat
  }

  /// The outline as polygons of few points; no omitted point is further from them than a tenth of a
  /// pixel at an em of `2^exponent` pixels.
  func coarse(exponent: Int) -> [[Point]] {
    if let known = coarsened[exponent] { return known }
    let pixels = Double(sign: .plus, exponent: exponent, significand: 1)
    let coarse = FlatOutline(path, tolerance: 0.05 / pixels).contours
      .map { FlatOutline.thinned($0, tolerance: 0.1 / pixels) }
      .filter { $0.count > 2 }
    coarsened[exponent] = coarse
    return coarse
  }
}

/// An outline of straight lines, each corner with the directions in which a halo grows from it.
///
/// A halo of radius r is the outline's Minkowski sum with a disc. Its boundary is traced as a
/// convolution curve: every point moved r along its normal, with an arc of normals at sharp
/// corners, filled by the non-zero rule. The curve winds around a place as often as the disc about
/// it meets separate parts of the ink, less the holes that lie in the disc whole (Guibas, Ramshaw,
/// Stolfi, "A kinetic framework for computational geometry", 1983). So the fill is right if holes
/// that fit into the disc are omitted, which `haloContours` does. That costs about an eighth of
/// stroking: half the edges, no caps and joins, and it is computed once for all sizes.
struct FlatOutline {
  /// A point and a unit normal, or, between two nearly straight edges, the miter of both.
  struct Corner {
    var point: Point
    var normal: Point
  }

  /// The polygons to fill.
  private(set) var contours: [[Point]] = []
  private var corners: [(corners: [Corner], holeRadius: Double?)] = []

  init(_ path: Path, tolerance: Double) {
    contours = FlatOutline.flatten(path, tolerance: tolerance)
    let areas = contours.map(FlatOutline.signedArea)
    // Fonts agree on no direction, but within a glyph the ink outweighs its holes.
    let outward = areas.reduce(0, +) < 0 ? -1.0 : 1.0
    for (contour, area) in zip(contours, areas) {
      corners.append(
        (
          FlatOutline.corners(of: contour, outward: outward),
          area * outward < 0 ? FlatOutline.enclosingRadius(contour) : nil
        ))
    }
  }

  /// The closed curves to fill for a halo of `radius` em.
  func haloContours(radius: Double) -> [[Corner]] {
    corners.compactMap { corners, holeRadius in
      if let holeRadius, holeRadius <= radius { return nil }
      return corners
    }
  }

  private static let sharp = 20.0 * .pi / 180

  private static func corners(of contour: [Point], outward: Double) -> [Corner] {
    let count = contour.count
    var result: [Corner] = []
    result.reserveCapacity(count + 8)
    func normal(_ i: Int) -> Point {
      let edge = contour[(i + 1) % count] - contour[i]
      let k = outward / edge.length
      return Point(edge.y * k, -edge.x * k)
    }
    var before = normal(count - 1)
    for i in 0..<count {
      let after = normal(i)
      var turn = atan2(before.cross(after), before.dot(after))
      // A cusp turns half way round; outward is the way that grows the halo.
      if abs(turn) > .pi - 1e-6 { turn = .pi * outward }
      if abs(turn) <= sharp {
        let sum = before + after
        result.append(Corner(point: contour[i], normal: sum * (2 / sum.squaredLength)))
      } else {
        let steps = Int((abs(turn) / sharp).rounded(.up))
        for step in 0...steps {
          let angle = turn * Double(step) / Double(steps)
          let (sine, cosine) = (sin(angle), cos(angle))
          result.append(
            Corner(
              point: contour[i],
              normal: Point(
                before.x * cosine - before.y * sine, before.x * sine + before.y * cosine)))
        }
      }
      before = after
    }
    return result
  }

  /// The limit of an outline's points where its curves are cut into several pieces each: no letter
  /// has as many, and a damaged font may need hundreds of megabytes.
  private static let pointLimit = 1 << 15

  private static func flatten(_ path: Path, tolerance: Double) -> [[Point]] {
    var contours: [[Point]] = []
    var contour: [Point] = []
    let curves = path.verbs.count { $0 == .curve }
    let mostPieces = Double(max(1, min(100, pointLimit / max(1, curves))))
    func add(_ p: Point) {
      if let last = contour.last, last.squaredDistance(to: p) < 1e-14 { return }
      contour.append(p)
    }
    func end() {
      while contour.count > 1, contour[0].squaredDistance(to: contour[contour.count - 1]) < 1e-14 {
        contour.removeLast()
      }
      if contour.count > 2 { contours.append(contour) }
      contour = []
    }
    var next = 0
    for verb in path.verbs {
      switch verb {
      case .move:
        end()
        add(path.points[next])
        next += 1
      case .line:
        add(path.points[next])
        next += 1
      case .curve:
        let p0 = contour.last ?? path.points[next]
        let (p1, p2, p3) = (path.points[next], path.points[next + 1], path.points[next + 2])
        next += 3
        let bend = max((p0 - p1 * 2 + p2).length, (p1 - p2 * 2 + p3).length)
        // Wang's bound on the pieces a cubic needs.
        let pieces = Int(
          max(1, min(mostPieces, (0.75 * bend / tolerance).squareRoot().rounded(.up))))
        for i in 1...pieces {
          let t = Double(i) / Double(pieces)
          let u = 1 - t
          add(
            p0 * (u * u * u) + p1 * (3 * u * u * t) + p2 * (3 * u * t * t) + p3 * (t * t * t))
        }
      case .close:
        end()
      }
    }
    end()
    return contours
  }

  /// A ring without the points that lie within `tolerance` of what is left (Douglas and Peucker).
  static func thinned(_ ring: [Point], tolerance: Double) -> [Point] {
    guard ring.count > 4 else { return ring }
    // The ring is cut in two at its first point and the one farthest from it.
    var middle = 0
    for i in ring.indices
    where ring[i].squaredDistance(to: ring[0]) > ring[middle].squaredDistance(to: ring[0]) {
      middle = i
    }
    let closed = ring + [ring[0]]
    var isKept = [Bool](repeating: false, count: closed.count)
    isKept[0] = true
    isKept[middle] = true
    var open = [(0, middle), (middle, closed.count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      let chord = closed[last] - closed[first]
      let length = chord.length
      var farthest = (index: first, distance: tolerance)
      for i in first + 1..<last {
        let offset = closed[i] - closed[first]
        let distance = length > 0 ? abs(chord.cross(offset)) / length : offset.length
        if distance > farthest.distance { farthest = (i, distance) }
      }
      guard farthest.index > first else { continue }
      isKept[farthest.index] = true
      open.append((first, farthest.index))
      open.append((farthest.index, last))
    }
    return ring.indices.filter { isKept[$0] }.map { ring[$0] }
  }

  private static func signedArea(_ contour: [Point]) -> Double {
    var sum = 0.0
    var previous = contour[contour.count - 1]
    for p in contour {
      sum += previous.cross(p)
      previous = p
    }
    return sum / 2
  }

  /// Radius of a circle around all points, at most a few percent too large: Ritter's, improved by
  /// steps towards the farthest point (Bădoiu and Clarkson).
  private static func enclosingRadius(_ contour: [Point]) -> Double {
    var center = Rect(enclosing: contour)?.center ?? contour[0]
    var radius = Double.infinity
    for step in 1...32 {
      var farthest = contour[0]
      for p in contour where p.squaredDistance(to: center) > farthest.squaredDistance(to: center) {
        farthest = p
      }
      radius = min(radius, farthest.distance(to: center))
      center = center + (farthest - center) / Double(step + 1)
    }
    return radius
  }
}
