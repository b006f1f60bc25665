// SPDX-License-Identifier: MIT
// Part of Platen: a temporary file as a file that libtiff reads, writes and seeks in.

internal import Libc
internal import Text

/// A temporary file with a position in it; the first error is kept, and after it every operation
/// fails.
final class StorageCursor {
  let storage: any TemporaryStorage
  private var offset = 0
  private var caughtError: (any Error)?
  /// The most bytes that are skipped: a directory has some twenty entries of up to 20 bytes.
  private static let gapLimit = 1 << 12

  init(_ storage: any TemporaryStorage) { self.storage = storage }

  static func of(_ context: UnsafeMutableRawPointer?) -> StorageCursor? {
    context.map { Unmanaged<StorageCursor>.fromOpaque($0).takeUnretainedValue() }
  }

  var count: Int { storage.count }

  /// - Throws: the first error of the temporary file.
  func check() throws {
    if let caughtError { throw caughtError }
  }

  func read(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    attempt {
      let taken = try storage.read(
        into: UnsafeMutableRawBufferPointer(start: bytes, count: count), at: offset)
      offset += taken
      return taken
    }
  }

  func writeBytes(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    attempt {
      // What a directory points at is written before it, and room is left for it.
      let gap = offset - storage.count
      guard gap <= StorageCursor.gapLimit else { return -1 }
      if gap > 0 {
        try [UInt8](repeating: 0, count: gap).withUnsafeBytes { try storage.append($0) }
      }
      try storage.write(UnsafeRawBufferPointer(start: bytes, count: count), at: offset)
      offset += count
      return count
    }
  }

  /// - Parameter whence: as in `lseek`.
  func seek(_ distance: UInt64, _ whence: Int32) -> UInt64 {
    let start =
      switch whence {
      case SEEK_CUR: offset
      case SEEK_END: storage.count
      default: 0
      }
    let target = start &+ Int(truncatingIfNeeded: distance)
    guard target >= 0 else { return .max }
    offset = target
    return UInt64(target)
  }

  private func attempt(_ body: () throws -> Int) -> Int {
    guard caughtError == nil else { return -1 }
    do { return try body() } catch {
      caughtError = error
      return -1
    }
  }
}
