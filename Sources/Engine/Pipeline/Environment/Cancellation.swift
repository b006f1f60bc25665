// SPDX-License-Identifier: MIT
// Part of Platen: the flag that cancels a run, and the error of cancelled work.

internal import Synchronization

/// A flag that, once raised, requests all work in progress to stop.
///
/// A flag may have a parent, and is up when that is: so a run has one, and each of its stages. Safe
/// to raise from any thread, also from a signal source's queue. Stages poll it through
/// ``StageContext/checkCancellation()``; the engine starts nothing new once it is up.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let parent: Cancellation?

  /// - Parameter parent: a flag that raises this one with it.
  public init(parent: Cancellation? = nil) { self.parent = parent }

  /// Raises the flag; it is never lowered.
  public func cancel() { flag.store(true, ordering: .releasing) }

  /// Indicates whether the flag is up.
  public var isCancelled: Bool {
    flag.load(ordering: .acquiring) || parent?.isCancelled ?? false
  }

  /// Throws ``Cancelled`` when the flag is up.
  public func check() throws(Cancelled) {
    if isCancelled { throw Cancelled() }
  }
}

/// The error of a stage that stopped on request; not an error of the job.
///
/// Rooms that do not know the engine throw Swift's `CancellationError`, which is taken for the
/// same.
public struct Cancelled: Error, Hashable, Sendable {
  public init() {}
}
