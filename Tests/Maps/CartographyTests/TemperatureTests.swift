// SPDX-License-Identifier: MIT
// Part of Platen: figures of temperature, which coasts are drawn over.

import Atlas
import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct TemperatureTests {
  /// Land and water in stripes from north to south, one of which ends in the middle of the sheet.
  private func striped() throws -> (world: World, cells: Cells) {
    var world = SmallWorld.make()
    var cells = try #require(world.cells)
    for cell in 0..<cells.count {
      let isLand = Int(cells.mesh.sites[cell].x / 80).isMultiple(of: 2)
      cells.height[cell] = isLand ? 40 : 10
    }
    world.cells = cells
    world.terrain?.height = cells.height
    return (world, cells)
  }

  @Test func figuresStandClearOfCoastsAndOfOneAnother() throws {
    let (world, cells) = try striped()
    let map = try Composition(
      world: world, request: MapRequest(look: .parchment), text: PlainText())
    let texts = Group(children: map.temperatureLayer().nodes).texts
    let boxes = texts.compactMap { text in
      text.boxes.dropFirst().reduce(text.boxes.first) { $0?.union($1) }
    }
    #expect(boxes.count >= 4)
    func isLand(_ x: Double, _ y: Double) -> Bool {
      let p = Point(x, y)
      let nearest = cells.mesh.sites.indices.min {
        cells.mesh.sites[$0].squaredDistance(to: p)
          < cells.mesh.sites[$1].squaredDistance(to: p)
      }
      return nearest.map { cells.height[$0] >= 20 } ?? false
    }
    for (index, box) in boxes.enumerated() {
      #expect(isLand(box.minX, box.center.y) == isLand(box.maxX, box.center.y), "\(box)")
      #expect(!boxes[..<index].contains { $0.intersection(box) != nil }, "\(box)")
    }
  }
}
