// SPDX-License-Identifier: MIT
// Part of Platen: worlds as the JSON exports of FMG.

internal import Atlas
internal import JSON
internal import Text

/// Writes a world as FMG's menu does (Export → JSON), with the keys its versions 1.109 to
/// 1.147 use.
///
/// Behind the fields of a row come those that the world's source has and no table here; the world's
/// own fields take precedence. Tables that are found by their place there have placeholders where
/// an id is free. Vertices are written as they are, as FMG does since 1.139.9. The grid's features
/// are its own, where FMG writes those of `pack`.
///
/// The time of the export is not written, so that the same world gives the same bytes. What FMG
/// takes from its own program, not from a save, is missing: the names of its own name bases and the
/// matrix of biomes. What FMG omits from its exports is also missing here: ice, texts put on the
/// map, the goods and markets of cells, the drawing's looks, the rivers of old saves that are
/// pictures only.
struct GeneratorJSON {
  let world: World
  let chunks: ChunkedJSON
  private let kept: [String: [Int: SourceFields]]

  init(_ world: World, to sink: @escaping ByteSink) {
    self.world = world
    chunks = unsafe ChunkedJSON(sink: sink)
    kept = world.unmodeled.tables.mapValues { rows in
      Dictionary(rows.map { ($0.id, SourceFields($0.fields)) }) { first, _ in first }
    }
  }

  /// The source's fields of a table's rows beside those that worlds hold, by their ids.
  func kept(of table: String) -> [Int: SourceFields] { kept[table] ?? [:] }

  /// The source's fields of an object that is not a row, beside those that worlds hold.
  private func kept(of object: String) -> SourceFields { kept[object]?[0] ?? SourceFields() }

  func writeExport(_ format: DataFormat) throws {
    var json = JSONWriter()
    try json.object { json in
      writeInfo(&json)
      switch format {
      case .packCells: try json.member("cells", object: { try writePack(&$0, withCells: true) })
      case .gridCells: try json.member("cells", object: writeGrid)
      default:
        writeSettings(&json)
        writeCoordinates(&json)
        try json.member("pack", object: { try writePack(&$0, withCells: format == .full) })
        if format == .full, world.terrain != nil { try json.member("grid", object: writeGrid) }
        json.member("biomesData", object: writeBiomeColumns)
        try json.member("notes", array: writeNotes)
        try json.member("nameBases", array: writeNameBases)
      }
    }
    try chunks.finish(&json)
  }

  // MARK: What stands before the tables

  private func writeInfo(_ json: inout JSONWriter) {
    let info = world.info
    json.member(
      "info",
      object: { json in
        // The version decides how coasts and rivers are drawn; one that does not agree with the
        // world is omitted.
        if let version = info.version, MapVersion(version)?.agrees(with: world) == true {
          json.member("version", version)
        }
        json.member(
          "description",
          "Azgaar's Fantasy Map Generator output: azgaar.github.io/Fantasy-map-generator")
        json.member("mapName", info.name)
        json.member("width", info.width)
        json.member("height", info.height)
        json.member("seed", info.seed)
        if let id = info.mapID {
          json.key("mapId")
          if let number = Int(id), String(number) == id {
            json.int(number)
          } else {
            json.string(id)
          }
        }
      })
  }

  private func writeSettings(_ json: inout JSONWriter) {
    let units = world.units
    json.member(
      "settings",
      object: { json in
        json.member("distanceUnit", units.distance)
        json.member("distanceScale", units.distanceScale)
        json.member("areaUnit", units.area)
        json.member("heightUnit", units.height)
        // FMG writes what its input field holds: a text.
        json.member("heightExponent", JSONWriter.format(units.heightExponent))
        json.member("temperatureScale", units.temperature)
        json.member("populationRate", units.populationRate)
        json.member("urbanization", units.urbanization)
        json.member("options", object: writeOptions)
        json.member("mapName", world.info.name)
        json.member(ifAny: "stylePreset", world.presentation.stylePreset)
        json.member("urbanDensity", units.urbanDensity)
        kept(of: "settings").writeFields(&json)
      })
  }

