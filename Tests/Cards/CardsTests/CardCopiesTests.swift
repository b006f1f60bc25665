// SPDX-License-Identifier: MIT
// Part of Platen: tests of copies of cards, paths into lists, sheets and decks for other programs.

import Diagnostics
import Documents
import Drawing
import Geometry
import JSON
import Rows
import TestSupport
import Testing

@testable import Cards

@Suite struct CardCopiesTests {
  private func table(_ text: String) throws -> RowTable {
    try #require(try RowSet(csv: Array(text.utf8), file: "t.csv").tables.first)
  }

  private func named(_ table: RowTable) throws -> [NamedRow] {
    let content = CardContent(
      RowSet([table]), fields: [], omitted: [],
      progress: try ProgressRows(
        RowSet([table]), date: nil, weekdays: ["M", "T", "W", "T", "F", "S", "S"],
        phrases: .english))
    return table.rows.map { NamedRow($0, name: $0.name ?? "", in: content) }
  }

  @Test(arguments: [
    ("name,Qty\nA,3\nB,\nC,0\n", [3, 1, 0]), ("name,#count\nA,2\n", [2]),
    ("name,Anzahl\nA, 4 \n", [4]), ("name,amount\nA,3\n", [1]),
    ("name,count\nA,many\nB,few\n", [1, 1]), ("name,copies,qty\nA,5,2\n", [2]),
  ])
  func `A column of a usual name counts copies`(text: String, expected: [Int]) throws {
    let table = try table(text)
    let copies = try CardCopies(nil, in: table, shown: [])
    #expect(try copies.counts(of: named(table)) == expected)
  }

  @Test func `A column is named or switched off, and one that cards show is not used`() throws {
    let table = try table("name,amount,qty\nA,3,2\n")
    func counts(_ name: String?, shown: Set<String> = []) throws -> [Int] {
      try CardCopies(name, in: table, shown: shown).counts(of: try named(table))
    }
    #expect(try counts("Amount") == [3])
    #expect(try counts("none") == [1])
    #expect(try counts(nil) == [2])
    #expect(try counts(nil, shown: ["qty"]) == [1])
    let failure = #expect(throws: Failure.self) { try counts("amuont") }
    #expect(failure?.diagnostics.first?.code == "cards.copies")
    #expect(failure?.diagnostics.first?.hints.first?.contains("amount") == true)
  }

  @Test(arguments: ["x", "-1", "1000", "2.5", "1e99"])
  func `A value that is not a number of copies is an error with its line`(value: String) throws {
    let table = try table("name,qty\nA,2\nB,\(value)\n")
    let copies = try CardCopies(nil, in: table, shown: [])
    let rows = try named(table)
    let failure = #expect(throws: Failure.self) { try copies.counts(of: rows) }
    #expect(failure?.diagnostics.map(\.place?.line) == [3])
  }

