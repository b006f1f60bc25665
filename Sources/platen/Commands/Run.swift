// SPDX-License-Identifier: MIT
// Part of Platen: `platen run`: everything a manifest lists.

import ArgumentParser
import Diagnostics
import Pipeline
import Recipes

/// What `run` and `plan` are asked for.
struct ManifestOptions: ParsableArguments {
  @Argument(
    help:
      "The manifest; platen.yaml here or in a folder above when left out, - for standard input.",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var manifest: String?
  @Option(
    help: ArgumentHelp("Another output root for this run.", valueName: "dir"),
    completion: .directory)
  var into: String?
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Only these: a job's id, tag:T, kind:K, or a pattern over output names. May be repeated.",
      valueName: "what"))
  var only: [String] = []

  mutating func validate() throws {
    if into?.isEmpty == true { throw ValidationError("--into names a folder.") }
  }

  /// The manifest with what was selected, its jobs, and the files that were read for them.
  func plan(templates: String?) throws -> (LoadedManifest, Plan, sources: [String]) {
    let (path, bytes) = try LoadedManifest.read(manifest)
    var loaded = try LoadedManifest.load(bytes, of: path, into: into)
    // What a faulty manifest lists is not known, so nothing can be chosen from it.
    if loaded.faults.isEmpty {
      loaded.manifest = try Selection(only).applied(to: loaded.manifest)
    }
    let context = try loaded.context(templates: templates)
    let jobs = try loaded.jobs(in: context)
    return (loaded, try Plan(jobs: jobs), loaded.ownFiles + context.filesRead)
  }
}

/// `platen run`.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make everything a manifest lists.",
    discussion: """
      platen run
      platen run nightly.yaml --only tag:print --into /srv/maps -j 4

      What is there already and would come out the same is left alone. A job that fails does not \
      stop the others. What was done is written to platen-run.json in the output root.
      """)

  @OptionGroup var what: ManifestOptions
  @Flag(name: [.customShort("n"), .long], help: "Say what would be made, and make nothing.")
  var dryRun = false
  @Flag(help: "Start nothing new after the first failure.")
  var failFast = false
  @Flag(help: "Exit with 2 when there were warnings.")
  var failOnWarnings = false
  @Flag(help: "Wait for another run that holds the output root, instead of exiting with 75.")
  var wait = false
  @OptionGroup var engine: EngineOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let voice = common.voice
    try voice.ending(otherwise: ExitStatus.manifest) {
      let (loaded, plan, sources) = try what.plan(templates: common.templates)
      if dryRun {
        try PlanText(loaded: loaded, plan: plan).write(to: voice)
        return
      }
      let signals = Signals()
      let cancellation = Cancellation()
      signals.cancel(cancellation) { voice.say($0) }
      let root = loaded.manifest.root
      let outputs = try Outputs(
        root: root, locking: wait ? .wait : .fail, cancellation: cancellation,
        onWait: { voice.say("waiting for \($0), which holds \(root)") })
      let reporter = voice.reporter(root: root)
      // A record that cannot be read is no reason not to run: it is written anew.
      let last = try? RunRecord.last(in: outputs)
      var options = try engine.options(failFast: failFast)
      options.sources = sources
      let engine = Engine(
        environment: loaded.environment, outputs: outputs, options: options,
        cancellation: cancellation, onEvent: reporter.show)
      let result = try engine.run(plan, on: DispatchRunner(width: self.engine.width))
      // A run of a part keeps what the record says of the rest.
      try result.saveRecord(in: outputs, keeping: what.only.isEmpty ? [] : last?.jobs ?? [])
      outputs.close()
      if let status = signals.status { throw Ended(status) }
      if result.totals.failed > 0 { throw Ended(ExitStatus.jobFailed) }
      if failOnWarnings, result.totals.warnings > 0 { throw Ended(ExitStatus.warnings) }
    }
  }
}
