// SPDX-License-Identifier: MIT
// Part of Platen: images in other sizes, filtered as light.

internal import Libc

/// An image made ready to be had in many sizes.
///
/// Sizes are filtered with Lanczos' window of three lobes, in linear light, premultiplied. A size far
/// below the image's own begins at a copy halved as often as leaves it at least twice as large: what
/// halving blurs lies beyond what the filter keeps, and thirty icons cost little more than the first.
public struct Resampler: Sendable {
  /// Memory it takes for each pixel of the image: its codes, and its halves as light.
  public static let bytesPerPixel = 10

  /// The image in codes; its light is computed row by row where it is needed.
  private let original: Bitmap
  /// Its half, its quarter, and so on as long as both sides are even.
  private let halves: [LinearImage]

  public var width: Int { original.width }
  public var height: Int { original.height }

  /// - Precondition: the image is not empty.
  public init(_ bitmap: Bitmap) {
    precondition(bitmap.width > 0 && bitmap.height > 0)
    var halves: [LinearImage] = []
    var (width, height) = (bitmap.width, bitmap.height)
    while width % 2 == 0, height % 2 == 0, width > 16, height > 16 {
      let half = halves.last?.halved() ?? LinearImage(halving: bitmap)
      halves.append(half)
      (width, height) = (half.width, half.height)
    }
    self.halves = halves
    original = bitmap
  }

  /// The image stretched to a size.
  ///
  /// - Precondition: the size is not empty.
  public func resized(width: Int, height: Int) -> Bitmap {
    precondition(width > 0 && height > 0)
    if original.width == width, original.height == height { return original }
    if let half = halves.last(where: { $0.width >= 2 * width && $0.height >= 2 * height }) {
      return unsafe Resampler.filtered(from: (half.width, half.height), to: (width, height)) {
        y, body in
        unsafe half.withRow(y, body)
      }
    }
    let size = (original.width, original.height)
    return unsafe withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: size.0) { row in
      unsafe Resampler.filtered(from: size, to: (width, height)) { y, body in
        unsafe LinearLight.read(original, row: y, into: row)
        unsafe body(UnsafeBufferPointer(row))
      }
    }
  }

  /// Across first: what is left for the second pass is smaller then, and no more of it is held at once
  /// than one new row is made of.
  ///
  /// - Parameter source: hands out a row of the image; called for rows in order, once for each.
  private static func filtered(
    from size: (width: Int, height: Int), to new: (width: Int, height: Int),
    _ source: (Int, (UnsafeBufferPointer<SIMD4<Float>>) -> Void) -> Void
  ) -> Bitmap {
    let across = FilterTable(from: size.width, to: new.width)
    let down =
      size.height == size.width && new.height == new.width
      ? across : FilterTable(from: size.height, to: new.height)
    var bitmap = Bitmap(width: new.width, height: new.height)
    // Row y of those filtered across stands at y % taps.
    var rows = [SIMD4<Float>](repeating: .zero, count: down.taps * new.width)
    var row = [SIMD4<Float>](repeating: .zero, count: new.width)
    var next = 0
    for y in 0..<new.height {
      let first = down.starts[y]
      next = max(next, first)
      while next < first + down.taps {
        let slot = next % down.taps * new.width
        unsafe source(next) { light in
          unsafe rows.withUnsafeMutableBufferPointer {
            unsafe across.gather(
              light, into: UnsafeMutableBufferPointer(rebasing: $0[slot..<slot + new.width]))
          }
        }
        next += 1
      }
      down.blend(rows, for: y, into: &row)
      unsafe bitmap.rgba.withUnsafeMutableBufferPointer { bytes in
        unsafe row.withUnsafeBufferPointer {
          let start = y * new.width * 4
          unsafe LinearLight.writeRow(
            $0, into: UnsafeMutableBufferPointer(rebasing: bytes[start..<start + new.width * 4]))
        }
      }
    }
    return bitmap
  }
}

/// The pixels of a row that make each new one, and the share of each.
struct FilterTable {
  /// The first pixel of each.
  let starts: [Int]
  /// Weights, `taps` for each new pixel.
  let weights: [Float]
  let taps: Int

  /// Lanczos with three lobes, widened where the row gets shorter. Beyond the edges weights fall to
  /// the pixel at the edge, and sum to one.
  init(from count: Int, to newCount: Int) {
    let scale = Double(count) / Double(newCount)
    let stretch = max(1, scale)
    let support = 3 * stretch
    let taps = min(count, Int((support * 2).rounded(.up)) + 1)
    var starts: [Int] = []
    var weights = [Float](repeating: 0, count: newCount * taps)
    for index in 0..<newCount {
      let center = (Double(index) + 0.5) * scale
      let first = Int((center - support).rounded(.down))
      let start = max(0, min(count - taps, first))
      starts.append(start)
      var exact = [Double](repeating: 0, count: taps)
      for pixel in first...Int((center + support).rounded(.up)) {
        let weight = lanczos((Double(pixel) + 0.5 - center) / stretch)
        let slot = max(0, min(count - 1, pixel)) - start
        exact[max(0, min(taps - 1, slot))] += weight
      }
      let sum = exact.reduce(0, +)
      for slot in 0..<taps { weights[index * taps + slot] = Float(exact[slot] / sum) }
    }
    self.starts = starts
    self.weights = weights
    self.taps = taps
  }
}

extension FilterTable {
  /// Filters a row across.
  fileprivate func gather(
    _ row: UnsafeBufferPointer<SIMD4<Float>>, into target: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    unsafe weights.withUnsafeBufferPointer { weights in
      for x in target.indices {
        let start = starts[x]
        let weight = x * taps
        var sum = SIMD4<Float>.zero
        for tap in 0..<taps { unsafe sum += row[start + tap] * weights[weight + tap] }
        unsafe target[x] = sum
      }
    }
  }

  /// Filters down to the row `y`: rows of the source stand one behind the other, number i in place
  /// i % taps.
  fileprivate func blend(_ rows: [SIMD4<Float>], for y: Int, into target: inout [SIMD4<Float>]) {
    let width = target.count
    let parts = (0..<taps).compactMap { tap -> (start: Int, weight: Float)? in
      let weight = weights[y * taps + tap]
      return weight == 0 ? nil : ((starts[y] + tap) % taps * width, weight)
    }
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe target.withUnsafeMutableBufferPointer { target in
        var x = 0
        // Four at a time: their sums stay in registers.
        while x + 4 <= width {
          var (a, b, c, d) = (
            SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero
          )
          for (start, weight) in parts {
            let i = start + x
            unsafe a += rows[i] * weight
            unsafe b += rows[i + 1] * weight
            unsafe c += rows[i + 2] * weight
            unsafe d += rows[i + 3] * weight
          }
          unsafe (target[x], target[x + 1], target[x + 2], target[x + 3]) = (a, b, c, d)
          x += 4
        }
        while x < width {
          var sum = SIMD4<Float>.zero
          for (start, weight) in parts { unsafe sum += rows[start + x] * weight }
          unsafe target[x] = sum
          x += 1
        }
      }
    }
  }
}

/// Lanczos' window of three lobes (Duchon, 1979).
private func lanczos(_ x: Double) -> Double {
  let size = abs(x)
  if size < 1e-9 { return 1 }
  if size >= 3 { return 0 }
  let angle = Double.pi * size
  return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
}
