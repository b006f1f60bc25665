// SPDX-License-Identifier: MIT
// Part of Platen: large PNG images in pieces, which may be packed in parallel.

internal import Text

/// Some rows of an image, packed: any worker may do it, and the encoder writes them in their
/// order.
public struct PackedRows: Sendable {
  let y: Int
  let width: Int
  let height: Int
  let hasAlpha: Bool
  let bytes: [UInt8]
  let sum: Adler32

  /// Packs rows of premultiplied pixels.
  public init(_ band: borrowing BitmapBand, hasAlpha: Bool) {
    (y, width, height) = (band.y, band.width, band.height)
    self.hasAlpha = hasAlpha
    let (height, width) = (height, width)
    if hasAlpha {
      let straight = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: width * height)
      defer { unsafe straight.deallocate() }
      for row in 0..<height {
        unsafe PixelRow.straighten(
          band.row(row),
          as: UnsafeMutableBufferPointer(rebasing: straight[row * width..<(row + 1) * width]))
      }
      (bytes, sum) = unsafe PackedRows.pack(
        UnsafePointer(straight.baseAddress), width, stride: width, rows: height, hasAlpha: true)
    } else {
      (bytes, sum) = unsafe PackedRows.pack(
        band.row(0).baseAddress, width, stride: band.stride, rows: height, hasAlpha: false)
    }
  }

  private static func pack(
    _ pixels: UnsafePointer<UInt32>?, _ width: Int, stride: Int, rows: Int, hasAlpha: Bool
  ) -> ([UInt8], Adler32) {
    guard let pixels = unsafe pixels else { return ([], Adler32()) }
    var packer = unsafe RowPacker(
      pixels, width: width, stride: stride, rows: rows, hasAlpha: hasAlpha)
    let bytes = packer.pack()
    return (bytes, packer.sum)
  }

  /// The number of bytes of the rows in the file before they are packed.
  var byteCount: Int { height * (1 + width * (hasAlpha ? 4 : 3)) }
}

/// The pieces of an image as one zlib stream, and rows that do not make a piece yet.
///
/// Safe: it owns the rows it gathers, whose numbers are taken modulo those it has room for.
@safe final class PieceStream {
  private let width: Int
  private let height: Int
  private let hasAlpha: Bool
  private var sum = Adler32()
  private var isBegun = false
  /// Rows of a piece that came in parts; allocated when the first do.
  private var gathered: UnsafeMutableBufferPointer<UInt32>?

  init(width: Int, height: Int, hasAlpha: Bool) {
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
  }

  deinit { unsafe gathered?.deallocate() }

  /// The number of rows of the piece that begins with a row.
  private func rows(from y: Int) -> Int { min(PNGEncoder.pieceRows, height - y) }

  /// Indicates whether rows are just a piece.
  func isPiece(y: Int, count: Int) -> Bool {
    y.isMultiple(of: PNGEncoder.pieceRows) && count == rows(from: y)
  }

  func writeRows(_ rows: PackedRows, _ body: ByteSink) throws {
    // Deflate with a window of 32 kB, the fastest level.
    if !isBegun { try unsafe ([0x78, 0x01] as [UInt8]).withUnsafeBytes(body) }
    isBegun = true
    sum = sum.followed(by: rows.sum, count: rows.byteCount)
    try unsafe rows.bytes.withUnsafeBytes(body)
  }

  /// Takes rows of any number, so that bytes do not depend on how they come.
  func writeBand(_ band: borrowing BitmapBand, _ body: ByteSink) throws {
    if isPiece(y: band.y, count: band.height) {
      try unsafe writeRows(PackedRows(band, hasAlpha: hasAlpha), body)
      return
    }
    let memory = unsafe gathered ?? .allocate(capacity: width * min(PNGEncoder.pieceRows, height))
    unsafe gathered = memory
    for index in 0..<band.height {
      let y = band.y + index
      let row = y % PNGEncoder.pieceRows
      _ = unsafe UnsafeMutableBufferPointer(rebasing: memory[row * width..<(row + 1) * width])
        .update(from: band.row(index))
      let top = y - row
      guard row + 1 == rows(from: top), let pixels = memory.baseAddress else { continue }
      let piece = unsafe BitmapBand(
        y: top, width: width, height: row + 1, stride: width, pixels: UnsafePointer(pixels))
      try unsafe writeRows(PackedRows(piece, hasAlpha: hasAlpha), body)
    }
  }

  func finish(_ body: ByteSink) throws {
    // An empty stored block that is the last, and the checksum.
    try unsafe ([1, 0, 0, 0xFF, 0xFF] + sum.value.bigEndianBytes).withUnsafeBytes(body)
  }
}
