// SPDX-License-Identifier: MIT
// Part of Platen: the record of a run, as a value and as the file platen-run.json.

public import Diagnostics
public import Digests

/// The record of a run: for each job its inputs, parameters, stages, warnings, outputs and outcome.
public struct RunRecord: Hashable, Sendable {
  /// The file's name in the output directory.
  public static let fileName = OutputPath.recordName

  /// Name and version of the program.
  public var tool: String
  /// The manifest that was run, as ``Outputs/manifestName(of:)`` names it; nil in records of
  /// versions that did not note it.
  public var manifest: String?
  /// The jobs in the plan's order.
  public var jobs: [JobRecord]
  /// The sums.
  public var totals: RunTotals
  /// Files that jobs of earlier runs of this manifest made and no job makes any more.
  public var orphans: [OutputRecord]
  /// The outputs of other manifests in the same output directory, as of their last runs.
  public var others: [ManifestRecord]

  /// The warnings from before the run, such as about the manifest.
  public var warnings: [Diagnostic] = []
  /// The copies of outputs made at the end of the run.
  public var deliveries: [DeliveryRecord] = []

  public init(
    tool: String, manifest: String? = nil, jobs: [JobRecord], totals: RunTotals,
    orphans: [OutputRecord] = [], others: [ManifestRecord] = []
  ) {
    self.tool = tool
    self.manifest = manifest
    self.jobs = jobs
    self.totals = totals
    self.orphans = orphans
    self.others = others
  }

  /// The time each stage took, by key, for ``Engine/Options/durations``.
  public var durations: [Key: Double] {
    var durations: [Key: Double] = [:]
    for stage in everyJob.lazy.flatMap(\.stages) where stage.seconds > 0 {
      durations[stage.key] = stage.seconds
    }
    return durations
  }

  /// The paths of the outputs of its jobs.
  var paths: [String] { jobs.flatMap(\.outputs).map(\.path) }

  /// The jobs of all manifests; those of the manifest that was run come last.
  public var everyJob: [JobRecord] { others.flatMap(\.jobs) + jobs }

  /// Every output that is recorded, of all manifests; those of the manifest that was run come last.
  public var everyOutput: [OutputRecord] {
    others.flatMap(\.everyOutput) + orphans + jobs.flatMap(\.outputs)
  }

  /// Bytes of outputs, by path, for ``Engine/Options/sizes``.
  public var sizes: [String: Int] {
    var sizes: [String: Int] = [:]
    for output in jobs.lazy.flatMap(\.outputs) { sizes[output.path] = output.size }
    return sizes
  }

  /// Takes over how long stages took of which this run knows nothing.
  mutating func fill(durations: [Key: Double]) {
    guard !durations.isEmpty else { return }
    for job in jobs.indices {
      for stage in jobs[job].stages.indices where jobs[job].stages[stage].seconds == 0 {
        jobs[job].stages[stage].seconds = durations[jobs[job].stages[stage].key] ?? 0
      }
    }
  }
}

/// The record of a job.
public struct JobRecord: Hashable, Sendable {
  public var id: String
  public var kind: String
  public var tags: [String]
  public var parameters: [Job.Parameter]
  public var outcome: Outcome
  /// The files its stages read, or looked for in vain.
  public var inputs: [InputRecord]
  /// The stages it needed, inputs first.
  public var stages: [StageRecord]
  /// The diagnostics that are not errors.
  public var warnings: [Diagnostic]
  /// The reasons for its failure.
  public var errors: [Diagnostic]
  /// Its outputs, in its order.
  public var outputs: [OutputRecord]

  public init(
    id: String, kind: String, tags: [String] = [], parameters: [Job.Parameter] = [],
    outcome: Outcome, inputs: [InputRecord] = [], stages: [StageRecord] = [],
    warnings: [Diagnostic] = [], errors: [Diagnostic] = [], outputs: [OutputRecord] = []
  ) {
    self.id = id
    self.kind = kind
    self.tags = tags
    self.parameters = parameters
    self.outcome = outcome
    self.inputs = inputs
    self.stages = stages
    self.warnings = warnings
    self.errors = errors
    self.outputs = outputs
  }
}

