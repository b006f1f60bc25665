// SPDX-License-Identifier: MIT
// Part of Platen: small images as small PNG files: icons, which are packed into programs.

/// Writes PNG files of images in memory, with whatever filter packs each row best.
///
/// `PNGEncoder` is for maps: it takes bands, and no filter. This is for images of a few megapixels
/// that are carried around in programs, where bytes count; alpha is kept as it is, straight, and gray
/// images take one channel.
public enum CompactPNG {
  /// The channels of the pixels to keep.
  public enum Channels: Hashable, Sendable {
    /// Alpha is dropped: pixels are taken to be opaque.
    case opaque
    case withAlpha
  }

  /// libdeflate's level: most of the gain for little of the time.
  private static let level: Int32 = 4

  /// The whole file. It states that its colors are sRGB, and never a date.
  ///
  /// - Throws: `Failure` `png.size` for an empty image, `png.memory`.
  public static func encode(_ bitmap: Bitmap, _ channels: Channels) throws -> [UInt8] {
    try PNGChunks.check(width: bitmap.width, height: bitmap.height)
    let rows = FilteredRows(bitmap, channels)
    return try unsafe PNGChunks.file(
      width: bitmap.width, height: bitmap.height, colorType: rows.colorType
    ) { body in
      try unsafe rows.bytes.withUnsafeBytes { try unsafe Libdeflate.zlib($0, level: level, body) }
    }
  }
}

/// An image's rows as a PNG has them before they are compressed: a filter's number and bytes.
private struct FilteredRows {
  /// PNG, section 11.2.1: 0 gray, 2 color, 4 gray with alpha, 6 color with alpha.
  let colorType: UInt8
  private(set) var bytes: [UInt8]

  init(_ bitmap: Bitmap, _ channels: CompactPNG.Channels) {
    let isGray = FilteredRows.isGray(bitmap.rgba)
    let step = (isGray ? 1 : 3) + (channels == .withAlpha ? 1 : 0)
    colorType = (isGray ? 0 : 2) + (channels == .withAlpha ? 4 : 0)
    let length = bitmap.width * step
    var bytes: [UInt8] = []
    bytes.reserveCapacity((length + 1) * bitmap.height)
    var previous = [UInt8](repeating: 0, count: length)
    var row = previous
    var candidate = previous
    var chosen = previous
    for y in 0..<bitmap.height {
      FilteredRows.fill(&row, from: bitmap, y, isGray, channels)
      // The filter whose bytes are nearest to 0 packs best (PNG, section 12.7). Flat rows and those
      // that repeat the one above come to nothing at once.
      var best: (sum: UInt32, filter: RowFilter) = (.max, .none)
      for filter in [RowFilter.up, .sub, .paeth, .average, .none] where best.sum > 0 {
        filter.apply(to: row, below: previous, step: step, into: &candidate)
        let sum = RowFilter.distance(of: candidate)
        if sum < best.sum {
          best = (sum, filter)
          swap(&candidate, &chosen)
        }
      }
      bytes.append(best.filter.rawValue)
      bytes.append(contentsOf: chosen)
      swap(&row, &previous)
    }
    self.bytes = bytes
  }

  private static func isGray(_ rgba: [UInt8]) -> Bool {
    unsafe rgba.withUnsafeBufferPointer { bytes in
      var i = 0
      while i < bytes.count {
        if unsafe bytes[i] != bytes[i + 1] || bytes[i] != bytes[i + 2] { return false }
        i += 4
      }
      return true
    }
  }

  private static func fill(
    _ row: inout [UInt8], from bitmap: Bitmap, _ y: Int, _ isGray: Bool,
    _ channels: CompactPNG.Channels
  ) {
    let width = bitmap.width
    let start = y * width * 4
    unsafe row.withUnsafeMutableBufferPointer { row in
      unsafe bitmap.rgba.withUnsafeBufferPointer { bytes in
        let source = unsafe bytes[start..<start + width * 4]
        switch (isGray, channels) {
        case (false, .withAlpha): _ = unsafe row.update(fromContentsOf: source)
        case (false, .opaque): unsafe gather([0, 1, 2], of: source, into: row)
        case (true, .withAlpha): unsafe gather([0, 3], of: source, into: row)
        case (true, .opaque): unsafe gather([0], of: source, into: row)
        }
      }
    }
  }

  /// Takes these of each four bytes.
  private static func gather(
    _ channels: [Int], of source: Slice<UnsafeBufferPointer<UInt8>>,
    into row: UnsafeMutableBufferPointer<UInt8>
  ) {
    let source = unsafe UnsafeBufferPointer(rebasing: source)
    let step = channels.count
    for (slot, channel) in channels.enumerated() {
      var at = slot
      var from = channel
      while at < row.count {
        unsafe row[at] = source[from]
        at += step
        from += 4
      }
    }
  }
}
