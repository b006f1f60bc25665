// SPDX-License-Identifier: MIT
// Part of Platen: rows of 16-bit numbers, such as heights for other programs.

internal import Text

/// Rows of two bytes a pixel, each written as its differences from what its neighbors let expect
/// (filter 4, Paeth), which packs smooth surfaces best.
final class GrayRows {
  private let width: Int
  private let stream: StreamDeflate
  /// Big-endian, as PNG has them; those of the row above, all 0 before the first.
  private var above: [UInt8]
  private var current: [UInt8]
  private var filtered: [UInt8]

  init(width: Int) throws {
    self.width = width
    stream = try StreamDeflate(rowBytes: 1 + width * 2)
    above = [UInt8](repeating: 0, count: width * 2)
    current = above
    filtered = above
  }

  /// - Precondition: `grays` are whole rows.
  func writeGrays(_ grays: [UInt16], _ body: ByteSink) throws {
    for start in stride(from: 0, to: grays.count, by: width) {
      for x in 0..<width {
        let gray = grays[start + x]
        current[2 * x] = UInt8(gray >> 8)
        current[2 * x + 1] = UInt8(truncatingIfNeeded: gray)
      }
      RowFilter.paeth.apply(to: current, below: above, step: 2, into: &filtered)
      unsafe stream.row[0] = RowFilter.paeth.rawValue
      unsafe UnsafeMutableRawBufferPointer(rebasing: stream.row[1...]).copyBytes(from: filtered)
      swap(&above, &current)
      try unsafe stream.writeRow(body)
    }
  }

  func finish(_ body: ByteSink) throws { try unsafe stream.finish(body) }
}
