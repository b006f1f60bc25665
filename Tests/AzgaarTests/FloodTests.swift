// SPDX-License-Identifier: MIT
// Part of Platen: files made to take all memory or all time are refused or read in linear time.

import Atlas
import Azgaar
import Diagnostics
import Geometry
import JSON
import Testing

/// Two million bytes of something cost seconds in linear time and minutes in quadratic time.
@Suite(.timeLimit(.minutes(1))) struct FloodTests {
  private let save = SmallSave()

  private func read(drawing: String) throws -> Warned<ImportedWorld> {
    var changed = save
    changed.sections[5] = "<svg id=\"map\" width=\"120\" height=\"90\">\(drawing)</svg>"
    return try AzgaarTests.read(changed.bytes())
  }

  @Test func linesBeforeTheDrawing() {
    let bytes = Array("1.147.1|licence|2026-1-2|1234|120|90|1\n".utf8)
    #expect(errorCode(bytes + [UInt8](repeating: 10, count: 100_000)) == "map.sections")
  }

  @Test func linesBehindTheLastSection() {
    #expect(
      errorCode(save.bytes() + Array(String(repeating: "\nx", count: 100_000).utf8))
        == "map.sections")
  }

  @Test func tagsWithoutAQuote() throws {
    let world = try read(drawing: String(repeating: "<g>", count: 700_000)).value.world
    #expect(world.cells?.count == SmallSave.cellCount)
  }

  @Test func ampersandsWithoutAnEnd() throws {
    let text = String(repeating: "&", count: 2_000_000)
    let world = try read(drawing: "<g id=\"viewbox\"><g id=\"sea\" fill=\"\(text)\"/></g>").value
      .world
    #expect(world.presentation.groups["sea"]?["fill"]?.utf8.count == text.utf8.count)
  }

  @Test func columnsOfBiomes() throws {
    let count = 200_000
    let names = repeatElement("\"a\"", count: count).joined(separator: ",")
    let icons = repeatElement("[]", count: count).joined(separator: ",")
    let text = #"{"pack":{"burgs":[]},"biomesData":{"name":[\#(names)],"icons":[\#(icons)]}}"#
    let imported = try AzgaarTests.read(Array(text.utf8))
    // Cells name biomes in eight bits.
    #expect(imported.value.world.biomes.count == 256)
    #expect(codes(imported.warnings).contains("map.biomes"))
  }
}