  private func writeOptions(_ json: inout JSONWriter) {
    kept(of: "options").writeFields(&json)
    json.member(ifAny: "stateLabelsMode", world.presentation.stateNames)
    if let year = world.info.year {
      // A number there, which text of a user's may not be.
      json.key("year")
      if let number = Int(year), String(number) == year {
        json.int(number)
      } else {
        json.string(year)
      }
    }
    json.member(ifAny: "era", world.info.era)
    json.member(ifAny: "eraShort", world.info.eraShort)
    json.member(
      "military",
      array: { json in
        for unit in world.militaryUnits {
          json.object { json in
            json.member("icon", unit.icon)
            json.member("name", unit.name)
            json.member("rural", unit.rural)
            json.member("urban", unit.urban)
            json.member("crew", unit.crew)
            json.member("power", unit.power)
            json.member("type", unit.type)
            json.member("separate", unit.isSeparate ? 1 : 0)
          }
        }
      })
    guard case .jagged(let coast) = world.coast else { return }
    json.member(
      "coastline",
      object: { json in
        json.member("enabled", coast.maxDepth > 0)
        json.member("maxDepth", coast.maxDepth)
        json.member("baseAmplitude", coast.baseAmplitude)
        json.member("amplitudeDecay", coast.amplitudeDecay)
        json.member("minEdge", coast.minEdge)
        json.member("smoothThreshold", coast.smoothThreshold)
        json.member("roughnessContrast", coast.roughnessContrast)
        json.member("profileHarmonics", coast.profileHarmonics)
        json.member("lakeSmoothThreshMult", coast.lakeSmoothThresholdFactor)
      })
  }

  private func writeCoordinates(_ json: inout JSONWriter) {
    guard let place = world.coordinates else { return }
    /// Without what subtraction adds behind the ninth decimal.
    func span(_ from: Double, _ to: Double) -> Double { ((to - from) * 1e9).rounded() / 1e9 }
    json.member(
      "mapCoordinates",
      object: { json in
        json.member("latT", span(place.south, place.north))
        json.member("latN", place.north)
        json.member("latS", place.south)
        json.member("lonT", span(place.west, place.east))
        json.member("lonW", place.west)
        json.member("lonE", place.east)
      })
  }

  // MARK: What stands behind them

  /// Biomes as versions up to 1.138 write them; newer ones also have them in `pack`.
  private func writeBiomeColumns(_ json: inout JSONWriter) {
    let biomes = world.biomes
    json.member("i", biomes.map(\.id))
    json.member("name", biomes.map(\.name))
    json.member("color", biomes.map { $0.color?.generatorText ?? "" })
    json.member("habitability", biomes.map(\.habitability))
    json.member("iconsDensity", biomes.map(\.iconDensity))
    json.member(
      "icons",
      array: { json in
        for biome in biomes { json.array { json in biome.icons.forEach { json.string($0) } } }
      })
    json.member("cost", biomes.map(\.movementCost))
    kept(of: "biomesData").writeFields(&json)
  }

  private func writeNotes(_ json: inout JSONWriter) throws {
    for note in world.notes {
      json.object { json in
        json.member("id", note.subject)
        json.member("name", note.name)
        json.member("legend", note.legend)
      }
      try chunks.passOn(&json)
    }
  }

  private func writeNameBases(_ json: inout JSONWriter) throws {
    for (index, base) in world.nameBases.enumerated() {
      json.object { json in
        json.member("name", base.name)
        json.member("i", index)
        json.member("min", base.minLength)
        json.member("max", base.maxLength)
        json.member("d", base.doubledLetters)
        json.member("m", base.multiwordRate)
        json.member(unlessEmpty: "b", base.names)
      }
      try chunks.passOn(&json)
    }
  }

  // MARK: Tables and cells

  private func writePack(_ json: inout JSONWriter, withCells: Bool) throws {
    if withCells, let cells = world.cells {
      try json.member("cells", array: { try writeCells(cells, &$0) })
      try json.member("vertices", array: { try writeVertices(cells.mesh, &$0) })
    }
    try writeTables(&json)
  }
}

/// Fields of an object as its source has them.
struct SourceFields {
  private let fields: [Unmodeled.Field]

  init(_ fields: [Unmodeled.Field] = []) { self.fields = fields }

  /// Indicates whether they are all of a row that was removed.
  var isRemoved: Bool {
    fields.contains { $0.key == "removed" && ["true", "1"].contains($0.json) }
  }

  func has(_ key: String) -> Bool { fields.contains { $0.key == key } }

  func writeFields(_ json: inout JSONWriter) {
    for field in fields {
      json.key(field.key)
      json.raw(field.json)
    }
  }
}
