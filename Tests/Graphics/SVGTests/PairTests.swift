// SPDX-License-Identifier: MIT
// Part of Platen: each kind of node and paint as our painter paints it and as librsvg draws its SVG.

import Canvas
import Drawing
import Geometry
import Libc
import Pixels
import SVG
import Testing

/// A scene with a name, and how far the two pictures of it may be apart.
struct PairCase: Sendable, CustomTestStringConvertible {
  var name: String
  /// Levels on average, and hundredths of all pixels that are far off.
  var mean = 0.6
  var far = 0.05
  var nodes: @Sendable (FontLibrary) -> [Node]

  var testDescription: String { name }

  func scene(_ fonts: FontLibrary) -> Scene {
    Scene(
      size: Size(width: 100, height: 60), background: Color(0.96, 0.92, 0.82),
      nodes: nodes(fonts), title: name)
  }
}

@Suite struct PairTests {
  @Test(arguments: PairCase.all) func looksTheSame(_ pair: PairCase) throws {
    let fonts = try FontLibrary(FontSet())
    let scene = pair.scene(fonts)
    try Drawn(scene, fonts).expectSound()
    let apart = try Apart(scene, fonts)
    #expect(apart.mean <= pair.mean && apart.far <= pair.far, "\(apart)")
    // Something is there to be compared.
    var empty = scene
    empty.nodes = []
    let (width, height) = (400, 240)
    let without = try ImageCanvas.bitmap(of: empty, width: width, height: height, fonts: fonts)
    let with = try ImageCanvas.bitmap(of: scene, width: width, height: height, fonts: fonts)
    #expect(Apart(without, with).mean > 2 * max(apart.mean, 0.05))
  }
}

extension PairCase {
  static let ink = Color(0.15, 0.1, 0.05)
  static let red = Color(0.7, 0.1, 0.1)
  static let blue = Color(0.2, 0.4, 0.8, alpha: 0.6)

  static let star: Path = {
    var path = Path()
    path.append(ring: [
      Point(50, 5), Point(65, 55), Point(20, 22), Point(80, 22), Point(35, 55),
    ])
    return path
  }()

  static let wave: Path = {
    var path = Path()
    path.move(to: Point(8, 30))
    path.curve(to: Point(50, 30), Point(20, 0), Point(38, 0))
    path.curve(to: Point(92, 30), Point(62, 60), Point(80, 60))
    return path
  }()

  /// More corners than are stated, as fast as named.
  static let gear = Path(
    ring: (0..<24).map { i in
      let r = i % 2 == 0 ? 26.0 : 18
      return Point(50 + r * cos(Double(i) * .pi / 12), 30 + r * sin(Double(i) * .pi / 12))
    })

  static let disc = Path(circleAt: Point(50, 30), radius: 22)

  static func line(
    _ text: String, _ family: String, size: Double, at origin: Point, _ fonts: FontLibrary,
    paint: Paint = .color(ink), halo: Stroke? = nil, spacing: Double = 0
  ) -> [Node] {
    fonts.shape(
      text, font: FontRequest(families: [family], size: size, letterSpacing: spacing)
    ).nodes(at: origin, paint: paint, halo: halo)
  }

  /// Every letter turned by another angle, as along a river.
  static func turned(_ nodes: [Node], by step: Double) -> [Node] {
    nodes.map { node in
      guard case .text(var text) = node else { return node }
      for i in text.glyphs.indices {
        text.glyphs[i].angle = step * (Double(i) - 3)
        text.glyphs[i].position.y += 1.5 * step * Double(i * i)
      }
      return .text(text)
    }
  }

  static let image: RasterImage = {
    var rgba: [UInt8] = []
    for y in 0..<12 {
      for x in 0..<20 {
        rgba += [UInt8(x * 12), UInt8(y * 20), 90, (x + y) % 5 == 0 ? 0 : 255]
      }
    }
    return RasterImage(width: 20, height: 12, rgba: rgba)
  }()

  static let halo = Stroke(Color(1, 1, 1, alpha: 0.7), width: 3, join: .round)
  static let frame = Rect(x: 10, y: 10, width: 80, height: 40)

  static let all: [PairCase] = shapes + strokes + paints + groups + words + images

