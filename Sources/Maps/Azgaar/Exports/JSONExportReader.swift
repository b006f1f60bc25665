// SPDX-License-Identifier: MIT
// Part of Platen: FMG's JSON exports into worlds.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

/// Reads Full, Minimal, PackCells and GridCells exports.
///
/// The parts were named differently over time: what is `pack` and `mapCoordinates` today was
/// `cells` and `coords`, and `cells` is also what PackCells and GridCells call their one part. So
/// parts are recognized by their contents.
struct JSONExportReader {
  private let root: JSONView
  private let options: ImportOptions
  /// Tables, and cells with their vertices where the export has any.
  private let pack: JSONView?
  private let grid: JSONView?
  private let format: String

  static func recognizes(_ text: UnsafeRawBufferPointer) -> Bool {
    let start = unsafe text.part(0..<min(text.count, 4096))
    if unsafe start.firstRange(of: "Fantasy-map-generator", from: 0) != nil { return true }
    guard let document = try? unsafe JSONDocument(unsafelyBorrowing: text) else { return false }
    return unsafe document.withView { JSONExportReader($0, options: ImportOptions()) != nil }
  }

  static func read(
    _ text: UnsafeRawBufferPointer, options: ImportOptions, log: inout DiagnosticLog
  ) throws -> ImportedWorld {
    let document: JSONDocument
    do {
      document = try unsafe JSONDocument(unsafelyBorrowing: text)
    } catch {
      throw Failure(
        error.diagnostic(
          .mapJson,
          hints: ["the file was cut off or damaged by an edit; export it again"]))
    }
    if !document.repairs.isEmpty {
      let position = document.position(ofByte: document.repairs.firstOffset ?? 0)
      log.record(
        .warning(
          .mapEncoding,
          "bytes that are not UTF-8, or unescaped control characters, were replaced",
          at: SourceLocation(line: position.line, column: position.column)))
    }
    return try unsafe document.withView { root in
      guard let reader = JSONExportReader(root, options: options) else {
        throw Failure(foreign(root))
      }
      return try reader.read(log: &log)
    }
  }

  private init?(_ root: JSONView, options: ImportOptions) {
    guard root.isObject else { return nil }
    func isGrid(_ view: JSONView) -> Bool {
      view["boundary"] != nil || (view["spacing"] != nil && view["points"] != nil)
    }
    func isPack(_ view: JSONView) -> Bool {
      view.isObject && !isGrid(view)
        && (view["cells"] != nil || view["burgs"] != nil || view["states"] != nil)
    }
    let cells = root["cells"]
    pack = (root["pack"] ?? cells).flatMap { isPack($0) ? $0 : nil }
    grid = (root["grid"] ?? root["gridCells"] ?? cells).flatMap { isGrid($0) ? $0 : nil }
    guard pack != nil || grid != nil else { return nil }
    self.root = root
    self.options = options
    if pack == nil {
      format = "azgaar-json-grid"
    } else if pack?["cells"] == nil {
      format = "azgaar-json-minimal"
    } else {
      format = root["settings"] == nil ? "azgaar-json-pack" : "azgaar-json-full"
    }
  }

  /// The error for a JSON text that is none of the exports.
  private static func foreign(_ root: JSONView) -> Diagnostic {
    let save = "give the .map file, or the Full JSON export"
    if root["type"]?.equals("FeatureCollection") == true {
      let properties = root["features"]?[0]?["properties"]
      let kind: String
      if properties?["biome"] != nil {
        kind = "cells"
      } else if properties?["basin"] != nil {
        kind = "rivers"
      } else if properties?["icon"] != nil {
        kind = "markers"
      } else if properties?["group"] != nil {
        kind = "routes"
      } else {
        kind = "one layer"
      }
      return .error(
        .mapGeojson,
        "the file is a GeoJSON export (\(kind)): it holds one layer on the globe, not the world",
        hints: [save])
    }
    if root["mappings"] != nil, root["version"] != nil {
      return .error(
        .mapSourceMap, "the file is a JavaScript source map, not a map of a world",
        hints: ["source maps also end in .map; exclude such directories from the glob"])
    }
    let keys = root.members.prefix(6).map(\.key).joined(separator: ", ")
    let content =
      if !root.isObject {
        "the file is a JSON array"
      } else if keys.isEmpty {
        "the file is an empty JSON object"
      } else {
        "the file is JSON with the keys \(keys)"
      }
    return .error(
      .mapUnknownFormat, "\(content), not an export of FMG",
      hints: [save])
  }

