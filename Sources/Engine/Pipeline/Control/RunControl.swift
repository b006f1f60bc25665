// SPDX-License-Identifier: MIT
// Part of Platen: how a run under way is paused, resumed and ended, from any thread.

internal import Diagnostics

/// The control of a run: usable from any thread, also from a signal's or a socket's.
public final class RunControl: Sendable {
  /// A request to a run.
  public enum Command: Hashable, Sendable {
    /// Start nothing new until ``resume``; running stages continue to their end.
    case pause
    case resume
    /// Start nothing new any more; when it is `now`, request running stages to stop as well.
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

  /// The run's status.
  public var status: RunStatus {
    let known = standing.withLock { $0 }
    return known.status.after(Clock.wall() - known.since)
  }

  /// Notes the run's status.
  func note(_ status: RunStatus) { standing.withLock { $0 = (status, Clock.wall()) } }

  /// Sends the run a request.
  public func send(_ command: Command) {
    if command == .stop(now: true) { cancellation.cancel() }
    let wake = state.withLock { state in
      state.commands.append(command)
      return state.wake
    }
    wake?()
  }

  /// Returns the requests since the last call.
  func take() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Sets the closure to call when a request arrives.
  func onSend(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }
}
