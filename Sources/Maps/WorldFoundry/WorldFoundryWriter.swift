// SPDX-License-Identifier: MIT
// Part of Platen: worlds as World Foundry's native JSON and as `.wfmap`.

internal import Archive
public import Atlas
internal import Digests
internal import Geometry
internal import JSON
public import Text

/// Writes worlds in World Foundry's format.
///
/// The format has no tables of provinces, religions, regiments, ice or name bases; nothing of added
/// labels, coats of arms, a river's bends, a culture's code or a zone's type; one word for a
/// state's form, one number for a river's water, seven biomes and no hatches. What it cannot
/// express is omitted, people are integers, and a world without cells has no features.
///
/// Three things are written as members of our own, which other readers pass over: that a marker or
/// a zone is hidden (`hidden`), lest it be shown to players later; how far the sheet reaches on the
/// globe (`settings.bounds`), where the format has its middle; and the course of a route that does
/// not run from cell to cell (`points`).
///
/// The same world gives the same bytes: its id comes from its contents, and the date is the one
/// given.
public enum WorldFoundryWriter {
  /// The default date of a file: the first that a ZIP can store.
  public static let undated = "1980-01-01T00:00:00Z"

  /// The native JSON, handed on as it is written.
  ///
  /// The id stands before what it is made from, so the world is gone through twice.
  ///
  /// - Parameters:
  ///   - created: creation and modification date, in the form of RFC 3339.
  ///   - sink: takes the bytes, in their order.
  /// - Throws: what the sink throws.
  public static func json(
    _ world: World, created: String = undated, to sink: ByteSink
  ) throws {
    let writer = NativeWriter(world: world)
    var hasher = SHA256()
    try unsafe writer.writeTables { unsafe hasher.update($0) }
    var head = JSONWriter()
    let id = uuid(hasher.finalize().bytes)
    head.object { writer.writeMetadata(&$0, id: id, created: created) }
    // Metadata stands first; the braces between the two objects make way for a comma.
    try unsafe (head.utf8.dropLast() + [UInt8(ascii: ",")]).withUnsafeBytes(sink)
    var isFirst = true
    try unsafe writer.writeTables { bytes in
      try unsafe sink(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(isFirst ? 1 : 0)))
      isFirst = false
    }
  }

  /// The native JSON as one piece.
  public static func json(_ world: World, created: String = undated) -> [UInt8] {
    var bytes: [UInt8] = []
    // Nothing throws but a sink.
    try? unsafe json(world, created: created) { unsafe bytes.append(contentsOf: $0) }
    return bytes
  }

  /// A ZIP of the native JSON, under the name `world.json`.
  ///
  /// - Parameters:
  ///   - storage: makes room for a temporary file; it is called twice.
  /// - Throws: `Failure` where the ZIP cannot be made, and errors of `storage` and `sink`.
  public static func wfmap(
    _ world: World, created: String = undated, storage: () throws -> any TemporaryStorage,
    to sink: ByteSink
  ) throws {
    let json = try storage()
    try unsafe self.json(world, created: created) { try unsafe json.append($0) }
    var zip = ZipWriter()
    try zip.addEntry("world.json", from: json)
    try unsafe zip.finish(through: try storage(), to: sink)
  }

  /// The same as one piece.
  ///
  /// - Throws: `Failure` where the ZIP cannot be made.
  public static func wfmap(_ world: World, created: String = undated) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try unsafe wfmap(world, created: created, storage: MemoryStorage.init) {
      unsafe bytes.append(contentsOf: $0)
    }
    return bytes
  }

  /// A UUID of version 8 (RFC 9562: made our own way) from a digest.
  private static func uuid(_ digest: [UInt8]) -> String {
    var bytes = Array(digest.prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += Hex.encode([byte])
    }
    return text
  }
}

/// Writes the parts of one world.
private struct NativeWriter {
  let world: World

  func writeMetadata(_ json: inout JSONWriter, id: String, created: String) {
    let (info, units) = (world.info, world.units)
    json.member(
      "metadata",
      object: { json in
        json.member("id", id)
        json.member("name", info.name)
        json.member("version", "1.0.0")
        json.member("created_at", created)
        json.member("modified_at", created)
        json.member("width", info.width.rounded())
        json.member("height", info.height.rounded())
        json.key("seed")
        json.raw(String(seed))
        json.member(
          "settings",
          object: { json in
            json.member("distance_unit", units.distance)
            json.member("distance_scale", units.distanceScale)
            json.member("area_unit", units.area)
            json.member("height_unit", units.height)
            json.member("height_exponent", units.heightExponent)
            json.member("temperature_scale", units.temperature)
            json.member("population_rate", units.populationRate)
            json.member("urbanization", units.urbanization)
            let place = world.coordinates
            json.member("latitude", place.map { ($0.north + $0.south) / 2 } ?? 0)
            json.member("longitude", place.map { ($0.west + $0.east) / 2 } ?? 0)
            if let place {
              json.member(
                "bounds",
                object: { json in
                  json.member("north", place.north)
                  json.member("south", place.south)
                  json.member("west", place.west)
                  json.member("east", place.east)
                })
            }
          })
      })
  }