  // MARK: The world

  private func read(log: inout DiagnosticLog) throws -> ImportedWorld {
    let settings = readSettings()
    settings.warnOfNewerVersion(log: &log)
    let size = size(settings, log: &log)
    var world = World(
      info: WorldInfo(
        name: settings.mapName, width: size.width, height: size.height, seed: settings.seed))
    settings.apply(to: &world, options: root["settings"]?["options"])
    world.unmodeled.keep(object: root["settings"], as: "settings")
    world.coordinates =
      (root["mapCoordinates"] ?? root["coords"]).flatMap(GeographicBounds.init)
    world.notes = root["notes"].map { MapNote.all(in: $0, log: &log) } ?? []
    world.nameBases = root["nameBases"].map { NameBase.all(in: $0) } ?? []
    try readTerrain(into: &world, log: &log)
    try readCells(into: &world, log: &log)
    world.biomes = Biome.table(
      root["biomesData"] ?? root["biomes"] ?? pack?["biomes"], mapping: options.mapping, log: &log)
    world.unmodeled.keep(object: root["biomesData"] ?? root["biomes"], as: "biomesData")
    if let features = pack?["features"] {
      let saved = world.savedFeatures(in: features, log: &log)
      world.adoptFeatures(saved, log: &log)
    }
    for table in EntityTable.allCases {
      guard let view = pack?.member(named: table.rawValue), view.isArray else { continue }
      world.read(table, from: view, options: options, log: &log)
    }
    if let deals = pack?["deals"], deals.isArray { world.readDeals(from: deals, log: &log) }
    if let measurers = pack?["measurers"], measurers.isArray {
      world.measurers = Measurer.all(in: measurers, log: &log)
    }
    if world.cells == nil {
      log.record(
        .warning(
          .mapNoCells,
          world.terrain == nil
            ? "the export has tables only, no cells: nothing can be drawn from it"
            : "the export has terrain cells only: states, coasts and tables are not in it",
          hints: ["use the .map file or the Full JSON export to draw the map"]))
    }
    world.repairReferences(mapping: options.mapping, log: &log)
    var report = ImportReport(
      format: format, version: settings.versionText, tables: world.tableCounts)
    report.savedOn = ImportReport.day(settings.date)
    return ImportedWorld(world: world, report: report)
  }

  private func readSettings() -> SaveSettings {
    var settings = SaveSettings()
    let info = root["info"]
    settings.versionText = info?["version"]?.looseString
    settings.date = info?["exportedAt"]?.looseString
    settings.seed = info?["seed"]?.looseString ?? grid?["seed"]?.looseString ?? ""
    settings.mapID = info?["mapId"]?.looseString
    settings.width = info?["width"]?.looseDouble
    settings.height = info?["height"]?.looseDouble
    settings.mapName =
      root["settings"]?["mapName"]?.looseString ?? info?["mapName"]?.looseString ?? ""
    settings.stylePreset = root["settings"]?["stylePreset"]?.looseString
    if let view = root["settings"] { settings.readUnits(of: view) }
    return settings
  }

