// SPDX-License-Identifier: MIT
// Part of Platen: tests of what holds for every document, on many that were drawn by lot.

import Diagnostics
import Documents
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Typesetting

/// Documents by lot: the same number gives the same document.
private struct Lot {
  private var dice: Dice
  private var next = 0

  init(_ seed: Int) { dice = Dice(seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1) }

  mutating func draw(_ count: Int) -> Int { dice(count) }

  /// A word that is nowhere else in the document.
  mutating func word() -> String {
    next += 1
    return "w\(next)" + String(repeating: "x", count: draw(9))
  }

  mutating func inlines(_ count: Int) -> [Inline] {
    var inlines: [Inline] = []
    for i in 0..<count {
      if i > 0 { inlines.append(.text(" ")) }
      switch draw(14) {
      case 0: inlines.append(.emphasis([.text(word())]))
      case 1: inlines.append(.link(Link("https://example.org", [.text(word() + " " + word())])))
      case 2: inlines.append(.lineBreak)
      case 3: inlines.append(.code(word()))
      default: inlines.append(.text(word()))
      }
    }
    return inlines
  }

  mutating func blocks(_ count: Int, depth: Int = 0) -> [Block] {
    (0..<count).map { _ in block(depth) }
  }

  private mutating func block(_ depth: Int) -> Block {
    let isDeep = depth > 2
    switch draw(isDeep ? 4 : 13) {
    case 0, 1, 2: return .paragraph(Paragraph(inlines(1 + draw(30))))
    case 3: return .heading(Heading(1 + draw(6), inlines(1 + draw(4))))
    case 4:
      return .list(
        List(
          draw(2) == 0 ? .bullet : .ordered(start: draw(90), style: .decimal),
          (0..<1 + draw(4)).map { _ in List.Item(blocks(1 + draw(2), depth: depth + 1)) },
          isTight: draw(2) == 0))
    case 5: return .quote(Quote(blocks(1 + draw(2), depth: depth + 1), attribution: inlines(1)))
    case 6:
      return .callout(
        Callout(
          kind: ["note", "dice"][draw(2)], title: inlines(1), blocks(1 + draw(3), depth: depth + 1))
      )
    case 7:
      let columns = 1 + draw(3)
      func rows(_ count: Int) -> [Table.Row] {
        (0..<count).map { _ in
          Table.Row(
            (0..<columns).map { _ in
              Table.Cell(blocks(1, depth: depth + 2), rows: draw(6) == 0 ? 2 : 1)
            })
        }
      }
      return .table(
        Table(
          columns: (0..<columns).map { _ in .init() }, head: rows(draw(2)), body: rows(draw(9))))
    case 8:
      return .keyValues(
        KeyValues((0..<1 + draw(5)).map { _ in .init(inlines(1), inlines(draw(20))) }))
    case 9: return .division(Division(blocks(draw(4), depth: depth + 1)))
    case 10: return .code(CodeBlock((0..<1 + draw(5)).map { _ in word() }.joined(separator: "\n")))
    case 11: return [.pageBreak, .rule(.none)][draw(2)]
    default:
      return .paragraph(
        Paragraph([.text(word()), .footnote(blocks(1 + draw(2), depth: 3)), .text(" " + word())]))
    }
  }
}

@Suite struct AnyDocumentTests {
  /// A plain look, one with frames of every sort, and one with all that pages can have.
  private var looks: [BookStyle] {
    var framed = BookStyle.bare
    framed.set("callout") {
      $0.ground = .white
      $0.border = .black
      $0.padding = 4
      $0.spaceBefore = 7
      $0.spaceAfter = 5
    }
    framed.set("callout.dice") { $0.keepsTogether = true }
    framed.set("quote") { $0.bar = .black }
    framed.set("heading") {
      $0.keepsWithNext = true
      $0.spaceBefore = 9
      $0.scale = 1.4
    }
    framed.set("heading.1") { $0.pageBreak = .page }
    framed.set("footnote") { $0.scale = 0.8 }
    return [.bare, framed, .rich]
  }

  /// Indicates whether every letter of the document stands in its content, once. Labels and page
  /// numbers have no letters here.
  private func keepsLetters(_ book: SetBook, _ blocks: [Block], _ name: String) -> Bool {
    var expected = 0
    func count(_ text: String) -> Int { text.utf8.count { $0 == 0x77 || $0 == 0x78 } }
    blocks.walk(
      block: { block in
        if case .code(let code) = block { expected += count(code.text) }
        return .descend
      },
      inline: { inline in
        switch inline {
        case .text(let text), .code(let text): expected += count(text)
        default: break
        }
        return .descend
      })
    var found = 0
    for page in book.pages {
      for leaf in page.leaves where leaf.element != nil {
        for node in page.scene.nodes[leaf.nodes] {
          guard case .text(let run) = node else { continue }
          found += count(run.source)
          #expect(run.clusters.reduce(0) { $0 + $1.byteCount } == run.source.utf8.count)
          #expect(run.clusters.reduce(0) { $0 + $1.glyphCount } == run.glyphs.count)
        }
      }
    }
    #expect(found == expected, "\(name)")
    return found == expected
  }

  @Test func `no letter is lost or repeated, whatever the document, the look and the page`()
    throws
  {
    for seed in 0..<240 {
      var lot = Lot(seed)
      let blocks = lot.blocks(3 + lot.draw(14))
      let look = looks[seed % looks.count]
      let template = [
        PageTemplate.small(lines: 5), .small(lines: 9, width: 160),
        .small(lines: 30, width: 300, columns: 2), .a5,
      ][(seed / 5) % 4]
      let book = try SetBook(blocks, look: look, template: template)
      guard keepsLetters(book, blocks, "\(seed) \(look.name) \(template.name)") else { return }
      #expect(book.pages.count == book.result.pageCount)
    }
  }
}
