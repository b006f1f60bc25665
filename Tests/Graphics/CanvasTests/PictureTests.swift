// SPDX-License-Identifier: MIT
// Part of Platen: small scenes painted and compared with the pictures kept beside this file.

import Canvas
import Drawing
import Foundation
import Geometry
import Pixels
import TestSupport
import Testing

/// A scene with a name; the name is the picture's.
struct ImageCase: Sendable, CustomTestStringConvertible {
  var name: String
  var scale = 2.0
  var scene: @Sendable (FontLibrary) -> Scene

  var testDescription: String { name }
}

@Suite struct PictureTests {
  @Test(arguments: ImageCase.all)
  func paintsAsKept(_ picture: ImageCase) throws {
    let fonts = try FontLibrary(FontSet())
    let scene = picture.scene(fonts)
    let bitmap = try ImageCanvas.bitmap(
      of: scene, width: Int(scene.size.width * picture.scale),
      height: Int(scene.size.height * picture.scale), fonts: fonts)
    #expect(!bitmap.isBlank)
    let verdict = try ReferenceImages().compare(bitmap, with: picture.name)
    #expect(verdict.isSame, "\(verdict)")
  }
}

extension ImageCase {
  static let paper = Color(0.96, 0.92, 0.82)
  static let ink = Color(0.15, 0.1, 0.05)

  static func page(_ width: Double, _ height: Double, _ nodes: [Node]) -> Scene {
    Scene(size: Size(width: width, height: height), background: paper, nodes: nodes)
  }

  static func line(
    _ text: String, _ families: [String], size: Double, at origin: Point, fonts: FontLibrary,
    weight: Int = 400, isItalic: Bool = false, spacing: Double = 0, paint: Color = ink,
    halo: Stroke? = nil
  ) -> [Node] {
    fonts.shape(
      text,
      font: FontRequest(
        families: families, size: size, weight: weight, isItalic: isItalic, letterSpacing: spacing)
    ).nodes(at: origin, paint: .color(paint), halo: halo)
  }

  static let halo = Stroke(Color(1, 1, 1, alpha: 0.7), width: 4, join: .round)

