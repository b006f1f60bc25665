// SPDX-License-Identifier: MIT
// Part of Platen: tiles as PNG files, fast: by a palette where they have few colours.
//
// Most tiles of a map have fewer than 256 colours: some grounds, some lines, and what lies between
// them along edges. An index a pixel is a third of the bytes to look through, and packs better.

internal import CDeflate
internal import Diagnostics

/// Writes tiles as PNG files, one after another; used by one worker.
public final class TilePNG {
  /// The most colours of a palette (PNG, section 11.2.2).
  private static let mostColors = 256
  /// Slots of the table of colours: four times as many, so that looking one up takes one or two steps.
  private static let slotBits: UInt32 = 10
  // Level 1 costs as much and packs worse; those above 2 cost half as much again.
  private static let level: Int32 = 2

  /// One of the tile's colours to a slot, and its place in the palette; -1 where there is none.
  private var slotColors = [UInt32](repeating: 0, count: 1 << slotBits)
  private var slotPlaces = [Int16](repeating: -1, count: 1 << slotBits)
  private var colors: [UInt32] = []
  private var indices: [UInt8] = []
  private let compressor: OpaquePointer
  private var packed: [UInt8] = []

  /// - Throws: `Failure` `png.memory`.
  public init() throws {
    guard let compressor = libdeflate_alloc_compressor(TilePNG.level) else {
      throw Failure(.error("png.memory", "no memory to compress the picture"))
    }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// The file of a tile: indexed where it has at most 256 colours, RGB where it is opaque, RGBA
  /// otherwise. It says that its colours are sRGB, and never a date.
  ///
  /// - Throws: `Failure` `png.deflate`.
  public func encode(_ tile: TileCanvas) throws -> [UInt8] {
    if index(tile) { return try indexed(tile) }
    return try trueColor(tile)
  }

  // MARK: By a palette

  /// Finds the tile's colours and gives each pixel the number of its own; false where there are too
  /// many. Rows have an empty byte before them, for the filter.
  private func index(_ tile: TileCanvas) -> Bool {
    if !colors.isEmpty { for slot in slotPlaces.indices { slotPlaces[slot] = -1 } }
    colors.removeAll(keepingCapacity: true)
    let (width, height) = (tile.width, tile.height)
    let rowBytes = width + 1
    if indices.count != rowBytes * height {
      indices = [UInt8](repeating: 0, count: rowBytes * height)
    }
    return indices.withUnsafeMutableBufferPointer { indices in
      for y in 0..<height {
        let row = tile.pixels + y * width
        guard let target = indices.baseAddress.map({ $0 + y * rowBytes }) else { return false }
        // Filter 0 all along: what is told by indices has no differences worth telling.
        target[0] = 0
        if y > 0, isSame(row, row - width, count: width) {
          (target + 1).update(from: target + 1 - rowBytes, count: width)
          continue
        }
        var last = ~row[0]
        var place: UInt8 = 0
        for x in 0..<width {
          let color = row[x]
          if color != last {
            guard let found = self.place(of: color) else { return false }
            last = color
            place = found
          }
          target[x + 1] = place
        }
      }
      return true
    }
  }

  private func isSame(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, count: Int
  ) -> Bool {
    var x = 0
    let (a, b) = (UnsafeRawPointer(first), UnsafeRawPointer(second))
    while x + 8 <= count {
      let left = a.loadUnaligned(fromByteOffset: x * 4, as: SIMD8<UInt32>.self)
      if left != b.loadUnaligned(fromByteOffset: x * 4, as: SIMD8<UInt32>.self) { return false }
      x += 8
    }
    while x < count {
      if first[x] != second[x] { return false }
      x += 1
    }
    return true
  }

  /// A colour's number, a new one where it is new; nil where there is no room for it.
  @inline(__always)
  private func place(of color: UInt32) -> UInt8? {
    var slot = hash(color)
    while slotPlaces[slot] >= 0 {
      if slotColors[slot] == color { return UInt8(truncatingIfNeeded: slotPlaces[slot]) }
      slot = (slot + 1) & (slotPlaces.count - 1)
    }
    guard colors.count < TilePNG.mostColors else { return nil }
    slotColors[slot] = color
    slotPlaces[slot] = Int16(colors.count)
    colors.append(color)
    return UInt8(colors.count - 1)
  }

  @inline(__always)
  private func hash(_ color: UInt32) -> Int {
    Int(color &* 0x9E37_79B1 >> (32 - TilePNG.slotBits))
  }

  private func indexed(_ tile: TileCanvas) throws -> [UInt8] {
    let depth: UInt8 = colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8
    var palette: [UInt8] = []
    var alphas: [UInt8] = []
    palette.reserveCapacity(colors.count * 3)
    for color in colors {
      let (red, green, blue, alpha) = straightened(color)
      palette += [red, green, blue]
      alphas.append(alpha)
    }
    // What is opaque at the end need not be said (PNG, section 11.3.1.1).
    while alphas.last == 255 { alphas.removeLast() }
    return try file(tile, depth: depth, colorType: 3, palette: palette, alphas: alphas) { body in
      if depth < 8 { pack(depth: Int(depth), width: tile.width, height: tile.height) }
      let rowBytes = indices.count / tile.height
      try indices.withUnsafeBytes { bytes in
        var stream = FlatDeflate.stream(of: bytes, rowBytes: rowBytes, pixelBytes: 1)
        let sum = libdeflate_adler32(1, bytes.baseAddress, bytes.count)
        for shift in [24, 16, 8, 0] as [UInt32] {
          stream.append(UInt8(truncatingIfNeeded: sum >> shift))
        }
        try stream.withUnsafeBytes(body)
      }
    }
  }

  /// Several indices to a byte, the leftmost in the highest bits (PNG, section 7.2).
  private func pack(depth: Int, width: Int, height: Int) {
    let inByte = 8 / depth
    let rowBytes = 1 + (width + inByte - 1) / inByte
    var target = [UInt8](repeating: 0, count: rowBytes * height)
    for y in 0..<height {
      let source = y * (width + 1) + 1
      let start = y * rowBytes + 1
      for x in 0..<width {
        target[start + x / inByte] |= indices[source + x] << (8 - depth - x % inByte * depth)
      }
    }
    indices = target
  }

  // MARK: By components

  private func trueColor(_ tile: TileCanvas) throws -> [UInt8] {
    let (width, height) = (tile.width, tile.height)
    var isOpaque = true
    for place in 0..<width * height where tile.pixels[place] >> 24 != 255 {
      isOpaque = false
      break
    }
    let rowBytes = 1 + width * (isOpaque ? 3 : 4)
    var rows = [UInt8](repeating: 0, count: rowBytes * height)
    rows.withUnsafeMutableBytes { rows in
      for y in 0..<height {
        let row = UnsafeBufferPointer(start: tile.pixels + y * width, count: width)
        let target = UnsafeMutableRawBufferPointer(
          rebasing: rows[y * rowBytes + 1..<(y + 1) * rowBytes])
        if isOpaque {
          PixelRow.dropAlpha(row, into: target)
        } else {
          PixelRow.straighten(row, into: target)
        }
      }
    }
    return try file(tile, depth: 8, colorType: isOpaque ? 2 : 6) { body in
      try rows.withUnsafeBytes { try compress($0, body) }
    }
  }

  private func compress(_ bytes: UnsafeRawBufferPointer, _ body: CompressedSink) throws {
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    if packed.count < bound { packed = [UInt8](repeating: 0, count: bound) }
    let count = packed.withUnsafeMutableBytes {
      libdeflate_zlib_compress(compressor, bytes.baseAddress, bytes.count, $0.baseAddress, $0.count)
    }
    guard count > 0 else {
      throw Failure(.error("png.deflate", "libdeflate could not compress the picture"))
    }
    try packed.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  // MARK: The file

  private func file(
    _ tile: TileCanvas, depth: UInt8, colorType: UInt8, palette: [UInt8] = [],
    alphas: [UInt8] = [], data: (CompressedSink) throws -> Void
  ) throws -> [UInt8] {
    var file: [UInt8] = []
    let chunks = PNGChunks { file.append(contentsOf: $0) }
    try chunks.signature()
    try chunks.header(
      width: UInt32(tile.width), height: UInt32(tile.height), colorType: colorType, depth: depth)
    try chunks.write("sRGB", [0])
    if !palette.isEmpty { try chunks.write("PLTE", palette) }
    if !alphas.isEmpty { try chunks.write("tRNS", alphas) }
    try data { try chunks.write("IDAT", $0) }
    try chunks.write("IEND", [])
    return file
  }

  /// A pixel's straight components, as rows are written.
  private func straightened(_ pixel: UInt32) -> (UInt8, UInt8, UInt8, UInt8) {
    withUnsafePointer(to: pixel) { pixel in
      var bytes: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
      withUnsafeMutableBytes(of: &bytes) {
        PixelRow.straighten(UnsafeBufferPointer(start: pixel, count: 1), into: $0)
      }
      return bytes
    }
  }
}
