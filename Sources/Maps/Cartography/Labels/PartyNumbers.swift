// SPDX-License-Identifier: MIT
// Part of Platen: the numbered stops of a party on the map.

internal import Drawing
internal import Geometry
internal import Libc

/// A numbered stop on the map.
struct PartyNumber {
  /// From 1.
  var number: Int
  /// The place on the map, and the center of the circle, which stands beside it where another stop is
  /// near.
  var place: Point
  var center: Point
  var radius: Double

  var box: Rect {
    Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
  }
}

extension Composition {
  /// The stops in the window; circles of stops near each other stand next to each other.
  var partyNumbers: [PartyNumber] {
    let lettering = look.rulers.label
    guard let party = request.party, lettering.size > 0 else { return [] }
    let radius = max(lettering.size, leastName) * 0.68
    var placed: [PartyNumber] = []
    for (index, stop) in party.stops.enumerated() where inside.contains(stop.position) {
      let free = ([stop.position] + Composition.ring(around: stop.position, radius: 2.1 * radius))
        .first { center in
          inside.contains(center)
            && placed.allSatisfy { $0.center.distance(to: center) >= 2 * radius }
        }
      placed.append(
        PartyNumber(
          number: index + 1, place: stop.position, center: free ?? stop.position, radius: radius))
    }
    return placed
  }

  private static func ring(around center: Point, radius: Double) -> [Point] {
    [1, 2].flatMap { ring in
      (0..<8).map { turn in
        let angle = Double(turn) * .pi / 4
        return center + Point(cos(angle), sin(angle)) * (radius * ring)
      }
    }
  }

  /// A numbered circle, with a line to its place where it stands beside that.
  func partyNumber(_ number: PartyNumber) -> [Node] {
    var nodes: [Node] = []
    let unit = look.rulers.line.width
    if number.center != number.place {
      var way = Path()
      way.append(line: [number.place, number.center])
      nodes.append(
        .path(PathNode(way, stroke: Stroke(look.rulers.line.color, width: unit, cap: .round))))
    }
    return nodes + partyCircle(number.number, at: number.center, radius: number.radius)
  }

  /// A circle with a number.
  func partyCircle(_ number: Int, at center: Point, radius: Double) -> [Node] {
    let style = look.rulers
    var lettering = style.label
    lettering.color = style.back.color.opacity(1)
    lettering.weight = max(lettering.weight, 700)
    let text = String(number)
    let shaped = shape(text, lettering, size: radius * (text.count > 2 ? 0.9 : 1.25))
    return [
      .path(
        PathNode(
          Path(circleAt: center, radius: radius), fill: Fill(style.line.color.opacity(1)),
          stroke: Stroke(style.back.color.opacity(1), width: radius * 0.16)))
    ]
      + shaped.nodes(
        at: Point(center.x - shaped.width / 2, center.y + (shaped.ascent - shaped.descent) / 2),
        paint: .color(lettering.color), halo: nil)
  }
}
