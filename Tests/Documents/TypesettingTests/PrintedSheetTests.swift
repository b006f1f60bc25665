// SPDX-License-Identifier: MIT
// Part of Platen: tests of pages on the sheets of printers: trim sizes, bleed, booklets.

import Documents
import Drawing
import Geometry
import Testing

@testable import Typesetting

@Suite struct PrintedSheetTests {
  // MARK: Booklets

  /// A sheet is folded as paper is: its right half lies behind its left half. Sheets lie in each
  /// other, and turning the pages reads them in order.
  @Test(arguments: [1, 2, 3, 4, 5, 8, 9, 16, 31, 32, 64])
  func foldedSheetsAreReadInOrder(count: Int) {
    let sides = BookletImposer.sides(of: count)
    #expect(sides.count.isMultiple(of: 2))
    let sheets = stride(from: 0, to: sides.count, by: 2).map { (sides[$0], sides[$0 + 1]) }
    // The first halves from the outermost sheet inwards, then the second halves outwards.
    let opening = sheets.flatMap { front, back in [front.right, back.left] }
    let closing = sheets.reversed().flatMap { front, back in [back.right, front.left] }
    #expect(opening + closing == Array(0..<(count + 3) / 4 * 4))
  }

  /// The labels of the pages on each side, from the left.
  private func sides(
    _ count: Int, _ pagesPerSection: Int? = nil, isRightToLeft: Bool = false
  ) -> [String] {
    var imposer = BookletImposer(
      pagesPerSection: pagesPerSection, isRightToLeft: isRightToLeft)
    var sides: [String] = []
    for page in 0..<count {
      imposer.addPage(
        LaidOutPage(
          scene: Scene(size: Size(width: 100, height: 200), nodes: []), label: "\(page + 1)")
      ) { sides.append($0.label) }
    }
    imposer.finish { sides.append($0.label) }
    return sides
  }

  @Test func aSectionIsOneStackOfSheets() {
    #expect(sides(0) == [])
    #expect(sides(1) == ["–|1", "–|–"])
    #expect(sides(6) == ["–|1", "2|–", "6|3", "4|5"])
    #expect(sides(8) == ["8|1", "2|7", "6|3", "4|5"])
    #expect(sides(8, isRightToLeft: true) == ["1|8", "7|2", "3|6", "5|4"])
    #expect(sides(6, 4) == ["4|1", "2|3", "–|5", "6|–"])
    #expect(sides(64).count == 32)
    #expect(sides(64)[0] == "64|1")
    // A thicker stack cannot be folded: sections of 32 pages.
    #expect(sides(65).count == 16 + 16 + 2)
    #expect(sides(65)[0] == "32|1")
    #expect(sides(65)[16] == "64|33")
    #expect(sides(65)[32] == "–|65")
  }

  @Test func contentsKeepTheirElementsLinksAndPlaces() throws {
    let blocks = (0..<5).flatMap { index in
      [
        Block.heading(Heading(1, [.text("h\(index)")], Attributes(id: "h\(index)"))),
        .paragraph(Paragraph([.reference(Reference(to: "h4", [.text("xxxx")]))])),
      ]
    }
    var look = BookStyle.bare
    look.set("heading.1") { $0.pageBreak = .page }
    let book = try SetBook(blocks, look: look)
    #expect(book.pages.count == 5)
    var imposer = BookletImposer(pagesPerSection: nil, isRightToLeft: false)
    var sides: [LaidOutPage] = []
    for page in book.pages { imposer.addPage(page) { sides.append($0) } }
    imposer.finish { sides.append($0) }
    // 8|1, 2|7, 6|3, 4|5, where 6, 7 and 8 are empty.
    #expect(sides.count == 4)
    let size = book.pages[0].scene.size
    for side in sides {
      #expect(side.scene.size == Size(width: 2 * size.width, height: size.height))
    }
    #expect(
      sides[3].links.map(\.frame.x).sorted() == [
        book.pages[3].links[0].frame.x, book.pages[4].links[0].frame.x + size.width,
      ])
    for side in sides {
      for leaf in side.leaves { #expect(side.scene.nodes.indices.contains(leaf.nodes.lowerBound)) }
    }
    let elements = sides.flatMap(\.leaves).compactMap(\.element)
    #expect(Set(elements) == Set(book.pages.flatMap(\.leaves).compactMap(\.element)))
    let before = try #require(book.result.structure.places.first { $0.name == "h4" })
    let after = try #require(
      imposer.placed(book.result.structure).places.first { $0.name == "h4" })
    #expect((before.page, after.page) == (4, 3))
    #expect(after.point == Point(before.point.x + size.width, before.point.y))
  }

  // MARK: Bleed

  @Test func groundsReachBeyondTheCut() throws {
    var template = PageTemplate.small(lines: 10)
    var look = BookStyle.bare
    look.ground = Color(1, 0.9, 0.8)
    let plain = try SetBook([.paragraph("a", lines: 2)], look: look, template: template)
    template.bleed = 9
    let cut = try SetBook([.paragraph("a", lines: 2)], look: look, template: template)
    let size = plain.pages[0].scene.size
    let page = cut.pages[0]
    #expect(page.scene.size == Size(width: size.width + 18, height: size.height + 18))
    #expect(page.cuts?.trim == Rect(x: 9, y: 9, width: size.width, height: size.height))
    guard case .group(let group) = page.scene.nodes[0], case .path(let ground) = group.children[0]
    else {
      Issue.record("the first node is the ground")
      return
    }
    #expect(group.transform.tx == 9)
    #expect(
      ground.path.controlBounds
        == Rect(x: 0, y: 0, width: size.width, height: size.height).insetBy(-9))
    #expect(page.leaves == plain.pages[0].leaves)
    #expect(plain.pages[0].cuts == nil)
  }

  // MARK: Trim sizes

  @Test func namesOfPagesDiffer() {
    #expect(Set(PageTemplate.all.map(\.name)).count == PageTemplate.all.count)
  }

  /// Kindle Direct Publishing refuses a book whose text is nearer to the fold.
  @Test(arguments: PageTemplate.all.filter(\.isFacing))
  func thickBooksHaveInnerMarginsThatTheBindingLeaves(template: PageTemplate) {
    for (pages, inches) in [
      (24, 0.375), (150, 0.375), (300, 0.5), (500, 0.625), (700, 0.75), (828, 0.875),
    ] {
      let page = template.bound(pages: pages)
      #expect(page.inner >= inches * 72)
      #expect(page.inner >= template.inner)
      #expect(page.bound(pages: pages) == page)
      #expect(page.outer == template.outer)
    }
    #expect(template.bound(pages: 150) == template)
  }

  @Test func theMarginOfAThickBookIsThatOfItsPages() throws {
    var template = PageTemplate.small(lines: 3)
    template.inner = 36
    template.outer = 36
    template.size.width = 160
    template.isFacing = true
    func left(_ pages: Int) throws -> Double {
      let book = try SetBook([.paragraph("a", lines: 3 * pages)], template: template)
      #expect(book.pages.count == pages)
      return try #require(book.places(0).first?.x)
    }
    #expect(try left(20) == 37)
    #expect(try left(160) == 46)
  }
}