  @Test func `Paths lead into lists and mappings`() throws {
    let text = """
      [{"name": "Wyrm", "parts": {"salt": "a pinch"},
        "actions": [{"name": "Bite", "hits": [4, 5]}, {"name": "Tail"}]}]
      """
    let row = try #require(
      try RowSet(json: Array(text.utf8), file: "t.json").tables.first?.rows.first)
    func shown(_ template: String) -> String? { TemplateText(template)?.text(of: row) }
    #expect(shown("{parts.salt}") == "a pinch")
    #expect(shown("{actions.0.name} {actions.1.name}") == "Bite Tail")
    #expect(shown("{actions.0.hits.1}") == "5")
    #expect(shown("{actions}") == "Bite, Tail")
    for path in [
      "actions.2.name", "actions.x", "actions.0.0", "name.0", "actions.99999999",
    ] {
      #expect(shown("{\(path)}") == nil)
    }
  }

  private static let mm = 72 / 25.4

  @Test(arguments: [0.0, 2, 6], [0.0, 3])
  func `Marks are within the printable part of the paper`(gap: Double, bleed: Double) throws {
    for paper in [(210.0, 297.0), (215.9, 279.4), (297, 420)] {
      try checkMarks(on: paper, gap: gap, bleed: bleed)
    }
  }

  private func checkMarks(on paper: (Double, Double), gap: Double, bleed: Double) throws {
    let mm = CardCopiesTests.mm
    for card in [(63.0, 88.0), (63.5, 88.9), (70, 120)] {
      let sheet = try CardSheet(
        page: Size(width: paper.0 * mm, height: paper.1 * mm),
        card: Size(width: card.0 * mm, height: card.1 * mm), gap: gap * mm, bleed: bleed * mm)
      guard case .path(let marks)? = sheet.marks().first else {
        Issue.record("no marks")
        continue
      }
      let box = try #require(marks.path.controlBounds)
      let border = 5 * mm - 0.01
      #expect(box.minX >= border && box.minY >= border)
      #expect(box.maxX <= sheet.page.width - border && box.maxY <= sheet.page.height - border)
      if gap == 0, bleed == 0, paper.0 < 250, card.0 < 70 { #expect(sheet.count == 9) }
    }
  }

  @Test func `Files for printers are larger than their cards by the bleed`() throws {
    let sizes = [
      ("gamecrafter-poker", 825.0, 1125.0), ("gamecrafter-tarot", 900, 1500),
      ("gamecrafter-mini", 600, 825), ("mpc-poker", 822, 1122), ("mpc-bridge", 747, 1122),
      ("mpc-tarot", 897, 1497),
    ]
    for (name, width, height) in sizes {
      let size = try #require(CardSize(name))
      #expect(size.width == width && size.height == height)
      #expect(size.cut.bleed == 0 && size.cut.width == width - 2 * size.bleed)
      // 300 pixels per inch.
      #expect(abs(size.millimeters - width / 300 * 25.4) < 0.001)
    }
    let look = try TestLooks.template("lattice")
    let card = try look.cards(
      [("name", .text("Oak")), ("text", .text("Tall."))], size: "gamecrafter-poker"
    ).value[0]
    #expect(card.scene.size == Size(width: 825, height: 1125))
    for node in card.scene.texts {
      for glyph in node.glyphs { #expect((75...750).contains(glyph.position.x)) }
    }
  }

  @Test func `A deck for Tabletop Simulator has each copy`() throws {
    #expect(TabletopDeck.Grid(1) == TabletopDeck.Grid(2))
    #expect(TabletopDeck.Grid(70).columns == 10 && TabletopDeck.Grid(70).rows == 7)
    #expect(TabletopDeck.Grid(23).columns == 10 && TabletopDeck.Grid(23).rows == 3)
    #expect(TabletopDeck.Grid(70).width(744.0 / 1039, side: 4096) == 4090)
    let cards = (0..<80).map {
      TabletopDeck.Card(
        "Card \($0)", description: "**Bold**", copies: $0 == 0 ? 3 : $0 == 1 ? 0 : 1)
    }
    let deck = TabletopDeck("Deck", cards, faces: ["a", "b"], back: "c", isSideways: false)
    let json = try JSONDocument(parsing: Array(deck.json.utf8)).root
    let object = try #require(json["ObjectStates"]?.elements.first)
    let ids = object["DeckIDs"]?.elements.compactMap(\.int) ?? []
    #expect(ids.count == 81 && ids.prefix(4) == [100, 100, 100, 102] && ids.last == 209)
    #expect(object["ContainedObjects"]?.elements.count == 81)
    #expect(object["CustomDeck"]?["2"]?["NumHeight"]?.int == 2)
    #expect(object["ContainedObjects"]?.elements.first?["Description"]?.string == "Bold")
    let one = TabletopDeck("One", [cards[2]], faces: ["a"], back: "c", isSideways: true)
    let single = try JSONDocument(parsing: Array(one.json.utf8)).root
    #expect(single["ObjectStates"]?.elements.first?["Name"]?.string == "CardCustom")
  }
}