  static let shapes: [PairCase] = [
    PairCase(name: "fill") { _ in [.path(PathNode(disc, fill: Fill(red)))] },
    PairCase(name: "fill-black") { _ in [.path(PathNode(disc, fill: Fill(.black)))] },
    PairCase(name: "fill-faint") { _ in [.path(PathNode(disc, fill: Fill(blue)))] },
    PairCase(name: "fill-nonzero") { _ in [.path(PathNode(star, fill: Fill(red)))] },
    PairCase(name: "fill-evenodd") { _ in
      [.path(PathNode(star, fill: Fill(red, rule: .evenOdd)))]
    },
    PairCase(name: "fill-and-stroke") { _ in
      [.path(PathNode(disc, fill: Fill(red), stroke: Stroke(blue, width: 4)))]
    },
    PairCase(name: "alike-neighbors") { _ in
      (0..<6).map { i in
        .path(
          PathNode(
            Path(circleAt: Point(10 + Double(i) * 16, 30), radius: 9), fill: Fill(blue),
            stroke: Stroke(ink, width: 1)))
      }
    },
    PairCase(name: "shadowed") { _ in
      [
        .path(PathNode(gear.applying(.translation(1.5, 2)), fill: Fill(ink.opacity(0.4)))),
        .path(PathNode(gear, fill: Fill(red))),
        .group(
          Group(
            clip: Clip(gear.applying(.translation(3, 4))),
            children: [.path(PathNode(disc, fill: Fill(blue)))])),
      ]
    },
    PairCase(name: "shared") { _ in
      [
        .path(PathNode(gear, fill: Fill(blue, rule: .evenOdd))),
        .path(PathNode(gear, stroke: Stroke(ink, width: 1))),
        .group(
          Group(
            clip: Clip(gear, rule: .evenOdd),
            children: [.path(PathNode(disc, fill: Fill(red)))])),
      ]
    },
  ]

  static let strokes: [PairCase] = [
    PairCase(name: "stroke") { _ in [.path(PathNode(wave, stroke: Stroke(ink, width: 3)))] },
    PairCase(name: "stroke-one") { _ in [.path(PathNode(wave, stroke: Stroke(ink, width: 0.25)))] },
    PairCase(name: "stroke-faint") { _ in
      [.path(PathNode(wave, stroke: Stroke(blue, width: 8, cap: .round)))]
    },
    PairCase(name: "stroke-black") { _ in
      [.path(PathNode(wave, stroke: Stroke(.black, width: 2, cap: .square)))]
    },
    PairCase(name: "stroke-round") { _ in
      [.path(PathNode(star, stroke: Stroke(ink, width: 4, join: .round)))]
    },
    PairCase(name: "stroke-bevel") { _ in
      [.path(PathNode(star, stroke: Stroke(ink, width: 4, join: .bevel)))]
    },
    PairCase(name: "stroke-miter") { _ in
      [.path(PathNode(star, stroke: Stroke(ink, width: 4)))]
    },
    PairCase(name: "stroke-dashed") { _ in
      [
        .path(
          PathNode(
            wave,
            stroke: Stroke(.color(ink), width: 2, dash: [6, 3, 1, 3], dashOffset: -2)))
      ]
    },
    PairCase(name: "stroke-dots", mean: 0.9, far: 0.4) { _ in
      [.path(PathNode(wave, stroke: Stroke(ink, width: 2, dash: [0, 4], cap: .round)))]
    },
    PairCase(name: "stroke-odd-dash") { _ in
      [.path(PathNode(wave, stroke: Stroke(ink, width: 4, dash: [5])))]
    },
  ]

  static let stops = [
    GradientStop(0, red), GradientStop(0.4, Color(1, 0.9, 0.3)), GradientStop(1, ink),
  ]
  static let fading = [GradientStop(0, red), GradientStop(1, red.opacity(0))]

  static func hatching(_ map: AffineMap) -> Paint {
    var path = Path()
    path.append(line: [Point(0, 2), Point(4, 2)])
    return .pattern(
      tile: Size(width: 4, height: 4), transform: map,
      nodes: [.path(PathNode(path, stroke: Stroke(ink, width: 1)))])
  }

