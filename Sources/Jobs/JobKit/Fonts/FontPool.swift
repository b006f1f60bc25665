// SPDX-License-Identifier: MIT
// Part of Platen: open fonts, lent to one stage at a time.

package import Canvas
internal import Diagnostics

/// Font libraries over one set of fonts: as many as stages ever ran concurrently, each kept for the
/// next, since its caches are what makes it fast.
package final class FontPool: Sendable {
  package let set: FontSet
  private let idleLibraries = Guarded(IdleLibraries())

  init(_ set: FontSet) { self.set = set }

  /// Calls `body` with exclusive use of a library.
  package func withLibrary<R>(_ body: (FontLibrary) throws -> R) throws -> R {
    let (known, number) = idleLibraries.withLock { $0.take() }
    let lent = try known ?? Lent(library: FontLibrary(set), number: number)
    defer { idleLibraries.withLock { $0.putBack(lent) } }
    return try body(lent.library)
  }

  /// The libraries not in use.
  private struct IdleLibraries {
    /// The oldest last.
    var idle: [Lent] = []
    var made = 0

    /// The oldest, which has seen most; the number of a new one when there is none.
    mutating func take() -> (Lent?, number: Int) {
      if let oldest = idle.popLast() { return (oldest, oldest.number) }
      made += 1
      return (nil, made)
    }

    mutating func putBack(_ lent: Lent) {
      idle.insert(lent, at: idle.firstIndex { $0.number < lent.number } ?? idle.endIndex)
    }
  }

  /// A library on its way between the pool and its one user.
  ///
  /// Unchecked, because the compiler cannot see what the pool guarantees: a library is either in
  /// `idle`, where it is unused, or in exactly one call of `withLibrary`, on one thread. The lock
  /// orders each use before the next.
  private struct Lent: @unchecked Sendable {
    let library: FontLibrary
    let number: Int
  }
}
