// SPDX-License-Identifier: MIT
// Part of Platen: a run of a frozen plan, or of a part of it.

import ArgumentParser
import Diagnostics
import JobKit
import Pipeline

/// A part of a frozen plan.
enum ShardChoice: Hashable, Sendable {
  /// A shard, from 1.
  case one(Int, of: Int)
  /// The run after all shards: what they left, the record, the report and deliveries.
  case last

  /// The most shards of a plan.
  static let most = 10_000

  /// Reads `3/8` or `last`.
  init?(_ text: String) {
    if text == "last" {
      self = .last
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...ShardChoice.most).contains(count), (1...count).contains(number)
    else { return nil }
    self = .one(number, of: count)
  }
}

/// The options of a run of a frozen plan.
struct FrozenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Build the frozen plan in this file, and refuse if anything here differs from it.",
      valueName: "file"), completion: .file())
  var plan: String?
  @Option(
    help: ArgumentHelp(
      "With --plan: build one of n shards of about the same work, or last, after all of them.",
      valueName: "i/n"),
    transform: { text in
      guard let choice = ShardChoice(text) else {
        throw ValidationError("expected a shard and the number of shards such as 3/8, or last")
      }
      return choice
    })
  var shard: ShardChoice?
  @Flag(help: "Print progress on standard output as lines for Open Job Description.")
  var openjd = false

  /// Indicates whether only a shard is built.
  var isShard: Bool { if case .one = shard { true } else { false } }

  mutating func validate() throws {
    try refuseEmpty(plan, of: "--plan", expecting: "a file")
    if shard != nil, plan == nil { throw ValidationError("--shard requires --plan.") }
  }
}

/// The options of a run whose shards other machines build.
struct ClusterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Submit shards to a cluster, follow them, and finish the run here.", valueName: "engine"))
  var on: ClusterEngine?
  @Option(
    help: ArgumentHelp(
      "With --on: the most shards (default: \(ClusterOptions.defaultShards)).", valueName: "n"),
    transform: wholeNumber(in: 1...ShardChoice.most))
  var shards: Int?
  @Flag(help: "With --on: end when the shards are submitted; the same command follows them later.")
  var detach = false

  static let defaultShards = 16

  mutating func validate() throws {
    guard on == nil, shards != nil || detach else { return }
    throw ValidationError("--\(detach ? "detach" : "shards") requires --on.")
  }
}

/// A frozen plan to run, and the part of it.
struct FrozenRun {
  let plan: FrozenPlan
  let choice: ShardChoice?

  /// - Throws: `Failure` where the file is not a frozen plan.
  init(_ path: String, _ choice: ShardChoice?) throws {
    plan = try FrozenPlan(reading: path)
    self.choice = choice
  }

  /// Indicates whether it is one of several runs in one output directory.
  var isShard: Bool { if case .one = choice { true } else { false } }

  /// The manifest to run where none is named: that of the plan, below the working folder, else the
  /// nearest.
  var manifest: String? {
    let path = plan.basis.manifest
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard path != "-", !parts.contains(".."), !parts.contains("") else { return nil }
    return Files.exists(path) ? path : nil
  }

  /// The jobs of the part, by their ids; nil for all.
  private var ids: Set<String>? {
    guard case .one(let number, let count) = choice else { return nil }
    let cut = plan.cut(into: count)
    return Set(cut.jobs(of: number - 1).map { plan.jobs[$0].id })
  }

  /// Compares the manifest and the program with the plan, and selects the jobs of the part.
  ///
  /// - Throws: `Failure` with all differences.
  func select(
    from loaded: inout LoadedManifest, _ source: LoadedManifest.Source, digests: FileDigests
  ) throws {
    var differences = PlanDifferences(plan)
    differences.compare(
      FrozenPlan.Basis(source, only: plan.basis.only, isRebuild: false, digests: digests))
    // The jobs of another manifest are others anyway; those of an invalid one are not known.
    if plan.basis.manifestDigest == source.bytes.digest, loaded.faults.isEmpty {
      differences.compare(jobs: loaded.manifest.jobs.map(\.id))
    }
    guard differences.errors.isEmpty else { throw Failure(differences.errors) }
    guard let ids else { return }
    loaded.manifest.unchosen += loaded.manifest.jobs.filter { !ids.contains($0.id) }
    loaded.manifest.jobs.removeAll { !ids.contains($0.id) }
  }

  /// Compares the selected jobs with the plan.
  ///
  /// - Throws: `Failure` with all differences.
  func compare(
    _ planned: LoadedManifest.Planned, of loaded: LoadedManifest, digests: FileDigests
  ) throws {
    var differences = PlanDifferences(plan)
    let folders = FolderInputs(loaded.manifest, in: loaded.environment)
    try differences.compare(
      planned.plan, in: loaded.environment, digests: digests, more: folders.files(ofJob:),
      parts: planned.context.frozenParts)
    guard differences.errors.isEmpty else { throw Failure(differences.errors) }
  }
}
