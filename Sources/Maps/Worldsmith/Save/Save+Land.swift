// SPDX-License-Identifier: MIT
// Part of Platen: the tables of a save about land and water.

internal import Atlas
internal import Geometry
internal import JSON

extension Save {
  func writeFeatures(_ json: inout JSONWriter) {
    let lakes = Dictionary(ground.waters.lakes.map { ($0.feature, $0) }) { first, _ in first }
    json.array { json in
      json.int(0)
      for index in ground.marks.features.indices {
        let feature = ground.marks.features[index]
        json.object { json in
          json.member("i", feature.id)
          json.member("type", feature.kind.rawValue)
          json.member("land", feature.kind == .island)
          json.member("border", feature.isBorder)
          json.member("cells", feature.cellCount)
          json.member("firstCell", feature.firstCell)
          json.member("vertices", feature.outline)
          json.member("area", feature.area)
          json.member("shoreline", feature.shoreline)
          json.member("height", feature.height ?? 0)
          switch feature.kind {
          case .ocean: json.member("subtype", "ocean")
          case .island: writeIsland(feature, to: &json)
          case .lake: writeLake(feature, lakes[feature.id], to: &json)
          }
        }
      }
    }
  }

  private func writeIsland(_ feature: Feature, to json: inout JSONWriter) {
    let subtype =
      feature.cellCount > ground.count / 12
      ? "continent" : feature.cellCount > ground.count / 400 ? "island" : "isle"
    // An island whose every way to the sea crosses a lake is in that lake.
    let outside = feature.outline.lazy.flatMap { vertex in
      (0..<3).map { Int(ground.mesh.vertexCells[3 * Int(vertex) + $0]) }
    }.first { $0 < ground.count && !ground.isLand($0) }
    let isInLake = outside.map { ground.feature(of: $0).kind == .lake } ?? false
    json.member("subtype", isInLake ? "lake_island" : subtype)
    json.member("group", isInLake ? "lake_island" : "sea_island")
  }

  private func writeLake(_ feature: Feature, _ lake: Waters.Lake?, to json: inout JSONWriter) {
    let isFrozen = (lake?.temperature ?? 10) < -5
    let isSalt = lake.map { $0.outlet == nil && $0.flux <= $0.evaporation } ?? false
    let subtype = isFrozen ? "frozen" : isSalt ? "salt" : "freshwater"
    if let lake {
      json.member("flux", lake.flux.rounded())
      json.member("temp", lake.temperature)
      json.member("evaporation", lake.evaporation.rounded())
      if !lake.inlets.isEmpty { json.member("inlets", lake.inlets) }
      if let outlet = lake.outlet { json.member("outlet", outlet) }
    }
    json.member("subtype", subtype)
    json.member("group", subtype)
    json.member("name", draft.lakeNames[feature.id])
  }

  func writeRivers(_ json: inout JSONWriter) {
    Save.table(ground.waters.rivers, to: &json) { river, json in
      let isMain = river.parent == river.id
      let type =
        river.length < ground.size.unit * 0.05
        ? "Creek"
        : isMain ? "River" : river.length > ground.size.unit * 0.12 ? "Fork" : "Branch"
      let factor = widthFactor * (isMain ? 1.2 : 1)
      let discharge = Double(river.discharge)
      json.member("i", river.id)
      json.member("source", river.cells[0])
      json.member("mouth", river.mouth)
      json.member("discharge", river.discharge)
      json.member("length", Grid.rounded(river.length, 2))
      json.member("width", Grid.rounded(discharge.squareRoot() * 0.012 * factor, 2))
      json.member("widthFactor", Grid.rounded(factor, 2))
      json.member("sourceWidth", 0.05)
      json.member("parent", river.parent)
      json.member("cells", river.cells)
      json.member("basin", river.basin)
      json.member("name", river.name)
      json.member("type", type)
    }
  }

  /// Finer cells mean more of them to a river, and width grows with each: the factor evens that out.
  private var widthFactor: Double {
    let root = ground.coarseness.squareRoot().squareRoot()
    return min(2, max(0.3, 1 / root))
  }

  func writeIce(_ json: inout JSONWriter) {
    Save.table(draft.ice, to: &json) { piece, json in
      json.member("i", piece.id)
      json.key("points")
      Save.write(points: piece.outline, to: &json)
      json.member("type", piece.isGlacier ? "glacier" : "iceberg")
      if !piece.isGlacier {
        json.member("cellId", piece.cell)
        json.member("size", piece.size)
      }
    }
  }

  /// Icons of hills, mountains and woods, placed on every so many cells.
  func writeRelief(_ json: inout JSONWriter) {
    var dice = RandomStream(seed: draft.seed, for: "relief")
    // As many icons as suit the sheet, whatever the number of cells.
    let rate = min(0.55, 0.3 / ground.coarseness)
    var icons: [(icon: String, place: Point, size: Double)] = []
    for cell in 0..<ground.count where ground.isLand(cell) {
      let luck = dice.unit()
      guard ground.waters.riverOfCell[cell] == 0, draft.towns.ofCell[cell] == 0 else { continue }
      let height = Double(ground.height[cell])
      let biome = BiomeTable.rows[Int(ground.biome[cell])]
      if height >= 50, luck < rate * 1.3 {
        let size = height > 70 ? (height - 45) * 0.4 : min(6, max(3, (height - 40) * 0.4))
        icons.append((height > 70 ? "mount" : "hill", ground.mesh.sites[cell], size))
      } else if height < 50, !biome.icons.isEmpty, luck < rate * Double(biome.iconDensity) / 150 {
        let (icon, _) = biome.icons[Int(luck * 1000) % biome.icons.count]
        icons.append((icon, ground.mesh.sites[cell], 4 + dice.unit() * 2))
      }
    }
    // Nearer icons overlap those behind them.
    icons.sort { ($0.place.y + $0.size, $0.place.x) < ($1.place.y + $1.size, $1.place.x) }
    Save.table(icons, to: &json) { row, json in
      let (icon, place, size) = row
      json.member("icon", "#relief-\(icon)-1")
      json.member("x", Grid.rounded(place.x - size, 2))
      json.member("y", Grid.rounded(place.y - size, 2))
      json.member("s", Grid.rounded(size * 2, 2))
    }
  }

  func writeMeasurers(_ json: inout JSONWriter) {
    let capitals = draft.towns.towns.filter(\.isCapital).prefix(2).map(\.position)
    json.array { json in
      guard capitals.count == 2 else { return }
      json.object { json in
        json.member("type", "Ruler")
        json.key("points")
        Save.write(points: capitals, to: &json)
      }
    }
  }
}
