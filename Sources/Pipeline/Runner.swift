// SPDX-License-Identifier: MIT
// Part of Platen: who runs the stages: Dispatch, or a script in tests.

internal import Dispatch

/// Runs pieces of work and says when one has ended.
///
/// The engine calls both methods from one thread and never has more than ``width`` pieces under
/// way. The work itself may run on any thread.
public protocol Runner: AnyObject {
  /// How many pieces of work may be under way at once, at least one.
  var width: Int { get }

  /// What it lends to stages while it has nothing else to run; nil when it lends nothing.
  var spareSlots: SpareSlots? { get }

  /// Begins a piece of work known by `number`; returns without waiting for it.
  func start(_ number: Int, _ work: @escaping @Sendable () -> Void)

  /// Waits until a piece of work has ended and returns its number; each is returned once.
  func waitForOne() -> Int
}

extension Runner {
  public var spareSlots: SpareSlots? { nil }
}

/// Runs work on a concurrent Dispatch queue.
public final class DispatchRunner: Runner {
  public let width: Int
  public var spareSlots: SpareSlots? { slots }
  private let slots: SpareSlots
  private let queue = DispatchQueue(label: "platen.stages", attributes: .concurrent)
  private let mailbox = Mailbox()

  /// - Parameter width: how many pieces of work may be under way at once.
  public init(width: Int) {
    self.width = max(1, width)
    slots = SpareSlots(width: self.width)
  }

  public func start(_ number: Int, _ work: @escaping @Sendable () -> Void) {
    queue.async { [mailbox, slots] in
      slots.occupy(work)
      mailbox.put(number)
    }
  }

  public func waitForOne() -> Int { mailbox.take() }
}

/// Numbers from many threads to one.
private final class Mailbox: Sendable {
  private let numbers = Guarded<[Int]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func put(_ number: Int) {
    numbers.withLock { $0.append(number) }
    arrivals.signal()
  }

  func take() -> Int {
    while true {
      arrivals.wait()
      if let number = numbers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return number }
    }
  }
}
