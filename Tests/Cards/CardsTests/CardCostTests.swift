// SPDX-License-Identifier: MIT
// Part of Platen: tests that titles keep clear of the cost on cards of Platen's looks.

import Canvas
import Cards
import Diagnostics
import Drawing
import Geometry
import Rows
import TestSupport
import Testing

@Suite struct CardCostTests {
  private static let names = [
    "Gale Ñandú’s Breath", "Wall of Flame", "Tidal",
    "The Long and Winding Incantation of Seven Sealed Doors",
    "Incomprehensibilities of Counterrevolutionaries",
  ]
  private static let words = "Nine lamps along the shore keep nine small harbours warm. "

  /// Returns the box of the ink of texts; nil without any.
  private func ink(_ texts: [TextNode], _ fonts: FontLibrary) -> Rect? {
    let boxes = texts.flatMap { text in
      text.glyphs.compactMap { glyph -> Rect? in
        guard let ink = fonts.ink(of: glyph.id, in: text.font.face), ink.width > 0 else {
          return nil
        }
        let size = text.font.size
        return Rect(
          x: glyph.position.x + ink.x * size, y: glyph.position.y + ink.y * size,
          width: ink.width * size, height: ink.height * size)
      }
    }
    return Rect(
      enclosing: boxes.flatMap { [Point($0.minX, $0.minY), Point($0.maxX, $0.maxY)] })
  }

  /// Returns the cost with the shapes under it: those in one color that are small.
  private func badge(_ scene: Scene, _ cost: Rect) -> Rect {
    let center = Point(cost.x + cost.width / 2, cost.y + cost.height / 2)
    var badge = cost
    for case .path(let node) in scene.nodes {
      guard case .color(let color)? = node.fill?.paint, color.alpha == 1,
        let bounds = node.path.controlBounds, bounds.width < 0.3 * scene.size.width,
        bounds.contains(center)
      else { continue }
      let (x, y) = (min(badge.minX, bounds.minX), min(badge.minY, bounds.minY))
      badge = Rect(
        x: x, y: y, width: max(badge.maxX, bounds.maxX) - x,
        height: max(badge.maxY, bounds.maxY) - y)
    }
    return badge
  }

  @Test(arguments: ["lattice", "tide"], CardSize.all.filter { !$0.isWidget }.map(\.name))
  func `the title keeps clear of the cost`(_ look: String, _ size: String) throws {
    let look = try TestLooks.template(look)
    let fonts = try Fonts.library()
    for name in CardCostTests.names {
      for cost in ["3", "12", "150 gp"] {
        for (kicker, picture, count) in [
          (nil, nil, 1), ("Fire", nil, 6), (nil, "a.png", 2), ("Evocation", "a.png", 5),
        ] as [(String?, String?, Int)] {
          let fields: [(String, String?)] = [
            ("name", name), ("cost", cost), ("kicker", kicker), ("picture", picture),
            ("text", String(repeating: CardCostTests.words, count: count)),
          ]
          let row = Row(
            fields.compactMap { name, text in text.map { Row.Field(name, .text($0)) } })
          let composer = try CardComposer(
            look, view: "card", size: try #require(CardSize(size)), appearance: .light,
            measuring: fonts,
            images: { _ in RasterImage(width: 1, height: 1, rgba: [0, 0, 0, 255]) })
          let made = try composer.cards(of: row, mayContinue: true)
          let scene = try #require(made.value.first).scene
          // A long name is on several lines.
          let said = scene.texts.filter { !$0.source.isEmpty && name.contains($0.source) }
          let costs = scene.texts.filter { !said.contains($0) && cost.contains($0.source) }
          let title = try #require(ink(said, fonts))
          let number = try #require(ink(costs, fonts), "\(name) lacks its cost \(cost)")
          let clear = badge(scene, number).insetBy(-0.004 * scene.size.width)
          #expect(
            title.intersection(clear) == nil,
            "\(name), \(cost), \(kicker ?? "no kicker"): \(title) meets \(clear)")
        }
      }
    }
  }
}
