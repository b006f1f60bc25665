// SPDX-License-Identifier: MIT
// Part of Platen: the diagnostics about a store, each once.

internal import Diagnostics

/// Gathers diagnostics, each once in the life of the store.
final class StoreDiagnostics: Sendable {
  private struct State: Sendable {
    var waiting: [Diagnostic] = []
    var recorded: Set<Diagnostic> = []
    var isWriting = true
  }
  private let state = Guarded(State())

  func report(_ diagnostic: Diagnostic) {
    state.withLock { if $0.recorded.insert(diagnostic).inserted { $0.waiting.append(diagnostic) } }
  }

  /// Returns the diagnostics reported since the last call.
  func take() -> [Diagnostic] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// Indicates whether the store still tries to write.
  var isWriting: Bool { state.withLock { $0.isWriting } }

  /// Reports the first error of writing and ends all writing.
  func stopWriting(_ error: SystemError, in folder: String) {
    let isFirst = state.withLock { state in
      defer { state.isWriting = false }
      return state.isWriting
    }
    guard isFirst else { return }
    report(
      .warning(
        .storeUnwritable,
        "the store in \(folder) cannot be written: \(error.text) (\(error.call)); "
          + "the results of this run are not cached",
        hints: StoreDiagnostics.hints(error)))
  }

  static func hints(_ error: SystemError) -> [String] {
    switch error.code {
    case SystemError.noSpace, SystemError.quota:
      ["free some space, for example with `platen cache prune`, or choose another --cache-dir"]
    case SystemError.readOnly, SystemError.access, SystemError.notPermitted:
      ["choose another --cache-dir, or turn the cache off with --no-cache"]
    default: Failure.hints(error)
    }
  }
}
