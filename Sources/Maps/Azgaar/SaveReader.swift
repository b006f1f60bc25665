// SPDX-License-Identifier: MIT
// Part of Platen: a save, section by section, into a world.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON
internal import Text

/// Reads one save.
///
/// Unchecked: it holds views into bytes that do not change or move until `read` returns; by then
/// all tasks that use it have finished.
struct SaveReader: @unchecked Sendable {
  private let sections: MapSections
  private let settings: SaveSettings
  private let options: ImportOptions
  private let drawing: SavedDrawing
  private let workers: any ForkJoin

  static func read(
    _ text: UnsafeRawBufferPointer, options: ImportOptions, workers: any ForkJoin,
    log: inout DiagnosticLog
  ) throws -> ImportedWorld {
    let sections = try unsafe MapSections(text, salvages: options.salvages, log: &log)
    let settings = try SaveSettings(sections, salvages: options.salvages, log: &log)
    try checkVersion(settings, sections, salvages: options.salvages, log: &log)
    let reader = unsafe SaveReader(
      sections: sections, settings: settings, options: options,
      drawing: SavedDrawing(sections[MapSections.drawing]), workers: workers)
    let world = try reader.world(log: &log)
    var report = ImportReport(
      format: "azgaar-map", version: settings.versionText, sections: sections.count,
      tables: world.tableCounts)
    report.savedOn = ImportReport.day(settings.date)
    return ImportedWorld(world: world, report: report)
  }

  private static func checkVersion(
    _ settings: SaveSettings, _ sections: MapSections, salvages: Bool, log: inout DiagnosticLog
  ) throws {
    guard let version = settings.version else {
      if sections.hasHeader {
        log.record(
          .warning(
            .mapVersion,
            "invalid version \"\(excerpt(settings.versionText ?? ""))\"",
            at: SourceLocation(field: MapSections.name(of: 0))))
      }
      return
    }
    settings.warnOfNewerVersion(log: &log)
    let text = excerpt(settings.versionText ?? "")
    let fewest = SaveReader.fewestSections(of: version)
    if sections.count < fewest, salvages {
      log.record(Salvage.missing(sections.count..<fewest))
      return
    }
    if sections.count < fewest {
      throw MapSections.truncated(
        in: sections.count - 1,
        "expected at least \(fewest) sections for version \(text), found \(sections.count)")
    }
    let usual = SaveReader.defaultSections(of: version)
    if sections.count < usual {
      log.record(
        .warning(
          .mapSectionsMissing,
          "expected \(usual) sections for version \(text), found \(sections.count); the missing "
            + "ones are taken as empty",
          hints: ["if the file was cut off, take an earlier save"]))
    }
  }

  /// The number of sections a version is known to write: seen in files, so that fewer are damage.
  private static func fewestSections(of version: MapVersion) -> Int {
    switch version {
    case MapVersion(1, 147)...: 52
    case MapVersion(1, 112)...: 40
    case MapVersion(1, 105)...: 39
    case MapVersion(1, 99)...: 38
    case MapVersion(1, 71)...: 36
    default: MapSections.fewest
    }
  }

  /// The number of sections a version writes by FMG's source, an empty last one not counted.
  ///
  /// Versions 1.10 to 1.19 are those that were written so and mean 1.1 with a patch number.
  private static func defaultSections(of version: MapVersion) -> Int {
    switch version {
    case MapVersion(1, 146)...: 52
    case MapVersion(1, 144)...: 51
    case MapVersion(1, 142)...: 50
    case MapVersion(1, 140)...: 49
    case MapVersion(1, 138)...: 47
    case MapVersion(1, 124)...: 45
    case MapVersion(1, 111)...: 40
    case MapVersion(1, 100)...: 39
    case MapVersion(1, 20)..., MapVersion(1, 2)..<MapVersion(1, 10): 33
    default: MapSections.fewest
    }
  }

  // MARK: The world

