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
      throw Failure(.error(.pngMemory, "no memory to compress the picture"))
    }
    defer { unsafe libdeflate_free_compressor(compressor) }
    // Not zeroed: most of it is never touched.
    let packed = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: libdeflate_zlib_compress_bound(compressor, bytes.count), alignment: 16)
    defer { unsafe packed.deallocate() }
    let count = unsafe libdeflate_zlib_compress(
      compressor, bytes.baseAddress, bytes.count, packed.baseAddress, packed.count)
    guard count > 0 else {
      throw Failure(.error(.pngDeflate, "libdeflate could not compress the picture"))
    }
    try unsafe body(UnsafeRawBufferPointer(rebasing: packed[..<count]))
  }
}

/// A whole picture's rows, compressed in one go by libdeflate.
///
/// Safe: it owns its memory from `init` to `deinit`, and libdeflate reads no further than its count.
@safe final class WholeDeflate {
  // Level 3 gains less than 1 % on a map, and levels above it double the time on shaded ones.
  private static let level: Int32 = 2

  private let bytes: UnsafeMutableRawBufferPointer

  init(byteCount: Int) {
    // Not zeroed: pages are touched first when their rows are written.
    unsafe bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
  }

  deinit { unsafe bytes.deallocate() }

  /// The memory of row `index` when there are `count` rows.
  ///
  /// - Precondition: `index` is one of them.
  func row(at index: Int, of count: Int) -> UnsafeMutableRawBufferPointer {
    let length = unsafe bytes.count / count
    return unsafe UnsafeMutableRawBufferPointer(
      rebasing: bytes[index * length..<(index + 1) * length])
  }

  /// As ``compress(_:)``, of pages with plain grounds: see ``FlatDeflate``.
  func compressFlat(rowBytes: Int, pixelBytes: Int, _ body: ByteSink) throws {
    try unsafe FlatDeflate.zlib(
      of: UnsafeRawBufferPointer(bytes), rowBytes: rowBytes, pixelBytes: pixelBytes
    ).withUnsafeBytes(body)
  }

  func compress(_ body: ByteSink) throws {
    try unsafe Libdeflate.zlib(UnsafeRawBufferPointer(bytes), level: WholeDeflate.level, body)
  }
}

/// One row at a time into a zlib stream, handed on in pieces of a quarter megabyte.
///
/// Safe: it owns all that zlib is told of from `init` to `deinit`, and zlib is told how long each is.
@safe final class StreamDeflate {
  private static let level: Int32 = 3
  private static let pieceBytes = 256 << 10

  /// Where the next row is put before `write`.
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
  func write(_ body: ByteSink) throws {
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
    // Z_BUF_ERROR only says that the output is full, which the caller empties.
    guard status == Z_OK || status == Z_BUF_ERROR else {
      throw Failure(.error(.pngDeflate, "zlib failed (status \(status))"))
    }
  }
}