  /// The sheet's size, which exports before 1.108 do not state.
  private func size(_ settings: SaveSettings, log: inout DiagnosticLog) -> Size {
    if let width = settings.width, let height = settings.height, SaveSettings.isLength(width),
      SaveSettings.isLength(height)
    {
      return Size(width: width, height: height)
    }
    // The ring of boundary points lies as far beyond each edge as it begins before 0.
    let ring = grid?["boundary"]?.elements.compactMap(Point.init(pair:)) ?? []
    if let bounds = Rect(enclosing: ring), SaveSettings.isLength(bounds.maxX + bounds.minX),
      SaveSettings.isLength(bounds.maxY + bounds.minY)
    {
      return Size(width: bounds.maxX + bounds.minX, height: bounds.maxY + bounds.minY)
    }
    var places = (pack?["cells"]).map { ExportCells($0).sites.filter(\.isFinite) } ?? []
    if places.isEmpty {
      places =
        (pack?["burgs"]?.elements).map { burgs in
          burgs.compactMap { burg in
            guard let x = burg["x"]?.looseDouble, let y = burg["y"]?.looseDouble else { return nil }
            return Point(x, y)
          }
        } ?? []
    }
    let bounds = Rect(enclosing: places) ?? Rect(x: 0, y: 0, width: 1, height: 1)
    log.record(
      .warning(
        .mapSize,
        "the export does not state the size of the map; it is computed from its "
          + (pack?["cells"] == nil ? "burgs" : "cells")))
    func whole(_ value: Double) -> Double { min(max(value.rounded(.up), 1), 1e6) }
    return Size(width: whole(bounds.maxX), height: whole(bounds.maxY))
  }

  // MARK: Cells

  private func readTerrain(into world: inout World, log: inout DiagnosticLog) throws {
    guard let grid, let view = grid["cells"] else { return }
    var terrain = try Terrain(grid: grid, sheet: world.sheet, at: SourceLocation(field: "grid"))
    let cells = ExportCells(view)
    try refuseMisfits(cells)
    guard cells.count == terrain.mesh.cellCount else {
      throw Failure(
        .error(
          .mapCellCount,
          "the terrain grid has \(terrain.mesh.cellCount) points, but \(cells.count) cells",
          at: SourceLocation(field: "grid.cells"), hints: ["the export was edited; export it again"]
        ))
    }
    terrain.height = values(cells, .height, 0...100, log: &log)
    terrain.precipitation = values(cells, .precipitation, 0...255, log: &log)
    terrain.feature = values(cells, .feature, 0...65535, log: &log)
    terrain.distance = values(cells, .distance, -128...127, log: &log)
    terrain.temperature = values(cells, .temperature, -128...127, log: &log)
    world.terrain = terrain
  }

  /// - Throws: `Failure` naming both counts when a column has not one value for each cell.
  private func refuseMisfits(_ cells: ExportCells) throws {
    guard let misfit = cells.misfits.first else { return }
    throw Failure(
      .error(
        .mapCellCount,
        "expected \(cells.count) values, one for each cell, found \(misfit.count)",
        at: SourceLocation(field: "cells.\(misfit.key)"),
        hints: ["the export was edited; export it again"]))
  }

  /// A column clamped to `range`; zeros where the export lacks it.
  private func values<T: FixedWidthInteger>(
    _ cells: ExportCells, _ column: ExportCells.Column, _ range: ClosedRange<T>,
    log: inout DiagnosticLog
  ) -> [T] {
    guard let numbers = cells[column] else { return Array(repeating: 0, count: cells.count) }
    let (low, high) = (Int32(range.lowerBound), Int32(range.upperBound))
    var invalidCount = 0
    let values = numbers.map { number in
      if number < low || number > high { invalidCount += 1 }
      return T(truncatingIfNeeded: min(max(number, low), high))
    }
    warn(of: invalidCount, "\(low) to \(high)", in: column.key, log: &log)
    return values
  }

  private func warn(
    of invalidCount: Int, _ range: String, in key: StaticString, log: inout DiagnosticLog
  ) {
    guard invalidCount > 0 else { return }
    log.record(
      .warning(
        .mapValueRange, outOfRange(invalidCount, range),
        at: SourceLocation(field: "cells.\(key)")))
  }

