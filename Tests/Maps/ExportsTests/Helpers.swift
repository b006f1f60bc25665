// SPDX-License-Identifier: MIT
// Part of Platen: how the tests of exported data make, read and compare worlds.

import Atlas
import Azgaar
import Diagnostics
import Exports
import Geometry
import JSON
import TestSupport
import Text
import WorldFoundry
import Worldsmith

/// The bytes of a form, and the largest piece in which they came.
func export(
  _ world: World, _ request: DataRequest
) throws -> (bytes: [UInt8], largest: Int) {
  var bytes: [UInt8] = []
  var largest = 0
  _ = try WorldExporter.write(world, request, spool: { MemorySpool() }) { piece in
    bytes.append(contentsOf: piece)
    largest = max(largest, piece.count)
  }
  return (bytes, largest)
}

func export(_ world: World, _ form: DataForm) throws -> [UInt8] {
  try export(world, DataRequest(form)).bytes
}

func read(_ bytes: [UInt8]) throws -> World {
  try bytes.withUnsafeBytes { bytes in
    if PlatenWorldReader.recognizes(bytes) { return try PlatenWorldReader.read(bytes) }
    if WorldFoundryReader.recognizes(bytes) { return try WorldFoundryReader.read(bytes) }
    return try AzgaarReader.read(bytes)
  }.value.world
}

/// A world of our own, with something hidden in every table that can hide things.
let made: World = {
  let map = SampleWorld.map(seed: 5, cells: 2000, width: 900, height: 600)
  guard var world = try? read(map) else {
    return World(info: WorldInfo(name: "unreadable", width: 1, height: 1))
  }
  var marker = Marker(id: 901, icon: "x", position: Point(10, 10))
  marker.type = "SECRET-LAIR"
  marker.isHidden = true
  world.markers.append(marker)
  var zone = Zone(id: 902, name: "SECRET-TRAP", cells: [1, 2])
  zone.isHidden = true
  world.zones.append(zone)
  world.notes.append(Note(subject: "burg1", name: "SECRET-NAME", legend: "SECRET-LEGEND"))
  world.notes.append(Note(subject: "marker1", name: "SECRET-NAME", legend: "a, \"b\"\r\nc"))
  var label = AddedLabel(id: 3, position: Point(20, 20), text: "SECRET-TEXT")
  label.label.isHidden = true
  world.addedLabels.append(label)
  world.addedLabels.append(AddedLabel(id: 4, position: Point(30, 20), text: "The \"Open\", Sea"))
  var regiment = Regiment(
    id: 0, state: world.states.map(\.id).max() ?? 0, name: "SECRET-ARMY", position: Point(5.5, -0.0)
  )
  regiment.units = [.init(unit: "archers", count: 12)]
  world.regiments.append(regiment)
  world.chronicle = [["SECRET-WAR", "one of many"], []]
  var unit = MilitaryUnit(name: "SECRET-UNIT")
  unit.crew = 1
  world.militaryUnits.append(unit)
  return world
}()

/// Maps of the shared folder that are read, by their paths.
let sharedMaps: [String] =
  (Shared.files(in: "maps/saves", suffix: ".map")
  + Shared.files(in: "maps/generator", suffix: ".map"))
  .filter { !$0.contains("1542492422343") && !$0.contains("k100-") && !$0.contains("k50-") }