  static let paints: [PairCase] = [
    PairCase(name: "linear", mean: 0.8) { _ in
      [
        .path(
          PathNode(
            disc,
            fill: Fill(.linearGradient(from: Point(30, 10), to: Point(60, 50), stops: stops))))
      ]
    },
    PairCase(name: "linear-fading", mean: 0.8) { _ in
      [
        .path(
          PathNode(
            disc,
            fill: Fill(.linearGradient(from: Point(30, 30), to: Point(70, 30), stops: fading))))
      ]
    },
    PairCase(name: "radial", mean: 0.8) { _ in
      [
        .path(
          PathNode(
            star, fill: Fill(.radialGradient(center: Point(50, 30), radius: 25, stops: stops))))
      ]
    },
    PairCase(name: "stroke-gradient", mean: 0.8) { _ in
      [
        .path(
          PathNode(
            wave,
            stroke: Stroke(
              .linearGradient(from: Point(8, 0), to: Point(92, 0), stops: stops), width: 6)))
      ]
    },
    PairCase(name: "pattern", mean: 1) { _ in
      [.path(PathNode(disc, fill: Fill(hatching(.identity))))]
    },
    PairCase(name: "pattern-turned", mean: 2, far: 0.5) { _ in
      [.path(PathNode(disc, fill: Fill(hatching(.rotation(cosine: 0.8, sine: 0.6)))))]
    },
    PairCase(name: "pattern-of-images", mean: 2, far: 1) { _ in
      [
        .path(
          PathNode(
            disc,
            fill: Fill(
              .pattern(
                tile: Size(width: 20, height: 12), transform: .translation(3, 2),
                nodes: [
                  .image(ImageNode(image, frame: Rect(x: 0, y: 0, width: 20, height: 12)))
                ]))))
      ]
    },
  ]

  static let groups: [PairCase] = [
    PairCase(name: "moved") { _ in
      [
        .group(
          Group(
            transform: AffineMap(a: 0.5, b: 0, c: 0, d: 0.5, tx: 25, ty: 15),
            children: [.path(PathNode(star, fill: Fill(red), stroke: Stroke(ink, width: 2)))]))
      ]
    },
    PairCase(name: "turned") { _ in
      [
        .group(
          Group(
            transform: AffineMap(a: 0.6, b: 0.3, c: -0.3, d: 0.6, tx: 30, ty: 0),
            clip: Clip(disc),
            children: [.path(PathNode(star, fill: Fill(red), stroke: Stroke(ink, width: 2)))]))
      ]
    },
    // Cairo samples edges at fifteen heights, where ours are exact.
    PairCase(name: "stretched", far: 0.25) { _ in
      [
        .group(
          Group(
            transform: AffineMap(a: 0.9, b: 0, c: 0.2, d: 0.4, tx: 0, ty: 15),
            children: [.path(PathNode(star, fill: Fill(red), stroke: Stroke(ink, width: 4)))]))
      ]
    },
    PairCase(name: "clipped") { _ in
      [
        .group(
          Group(
            name: "clipped", clip: Clip(star, rule: .evenOdd),
            children: [.path(PathNode(Path(rect: frame), fill: Fill(red)))]))
      ]
    },
    PairCase(name: "clipped-in-clipped") { _ in
      [
        .group(
          Group(
            clip: Clip(disc),
            children: [
              .group(
                Group(
                  clip: Clip(star), opacity: 0.7,
                  children: [.path(PathNode(Path(rect: frame), fill: Fill(red)))]))
            ]))
      ]
    },
    PairCase(name: "faint") { _ in
      [
        .group(
          Group(
            opacity: 0.4,
            children: [
              .path(PathNode(disc, fill: Fill(red))), .path(PathNode(star, fill: Fill(ink))),
            ]))
      ]
    },
    PairCase(name: "blur", mean: 1) { _ in
      [.group(Group(filter: .blur(3), children: [.path(PathNode(disc, fill: Fill(red)))]))]
    },
    PairCase(name: "shadow", mean: 1, far: 0.2) { _ in
      [
        .group(
          Group(
            filter: .dropShadow(blur: 1.5, offset: Point(2, 3), color: ink.opacity(0.7)),
            children: [.path(PathNode(disc, fill: Fill(red)))]))
      ]
    },
    PairCase(name: "shadow-sharp", mean: 1, far: 0.2) { _ in
      [
        .group(
          Group(
            filter: .dropShadow(blur: 0, offset: Point(2, 3), color: ink),
            children: [.path(PathNode(disc, fill: Fill(red)))]))
      ]
    },
    PairCase(name: "symbols") { _ in
      (0..<5).map { i in
        let k = 0.1 + 0.04 * Double(i)
        return .group(
          Group(
            transform: AffineMap(a: k, b: 0, c: 0, d: k, tx: Double(i) * 18, ty: 20),
            children: [
              .path(PathNode(star, fill: Fill(red), stroke: Stroke(ink, width: 3))),
              .path(PathNode(disc, fill: Fill(blue))),
            ]))
      }
    },
  ]

