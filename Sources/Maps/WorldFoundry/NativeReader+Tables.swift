// SPDX-License-Identifier: MIT
// Part of Platen: the tables of a native world.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

extension NativeReader {
  mutating func readTables(_ root: JSONView, into world: inout World) {
    let places = PointIndex(world.cells?.mesh.sites ?? [])
    readCultures(root["cultures"], places: places, into: &world)
    readStates(root["states"], places: places, into: &world)
    readBurgs(root["burgs"], places: places, into: &world)
    readRivers(root["rivers"], into: &world)
    readRoutes(root["routes"], into: &world)
    readMarkers(root["markers"], into: &world)
    readZones(root["zones"], into: &world)
    readFeatures(root["features"], into: &world)
    checkCapitals(of: &world)
  }

  /// The rows of a table with their places in it; duplicate ids are omitted.
  private mutating func rows(_ table: JSONView?, _ name: String) -> [(field: String, row: JSONView)]
  {
    guard let table else { return [] }
    var seen: Set<Int> = []
    var rows: [(String, JSONView)] = []
    for (number, row) in table.elements.enumerated() {
      let field = "\(name)[\(number)]"
      guard row.isObject else {
        log.record(
          .warning(
            .worldfoundryRow, "the row is not an object and is omitted",
            at: SourceLocation(field: field)))
        continue
      }
      let id = row["id"]?.looseInt ?? number
      guard seen.insert(id).inserted else {
        log.record(
          .warning(
            .worldfoundryDuplicateId, "duplicate id \(id); the row is omitted",
            at: SourceLocation(field: field)))
        continue
      }
      rows.append((field, row))
    }
    return rows
  }

  private mutating func readCultures(
    _ table: JSONView?, places: PointIndex, into world: inout World
  ) {
    for (number, entry) in rows(table, "cultures").enumerated() {
      let row = entry.row
      guard let id = cultures[row["id"]?.looseInt ?? number] else { continue }
      var culture = Culture(id: id, name: row["name"]?.looseString ?? "Culture \(id)")
      culture.color = color(row["color"], in: entry.field + ".color")
      culture.nameBase = row["base"]?.looseInt
      culture.origins = row["origins"]?.elements.compactMap { cultures[$0] } ?? []
      culture.origins.removeAll { $0 == id }
      culture.shield = row["shield"]?.looseString
      culture.center = NativeReader.point(row["center"]).flatMap { places.nearest(to: $0) }
      culture.expansionism = row["expansionism"]?.looseDouble ?? 1
      if let type = row["type_"]?.looseString ?? row["type"]?.looseString {
        culture.type = options.mapping.cultureTypes[type] ?? type
      }
      world.cultures.append(culture)
    }
  }

  private mutating func readStates(
    _ table: JSONView?, places: PointIndex, into world: inout World
  ) {
    for (number, entry) in rows(table, "states").enumerated() {
      let row = entry.row
      guard let id = states[row["id"]?.looseInt ?? number] else { continue }
      var state = State(id: id, name: row["name"]?.looseString ?? "State \(id)")
      state.fullName = row["full_name"]?.looseString ?? state.name
      state.color = color(row["color"], in: entry.field + ".color")
      state.capital = burgs[row["capital"]]
      state.culture = cultures[row["culture"]]
      state.center = NativeReader.point(row["center"]).flatMap { places.nearest(to: $0) }
      state.pole = NativeReader.point(row["center"])
      state.expansionism = row["expansionism"]?.looseDouble ?? 1
      let word = row["type_"]?.looseString ?? ""
      state.formName = options.mapping.governmentTypes[word] ?? word
      state.form = state.formName
      // A state's own list counts where the cells name no state.
      for cell in cells(row["cells"], in: entry.field + ".cells").map(Int.init)
      where world.cells?.state[cell] == 0 && world.cells?.isLand(cell) == true {
        world.cells?.state[cell] = UInt16(clamping: id)
      }
      world.states.append(state)
    }
    guard let all = world.cells else { return }
    var neighbors: [Int: Set<Int>] = [:]
    for cell in 0..<all.count where all.state[cell] != 0 {
      for other in all.mesh.cellNeighbors[cell]
      where all.state[Int(other)] != 0 && all.state[Int(other)] != all.state[cell] {
        neighbors[Int(all.state[cell]), default: []].insert(Int(all.state[Int(other)]))
      }
    }
    world.states.mutateAll { $0.neighbors = neighbors[$0.id, default: []].sorted() }
  }

