// SPDX-License-Identifier: MIT
// Part of Platen: paints a scene on each level of a pyramid, and cuts it into tiles.

internal import Canvas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Tiles

/// Paints the levels of a pyramid and cuts them into tiles.
///
/// Each level is painted like an image of its size, band by band on the fixed grid, and tiles are
/// cut out of the bands: joined again, they are that image. Memory holds the bands of one row of
/// tiles, and those painted ahead of it.
struct TileDrawing: Sendable {
  let pyramid: TilePyramid
  /// The part of the scene that is shown.
  let window: Rect
  let fonts: FontPool

  /// Makes all tiles, level by level from the smallest, each row by row.
  ///
  /// - Parameters:
  ///   - scenes: one for all levels, or one for each.
  ///   - take: receives each tile on the calling thread.
  /// - Throws: `Failure` `output.check` if the image would be blank or a tile does not read back
  ///   as painted; errors of painting and of `take`; `Cancelled`.
  func draw(
    _ scenes: [Scene], in context: StageContext,
    take: (TileAddress, [UInt8]) throws -> Void
  ) throws {
    var blankness = Blankness()
    for (index, level) in pyramid.levels.enumerated() {
      let scene = scenes.count > 1 ? scenes[index] : scenes[0]
      let isTop = index == pyramid.levels.count - 1
      try draw(level, of: scene, in: context) { band in
        if isTop { blankness.look(at: band) }
      } take: {
        try take($0, $1)
      }
    }
    try blankness.refuse()
  }

  /// Returns one tile as PNG, painted without its neighbors.
  ///
  /// Its pixels are those of the tile in a pyramid, but for rounding at the edges of shapes.
  ///
  /// - Throws: errors of painting.
  func tile(_ address: TileAddress, in level: TilePyramid.Level, of scene: Scene) throws -> [UInt8]
  {
    let frame = pyramid.frame(of: address, in: level)
    let (across, down) = (
      window.width / Double(level.width), window.height / Double(level.height)
    )
    let part = Rect(
      x: window.x + Double(frame.x) * across, y: window.y + Double(frame.y) * down,
      width: Double(frame.width) * across, height: Double(frame.height) * down)
    let size = pyramid.size(of: frame)
    let canvas = TileCanvas(side: max(size.width, size.height))
    canvas.begin(width: size.width, height: size.height)
    try fonts.withLibrary { fonts in
      try ImageCanvas.paint(
        scene, window: part, width: frame.width, height: frame.height, fonts: fonts
      ) { band in canvas.copy(band, from: 0, 0, columns: frame.width, rows: frame.height) }
    }
    return try TilePNG().encode(canvas)
  }

  private func draw(
    _ level: TilePyramid.Level, of scene: Scene, in context: StageContext,
    look: (borrowing BitmapBand) -> Void, take: (TileAddress, [UInt8]) throws -> Void
  ) throws {
    let fonts = fonts
    let painting = try fonts.withLibrary {
      try Painting(
        scene, window: window, width: level.width, height: level.height, fonts: $0)
    }
    var held = HeldBands(height: level.height)
    var row = 0
    try context.inOrder(
      painting.bandCount, ahead: MapMemory.bandsAhead(width: level.width, height: level.height)
    ) { index in
      let pixels = BandPixels(painting)
      try fonts.withLibrary { try painting.paint(index, into: pixels, fonts: $0) }
      return pixels
    } take: { pixels in
      pixels.withBand { look($0) }
      held.add(pixels)
      while row < level.rows {
        let frame = pyramid.frame(
          of: TileAddress(level: level.number, column: 0, row: row), in: level)
        guard frame.y + frame.height <= held.end else { break }
        held.drop(above: frame.y)
        try cut(row, of: level, from: held.bands, in: context, take: take)
        row += 1
      }
    }
  }

  /// Cuts a row of tiles out of its bands, and encodes them in parallel.
  private func cut(
    _ row: Int, of level: TilePyramid.Level, from bands: [BandPixels], in context: StageContext,
    take: (TileAddress, [UInt8]) throws -> Void
  ) throws {
    let side = pyramid.tileSize + 2 * pyramid.overlap
    let atOnce = MapMemory.tilesAtOnce(side: side)
    let pieces = (level.columns + atOnce - 1) / atOnce
    try context.inOrder(pieces, ahead: MapMemory.canvasesAhead(side: side)) { piece in
      let first = piece * atOnce
      let canvas = TileCanvas(side: side)
      let encoder = TilePNG()
      var tiles: [(TileAddress, [UInt8])] = []
      for column in first..<min(level.columns, first + atOnce) {
        let address = TileAddress(level: level.number, column: column, row: row)
        let frame = pyramid.frame(of: address, in: level)
        let size = pyramid.size(of: frame)
        canvas.begin(width: size.width, height: size.height)
        for band in bands {
          band.withBand {
            canvas.copy($0, from: frame.x, frame.y, columns: frame.width, rows: frame.height)
          }
        }
        let bytes = try encoder.encode(canvas)
        let isFirst = column == 0 && row == 0
        let isLast = column == level.columns - 1 && row == level.rows - 1
        // Only the first and the last of each level are read again: all others have the same size.
        if isFirst || isLast { try TileDrawing.check(bytes, against: canvas, address) }
        tiles.append((address, bytes))
      }
      return tiles
    } take: { tiles in
      for (address, bytes) in tiles { try take(address, bytes) }
    }
  }

  /// Reads a tile again and compares it with the painted pixels.
  private static func check(
    _ bytes: [UInt8], against canvas: TileCanvas, _ address: TileAddress
  ) throws {
    let limits = PNGDecoder.Limits(
      side: max(canvas.width, canvas.height), pixels: canvas.width * canvas.height)
    guard try PNGDecoder.decode(bytes, limits: limits) == canvas.bitmap else {
      throw Failure(
        .error(
          .outputCheck,
          "the tile \(address.name(in: .xyz)) does not read back as painted",
          hints: ["this is an internal error; please report it"]))
    }
  }
}

/// The bands of a level that are still needed, from the top.
private struct HeldBands {
  private(set) var bands: [BandPixels] = []
  /// The row after the last one received.
  private(set) var end = 0
  /// The number of the first band held.
  private var first = 0
  private let height: Int

  init(height: Int) { self.height = height }

  mutating func add(_ band: BandPixels) {
    bands.append(band)
    end = min(height, (first + bands.count) * ImageCanvas.bandHeight)
  }

  /// Releases bands above a row.
  mutating func drop(above row: Int) {
    let passed = min(bands.count, row / ImageCanvas.bandHeight - first)
    guard passed > 0 else { return }
    bands.removeFirst(passed)
    first += passed
  }
}
