// SPDX-License-Identifier: MIT
// Part of Platen: the slots of a run that no stage uses at the moment, lent to stages that can use
// more than one core.

internal import Diagnostics
internal import Dispatch

/// The slots of a run: as many pieces of work as may be under way at once, counted.
///
/// A running stage takes a slot. The remaining slots may be borrowed by a stage with independent
/// pieces of work, such as the bands of an image. Slots lent and stages running never exceed the
/// number of slots: a stage that starts while all are lent waits until one comes back, so pieces
/// should be short.
///
/// No thread blocks on a slot: Dispatch has about as many threads as there are cores, and replaces
/// a blocked one only after a second.
///
/// Where slots are shared with other processes, this process owns one. For each further one it
/// takes a token while it is used, and gives it back as soon as no work waits for it.
public final class SpareSlots: Sendable {
  private struct Piece: Sendable {
    /// The stage whose work it is; nil for a piece of a stage's work.
    var number: Int?
    let work: @Sendable () -> Void
    let afterwards: @Sendable () -> Void
  }

  private struct State {
    /// The number of idle slots; 0 while any work waits.
    var idle: Int
    /// Stages that wait for a slot, in the order they came.
    var waiting: [Piece] = []
    /// The closures to call once when a slot is idle again.
    var requests: [@Sendable () -> Void] = []
    /// Tokens taken, of which each is a slot.
    var taken = 0
    /// Indicates whether a watcher waits for a token.
    var isWatching = false
    /// Stages that have a slot.
    var running: Set<Int> = []
    /// Indicates whether threads of Dispatch's pool may be held by stages that do not end.
    var hasAbandoned = false

    var isRequested: Bool { !waiting.isEmpty || !requests.isEmpty }

    /// The stage that has waited longest, which has a slot now; nil when none waits.
    mutating func takeWaiting() -> Piece? {
      guard !waiting.isEmpty else { return nil }
      let piece = waiting.removeFirst()
      if let number = piece.number { running.insert(number) }
      return piece
    }
  }

  private let state: Guarded<State>
  private let queue = DispatchQueue(label: "platen.slots", attributes: .concurrent)
  private let tokens: Jobserver?
  /// Tokens that may be taken.
  private let mostTaken: Int

  /// - Parameters:
  ///   - width: how many slots there are at most.
  ///   - tokens: the source of all but one of them; nil when all are this process's own.
  public init(width: Int, tokens: Jobserver? = nil) {
    self.tokens = tokens
    mostTaken = tokens == nil ? 0 : max(0, width - 1)
    state = Guarded(State(idle: tokens == nil ? max(0, width) : min(1, max(0, width))))
  }

  /// Runs a stage's work on another thread in a slot of its own, as soon as one is idle.
  ///
  /// `afterwards` is called when the slot has been given back.
  ///
  /// - Parameter number: the number of the piece, unique among those that wait or run.
  func occupy(
    _ number: Int, _ work: @escaping @Sendable () -> Void,
    afterwards: @escaping @Sendable () -> Void
  ) {
    let piece = Piece(number: number, work: work, afterwards: afterwards)
    let isFirst = state.withLock { state in
      guard state.idle > 0 || takeToken(&state) else {
        state.waiting.append(piece)
        return false
      }
      state.idle -= 1
      state.running.insert(number)
      return true
    }
    if isFirst { run(piece) } else { watch() }
  }

  /// Runs `piece` on another thread if a slot is idle; false, at once, if none is.
  ///
  /// `afterwards` is called when the slot has been given back.
  func lend(
    _ piece: @escaping @Sendable () -> Void, afterwards: @escaping @Sendable () -> Void
  ) -> Bool {
    let isIdle = state.withLock { state in
      guard state.idle > 0 || state.waiting.isEmpty && takeToken(&state) else { return false }
      state.idle -= 1
      return true
    }
    if isIdle { run(Piece(work: piece, afterwards: afterwards)) }
    return isIdle
  }

  /// Calls `request` once as soon as a slot is idle: at once if one is.
  func whenIdle(_ request: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state in
      if state.idle == 0 { state.requests.append(request) }
      return state.idle > 0
    }
    if isIdle { request() } else { watch() }
  }

  /// Takes the slot from a stage that runs and does not stop, so that others can use it; one that
  /// waits for a slot does not begin.
  ///
  /// Its thread is not ended, for that cannot be done safely; from now on work is run on threads of
  /// its own, since Dispatch starts no more than there are cores. Slots lent to pieces of its work
  /// come back when those end: the slots of a stuck piece are lost to the run.
  ///
  /// - Returns: whether it had a slot.
  func abandon(_ number: Int) -> Bool {
    let hadSlot = state.withLock { state in
      if let index = state.waiting.firstIndex(where: { $0.number == number }) {
        state.waiting.remove(at: index)
        return false
      }
      guard state.running.remove(number) != nil else { return false }
      state.hasAbandoned = true
      return true
    }
    if hadSlot { passOn(nil) }
    return hadSlot
  }

  /// Runs a piece that has a slot, and hands the slot to the work that has waited longest.
  private func run(_ piece: Piece) {
    let body: @Sendable () -> Void = { [self] in
      piece.work()
      if let number = piece.number, state.withLock({ $0.running.remove(number) }) == nil {
        piece.afterwards()
      } else {
        passOn(piece)
      }
    }
    if state.withLock({ $0.hasAbandoned }), DetachedThread.run(body) { return }
    queue.async(execute: body)
  }

  /// Hands a slot on, after a piece that had it.
  private func passOn(_ piece: Piece?) {
    let (next, requests) = state.withLock { state -> (Piece?, [@Sendable () -> Void]) in
      if let next = state.takeWaiting() { return (next, []) }
      state.idle += 1
      defer { state.requests = [] }
      return (nil, state.requests)
    }
    if let next { run(next) }
    piece?.afterwards()
    for request in requests { request() }
    giveBack()
  }

  // MARK: Tokens

  /// Takes a token if there is one, which makes a slot idle.
  private func takeToken(_ state: inout State) -> Bool {
    guard let tokens, state.taken < mostTaken, tokens.take() else { return false }
    state.taken += 1
    state.idle += 1
    return true
  }

  /// Gives back the unused tokens.
  private func giveBack() {
    guard let tokens else { return }
    state.withLock { state in
      while state.idle > 0, state.taken > 0 {
        state.idle -= 1
        state.taken -= 1
        tokens.give()
      }
    }
  }

  /// Ensures that waiting work gets a token as soon as there is one.
  private func watch() {
    guard let tokens else { return }
    let isNew = state.withLock { state in
      guard !state.isWatching, state.isRequested, state.taken < mostTaken else { return false }
      state.isWatching = true
      return true
    }
    if isNew { tokens.whenAvailable { [weak self] in self?.arrived() } }
  }

  /// Handles a token that has just arrived.
  private func arrived() {
    let (next, requests) = state.withLock { state -> (Piece?, [@Sendable () -> Void]) in
      state.isWatching = false
      guard state.isRequested, takeToken(&state) else { return (nil, []) }
      if let next = state.takeWaiting() {
        state.idle -= 1
        return (next, [])
      }
      defer { state.requests = [] }
      return (nil, state.requests)
    }
    if let next { run(next) }
    for request in requests { request() }
    giveBack()
    watch()
  }
}
