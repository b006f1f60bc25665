// SPDX-License-Identifier: MIT
// Part of Platen: the text of simple PDFs, with the paragraphs that lines were broken from.

import Canvas
import Diagnostics
import Testing

@testable import PDF

@Suite struct PDFTextTests {
  /// A file of one page with a standard font and these operators.
  private static func file(_ operators: String) -> [UInt8] {
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R"
        + "/Resources<</Font<</F1 5 0 R>>>>>>",
      "<</Length \(operators.utf8.count)>>\nstream\n\(operators)\nendstream",
      "<</Type/Font/Subtype/Type1/BaseFont/Courier/FirstChar 32/Widths["
        + [String](repeating: "600", count: 224).joined(separator: " ") + "]>>",
    ]
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 6\n0000000000 65535 f \n"
    for offset in offsets {
      text += String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
    }
    return Array((text + "trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n").utf8)
  }

  @Test func linesAreJoinedToParagraphs() {
    // 20 letters of 6 points are 120 points; the longest line gives the right edge.
    let text = PDFText.text(
      of: Self.file(
        """
        BT /F1 10 Tf 20 250 Td (You wade in and the) Tj ET
        BT 20 238 Td [(water is) -600 (cold.)] TJ ET
        BT 20 226 Td (A bell.) Tj ET
        BT 20 190 Td (Who is there\\\\?) Tj ET
        """))
    #expect(text == "You wade in and the water is cold.\nA bell.\n\n\nWho is there\\?\n")
  }

  @Test func linesOfSignsStayWhole() {
    let rule = String(repeating: "=", count: 20)
    let text = PDFText.text(
      of: Self.file(
        "BT /F1 10 Tf 12 TL 20 250 Td (\(rule)) Tj T* (\(rule)) Tj T* (SCENE 1) Tj ET"))
    #expect(text == rule + rule + "\nSCENE 1\n")
  }

  /// Our own files are read as well: they have tables of what glyphs mean.
  @Test func aBookIsReadBack() throws {
    let text = try #require(PDFText.text(of: try BookTests.sample()))
    #expect(text.contains("The First Chapter"))
  }

  @Test func damagedFilesHaveNoText() {
    #expect(PDFText.text(of: []) == nil)
    #expect(PDFText.text(of: Array("%PDF-1.4\nnothing".utf8)) == nil)
    let whole = Self.file("BT /F1 10 Tf (a) Tj ET")
    for count in stride(from: 0, to: whole.count, by: 37) {
      _ = PDFText.text(of: Array(whole[..<count]))
    }
    // Operators without an end, and operands without operators.
    #expect(PDFText.text(of: Self.file("BT /F1 10 Tf [(a) (b")) == nil)
    #expect(PDFText.text(of: Self.file(String(repeating: "[", count: 5000))) == nil)
    #expect(PDFText.text(of: Self.file(String(repeating: "1 ", count: 5000))) == nil)
  }
}
