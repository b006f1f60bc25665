// SPDX-License-Identifier: MIT
// Part of Platen: the two ways rows become a zlib stream: all at once, and as they come.

internal import CDeflate
internal import Diagnostics
internal import Text

enum Libdeflate {
  /// All the bytes as one zlib stream.
  static func zlib(
    _ bytes: UnsafeRawBufferPointer, level: Int32, _ body: ByteSink
  ) throws {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else {
      throw Failure(.error(.pngMemory, "not enough memory to compress the image"))
    }
    defer { unsafe libdeflate_free_compressor(compressor) }
    // Not zeroed: most of it is never touched.
    let packed = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: libdeflate_zlib_compress_bound(compressor, bytes.count), alignment: 16)
    defer { unsafe packed.deallocate() }
    let count = unsafe libdeflate_zlib_compress(
      compressor, bytes.baseAddress, bytes.count, packed.baseAddress, packed.count)
    guard count > 0 else {
      throw Failure(.error(.pngDeflate, "libdeflate could not compress the image"))
    }
    try unsafe body(UnsafeRawBufferPointer(rebasing: packed[..<count]))
  }
}

/// All rows of an image in eight bits a channel, compressed in one go.
///
/// Safe: it owns its memory from `init` to `deinit`, which is read no further than its count.
@safe final class WholeRows {
  // Level 3 gains less than 1 % on a map, and levels above it double the time on shaded ones.
  private static let level: Int32 = 2

  private let bytes: UnsafeMutableRawBufferPointer
  private let pixelBytes: Int
  private let rowBytes: Int
  private let isFlat: Bool

  /// - Parameter isFlat: Whether plain grounds are most of it: see ``FlatDeflate``.
  init(width: Int, height: Int, hasAlpha: Bool, isFlat: Bool) {
    pixelBytes = hasAlpha ? 4 : 3
    rowBytes = 1 + width * pixelBytes
    self.isFlat = isFlat
    // Not zeroed: pages are touched first when their rows are written.
    unsafe bytes = .allocate(byteCount: rowBytes * height, alignment: 16)
  }

  deinit { unsafe bytes.deallocate() }

  /// - Precondition: the band's rows are some of the image's, and as wide.
  func writeBand(_ band: borrowing BitmapBand) {
    for index in 0..<band.height {
      let start = (band.y + index) * rowBytes
      unsafe PixelRow.fill(
        UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + rowBytes]),
        from: band.row(index), hasAlpha: pixelBytes == 4)
    }
  }

  func finish(_ body: ByteSink) throws {
    let rows = unsafe UnsafeRawBufferPointer(bytes)
    guard isFlat else { return try unsafe Libdeflate.zlib(rows, level: WholeRows.level, body) }
    try unsafe FlatDeflate.zlib(of: rows, rowBytes: rowBytes, pixelBytes: pixelBytes)
      .withUnsafeBytes(body)
  }
}

/// One row at a time into a zlib stream, handed on in pieces of a quarter megabyte.
///
/// Safe: it owns all memory that it passes to zlib from `init` to `deinit`, together with its
/// length.
@safe final class StreamDeflate {
  private static let level: Int32 = 3
  private static let pieceBytes = 256 << 10

  /// The memory of the next row, filled before `write`.
  let row: UnsafeMutableRawBufferPointer
  // zlib keeps the address of its stream, so it may not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let piece: UnsafeMutableRawBufferPointer

  init(rowBytes: Int) throws {
    guard rowBytes <= Int(UInt32.max) else {
      throw Failure(.error(.pngSize, "a row of \(rowBytes) bytes is too long to compress"))
    }
    unsafe row = .allocate(byteCount: rowBytes, alignment: 16)
    unsafe piece = .allocate(byteCount: StreamDeflate.pieceBytes, alignment: 16)
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe deflateInit2_(
      stream, StreamDeflate.level, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      // Everything is initialised, so `deinit` runs; ending a stream that never began is harmless.
      throw Failure(.error(.pngDeflate, "zlib could not begin (status \(status))"))
    }
    restart()
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
    unsafe row.deallocate()
    unsafe piece.deallocate()
  }

  /// Compresses the row in `row`.
  func writeRow(_ body: ByteSink) throws {
    unsafe stream.pointee.next_in = row.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_in = UInt32(row.count)
    while unsafe stream.pointee.avail_in > 0 {
      try unsafe check(deflate(stream, Z_NO_FLUSH))
      if unsafe stream.pointee.avail_out == 0 { try unsafe flush(body) }
    }
  }

  func finish(_ body: ByteSink) throws {
    while true {
      let status = unsafe deflate(stream, Z_FINISH)
      if status == Z_STREAM_END { break }
      try check(status)
      try unsafe flush(body)
    }
    try unsafe flush(body)
  }

  private func flush(_ body: ByteSink) throws {
    let count = unsafe piece.count - Int(stream.pointee.avail_out)
    if count > 0 { try unsafe body(UnsafeRawBufferPointer(rebasing: piece[..<count])) }
    restart()
  }

  private func restart() {
    unsafe stream.pointee.next_out = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(piece.count)
  }

  private func check(_ status: Int32) throws {
    // Z_BUF_ERROR only means that the output is full, which the caller empties.
    guard status == Z_OK || status == Z_BUF_ERROR else {
      throw Failure(.error(.pngDeflate, "zlib failed (status \(status))"))
    }
  }
}