  static let words: [PairCase] = [
    PairCase(name: "letters", mean: 0.8) {
      line("Affine flow", "EB Garamond", size: 18, at: Point(5, 35), $0)
    },
    PairCase(name: "letters-sans", mean: 0.8) {
      line("Ärger 123", "Noto Sans", size: 16, at: Point(5, 35), $0)
    },
    PairCase(name: "letters-small", mean: 0.8) {
      line("of many names", "DejaVu Sans", size: 3, at: Point(5, 35), $0)
    },
    PairCase(name: "letters-haloed", mean: 1, far: 0.1) { fonts in
      [.path(PathNode(star, fill: Fill(red)))]
        + line("Haloed", "EB Garamond", size: 22, at: Point(10, 38), fonts, halo: halo)
    },
    PairCase(name: "letters-faint-haloed", mean: 1, far: 0.1) { fonts in
      [.path(PathNode(star, fill: Fill(red)))]
        + line(
          "Haloed", "EB Garamond", size: 22, at: Point(10, 38), fonts,
          paint: .color(ink.opacity(0.5)), halo: halo)
    },
    PairCase(name: "letters-spaced", mean: 0.8) {
      line("W I D E", "EB Garamond", size: 16, at: Point(5, 35), $0, spacing: 0.3)
    },
    PairCase(name: "letters-turned", mean: 0.9) { fonts in
      turned(
        line("Riverside", "EB Garamond", size: 16, at: Point(10, 20), fonts, halo: halo), by: 0.12)
    },
    PairCase(name: "letters-in-turned-group", mean: 0.8) { fonts in
      [
        .group(
          Group(
            transform: AffineMap(a: 0.9, b: 0.4, c: -0.4, d: 0.9, tx: 15, ty: -15),
            children: line("Turned", "EB Garamond", size: 20, at: Point(10, 38), fonts)))
      ]
    },
    PairCase(name: "letters-gradient", mean: 1.2) { fonts in
      line(
        "Gilded", "EB Garamond", size: 30, at: Point(5, 40), fonts,
        paint: .linearGradient(from: Point(5, 20), to: Point(95, 40), stops: stops),
        halo: Stroke(.white, width: 2))
    },
    PairCase(name: "letters-arabic", mean: 0.8) {
      line("مملكة", "Amiri", size: 24, at: Point(10, 38), $0)
    },
    PairCase(name: "letters-pictures", mean: 2.5, far: 1) {
      line("🏰⚓🏰", "Noto Color Emoji", size: 24, at: Point(10, 42), $0)
    },
    PairCase(name: "letters-pictures-turned", mean: 4, far: 3) {
      turned(line("🏰⚓🏰", "Noto Color Emoji", size: 22, at: Point(12, 32), $0), by: 0.25)
    },
  ]

  static let images: [PairCase] = [
    PairCase(name: "image-pixelated", mean: 1.5, far: 1.5) { _ in
      [.image(ImageNode(image, frame: frame, isPixelated: true))]
    },
    PairCase(name: "image-smooth", mean: 3, far: 4) { _ in
      [.image(ImageNode(image, frame: frame))]
    },
    PairCase(name: "image-twice", mean: 2, far: 3) { _ in
      [
        .image(ImageNode(image, frame: Rect(x: 5, y: 5, width: 40, height: 24), isPixelated: true)),
        .image(
          ImageNode(image, frame: Rect(x: 55, y: 30, width: 40, height: 24), isPixelated: true)),
      ]
    },
  ]
}
