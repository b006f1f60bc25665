// SPDX-License-Identifier: MIT
// Part of Platen: temporary storage of bytes until a file is written from them.

/// Temporary storage of bytes until a file is written from them: memory, or a temporary file of the
/// caller. It begins empty and is deleted with the object.
///
/// Nothing below the recipes opens files; a writer whose parts may be larger than memory requests
/// temporary storage from its caller.
public protocol TemporaryStorage: AnyObject {
  /// The number of bytes in it.
  var count: Int { get }

  /// Writes at an offset of at most `count`, over existing bytes and beyond.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws

  /// Reads from an offset until `buffer` is full or the bytes end; returns the number of bytes
  /// read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}

extension TemporaryStorage {
  /// Appends bytes.
  public func append(_ bytes: UnsafeRawBufferPointer) throws { try unsafe write(bytes, at: count) }

  /// Passes all bytes to a sink, piece by piece.
  public func copy(to sink: ByteSink) throws {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { unsafe piece.deallocate() }
    var offset = 0
    while true {
      let taken = try unsafe read(into: piece, at: offset)
      if taken == 0 { return }
      try unsafe sink(UnsafeRawBufferPointer(rebasing: piece[..<taken]))
      offset += taken
    }
  }
}

/// Temporary storage in memory, for contents known to be small.
public final class MemoryStorage: TemporaryStorage {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public var count: Int { bytes.count }

  public func write(_ new: UnsafeRawBufferPointer, at offset: Int) throws {
    precondition((0...bytes.count).contains(offset), "temporary storage has no gaps")
    let over = min(new.count, bytes.count - offset)
    if over > 0 {
      unsafe bytes.withUnsafeMutableBytes { room in
        // Both parts have `over` bytes, by the precondition and the minimum.
        unsafe UnsafeMutableRawBufferPointer(rebasing: room[offset..<offset + over])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: new[..<over]))
      }
    }
    unsafe bytes.append(contentsOf: new[over...])
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    guard offset < bytes.count else { return 0 }
    let taken = min(buffer.count, bytes.count - offset)
    unsafe buffer.copyBytes(from: bytes[offset..<offset + taken])
    return taken
  }
}
