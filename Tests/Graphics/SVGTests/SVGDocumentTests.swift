// SPDX-License-Identifier: MIT
// Part of Platen: what stands in the file: once what is needed often, names, words, and nothing odd.

import Canvas
import Drawing
import Foundation
import Geometry
import Pixels
import SVG
import TestSupport
import Testing

@Suite struct SVGDocumentTests {
  private let fonts: FontLibrary

  init() throws { fonts = try FontLibrary(FontSet()) }

  private func scene(_ nodes: [Node]) -> Scene {
    Scene(
      size: Size(width: 100, height: 60), background: Color(0.9, 0.9, 0.8), nodes: nodes,
      title: "A & <B>")
  }

  private func words(_ text: String, halo: Stroke? = nil, at origin: Point = Point(5, 30))
    -> [Node]
  {
    PairCase.line(text, "EB Garamond", size: 12, at: origin, fonts, halo: halo)
  }

  // MARK: The head

  @Test func saysWhatItIs() throws {
    let drawn = try Drawn(scene(words("x")), fonts, scale: 2) {
      $0.language = "de"
      $0.description = "Map of \"A\""
    }
    try drawn.expectSound()
    #expect(drawn.count(" version=\"1.1\" width=\"200px\" height=\"120px\"") == 1)
    #expect(drawn.count(" viewBox=\"0 0 200 120\"") == 1)
    #expect(drawn.count(" xml:lang=\"de\"") == 1)
    #expect(drawn.count("<title>A &amp; &lt;B&gt;</title>") == 1)
    #expect(drawn.count("<desc>Map of &quot;A&quot;</desc>") == 1)
    let printed = try Drawn(scene(words("x")), fonts) {
      $0.millimetres = Size(width: 420, height: 297)
      $0.paper = .white
    }
    #expect(printed.count("width=\"420mm\" height=\"297mm\" viewBox=\"0 0 100 60\"") == 1)
    #expect(printed.count("<path fill=\"#fff\" d=\"M0 0h100v60H0z\"/>") == 1)
  }

  @Test func isPlain() throws {
    let all = try PairCase.all.map { try Drawn($0.scene(fonts), fonts).text }.joined()
    for word in [
      "style=", "class=", "var(", "<style", "textPath", "foreignObject", "<script", "http://",
      "https://", "mix-blend-mode", "paint-order", "feDropShadow", " href=", "\u{0}",
    ] {
      let bare = all.replacingOccurrences(
        of: "xmlns[:a-z]*=\"http://[^\"]*\"", with: "", options: .regularExpression)
      #expect(!bare.contains(word), "\(word)")
    }
  }

  /// Hardly visible lengths are written in tenths, unless they have an edge of their own.
  @Test func faintShapesAreSaidInTenths() throws {
    var path = Path()
    path.append(line: [Point(1.23, 4.56), Point(7.89, 1.11), Point(3.33, 8.88)])
    path.close()
    func drawn(_ alpha: Double, stroke: Stroke? = nil) throws -> String {
      let node = PathNode(path, fill: Fill(Color.black.opacity(alpha)), stroke: stroke)
      return try Drawn(scene([.path(node)]), fonts).text
    }
    #expect(try drawn(0.1).contains(" d=\"M1.2 4.6 7.9 1.1 3.3 8.9z\""))
    #expect(try drawn(0.2).contains(" d=\"M1.23 4.56 7.89 1.11 3.33 8.88z\""))
    #expect(try drawn(0.1, stroke: Stroke(.black, width: 1)).contains("M1.23 4.56"))
  }

  // MARK: Layers

