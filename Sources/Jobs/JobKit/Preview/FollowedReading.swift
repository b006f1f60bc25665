// SPDX-License-Identifier: MIT
// Part of Platen: what a preview shows, read again whenever its files change.

package import Diagnostics
internal import JSON
package import Pipeline

/// The content of a preview as its files were read last without errors. Thread-safe.
///
/// Files with errors change nothing but ``status``.
package final class FollowedReading<Reading: Sendable>: Sendable {
  /// Reads the files.
  ///
  /// Its parameters are the last reading without errors, the paths of files that have changed since
  /// then, and the log that receives the files that are read.
  package typealias Read =
    @Sendable (_ last: Reading?, _ changed: Set<String>, _ sources: SourceLog) throws -> Diagnosed<
      Reading
    >

  /// A reading and its number.
  package struct Version: Sendable {
    package var reading: Reading
    /// Another one for every change.
    package let revision: Int
    /// Raised when the files change: what is made then is outdated.
    package let cancellation = Cancellation()
  }

  private struct State {
    var version: Version
    var sources: SourceLog
    /// The files as they were when this version was read.
    var read: SourceSnapshot
    /// The files when they were read last, also where that failed.
    var seen: SourceSnapshot
    /// Changed files at the last check: they are read once they no longer change.
    var changed: SourceSnapshot?
    /// Errors of the files as they are now.
    var errors: [Diagnostic] = []
    /// Errors of drawing what is shown.
    var drawingErrors: [Diagnostic] = []
  }

  private let read: Read
  private let report: @Sendable ([Diagnostic]) -> Void
  private let state: Guarded<State>
  /// Held by the thread that reads changed files.
  private let refreshing = Guarded(())

  /// Reads the files for the first time.
  ///
  /// - Parameter report: receives warnings, and errors of changed files, on any thread.
  /// - Throws: what `read` throws.
  package init(report: @escaping @Sendable ([Diagnostic]) -> Void, read: @escaping Read) throws {
    self.read = read
    self.report = report
    let sources = SourceLog()
    let first = try read(nil, [], sources)
    let snapshot = SourceSnapshot(sources.accesses)
    state = Guarded(
      State(
        version: Version(reading: first.value, revision: 1), sources: sources, read: snapshot,
        seen: snapshot))
    report(first.warnings)
  }

  /// The version that is shown.
  package var current: Version { state.withLock { $0.version } }

  /// Calls `body` with exclusive use of the version that is shown.
  package func update<R, E: Error>(_ body: (inout Version) throws(E) -> R) throws(E) -> R {
    try state.withLock { state throws(E) in try body(&state.version) }
  }

  /// Reads changed files again; to be called every few moments.
  package func refresh() { refreshing.withLock { _ in readChanges() } }

  private func readChanges() {
    let (version, known, seen, changed) = state.withLock { state in
      // What was drawn since then may be of further files.
      let accesses = state.sources.accesses
      state.read.addAccesses(accesses)
      state.seen.addAccesses(accesses)
      return (state.version, state.read, state.seen, state.changed)
    }
    let now = seen.renewed
    guard now != seen else { return }
    // Programs write files in pieces.
    guard now == changed else { return state.withLock { $0.changed = now } }
    let sources = SourceLog()
    do {
      let new = try read(version.reading, known.changes(to: now), sources)
      version.cancellation.cancel()
      let snapshot = SourceSnapshot(sources.accesses, as: now)
      state.withLock { state in
        state.version = Version(reading: new.value, revision: version.revision + 1)
        state.sources = sources
        state.read = snapshot
        state.seen = snapshot
        state.errors = []
        state.drawingErrors = []
      }
      report(new.warnings)
    } catch {
      let errors = FollowedReading.diagnostics(of: error)
      let accesses = sources.accesses
      state.withLock { state in
        state.seen = now
        state.seen.addAccesses(accesses)
        state.errors = errors
      }
      report(errors)
    }
  }

  /// Shows and reports why something cannot be drawn, unless such an error is shown already.
  package func fail(_ error: any Error) {
    let errors = FollowedReading.diagnostics(of: error)
    let isNew = state.withLock { state in
      defer { if state.drawingErrors.isEmpty { state.drawingErrors = errors } }
      return state.drawingErrors.isEmpty
    }
    if isNew { report(errors) }
  }

  /// Removes the errors of drawing, once something else is shown.
  package func clearDrawingErrors() { state.withLock { $0.drawingErrors = [] } }

  private static func diagnostics(of error: any Error) -> [Diagnostic] {
    (error as? Failure)?.diagnostics ?? [.error(.engine, "\(error)")]
  }

  /// The revision of the files and their errors, as JSON for the page.
  package var status: String {
    let (revision, errors) = state.withLock { state in
      (state.version.revision, state.errors.isEmpty ? state.drawingErrors : state.errors)
    }
    var json = JSONWriter()
    json.object { json in
      json.member("revision", revision)
      json.member("errors", array: { json in for error in errors { json.string(error.report) } })
    }
    return json.text
  }
}