  private func world(log: inout DiagnosticLog) throws -> World {
    guard let width = settings.width ?? drawing.width, SaveSettings.isLength(width),
      let height = settings.height ?? drawing.height, SaveSettings.isLength(height)
    else {
      throw Failure(
        .error(
          .mapSize, "neither the first line nor the drawing has the size of the map",
          at: SourceLocation(field: MapSections.name(of: 0)),
          hints: ["the first line is version|license|date|seed|width|height|id"]))
    }
    var world = World(
      info: WorldInfo(
        name: settings.mapName, width: width, height: height, seed: settings.seed))
    if let document = settings.options {
      unsafe document.withView { settings.apply(to: &world, options: $0) }
    } else {
      settings.apply(to: &world, options: nil)
    }
    if !sections.hasHeader, let unit = drawing.distanceUnit { world.units.distance = unit }
    // Without a version, the drawing decides.
    if settings.version == nil, let isWhole = drawing.hasWholeVertices {
      world.drawsWholeVertices = isWhole
    }
    try readTexts(into: &world, log: &log)
    // Cells and tables know nothing of each other until both are there.
    let (land, tables) = try workers.both { [sheet = world.sheet] in
      try Result { try rebuildLand(on: sheet) }.salvaged(options.salvages)
    } _: { [world] in
      try readTables(into: world)
    }
    world = tables.world
    switch land {
    case .success(let land):
      world.terrain = land.terrain
      world.cells = land.cells
      log.record(land.log)
      world.adopt(land.marks, log: &log)
    case .failure(let failure):
      // Without the terrain the world has no cells, and the values of cells belong to none.
      for diagnostic in failure.diagnostics { log.record(Salvage.lostLand(diagnostic)) }
    }
    if let features = tables.features { world.adoptFeatures(features, log: &log) }
    log.record(tables.log)
    try readCellValues(into: &world, log: &log)
    try readOverrides(into: &world, log: &log)
    try readLayers(into: &world, log: &log)
    drawing.complete(
      &world, present: Set(SaveReader.tables.filter { unsafe !sections[$0.0].isEmpty }.map(\.1)),
      hasLabels: unsafe !sections[47].isEmpty)
    try withSection(48, log: &log) { view, _ in world.presentation.adoptStyle(view) }
    world.repairReferences(mapping: options.mapping, log: &log)
    if world.cells == nil {
      let picture = unsafe SalvagedDrawing(drawing: sections[MapSections.drawing], on: world.sheet)
      world.picture = picture.isEmpty ? nil : picture
    }
    return world
  }

  /// Calls `body` with a section's root, or not at all where the section is empty.
  private func withSection(
    _ number: Int, log: inout DiagnosticLog, _ body: (JSONView, inout DiagnosticLog) throws -> Void
  ) throws {
    let bytes = unsafe sections[number].trimmed
    guard unsafe !bytes.isEmpty else { return }
    let document: JSONDocument
    do {
      document = try unsafe parse(bytes, section: number)
    } catch let failure as Failure where options.salvages {
      try withRest(of: number, failure, log: &log, body)
      return
    } catch let failure as Failure where number == sections.count - 1 {
      throw MapSections.truncated(in: number, failure.diagnostics.first?.message)
    }
    if !document.repairs.isEmpty {
      let repairs = document.repairs
      log.record(
        .warning(
          .mapEncoding,
          repairs.invalidUTF8 > 0
            ? counted(repairs.invalidUTF8, "byte is", "bytes are") + " not UTF-8, read as U+FFFD"
            : counted(
              repairs.controlCharacters, "control character is", "control characters are")
              + " unescaped in texts",
          at: SourceLocation(field: MapSections.name(of: number))))
    }
    try unsafe document.withView { try body($0, &log) }
  }

  /// Calls `body` with the rows of a damaged section that are whole.
  private func withRest(
    of number: Int, _ failure: Failure, log: inout DiagnosticLog,
    _ body: (JSONView, inout DiagnosticLog) throws -> Void
  ) throws {
    guard let rows = unsafe Salvage.rows(of: sections[number].trimmed) else {
      log.record(Salvage.lost(number, failure))
      return
    }
    log.record(Salvage.cut(number, after: rows.count))
    try unsafe rows.json.withUnsafeBytes { bytes in
      try unsafe parse(bytes, section: number).withView { try body($0, &log) }
    }
  }

  private func readTexts(into world: inout World, log: inout DiagnosticLog) throws {
    try withSection(2, log: &log) { view, _ in world.coordinates = GeographicBounds(view) }
    if world.coordinates == nil {
      world.coordinates = unsafe settings.options?.withView { root in
        root["geography"]?["coordinates"].flatMap(GeographicBounds.init)
      }
    }
    try withSection(4, log: &log) { view, log in world.notes = MapNote.all(in: view, log: &log) }
    world.nameBases = unsafe NameBase.all(section: sections[31])
    try withSection(34, log: &log) { view, _ in
      world.presentation.fonts = view.elements.compactMap { $0["family"]?.looseString }
    }
  }

  // MARK: Geometry

  /// The cells, as far as they are rebuilt.
  private struct Land: Sendable {
    var terrain: Terrain
    var cells: Cells
    var marks: FeatureMarks
    var log: DiagnosticLog
  }

