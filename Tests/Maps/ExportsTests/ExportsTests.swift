// SPDX-License-Identifier: MIT
// Part of Platen: data that is read again is the same world, and secrets are in no byte of it.

import Archive
import Atlas
import Diagnostics
import Digests
import Exports
import Foundation
import Geometry
import JSON
import TestSupport
import Testing
import Text

@Suite struct ReadingAgain {
  /// Tables that FMG's forms have no place for.
  static let notInFull: Set<String> = ["ice", "addedLabels", "presentation"]

  @Test func ourOwnFormLosesNothing() throws {
    let again = try readWorld(export(made, .platenWorld))
    #expect(dataDifferences(again, made) == [])
    #expect(Digest(canonicalOf: again) == Digest(canonicalOf: made))
  }

  @Test func everythingThereIsInAWorld() throws {
    var world = made
    world.coast = .jagged(JaggedCoast())
    world.riverStyle = .broad
    world.drawsWholeVertices = true
    world.info.description = "\u{0}\u{1F}\"\\/\u{2028}é\u{1F600}"
    var river = River(id: 9000, name: "Ribbon")
    var path = Path(circleAt: Point(1.0 / 3, -0.0), radius: .infinity)
    path.move(to: Point(.nan, -.infinity))
    path.line(to: Point(-Double.nan, 1e-300))
    river.ribbon = path
    river.discharge = 0.1 + 0.2
    world.rivers.append(river)
    world.presentation.groups = ["b": ["z": "1", "a": "2"], "a": [:]]
    world.presentation.winds = [SavedWind(.west, Point(1.5, 2)), SavedWind(.south, Point(3, 4))]
    var label = LabelOverride()
    label.text = ""
    label.path = [Point(1, 2)]
    world.states.mutate(id: world.states[0].id) { $0.label = label }
    let bytes = try export(world, .platenWorld)
    let again = try readWorld(bytes)
    #expect(Digest(canonicalOf: again) == Digest(canonicalOf: world))
    #expect(try export(again, .platenWorld) == bytes)
  }

