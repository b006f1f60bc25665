// SPDX-License-Identifier: MIT
// Part of Platen: the parts a PDF is made with: values, labels, outlines, dates, marks, storage.

import Canvas
import Diagnostics
import Drawing
import Foundation
import Geometry
import Testing
import Text

@testable import PDF

@Suite struct PartsTests {
  static func parse(_ text: String) throws -> PDFValue {
    try Array(text.utf8).withUnsafeBytes { bytes in
      var parser = PDFParser(bytes)
      return try parser.value()
    }
  }

  static func write(_ value: PDFValue) -> String {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func metadataHoldsWhatXMLCan() {
    let metadata = PDFMetadata(title: "a\u{1}b<\u{FFFE}", author: "c\u{B}\nd")
    let packet = DocumentInformation(metadata, language: "en").xmp(isAccessible: true, size: 0)
    let text = String(decoding: packet, as: UTF8.self)
    #expect(text.contains(">a\u{FFFD}b&lt;\u{FFFD}<") && text.contains(">c\u{FFFD} d<"))
  }

  @Test(arguments: [
    ("<< /A 1 /B[2 3.50 -4 R]>> ", nil),
    (
      "<< /A 12 0 R /B [ 1 0 2 0 R 5 ] /C (a\\(b\\)\\\\ \\101\\\nx) >> ",
      "<</A 12 0 R/B [1 0 2 0 R 5]/C (a\\(b\\)\\\\ Ax)>>"
    ),
    ("<48 65 6C6> ", "(Hel`)"), ("[true false null /N#20x]", "[true false null /N#20x]"),
    ("% comment\n 7 /", "7"), ("(a(b)c)", "(a\\(b\\)c)"),
    ("<</A<</B<<>>>>>>", "<</A <</B <<>>>>>>"),
  ])
  func valuesAreReadAndWritten(text: String, expected: String?) throws {
    guard let expected else {
      #expect(throws: PDFParser.ParseError.self) { try PartsTests.parse(text) }
      return
    }
    let value = try PartsTests.parse(text)
    #expect(PartsTests.write(value) == expected)
    #expect(try PartsTests.parse(expected + " /") == value)
  }

  @Test(arguments: ["[[[[", "<< /A", "(ab", "<4", "1", "/Name", "]", ">>", "<</A>>", "fals "])
  func brokenValuesAreFaults(text: String) {
    #expect(throws: PDFParser.ParseError.self) { try PartsTests.parse(text) }
  }

  @Test func theLastOfEqualKeysHolds() throws {
    #expect(try PartsTests.write(PartsTests.parse("<</a 1/b 2/a 3>>")) == "<</a 3/b 2>>")
  }

  @Test func deepNestingIsAFault() {
    #expect(throws: PDFParser.ParseError.self) {
      try PartsTests.parse(String(repeating: "[", count: 100_000))
    }
  }

