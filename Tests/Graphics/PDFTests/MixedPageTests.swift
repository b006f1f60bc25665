// SPDX-License-Identifier: MIT
// Part of Platen: what is seen through, blended, repeated, blurred and switched off on pages.

import Canvas
import Diagnostics
import Drawing
import Foundation
import Geometry
import TestSupport
import Testing
import Text

@testable import PDF

@Suite struct MixedPageTests {
  private static let red = Color(0.8, 0.1, 0.1)
  private static let blue = Color(0.1, 0.2, 0.8)

  private static func disc(_ x: Double, _ y: Double, _ color: Color) -> Node {
    .path(PathNode(Path(circleAt: Point(x, y), radius: 50), fill: Fill(color)))
  }

  private static let discs = [disc(100, 100, red), disc(150, 130, blue)]
  private static let ground = Node.path(
    PathNode(
      Path(rect: Rect(x: 20, y: 20, width: 260, height: 200)), fill: Fill(Color(0.9, 0.85, 0.6))))
  private static let box = Path(rect: Rect(x: 40, y: 40, width: 220, height: 160))
  private static func fading(_ color: Color) -> [GradientStop] {
    [
      GradientStop(0, color.opacity(0)), GradientStop(0.4, color.opacity(0.7)),
      GradientStop(1, color),
    ]
  }

  static let pages: [(String, [Node])] = [
    ("a group seen through", [ground, .group(Group(opacity: 0.5, children: discs))]),
    (
      "one shape seen through",
      [ground, .group(Group(opacity: 0.25, children: [disc(100, 100, blue)]))]
    ),
    (
      "groups in groups seen through",
      [
        ground,
        .group(
          Group(
            transform: AffineMap(a: 1.2, b: 0.1, c: 0, d: 0.9, tx: 10, ty: 5),
            clip: Clip(Path(circleAt: Point(120, 120), radius: 60)), opacity: 0.8,
            children: [.group(Group(opacity: 0.5, children: discs)), disc(90, 150, .black)])),
      ]
    ),
    (
      "an edge that fades",
      [
        ground,
        .path(
          PathNode(
            box,
            fill: Fill(
              .linearGradient(from: Point(40, 0), to: Point(260, 30), stops: fading(blue))))),
      ]
    ),
    (
      "a glow",
      [
        ground,
        .group(
          Group(
            transform: AffineMap(a: 1, b: 0, c: 0.2, d: 1, tx: 0, ty: 0),
            children: [
              .path(
                PathNode(
                  box,
                  fill: Fill(
                    .radialGradient(center: Point(130, 110), radius: 90, stops: fading(red)))))
            ])),
      ]
    ),
    ("a blur", [ground, .group(Group(name: "far", filter: .blur(6), children: discs))]),
    (
      "a shadow, seen through",
      [
        ground,
        .group(
          Group(
            opacity: 0.7,
            filter: .dropShadow(
              blur: 5, offset: Point(8, 6), color: Color(0, 0, 0, alpha: 0.8)),
            children: discs)),
      ]
    ),
  ]

  @Test(.enabled(if: Program.isThere("pdftoppm")), arguments: pages.indices)
  func looksAsPainted(index: Int) throws {
    let (name, nodes) = MixedPageTests.pages[index]
    try PDFContentTests.compare(name, nodes, in: FontLibrary(FontSet()))
  }

  private static let tiles = Paint.pattern(
    tile: Size(width: 8, height: 8), transform: .identity,
    nodes: [
      .path(
        PathNode(Path(rect: Rect(x: 0, y: 0, width: 8, height: 8)), fill: Fill(red))),
      .path(PathNode(Path(rect: Rect(x: 0, y: 0, width: 4, height: 8)), fill: Fill(blue))),
    ])

  /// The paints of letters and lines beside colors.
  static let paints: [(String, Paint)] = [
    (
      "along a line",
      .linearGradient(
        from: Point(40, 0), to: Point(260, 30),
        stops: [GradientStop(0, red), GradientStop(1, blue)])
    ),
    (
      "fading along a line",
      .linearGradient(from: Point(40, 0), to: Point(260, 30), stops: fading(blue))
    ),
    (
      "round a point",
      .radialGradient(
        center: Point(150, 110), radius: 90,
        stops: [GradientStop(0, red), GradientStop(1, .black)])
    ),
    (
      "leaping from color to color",
      .linearGradient(
        from: Point(40, 0), to: Point(260, 0),
        stops: [
          GradientStop(0, red), GradientStop(0.5, red), GradientStop(0.5, blue),
          GradientStop(1, .black),
        ])
    ),
    (
      "one stop",
      .radialGradient(center: Point(150, 110), radius: 9, stops: [GradientStop(0.3, blue)])
    ),
  ]

