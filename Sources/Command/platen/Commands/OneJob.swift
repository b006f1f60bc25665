// SPDX-License-Identifier: MIT
// Part of Platen: one job run without a manifest, for the commands that make one thing.

import Diagnostics
import JobKit
import Jobs
import Pipeline

/// Runs one job and ends the command as its outcome has it.
struct OneJob {
  var engine: EngineOptions
  var common: CommonOptions
  var failOnWarnings: Bool
  /// Indicates whether what lies in catalogs and folders under the names that are made is replaced,
  /// whoever's it is.
  var replaces = false
  /// What may be a mistake in how the command was written.
  var warnings: [Diagnostic] = []

  /// Makes what the job makes.
  ///
  /// - Throws: `Failure` with what is wrong with the job; `Ended` where something failed, a signal
  ///   came, or there were warnings and none were wanted.
  func make(_ job: ManifestJob, at place: OutputPlace) throws {
    let voice = common.voice(failingOnWarnings: failOnWarnings).withoutRepetitions
    voice.say(warnings)
    let environment = DiskEnvironment()
    let context = try RecipeContext.make(environment, templates: common.dataDir)
    context.replaces = replaces
    let notes = RenderedNotes(job, at: place)
    context.rendered = notes.read()
    let manifest = Manifest(file: "", folder: ".", root: place.root, jobs: [job])
    let plan = try OneJob.sayingData(voice) {
      try Plan(jobs: try Jobs.jobs(of: manifest, in: context))
    }
    voice.say(plan.warnings)
    let signals = Signals()
    let control = RunControl()
    signals.cancel(control) { voice.say($0) }
    let outputs = try Outputs(root: place.root, locking: .none)
    let reporter: any Reporter =
      if place.isStream {
        QuietReporter(voice)
      } else if common.isJSON {
        JSONReporter(voice)
      } else {
        ShortReporter(voice)
      }
    var options = try engine.options()
    options.sources = context.filesRead
    options.warnings = warnings + plan.warnings
    options.endsProcess = true
    let (width, jobserver) = self.engine.cores(voice)
    if jobserver != nil { signals.giveBackTokens() }
    let engine = Engine(
      environment: environment, outputs: outputs, options: options,
      control: control, onEvent: reporter.show)
    let result = try engine.run(plan, on: DispatchRunner(width: width, tokens: jobserver))
    signals.runEnded()
    notes.write(result, after: context.rendered)
    if let status = signals.status { throw Ended(status) }
    if result.totals.failed > 0 { throw Ended(ExitStatus.jobFailed) }
    try place.copyToStandardOutput()
    let hasWarned = result.totals.warnings > 0 || !warnings.isEmpty
    if failOnWarnings, hasWarned { throw Ended(ExitStatus.warnings) }
  }

  /// Faults in rows, tokens and shapes end as those in a manifest do, since nothing was made of
  /// either; what the flags say wrongly is wrong usage.
  private static func sayingData<Value>(
    _ voice: Voice, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let failure as Failure {
      let isData = failure.diagnostics.filter { $0.severity == .error }.allSatisfy { fault in
        fault.place?.file != nil && fault.code.kind == .source
      }
      guard isData else { throw failure }
      voice.say(failure.diagnostics)
      throw Ended(ExitStatus.manifest)
    }
  }
}
