// SPDX-License-Identifier: MIT
// Part of Platen: repeated tiles, upright and turned, against the same ink drawn by itself.

import Drawing
import Foundation
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Canvas

@Suite struct PatternTileTests {
  /// With edges whose areas in pixels are given exactly, wherever a band begins.
  private static let frame = Path(
    ring: [Point(10, 10), Point(110, 10), Point(110, 60), Point(60, 110), Point(10, 110)])

  /// Stripes of half the tile's height, turned about the corner.
  private static func striped(_ map: AffineMap) -> Scene {
    let stripe = Node.path(
      PathNode(Path(rect: Rect(x: 0, y: 2, width: 8, height: 4)), fill: Fill(.black)))
    return Scene(
      size: Size(width: 120, height: 120), background: .white,
      nodes: [
        .path(
          PathNode(
            frame,
            fill: Fill(
              .pattern(tile: Size(width: 8, height: 8), transform: map, nodes: [stripe]))))
      ])
  }

  /// The same as long stripes, cut by the circle.
  private static func drawn(_ map: AffineMap) -> Scene {
    let stripes = (-40..<40).map { row in
      Node.path(
        PathNode(
          Path(rect: Rect(x: -400, y: Double(row * 8 + 2), width: 800, height: 4)),
          fill: Fill(.black)))
    }
    return Scene(
      size: Size(width: 120, height: 120), background: .white,
      nodes: [
        .group(
          Group(clip: Clip(frame), children: [.group(Group(transform: map, children: stripes))]))
      ])
  }

  @Test(arguments: [0.0, 17, 45, 90, 135, 250])
  func aTurnedPatternIsItsInkTurned(degrees: Double) throws {
    let angle = degrees * .pi / 180
    let map = AffineMap(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 3, ty: 5)
    let fonts = try FontLibrary(FontSet())
    let one = try ImageCanvas.bitmap(
      of: PatternTileTests.striped(map), width: 480, height: 480, fonts: fonts)
    let other = try ImageCanvas.bitmap(
      of: PatternTileTests.drawn(map), width: 480, height: 480, fonts: fonts)
    #expect(!one.isBlank)
    let difference = one.difference(to: other)
    // Edges are softened by half a pixel more.
    #expect(difference.mean < 3, "\(degrees)°: \(difference.mean)")
  }

  @Test(arguments: [0.0, 17, 45, 135])
  func aTurnedPatternIsTheSameOnEveryGrid(degrees: Double) throws {
    let angle = degrees * .pi / 180
    let map = AffineMap(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0.5)
    let fonts = try FontLibrary(FontSet())
    func painted(_ height: Int, _ width: Int) throws -> Bitmap {
      var grid = Painting.Grid()
      (grid.bandHeight, grid.columnWidth) = (height, width)
      let painting = try Painting(
        PatternTileTests.striped(map), window: Rect(x: 0, y: 0, width: 120, height: 120),
        width: 480, height: 480, fonts: fonts, grid: grid)
      return try painting.bitmap(fonts)
    }
    let whole = try painted(480, 480)
    for (height, width) in [(128, 100), (50, 64), (7, 33)] {
      #expect(try painted(height, width).rgba == whole.rgba, "\(degrees)°, \(width) × \(height)")
    }
  }

  /// Columns of patterns with a picture of one color each: none may come to show another's, in any
  /// band, whichever of several workers draws its tile first.
  @Test func picturesInPatternsAreNotMixedUp() async throws {
    let colors: [[UInt8]] = (0..<12).map { (index: Int) -> [UInt8] in
      [UInt8(20 * index + 10), UInt8(250 - 20 * index), 90, 255]
    }
    func column(_ index: Int) -> Node {
      let color = colors[index]
      let pixels = Array(repeatElement(color, count: 16).joined())
      let tile = Node.image(
        ImageNode(
          RasterImage(width: 4, height: 4, rgba: pixels),
          frame: Rect(x: 0, y: 0, width: 5, height: 5)))
      // Not on whole pixels, and not upright: filled through masks.
      let left = Double(index * 20)
      let path = Path(ring: [
        Point(left, 0), Point(left + 18, 1), Point(left + 19, 600), Point(left, 600),
      ])
      let paint = Paint.pattern(
        tile: Size(width: 5, height: 5), transform: .identity, nodes: [tile])
      return .path(PathNode(path, fill: Fill(paint)))
    }
    let columns: [Node] = (0..<12).map(column)
    let scene = Scene(
      size: Size(width: 240, height: 600), background: .white, nodes: columns)
    let painting = try Painting(
      scene, window: Rect(x: 0, y: 0, width: 240, height: 600), width: 240, height: 600,
      fonts: FontLibrary(FontSet()))
    let found = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
      for index in 0..<painting.bandCount {
        group.addTask {
          let pixels = BandPixels(painting)
          try painting.paint(index, into: pixels, fonts: FontLibrary(FontSet()))
          var band = Bitmap(width: 240, height: 600)
          pixels.withBand { band.draw($0) }
          return colors.indices.map { column in
            let pixel = band[column * 20 + 9, index * painting.grid.bandHeight + 40]
            return [pixel.red, pixel.green, pixel.blue, pixel.alpha]
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.count == 5)
    for band in found { #expect(band == colors) }
  }
}