  @Test func theGeneratorsForms() throws {
    let full = try readWorld(export(made, .full))
    #expect(dataDifferences(full, made, except: ReadingAgain.notInFull) == [])
    #expect(full.presentation.stylePreset == made.presentation.stylePreset)
    let minimal = try readWorld(export(made, .minimal))
    #expect(
      dataDifferences(minimal, made, except: ReadingAgain.notInFull.union(["cells", "terrain"]))
        == [])
    let pack = try readWorld(export(made, .packCells))
    let elsewhere: Set<String> = [
      "coordinates", "units", "notes", "nameBases", "militaryUnits", "terrain", "info",
    ]
    #expect(dataDifferences(pack, made, except: ReadingAgain.notInFull.union(elsewhere)) == [])
    let grid = try readWorld(export(made, .gridCells))
    #expect(
      dataDifferences(grid, made).filter { $0.hasPrefix("terrain") } == [])
  }

  @Test func theSameBytesInSmallPieces() throws {
    for format in DataFormat.allCases {
      let request = DataRequest(format, tables: format == .csv ? [.cells] : [])
      let (bytes, largest) = try export(made, request)
      #expect(try export(made, request).bytes == bytes)
      // What is never whole in memory comes in pieces; a ZIP is copied out of its storage.
      if format != .wfmap { #expect(bytes.count < 100_000 || largest < 200_000, "\(format)") }
    }
  }

  @Test(.enabled(if: Shared.isPresent), arguments: sharedMaps)
  func everySharedMap(path: String) throws {
    let world = try readWorld(Shared.bytes(path))
    let own = try readWorld(export(world, .platenWorld))
    #expect(Digest(canonicalOf: own) == Digest(canonicalOf: world))

    let full = try readWorld(export(world, .full))
    var ignored = ReadingAgain.notInFull
    // Rivers of the oldest saves are pictures only, and other forms have no place for these.
    if world.rivers.contains(where: { $0.ribbon != nil }) { ignored.insert("rivers") }
    // Exports state it by their version, which the drawing of such a save takes the place of.
    if world.info.version == nil { ignored.insert("drawsWholeVertices") }
    #expect(dataDifferences(full, world, except: ignored) == [])
    let minimal = try readWorld(export(world, .minimal))
    #expect(
      dataDifferences(minimal, world, except: ignored.union(["cells", "terrain"])) == [])
    let pack = try readWorld(export(world, .packCells))
    #expect(
      dataDifferences(
        pack, world,
        except: ignored.union([
          "coordinates", "units", "notes", "nameBases", "militaryUnits", "terrain", "info",
        ])) == [])
    let grid = try readWorld(export(world, .gridCells))
    #expect(dataDifferences(grid, world).filter { $0.hasPrefix("terrain") } == [])

    let native = try readWorld(export(world, .wfmap))
    #expect(native.cells?.state == world.cells?.state)
    #expect(native.cells?.height == world.cells?.height)
    #expect(native.burgs.map(\.name) == world.burgs.map(\.name))
    #expect(native.burgs.map(\.position) == world.burgs.map(\.position))

    try compareTables(world)
    try compareShapes(world)
  }

  @Test(.enabled(if: Shared.isPresent)) func worldsOfWorldFoundry() throws {
    let world = try readWorld(Shared.bytes("worldfoundry/example_world.json"))
    let again = try readWorld(export(world, .platenWorld))
    #expect(Digest(canonicalOf: again) == Digest(canonicalOf: world))
    let full = try readWorld(export(world, .full))
    #expect(full.states.map(\.name) == world.states.map(\.name))
    #expect(full.cells?.count == world.cells?.count)
    #expect(full.coast == world.coast && full.riverStyle == world.riverStyle)
    try compareTables(world)
    try compareShapes(world)
  }

  /// A reader of a table in a spreadsheet sees whose a place is, not a number.
  @Test func namesAreBesideIds() throws {
    var world = made
    let burgs = try table(world, .burgs)
    func names<Row: Entity>(_ table: EntityList<Row>, _ name: KeyPath<Row, String>) -> [String:
      String]
    {
      Dictionary(uniqueKeysWithValues: table.map { (String($0.id), $0[keyPath: name]) })
    }
    func check(_ sheet: CSVTable, _ column: String, _ names: [String: String]) {
      let ids = sheet[column]
      #expect(!ids.isEmpty && Set(ids) != [""], "\(column)")
      #expect(sheet[column + "_name"] == ids.map { names[$0] ?? "" }, "\(column)")
    }
    let states = names(world.states, \.name)
    check(burgs, "state", states)
    check(burgs, "province", names(world.provinces, \.name))
    check(burgs, "culture", names(world.cultures, \.name))
    check(burgs, "religion", names(world.religions, \.name))
    check(try table(world, .states), "capital", names(world.burgs, \.name))
    check(try table(world, .provinces), "state", states)
    check(try table(world, .diplomacy), "other_state", states)
    check(try table(world, .regiments), "state", states)
    check(try table(world, .cells), "state", states)
    check(try table(world, .cells), "biome", names(world.biomes, \.name))
    let listed = try table(world, .states)
    #expect(
      listed["neighbor_names"]
        == listed["neighbors"].map { ids in
          ids.split(separator: " ").map { states[String($0)] ?? "" }.joined(separator: "; ")
        })
    // An id of nothing has no name.
    world.states = EntityList()
    #expect(Set(try table(world, .burgs)["state_name"]) == [""])
    #expect(try table(world, .burgs)["state"] == burgs["state"])
  }

  @Test func tablesAndShapesOfOurs() throws {
    try compareTables(made)
    try compareShapes(made)
  }
}

extension ReadingAgain {
  /// Names and notes of a world are untrusted; numbers and coordinates below zero stay as they are.
  @Test func textsAreNoFormulas() throws {
    var world = made
    var burg = try #require(made.burgs.first)
    burg.name = "=HYPERLINK(\"http://x.example\")"
    burg.position = Point(-1.5, 2)
    world.burgs = EntityList([burg])
    world.notes = [MapNote(subject: "burg1", name: "@SUM(1)", legend: "- <b>one</b>")]
    world.routes = EntityList([
      Route(id: 1, group: "roads", points: [Point(-3, 4), Point(5, 6)], cells: [1, 2])
    ])
    let burgs = try table(world, .burgs)
    #expect(burgs["name"].first == "'=HYPERLINK(\"http://x.example\")")
    #expect(burgs["x_px"].first == "-1.5")
    let notes = try table(world, .notes)
    #expect(notes["legend_html"] == ["'- <b>one</b>"])
    #expect(try table(world, .routes)["points_px"] == ["-3,4 5,6"])
  }
}

