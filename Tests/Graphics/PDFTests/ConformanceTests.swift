// SPDX-License-Identifier: MIT
// Part of Platen: tests of PDFs for archives and for presses.

import Canvas
import Diagnostics
import Drawing
import Geometry
import Testing
import Text

@testable import PDF

@Suite struct ConformanceTests {
  /// A profile of a press as far as its header and its name go.
  static func profile(
    of kind: String = "prtr", space: String = "CMYK", name: String = "Offset, coated"
  ) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    let text = Array("desc".utf8) + big(0) + big(name.utf8.count + 1) + Array(name.utf8) + [0]
    let data = text + [UInt8](repeating: 0, count: 80)
    let size = 128 + 4 + 12 + data.count
    let head = big(size) + big(0) + [2, 0x10, 0, 0] + Array((kind + space + "Lab ").utf8)
    let date = [UInt8](repeating: 0, count: 12)
    let rest = Array("acsp".utf8) + [UInt8](repeating: 0, count: 88)
    return head + date + rest + big(1) + Array("desc".utf8) + big(144) + big(data.count) + data
  }

  private static func plain(
    _ book: SampleBookMaker, title: String = "Samples", date: String = "2026-01-31",
    isGray: Bool = false, _ conformance: PDFConformance
  ) throws -> (text: String, file: [UInt8], notes: [Diagnostic]) {
    var file: [UInt8] = []
    let notes = try TaggedPDF.write(
      metadata: PDFMetadata(title: title, created: date), fonts: book.fonts, isGray: isGray,
      conformance: conformance, sink: { file.append(contentsOf: $0) }
    ) { emit in
      for page in book.pages { try emit(page) }
      return book.structure
    }
    let text = String(decoding: try Repacking.replacing("", "", in: file), as: UTF8.self)
    return (text, file, notes)
  }

  private static func book() throws -> SampleBookMaker {
    try SampleBook.everything(FontLibrary(FontSet()))
  }

  @Test func anArchiveHasItsColorsAndIsClaimed() throws {
    let (text, file, notes) = try Self.plain(Self.book(), .archive(hasStructure: true))
    #expect(notes == [])
    #expect(try StructureCheck(file).faults == [])
    #expect(text.contains("<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>A<"))
    #expect(text.contains("<pdfuaid:part>1</pdfuaid:part>"))
    #expect(text.contains("<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>"))
    #expect(text.contains("/S /GTS_PDFA1"))
    #expect(text.contains("sRGB IEC61966-2.1"))
    #expect(!text.contains("/Interpolate"))
    #expect(text.contains("/S /URI"))
  }

  @Test func whatAnArchiveLacksIsAnError() throws {
    let failure = #expect(throws: Failure.self) {
      _ = try Self.plain(Self.book(), title: "", .archive(hasStructure: true))
    }
    #expect(failure?.diagnostics.map(\.code) == [.pdfStandard])
    #expect(
      failure?.diagnostics.first?.message.hasPrefix("the document cannot be PDF/A-2a: ") == true)
    let (text, _, notes) = try Self.plain(Self.book(), title: "", .archive(hasStructure: false))
    #expect(notes.map(\.code) == [.pdfTitle])
    #expect(text.contains("<pdfaid:conformance>U<"))
    #expect(!text.contains("pdfuaid:part>"))
  }

  @Test func groupsThatAreNestedTooDeepAreNoArchive() throws {
    var node = Node.path(
      PathNode(Path(circleAt: Point(20, 20), radius: 5), fill: Fill(Color(0.5, 0.2, 0.1))))
    for _ in 0..<30 {
      node = .group(Group(clip: Clip(Path(circleAt: Point(20, 20), radius: 9)), children: [node]))
    }
    var page = SmallDocument.page([0])
    page.scene.nodes = [node]
    page.leaves = [ContentLeaf(nodes: 0..<1, element: nil)]
    let fonts = try FontLibrary(FontSet())
    let book = SampleBookMaker(fonts)
    func write(_ conformance: PDFConformance) throws {
      _ = try TaggedPDF.write(
        metadata: PDFMetadata(title: "Deep"), fonts: fonts, conformance: conformance,
        sink: { _ in }
      ) { emit in
        try emit(page)
        return book.structure
      }
    }
    try write(.accessible)
    let failure = #expect(throws: Failure.self) { try write(.archive(hasStructure: false)) }
    #expect(failure?.diagnostics.first?.message.contains("nested more than 28 deep") == true)
  }

  @Test func aPageForAPressHasBlackInkAloneAndNoLinks() throws {
    let press = try PrintProfile(Self.profile())
    #expect(press.name == "Offset, coated")
    let (text, file, notes) = try Self.plain(Self.book(), .print(press))
    #expect(notes.map(\.code) == [.pdfStandard])
    #expect(notes.map(\.message) == ["2 links are omitted, which PDF/X-4 does not allow"])
    #expect(text.contains("<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"))
    #expect(text.contains("<xmpMM:DocumentID>uuid:"))
    #expect(text.contains("/S /GTS_PDFX"))
    #expect(text.contains("(Offset, coated)"))
    #expect(text.contains("/Trapped /False"))
    #expect(!text.contains("/Annots"))
    #expect(!text.contains("pdfuaid:part"))
    #expect(!text.contains("/CS /DeviceRGB"))
    let storage = MemoryStorage()
    try file.withUnsafeBytes { try storage.append($0) }
    let source = try PDFSource(storage)
    for page in try source.pages() {
      let page = try #require(source.object(page).value.dictionary)
      #expect(page["TrimBox"] != nil)
      let resources = try source.resolve(page["Resources"])?.dictionary
      #expect(try source.resolve(resources?["ColorSpace"])?.dictionary?["DefaultRGB"] != nil)
    }
    // The same file for the same book, and another identifier for another.
    #expect(try Self.plain(Self.book(), .print(press)).file == file)
    let other = try Self.plain(Self.book(), title: "Other", .print(press)).text
    func identifier(_ text: String) -> Substring? {
      text.split(separator: "\n").first { $0.contains("DocumentID") }
    }
    #expect(identifier(other) != identifier(text))
  }

  @Test(arguments: [
    (Color(0.1, 0.11, 0.13), "0 g\n"), (Color(0.5, 0.5, 0.5), "0.5 g\n"),
    (Color(0.5, 0.2, 0.1), "0.5 0.2 0.1 rg\n"),
  ])
  func colorsWithoutAHueAreOfBlackInk(_ color: Color, _ operators: String) throws {
    var page = SmallDocument.page([0])
    page.scene.nodes = [
      .path(PathNode(Path(circleAt: Point(20, 20), radius: 5), fill: Fill(.white))),
      .path(PathNode(Path(circleAt: Point(20, 20), radius: 5), fill: Fill(color))),
    ]
    page.leaves = [ContentLeaf(nodes: 0..<2, element: nil)]
    let fonts = try FontLibrary(FontSet())
    var file: [UInt8] = []
    let press = try PrintProfile(Self.profile())
    _ = try TaggedPDF.write(
      metadata: PDFMetadata(title: "Ink", created: "2026-01-31"), fonts: fonts,
      conformance: .print(press), sink: { file.append(contentsOf: $0) }
    ) { emit in
      try emit(page)
      return SampleBookMaker(fonts).structure
    }
    let text = String(decoding: try Repacking.replacing("", "", in: file), as: UTF8.self)
    #expect(text.contains("\n" + operators), "\(text)")
  }

  @Test func aPressNeedsADate() throws {
    let press = try PrintProfile(Self.profile())
    let failure = #expect(throws: Failure.self) {
      _ = try Self.plain(Self.book(), date: "", .print(press))
    }
    #expect(failure?.diagnostics.first?.message.contains("no date") == true)
  }

  @Test func onlyProfilesOfPressesAreTaken() throws {
    let good = Self.profile()
    #expect(throws: Never.self) { try PrintProfile(good) }
    #expect(throws: Never.self) { try PrintProfile(Self.profile(space: "GRAY")) }
    var long = good
    long.append(0)
    var late = good
    late[8] = 5
    let bad = [
      [], Array(good.prefix(131)), long, late, Self.profile(of: "mntr", space: "RGB "),
      Self.profile(space: "Lab "),
    ]
    for bytes in bad {
      let failure = #expect(throws: Failure.self) { try PrintProfile(bytes) }
      #expect(failure?.diagnostics.map(\.code) == [.pdfOutputProfile])
    }
    // Every byte of the table of tags may be wrong: the name is not found, and nothing else happens.
    for index in 128..<good.count {
      var bytes = good
      bytes[index] = 255
      _ = try? PrintProfile(bytes)
    }
  }

  /// White is the sum of the primaries, and the file is as long as it states.
  @Test func theProfileOfSRGBIsWhole() throws {
    let bytes = SRGBProfile.bytes
    func number(_ index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(0) == bytes.count)
    var colors: [String: [Double]] = [:]
    for index in 0..<number(128) {
      let tag = 132 + 12 * index
      let (offset, size) = (number(tag + 4), number(tag + 8))
      #expect(offset % 4 == 0 && offset + size <= bytes.count)
      guard String(decoding: bytes[offset..<offset + 4], as: UTF8.self) == "XYZ " else { continue }
      colors[String(decoding: bytes[tag..<tag + 4], as: UTF8.self)] = (0..<3).map {
        Double(number(offset + 8 + 4 * $0)) / 65_536
      }
    }
    let white = try #require(colors["wtpt"])
    for axis in 0..<3 {
      let sum = ["rXYZ", "gXYZ", "bXYZ"].reduce(0) { $0 + (colors[$1]?[axis] ?? 0) }
      #expect(abs(sum - white[axis]) < 0.001)
    }
  }

  /// Streams whose data ends with a carriage return are as long as they state, however their end is
  /// looked for.
  @Test func noStreamEndsWithAReturnAndALineFeedAlone() throws {
    var file: [UInt8] = []
    let output = try PDFOutput(flate: try Flate(), sink: { file.append(contentsOf: $0) })
    for data in ["a\r", "a\n", "a"] {
      let number = output.allocate()
      let bytes = Array(data.utf8)
      try bytes.withUnsafeBytes { bytes in
        try output.beginStream(number, length: bytes.count) { _ in }
        try output.writeBytes(bytes)
        try output.endStream()
      }
    }
    try output.finish { _ in }
    let text = String(decoding: file, as: UTF8.self)
    #expect(text.contains("stream\na\r\r\nendstream"))
    #expect(text.contains("stream\na\n\nendstream"))
    #expect(text.contains("stream\na\nendstream"))
  }
}