  @Test func layersAreNamed() throws {
    let disc = Node.path(PathNode(PairCase.disc, fill: Fill(.black)))
    let drawn = try Drawn(
      scene([
        .group(
          Group(name: "rivers", children: [disc, .group(Group(name: "a", children: [disc]))])),
        .group(Group(name: "rivers", opacity: 0.5, children: [disc])),
        .group(Group(name: "empty")),
        .group(Group(name: "gone", opacity: 0, children: [disc])),
        .group(Group(name: "x\"<&\u{1}", children: [disc])),
        .group(
          Group(
            name: "outside",
            children: [
              .path(PathNode(Path(circleAt: Point(500, 500), radius: 3), fill: Fill(.black)))
            ])),
      ]), fonts)
    try drawn.expectSound()
    #expect(drawn.count("inkscape:groupmode=\"layer\"") == 3)
    #expect(
      drawn.count("<g id=\"rivers\" inkscape:groupmode=\"layer\" inkscape:label=\"Rivers\">") == 1)
    #expect(drawn.count("<g id=\"rivers-a\">") == 1)
    #expect(drawn.count("id=\"rivers-2\"") == 1)
    for gone in ["empty", "gone", "outside"] { #expect(!drawn.text.contains(gone), "\(gone)") }
  }

  // MARK: Once what is needed often

  @Test func eachGlyphIsDrawnOnce() throws {
    let drawn = try Drawn(
      scene(words("abba", halo: PairCase.halo) + words("ab", at: Point(5, 50))), fonts)
    try drawn.expectSound()
    #expect(drawn.count("<path id=\"G") == 2)
    // Four letters once, drawn over their halo as one, and two.
    #expect(drawn.count("xlink:href=\"#G") == 6)
    #expect(drawn.count("xlink:href=\"#W1\"") == 1)
    #expect(drawn.count("<title>abba</title>") == 1)
  }

  @Test func pathsClipsSymbolsAndImagesStandOnce() throws {
    let star = PairCase.star
    let wave = PairCase.wave
    func icon(_ x: Double) -> Node {
      .group(
        Group(
          transform: AffineMap(a: 0.2, b: 0, c: 0, d: 0.2, tx: x, ty: 3),
          children: [.path(PathNode(PairCase.disc, fill: Fill(PairCase.red)))]))
    }
    let clipped = Node.group(
      Group(
        clip: Clip(PairCase.disc),
        children: [.path(PathNode(wave, stroke: Stroke(.black, width: 1)))]))
    let image = Node.image(ImageNode(PairCase.image, frame: PairCase.frame))
    let drawn = try Drawn(
      scene([clipped, clipped, icon(1), icon(20), icon(40), image, image]), fonts)
    try drawn.expectSound()
    #expect(drawn.count("<clipPath") == 1)
    #expect(drawn.count("clip-path=\"url(#C1)\"") == 2)
    #expect(drawn.count("<g id=\"S1\">") == 1)
    #expect(drawn.count("xlink:href=\"#S1\"") == 3)
    #expect(drawn.count("data:image/png") == 1)
    #expect(drawn.count("xlink:href=\"#I1\"") == 2)
    let twice = try Drawn(
      scene([
        .path(PathNode(PairCase.disc, fill: Fill(.black))),
        .path(PathNode(PairCase.disc, stroke: Stroke(.black, width: 1))),
        .path(PathNode(star, fill: Fill(.black))),
      ]), fonts)
    #expect(twice.count("xlink:href=\"#P1\"") == 2)
    // The ground, what is drawn twice, and the star.
    #expect(twice.count("<path") == 3)
    // The same elsewhere is the same, moved; a gradient would be moved with it.
    let moved = PairCase.gear.applying(.translation(3, 2.5))
    let gradient = Paint.linearGradient(
      from: .zero, to: Point(9, 9), stops: [GradientStop(0, .black), GradientStop(1, .white)])
    let shadow = try Drawn(
      scene([
        .path(PathNode(moved, fill: Fill(.black))),
        .path(PathNode(PairCase.gear, fill: Fill(.white))),
        .path(PathNode(moved, fill: Fill(gradient))),
      ]), fonts)
    #expect(shadow.count("<use xlink:href=\"#P1\"/>") == 1)
    #expect(shadow.count("<use fill=\"#fff\" xlink:href=\"#P1\" x=\"-3\" y=\"-2.5\"/>") == 1)
    #expect(shadow.count("<use fill=\"url(#L1)\" xlink:href=\"#P1\"/>") == 1)
  }

  @Test func neighborsShareTheirPaint() throws {
    let drawn = try Drawn(
      scene(
        (0..<50).map { i in
          .path(
            PathNode(
              Path(rect: Rect(x: Double(i), y: 0, width: 1, height: 1)), fill: Fill(PairCase.red)))
        }), fonts)
    #expect(drawn.count("fill=\"#b31a1a\"") == 1)
  }

