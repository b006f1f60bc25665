// SPDX-License-Identifier: MIT
// Part of Platen: what players have not explored is in no byte of a world's data.

import Atlas
import CProcess
import Diagnostics
import Digests
import Exports
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct UnexploredTests {
  /// The world without the parts, and the note about it.
  private func explored(
    _ world: World, _ parts: [String]
  ) throws -> (world: World, note: String) {
    let result = try world.withoutUnexplored(
      parts.map { (subject: try #require(UnexploredSubject($0)), place: nil) })
    return (result.value, result.warnings.map(\.text).joined())
  }

  /// Some names that only removed entities have had, of six letters and more, so that no word of a
  /// format is among them.
  private func lostNames(_ before: World, _ after: World) -> [String] {
    func names(_ world: World) -> Set<String> {
      Set(
        world.states.map(\.name) + world.provinces.map(\.name) + world.burgs.map(\.name)
          + world.rivers.map(\.name) + world.features.compactMap(\.name))
    }
    let kept =
      names(after).joined(separator: "\n") + after.cultures.map(\.name).joined(separator: "\n")
      + after.religions.map { $0.name + ($0.deity ?? "") }.joined(separator: "\n")
      + after.states.map(\.fullName).joined(separator: "\n")
      + after.nameBases.map { $0.name + $0.names }.joined(separator: "\n")
      + after.zones.map(\.name).joined(separator: "\n")
    let lost = names(before).subtracting(names(after)).filter { $0.count > 5 }.sorted()
    return Array(lost.prefix(40).filter { !kept.contains($0) })
  }

  /// Indicates whether bytes contain a name. There are forty names and megabytes for each.
  private func has(_ name: String, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      Array(name.utf8).withUnsafeBytes { name in
        memmem(bytes.baseAddress, bytes.count, name.baseAddress, name.count) != nil
      }
    }
  }

  /// Checks all of a world's data without one of its states.
  private func check(_ world: World, without state: State) throws {
    let (rest, note) = try explored(world, ["state:\(state.name)"])
    #expect(note.contains("state"))
    #expect(rest.states.allSatisfy { $0.name != state.name })
    let cells = try #require(world.cells)
    let blank = try #require(rest.cells)
    for cell in 0..<cells.count where cells.state[cell] == state.id {
      #expect(blank.state[cell] == 0 && blank.burg[cell] == 0 && blank.river[cell] == 0)
      #expect(blank.height[cell] == 20 && blank.biome[cell] == 0 && blank.population[cell] == 0)
    }
    // Land stays land, and the rest of it is as it was.
    for cell in 0..<cells.count where blank.state[cell] != 0 {
      #expect(blank.state[cell] == cells.state[cell] && blank.height[cell] == cells.height[cell])
      #expect(blank.distance[cell] == cells.distance[cell])
    }
    #expect((0..<cells.count).allSatisfy { !cells.isLand($0) || blank.isLand($0) })
    // No reference leads to what is gone: reading repairs nothing but capitals.
    var repaired = rest
    var log = DiagnosticLog()
    repaired.repairReferences(mapping: ImportMapping(), log: &log)
    let repairs = log.diagnostics.filter { $0.code != .mapStateCapital }
    #expect(repairs.map(\.text) == [])
    let lost = lostNames(world, rest)
    let players = rest.dataForPlayers().world
    for format in DataFormat.allCases where format != .wfmap && format != .gridCells {
      let tables = format == .csv ? DataTable.allCases.filter { $0 != .cells } : []
      let requests =
        tables.isEmpty ? [DataRequest(format)] : tables.map { DataRequest(format, tables: [$0]) }
      for request in requests {
        let data = try export(players, request).bytes
        for name in lost {
          #expect(!has(name, data), "\(name) in \(format) \(request.tables)")
        }
      }
    }
  }

  @Test func aStateIsAbsent() throws {
    for state in made.states where state.id != 0 { try check(made, without: state) }
  }

  @Test(.enabled(if: Shared.isPresent), arguments: sharedMaps)
  func aStateOfEverySharedMapIsAbsent(path: String) throws {
    let world = try readWorld(Shared.bytes(path))
    guard world.cells != nil, let state = world.states.first(where: { $0.id != 0 }) else { return }
    try check(world, without: state)
  }

  @Test func oneBurgIsAbsent() throws {
    let burg = try #require(made.burgs.first { !$0.isCapital })
    let (rest, note) = try explored(made, ["burg:\(burg.name)"])
    #expect(note.contains("1 burg"))
    #expect(rest.burgs.count == made.burgs.count - 1)
    #expect(rest.cells?.burg[burg.cell] == 0)
    // No way ends where it is.
    for route in rest.routes {
      #expect(route.cells.first != Int32(burg.cell) && route.cells.last != Int32(burg.cell))
    }
    #expect(rest.states.count == made.states.count && rest.provinces.count == made.provinces.count)
  }

  @Test func aMarkerByItsNoteOrNumber() throws {
    let note = try #require(made.notes.first { $0.subject.hasPrefix("marker") })
    let id = try #require(Int(note.subject.dropFirst(6)))
    for word in [note.name, String(id)] {
      let rest = try explored(made, ["marker:\(word)"]).world
      #expect(rest.markers.contains { $0.id == id } == false)
      #expect(rest.notes.contains { $0.subject == note.subject } == false)
    }
  }

  @Test func aProvinceTakesItsTowns() throws {
    let province = try #require(made.provinces.first)
    let rest = try explored(made, ["province:\(province.id)"]).world
    let cells = try #require(made.cells)
    let gone = made.burgs.filter { Int(cells.province[$0.cell]) == province.id }
    #expect(!gone.isEmpty)
    #expect(gone.allSatisfy { !rest.burgs.contains(id: $0.id) })
    #expect(rest.states.contains { $0.id == province.state })
  }

  @Test func textsWithRemovedNamesAreRemoved() throws {
    let state = try #require(made.states.first { $0.id != 0 })
    let texts = [
      "To \(state.name.uppercased())!": false, "the \(state.name)ian war": false,
      "x\(state.name)": true, "Open Sea": true, "": true, String(state.name.prefix(2)): true,
    ]
    var world = made
    world.notes = texts.keys.sorted().map { MapNote(subject: "thing", name: $0, legend: "") }
    let rest = try explored(world, ["state:\(state.name)"]).world
    #expect(rest.notes.map(\.name) == texts.filter(\.value).keys.sorted())
  }

  @Test func namesThatNothingHas() {
    let subjects = ["state:Nowhere", "burg:Nothing", "marker:None"].compactMap {
      UnexploredSubject($0)
    }
    let failure = #expect(throws: Failure.self) {
      try made.withoutUnexplored(
        subjects.enumerated().map { ($1, Diagnostics.SourceLocation(file: "a.yaml", line: $0 + 1)) }
      )
    }
    #expect(
      failure?.diagnostics.map { "\($0.place?.line ?? 0) \($0.code.rawValue)" } == [
        "1 unexplored.unknown", "2 unexplored.unknown", "3 unexplored.unknown",
      ])
  }

  @Test(arguments: ["", "state", "state:", "state:  ", "river:Nile", "State:X", ":x"])
  func textsThatAreNoSubjects(text: String) { #expect(UnexploredSubject(text) == nil) }
}
