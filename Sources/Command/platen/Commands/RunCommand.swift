// SPDX-License-Identifier: MIT
// Part of Platen: `platen run`: everything a manifest lists.

import ArgumentParser
import Diagnostics

/// `platen run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Make everything a manifest lists.",
    discussion: """
      platen run
      platen run nightly.yaml --only tag:print --output-dir /srv/maps -j 4
      platen run --failed

      Jobs from instances (platen help instances) are fetched first: what changed since the last time. \
      What is there already and is still what it should be is left alone; platen plan says what \
      would be made, platen explain why. A job that fails does not stop the others. What was done \
      is written to platen-run.json in the output root.
      """)

  @OptionGroup var what: ManifestOptions
  @Flag(name: [.customShort("n"), .long], help: "Say what would be made, and make nothing.")
  var dryRun = false
  @Flag(help: "Only jobs that failed or were not finished the last time.")
  var failed = false
  @Flag(help: "Start nothing new after the first failure.")
  var failFast = false
  @Flag(help: "Exit with 2 when there were warnings.")
  var failOnWarnings = false
  @Flag(help: "Exit with 75 when another run holds the output root, instead of waiting for it.")
  var noWait = false
  @Option(
    help: ArgumentHelp(
      "Start nothing new after this time of the day, and exit with 75 if not all was made.",
      valueName: "hh:mm"))
  var until: TimeOfDay?
  @Flag(help: "Remove files of jobs that are gone, if nobody changed them.")
  var prune = false
  @Flag(help: "Write what each job does to a file of its own, in .platen/logs of the output root.")
  var logs = false
  @OptionGroup var reports: ReportOptions
  @OptionGroup var engine: EngineOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if prune, failed || !what.only.isEmpty {
      throw ValidationError("--prune goes with all jobs, not with --only or --failed.")
    }
  }

  func run() throws {
    guard common.isJSON, !dryRun else { return try perform() }
    // Whoever reads the events knows by the last how the process ends.
    do {
      try perform()
      StandardOutput.write(EndLine.text(status: ExitStatus.success))
    } catch let ended as Ended {
      StandardOutput.write(EndLine.text(status: ended.status))
      throw ended
    }
  }

  private func perform() throws {
    let voice = common.voice(failingOnWarnings: failOnWarnings).withoutRepetitions
    try voice.ending(otherwise: ExitStatus.manifest) {
      do {
        try perform(voice)
      } catch let failure as Failure {
        voice.say(reports.write(failure, name: what.manifest))
        throw failure
      }
    }
  }

  private func perform(_ voice: Voice) throws {
    if dryRun {
      return try PlanReport(
        what: what, failed: failed, engine: engine, store: store, common: common
      ).write()
    }
    try RunSession(self, LoadedManifest.read(what.manifest), voice).run()
  }
}