  // MARK: Letters as text

  @Test func lettersMayBeText() throws {
    let halo = Stroke(.white, width: 2)
    let nodes =
      words("Ab c", halo: halo) + PairCase.turned(words("River", at: Point(5, 50)), by: 0.1)
      + PairCase.line("אבג", "Noto Serif Hebrew", size: 12, at: Point(50, 30), fonts)
    let drawn = try Drawn(scene(nodes), fonts) { $0.letters = .text }
    try drawn.expectSound()
    #expect(drawn.count("<path id=\"G") == 0)
    #expect(drawn.count(">Ab c</text>") == 1)
    #expect(drawn.count(",serif\"") >= 2)
    #expect(drawn.count("font-size=\"12\"") >= 2)
    let places = try #require(drawn.text.firstMatch(of: /<text x="([^"]*)" y="30">Ab c/))
    #expect(places.1.split(separator: " ").count == 4)
    // A turned word is one of its own letters, with the whole of it to be read.
    #expect(drawn.count("<title>River</title>") == 1)
    #expect(drawn.count("rotate(") == 5)
    #expect(drawn.count(">אבג</text>") == 1)
  }

  // MARK: Odd things

  @Test func emptyScenesAreFiles() throws {
    let drawn = try Drawn(Scene(size: Size(width: 10, height: 10)), fonts)
    try drawn.expectSound()
    #expect(!drawn.hasDrawn)
    #expect(drawn.count("<defs>") == 0)
    #expect(try Drawn(scene(words("x")), fonts).hasDrawn)
  }