  private static func shape(with paint: Paint) -> Node {
    .group(
      Group(
        transform: AffineMap(a: 0.9, b: 0.1, c: -0.1, d: 0.9, tx: 20, ty: 10),
        children: [.path(PathNode(box, fill: Fill(paint)))]))
  }

  private static func line(with paint: Paint) -> Node {
    .group(
      Group(
        transform: AffineMap(a: 0.9, b: 0.1, c: -0.1, d: 0.9, tx: 20, ty: 10),
        children: [
          .path(
            PathNode(
              Path(circleAt: Point(150, 110), radius: 70),
              stroke: Stroke(paint, width: 24, dash: [60, 12])))
        ]))
  }

  private static func letters(with paint: Paint, halo: Paint?, in library: FontLibrary) -> [Node] {
    library.shape("Ardenfell", font: FontRequest(families: ["EB Garamond"], size: 52))
      .nodes(at: Point(30, 130), paint: paint).map { node in
        guard case .text(var text) = node, let halo else { return node }
        text.halo = Stroke(halo, width: 8, cap: .round, join: .round)
        return .text(text)
      }
  }

  /// Letters keep their words, whatever they are painted with.
  @Test(.enabled(if: Program.isThere("pdftotext")), arguments: paints.map(\.1) + [tiles])
  func paintedLettersAreText(paint: Paint) throws {
    let library = try FontLibrary(FontSet())
    let nodes = MixedPageTests.letters(with: paint, halo: paint, in: library)
    let file = try PDFContentTests.write(nodes, in: library)
    #expect(try StructureCheck(file).faults == [])
    #expect(try Program("pdftotext").text([], on: file, "-").contains("Ardenfell"))
  }

  /// Shapes, lines, letters and halos of every gradient.
  @Test(.enabled(if: Program.isThere("pdftoppm")), arguments: paints.indices)
  func everyGradientLooksAsPainted(index: Int) throws {
    let library = try FontLibrary(FontSet())
    let (name, paint) = MixedPageTests.paints[index]
    let ground = MixedPageTests.ground
    try PDFContentTests.compare(
      "shape, \(name)", [ground, MixedPageTests.shape(with: paint)], in: library)
    try PDFContentTests.compare(
      "line, \(name)", [ground, MixedPageTests.line(with: paint)], in: library)
    try PDFContentTests.compare(
      "letters, \(name)",
      [ground] + MixedPageTests.letters(with: paint, halo: nil, in: library), in: library)
    try PDFContentTests.compare(
      "halo, \(name)",
      [ground] + MixedPageTests.letters(with: .color(.white), halo: paint, in: library), in: library
    )
  }

