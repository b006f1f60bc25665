// SPDX-License-Identifier: MIT
// Part of Platen: several manifests that share an output directory, with the outputs of each.

internal import Diagnostics

/// The outputs of one manifest in an output directory: its part of a ``RunRecord``.
public struct ManifestRecord: Hashable, Sendable {
  /// The manifest's name, see ``Outputs/manifestName(of:)``; nil where it is unknown, as in records
  /// of versions that did not note it.
  public var manifest: String?
  /// The jobs of its last run.
  public var jobs: [JobRecord]
  /// Files its earlier runs made and its last run no longer did.
  public var orphans: [OutputRecord]

  public init(manifest: String?, jobs: [JobRecord], orphans: [OutputRecord] = []) {
    self.manifest = manifest
    self.jobs = jobs
    self.orphans = orphans
  }

  /// Every output that is recorded of it.
  public var everyOutput: [OutputRecord] { orphans + jobs.flatMap(\.outputs) }

  /// Takes the jobs that make any of these outputs out of it.
  fileprivate mutating func release(_ paths: Set<String>) -> [JobRecord] {
    var released: [JobRecord] = []
    for index in jobs.indices {
      var own = jobs[index]
      own.outputs.removeAll { !paths.contains($0.path) }
      guard !own.outputs.isEmpty else { continue }
      released.append(own)
      jobs[index].outputs.removeAll { paths.contains($0.path) }
    }
    jobs.removeAll { job in job.outputs.isEmpty && released.contains { $0.id == job.id } }
    orphans.removeAll { paths.contains($0.path) }
    return released
  }
}

extension RunRecord {
  /// The record as a run of a manifest sees it: its own jobs and orphans in front, those of all
  /// others beside them.
  ///
  /// A manifest that is gone and whose outputs this one makes was renamed: its files belong to this
  /// one. Of the files in a record without names, only the outputs of this one do: the manifest of
  /// the rest is unknown.
  ///
  /// - Parameters:
  ///   - manifest: the name of the manifest that is run.
  ///   - paths: the outputs it makes; empty while they are not known.
  ///   - exists: whether a manifest of that name is still there.
  public func seen(
    by manifest: String?, making paths: Set<String> = [], exists: (String) -> Bool = { _ in true }
  ) -> RunRecord {
    guard self.manifest != manifest || !others.isEmpty else { return self }
    var own = ManifestRecord(manifest: manifest, jobs: [])
    var rest: [ManifestRecord] = []
    for part in [ManifestRecord(manifest: self.manifest, jobs: jobs, orphans: orphans)] + others {
      if part.manifest == manifest {
        own.jobs += part.jobs
        own.orphans += part.orphans
      } else {
        rest.append(part)
      }
    }
    func adopt(_ jobs: [JobRecord]) {
      let known = Set(own.jobs.map(\.id))
      own.jobs += jobs.filter { !known.contains($0.id) }
    }
    for index in rest.indices
    where rest[index].everyOutput.contains(where: { paths.contains($0.path) }) {
      if let name = rest[index].manifest {
        guard !exists(name) else { continue }
        adopt(rest[index].jobs)
        own.orphans += rest[index].orphans
        rest[index] = ManifestRecord(manifest: name, jobs: [])
      } else {
        adopt(rest[index].release(paths))
      }
    }
    rest.removeAll { $0.jobs.isEmpty && $0.orphans.isEmpty }
    var record = RunRecord(
      tool: tool, manifest: manifest, jobs: own.jobs, totals: totals, orphans: own.orphans,
      others: rest)
    if manifest == self.manifest { (record.deliveries, record.warnings) = (deliveries, warnings) }
    return record
  }

  /// Indicates whether this manifest has an entry, and none of its jobs failed or was cancelled.
  func isUpToDate(for manifest: String?) -> Bool {
    let own =
      self.manifest == manifest
      ? jobs : others.first { $0.manifest == manifest && !$0.jobs.isEmpty }?.jobs
    guard let own else { return false }
    return own.allSatisfy { $0.outcome == .built || $0.outcome == .upToDate }
  }

  /// An output that two manifests make.
  public struct Clash: Hashable, Sendable {
    /// The output as the other manifest made it.
    public var output: OutputRecord
    /// The other manifest's name.
    public var manifest: String
  }

  /// Outputs of a plan that another manifest makes as well, sorted by path.
  public func clashes(with plan: Plan) -> [Clash] {
    let made = MadePaths(of: plan)
    return others.flatMap { other -> [Clash] in
      guard let name = other.manifest else { return [] }
      return other.jobs.flatMap(\.outputs).filter { output in
        made.contains(output.path) || output.files.contains { made.contains($0.path) }
      }.map { Clash(output: $0, manifest: name) }
    }.sorted { ($0.output.path, $0.manifest) < ($1.output.path, $1.manifest) }
  }
}

/// The paths a plan writes, and those that files of its sets may have.
struct MadePaths {
  private let paths: Set<String>
  private let sets: [OutputPath]

  init(of plan: Plan) {
    paths = plan.outputPaths.union(plan.jobs.lazy.flatMap(\.left))
    sets = plan.targets.joined().map(\.path).filter { $0.placeholder != nil }
  }

  func contains(_ path: String) -> Bool {
    if paths.contains(path) { return true }
    guard !sets.isEmpty, let path = try? OutputPath(path) else { return false }
    return sets.contains { $0.mayBe(path) }
  }
}
