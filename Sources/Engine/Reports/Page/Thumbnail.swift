// SPDX-License-Identifier: MIT
// Part of Platen: an output's thumbnail, for a page that shows hundreds.

package import Pixels

/// A thumbnail of an output.
package enum Thumbnail {
  /// Pixels a side has at most.
  package static let side = 320
  /// The most pixels of an image that is read for this.
  package static let mostPixels = 80 << 20
  /// The most bytes of a thumbnail with transparency; a larger one loses it.
  private static let mostBytes = 48 << 10

  /// A file's bytes as a small JPEG, or a PNG where it has transparency; nil where it is not a PNG
  /// or JPEG, is too large or is damaged.
  package static func make(_ file: [UInt8]) -> [UInt8]? {
    let limits = PNGDecoder.Limits(side: 65_536, pixels: mostPixels)
    let bitmap: Bitmap?
    if file.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      bitmap = try? PNGDecoder.decode(file, limits: limits)
    } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
      bitmap = file.withUnsafeBytes { try? JPEGDecoder.decode($0, limits: limits).bitmap }
    } else {
      bitmap = nil
    }
    return bitmap.flatMap(make)
  }

  /// Returns the thumbnail of a bitmap.
  package static func make(_ bitmap: Bitmap) -> [UInt8]? {
    let small = reduced(bitmap, to: side)
    if small.isSeenThrough, let png = try? PNGEncoder.encode(small), png.count <= mostBytes {
      return png
    }
    return try? JPEGEncoder.encode(small, quality: 78)
  }

  /// The MIME type of a result of ``make(_:)``.
  package static func type(of bytes: [UInt8]) -> String {
    bytes.first == 0x89 ? "image/png" : "image/jpeg"
  }

  /// An image whose longer side has at most so many pixels, each the mean of those it replaces.
  static func reduced(_ bitmap: Bitmap, to side: Int) -> Bitmap {
    let longer = max(bitmap.width, bitmap.height)
    guard longer > side else { return bitmap }
    let width = max(1, bitmap.width * side / longer)
    let height = max(1, bitmap.height * side / longer)
    var rgba = [UInt8](repeating: 0, count: width * height * 4)
    bitmap.rgba.withUnsafeBufferPointer { source in
      for y in 0..<height {
        let rows = (y * bitmap.height / height)..<((y + 1) * bitmap.height / height)
        for x in 0..<width {
          let columns = (x * bitmap.width / width)..<((x + 1) * bitmap.width / width)
          var sum = SIMD4<UInt64>.zero
          for row in rows {
            var at = (row * bitmap.width + columns.lowerBound) * 4
            for _ in columns {
              let alpha = UInt64(source[at + 3])
              // Color counts as much as there is of it.
              sum &+= SIMD4(
                UInt64(source[at]) &* alpha, UInt64(source[at + 1]) &* alpha,
                UInt64(source[at + 2]) &* alpha, alpha)
              at += 4
            }
          }
          let count = UInt64(rows.count * columns.count)
          let target = (y * width + x) * 4
          guard sum.w > 0 else { continue }
          for channel in 0..<3 {
            rgba[target + channel] = UInt8((sum[channel] + sum.w / 2) / sum.w)
          }
          rgba[target + 3] = UInt8((sum.w + count / 2) / count)
        }
      }
    }
    return Bitmap(width: width, height: height, rgba: rgba)
  }
}

extension Bitmap {
  fileprivate var isSeenThrough: Bool {
    rgba.withUnsafeBufferPointer { bytes in
      stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] < 255 }
    }
  }
}