  /// A pattern looks as its tiles would in sequence, also in a group within a group.
  @Test(.enabled(if: Program.isThere("pdftoppm"))) func patternsAreTheirTiles() throws {
    let library = try FontLibrary(FontSet())
    // Whole pixels: readers round tiles to them.
    let tile = Size(width: 12, height: 8)
    let map = AffineMap(a: 1.5, b: 0, c: 0, d: 1.5, tx: 7, ty: 3)
    let inTile: [Node] = [
      .path(PathNode(Path(rect: Rect(x: 2, y: 2, width: 4, height: 4)), fill: Fill(.black))),
      .path(
        PathNode(
          Path(rect: Rect(x: 0, y: 6, width: 12, height: 2)), fill: Fill(MixedPageTests.blue))),
    ]
    let tiles = (-20..<40).flatMap { row in
      (-20..<40).map { column in
        Node.group(
          Group(
            transform: .translation(Double(column) * tile.width, Double(row) * tile.height),
            children: inTile))
      }
    }
    func nodes(_ filled: (Path) -> Node) -> [Node] {
      [
        filled(MixedPageTests.box),
        .group(
          Group(
            transform: AffineMap(a: 2, b: 0, c: 0, d: 2, tx: -60, ty: -40), opacity: 0.6,
            children: [
              filled(Path(rect: Rect(x: 60, y: 70, width: 40, height: 50))),
              MixedPageTests.disc(140, 110, MixedPageTests.red),
            ])),
      ]
    }
    func pattern(_ map: AffineMap) -> [Node] {
      let paint = Paint.pattern(tile: tile, transform: map, nodes: inTile)
      return nodes { .path(PathNode($0, fill: Fill(paint))) }
    }
    let oneByOne = nodes {
      .group(Group(clip: Clip($0), children: [.group(Group(transform: map, children: tiles))]))
    }
    let tool = try Program("pdftoppm")
    func picture(_ nodes: [Node]) throws -> [UInt8] {
      try tool.bytes(["-r", "72"], on: PDFContentTests.write(nodes, in: library))
    }
    let expected = try picture(oneByOne)
    func difference(_ map: AffineMap) throws -> Double {
      let far = zip(try picture(pattern(map)), expected).count { abs(Int($0) - Int($1)) > 40 }
      return Double(far) / Double(expected.count)
    }
    // Poppler puts tiles on whole pixels of its own choice.
    #expect(try difference(map) < 0.04)
    #expect(try difference(.translation(0, 6).after(map)) > 0.08)
  }

  /// A pattern lies alike on a page whatever pages were before it, of whatever height.
  @Test(.enabled(if: Program.isThere("pdftoppm"))) func patternsDoNotSlideFromPageToPage() throws {
    let library = try FontLibrary(FontSet())
    let dots = Paint.pattern(
      tile: Size(width: 16, height: 16), transform: .identity,
      nodes: [
        .path(PathNode(Path(rect: Rect(x: 0, y: 0, width: 8, height: 8)), fill: Fill(.black)))
      ])
    func page(_ height: Double) throws -> LaidOutPage {
      let scene = Scene(
        size: Size(width: 200, height: height),
        nodes: [
          .path(
            PathNode(
              Path(rect: Rect(x: 0, y: 0, width: 200, height: height)), fill: Fill(dots)))
        ])
      return LaidOutPage(scene: scene, leaves: [ContentLeaf(nodes: 0..<1, element: 0)])
    }
    func picture(_ heights: [Double]) throws -> [UInt8] {
      var structure = DocumentStructure()
      structure.language = "en"
      structure.elements = [StructureElement(.document, in: nil)]
      let file = try SmallDocument.write(heights.map(page), structure, library).file
      let last = String(heights.count)
      return try Program("pdftoppm").bytes(["-r", "72", "-f", last, "-l", last], on: file)
    }
    #expect(try picture([205, 200]) == picture([200]))
  }

  @Test(
    .enabled(if: Program.isThere("pdftoppm")),
    arguments: [BlendMode.multiply, .screen, .overlay, .softLight])
  func blendsAsPainted(mode: BlendMode) throws {
    let nodes = [
      MixedPageTests.ground,
      .group(Group(opacity: 0.8, blend: mode, children: MixedPageTests.discs)),
    ]
    try PDFContentTests.compare(mode.rawValue, nodes, in: FontLibrary(FontSet()))
  }

  @Test(.enabled(if: Program.isThere("pdftoppm")))
  func halosLieUnderTheirLetters() throws {
    let library = try FontLibrary(FontSet())
    let halo = Stroke(Color(1, 1, 0.9, alpha: 0.6), width: 5, cap: .round, join: .round)
    let nodes = library.shape("Ardenfell", font: FontRequest(families: ["EB Garamond"], size: 40))
      .nodes(at: Point(60, 120), paint: .color(.black)).map { node -> Node in
        guard case .text(var text) = node else { return node }
        text.halo = halo
        return .text(text)
      }
    try PDFContentTests.compare("halo", [MixedPageTests.ground] + nodes, in: library)
  }

