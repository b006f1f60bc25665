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
  _ = try WorldExporter.writeWorld(world, request, storage: { MemoryStorage() }) { piece in
    bytes.append(contentsOf: piece)
    largest = max(largest, piece.count)
  }
  return (bytes, largest)
}

func export(_ world: World, _ format: DataFormat) throws -> [UInt8] {
  try export(world, DataRequest(format)).bytes
}

func readWorld(_ bytes: [UInt8]) throws -> World {
  try bytes.withUnsafeBytes { bytes in
    if PlatenWorldReader.recognizes(bytes) { return try PlatenWorldReader.read(bytes) }
    if WorldFoundryReader.recognizes(bytes) { return try WorldFoundryReader.read(bytes) }
    return try AzgaarReader.read(bytes)
  }.value.world
}

/// A world of our own, with something hidden in every table that can hide things.
let made: World = {
  let map = SampleWorld.map(seed: 5, cells: 2000, width: 900, height: 600)
  guard var world = try? readWorld(map) else {
    return World(info: WorldInfo(name: "unreadable", width: 1, height: 1))
  }
  var marker = Marker(id: 901, icon: "x", position: Point(10, 10))
  marker.type = "SECRET-LAIR"
  marker.isHidden = true
  world.markers.append(marker)
  var zone = Zone(id: 902, name: "SECRET-TRAP", cells: [1, 2])
  zone.isHidden = true
  world.zones.append(zone)
  world.notes.append(MapNote(subject: "burg1", name: "SECRET-NAME", legend: "SECRET-LEGEND"))
  world.notes.append(MapNote(subject: "marker1", name: "SECRET-NAME", legend: "a, \"b\"\r\nc"))
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

/// Names of what differs between two worlds in what a data format holds: no relief, and no paths of
/// states' names that FMG only proposed.
func dataDifferences(_ a: World, _ b: World, except ignored: Set<String> = []) -> [String] {
  func data(_ world: World) -> World {
    var world = world
    world.states.mutateAll {
      if $0.label?.isProposal == true { $0.label = nil }
      // Names as they are drawn are in the drawing, which data lacks.
      $0.drawnLabel = nil
    }
    return world
  }
  var found = differences(data(a), data(b), except: ignored.union(["relief"]))
  if a.riverStyle != b.riverStyle { found.append("riverStyle") }
  if a.drawsWholeVertices != b.drawsWholeVertices, !ignored.contains("drawsWholeVertices") {
    found.append("drawsWholeVertices")
  }
  if let a = a.terrain, let b = b.terrain,
    a.columns != b.columns || a.rows != b.rows || a.spacing != b.spacing
  {
    found.append("terrain.size")
  }
  return found
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
