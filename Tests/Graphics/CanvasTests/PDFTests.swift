// SPDX-License-Identifier: MIT
// Part of Platen: PDF pages, asked by other programs what is in them.

import Canvas
import Diagnostics
import Drawing
import Foundation
import Geometry
import TestSupport
import Testing
import Text

@testable import PDF

@Suite struct PDFTests {
  static func scene(_ fonts: FontLibrary) -> Scene {
    var nodes: [Node] = []
    let lines = [
      "Kingdom of Ardenfell", "office fjord Waffle", "السلام عليكم", "Port 🏰 Royal", "Ελλάς",
    ]
    for (i, line) in lines.enumerated() {
      nodes += ImageCase.line(
        line, ["EB Garamond"], size: 20, at: Point(10, 30 + Double(i) * 30), fonts: fonts,
        halo: i % 2 == 0 ? ImageCase.halo : nil)
    }
    nodes.append(
      .path(PathNode(Path(circleAt: Point(250, 100), radius: 40), fill: Fill(Color(0.2, 0.5, 0.3))))
    )
    return Scene(
      size: Size(width: 300, height: 180), background: ImageCase.paper, nodes: nodes,
      title: "A title – with a dash")
  }

  static func write(
    _ scene: Scene, page: PDFPage = PDFPage(size: Size(width: 595, height: 842), margin: 36),
    fonts: FontLibrary, metadata: PDFMetadata = PDFMetadata()
  ) throws -> (file: [UInt8], notes: [Diagnostic]) {
    var file: [UInt8] = []
    let window = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    var metadata = metadata
    if metadata.title.isEmpty { metadata.title = scene.title.isEmpty ? "A page" : scene.title }
    let notes = try TaggedPDF.write(
      metadata: metadata, fonts: fonts,
      sink: { file.append(contentsOf: $0) }
    ) { emit in
      try emit(try page.showing(window, of: scene, element: 1))
      var structure = DocumentStructure()
      structure.language = "en"
      structure.elements = [
        StructureElement(.document, in: nil), StructureElement(.paragraph, in: 0),
      ]
      return structure
    }
    return (file, notes)
  }

  @Test func sameBytesFromOtherLibraries() throws {
    let set = try FontSet()
    let one = try FontLibrary(set)
    let scene = PDFTests.scene(one)
    let first = try PDFTests.write(scene, fonts: one).file
    #expect(first.starts(with: Array("%PDF-".utf8)))
    // A library that shaped none of it, and one that drew other things before.
    let other = try FontLibrary(set)
    _ = other.shape("漢字 ᚠ Ж", font: FontRequest(families: ["Lato"], size: 9))
    #expect(try PDFTests.write(scene, fonts: other).file == first)
    #expect(PDFTests.scene(other) == scene)
  }

  @Test func noDateUnlessGiven() throws {
    let fonts = try FontLibrary(FontSet())
    let undated = try PDFTests.write(PDFTests.scene(fonts), fonts: fonts).file
    #expect(!String(decoding: undated, as: Unicode.ASCII.self).contains("CreateDate"))
    let dated = try PDFTests.write(
      PDFTests.scene(fonts), fonts: fonts,
      metadata: PDFMetadata(created: "2026-01-31T12:00:00Z")
    ).file
    #expect(String(decoding: dated, as: Unicode.ASCII.self).contains("2026-01-31T12:00:00"))
  }

