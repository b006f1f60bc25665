// SPDX-License-Identifier: MIT
// Part of Platen: tests of finding the places of a story on a map, and of the way through them.

import Atlas
import Cartography
import Diagnostics
import Geometry
import TestSupport
import Testing

@Suite struct PlaceFinderTests {
  private static let world: World = {
    var world = World(info: WorldInfo(name: "Small", width: 100, height: 80))
    func burg(_ id: Int, _ name: String, _ x: Double, _ y: Double) -> Burg {
      Burg(id: id, name: name, position: Point(x, y), cell: 0)
    }
    world.burgs = EntityList([
      burg(1, "Jarnheim", 10, 10), burg(2, "Thalithil", 40, 20), burg(3, "Ásgarður", 60, 60),
      burg(4, "Twin", 5, 5), burg(5, "Twin", 90, 70), burg(6, "Loredor", 70, 30),
      burg(7, "Niminen", 20, 70), burg(8, "Nimiwen", 30, 75),
    ])
    var state = State(id: 1, name: "Loredor")
    state.fullName = "Kingdom of Loredor"
    state.pole = Point(50, 50)
    world.states = EntityList([state])
    return world
  }()

  private func find(_ text: String, _ aliases: [(String, String)] = []) -> String {
    switch PlaceFinder(PlaceFinderTests.world, aliases: aliases).find(text) {
    case .found(let place, let likeness): "\(place.reference) \(likeness.rawValue)"
    case .ambiguous(let places): "ambiguous " + places.map(\.reference).joined(separator: " ")
    case .none: "none"
    }
  }

  @Test(arguments: [
    ("Jarnheim", "burg:1 exact"),
    ("Jarnheim, the salt market", "burg:1 exact"),
    ("The Drowned Bell (Jarnheim)", "burg:1 exact"),
    ("JARNHEIM", "burg:1 folded"),
    ("asgardur", "burg:3 folded"),
    ("the Asgarður", "burg:3 folded"),
    ("At sea, off Thalithil's shore", "burg:2 within"),
    ("the road from Jarnheim", "burg:1 within"),
    ("Jarnhiem", "burg:1 near"),
    ("Thalithyl", "burg:2 near"),
    ("Niminem", "burg:7 near"),
    ("Nimiqen", "ambiguous burg:7 burg:8"),
    // A burg goes before the state of its name, the state's full name is the state.
    ("Loredor", "burg:6 exact"),
    ("Kingdom of Loredor", "state:1 exact"),
    ("Twin", "ambiguous burg:4 burg:5"),
    ("The twin", "ambiguous burg:4 burg:5"),
    ("Jar", "none"),
    ("Harnheim", "none"),
    ("Thalassa", "none"),
    ("", "none"),
    (",,;", "none"),
  ])
  func namesAreFoundAsPeopleWriteThem(text: String, answer: String) {
    #expect(find(text) == answer)
  }

  @Test func aliasesDecide() {
    #expect(find("Twin", [("twin", "burg:5")]) == "burg:5 alias")
    #expect(find("The Salt Market", [("salt market", "Jarnheim")]) == "burg:1 alias")
    #expect(find("Jarnheim", [("Jarnheim", "thalithil")]) == "burg:2 alias")
    // An alias of nothing leaves the rest to find.
    #expect(find("Jarnheim", [("Jarnheim", "burg:99")]) == "burg:1 exact")
  }

  @Test func aliasesThatLeadNowhereAreKnown() {
    let finder = PlaceFinder(
      PlaceFinderTests.world,
      aliases: [("Twin", "burg:5"), ("At sea", "burg:99"), ("The inn", "Nowhere")])
    #expect(finder.lostAliases.map(\.name) == ["At sea", "The inn"])
  }

  @Test func aJourneyNamesEachPlaceOnceAndGoesBackAndForth() {
    var diagnostics: [Diagnostic] = []
    let journey = Journey(
      [
        (1, "Jarnheim"), (2, "Jarnheim, the inn"), (3, "Thalithil"), (4, ""), (5, "Nowhere"),
        (6, "jarnheim"), (7, "Twin"),
      ], in: PlaceFinder(PlaceFinderTests.world), diagnostics: &diagnostics)
    #expect(journey.stops.map(\.place.id) == [1, 2])
    #expect(journey.stops.map(\.scene) == [1, 3])
    #expect(journey.path == [0, 1, 0])
    #expect(
      diagnostics.map(\.code.rawValue) == [
        "campaign.place", "campaign.place", "campaign.place", "campaign.place-unknown",
        "campaign.place", "campaign.place-ambiguous",
      ])
    #expect(diagnostics.map(\.message).contains("unknown place \"Nowhere\""))
  }

  /// Windows of every journey over a coarse grid of places lie on the sheet, show every stop and have
  /// the shape they should have.
  @Test func windowsLieOnTheSheetAndShowTheStops() {
    let sheet = Size(width: 100, height: 80)
    let points = [0.0, 33, 66, 100].flatMap { x in [0.0, 40, 80].map { Point(x, $0) } }
    for a in points {
      for b in points {
        var journey = Journey(
          [], in: PlaceFinder(PlaceFinderTests.world), diagnostics: &PlaceFinderTests.unheard)
        journey.stops = [a, b].enumerated().map {
          .init(
            place: .init(sort: .burg, id: $0.offset, name: "", position: $0.element), scene: 1)
        }
        for map in [StoryMap.journey(journey, on: sheet), .stop(1, of: journey, on: sheet)] {
          let window = map.window
          #expect(window.minX >= -1e-9 && window.maxX <= 100 + 1e-9)
          #expect(window.minY >= -1e-9 && window.maxY <= 80 + 1e-9)
          let seen = map.subject == .journey ? [a, b] : [b]
          let isWhole = window.width >= 100 - 1e-9 || window.height >= 80 - 1e-9
          #expect(isWhole || seen.allSatisfy { window.insetBy(-1e-9).contains($0) })
        }
      }
    }
  }

  private static var unheard: [Diagnostic] {
    get { [] }
    set { _ = newValue }
  }
}
