// SPDX-License-Identifier: MIT
// Part of Platen: a book's own maps can be read, and say where a place is without hiding its name.

import Atlas
import Diagnostics
import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct StoryMapTests {
  /// A journey through some burgs of the small world.
  private static func journey(_ ids: [Int], in world: World) throws -> Journey {
    var diagnostics: [Diagnostic] = []
    let scenes = ids.enumerated().map { (scene: $0.offset + 1, place: "Burg\($0.element)") }
    return Journey(scenes, in: PlaceFinder(world), diagnostics: &diagnostics)
  }

  private static let sheet = Size(width: 800, height: 450)

  private func map(
    _ map: StoryMap, of journey: Journey, in world: World, look: MapLook
  ) throws -> (composition: Composition, texts: [TextNode]) {
    let request = try map.request(look: look, for: .player, of: journey)
    let composition = try Composition(world: world, request: request, text: PlainText())
    return (composition, Group(children: composition.labelsLayer().nodes).texts)
  }

  /// The distance of `box` from `point`; 0 where it holds it.
  private func distance(_ box: Rect, _ point: Point) -> Double {
    let near = Point(
      min(max(point.x, box.minX), box.maxX), min(max(point.y, box.minY), box.maxY))
    return near.distance(to: point)
  }

  /// Towns and villages, each under a ring: the name stands beside it, and so do all others.
  @Test(arguments: MapLook.builtIn.map(\.name), [3, 9, 14, 22, 31, 36])
  func theRingHidesNoName(look: String, id: Int) throws {
    let world = SmallWorld.make()
    let journey = try StoryMapTests.journey([id], in: world)
    let map = StoryMap.stop(0, of: journey, on: StoryMapTests.sheet)
    let point = map.window.width / 310
    let (_, texts) = try self.map(map, of: journey, in: world, look: MapLook.named(look))
    #expect(texts.contains { $0.source == "Burg\(id)" })
    let place = try #require(journey.stops.first).place.position
    for text in texts {
      for box in text.boxes { #expect(distance(box, place) > 9.5 * point, "\(text.source)") }
    }
  }

  /// The sizes in points on a page as wide as a column of A5.
  @Test(arguments: MapLook.builtIn.map(\.name))
  func lettersCanBeReadInABook(look: String) throws {
    let world = SmallWorld.make()
    let journey = try StoryMapTests.journey([3, 14, 31], in: world)
    for map in [
      StoryMap.journey(journey, on: StoryMapTests.sheet),
      .stop(1, of: journey, on: StoryMapTests.sheet),
    ] {
      let point = map.window.width / 310
      let (composition, texts) = try self.map(
        map, of: journey, in: world, look: MapLook.named(look))
      let names = texts.filter { $0.source.hasPrefix("Burg") }
      #expect(!names.isEmpty)
      for name in names { #expect(name.font.size >= 6.5 * point, "\(name.source)") }
      let bar = Group(children: composition.scaleBarLayer().nodes).texts
      for figure in bar { #expect(figure.font.size >= 6.5 * point, "\(figure.source)") }
      // The figures of the bar stand apart.
      for (one, next) in zip(bar, bar.dropFirst()) where one.glyphs.count > 0 {
        guard one.glyphs.first?.position.y == next.glyphs.first?.position.y else { continue }
        let end = one.boxes.map(\.maxX).max() ?? 0
        let start = next.boxes.map(\.minX).min() ?? .infinity
        #expect(end < start, "\(one.source) runs into \(next.source)")
      }
    }
  }

  /// Numbered stops hide no name, nor does any capital go without one for them.
  @Test(arguments: MapLook.builtIn.map(\.name))
  func stopsOfAJourneyHideNoName(look: String) throws {
    let world = SmallWorld.make()
    let journey = try StoryMapTests.journey([1, 9, 14, 9, 31], in: world)
    let map = StoryMap.journey(journey, on: StoryMapTests.sheet)
    let point = map.window.width / 310
    let (composition, texts) = try self.map(
      map, of: journey, in: world, look: MapLook.named(look))
    for stop in journey.stops {
      #expect(texts.contains { $0.source == stop.place.name }, "\(stop.place.name)")
      for text in texts {
        for box in text.boxes {
          #expect(
            distance(box, stop.place.position) > 7 * point, "\(text.source) on \(stop.place.name)")
        }
      }
    }
    #expect(composition.nameCounts.overlaps == 0)
  }

  /// A map without drawings over it does not change.
  @Test func anEmptyOverlayTakesNoPlace() {
    let overlay = MapOverlay()
    #expect(!overlay.marks(Point(1, 1)) && overlay.reach(from: Point(1, 1)) == 0)
    var ring = MapOverlay()
    ring.signs = [MapOverlay.Sign(center: Point(10, 10), radius: 4)]
    #expect(ring.marks(Point(10, 10)) && !ring.marks(Point(11, 10)))
    #expect(ring.reach(from: Point(10, 10)) == 4 && ring.reach(from: Point(12, 10)) == 6)
    #expect(ring.reach(from: Point(14, 10)) == 0)
  }
}
