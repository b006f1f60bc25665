// SPDX-License-Identifier: MIT
// Part of Platen: pages written without Cairo, held against the same pages by Cairo.

import Diagnostics
import Drawing
import Geometry
import Testing
import Text

@testable import Canvas
@testable import PDF

@Suite struct ContentTests {
  static func write(
    _ nodes: [Node], in library: FontLibrary, drawsAll: Bool
  ) throws -> [UInt8] {
    let book = BookMaker(library)
    book.element(.document) { book.element(.paragraph) { book.add(nodes, element: book.current) } }
    book.endPage("1")
    return try book.write(drawsAll: drawsAll).file
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
    (
      "pictures, clear in parts",
      [
        .image(ImageNode(SampleBook.picture, frame: Rect(x: 40, y: 40, width: 160, height: 120))),
        .image(
          ImageNode(
            SampleBook.picture, frame: Rect(x: 210, y: 40, width: 100, height: 120),
            isPixelated: true)),
      ]
    ),
  ]

  @Test(.enabled(if: Inspector.has("pdftoppm")), arguments: shapes.indices)
  func looksAsCairoDrawsIt(index: Int) throws {
    let (name, nodes) = ContentTests.shapes[index]
    try ContentTests.compare(name, nodes, in: FontLibrary(FontSet()))
  }

  /// Coloured glyphs along a curve stand as the curve does.
  @Test(.enabled(if: Inspector.has("pdftoppm")))
  func picturesAmongLettersAreTurned() throws {
    let library = try FontLibrary(FontSet())
    let nodes = library.shape("🏰⚓", font: FontRequest(families: ["Noto Color Emoji"], size: 90))
      .nodes(at: Point(60, 160), paint: .color(.black)).map { node in
        guard case .text(var text) = node else { return node }
        for i in text.glyphs.indices { text.glyphs[i].angle = i == 0 ? 0.7 : -0.5 }
        return .text(text)
      }
    try ContentTests.compare("turned pictures", nodes, in: library)
  }

  /// Both ways to a page look alike.
  static func compare(_ name: String, _ nodes: [Node], in library: FontLibrary) throws {
    let tool = try Inspector("pdftoppm")
    let written = try ContentTests.write(nodes, in: library, drawsAll: false)
    let drawn = try ContentTests.write(nodes, in: library, drawsAll: true)
    #expect(try StructureCheck(written).faults == [])
    let (a, b) = (try tool.bytes(["-r", "72"], written), try tool.bytes(["-r", "72"], drawn))
    #expect(a.count == b.count)
    let far = zip(a, b).count { abs(Int($0) - Int($1)) > 40 }
    // Cairo multiplies pictures by their opacity, which costs dim colours some of their digits.
    #expect(far < a.count / 400, "\(name): \(far) of \(a.count)")
  }

  /// Text in every direction and script, at angles, spread and joined.
  @Test(.enabled(if: Inspector.has("pdftotext")))
  func textReadsAsCairoHasIt() throws {
    let library = try FontLibrary(FontSet())
    var nodes: [Node] = []
    var y = 40.0
    for text in [
      "An efficient office, affluent", "Straße, naïve – “so” …", "שלום עולם", "السلام عليكم",
      "Ἑλλάς и Россия", "漢字", "a\u{A0}b", "Zal\u{301}go\u{308}", "Port 🏰 Royal",
      "f\u{FFFE}i",
    ] {
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
    let tool = try Inspector("pdftotext")
    let written = try ContentTests.write(nodes, in: library, drawsAll: false)
    let drawn = try ContentTests.write(nodes, in: library, drawsAll: true)
    #expect(try StructureCheck(written).faults == [])
    func words(_ file: [UInt8]) throws -> [Substring] {
      try tool.output(["-enc", "UTF-8"], file, "-").split(whereSeparator: \.isWhitespace)
    }
    #expect(try words(written) == words(drawn))
  }

  /// Letters that share a cluster with marks are told one by one, too: not every reader looks at what is
  /// said of the whole.
  @Test(.enabled(if: Inspector.has("mutool")))
  func lettersUnderMarksAreTold() throws {
    let library = try FontLibrary(FontSet())
    let source = "بِسْمِ اللَّهِ الرَّحْمَٰنِ"
    let nodes = library.shape(source, font: FontRequest(families: ["Amiri"], size: 20))
      .nodes(at: Point(40, 80), paint: .color(.black))
    let file = try ContentTests.write(nodes, in: library, drawsAll: false)
    let text = try Inspector("mutool").output(["draw", "-q", "-F", "txt"], file)
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
    let book = BookMaker(library)
    book.element(.document) {
      for number in 1...5 {
        book.element(.paragraph) {
          var nodes = book.shaped("Page number \(number)").nodes(
            at: Point(30, 60), paint: .color(.black))
          if number % 2 == 0 { nodes = nodes.map(ContentTests.shaded) }
          book.add(nodes, element: book.current)
        }
        book.endPage(String(number))
      }
    }
    let spool = MemorySpool()
    let file = try book.write(spool: spool).file
    #expect(spool.count == 0)
    let check = try StructureCheck(file)
    #expect(check.faults == [])
    #expect(check.readingOrder == (0..<5).map { "\($0):0" })
    guard Inspector.has("pdftotext") else { return }
    let text = try Inspector("pdftotext").output(["-enc", "UTF-8"], file, "-")
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
