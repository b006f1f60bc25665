// SPDX-License-Identifier: MIT
// Part of Platen: the files of an output directory that `platen serve` shows or hides.

import Diagnostics
import Digests
import Libc
import Pipeline
import Reports
import Serving

/// The files of an output directory that are shown: those its record names, the record, and its
/// page.
///
/// Other files there were not written by a run, as where the root is a folder with a manifest in
/// it, which contains keys.
final class ServedFiles: Sendable {
  private struct Known {
    var status: FileStatus?
    var digests: [String: Digest] = [:]
  }

  private let outputs: Outputs
  private let run: RunFollower
  private let known = Guarded(Known())

  /// - Parameter run: the run in progress, which has published files that no record names yet.
  init(of outputs: Outputs, run: RunFollower) {
    self.outputs = outputs
    self.run = run
  }

  /// The file shown under a path below the root; nil where none exists or it may not be shown.
  func file(at path: String) -> ShownFile? {
    // The record is not an output.
    if path == RunRecord.fileName { return shown(outputs.publishedRecord(), isOutput: false) }
    let isOutput = digest(of: path) != nil
    guard isOutput || path == RunEpilogue.pageName else { return nil }
    return shown(outputs.published(path), isOutput: isOutput)
  }

  /// The time the record was written, in seconds since 1970; nil without a record.
  var recorded: Int64? { time(of: RunRecord.fileName).map { Int64($0.seconds) } }

  /// Indicates whether the page is older than the record.
  var hasOldPage: Bool {
    guard let page = time(of: RunEpilogue.pageName), let record = time(of: RunRecord.fileName)
    else {
      return false
    }
    return (page.seconds, page.nanoseconds) < (record.seconds, record.nanoseconds)
  }

  private func time(of name: String) -> (seconds: Int, nanoseconds: Int)? {
    var status = stat()
    guard lstat("\(outputs.absoluteRoot)/\(name)", &status) == 0 else { return nil }
    return (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
  }

  private func shown(_ file: PublishedFile?, isOutput: Bool) -> ShownFile? {
    file.map { file in
      ShownFile(size: file.size, isOutput: isOutput) { try file.read(into: $0, at: $1) }
    }
  }

  /// The digest of the file under a path where the run in progress or the record names it; nil
  /// where neither does.
  func digest(of path: String) -> Digest? {
    if let digest = run.digest(of: path) { return digest }
    return known.withLock { known in
      // Read again when a new one was written.
      let status = try? DiskEnvironment().status("\(outputs.absoluteRoot)/\(RunRecord.fileName)")
      if status == nil || status != known.status {
        known = Known(status: status)
        for output in (try? RunRecord.last(in: outputs))?.everyJob.lazy.flatMap(\.outputs) ?? [] {
          if output.files.isEmpty { known.digests[output.path] = output.digest }
          for file in output.files { known.digests[file.path] = file.digest }
        }
      }
      return known.digests[path]
    }
  }
}