  static let oddNumbers: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 0, -1, 1e9, .leastNonzeroMagnitude,
  ]

  @Test(arguments: oddNumbers) func oddNumbersAreHarmless(_ odd: Double) throws {
    var path = Path()
    path.move(to: Point(odd, 3))
    path.curve(to: Point(20, odd), Point(odd, odd), Point(3, 3))
    path.close()
    let disc = Node.path(PathNode(PairCase.disc, fill: Fill(PairCase.red)))
    let stops = [GradientStop(odd, Color(odd, odd, odd, alpha: odd)), GradientStop(1, .black)]
    var letters = words("odd", halo: Stroke(.white, width: odd))
    if case .text(var text) = letters[0] {
      text.glyphs[1].position.x = odd
      letters.append(.text(text))
      text.glyphs[1] = Glyph(id: 70_000, position: .zero, angle: odd)
      letters.append(.text(text))
      text.font.size = odd
      letters.append(.text(text))
    }
    let maps = [
      AffineMap(a: odd, b: 0, c: 0, d: odd, tx: 0, ty: 0), .translation(odd, odd),
      AffineMap(a: 1, b: odd, c: odd, d: 1, tx: 0, ty: 0),
    ]
    let nodes: [Node] =
      [
        .group(Group(blend: .multiply, children: [disc])),
        .path(PathNode(path, fill: Fill(.black), stroke: Stroke(.black, width: odd))),
        .path(PathNode(PairCase.wave, stroke: Stroke(.black, width: odd, dash: [odd, 2]))),
        .path(
          PathNode(
            PairCase.wave, stroke: Stroke(.color(.black), width: 1, dash: [2], dashOffset: odd))),
        .path(
          PathNode(
            PairCase.disc,
            fill: Fill(.linearGradient(from: Point(odd, 0), to: Point(9, 9), stops: stops)))),
        .path(
          PathNode(
            PairCase.disc,
            fill: Fill(.radialGradient(center: Point(odd, 0), radius: odd, stops: stops)))),
        .image(ImageNode(PairCase.image, frame: Rect(x: odd, y: 0, width: odd, height: 3))),
        .group(Group(opacity: odd, children: [disc])),
        .group(Group(clip: Clip(path), children: [disc])),
        .group(Group(filter: .blur(odd), children: [disc])),
        .group(
          Group(
            filter: .dropShadow(blur: odd, offset: Point(odd, 0), color: .black), children: [disc])
        ),
      ] + letters + maps.map { .group(Group(transform: $0, children: [disc])) }
      + maps.map {
        .path(
          PathNode(
            PairCase.disc,
            fill: Fill(
              .pattern(tile: Size(width: odd, height: 4), transform: $0, nodes: [disc]))))
      }
    for letters in SVGDocument.TextMode.allCases {
      try Drawn(scene(nodes), fonts) { $0.letters = letters }.expectSound()
    }
  }

  @Test func sizesThatCannotBeAreRefused() {
    for size in [
      Size(width: 0, height: 1), Size(width: 1, height: .nan), Size(width: 1e9, height: 1),
    ] {
      #expect(throws: (any Error).self) {
        try Drawn(scene([]), fonts) { $0.size = size }
      }
    }
    #expect(throws: (any Error).self) {
      try Drawn(scene([]), fonts, window: Rect(x: 0, y: 0, width: .nan, height: 1)) {
        $0.size = Size(width: 1, height: 1)
      }
    }
  }

  @Test func deepGroupsAreWritten() throws {
    var node = Node.path(PathNode(PairCase.disc, fill: Fill(PairCase.red)))
    for _ in 0..<200 { node = .group(Group(opacity: 0.99, children: [node])) }
    try Drawn(scene([node]), fonts).expectSound()
  }

  // MARK: On the way out

  @Test func leavesInPieces() throws {
    var random = Alea(seed: "pieces")
    let nodes = (0..<20_000).map { i -> Node in
      var path = Path()
      path.append(ring: (0..<5).map { _ in Point(random.next() * 100, random.next() * 60) })
      let shade = Double(i % 7) / 7
      return .path(PathNode(path, fill: Fill(Color(shade, shade, shade))))
    }
    let drawn = try Drawn(scene(nodes), fonts)
    try drawn.expectSound()
    #expect(drawn.bytes.count > 1 << 20)
    #expect(drawn.chunks.allSatisfy { $0 < 80 << 10 })
  }

  @Test func isTheSameEachTime() throws {
    for pair in PairCase.all {
      let first = try Drawn(pair.scene(fonts), fonts).bytes
      let other = try FontLibrary(FontSet())
      _ = other.shape("zzz", font: FontRequest(families: ["EB Garamond"], size: 9))
      #expect(try Drawn(pair.scene(other), other).bytes == first, "\(pair.name)")
    }
  }

  @Test func oneImageInTwoKindsIsTwo() throws {
    func image(isPixelated: Bool) -> Node {
      .image(ImageNode(PairCase.image, frame: PairCase.frame, isPixelated: isPixelated))
    }
    let drawn = try Drawn(
      scene([image(isPixelated: true), image(isPixelated: false), image(isPixelated: false)]),
      fonts)
    try drawn.expectSound()
    #expect(drawn.count("data:image/png") == 2)
    #expect(drawn.count("image-rendering") == 1)
  }

  @Test func whatCannotMixSaysSo() throws {
    let disc = Node.path(PathNode(PairCase.disc, fill: Fill(PairCase.blue)))
    let drawn = try Drawn(
      scene([disc, .group(Group(name: "mixed", blend: .multiply, children: [disc]))]), fonts)
    try drawn.expectSound()
    #expect(drawn.notes == ["svg.blend"])
    #expect(drawn.count("<g id=\"mixed\"") == 1)
  }

  @Test func nothingOutsideTheWindowIsWritten() throws {
    let near = Node.path(PathNode(Path(circleAt: Point(10, 10), radius: 5), fill: Fill(.black)))
    let far = Node.path(PathNode(Path(circleAt: Point(90, 50), radius: 5), fill: Fill(.black)))
    let drawn = try Drawn(
      scene([near, far] + words("secret", at: Point(60, 50))), fonts,
      window: Rect(x: 0, y: 0, width: 20, height: 20))
    try drawn.expectSound()
    // The ground, and what is near.
    #expect(drawn.count("<path") == 2)
    #expect(!drawn.text.contains("secret"))
    let limited = try Drawn(
      scene([.group(Group(name: "a", children: [near, far]))]), fonts,
      within: Rect(x: 0, y: 0, width: 50, height: 60))
    try limited.expectSound()
    #expect(limited.count("<g clip-path=\"url(#C1)\" id=\"sheet\"") == 1)
  }
}