  @Test(.enabled(if: Program.isThere("pdftotext"))) func textIsExtractedAsWritten() throws {
    let fonts = try FontLibrary(FontSet())
    let file = try PDFTests.write(PDFTests.scene(fonts), fonts: fonts).file
    let marks: Set<Unicode.Scalar> = ["\u{202A}", "\u{202B}", "\u{202C}", "\u{200E}", "\u{200F}"]
    let text = try Program("pdftotext").text(["-layout", "-enc", "UTF-8"], on: file, "-")
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0) }))
    for line in ["Kingdom of Ardenfell", "office fjord Waffle", "السلام عليكم", "Ελλάς"] {
      #expect(plain.contains(line), "\(line) in \(plain)")
      // The halo must not say it a second time.
      #expect(plain.components(separatedBy: line).count == 2)
    }
    #expect(plain.contains("🏰"))
  }

  @Test(.enabled(if: Program.isThere("pdftotext")))
  func textOnACurveIsExtracted() throws {
    let fonts = try FontLibrary(FontSet())
    let curve = try #require(ImageCase.all.first { $0.name == "text/on-a-curve" })
    let file = try PDFTests.write(curve.scene(fonts), fonts: fonts).file
    let text = try Program("pdftotext").text(["-raw", "-enc", "UTF-8"], on: file, "-")
    #expect(text.filter { $0.isLetter } == "KingdomofAria")
  }

  /// Letters spread like those of states on maps, level and along a slope.
  @Test(.enabled(if: Program.isThere("pdftotext")), arguments: [0, 0.4, -1.2])
  func spreadWordsStayWords(angle: Double) throws {
    let fonts = try FontLibrary(FontSet())
    let shaped = fonts.shape(
      "GREAT TYRAVIA",
      font: FontRequest(families: ["DejaVu Sans"], size: 12, letterSpacing: 0.5))
    let nodes = shaped.runs.map { run -> Node in
      let glyphs = run.glyphs.map {
        Glyph(
          id: $0.id,
          position: Point(60 + $0.position.x * cos(angle), 200 + $0.position.x * sin(angle)),
          angle: angle)
      }
      return .text(
        TextNode(
          source: run.source, font: run.font, glyphs: glyphs, clusters: run.clusters,
          paint: .color(.black)))
    }
    let scene = Scene(size: Size(width: 400, height: 300), nodes: nodes)
    let file = try PDFTests.write(scene, fonts: fonts).file
    let text = try Program("pdftotext").text(["-enc", "UTF-8"], on: file, "-")
    #expect(text.split(whereSeparator: \.isWhitespace) == ["GREAT", "TYRAVIA"], "\(text)")
  }

  @Test(.enabled(if: Program.isThere("pdftotext")))
  func textWithoutInkIsKept() throws {
    let fonts = try FontLibrary(FontSet())
    var nodes: [Node] = []
    // Close together, so that only the blank between them parts the words.
    for (text, x) in [("one", 10.0), (" ", 28), ("two", 31), ("🏰", 60)] {
      nodes += ImageCase.line(text, ["EB Garamond"], size: 12, at: Point(x, 40), fonts: fonts)
    }
    let scene = Scene(size: Size(width: 100, height: 60), nodes: nodes)
    let file = try PDFTests.write(scene, page: PDFPage(size: scene.size), fonts: fonts).file
    let text = try Program("pdftotext").text(["-enc", "UTF-8"], on: file, "-")
    #expect(text.contains("one two"), "\(text)")
    #expect(text.contains("🏰"), "\(text)")
  }

  @Test(.enabled(if: Program.isThere("pdffonts")))
  func fontsAreEmbeddedSubsets() throws {
    let fonts = try FontLibrary(FontSet())
    let file = try PDFTests.write(PDFTests.scene(fonts), fonts: fonts).file
    let rows = try Program("pdffonts").text([], on: file).split(separator: "\n").dropFirst(2)
    #expect(rows.count >= 2)
    for row in rows {
      #expect(row.contains("yes yes yes"), "embedded, subset, with Unicode: \(row)")
    }
  }

  @Test(.enabled(if: Program.isThere("pdfinfo")))
  func pageHasTheExactSizeAndTitle() throws {
    let fonts = try FontLibrary(FontSet())
    let a3 = Size(width: 841.89, height: 1190.55)
    let file = try PDFTests.write(
      PDFTests.scene(fonts), page: PDFPage(size: a3, margin: 20), fonts: fonts
    ).file
    let info = try Program("pdfinfo").text([], on: file)
    #expect(info.contains("841.89 x 1190.55 pts"))
    #expect(info.contains("A title – with a dash"))
    #expect(info.contains("Pages:           1"))
  }

  @Test func filtersBecomeImagesAndSaySo() throws {
    let fonts = try FontLibrary(FontSet())
    let blur = try #require(ImageCase.all.first { $0.name == "groups/blur-and-shadow" })
    let (file, notes) = try PDFTests.write(blur.scene(fonts), fonts: fonts)
    // Said once of groups that have no name.
    #expect(notes.map(\.code) == ["pdf.rasterized"])
    #expect(String(decoding: file, as: Unicode.ASCII.self).contains("/Image"))
  }

  @Test func aClipIsSaidOnceForManyShapes() throws {
    let fonts = try FontLibrary(FontSet())
    // Longer than deflate can look back, so that repetition would show.
    let coast = (0..<4000).map { i in
      let angle = Double(i) / 4000 * 2 * .pi
      let radius = 80 + 10 * sin(angle * 37) + 3 * sin(angle * 411)
      return Point(100 + radius * cos(angle), 100 + radius * sin(angle))
    }
    let size = { (count: Int) in
      let rivers = (0..<count).map { i in
        Node.path(
          PathNode(
            Path(circleAt: Point(100, 100), radius: Double(i + 1)), stroke: Stroke(.black, width: 1)
          ))
      }
      let group = Group(clip: Clip(Path(ring: coast)), children: [.group(Group(children: rivers))])
      let scene = Scene(size: Size(width: 200, height: 200), nodes: [.group(group)])
      return try PDFTests.write(scene, fonts: fonts).file.count
    }
    #expect(try size(60) < size(1) * 2)
  }

  @Test func aFailingSinkIsHeard() throws {
    struct Full: Error {}
    let fonts = try FontLibrary(FontSet())
    #expect(throws: Full.self) {
      try TaggedPDF.write(
        metadata: PDFMetadata(title: "A page"), fonts: fonts,
        sink: { _ in throw Full() }
      ) { emit in
        try emit(
          try PDFPage(size: Size(width: 300, height: 200)).showing(
            Rect(x: 0, y: 0, width: 300, height: 180), of: PDFTests.scene(fonts), element: 0))
        var structure = DocumentStructure()
        structure.elements = [StructureElement(.document, in: nil)]
        return structure
      }
    }
  }

  @Test func impossiblePagesAreRefused() throws {
    let fonts = try FontLibrary(FontSet())
    for page in [
      PDFPage(size: Size(width: 0, height: 10)),
      PDFPage(size: Size(width: 100, height: 100), margin: 50),
      PDFPage(size: Size(width: .nan, height: 10)), PDFPage(size: Size(width: 20_000, height: 10)),
    ] {
      #expect(throws: Failure.self) {
        try PDFTests.write(PDFTests.scene(fonts), page: page, fonts: fonts)
      }
    }
  }

  @Test func brokenClustersAreDrawnAndTold() throws {
    let fonts = try FontLibrary(FontSet())
    let shaped = fonts.shape("abc", font: FontRequest(families: ["DejaVu Sans"], size: 20))
    var nodes = shaped.nodes(at: Point(10, 50), paint: .color(.black))
    guard case .text(var text) = nodes[0] else {
      Issue.record("a shaped line is not a text")
      return
    }
    text.clusters[0].byteCount = 7
    nodes[0] = .text(text)
    let scene = Scene(size: Size(width: 100, height: 100), nodes: nodes)
    #expect(try PDFTests.write(scene, fonts: fonts).notes.map(\.code) == ["pdf.clusters"])
  }
}
