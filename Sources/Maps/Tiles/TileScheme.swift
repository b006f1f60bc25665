// SPDX-License-Identifier: MIT
// Part of Platen: how the tiles of a pyramid are numbered and named.

/// The numbers and names of tiles.
public enum TileScheme: String, Hashable, Sendable, CaseIterable {
  /// `zoom/column/row.png`, rows from the top: the scheme of Leaflet, OpenLayers and MapLibre.
  case xyz
  /// The same with rows from below, as OSGeo's Tile Map Service and MBTiles count them.
  case tms
  /// Deep Zoom: `level/column_row.png` beside a `.dzi`, as OpenSeadragon reads it; a level is half
  /// the one above it, down to one pixel.
  case dzi
}

/// The address of a tile: its level's number, and its column and row from the top left, counted
/// from 0 in tiles.
public struct TileAddress: Hashable, Sendable {
  public var level: Int
  public var column: Int
  public var row: Int

  public init(level: Int, column: Int, row: Int) {
    self.level = level
    self.column = column
    self.row = row
  }

  /// The row as TMS and MBTiles count it: from the bottom of a square of 2^level tiles.
  public var rowFromBelow: Int { (1 << level) - 1 - row }

  /// The name of the tile's file, without its ending.
  public func name(in scheme: TileScheme) -> String {
    switch scheme {
    case .xyz: "\(level)/\(column)/\(row)"
    case .tms: "\(level)/\(column)/\(rowFromBelow)"
    case .dzi: "\(level)/\(column)_\(row)"
    }
  }
}
