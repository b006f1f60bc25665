// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about pyramids of tiles.

package import Diagnostics

extension Diagnostic.Code {
  package static let tilesTooMany = Self(
    "tiles.too-many", .data,
    "The pyramid would have more or larger tiles than can be drawn.",
    "Choose fewer zoom levels or larger tiles.")
}

extension CodeTable {
  /// The codes of diagnostics about pyramids of tiles.
  package static let tiles = CodeTable(
    "Tiles", "pyramids of tiles",
    [
      .tilesTooMany
    ])
}
