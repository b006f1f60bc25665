// SPDX-License-Identifier: MIT
// Part of Platen: every capital of a map is named, and no name covers another for it.

import Atlas
import Azgaar
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct CapitalNameTests {
  /// A small realm under its own name: the letters of the state fill all of it.
  @Test(arguments: MapLook.builtIn.map(\.name))
  func aCapitalUnderTheNameOfAStateIsNamed(look: String) throws {
    var world = SmallWorld.make()
    let pole = try #require(world.states[id: 1]?.pole)
    world.burgs.mutate(id: 1) { $0.position = pole }
    let texts = try #require(
      try scene(world, look: MapLook.named(look), layers: ["political"]).layer(.labels)
    ).texts
    #expect(texts.contains { $0.source == "Burg1" })
    #expect(texts.contains { $0.source.lowercased().contains("westmark") })
  }

  /// A name steps aside rather than shrink.
  @Test func aStatesNameStaysLargeBesideItsCapital() throws {
    func name(_ world: World) throws -> TextNode {
      try #require(
        try scene(world, layers: ["political"]).layer(.labels)?.texts
          .first { $0.source == "WESTMARK" })
    }
    var world = SmallWorld.make()
    world.burgs = EntityList(world.burgs.filter { $0.id == 1 })
    let pole = try #require(world.states[id: 1]?.pole)
    world.burgs.mutate(id: 1) { $0.position = Point(20, 20) }
    let alone = try name(world)
    world.burgs.mutate(id: 1) { $0.position = pole }
    let beside = try name(world)
    #expect(beside.font.size > alone.font.size * 0.9)
    #expect(!beside.boxes.contains { $0.contains(pole) })
  }

  @Test(arguments: MapLook.builtIn.map(\.name))
  func crowdedCapitalsAreAllNamed(look: String) throws {
    var world = SmallWorld.make()
    world.burgs.mutateAll { burg in
      burg.isCapital = burg.id <= 9
      if burg.id <= 9 {
        burg.position = Point(
          360 + Double(burg.id % 3) * 9, 240 + Double(burg.id / 3) * 9)
      }
    }
    let texts = try #require(
      try scene(world, look: MapLook.named(look)).layer(.labels)
    ).texts
    for id in 1...9 { #expect(texts.contains { $0.source == "Burg\(id)" }, "Burg\(id)") }
    for (index, one) in texts.enumerated() {
      for other in texts[(index + 1)...] where one.source.hasPrefix("Burg") {
        let clash = one.boxes.contains { a in
          other.boxes.contains(where: a.insetBy(0.2).intersects)
        }
        #expect(!clash, "\(one.source) covers \(other.source)")
      }
    }
  }

  /// A realm so near to the sheet's edge that its name, set on the middle of it, would be cut off.
  @Test func aStateAtTheEdgeOfTheSheetIsNamed() throws {
    var world = SmallWorld.make()
    var cells = try #require(world.cells)
    for cell in 0..<cells.count {
      let p = cells.mesh.sites[cell]
      guard p.x < 36, abs(p.y - 380) < 30 else { continue }
      cells.height[cell] = 40
      cells.state[cell] = 3
    }
    world.cells = cells
    var edge = State(id: 3, name: "Farthestmarkofthewesternshores")
    edge.pole = Point(18, 380)
    world.states = EntityList(Array(world.states) + [edge])
    let names = try #require(try scene(world).layer(.labels)).texts
    #expect(names.contains { $0.source == edge.name.uppercased() })
  }

  /// The name of a burg on a map for game masters, and the share of it under any of `boxes`.
  private func covered(
    _ layer: String, of world: World, _ boxes: (Composition) -> [Rect]
  ) throws -> [Rect] {
    var request = MapRequest(
      look: .parchment, layers: try LayerSelection(["political", layer]), audience: .gm)
    request.labelDensity = 4
    let map = try Composition(world: world, request: request, text: PlainText())
    let name = try #require(
      Group(children: map.labelsLayer().nodes).texts.first { $0.source == "Burg1" })
    let covers = boxes(map)
    #expect(!covers.isEmpty)
    return name.boxes.filter { box in covers.contains(where: box.intersects) }
  }

  /// Armies quartered in a capital leave no place right beside its mark.
  @Test func aCapitalsNameStandsBesideItsArmies() throws {
    var world = SmallWorld.make()
    let capital = try #require(world.burgs[id: 1]?.position)
    world.burgs.mutate(id: 1) { $0.isCapital = true }
    world.regiments = [-5.0, 0, 5].enumerated().map { index, y in
      Regiment(id: index, state: 1, name: "Guard", position: capital + Point(0, y))
    }
    #expect(try covered("military", of: world) { $0.seenRegiments.map(\.box) } == [])
  }

  /// Pins all round a burg, none of them as wide at its tip as at its head.
  @Test func aNameStandsOnNoPin() throws {
    var world = SmallWorld.make()
    let burg = try #require(world.burgs[id: 1]?.position)
    let tips = [-12.0, 0, 12].flatMap { x in [-2.0, 12].map { Point(x, $0) } }
    world.markers = EntityList(
      tips.enumerated().map { Marker(id: $0, icon: "x", position: burg + $1) })
    let heads = { (map: Composition) in
      map.seenMarkers.map { pin in
        Rect(x: pin.box.x, y: pin.box.y, width: pin.box.width, height: pin.box.height * 0.7)
      }
    }
    #expect(try covered("markers", of: world, heads) == [])
  }
}

