// SPDX-License-Identifier: MIT
// Part of Platen: pictures in other sizes, filtered as light.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A picture made ready to be had in many sizes.
///
/// Sizes are filtered with Lanczos' window of three lobes, in linear light, premultiplied. A size far
/// below the picture's own begins at a copy halved as often as leaves it at least twice as large: what
/// halving blurs lies beyond what the filter keeps, and thirty icons cost little more than the first.
public struct Resampler: Sendable {
  /// Memory it takes for each pixel of the picture: its codes, its light, and the halves of that.
  public static let bytesPerPixel = 26

  /// The picture, its half, its quarter, and so on as long as both sides are even.
  private let levels: [LightPicture]
  /// The picture in codes: it is what its own size shows.
  private let original: Bitmap

  public var width: Int { original.width }
  public var height: Int { original.height }

  /// - Precondition: the picture is not empty.
  public init(_ bitmap: Bitmap) {
    precondition(bitmap.width > 0 && bitmap.height > 0)
    var levels = [LightPicture(bitmap)]
    while let last = levels.last, last.width % 2 == 0, last.height % 2 == 0, last.width > 16,
      last.height > 16
    {
      levels.append(last.halved())
    }
    self.levels = levels
    original = bitmap
  }

  /// The picture stretched to a size.
  ///
  /// - Precondition: the size is not empty.
  public func resized(width: Int, height: Int) -> Bitmap {
    precondition(width > 0 && height > 0)
    if original.width == width, original.height == height { return original }
    let source =
      levels.last { $0.width >= 2 * width && $0.height >= 2 * height } ?? levels[0]
    let across = FilterTable(from: source.width, to: width)
    let down = FilterTable(from: source.height, to: height)
    return source.filtered(across: across, down: down).bitmap
  }
}

/// Which pixels of a row make each new one, and how much of each.
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
      let centre = (Double(index) + 0.5) * scale
      let first = Int((centre - support).rounded(.down))
      let start = max(0, min(count - taps, first))
      starts.append(start)
      var exact = [Double](repeating: 0, count: taps)
      for pixel in first...Int((centre + support).rounded(.up)) {
        let weight = lanczos((Double(pixel) + 0.5 - centre) / stretch)
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

extension LightPicture {
  /// Across first: what is left for the second pass is smaller then.
  func filtered(across: FilterTable, down: FilterTable) -> LightPicture {
    let (newWidth, newHeight) = (across.starts.count, down.starts.count)
    let (width, height) = (width, height)
    let rows = [SIMD4<Float>](unsafeUninitializedCapacity: newWidth * height) { target, filled in
      pixels.withUnsafeBufferPointer { source in
        across.weights.withUnsafeBufferPointer { weights in
          for y in 0..<height {
            for x in 0..<newWidth {
              let start = y * width + across.starts[x]
              let weight = x * across.taps
              var sum = SIMD4<Float>(repeating: 0)
              for tap in 0..<across.taps {
                sum += source[start + tap] * weights[weight + tap]
              }
              target.initializeElement(at: y * newWidth + x, to: sum)
            }
          }
        }
      }
      filled = newWidth * height
    }
    let result = [SIMD4<Float>](unsafeUninitializedCapacity: newWidth * newHeight) {
      target, filled in
      target.initialize(repeating: SIMD4(repeating: 0))
      rows.withUnsafeBufferPointer { source in
        // Row by row, so that memory is walked through in order.
        for y in 0..<newHeight {
          for tap in 0..<down.taps {
            let weight = down.weights[y * down.taps + tap]
            guard weight != 0 else { continue }
            let start = (down.starts[y] + tap) * newWidth
            for x in 0..<newWidth { target[y * newWidth + x] += source[start + x] * weight }
          }
        }
      }
      filled = newWidth * newHeight
    }
    return LightPicture(width: newWidth, height: newHeight, pixels: result)
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
