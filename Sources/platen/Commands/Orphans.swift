// SPDX-License-Identifier: MIT
// Part of Platen: files of jobs that are gone from the manifest: said, or removed.

import Diagnostics
import Digests
import Pipeline

/// Looks for files earlier runs made that the manifest lists no more.
struct Orphans {
  let plan: Plan
  let outputs: Outputs
  let last: LastRun
  let store: (any ResultStore)?
  let root: String
  let voice: Voice

  /// Says or removes them.
  ///
  /// - Returns: those that are still there, and what was said of them: an error for each that could
  ///   not be removed, which keeps neither the others nor the record of the run.
  func settle(pruning: Bool) -> (left: [OutputRecord], faults: [Diagnostic]) {
    // Reading a large record takes longer than seeing that the same files are made as last time,
    // when there were no orphans.
    guard store?.action(for: key)?.result != .value(paths) else { return ([], []) }
    var left: [OutputRecord] = []
    var removed: [String] = []
    var edited: [String] = []
    var faults: [Diagnostic] = []
    for orphan in last.record?.orphans(in: plan) ?? [] {
      do {
        switch pruning ? try outputs.prune(orphan) : outputs.remains(of: orphan) {
        case .gone: continue
        case .untouched where pruning: removed.append(orphan.path)
        case .untouched: left.append(orphan)
        case .edited:
          edited.append(orphan.path)
          left.append(orphan)
        }
      } catch {
        faults +=
          (error as? Failure)?.diagnostics
          ?? [.error(.outputWrite, "\(orphan.path) cannot be removed: \(error)")]
        left.append(orphan)
      }
    }
    for path in removed { voice.say("removed \(printable(path)), which no job makes any more") }
    if !pruning, !left.isEmpty {
      faults.append(
        .warning(
          "output.orphan",
          "no job makes \(listed(left.map(\.path))) in \(root) any more",
          hints: ["--prune removes what nobody changed"]))
    } else if !edited.isEmpty {
      faults.append(
        .warning(
          "output.orphan", "\(listed(edited)) in \(root) was changed since, and is left there",
          hints: ["remove it yourself if it is not needed"]))
    }
    voice.say(faults)
    if left.isEmpty {
      store?.record(Action(result: .value(paths), trace: []), for: key)
      store?.flush()
    }
    return (left, faults)
  }

  private var key: ActionKey {
    ActionKey(.deep, Digest.of("no orphans in \(outputs.absoluteRoot)"))
  }

  private var paths: Digest { plan.outputsDigest }

  private func listed(_ paths: [String]) -> String {
    let shown = paths.prefix(5).map { printable($0) }.joined(separator: ", ")
    return paths.count > 5 ? shown + " and \(paths.count - 5) more" : shown
  }
}
