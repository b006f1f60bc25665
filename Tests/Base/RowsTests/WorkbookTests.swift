// SPDX-License-Identifier: MIT
// Part of Platen: tests of rows from workbooks of spreadsheets, sound and hostile.

import Archive
import Diagnostics
import TestSupport
import Testing

@testable import Rows

@Suite struct WorkbookTests {
  private static let spaces =
    "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" "
    + "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\""
  private static let types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

  /// A workbook of sheets: their names, attributes and rows.
  private func workbook(
    _ sheets: [(name: String, attributes: String, rows: String)], texts: String = "",
    styles: String = "", properties: String = "", prolog: String = ""
  ) throws -> [UInt8] {
    var zip = ZipWriter()
    func add(_ name: String, _ text: String) throws { try zip.addEntry(name, Array(text.utf8)) }
    try add(
      "_rels/.rels",
      "<Relationships xmlns=\"r\"><Relationship Id=\"a\" Type=\"\(WorkbookTests.types)officeDocument\" "
        + "Target=\"book/main.xml\"/></Relationships>")
    var list = ""
    var relations = ""
    for (number, sheet) in sheets.enumerated() {
      list +=
        "<sheet name=\"\(sheet.name)\" sheetId=\"1\" r:id=\"s\(number)\" \(sheet.attributes)/>"
      relations +=
        "<Relationship Id=\"s\(number)\" Type=\"\(WorkbookTests.types)worksheet\" "
        + "Target=\"../sheets/\(number).xml\"/>"
      try add(
        "sheets/\(number).xml",
        prolog
          + "<worksheet \(WorkbookTests.spaces)><sheetData>\(sheet.rows)</sheetData></worksheet>")
    }
    relations +=
      "<Relationship Id=\"t\" Type=\"\(WorkbookTests.types)sharedStrings\" Target=\"/texts.xml\"/>"
      + "<Relationship Id=\"f\" Type=\"\(WorkbookTests.types)styles\" Target=\"styles.xml\"/>"
    try add("texts.xml", "<sst \(WorkbookTests.spaces)>\(texts)</sst>")
    try add("book/styles.xml", "<styleSheet \(WorkbookTests.spaces)>\(styles)</styleSheet>")
    try add(
      "book/main.xml",
      "<workbook \(WorkbookTests.spaces)>\(properties)<sheets>\(list)</sheets></workbook>")
    try add("book/_rels/main.xml.rels", "<Relationships xmlns=\"r\">\(relations)</Relationships>")
    return try zip.finish()
  }

  private func inline(_ texts: String...) -> String {
    "<row>" + texts.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined() + "</row>"
  }

