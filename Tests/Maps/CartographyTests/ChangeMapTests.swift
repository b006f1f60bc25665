// SPDX-License-Identifier: MIT
// Part of Platen: tests of the map of changes: it shows the edits and nothing else.

import Atlas
import Diagnostics
import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct ChangeMapTests {
  private static let words = ChangeMap.Words(
    oldBorder: "Old border", handed: "Land that changed hands",
    towns: ["Founded", "Renamed", "Moved", "Vanished"], map: MapWords())

  private func scene(_ old: World, _ new: World) throws -> Scene {
    try ChangeMap(from: old, to: new, hasSameCells: true)
      .compose(look: .parchment, words: Self.words, text: PlainText()).value
  }

  /// The texts of a node's letters.
  private func texts(_ nodes: [Node]) -> [String] {
    nodes.flatMap { node -> [String] in
      switch node {
      case .group(let group): texts(group.children)
      case .text(let text): [text.source]
      case .path, .image: []
      }
    }
  }

  private func group(_ name: String, in nodes: [Node]) -> Group? {
    for case .group(let group) in nodes {
      if group.name == name { return group }
      if let found = self.group(name, in: group.children) { return found }
    }
    return nil
  }

  @Test func `towns that changed are marked and named`() throws {
    let old = SmallWorld.make()
    var new = old
    new.burgs.mutate(id: 3) { $0.name = "Cliff" }
    new.burgs.mutate(id: 4) { $0.position.x += 30 }
    new.burgs.removeAll { $0.id == 40 }
    new.burgs.append(Burg(id: 41, name: "Newton", position: Point(200, 230), cell: 0))
    let map = ChangeMap(from: old, to: new, hasSameCells: true)
    #expect(map.marks.map(\.change) == [.vanished, .renamed, .moved, .founded])
    #expect(map.marks.map(\.name) == ["Burg40", "Burg3 \u{2192} Cliff", "Burg4", "Newton"])
    #expect(!map.handed.contains(1))
    let scene = try scene(old, new)
    let changes = try #require(group("changes", in: scene.nodes))
    #expect(texts(changes.children).contains("Burg3 \u{2192} Cliff"))
    let key = try #require(group("key", in: scene.nodes))
    #expect(texts(key.children) == ["Founded", "Renamed", "Moved", "Vanished"])
    #expect(scene.size.width == 800 && scene.size.height > 450)
    #expect(group("changed-land", in: scene.nodes) == nil)
  }

  @Test func `land that changed hands is tinted and its old border dashed`() throws {
    let old = SmallWorld.make()
    var new = old
    var cells = try #require(new.cells)
    for cell in 0..<cells.count where cells.province[cell] == 2 { cells.state[cell] = 2 }
    new.cells = cells
    let map = ChangeMap(from: old, to: new, hasSameCells: true)
    #expect(map.handed.count { $0 == 1 } == cells.province.count { $0 == 2 })
    let scene = try scene(old, new)
    #expect(group("changed-land", in: scene.nodes) != nil)
    let changes = try #require(group("changes", in: scene.nodes))
    let dashes = changes.children.filter {
      if case .path(let node) = $0 { node.stroke?.dash.isEmpty == false } else { false }
    }
    #expect(dashes.count == 1)
    let key = try #require(group("key", in: scene.nodes))
    #expect(texts(key.children) == ["Old border", "Land that changed hands"])
    #expect(try self.scene(old, new) == scene)
  }

  @Test func `worlds without changes have a plain map`() throws {
    let world = SmallWorld.make()
    let scene = try scene(world, world)
    let changes = try #require(group("changes", in: scene.nodes))
    #expect(changes.children.isEmpty && scene.size == Size(width: 800, height: 450))
  }
}
