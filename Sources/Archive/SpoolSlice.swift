// SPDX-License-Identifier: MIT
// Part of Platen: a part of a spool, read as a spool of its own.

/// Bytes of another spool from an offset on: many entries of an archive in one temporary file.
public final class SpoolSlice: Spool {
  private let whole: any Spool
  private let range: Range<Int>

  /// - Parameter range: within what the spool holds.
  public init(_ whole: any Spool, _ range: Range<Int>) {
    self.whole = whole
    self.range = range
  }

  public var count: Int { range.count }

  /// Not possible: a slice is read only.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    throw ReadOnly()
  }

  /// What is thrown when a slice is written to.
  public struct ReadOnly: Error {}

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    guard offset < count else { return 0 }
    let length = min(buffer.count, count - offset)
    return try whole.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]),
      at: range.lowerBound + offset)
  }
}
