// SPDX-License-Identifier: MIT
// Part of Platen: open fonts, lent to one stage at a time.

internal import Canvas
internal import Diagnostics
internal import Pipeline

/// Font libraries over one set of fonts: as many as stages ever ran at once, each kept for the
/// next, since its caches are what makes it fast.
final class FontPool: Sendable {
  let set: FontSet
  private let idle = Guarded<[Lent]>([])

  init(_ set: FontSet) { self.set = set }

  /// Calls `body` with a library that nobody else uses meanwhile.
  func withLibrary<R>(_ body: (FontLibrary) throws -> R) throws -> R {
    let lent = try idle.withLock { $0.popLast() } ?? Lent(library: FontLibrary(set))
    defer { idle.withLock { $0.append(lent) } }
    return try body(lent.library)
  }

  /// A library on its way between the pool and its one user.
  ///
  /// Unchecked, because the compiler cannot see what the pool sees to: a library is either in
  /// `idle`, where nobody uses it, or in exactly one call of `withLibrary`, on one thread. The lock
  /// orders what one user did before what the next does.
  private struct Lent: @unchecked Sendable {
    let library: FontLibrary
  }
}
