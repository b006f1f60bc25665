// SPDX-License-Identifier: MIT
// Part of Platen: tests of drawings of the user in place of a map's symbols: where they stand, which
// variant, and that nothing else changes.

import Atlas
import Diagnostics
import Drawing
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct SymbolTests {
  /// A square of a color, drawn in a box of a width and a height of 10.
  private static func symbol(_ color: Color, width: Double = 10) -> MapSymbol {
    let box = Rect(x: 2, y: 3, width: width, height: 10)
    return MapSymbol(box: box, nodes: [.path(PathNode(Path(rect: box), fill: Fill(color)))])
  }

  private static let red = Color(1, 0, 0)
  private static let blue = Color(0, 0, 1)

  private static func composition(
    _ world: World, _ layers: [String], _ drawings: [String: [MapSymbol]],
    audience: Audience = .player, _ change: (inout MapLook) throws -> Void = { _ in }
  ) throws -> Composition {
    var look = MapLook.parchment
    try change(&look)
    var request = MapRequest(look: look, layers: try LayerSelection(layers), audience: audience)
    request.symbols = MapSymbols(drawings)
    return try Composition(world: world, request: request, text: PlainText())
  }

  /// The rectangles of drawings of a color, in map units.
  private static func frames(_ nodes: [Node], _ color: Color) -> [Rect] {
    nodes.compactMap { node in
      guard case .group(let group) = node, group.children.count == 1,
        case .path(let path) = group.children[0], path.fill?.paint == .color(color)
      else { return nil }
      return path.path.applying(group.transform).controlBounds
    }
  }

  @Test func aDrawingStandsOnTheMiddleOfItsTown() throws {
    let world = SmallWorld.make()
    let map = try Self.composition(
      world, ["burg-icons"], ["capital": [Self.symbol(Self.red, width: 20)]])
    let frames = Self.frames(map.burgIconsLayer().nodes, Self.red)
    let capitals = map.markedBurgs.filter { $0.rank == .capital }
    #expect(!capitals.isEmpty && frames.count == capitals.count)
    for capital in capitals {
      let frame = try #require(frames.first { $0.center.distance(to: capital.position) < 1e-9 })
      let style = map.look.burgs.capital
      #expect(abs(frame.height - style.size - style.strokeWidth) < 1e-9)
      #expect(abs(frame.width - 2 * frame.height) < 1e-9)
      #expect(abs(map.markRadius(of: capital) - frame.width / 2) < 1e-9)
    }
    // Others keep their marks: the same map without capitals' drawings has as many.
    let plain = try Self.composition(world, ["burg-icons"], [:])
    let others = map.markedBurgs.count - capitals.count
    #expect(others > 0)
    #expect(
      map.burgIconsLayer().nodes.filter { if case .path = $0 { true } else { false } }.count
        < plain.burgIconsLayer().nodes.count)
  }

  @Test func hamletsAndGroupsOfFortsHaveStandIns() throws {
    let symbols = MapSymbols([
      "village": [Self.symbol(Self.red)], "fort": [Self.symbol(Self.red)],
      "monastery": [Self.symbol(Self.blue)],
    ])
    let (red, blue) = (Self.symbol(Self.red), Self.symbol(Self.blue))
    #expect(symbols.burg(.hamlet, group: "hamlet", at: .zero) == red)
    #expect(symbols.burg(.fort, group: "monastery", at: .zero) == blue)
    #expect(symbols.burg(.fort, group: "trading_post", at: .zero) == red)
    #expect(symbols.burg(.town, group: "town", at: .zero) == nil)
    #expect(symbols.relief(.mountSnow, at: .zero) == nil)
    let mountains = MapSymbols(["mountain": [red]])
    #expect(mountains.relief(.mountSnow, at: .zero) == red)
    #expect(mountains.relief(.vulcan, at: .zero) == nil)
  }

  /// Drawings stand on the ground of what they replace, as high, and all else is the same.
  @Test(arguments: ["simple", "colored", "brush"])
  func reliefKeepsItsPlaceAndHeight(manner: String) throws {
    var world = SmallWorld.make()
    world.relief = [
      ReliefIcon(symbol: "mount-1", position: Point(300, 200), size: 40),
      ReliefIcon(symbol: "hill-2", position: Point(340, 220), size: 30),
    ]
    let change: (inout MapLook) throws -> Void = { look in
      try look.set("relief.set", to: .text(manner))
      try look.set("relief.size", to: .number(1))
    }
    let plain = try Self.composition(world, ["relief"], [:], change).reliefLayer().nodes
    let map = try Self.composition(
      world, ["relief"], ["mountain": [Self.symbol(Self.red)]], change)
    let drawn = map.reliefLayer().nodes
    #expect(plain.count == 2 && drawn.count == 2)
    #expect(plain[1] == drawn[1] && plain[0] != drawn[0])
    let frame = try #require(Self.frames(drawn, Self.red).first)
    guard case .group(let group) = plain[0] else {
      Issue.record("no group")
      return
    }
    let points = group.children.flatMap { node -> [Point] in
      guard case .path(let path) = node else { return [] }
      return path.path.applying(group.transform).flattened(tolerance: 0.01).flatMap(\.points)
    }
    let extent = try #require(Rect(enclosing: points))
    // A brush's strokes are not drawn to the edges of their room.
    let slack = manner == "brush" ? 0.25 : 0.12
    #expect(abs(frame.maxY - extent.maxY) < slack * extent.height, "\(frame) \(extent)")
    #expect(abs(frame.height - extent.height) < 2 * slack * extent.height, "\(frame) \(extent)")
    #expect(abs(frame.center.x - extent.center.x) < 0.2 * extent.width, "\(frame) \(extent)")
  }

  /// A variant depends on the place alone, all variants occur, and drawings share their nodes.
  @Test func variantsStayAtTheirPlaces() throws {
    let world = SmallWorld.make()
    let variants = [Self.symbol(Self.red), Self.symbol(Self.blue)]
    let symbols = MapSymbols(["mountain": variants])
    let places = (0..<200).map { (index: Int) -> Point in
      Point(Double(index % 20) * 13.7, Double(index / 20) * 9.1)
    }
    let first = places.map { symbols.relief(.mount, at: $0) }
    #expect(first == places.map { symbols.relief(.mount, at: $0) })
    let reds = first.count { $0 == variants[0] }
    #expect((60...140).contains(reds))
    // A region shows each in the variant of the whole map.
    var request = MapRequest(look: .parchment, layers: try LayerSelection(["relief"]))
    request.symbols = MapSymbols(["conifer": variants, "grass": variants, "hill": variants])
    func frames(_ window: Rect?, _ color: Color) throws -> [Point] {
      request.window = window
      let map = try Composition(world: world, request: request, text: PlainText())
      return Self.frames(map.reliefLayer().nodes, color).map(\.center)
    }
    let part = Rect(x: 250, y: 150, width: 160, height: 90)
    let (red, blue) = (try frames(nil, Self.red), try frames(nil, Self.blue))
    for (color, own, other) in [(Self.red, red, blue), (Self.blue, blue, red)] {
      let shown = try frames(part, color)
      #expect(!shown.isEmpty)
      for place in shown {
        let distances = [own, other].map { $0.map { $0.distance(to: place) }.min() ?? .infinity }
        #expect(distances[0] < distances[1], "\(place)")
      }
    }
  }

  @Test func markersOfATypeAndAllOthers() throws {
    var world = SmallWorld.make()
    var ruins = Marker(id: 1, icon: "x", position: Point(300, 260))
    ruins.type = "ruins"
    var secret = Marker(id: 2, icon: "x", position: Point(360, 200))
    secret.type = "Secret Door"
    secret.isHidden = true
    let other = Marker(id: 3, icon: "x", position: Point(400, 260))
    world.markers = EntityList([ruins, secret, other])
    let drawings = [
      "marker-ruins": [Self.symbol(Self.red)], "marker-secret-door": [Self.symbol(Self.blue)],
    ]
    let map = try Self.composition(world, ["markers"], drawings)
    let nodes = map.markersLayer().nodes
    let frame = try #require(Self.frames(nodes, Self.red).first)
    #expect(frame.center.distance(to: ruins.position) < 1e-9)
    #expect(map.seenMarkers.first { $0.marker.id == 1 }?.box == frame)
    // A secret stays one.
    #expect(Self.frames(nodes, Self.blue).isEmpty && map.seenMarkers.count == 2)
    let all = try Self.composition(world, ["markers"], drawings, audience: .gm)
    #expect(Self.frames(all.markersLayer().nodes, Self.blue).count == 1)
    // The marker without a type keeps its pin, unless there is a drawing for all others.
    #expect(map.seenMarkers.first { $0.marker.id == 3 }?.symbol == nil)
    let general = MapSymbols(["marker": [Self.symbol(Self.blue)]])
    #expect(general.marker(ofType: "", at: .zero) != nil)
    #expect(general.marker(ofType: "ruins", at: .zero) != nil)
  }

  @Test func aCompassStandsWhereTheRoseWould() throws {
    let world = SmallWorld.make()
    let map = try Self.composition(
      world, ["compass"], ["compass": [Self.symbol(Self.red)]])
    let rose = try #require(map.furniture.compass)
    let frame = try #require(Self.frames(rose.nodes, Self.red).first)
    #expect(rose.nodes.count == 1 && frame.center.distance(to: rose.plate.center) < 1e-9)
    let plain = try #require(try Self.composition(world, ["compass"], [:]).furniture.compass)
    #expect(abs(plain.plate.height - rose.plate.height) < 1e-9)
  }

  /// Names keep off a wide drawing.
  @Test func namesKeepOffDrawings() throws {
    let world = SmallWorld.make()
    let wide = Dictionary(
      uniqueKeysWithValues: BurgRank.allCases.map {
        ($0.symbol.name, [Self.symbol(Self.red, width: 60)])
      })
    let map = try Self.composition(world, ["labels", "burg-icons"], wide) { look in
      for rank in ["capital", "city", "town", "village"] {
        try look.set("burgs.\(rank).size", to: .number(5))
      }
    }
    let glyphs = map.labelsLayer().nodes.flatMap(Self.glyphs)
    let frames = Self.frames(map.burgIconsLayer().nodes, Self.red)
    #expect(!glyphs.isEmpty && !frames.isEmpty)
    // Capitals are named even where there is no room.
    let burgs = Set(
      map.wantedBurgs.filter { $0.rank != .capital }.map { world.burgs[$0.index].name })
    for (name, point) in glyphs where burgs.contains(name) {
      #expect(!frames.contains { $0.insetBy(0.2).contains(point) }, "\(name)")
    }
  }

  private static func glyphs(_ node: Node) -> [(name: String, place: Point)] {
    switch node {
    case .group(let group): group.children.flatMap(glyphs)
    case .text(let text): text.glyphs.map { (text.source, $0.position) }
    case .path, .image: []
    }
  }

  @Test func filesAreNamedBySymbolAndVariant() {
    let known = SymbolName.known(in: SmallWorld.make())
    func variant(_ file: String) -> String? {
      SymbolName.variant(file, among: known).map { "\($0.name) \($0.number)" }
    }
    #expect(variant("mountain") == "mountain 1" && variant("mountain-2") == "mountain 2")
    #expect(variant("mountain-snow-12") == "mountain-snow 12")
    #expect(
      variant("marker-ruins") == "marker-ruins 1" && variant("marker-ruins-3") == "marker-ruins 3")
    for odd in [
      "", "mount", "mountain-", "mountain-0", "mountain-02", "mountain-x", "Mountain", "-2",
    ] {
      #expect(variant(odd) == nil, "\(odd)")
    }
    #expect(Set(SymbolName.all.map(\.name)).count == SymbolName.all.count)
    for symbol in SymbolName.all {
      if let other = symbol.standIn { #expect(SymbolName.all.contains { $0.name == other }) }
    }
  }

  /// The manual has a row for each name.
  @Test func theManualListsAllNames() throws {
    let page = Shared.repository.appendingPathComponent(
      "Sources/Command/platen/Manual.docc/Reference/Symbols.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let wanted = SymbolName.all.map { symbol in
      "| `\(symbol.name).svg` | \(symbol.summary) | \(symbol.standIn.map { "`\($0).svg`" } ?? "") |"
    }
    #expect(rows.map(String.init) == wanted)
    for type in SymbolName.markerTypes { #expect(text.contains("`\(type)`"), "\(type)") }
  }

  @Test func currentColorIsThatOfTheLooksLines() {
    let look = MapLook.parchment
    #expect(look.symbolColor("capital") == look.burgs.capital.stroke)
    #expect(look.symbolColor("mountain-snow") == look.relief.ink)
    #expect(look.symbolColor("compass") == look.compass.ink)
    #expect(look.symbolColor("port") == look.burgs.portColor)
    #expect(look.symbolColor("marker-ruins") == look.markers.line.color)
  }
}
