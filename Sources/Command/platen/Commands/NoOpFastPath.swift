// SPDX-License-Identifier: MIT
// Part of Platen: the fast path of `platen run` with nothing to do.

import Digests
import JobKit
import Libc
import Pipeline

/// Decides whether a run may take the fast path, and under which key its result is stored.
///
/// Only plain runs of a whole manifest take it, not runs with options such as events or a
/// selection.
struct NoOpFastPath {
  /// The digest of the arguments as they were given.
  let key: Digest
  /// The digest of all else that determines what a run does, besides what it reads from the disk.
  let circumstances: Digest
  let storeFolder: String
  /// The recorder of disk accesses during planning, for a run off the fast path.
  let recorder = DependencyRecorder()

  /// Nil when the fast path does not apply.
  init?(_ run: RunCommand, _ source: LoadedManifest.Source) {
    guard !run.dryRun, run.frozen.plan == nil, !run.frozen.openjd, run.cluster.on == nil,
      !run.failed, !run.prune,
      !run.logs, run.until == nil, run.what.only.isEmpty,
      !run.store.rebuild, !run.store.isOff, !run.common.isJSON, !run.common.verbose,
      !run.reports.areRequested, source.path != "-", let folder = run.store.cache.folder
    else { return nil }
    storeFolder = folder
    let working = getcwd(nil, 0).map { path in
      defer { free(path) }
      return String(cString: path)
    }
    let arguments: [String?] = [
      "\(getuid())", working, source.path, run.what.outputDir, run.common.dataDir,
      Terminal.variable("PLATEN_DATA_DIR"),
    ]
    key = Digest.of(NoOpFastPath.joined(arguments))
    let program = Files.realPath("/proc/self/exe")
    let libraries = LibraryVersions.all.flatMap { [$0.name, $0.version] }
    circumstances = Digest.of(
      NoOpFastPath.joined(
        [
          source.bytes.digest.description, DiskEnvironment(folder: source.folder).anchor, program,
          PlatenVersion.tool,
        ] + libraries))
    // Its bytes are in every key.
    recorder.see("/proc/self/exe")
  }

  /// Joins texts unambiguously; none of them contains a zero byte.
  private static func joined(_ texts: [String?]) -> String {
    texts.map { $0.map { "=" + $0 } ?? "-" }.joined(separator: "\0")
  }

  /// The last run of this kind, if it found nothing to do.
  func last() -> UpToDateSnapshot? {
    UpToDateSnapshot.last(for: key, circumstances: circumstances, inStore: storeFolder)
  }
}
