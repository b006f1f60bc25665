// SPDX-License-Identifier: MIT
// Part of Platen: bytes that come in at one end and are taken at the other, in linear time.

/// A queue of bytes.
///
/// Taking bytes moves the rest only when at least as many have been taken since the last move, so
/// that a queue costs time per byte however small the pieces are that it is taken in.
public struct ByteQueue: Sendable {
  private var bytes: [UInt8] = []
  /// The beginning of the bytes that wait.
  private var start = 0

  /// An empty queue.
  public init() {}

  /// The number of bytes that wait.
  public var count: Int { bytes.count - start }

  /// Indicates whether no byte waits.
  public var isEmpty: Bool { start == bytes.count }

  /// A byte that waits, counted from the first.
  public subscript(index: Int) -> UInt8 { bytes[start + index] }

  /// A copy of bytes that wait, counted from the first.
  public subscript(range: Range<Int>) -> [UInt8] {
    Array(bytes[(start + range.lowerBound)..<(start + range.upperBound)])
  }

  /// Appends bytes at the end.
  public mutating func append(_ more: some Collection<UInt8>) { bytes += more }

  /// Takes bytes off the front.
  public mutating func removeFirst(_ count: Int = 1) {
    start += count
    if start == bytes.count {
      bytes = []
      start = 0
    } else if start >= bytes.count - start {
      bytes.removeFirst(start)
      start = 0
    }
  }

  /// Calls `body` with the bytes that wait; they are lent for the call.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    unsafe bytes[start...].withUnsafeBytes(body)
  }
}