  @Test func `Cells of all kinds are read as spreadsheets show them`() throws {
    let texts =
      "<si><t>Name</t></si><si><t>Note</t></si>"
      + "<si><r><t>Em</t></r><r><rPr><b/></rPr><t xml:space=\"preserve\">ber </t></r><r><t>Lance</t></r>"
      + "<rPh sb=\"0\" eb=\"1\"><t>XX</t></rPh></si><si><t>a_x000D_\nb _x005F_</t></si>"
    let styles =
      "<numFmts><numFmt numFmtId=\"170\" formatCode=\"[$-409]d\\-mmm &quot;m&quot;\"/>"
      + "<numFmt numFmtId=\"171\" formatCode=\"0.0&quot; days&quot;\"/></numFmts><cellXfs>"
      + [0, 14, 9, 170, 171, 20].map { "<xf numFmtId=\"\($0)\"/>" }.joined() + "</cellXfs>"
    let rows =
      "<row r=\"1\"><c r=\"A1\"><v>7</v></c></row>"
      + "<row r=\"3\"><c r=\"A3\" t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c>"
      + ["Day", "Share", "When", "Days", "Flag", "Sum", "Clock"].map {
        "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>"
      }.joined() + "</row>"
      + "<row r=\"5\"><c r=\"A5\" t=\"s\"><v>2</v></c><c r=\"B5\" t=\"s\"><v>3</v></c>"
      + "<c r=\"C5\" s=\"1\"><v>46090</v></c><c s=\"2\"><v>0.15</v></c>"
      + "<c s=\"3\"><v>46090.5</v></c><c s=\"4\"><v>3.0</v></c><c t=\"b\"><v>1</v></c>"
      + "<c><f>0.1+0.2</f><v>0.30000000000000004</v></c><c s=\"5\"><v>0.25</v></c></row>"
    let set = try RowSet(
      file: "spells.xlsx",
      bytes: try workbook([("Spells", "", rows)], texts: texts, styles: styles))
    #expect(set.tables.map(\.name) == [RowSet.onlyTable] && set.warnings.isEmpty)
    let row = try #require(set.tables.first?.rows.first)
    #expect(row.place.line == 5)
    let shown = row.fields.map { "\($0.name)=\($0.value.shown ?? "")" }
    #expect(
      shown == [
        "name=Ember Lance", "note=a\nb _", "day=2026-03-09", "share=15%",
        "when=2026-03-09 12:00", "days=3", "flag=true", "sum=0.3", "clock=06:00",
      ])
  }

  @Test(arguments: [
    (0, "00:00"), (1, "1900-01-01"), (59, "1900-02-28"), (61, "1900-03-01"), (45351, "2024-02-29"),
    (2_958_465, "9999-12-31"),
  ])
  func `Days are counted as spreadsheets do`(number: Int, expected: String) {
    #expect(WorkbookSheet.date(Double(number), is1904: false) == expected)
    if number == 45351 {
      #expect(WorkbookSheet.date(Double(number - 1462), is1904: true) == expected)
    }
  }

  @Test func `Visible sheets are tables, and hidden ones are not read`() throws {
    let rows = inline("Name", "Text") + inline("Oak", "Tall")
    let set = try RowSet(
      file: "t.xlsx",
      bytes: try workbook([
        ("Trees", "", rows), ("Old Notes", "", inline("x", "x")),
        ("Secret", "state=\"hidden\"", rows), ("Empty", "", ""),
      ]))
    #expect(set.tables.map(\.name) == ["trees"])
    #expect(set.warnings.map(\.code) == ["rows.workbook", "rows.workbook"])
    #expect(set.warnings.contains { $0.message.contains("Secret") })
  }

  @Test func `Formulas without values and errors are empty, with a warning for each kind`() throws {
    let rows =
      inline("Name", "Text", "More")
      + "<row><c t=\"inlineStr\"><is><t>a</t></is></c><c><f>NOW()</f></c><c t=\"e\"><v>#REF!</v></c></row>"
      + "<row><c t=\"inlineStr\"><is><t>b</t></is></c><c><f>NOW()</f></c></row>"
    let set = try RowSet(file: "t.xlsx", bytes: try workbook([("S", "", rows)]))
    #expect(set.tables[0].rows.count == 2)
    #expect(set.warnings.count == 2)
    #expect(set.warnings[0].message.contains("B2 and 1 more"))
  }

  @Test func `Hostile and damaged files are errors`() throws {
    let rows = inline("Name", "Text") + inline("Oak", "Tall")
    func code(_ bytes: [UInt8], _ name: String = "t.xlsx") -> String? {
      do {
        _ = try RowSet(file: name, bytes: bytes)
        return nil
      } catch let failure as Failure {
        return failure.diagnostics.first?.code.rawValue
      } catch {
        return "\(error)"
      }
    }
    let plain = try workbook([("S", "", rows)])
    #expect(code(plain) == nil)
    #expect(code(plain, "t.bin") == nil)
    #expect(
      code(try workbook([("S", "", rows)], prolog: "<!DOCTYPE x [<!ENTITY a \"b\">]>"))
        == "rows.workbook")
    let deep = String(repeating: "<a>", count: 50) + String(repeating: "</a>", count: 50)
    #expect(code(try workbook([("S", "", deep)])) == "rows.workbook")
    #expect(code(try workbook([("S", "", "<row><c>")])) == "rows.workbook")
    let wide = "<row><c r=\"XFD1\"><v>1</v></c></row>"
    #expect(code(try workbook([("S", "", wide)])) == "rows.workbook")
    let bomb = inline(String(repeating: "A", count: 8 << 20))
    #expect(code(try workbook([("S", "", bomb)])) == "archive.ratio")
    let long = "<si><t>" + (0..<90_000).map { "word \($0) " }.joined() + "</t></si>"
    let many = (0..<400).map { _ in "<row><c t=\"s\"><v>0</v></c></row>" }.joined()
    #expect(code(try workbook([("S", "", many)], texts: long)) == "rows.workbook")
    #expect(code([0xD0, 0xCF, 0x11, 0xE0] + [UInt8](repeating: 0, count: 600)) == "rows.workbook")
    for length in stride(from: 4, to: plain.count, by: 37) {
      #expect(code(Array(plain[..<length])) != nil)
    }
    var zip = ZipWriter()
    try zip.addEntry("content.xml", Array("<x/>".utf8))
    #expect(code(try zip.finish()) == "rows.workbook")
  }
}
