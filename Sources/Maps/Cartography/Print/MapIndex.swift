// SPDX-License-Identifier: MIT
// Part of Platen: what of a world is listed behind its map, and where each of it lies.

package import Atlas
package import Digests
internal import Documents
package import Geometry

/// The names on a map, table by table, each sorted for people.
package struct MapIndex: Hashable, Sendable {
  /// The tables that may be listed, in this order.
  package enum Table: String, CaseIterable, Hashable, Sendable {
    case states, provinces, burgs, rivers, markers

    /// The tables of maps on one page; atlases list all.
    package static let ofMaps: [Table] = [.states, .provinces, .burgs]

    var title: Phrase {
      switch self {
      case .states: .mapStates
      case .provinces: .mapProvinces
      case .burgs: .burgs
      case .rivers: .layerRivers
      case .markers: .layerMarkers
      }
    }
  }

  package struct Entry: Hashable, Sendable {
    package var name: String
    /// The point of it, in map units.
    package var point: Point
    /// The extent; nothing but the point for a burg.
    package var bounds: Rect

    fileprivate init(name: String, point: Point, bounds: Rect) {
      (self.name, self.point, self.bounds) = (name, point, bounds)
    }

    fileprivate init(name: String, at point: Point) {
      self.init(
        name: name, point: point, bounds: Rect(x: point.x, y: point.y, width: 0, height: 0))
    }
  }

  package struct Group: Hashable, Sendable {
    package var table: Table
    package var entries: [Entry]
  }

  package private(set) var groups: [Group] = []

  /// - Parameter shown: The part of the sheet that is seen; what lies elsewhere is not listed.
  package init(of world: World, showing shown: Rect, _ tables: [Table]) {
    for table in Table.allCases where tables.contains(table) {
      let entries: [Entry] =
        switch table {
        case .burgs:
          world.burgs.map { Entry(name: $0.name, at: $0.position) }
        case .rivers: MapIndex.rivers(of: world)
        case .markers: MapIndex.markers(of: world)
        case .states:
          MapIndex.regions(
            world.states.filter { $0.id > 0 }.map { ($0.id, $0.name, $0.pole) }, in: world
          ) { Int($0.state[$1]) }
        case .provinces:
          MapIndex.regions(
            world.provinces.filter { $0.id > 0 }.map { ($0.id, $0.name, $0.pole) }, in: world
          ) { Int($0.province[$1]) }
        }
      let seen = entries.filter { !$0.name.isEmpty && shown.contains($0.point) }
        .map { (key: IndexEntry.sortKey($0.name), entry: $0) }
        .sorted {
          ($0.key, $0.entry.name, $0.entry.point.x, $0.entry.point.y)
            < ($1.key, $1.entry.name, $1.entry.point.x, $1.entry.point.y)
        }
      if !seen.isEmpty { groups.append(Group(table: table, entries: seen.map(\.entry))) }
    }
  }

  /// Rivers, each at the middle of its course.
  private static func rivers(of world: World) -> [Entry] {
    guard let cells = world.cells else { return [] }
    return world.rivers.compactMap { river in
      let course =
        river.points.isEmpty
        ? river.cells.filter { $0 >= 0 && Int($0) < cells.count }.map { cells.mesh.sites[Int($0)] }
        : river.points.filter(\.isFinite)
      return course.isEmpty ? nil : Entry(name: river.name, at: course[course.count / 2])
    }
  }

  /// Markers that have names, which are those of their notes.
  private static func markers(of world: World) -> [Entry] {
    let names = Dictionary(
      world.notes.map { ($0.subject, $0.name) }, uniquingKeysWith: { first, _ in first })
    return world.markers.compactMap { marker in
      names["marker\(marker.id)"].map { Entry(name: $0, at: marker.position) }
    }
  }

  /// Regions with the rectangles their cells fill; those without cells are nowhere.
  private static func regions(
    _ regions: [(id: Int, name: String, pole: Point?)], in world: World,
    of region: (Cells, Int) -> Int
  ) -> [Entry] {
    guard let cells = world.cells else { return [] }
    var bounds: [Int: Rect] = [:]
    for cell in 0..<cells.count {
      let id = region(cells, cell)
      guard id > 0 else { continue }
      let site = cells.mesh.sites[cell]
      let place = Rect(x: site.x, y: site.y, width: 0, height: 0)
      bounds[id] = bounds[id]?.union(place) ?? place
    }
    return regions.compactMap { region in
      bounds[region.id].map {
        Entry(name: region.name, point: region.pole ?? $0.center, bounds: $0)
      }
    }
  }
}

extension MapIndex: Digestible {
  package func add(to digester: inout Digester) { digester.addFields(groups) }
}

extension MapIndex.Table: Digestible {}

extension MapIndex.Group: Digestible {
  package func add(to digester: inout Digester) { digester.addFields(table, entries) }
}

extension MapIndex.Entry: Digestible {
  package func add(to digester: inout Digester) { digester.addFields(name, point, bounds) }
}
