// SPDX-License-Identifier: MIT
// Part of Platen: what is asserted of exact areas and of laying colors over pixels.

import Drawing
import Foundation
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Canvas

@Suite struct CoverageTests {
  /// Coverage of a path within whole pixels, by rows.
  private static func coverage(_ path: Path, _ rule: FillRule, in box: Rect) -> [[UInt8]] {
    let (width, height) = (Int(box.width), Int(box.height))
    var bytes = [UInt8](repeating: 0, count: width * height)
    let mask = CoverageMask()
    guard let rows = mask.begin(box) else { return [] }
    rows.addPath(path, .identity)
    bytes.withUnsafeMutableBufferPointer { rows.readOut(into: $0, stride: width, rule: rule) }
    return (0..<height).map { Array(bytes[$0 * width..<($0 + 1) * width]) }
  }

  private static func square(_ a: Double, _ b: Double) -> Path {
    Path(rect: Rect(x: a, y: a, width: b - a, height: b - a))
  }

  @Test func sharesOfPixelsAreTheirAreas() {
    let box = Rect(x: 0, y: 0, width: 4, height: 4)
    let rows = CoverageTests.coverage(CoverageTests.square(0.5, 2.25), .nonZero, in: box)
    #expect(rows[0] == [64, 128, 32, 0])
    #expect(rows[1] == [128, 255, 64, 0])
    #expect(rows[2] == [32, 64, 16, 0])
    #expect(rows[3] == [0, 0, 0, 0])
    var triangle = Path()
    for (i, p) in [Point(0, 0), Point(4, 0), Point(0, 4)].enumerated() {
      i == 0 ? triangle.move(to: p) : triangle.line(to: p)
    }
    // Left open: a fill closes it.
    let slanted = CoverageTests.coverage(triangle, .evenOdd, in: box)
    #expect(slanted[0] == [255, 255, 255, 128])
    #expect(slanted[3] == [128, 0, 0, 0])
  }

  @Test func rulesDifferWhereOutlinesNest() {
    let box = Rect(x: 0, y: 0, width: 12, height: 12)
    var path = CoverageTests.square(1, 11)
    path.append(CoverageTests.square(4, 8))
    #expect(CoverageTests.coverage(path, .nonZero, in: box)[6][6] == 255)
    #expect(CoverageTests.coverage(path, .evenOdd, in: box)[6][6] == 0)
    #expect(CoverageTests.coverage(path, .evenOdd, in: box)[6][2] == 255)
    // Another way round it is a hole by both.
    var ring = CoverageTests.square(1, 11)
    ring.append(ring: [Point(4, 4), Point(4, 8), Point(8, 8), Point(8, 4)])
    #expect(CoverageTests.coverage(ring, .nonZero, in: box)[6][6] == 0)
  }

  @Test func neighborsInOnePathShowNoSeam() {
    let box = Rect(x: 0, y: 0, width: 6, height: 3)
    var path = Path(rect: Rect(x: 0, y: 0, width: 2.3, height: 3))
    path.append(Path(rect: Rect(x: 2.3, y: 0, width: 3.7, height: 3)))
    for rule in [FillRule.nonZero, .evenOdd] {
      let rows = CoverageTests.coverage(path, rule, in: box)
      #expect(rows.allSatisfy { $0.allSatisfy { $0 == 255 } })
    }
  }

