// SPDX-License-Identifier: MIT
// Part of Platen: the compression of PDF streams, with memory that is used again.

internal import CDeflate
internal import Diagnostics

/// zlib streams, as `/FlateDecode` has them.
final class Flate {
  // Books are 4 % smaller than at level 5, for a sixth more time; level 7 gains another 1 %.
  private static let level: Int32 = 6
  /// The limit of a decoded content stream.
  private static let limit = 1 << 28

  private let compressor: OpaquePointer
  private let decompressor: OpaquePointer
  private var packed: [UInt8] = []
  private var plain: [UInt8] = []

  init() throws {
    guard let compressor = libdeflate_alloc_compressor(Flate.level) else {
      throw Failure(.error(.pdfMemory, "not enough memory to compress"))
    }
    guard let decompressor = libdeflate_alloc_decompressor() else {
      libdeflate_free_compressor(compressor)
      throw Failure(.error(.pdfMemory, "not enough memory to decompress"))
    }
    self.compressor = compressor
    self.decompressor = decompressor
  }

  deinit {
    libdeflate_free_compressor(compressor)
    libdeflate_free_decompressor(decompressor)
  }

  /// The bytes compressed; the memory is lent for the call.
  func compress<R>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    if packed.count < bound { packed = [UInt8](repeating: 0, count: bound) }
    return try packed.withUnsafeMutableBytes { room in
      let count = libdeflate_zlib_compress(
        compressor, bytes.baseAddress, bytes.count, room.baseAddress, room.count)
      guard count > 0 else { throw Failure(.error(.pdfDeflate, "libdeflate failed")) }
      return try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
  }

  /// Decodes a stream, lent for the call; nil when it is damaged or absurdly large.
  func decompress<R>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R? {
    if plain.isEmpty { plain = [UInt8](repeating: 0, count: 1 << 16) }
    while true {
      var count = 0
      let result = plain.withUnsafeMutableBytes { room in
        libdeflate_zlib_decompress(
          decompressor, bytes.baseAddress, bytes.count, room.baseAddress, room.count, &count)
      }
      switch result {
      case LIBDEFLATE_SUCCESS:
        return try plain.withUnsafeBytes {
          try body(UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        guard plain.count < Flate.limit else { return nil }
        plain = [UInt8](repeating: 0, count: plain.count * 2)
      default: return nil
      }
    }
  }
}