private func table(_ world: World, _ table: DataTable) throws -> CSVTable {
  let bytes = try export(world, DataRequest(.csv, tables: [table])).bytes
  return try #require(CSVTable(bytes), "\(table) is not CSV")
}

private func text(_ value: Double) -> String { JSONWriter.format(value) }
private func text(_ value: Int?) -> String { value.map(String.init) ?? "" }

/// Indicates whether the tables, read again, equal those of the world.
private func compareTables(_ world: World) throws {
  for name in DataTable.allCases { _ = try table(world, name) }
  let burgs = try table(world, .burgs)
  #expect(burgs["id"] == world.burgs.map { String($0.id) })
  #expect(burgs["name"] == world.burgs.map(\.name))
  #expect(burgs["x_px"] == world.burgs.map { text($0.position.x) })
  #expect(burgs["population_points"] == world.burgs.map { text($0.population) })
  #expect(burgs["state"] == world.burgs.map { text($0.state) })
  #expect(burgs["is_capital"] == world.burgs.map { $0.isCapital ? "true" : "false" })
  let states = try table(world, .states)
  #expect(states["full_name"] == world.states.map(\.fullName))
  let neighbors = world.states.map { state in
    state.neighbors.map { String($0) }.joined(separator: " ")
  }
  #expect(states["neighbors"] == neighbors)
  #expect(states["capital"] == world.states.map { text($0.capital) })
  #expect(try table(world, .provinces)["name"] == world.provinces.map(\.name))
  #expect(try table(world, .cultures)["type"] == world.cultures.map(\.type))
  #expect(try table(world, .religions)["deity"] == world.religions.map { $0.deity ?? "" })
  let courses = world.rivers.map { river in
    river.cells.map { String($0) }.joined(separator: " ")
  }
  #expect(try table(world, .rivers)["course_cells"] == courses)
  let points = world.routes.map { route in
    route.points.map { text($0.x) + "," + text($0.y) }.joined(separator: " ")
  }
  #expect(try table(world, .routes)["points_px"] == points)
  #expect(try table(world, .notes)["legend_html"] == world.notes.map(\.legend))
  #expect(try table(world, .markers)["icon"] == world.markers.map(\.icon))
  #expect(try table(world, .nameBases)["names"] == world.nameBases.map(\.names))
  #expect(try table(world, .regiments)["total"] == world.regiments.map { String($0.total) })
  let cells = try table(world, .cells)
  if let columns = world.cells {
    #expect(cells["height"] == columns.height.map { String($0) })
    #expect(cells["state"] == columns.state.map { $0 == 0 ? "" : String($0) })
    #expect(cells["population_points"] == columns.population.map { text(Double($0)) })
    #expect(cells["x_px"] == columns.mesh.sites.map { text($0.x) })
  } else {
    #expect(cells.rows.isEmpty && cells.header.count > 20)
  }
}

