// SPDX-License-Identifier: MIT
// Part of Platen: tests of the document tree: walking, outline, warnings, digests.

import Diagnostics
import Digests
import Documents
import TestSupport
import Testing

@Suite struct WalkTests {
  @Test func everyTextIsVisitedOnceInReadingOrder() {
    var texts: [String] = []
    Samples.everyKind.walk(
      block: { block in
        if case .code(let code) = block { texts.append(code.text) }
        return .descend
      },
      inline: { inline in
        switch inline {
        case .text(let text): texts.append(text)
        case .code(let text): texts.append(text)
        case .indexMark(let mark): texts.append(mark.term)
        case .image(let image): texts.append(image.alternative)
        default: break
        }
        return .descend
      })
    #expect(texts == (1...texts.count).map(String.init))
    #expect(texts.count == Samples.everyKindCount)
  }

  @Test func skippedNodesAreNotEntered() {
    var count = 0
    Samples.everyKind.walk(
      block: { _ in .skip },
      inline: { _ in
        count += 1
        return .descend
      })
    #expect(count == 0)
  }

  @Test func plainTextLeavesOutWhatIsNotRunningText() {
    let inlines: [Inline] = [
      .text("One "), .strong([.emphasis([.text("two")]), .lineBreak]), .code("three"),
      .footnote([.text("omitted")]), .indexMark(IndexMark("omitted")),
      .image(Image("a.png", alternative: " four")),
    ]
    #expect(inlines.plainText == "One two\nthree four")
  }

  @Test func blankIsWhatShowsNothing() {
    #expect(([] as [Inline]).isBlank)
    #expect([.text(""), .strong([.indexMark(IndexMark("a"))])].isBlank)
    #expect(![.text(" ")].isBlank)
    #expect(![.image(Image("a.png", alternative: ""))].isBlank)
  }
}

@Suite struct OutlineTests {
  @Test func headingsInDivisionsCountAndThoseInCalloutsDoNot() {
    let document = Document(blocks: [
      .division(Division([.heading(Heading(1, [.text("in")]))])),
      .callout(Callout(kind: "note", [.heading(Heading(1, [.text("out")]))])),
      .heading(Heading(2, [.text("unlisted")], isListed: false)),
      .heading(Heading(3, [.text("deep")])),
    ])
    #expect(document.headings().map(\.inlines.plainText) == ["in", "deep"])
    #expect(document.headings(depth: 2).map(\.inlines.plainText) == ["in"])
  }

  @Test func headingsGetIDsThatNobodyHas() {
    let document = Document(blocks: [
      .text("taken", .id("section-2")),
      .heading(Heading(1, [.text("a")])),
      .division(
        Division([
          .heading(Heading(2, [.text("b")])), .heading(Heading(2, [.text("c")], .id("own"))),
        ])
      ),
    ])
    #expect(
      document.withHeadingIDs().headings().map(\.attributes.id) == [
        "section-1", "section-3", "own",
      ])
  }
}

@Suite struct DocumentCheckTests {
  private func codes(_ blocks: [Block]) -> [String] {
    Document(blocks: blocks).warnings().map(\.code.rawValue)
  }

  @Test func aSoundDocumentHasNone() { #expect(Samples.everyKind.warnings().isEmpty) }

  @Test func whatWritersWouldStumbleOverIsNamed() {
    #expect(codes([.text("a", .id("x")), .text("b", .id("x"))]) == ["document.id"])
    #expect(
      codes([.paragraph(Paragraph([.reference(Reference(to: "x", []))]))]) == ["document.reference"]
    )
    #expect(codes([.figure(Figure(Image("x", alternative: "")))]) == ["document.image"])
    #expect(codes([.heading(Heading(7, []))]) == ["document.heading-level"])
    #expect(
      codes([.table(Table(columns: [Table.Column()], body: [Table.Row([])]))])
        == ["document.table-row"])
  }

  @Test func aReferenceMayPointForward() {
    #expect(
      codes([
        .paragraph(Paragraph([.reference(Reference(to: "x", []))])), .text("there", .id("x")),
      ]).isEmpty)
  }

  @Test func manyFaultsAreCounted() {
    let document = Document(blocks: (0..<250).map { _ in .text("a", .id("x")) })
    let warnings = document.warnings(limit: 10)
    #expect(warnings.count == 11)
    #expect(warnings.last?.message == "and 239 more warnings about the document")
  }

  /// All tables of two rows by two columns of cells that span 1…2 columns and rows.
  @Test func rowsAreEvenExactlyWhenCellsTileThem() {
    let cell: [(Int, Int)] = [(1, 1), (1, 2), (2, 1), (2, 2)]
    let rows: [[(Int, Int)]] =
      [[]] + cell.map { [$0] } + cell.flatMap { a in cell.map { b in [a, b] } }
    for first in rows {
      for second in rows {
        let table = Table(
          columns: [Table.Column(), Table.Column()],
          body: [first, second].map { row in
            Table.Row(row.map { Table.Cell([], columns: $0.0, rows: $0.1) })
          })
        #expect((table.firstUnevenRow == nil) == tiles([first, second]), "\(first) \(second)")
      }
    }
  }

  /// Paints the cells into a grid, as a browser would.
  private func tiles(_ rows: [[(Int, Int)]]) -> Bool {
    var grid = [[Int]](repeating: [0, 0], count: 2)
    for (y, row) in rows.enumerated() {
      for (width, height) in row {
        guard let x = grid[y].firstIndex(of: 0), x + width <= 2 else { return false }
        for y in y..<min(y + height, 2) { for x in x..<(x + width) { grid[y][x] += 1 } }
      }
    }
    return grid == [[1, 1], [1, 1]]
  }
}

@Suite struct DocumentDigestTests {
  /// Every field counts: a document with any one text changed has another digest.
  @Test func anyChangeChangesTheDigest() {
    let whole = Digest(canonicalOf: Samples.everyKind)
    #expect(whole == Digest(canonicalOf: Samples.everyKind))
    var digests: Set<Digest> = [whole]
    for block in Samples.everyKind.blocks.indices {
      var less = Samples.everyKind
      less.blocks.remove(at: block)
      #expect(digests.insert(Digest(canonicalOf: less)).inserted, "block \(block) does not count")
    }
    var titled = Samples.everyKind
    titled.metadata.license = "CC0"
    #expect(digests.insert(Digest(canonicalOf: titled)).inserted)
    var phrased = Samples.everyKind
    phrased.phrases = Phrasebook(language: "de", phrases: ["contents": "Inhalt"])
    #expect(digests.insert(Digest(canonicalOf: phrased)).inserted)
  }
}
