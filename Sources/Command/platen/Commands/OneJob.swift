// SPDX-License-Identifier: MIT
// Part of Platen: one job run without a manifest, for the commands that build outputs of one input.

import Diagnostics
import JobKit
import Jobs
import Pipeline

/// Runs one job and ends the command with the status of its outcome.
struct OneJob {
  var engine: EngineOptions
  var common: CommonOptions
  var failOnWarnings: Bool
  /// Indicates whether files with the names of outputs in catalogs and folders are replaced,
  /// whatever wrote them.
  var replaces = false
  /// Warnings about likely errors in the command line.
  var warnings: [Diagnostic] = []
  /// The wording of hints about keys of the job.
  var wording: FlagWording?

  /// Builds the outputs of the job.
  ///
  /// - Throws: `Failure` with the errors in the job; `Ended` where something failed, a signal came,
  ///   or there were warnings that count as failure.
  func make(_ job: ManifestJob, at place: OutputPlace) throws {
    let console = common.console(failingOnWarnings: failOnWarnings).withoutRepetitions
      .wordingHints(with: wording)
    console.report(warnings)
    let environment = DiskEnvironment()
    let context = try RecipeContext.make(environment, templates: common.dataDir)
    context.replaces = replaces
    let notes = RenderedNotes(job, at: place)
    context.rendered = notes.read()
    let manifest = Manifest(file: "", folder: ".", root: place.root, jobs: [job])
    let plan = try OneJob.reportingData(console) {
      try Plan(jobs: try Jobs.jobs(of: manifest, in: context))
    }
    console.report(plan.warnings)
    let signals = Signals()
    let control = RunControl()
    signals.cancel(control) { console.report($0) }
    let outputs = try Outputs(root: place.root, locking: .none)
    let reporter: any Reporter =
      if place.isStream {
        QuietReporter(console)
      } else if common.isJSON {
        JSONReporter(console)
      } else {
        ShortReporter(console, of: plan)
      }
    var options = try engine.options()
    options.sources = context.filesRead
    options.warnings = warnings + plan.warnings
    options.endsProcess = true
    let (width, jobserver) = self.engine.cores(console)
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
    let hasWarnings = result.totals.warnings > 0 || !warnings.isEmpty
    if failOnWarnings, hasWarnings { throw Ended(ExitStatus.warnings) }
  }

  /// Errors in rows, tokens and shapes end as those in a manifest do, since nothing was built from
  /// either; errors in flags are usage errors.
  private static func reportingData<Value>(
    _ console: Console, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let failure as Failure {
      let isData = failure.diagnostics.filter { $0.severity == .error }.allSatisfy { fault in
        fault.place?.file != nil && fault.code.kind == .source
      }
      guard isData else { throw failure }
      console.report(failure.diagnostics)
      throw Ended(ExitStatus.manifest)
    }
  }
}
