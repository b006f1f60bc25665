// SPDX-License-Identifier: MIT
// Part of Platen: `platen run`: everything a manifest lists.

import ArgumentParser
import Diagnostics
import Pipeline

/// `platen run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Build everything a manifest lists.",
    discussion: """
      A run first fetches what changed on instances (platen help instances). Up-to-date outputs are \
      skipped: platen plan lists what a run would build, and platen explain shows why. A job that fails \
      does not stop the others. The record of the run is platen-run.json in the output directory.

      \(Platen.aliasSentence(of: "run"))

      EXAMPLES
        platen run
        platen run nightly.yaml --only tag:print --output-dir /srv/maps -j 4
        platen run --failed
        platen run --plan night.plan --shard 1/4
        platen run --on slurm --shards 32
      """)

  @OptionGroup var what: ManifestOptions
  @Flag(name: [.customShort("n"), .long], help: "Print what would be built, and build nothing.")
  var dryRun = false
  @Flag(help: "Run only jobs that failed or did not finish in the last run.")
  var failed = false
  @Flag(help: "Start no further jobs after the first failure.")
  var failFast = false
  @Flag(help: "Exit with 2 if there are warnings.")
  var failOnWarnings = false
  @Flag(help: "Exit with 75 if another run uses the output directory, instead of waiting for it.")
  var noWait = false
  @Option(
    help: ArgumentHelp(
      "Start no further jobs after this time of day, and exit with 75 if some are not built.",
      valueName: "hh:mm"))
  var until: TimeOfDay?
  @Flag(help: "Delete files that no job builds any longer, unless they were changed.")
  var prune = false
  @Flag(help: "Write a log file for each job, in .platen/logs of the output directory.")
  var logs = false
  @OptionGroup(title: "Plan options") var frozen: FrozenOptions
  @OptionGroup(title: "Cluster options") var cluster: ClusterOptions
  @OptionGroup(title: "Report options") var reports: ReportOptions
  @OptionGroup(title: "Resource options") var engine: EngineOptions
  @OptionGroup(title: "Cache options") var store: StoreOptions
  @OptionGroup(title: "General options") var common: CommonOptions

  mutating func validate() throws {
    if prune, failed || !what.only.isEmpty {
      throw ValidationError("--prune and --only or --failed cannot be used together.")
    }
    if frozen.plan != nil, let other = optionsWithoutPlan.first(where: \.isUsed)?.name {
      throw ValidationError("--plan and \(other) cannot be used together.")
    }
    if frozen.isShard, let other = optionsWithoutShard.first(where: \.isUsed)?.name {
      throw ValidationError("--shard and \(other) cannot be used together; use --shard last.")
    }
    if cluster.on != nil, let other = (optionsWithoutPlan + optionsOnCluster).first(where: \.isUsed)
    {
      throw ValidationError("--on and \(other.name) cannot be used together.")
    }
    if frozen.openjd, common.isJSON || dryRun {
      throw ValidationError(
        "--openjd and \(dryRun ? "--dry-run" : "--json") cannot be used together.")
    }
  }

  /// Options that select jobs, which a plan does.
  private var optionsWithoutPlan: [(name: String, isUsed: Bool)] {
    [
      ("--only", !what.only.isEmpty), ("--failed", failed), ("--dry-run", dryRun),
      ("--rebuild", store.rebuild && frozen.plan != nil),
    ].filter { cluster.on == nil || $0.name != "--only" }
  }

  /// Options of runs on this machine.
  private var optionsOnCluster: [(name: String, isUsed: Bool)] {
    [
      ("--plan", frozen.plan != nil), ("--until", until != nil), ("--no-wait", noWait),
      ("--fail-fast", failFast), ("-", what.manifest == "-"),
    ]
  }

  /// Options of what only a run of all jobs does.
  private var optionsWithoutShard: [(name: String, isUsed: Bool)] {
    [("--prune", prune), ("--no-wait", noWait), ("--report", reports.report)]
  }

  func run() throws {
    try EndLine.writing(common.isJSON && !dryRun) { try perform() }
  }

  private func perform() throws {
    let console = common.console(failingOnWarnings: failOnWarnings).withoutRepetitions
    try console.exiting(otherwise: ExitStatus.manifest) {
      do {
        try perform(console)
      } catch let failure as Failure {
        console.report(reports.write(failure, name: what.manifest))
        throw failure
      }
    }
  }

  private func perform(_ console: Console) throws {
    if dryRun {
      return try PlanReport(
        what: what, failed: failed, engine: engine, store: store, common: common
      ).writeReport()
    }
    if cluster.on == .slurm { return try SlurmRun(command: self, console: console).run() }
    guard let path = frozen.plan else {
      return try RunSession(self, LoadedManifest.read(what.manifest), console).run()
    }
    let frozenRun = try FrozenRun(path, frozen.shard)
    var command = self
    command.what.only = frozenRun.plan.basis.only
    command.store.rebuild = frozenRun.plan.basis.isRebuild
    try RunSession(
      command, LoadedManifest.read(what.manifest ?? frozenRun.manifest), console,
      frozen: frozenRun
    ).run()
  }
}