/// Indicates whether shapes are sound, and regions cover what their cells cover.
private func compareShapes(_ world: World) throws {
  // In map units, where areas mean something.
  let bytes = try export(world, DataRequest(.geojson, frame: .pixels)).bytes
  let document = try JSONDocument(parsing: bytes)
  var areas: [String: Double] = [:]
  var counts: [String: Int] = [:]
  var faults: [String] = []
  document.withView { root in
    guard let features = root["features"] else { return }
    for feature in features.elements {
      let layer = feature["properties"]?["layer"]?.string ?? "none"
      counts[layer, default: 0] += 1
      guard let geometry = feature["geometry"], let type = geometry["type"]?.string,
        let coordinates = geometry["coordinates"]
      else { continue }
      var polygons: [JSONView] = []
      if type == "Polygon" { polygons = [coordinates] }
      if type == "MultiPolygon" { polygons = Array(coordinates.elements) }
      for polygon in polygons {
        for (index, ring) in polygon.elements.enumerated() {
          let points = ring.elements.map { (pair: JSONView) -> Point in
            Point(pair[0]?.double ?? .nan, pair[1]?.double ?? .nan)
          }
          if points.count < 4 || points.first != points.last { faults.append("\(layer): open") }
          let area = -Polygon.signedArea(points.dropLast())
          if (area > 0) != (index == 0) { faults.append("\(layer): turned") }
          areas[layer, default: 0] += area
        }
      }
    }
  }
  #expect(faults.isEmpty, "\(faults.prefix(5)) of \(faults.count)")
  #expect(counts["burgs", default: 0] == world.burgs.count)
  #expect(counts["states", default: 0] == world.states.count)
  #expect(counts["zones", default: 0] == world.zones.count)
  #expect(counts["cells", default: 0] == world.cells?.count ?? 0)
  guard let cells = world.cells else { return }
  // Cells do not fill the sheet: deep sea has none, and its edges are nearer to the ring outside.
  let whole = world.info.width * world.info.height
  let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
  let cut = (0..<cells.count).reduce(0.0) { sum, cell in
    sum + abs(Polygon.signedArea(Polygon.clip(Array(cells.mesh.ring(of: cell)), to: sheet)))
  }
  let filled = areas["cells", default: 0]
  #expect(abs(filled - cut) < whole * 1e-5, "\(filled), not \(cut)")
  // Biomes fill what cells fill, since every cell has one.
  let biomes = areas["biomes", default: 0]
  #expect(abs(biomes - filled) < whole * 1e-5, "\(biomes), not \(filled)")
  // A region is its cells and nothing else.
  var dissolver = RegionDissolver(
    mesh: cells.mesh, sheet: sheet)
  func area(_ isIn: (Int) -> Bool) -> Double {
    (0..<cells.count).filter(isIn).reduce(0) { sum, cell in
      let rings = dissolver.polygons(of: [Int32(cell)]).flatMap { $0 }
      return rings.reduce(sum) { sum, ring in
        sum + abs(Polygon.signedArea(ring.map { dissolver.points[Int($0)] }))
      }
    }
  }
  for (layer, ids) in [
    ("states", cells.state), ("provinces", cells.province), ("cultures", cells.culture),
    ("religions", cells.religion), ("features", cells.feature),
  ] {
    let wanted = area { ids[$0] != 0 }
    let found = areas[layer, default: 0]
    #expect(abs(found - wanted) <= whole * 1e-5, "\(layer): \(found), not \(wanted)")
  }
}

@Suite struct ShapesOfOutlines {
  /// Polygons of the first ice sheet, ring by ring.
  private func ice(_ outline: [Point]) throws -> [[[Point]]] {
    var world = made
    world.ice = EntityList([IceSheet(id: 1, kind: .glacier, outline: outline)])
    let bytes = try export(world, DataRequest(.geojson, tables: [.ice], frame: .pixels)).bytes
    let document = try JSONDocument(parsing: bytes)
    return document.withView { root in
      guard let geometry = root["features"]?[0]?["geometry"],
        let coordinates = geometry["coordinates"]
      else { return [] }
      let polygons =
        geometry["type"]?.string == "Polygon" ? [coordinates] : Array(coordinates.elements)
      return polygons.map { polygon in
        polygon.elements.map { ring in
          ring.elements.map { Point($0[0]?.double ?? .nan, $0[1]?.double ?? .nan) }
        }
      }
    }
  }

  /// Rounding to whole numbers makes outlines run back over themselves, or cross.
  @Test func anOutlineThatMeetsItsOwnEdgesIsParted() throws {
    let spike = try ice([
      Point(728, 59), Point(728, 59), Point(729, 58), Point(729, 59), Point(730, 59),
      Point(730, 59),
    ])
    #expect(spike.map(\.count) == [1])
    #expect(Set(spike[0][0]) == [Point(728, 59), Point(729, 58), Point(729, 59)])
    let bow = try ice([Point(10, 10), Point(30, 30), Point(30, 10), Point(10, 30)])
    #expect(bow.map(\.count) == [1, 1])
    #expect(bow.allSatisfy { $0[0].contains(Point(20, 20)) })
    #expect(try ice([Point(10, 10), Point(11, 10), Point(10, 10), Point(11, 10)]) == [])
  }