  private func readCells(into world: inout World, log: inout DiagnosticLog) throws {
    guard let view = pack?["cells"] else { return }
    let columns = ExportCells(view)
    guard columns.count > 0 else { return }
    try refuseMisfits(columns)
    var (mesh, isRebuilt) = try mesh(of: columns, terrain: world.terrain)
    let strays = mesh.placeStrays(
      middle: Point(world.info.width / 2, world.info.height / 2))
    if strays > 0 {
      log.record(
        .warning(
          .mapCellPlace,
          "\(strays) cells have no position on or near the sheet; "
            + "the middle of their corners, or of the sheet, is used",
          at: SourceLocation(field: "cells.p")))
    }
    let count = columns.count
    var cells = Cells(mesh: mesh)
    cells.gridCell = columns[.gridCell] ?? cells.gridCell
    if let terrain = world.terrain {
      let last = Int32(terrain.mesh.cellCount - 1)
      cells.gridCell = cells.gridCell.map { min(max($0, 0), last) }
    }
    cells.height = values(columns, .height, 0...100, log: &log)
    cells.biome = values(columns, .biome, 0...255, log: &log)
    cells.burg = values(columns, .burg, 0...65535, log: &log)
    cells.culture = values(columns, .culture, 0...65535, log: &log)
    cells.state = values(columns, .state, 0...65535, log: &log)
    cells.province = values(columns, .province, 0...65535, log: &log)
    cells.religion = values(columns, .religion, 0...65535, log: &log)
    cells.river = values(columns, .river, 0...65535, log: &log)
    cells.good = values(columns, .good, 0...65535, log: &log)
    cells.market = values(columns, .market, 0...65535, log: &log)
    // As in saves, the low eight bits count.
    if let column = columns[.confluence] {
      cells.confluence = column.map { UInt8(truncatingIfNeeded: $0) }
    }
    cells.flux = values(columns, .flux, 0...65535, log: &log)
    cells.suitability = (columns[.suitability] ?? Array(repeating: 0, count: count)).map {
      Int16(truncatingIfNeeded: $0)
    }
    if !columns.population.isEmpty {
      var invalidCount = 0
      cells.population = columns.population.map { people in
        if people >= 0 && people.isFinite { return people }
        invalidCount += 1
        return 0
      }
      warn(of: invalidCount, "0 up", in: "pop", log: &log)
    }
    let height = cells.height
    world.cells = cells
    world.adopt(
      PackGraph.markFeatures(mesh: mesh, height: height, sheet: world.sheet), log: &log)
    guard !isRebuilt else { return }
    // Up to 1.109 neighbors are not in the order that distances were reckoned in.
    if columns[.distance] != nil {
      world.cells?.distance = values(columns, .distance, -128...127, log: &log)
    }
    if columns[.haven] != nil {
      world.cells?.haven = values(columns, .haven, 0...Int32(count - 1), log: &log)
    }
    if columns[.harbor] != nil {
      world.cells?.harbor = values(columns, .harbor, 0...255, log: &log)
    }
    if columns[.area] != nil {
      world.cells?.area = values(columns, .area, 0...65535, log: &log)
    }
  }

  /// The mesh of the export's cells: rebuilt from their points where the boundary is known, because
  /// up to 1.139 the lists hold vertices cut to whole numbers; else the lists as they are.
  private func mesh(
    of columns: ExportCells, terrain: Terrain?
  ) throws -> (mesh: VoronoiMesh, isRebuilt: Bool) {
    let place = SourceLocation(field: "pack.cells")
    let lists = pack?["vertices"].map(ExportVertices.init)
    if let terrain, !terrain.boundary.isEmpty, columns.sites.count == columns.count,
      columns.sites.allSatisfy(\.isNearSheet)
    {
      let mesh = VoronoiMesh(sites: columns.sites, boundary: terrain.boundary)
      if lists == nil || lists?.points.count == mesh.vertices.count { return (mesh, true) }
    }
    if let lists, let mesh = VoronoiMesh(cells: columns, vertices: lists) { return (mesh, false) }
    throw Failure(
      .error(
        .mapMesh,
        lists == nil
          ? "the export has cells but neither their vertices nor the terrain grid"
          : "the lists of cells and vertices do not match",
        at: place, hints: ["the export was cut by hand; export it again"]))
  }
}
