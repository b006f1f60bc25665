// SPDX-License-Identifier: MIT
// Part of Platen: where land lies: continents along bent spines, and chains of islands.

internal import Geometry

/// The plan of a world's land, in units of the sheet's shorter side.
struct Continents {
  /// A piece of a continent's spine or of a side range.
  struct Segment {
    var from: Point
    var to: Point
    /// The distance that land reaches from it, at either end.
    var reach: (Double, Double)
    /// The height of its mountains at either end, 0…1.
    var crest: (Double, Double)
    /// Half the width of its range.
    var breadth: Double
  }

  var segments: [Segment] = []

  /// - Parameter extent: of the sheet in units of its shorter side.
  init(extent: Size, dice: inout RandomStream) {
    var centers: [Point] = []
    // The first continents are large; each further one looks for the emptiest place left.
    var sizes = [1.0, 0.82, 0.62, 0.4, 0.3]
    // A strip of a sheet has room for more than an atlas page.
    let more = Int(extent.width * extent.height * 2.8) - sizes.count
    for index in 0..<min(40, max(0, more)) { sizes.append([0.8, 0.5, 0.65][index % 3]) }
    for size in sizes {
      let center = Continents.emptyPlace(among: centers, extent: extent, dice: &dice)
      centers.append(center)
      raise(at: center, size: size, extent: extent, dice: &dice)
    }
    for _ in 0..<4 {
      let center = Continents.emptyPlace(among: centers, extent: extent, dice: &dice)
      centers.append(center)
      scatter(at: center, dice: &dice)
    }
  }

  /// The best of some random places: far from the others and not at the edge.
  private static func emptyPlace(among others: [Point], extent: Size, dice: inout RandomStream)
    -> Point
  {
    let inner = inside(extent, long: 0.14, short: 0.16)
    var best = Point(extent.width / 2, extent.height / 2)
    var bestRoom = -1.0
    for _ in 0..<24 {
      let place = Point(
        dice.number(inner.minX...inner.maxX), dice.number(inner.minY...inner.maxY))
      let edge =
        min(place.x, extent.width - place.x, place.y, extent.height - place.y) + 0.12
      let room = others.reduce(edge) { min($0, $1.distance(to: place)) }
      if room > bestRoom { (best, bestRoom) = (place, room) }
    }
    return best
  }

  /// The sheet without margins, given as shares of its longer and of its shorter side.
  private static func inside(_ extent: Size, long: Double, short: Double) -> Rect {
    let isWide = extent.width >= extent.height
    let across = extent.width * (isWide ? long : short)
    let down = extent.height * (isWide ? short : long)
    return Rect(
      x: across, y: down, width: extent.width - 2 * across, height: extent.height - 2 * down)
  }

  private mutating func raise(
    at center: Point, size: Double, extent: Size, dice: inout RandomStream
  ) {
    let inner = Continents.inside(extent, long: 0.11, short: 0.13)
    let reach = 0.17 * (0.45 + 0.55 * size)
    let length = dice.number(0.30...0.52) * size
    let steps = max(4, Int(length / 0.03))
    let stride = length / Double(steps)
    var heading = PlaneDirection(turn: dice.unit())
    var place = center - heading.vector * (length / 2)
    let bend = dice.number(-0.06...0.06)
    var crest = dice.number(0.5...1)
    var width = reach * dice.number(0.7...1)
    for step in 0..<steps {
      heading = heading.turned(by: bend + dice.number(-0.07...0.07))
      var next = place + heading.vector * stride
      // The spine keeps clear of the sheet's edge.
      next.x = min(max(next.x, inner.minX), inner.maxX)
      next.y = min(max(next.y, inner.minY), inner.maxY)
      let nextWidth = min(reach * 1.25, max(reach * 0.55, width * dice.number(0.78...1.28)))
      let nextCrest = min(1, max(0.05, crest + dice.number(-0.22...0.24)))
      segments.append(
        Segment(
          from: place, to: next, reach: (width, nextWidth), crest: (crest, nextCrest),
          breadth: 0.02 + 0.015 * size))
      if size > 0.35, step > 0, dice.chance(0.3) {
        branch(from: next, heading: heading, reach: nextWidth, size: size, dice: &dice)
      }
      (place, width, crest) = (next, nextWidth, nextCrest)
    }
  }

  /// A side range that runs out to the coast and often past it, as a peninsula.
  private mutating func branch(
    from start: Point, heading: PlaneDirection, reach: Double, size: Double,
    dice: inout RandomStream
  ) {
    var heading = heading.turned(by: (dice.chance(0.5) ? 1 : -1) * dice.number(0.14...0.27))
    var place = start
    var crest = dice.number(0.15...0.75)
    let steps = dice.int(4...8)
    for step in 0..<steps {
      heading = heading.turned(by: dice.number(-0.06...0.06))
      let next = place + heading.vector * 0.028
      let taper = 1 - Double(step) / Double(steps)
      let width = max(0.035, reach * 0.75 * taper)
      segments.append(
        Segment(
          from: place, to: next, reach: (width, width * 0.9), crest: (crest, crest * 0.85),
          breadth: 0.016 + 0.01 * size))
      (place, crest) = (next, crest * 0.85)
    }
  }

  /// Islands along an arc.
  private mutating func scatter(at center: Point, dice: inout RandomStream) {
    var heading = PlaneDirection(turn: dice.unit())
    let bend = dice.number(-0.05...0.05)
    var place = center - heading.vector * 0.1
    for _ in 0..<dice.int(4...8) {
      heading = heading.turned(by: bend)
      place = place + heading.vector * dice.number(0.035...0.06)
      let size = dice.number(0.012...0.05)
      let end = place + PlaneDirection(turn: dice.unit()).vector * size
      segments.append(
        Segment(
          from: place, to: end, reach: (size, size * 0.8), crest: (0.35, 0.2), breadth: 0.018))
    }
  }
}

/// A direction of the plane, turned without sine and cosine so that every machine agrees.
struct PlaneDirection {
  private(set) var vector: Point

  /// - Parameter turn: fraction of a full turn.
  init(turn: Double) {
    vector = Point(1, 0)
    self = turned(by: turn)
  }

  /// Turned by a fraction of a full turn.
  func turned(by turn: Double) -> PlaneDirection {
    // The half-angle substitution needs small angles: an eighth of the way, eight times.
    let angle = turn * 2 * Double.pi / 8
    let t = angle / 2 + angle * angle * angle / 24 + angle * angle * angle * angle * angle / 240
    let (cosine, sine) = ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
    var copy = self
    for _ in 0..<8 {
      let v = copy.vector
      copy.vector = Point(v.x * cosine - v.y * sine, v.x * sine + v.y * cosine)
    }
    return copy
  }
}
