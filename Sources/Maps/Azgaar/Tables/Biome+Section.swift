// SPDX-License-Identifier: MIT
// Part of Platen: biomes in each of the three forms they were written in.

internal import Atlas
internal import Diagnostics
internal import JSON

extension Biome {
  /// The biomes every version knows by their numbers, for files that lack the table. What moving
  /// through them costs and what grows in them is in no save before 1.139.
  static let standard: [Biome] = [
    ("Marine", "#466eab", 0, 10, 0, []),
    ("Hot desert", "#fbe79f", 4, 200, 3, [("dune", 3), ("cactus", 6), ("deadTree", 1)]),
    ("Cold desert", "#b5b887", 10, 150, 2, [("dune", 9), ("deadTree", 1)]),
    ("Savanna", "#d2d082", 22, 60, 120, [("acacia", 1), ("grass", 9)]),
    ("Grassland", "#c8d68f", 30, 50, 120, [("grass", 1)]),
    ("Tropical seasonal forest", "#b6d95d", 50, 70, 120, [("acacia", 8), ("palm", 1)]),
    ("Temperate deciduous forest", "#29bc56", 100, 70, 120, [("deciduous", 1)]),
    (
      "Tropical rainforest", "#7dcb35", 80, 80, 150,
      [("acacia", 5), ("palm", 3), ("deciduous", 1), ("swamp", 1)]
    ),
    ("Temperate rainforest", "#409c43", 90, 90, 150, [("deciduous", 6), ("swamp", 1)]),
    ("Taiga", "#4b6b32", 12, 200, 100, [("conifer", 1)]),
    ("Tundra", "#96784b", 4, 1000, 5, [("grass", 1)]),
    ("Glacier", "#d5e7eb", 0, 5000, 0, []),
    ("Wetland", "#0b9131", 12, 150, 250, [("swamp", 1)]),
  ].enumerated().map { (id, row: (String, String, Int, Int, Int, [(String, Int)])) in
    var biome = Biome(id: id, name: row.0, color: EntityColor(text: row.1))
    (biome.habitability, biome.movementCost, biome.iconDensity) = (row.2, row.3, row.4)
    biome.icons = row.5.flatMap { Array(repeating: $0.0, count: $0.1) }
    return biome
  }

  /// Reads section 3: JSON from 1.139 on, before that `colors|habitability|names`.
  static func table(
    section: UnsafeRawBufferPointer, mapping: ImportMapping, log: inout DiagnosticLog
  ) throws -> EntityList<Biome> {
    let rows: [Biome]
    if unsafe section.isEmpty {
      rows = standard
    } else if unsafe section.first == UInt8(ascii: "[") || section.first == UInt8(ascii: "{") {
      rows = try unsafe parse(section, section: 3).withView { Biome.rows($0) }
    } else {
      let columns = unsafe section.split(at: UInt8(ascii: "|")).map { column in
        unsafe column.split(at: UInt8(ascii: ",")).map { unsafe $0.trimmed.text }
      }
      rows = (columns.count > 2 ? columns[2] : []).enumerated().map { index, name in
        var biome = Biome(
          id: index, name: name,
          color: index < columns[0].count ? EntityColor(text: columns[0][index]) : nil)
        // FMG takes these from its own table, and gives a user's biomes these.
        biome.movementCost = index < standard.count ? standard[index].movementCost : 50
        if index < standard.count {
          (biome.iconDensity, biome.icons) = (standard[index].iconDensity, standard[index].icons)
        }
        biome.habitability = index < columns[1].count ? Int(columns[1][index]) ?? 0 : 0
        return biome
      }
    }
    return table(rows, mapping: mapping, log: &log)
  }

  /// Reads an export's biomes: an array of records, or one record of columns.
  static func table(
    _ view: JSONView?, mapping: ImportMapping, log: inout DiagnosticLog
  ) -> EntityList<Biome> {
    table(view.map(rows) ?? standard, mapping: mapping, log: &log)
  }

  private static func rows(_ view: JSONView) -> [Biome] {
    if view.isArray {
      return view.elements.prefix(most + 1).enumerated().compactMap { index, row in
        guard row.isObject, row["removed"]?.looseBool != true else { return nil }
        return Biome(
          id: row["i"]?.looseInt ?? index, name: row["name"], color: row["color"],
          habitability: row["habitability"], density: row["iconsDensity"], cost: row["cost"],
          icons: row["icons"])
      }
    }
    guard let names = view["name"] else { return [] }
    return names.elements.prefix(most + 1).enumerated().map { index, name in
      Biome(
        id: view["i"]?[index]?.looseInt ?? index, name: name, color: view["color"]?[index],
        habitability: view["habitability"]?[index], density: view["iconsDensity"]?[index],
        cost: view["cost"]?[index], icons: view["icons"]?[index])
    }
  }

  /// Cells name biomes in eight bits.
  private static let most = 256

  private init(
    id: Int, name: JSONView?, color: JSONView?, habitability: JSONView?, density: JSONView?,
    cost: JSONView?, icons: JSONView?
  ) {
    self.init(
      id: id, name: name?.looseString ?? "Biome \(id)",
      color: color?.string.flatMap(EntityColor.init(text:)))
    self.habitability = habitability?.looseInt ?? 0
    iconDensity = density?.looseInt ?? 0
    movementCost = cost?.looseInt ?? 0
    self.icons = icons?.elements.compactMap(\.looseString) ?? []
  }

  private static func table(
    _ rows: [Biome], mapping: ImportMapping, log: inout DiagnosticLog
  ) -> EntityList<Biome> {
    if rows.count > most {
      log.record(
        .warning(
          .mapBiomes, "the world has more than \(most) biomes; the others are omitted",
          at: SourceLocation(field: "biomes")))
    }
    var kept: [Biome] = []
    for var biome in rows.prefix(most) where biome.name != "removed" {
      if let name = mapping.biomes[biome.id] {
        biome.name = name
      } else if biome.id >= standard.count || biome.id < 0 {
        log.record(
          .warning(
            .mapUnknownBiome,
            "biome \(biome.id) (\(excerpt(biome.name))) is not one of FMG's; "
              + "it is kept", at: SourceLocation(field: "biomes[\(biome.id)]"),
            hints: ["name a replacement in import_mapping"]))
      }
      kept.append(biome)
    }
    return EntityList(kept)
  }
}
