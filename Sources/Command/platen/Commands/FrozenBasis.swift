// SPDX-License-Identifier: MIT
// Part of Platen: what a frozen plan is compared by: the program, the manifest, files of folders.

import Diagnostics
import Digests
import JobKit
import Pipeline

extension FrozenPlan.Basis {
  /// The basis of a plan that is made here.
  init(
    _ source: LoadedManifest.Source, only: [String], isRebuild: Bool,
    leastSeconds: Int = FrozenPlan.defaultLeastSeconds, digests: FileDigests
  ) {
    self.init(
      tool: PlatenVersion.tool,
      program: try? digests.digest(of: "/proc/self/exe", in: DiskEnvironment()),
      libraries: LibraryVersions.all.map { FrozenPlan.NamedText($0.name, $0.version) },
      manifest: source.path, manifestDigest: source.bytes.digest, only: only,
      isRebuild: isRebuild,
      variables: ["SOURCE_DATE_EPOCH"].map { FrozenPlan.NamedText($0, Terminal.variable($0)) },
      leastSeconds: leastSeconds)
  }
}

/// The files of jobs whose input is a folder: their stages find these only when they run.
final class FolderInputs {
  private let environment: DiskEnvironment
  private let inputs: [String]
  /// The output directory, whose files are not inputs.
  private let root: String?
  private var known: [String: [String]] = [:]
  /// Files of a folder that are compared, and folders in one another.
  private static let mostFiles = 20_000
  private static let mostLevels = 8

  init(_ manifest: Manifest, in environment: DiskEnvironment) {
    self.environment = environment
    inputs = manifest.jobs.map(\.input)
    root = Files.realPath(manifest.root)
  }

  /// The files of a job's input, sorted; none where it is a file.
  func files(ofJob job: Int) -> [String] {
    guard inputs.indices.contains(job) else { return [] }
    let input = inputs[job]
    if let files = known[input] { return files }
    var found: [String] = []
    if (try? environment.status(input))?.kind == .folder {
      gather(input, level: 0, &found)
    }
    known[input] = found
    return found
  }

  private func gather(_ folder: String, level: Int, _ found: inout [String]) {
    guard level < FolderInputs.mostLevels,
      root == nil || Files.realPath(environment.resolved(folder)) != root
    else { return }
    for entry in (try? environment.list(folder)) ?? [] where !entry.name.hasPrefix(".") {
      guard found.count < FolderInputs.mostFiles else { return }
      let path = folder == "." ? entry.name : "\(folder)/\(entry.name)"
      if entry.isFolder {
        if !entry.isLink { gather(path, level: level + 1, &found) }
      } else {
        found.append(path)
      }
    }
  }
}
