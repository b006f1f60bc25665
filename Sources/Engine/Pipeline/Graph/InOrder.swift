// SPDX-License-Identifier: MIT
// Part of Platen: work done in parallel on idle slots and handed on in order.

internal import Diagnostics
internal import Dispatch

extension StageContext {
  /// Makes `count` things, several at once where slots are idle, and hands them on in order.
  ///
  /// A result may depend on its number alone; then it is the same for any number of threads.
  ///
  /// - Parameters:
  ///   - ahead: how many things may be in the making or waiting at once, at least one: a bound of
  ///     the memory they take.
  ///   - make: makes the thing of a number, on any thread.
  ///   - take: is handed each thing, on the calling thread, in order of the numbers.
  /// - Throws: ``Cancelled``, and the first error in the order of the numbers. No piece of work is
  ///   under way any more when it returns or throws.
  public func inOrder<Thing: Sendable>(
    _ count: Int, ahead: Int, make: @escaping @Sendable (Int) throws -> Thing,
    take: (Thing) throws -> Void
  ) throws {
    let shop = Workshop(count: count, ahead: ahead, cancellation: cancellation, make: make)
    defer { helpersSeconds.withLock { $0 += shop.close() } }
    for number in 0..<max(0, count) {
      try take(shop.finish(number, helpers: spareSlots))
      shop.letGo(helpers: spareSlots)
    }
  }
}

extension StageContext {
  /// Does two pieces of work, at once where a slot is idle, and returns when both are done.
  ///
  /// - Throws: ``Cancelled``; the error of the first, else that of the second. Neither is under way
  ///   any more when it returns or throws.
  public func both<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () throws -> First,
    _ second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second) {
    var results: (First?, Second?)
    try inOrder(2, ahead: 2) { number -> EitherOf<First, Second> in
      number == 0 ? .first(try first()) : .second(try second())
    } take: { made in
      switch made {
      case .first(let value): results.0 = value
      case .second(let value): results.1 = value
      }
    }
    // Both were handed over before `inOrder` returns.
    guard let first = results.0, let second = results.1 else { throw Cancelled() }
    return (first, second)
  }
}

/// The result of one of two different pieces of work.
private enum EitherOf<First: Sendable, Second: Sendable>: Sendable {
  case first(First)
  case second(Second)
}

/// The numbers of things claimed, made and handed on.
private final class Workshop<Thing: Sendable>: Sendable {
  private struct State {
    /// The first number not yet claimed.
    var next = 0
    /// Numbers claimed and not handed on yet.
    var alive = 0
    /// Helpers that have not claimed a number yet.
    var requested = 0
    /// Helpers that have claimed one and have not ended.
    var helping = 0
    /// Indicates whether help is requested again as soon as a slot is idle.
    var isWishing = false
    /// The seconds that helpers have computed.
    var seconds = 0.0
    var isClosed = false
    var made: [Int: Result<Thing, any Error>] = [:]
  }

  private enum Step {
    case done(Result<Thing, any Error>)
    case make(Int)
    case wait
  }

  private let count: Int
  private let ahead: Int
  private let cancellation: Cancellation
  private let make: @Sendable (Int) throws -> Thing
  private let state = Guarded(State())
  /// Signalled whenever a helper has ended.
  private let endings = DispatchSemaphore(value: 0)

  init(
    count: Int, ahead: Int, cancellation: Cancellation,
    make: @escaping @Sendable (Int) throws -> Thing
  ) {
    self.count = count
    self.ahead = max(1, ahead)
    self.cancellation = cancellation
    self.make = make
  }

  /// The thing of a number: made by a helper, or here; while a helper is at it, the next are made.
  func finish(_ number: Int, helpers: SpareSlots?) throws -> Thing {
    while true {
      let step = state.withLock { state -> Step in
        if let result = state.made.removeValue(forKey: number) { return .done(result) }
        return claim(in: &state).map(Step.make) ?? .wait
      }
      switch step {
      case .done(let result): return try result.get()
      case .make(let number):
        requestHelp(helpers)
        work(on: number)
      case .wait: endings.wait()
      }
    }
  }

  /// Notes that a thing has been taken, which leaves room for another.
  func letGo(helpers: SpareSlots?) {
    state.withLock { $0.alive -= 1 }
    requestHelp(helpers)
  }

  /// Claims nothing more, waits for the helpers at work, and returns how many seconds they have
  /// computed. Those that have not begun will find nothing to do.
  func close() -> Double {
    while state.withLock({ state in
      state.isClosed = true
      return state.helping > 0
    }) {
      endings.wait()
    }
    return state.withLock { $0.seconds }
  }

  /// Has helpers begin pending numbers, one each, as far as slots are idle.
  private func requestHelp(_ helpers: SpareSlots?) {
    guard let helpers else { return }
    while state.withLock({ state in
      guard !state.isClosed, state.next + state.requested < count,
        state.alive + state.requested < ahead
      else { return false }
      state.requested += 1
      return true
    }) {
      let hasWorked = Guarded(false)
      let isLent = helpers.lend {
        let claimed = self.state.withLock { state in
          state.requested -= 1
          let claimed = self.claim(in: &state)
          if claimed != nil { state.helping += 1 }
          return claimed
        }
        guard let claimed else { return }
        hasWorked.withLock { $0 = true }
        let began = Clock.thread()
        self.work(on: claimed)
        let seconds = Clock.thread() - began
        self.state.withLock { $0.seconds += seconds }
      } afterwards: {
        guard hasWorked.withLock(\.self) else { return }
        self.requestHelp(helpers)
        self.state.withLock { $0.helping -= 1 }
        self.endings.signal()
      }
      guard isLent else {
        state.withLock { $0.requested -= 1 }
        requestHelpWhenIdle(for: helpers)
        return
      }
    }
  }

  /// Registers a new request for help once a slot is idle; by then all may be done.
  private func requestHelpWhenIdle(for helpers: SpareSlots) {
    let isNew = state.withLock { state in
      defer { state.isWishing = true }
      return !state.isWishing
    }
    guard isNew else { return }
    // The slots keep the wish, so it does not keep them.
    helpers.whenIdle { [weak self, weak helpers] in
      guard let self else { return }
      state.withLock { $0.isWishing = false }
      requestHelp(helpers)
    }
  }

  private func claim(in state: inout State) -> Int? {
    guard !state.isClosed, state.next < count, state.alive < ahead else { return nil }
    state.next += 1
    state.alive += 1
    return state.next - 1
  }

  private func work(on number: Int) {
    let result = Result {
      try cancellation.check()
      return try make(number)
    }
    state.withLock { $0.made[number] = result }
  }
}
