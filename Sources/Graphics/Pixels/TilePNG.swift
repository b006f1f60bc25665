// SPDX-License-Identifier: MIT
// Part of Platen: tiles as PNG files, fast: by a palette where they have few colors.
//
// Most tiles of a map have fewer than 256 colors: some grounds, some lines, and what lies between
// them along edges. An index a pixel is a third of the bytes to look through, and packs better.

internal import Libc

/// Writes tiles as PNG files, one after another; used by one worker.
public final class TilePNG {
  private let table = ColorTable()
  /// The tile's indices, each row with an empty byte before it for the filter; those of the tile before
  /// it are in `last`.
  private var indices: [UInt8] = []
  private var last = (indices: [UInt8](), colors: [UInt32](), width: 0, file: [UInt8]())

  public init() {}

  /// The file of a tile: indexed where it has at most 256 colors, RGB where it is opaque, RGBA
  /// otherwise, with straight alpha. It states that its colors are sRGB, and never a date. A tile
  /// that equals the one before it, such as open sea, is not compressed again.
  ///
  /// - Precondition: the tile was begun.
  /// - Throws: `Failure` `png.size` for a tile no PNG can hold.
  public func encode(_ tile: TileCanvas) throws -> [UInt8] {
    guard index(tile) else { return try trueColor(tile) }
    let palette = table.colors
    if last.width == tile.width, last.colors == palette, last.indices == indices {
      return last.file
    }
    let file = try indexed(tile, palette)
    last.colors = palette
    last.width = tile.width
    last.file = file
    swap(&last.indices, &indices)
    return file
  }

  // MARK: By a palette

  /// Finds the tile's colors and gives each pixel the number of its own; false where a palette
  /// cannot hold them.
  private func index(_ tile: TileCanvas) -> Bool {
    table.removeAll()
    let (width, height) = (tile.width, tile.height)
    let rowBytes = width + 1
    if indices.count != rowBytes * height {
      indices = [UInt8](repeating: 0, count: rowBytes * height)
    }
    return unsafe indices.withUnsafeMutableBufferPointer { indices in
      guard let first = indices.baseAddress else { return false }
      for y in 0..<height {
        let row = unsafe tile.pixels + y * width
        let target = unsafe first + y * rowBytes
        // Filter 0 all along: differences of indices have no meaning.
        unsafe target[0] = 0
        if y > 0, unsafe memcmp(row, row - width, width * 4) == 0 {
          unsafe (target + 1).update(from: target + 1 - rowBytes, count: width)
          continue
        }
        let isNumbered = unsafe table.number(
          UnsafeBufferPointer(start: row, count: width),
          into: UnsafeMutableRawBufferPointer(start: target + 1, count: width))
        guard isNumbered else { return false }
      }
      return true
    }
  }

  private func indexed(_ tile: TileCanvas, _ colors: [UInt32]) throws -> [UInt8] {
    let depth = colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8
    let rows = depth < 8 ? packed(depth: depth, width: tile.width, height: tile.height) : indices
    return try unsafe PNGChunks.file(
      width: tile.width, height: tile.height, colorType: 3, bitDepth: UInt8(depth), palette: colors
    ) { body in
      try unsafe rows.withUnsafeBytes { bytes in
        try unsafe FlatDeflate.zlib(
          of: bytes, rowBytes: rows.count / tile.height, pixelBytes: 1
        ).withUnsafeBytes(body)
      }
    }
  }

  /// Several indices to a byte, the leftmost in the highest bits (PNG, section 7.2).
  private func packed(depth: Int, width: Int, height: Int) -> [UInt8] {
    let inByte = 8 / depth
    let rowBytes = 1 + (width + inByte - 1) / inByte
    var target = [UInt8](repeating: 0, count: rowBytes * height)
    unsafe target.withUnsafeMutableBufferPointer { target in
      unsafe indices.withUnsafeBufferPointer { indices in
        for y in 0..<height {
          let source = y * (width + 1) + 1
          let start = y * rowBytes + 1
          for x in 0..<width {
            unsafe target[start + x / inByte] |=
              indices[source + x] << UInt8(8 - depth - x % inByte * depth)
          }
        }
      }
    }
    return target
  }

  // MARK: By components

  private func trueColor(_ tile: TileCanvas) throws -> [UInt8] {
    let (width, height) = (tile.width, tile.height)
    var isOpaque = true
    for place in 0..<width * height where unsafe tile.pixels[place] >> 24 != 255 {
      isOpaque = false
      break
    }
    return try PNGEncoder.file(
      width: width, height: height, pixels: isOpaque ? .rgb : .rgba, isFlat: true
    ) { try $0.writeBand(tile.band) }
  }
}
