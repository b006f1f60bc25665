// SPDX-License-Identifier: MIT
// Part of Platen: worlds in the form of our own read again.

public import Atlas
public import Diagnostics
internal import Geometry
internal import JSON

/// Reads what ``DataFormat/platenWorld`` writes.
///
/// The format is Platen's own, but files come from outside: every value is checked before it is
/// used as an index, and dangling references are repaired as in a save, with a warning.
public enum PlatenWorldReader {
  /// Indicates whether the bytes begin as such a file does.
  public static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = unsafe String(decoding: bytes.prefix(64), as: UTF8.self).filter { !$0.isWhitespace }
    return head.hasPrefix("{\"format\":\"\(PlatenWorldWriter.format)\"")
  }

  /// Reads a world.
  ///
  /// - Throws: `Failure` `platenworld.json`, `platenworld.version`, `platenworld.field` or
  ///   `platenworld.mesh`, with the position in the file.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, options: ImportOptions = ImportOptions()
  ) throws -> Diagnosed<ImportedWorld> {
    let document: JSONDocument
    do {
      document = try unsafe JSONDocument(unsafelyBorrowing: bytes)
    } catch {
      throw Failure(
        error.diagnostic(
          .platenworldJson, hints: ["the file may be cut short; export or copy it again"]))
    }
    return try unsafe document.withView { root in
      do {
        let version = try required(Int.self, "version", of: root)
        guard version == PlatenWorldWriter.version else {
          throw Failure(
            .error(
              .platenworldVersion,
              "the file is of version \(version); this Platen reads version "
                + "\(PlatenWorldWriter.version)",
              hints: ["export the world again, or use the Platen that wrote the file"]))
        }
        var world = try readWorld(root)
        var log = DiagnosticLog()
        world.repairReferences(mapping: options.mapping, log: &log)
        let report = ImportReport(
          format: PlatenWorldWriter.format, version: String(version), tables: counts(of: world))
        return Diagnosed(ImportedWorld(world: world, report: report), warnings: log.diagnostics)
      } catch let error as InvalidField {
        throw Failure(
          .error(
            .platenworldField, "expected \(error.expected)", at: SourceLocation(field: error.path),
            hints: ["the file was edited or damaged; export it again"]))
      }
    }
  }

  private static func required<T: Storable>(
    _ type: T.Type, _ key: StaticString, of view: JSONView
  ) throws -> T {
    do {
      guard let field = view[key] else { throw InvalidField("a value") }
      return try T.load(field)
    } catch let error as InvalidField {
      throw error.within(key.description)
    }
  }

  private static func readWorld(_ root: JSONView) throws -> World {
    func optional<T: Storable>(_ type: T.Type, _ key: StaticString) throws -> T? {
      root[key] == nil ? nil : try required(T.self, key, of: root)
    }
    func table<Row: Entity & Storable>(_ key: StaticString) throws -> EntityList<Row> {
      EntityList(try optional([Row].self, key) ?? [])
    }
    let info = try required(WorldInfo.self, "info", of: root)
    guard info.width > 0, info.height > 0, info.width < 1e6, info.height < 1e6 else {
      throw InvalidField("a width and a height", at: "info")
    }
    var world = World(info: info)
    world.units = try optional(Units.self, "units") ?? Units()
    world.coordinates = try optional(GeographicBounds.self, "coordinates")
    world.coast = try optional(CoastStyle.self, "coast") ?? .smooth
    if case .jagged(var coast) = world.coast {
      // Each level doubles the points: FMG's own bounds hold.
      coast.maxDepth = max(0, min(12, coast.maxDepth))
      coast.minEdge = max(0.01, coast.minEdge)
      world.coast = .jagged(coast)
    }
    world.drawsWholeVertices = try optional(Bool.self, "draws-whole-vertices") ?? false
    world.riverStyle = try optional(RiverStyle.self, "river-style") ?? .slender
    world.terrain = try root["terrain"].map { try within("terrain", $0, readTerrain) }
    world.cells = try root["cells"].map { view in
      try within("cells", view) { try readCells($0, terrain: world.terrain) }
    }
    world.features = try table("features")
    world.biomes = try table("biomes")
    world.cultures = try table("cultures")
    world.states = try table("states")
    world.provinces = try table("provinces")
    world.religions = try table("religions")
    world.burgs = try table("burgs")
    world.rivers = try table("rivers")
    world.routes = try table("routes")
    world.markers = try table("markers")
    world.zones = try table("zones")
    world.ice = try table("ice")
    world.regiments = try optional([Regiment].self, "regiments") ?? []
    world.notes = try optional([MapNote].self, "notes") ?? []
    world.nameBases = try optional([NameBase].self, "name-bases") ?? []
    world.addedLabels = try optional([AddedLabel].self, "added-labels") ?? []
    world.militaryUnits = try optional([MilitaryUnit].self, "military-units") ?? []
    world.goods = try table("goods")
    world.markets = try table("markets")
    world.deals = try optional([Deal].self, "deals") ?? []
    world.relief = try optional([ReliefIcon].self, "relief") ?? []
    world.chronicle = try optional([[String]].self, "chronicle") ?? []
    world.measurers = try optional([Measurer].self, "measurers") ?? []
    world.fogHoles = try optional([Path].self, "fog-holes") ?? []
    world.presentation = try optional(Presentation.self, "presentation") ?? Presentation()
    world.unmodeled = try optional(Unmodeled.self, "unmodeled") ?? Unmodeled()
    try check(world.unmodeled)
    try check(world)
    return world
  }

  private static func within<T>(
    _ part: String, _ view: JSONView, _ body: (JSONView) throws -> T
  ) throws -> T {
    do { return try body(view) } catch let error as InvalidField { throw error.within(part) }
  }

  // MARK: Columns

  private static func column<T: Storable>(
    _ key: StaticString, of view: JSONView, count: Int, orEmpty: Bool = false
  ) throws -> [T] {
    let values = try required([T].self, key, of: view)
    guard values.count == count || orEmpty && values.isEmpty else {
      throw InvalidField(
        "\(count) values, one for each cell, found \(values.count)",
        at: key.description)
    }
    return values
  }

  private static func points(_ key: StaticString, of view: JSONView) throws -> [Point] {
    let numbers = try required([Double].self, key, of: view)
    guard numbers.count.isMultiple(of: 2) else {
      throw InvalidField("pairs of numbers", at: key.description)
    }
    return stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
  }

  private static func lists(
    _ key: StaticString, _ countKey: StaticString, of view: JSONView, count: Int, below limit: Int
  ) throws -> IndexLists {
    let counts: [Int32] = try column(countKey, of: view, count: count)
    let values = try required([Int32].self, key, of: view)
    var offsets: [Int32] = [0]
    offsets.reserveCapacity(count + 1)
    var sum = 0
    for count in counts {
      guard count >= 0 else { throw InvalidField("counts from 0", at: countKey.description) }
      sum += Int(count)
      guard sum <= values.count else { break }
      offsets.append(Int32(sum))
    }
    guard sum == values.count, offsets.count == count + 1,
      values.allSatisfy({ $0 >= 0 && Int($0) < limit })
    else {
      throw InvalidField("as many numbers below \(limit) as the counts sum to", at: key.description)
    }
    return IndexLists(offsets: offsets, values: values)
  }

  private static func readMesh(_ view: JSONView) throws -> VoronoiMesh {
    let sites = try points("sites", of: view)
    let vertices = try points("vertices", of: view)
    let (count, vertexCount) = (sites.count, vertices.count)
    let border: [UInt8] = try column("is-border", of: view, count: count)
    let vertexNeighbors: [Int32] = try column("vertex-neighbors", of: view, count: 3 * vertexCount)
    let vertexCells: [Int32] = try column("vertex-cells", of: view, count: 3 * vertexCount)
    guard sites.allSatisfy(\.isNearSheet) else {
      throw InvalidField("positions near the sheet", at: "sites")
    }
    guard vertexNeighbors.allSatisfy({ $0 >= -1 && Int($0) < vertexCount }) else {
      throw InvalidField("numbers of vertices, or -1", at: "vertex-neighbors")
    }
    guard vertexCells.allSatisfy({ $0 >= 0 }) else {
      throw InvalidField("numbers of cells", at: "vertex-cells")
    }
    return VoronoiMesh(
      sites: sites,
      cellVertices: try lists(
        "cell-vertices", "cell-vertices-counts", of: view, count: count, below: vertexCount),
      cellNeighbors: try lists(
        "cell-neighbors", "cell-neighbors-counts", of: view, count: count, below: count),
      isBorder: border.map { $0 != 0 }, vertices: vertices, vertexNeighbors: vertexNeighbors,
      vertexCells: vertexCells)
  }

  private static func mesh(of view: JSONView) throws -> VoronoiMesh {
    guard let mesh = view["mesh"] else { throw InvalidField("a mesh", at: "mesh") }
    return try within("mesh", mesh, readMesh)
  }

  private static func readTerrain(_ view: JSONView) throws -> Terrain {
    let mesh = try mesh(of: view)
    let count = mesh.cellCount
    var terrain = Terrain(
      mesh: mesh, boundary: try points("boundary", of: view),
      spacing: try required(Double.self, "spacing", of: view),
      columns: try required(Int.self, "columns", of: view),
      rows: try required(Int.self, "rows", of: view),
      cellsDesired: try required(Int.self, "cells-desired", of: view))
    terrain.height = try column("height", of: view, count: count, orEmpty: true)
    terrain.precipitation = try column("precipitation", of: view, count: count, orEmpty: true)
    terrain.feature = try column("feature", of: view, count: count, orEmpty: true)
    terrain.featureKinds = try required([String].self, "feature-kinds", of: view)
      .map(Feature.Kind.init(rawValue:))
    terrain.distance = try column("distance", of: view, count: count, orEmpty: true)
    terrain.temperature = try column("temperature", of: view, count: count, orEmpty: true)
    return terrain
  }

  private static func readCells(_ view: JSONView, terrain: Terrain?) throws -> Cells {
    var cells = Cells(mesh: try mesh(of: view))
    let count = cells.count
    cells.gridCell = try column("grid-cell", of: view, count: count)
    cells.height = try column("height", of: view, count: count)
    cells.area = try column("area", of: view, count: count)
    cells.feature = try column("feature", of: view, count: count)
    cells.distance = try column("distance", of: view, count: count)
    cells.haven = try column("haven", of: view, count: count)
    cells.harbor = try column("harbor", of: view, count: count)
    cells.biome = try column("biome", of: view, count: count)
    cells.burg = try column("burg", of: view, count: count)
    cells.culture = try column("culture", of: view, count: count)
    cells.state = try column("state", of: view, count: count)
    cells.province = try column("province", of: view, count: count)
    cells.religion = try column("religion", of: view, count: count)
    cells.river = try column("river", of: view, count: count)
    cells.confluence = try column("confluence", of: view, count: count)
    cells.flux = try column("flux", of: view, count: count)
    cells.suitability = try column("suitability", of: view, count: count)
    cells.population = try column("population", of: view, count: count)
    // Files of earlier versions have no trade.
    if view["good"] != nil { cells.good = try column("good", of: view, count: count) }
    if view["market"] != nil { cells.market = try column("market", of: view, count: count) }
    let gridCount = terrain.map(\.mesh.cellCount)
    guard cells.gridCell.allSatisfy({ $0 >= 0 && Int($0) < gridCount ?? .max }) else {
      throw InvalidField("numbers of terrain cells", at: "grid-cell")
    }
    guard cells.haven.allSatisfy({ $0 >= 0 && Int($0) < count }) else {
      throw InvalidField("numbers of cells", at: "haven")
    }
    guard cells.population.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      throw InvalidField("numbers from 0", at: "population")
    }
    return cells
  }

  /// Checks the references to cells and vertices that are not repaired elsewhere.
  private static func check(_ world: World) throws {
    let vertices = world.cells?.mesh.vertices.count ?? 0
    let cells = world.cells?.count ?? 0
    // Tables without cells keep the numbers they had among the cells of another file.
    guard world.cells != nil else { return }
    for (index, feature) in world.features.enumerated() {
      guard feature.outline.allSatisfy({ $0 >= 0 && Int($0) < vertices }),
        feature.shoreline.allSatisfy({ $0 >= 0 && Int($0) < cells }),
        feature.firstCell >= 0, feature.firstCell < max(1, cells)
      else { throw InvalidField("numbers of vertices and cells", at: "features[\(index)]") }
    }
    for (index, route) in world.routes.enumerated() where route.cells.count > route.points.count {
      throw InvalidField("a cell for each point", at: "routes[\(index)].cells")
    }
    for (index, regiment) in world.regiments.enumerated() where regiment.cell < 0 {
      throw InvalidField("a cell's number", at: "regiments[\(index)].cell")
    }
  }

  /// Checks that fields that are written back as they are hold JSON.
  private static func check(_ unmodeled: Unmodeled) throws {
    for (table, rows) in unmodeled.tables {
      for (index, row) in rows.enumerated() {
        for field in row.fields {
          guard (try? JSONDocument(parsing: Array(field.json.utf8)))?.repairs.isEmpty == true
          else {
            throw InvalidField(
              "JSON as text", at: "unmodeled.tables.\(table)[\(index)].\(field.key)")
          }
        }
      }
    }
  }

  private static func counts(of world: World) -> [ImportReport.TableCount] {
    [
      .init("biomes", world.biomes.count), .init("notes", world.notes.count),
      .init("features", world.features.count), .init("cultures", world.cultures.count),
      .init("states", world.states.count), .init("burgs", world.burgs.count),
      .init("religions", world.religions.count), .init("provinces", world.provinces.count),
      .init("name-bases", world.nameBases.count), .init("rivers", world.rivers.count),
      .init("markers", world.markers.count), .init("routes", world.routes.count),
      .init("zones", world.zones.count), .init("ice", world.ice.count),
      .init("regiments", world.regiments.count), .init("added-labels", world.addedLabels.count),
    ]
  }
}