@Suite(.enabled(if: Shared.isPresent)) struct CapitalNameSaveTests {
  /// All but the one from before 1.0, which is refused.
  static let files =
    Shared.files(in: "maps/saves", suffix: ".map").filter { !$0.contains("1542492422343") }
    + Shared.files(in: "maps/generator", suffix: ".map")

  @Test(arguments: files, MapLook.builtIn.map(\.name))
  func everyCapitalInsideTheFrameIsNamed(file: String, look: String) throws {
    let world = try Shared.bytes(file).withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    guard world.cells != nil else { return }
    let request = MapRequest(look: try MapLook.named(look), layers: .political)
    let map = try Composition(world: world, request: request, text: PlainText())
    let nodes = map.labelsLayer().nodes
    let names = Group(name: "labels", children: nodes).texts
    var left = names.map(\.source)
    for member in map.rankedBurgs where member.rank == .capital {
      let burg = world.burgs[member.index]
      let name = burg.label?.text ?? burg.name
      guard burg.label?.isHidden != true, !name.isEmpty, map.inside.contains(burg.position) else {
        continue
      }
      if let index = left.firstIndex(of: name) {
        left.remove(at: index)
      } else {
        Issue.record("\(name) has no name")
      }
    }
    for text in names {
      for box in text.boxes {
        #expect(map.inside.intersection(box) == box, "\(text.source) leaves the frame")
      }
    }
  }

  /// Marks under the letters of a region are drawn once more, above these.
  @Test(arguments: files) func noRegionsNameHidesACapital(file: String) throws {
    let world = try Shared.bytes(file).withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    guard world.cells != nil else { return }
    let map = try Composition(
      world: world, request: MapRequest(look: .parchment, layers: .political), text: PlainText())
    func group(_ name: String, in nodes: [Node]) -> Group? {
      nodes.lazy.compactMap { if case .group(let group) = $0 { group } else { nil } }
        .first { $0.name == name }
    }
    let nodes = map.labelsLayer().nodes
    let letters = group("region-names", in: nodes)?.texts.flatMap(\.boxes) ?? []
    let marks = (group("capitals", in: nodes)?.children ?? []).flatMap { node -> [Point] in
      guard case .path(let path) = node else { return [] }
      return path.path.flattened().compactMap { Rect(enclosing: $0.points)?.center }
    }
    let size = map.look.burgs.capital.size
    let capitals = map.markedBurgs.filter {
      $0.rank == .capital && map.inside.contains($0.position)
    }
    var covered = 0
    for capital in capitals {
      let box = Rect(
        x: capital.position.x - size / 2, y: capital.position.y - size / 2, width: size,
        height: size)
      guard letters.contains(where: box.insetBy(0.1).intersects) else { continue }
      covered += 1
      #expect(marks.contains { $0.distance(to: capital.position) < size / 4 })
    }
    // Most of the names stand aside.
    #expect(covered * 10 <= capitals.count + 9)
  }
}
