// SPDX-License-Identifier: MIT
// Part of Platen: images made smaller, each pixel the average of what it covers.

extension Bitmap {
  /// The image stretched to a smaller size: each pixel is the average of those it covers, by area.
  ///
  /// Code values are averaged, premultiplied, as renderers of vectors cover edges and screens mix
  /// layers: right for what is drawn, and without a value beyond those around it. Photographs are
  /// averaged as light (``Resampler``). Sums are whole numbers, so that nothing is rounded before
  /// the end.
  ///
  /// - Precondition: the size is not empty, neither side is longer than the image's, and the image
  ///   has at most 66,051 rows.
  public func averaged(width newWidth: Int, height newHeight: Int) -> Bitmap {
    precondition((1...width).contains(newWidth) && (1...height).contains(newHeight))
    if newWidth == width, newHeight == height { return self }
    let across = Coverage(of: width, by: newWidth)
    let down =
      width == height && newWidth == newHeight ? across : Coverage(of: height, by: newHeight)
    precondition(down.total <= UInt64(UInt32.max) / (255 * 255))
    var result = Bitmap(width: newWidth, height: newHeight)
    var columns = [SIMD4<UInt32>](repeating: .zero, count: width)
    for y in 0..<newHeight {
      for x in columns.indices { columns[x] = .zero }
      for (offset, weight) in down.weights(of: y).enumerated() {
        add(row: down.starts[y] + offset, weight, to: &columns)
      }
      result.setAverages(y, of: columns, across, parts: across.total * down.total)
    }
    return result
  }

  /// Adds the pixels of a row, each channel times its alpha and `weight`, to the sums of columns;
  /// that of alpha times 255, so that all four have one scale.
  private func add(row y: Int, _ weight: UInt32, to columns: inout [SIMD4<UInt32>]) {
    unsafe rgba.withUnsafeBufferPointer { bytes in
      unsafe columns.withUnsafeMutableBufferPointer { columns in
        var start = y * width * 4
        for x in 0..<width {
          let share = unsafe UInt32(bytes[start + 3]) &* weight
          if share > 0 {
            let pixel = unsafe SIMD4(bytes[start], bytes[start + 1], bytes[start + 2], 255)
            unsafe columns[x] &+= SIMD4<UInt32>(truncatingIfNeeded: pixel) &* share
          }
          start += 4
        }
      }
    }
  }

  /// Averages the sums of columns across into a row.
  ///
  /// - Parameter parts: the weights of one pixel of the row, added up.
  private mutating func setAverages(
    _ y: Int, of columns: [SIMD4<UInt32>], _ across: Coverage, parts: UInt64
  ) {
    let full = Double(parts) * 255
    unsafe rgba.withUnsafeMutableBufferPointer { bytes in
      for x in across.starts.indices {
        var sum = SIMD4<UInt64>.zero
        for (offset, weight) in across.weights(of: x).enumerated() {
          let column = SIMD4<UInt64>(truncatingIfNeeded: columns[across.starts[x] + offset])
          sum &+= weight == 1 ? column : column &* UInt64(weight)
        }
        let alpha = (Double(sum.w) / full + 0.5).rounded(.down)
        guard alpha > 0 else { continue }
        // Exact: sums are far below 2^53.
        let color = SIMD4<Double>(sum) * 255 / Double(sum.w) + 0.5
        let start = (y * width + x) * 4
        for channel in 0..<3 { unsafe bytes[start + channel] = UInt8(color[channel]) }
        unsafe bytes[start + 3] = UInt8(alpha)
      }
    }
  }
}

/// The pixels of a row that each of fewer pixels covers, and the part of each.
private struct Coverage {
  /// The first pixel of each.
  private(set) var starts: [Int] = []
  /// The parts of one pixel, added up.
  let total: UInt64
  /// The indices in `all` of each one's weights.
  private var ranges: [Range<Int>] = []
  private var all: [UInt32] = []

  init(of count: Int, by newCount: Int) {
    var (divisor, rest) = (count, newCount)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    let (count, newCount) = (count / divisor, newCount / divisor)
    total = UInt64(count)
    for index in 0..<newCount * divisor {
      // In parts of a pixel's `newCount`th, so that edges are exact.
      let (from, to) = (index * count, (index + 1) * count)
      let (first, last) = (from / newCount, (to - 1) / newCount)
      starts.append(first)
      ranges.append(all.count..<all.count + last - first + 1)
      for pixel in first...last {
        all.append(UInt32(min(to, (pixel + 1) * newCount) - max(from, pixel * newCount)))
      }
    }
  }

  func weights(of index: Int) -> ArraySlice<UInt32> { all[ranges[index]] }
}
