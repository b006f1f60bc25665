// SPDX-License-Identifier: MIT
// Part of Platen: tests of comma-separated values that no spreadsheet runs as formulas.

import Testing

@testable import CSV

@Suite struct CSVTextTests {
  @Test func formulasAreGuarded() {
    for text in [
      "=1+1", "=cmd|' /C calc'!A0", "+cmd", "-2+3+cmd", "@SUM(A1)", "\t=1", "\r=1", "\n=1",
      "  =1+1", "＝1+1", "＋1", "－1", "＠A1", "- bring torches", "-", "+", "-.", "-1e", "+1 2", "-1,5",
    ] {
      #expect(CSVText.guarded(text) == "'" + text, "\(text)")
    }
  }

  @Test func numbersAndWordsStay() {
    for text in [
      "", "-5", "+49", "-12.50", "-.5", "+1.e3", "-1e-7", "1=2", "Ann-Marie", "a@b.example", "'tis",
      "'", "it's = 3", "''", "“=”", " a",
    ] {
      #expect(CSVText.guarded(text) == text, "\(text)")
      #expect(CSVText.unguarded(text) == text, "\(text)")
    }
  }

  /// Also of text that looks guarded already.
  @Test func everyTextComesBack() {
    for text in ["=1", "'=1", "''=1", "'-5", "-5", "'@a", "' =1", "'tis", "\t", "'\r", "-", "'-"] {
      #expect(CSVText.unguarded(CSVText.guarded(text)) == text, "\(text)")
    }
  }

  @Test func cellsAreQuotedWhereTheyHaveToBe() {
    var text = CSVText()
    text.row(["a", "b,c", "d\"e", "f\ng", " h", "=\"i\"", ""])
    text.plainCell("-3")
    text.cell("-x")
    text.endRow()
    #expect(
      String(decoding: text.bytes, as: UTF8.self)
        == "a,\"b,c\",\"d\"\"e\",\"f\ng\",\" h\",\"'=\"\"i\"\"\",\r\n-3,'-x\r\n")
  }
}
