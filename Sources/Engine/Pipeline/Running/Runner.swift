// SPDX-License-Identifier: MIT
// Part of Platen: who runs the stages: Dispatch, or a script in tests.

internal import Diagnostics
internal import Dispatch

/// Runs pieces of work and reports when one has ended.
///
/// The engine calls ``start(_:inSlot:_:)`` and ``wait(until:)`` from one thread, and never has more
/// than ``width`` stages under way but for those it has given up; besides them a few files may be
/// on their way to the disk. The work itself may run on any thread.
public protocol Runner: AnyObject {
  /// The number of stages that may run at once, at least one.
  var width: Int { get }

  /// The slots it lends to stages while it has nothing else to run; nil when it lends none.
  var spareSlots: SpareSlots? { get }

  /// Begins a piece of work known by `number`; returns without waiting for it.
  ///
  /// - Parameter inSlot: whether it computes, as a stage does; one that waits for the disk takes no
  ///   slot from those that compute.
  func start(_ number: Int, inSlot: Bool, _ work: @escaping @Sendable () -> Void)

  /// Abandons a stage that runs and does not stop: its slot is free for others; its end may still
  /// be reported. One that waits for a slot does not begin.
  ///
  /// - Returns: whether it was under way.
  func abandon(_ number: Int) -> Bool

  /// Waits until a piece of work has ended and returns its number, each once; nil when the time has
  /// come before, or after a wake-up call.
  ///
  /// - Parameter timestamp: the timeout, in seconds of the monotonic clock; nil for no end.
  func wait(until timestamp: Double?) -> Int?

  /// Ends a waiting early; may be called from any thread.
  var wake: @Sendable () -> Void { get }
}

extension Runner {
  public var spareSlots: SpareSlots? { nil }
  public func abandon(_ number: Int) -> Bool { true }
}

/// Runs work on a concurrent Dispatch queue.
public final class DispatchRunner: Runner {
  public let width: Int
  public var spareSlots: SpareSlots? { slots }
  private let slots: SpareSlots
  private let queue = DispatchQueue(label: "platen.tasks", attributes: .concurrent)
  private let finished = NumberQueue()
  /// Indicates whether threads of Dispatch's pool may be held by stages that do not end.
  private var hasAbandoned = false

  /// - Parameters:
  ///   - width: how many stages may run at once.
  ///   - tokens: where all but one of their slots come from, if they are shared with other
  ///     processes.
  public init(width: Int, tokens: Jobserver? = nil) {
    self.width = max(1, width)
    slots = SpareSlots(width: self.width, tokens: tokens)
  }

  public func start(_ number: Int, inSlot: Bool, _ work: @escaping @Sendable () -> Void) {
    guard inSlot else {
      let body: @Sendable () -> Void = { [finished] in
        work()
        finished.put(number)
      }
      if hasAbandoned, DetachedThread.run(body) { return }
      queue.async(execute: body)
      return
    }
    slots.occupy(number, work) { [finished] in finished.put(number) }
  }

  public func abandon(_ number: Int) -> Bool {
    let wasUnderWay = slots.abandon(number)
    if wasUnderWay { hasAbandoned = true }
    return wasUnderWay
  }

  public func wait(until timestamp: Double?) -> Int? { finished.take(until: timestamp) }

  public var wake: @Sendable () -> Void { { [finished] in finished.put(nil) } }
}

/// Numbers from many threads to one; nil is a knock without a number.
private final class NumberQueue: Sendable {
  private let numbers = Guarded<[Int?]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func put(_ number: Int?) {
    numbers.withLock { $0.append(number) }
    arrivals.signal()
  }

  func take(until timestamp: Double?) -> Int? {
    if let timestamp {
      let seconds = max(0, min(timestamp - Clock.wall(), 1e6))
      guard arrivals.wait(timeout: .now() + seconds) == .success else { return nil }
    } else {
      arrivals.wait()
    }
    return numbers.withLock { $0.removeFirst() }
  }
}
