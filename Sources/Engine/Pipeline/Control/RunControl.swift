// SPDX-License-Identifier: MIT
// Part of Platen: how a run under way is paused, resumed and ended, from any thread.

internal import Diagnostics

/// The reins of a run: they may be pulled from any thread, from a signal's or a socket's too.
public final class RunControl: Sendable {
  /// What a run can be asked for.
  public enum Command: Hashable, Sendable {
    /// Start nothing new until ``resume``; what runs goes on to its end.
    case pause
    case resume
    /// Start nothing new any more; when it is `now`, ask what runs to stop as well.
    case stop(now: Bool)
  }

  /// The flag running stages poll; raised by `stop(now: true)`.
  public let cancellation: Cancellation
  /// The jobs of the run with their states.
  let progress = RunProgress()
  private let state = Guarded(State())
  private let standing = Guarded((status: RunStatus(), since: Clock.wall()))

  private struct State {
    var commands: [Command] = []
    var wake: (@Sendable () -> Void)?
  }

  /// - Parameter cancellation: the flag to be raised, where one is shared with something else.
  public init(cancellation: Cancellation = Cancellation()) { self.cancellation = cancellation }

  /// Where the run stands.
  public var status: RunStatus {
    let known = standing.withLock { $0 }
    return known.status.after(Clock.wall() - known.since)
  }

  /// Says where the run stands.
  func note(_ status: RunStatus) { standing.withLock { $0 = (status, Clock.wall()) } }

  /// Asks the run for something.
  public func send(_ command: Command) {
    if command == .stop(now: true) { cancellation.cancel() }
    let wake = state.withLock { state in
      state.commands.append(command)
      return state.wake
    }
    wake?()
  }

  /// What was asked for since the last time.
  func take() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Says who is to be woken when something is asked for.
  func onSend(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }
}
