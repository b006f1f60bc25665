// SPDX-License-Identifier: MIT
// Part of Platen: tests of pyramids: how large each level is, and that its tiles cover it once.

import Diagnostics
import Geometry
import Testing
import Tiles

@Suite struct TilePyramidTests {
  private static let shapes = [
    Size(width: 1920, height: 1080), Size(width: 3, height: 4), Size(width: 1, height: 1),
    Size(width: 1000, height: 1), Size(width: 0.01, height: 10),
  ]

  /// The count of tiles that each pixel of a level is within, without their overlap.
  private func covers(_ pyramid: TilePyramid, _ level: TilePyramid.Level) -> Bool {
    var seen = [Int](repeating: 0, count: level.width * level.height)
    for row in 0..<level.rows {
      for column in 0..<level.columns {
        let frame = pyramid.frame(
          of: TileAddress(level: level.number, column: column, row: row), in: level)
        let left = frame.x + (column > 0 ? pyramid.overlap : 0)
        let top = frame.y + (row > 0 ? pyramid.overlap : 0)
        for y in top..<min(top + pyramid.tileSize, frame.y + frame.height) {
          for x in left..<min(left + pyramid.tileSize, frame.x + frame.width) {
            seen[y * level.width + x] += 1
          }
        }
      }
    }
    return seen.allSatisfy { $0 == 1 }
  }

  @Test(arguments: shapes) func `each zoom is twice the one before it`(shape: Size) throws {
    let pyramid = try TilePyramid(.xyz, of: shape, zooms: 0...4, tileSize: 64)
    for level in pyramid.levels {
      let side = 64 << level.number
      #expect(max(level.width, level.height) == side)
      let other = min(shape.width, shape.height) / max(shape.width, shape.height) * Double(side)
      #expect(min(level.width, level.height) == max(1, Int(other.rounded())))
      #expect(level.columns <= 1 << level.number && level.rows <= 1 << level.number)
      #expect(covers(pyramid, level))
    }
  }

  @Test(
    arguments: [(1, 1), (2, 1), (5, 3), (64, 64), (65, 64), (300, 200), (129, 1000)], [0, 1, 3])
  func `levels of deep zoom are halves down to one pixel`(size: (Int, Int), overlap: Int) throws {
    let pyramid = try TilePyramid(deepZoom: size.0, size.1, tileSize: 32, overlap: overlap)
    #expect((pyramid.top.width, pyramid.top.height) == size)
    #expect((pyramid.levels[0].width, pyramid.levels[0].height) == (1, 1))
    for (level, above) in zip(pyramid.levels, pyramid.levels.dropFirst()) {
      #expect(level.width == (above.width + 1) / 2 && level.height == (above.height + 1) / 2)
    }
    for level in pyramid.levels { #expect(covers(pyramid, level)) }
  }

  @Test func `rows count from below in tms`() {
    let address = TileAddress(level: 3, column: 5, row: 1)
    #expect(address.name(in: .xyz) == "3/5/1")
    #expect(address.name(in: .tms) == "3/5/6")
    #expect(address.name(in: .dzi) == "3/5_1")
    #expect(TileAddress(level: 0, column: 0, row: 0).name(in: .tms) == "0/0/0")
  }

  @Test func `as many zooms as a width needs`() {
    let wide = Size(width: 16, height: 9)
    let tall = Size(width: 9, height: 16)
    #expect(TilePyramid.zooms(reaching: 256, of: wide, tileSize: 256) == 0...0)
    #expect(TilePyramid.zooms(reaching: 257, of: wide, tileSize: 256) == 0...1)
    #expect(TilePyramid.zooms(reaching: 8192, of: wide, tileSize: 256) == 0...5)
    #expect(TilePyramid.zooms(reaching: 8192, of: wide, tileSize: 512) == 0...4)
    #expect(TilePyramid.zooms(reaching: 256, of: tall, tileSize: 256) == 0...1)
  }

  @Test func `too many are told by their number`() {
    func message(_ body: () throws -> Void) -> String {
      do {
        try body()
        return ""
      } catch { return "\((error as? Failure)?.diagnostics.first?.message ?? "")" }
    }
    let square = Size(width: 1, height: 1)
    #expect(
      message { _ = try TilePyramid(.xyz, of: square, zooms: 0...10, tileSize: 256) }
        == "these would be 1398101 tiles; a pyramid may have 1000000")
    #expect(
      message { _ = try TilePyramid(.xyz, of: square, zooms: 0...11, tileSize: 256) }
        .hasPrefix("zoom 11 of tiles of 256 pixels"))
    #expect(
      message { _ = try TilePyramid(deepZoom: 262_145, 5, tileSize: 256, overlap: 1) }
        .hasPrefix("262145 × 5 pixels"))
    #expect(
      message { _ = try TilePyramid(deepZoom: 262_144, 262_144, tileSize: 64, overlap: 1) }
        .hasPrefix("these would be"))
  }
}
