// SPDX-License-Identifier: MIT
// Part of Platen: tests of ways drawn on maps.

import Atlas
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct JourneyTests {
  private static let journey = MapJourney(
    legs: [
      MapJourney.Leg(points: [Point(180, 300), Point(280, 300)], isDashed: false),
      MapJourney.Leg(points: [Point(280, 300), Point(420, 260)], isDashed: true),
    ], stops: [Point(180, 300), Point(420, 260)], nights: [Point(250, 300)],
    label: "2 days, 700 mi")

  private func drawn(_ layers: [String], _ journeys: [MapJourney]) throws -> Group {
    var world = SmallWorld.make()
    world.measurers = [Measurer(.ruler, [Point(300, 200), Point(400, 200)])]
    return try #require(
      try scene(world, layers: layers) { request in
        request.journeys = journeys
        request.showsMeasurers = journeys.isEmpty
      }.layer(.rulers))
  }

  private func texts(_ nodes: [Node]) -> String {
    nodes.map { node in
      switch node {
      case .text(let text): text.source
      case .group(let group): texts(group.children)
      default: ""
      }
    }.joined(separator: " ")
  }

  @Test func aWayHasItsLinesMarksAndLabelAndNoRulers() throws {
    let nodes = try drawn(["political", "rulers"], [Self.journey]).children
    let dashes = nodes.compactMap { node -> Bool? in
      guard case .path(let path) = node, path.fill == nil, let stroke = path.stroke else {
        return nil
      }
      return !stroke.dash.isEmpty
    }
    // Both legs with a line under each; the ship's is dashed.
    #expect(dashes == [false, false, false, true])
    #expect(texts(nodes).contains("2 days, 700 mi"))
    let rulers = try drawn(["political", "rulers"], []).children
    #expect(!texts(rulers).contains("days") && texts(rulers).contains("mi"))
  }

  @Test func stopsOfAPartyAreNumberedSideBySide() throws {
    var world = SmallWorld.make()
    world.measurers = []
    let nodes = try #require(
      try scene(world, layers: ["political", "rulers"]) { request in
        request.show(
          PartyStops(
            name: "Way",
            stops: [(180.0, 300.0), (181, 300), (420, 260)].map { x, y in
              PartyStops.Stop(Point(x, y), name: "A", date: "")
            }), along: [])
      }.layer(.rulers)
    ).children
    #expect(texts(nodes).split(separator: " ") == ["1", "2", "3"])
    let circles = nodes.compactMap { node -> Rect? in
      guard case .path(let path) = node, path.fill != nil else { return nil }
      return Rect(enclosing: path.path.points)
    }
    #expect(circles.count == 3)
    #expect(circles[0].center.distance(to: circles[1].center) >= circles[0].width * 0.99)
  }

  /// Names do not stand under labels of ways, nor labels beyond the sheet.
  @Test func namesKeepClearOfTheLabel() throws {
    var near = Self.journey
    near.legs = [MapJourney.Leg(points: [Point(2, 2), Point(40, 2)], isDashed: false)]
    let world = SmallWorld.make()
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    let nodes = try drawn(["political", "rulers"], [near]).children
    let plates = nodes.compactMap { node -> Rect? in
      guard case .path(let path) = node, path.fill != nil else { return nil }
      return Rect(enclosing: path.path.points)
    }
    let label = try #require(plates.last)
    #expect(label.minX > 0 && label.minY > 0 && label.maxX < sheet.maxX)
  }
}
