// SPDX-License-Identifier: MIT
// Part of Platen: tests of pages as wholes: where they begin and end, and what is on each.

import Diagnostics
import Documents
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Typesetting

@Suite struct PageTests {
  @Test func `chapters begin on pages of their own, and on the right where requested`() throws {
    var look = BookStyle.bare
    look.set("heading.1") { $0.pageBreak = .right }
    var template = PageTemplate.small(lines: 8)
    template.isFacing = true
    let book = try SetBook(
      [
        .heading(Heading(1, [.text("one")])), .text("text"),
        .heading(Heading(1, [.text("two")])), .text("text"),
      ], look: look, template: template)
    #expect(book.pages.count == 3)
    #expect(book.text(0).hasPrefix("one"))
    #expect(book.pages[1].scene.nodes.isEmpty)
    #expect(book.text(2).hasPrefix("two"))
  }

  @Test func `headings of one class may share the page of the first`() throws {
    var look = BookStyle.bare
    look.set("heading.1") { $0.pageBreak = .page }
    look.set("heading.1.back-matter") { $0.pageBreak = .first }
    let book = try SetBook(
      [
        .heading(Heading(1, [.text("one")])), .text("text"),
        .heading(Heading(1, [.text("cast")], .classes("back-matter"))), .text("text"),
        .heading(Heading(2, [.text("more")])),
        .heading(Heading(1, [.text("places")], .classes("back-matter"))), .text("text"),
      ], look: look, template: .small(lines: 12))
    #expect(book.pages.count == 2)
    #expect(book.text(1).hasPrefix("cast"))
    #expect(book.text(1).contains("places"))
  }

  @Test func `a title page is alone, and page breaks at the end add no page`() throws {
    let book = try SetBook(
      [
        .division(Division([.text("Title")], .classes("title-page"))), .text("text"), .pageBreak,
      ])
    #expect(book.pages.count == 2)
    #expect(book.text(0) == "Title ")
    #expect(book.text(1) == "text ")
  }

  @Test func `the short end of a chapter is not alone on a page`() throws {
    let book = try SetBook(
      [.paragraph("a", lines: 10), .text("end"), .pageBreak, .text("next")],
      template: .small(lines: 10))
    #expect(book.pages.count == 3)
    #expect(book.lines(0).count == 7)
    #expect(book.lines(1).count == 4)
    #expect(book.text(1).hasSuffix("end "))
    // Where it has room, or is no short end, nothing moves.
    let fits = try SetBook(
      [.paragraph("a", lines: 9), .text("end"), .pageBreak, .text("next")],
      template: .small(lines: 10))
    #expect(fits.lines(0).count == 10)
    let long = try SetBook(
      [.paragraph("a", lines: 10), .paragraph("b", lines: 8), .pageBreak, .text("next")],
      template: .small(lines: 10))
    #expect(long.lines(0).count == 10)
  }

  @Test func `a callout that is split is drawn on both pages`() throws {
    var look = BookStyle.bare
    look.set("callout") {
      $0.ground = .black
      $0.padding = 3
    }
    let book = try SetBook(
      [.paragraph("a", lines: 3), .callout(Callout(kind: "note", [.paragraph("c", lines: 12)]))],
      look: look, template: .small(lines: 8))
    #expect(book.pages.count >= 2)
    for page in book.pages {
      let boxes = page.scene.nodes.compactMap { node -> Rect? in
        guard case .path(let path) = node else { return nil }
        return path.path.controlBounds
      }
      #expect(boxes.count == 1)
      for node in page.scene.nodes {
        guard case .text(let text) = node, text.source.hasPrefix("c"), let box = boxes.first
        else { continue }
        #expect(box.contains(text.glyphs[0].position))
        #expect(box.maxY <= page.scene.size.height - 10 + 0.01)
      }
    }
  }

  @Test func `an inline image is a figure, or an artifact without alternative text`()
    throws
  {
    let book = try SetBook(
      [
        .paragraph(
          Paragraph([
            .text("a "), .image(Image("p", alternative: "a sign")), .text(" b "),
            .image(Image("p", alternative: "")),
          ]))
      ], images: picture)
    let elements = book.result.structure.elements
    let figure = try #require(elements.firstIndex { $0.role == .figure })
    #expect(elements[figure].alternative == "a sign")
    #expect(elements[figure].box?.page == 0)
    #expect(book.pages[0].leaves.filter { $0.element == figure }.count == 1)
    #expect(book.pages[0].leaves.last?.element == nil)
  }

