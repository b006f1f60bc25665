// SPDX-License-Identifier: MIT
// Part of Platen: what a run's stages queried, and what it published, for a snapshot of it.

internal import Diagnostics
internal import Digests

/// The queries of a run's stages, and the state of its outputs.
struct RunBasis: Sendable {
  /// The queries of stages, in the order of the plan; one query may appear more than once.
  var accesses: [Trace.Access] = []
  /// Files that stages declare to read.
  var files: [String] = []
  /// The published files, in the order of the plan.
  var outputs: [(path: OutputPath, size: Int, digest: Digest)] = []
  /// Indicates whether a requested result is not an output, or an output is not known.
  var hasMore = false
  /// The diagnostics, in the order they were reported.
  var warnings: [(stage: Event.StageEvent, diagnostic: Diagnostic)] = []
  /// The status of a path from the check of the store's entries.
  var seen: @Sendable (String) -> FileStatus? = { _ in nil }
  var stages = 0
}
