// SPDX-License-Identifier: MIT
// Part of Platen: a made world written as a save, its 52 sections in order.

internal import Atlas
internal import Geometry
internal import JSON

/// Writes a draft as a save of FMG's version 1.147.
struct Save {
  let draft: Draft
  var ground: Ground { draft.ground }

  init(_ draft: Draft) { self.draft = draft }

  func bytes() -> [UInt8] {
    var text = SaveText()
    let terrain = ground.terrain
    text.section(parameters)  // 0
    text.section(settings)
    text.section(json: writeCoordinates)
    text.section(json: writeBiomes)
    text.section(json: writeNotes)
    text.section(Drawing(draft).text)  // 5
    text.section(json: writeGrid)
    text.section(numbers: terrain.height)
    text.section(numbers: terrain.precipitation)
    text.section(numbers: terrain.feature)
    text.section(numbers: terrain.distance)  // 10
    text.section(numbers: terrain.temperature)
    text.section(json: writeFeatures)
    text.section(json: writeCultures)
    text.section(json: writeStates)
    text.section(json: writeBurgs)  // 15
    text.section(numbers: ground.biome)
    text.section(numbers: draft.towns.ofCell)
    text.section(numbers: ground.waters.confluence)
    text.section(numbers: draft.peoples.ofCell)
    text.section(numbers: ground.waters.flux)  // 20
    text.section(decimals: draft.peoples.population)
    text.section(numbers: ground.waters.riverOfCell)
    text.section("")  // 23: scores of roads, until 1.98
    text.section(numbers: draft.peoples.suitability)
    text.section(numbers: draft.realms.stateOfCell)  // 25
    text.section(numbers: draft.faiths.ofCell)
    text.section(numbers: draft.realms.provinceOfCell)
    text.section("")  // 28: crossroads, until 1.98
    text.section(json: writeReligions)
    text.section(json: writeProvinces)  // 30
    text.section(nameBases)
    text.section(json: writeRivers)
    text.section("")  // 33: rulers, until 1.137
    text.section(json: writeFonts)
    text.section(json: writeMarkers)  // 35
    text.section(json: writeCellRoutes)
    text.section(json: writeRoutes)
    text.section(json: writeZones)
    text.section(json: writeIce)
    text.section(numbers: draft.trade.goodOfCell)  // 40
    text.section(json: writeGoods)
    text.section(json: writeMarkets)
    text.section(json: writeDeals)
    text.section(numbers: draft.trade.marketOfCell)
    text.section("")  // 45: icons of goods that a user drew
    text.section(json: writeMeasurers)
    text.section(json: writeAddedLabels)
    text.section(json: Style.write)
    text.section(json: writeRelief)
    text.section(json: writeLayers)  // 50
    text.section("{}")  // 51: vertices moved by hand
    return text.bytes
  }

  // MARK: 0…6

  private var parameters: String {
    let (width, height) = (Int(ground.size.width), Int(ground.size.height))
    // A save names a day and an id made from the clock; ours stand still with the seed.
    let id = 1_700_000_000_000 + Int(draft.seed % 1_000_000_000)
    return "1.147.1|Made by platen sample world|2026-1-1|"
      + "\(draft.seed)|\(width)|\(height)|\(id)"
  }

  private var settings: String {
    var json = JSONWriter()
    writeOptions(&json)
    let fields = [
      "mi", "3", "square", "ft", "2", "°C", "", "", "", "", "", "", "1000", "1", "", "", "", "", "",
      json.text, draft.name, "", "default", "", "10", "", "1.5",
    ]
    return fields.joined(separator: "|")
  }

  private func writeCoordinates(_ json: inout JSONWriter) {
    let bounds = ground.bounds
    json.object { json in
      json.member("latT", Grid.rounded(bounds.north - bounds.south, 1))
      json.member("latN", bounds.north)
      json.member("latS", bounds.south)
      json.member("lonT", Grid.rounded(bounds.east - bounds.west, 1))
      json.member("lonW", bounds.west)
      json.member("lonE", bounds.east)
    }
  }

  private func writeBiomes(_ json: inout JSONWriter) {
    Save.table(BiomeTable.rows.enumerated(), to: &json) { entry, json in
      let (index, row) = entry
      json.member("i", index)
      json.member("name", row.name)
      json.member("color", row.color)
      json.member("habitability", row.habitability)
      json.member("iconsDensity", row.iconDensity)
      json.member(
        "icons",
        array: { json in
          for (icon, count) in row.icons { for _ in 0..<count { json.string(icon) } }
        })
      json.member("cost", row.cost)
    }
  }

  private func writeNotes(_ json: inout JSONWriter) {
    json.array { json in
      func note(_ id: String, _ name: String, _ legend: String) {
        json.object { json in
          json.member("id", id)
          json.member("name", name)
          json.member("legend", legend)
        }
      }
      for sight in draft.sights.sights { note("marker\(sight.id)", sight.name, sight.legend) }
      for companies in draft.forces.byState {
        for company in companies {
          let units = company.units.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
          note(
            "regiment\(company.state)-\(company.id)", company.name,
            "Stationed in \(company.town): \(units).")
        }
      }
      for town in draft.towns.towns where town.isCapital {
        let realm = town.state == 0 ? nil : draft.realms.realms[town.state - 1].fullName
        if let realm { note("burg\(town.id)", town.name, "Seat of the \(realm).") }
      }
    }
  }

  private func writeGrid(_ json: inout JSONWriter) {
    let terrain = ground.terrain
    json.object { json in
      json.member("spacing", terrain.spacing)
      json.member("cellsX", terrain.columns)
      json.member("cellsY", terrain.rows)
      json.key("boundary")
      Save.write(points: terrain.boundary, to: &json)
      json.key("points")
      Save.write(points: terrain.mesh.sites, to: &json)
      json.member(
        "features",
        array: { json in
          json.int(0)
          for index in ground.gridFeatures.indices {
            let feature = ground.gridFeatures[index]
            json.object { json in
              json.member("i", feature.id)
              json.member("land", feature.kind == .island)
              json.member("border", feature.isBorder)
              json.member("type", feature.kind.rawValue)
            }
          }
        })
      json.member("cellsDesired", terrain.cellsDesired)
    }
  }

  // MARK: Shared

  static func writePoint(_ point: Point, to json: inout JSONWriter) {
    json.array { json in
      json.double(point.x)
      json.double(point.y)
    }
  }

  static func writePoint(_ point: Point, as name: String, to json: inout JSONWriter) {
    json.key(name)
    writePoint(point, to: &json)
  }

  static func write(points: [Point], to json: inout JSONWriter) {
    json.array { json in for point in points { writePoint(point, to: &json) } }
  }

  /// A table: one object for each row, after the placeholder that the format puts before the first.
  static func table<Row>(
    _ rows: some Sequence<Row>, to json: inout JSONWriter,
    head: (inout JSONWriter) -> Void = { _ in }, row write: (Row, inout JSONWriter) -> Void
  ) {
    json.array { json in
      head(&json)
      for row in rows { json.object { write(row, &$0) } }
    }
  }

  static func flag(_ value: Bool) -> Int { value ? 1 : 0 }
}
