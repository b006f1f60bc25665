// SPDX-License-Identifier: MIT
// Part of Platen: how shores that the world's edge cuts off go on beyond it.

internal import Geometry

/// Edges of a world's sheet beyond which the picture continues, and how outlines that run along one
/// of them end out there: in an arc as irregular as a coast, that returns to the edge where the
/// outline does.
struct EdgeContinuation {
  enum Side: Int, CaseIterable {
    case left, right, top, bottom

    /// Away from the sheet.
    var outwards: Point {
      switch self {
      case .left: Point(-1, 0)
      case .right: Point(1, 0)
      case .top: Point(0, -1)
      case .bottom: Point(0, 1)
      }
    }

    /// The distance of a point from this side, positive inside the sheet.
    func depth(_ p: Point, in rect: Rect) -> Double {
      switch self {
      case .left: p.x - rect.minX
      case .right: rect.maxX - p.x
      case .top: p.y - rect.minY
      case .bottom: rect.maxY - p.y
      }
    }
  }

  let sheet: Rect
  let sides: [Side]
  /// The farthest that land continues.
  let reach: Double
  /// The distance of points of an outline.
  let step: Double
  private let noise: ValueNoise

  /// Nil where the picture ends with the sheet.
  init?(of sheet: Rect, within window: Rect, seen: Rect, step: Double, seed: String) {
    // Less than this is the rounding of a size to whole pixels.
    let least = 0.004 * max(seen.width, seen.height)
    sides = Side.allCases.filter { side in
      -side.depth(side.corner(of: window), in: sheet) > least
    }
    guard !sides.isEmpty, step > 0 else { return nil }
    self.sheet = sheet
    self.step = step
    reach = 0.05 * min(seen.width, seen.height)
    noise = ValueNoise(seed: seed + " beyond")
  }

  /// The side that both points lie on.
  private func side(_ a: Point, _ b: Point, of candidates: [Side]) -> Side? {
    candidates.first { $0.depth(a, in: sheet) == 0 && $0.depth(b, in: sheet) == 0 }
  }

  /// The ring with an arc in place of each run along one of the sides.
  ///
  /// - Parameters:
  ///   - more: How much farther than land it continues.
  ///   - coarser: The distance of its points, in steps.
  func continued(_ ring: [Point], more: Double = 0, coarser: Double = 1) -> [Point] {
    let count = ring.count
    guard count > 2 else { return ring }
    let on = ring.indices.map { side(ring[$0], ring[($0 + 1) % count], of: sides) }
    let ends = ring.indices.map {
      side(ring[$0], ring[($0 + 1) % count], of: Side.allCases) != nil
    }
    guard on.contains(where: { $0 != nil }) else { return ring }
    let start = ring.indices.first { on[$0] != on[($0 + count - 1) % count] } ?? 0
    var result: [Point] = []
    result.reserveCapacity(count + 64)
    var i = 0
    while i < count {
      let first = (start + i) % count
      let side = on[first]
      // What lies on the edge itself would be held there as a corner.
      result.append(nudged(ring[first]))
      guard let side else {
        i += 1
        continue
      }
      var last = i
      while last + 1 < count, on[(start + last + 1) % count] == side { last += 1 }
      let end = (start + last + 1) % count
      result += arc(
        from: ring[first], to: ring[end], beyond: side,
        isOpen: (ends[(first + count - 1) % count], ends[end]), more: more, coarser: coarser)
      i = last + 1
    }
    return result
  }

  private func nudged(_ p: Point) -> Point {
    var result = p
    for side in sides where side.depth(p, in: sheet) == 0 {
      result = result + side.outwards * (step * 0.02)
    }
    return result
  }

  /// - Parameter isOpen: Whether land continues along another edge at either end.
  private func arc(
    from a: Point, to b: Point, beyond side: Side, isOpen: (Bool, Bool), more: Double,
    coarser: Double
  ) -> [Point] {
    let way = b - a
    let length = way.length
    guard length > 0 else { return [] }
    let isClosed = !isOpen.0 && !isOpen.1
    let high = isClosed ? min(0.34 * length, reach + more) : reach + more
    let round = max(min(isClosed ? length / 2 : length, 1.6 * high), 1e-9)
    let pitch = step * coarser
    let parts = max(2, Int((length / pitch).rounded()))
    let first = side.outwards.x == 0 ? a.x : a.y
    let turn = side.outwards.x == 0 ? way.x / length : way.y / length
    return (0...parts).compactMap { part -> Point? in
      let isEnd = part == 0 || part == parts
      // The ends stand already, but for corners of land that goes on around them.
      if part == 0 && !isOpen.0 || part == parts && !isOpen.1 { return nil }
      let along = length * Double(part) / Double(parts)
      let place = (first + turn * along) / pitch
      let near = min(isOpen.0 ? .infinity : along, isOpen.1 ? .infinity : length - along)
      let rise = min(1, near / round)
      let base = (1 - (1 - rise) * (1 - rise)).squareRoot()
      let broad = noise.value(place / 5.3, 0.5, plane: side.rawValue)
      let small = noise.value(place / 1.9, 0.5, plane: side.rawValue + 4)
      let aside = isEnd ? 0 : (noise.value(place / 1.3, 0.5, plane: side.rawValue + 8) - 0.5) * 0.5
      return a + way * (along / length) + way * (aside * pitch / length)
        + side.outwards * max(high * base * (0.55 + 0.6 * broad + 0.2 * small), step * 0.02)
    }
  }

  /// A rectangle cut at the sides.
  func cut(_ wide: Rect) -> Rect {
    let (left, top) = (
      sides.contains(.left) ? sheet.minX : wide.minX, sides.contains(.top) ? sheet.minY : wide.minY
    )
    let right = sides.contains(.right) ? sheet.maxX : wide.maxX
    let bottom = sides.contains(.bottom) ? sheet.maxY : wide.maxY
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// A point at the sheet's edge moved out, so far that it is beyond all land.
  func pushed(_ p: Point) -> Point {
    let nearest = Side.allCases.min { $0.depth(p, in: sheet) < $1.depth(p, in: sheet) }
    guard let nearest, sides.contains(nearest) else { return p }
    return p + nearest.outwards * (2 * reach + max(0, nearest.depth(p, in: sheet)))
  }
}

extension EdgeContinuation.Side {
  /// A point of a rectangle's side.
  fileprivate func corner(of rect: Rect) -> Point {
    switch self {
    case .left, .top: Point(rect.minX, rect.minY)
    case .right, .bottom: Point(rect.maxX, rect.maxY)
    }
  }
}
