// SPDX-License-Identifier: MIT
// Part of Platen: rows of images of few colors, as numbers of a palette's entries.

internal import Diagnostics
internal import Text

/// Rows of a byte a pixel, held until the palette is known.
///
/// Up to 256 colors are kept as they are, packed as they come. Images of more colors are held whole and
/// get the nearest 256 colors at the end (``ColorReduction``), if they have at most `limit` pixels.
final class PaletteRows {
  /// Pixels of the largest image whose colors are reduced.
  private static let limit = PNGEncoder.wholeLimit

  private let width: Int
  private var table: ColorTable? = ColorTable()
  private var stream: StreamDeflate?
  private var packed: [UInt8] = []
  /// All pixels so far; empty if the image is too large to hold.
  private var pixels: [UInt32] = []
  private let isHeld: Bool

  init(width: Int, height: Int) throws {
    self.width = width
    stream = try StreamDeflate(rowBytes: 1 + width)
    isHeld = width <= PaletteRows.limit / height
  }

  /// Takes the next rows.
  ///
  /// - Throws: `Failure` `png.colors` with the first color too many of an image too large to hold.
  func writeBand(_ band: borrowing BitmapBand) throws {
    for index in 0..<band.height {
      let row = unsafe band.row(index)
      if isHeld { unsafe pixels.append(contentsOf: row) }
      guard let table, let stream else { continue }
      unsafe stream.row[0] = 0
      let numbers = unsafe UnsafeMutableRawBufferPointer(rebasing: stream.row[1...])
      if unsafe table.number(row, into: numbers) {
        try unsafe stream.writeRow { unsafe packed.append(contentsOf: $0) }
      } else if isHeld {
        (self.table, self.stream, packed) = (nil, nil, [])
      } else {
        throw Failure(
          .error(
            .pngColors, "the image is large and has more than 256 colors, the most of a palette",
            hints: ["omit color-mode, or set it to rgb"]))
      }
    }
  }

  /// Ends the rows: the palette, premultiplied, is passed on before them.
  func finish(palette: ([UInt32]) throws -> Void, _ body: ByteSink) throws {
    guard let table, let stream else { return try unsafe reduce(palette: palette, body) }
    try unsafe stream.finish { unsafe packed.append(contentsOf: $0) }
    try palette(table.colors)
    try unsafe packed.withUnsafeBytes(body)
  }

  private func reduce(palette: ([UInt32]) throws -> Void, _ body: ByteSink) throws {
    let reduction = ColorReduction(pixels)
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + pixels.count / width)
    for (index, color) in pixels.enumerated() {
      if index.isMultiple(of: width) { rows.append(0) }
      rows.append(reduction.number(of: color))
    }
    try palette(reduction.colors)
    try unsafe rows.withUnsafeBytes {
      try unsafe Libdeflate.zlib($0, level: 9, body)
    }
  }
}

/// The colors of an image, numbered in the order in which they come.
///
/// Safe: it owns its two tables from `init` to `deinit`. A slot is a number of `slotBits` bits, and
/// colors are counted up to `limit`.
@safe final class ColorTable {
  /// The most colors of a palette (PNG, section 11.2.2).
  private static let limit = 256
  /// Slots: four times as many, so that looking a color up takes one or two steps.
  private static let slotBits: UInt32 = 10

  /// The color in the lower half, one more than its number in the upper; 0 where there is none.
  private let slots: UnsafeMutablePointer<UInt64>
  private let known: UnsafeMutablePointer<UInt32>
  private var count = 0

  init() {
    unsafe slots = .allocate(capacity: 1 << ColorTable.slotBits)
    unsafe slots.initialize(repeating: 0, count: 1 << ColorTable.slotBits)
    unsafe known = .allocate(capacity: ColorTable.limit)
    unsafe known.initialize(repeating: 0, count: ColorTable.limit)
  }

  deinit {
    unsafe slots.deallocate()
    unsafe known.deallocate()
  }

  /// The colors by their numbers.
  var colors: [UInt32] { unsafe Array(UnsafeBufferPointer(start: known, count: count)) }

  func removeAll() {
    unsafe slots.update(repeating: 0, count: 1 << ColorTable.slotBits)
    count = 0
  }

  /// Writes the number of each pixel's color; false where there are too many colors.
  ///
  /// - Precondition: `target` has a byte for each pixel.
  func number(
    _ row: UnsafeBufferPointer<UInt32>, into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition(target.count >= row.count && row.count > 0)
    var last = unsafe ~row[0]
    var number: UInt8 = 0
    for x in row.indices {
      let color = unsafe row[x]
      if color != last {
        guard let found = self.number(of: color) else { return false }
        last = color
        number = found
      }
      unsafe target[x] = number
    }
    return true
  }

  /// A color's number, a new one where it is new; nil where the palette is full.
  @inline(__always)
  private func number(of color: UInt32) -> UInt8? {
    // The upper bits of a product depend on all bits of the color.
    var slot = Int((color &* 0x9E37_79B1) >> (32 - ColorTable.slotBits))
    while unsafe slots[slot] != 0 {
      if unsafe UInt32(truncatingIfNeeded: slots[slot]) == color {
        return unsafe UInt8(truncatingIfNeeded: (slots[slot] >> 32) - 1)
      }
      slot = (slot + 1) & ((1 << Int(ColorTable.slotBits)) - 1)
    }
    guard count < ColorTable.limit else { return nil }
    unsafe known[count] = color
    count += 1
    unsafe slots[slot] = UInt64(color) | UInt64(count) << 32
    return UInt8(count - 1)
  }
}
