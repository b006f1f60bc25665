// SPDX-License-Identifier: MIT
// Part of Platen: tests of MBTiles: what is in the file, that it is the same each time, and what is
// refused.

import Database
import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing
import Tiles

@Suite struct MBTilesTests {
  private func file(
    _ shape: Size, zooms: ClosedRange<Int>, leavingOut missing: Int = 0
  ) throws -> [UInt8] {
    let scratch = try Scratch()
    let pyramid = try TilePyramid(.tms, of: shape, zooms: zooms, tileSize: 256)
    let writer = try MBTilesWriter(
      path: scratch("tiles"), pyramid, MBTilesMetadata(name: "O'Hara; DROP", format: "png"))
    var left = pyramid.count - missing
    for level in pyramid.levels {
      for row in 0..<level.rows {
        for column in 0..<level.columns where left > 0 {
          left -= 1
          // From nothing to more than a page, so that some lie on pages of their own.
          let bytes = (0..<(column * 700 + 1)).map { UInt8(truncatingIfNeeded: $0 &* (row + 3)) }
          try writer.addTile(TileAddress(level: level.number, column: column, row: row), bytes)
        }
      }
    }
    try writer.finish()
    return try #require(scratch.bytes("tiles"))
  }

  private func metadata(_ bytes: [UInt8]) throws -> [String: String] {
    var said: [String: String] = [:]
    try Database.reading(bytes) { database in
      try database.forEachRow(of: "metadata", columns: ["name", "value"]) { row in
        if case .text(let name) = row[0], case .text(let value) = row[1] { said[name] = value }
      }
    }
    return said
  }

  @Test func `rows count from below, and nothing is lost`() throws {
    let bytes = try file(Size(width: 16, height: 9), zooms: 1...3)
    var seen: Set<[Int64]> = []
    try Database.reading(bytes) { database in
      let columns = ["zoom_level", "tile_column", "tile_row", "tile_data"]
      #expect(try database.columns(of: "tiles") == columns)
      try database.forEachRow(of: "tiles", columns: columns) { row in
        guard case .integer(let zoom) = row[0], case .integer(let column) = row[1],
          case .integer(let fromBelow) = row[2], case .blob(let count) = row[3]
        else { throw Failure(.error("test.row", "\(row)")) }
        #expect(count == Int(column) * 700 + 1)
        seen.insert([zoom, column, (1 << zoom) - 1 - fromBelow])
      }
    }
    // 512 × 288, 1024 × 576 and 2048 × 1152 pixels.
    var wanted: Set<[Int64]> = []
    for (zoom, columns, rows) in [(1, 2, 2), (2, 4, 3), (3, 8, 5)] as [(Int64, Int64, Int64)] {
      for column in 0..<columns {
        for row in 0..<rows { wanted.insert([zoom, column, row]) }
      }
    }
    #expect(seen == wanted)
  }

  @Test func `the metadata are those of the specification`() throws {
    let bytes = try file(Size(width: 2, height: 1), zooms: 0...3)
    let said = try metadata(bytes)
    #expect(said["name"] == "O'Hara; DROP")
    #expect(said["format"] == "png")
    #expect(said["minzoom"] == "0" && said["maxzoom"] == "3")
    #expect(said["type"] == "baselayer" && said["version"] == "1.3")
    // The upper half of the square is the northern hemisphere.
    #expect(said["bounds"] == "-180.000000,0.000000,180.000000,85.051129")
    #expect(said["center"]?.hasPrefix("0.000000,66.513260,") == true)
    // "MPBX" at the application id's place, rows as wide pages of 4096 bytes.
    #expect(Array(bytes[68..<72]) == Array("MPBX".utf8))
    #expect(Array(bytes[16..<18]) == [0x10, 0x00])
  }

  @Test func `a tall map lies in the middle of nothing`() throws {
    let said = try metadata(file(Size(width: 1, height: 2), zooms: 0...2))
    #expect(said["bounds"] == "-180.000000,-85.051129,0.000000,85.051129")
  }

  @Test func `the same tiles are the same bytes`() throws {
    let shape = Size(width: 7, height: 5)
    #expect(try file(shape, zooms: 0...4) == file(shape, zooms: 0...4))
  }

  @Test func `a missing tile is found out`() throws {
    #expect(throws: Failure.self) {
      _ = try file(Size(width: 1, height: 1), zooms: 0...2, leavingOut: 1)
    }
  }

  @Test func `a file is not closed before its rows are all said to be there`() throws {
    let scratch = try Scratch()
    let writer = try DatabaseWriter(path: scratch("tiles"))
    try writer.execute("CREATE TABLE names (name text)")
    let rows = try writer.insertion(into: "names", columns: 1)
    try rows.addRow([.text("Ardenfell")])
    #expect(throws: Failure.self) { try writer.finish(expecting: ["names": 1]) }
  }

  @Test func `a finished file takes no more statements`() throws {
    let scratch = try Scratch()
    let writer = try DatabaseWriter(path: scratch("tiles"))
    try writer.execute("CREATE TABLE names (name text)")
    try writer.finish(expecting: ["names": 0])
    #expect(throws: Failure.self) { try writer.execute("DELETE FROM names") }
    #expect(throws: Failure.self) { _ = try writer.insertion(into: "names", columns: 1) }
    #expect(throws: Failure.self) { try writer.finish(expecting: [:]) }
  }

  @Test func `a folder that is not there is said`() throws {
    #expect(throws: Failure.self) {
      _ = try DatabaseWriter(path: "/nowhere/at/all.db")
    }
  }
}
