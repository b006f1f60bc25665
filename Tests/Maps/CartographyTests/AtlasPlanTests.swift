// SPDX-License-Identifier: MIT
// Part of Platen: tests of atlases: which part of a world is on which page, and what adjoins it.

import Atlas
import Diagnostics
import Documents
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct AtlasPlanTests {
  private static let sheet = Rect(x: 0, y: 0, width: 800, height: 450)

  private static func plan(
    _ extent: AtlasRequest.Extent, showing shown: Rect = sheet,
    _ change: (inout AtlasRequest) -> Void = { _ in }
  ) throws -> AtlasPlan {
    var request = AtlasRequest(extent)
    change(&request)
    return try AtlasPlan(request, showing: shown, in: SmallWorld.make(), MapRequest())
  }

  private static func opposite(_ side: AtlasPlan.Side) -> AtlasPlan.Side {
    switch side {
    case .top: .bottom
    case .bottom: .top
    case .left: .right
    case .right: .left
    case .topLeft: .bottomRight
    case .topRight: .bottomLeft
    case .bottomLeft: .topRight
    case .bottomRight: .topLeft
    }
  }

  private static let grids: [PosterRequest.Extent] = [
    .across(1), .across(4), .grid(columns: 3, rows: 2), .grid(columns: 8, rows: 5),
  ]

  // MARK: Grids

  @Test(arguments: grids, [nil, true, false])
  func aSheetThatContinuesAnotherIsContinuedByIt(
    extent: PosterRequest.Extent, isLandscape: Bool?
  ) throws {
    let plan = try AtlasPlanTests.plan(.grid(extent)) { $0.isLandscape = isLandscape }
    #expect(!plan.sheets.isEmpty)
    for (number, sheet) in plan.sheets.enumerated() {
      for neighbor in sheet.neighbors {
        #expect(neighbor.sheet != number)
        let back = plan.sheets[neighbor.sheet].neighbors.filter { $0.sheet == number }
        #expect(back.map(\.side) == [AtlasPlanTests.opposite(neighbor.side)])
      }
    }
  }

  @Test func cornersAreOfDiagonalNeighbors() throws {
    let plan = try AtlasPlanTests.plan(.grid(.grid(columns: 3, rows: 2))) { $0.hasSeaSheets = true }
    #expect(plan.sheets[0].neighbors.map(\.sheet) == [1, 3, 4])
    #expect(plan.sheets[0].neighbors.map(\.side) == [.right, .bottom, .bottomRight])
    #expect(plan.sheets[4].neighbors.map(\.sheet) == [1, 3, 5, 0, 2])
  }

  @Test(arguments: grids) func allLandIsOnASheet(extent: PosterRequest.Extent) throws {
    let world = SmallWorld.make()
    let cells = try #require(world.cells)
    let plan = try AtlasPlanTests.plan(.grid(extent))
    for cell in 0..<cells.count where cells.isLand(cell) {
      let site = cells.mesh.sites[cell]
      let sheet = try #require(plan.sheet(showing: site))
      #expect(plan.sheets[sheet].window.contains(site))
    }
  }

  @Test func sheetsOfOpenSeaAreOmittedUnlessRequested() throws {
    let plan = try AtlasPlanTests.plan(.grid(.grid(columns: 8, rows: 5)))
    let all = try AtlasPlanTests.plan(.grid(.grid(columns: 8, rows: 5))) { $0.hasSeaSheets = true }
    #expect(all.sheets.count == all.columns * all.rows)
    #expect(plan.sheets.count < all.sheets.count)
    #expect(plan.description.contains("sheets of open sea"))
    #expect(!all.description.contains("open sea"))
    // The sea's corner is on no sheet, and the index leads to the overview.
    #expect(plan.sheet(showing: Point(2, 448)) == nil)
    #expect(
      plan.place(of: Point(2, 448), bounds: .init(x: 2, y: 448, width: 0, height: 0)).page == 1)
  }

  @Test func sheetsHaveOneScaleAndShareTheOverlap() throws {
    let plan = try AtlasPlanTests.plan(.grid(.grid(columns: 4, rows: 3))) { $0.overlap = 20 }
    let scale = plan.scale(of: plan.sheets[0])
    for (number, sheet) in plan.sheets.enumerated() {
      #expect(abs(plan.scale(of: sheet) - scale) < 1e-9)
      let frame = plan.frame(onPage: plan.page(of: number))
      #expect(abs(frame.width / frame.height - sheet.window.width / sheet.window.height) < 1e-6)
      for neighbor in sheet.neighbors where neighbor.side == .right {
        let shared = sheet.window.maxX - plan.sheets[neighbor.sheet].window.minX
        #expect(abs(shared * scale - 20 / 25.4 * 72) < 1e-6)
      }
    }
  }

  // MARK: States

  @Test func eachStateHasAPageWithItsNeighbors() throws {
    let plan = try AtlasPlanTests.plan(.states)
    #expect(plan.sheets.map(\.title) == ["Kingdom of Westmark", "Republic of Osten"])
    #expect(plan.sheets.map { $0.neighbors.map(\.sheet) } == [[1], [0]])
    #expect(plan.sheets[0].neighbors[0].side == .right)
    #expect(plan.sheets[1].neighbors[0].side == .left)
    let world = SmallWorld.make()
    let cells = try #require(world.cells)
    for cell in 0..<cells.count where cells.state[cell] > 0 {
      #expect(plan.sheets[Int(cells.state[cell]) - 1].window.contains(cells.mesh.sites[cell]))
    }
  }

  @Test func aWorldWithoutStatesHasNoPagesOfThem() throws {
    let failure = #expect(throws: Failure.self) {
      try AtlasPlanTests.plan(.states, showing: Rect(x: 0, y: 0, width: 20, height: 20))
    }
    #expect(failure?.diagnostics.first?.code == "map.atlas-states")
  }

  // MARK: Pages

  /// The inner margin is at the left of odd pages, as readers count them.
  @Test(arguments: [false, true]) func theBindingAlternates(isRightToLeft: Bool) throws {
    let plan = try AtlasPlanTests.plan(.grid(.across(3))) { $0.isRightToLeft = isRightToLeft }
    for number in 0..<4 {
      let frame = plan.frame(onPage: number)
      let isLeft = frame.minX > plan.page.width - frame.maxX
      #expect(isLeft == ((number % 2 == 0) != isRightToLeft))
    }
  }

  @Test(
    arguments: [.states, .grid(.grid(columns: 5, rows: 3)), .grid(.across(2))]
      as [AtlasRequest.Extent])
  func eachTownIsInTheSquareThatTheIndexNames(extent: AtlasRequest.Extent) throws {
    let plan = try AtlasPlanTests.plan(extent)
    for burg in SmallWorld.make().burgs {
      let point = burg.position
      let place = plan.place(of: point, bounds: Rect(x: point.x, y: point.y, width: 0, height: 0))
      let parts = place.square.split(separator: " ").map(String.init)
      #expect(parts.count == 2 && parts[0] == "\(place.page + 1)")
      let number = place.page - AtlasPlan.frontPages
      let frame = number < 0 ? plan.overview : plan.frame(onPage: place.page)
      let window = number < 0 ? plan.shown : plan.sheets[number].window
      let squares = MapSquares(map: frame)
      let column = Int((point.x - window.minX) / window.width * Double(squares.columns))
      let row = Int((point.y - window.minY) / window.height * Double(squares.rows))
      #expect(parts[1] == PosterLayout.name(column: column, row: row))
      #expect(window.contains(point))
    }
  }

  /// Links lead to pages that there are, and each element's nodes are on its page.
  @Test func pagesLinkToEachOther() throws {
    let world = SmallWorld.make()
    let plan = try AtlasPlanTests.plan(.grid(.grid(columns: 3, rows: 2)))
    let furniture = try AtlasFurniture(
      plan: plan, title: "Testland", mapPhrases: MapPhrases(.english, language: "en"),
      request: MapRequest(), world: world, text: PlainText())
    var structure = DocumentStructure()
    structure.elements = [StructureElement(.document, in: nil)]
    func map(_ frame: Rect, _ figure: Int) -> LaidOutPage {
      LaidOutPage(
        scene: Scene(
          size: plan.page, nodes: [.path(PathNode(Path(rect: frame), fill: Fill(Color.white)))]),
        leaves: [ContentLeaf(nodes: 0..<1, element: figure)])
    }
    var pages = [furniture.titlePage(subtitle: "in the year 7", into: &structure)]
    pages.append(furniture.overview(alternative: "all", into: &structure, map: map))
    for number in plan.sheets.indices {
      pages.append(furniture.sheet(number, alternative: "part", into: &structure, map: map))
    }
    let places = Dictionary(uniqueKeysWithValues: structure.places.map { ($0.name, $0.page) })
    #expect(structure.outline.count == pages.count)
    #expect(pages.map(\.label) == (1...pages.count).map(String.init))
    let area = Rect(x: 0, y: 0, width: plan.page.width, height: plan.page.height)
    for (number, page) in pages.enumerated() {
      #expect(page.scene.size == plan.page)
      var next = 0
      for leaf in page.leaves {
        #expect(leaf.nodes.lowerBound >= next)
        next = leaf.nodes.upperBound
      }
      #expect(next <= page.scene.nodes.count)
      for link in page.links {
        guard case .place(let name) = link.target else { continue }
        #expect(places[name].map { $0 < pages.count && $0 != number } == true)
        #expect(structure.elements[link.element].role == .link)
        #expect(area.contains(link.frame.center))
      }
    }
    // The overview leads to each sheet.
    let targets = Set(
      pages[1].links.compactMap { link -> String? in
        if case .place(let name) = link.target { name } else { nil }
      })
    #expect(targets.count == plan.sheets.count)
  }
}
