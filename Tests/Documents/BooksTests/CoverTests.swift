// SPDX-License-Identifier: MIT
// Part of Platen: tests of the covers of campaigns.

import Books
import Canvas
import Digests
import Drawing
import Geometry
import Testing

@Suite struct CoverTests {
  private func cover(_ title: String, _ hero: String = "") throws -> Scene {
    try CampaignCover(title: title, hero: hero, families: ["EB Garamond"])
      .scene(text: FontLibrary(FontSet()))
  }

  @Test(arguments: [
    "", "I", "The Salt Road", "Of Kings and Caravans and the Long Winter of the Northern Provinces",
    "Donaudampfschifffahrtsgesellschaft", String(repeating: "word ", count: 4000),
  ])
  func `letters stay on the board`(title: String) throws {
    let scene = try cover(title, "Runa Vess of the Very Long and Honourable Name, Human Ranger")
    let board = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    for case .text(let text) in scene.nodes {
      for glyph in text.glyphs { #expect(board.contains(glyph.position), "\(text.source)") }
    }
  }

  @Test func `a title has its own cover, the same each time`() throws {
    func digest(_ title: String) throws -> Digest { Digest(canonicalOf: try cover(title)) }
    #expect(try digest("The Salt Road") == digest("The Salt Road"))
    #expect(try digest("The Salt Road") != digest("The Ford"))
  }
}
