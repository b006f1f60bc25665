// SPDX-License-Identifier: MIT
// Part of Platen: tests of pages that are cut after they are printed.

import Canvas
import Diagnostics
import Drawing
import Geometry
import Testing
import Text

@testable import PDF

@Suite struct PageCutTests {
  /// A page with cuts and one without.
  @Test func pagesSayWhereTheyAreCut() throws {
    let fonts = try FontLibrary(FontSet())
    let (bleed, trim) = (
      Rect(x: 2, y: 3, width: 34, height: 30), Rect(x: 5, y: 6, width: 28, height: 24)
    )
    var cut = SmallDocument.page([1])
    let size = cut.scene.size
    cut.cuts = PageCuts(bleed: bleed, trim: trim)
    let structure = SmallDocument.structure([0])
    let (file, notes) = try SmallDocument.write([cut, SmallDocument.page([1])], structure, fonts)
    #expect(notes.isEmpty)
    #expect(try StructureCheck(file).faults == [])
    let storage = MemoryStorage()
    try file.withUnsafeBytes { try storage.append($0) }
    let source = try PDFSource(storage)
    let pages = try source.pages().map { try #require(source.object($0).value.dictionary) }
    func box(_ name: String, _ page: Int) throws -> [Double]? {
      try source.resolve(pages[page][name])?.array?.compactMap(number)
    }
    func number(_ value: PDFValue) -> Double? {
      switch value {
      case .integer(let value): Double(value)
      case .real(let text): Double(text)
      default: nil
      }
    }
    func asPDF(_ rect: Rect) -> [Double] {
      [rect.minX, size.height - rect.maxY, rect.maxX, size.height - rect.minY]
    }
    #expect(try box("BleedBox", 0) == asPDF(bleed))
    #expect(try box("TrimBox", 0) == asPDF(trim))
    #expect(try box("MediaBox", 0) == [0, 0, size.width, size.height])
    #expect(try box("BleedBox", 1) == nil && box("TrimBox", 1) == nil)
  }
}