  /// Geometry and warnings of a table.
  private func geometry(_ world: World, _ table: DataTable) throws -> (String, [Diagnostic]) {
    var bytes: [UInt8] = []
    let said = try WorldExporter.writeWorld(
      world, DataRequest(.geojson, tables: [table], frame: .pixels), storage: { MemoryStorage() }
    ) { bytes.append(contentsOf: $0) }
    return (String(decoding: bytes, as: UTF8.self), said)
  }

  /// A river of which only the drawing is known runs in the middle of its ribbon, from its source.
  @Test func aRiverThatIsOnlyDrawnHasItsMiddleLine() throws {
    var world = made
    var river = River(id: 1, name: "Old")
    var ribbon = Path()
    ribbon.move(to: Point(100, 104))
    for point in [Point(200, 102), Point(300, 100), Point(200, 98), Point(100, 96)] {
      ribbon.line(to: point)
    }
    ribbon.close()
    river.ribbon = ribbon
    world.rivers = EntityList([river])
    let (text, said) = try geometry(world, .rivers)
    #expect(said == [])
    let document = try JSONDocument(parsing: Array(text.utf8))
    let line = document.withView { root in
      root["features"]?[0]?["geometry"]?["coordinates"]?.elements.map {
        Point($0[0]?.double ?? .nan, $0[1]?.double ?? .nan)
      } ?? []
    }
    #expect(line.count > 30)
    #expect(line.first == Point(300, 100) && line.last == Point(100, 100))
    #expect(line.allSatisfy { abs($0.y - 100) < 0.01 })
    #expect(zip(line, line.dropFirst()).allSatisfy { $0.x > $1.x })
  }

  /// Rows without a shape are counted.
  @Test func rowsWithoutAShapeAreWarnedOf() throws {
    var world = made
    world.rivers = EntityList([River(id: 1, name: "Nowhere")])
    let said = try geometry(world, .rivers).1
    #expect(said.map(\.code) == ["export.shapeless"] && said.map(\.severity) == [.warning])
    #expect(said[0].message == "rows without a shape, whose geometry is null: rivers (1)")
    let flat = [Point(10, 10), Point(11, 10), Point(10, 10)]
    world.ice = EntityList([1, 2].map { IceSheet(id: $0, kind: .iceberg, outline: flat) })
    #expect(try geometry(world, .ice).1.first?.message.hasSuffix(": ice (2)") == true)
    // A state without land is nothing out of the ordinary.
    world.states.append(State(id: 999, name: "Gone"))
    #expect(try geometry(world, .states).1 == [])
  }

  /// No ring comes back to a place but its first.
  @Test func anOutlineThatTouchesItselfIsParted() throws {
    let square = [Point(10, 10), Point(50, 10), Point(50, 50), Point(10, 50)]
    #expect(try ice(square).map(\.count) == [1])
    // Another lobe at a corner.
    let two = Array(square[..<3]) + [Point(90, 50), Point(90, 90), Point(50, 90)] + square[2...]
    let lobes = try ice(two)
    #expect(lobes.map(\.count) == [1, 1])
    // A bay that closes at the corner it begins at.
    let bay = Array(square[..<3]) + [Point(40, 30), Point(30, 30), Point(30, 40)] + square[2...]
    let hole = try ice(bay)
    #expect(hole.map(\.count) == [2])
    for ring in (lobes + hole).flatMap({ $0 }) {
      #expect(Set(ring).count == ring.count - 1 && ring.first == ring.last)
    }
  }
}