  /// The seed as the number that the format requires; other texts are hashed (FNV-1a).
  private var seed: UInt64 {
    UInt64(world.info.seed)
      ?? world.info.seed.utf8.reduce(0xCBF2_9CE4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      } >> 11
  }

  /// Hands on an object of all tables.
  func writeTables(to sink: ByteSink) throws {
    var json = JSONWriter()
    func pour(_ json: inout JSONWriter) throws {
      if json.heldCount >= 1 << 16 { try unsafe json.drain(to: sink) }
    }
    try json.object { json in
      writeHeightmap(&json)
      try json.member("cells", array: { try writeCells(&$0, pour) })
      try json.member("features", array: { try writeFeatures(&$0, pour) })
      json.member("cultures", array: writeCultures)
      try json.member("states", array: { try writeStates(&$0, pour) })
      json.member("burgs", array: writeBurgs)
      json.member("rivers", array: writeRivers)
      json.member("routes", array: writeRoutes)
      json.member("markers", array: writeMarkers)
      json.member("zones", array: writeZones)
    }
    try unsafe json.drain(to: sink)
  }

  /// Called between rows: hands on what was written when there is enough of it.
  typealias Pour = (inout JSONWriter) throws -> Void

  // MARK: Land

  /// Writes a value for each cell of the terrain, at most 1,024 a side; each is the nearest cell's.
  private func writeHeightmap(_ json: inout JSONWriter) {
    let mesh = world.terrain?.mesh ?? world.cells?.mesh
    let heights = world.terrain?.height ?? world.cells?.height ?? []
    var (columns, rows) = (0, 0)
    let (width, height) = (world.info.width, world.info.height)
    if let mesh, mesh.cellCount > 0, heights.count == mesh.cellCount, width > 0, height > 0,
      (width / height).isFinite, width / height > 1e-6, width / height < 1e6
    {
      let across = max(1, (Double(mesh.cellCount) * width / height).squareRoot())
      columns = max(1, min(1024, Int(across.rounded())))
      rows = max(1, min(1024, Int((Double(mesh.cellCount) / across).rounded())))
    }
    json.member(
      "heightmap",
      object: { json in
        json.member("width", columns)
        json.member("height", rows)
        json.member(
          "data",
          array: { json in
            let index = PointIndex(mesh?.sites ?? [])
            for row in 0..<rows {
              for column in 0..<columns {
                let place = Point(
                  (Double(column) + 0.5) / Double(columns) * world.info.width,
                  (Double(row) + 0.5) / Double(rows) * world.info.height)
                json.double(index.nearest(to: place).map { Double(heights[$0]) / 100 } ?? 0)
              }
            }
          })
      })
  }

  private func writeCells(_ json: inout JSONWriter, _ pour: Pour) throws {
    guard let cells = world.cells else { return }
    let rate = world.units.populationRate
    for cell in 0..<cells.count {
      let grid = Int(cells.gridCell[cell])
      let temperature =
        world.terrain.flatMap { $0.temperature.indices.contains(grid) ? $0.temperature[grid] : nil }
        ?? 0
      let rain =
        world.terrain.flatMap {
          $0.precipitation.indices.contains(grid) ? $0.precipitation[grid] : nil
        } ?? 0
      let isLake = world.features[id: Int(cells.feature[cell])]?.kind == .lake
      json.object { json in
        json.member("id", cell)
        writePoint(cells.mesh.sites[cell], as: "coordinates", to: &json)
        json.member("height", Double(cells.height[cell]) / 100)
        json.member(
          "biome",
          NativeBiome.name(
            of: world.biomes[id: Int(cells.biome[cell])], isLand: cells.isLand(cell),
            isLake: isLake, temperature: Int(temperature)))
        json.member("temperature", Int(temperature))
        json.member("precipitation", Int(rain) * 100)
        json.member("population", people(Double(cells.population[cell]) * rate))
        writeReference(
          Int(cells.culture[cell]), as: "culture", if: world.cultures.contains, to: &json)
        writeReference(Int(cells.state[cell]), as: "state", if: world.states.contains, to: &json)
        writeReference(
          Int(cells.province[cell]), as: "province", if: world.provinces.contains, to: &json)
        writeReference(
          Int(cells.religion[cell]), as: "religion", if: world.religions.contains, to: &json)
      }
      try pour(&json)
    }
  }