  /// A stretch of what cannot be seen is not written: neither shapes nor words.
  @Test func whatIsCutAwayIsNotInTheFile() throws {
    let library = try FontLibrary(FontSet())
    func size(_ reach: Double) throws -> Int {
      var nodes = MixedPageTests.discs
      for i in 0..<500 {
        let y = reach * Double(i + 1)
        nodes.append(MixedPageTests.disc(100, 100 + y, MixedPageTests.red))
        nodes += library.shape("Hidden 🏰", font: FontRequest(families: ["EB Garamond"], size: 9))
          .nodes(at: Point(60, 120 + y), paint: .color(.black))
        nodes.append(
          .image(ImageNode(SampleBook.picture, frame: Rect(x: 60, y: 130 + y, width: 9, height: 9)))
        )
      }
      let scene = Scene(size: Size(width: 300, height: 300), nodes: nodes)
      let page = try PDFPage(size: scene.size).showing(
        Rect(x: 0, y: 0, width: 300, height: 300), of: scene, element: 0)
      var structure = DocumentStructure()
      structure.language = "en"
      structure.elements = [StructureElement(.document, in: nil)]
      var count = 0
      _ = try TaggedPDF.write(
        metadata: PDFMetadata(title: "A page"), fonts: library,
        sink: { count += $0.count }
      ) { emit in
        try emit(page)
        return structure
      }
      return count
    }
    #expect(try size(1000) < 4000)
    #expect(try size(0.3) > 8000)
  }

  /// Pages in gray have no operator, gradient, group or image of another color.
  @Test func grayPagesHaveNoColor() throws {
    let library = try FontLibrary(FontSet())
    let fade = Node.path(
      PathNode(
        Self.box,
        fill: Fill(
          .linearGradient(from: Point(40, 0), to: Point(260, 30), stops: Self.fading(Self.red)))))
    let nodes =
      [Self.ground, fade, .group(Group(opacity: 0.5, children: Self.discs))]
      + [
        .image(
          ImageNode(SampleBook.picture, frame: Rect(x: 60, y: 130, width: 90, height: 90))),
        .path(PathNode(Self.box, stroke: Stroke(Self.blue, width: 2))),
      ]
    let page = LaidOutPage(scene: Scene(size: Size(width: 300, height: 300), nodes: nodes))
    var structure = DocumentStructure()
    structure.language = "en"
    structure.elements = [StructureElement(.document, in: nil)]
    func write(isGray: Bool) throws -> String {
      var file: [UInt8] = []
      _ = try TaggedPDF.write(
        metadata: PDFMetadata(title: "A page"), fonts: library, isGray: isGray,
        sink: { file += $0 }
      ) { emit in
        try emit(page)
        return structure
      }
      return String(decoding: try Repacking.replacing("", "", in: file), as: UTF8.self)
    }
    let colored = try write(isGray: false)
    let gray = try write(isGray: true)
    for mark in ["DeviceRGB", " rg\n", " RG\n"] {
      #expect(colored.contains(mark) && !gray.contains(mark), "\(mark)")
    }
    #expect(gray.contains(" g\n") && gray.contains(" G\n") && gray.contains("/DeviceGray"))
  }

  /// Top groups can be switched off in a reader, and lie in the figure all the same.
  @Test(.enabled(if: Program.isThere("qpdf"))) func layersAreOptionalContent() throws {
    let library = try FontLibrary(FontSet())
    let scene = Scene(
      size: Size(width: 300, height: 300), background: .white,
      nodes: [
        .group(Group(name: "land", children: MixedPageTests.discs)),
        .group(
          Group(
            name: "words",
            children: library.shape("Here", font: FontRequest(families: ["Lato"], size: 20))
              .nodes(at: Point(30, 40), paint: .color(.black)))),
        .group(Group(name: "", children: [MixedPageTests.disc(40, 200, .black)])),
      ])
    let page = try PDFPage(size: scene.size, margin: 10).showing(
      Rect(x: 0, y: 0, width: 300, height: 300), of: scene, element: 0,
      layer: { $0.isEmpty ? nil : "The \($0)" })
    var structure = DocumentStructure()
    structure.language = "en"
    structure.elements = [StructureElement(.document, in: nil)]
    let (file, notes) = try SmallDocument.write([page], structure, library)
    #expect(notes == [])
    #expect(try StructureCheck(file).faults == [])
    let text = try Program("qpdf").text(
      ["--qdf", "--object-streams=disable", "--no-original-object-ids"], on: file, "-")
    #expect(text.components(separatedBy: "/Type /OCG").count == 3)
    #expect(text.contains("(The land)") && text.contains("(The words)"))
    #expect(text.contains("/OC/L0 BDC") && text.contains("/OC/L1 BDC"))
    #expect(text.contains("/OCProperties"))
  }
}
