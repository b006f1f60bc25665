// SPDX-License-Identifier: MIT
// Part of Platen: names on real maps, in real letters: how many found room, and that none covers
// another.

import Atlas
import Azgaar
import Canvas
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite(.enabled(if: Shared.isPresent)) struct SharedNameTests {
  /// Scenes have no size: what is placed is placed at 4096 pixels as at any other.
  @Test(arguments: CapitalNameSaveTests.files, ["parchment", "azgaar-base"])
  func nearlyAllAreNamedAndNoneCoversAnother(file: String, look: String) throws {
    let world = try Shared.bytes(file).withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    let request = MapRequest(look: try MapLook.named(look), layers: .political)
    let map = try Composition(
      world: world, request: request, text: try FontLibrary(FontSet()))
    let layer = Group(name: "labels", children: map.labelsLayer().nodes)
    let burgs = map.nameCounts[.burgs]
    #expect(burgs.requested == map.wantedBurgs.count)
    #expect(Double(burgs.placed) >= 0.95 * Double(burgs.requested), "\(burgs)")
    #expect(map.nameCounts[.regions].placed == map.nameCounts[.regions].requested)
    #expect(map.nameCounts.overlaps == 0)

    // The same once more from what is in the scene.
    let named = layer.children.flatMap { node -> [TextNode] in
      if case .group(let group) = node, group.name == "burg-names" { group.texts } else { [] }
    }
    let wanted = Set(
      map.wantedBurgs.map { world.burgs[$0.index].label?.text ?? world.burgs[$0.index].name })
    #expect(named.allSatisfy { text in wanted.contains { $0.contains(text.source) } })
    let letters = layer.texts.enumerated().flatMap { index, text in
      text.letters.map { (text: index, box: $0) }
    }.sorted { $0.box.minX < $1.box.minX }
    var open: [(text: Int, box: Rect)] = []
    for next in letters {
      #expect(map.inside.intersection(next.box) == next.box)
      open.removeAll { $0.box.maxX <= next.box.minX }
      for other in open where other.text != next.text && other.box.intersects(next.box) {
        let (a, b) = (layer.texts[other.text], layer.texts[next.text])
        // Lines of one name may stand close.
        let isOneName = world.states.contains {
          $0.fullName.uppercased().contains(a.source.uppercased())
            && $0.fullName.uppercased().contains(b.source.uppercased())
        }
        if !isOneName { Issue.record("\(a.source) covers \(b.source)") }
      }
      open.append(next)
    }

    // No burg's name stands on a burg's mark, but for capitals that have no room else.
    let capitals = Set(
      map.wantedBurgs.filter { $0.rank == .capital }.map { world.burgs[$0.index].name })
    for text in named where !capitals.contains(text.source) {
      for member in map.rankedBurgs {
        let style = map.look.burgs.style(member.rank)
        guard style.size > 0, style.shape != "none" else { continue }
        let half = style.size * 0.3
        let core = Rect(
          x: member.position.x - half, y: member.position.y - half, width: 2 * half,
          height: 2 * half)
        #expect(!text.letters.contains(where: core.intersects), "\(text.source)")
      }
    }
  }
}

extension TextNode {
  /// The space of letters: from each to the next, from the baseline up to small letters' height.
  /// Marks over letters and the tails under them are omitted; they may reach into free room.
  var letters: [Rect] {
    let size = font.size
    return glyphs.indices.compactMap { index in
      let glyph = glyphs[index]
      let next = index + 1 < glyphs.count ? glyphs[index + 1].position : nil
      let width = min(next.map { glyph.position.distance(to: $0) } ?? 0.3 * size, 0.6 * size) * 0.85
      guard width > 0.05 * size else { return nil }
      let (c, s) = (cosine(glyph.angle), sine(glyph.angle))
      func turned(_ x: Double, _ y: Double) -> Point {
        glyph.position + Point(x * c - y * s, x * s + y * c)
      }
      return Rect(enclosing: [
        turned(0, 0), turned(width, 0), turned(0, -0.45 * size), turned(width, -0.45 * size),
      ])
    }
  }
}
