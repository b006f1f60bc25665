// SPDX-License-Identifier: MIT
// Part of Platen: the keys of tiles.

internal import JobKit
internal import Tiles

/// The options and formats of a map job's tiles.
enum TileKeys {
  /// The image formats of tiles, by file extension.
  static let formats = ["png"]
  /// The side of a tile in pixels: the range, and the default.
  static let sizes = 64...1024
  static let defaultSize = 256
  /// The highest zoom of any tiles: that of the smallest.
  static let highestZoom = TilePyramid.highestZoom(tileSize: sizes.lowerBound)

  static let tiles = OptionKey(
    "tiles", .word(of: TileScheme.self),
    "the numbering of tiles: xyz as in web maps, tms from the bottom, dzi as in Deep Zoom",
    example: "xyz", defaultValue: "xyz")
  static let tileSize = OptionKey(
    "tile-size", .integer(sizes),
    "the side of a tile in pixels",
    example: "512", defaultValue: "\(defaultSize)")
  static let zooms = OptionKey(
    "zooms", .either(.integer(0...highestZoom), .form(zoomsForm)),
    "the zoom levels: the last, or the first and the last; 0 is one tile "
      + "(default: as many as the width needs)",
    example: "0-5")
  static let tileFormat = OptionKey(
    "tile-format", .word(formats), "the image format of tiles", example: "png",
    defaultValue: formats[0])
  static let overlap = OptionKey(
    "overlap", .integer(0...8),
    "pixels of neighbors that a dzi tile shows", example: "0", defaultValue: "1")

  static let options: [any DeclaredKey] = [tiles, tileSize, zooms, tileFormat, overlap]

  /// Zooms as text: `0-5`, or only the last one, as flags specify it.
  private static let zoomsForm = TextForm(
    name: "zooms", pattern: "^[0-9]{1,2}( *- *[0-9]{1,2})?$", hint: "such as 5 or 0-5"
  ) { text in
    guard let range = range(text) else { return "\"\(text)\" is not a range of zooms" }
    guard range.upperBound <= highestZoom else {
      return "zoom \(range.upperBound) is too high; the highest is \(highestZoom)"
    }
    return nil
  }

  /// The zooms in a text; nil if the text is not a range of zooms.
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
