// SPDX-License-Identifier: MIT
// Part of Platen: the first frame of a GIF.

internal import Diagnostics
package import Pixels

/// Reads the first frame of a GIF (CompuServe, Graphics Interchange Format 89a).
package enum GIFReader {
  /// The most pixels of an image that is read.
  package static let pixelLimit = 1 << 25

  /// Indicates whether bytes begin as a GIF does.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
  }

  /// The first frame on the file's canvas, transparent where it has no pixels; a frame that ends
  /// early is transparent from there.
  ///
  /// - Returns: The image, and whether more frames follow.
  /// - Throws: `Failure` with `gif.damaged` or `gif.size`.
  package static func decode(_ bytes: [UInt8]) throws -> (image: Bitmap, isAnimated: Bool) {
    let damaged = Failure(
      .error(.gifDamaged, "the GIF is damaged", hints: ["save it as PNG or JPEG"]))
    guard recognizes(bytes) else { throw damaged }
    var reader = ByteReader(bytes: bytes, at: 6)
    guard let width = reader.word(), let height = reader.word(), let flags = reader.byte(),
      reader.byte() != nil, reader.byte() != nil, width > 0, height > 0
    else { throw damaged }
    guard width * height <= pixelLimit else {
      throw Failure(
        .error(
          .gifSize, "a GIF of \(width) × \(height) pixels is too large to be read",
          hints: ["make it smaller"]))
    }
    let common = flags & 0x80 != 0 ? reader.colors(flags) : []
    guard let common else { throw damaged }
    var transparent: UInt8?
    while let mark = reader.byte() {
      switch mark {
      case 0x21:
        guard let label = reader.byte() else { throw damaged }
        if label == 0xF9, let block = reader.block(), block.count >= 4 {
          transparent = block[block.startIndex] & 1 != 0 ? block[block.startIndex + 3] : nil
        }
        reader.skipBlocks()
      case 0x2C:
        guard let left = reader.word(), let top = reader.word(), let columns = reader.word(),
          let rows = reader.word(), let flags = reader.byte(), columns * rows <= pixelLimit,
          let colors = flags & 0x80 != 0 ? reader.colors(flags) : common, !colors.isEmpty,
          let codeSize = reader.byte(), (2...8).contains(codeSize)
        else { throw damaged }
        let indices = GIFReader.indices(
          reader.blocks(), codeSize: Int(codeSize), count: columns * rows)
        guard !indices.isEmpty || columns * rows == 0 else { throw damaged }
        var image = [UInt8](repeating: 0, count: width * height * 4)
        let order = flags & 0x40 != 0 ? interlaced(rows) : Array(0..<rows)
        for (position, index) in indices.enumerated() {
          let x = left + position % columns
          let y = top + order[position / columns]
          guard x < width, y < height, index != transparent, Int(index) * 3 + 2 < colors.count
          else { continue }
          let (from, to) = (Int(index) * 3, (y * width + x) * 4)
          (image[to], image[to + 1], image[to + 2]) =
            (colors[from], colors[from + 1], colors[from + 2])
          image[to + 3] = 255
        }
        return (Bitmap(width: width, height: height, rgba: image), reader.hasFrame())
      default: throw damaged
      }
    }
    throw damaged
  }

  /// Rows in the order of an interlaced frame: each eighth, and what is between, in four passes.
  private static func interlaced(_ rows: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
      Array(stride(from: first, to: rows, by: step))
    }
  }

  /// The color indices that variable-length codes (LZW) stand for, at most `count` of them; those
  /// before the first code that cannot be.
  private static func indices(_ data: [UInt8], codeSize: Int, count: Int) -> [UInt8] {
    let clear = 1 << codeSize
    let end = clear + 1
    // A sequence of the table is another one with one index more.
    var prefix = [Int16](repeating: -1, count: 4096)
    var suffix = [UInt8](repeating: 0, count: 4096)
    var length = [UInt16](repeating: 1, count: 4096)
    for index in 0..<clear { suffix[index] = UInt8(index) }
    var (next, width, previous) = (end + 1, codeSize + 1, -1)
    var (bits, available) = (0, 0)
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for byte in data {
      bits |= Int(byte) << available
      available += 8
      while available >= width {
        let code = bits & (1 << width - 1)
        bits >>= width
        available -= width
        if code == clear {
          (next, width, previous) = (end + 1, codeSize + 1, -1)
          continue
        }
        if code == end { return result }
        guard code < next || (code == next && previous >= 0), code < 4096 else { return result }
        // The one code that is not in the table yet repeats the first index of the one before.
        let known = code < next ? code : previous
        let size = Int(length[known])
        let start = result.count
        result.append(contentsOf: repeatElement(0, count: size))
        var at = known
        for place in stride(from: size - 1, through: 0, by: -1) {
          result[start + place] = suffix[at]
          at = Int(prefix[at])
          if at < 0 { break }
        }
        let first = result[start]
        if code == next { result.append(first) }
        if previous >= 0, next < 4096 {
          prefix[next] = Int16(previous)
          suffix[next] = first
          length[next] = length[previous] + 1
          next += 1
          if next == 1 << width, width < 12 { width += 1 }
        }
        previous = code
        if result.count >= count { return Array(result.prefix(count)) }
      }
    }
    return result
  }

  /// Bytes in order.
  private struct ByteReader {
    let bytes: [UInt8]
    var at: Int

    mutating func byte() -> UInt8? {
      guard at < bytes.count else { return nil }
      at += 1
      return bytes[at - 1]
    }

    mutating func word() -> Int? {
      guard at + 1 < bytes.count else { return nil }
      at += 2
      return Int(bytes[at - 2]) | Int(bytes[at - 1]) << 8
    }

    /// A table of colors, three bytes each; nil where the file ends in it.
    mutating func colors(_ flags: UInt8) -> [UInt8]? {
      let count = 3 << (Int(flags & 7) + 1)
      guard at + count <= bytes.count else { return nil }
      at += count
      return Array(bytes[at - count..<at])
    }

    /// A block of up to 255 bytes; nil for the empty one that ends a sequence.
    mutating func block() -> ArraySlice<UInt8>? {
      guard let count = byte(), count > 0 else {
        at = min(at, bytes.count)
        return nil
      }
      let end = min(bytes.count, at + Int(count))
      defer { at = end }
      return bytes[at..<end]
    }

    mutating func skipBlocks() {
      while block() != nil {}
    }

    /// The bytes of all blocks up to the empty one.
    mutating func blocks() -> [UInt8] {
      var result: [UInt8] = []
      while let block = block() { result += block }
      return result
    }

    /// Indicates whether another frame follows, extensions passed over.
    mutating func hasFrame() -> Bool {
      while let mark = byte() {
        if mark == 0x2C { return true }
        guard mark == 0x21, byte() != nil else { return false }
        skipBlocks()
      }
      return false
    }
  }
}
