// SPDX-License-Identifier: MIT
// Part of Platen: tests of what is listed behind a map: which names, in which squares, on which pages.

import Atlas
import Diagnostics
import Digests
import Documents
import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct IndexTests {
  private static let sheet = Rect(x: 0, y: 0, width: 800, height: 450)

  // MARK: Names

  @Test func anIndexOfARegionListsWhatIsShown() throws {
    let world = SmallWorld.make()
    let part = Rect(x: 200, y: 100, width: 300, height: 200)
    let burgs = try #require(MapIndex(of: world, showing: part, [.burgs]).groups.first)
    let wanted = world.burgs.filter { !$0.name.isEmpty && part.contains($0.position) }
    #expect(burgs.entries.map(\.name).sorted() == wanted.map(\.name).sorted())
    #expect(!wanted.isEmpty && wanted.count < world.burgs.count)
    for group in MapIndex(of: world, showing: part, MapIndex.Table.allCases).groups {
      #expect(group.entries.allSatisfy { part.contains($0.point) })
    }
    let nowhere = Rect(x: 900, y: 900, width: 5, height: 5)
    #expect(MapIndex(of: world, showing: nowhere, MapIndex.Table.allCases).groups.isEmpty)
  }

  @Test func tablesStandInOneOrderWhateverIsAskedFirst() throws {
    let world = SmallWorld.make()
    let index = MapIndex(of: world, showing: IndexTests.sheet, [.burgs, .states])
    #expect(index.groups.map(\.table) == [.states, .burgs])
    // A state reaches as far as its cells.
    let states = try #require(index.groups.first).entries
    #expect(states.contains { $0.bounds.width > 0 && $0.bounds.height > 0 })
    for group in index.groups {
      let keys = group.entries.map { IndexEntry.sortKey($0.name) }
      #expect(keys == keys.sorted())
    }
  }

  @Test func anIndexIsKnownByWhatItLists() throws {
    let world = SmallWorld.make()
    func digest(_ shown: Rect, _ tables: [MapIndex.Table]) -> Digest {
      Digest(canonicalOf: MapIndex(of: world, showing: shown, tables))
    }
    let whole = digest(IndexTests.sheet, [.burgs])
    #expect(whole == digest(IndexTests.sheet.insetBy(-50), [.burgs]))
    #expect(whole != digest(IndexTests.sheet, [.states]))
    #expect(whole != digest(Rect(x: 0, y: 0, width: 400, height: 450), [.burgs]))
  }

  // MARK: Squares

  @Test(
    arguments: [
      (100, 50, "A1"), (199.9, 149.9, "A1"), (300, 150, "C2"), (899, 449, "H4"),
      // The far edges are of the last squares, and so is what lies beyond them.
      (900, 450, "H4"), (900, 50, "H1"), (0, 0, "A1"), (5000, 300, "H3"),
    ] as [(Double, Double, String)])
  func everyPointHasASquare(x: Double, y: Double, name: String) {
    let squares = MapSquares(map: Rect(x: 100, y: 50, width: 800, height: 400))
    #expect(squares.columns == 8 && squares.rows == 4)
    #expect(squares.name(of: Point(x, y)) == name)
  }

  @Test func aNarrowMapHasOneColumn() {
    let squares = MapSquares(map: Rect(x: 0, y: 0, width: 20, height: 800))
    #expect(squares.columns == 1 && squares.rows == 8)
    #expect(squares.name(of: Point(10, 799)) == "A8")
  }

  // MARK: Pages

  /// Entries go down one column after the other, over as many pages as they need; each is a link to
  /// its own place.
  @Test(arguments: [1, 20, 400], [Size(width: 420, height: 300), Size(width: 120, height: 300)])
  func entriesFillColumnsAndPages(count: Int, size: Size) throws {
    var world = World(info: WorldInfo(name: "Test", width: 800, height: 450))
    world.burgs = EntityList(
      (0..<count).map {
        Burg(id: $0 + 1, name: "Town \(1000 + $0)", position: Point(Double($0), 10), cell: 0)
      })
    let index = MapIndex(of: world, showing: IndexTests.sheet, [.burgs])
    var structure = DocumentStructure(language: "en")
    var pages: [LaidOutPage] = []
    try IndexPages(
      index: index, size: size, margin: 10, mapPhrases: MapPhrases(.english, language: "en"),
      families: [], text: PlainText()
    ) { entry in
      IndexPlace(
        page: 0, frame: Rect(x: entry.point.x, y: 0, width: 9, height: 9), square: "A1")
    }.writePages(from: 1, into: &structure) { pages.append($0) }

    #expect(pages.flatMap(\.links).count == count)
    #expect((pages.count > 1) == (count == 400))
    #expect(Set(pages.map(\.label)).count == pages.count)
    #expect(structure.outline.map(\.place) == ["index"])
    #expect(structure.places.first?.page == 1)
    #expect(Set(structure.places.map(\.name)).count == count + 1)
    let area = Rect(x: 0, y: 0, width: size.width, height: size.height)
    for page in pages {
      var next = 0
      for leaf in page.leaves {
        #expect(leaf.nodes.lowerBound == next)
        next = leaf.nodes.upperBound
        #expect(leaf.element.map(structure.elements.indices.contains) == true)
      }
      #expect(next == page.scene.nodes.count)
      for (link, following) in zip(page.links, page.links.dropFirst()) {
        let isBelow =
          following.frame.minX == link.frame.minX && following.frame.minY >= link.frame.maxY - 1e-9
        #expect(isBelow || following.frame.minX >= link.frame.maxX)
      }
      #expect(
        page.links.allSatisfy {
          area.contains(Point($0.frame.minX, $0.frame.minY))
            && area.contains(Point($0.frame.maxX - 1e-6, $0.frame.maxY - 1e-6))
        })
    }
    let columns = Set(pages.flatMap(\.links).map(\.frame.minX)).count
    #expect(columns == 1 || (count > 1 && size.width > 200))
    #expect(count < 400 || size.width < 200 || columns == 2)
  }
}
