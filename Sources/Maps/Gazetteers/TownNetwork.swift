// SPDX-License-Identifier: MIT
// Part of Platen: the nearest towns of each town, and those that roads and ships reach from it.

package import Atlas
package import Geometry
internal import Libc

/// Towns found by place, and the next towns along routes.
package struct TownNetwork: Sendable {
  /// Another town, and how far it is.
  package struct Link: Hashable, Sendable {
    package var town: Int
    /// Map units, as the crow flies or along the route.
    package var distance: Double
  }

  /// The next towns along roads, and along sea routes, by town; nearest first.
  package private(set) var roads: [Int: [Link]] = [:]
  package private(set) var sails: [Int: [Link]] = [:]

  private var buckets: [[(id: Int, at: Point)]]
  private let columns: Int
  private let rows: Int
  private let side: Double

  package init(_ world: World) {
    let towns = world.burgs.filter { $0.position.isFinite }
    let (width, height) = (max(1, world.info.width), max(1, world.info.height))
    side = max((width * height / Double(max(1, towns.count)) * 2).squareRoot(), 1e-6)
    columns = max(1, min(1000, Int((width / side).rounded(.up))))
    rows = max(1, min(1000, Int((height / side).rounded(.up))))
    buckets = Array(repeating: [], count: columns * rows)
    for town in towns {
      let (column, row) = place(town.position)
      buckets[row * columns + column].append((town.id, town.position))
    }
    guard let burgs = world.cells?.burg else { return }
    for route in world.routes where route.points.count == route.cells.count {
      let isSea = route.group == "searoutes"
      guard isSea || route.group == "roads" else { continue }
      var last: (town: Int, run: Double)?
      var run = 0.0
      for index in route.cells.indices {
        if index > 0 { run += route.points[index].distance(to: route.points[index - 1]) }
        let cell = Int(route.cells[index])
        guard burgs.indices.contains(cell), burgs[cell] != 0 else { continue }
        let town = Int(burgs[cell])
        guard world.burgs.contains(id: town) else { continue }
        if let last, last.town != town, run.isFinite {
          link(last.town, town, run - last.run, isSea: isSea)
        }
        last = (town, run)
      }
    }
    func sorted(_ links: [Int: [Link]]) -> [Int: [Link]] {
      links.mapValues { $0.sorted { ($0.distance, $0.town) < ($1.distance, $1.town) } }
    }
    (roads, sails) = (sorted(roads), sorted(sails))
  }

  private mutating func link(_ one: Int, _ other: Int, _ distance: Double, isSea: Bool) {
    func add(_ from: Int, _ to: Int, _ links: inout [Int: [Link]]) {
      if let known = links[from]?.firstIndex(where: { $0.town == to }) {
        let shortest = min(distance, links[from]?[known].distance ?? distance)
        links[from]?[known].distance = shortest
      } else if links[from, default: []].count < 64 {
        links[from, default: []].append(Link(town: to, distance: distance))
      }
    }
    if isSea {
      add(one, other, &sails)
      add(other, one, &sails)
    } else {
      add(one, other, &roads)
      add(other, one, &roads)
    }
  }

  private func place(_ point: Point) -> (column: Int, row: Int) {
    func step(_ value: Double, _ count: Int) -> Int {
      Int(max(0, min(Double(count - 1), (value / side).rounded(.down))))
    }
    return (step(point.x, columns), step(point.y, rows))
  }

  /// The towns nearest to a place, the nearest first.
  ///
  /// - Parameter other: a town that is omitted.
  package func nearest(to point: Point, count: Int, besides other: Int? = nil) -> [Link] {
    guard point.isFinite else { return [] }
    let (column, row) = place(point)
    var found: [Link] = []
    for ring in 0...max(columns, rows) {
      // All that is nearer than the ring's inner edge has been seen.
      if found.count >= count, found[count - 1].distance <= Double(ring - 1) * side { break }
      for y in (row - ring)...(row + ring) where (0..<rows).contains(y) {
        let isEdge = y == row - ring || y == row + ring
        for x in stride(
          from: column - ring, through: column + ring, by: isEdge ? 1 : max(1, 2 * ring))
        where (0..<columns).contains(x) {
          for town in buckets[y * columns + x] where town.id != other {
            found.append(Link(town: town.id, distance: town.at.distance(to: point)))
          }
        }
      }
      found.sort { ($0.distance, $0.town) < ($1.distance, $1.town) }
      if found.count > count { found.removeLast(found.count - count) }
    }
    return found
  }

  /// The direction from one place to another among eight, clockwise from north.
  package static func direction(from: Point, to: Point) -> Int {
    let turns = atan2(to.x - from.x, from.y - to.y) / (2 * .pi) + 1
    return Int((turns * 8).rounded()) % 8
  }
}
