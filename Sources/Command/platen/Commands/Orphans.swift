// SPDX-License-Identifier: MIT
// Part of Platen: files of jobs that were removed from the manifest: reported or deleted.

import Assets
import Diagnostics
import Digests
import Pipeline

/// Looks for files that earlier runs built and the manifest no longer lists.
struct Orphans {
  let plan: Plan
  let outputs: Outputs
  let last: LastRun
  let store: (any ResultStore)?
  let root: String
  let console: Console

  /// Reports or removes them.
  ///
  /// - Returns: those that remain, and the diagnostics: an error for each that could not be
  ///   removed, which affects neither the others nor the record of the run.
  func settle(pruning: Bool) -> (left: [OutputRecord], faults: [Diagnostic]) {
    // Reading a large record takes longer than finding that the run builds the same files as the
    // last one, which had no orphans.
    let isKnown = outputs.hasRecordOnly(of: last.manifest)
    guard !isKnown || store?.action(for: key)?.result != .value(paths) else { return ([], []) }
    var left: [OutputRecord] = []
    var removed: [String] = []
    var edited: [String] = []
    var faults: [Diagnostic] = []
    let orphans = last.record?.orphans(in: plan) ?? []
    let names = Set(orphans.map(\.path))
    let staying = listsStaying(orphans)
    let shared = orphans.filter { staying.contains($0.path) || isShared($0, names) }
    let sharedPaths = Set(shared.map(\.path))
    for orphan in orphans where !sharedPaths.contains(orphan.path) {
      do {
        switch pruning ? try outputs.prune(orphan) : outputs.leftoverState(of: orphan) {
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
    for path in removed {
      console.report("removed \(printable(path)), which no job builds any longer")
    }
    let kept =
      pruning
      ? []
      : shared.filter { list in
        left.contains { $0.path.hasPrefix(folder(of: list.path) + "/") }
      }
    if pruning { faults += release(shared, from: orphans, besides: left) }
    if !pruning, !left.isEmpty {
      faults.append(
        .warning(
          .outputOrphan,
          "no job builds \(listed(left.map(\.path))) in \(root) any longer",
          hints: ["delete unchanged files with --prune"]))
    } else if !edited.isEmpty {
      faults.append(
        .warning(
          .outputOrphan, "\(listed(edited)) in \(root) was changed since, so it is kept",
          hints: ["delete it yourself if it is not needed"]))
    }
    faults += clashes
    if pruning { faults += unknown }
    console.report(faults)
    if left.isEmpty {
      store?.record(Action(result: .value(paths), trace: []), for: key)
      store?.flush()
    }
    // The next run must know which lists to keep with the remaining files.
    return (left + kept, faults)
  }

  /// Reports which other manifests build outputs of this one, and nothing else.
  ///
  /// - Returns: the reported diagnostics.
  func reportClashes() -> [Diagnostic] {
    let clashes = clashes
    console.report(clashes)
    return clashes
  }

  /// A warning for each other manifest that builds the same outputs. A list of a catalog that both
  /// write alike is not a clash.
  private var clashes: [Diagnostic] {
    guard let record = last.record, let own = last.manifest else { return [] }
    let found = record.clashes(with: plan).filter { clash in
      !SharedList.recognizes(clash.output.path)
        || outputs.leftoverState(of: clash.output, digests: store?.digests) != .untouched
    }
    return Dictionary(grouping: found, by: \.manifest).sorted { $0.key < $1.key }.map {
      other, found in
      .warning(
        .outputShared,
        "\(shown(own)) and \(shown(other)) both build \(listed(found.map(\.output.path))) in \(root): "
          + "the last run determines the content",
        hints: [
          "let one of them build it, or give one another output directory (output-dir or --output-dir)"
        ])
    }
  }

  /// Reports which files are not pruned since the manifest that built them is unknown.
  private var unknown: [Diagnostic] {
    let files = (last.record?.others ?? []).filter { $0.manifest == nil }.flatMap(\.everyOutput)
      .filter { $0.files.isEmpty ? outputs.leftoverState(of: $0) != .gone : true }
    guard !files.isEmpty else { return [] }
    return [
      .warning(
        .outputUnknown,
        "\(listed(files.map(\.path))) in \(root) is not deleted: an earlier version built it and did not "
          + "record for which manifest", hints: ["delete it yourself if no manifest builds it"])
    ]
  }

  /// A manifest of the record, relative to the working folder.
  private func shown(_ manifest: String) -> String {
    let path = outputs.manifestPath(of: manifest)
    let here = DiskEnvironment(folder: ".").anchor + "/"
    return printable(path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path)
  }

  /// Indicates whether a list existed before Platen's files, or names others beside them: then it
  /// is kept when those are deleted.
  private func isShared(_ orphan: OutputRecord, _ orphans: Set<String>) -> Bool {
    if orphan.isShared { return true }
    guard SharedList.recognizes(orphan.path),
      let list = outputs.bytes(of: orphan, limit: SharedList.limit).flatMap(SharedList.init)
    else { return false }
    let folder = orphan.path.dropLast("Contents.json".count)
    return list.names.contains { name in
      let file = OutputRecord(path: folder + name, outcome: .skipped)
      return !orphans.contains(file.path) && outputs.leftoverState(of: file) != .gone
    }
  }

  /// Lists that a file stays beside or below: another's, listed or not, or one of Platen's that was
  /// changed since. A set without its list is not a set.
  private func listsStaying(_ orphans: [OutputRecord]) -> Set<String> {
    let known = Dictionary(orphans.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let lists = orphans.filter {
      SharedList.recognizes($0.path) && outputs.leftoverState(of: $0) == .untouched
    }
    let staying = lists.filter { list in
      let folder = folder(of: list.path)
      let place = DiskEnvironment(folder: outputs.absoluteRoot + "/" + folder)
      let names = (try? place.glob("**/*")) ?? []
      return names.contains { name in
        known[String(folder) + "/" + name].map { outputs.leftoverState(of: $0) == .edited } ?? true
      }
    }
    return Set(staying.map(\.path))
  }

  private func isBeside(_ file: OutputRecord, _ list: OutputRecord) -> Bool {
    folder(of: file.path) == folder(of: list.path)
  }

  private func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
  }

  /// Removes deleted files from the lists beside them, which are kept.
  ///
  /// - Returns: the errors of lists that could not be written.
  private func release(
    _ lists: [OutputRecord], from orphans: [OutputRecord], besides left: [OutputRecord]
  ) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    let still = Set(left.map(\.path))
    let others = lists.filter {
      !SharedList.recognizes($0.path) && outputs.leftoverState(of: $0) != .gone
    }
    if !others.isEmpty {
      console.report("\(listed(others.map(\.path))) may contain text of yours, so it is kept")
    }
    for list in lists where SharedList.recognizes(list.path) {
      guard let bytes = outputs.bytes(of: list, limit: SharedList.limit) else { continue }
      let gone = orphans.filter { isBeside($0, list) && !still.contains($0.path) }.compactMap {
        $0.path.split(separator: "/").last.map(String.init)
      }
      do {
        if let rest = SharedList(bytes)?.bytes(without: Set(gone)) {
          try outputs.rewrite(list, with: rest)
        }
        console.report(
          "\(printable(list.path)) contains entries that are not Platen's, so it is kept")
      } catch {
        faults +=
          (error as? Failure)?.diagnostics
          ?? [.error(.outputWrite, "\(list.path) cannot be written: \(error)")]
      }
    }
    return faults
  }

  private var key: ActionKey {
    let manifest = last.manifest ?? ""
    return ActionKey(.deep, Digest.of("no orphans of \(manifest) in \(outputs.absoluteRoot)"))
  }

  private var paths: Digest { plan.outputsDigest }
}

/// Paths as shown in messages: the first few, and the number of the others.
func listed(_ paths: [String]) -> String {
  let shown = paths.prefix(5).map { printable($0) }.joined(separator: ", ")
  return paths.count > 5 ? shown + " and \(paths.count - 5) more" : shown
}
