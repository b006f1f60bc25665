// SPDX-License-Identifier: MIT
// Part of Platen: `platen plan --freeze`: a plan written to a file, for several machines.

import Diagnostics
import Digests
import JSON
import JobKit
import Pipeline
import Text

/// Writes the plan of a manifest to a file, and describes its division.
struct PlanFreezing {
  var path: String
  /// The number of shards to describe; nil for none.
  var shards: Int?
  var leastSeconds: Int
  var what: ManifestOptions
  var engine: EngineOptions
  var store: StoreOptions
  var common: CommonOptions

  /// The result: what was written, and its division.
  struct Summary {
    var plan: Plan
    var estimates: FrozenEstimates
    var id: String
    var bytes: Int
    var files: Int
    var cut: ShardCut?
    /// Files that are missing, and other errors known before a run.
    var faults: [Diagnostic]

    var seconds: Double {
      // Stages of jobs without work are not run.
      var isNeeded = [Bool](repeating: false, count: estimates.costs.count)
      for job in plan.jobs.indices where estimates.isDue[job] {
        for stage in plan.stages(ofJob: job) { isNeeded[stage] = true }
      }
      return zip(isNeeded, estimates.costs).reduce(0) { $0 + ($1.0 ? Double($1.1) / 1000 : 0) }
    }
    var due: Int { estimates.isDue.count { $0 } }

    func memory(of shard: Int) -> Int {
      cut?.memory(of: shard, needs: plan.stages(ofJob:), memory: { estimates.memory[$0] }) ?? 0
    }
  }

  func writePlan() throws {
    let summary = try freeze()
    if common.isJSON { writeJSON(summary) } else { writeText(summary) }
    // Missing files are reported, and end the command as they would end the run.
    common.console.report(summary.faults)
    guard summary.faults.isEmpty else { throw Ended(ExitStatus.jobFailed) }
  }

  /// Writes the plan to the file.
  func freeze() throws -> Summary {
    let console = common.console
    let source = try LoadedManifest.read(what.manifest)
    let loaded = try what.load(source) {
      LoadedManifest.kept(by: $0, in: store.cache.folder)
    }
    let outputs = Outputs.existing(root: loaded.manifest.root)
    let results = store.open(console)
    let digests = results?.digests ?? FileDigests()
    let planned = try loaded.plan(
      templates: common.dataDir, store: results, in: outputs, digests: digests)
    let last = LastRun(of: outputs, manifest: loaded.manifest.file)
    last.take(planned.plan)
    console.report(loaded.manifest.warnings + planned.plan.warnings)
    var options = try engine.options(makesNothing: true)
    options.force = store.rebuild
    if let results { options.salt = results.salt }
    let engine = Engine(
      environment: loaded.environment, outputs: outputs, store: results, options: options)
    let estimates = engine.estimates(
      of: planned.plan, last: last.record, model: CostModel.seconds)
    let folders = FolderInputs(loaded.manifest, in: loaded.environment)
    let (id, bytes, files) = try engine.freeze(
      planned.plan,
      on: FrozenPlan.Basis(
        source, only: what.only, isRebuild: store.rebuild, leastSeconds: leastSeconds,
        digests: digests), estimates,
      parts: planned.context.frozenParts(), more: folders.files(ofJob:), digests: digests,
      to: path)
    results?.flush()
    console.report(results?.takeDiagnostics() ?? [])
    var missing = try loaded.missingFiles()
    missing.recordErrors(knownOf: planned.plan.jobs)
    return Summary(
      plan: planned.plan, estimates: estimates, id: id.description, bytes: bytes, files: files,
      cut: shards.map {
        planned.plan.cut(into: $0, by: estimates, leastSeconds: leastSeconds)
      }, faults: missing.inOrderOfLines)
  }

  private func writeText(_ summary: Summary) {
    let due = summary.due
    var text =
      "wrote \(printable(path)): \(due) of \(counted(summary.plan.jobs.count, "job")) to build, "
      + "\(counted(summary.plan.stageCount, "stage")), \(counted(summary.files, "file")), "
      + "\(formatted(bytes: summary.bytes)), about \(formatted(seconds: summary.seconds)) of work"
    if summary.estimates.timed == 0, due > 0 { text += " by size, since nothing was timed yet" }
    text += "\n"
    if let cut = summary.cut {
      let count = cut.costs.count
      for shard in 0..<cut.usedCount {
        let jobs = cut.jobs(of: shard)
        text +=
          "  shard \(shard + 1)/\(count): \(counted(jobs.count, "job")), about "
          + "\(formatted(seconds: Double(cut.costs[shard]) / 1000)), up to "
          + "\(formatted(bytes: summary.memory(of: shard))) a stage\n"
      }
      if cut.usedCount < count {
        text +=
          "  shards \(cut.usedCount + 1) to \(count) are empty: less than \(leastSeconds) s of "
          + "work is not worth a shard\n"
      }
      text +=
        "  shard last: what the others left, the record, the report and deliveries\n"
    }
    StandardOutput.write(text)
  }

  private func writeJSON(_ summary: Summary) {
    var json = JSONWriter()
    json.object { json in
      json.member("event", "frozen")
      json.member("plan", path)
      json.member("id", summary.id)
      json.member("jobs", summary.plan.jobs.count)
      json.member("due", summary.due)
      json.member("stages", summary.plan.stageCount)
      json.member("files", summary.files)
      json.member("bytes", summary.bytes)
      json.member("seconds", summary.seconds)
      json.member("timed", summary.estimates.timed)
      json.member(
        "shards",
        array: { json in
          for shard in 0..<(summary.cut?.costs.count ?? 0) {
            json.object { json in
              json.member("shard", shard + 1)
              json.member("jobs", summary.cut?.jobs(of: shard).count ?? 0)
              json.member("seconds", Double(summary.cut?.costs[shard] ?? 0) / 1000)
              json.member("memory", summary.memory(of: shard))
            }
          }
        })
    }
    StandardOutput.write(json.text + "\n")
  }
}
