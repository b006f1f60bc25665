// SPDX-License-Identifier: MIT
// Part of Platen: the slots of a run that no stage uses at the moment, lent to stages that can use
// more than one core.

internal import Dispatch

/// The slots of a run: as many pieces of work as may be under way at once, counted.
///
/// Whoever runs a stage takes a slot for it. What is left may be borrowed by a stage that has pieces
/// of its own to do side by side, such as the bands of a picture. Slots lent and stages running are
/// never more than there are slots: a stage that is to start while all are lent waits until one
/// comes back, so pieces are to be short.
///
/// Nobody waits for a slot on a thread: Dispatch has about as many threads as there are cores and
/// makes another in place of one that waits only after a second.
public final class SpareSlots: Sendable {
  private struct Piece: Sendable {
    let work: @Sendable () -> Void
    let afterwards: @Sendable () -> Void
  }

  private struct State {
    /// Slots nobody has; none while anybody waits.
    var idle: Int
    /// Stages that wait for a slot, in the order they came.
    var waiting: [Piece] = []
    /// What is to be called once when a slot is idle again.
    var wishes: [@Sendable () -> Void] = []
  }

  private let state: Guarded<State>
  private let queue = DispatchQueue(label: "platen.slots", attributes: .concurrent)

  /// - Parameter width: how many slots there are.
  public init(width: Int) { state = Guarded(State(idle: max(0, width))) }

  /// Runs a stage's work on another thread in a slot of its own, as soon as one is idle.
  ///
  /// `afterwards` is called when the slot has been given back.
  func occupy(
    _ work: @escaping @Sendable () -> Void, afterwards: @escaping @Sendable () -> Void
  ) {
    let piece = Piece(work: work, afterwards: afterwards)
    let isFirst = state.withLock { state in
      guard state.idle > 0 else {
        state.waiting.append(piece)
        return false
      }
      state.idle -= 1
      return true
    }
    if isFirst { run(piece) }
  }

  /// Runs `piece` on another thread if a slot is idle; false, at once, if none is.
  ///
  /// `afterwards` is called when the slot has been given back.
  func lend(
    _ piece: @escaping @Sendable () -> Void, afterwards: @escaping @Sendable () -> Void
  ) -> Bool {
    let isIdle = state.withLock { state in
      guard state.idle > 0 else { return false }
      state.idle -= 1
      return true
    }
    if isIdle { run(Piece(work: piece, afterwards: afterwards)) }
    return isIdle
  }

  /// Calls `wish` once as soon as a slot is idle: at once if one is.
  func whenIdle(_ wish: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state in
      if state.idle == 0 { state.wishes.append(wish) }
      return state.idle > 0
    }
    if isIdle { wish() }
  }

  /// Runs a piece that has a slot, and hands the slot on to whoever has waited longest.
  private func run(_ piece: Piece) {
    queue.async { [self] in
      piece.work()
      let (next, wishes) = state.withLock { state -> (Piece?, [@Sendable () -> Void]) in
        guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), []) }
        state.idle += 1
        defer { state.wishes = [] }
        return (nil, state.wishes)
      }
      if let next { run(next) }
      piece.afterwards()
      for wish in wishes { wish() }
    }
  }
}