  private func rebuildLand(on sheet: Rect) throws -> Land {
    var log = DiagnosticLog()
    var terrain: Terrain?
    try withSection(6, log: &log) { view, _ in
      terrain = try Terrain(
        grid: view, sheet: sheet, at: SourceLocation(field: MapSections.name(of: 6)))
    }
    guard var terrain else { throw MapSections.truncated(in: 6, "it is empty") }
    let count = terrain.mesh.cellCount
    terrain.height = try list(7, count, 0...100, required: true, log: &log)
    terrain.precipitation = try list(8, count, 0...255, log: &log)
    terrain.feature = try list(9, count, 0...65535, log: &log)
    terrain.distance = try list(10, count, -128...127, required: true, log: &log)
    terrain.temperature = try list(11, count, -128...127, log: &log)

    let pack = PackGraph.cells(of: terrain)
    var cells = Cells(mesh: pack.mesh)
    cells.gridCell = pack.gridCell
    cells.height = pack.height
    guard pack.mesh.cellCount > 0 else {
      throw Failure(
        .error(
          .mapCellCount, "the map has no cells: its terrain is deep water throughout",
          at: SourceLocation(field: MapSections.name(of: 7))))
    }
    let marks = PackGraph.markFeatures(mesh: pack.mesh, height: pack.height, sheet: sheet)
    return Land(terrain: terrain, cells: cells, marks: marks, log: log)
  }

  /// A list of whole numbers, one for each of `count` cells; zeros where an optional one is absent.
  private func list<T: FixedWidthInteger>(
    _ number: Int, _ count: Int, _ range: ClosedRange<T>, required: Bool = false,
    log: inout DiagnosticLog
  ) throws -> [T] {
    let result = whole(
      unsafe NumberList.integers(sections[number].trimmed, expected: count, in: range), of: number,
      count)
    let isPresent = try check(
      result.count, result.invalidCount, result.firstInvalid, of: number, expected: count,
      required: required, range: "\(range.lowerBound) to \(range.upperBound)", log: &log)
    return isPresent ? filled(result.values, count) : Array(repeating: 0, count: count)
  }

  /// A list without its last value where the file ends in it: some of its digits may be lost.
  private func whole<Element>(
    _ list: NumberList.Result<Element>, of number: Int, _ count: Int
  ) -> NumberList.Result<Element> {
    guard options.salvages, number == sections.count - 1, list.count < count, list.count > 0
    else { return list }
    var list = list
    list.values.removeLast()
    list.count -= 1
    return list
  }

  /// Values with zeros behind them, one for each cell.
  private func filled<T: Numeric>(_ values: [T], _ count: Int) -> [T] {
    values.count < count ? values + Array(repeating: 0, count: count - values.count) : values
  }

  /// Indicates whether there is a list to be used; what it lacks is then 0.
  private func check(
    _ found: Int, _ invalidCount: Int, _ first: Int?, of number: Int, expected: Int, required: Bool,
    range: String, log: inout DiagnosticLog
  ) throws -> Bool {
    let place = SourceLocation(field: MapSections.name(of: number))
    // Missing sections have been reported.
    let isDue = found > 0 || required || number >= sections.count
    // Rain and temperatures are not what cells are rebuilt from.
    let isNeeded = number <= 11 && number != 8 && number != 11
    if options.salvages, !isNeeded, found != expected, isDue {
      if number < sections.count { log.record(Salvage.misfit(number, found, of: expected)) }
      return found > 0
    }
    if found == 0 && expected > 0 {
      if required { throw MapSections.truncated(in: number, "it is empty") }
      log.record(
        .warning(.mapSectionEmpty, "the section is empty; its values are taken as 0", at: place))
      return false
    }
    guard found == expected else {
      if found < expected, number == sections.count - 1 {
        throw MapSections.truncated(in: number, "found \(found) of \(expected) values")
      }
      let what = number < 12 ? "the terrain grid has" : "the terrain rebuilds to"
      throw Failure(
        .error(
          .mapCellCount, "\(what) \(expected) cells, but the section has \(found) values",
          at: place,
          hints: [
            "the file was edited or its sections are of different maps; take an earlier save"
          ]))
    }
    if invalidCount > 0 {
      log.record(
        .warning(
          .mapValueRange,
          outOfRange(invalidCount, range) + "; the first is that of cell \(first ?? 0)", at: place))
    }
    return true
  }

  // MARK: Values of cells

