// SPDX-License-Identifier: MIT
// Part of Platen: images made smaller, each pixel the average of what it covers.

extension Bitmap {
  /// The image stretched to a smaller size: each pixel is the average of those it covers, by area.
  ///
  /// Code values are averaged, premultiplied, as renderers of vectors cover edges and screens mix
  /// layers: right for what is drawn, and without a value beyond those around it. Photographs are
  /// averaged as light (``Resampler``).
  ///
  /// - Precondition: the size is not empty, and neither side is longer than the image's.
  public func averaged(width newWidth: Int, height newHeight: Int) -> Bitmap {
    precondition((1...width).contains(newWidth) && (1...height).contains(newHeight))
    if newWidth == width, newHeight == height { return self }
    let across = Coverage(of: width, by: newWidth)
    let down =
      width == height && newWidth == newHeight ? across : Coverage(of: height, by: newHeight)
    var result = Bitmap(width: newWidth, height: newHeight)
    var row = [SIMD4<Float>](repeating: .zero, count: newWidth)
    var sums = row
    for y in 0..<newHeight {
      for x in 0..<newWidth { sums[x] = .zero }
      for (offset, weight) in down.weights(of: y).enumerated() {
        average(row: down.starts[y] + offset, across, into: &row)
        for x in 0..<newWidth { sums[x] += row[x] * weight }
      }
      unsafe result.rgba.withUnsafeMutableBufferPointer { bytes in
        for x in 0..<newWidth {
          let pixel = Bitmap.code(sums[x])
          let start = (y * newWidth + x) * 4
          for channel in 0..<4 { unsafe bytes[start + channel] = pixel[channel] }
        }
      }
    }
    return result
  }

  /// Averages a row across, premultiplied.
  private func average(row y: Int, _ across: Coverage, into target: inout [SIMD4<Float>]) {
    unsafe rgba.withUnsafeBufferPointer { bytes in
      unsafe across.all.withUnsafeBufferPointer { weights in
        for x in target.indices {
          var sum = SIMD4<Float>.zero
          var start = (y * width + across.starts[x]) * 4
          for index in across.ranges[x] {
            let alpha = unsafe bytes[start + 3]
            if alpha > 0 {
              var pixel = unsafe SIMD4<Float>(
                Float(bytes[start]), Float(bytes[start + 1]), Float(bytes[start + 2]), 255)
              if alpha < 255 { pixel *= Float(alpha) / 255 }
              unsafe sum += pixel * weights[index]
            }
            start += 4
          }
          target[x] = sum
        }
      }
    }
  }

  /// A premultiplied average as a pixel.
  private static func code(_ sum: SIMD4<Float>) -> SIMD4<UInt8> {
    let alpha = (sum.w + 0.5).rounded(.down)
    guard alpha > 0 else { return .zero }
    var color = sum / sum.w * 255
    color.w = alpha
    color = (color + 0.5).rounded(.down).clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    color.w = min(alpha, 255)
    return SIMD4<UInt8>(color)
  }
}

/// The pixels of a row that each of fewer pixels covers, and the part of each.
private struct Coverage {
  /// The first pixel of each.
  private(set) var starts: [Int] = []
  /// The indices in `all` of each one's weights.
  private(set) var ranges: [Range<Int>] = []
  private(set) var all: [Float] = []

  init(of count: Int, by newCount: Int) {
    for index in 0..<newCount {
      // In parts of a pixel's `newCount`th, so that edges are exact.
      let (from, to) = (index * count, (index + 1) * count)
      let (first, last) = (from / newCount, (to - 1) / newCount)
      starts.append(first)
      ranges.append(all.count..<all.count + last - first + 1)
      for pixel in first...last {
        let part = min(to, (pixel + 1) * newCount) - max(from, pixel * newCount)
        all.append(Float(part) / Float(count))
      }
    }
  }

  func weights(of index: Int) -> ArraySlice<Float> { all[ranges[index]] }
}