  private mutating func readBurgs(_ table: JSONView?, places: PointIndex, into world: inout World) {
    let groups: Set<String> = [
      "capital", "city", "town", "village", "hamlet", "fort", "monastery", "caravanserai",
      "trading_post",
    ]
    for (number, entry) in rows(table, "burgs").enumerated() {
      let row = entry.row
      guard let id = burgs[row["id"]?.looseInt ?? number] else { continue }
      let named = cell(row["cell"], in: entry.field + ".cell")
      let site = named.flatMap { world.cells?.mesh.sites[$0] }
      guard let x = row["x"]?.looseDouble ?? site?.x, let y = row["y"]?.looseDouble ?? site?.y,
        let cell = places.nearest(to: Point(x, y)) ?? named ?? (isWithoutCells ? 0 : nil)
      else {
        log.record(
          .warning(
            .worldfoundryBurgPlace, "the burg has no position and is omitted",
            at: SourceLocation(field: entry.field)))
        continue
      }
      // The named cell is right where the cells are the file's own.
      let own = named.flatMap { world.cells?.mesh.sites[$0].distance(to: Point(x, y)) }
      let isNear = own.map { $0 < 2 * (world.terrain?.spacing ?? 1) } ?? false
      var burg = Burg(
        id: id, name: row["name"]?.looseString ?? "Burg \(id)", position: Point(x, y),
        cell: isNear ? named ?? cell : cell)
      burg.state = states[row["state"]]
      burg.culture = cultures[row["culture"]]
      burg.feature = world.cells.map { Int($0.feature[burg.cell]) } ?? row["feature"]?.looseInt
      burg.isCapital = row["capital"]?.looseBool ?? false
      burg.port = port(row["port"], at: burg.cell, of: world)
      let people = max(0, row["population"]?.looseDouble ?? 0)
      burg.population = people / world.units.populationRate / world.units.urbanization
      let word = row["type_"]?.looseString ?? ""
      if groups.contains(word.lowercased()) {
        burg.group = word.lowercased()
      } else {
        burg.type = word
      }
      world.burgs.append(burg)
      world.cells?.burg[burg.cell] = UInt16(clamping: id)
    }
  }

  /// The feature a route belongs to: the one that is named, where there is such a one.
  private func feature(_ view: JSONView?, at cell: Int, of world: World) -> Int? {
    if let id = view?.looseInt, id == 0 || world.cells == nil || world.features.contains(id: id) {
      return id == 0 ? nil : id
    }
    return world.cells.map { Int($0.feature[cell]) }
  }

  /// The water a burg is a port on: the one that is named, or that of its harbor where the file
  /// only marks it as a port.
  private func port(_ view: JSONView?, at cell: Int, of world: World) -> Int? {
    let id = view?.looseInt ?? 0
    guard id != 0 || view?.looseBool == true else { return nil }
    guard let cells = world.cells else { return id }
    if let named = world.features[id: id], named.kind != .island { return id }
    return cells.haven[cell] != 0 ? Int(cells.feature[Int(cells.haven[cell])]) : nil
  }

  private mutating func checkCapitals(of world: inout World) {
    let burgs = world.burgs
    var orphans: [Int] = []
    world.states.mutateAll { state in
      guard let capital = state.capital else { return }
      if !burgs.contains(id: capital) {
        orphans.append(state.id)
        state.capital = nil
      }
    }
    for id in orphans {
      log.record(
        .warning(
          .worldfoundryCapital, "the capital of state \(id) is a burg that was omitted",
          at: SourceLocation(field: "states")))
    }
  }

  private mutating func readRivers(_ table: JSONView?, into world: inout World) {
    let ids = ids(table, of: "rivers")
    for (number, entry) in rows(table, "rivers").enumerated() {
      let row = entry.row
      guard let id = ids[row["id"]?.looseInt ?? number] else { continue }
      var river = River(id: id, name: row["name"]?.looseString ?? "")
      river.cells = cells(row["cells"], in: entry.field + ".cells")
      guard river.cells.count > 1 else {
        log.record(
          .warning(
            .worldfoundryRiver, "the river runs through fewer than two cells and is omitted",
            at: SourceLocation(field: entry.field)))
        continue
      }
      river.type = row["type_"]?.looseString ?? ""
      river.source = cell(row["source"], in: entry.field + ".source") ?? Int(river.cells[0])
      river.mouth =
        cell(row["mouth"], in: entry.field + ".mouth") ?? Int(river.cells[river.cells.count - 1])
      river.basin = ids[row["basin"]]
      river.parent = river.basin == id ? nil : river.basin
      river.discharge = row["discharge"]?.looseDouble ?? 0
      river.length = row["length"]?.looseDouble ?? 0
      river.width = row["width"]?.looseDouble ?? 0
      river.sourceWidth = 0.05
      for cell in river.cells where world.cells?.isLand(Int(cell)) == true {
        if world.cells?.river[Int(cell)] == 0 {
          world.cells?.river[Int(cell)] = UInt16(clamping: id)
        }
        // The format has one figure for a river: it is what widens the ribbon all the way.
        let flux = UInt16(max(0, min(65_535, river.discharge.isFinite ? river.discharge : 0)))
        if let old = world.cells?.flux[Int(cell)], old < flux {
          world.cells?.flux[Int(cell)] = flux
        }
      }
      world.rivers.append(river)
    }
  }