  private let mixed: [Block] = [
    .heading(Heading(1, [.text("One")])), .heading(Heading(4, [.text("Deep")])),
    .paragraph(
      Paragraph([
        .text("a "), .link(Link("https://example.org", [.text("link of two words")])),
        .text(" b"), .footnote([.text("n")]),
      ])),
    .list(
      List(.ordered(start: 9, style: .lowerRoman), [.init([.text("i")]), .init([.text("j")])])),
    .quote(Quote([.text("q")], attribution: [.text("who")])),
    .code(CodeBlock("let x\n  y")),
    .keyValues(KeyValues([.init("k", "v")])),
    .figure(Figure(Image("p", alternative: "alt"), caption: [.text("cap")])),
  ]

  private func picture(_ name: String) -> BookImage? {
    name == "p"
      ? BookImage(
        size: Size(width: 30, height: 10), node: .path(PathNode(Path(), fill: Fill(.black))))
      : nil
  }

  @Test func `leaves cover all nodes, and elements make a tree`() throws {
    let book = try SetBook(mixed, template: .small(lines: 12), images: picture)
    let elements = book.result.structure.elements
    for page in book.pages {
      var next = 0
      for leaf in page.leaves {
        #expect(leaf.nodes.lowerBound == next)
        #expect(!leaf.nodes.isEmpty)
        next = leaf.nodes.upperBound
        if let element = leaf.element { #expect(elements.indices.contains(element)) }
      }
      #expect(next == page.scene.nodes.count)
      for link in page.links { #expect(elements[link.element].role == .link) }
    }
    for (i, element) in elements.enumerated() {
      if i == 0 { #expect(element.parent == nil) } else { #expect((element.parent ?? i) < i) }
    }
    let headings = elements.map(\.role).filter { (role: StructureElement.Role) -> Bool in
      role == .heading1 || role == .heading2
    }
    #expect(headings == [.heading1, .heading2])
    let figure = try #require(elements.first { $0.role == .figure })
    #expect(figure.alternative == "alt")
    #expect(figure.box != nil)
    #expect(elements.contains { $0.role == .label })
    #expect(book.pages.indices.map { book.text($0) }.joined().contains("ix."))
  }

  @Test func `the same document gives the same pages`() throws {
    let first = try SetBook(mixed, template: .small(lines: 7), images: picture)
    let second = try SetBook(mixed, template: .small(lines: 7), images: picture)
    #expect(first.pages == second.pages)
    #expect(first.result.structure == second.result.structure)
  }

  @Test func `missing resources are reported`() throws {
    let book = try SetBook([
      .paragraph(Paragraph([.reference(Reference(to: "nowhere", [.text("there")]))])),
      .figure(Figure(Image("gone", alternative: "a lost map"))),
    ])
    let codes = book.result.diagnostics.map(\.code.rawValue)
    #expect(codes.contains("typesetting.dangling"))
    #expect(codes.contains("typesetting.image"))
    #expect(book.text(0).contains("a lost map"))
  }

  @Test func `nesting beyond the limit is truncated and reported`() throws {
    var block = Block.text("deep")
    for _ in 0..<200 { block = .division(Division([block])) }
    let book = try SetBook([block])
    #expect(book.result.diagnostics.contains { $0.code == "typesetting.depth" })
  }

  @Test func `inlines nested beyond the limit keep their text`() throws {
    var inline = Inline.text("deep")
    for _ in 0..<200 { inline = .emphasis([inline]) }
    let book = try SetBook([.paragraph(Paragraph([inline]))])
    #expect(book.text(0) == "deep ")
  }

  @Test func `a heading without end is a line in the outline`() throws {
    let long = String(repeating: "word ", count: 2000)
    let book = try SetBook([.heading(Heading(1, [.text(long)])), .text("text")])
    #expect(book.result.structure.outline[0].title.count == 400)
  }

  @Test(.timeLimit(.minutes(30)))
  func `ten million letters in one paragraph`() throws {
    var pages = 0
    var letters = 0
    let setter = Typesetter(style: .bare, template: .a4, measuring: PaperFonts())
    let text = String(repeating: "letters and words without an end ", count: 310_000)
    let result = try setter.pages(of: Document(blocks: [.text(text)])) { page in
      pages += 1
      for node in page.scene.nodes {
        if case .text(let text) = node { letters += text.glyphs.count }
      }
    }
    #expect(pages == result.pageCount)
    #expect(letters == text.utf8.count - 1)
  }
}
