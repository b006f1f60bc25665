// SPDX-License-Identifier: MIT
// Part of Platen: memory estimates for tiles.

internal import Canvas
internal import JobKit
internal import Pipeline

extension MapMemory {
  /// Returns the number of tile canvases in memory at once: as many as fit into 32 MB, between 2
  /// and 16.
  ///
  /// - Parameter side: the side of a tile in pixels, including the overlap.
  static func canvasesAhead(side: Int) -> Int {
    max(2, min(16, (32 << 20) / (side * side * 4)))
  }

  /// Returns the number of tiles encoded in sequence on one canvas: fewer if they are large, so
  /// that the waiting bytes are about as many as the canvas has.
  static func tilesAtOnce(side: Int) -> Int {
    max(1, min(8, 8 * 256 * 256 / (side * side)))
  }

  /// Returns the memory estimate for tiles: the bands of one row of tiles, those painted ahead, and
  /// the tiles being encoded; with text of one size, one scene per zoom.
  static func tiles(
    _ request: TileRequest, _ options: Settings, sceneOf file: Int
  ) -> MemoryEstimate {
    let wanted = options[MapKeys.width] ?? Int(1920 * (options.pixelScale ?? 1))
    let width = request.zooms.map { request.tileSize << $0.upperBound } ?? 2 * wanted
    let side = request.tileSize + 2 * request.overlap
    let bands = bandsAhead(width: width, height: width) + side / ImageCanvas.bandHeight + 2
    let canvases = canvasesAhead(side: side) * side * side * 4
    let scenes = request.hasOwnText ? (request.zooms?.count ?? 1) * ((2 << 20) + file) : 0
    return MemoryEstimate(
      running: (24 << 20) + file + scenes + bands * width * ImageCanvas.bandHeight * 4
        + 2 * canvases)
  }
}