@Suite struct DataForPlayers {
  @Test func noSecretIsInAnyByte() throws {
    let (world, said) = made.dataForPlayers()
    #expect(said.map(\.code.rawValue) == ["export.secrets"])
    #expect(said[0].message.contains("hidden labels (1)"))
    for format in DataFormat.allCases where format != .wfmap {
      let requested = format == .csv ? DataTable.allCases.map { [$0] } : [[]]
      for tables in requested {
        let request = DataRequest(format, tables: tables)
        let text = String(decoding: try export(world, request).bytes, as: UTF8.self)
        #expect(!text.contains("SECRET"), "\(format) \(tables)")
      }
    }
    // The game master's have them.
    let all = String(decoding: try export(made, .platenWorld), as: UTF8.self)
    #expect(all.ranges(of: "SECRET").count == 9)
    let full = try readWorld(export(made, .full))
    #expect(full.chronicle == made.chronicle)
  }

  @Test func yearsAreNumbers() throws {
    func year(_ year: String) throws -> Bool {
      var world = made
      world.info.year = year
      let text = String(decoding: try export(world, .minimal), as: UTF8.self)
      return text.contains("\"year\":\(year),")
    }
    #expect(try year("113") && year("-5"))
    #expect(try !year("0113") && !year("MCX"))
    #expect(made.dataForPlayers().world.dataForPlayers().warnings.isEmpty)
  }
}

@Suite struct FormRequestTests {
  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing"
    } catch let failure as Failure {
      let fault = failure.diagnostics[0]
      return "\(fault.code.rawValue): \(fault.message); \(fault.hints.joined(separator: "; "))"
    } catch {
      return "\(error)"
    }
  }

  @Test func whatIsNotOfferedIsSaidByName() {
    for (words, instead) in DataFormat.declined {
      for word in words {
        #expect(
          message { _ = try DataFormat(named: word.uppercased()) }
            == "export.format: \(word.uppercased()) is not offered; \(instead)")
      }
    }
    #expect(
      message { _ = try DataFormat(named: "geojsn") }
        == "export.format: unknown format \"geojsn\"; did you mean \"geojson\"?")
  }

  @Test func tablesByName() throws {
    #expect(try DataTable.named(["States", "burgs", "states"], for: .csv) == [.states, .burgs])
    #expect(
      message { _ = try DataTable.named(["notes"], for: .geojson) }
        == "export.table: the table notes has no shapes, so it cannot be .geojson; write it as .csv"
    )
    #expect(
      message { _ = try DataTable.named(["brugs"], for: .csv) }
        == "export.table: unknown table \"brugs\"; did you mean \"burgs\"?")
    #expect(DataTable(fileName: "out/Ardenfell-name-bases.csv") == .nameBases)
    #expect(DataTable(fileName: "burgs.csv") == .burgs)
    #expect(DataTable(fileName: "iceburgs.csv") == nil)
    #expect(
      message { _ = try export(made, .csv) }.hasPrefix(
        "export.table: a .csv holds one table; specify which"))
  }

  @Test func riversWithoutCellsAreMissed() throws {
    var world = made
    world.rivers.append(River(id: 9001, name: "Ribbon"))
    let notes = try WorldExporter.writeWorld(
      world, DataRequest(.worldFoundry), storage: { MemoryStorage() }
    ) { _ in }
    #expect(notes.contains { $0.message.contains("rivers without a course of cells (1)") })
  }

  @Test func whatAWorldHasNot() {
    var world = made
    world.cells = nil
    world.terrain = nil
    world.coordinates = nil
    #expect(
      message { _ = try export(world, .full) }.hasPrefix("export.empty: the world has no cells"))
    #expect(
      message { _ = try export(world, .gridCells) }.hasPrefix(
        "export.empty: the world has no terrain grid"))
    #expect(
      message { _ = try export(world, DataRequest(.geojson, frame: .map)) }.hasPrefix(
        "export.frame: the world does not state its position on the globe"))
    #expect(message { _ = try export(world, .minimal) } == "nothing")
    #expect(message { _ = try export(world, .geojson) } == "nothing")
  }
}

