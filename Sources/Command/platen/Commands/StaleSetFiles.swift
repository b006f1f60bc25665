// SPDX-License-Identifier: MIT
// Part of Platen: files that a set no longer contains, such as the image of a deleted slide.

import Diagnostics
import Pipeline

/// Handles the stale files of a set: it is one output, and would be wrong with them.
struct StaleSetFiles {
  private let files: [OutputRecord]
  private let outputs: Outputs
  private let root: String
  private let console: Console

  init(_ files: [OutputRecord], in outputs: Outputs, _ root: String, _ console: Console) {
    self.files = files
    self.outputs = outputs
    self.root = root
    self.console = console
  }

  /// Keeps them, where it is not known whether they are this set's.
  ///
  /// - Returns: the reported diagnostics.
  func leave() -> [Diagnostic] {
    let left = files.filter { outputs.leftoverState(of: $0) != .gone }
    guard !left.isEmpty else { return [] }
    let faults: [Diagnostic] = [
      .warning(
        .outputOrphan,
        "no job builds \(listed(left.map(\.path))) in \(root) any longer; nothing is deleted for a "
          + "manifest from standard input, which has no name",
        hints: ["delete what is not needed"])
    ]
    console.report(faults)
    return faults
  }

  /// Removes those that are unchanged since they were written.
  ///
  /// - Returns: the diagnostics of those that are not, or cannot be removed.
  func remove() -> [Diagnostic] {
    var faults: [Diagnostic] = []
    for file in files {
      do {
        switch try outputs.prune(file) {
        case .gone: continue
        case .untouched:
          console.report("removed \(printable(file.path)), which its set no longer contains")
        case .edited:
          faults.append(
            .warning(
              .outputOrphan,
              "\(printable(file.path)) in \(root) is no longer built; it was changed since, "
                + "so it is kept", hints: ["delete it yourself if it is not needed"]))
        }
      } catch {
        faults +=
          (error as? Failure)?.diagnostics
          ?? [.error(.outputWrite, "\(file.path) cannot be removed: \(error)")]
      }
    }
    console.report(faults)
    return faults
  }
}
