// SPDX-License-Identifier: MIT
// Part of Platen: grids of 16-bit numbers as PNG: heights for other programs.

public import Text

/// Writes a grayscale PNG of 16 bits a pixel, row by row.
///
/// Each row is written as its differences from what its neighbours let expect (filter 4, Paeth), which
/// packs surfaces that run evenly best. The file says no colour space: its numbers are no colours.
public final class GrayPNGEncoder {
  private let width: Int
  private let chunks: PNGChunks
  private let stream: StreamDeflate
  private var rows: RowCount
  /// Big-endian, as PNG has them; those of the row above, all 0 before the first.
  private var above: [UInt8]
  private var current: [UInt8]

  /// Begins a file.
  ///
  /// - Parameter dpi: Pixels an inch when printed; nil leaves the resolution open.
  /// - Throws: `Failure` `png.size`; what `sink` throws.
  public init(width: Int, height: Int, dpi: Double? = nil, sink: @escaping ByteSink) throws {
    try PNGChunks.check(width: width, height: height)
    self.width = width
    chunks = unsafe PNGChunks(sink: sink)
    stream = try StreamDeflate(rowBytes: 1 + width * 2)
    rows = RowCount(width: width, height: height)
    above = [UInt8](repeating: 0, count: width * 2)
    current = above
    try chunks.begin(width: width, height: height, colorType: 0, bitDepth: 16)
    if let dpi { try chunks.resolution(dpi: dpi) }
  }

  /// Takes the next rows.
  ///
  /// - Parameters:
  ///   - y: The first row's number, from the top.
  ///   - grays: Whole rows, from the left, 0 black and 65,535 white.
  /// - Throws: `Failure` `picture.rows`; what the sink throws.
  public func write(y: Int, grays: [UInt16]) throws {
    precondition(grays.count.isMultiple(of: width))
    try rows.take(y: y, count: grays.count / width)
    for start in stride(from: 0, to: grays.count, by: width) {
      for x in 0..<width {
        let gray = grays[start + x]
        current[2 * x] = UInt8(gray >> 8)
        current[2 * x + 1] = UInt8(truncatingIfNeeded: gray)
      }
      unsafe stream.row[0] = 4
      for i in 0..<current.count {
        let left = i < 2 ? 0 : current[i - 2]
        let corner = i < 2 ? 0 : above[i - 2]
        unsafe stream.row[i + 1] = current[i] &- paeth(left, above[i], corner)
      }
      swap(&above, &current)
      try unsafe stream.write { try unsafe chunks.write("IDAT", $0) }
    }
  }

  /// Ends the file.
  ///
  /// - Throws: `Failure` `picture.rows` when rows are missing; what the sink throws.
  public func finish() throws {
    try rows.checkAll()
    try unsafe stream.finish { try unsafe chunks.write("IDAT", $0) }
    try chunks.write("IEND", [])
  }
}