/// What of two worlds is not the same, by name; empty when all is.
func differences(_ a: World, _ b: World, except ignored: Set<String> = []) -> [String] {
  var found: [String] = []
  func compare(_ name: String, _ isSame: Bool) {
    if !isSame, !ignored.contains(name) { found.append(name) }
  }
  compare("info", a.info == b.info)
  compare("units", a.units == b.units)
  compare("coordinates", a.coordinates == b.coordinates)
  compare("coast", a.coast == b.coast)
  compare("rivers' style", a.riverStyle == b.riverStyle)
  compare("whole vertices", a.drawsWholeVertices == b.drawsWholeVertices)
  compare("features", Array(a.features) == Array(b.features))
  compare("biomes", Array(a.biomes) == Array(b.biomes))
  compare("cultures", Array(a.cultures) == Array(b.cultures))
  // Ways that the generator found for names are its pictures', and no table of its own.
  func settled(_ world: World) -> [State] {
    world.states.map { state in
      var state = state
      if state.label?.isProposal == true { state.label = nil }
      return state
    }
  }
  compare("states", settled(a) == settled(b))
  compare("provinces", Array(a.provinces) == Array(b.provinces))
  compare("religions", Array(a.religions) == Array(b.religions))
  compare("burgs", Array(a.burgs) == Array(b.burgs))
  compare("rivers", Array(a.rivers) == Array(b.rivers))
  compare("routes", Array(a.routes) == Array(b.routes))
  compare("markers", Array(a.markers) == Array(b.markers))
  compare("zones", Array(a.zones) == Array(b.zones))
  compare("ice", Array(a.ice) == Array(b.ice))
  compare("regiments", a.regiments == b.regiments)
  compare("notes", a.notes == b.notes)
  compare("nameBases", a.nameBases == b.nameBases)
  compare("addedLabels", a.addedLabels == b.addedLabels)
  compare("chronicle", a.chronicle == b.chronicle)
  compare("militaryUnits", a.militaryUnits == b.militaryUnits)
  compare("presentation", a.presentation == b.presentation)
  if let a = a.terrain, let b = b.terrain {
    compare("terrain.mesh", same(a.mesh, b.mesh))
    compare("terrain.height", a.height == b.height)
    compare("terrain.distance", a.distance == b.distance)
    compare("terrain.feature", a.feature == b.feature)
    compare("terrain.featureKinds", a.featureKinds == b.featureKinds)
    compare("terrain.temperature", a.temperature == b.temperature)
    compare("terrain.precipitation", a.precipitation == b.precipitation)
    compare("terrain.size", a.columns == b.columns && a.rows == b.rows && a.spacing == b.spacing)
  } else {
    compare("terrain", a.terrain == nil && b.terrain == nil)
  }
  if let a = a.cells, let b = b.cells {
    compare("cells.mesh", same(a.mesh, b.mesh))
    compare("cells.height", a.height == b.height)
    compare("cells.gridCell", a.gridCell == b.gridCell)
    compare("cells.area", a.area == b.area)
    compare("cells.feature", a.feature == b.feature)
    compare("cells.distance", a.distance == b.distance)
    compare("cells.haven", a.haven == b.haven)
    compare("cells.harbor", a.harbor == b.harbor)
    compare("cells.biome", a.biome == b.biome)
    compare("cells.burg", a.burg == b.burg)
    compare("cells.culture", a.culture == b.culture)
    compare("cells.state", a.state == b.state)
    compare("cells.province", a.province == b.province)
    compare("cells.religion", a.religion == b.religion)
    compare("cells.river", a.river == b.river)
    compare("cells.confluence", a.confluence == b.confluence)
    compare("cells.flux", a.flux == b.flux)
    compare("cells.suitability", a.suitability == b.suitability)
    compare("cells.population", a.population == b.population)
  } else {
    compare("cells", a.cells == nil && b.cells == nil)
  }
  return found
}

/// Whether two meshes are one; what is no number is like any other such thing.
private func same(_ a: VoronoiMesh, _ b: VoronoiMesh) -> Bool {
  func plain(_ points: [Point]) -> [Point] { points.map { $0.isFinite ? $0 : Point(0, -1e9) } }
  return a.sites == b.sites && plain(a.vertices) == plain(b.vertices)
    && a.cellVertices == b.cellVertices && a.cellNeighbors == b.cellNeighbors
    && a.isBorder == b.isBorder && a.vertexNeighbors == b.vertexNeighbors
    && a.vertexCells == b.vertexCells
}

/// Rows of a CSV text by the rules of RFC 4180; nil where it breaks them.
func rows(ofCSV bytes: [UInt8]) -> [[String]]? {
  var rows: [[String]] = []
  var row: [String] = []
  var field: [UInt8] = []
  var at = 0
  func text() -> String { String(decoding: field, as: UTF8.self) }
  while at < bytes.count {
    if bytes[at] == 0x22 {
      at += 1
      while true {
        guard at < bytes.count else { return nil }
        if bytes[at] == 0x22 {
          guard at + 1 < bytes.count, bytes[at + 1] == 0x22 else { break }
          at += 1
        }
        field.append(bytes[at])
        at += 1
      }
      at += 1
    } else {
      while at < bytes.count, bytes[at] != 0x2C, bytes[at] != 0x0D {
        guard bytes[at] != 0x22, bytes[at] != 0x0A else { return nil }
        field.append(bytes[at])
        at += 1
      }
    }
    guard at < bytes.count else { return nil }
    row.append(text())
    field = []
    if bytes[at] == 0x2C {
      at += 1
      continue
    }
    guard bytes[at] == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A else { return nil }
    at += 2
    rows.append(row)
    row = []
  }
  return row.isEmpty ? rows : nil
}

/// A table of CSV by the names of its columns.
struct CSVTable {
  let header: [String]
  let rows: [[String]]

  init?(_ bytes: [UInt8]) {
    guard let all = parsed(bytes), let first = all.first,
      all.allSatisfy({ $0.count == first.count })
    else { return nil }
    header = first
    rows = Array(all.dropFirst())
  }

  subscript(column: String) -> [String] {
    guard let index = header.firstIndex(of: column) else { return [] }
    return rows.map { $0[index] }
  }
}

private func parsed(_ bytes: [UInt8]) -> [[String]]? { rows(ofCSV: bytes) }
