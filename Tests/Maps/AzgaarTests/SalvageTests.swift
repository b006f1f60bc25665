// SPDX-License-Identifier: MIT
// Part of Platen: damaged saves must give what is whole of them, and say what is not.

import Atlas
import Azgaar
import Diagnostics
import TestSupport
import Testing

@Suite struct SalvageTests {
  /// Reads a save as it is, and lists the lost sections.
  private func salvage(_ bytes: [UInt8]) throws -> (world: World, lost: [String]) {
    let read = try read(bytes, options: ImportOptions(salvages: true))
    let lost = read.warnings.filter { $0.code == "map.lost" }
    return (read.value.world, lost.map { ($0.place?.field ?? "-") + ": " + $0.message })
  }

  @Test func aWholeSaveLosesNothing() throws {
    let bytes = SmallSave().bytes()
    let (world, lost) = try salvage(bytes)
    #expect(lost.isEmpty)
    #expect(differences(world, try read(bytes).value.world).isEmpty)
  }

  @Test func aTableThatIsWrittenOverKeepsTheRowsBeforeTheDamage() throws {
    var save = SmallSave()
    let whole = try read(save.bytes()).value.world
    save.sections[15] = save.sections[15].replacing(#""name":"Neu""#, with: #""name":"N"u"#)
    #expect(throws: Failure.self) { try read(save.bytes()) }
    let (world, lost) = try salvage(save.bytes())
    #expect(world.burgs.map(\.name) == ["Alt"])
    #expect(world.states.count == whole.states.count)
    #expect(world.cells?.count == whole.cells?.count)
    #expect(
      lost == ["section 15 (burgs): damaged: the first 2 rows are kept, the others are lost"])
  }

  @Test func rubbishBehindATableTakesNothingOfIt() throws {
    var save = SmallSave()
    save.sections[30] += "]]"
    let (world, lost) = try salvage(save.bytes())
    #expect(world.provinces.map(\.name) == ["Mark"])
    #expect(lost.count == 1)
  }

  @Test func aSectionThatIsNoTableIsLostAlone() throws {
    var save = SmallSave()
    save.sections[48] = #"{"labels":"#
    let (world, lost) = try salvage(save.bytes())
    #expect(world.burgs.count == 2)
    #expect(lost.count == 1 && lost[0].hasPrefix("section 48 (style): lost: "))
  }

  @Test func withoutItsTerrainAWorldIsItsTables() throws {
    var save = SmallSave()
    save.sections[7] = "1,2,3"
    let (world, lost) = try salvage(save.bytes())
    #expect(world.cells == nil && world.terrain == nil)
    #expect(world.burgs.count == 2 && world.features.count == 2)
    #expect(lost.count == 1 && lost[0].contains("cells"))
  }

  @Test func valuesOfCellsThatAreThereAreKept() throws {
    var save = SmallSave()
    let whole = try read(save.bytes()).value.world
    save.sections[19] = "1,0,1"
    let states = save.sections[25].split(separator: ",")
    save.sections[25] = states.dropLast(7).joined(separator: ",")
    save.sections[21] = "0.5"
    save.sections[22] += ",7,7"
    save.sections[26] = ""
    let (world, lost) = try salvage(save.bytes())
    let cells = try #require(world.cells)
    #expect(cells.culture == [1, 0, 1] + Array(repeating: 0, count: 114))
    #expect(cells.state.dropLast(7) == whole.cells?.state.dropLast(7))
    #expect(cells.state.suffix(7).allSatisfy { $0 == 0 })
    #expect(cells.population == [0.5] + Array(repeating: 0, count: 116))
    #expect(cells.river == whole.cells?.river)
    let few = "those of the first cells; the others are set to 0"
    #expect(
      Set(lost) == [
        "section 25 (cell states): damaged: found 110 of 117 values, \(few)",
        "section 19 (cell cultures): damaged: found 3 of 117 values, \(few)",
        "section 21 (cell population): damaged: found 1 of 117 values, \(few)",
        "section 22 (cell rivers): damaged: found 119 values for 117 cells; the first are used",
      ])
    save.sections[25] = ""
    #expect(
      try salvage(save.bytes()).lost.contains(
        "section 25 (cell states): lost: all 117 values are missing and set to 0"))
  }

  /// The value of a file that ends in a number is unknown.
  @Test func theLastNumberOfAFileThatIsCutOffIsNotKept() throws {
    var save = SmallSave()
    save.sections = save.sections[..<21] + ["0.25,0.5,12.7"]
    let (world, lost) = try salvage(save.bytes())
    #expect(world.cells?.population.prefix(4) == [0.25, 0.5, 0, 0])
    #expect(
      lost.contains {
        $0.hasPrefix("section 21 (cell population): damaged: found 2 of 117 values")
      })
  }

  /// A save cut off anywhere reads or is reported with its lack, and tables never grow.
  @Test func cutAnywhereItNeverCrashes() throws {
    let bytes = SmallSave().bytes()
    let whole = try read(bytes).value.world
    var survivors = 0
    for end in stride(from: 1, to: bytes.count, by: 61) {
      guard let (world, lost) = try? salvage(Array(bytes[..<end])) else { continue }
      survivors += 1
      #expect(world.burgs.count <= whole.burgs.count)
      #expect(world.states.count <= whole.states.count)
      #expect(!lost.isEmpty || world.burgs.count == whole.burgs.count, "cut at \(end)")
    }
    #expect(survivors > bytes.count / 61 / 2)
  }

  @Test(.enabled(if: Shared.isPresent), arguments: [0.35, 0.6, 0.9, 0.99])
  func aRealSaveThatIsCutOffKeepsWhatStandsBefore(share: Double) throws {
    let bytes = try Shared.bytes(
      "maps/saves/phazingazrael__Terra-Logger__v1.106.7---Via_(Small_Map)_2025-01-24-16-47.map")
    let whole = try read(bytes).value.world
    let cut = Array(bytes[..<Int(Double(bytes.count) * share)])
    #expect(throws: Failure.self) { try read(cut) }
    let (world, lost) = try salvage(cut)
    #expect(world.info.width == whole.info.width)
    #expect(world.biomes.map(\.name) == whole.biomes.map(\.name) && world.notes == whole.notes)
    #expect(!lost.isEmpty)
    #expect(world.burgs.allSatisfy { $0 == whole.burgs[id: $0.id] })
  }
}
