// SPDX-License-Identifier: MIT
// Part of Platen: tests of footnotes on pages.

import Documents
import Drawing
import Geometry
import Testing

@testable import Typesetting

@Suite struct PageNoteTests {
  @Test func `a footnote is on the page of its reference`() throws {
    for before in 0..<14 {
      let book = try SetBook(
        [
          .paragraph("a", lines: before + 1),
          .paragraph(Paragraph([.text("call"), .footnote([.text("note")]), .text(" more")])),
        ], template: .small(lines: 8))
      let pages = book.pages.indices.filter { book.text($0).contains("call") }
      #expect(pages.count == 1)
      #expect(book.text(pages[0]).contains("note"), "\(before)")
      for page in book.pages {
        for node in page.scene.nodes {
          guard case .text(let text) = node else { continue }
          #expect(text.glyphs[0].position.y <= page.scene.size.height - 10)
        }
      }
    }
  }

  @Test func `a footnote that is too long continues at the bottom of the next page`() throws {
    let book = try SetBook(
      [
        .paragraph("a", lines: 3),
        .paragraph(Paragraph([.text("call"), .footnote([.paragraph("n", lines: 20)])])),
        .paragraph("b", lines: 6),
      ], template: .small(lines: 10))
    let counts = book.pages.indices.map { page in
      book.lines(page).filter { $0.text.contains("n") }.count
    }
    #expect(counts.reduce(0, +) == 20)
    #expect(counts[0] > 0)
    #expect(book.text(0).contains("call"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `ten thousand notes and marks in one paragraph`() throws {
    var inlines: [Inline] = []
    for i in 0..<10_000 {
      inlines += [
        .text("word\(i)"), .footnote([.text("note\(i)")]), .indexMark(IndexMark("t\(i % 9)")),
        .text(" "),
      ]
    }
    let book = try SetBook(
      [.paragraph(Paragraph(inlines)), .index(Index())], template: .small(lines: 40))
    // Every note stands on the page that calls it, or goes on after it.
    for page in [0, book.pages.count / 3, book.pages.count / 2] {
      let text = book.text(page)
      let calls = text.split(separator: " ").filter { $0.hasPrefix("word") }
      for call in calls.dropFirst().dropLast() {
        #expect(text.contains("note" + call.dropFirst(4)), "\(page): \(call)")
      }
      #expect(!calls.isEmpty)
    }
  }
}
