// SPDX-License-Identifier: MIT
// Part of Platen: what a manifest may say of tiles.

internal import Diagnostics
internal import JobKit
internal import Tiles

/// The options and forms of a map job's tiles.
enum TileKeys {
  /// The pictures tiles may be, by the endings of their names.
  static let formats = ["png"]
  /// Pixels of a tile's side: what it may be, and when nobody says.
  static let sizes = 64...1024
  static let usualSize = 256
  /// The highest zoom of any tiles: that of the smallest.
  static let highestZoom = TilePyramid.highestZoom(tileSize: sizes.lowerBound)

  static let tiles = OptionKey(
    "tiles", .word(of: TileScheme.self),
    "how tiles are numbered: xyz as web maps do (rows from the top), tms (rows from below), dzi "
      + "as Deep Zoom does; xyz when left out", example: "xyz")
  static let tileSize = OptionKey(
    "tile-size", .integer(sizes),
    "pixels of a tile's side; 256 when left out",
    example: "512")
  static let zooms = OptionKey(
    "zooms", .either(.integer(0...highestZoom), .form(zoomsForm)),
    "the zooms that are drawn: the last, or the first and the last; 0 is the map on one tile, and "
      + "each further one is twice as large; when left out as many as its width needs",
    example: "0-5")
  static let tileFormat = OptionKey(
    "tile-format", .word(formats), "what picture a tile is; png when left out", example: "png")
  static let overlap = OptionKey(
    "overlap", .integer(0...8),
    "pixels that a tile of dzi shows of its neighbors; 1 when left out", example: "0")

  static let options: [any DeclaredKey] = [tiles, tileSize, zooms, tileFormat, overlap]

  /// Zooms as text: `0-5`, or a last one alone, as flags give it.
  private static let zoomsForm = TextForm(
    name: "zooms", pattern: "^[0-9]{1,2}( *- *[0-9]{1,2})?$", hint: "zooms are 5 or 0-5"
  ) { text in
    guard let range = range(text) else { return "\"\(text)\" are no zooms" }
    guard range.upperBound <= highestZoom else {
      return "zoom \(range.upperBound) is more than can be drawn; the highest is \(highestZoom)"
    }
    return nil
  }

  /// The zooms a text says; nil where it says none.
  static func range(_ text: String) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
      let digits = part.filter { $0 != " " }
      return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
    }
    switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
    case (1, let last?, _): return 0...last
    case (2, let first?, let last?) where first <= last: return first...last
    default: return nil
    }
  }
}
