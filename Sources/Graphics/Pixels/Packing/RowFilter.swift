// SPDX-License-Identifier: MIT
// Part of Platen: the filters of PNG, which write a row as differences from its neighbors.

/// A filter of a row (PNG, section 9.2), by the number it has in the file.
enum RowFilter: UInt8 {
  case none, sub, up, average, paeth

  /// Filters a row of pixels of `step` bytes.
  ///
  /// Differences wrap round, as PNG has them, which also lets them be done many at a time.
  ///
  /// - Parameter previous: The row above, unfiltered; all 0 above the first.
  /// - Precondition: all three are of one length.
  func apply(
    to row: [UInt8], below previous: [UInt8], step: Int, into target: inout [UInt8]
  ) {
    precondition(previous.count == row.count && target.count == row.count)
    unsafe row.withUnsafeBufferPointer { row in
      unsafe previous.withUnsafeBufferPointer { above in
        unsafe target.withUnsafeMutableBufferPointer { target in
          let count = row.count
          // Nothing is to the left of the first pixel.
          for i in 0..<min(step, count) {
            switch self {
            case .none, .sub: unsafe target[i] = row[i]
            case .average: unsafe target[i] = row[i] &- above[i] / 2
            case .up, .paeth: unsafe target[i] = row[i] &- above[i]
            }
          }
          guard count > step else { return }
          switch self {
          case .none: for i in step..<count { unsafe target[i] = row[i] }
          case .sub: for i in step..<count { unsafe target[i] = row[i] &- row[i &- step] }
          case .up: for i in step..<count { unsafe target[i] = row[i] &- above[i] }
          case .average:
            for i in step..<count {
              let sum = unsafe UInt16(row[i &- step]) &+ UInt16(above[i])
              unsafe target[i] = row[i] &- UInt8(truncatingIfNeeded: sum &>> 1)
            }
          case .paeth:
            for i in step..<count {
              unsafe target[i] =
                row[i] &- RowFilter.predicted(row[i &- step], above[i], above[i &- step])
            }
          }
        }
      }
    }
  }

  /// The sum of the bytes' distances from 0, as signed numbers.
  static func distance(of bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var sum: UInt32 = 0
      for i in bytes.indices { unsafe sum &+= UInt32(min(bytes[i], 0 &- bytes[i])) }
      return sum
    }
  }

  /// The predictor of Paeth's filter (PNG, section 9.4), in a form that is done for many bytes at a
  /// time.
  @inline(__always)
  private static func predicted(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    @inline(__always)
    func distance(_ a: Int16, _ b: Int16) -> Int16 { max(a &- b, b &- a) }
    // How far the estimate `left + above - corner` is from each.
    let byLeft = distance(Int16(above), Int16(corner))
    let byAbove = distance(Int16(left), Int16(corner))
    let byCorner = distance(Int16(left) &+ Int16(above), 2 &* Int16(corner))
    let nearer = byAbove <= byCorner ? above : corner
    return byLeft <= byAbove && byLeft <= byCorner ? left : nearer
  }
}