  private func writeFeatures(_ json: inout JSONWriter, _ pour: Pour) throws {
    guard let cells = world.cells else { return }
    var members: [Int: [Int]] = [:]
    for cell in 0..<cells.count { members[Int(cells.feature[cell]), default: []].append(cell) }
    for feature in world.features where feature.kind != .ocean {
      json.object { json in
        json.member("id", feature.id)
        json.member("name", feature.name ?? "")
        json.member("feature_type", feature.kind == .lake ? "Lake" : "Island")
        json.member("cells", members[feature.id] ?? [])
        json.member("group", feature.subtype.isEmpty ? nil : feature.subtype)
      }
      try pour(&json)
    }
  }

  // MARK: People

  private func writeCultures(_ json: inout JSONWriter) {
    let sums = sums { Int($0.culture[$1]) }
    for culture in world.cultures {
      let sum = sums[culture.id] ?? Sum()
      json.object { json in
        json.member("id", culture.id)
        json.member("name", culture.name)
        json.member("color", (culture.color ?? .rgb(0x80, 0x80, 0x80)).nativeText)
        json.member("base", culture.nameBase ?? 0)
        json.member("origins", culture.origins)
        json.member("shield", culture.shield ?? "")
        writePoint(site(culture.center), as: "center", to: &json)
        json.member("area", sum.area)
        json.member("rural", sum.rural)
        json.member("urban", sum.urban)
        json.member("expansionism", culture.expansionism)
      }
    }
  }

  private func writeStates(_ json: inout JSONWriter, _ pour: Pour) throws {
    let sums = sums { Int($0.state[$1]) }
    for state in world.states {
      let sum = sums[state.id] ?? Sum()
      json.object { json in
        json.member("id", state.id)
        json.member("name", state.name)
        json.member("full_name", state.fullName)
        json.member("color", (state.color ?? .rgb(0x80, 0x80, 0x80)).nativeText)
        writeReference(state.capital ?? 0, as: "capital", if: world.burgs.contains, to: &json)
        writePoint(state.pole ?? site(state.center), as: "center", to: &json)
        json.member("area", sum.area)
        json.member("population", people(sum.rural + sum.urban))
        json.member("rural", sum.rural)
        json.member("urban", sum.urban)
        json.member("burgs", sum.burgs)
        writeReference(state.culture ?? 0, as: "culture", if: world.cultures.contains, to: &json)
        json.member("type_", state.formName.isEmpty ? state.form : state.formName)
        json.member("expansionism", state.expansionism)
        json.member("cells", sum.cells)
      }
      try pour(&json)
    }
  }

  private func writeBurgs(_ json: inout JSONWriter) {
    let factor = world.units.populationRate * world.units.urbanization
    for burg in world.burgs {
      json.object { json in
        json.member("id", burg.id)
        json.member("name", burg.name)
        json.member("cell", burg.cell)
        json.member("x", burg.position.x)
        json.member("y", burg.position.y)
        writeReference(burg.state ?? 0, as: "state", if: world.states.contains, to: &json)
        json.member("i", burg.id)
        writeReference(burg.culture ?? 0, as: "culture", if: world.cultures.contains, to: &json)
        json.member("feature", burg.feature ?? 0)
        json.member("capital", burg.isCapital ? 1 : 0)
        json.member("port", burg.port ?? 0)
        json.member("population", (burg.population * factor * 1000).rounded() / 1000)
        let group = burg.group.prefix(1).uppercased() + burg.group.dropFirst()
        json.member("type_", burg.group.isEmpty ? burg.type : group)
      }
    }
  }

  // MARK: Lines and marks

  private func writeRivers(_ json: inout JSONWriter) {
    for river in world.rivers {
      let cells = river.cells.filter { $0 >= 0 }
      // Without its cells a river has no course in this format.
      guard cells.count > 1 else { continue }
      json.object { json in
        json.member("id", river.id)
        json.member("source", max(0, river.source))
        json.member("mouth", max(0, river.mouth))
        json.member("discharge", river.discharge)
        json.member("length", river.length)
        json.member("width", river.width)
        json.member("cells", cells)
        json.member("basin", river.basin ?? river.id)
        json.member("name", river.name)
        json.member("type_", river.type)
      }
    }
  }

