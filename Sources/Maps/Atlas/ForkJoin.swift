// SPDX-License-Identifier: MIT
// Part of Platen: runs two pieces of work at once, for modules without threads.

/// Fork–join: two pieces of work, done at once where that is possible.
///
/// The results must not depend on which of the pieces runs first or on whether they run at once;
/// then every implementation gives the same result.
public protocol ForkJoin: Sendable {
  /// Does both and returns when neither is under way any more.
  ///
  /// - Throws: the error of the first, else that of the second.
  func both<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () throws -> First,
    _ second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second)
}

/// One piece after the other, on the thread of the caller.
public struct Serial: ForkJoin {
  public init() {}

  public func both<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () throws -> First,
    _ second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second) {
    (try first(), try second())
  }
}
