// SPDX-License-Identifier: MIT
// Part of Platen: the record of a run, made from the results of its stages and jobs.

internal import Diagnostics

/// Makes the record of a run that has ended.
struct Recorder: Sendable {
  private let plan: Plan
  private let stages: [Run.StageState]
  private let states: [Run.JobState]

  init(plan: Plan, stages: [Run.StageState], jobs: [Run.JobState]) {
    self.plan = plan
    self.stages = stages
    states = jobs
  }

  var jobs: [JobRecord] { plan.jobs.indices.map { record(of: $0) } }

  /// The basis of the run, as far as stages and jobs know it.
  var basis: RunBasis {
    var basis = RunBasis()
    basis.stages = plan.nodes.count
    basis.hasMore = plan.isRequested.contains(true)
    basis.accesses.reserveCapacity(plan.jobs.count)
    for node in plan.nodes.indices {
      basis.accesses += stages[node].trace
      basis.files += plan.nodes[node].files
      for target in plan.targets[node] {
        let output = states[target.job].outputs[target.output]
        guard let size = output.size, let digest = output.digest else {
          basis.hasMore = true
          continue
        }
        guard target.path.placeholder != nil else {
          basis.outputs.append((target.path, size, digest))
          continue
        }
        for file in output.files {
          if let path = try? OutputPath(file.path) {
            basis.outputs.append((path, file.size, file.digest))
          }
        }
      }
    }
    return basis
  }

  private func record(of index: Int) -> JobRecord {
    let job = plan.jobs[index]
    var inputs: [InputRecord] = []
    var seen: Set<InputRecord> = []
    func add(_ input: InputRecord) { if seen.insert(input).inserted { inputs.append(input) } }
    var warnings: [Diagnostic] = []
    for node in plan.needs[index] {
      warnings += stages[node].warnings
      for access in stages[node].trace {
        if let input = InputRecord(access) { add(input) }
      }
    }
    for input in job.inputs { add(input) }
    return JobRecord(
      id: job.id, kind: job.kind, tags: job.tags, parameters: job.parameters,
      outcome: states[index].outcome ?? .cancelled, inputs: inputs,
      stages: plan.needs[index].map { node in
        StageRecord(
          name: plan.nodes[node].name, key: plan.nodes[node].key,
          outcome: stages[node].outcome ?? .cancelled, seconds: stages[node].seconds,
          cpuSeconds: stages[node].cpuSeconds, sharedBy: plan.users[node].count)
      },
      warnings: warnings, errors: states[index].errors, outputs: states[index].outputs)
  }
}
