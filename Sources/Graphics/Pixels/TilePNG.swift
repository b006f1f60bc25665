// SPDX-License-Identifier: MIT
// Part of Platen: tiles as PNG files, fast: by a palette where they have few colours.

//
// Most tiles of a map have fewer than 256 colours: some grounds, some lines, and what lies between
// them along edges. An index a pixel is a third of the bytes to look through, and packs better.

/// Writes tiles as PNG files, one after another; used by one worker.
///
/// Safe: it owns its two tables from `init` to `deinit`. A slot is a number of `slotBits` bits, and a
/// colour's place is counted up to `mostColors`.
@safe public final class TilePNG {
  /// The most colours of a palette (PNG, section 11.2.2).
  private static let mostColors = 256
  /// Slots of the table of colours: four times as many, so that looking one up takes one or two steps.
  private static let slotBits: UInt32 = 10

  /// A slot for a colour: the colour in the lower half, one more than its place in the palette in the
  /// upper; 0 where there is none.
  private let slots: UnsafeMutablePointer<UInt64>
  private let colors: UnsafeMutablePointer<UInt32>
  private var colorCount = 0
  /// The tile's indices, each row with an empty byte before it for the filter; those of the tile before
  /// it lie in `last`.
  private var indices: [UInt8] = []
  private var last = (indices: [UInt8](), colors: [UInt32](), width: 0, file: [UInt8]())

  public init() {
    unsafe slots = .allocate(capacity: 1 << TilePNG.slotBits)
    unsafe colors = .allocate(capacity: TilePNG.mostColors)
    unsafe colors.initialize(repeating: 0, count: TilePNG.mostColors)
  }

  deinit {
    unsafe slots.deallocate()
    unsafe colors.deallocate()
  }

  /// The file of a tile: indexed where it has at most 256 colours, RGB where it is opaque, RGBA
  /// otherwise, with straight alpha. It says that its colours are sRGB, and never a date. A tile that is
  /// the one before it again, such as open sea, is not compressed again.
  ///
  /// - Precondition: the tile was begun.
  /// - Throws: `Failure` `png.size` for a tile no PNG can hold.
  public func encode(_ tile: TileCanvas) throws -> [UInt8] {
    guard index(tile) else { return try trueColor(tile) }
    let palette = unsafe Array(UnsafeBufferPointer(start: colors, count: colorCount))
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

  /// Finds the tile's colours and gives each pixel the number of its own; false where there are too
  /// many.
  private func index(_ tile: TileCanvas) -> Bool {
    unsafe slots.update(repeating: 0, count: 1 << TilePNG.slotBits)
    colorCount = 0
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
        // Filter 0 all along: what is told by indices has no differences worth telling.
        unsafe target[0] = 0
        if y > 0, unsafe TilePNG.isSame(row, row - width, count: width) {
          unsafe (target + 1).update(from: target + 1 - rowBytes, count: width)
          continue
        }
        var known = unsafe ~row[0]
        var place: UInt8 = 0
        for x in 0..<width {
          let color = unsafe row[x]
          if color != known {
            guard let found = self.place(of: color) else { return false }
            known = color
            place = found
          }
          unsafe target[x + 1] = place
        }
      }
      return true
    }
  }

  private static func isSame(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, count: Int
  ) -> Bool {
    var x = 0
    let (a, b) = unsafe (UnsafeRawPointer(first), UnsafeRawPointer(second))
    while x + 8 <= count {
      let left = unsafe a.loadUnaligned(fromByteOffset: x * 4, as: SIMD8<UInt32>.self)
      if unsafe left != b.loadUnaligned(fromByteOffset: x * 4, as: SIMD8<UInt32>.self) {
        return false
      }
      x += 8
    }
    while x < count {
      if unsafe first[x] != second[x] { return false }
      x += 1
    }
    return true
  }

  /// A colour's number, a new one where it is new; nil where there is no room for it.
  @inline(__always)
  private func place(of color: UInt32) -> UInt8? {
    // The upper bits of a product depend on all bits of the colour.
    var slot = Int((color &* 0x9E37_79B1) >> (32 - TilePNG.slotBits))
    while unsafe slots[slot] != 0 {
      if unsafe UInt32(truncatingIfNeeded: slots[slot]) == color {
        return unsafe UInt8(truncatingIfNeeded: (slots[slot] >> 32) - 1)
      }
      slot = (slot + 1) & ((1 << Int(TilePNG.slotBits)) - 1)
    }
    guard colorCount < TilePNG.mostColors else { return nil }
    unsafe colors[colorCount] = color
    colorCount += 1
    unsafe slots[slot] = UInt64(color) | UInt64(colorCount) << 32
    return UInt8(colorCount - 1)
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
    let rowBytes = 1 + width * (isOpaque ? 3 : 4)
    var rows = [UInt8](repeating: 0, count: rowBytes * height)
    unsafe rows.withUnsafeMutableBytes { rows in
      for y in 0..<height {
        let row = unsafe UnsafeBufferPointer(start: tile.pixels + y * width, count: width)
        let target = unsafe UnsafeMutableRawBufferPointer(
          rebasing: rows[y * rowBytes..<(y + 1) * rowBytes])
        unsafe PixelRow.fill(target, from: row, hasAlpha: !isOpaque)
      }
    }
    return try unsafe PNGChunks.file(
      width: width, height: height, colorType: isOpaque ? 2 : 6
    ) { body in
      try unsafe rows.withUnsafeBytes { bytes in
        try unsafe FlatDeflate.zlib(
          of: bytes, rowBytes: rowBytes, pixelBytes: isOpaque ? 3 : 4
        ).withUnsafeBytes(body)
      }
    }
  }
}