  private mutating func readRoutes(_ table: JSONView?, into world: inout World) {
    for (number, entry) in rows(table, "routes").enumerated() {
      let row = entry.row
      let path = cells(row["cells"], in: entry.field + ".cells")
      // Bends between cells are a member that Platen adds: the format knows cells only.
      let own = row["points"]?.elements.compactMap { NativeReader.point($0) } ?? []
      let sites = world.cells?.mesh.sites ?? []
      let isDrawn = own.count > 1 && own.count == row["points"]?.count
      guard path.count > 1, isDrawn || world.cells != nil else {
        log.record(
          .warning(
            .worldfoundryRoute, "the route runs through fewer than two cells and is omitted",
            at: SourceLocation(field: entry.field)))
        continue
      }
      let points =
        isDrawn
        ? own
        : path.map { cell in
          world.burgs[id: Int(world.cells?.burg[Int(cell)] ?? 0)]?.position ?? sites[Int(cell)]
        }
      var route = Route(
        id: row["id"]?.looseInt ?? number, group: row["group"]?.looseString ?? "roads",
        points: points, cells: path)
      route.feature = feature(row["feature"], at: Int(path[path.count / 2]), of: world)
      world.routes.append(route)
    }
  }

  private mutating func readMarkers(_ table: JSONView?, into world: inout World) {
    for (number, entry) in rows(table, "markers").enumerated() {
      let row = entry.row
      let id = row["id"]?.looseInt ?? number
      let cell = cell(row["cell"], in: entry.field + ".cell")
      let site = cell.flatMap { world.cells?.mesh.sites[$0] }
      guard let x = row["x"]?.looseDouble ?? site?.x, let y = row["y"]?.looseDouble ?? site?.y,
        x.isFinite, y.isFinite
      else {
        log.record(
          .warning(
            .worldfoundryMarker, "the marker has no position and is omitted",
            at: SourceLocation(field: entry.field)))
        continue
      }
      var marker = Marker(id: id, icon: row["icon"]?.looseString ?? "", position: Point(x, y))
      marker.type = row["type_"]?.looseString ?? ""
      marker.cell = cell
      marker.iconOffset = Point(row["dx"]?.looseDouble ?? 50, row["dy"]?.looseDouble ?? 50)
      marker.size = row["size"]?.looseDouble ?? 30
      marker.fill = row["fill"]?.looseString
      marker.stroke = row["stroke"]?.looseString
      marker.isHidden = row["hidden"]?.looseBool ?? false
      world.markers.append(marker)
      if let text = row["note"]?.looseString, !text.isEmpty {
        let (name, legend) = NativeNote.split(text)
        world.notes.append(MapNote(subject: "marker\(id)", name: name, legend: legend))
      }
    }
  }

  private mutating func readZones(_ table: JSONView?, into world: inout World) {
    for (number, entry) in rows(table, "zones").enumerated() {
      let row = entry.row
      var seen: Set<Int32> = []
      let inside = cells(row["cells"], in: entry.field + ".cells").filter {
        seen.insert($0).inserted
      }
      var zone = Zone(
        id: row["id"]?.looseInt ?? number, name: row["name"]?.looseString ?? "", cells: inside)
      zone.color = color(row["color"], in: entry.field + ".color")
      zone.isHidden = row["hidden"]?.looseBool ?? false
      world.zones.append(zone)
    }
  }

  /// Names of lakes, and groups; land and water themselves are found among the cells.
  private mutating func readFeatures(_ table: JSONView?, into world: inout World) {
    var unused: [String: Int] = [:]
    for (_, row) in rows(table, "features") {
      let type = row["feature_type"]?.looseString ?? ""
      let first = row["cells"]?.elements.first { _ in true }?.looseInt.flatMap { cellOfID[$0] }
      let kind: Feature.Kind? = type == "Lake" ? .lake : type == "Island" ? .island : nil
      if let first, let id = world.cells.map({ Int($0.feature[Int(first)]) }),
        let found = world.features[id: id], found.kind == kind
      {
        world.features.mutate(id: id) { feature in
          if let name = row["name"]?.looseString, !name.isEmpty { feature.name = name }
          if let group = row["group"]?.looseString { feature.subtype = group }
        }
      } else if type != "Island" {
        unused[type, default: 0] += 1
      }
    }
    for type in unused.keys.sorted() {
      log.record(
        .warning(
          .worldfoundryFeature,
          "\(unused[type] ?? 0) features of the kind \"\(type)\" are not shown on maps",
          at: SourceLocation(field: "features")))
    }
  }
}

/// A marker's note in one text: a name, an empty line, the legend.
enum NativeNote {
  static func joined(_ note: MapNote) -> String {
    note.name.isEmpty
      ? note.legend : note.legend.isEmpty ? note.name : note.name + "\n\n" + note.legend
  }

  static func split(_ text: String) -> (name: String, legend: String) {
    let bytes = Array(text.utf8)
    for at in bytes.indices.dropLast() where bytes[at] == 10 && bytes[at + 1] == 10 {
      return (
        String(decoding: bytes[..<at], as: UTF8.self),
        String(decoding: bytes[(at + 2)...], as: UTF8.self)
      )
    }
    return (text, "")
  }
}