  static let all: [ImageCase] = [
    ImageCase(name: "text/kerning-and-ligatures") { fonts in
      page(
        220, 60,
        line("AVATAR Toffee fjord", ["EB Garamond"], size: 22, at: Point(8, 24), fonts: fonts)
          + line("Waffle office Ty", ["Vollkorn"], size: 22, at: Point(8, 50), fonts: fonts))
    },
    ImageCase(name: "text/halo") { fonts in
      page(
        220, 70,
        [
          .path(
            PathNode(
              Path(rect: Rect(x: 0, y: 30, width: 220, height: 14)),
              fill: Fill(Color(0.2, 0.4, 0.6))))
        ]
          + line(
            "Åbo & Örebro 80", ["EB Garamond"], size: 30, at: Point(8, 46), fonts: fonts,
            halo: halo))
    },
    ImageCase(name: "text/wide-halo-fills-holes") { fonts in
      page(
        120, 60,
        line(
          "ABeo8", ["DejaVu Sans"], size: 30, at: Point(10, 42), fonts: fonts, weight: 700,
          paint: Color(0.7, 0.1, 0.1), halo: Stroke(Color(0.1, 0.1, 0.4), width: 14)))
    },
    ImageCase(name: "text/on-a-curve") { fonts in
      let shaped = fonts.shape(
        "Kingdom of Aria",
        font: FontRequest(families: ["EB Garamond"], size: 24, letterSpacing: 0.08))
      var nodes: [Node] = []
      let radius = 140.0
      for run in shaped.runs {
        var glyphs: [Glyph] = []
        for (glyph, advance) in zip(run.glyphs, run.advances) {
          let angle = (glyph.position.x + advance / 2 - shaped.width / 2) / radius
          let center = Point(110 + radius * sin(angle), 170 - radius * cos(angle))
          let half = Point(cos(angle), sin(angle)) * (advance / 2)
          glyphs.append(Glyph(id: glyph.id, position: center - half, angle: angle))
        }
        nodes.append(
          .text(
            TextNode(
              source: run.source, font: run.font, glyphs: glyphs, clusters: run.clusters,
              paint: .color(ink), halo: halo)))
      }
      return page(220, 80, nodes)
    },
    ImageCase(name: "text/emoji-and-arabic") { fonts in
      page(
        240, 60,
        line("Port 🏰 ⚓ السلام عليكم", ["EB Garamond"], size: 20, at: Point(8, 26), fonts: fonts)
          + line(
            "مدينة (القاهرة) 1234 Kairo", ["Amiri"], size: 18, at: Point(8, 50), fonts: fonts,
            halo: Stroke(.white, width: 2)))
    },
    ImageCase(name: "text/fallbacks") { fonts in
      page(
        260, 90,
        line(
          "Ελλάς Россия ᚠᚢᚦᚨᚱᚲ ☠ ♜", ["Goudy Bookletter 1911"], size: 18, at: Point(8, 24),
          fonts: fonts)
          + line("Cinzel stands in", ["Cinzel"], size: 18, at: Point(8, 50), fonts: fonts)
          + line(
            "Great Vibes, spaced", ["Great Vibes"], size: 18, at: Point(8, 76), fonts: fonts,
            spacing: 0.2))
    },
    ImageCase(name: "text/families") { fonts in
      let families = [
        "EB Garamond", "Gentium", "Vollkorn", "Linux Libertine", "Junicode",
        "Goudy Bookletter 1911", "Blankenburg", "Lato", "Inter", "Cabin", "JetBrains Mono",
        "Amiri", "Noto Sans", "Noto Serif", "DejaVu Sans",
      ]
      return page(
        200, 15 * 20 + 10,
        families.enumerated().flatMap { i, family in
          line(family, [family], size: 14, at: Point(8, Double(i) * 20 + 18), fonts: fonts)
        })
    },
    ImageCase(name: "paths/strokes-and-dashes") { _ in
      let zigzag = Path(openLine: [Point(10, 30), Point(40, 10), Point(70, 30), Point(100, 10)])
      let joins: [Stroke.Join] = [.miter, .round, .bevel]
      let caps: [Stroke.Cap] = [.butt, .round, .square]
      var nodes: [Node] = []
      for i in 0..<3 {
        nodes.append(
          .group(
            Group(
              transform: .translation(0, Double(i) * 30),
              children: [
                .path(PathNode(zigzag, stroke: Stroke(ink, width: 8, cap: caps[i], join: joins[i])))
              ])))
      }
      nodes.append(
        .path(
          PathNode(
            Path(rect: Rect(x: 120, y: 15, width: 60, height: 70)),
            fill: Fill(Color(0.5, 0.7, 0.5)),
            stroke: Stroke(ink, width: 2, dash: [6, 3, 1, 3], cap: .butt))))
      return page(200, 110, nodes)
    },
    ImageCase(name: "paths/rules-and-clips") { _ in
      var rings = Path(circleAt: Point(40, 40), radius: 30)
      rings.append(Path(circleAt: Point(40, 40), radius: 15))
      let clip = Clip(Path(circleAt: Point(110, 40), radius: 28))
      let stripes = (0..<8).map { i in
        Node.path(
          PathNode(
            Path(rect: Rect(x: 80, y: 10 + Double(i) * 8, width: 60, height: 4)), fill: Fill(ink)))
      }
      return page(
        150, 80,
        [
          .path(PathNode(rings, fill: Fill(Color(0.2, 0.4, 0.7), rule: .evenOdd))),
          .group(Group(clip: clip, children: stripes)),
        ])
    },
    ImageCase(name: "groups/opacity-and-blend") { _ in
      let discs = [(40.0, Color(1, 0, 0)), (60, Color(0, 0.7, 0)), (50, Color(0, 0, 1))]
        .enumerated().map {
          i, disc in
          Node.path(
            PathNode(
              Path(circleAt: Point(disc.0, i == 2 ? 55 : 35), radius: 22), fill: Fill(disc.1)))
        }
      return page(
        220, 90,
        [
          .group(Group(opacity: 0.5, children: discs)),
          .group(Group(transform: .translation(90, 0), blend: .multiply, children: discs)),
        ])
    },
    ImageCase(name: "groups/blur-and-shadow") { _ in
      let star = Path(ring: [
        Point(40, 8), Point(50, 32), Point(76, 34), Point(56, 50), Point(63, 75), Point(40, 60),
        Point(17, 75), Point(24, 50), Point(4, 34), Point(30, 32),
      ])
      let node = Node.path(PathNode(star, fill: Fill(Color(0.7, 0.2, 0.1))))
      return page(
        190, 90,
        [
          .group(Group(filter: .blur(3), children: [node])),
          .group(
            Group(
              transform: .translation(95, 0),
              filter: .dropShadow(blur: 3, offset: Point(5, 5), color: Color(0, 0, 0, alpha: 0.6)),
              children: [node])),
        ])
    },
    ImageCase(name: "paints/gradients-and-patterns") { _ in
      let box = Path(rect: Rect(x: 0, y: 0, width: 60, height: 60))
      let stops = [
        GradientStop(0, Color(0.1, 0.2, 0.5)), GradientStop(0.6, .white),
        GradientStop(1, Color(0.7, 0.1, 0.1)),
      ]
      let hatch = Path(openLine: [Point(0, 8), Point(8, 0)])
      let tile: [Node] = [.path(PathNode(hatch, stroke: Stroke(ink, width: 1)))]
      let paints: [Paint] = [
        .linearGradient(from: .zero, to: Point(60, 60), stops: stops),
        .radialGradient(center: Point(30, 30), radius: 30, stops: stops),
        .pattern(tile: Size(width: 8, height: 8), transform: .identity, nodes: tile),
        .pattern(
          tile: Size(width: 8, height: 8),
          transform: .rotation(cosine: 0.866_025_403_784, sine: 0.5), nodes: tile),
      ]
      return page(
        280, 80,
        paints.enumerated().map { i, paint in
          .group(
            Group(
              transform: .translation(10 + 66 * Double(i), 10),
              children: [.path(PathNode(box, fill: Fill(paint)))]))
        })
    },
    ImageCase(name: "images/smooth-and-pixelated") { _ in
      let image = RasterImage(
        width: 2, height: 2,
        rgba: [255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 255, 255, 255, 0, 0])
      return page(
        150, 80,
        [
          .image(ImageNode(image, frame: Rect(x: 10, y: 10, width: 60, height: 60))),
          .image(
            ImageNode(image, frame: Rect(x: 80, y: 10, width: 60, height: 60), isPixelated: true)),
        ])
    },
  ]
}

extension Path {
  fileprivate init(openLine points: [Point]) {
    self.init()
    append(line: points)
  }
}
