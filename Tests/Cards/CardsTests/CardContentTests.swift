// SPDX-License-Identifier: MIT
// Part of Platen: tests of fields that jobs add to rows.

import Diagnostics
import Documents
import Rows
import TestSupport
import Testing

@testable import Cards

@Suite struct CardContentTests {
  private func content(
    _ table: String, _ fields: [(String, String)], omitted: Set<String> = []
  ) throws -> CardContent {
    let rows = try RowSet(file: "spells.csv", bytes: Array(table.utf8))
    let place = Diagnostics.SourceLocation(file: "platen.yaml", line: 3)
    return CardContent(
      rows,
      fields: try fields.map { name, text in
        CardField(name, text: try #require(TemplateText(text)), place: place, valuePlace: place)
      }, omitted: omitted,
      progress: try ProgressRows(
        rows, date: nil, weekdays: ["M", "T", "W", "T", "F", "S", "S"], phrases: .english))
  }

  @Test func `rows get the added fields and their image`() throws {
    let content = try content(
      "name,level,emoji\nLight,1,art/light.png\n", [("Card Title", "{name}, {level}")])
    let row = NamedRow(content.rows.tables[0].rows[0], name: "Light", in: content).row
    #expect(row["card_title"]?.shown == "Light, 1")
    #expect(row["picture"]?.shown == "art/light.png" && row["emoji"]?.shown == nil)
  }

  @Test func `unknown fields are reported with the most similar one`() throws {
    let content = try content("spell_name\nLight\n", [("title", "{spel_name}")])
    let warnings = content.fieldWarnings(
      usedBy: "the look plain", ["title"], tables: content.rows.tables)
    #expect(warnings.map(\.code.rawValue) == ["cards.field"])
    #expect(warnings.first?.hints == ["did you mean \"spell_name\"?"])
    #expect(warnings.first?.place?.line == 3)
  }

  @Test func `a field knows the columns behind it`() throws {
    let table = "name,text,range\nLight,It glows.,60 ft\n"
    func behind(_ fields: [(String, String)], _ names: Set<String>) throws -> Set<String> {
      let content = try content(table, fields)
      return NamedRow(content.rows.tables[0].rows[0], name: "Light", in: content)
        .ownFields(behind: names)
    }
    #expect(try behind([], ["text", "name"]) == ["text", "name"])
    #expect(try behind([("text", "{range}")], ["text"]) == ["range"])
    #expect(try behind([("text", "{text} ({range})")], ["text"]) == ["text", "range"])
    #expect(
      try behind([("stats", "{text}"), ("text", "{range}")], ["stats", "text"])
        == ["text", "range"])
    #expect(
      try behind([("text", "{range}"), ("stats", "{text}")], ["stats"]) == ["range"])
  }

  @Test func `a row has the color of its category`() throws {
    var content = try content("name,element\nDart,Fire\nVeil,spirit\n", [])
    let tables = content.rows.tables
    #expect(content.columns(ofValues: ["fire", "mist"], in: tables) == ["fire": ["element"]])
    content.colorColumn = ColorColumn(name: "element", values: ["fire"])
    let rows = tables[0].rows.map { NamedRow($0, name: "", in: content) }
    #expect(rows.map { $0.row["color"]?.shown } == ["Fire", nil])
    #expect(rows[0].ownFields(behind: ["color"]) == ["element"])
  }

  @Test func `fields that no look uses are reported`() throws {
    let content = try content("name\nLight\n", [("titel", "{name}")])
    let warnings = content.fieldWarnings(
      usedBy: "the look plain", ["title"], tables: content.rows.tables)
    #expect(warnings.map(\.hints) == [["did you mean \"title\"?"]])
  }
}
