// SPDX-License-Identifier: MIT
// Part of Platen: the two ways rows become a zlib stream: all at once, and as they come.

internal import CDeflate
internal import Diagnostics

/// Takes compressed bytes.
typealias CompressedSink = (UnsafeRawBufferPointer) throws -> Void

enum Libdeflate {
  /// All the bytes as one zlib stream.
  static func zlib(
    _ bytes: UnsafeRawBufferPointer, level: Int32, _ body: CompressedSink
  ) throws {
    guard let compressor = libdeflate_alloc_compressor(level) else {
      throw Failure(.error("png.memory", "no memory to compress the picture"))
    }
    defer { libdeflate_free_compressor(compressor) }
    // Not zeroed: most of it is never touched.
    let packed = UnsafeMutableRawBufferPointer.allocate(
      byteCount: libdeflate_zlib_compress_bound(compressor, bytes.count), alignment: 16)
    defer { packed.deallocate() }
    let count = libdeflate_zlib_compress(
      compressor, bytes.baseAddress, bytes.count, packed.baseAddress, packed.count)
    guard count > 0 else {
      throw Failure(.error("png.deflate", "libdeflate could not compress the picture"))
    }
    try body(UnsafeRawBufferPointer(rebasing: packed[..<count]))
  }
}

/// A whole picture's rows, compressed in one go by libdeflate.
final class WholeDeflate {
  // Level 3 gains less than 1 % on a map, and levels above it double the time on shaded ones.
  private static let level: Int32 = 2

  private let bytes: UnsafeMutableRawBufferPointer

  init(byteCount: Int) {
    // Not zeroed: pages are touched first when their rows are written.
    bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
  }

  deinit { bytes.deallocate() }

  /// The memory of row `index` when there are `count` rows.
  func row(at index: Int, of count: Int) -> UnsafeMutableRawBufferPointer {
    let length = bytes.count / count
    return UnsafeMutableRawBufferPointer(rebasing: bytes[index * length..<(index + 1) * length])
  }

  /// As ``compress(_:)``, of pages with plain grounds: see ``FlatDeflate``.
  func compressFlat(rowBytes: Int, pixelBytes: Int, _ body: CompressedSink) throws {
    try FlatDeflate.zlib(
      of: UnsafeRawBufferPointer(bytes), rowBytes: rowBytes, pixelBytes: pixelBytes
    ).withUnsafeBytes(body)
  }

  func compress(_ body: CompressedSink) throws {
    try Libdeflate.zlib(UnsafeRawBufferPointer(bytes), level: WholeDeflate.level, body)
  }
}

/// One row at a time into a zlib stream, handed on in pieces of a quarter megabyte.
final class StreamDeflate {
  private static let level: Int32 = 3
  private static let pieceBytes = 256 << 10

  /// Where the next row is put before `write`.
  let row: UnsafeMutableRawBufferPointer
  // zlib keeps the address of its stream, so it may not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let piece: UnsafeMutableRawBufferPointer

  init(rowBytes: Int) throws {
    guard rowBytes <= Int(UInt32.max) else {
      throw Failure(.error("png.size", "a row of \(rowBytes) bytes is too long to compress"))
    }
    row = .allocate(byteCount: rowBytes, alignment: 16)
    piece = .allocate(byteCount: StreamDeflate.pieceBytes, alignment: 16)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, StreamDeflate.level, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      // Everything is initialised, so `deinit` runs; ending a stream that never began is harmless.
      throw Failure(.error("png.deflate", "zlib could not begin (status \(status))"))
    }
    restart()
  }

  deinit {
    deflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
    row.deallocate()
    piece.deallocate()
  }

  /// Compresses the row in `row`.
  func write(_ body: CompressedSink) throws {
    stream.pointee.next_in = row.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(row.count)
    while stream.pointee.avail_in > 0 {
      try check(deflate(stream, Z_NO_FLUSH))
      if stream.pointee.avail_out == 0 { try flush(body) }
    }
  }

  func finish(_ body: CompressedSink) throws {
    while true {
      let status = deflate(stream, Z_FINISH)
      if status == Z_STREAM_END { break }
      try check(status)
      try flush(body)
    }
    try flush(body)
  }

  private func flush(_ body: CompressedSink) throws {
    let count = piece.count - Int(stream.pointee.avail_out)
    if count > 0 { try body(UnsafeRawBufferPointer(rebasing: piece[..<count])) }
    restart()
  }

  private func restart() {
    stream.pointee.next_out = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(piece.count)
  }

  private func check(_ status: Int32) throws {
    // Z_BUF_ERROR only says that the output is full, which the caller empties.
    guard status == Z_OK || status == Z_BUF_ERROR else {
      throw Failure(.error("png.deflate", "zlib failed (status \(status))"))
    }
  }
}
