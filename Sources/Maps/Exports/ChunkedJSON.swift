// SPDX-License-Identifier: MIT
// Part of Platen: JSON written in chunks, so that no text is whole in memory.

internal import JSON
internal import Text

/// Passes a writer's text on when there is enough of it.
// @safe: what it holds is a function; the bytes are lent to it for each call.
@safe struct ChunkedJSON {
  let sink: ByteSink
  private static let chunk = 1 << 16

  /// Passes on what is held, where that is a chunk or more.
  func passOn(_ json: inout JSONWriter) throws {
    if json.heldCount >= ChunkedJSON.chunk { try unsafe json.drain(to: sink) }
  }

  /// Passes on what is left.
  func finish(_ json: inout JSONWriter) throws { try unsafe json.drain(to: sink) }
}