  @Test(arguments: 0..<40)
  func whatLiesBesideTheRectangleDoesNotChangeIt(seed: Int) {
    var random = Alea(seed: "coverage \(seed)")
    var path = Path()
    for ring in 0..<1 + seed % 3 {
      func point() -> Point { Point(random.next() * 60 - 20, random.next() * 60 - 20) }
      path.move(to: point())
      for step in 0..<5 {
        (step + ring) % 2 == 0 ? path.line(to: point()) : path.curve(to: point(), point(), point())
      }
      path.close()
    }
    let whole = Rect(x: -40, y: -40, width: 120, height: 120)
    let box = Rect(x: 3, y: 2, width: 17, height: 11)
    for rule in [FillRule.nonZero, .evenOdd] {
      let around = CoverageTests.coverage(path, rule, in: whole)
      let rows = CoverageTests.coverage(path, rule, in: box)
      for (y, row) in rows.enumerated() {
        for (x, share) in row.enumerated() {
          #expect(abs(Int(share) - Int(around[y + 42][x + 43])) <= 1, "\(rule) at \(x), \(y)")
        }
      }
    }
  }

  @Test func pointsFarOutsideAreHarmless() {
    let box = Rect(x: 0, y: 0, width: 8, height: 8)
    let wide = CoverageTests.square(-1e300, 1e300)
    #expect(
      CoverageTests.coverage(wide, .nonZero, in: box).allSatisfy {
        $0 == [255, 255, 255, 255, 255, 255, 255, 255]
      })
    let infinite = Path(ring: [Point(0, 0), Point(.infinity, 0), Point(4, 4)])
    #expect(
      CoverageTests.coverage(infinite, .nonZero, in: box).allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test(arguments: [0.0, 0.2, 0.5, 0.999, 1.0])
  func colorsAreLaidOverAsCairoDoes(alpha: Double) throws {
    let fonts = try FontLibrary(FontSet())
    let color = Color(0.83, 0.31, 0.07, alpha: alpha)
    func picture(_ path: Path) throws -> Bitmap {
      let ground = PathNode(
        Path(rect: Rect(x: 0, y: 0, width: 40, height: 9)),
        fill: Fill(Color(0.2, 0.6, 0.9, alpha: 0.7)))
      return try ImageCanvas.bitmap(
        of: Scene(
          size: Size(width: 40, height: 9),
          nodes: [.path(ground), .path(PathNode(path, fill: Fill(color)))]), width: 40, height: 9,
        fonts: fonts)
    }
    for width in 1...17 {
      let rect = Rect(x: 3, y: 2, width: Double(width), height: 4)
      // Cairo paints rectangles, and we what has one corner more.
      let ours = Path(ring: [
        Point(rect.minX, rect.minY), Point(rect.minX + 0.5, rect.minY), Point(rect.maxX, rect.minY),
        Point(rect.maxX, rect.maxY), Point(rect.minX, rect.maxY),
      ])
      #expect(try picture(ours) == picture(Path(rect: rect)))
    }
  }

  @Test func layersAreCutAndMixedAlikeWhateverTheirPlace() throws {
    let fonts = try FontLibrary(FontSet())
    let disc = Path(circleAt: Point(30.3, 20.7), radius: 15.2)
    let child = Node.path(
      PathNode(Path(rect: Rect(x: 0, y: 0, width: 60, height: 40)), fill: Fill(.black)))
    // A clip of a layer is the shape itself; one within a clip of Cairo's takes the other way.
    func picture(_ node: Node) throws -> Bitmap {
      try ImageCanvas.bitmap(
        of: Scene(size: Size(width: 60, height: 40), background: .white, nodes: [node]), width: 60,
        height: 40, fonts: fonts)
    }
    let cut = Node.group(Group(clip: Clip(disc), opacity: 0.5, children: [child]))
    let framed = Node.group(
      Group(clip: Clip(Path(rect: Rect(x: 0, y: 0, width: 60, height: 40))), children: [cut]))
    let filled = Node.path(PathNode(disc, fill: Fill(Color(0, 0, 0, alpha: 0.5))))
    let expected = try picture(filled)
    #expect(try expected.difference(to: picture(cut)).maximum <= 1)
    // Cairo's own clip samples edges at fifteen heights.
    #expect(try expected.difference(to: picture(framed)).maximum <= 24)
  }
}

