// SPDX-License-Identifier: MIT
// Part of Platen: World Foundry's native JSON into a world.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

/// Reads one native world.
struct NativeReader {
  let options: ImportOptions
  var log = DiagnosticLog()
  /// The file's ids mapped to Platen's, which begin at 1.
  var cultures = NativeIDs()
  var states = NativeIDs()
  var burgs = NativeIDs()
  var provinces = NativeIDs()
  var religions = NativeIDs()
  /// Cell ids as the file writes them to cells of the world.
  var cellOfID: [Int: Int32] = [:]
  /// Indicates whether the file has tables only.
  var isWithoutCells = false

  init(options: ImportOptions) { self.options = options }

  mutating func world(_ root: JSONView) throws -> World {
    guard root.isObject else {
      throw Failure(.error(.worldfoundryShape, "expected an object, found a single value"))
    }
    let metadata = root["metadata"]
    guard let width = metadata?["width"]?.looseDouble,
      let height = metadata?["height"]?.looseDouble,
      width >= 1, height >= 1, width <= 1e6, height <= 1e6
    else {
      throw Failure(
        .error(
          .worldfoundrySize, "the file does not state the size of its world",
          at: SourceLocation(field: "metadata.width"),
          hints: ["set width and height to numbers of 1 or more"]))
    }
    var world = World(
      info: WorldInfo(
        name: metadata?["name"]?.looseString ?? "", width: width, height: height,
        seed: metadata?["seed"]?.looseString ?? ""))
    world.info.version = metadata?["version"]?.looseString
    world.info.mapID = metadata?["id"]?.looseString
    if let settings = metadata?["settings"] { read(settings: settings, into: &world) }

    cultures = ids(root["cultures"], of: "cultures")
    states = ids(root["states"], of: "states")
    burgs = ids(root["burgs"], of: "burgs")
    try readCells(root, into: &world)
    readTables(root, into: &world)
    return world
  }

  private func read(settings: JSONView, into world: inout World) {
    let defaults = Units()
    func positive(_ key: StaticString) -> Double? {
      settings[key]?.looseDouble.flatMap { $0 > 0 ? $0 : nil }
    }
    world.units.distance = settings["distance_unit"]?.looseString ?? defaults.distance
    world.units.distanceScale = positive("distance_scale") ?? defaults.distanceScale
    world.units.area = settings["area_unit"]?.looseString ?? defaults.area
    world.units.height = settings["height_unit"]?.looseString ?? defaults.height
    world.units.heightExponent = positive("height_exponent") ?? defaults.heightExponent
    world.units.temperature = settings["temperature_scale"]?.looseString ?? defaults.temperature
    // People are counted in the file, not points of population.
    world.units.populationRate = positive("population_rate") ?? 1
    world.units.urbanization = positive("urbanization") ?? 1
    // The format has the sheet's middle; its extent on the globe is a member that Platen adds.
    if let bounds = settings["bounds"], let north = bounds["north"]?.looseDouble,
      let south = bounds["south"]?.looseDouble, let west = bounds["west"]?.looseDouble,
      let east = bounds["east"]?.looseDouble, north > south, east > west
    {
      world.coordinates = GeographicBounds(north: north, south: south, west: west, east: east)
    }
  }

  // MARK: Finding things

  /// The ids of a table; those that cells cannot refer to are omitted with a warning.
  mutating func ids(_ table: JSONView?, of name: String) -> NativeIDs {
    ids(table?.elements.enumerated().map { $1["id"]?.looseInt ?? $0 } ?? [], of: name)
  }

  /// Ids in the order of a table's rows; those that cells cannot refer to are omitted with a
  /// warning.
  mutating func ids(_ written: [Int], of name: String) -> NativeIDs {
    let ids = NativeIDs(written)
    if ids.lost > 0 {
      log.record(
        .warning(
          .worldfoundryIds,
          "the file has more \(name) than cells can refer to; the last \(ids.lost) are omitted",
          at: SourceLocation(field: name)))
    }
    return ids
  }

  /// The cell a reference leads to; nil, with a warning, where there is none. In a file without
  /// cells the number stands for itself.
  mutating func cell(_ view: JSONView?, in field: String) -> Int? {
    guard let view, !view.isNull, let id = view.looseInt else { return nil }
    if isWithoutCells { return (0...Int(Int32.max)).contains(id) ? id : nil }
    guard let cell = cellOfID[id] else {
      log.record(
        .warning(.worldfoundryCell, "no such cell: \(id)", at: SourceLocation(field: field)))
      return nil
    }
    return Int(cell)
  }

  /// The cells of a list; those that do not exist are omitted with a warning.
  mutating func cells(_ view: JSONView?, in field: String) -> [Int32] {
    var found: [Int32] = []
    guard let view else { return found }
    for element in view.elements {
      if let cell = cell(element, in: field) { found.append(Int32(cell)) }
    }
    return found
  }

  static func point(_ view: JSONView?) -> Point? {
    guard let x = view?[0]?.looseDouble, let y = view?[1]?.looseDouble else { return nil }
    let point = Point(x, y)
    return point.isNearSheet ? point : nil
  }

  mutating func color(_ view: JSONView?, in field: String) -> EntityColor? {
    guard let text = view?.looseString else { return nil }
    if let color = EntityColor(hex: text) { return color }
    log.record(
      .warning(
        .worldfoundryColor, "invalid color \"\(text)\"", at: SourceLocation(field: field)))
    return nil
  }
}

/// Ids of a table as the file writes them, and ours for them.
///
/// The format counts from 0, where a world's cells need 0 for none. Ids that fit are kept; a table
/// with ids that do not is numbered again in its order. Ours have 16 bits, so there are never more
/// than 65,535.
struct NativeIDs {
  private var ours: [Int: Int] = [:]
  /// The number of different ids that were too many.
  private(set) var lost = 0

  init() {}

  init(_ ids: [Int]) {
    let isKept = ids.allSatisfy { (1...65_535).contains($0) }
    var surplus: Set<Int> = []
    for id in ids where ours[id] == nil {
      if ours.count < 65_535 {
        ours[id] = isKept ? id : ours.count + 1
      } else {
        surplus.insert(id)
      }
    }
    lost = surplus.count
  }

  /// Our id for one of the file's; nil for null and for ids that are not in the table.
  subscript(view: JSONView?) -> Int? { view?.looseInt.flatMap { ours[$0] } }
  subscript(id: Int) -> Int? { ours[id] }
}
