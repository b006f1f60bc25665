// SPDX-License-Identifier: MIT
// Part of Platen: pages of a PDF, held against the same pages as pictures.

import Diagnostics
import Drawing
import Geometry
import Pixels
import TestSupport
import Testing
import Text

@testable import Canvas
@testable import PDF

@Suite struct PDFContentTests {
  static func book(_ nodes: [Node], in library: FontLibrary) -> SampleBookMaker {
    let book = SampleBookMaker(library)
    book.element(.document) { book.element(.paragraph) { book.add(nodes, element: book.current) } }
    book.endPage("1")
    return book
  }

  static func write(_ nodes: [Node], in library: FontLibrary) throws -> [UInt8] {
    try book(nodes, in: library).write().file
  }

  private static let triangle = Path(ring: [Point(40, 40), Point(140, 60), Point(80, 150)])

  /// One of each thing a page may have.
  static let shapes: [(String, [Node])] = [
    ("a filled shape", [.path(PathNode(triangle, fill: Fill(Color(0.2, 0.4, 0.8))))]),
    (
      "a ring by even and odd",
      [
        .path(
          PathNode(
            {
              var path = Path(circleAt: Point(100, 100), radius: 60)
              path.append(Path(circleAt: Point(100, 100), radius: 30))
              return path
            }(), fill: Fill(.black, rule: .evenOdd)))
      ]
    ),
    (
      "fill and stroke",
      [
        .path(
          PathNode(
            triangle, fill: Fill(Color(0.9, 0.8, 0.5)),
            stroke: Stroke(.black, width: 6, cap: .round, join: .round)))
      ]
    ),
    (
      "a dashed line",
      [
        .path(
          PathNode(
            Path(rect: Rect(x: 40, y: 40, width: 200, height: 90)),
            stroke: Stroke(.black, width: 4, dash: [12, 5], join: .bevel)))
      ]
    ),
    (
      "what is seen through",
      [
        .path(PathNode(triangle, fill: Fill(Color(1, 0, 0, alpha: 0.5)))),
        .path(
          PathNode(
            Path(rect: Rect(x: 60, y: 50, width: 90, height: 60)),
            fill: Fill(Color(0, 0, 1, alpha: 0.25)), stroke: Stroke(.black, width: 3))),
      ]
    ),
    (
      "a gradient along a line",
      [
        .path(
          PathNode(
            Path(rect: Rect(x: 30, y: 30, width: 200, height: 160)),
            fill: Fill(
              .linearGradient(
                from: Point(60, 60), to: Point(180, 140),
                stops: [
                  GradientStop(0.1, .white), GradientStop(0.5, Color(0.9, 0.5, 0.1)),
                  GradientStop(0.9, .black),
                ]))))
      ]
    ),
    (
      "a gradient round a point",
      [
        .path(
          PathNode(
            Path(circleAt: Point(120, 120), radius: 90),
            fill: Fill(
              .radialGradient(
                center: Point(120, 120), radius: 80,
                stops: [GradientStop(0, .white), GradientStop(1, Color(0.1, 0.2, 0.6))]))))
      ]
    ),
    (
      "groups in groups, turned and cut",
      [
        .group(
          Group(
            transform: AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 120, ty: -20),
            clip: Clip(Path(circleAt: Point(100, 100), radius: 60)),
            children: [
              .group(
                Group(
                  transform: AffineMap(a: 20, b: 0, c: 0, d: 15, tx: 30, ty: 40),
                  children: [
                    .path(
                      PathNode(
                        Path(rect: Rect(x: 0.25, y: 0.5, width: 6.125, height: 7)),
                        fill: Fill(Color(0.1, 0.6, 0.3))))
                  ])),
              .path(PathNode(triangle, stroke: Stroke(.black, width: 5))),
            ]))
      ]
    ),
  ]

  @Test(.enabled(if: Program.isThere("pdftoppm")), arguments: shapes.indices)
  func looksAsPainted(index: Int) throws {
    let (name, nodes) = PDFContentTests.shapes[index]
    try PDFContentTests.compare(name, nodes, in: FontLibrary(FontSet()))
  }

  /// Pictures that are made larger, which Poppler smooths in its own way.
  @Test(.enabled(if: Program.isThere("pdftoppm"))) func picturesLookAsPainted() throws {
    let nodes: [Node] = [
      .image(ImageNode(SampleBook.picture, frame: Rect(x: 40, y: 40, width: 160, height: 120))),
      .image(
        ImageNode(
          SampleBook.picture, frame: Rect(x: 210, y: 40, width: 100, height: 120),
          isPixelated: true)),
    ]
    let library = try FontLibrary(FontSet())
    try PDFContentTests.compare("pictures", PDFContentTests.book(nodes, in: library), share: 150)
  }

  /// Colored glyphs along a curve stand as the curve does.
  @Test(.enabled(if: Program.isThere("pdftoppm")))
  func picturesAmongLettersAreTurned() throws {
    let library = try FontLibrary(FontSet())
    let nodes = library.shape("🏰⚓", font: FontRequest(families: ["Noto Color Emoji"], size: 90))
      .nodes(at: Point(60, 160), paint: .color(.black)).map { node in
        guard case .text(var text) = node else { return node }
        for i in text.glyphs.indices { text.glyphs[i].angle = i == 0 ? 0.7 : -0.5 }
        return .text(text)
      }
    try PDFContentTests.compare("turned pictures", nodes, in: library)
  }

  static func compare(_ name: String, _ nodes: [Node], in library: FontLibrary) throws {
    try compare(name, book(nodes, in: library))
  }

  /// Poppler shows of each page what Cairo paints of its scene.
  ///
  /// Both are painted four times as large and made smaller, so that their edges are alike.
  ///
  /// - Parameter share: Of how many values of pixels one may differ.
  static func compare(_ name: String, _ book: SampleBookMaker, share: Int = 400) throws {
    let file = try book.write().file
    #expect(try StructureCheck(file).faults == [])
    for (index, page) in book.pages.enumerated() {
      let number = String(index + 1)
      let shown = try Program("pdftoppm").bytes(
        ["-r", "288", "-f", number, "-l", number], on: file)
      var scene = page.scene
      scene.background = .white
      let (width, height) = (Int(scene.size.width), Int(scene.size.height))
      let painted = try ImageCanvas.bitmap(
        of: scene, width: 4 * width, height: 4 * height, fonts: book.fonts)
      let header = Array("P6\n\(4 * width) \(4 * height)\n255\n".utf8)
      try #require(shown.starts(with: header))
      var far = 0
      for y in 0..<height {
        for x in 0..<width {
          for channel in 0..<3 {
            var (a, b) = (0, 0)
            for row in 4 * y..<4 * y + 4 {
              for column in 4 * x..<4 * x + 4 {
                let pixel = row * 4 * width + column
                a += Int(shown[header.count + pixel * 3 + channel])
                b += Int(painted.rgba[pixel * 4 + channel])
              }
            }
            if abs(a - b) > 40 * 16 { far += 1 }
          }
        }
      }
      #expect(far < width * height * 3 / share, "\(name), page \(number): \(far) differ")
    }
  }

  /// Text in every direction and script, at angles, spread and joined.
  @Test(.enabled(if: Program.isThere("pdftotext")))
  func textReadsAsWritten() throws {
    let library = try FontLibrary(FontSet())
    var nodes: [Node] = []
    var y = 40.0
    let texts = [
      "An efficient office, affluent", "Straße, naïve – “so” …", "שלום עולם", "السلام عليكم",
      "Ἑλλάς и Россия", "漢字", "a\u{A0}b", "Zal\u{301}go\u{308}", "Port 🏰 Royal",
      "f\u{FFFE}i",
    ]
    for text in texts {
      nodes += library.shape(text, font: FontRequest(families: ["EB Garamond"], size: 12))
        .nodes(at: Point(40, y), paint: .color(.black))
      y += 24
    }
    nodes += library.shape(
      "SPREAD", font: FontRequest(families: ["EB Garamond"], size: 12, letterSpacing: 0.4)
    ).nodes(at: Point(40, y), paint: .color(.black))
    nodes += library.shape("turned", font: FontRequest(families: ["EB Garamond"], size: 12))
      .nodes(at: Point(200, 200), paint: .color(.black)).map { node in
        guard case .text(var text) = node else { return node }
        for i in text.glyphs.indices {
          text.glyphs[i].angle = 0.5
          text.glyphs[i].position.y += Double(i) * 3
        }
        return .text(text)
      }
    let file = try PDFContentTests.write(nodes, in: library)
    #expect(try StructureCheck(file).faults == [])
    let marks: Set<Unicode.Scalar> = ["\u{202A}", "\u{202B}", "\u{202C}", "\u{200E}", "\u{200F}"]
    let output = try Program("pdftotext").text(["-enc", "UTF-8"], on: file, "-")
    let words = String(
      String.UnicodeScalarView(output.unicodeScalars.filter { !marks.contains($0) })
    )
    .split(whereSeparator: \.isWhitespace)
    let expected = (texts + ["SPREAD", "turned", "– 1 –"]).flatMap {
      $0.replacing("\u{FFFE}", with: "\u{FFFD}").split(whereSeparator: \.isWhitespace)
    }
    // Whether single signs stand apart from each other is for a reader to say.
    for word in expected where word.count > 1 { #expect(words.contains(word), "\(word)") }
  }

  /// The description of an image's blank glyph does not become the meaning of all blanks.
  @Test(.enabled(if: Program.isThere("pdftotext"))) func blanksStayBlanks() throws {
    let library = try FontLibrary(FontSet())
    let fonts = [("⚓\u{FE0F}", "Noto Color Emoji", 40.0), ("one two three", "EB Garamond", 80.0)]
    let nodes = fonts.flatMap { text, family, y in
      library.shape(text, font: FontRequest(families: [family], size: 12))
        .nodes(at: Point(40, y), paint: .color(.black))
    }
    let file = try PDFContentTests.write(nodes, in: library)
    let text = try Program("pdftotext").text(["-enc", "UTF-8"], on: file, "-")
    #expect(text.contains("one two three"), "\(text)")
    #expect(text.unicodeScalars.count { $0 == "⚓" } == 1, "\(text)")
    let plain = String(decoding: try Repacking.replacing("", "", in: file), as: UTF8.self)
    // The anchor alone needs words of its own.
    #expect(plain.split(separator: "/ActualText").count == 2)
  }

  /// Letters that share a cluster with marks are described singly as well: some readers ignore the
  /// description of the whole.
  @Test(.enabled(if: Program.isThere("mutool")))
  func lettersUnderMarksAreTold() throws {
    let library = try FontLibrary(FontSet())
    let source = "بِسْمِ اللَّهِ الرَّحْمَٰنِ"
    let nodes = library.shape(source, font: FontRequest(families: ["Amiri"], size: 20))
      .nodes(at: Point(40, 80), paint: .color(.black))
    let file = try PDFContentTests.write(nodes, in: library)
    let text = try Program("mutool").text(["draw", "-q", "-F", "txt"], on: file)
    func sorted(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { (0x0621...0x0670).contains($0.value) }.sorted()
    }
    #expect(!text.contains("\u{FFFD}"), "\(text)")
    #expect(sorted(text) == sorted(source), "\(text)")
  }

  /// Letters of a gradient.
  private static func shaded(_ node: Node) -> Node {
    guard case .text(var text) = node else { return node }
    text.paint = .linearGradient(
      from: Point(0, 0), to: Point(200, 0),
      stops: [GradientStop(0, .black), GradientStop(1, Color(0.5, 0, 0))])
    return .text(text)
  }

  /// Pages of shaded letters are content like all others: nothing is drawn apart.
  @Test func shadedLettersAreContent() throws {
    let library = try FontLibrary(FontSet())
    let book = SampleBookMaker(library)
    book.element(.document) {
      for number in 1...5 {
        book.element(.paragraph) {
          var nodes = book.shaped("Page number \(number)").nodes(
            at: Point(30, 60), paint: .color(.black))
          if number % 2 == 0 { nodes = nodes.map(PDFContentTests.shaded) }
          book.add(nodes, element: book.current)
        }
        book.endPage(String(number))
      }
    }
    let file = try book.write().file
    let check = try StructureCheck(file)
    #expect(check.faults == [])
    #expect(check.readingOrder == (0..<5).map { "\($0):0" })
    guard Program.isThere("pdftotext") else { return }
    let text = try Program("pdftotext").text(["-enc", "UTF-8"], on: file, "-")
    let numbers = text.split { $0 == "\n" || $0 == "\u{0C}" }.filter { $0.hasPrefix("Page number") }
    #expect(numbers == (1...5).map { "Page number \($0)" })
  }

  @Test func numbersInParts() {
    func text(_ value: Double, _ digits: Int) -> String {
      var bytes: [UInt8] = []
      bytes.put(value, digits: digits)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(text(1.5, 3) == "1.5")
    #expect(text(-0.0004, 3) == "0")
    #expect(text(-0.0004, 4) == "-0.0004")
    #expect(text(1_234_567.25, 3) == "1234567.25")
    #expect(text(.nan, 3) == "0")
    #expect(text(.infinity, 3) == "0")
    #expect(text(1e300, 6) == "1000000")
  }
}
