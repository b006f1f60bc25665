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
      try PlanText(loaded: loaded, plan: plan).write(to: common.voice)
    }
  }
}

/// A plan as lines for people, or as JSON lines.
struct PlanText {
  var loaded: LoadedManifest
  var plan: Plan

  /// Writes the plan; inputs that are not there are said, and end the command as they would end the
  /// run.
  func write(to voice: Voice) throws {
    let manifest = loaded.manifest
    for job in manifest.jobs {
      if voice.isJSON {
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
        // A pattern that found nothing gives its outputs no name.
        for output in job.outputs where job.fault == nil {
          StandardOutput.write("  \(printable(manifest.root))/\(printable(output.path))\n")
        }
      }
    }
    let outputs = manifest.jobs.reduce(0) { $0 + $1.outputs.count }
    if voice.isJSON {
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
    let missing = try loaded.missingInputs()
    guard missing.isEmpty else {
      voice.say(missing.inOrderOfLines)
      throw Ended(ExitStatus.jobFailed)
    }
  }
}
