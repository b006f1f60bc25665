// SPDX-License-Identifier: MIT
// Part of Platen: how much memory tiles are thought to need.

internal import Canvas
internal import JobKit
internal import Pipeline

extension MapWeight {
  /// How many canvases of tiles may be in memory at once: as many as fit into 32 MB, 16 at the most,
  /// two in any case.
  ///
  /// - Parameter side: Pixels of a tile's side, with what it shows of its neighbors.
  static func canvasesAhead(side: Int) -> Int {
    max(2, min(16, (32 << 20) / (side * side * 4)))
  }

  /// How many tiles are encoded one after another on one canvas: fewer of large ones, so that what
  /// waits for its turn is about as much as the canvas.
  static func tilesAtOnce(side: Int) -> Int {
    max(1, min(8, 8 * 256 * 256 / (side * side)))
  }

  /// Tiles: the bands of one row of tiles, those painted ahead, and the tiles being encoded; with
  /// letters of one size a scene for each zoom.
  static func tiles(
    _ request: TileRequest, _ options: Settings, sceneOf file: Int
  ) -> MemoryWeight {
    let wanted = options[MapKeys.width] ?? Int(1920 * (options[MapKeys.scale] ?? 1))
    let width = request.zooms.map { request.tileSize << $0.upperBound } ?? 2 * wanted
    let side = request.tileSize + 2 * request.overlap
    let bands = bandsAhead(width: width, height: width) + side / ImageCanvas.bandHeight + 2
    let canvases = canvasesAhead(side: side) * side * side * 4
    let scenes = request.hasOwnText ? (request.zooms?.count ?? 1) * ((2 << 20) + file) : 0
    return MemoryWeight(
      running: (24 << 20) + file + scenes + bands * width * ImageCanvas.bandHeight * 4
        + 2 * canvases)
  }
}
