// SPDX-License-Identifier: MIT
// Part of Platen: heights as grids of numbers: what is land stays land, and no row depends on others.

import Atlas
import Diagnostics
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct HeightRasterTests {
  static let sheet = Rect(x: 0, y: 0, width: 800, height: 450)

  static func raster(_ width: Int, window: Rect = sheet, of world: World? = nil) throws
    -> HeightRaster
  {
    let height = Int((Double(width) * window.height / window.width).rounded())
    return try HeightRaster(
      of: world ?? SmallWorld.make(), window: window, width: width, height: height)
  }

  /// Rows requested together and in any other way are the same rows.
  @Test(arguments: [40, 200, 801, 1600])
  func rowsStandByThemselves(width: Int) throws {
    let raster = try HeightRasterTests.raster(width)
    let whole = raster.rows(0..<raster.height)
    #expect(whole.count == raster.width * raster.height)
    for rows in [1, 7, 64] {
      var parts: [UInt16] = []
      for top in stride(from: 0, to: min(raster.height, 4 * rows), by: rows) {
        parts += raster.rows(top..<min(raster.height, top + rows))
      }
      #expect(parts[...] == whole[..<parts.count])
    }
    #expect(raster.rows(3..<3).isEmpty)
  }

  @Test func landIsAboveTheSeaAndWaterBelow() throws {
    let world = SmallWorld.make()
    let terrain = try #require(world.terrain)
    let raster = try HeightRasterTests.raster(640, of: world)
    let numbers = raster.rows(0..<raster.height)
    let locator = CellLocator(mesh: terrain.mesh)
    var land = 0
    for y in 0..<raster.height {
      for x in 0..<raster.width {
        let p = Point((Double(x) + 0.5) * 1.25, (Double(y) + 0.5) * 1.25)
        let isLand = terrain.height[locator.cell(at: p)] >= 20
        land += isLand ? 1 : 0
        #expect(
          (numbers[y * raster.width + x] >= HeightRaster.seaLevel) == isLand, "at \(p)")
      }
    }
    #expect(land > 10_000 && land < numbers.count - 10_000)
  }

  /// Far from others of its kind a cell's number is near its height; a level world's is just it.
  @Test func numbersAreHeights() throws {
    for height in [0, 5, 19, 20, 60, 100] as [UInt8] {
      var world = SmallWorld.make()
      let count = try #require(world.terrain).height.count
      world.terrain?.height = [UInt8](repeating: height, count: count)
      let raster = try HeightRasterTests.raster(100, of: world)
      let expected = UInt16((Double(height) / 100 * 65_535).rounded())
      #expect(Set(raster.rows(0..<raster.height)) == [expected])
    }
    #expect(HeightRaster.seaLevel == 13_107)
  }

  /// The same place has the same height in a picture of a part, at the same scale.
  @Test func aPartIsAPartOfTheWhole() throws {
    let whole = try HeightRasterTests.raster(800)
    let part = try HeightRasterTests.raster(
      120, window: Rect(x: 200, y: 100, width: 120, height: 90))
    let numbers = whole.rows(0..<450)
    let cut = part.rows(0..<90)
    for y in 0..<90 {
      let start = (y + 100) * 800 + 200
      #expect(cut[(y * 120)..<(y * 120 + 120)] == numbers[start..<start + 120])
    }
  }

  /// However large: neighbors differ by little, so no cell's edge is a step, but at coasts.
  @Test func thereAreNoSteps() throws {
    let raster = try HeightRasterTests.raster(
      900, window: Rect(x: 330, y: 190, width: 60, height: 60))
    let numbers = raster.rows(0..<300)
    let steps = numbers.indices.filter { $0 % 900 > 0 }.map {
      abs(Int(numbers[$0]) - Int(numbers[$0 - 1]))
    }
    // Heights of cells are 655 apart at the least.
    #expect((steps.max() ?? .max) < 200)
  }

  @Test func beyondTheSheetItsEdgeGoesOn() throws {
    let raster = try HeightRasterTests.raster(
      160, window: Rect(x: -400, y: -225, width: 1600, height: 900))
    let numbers = raster.rows(0..<90)
    // Pixels of ten units, of which the sheet begins with the 40th. A height of 100 is 655 of them.
    let rows = 28..<62
    for y in rows {
      let row = numbers[(y * 160)..<(y * 160 + 160)].map(Int.init)
      // Smoothing reaches over the edge a little.
      #expect(Set(row[..<30]).count == 1, "row \(y)")
      #expect(row[..<40].allSatisfy { abs($0 - row[40]) < 2 * 655 }, "row \(y)")
    }
    let edge = rows.map { Int(numbers[$0 * 160]) }
    #expect((edge.max() ?? 0) - (edge.min() ?? 0) > 3 * 655)
  }

  @Test func withoutCellsThereIsNothing() {
    let world = World(info: WorldInfo(name: "Nowhere", width: 800, height: 450, seed: "1"))
    #expect {
      _ = try HeightRasterTests.raster(10, of: world)
    } throws: { error in
      (error as? Failure)?.diagnostics.map(\.code.rawValue) == ["map.no-heights"]
    }
  }
}
