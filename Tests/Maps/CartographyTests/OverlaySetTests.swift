// SPDX-License-Identifier: MIT
// Part of Platen: tests of overlays of the user's own files on maps.

import Documents
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct OverlaySetTests {
  private static func point(_ x: Double, _ y: Double, _ name: String) -> OverlayFeature {
    var feature = OverlayFeature(.point(Point(x, y)))
    feature.name = name
    return feature
  }

  private static func groups(_ scene: Scene) -> [Group] {
    scene.nodes.compactMap { node in
      guard case .group(let group) = node else { return nil }
      return group
    }
  }

  private static func texts(_ nodes: [Node]) -> [String] {
    nodes.flatMap { node -> [String] in
      switch node {
      case .text(let text): [text.source]
      case .group(let group): texts(group.children)
      default: []
      }
    }
  }

  @Test func linesLieUnderNamesAndPointsOverThem() throws {
    var line = OverlayFeature(.lines([[Point(200, 300), Point(400, 320)]]))
    line.name = "The Old Wall"
    let set = OverlaySet(name: "Walls", features: [line, Self.point(300, 250, "Camp")])
    let groups = Self.groups(
      try scene(SmallWorld.make(), layers: ["political"]) { $0.overlays = [set] })
    let names = groups.map(\.name)
    let below = try #require(names.firstIndex(of: "overlay/Walls"))
    let above = try #require(names.lastIndex(of: "overlay/Walls"))
    let labels = try #require(names.firstIndex(of: "labels"))
    #expect(below < labels && labels < above)
    #expect(groups[below].children.count == 2)
    #expect(Self.texts(groups[above].children) == ["Camp", "The Old Wall"])
    // Maps without overlays have no such groups.
    let plain = Self.groups(try scene(SmallWorld.make(), layers: ["political"]) { _ in })
    #expect(!plain.map(\.name).contains { $0.hasPrefix("overlay") })
  }

  @Test func overlaysAreLayersByTheirNames() throws {
    let sets = ["Camps", "Roads & Fords"].enumerated().map { index, name in
      OverlaySet(name: name, features: [Self.point(250 + 100 * Double(index), 250, "P")])
    }
    let scene = try scene(SmallWorld.make(), layers: ["political"]) { $0.overlays = sets }
    let phrases = MapPhrases(.english, language: "en")
    let titles = Self.groups(scene).compactMap { phrases.title(ofLayer: $0.name) }
    #expect(titles.contains("Camps") && titles.contains("Roads & Fords"))
    #expect(phrases.title(ofLayer: "overlay/") == nil)
  }

  /// Points at one place become smaller or dots, and no two signs and names cover each other.
  @Test func crowdedPointsGiveWay() throws {
    let set = OverlaySet(
      name: "Crowd", features: (0..<40).map { Self.point(300 + Double($0), 250, "Camp \($0)") })
    let groups = Self.groups(
      try scene(SmallWorld.make(), layers: ["political"]) { $0.overlays = [set] })
    let points = try #require(groups.first { $0.name == "overlay/Crowd" })
    #expect(Self.texts(points.children).count < 40)
  }

  @Test func overlaysAreListedInTheLegend() throws {
    var area = OverlayFeature(.areas([[[Point(200, 200), Point(400, 200), Point(300, 350)]]]))
    area.fill = Color(bytes: 200, 0, 0)
    let sets = [
      OverlaySet(name: "Blight", features: [area]),
      OverlaySet(name: "Camps", features: [Self.point(300, 250, "")]),
      OverlaySet(name: "Elsewhere", features: [Self.point(-50, 250, "")]),
    ]
    let groups = Self.groups(
      try scene(SmallWorld.make(), layers: ["political", "legend"]) { $0.overlays = sets })
    let legend = try #require(groups.first { $0.name == "legend" })
    let texts = Self.texts(legend.children)
    #expect(texts.contains("Blight") && texts.contains("Camps") && !texts.contains("Elsewhere"))
  }

  @Test(arguments: [("🏰", true), ("a", true), ("12", true), ("inn", false), ("", false)])
  func signsAreShort(_ icon: String, _ isSign: Bool) {
    var feature = Self.point(0, 0, "")
    feature.icon = icon
    #expect(feature.isSign == isSign)
  }
}
