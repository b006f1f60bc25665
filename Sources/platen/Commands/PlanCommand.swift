// SPDX-License-Identifier: MIT
// Part of Platen: `platen plan`: what a run would make.

import ArgumentParser
import Diagnostics
import JSON
import Pipeline
import Recipes

/// `platen plan`.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Say what a run would make, and make nothing.",
    discussion: """
      platen plan
      platen plan --only tag:print --json
      """)

  @OptionGroup var what: ManifestOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.voice.ending(otherwise: ExitStatus.manifest) {
      let (loaded, plan, _) = try what.plan(templates: common.templates)
      PlanText(loaded: loaded, plan: plan).write(asJSON: common.isJSON)
    }
  }
}

/// A plan as lines for people, or as JSON lines.
struct PlanText {
  var loaded: LoadedManifest
  var plan: Plan

  func write(asJSON isJSON: Bool) {
    let manifest = loaded.manifest
    for job in manifest.jobs {
      if isJSON {
        var json = JSONWriter()
        json.object { json in
          json.member("event", "job")
          json.member("job", job.id)
          json.member("kind", job.kind)
          json.member("input", job.input)
          json.member("tags", array: { json in for tag in job.tags { json.string(tag) } })
          json.member(
            "outputs", array: { json in for output in job.outputs { json.string(output.path) } })
        }
        StandardOutput.write(json.text + "\n")
      } else {
        StandardOutput.write("\(printable(job.id)): \(job.kind) \(printable(job.input))\n")
        for output in job.outputs { StandardOutput.write("  \(manifest.root)/\(output.path)\n") }
      }
    }
    let outputs = manifest.jobs.reduce(0) { $0 + $1.outputs.count }
    if isJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("event", "plan")
        json.member("jobs", manifest.jobs.count)
        json.member("outputs", outputs)
        json.member("stages", plan.stageCount)
        json.member("root", manifest.root)
      }
      StandardOutput.write(json.text + "\n")
    } else {
      StandardOutput.write(
        "\(counted(manifest.jobs.count, "job")), \(counted(outputs, "output")), "
          + "\(counted(plan.stageCount, "stage"))\n")
    }
  }
}