  @Test(arguments: [
    (0.0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (12.3456, "12.346"), (99.9999, "100"),
    (0.001, "0.001"), (-0.0001, "0"), (.nan, "0"), (1e300, "1000000000"),
  ])
  func numbersAreShort(value: Double, expected: String) {
    var bytes: [UInt8] = []
    bytes.put(value)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func wholeNumbersAreWritten() {
    for value in [0, 1, 9, 10, 99, 100, 12_345_678, .max, -1, -10, .min] {
      var bytes: [UInt8] = []
      bytes.put(value)
      #expect(String(decoding: bytes, as: UTF8.self) == String(value))
    }
  }

  @Test func textIsASCIIOrUTF16() {
    var bytes: [UInt8] = []
    bytes.put(text: "a(b)")
    #expect(bytes == Array("(a\\(b\\))".utf8))
    bytes = []
    bytes.put(text: "Ĩ")
    #expect(bytes == [0x28, 0xFE, 0xFF, 0x01, 0x5C, 0x28, 0x29] || bytes.count == 6)
  }

  // MARK: Labels

  @Test func labelsAreCountedInRuns() {
    let labels = ["", "i", "ii", "iii", "1", "2", "3", "3", "A", "A", "XL", "XLI", "mix", "iiii"]
    let runs = PageLabelRun.runs(of: labels)
    #expect(runs.map(\.page) == [0, 1, 4, 7, 8, 10, 12, 13])
    #expect(PartsTests.labels(of: runs, count: labels.count) == labels)
  }

  @Test func everyNumberIsItsOwnLabel() {
    let labels = (1...4000).map(String.init)
    #expect(PageLabelRun.runs(of: labels).count == 1)
  }

  /// The view in a reader of the PDF.
  static func labels(of runs: [PageLabelRun], count: Int) -> [String] {
    (0..<count).map { page in
      guard let run = runs.last(where: { $0.page <= page }) else { return "?" }
      let number = run.start + page - run.page
      let digits: [(Int, String)] = [
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
        (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
      ]
      var rest = number
      var roman = ""
      for (value, text) in digits {
        while rest >= value {
          roman += text
          rest -= value
        }
      }
      return switch run.style {
      case nil: run.prefix
      case .decimal: run.prefix + String(number)
      case .lowerRoman: run.prefix + roman
      case .upperRoman: run.prefix + roman.uppercased()
      }
    }
  }

  // MARK: Outlines

  /// Every sequence of up to six levels from 1 to 3.
  @Test func outlinesAreTrees() {
    for count in 0...6 {
      for levels in SmallDocument.sequences(count, below: { _ in 3 }) {
        let tree = OutlineTree(
          levels.map { DocumentStructure.OutlineEntry(level: $0 + 1, title: "", place: "") })
        var seen: [Int] = []
        func walk(_ node: OutlineTree.Node, _ number: Int, _ depth: Int) {
          var child = node.firstChild
          var previous: Int?
          var count = 0
          while let index = child {
            let entry = tree.nodes[index]
            #expect(entry.parent == number && entry.previous == previous)
            if number >= 0 { #expect(levels[number] < levels[index]) }
            seen.append(index)
            walk(entry, index, depth + 1)
            previous = index
            child = entry.next
            count += 1
          }
          #expect(node.lastChild == previous && node.childCount == count)
        }
        walk(tree.root, -1, 0)
        // Read from top to bottom they are in their order.
        #expect(seen == Array(0..<count))
      }
    }
  }

  // MARK: Dates

  @Test(arguments: [
    ("2026-01-31", "D:20260131"), ("2026-01-31T12:30:05Z", "D:20260131123005Z"),
    ("2026-01-31T12:30:05", "D:20260131123005Z"), ("", nil), ("2026-1-31", nil),
    ("yesterday", nil), ("2026-01-31T12", nil), ("2026-01-31T12:30:05+01:00", nil),
  ])
  func datesAreThoseOfPDF(text: String, expected: String?) {
    #expect(PDFDate(text)?.pdf == expected)
  }

  // MARK: Damage

  /// A file with a plain table of cross-references, cut short or changed anywhere, is read or refused.
  @Test func damagedPlainFilesAreFailures() throws {
    let file = try Repacking.replacing(
      "", "",
      in: SmallDocument.write(
        [SmallDocument.page([0, nil])], SmallDocument.structure([]), FontLibrary(FontSet())
      ).file)
    func read(_ bytes: [UInt8]) throws {
      let storage = MemoryStorage()
      try bytes.withUnsafeBytes { try storage.append($0) }
      let source = try PDFSource(storage)
      _ = try source.pages()
      for number in 0..<min(source.count, 100) { _ = try source.object(number) }
    }
    try read(file)
    for length in 0..<file.count - 8 {
      #expect(throws: Failure.self) { try read(Array(file[..<length])) }
    }
    for position in file.indices {
      for byte in [UInt8(ascii: "9"), UInt8(ascii: "<"), 0xFF] {
        var changed = file
        changed[position] = byte
        do { try read(changed) } catch is Failure {}
      }
    }
  }

  /// A finished file, whose objects are packed, changed anywhere is read or refused.
  @Test func damagedPackedFilesAreFailures() throws {
    let file = try SmallDocument.write(
      [SmallDocument.page([0, nil])], SmallDocument.structure([]), FontLibrary(FontSet())
    ).file
    func read(_ bytes: [UInt8]) throws {
      let storage = MemoryStorage()
      try bytes.withUnsafeBytes { try storage.append($0) }
      let source = try PDFSource(storage)
      _ = try source.pages()
      for number in 0..<min(source.count, 100) { _ = try source.object(number) }
    }
    try read(file)
    for position in file.indices {
      for byte in [UInt8(ascii: "9"), UInt8(ascii: "<"), 0xFF, 0] {
        var changed = file
        changed[position] = byte
        do { try read(changed) } catch is Failure {}
      }
    }
  }

  @Test func objectsThatNeedEachOtherAreFailures() throws {
    let file = """
      %PDF-1.4
      1 0 obj
      <</Length 1 0 R>>
      stream
      endstream
      endobj
      xref
      0 2
      0000000000 65535 f\u{20}
      0000000009 00000 n\u{20}
      trailer
      <</Size 2/Root 1 0 R>>
      startxref
      START
      %%EOF

      """
    let start = try #require(file.range(of: "xref\n"))
    let whole = file.replacing(
      "START", with: String(file.utf8.distance(from: file.startIndex, to: start.lowerBound)))
    let storage = MemoryStorage()
    try Array(whole.utf8).withUnsafeBytes { try storage.append($0) }
    let source = try PDFSource(storage)
    #expect(throws: Failure.self) { try source.object(1) }
  }
}
