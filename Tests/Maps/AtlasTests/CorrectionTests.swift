// SPDX-License-Identifier: MIT
// Part of Platen: tests of corrections of names and notes.

import Atlas
import Diagnostics
import Geometry
import Testing

@Suite struct CorrectionTests {
  private static func world() -> World {
    var world = World(info: WorldInfo(name: "Ard", width: 100, height: 100))
    var north = State(id: 1, name: "Kazund")
    (north.fullName, north.formName) = ("Kingdom of Kazund", "Kingdom")
    north.drawnName = "Kingdom|of Kazund"
    var south = State(id: 2, name: "Ulmo")
    (south.fullName, south.formName) = ("Ulmian Empire", "Empire")
    world.states = EntityList([north, south])
    world.burgs = EntityList([
      Burg(id: 1, name: "Karn", position: Point(1, 1), cell: 0),
      Burg(id: 2, name: "Hill", position: Point(2, 2), cell: 0),
      Burg(id: 3, name: "Hill", position: Point(3, 3), cell: 0),
    ])
    world.markers = EntityList([Marker(id: 4, icon: "x", position: Point(1, 1))])
    world.notes = [
      MapNote(subject: "marker4", name: "Old Mine", legend: "<p>Deep.</p>"),
      MapNote(subject: "burg1", name: "Karn", legend: "<p>A port.</p>"),
    ]
    return world
  }

  private static func row(
    _ kind: WorldCorrection.Kind, _ name: String? = nil, id: Int? = nil, to rename: String? = nil,
    note: String? = nil, line: Int = 2
  ) -> WorldCorrection {
    var row = WorldCorrection(
      kind, id: id, name: name, at: SourceLocation(file: "names.csv", line: line))
    (row.rename, row.note) = (rename, note)
    return row
  }

  @Test func namesChangeWhereverTheyAreShown() {
    let result = Self.world().corrected(by: [
      Self.row(.state, "kazund", to: "Novia"), Self.row(.state, "Ulmian Empire", to: "Sund"),
      Self.row(.burg, "Karn", to: "Port Karn"), Self.row(.world, to: "Arden"),
    ])
    let world = result.value
    #expect(result.warnings.isEmpty)
    #expect(world.states.map(\.name) == ["Novia", "Sund"])
    #expect(world.states.map(\.fullName) == ["Kingdom of Novia", "Empire of Sund"])
    #expect(world.states[0].drawnName == "Kingdom of Novia")
    #expect(world.burgs[id: 1]?.name == "Port Karn")
    #expect(world.notes[1].name == "Port Karn" && world.notes[1].legend == "<p>A port.</p>")
    #expect(world.info.name == "Arden")
  }

  @Test func twoThingsExchangeTheirNames() {
    let result = Self.world().corrected(by: [
      Self.row(.burg, id: 1, to: "Hill"), Self.row(.burg, id: 2, to: "Karn"),
    ])
    #expect(result.value.burgs.map(\.name) == ["Hill", "Karn", "Hill"])
  }

  @Test func notesAreTextOrHTML() {
    let result = Self.world().corrected(by: [
      Self.row(.marker, "old mine", to: "New Mine", note: "a < b\nand on"),
      Self.row(.burg, id: 3, note: "<b>Bold</b>"),
    ])
    let notes = result.value.notes
    #expect(notes[0].name == "New Mine" && notes[0].legend == "<p>a &lt; b</p><p>and on</p>")
    #expect(notes[2] == MapNote(subject: "burg3", name: "Hill", legend: "<b>Bold</b>"))
  }

  @Test func rowsThatMatchNothingOrSeveralAreReported() {
    let result = Self.world().corrected(by: [
      Self.row(.burg, "Kran", to: "A", line: 2), Self.row(.burg, "Hill", to: "B", line: 3),
      Self.row(.river, id: 9, to: "C", line: 4), Self.row(.burg, id: 1, to: "D", line: 5),
      Self.row(.burg, "Karn", to: "E", line: 6),
    ])
    #expect(
      result.warnings.map(\.message) == [
        "no burg is named \"Kran\"", "2 of kind burg are named \"Hill\"", "no river has the id 9",
        "corrected already in line 5, and now again: the last row holds",
      ])
    #expect(result.warnings.map { $0.place?.line } == [2, 3, 4, 6])
    #expect(result.warnings[0].hints == ["did you mean \"Karn\"?"])
    #expect(result.warnings[1].hints == ["use one of their ids: 2, 3"])
    #expect(result.value.burgs[id: 1]?.name == "E")
  }

  @Test(arguments: [
    ("Town", "burg"), ("cities", "burg"), ("States", "state"), ("OCEAN", "sea"), ("roads", "route"),
    ("x", nil),
  ])
  func kindsHaveOtherWords(_ word: String, _ kind: String?) {
    #expect(WorldCorrection.Kind(word: word)?.rawValue == kind)
  }
}
