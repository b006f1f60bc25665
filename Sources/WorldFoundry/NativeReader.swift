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
  /// Ids as the file writes them to ids of ours, which begin at 1.
  var cultures = NativeIDs()
  var states = NativeIDs()
  var burgs = NativeIDs()
  var provinces = NativeIDs()
  var religions = NativeIDs()
  /// Cell ids as the file writes them to cells of the world.
  var cellOfID: [Int: Int32] = [:]

  init(options: ImportOptions) { self.options = options }

  mutating func world(_ root: JSONView) throws -> World {
    guard root.isObject else {
      throw Failure(.error("worldfoundry.shape", "the file holds no object but one value"))
    }
    let metadata = root["metadata"]
    guard let width = metadata?["width"]?.looseDouble,
      let height = metadata?["height"]?.looseDouble,
      width >= 1, height >= 1, width <= 1e6, height <= 1e6
    else {
      throw Failure(
        .error(
          "worldfoundry.size", "the file does not say how large its world is",
          at: Place(field: "metadata.width"), hints: ["width and height are numbers of 1 or more"]))
    }
    var world = World(
      info: WorldInfo(
        name: metadata?["name"]?.looseString ?? "", width: width, height: height,
        seed: metadata?["seed"]?.looseString ?? ""))
    world.info.version = metadata?["version"]?.looseString
    world.info.mapID = metadata?["id"]?.looseString
    if let settings = metadata?["settings"] { read(settings: settings, into: &world) }

    cultures = NativeIDs(root["cultures"])
    states = NativeIDs(root["states"])
    burgs = NativeIDs(root["burgs"])
    try readCells(root, into: &world)
    readTables(root, into: &world)
    return world
  }

  private func read(settings: JSONView, into world: inout World) {
    let defaults = Units()
    world.units.distance = settings["distance_unit"]?.looseString ?? defaults.distance
    world.units.distanceScale = settings["distance_scale"]?.looseDouble ?? defaults.distanceScale
    world.units.area = settings["area_unit"]?.looseString ?? defaults.area
    world.units.height = settings["height_unit"]?.looseString ?? defaults.height
    world.units.heightExponent =
      settings["height_exponent"]?.looseDouble ?? defaults.heightExponent
    world.units.temperature = settings["temperature_scale"]?.looseString ?? defaults.temperature
    let rate = settings["population_rate"]?.looseDouble ?? 1
    world.units.populationRate = rate > 0 ? rate : 1
    let urbanization = settings["urbanization"]?.looseDouble ?? 1
    world.units.urbanization = urbanization > 0 ? urbanization : 1
  }

  // MARK: Finding things

  /// The cell a reference leads to; nil, with a warning, where there is none.
  mutating func cell(_ view: JSONView?, in field: String) -> Int? {
    guard let view, !view.isNull, let id = view.looseInt else { return nil }
    guard let cell = cellOfID[id] else {
      log.record(
        .warning("worldfoundry.cell", "there is no cell \(id)", at: Place(field: field)))
      return nil
    }
    return Int(cell)
  }

  /// The cells of a list; those that do not exist are left out with a warning.
  mutating func cells(_ view: JSONView?, in field: String) -> [Int32] {
    var found: [Int32] = []
    guard let view else { return found }
    for element in view.elements {
      if let cell = cell(element, in: field) { found.append(Int32(cell)) }
    }
    return found
  }

  static func point(_ view: JSONView?) -> Point? {
    guard let x = view?[0]?.looseDouble, let y = view?[1]?.looseDouble, x.isFinite, y.isFinite
    else { return nil }
    return Point(x, y)
  }

  mutating func color(_ view: JSONView?, in field: String) -> EntityColor? {
    guard let text = view?.looseString else { return nil }
    if let color = EntityColor(hex: text) { return color }
    log.record(
      .warning(
        "worldfoundry.color", "the colour \"\(text)\" is not understood", at: Place(field: field)))
    return nil
  }
}

/// Ids of a table as the file writes them, and ours for them.
///
/// The format counts from 0, where a world's cells need 0 for none. Ids that fit are kept; a table
/// with ids that do not is numbered anew in its order.
struct NativeIDs {
  private var ours: [Int: Int] = [:]
  private var isKept = true

  init() {}

  init(_ table: JSONView?) {
    let ids = table?.elements.enumerated().map { $1["id"]?.looseInt ?? $0 } ?? []
    self.init(ids)
  }

  init(_ ids: [Int]) {
    isKept = ids.allSatisfy { (1...65_535).contains($0) }
    for id in ids where ours[id] == nil { ours[id] = isKept ? id : ours.count + 1 }
  }

  /// Our id for one of the file's; nil for null and for ids that are not in the table.
  subscript(view: JSONView?) -> Int? { view?.looseInt.flatMap { ours[$0] } }
  subscript(id: Int) -> Int? { ours[id] }
}
