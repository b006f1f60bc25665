// SPDX-License-Identifier: MIT
// Part of Platen: tests of contents, references to pages, and indexes.

import Diagnostics
import Documents
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Typesetting

@Suite struct ContentsAndIndexTests {
  @Test func `contents have the pages of headings, however long they are`() throws {
    for count in [3, 9, 40, 130] {
      var blocks: [Block] = [.contents(Contents(title: [.text("Contents")], depth: 1))]
      for i in 0..<count {
        blocks.append(.heading(Heading(1, [.text("H\(i)")], .id("h\(i)"))))
        blocks.append(.paragraph("a", lines: 1 + i % 5))
      }
      let book = try SetBook(blocks, template: .small(lines: 9))
      let places = Dictionary(
        uniqueKeysWithValues: book.result.structure.places.map { ($0.name, $0.page) })
      let contents = book.pages.indices.prefix { page in
        book.pages[page].links.isEmpty == false || page == 0
      }.flatMap { book.lines($0) }
      for i in 0..<count {
        let page = try #require(places["h\(i)"])
        let line = contents.first {
          $0.text.hasPrefix("H\(i) ") || $0.text.hasPrefix("H\(i).")
            || $0.text == "H\(i)\(page + 1)"
        }
        let text = try #require(line?.text, "H\(i)")
        #expect(text.hasSuffix("\(page + 1)"), "\(text): page \(page + 1)")
      }
      #expect(!book.result.diagnostics.contains { $0.code == "typesetting.page-numbers" })
    }
  }

  @Test func `page numbers are on one side of the contents, whatever the headings' direction`()
    throws
  {
    let blocks: [Block] = [
      .contents(Contents(depth: 1)), .pageBreak, .heading(Heading(1, [.text("אבג")])),
      .heading(Heading(1, [.text("abc")])),
    ]
    for direction in [Direction.leftToRight, .rightToLeft] {
      let places = try SetBook(blocks, direction: direction).places(0)
      let words = places.filter { $0.text.contains("אבג") || $0.text.contains("abc") }.map(\.x)
      let pages = places.filter { $0.text.contains("2") }.map(\.x)
      #expect(words.count == 2 && pages.count == 2)
      for (word, page) in zip(words, pages) {
        if direction == .leftToRight {
          #expect(word < 30 && page > 90)
        } else {
          #expect(word > 80 && page < 30)
        }
      }
    }
  }

  @Test func `the last entries of wide contents are not alone on a page`() throws {
    // Eleven entries where ten have room, above two columns.
    var blocks: [Block] = [.contents(Contents(depth: 2))]
    for i in 1...11 {
      blocks.append(.pageBreak)
      blocks.append(.heading(Heading(2, [.text("h\(i)")])))
      blocks.append(.text("words"))
    }
    let book = try SetBook(blocks, template: .small(lines: 10, width: 210, columns: 2))
    let listed = (0..<2).map { page in book.lines(page).filter { $0.text.contains("h") }.count }
    #expect(listed[0] + listed[1] == 11 && listed[1] >= 3, "\(listed)")
  }

  @Test func `references to pages and the index agree with the pages`() throws {
    var blocks: [Block] = [
      .paragraph(Paragraph([.text("see "), .reference(Reference(to: "end", [], shown: .page))]))
    ]
    for i in 0..<12 {
      blocks.append(.paragraph("a", lines: 4))
      blocks.append(
        .paragraph(
          Paragraph([.text("bbbb"), .indexMark(IndexMark(i % 3 == 0 ? "Zed" : "Äpfel"))])))
    }
    blocks.append(.text("last", .id("end")))
    blocks.append(.index(Index()))
    let book = try SetBook(blocks, template: .small(lines: 6))
    let end = try #require(book.result.structure.places.first { $0.name == "end" })
    #expect(book.text(0).hasPrefix("see \(end.page + 1) "))
    let last = book.pages.indices.map { book.text($0) }.joined()
    let apples = try #require(last.ranges(of: "Äpfel").first)
    let zed = try #require(last.ranges(of: "Zed").first)
    #expect(apples.lowerBound < zed.lowerBound)
  }

  @Test func `an index has the commas of its language`() throws {
    let mark = Block.paragraph(Paragraph([.text("word"), .indexMark(IndexMark("Term"))]))
    let book = try SetBook([
      mark, .pageBreak, .text("word"), .pageBreak, mark, .pageBreak,
      .index(Index(separator: "، ")),
    ])
    let index = book.text(3)
    #expect(index.contains("Term") && index.count { $0 == "،" } == 2)
    #expect(!index.contains(","))
  }

  @Test func `the columns of an index are balanced on its last page`() throws {
    for count in [4, 9, 26] {
      let marks = (0..<count).map { Inline.indexMark(IndexMark("term \($0)")) }
      var look = BookStyle.bare
      look.indexColumns = 2
      let book = try SetBook(
        [.paragraph(Paragraph(marks + [.text("words")])), .pageBreak, .index(Index())], look: look,
        template: .small(lines: 10, width: 200))
      let page = try #require(book.pages.last { !$0.leaves.isEmpty })
      var ends = [0.0, 0.0]
      for case .text(let text) in page.scene.nodes {
        guard let at = text.glyphs.first?.position else { continue }
        let column = at.x < 110 ? 0 : 1
        ends[column] = max(ends[column], at.y)
      }
      // The baselines of both last lines, a line apart at most.
      #expect(ends[1] > 0 && ends[0] - ends[1] >= -0.01 && ends[0] - ends[1] < 12.01, "\(ends)")
    }
  }

  @Test func `an entry of very many pages prints all of them and links the first`() throws {
    var blocks: [Block] = []
    for i in 0..<120 {
      blocks.append(.paragraph(Paragraph([.indexMark(IndexMark("Zed")), .text("p\(i)")])))
      blocks += [.pageBreak, .text("between"), .pageBreak]
    }
    blocks.append(.index(Index()))
    let book = try SetBook(blocks)
    let all = book.pages.indices.suffix(12).map { book.text($0) }.joined()
    #expect(all.contains("239"))
    #expect(book.pages.flatMap(\.links).count >= IndexOrder.linkLimit)
    #expect(Set(book.pages.flatMap(\.links).map(\.element)).count == IndexOrder.linkLimit)
    let names = Set(book.result.structure.places.map(\.name))
    for link in book.pages.flatMap(\.links) {
      guard case .place(let place) = link.target else { continue }
      #expect(names.contains(place))
    }
  }

  @Test func `ranges of pages are merged`() {
    let pages = [4, 0, 1, 2, 4, 9, -1]
    #expect(
      IndexOrder.ranges(of: Array(pages.indices), pages: pages).map(\.text)
        == ["1–3", "5", "10"])
  }
}