@Suite struct DamagedFilesOfOurs {
  /// Whatever is changed in a file, reading it ends in a world or in a diagnostic.
  @Test func nothingTraps() throws {
    let small = TinyWorld.world
    let bytes = try export(small, .platenWorld)
    #expect(Digest(canonicalOf: try readWorld(bytes)) == Digest(canonicalOf: small))
    var random = Alea(seed: "damage")
    let swaps: [UInt8] = Array("0123456789-,[]{}\":xn".utf8)
    for _ in 0..<4000 {
      var damaged = bytes
      let at = Int(random.next() * Double(bytes.count))
      damaged[at] = swaps[Int(random.next() * Double(swaps.count))]
      do {
        let world = try readWorld(damaged)
        _ = try export(world, DataRequest(.geojson, frame: .pixels))
      } catch is Failure {
      }
    }
  }

  @Test func theFieldIsNamed() throws {
    let text = String(decoding: try export(made, .platenWorld), as: UTF8.self)
    func fault(_ old: String, _ new: String) -> String? {
      guard let range = text.firstRange(of: old) else { return "no \(old)" }
      do {
        _ = try readWorld(Array(text.replacingCharacters(in: range, with: new).utf8))
        return nil
      } catch let failure as Failure {
        return (failure.diagnostics[0].place?.field ?? "-") + ": " + failure.diagnostics[0].message
      } catch {
        return "\(error)"
      }
    }
    #expect(
      fault("\"version\":2", "\"version\":1")
        == "-: the file is of version 1; this Platen reads version 2")
    #expect(
      fault("\"is-capital\":true", "\"is-capital\":7")?.hasSuffix(
        "].is-capital: expected true or false") == true)
    #expect(
      fault("\"is-capital\":true", "\"isCapital\":true")?.hasSuffix(
        "].isCapital: expected a known field") == true)
    let outOfRange = fault("\"cell-vertices\":[", "\"cell-vertices\":[-1,")
    #expect(outOfRange?.hasPrefix("terrain.mesh.cell") == true)
    #expect(fault("\"draws-whole-vertices\":false", "\"x\":0") == nil)
  }
}

/// A world of a few cells with a row in most tables, quick to write and read.
enum TinyWorld {
  static let world: World = {
    var world = World(info: WorldInfo(name: "Small", width: 40, height: 30, seed: "1"))
    let sites = (0..<12).map { (cell: Int) -> Point in
      let (column, row) = (Double(cell % 4), Double(cell / 4))
      return Point(column * 10 + 4.5, row * 10 + 5.25)
    }
    let ring = [
      Point(-10, -10), Point(20, -12), Point(50, -10), Point(-10, 40), Point(20, 42),
      Point(50, 40), Point(-12, 15), Point(52, 15),
    ]
    let mesh = VoronoiMesh(sites: sites, boundary: ring)
    var terrain = Terrain(
      mesh: mesh, boundary: ring, spacing: 10, columns: 4, rows: 3, cellsDesired: 12)
    terrain.height = Array(repeating: 30, count: 12)
    world.terrain = terrain
    var cells = Cells(mesh: mesh)
    for cell in 0..<12 {
      cells.height[cell] = cell % 4 == 3 ? 10 : 40
      cells.state[cell] = cell % 4 == 3 ? 0 : UInt16(cell / 6 + 1)
      cells.population[cell] = Float(cell) / 3
    }
    world.cells = cells
    world.coordinates = GeographicBounds(north: 10, south: -20, west: -30, east: 10)
    world.biomes = EntityList([Biome(id: 0, name: "Marine", color: .rgb(1, 2, 3))])
    world.states = EntityList([State(id: 1, name: "One"), State(id: 2, name: "Two")])
    world.states.mutate(id: 1) {
      $0.color = .hatch(3)
      $0.diplomacy = [2: "Rival"]
      $0.neighbors = [2]
    }
    var river = River(id: 1, name: "Run")
    river.cells = [0, 1, 2, -1]
    world.rivers = EntityList([river])
    world.routes = EntityList([
      Route(id: 0, group: "roads", points: [sites[0], sites[5]], cells: [0, 5])
    ])
    world.zones = EntityList([Zone(id: 0, name: "Fog", cells: [0, 1, 5])])
    var feature = Feature(id: 1, kind: .island)
    feature.outline = Array(mesh.cellVertices[5])
    world.features = EntityList([feature])
    world.markers = EntityList([Marker(id: 1, icon: "x", position: Point(3, 4))])
    return world
  }()
}
