// SPDX-License-Identifier: MIT
// Part of Platen: what `platen serve` shows of an output root, and what is nobody's business.

import Diagnostics
import Pipeline
import Serving

/// The files of an output root that are shown: those its record names, the record, and its page.
///
/// Whatever else lies there was not put there by a run, as where the root is a folder with a manifest in
/// it, and keys in that.
final class Exhibits: Sendable {
  private struct Known {
    var stamp: FileStatus?
    var paths: Set<String> = []
  }

  private let outputs: Outputs
  private let known = Guarded(Known())

  init(of outputs: Outputs) { self.outputs = outputs }

  /// What is shown under a path below the root; nil where there is nothing, or it may not be seen.
  func file(at path: String) -> ShownFile? {
    // No output, so it is none of theirs.
    if path == RunRecord.fileName { return shown(outputs.publishedRecord(), isOutput: false) }
    let isOutput = isRecorded(path)
    guard isOutput || path == Aftermath.pageName else { return nil }
    return shown(outputs.published(path), isOutput: isOutput)
  }

  private func shown(_ file: PublishedFile?, isOutput: Bool) -> ShownFile? {
    file.map { file in
      ShownFile(size: file.size, isOutput: isOutput) { try file.read(into: $0, at: $1) }
    }
  }

  /// Whether the record names a file, read again when another one was written.
  private func isRecorded(_ path: String) -> Bool {
    known.withLock { known in
      let stamp = try? DiskEnvironment().status("\(outputs.absoluteRoot)/\(RunRecord.fileName)")
      if stamp == nil || stamp != known.stamp {
        known = Known(stamp: stamp)
        for output in (try? RunRecord.last(in: outputs))?.jobs.lazy.flatMap(\.outputs) ?? [] {
          if output.files.isEmpty { known.paths.insert(output.path) }
          for file in output.files { known.paths.insert(file.path) }
        }
      }
      return known.paths.contains(path)
    }
  }
}
