// SPDX-License-Identifier: MIT
// Part of Platen: the records of shards in an output directory, and a run that continues them.

internal import Diagnostics
internal import Digests
internal import Libc

/// The records of runs of a plan's shards. Each is written by one machine; the run that follows
/// takes over the jobs that they built, and removes them when its own record has these.
package struct ShardRecords {
  private let outputs: Outputs
  private let plan: String
  private static let folder = "shards"
  /// The number of records that are read.
  private static let most = 100_000

  package init(of plan: FrozenPlan, in outputs: Outputs) {
    self.outputs = outputs
    self.plan = String(plan.id.description.prefix(32))
  }

  /// Writes the record of a shard.
  ///
  /// - Parameters:
  ///   - number: its number, from 1.
  /// - Throws: ``Failure`` with the code `output.write`.
  package func write(_ record: RunRecord, shard number: Int, of count: Int) throws {
    let notes = try NotesFolder(ShardRecords.folder, in: outputs, creating: true)
    try notes.write(record.json, as: "\(plan)-\(number)-of-\(count).json")
  }

  private func names(in notes: NotesFolder) -> [String] {
    notes.names.filter { $0.hasPrefix(plan + "-") && $0.hasSuffix(".json") }
  }

  /// The records of the plan's shards that can be read, by their names.
  package func read() -> [RunRecord] {
    guard let notes = NotesFolder.existing(ShardRecords.folder, in: outputs) else { return [] }
    return names(in: notes).prefix(ShardRecords.most).compactMap { name in
      notes.read(name, limit: 1 << 30).flatMap { try? RunRecord(json: $0) }
    }
  }

  /// Removes the records of the plan's shards.
  package func remove() {
    guard let notes = NotesFolder.existing(ShardRecords.folder, in: outputs) else { return }
    for name in names(in: notes) { notes.remove(name) }
    notes.sweep()
  }
}

/// The jobs of a plan that shards have built, as their records have them.
package struct AdoptedJobs: Sendable {
  /// The records by the jobs' ids.
  package private(set) var jobs: [String: JobRecord] = [:]
  private var totals = RunTotals()
  private let order: [String]

  /// Takes the jobs whose stages are those of the plan, and whose outputs are on the disk with the
  /// recorded digests.
  package init(_ records: [RunRecord], of plan: Plan, in outputs: Outputs, digests: FileDigests?) {
    // Shards remove no temporary files of others; those of killed ones may be anywhere.
    try? outputs.prepare(folders: plan.outputFolders)
    order = plan.jobs.map(\.id)
    var numbers: [String: Int] = [:]
    for (number, job) in plan.jobs.enumerated() { numbers[job.id] = number }
    for record in records {
      var own = RunTotals()
      for job in record.jobs where job.outcome == .built || job.outcome == .upToDate {
        guard jobs[job.id] == nil, let number = numbers[job.id],
          AdoptedJobs.isIntact(job, plan, number, outputs, digests)
        else { continue }
        jobs[job.id] = job
        if job.outcome == .built { own.built += 1 } else { own.upToDate += 1 }
        own.files += job.outputs.reduce(0) { $0 + max(1, $1.files.count) }
      }
      totals.built += own.built
      totals.upToDate += own.upToDate
      totals.files += own.files
      totals.warnings += record.totals.warnings
      totals.stages += record.totals.stages
      totals.cpuSeconds += record.totals.cpuSeconds
    }
  }

  private static func isIntact(
    _ job: JobRecord, _ plan: Plan, _ number: Int, _ outputs: Outputs, _ digests: FileDigests?
  ) -> Bool {
    guard Set(job.stages.map(\.key)) == Set(plan.needs[number].map { plan.nodes[$0].key }),
      job.outputs.map(\.path) == plan.outputPaths(ofJob: number)
    else { return false }
    return zip(job.outputs, plan.jobs[number].outputs).allSatisfy { output, planned in
      guard output.isPublished, !planned.isShared else { return false }
      return output.onDisk.allSatisfy { file in
        guard let size = file.size, let digest = file.digest, let path = try? OutputPath(file.path)
        else { return false }
        return outputs.isInPlace(path, FileArtifact(size: size, digest: digest), digests)
      }
    }
  }

  /// A result that has these jobs besides its own, in the plan's order.
  package func joined(with result: RunResult) -> RunResult {
    var sums = result.totals
    sums.built += totals.built
    sums.upToDate += totals.upToDate
    sums.files += totals.files
    sums.warnings += totals.warnings
    sums.stages += totals.stages
    sums.cpuSeconds += totals.cpuSeconds
    let (adopted, order, all) = (jobs, order, sums)
    return result.replacing(totals: all) { record in
      var own: [String: JobRecord] = [:]
      for job in record.jobs { own[job.id] = job }
      record.jobs = order.compactMap { own[$0] ?? adopted[$0] }
      record.totals = all
    }
  }
}
