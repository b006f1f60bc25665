// SPDX-License-Identifier: MIT
// Part of Platen: a sink behind a pointer that libraries hand back, and the error it threw.

internal import Text

/// Takes bytes from C, where nothing can be thrown: the first error is kept, and after it nothing
/// is taken any more.
final class SinkBox {
  private let sink: ByteSink
  private var caughtError: (any Error)?

  init(_ sink: @escaping ByteSink) { self.sink = sink }

  /// Indicates whether the bytes were taken.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard caughtError == nil else { return false }
    do { try sink(bytes) } catch { caughtError = error }
    return caughtError == nil
  }

  /// - Throws: what the sink threw.
  func check() throws {
    if let caughtError { throw caughtError }
  }
}