/// Layers that share a clip, and what else may be thought to be the same one.
@Suite struct SharedClipTests {
  private static func star(_ turn: Double = 0) -> Path {
    Path(
      ring: (0..<5).map { point in
        let angle = Double(point) * 4 * .pi / 5 + turn
        return Point(150 + 140 * cos(angle), 150 + 140 * sin(angle))
      })
  }

  private static func layers(_ star: () -> Path) -> Scene {
    func layer(
      _ hue: Double, _ rule: FillRule = .nonZero, _ map: AffineMap = .identity,
      _ box: Rect = Rect(x: 0, y: 0, width: 300, height: 300), inside: [Node] = []
    ) -> Node {
      .group(
        Group(
          transform: map, clip: Clip(star(), rule: rule), opacity: 0.6,
          children: [
            .path(PathNode(Path(rect: box), fill: Fill(Color(hue, 1 - hue, 0.5))))
          ] + inside))
    }
    let moved = AffineMap(a: 0.9, b: 0, c: 0, d: 0.9, tx: 20, ty: 7)
    let small = Rect(x: 120, y: 90, width: 40, height: 35)
    return Scene(
      size: Size(width: 300, height: 300), background: .white,
      nodes: [
        layer(0.1), layer(0.3), layer(0.5, .evenOdd), layer(0.6, .nonZero, moved),
        layer(0.7, .nonZero, .identity, small),
        layer(0.9, .evenOdd, moved, inside: [layer(0.2), layer(0.4, .nonZero, moved, small)]),
        layer(0.8),
      ])
  }

  @Test func oneClipOfManyLayersCutsEachAsItsOwn() throws {
    let fonts = try FontLibrary(FontSet())
    let shared = SharedClipTests.star()
    let one = try ImageCanvas.bitmap(
      of: SharedClipTests.layers { shared }, width: 450, height: 450, fonts: fonts)
    // Paths of their own, equal and never the same.
    var turn = 0.0
    let other = try ImageCanvas.bitmap(
      of: SharedClipTests.layers {
        turn += 1e-12
        return SharedClipTests.star(turn)
      }, width: 450, height: 450, fonts: fonts)
    #expect(!one.isBlank)
    #expect(one.difference(to: other).maximum <= 1)
  }

  /// Drawings that groups share, at one scale and another, with all kinds of nodes.
  @Test func sharedNodesArePaintedAsCopiesAre() throws {
    let fonts = try FontLibrary(FontSet())
    func drawing() -> [Node] {
      let dot = Node.path(PathNode(Path(circleAt: Point(3, 3), radius: 2), fill: Fill(.black)))
      let image = RasterImage(
        width: 2, height: 2, rgba: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 255])
      return [
        .path(
          PathNode(
            Path(circleAt: Point(30, 30), radius: 25),
            fill: Fill(
              .pattern(tile: Size(width: 6, height: 6), transform: .identity, nodes: [dot])),
            stroke: Stroke(Color(0.5, 0, 0), width: 2))),
        .image(ImageNode(image, frame: Rect(x: 40, y: 5, width: 20, height: 20))),
      ] + ImageCase.line("Tyn", ["EB Garamond"], size: 20, at: Point(5, 55), fonts: fonts)
    }
    func scene(_ drawing: () -> [Node]) -> Scene {
      let places = [(1.0, 0.0, 0.0), (2, 80, 10), (1, 10, 150), (2, 150, 150), (0.5, 5, 80)]
      return Scene(
        size: Size(width: 300, height: 300), background: .white,
        nodes: places.map { scale, x, y in
          .group(
            Group(
              transform: AffineMap(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y),
              children: drawing()))
        })
    }
    let shared = drawing()
    let one = try ImageCanvas.bitmap(
      of: scene { shared }, width: 600, height: 600, fonts: fonts)
    let other = try ImageCanvas.bitmap(of: scene(drawing), width: 600, height: 600, fonts: fonts)
    #expect(!one.isBlank)
    #expect(one.rgba == other.rgba)
  }
}
