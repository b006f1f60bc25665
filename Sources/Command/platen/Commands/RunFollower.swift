// SPDX-License-Identifier: MIT
// Part of Platen: follows the run in an output directory from another process: its status, its
// jobs, and the files it has published so far.

import Diagnostics
import Digests
import JSON
import Pipeline

/// Follows any run of an output directory. Thread-safe.
final class RunFollower: Sendable {
  private struct Known: Sendable {
    /// The id of the run; empty before its jobs are known.
    var run = ""
    var revision = 0
    /// The digests of the published files, as far as they are known.
    var published: [String: Digest] = [:]
  }

  private let root: String
  private let known = Guarded(Known())

  init(root: String) { self.root = root }

  /// The status of the run as a line of JSON; nil where no run exists.
  func status() -> String? {
    guard let status = try? ControlSocket.send(.status, to: root) else {
      // Its published files are in the record now.
      known.withLock { $0 = Known() }
      return nil
    }
    follow()
    return status
  }

  /// The jobs that have changed since a revision, as JSON; nil where no run exists.
  func jobs(since revision: Int) -> [UInt8]? {
    (try? ControlSocket.jobs(since: revision, in: root)).map { Array($0.utf8) }
  }

  /// The digest of a file that the run has published; nil where it has not published it.
  func digest(of path: String) -> Digest? { known.withLock { $0.published[path] } }

  /// Applies the changes since the last call.
  private func follow() {
    // A run that no longer responds is queried for its status the next time.
    while true {
      let since = known.withLock { $0.revision }
      guard let bytes = jobs(since: since), let document = try? JSONDocument(parsing: bytes) else {
        return
      }
      let hasMore = document.withView { view in
        known.withLock { take(view, since: since, into: &$0) }
      }
      guard hasMore else { return }
    }
  }

  /// Applies the changes since a revision; returns whether there are more to request.
  private func take(_ answer: JSONView, since: Int, into known: inout Known) -> Bool {
    guard let run = answer["run"]?.string, let revision = answer["revision"]?.int else {
      return false
    }
    // Another thread received more, or found another run, meanwhile.
    guard since == known.revision else { return false }
    if run != known.run {
      known = Known(run: run)
      // The response contains the changes of another run.
      guard since == 0 else { return true }
    }
    let hasMore = answer["more"]?.bool == true && revision > known.revision
    known.revision = revision
    for job in answer["jobs"]?.elements.map({ $0 }) ?? [] {
      for output in job["outputs"]?.elements.map({ $0 }) ?? [] {
        guard ["built", "up-to-date"].contains(output["outcome"]?.string),
          let path = output["path"]?.string,
          let digest = output["sha256"]?.string.flatMap({ Digest(hex: $0) })
        else { continue }
        known.published[path] = digest
      }
    }
    return hasMore
  }
}
