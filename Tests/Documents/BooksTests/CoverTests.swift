// SPDX-License-Identifier: MIT
// Part of Platen: tests of the covers of books.

import Canvas
import Digests
import Documents
import Drawing
import Geometry
import Testing

@testable import Books

@Suite struct CoverTests {
  private func cover(_ title: String, by name: String = "") -> BookCover {
    var cover = BookCover(title: title, families: ["EB Garamond"])
    cover.byline = name
    return cover
  }

  /// The glyphs of a scene with their places on it.
  private func glyphs(
    in nodes: [Node], _ map: AffineMap = .identity
  ) -> [(place: Point, source: String)] {
    nodes.flatMap { node -> [(place: Point, source: String)] in
      switch node {
      case .text(let text): text.glyphs.map { (map.apply($0.position), text.source) }
      case .group(let group): glyphs(in: group.children, map.after(group.transform))
      case .path, .image: []
      }
    }
  }

  static let titles = [
    "", "I", "The Salt Road", "Of Kings and Caravans and the Long Winter of the Northern Provinces",
    "Donaudampfschifffahrtsgesellschaft", String(repeating: "word ", count: 4000),
  ]

  @Test(arguments: titles) func `letters stay on the board`(title: String) throws {
    var cover = cover(title, by: "Runa Vess of the Very Long and Honourable Name, Human Ranger")
    cover.subtitle = title
    let scene = cover.front(BookCover.small, text: try FontLibrary(FontSet()))
    let board = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    for glyph in glyphs(in: scene.nodes) { #expect(board.contains(glyph.place), "\(glyph.source)") }
  }

  @Test func `a title has its own cover, the same each time`() throws {
    func digest(_ title: String) throws -> Digest {
      Digest(canonicalOf: cover(title).front(BookCover.small, text: try FontLibrary(FontSet())))
    }
    #expect(try digest("The Salt Road") == digest("The Salt Road"))
    #expect(try digest("The Salt Road") != digest("The Ford"))
  }

  // MARK: Sheets

  private static let trade = Size(width: 432, height: 648)

  @Test func `a sheet has the back, the spine and the front beside each other`() throws {
    let sheet = CoverSheet(page: CoverTests.trade, spine: 40, bleed: 9)
    #expect(sheet.size == Size(width: 2 * 432 + 40 + 18, height: 648 + 18))
    #expect(sheet.back == Rect(x: 9, y: 9, width: 432, height: 648))
    #expect(sheet.spineBoard == Rect(x: 441, y: 9, width: 40, height: 648))
    #expect(sheet.front == Rect(x: 481, y: 9, width: 432, height: 648))
    let mirrored = CoverSheet(page: CoverTests.trade, spine: 40, bleed: 9, isRightToLeft: true)
    #expect((mirrored.front, mirrored.back) == (sheet.back, sheet.front))
  }

  @Test(arguments: titles) func `words stay on their part of the sheet`(title: String) throws {
    var cover = cover(title, by: "Mira Holt")
    cover.subtitle = "A chronicle"
    cover.excerpt = String(repeating: "Snow fell on the pass. ", count: 18)
    let sheet = CoverSheet(page: CoverTests.trade, spine: 40, bleed: 9)
    let (page, structure) = cover.page(on: sheet, text: try FontLibrary(FontSet()), language: "en")
    let margin = 12.0
    for glyph in glyphs(in: page.scene.nodes) {
      let parts =
        [sheet.front, sheet.back].map { $0.insetBy(margin) }
        + [sheet.spineBoard.insetBy(CoverSheet.spineMargin)]
      #expect(parts.contains { $0.contains(glyph.place) }, "\(glyph.source) at \(glyph.place)")
      // The bar code is in the lower part of the back.
      if sheet.back.contains(glyph.place) { #expect(glyph.place.y < sheet.size.height * 0.65) }
    }
    let roles = structure.elements.map(\.role)
    let heading: [StructureElement.Role] = title.isEmpty ? [] : [.heading1]
    #expect(roles == [.document] + heading + [.paragraph, .paragraph, .paragraph])
    #expect(page.cuts?.trim == Rect(x: 9, y: 9, width: sheet.size.width - 18, height: 648))
  }

  @Test func `a thin spine bears no words`() throws {
    func words(_ spine: Double) throws -> Int {
      let sheet = CoverSheet(page: CoverTests.trade, spine: spine, bleed: 0)
      let (page, _) = cover("The Salt Road", by: "Mira Holt")
        .page(on: sheet, text: try FontLibrary(FontSet()), language: "en")
      return glyphs(in: page.scene.nodes).count { sheet.spineBoard.contains($0.place) }
    }
    #expect(try words(0) == 0)
    #expect(try words(12) == 0)
    #expect(try words(14) > "TheSaltRoad".count)
  }

  // MARK: What a cover shows of a document

  @Test func `the excerpt ends with a sentence of the story`() {
    func excerpt(_ blocks: [Block]) -> String { Document(blocks: blocks).excerpt }
    let short = Block.text("Scene 1")
    let sentence = "The sky over the province is a bruised purple, heavy with more snow. "
    let long = Block.text(String(repeating: sentence, count: 9))
    #expect(excerpt([]) == "")
    #expect(excerpt([short]) == "")
    let title = Block.division(Division([long], .classes("title-page")))
    #expect(excerpt([title, short]) == "")
    let story = Block.division(Division([short, long], .classes("narrator")))
    #expect(excerpt([title, story]) == String(repeating: sentence, count: 6).dropLast())
    let endless = Block.text(String(repeating: "word ", count: 200))
    #expect(excerpt([endless]).hasSuffix(" word…"))
    #expect(excerpt([endless]).count <= 421)
  }
}
