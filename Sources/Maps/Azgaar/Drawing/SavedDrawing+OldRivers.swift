// SPDX-License-Identifier: MIT
// Part of Platen: rivers of old saves, which have them only in their drawing.

internal import Atlas
internal import Geometry

extension SavedDrawing {
  /// Rivers of versions before 1.65 have no course, those before 1.21 nothing but their ribbon.
  func completeRivers(_ world: inout World, hasTable: Bool) {
    if hasTable, world.rivers.allSatisfy({ !$0.cells.isEmpty }) { return }
    var ribbons: [Int: (path: Path, widthFactor: Double?)] = [:]
    var order: [Int] = []
    for element in elements["rivers"] ?? [] where element.name == "path" {
      guard let id = element.attributes["id"].flatMap({ Int($0.trimmingPrefix("river")) }), id > 0,
        ribbons[id] == nil, let path = element.attributes.path, path.points.count > 2
      else { continue }
      ribbons[id] = (path, element.attributes.number("data-width"))
      order.append(id)
    }
    if !hasTable {
      world.rivers = EntityList(
        order.map { id in
          var river = River(id: id, name: "")
          river.basin = id
          return river
        })
    }
    let index = world.cells.map { PointIndex($0.mesh.sites) }
    let flux = world.cells?.flux ?? []
    world.rivers.mutateAll { river in
      guard river.cells.isEmpty, let ribbon = ribbons[river.id]?.path else { return }
      river.ribbon = ribbon
      // Tables hold the widths from 1.6 on, and never 0 at the source.
      if river.sourceWidth == 0 {
        river.sourceWidth = 0.1
        if let factor = ribbons[river.id]?.widthFactor, factor > 0 { river.widthFactor = factor }
      }
      // The ribbon runs from the mouth up one bank to the source and down the other.
      let bank = ribbon.anchors
      guard let mouth = bank.first, let index else { return }
      if river.length == 0 {
        let ring = zip(bank, bank.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        river.length = (ring / 2 * 10).rounded() / 10
      }
      if !hasTable {
        let source = bank[bank.count / 2]
        river.source = index.nearest(to: source) ?? 0
        river.mouth = index.nearest(to: mouth) ?? 0
      }
      if river.discharge == 0, flux.indices.contains(river.mouth) {
        river.discharge = Double(flux[river.mouth])
      }
      if river.width == 0 { river.width = (river.length).rounded() / 100 }
    }
  }
}
