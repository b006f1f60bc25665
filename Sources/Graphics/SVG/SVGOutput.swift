// SPDX-License-Identifier: MIT
// Part of Platen: the bytes of an SVG file on their way out, never all of them at once.

internal import Text

/// Gathers bytes and hands them on from 64 KB on; in a rehearsal they are dropped.
struct SVGOutput {
  var bytes: [UInt8] = []
  /// Indicates whether nothing is kept: the drawing is walked to learn what it needs.
  var isRehearsal = true
  private let sink: ByteSink

  private static let limit = 64 << 10

  init(sink: @escaping ByteSink) { self.sink = sink }

  /// Hands on what was gathered, where that is enough.
  mutating func pass() throws {
    if isRehearsal {
      bytes.removeAll(keepingCapacity: true)
    } else if bytes.count >= SVGOutput.limit {
      try flush()
    }
  }

  mutating func flush() throws {
    guard !isRehearsal, !bytes.isEmpty else { return }
    try bytes.withUnsafeBytes { try sink($0) }
    bytes.removeAll(keepingCapacity: true)
  }
}
