// SPDX-License-Identifier: MIT
// Part of Platen: files made to take all memory or all time are refused or read in linear time.

import Atlas
import Azgaar
import Diagnostics
import Geometry
import JSON
import TestSupport
import Testing

@Suite struct FloodTests {
  private let save = SmallSave()

  private func world(drawing: String) throws -> World {
    var changed = save
    changed.sections[5] = "<svg id=\"map\" width=\"120\" height=\"90\">\(drawing)</svg>"
    return try read(changed.bytes()).value.world
  }

  @Test func linesBeforeTheDrawing() {
    let bytes = Array("1.147.1|license|2026-1-2|1234|120|90|1\n".utf8)
    #expect(errorCode(bytes + [UInt8](repeating: 10, count: 100_000)) == "map.sections")
  }

  @Test func linesBehindTheLastSection() {
    #expect(
      errorCode(save.bytes() + Array(String(repeating: "\nx", count: 100_000).utf8))
        == "map.sections")
  }

  @Test func tagsWithoutAQuote() throws {
    let linear =
      try isLinear(175_000) { count in
        let world = try world(drawing: String(repeating: "<g>", count: count))
        #expect(world.cells?.count == SmallSave.cellCount)
      }
    #expect(linear)
  }

  @Test func ampersandsWithoutAnEnd() throws {
    let linear =
      try isLinear(400_000) { count in
        let text = String(repeating: "&", count: count)
        let world = try world(
          drawing: "<g id=\"viewbox\"><g id=\"sea\" fill=\"\(text)\"/></g>")
        #expect(world.presentation.groups["sea"]?["fill"]?.utf8.count == count)
      }
    #expect(linear)
  }

  @Test func columnsOfBiomes() throws {
    let linear =
      try isLinear(20_000) { count in
        let names = repeatElement("\"a\"", count: count).joined(separator: ",")
        let icons = repeatElement("[]", count: count).joined(separator: ",")
        let text = #"{"pack":{"burgs":[]},"biomesData":{"name":[\#(names)],"icons":[\#(icons)]}}"#
        let imported = try read(Array(text.utf8))
        // Cells name biomes in eight bits.
        #expect(imported.value.world.biomes.count == 256)
        #expect(codes(imported.warnings).contains("map.biomes"))
      }
    #expect(linear)
  }

  @Test func valuesOfOneTag() throws {
    let linear =
      try isLinear(20_000) { count in
        let values = String(repeating: " a=\"b\"", count: count)
        let world = try world(drawing: "<g id=\"viewbox\"><g id=\"sea\" fill=\"c\"\(values)/></g>")
        #expect(world.presentation.groups["sea"]?["fill"] == "c")
      }
    #expect(linear)
  }

  @Test func aQuoteWithoutASecondEndsNoTag() throws {
    let world = try world(drawing: "<g id=\"viewbox\"><g id=\"sea\" fill=\"c\" x=\"><g/></g>")
    #expect(world.cells?.count == SmallSave.cellCount)
  }
}