/// The record of a stage.
public struct StageRecord: Hashable, Sendable {
  public var name: String
  public var key: Key
  public var outcome: Outcome
  /// By the clock on the wall; of a stage that did not run, the last time it did.
  public var seconds: Double
  /// Spent computing on its thread.
  public var cpuSeconds: Double
  /// The number of jobs that shared it.
  public var sharedBy: Int

  public init(
    name: String, key: Key, outcome: Outcome, seconds: Double, cpuSeconds: Double, sharedBy: Int
  ) {
    self.name = name
    self.key = key
    self.outcome = outcome
    self.seconds = seconds
    self.cpuSeconds = cpuSeconds
    self.sharedBy = sharedBy
  }
}

/// The record of an output.
public struct OutputRecord: Hashable, Sendable {
  /// Relative to the output directory.
  public var path: String
  public var outcome: Outcome
  /// The bytes of the file there: the one built now, or by an earlier run.
  public var size: Int?
  /// The SHA-256 of the file there.
  public var digest: Digest?
  /// The facts that the check found in it.
  public var facts: FileFacts
  /// The files it consists of, where it is a set of files; of one that was not made this time,
  /// those that were made the last.
  public var files: [FileRecord]
  /// Indicates whether a user's own file existed there before and this was written into it.
  public var isShared: Bool

  public init(
    path: String, outcome: Outcome, size: Int? = nil, digest: Digest? = nil,
    facts: FileFacts = FileFacts(), files: [FileRecord] = [], isShared: Bool = false
  ) {
    self.path = path
    self.outcome = outcome
    self.size = size
    self.digest = digest
    self.facts = facts
    self.files = files
    self.isShared = isShared
  }

  /// Indicates whether it was made, or was there as it is to be.
  public var isPublished: Bool { outcome == .built || outcome == .upToDate }

  /// The single files it has on the disk.
  var onDisk: [OutputRecord] {
    if files.isEmpty { return [self] }
    return files.map {
      OutputRecord(
        path: $0.path, outcome: outcome, size: $0.size, digest: $0.digest, facts: facts,
        isShared: isShared)
    }
  }
}

/// A file of an output that is a set of them.
public struct FileRecord: Hashable, Sendable {
  /// Relative to the output directory.
  public var path: String
  /// Bytes.
  public var size: Int
  /// SHA-256.
  public var digest: Digest

  public init(path: String, size: Int, digest: Digest) {
    self.path = path
    self.size = size
    self.digest = digest
  }
}

/// The sums of a run.
public struct RunTotals: Hashable, Sendable {
  /// Jobs of which at least one output was built, and none failed.
  public var built = 0
  /// Jobs all of whose outputs were there already.
  public var upToDate = 0
  /// Jobs that failed.
  public var failed = 0
  /// Jobs that were cancelled.
  public var cancelled = 0
  /// Files of the outputs that were made or up to date.
  public var files = 0
  /// Warnings, each once however many jobs share its stage.
  public var warnings = 0
  /// Stages that ran.
  public var stages = 0
  /// By the clock on the wall.
  public var seconds = 0.0
  /// Spent computing by all stages.
  public var cpuSeconds = 0.0
  /// Indicates whether the run was cancelled.
  public var isCancelled = false

  public init() {}
}

/// The record of a copy of the outputs.
public struct DeliveryRecord: Hashable, Sendable {
  /// The end of a delivery.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case delivered
    /// The last one holds the same.
    case upToDate = "up-to-date"
    /// A result that was not to be made after this run.
    case skipped
    case failed
  }

  /// The target folder, as the manifest names it.
  public var to: String
  /// The path of the copy.
  public var path: String?
  public var outcome: Outcome
  /// The reason why it was skipped or failed, as a clause: `it has no outputs`.
  public var reason: String?

  public init(to: String, outcome: Outcome, path: String? = nil, reason: String? = nil) {
    self.to = to
    self.path = path
    self.outcome = outcome
    self.reason = reason
  }

  /// The outcome as a sentence without its period; nil where nothing was to be done.
  public var sentence: String? {
    switch outcome {
    case .delivered: "Delivered \(path ?? to)"
    case .upToDate: nil
    case .skipped, .failed: "Not delivered to \(to): \(reason ?? outcome.rawValue)"
    }
  }
}