  private func readCellValues(into world: inout World, log: inout DiagnosticLog) throws {
    guard var cells = world.cells else { return }
    world.cells = nil
    let count = cells.count
    cells.state = try list(25, count, 0...65535, required: true, log: &log)
    cells.biome = try list(16, count, 0...255, log: &log)
    cells.burg = try list(17, count, 0...65535, log: &log)
    // FMG itself keeps the low eight bits of these.
    let confluence: [UInt32] = try list(18, count, 0...UInt32(Int32.max), log: &log)
    cells.confluence = confluence.map { UInt8(truncatingIfNeeded: $0) }
    cells.culture = try list(19, count, 0...65535, log: &log)
    cells.flux = try list(20, count, 0...65535, log: &log)
    cells.population = try population(count, log: &log)
    cells.river = try list(22, count, 0...65535, log: &log)
    // Written signed when fresh and unsigned after a load.
    let suitability: [Int32] = try list(24, count, -32768...65535, log: &log)
    cells.suitability = suitability.map { Int16(truncatingIfNeeded: $0) }
    cells.religion = try list(26, count, 0...65535, log: &log)
    cells.province = try list(27, count, 0...65535, log: &log)
    // Goods and markets came late; their absence is nothing to speak of.
    if unsafe !sections[40].trimmed.isEmpty {
      cells.good = try list(40, count, 0...65535, log: &log)
    }
    if unsafe !sections[44].trimmed.isEmpty {
      cells.market = try list(44, count, 0...65535, log: &log)
    }
    world.cells = cells
  }

  private func population(_ count: Int, log: inout DiagnosticLog) throws -> [Float] {
    let result = whole(
      unsafe NumberList.floats(sections[21].trimmed, expected: count), of: 21, count)
    let isPresent = try check(
      result.count, result.invalidCount, result.firstInvalid, of: 21, expected: count,
      required: false,
      range: "0 up", log: &log)
    return isPresent ? filled(result.values, count) : Array(repeating: 0, count: count)
  }

  /// Vertices that the user moved by hand, from 1.146 on.
  private func readOverrides(into world: inout World, log: inout DiagnosticLog) throws {
    try withSection(51, log: &log) { view, log in
      guard let moved = view["pack"]?["vertices"]?["p"], var cells = world.cells else { return }
      world.cells = nil
      defer { world.cells = cells }
      for member in moved.members {
        guard let vertex = Int(member.key), cells.mesh.vertices.indices.contains(vertex),
          let place = member.value[1].flatMap(Point.init(pair:))
        else {
          log.record(
            .warning(
              .mapVertex, "no such vertex: \(member.key)",
              at: SourceLocation(field: MapSections.name(of: 51))))
          continue
        }
        cells.moveVertex(vertex, to: place)
      }
    }
  }

  // MARK: Tables

  /// The contents of the tables.
  private struct Tables: Sendable {
    var world: World
    /// The features as they were saved; nil where the save has none.
    var features: EntityList<Feature>?
    var log = DiagnosticLog()
  }

  /// Puts the tables into a world that has no cells yet.
  private func readTables(into world: World) throws -> Tables {
    var tables = Tables(world: world)
    var log = DiagnosticLog()
    do {
      tables.world.biomes = try unsafe Biome.table(
        section: sections[3].trimmed, mapping: options.mapping, log: &log)
    } catch let failure as Failure where options.salvages {
      log.record(Salvage.lost(3, failure))
      tables.world.biomes = EntityList(Biome.standard)
    }
    try withSection(12, log: &log) { view, log in
      tables.features = tables.world.savedFeatures(in: view, log: &log)
    }
    for (number, table) in SaveReader.tables {
      try withSection(number, log: &log) { view, log in
        tables.world.read(table, from: view, options: options, log: &log)
      }
    }
    try withSection(47, log: &log) { view, log in
      tables.world.addedLabels = AddedLabel.all(in: view, log: &log)
    }
    try withSection(43, log: &log) { view, log in
      tables.world.readDeals(from: view, log: &log)
    }
    tables.world.measurers = unsafe Measurer.all(text: sections[33].text)
    try withSection(46, log: &log) { view, log in
      tables.world.measurers += Measurer.all(in: view, log: &log)
    }
    try withSection(49, log: &log) { view, log in
      tables.world.relief = ReliefIcon.all(in: view, log: &log)
    }
    tables.log = log
    return tables
  }

  /// Sections that hold a table of rows.
  private static let tables: [(Int, EntityTable)] = [
    (13, .cultures), (14, .states), (15, .burgs), (29, .religions), (30, .provinces),
    (32, .rivers), (35, .markers), (37, .routes), (38, .zones), (39, .ice), (41, .goods),
    (42, .markets),
  ]

  /// Reads the layers that were shown and their order, from 1.144 on.
  private func readLayers(into world: inout World, log: inout DiagnosticLog) throws {
    try withSection(50, log: &log) { view, _ in
      world.presentation.order = view["order"]?.elements.compactMap(\.string) ?? []
      world.presentation.active = view["active"]?.elements.compactMap(\.string) ?? []
    }
  }
}
