// SPDX-License-Identifier: MIT
// Part of Platen: rows of images of few colors, as numbers of a palette's entries.

internal import Diagnostics
internal import Text

/// Rows of a byte a pixel, held packed until the palette is known.
final class PaletteRows {
  private let table = ColorTable()
  private let stream: StreamDeflate
  private var packed: [UInt8] = []

  init(width: Int) throws { stream = try StreamDeflate(rowBytes: 1 + width) }

  /// The colors so far, premultiplied.
  var colors: [UInt32] { table.colors }

  /// - Throws: `Failure` `png.colors` with the first color too many.
  func write(_ band: borrowing BitmapBand) throws {
    for index in 0..<band.height {
      unsafe stream.row[0] = 0
      let numbers = unsafe UnsafeMutableRawBufferPointer(rebasing: stream.row[1...])
      guard unsafe table.number(band.row(index), into: numbers) else {
        throw Failure(
          .error(
            .pngColors, "the image has more than 256 colors, the most that a palette holds",
            hints: ["omit color-mode, or set it to rgb"]))
      }
      try unsafe stream.write { unsafe packed.append(contentsOf: $0) }
    }
  }

  func finish(_ body: ByteSink) throws {
    try unsafe stream.finish { unsafe packed.append(contentsOf: $0) }
    try unsafe packed.withUnsafeBytes(body)
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
