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
public final class SpareSlots: Sendable {
  private let slots: DispatchSemaphore
  private let queue = DispatchQueue(label: "platen.pieces", attributes: .concurrent)

  /// - Parameter width: how many slots there are.
  public init(width: Int) { slots = DispatchSemaphore(value: max(0, width)) }

  /// Runs a stage's work in a slot of its own, waiting for one if all are lent.
  func occupy(_ work: () -> Void) {
    slots.wait()
    defer { slots.signal() }
    work()
  }

  /// Runs `piece` on another thread if a slot is idle; false, at once, if none is.
  ///
  /// `afterwards` is called when the slot has been given back.
  func lend(
    _ piece: @escaping @Sendable () -> Void, afterwards: @escaping @Sendable () -> Void
  ) -> Bool {
    guard slots.wait(timeout: .now()) == .success else { return false }
    queue.async { [slots] in
      piece()
      slots.signal()
      afterwards()
    }
    return true
  }
}
