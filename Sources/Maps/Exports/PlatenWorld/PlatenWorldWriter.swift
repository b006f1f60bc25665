// SPDX-License-Identifier: MIT
// Part of Platen: everything a world holds, as JSON in Platen's own format.
//
// One object: `format` is "platen-world", `version` 2. Then `info`, `units`, `coordinates` (where
// known), `coast`, `draws-whole-vertices`, `river-style`, `terrain` and `cells` (where there are
// any), and the tables by their names in `World`, in kebab case, each a list of rows with every field
// that has a value. `terrain` and `cells` are columns: `mesh`, then one list of numbers for each of
// their properties. A mesh has `sites` and `vertices` as numbers x, y, x, y…, `is-border` as 0 and 1,
// `vertex-neighbors` and `vertex-cells` three to a vertex, and for `cell-vertices` and
// `cell-neighbors` how many there are for each cell (`…-counts`) and all of them one after another.
// Numbers are the shortest decimals that read back the same; `RecordFields.swift` describes values
// that JSON cannot express.

internal import Atlas
internal import Geometry
internal import JSON
internal import Text

/// Writes the form of our own, which loses nothing: what is read again is equal in every bit.
struct PlatenWorldWriter {
  static let format = "platen-world"
  static let version = 2

  let world: World
  let chunks: ChunkedJSON

  init(_ world: World, to sink: @escaping ByteSink) {
    self.world = world
    chunks = unsafe ChunkedJSON(sink: sink)
  }

  func writeWorld() throws {
    var json = JSONWriter()
    try json.object { json in
      json.member("format", PlatenWorldWriter.format)
      json.member("version", PlatenWorldWriter.version)
      field("info", world.info, &json)
      field("units", world.units, &json)
      if let coordinates = world.coordinates { field("coordinates", coordinates, &json) }
      field("coast", world.coast, &json)
      field("draws-whole-vertices", world.drawsWholeVertices, &json)
      field("river-style", world.riverStyle, &json)
      if let terrain = world.terrain {
        try json.member("terrain", object: { try writeTerrain(terrain, &$0) })
      }
      if let cells = world.cells {
        try json.member("cells", object: { try writeCells(cells, &$0) })
      }
      try rows("features", world.features, &json)
      try rows("biomes", world.biomes, &json)
      try rows("cultures", world.cultures, &json)
      try rows("states", world.states, &json)
      try rows("provinces", world.provinces, &json)
      try rows("religions", world.religions, &json)
      try rows("burgs", world.burgs, &json)
      try rows("rivers", world.rivers, &json)
      try rows("routes", world.routes, &json)
      try rows("markers", world.markers, &json)
      try rows("zones", world.zones, &json)
      try rows("ice", world.ice, &json)
      try rows("regiments", world.regiments, &json)
      try rows("notes", world.notes, &json)
      try rows("name-bases", world.nameBases, &json)
      try rows("added-labels", world.addedLabels, &json)
      try rows("military-units", world.militaryUnits, &json)
      try rows("goods", world.goods, &json)
      try rows("markets", world.markets, &json)
      try rows("deals", world.deals, &json)
      try rows("relief", world.relief, &json)
      try rows("chronicle", world.chronicle, &json)
      try rows("measurers", world.measurers, &json)
      try rows("fog-holes", world.fogHoles, &json)
      field("presentation", world.presentation, &json)
      if !world.unmodeled.tables.isEmpty { field("unmodeled", world.unmodeled, &json) }
    }
    try chunks.finish(&json)
  }

  private func field(_ name: String, _ value: some Storable, _ json: inout JSONWriter) {
    json.key(name)
    value.store(&json)
  }

  /// A list handed on as it is written.
  private func rows(
    _ name: String, _ rows: some Sequence<some Storable>, _ json: inout JSONWriter
  ) throws {
    try json.member(
      name,
      array: { json in
        for row in rows {
          row.store(&json)
          try chunks.passOn(&json)
        }
      })
  }

  private func flat(_ name: String, _ points: [Point], _ json: inout JSONWriter) throws {
    try json.member(
      name,
      array: { json in
        for point in points {
          point.x.store(&json)
          point.y.store(&json)
          try chunks.passOn(&json)
        }
      })
  }

  private func lists(_ name: String, _ lists: IndexLists, _ json: inout JSONWriter) throws {
    try rows(name + "-counts", (0..<lists.count).lazy.map { lists[$0].count }, &json)
    try rows(name, lists.values, &json)
  }

  private func writeMesh(_ mesh: VoronoiMesh, _ json: inout JSONWriter) throws {
    try flat("sites", mesh.sites, &json)
    try lists("cell-vertices", mesh.cellVertices, &json)
    try lists("cell-neighbors", mesh.cellNeighbors, &json)
    try rows("is-border", mesh.isBorder.lazy.map { $0 ? 1 : 0 }, &json)
    try flat("vertices", mesh.vertices, &json)
    try rows("vertex-neighbors", mesh.vertexNeighbors, &json)
    try rows("vertex-cells", mesh.vertexCells, &json)
  }

  private func writeTerrain(_ terrain: Terrain, _ json: inout JSONWriter) throws {
    try json.member("mesh", object: { try writeMesh(terrain.mesh, &$0) })
    try flat("boundary", terrain.boundary, &json)
    field("spacing", terrain.spacing, &json)
    field("columns", terrain.columns, &json)
    field("rows", terrain.rows, &json)
    field("cells-desired", terrain.cellsDesired, &json)
    try rows("height", terrain.height, &json)
    try rows("precipitation", terrain.precipitation, &json)
    try rows("feature", terrain.feature, &json)
    // An empty word where the list has no feature of that number.
    try rows("feature-kinds", terrain.featureKinds.lazy.map { $0?.rawValue ?? "" }, &json)
    try rows("distance", terrain.distance, &json)
    try rows("temperature", terrain.temperature, &json)
  }

  private func writeCells(_ cells: Cells, _ json: inout JSONWriter) throws {
    try json.member("mesh", object: { try writeMesh(cells.mesh, &$0) })
    try rows("grid-cell", cells.gridCell, &json)
    try rows("height", cells.height, &json)
    try rows("area", cells.area, &json)
    try rows("feature", cells.feature, &json)
    try rows("distance", cells.distance, &json)
    try rows("haven", cells.haven, &json)
    try rows("harbor", cells.harbor, &json)
    try rows("biome", cells.biome, &json)
    try rows("burg", cells.burg, &json)
    try rows("culture", cells.culture, &json)
    try rows("state", cells.state, &json)
    try rows("province", cells.province, &json)
    try rows("religion", cells.religion, &json)
    try rows("river", cells.river, &json)
    try rows("confluence", cells.confluence, &json)
    try rows("flux", cells.flux, &json)
    try rows("suitability", cells.suitability, &json)
    try rows("population", cells.population, &json)
    try rows("good", cells.good, &json)
    try rows("market", cells.market, &json)
  }
}
