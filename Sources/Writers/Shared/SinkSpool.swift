// SPDX-License-Identifier: MIT
// Part of Platen: a sink where a spool is expected, for what is written once and in order.

internal import Archive

/// Hands on what is written to it; nothing can be read back.
final class SinkSpool: Spool {
  private(set) var count = 0
  private let sink: (UnsafeRawBufferPointer) throws -> Void

  init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.sink = sink }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    precondition(offset == count, "a sink takes bytes in order")
    try sink(bytes)
    count += bytes.count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int { 0 }
}