  private func writeRoutes(_ json: inout JSONWriter) {
    for route in world.routes {
      let cells = route.cells.filter { $0 >= 0 }
      guard cells.count > 1 else { continue }
      json.object { json in
        json.member("id", route.id)
        json.member("group", route.group)
        json.member("cells", cells)
        json.member("feature", route.feature ?? 0)
        json.member("length", (Polyline.length(route.points) * 100).rounded() / 100)
        if !runsFromCellToCell(route, cells) {
          json.member(
            "points",
            array: { json in
              for point in route.points { writePoint(point, to: &json) }
            })
        }
      }
    }
  }

  /// Indicates whether a reader that knows a route's cells alone draws it as it is.
  private func runsFromCellToCell(_ route: Route, _ path: [Int32]) -> Bool {
    guard let cells = world.cells, path.count == route.points.count else { return false }
    return zip(route.points, path).allSatisfy { point, cell in
      let cell = Int(cell)
      guard cell < cells.count else { return false }
      return point == world.burgs[id: Int(cells.burg[cell])]?.position ?? cells.mesh.sites[cell]
    }
  }

  private func writeMarkers(_ json: inout JSONWriter) {
    let notes = Dictionary(
      world.notes.map { ($0.subject, NativeNote.joined($0)) },
      uniquingKeysWith: { first, _ in first })
    for marker in world.markers {
      json.object { json in
        json.member("id", marker.id)
        json.member("icon", marker.icon)
        json.member("type_", marker.type)
        json.member("dx", marker.iconOffset.x)
        json.member("dy", marker.iconOffset.y)
        json.member("x", marker.position.x)
        json.member("y", marker.position.y)
        json.key("cell")
        if let cell = marker.cell { json.int(cell) } else { json.null() }
        json.member("i", marker.id)
        json.member("size", marker.size)
        json.member("fill", marker.fill)
        json.member("stroke", marker.stroke)
        json.member("note", notes["marker\(marker.id)"])
        if marker.isHidden { json.member("hidden", true) }
      }
    }
  }

  private func writeZones(_ json: inout JSONWriter) {
    for zone in world.zones {
      json.object { json in
        json.member("id", zone.id)
        json.member("name", zone.name)
        json.member("cells", zone.cells)
        json.member("color", (zone.color ?? .rgb(0x80, 0x80, 0x80)).nativeText)
        if zone.isHidden { json.member("hidden", true) }
      }
    }
  }

  // MARK: Sums and small pieces

  private struct Sum {
    var area = 0.0
    var rural = 0.0
    var urban = 0.0
    var burgs = 0
    var cells: [Int] = []
  }

  /// Area, people and cells by the id that `key` gives for a cell.
  private func sums(_ key: (Cells, Int) -> Int) -> [Int: Sum] {
    guard let cells = world.cells else { return [:] }
    var sums: [Int: Sum] = [:]
    let scale = world.units.distanceScale
    for cell in 0..<cells.count where cells.isLand(cell) {
      let id = key(cells, cell)
      guard id != 0 else { continue }
      sums[id, default: Sum()].area += Double(cells.area[cell]) * scale * scale
      sums[id, default: Sum()].rural +=
        (Double(cells.population[cell]) * world.units.populationRate).rounded()
      sums[id, default: Sum()].cells.append(cell)
    }
    let factor = world.units.populationRate * world.units.urbanization
    for burg in world.burgs where (0..<cells.count).contains(burg.cell) {
      let id = key(cells, burg.cell)
      sums[id, default: Sum()].urban += (burg.population * factor).rounded()
      sums[id, default: Sum()].burgs += 1
    }
    return sums
  }

  private func site(_ cell: Int?) -> Point {
    guard let cell, let sites = world.cells?.mesh.sites, sites.indices.contains(cell) else {
      return Point(world.info.width / 2, world.info.height / 2)
    }
    return sites[cell]
  }

  private func people(_ number: Double) -> Int {
    number.isFinite ? Int(max(0, min(1e15, number.rounded()))) : 0
  }

  private func writePoint(_ point: Point, as name: String, to json: inout JSONWriter) {
    json.key(name)
    writePoint(point, to: &json)
  }

  private func writePoint(_ point: Point, to json: inout JSONWriter) {
    json.array { json in
      json.double(point.x)
      json.double(point.y)
    }
  }

  /// An id, or null where it leads nowhere.
  private func writeReference(
    _ id: Int, as name: String, if exists: (Int) -> Bool, to json: inout JSONWriter
  ) {
    json.key(name)
    if id != 0, exists(id) { json.int(id) } else { json.null() }
  }
}
