// SPDX-License-Identifier: MIT
// Part of Platen: `platen run`: everything a manifest lists.

import ArgumentParser
import Diagnostics
import Pipeline
import Recipes
import Reports
import Text

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

  /// The manifest with what was selected, and of instances what was fetched before.
  ///
  /// - Parameter store: the folder of the cache.
  func load(keptIn store: String?) throws -> LoadedManifest {
    try load(LoadedManifest.read(manifest)) { LoadedManifest.kept(by: $0, in: store) }
  }

  /// The manifest with what was selected, from its bytes.
  ///
  /// - Parameters:
  ///   - witness: is told of what is asked of the disk.
  ///   - holdings: says what lies on instances.
  func load(
    _ source: LoadedManifest.Source, witness: Witness? = nil,
    holdings: (Manifest) throws -> [String: InstanceHoldings]
  ) throws -> LoadedManifest {
    var loaded = try LoadedManifest.load(
      source, into: into, witness: witness, holdings: holdings)
    // What a faulty manifest lists is not known, so nothing can be chosen from it.
    if loaded.faults.isEmpty {
      do {
        loaded.manifest = try Selection(only).applied(to: loaded.manifest)
      } catch let failure as Failure {
        // What was chosen may be made of what an instance holds that could not be asked.
        let away = loaded.manifest.jobs.compactMap(\.fault).filter(\.isOfInstance)
        throw Failure(away.isEmpty ? failure.diagnostics : away)
      }
    }
    return loaded
  }
}

extension LoadedManifest {
  /// Its jobs as a plan.
  ///
  /// - Parameters:
  ///   - store: what is known of files and kept of results, when these outlive the run.
  ///   - outputs: the output directory, where there is one.
  ///   - witness: is told of what is asked of the disk.
  func plan(
    templates: String?, store: LocalStore?, in outputs: Outputs?, witness: Witness? = nil
  ) throws -> Planned {
    let context = try context(templates: templates, digests: store?.digests, witness: witness)
    context.store = store
    context.unrecorded = outputs?.unrecorded ?? [:]
    let jobs = try jobs(in: context)
    return Planned(
      plan: try Plan(jobs: jobs), sources: ownFiles + context.filesRead,
      lacking: context.absentFonts, folders: foldersListed + context.foldersListed)
  }

  /// Its jobs as a plan, and what that rests on.
  struct Planned {
    var plan: Plan
    /// The files that were read to make it.
    var sources: [String]
    /// The fonts that are not here.
    var lacking: [Diagnostic]
    /// The folders that were listed to make it.
    var folders: [String]
  }

  /// Leaves only the jobs that failed or were not finished in the last run; all of them where that
  /// was killed or left no record: which those are is not known then, and what is done is found so.
  mutating func select(failedIn last: LastRun, _ voice: Voice) {
    guard last.isKnown, let record = last.record else {
      voice.say("there is no record of what the last run finished: all jobs are looked at")
      return
    }
    // One the record does not name was never finished: it may be of a run that was killed before
    // one of a part wrote the record.
    let done = Set(
      record.jobs.filter { $0.outcome == .made || $0.outcome == .unchanged }.map(\.id))
    manifest.unchosen += manifest.jobs.filter { done.contains($0.id) }
    manifest.jobs.removeAll { done.contains($0.id) }
  }
}

extension Engine.Options {
  /// Takes over what a manifest says of the whole run.
  mutating func take(_ manifest: Manifest) {
    pools = manifest.pools
    if let retries = manifest.retries {
      self.retries = retries.limit
      if let delay = retries.delay { retryDelay = delay }
    }
  }
}

/// `platen run`.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Make everything a manifest lists.",
    discussion: """
      platen run
      platen run nightly.yaml --only tag:print --into /srv/maps -j 4
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
    let voice = common.voice(failingOnWarnings: failOnWarnings)
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
    do {
      if dryRun {
        try PlanReport(
          what: what, failed: failed, engine: engine, store: store, common: common
        ).write()
        return
      }
      let source = try LoadedManifest.read(what.manifest)
      let signals = Signals()
      let control = RunControl()
      signals.cancel(control) { voice.say($0) }
      signals.suspend(control)
      let way = SettledWay(self, source)
      var opened: Opened?
      if let way, let settled = way.last() {
        let began = ContinuousClock.now
        let options = try engine.options(makesNothing: !common.isJSON)
        let (outputs, results) = try open(root: settled.root, control, voice)
        if let results, results.holds(settled, for: way.key, in: outputs),
          !control.cancellation.isCancelled
        {
          let reporter = voice.reporter(root: settled.root, control)
          let totals = Engine(
            environment: DiskEnvironment(), outputs: outputs, options: options,
            onEvent: reporter.show
          ).repeatSettled(settled, width: engine.width, seconds: (.now - began) / .seconds(1))
          let faults = results.takeFaults()
          voice.say(faults)
          outputs.close()
          return try end(
            status(signals, control, totals, faults: faults, isLate: false), faults: [])
        }
        opened = (outputs, results)
      }
      try make(source, way, opened, signals, control, voice)
    }
  }

  /// An output root, locked, and the cache, where there is one.
  private typealias Opened = (outputs: Outputs, results: LocalStore?)

  private func open(root: String, _ control: RunControl, _ voice: Voice) throws -> Opened {
    let outputs = try Outputs(
      root: root, locking: noWait ? .fail : .wait, cancellation: control.cancellation,
      onWait: { voice.say("waiting for \($0), which holds \(root)") })
    return (outputs, store.open(voice))
  }

  /// The ordinary way.
  private func make(
    _ source: LoadedManifest.Source, _ way: SettledWay?, _ opened: Opened?, _ signals: Signals,
    _ control: RunControl, _ voice: Voice
  ) throws {
    var opened = opened
    let asking = InstanceAsking(
      store: store.isOff ? nil : store.cache.folder, isForced: store.force, voice: voice,
      control: control)
    var loaded: LoadedManifest
    do {
      loaded = try what.load(source, witness: way?.witness) { manifest in
        // Locked before anything is fetched: two runs of one manifest wait for each other.
        let place = try opened ?? open(root: manifest.root, control, voice)
        opened = place
        return try asking.ask(manifest, what.only, digests: place.results?.digests)
      }
    } catch is Cancelled {
      throw Ended(signals.status ?? ExitStatus.interrupted)
    }
    let root = loaded.manifest.root
    let (outputs, results) = try opened ?? open(root: root, control, voice)
    results?.forgetSettled(in: outputs)
    let socket = openSocket(in: outputs, control, voice)
    let last = LastRun(of: outputs, manifest: source.path)
    if failed { loaded.select(failedIn: last, voice) }
    let planned = try loaded.plan(
      templates: common.templates, store: results, in: outputs, witness: way?.witness)
    let (plan, sources) = (planned.plan, planned.sources)
    last.take(plan)
    let doubts = loaded.manifest.warnings + plan.warnings
    voice.say(doubts)
    var options = try engine.options(failFast: failFast)
    options.sources = sources
    options.lacking = planned.lacking
    options.warnings = asking.warnings + doubts
    options.force = store.force
    options.endsProcess = true
    if let results { options.salt = results.salt }
    options.take(loaded.manifest)
    let hasLogs = logs || loaded.manifest.hasLogs
    if hasLogs { options.logs = openLogs(in: outputs, voice) }
    options.durations = { last.record?.durations ?? [:] }
    options.sizes = { last.record?.sizes ?? [:] }
    let reporter = voice.reporter(root: root, control)
    let hasPage = self.reports.report || loaded.manifest.hasReport
    let reports = RunReports(self.reports, folder: source.folder, hasPage: hasPage)
    let (width, jobserver) = self.engine.cores(voice)
    if jobserver != nil { signals.giveBackTokens() }
    let listener = InstanceListener()
    let engine = Engine(
      environment: loaded.environment, outputs: outputs, store: results, options: options,
      control: control,
      onEvent: { event in
        listener.hear(event)
        reports.hear(event)
        reporter.show(event)
      })
    let deadline = until.map { Deadline($0, control) { voice.say($0) } }
    let result = try engine.run(plan, on: DispatchRunner(width: width, tokens: jobserver))
    signals.runEnded()
    results?.flush()
    var faults = (results?.takeFaults() ?? []) + warnings(options.logs?.finish())
    voice.say(faults)
    faults += asking.warnings + doubts
    // A run of a part keeps what the record says of the rest, and knows no orphans; nor does one that
    // does not know all there is on an instance, or all that a job makes.
    let unknown = plan.jobs.filter(\.hasUnknownOutputs)
    let isSelection = failed || !what.only.isEmpty
    let isPart = isSelection || !asking.isComplete || !unknown.isEmpty
    if prune, last.isNameless {
      voice.say("nothing is pruned: a manifest from standard input has no name")
    } else if prune, !asking.isComplete {
      voice.say("nothing is pruned: not all instances could be asked")
    } else if prune, let job = unknown.first {
      voice.say("nothing is pruned: it is not known what \(printable(job.id)) makes")
    }
    var orphans: [OutputRecord] = []
    if result.hasMadeSets, let before = last.record {
      let vanished = StaleSetFiles(result.record.vanished(since: before), in: outputs, root, voice)
      faults += last.isNameless ? vanished.leave() : vanished.remove()
    }
    var kept: [JobRecord] = []
    if isPart || last.isNameless {
      orphans = last.record?.orphans ?? []
      kept = last.record?.jobs ?? []
    }
    if !isPart {
      let settling = Orphans(
        plan: plan, outputs: outputs, last: last, store: results, root: root, voice: voice)
      if last.isNameless {
        // What is kept may be another manifest's: it stays, but for what this one makes now.
        let made = plan.outputPaths
        kept.removeAll { job in job.outputs.allSatisfy { made.contains($0.path) } }
        faults += settling.tellClashes()
      } else {
        let found = settling.settle(pruning: prune)
        orphans = found.left
        faults += found.faults
      }
    }
    var saved: RunRecord?
    do {
      saved = try result.savedRecord(
        in: outputs, of: last.manifest, keeping: kept, orphans: orphans,
        durations: last.record?.durations ?? [:], last: last.record)
    } catch let failure as Failure {
      // Of a night that fills the disk most of all somebody is to hear.
      voice.say(failure.diagnostics)
      faults += failure.diagnostics
    }
    let epilogue = RunEpilogue(outputs: outputs, root: root, last: last, console: voice)
    // Copied while the root is still ours: what is delivered is what was published.
    let hindrance = hindrance(
      signals, control, result.totals, faults: faults, isSelection: isSelection,
      isComplete: asking.isComplete, isLate: deadline?.hasPassed == true)
    // Jobs do not read what goes along: a change of it alone is another delivery, too.
    for file in loaded.manifest.deliveries.flatMap(\.enclosed) { way?.witness.see(file.path) }
    var delivered = saved ?? result.record
    delivered.manifest = last.manifest
    let own = Set(plan.jobs.map(\.id))
    delivered.jobs.removeAll { !own.contains($0.id) }
    let deliveries = epilogue.deliver(
      delivered, unless: hindrance,
      .init(loaded.manifest.deliveries, title: source.title) { delivery in
        guard !delivery.only.isEmpty else { return nil }
        let chosen = try Selection(delivery.only).applied(to: loaded.manifest)
        return Set(chosen.jobs.flatMap { $0.outputs.map(\.path) })
      }, cancellation: control.cancellation)
    voice.say(deliveries.faults)
    faults += deliveries.faults
    saved = epilogue.note(deliveries.records, in: saved)
    let told = epilogue.remember(saved)
    if hasPage {
      epilogue.makePage(
        of: .init(
          result: result, plan: plan, saved: saved, title: source.title, isPart: isPart,
          notes: reports.notes, past: told, width: jobserver == nil ? width : 1),
        from: { try ReportPage.Parts(from: Templates.find(named: common.templates)) },
        store: results, cancellation: control.cancellation)
    }
    socket?.close()
    func status() -> Int32 {
      self.status(
        signals, control, result.totals, faults: faults, isLate: deadline?.hasPassed == true,
        failure: listener.hasOnlyFailures ? ExitStatus.unavailable : ExitStatus.jobFailed)
    }
    // Only asking tells whether an instance has anything new; who is told of every run has to be; and
    // what could not be delivered is owed.
    if let way, let results, !hasLogs, faults.isEmpty, orphans.isEmpty,
      loaded.manifest.warnings.isEmpty,
      !loaded.manifest.onFinish.contains(where: { $0.occasion == .always }),
      loaded.manifest.demands.isEmpty,
      let settled = result.settled(
        way.witness, circumstances: way.circumstances, environment: loaded.environment,
        outputs: outputs, manifest: last.manifest, store: results)
    {
      results.keep(settled, for: way.key, in: outputs)
    }
    // Last, since they tell how it went: a stamp stands for all that was asked for.
    let ending = status()
    let unwritten = reports.write(
      { result.record }, root: root, name: source.path, sources: sources,
      folders: planned.folders + (self.reports.deps == nil ? [] : result.foldersListed),
      status: ending)
    voice.say(unwritten)
    outputs.close()
    var summed = result.record
    summed.deliveries = deliveries.records
    epilogue.notify(
      of: summed, loaded.manifest.onFinish, title: source.title, status: ending,
      isUnwritten: ending == ExitStatus.inputOutput, by: .system)
    try end(ending, faults: unwritten)
  }

  /// Why nothing is delivered after this run; nil where something is.
  private func hindrance(
    _ signals: Signals, _ control: RunControl, _ totals: RunTotals, faults: [Diagnostic],
    isSelection: Bool, isComplete: Bool, isLate: Bool
  ) -> RunEpilogue.Hindrance? {
    if signals.status != nil || control.cancellation.isCancelled {
      return RunEpilogue.Hindrance(reason: "the run was stopped")
    }
    // The next run of all of it delivers.
    if isSelection { return RunEpilogue.Hindrance(reason: "this was a part of the manifest") }
    if faults.contains(where: { $0.severity == .error }) {
      return RunEpilogue.Hindrance(reason: "what the run did could not be written down")
    }
    if totals.failed > 0 {
      return RunEpilogue.Hindrance(
        reason: "\(counted(totals.failed, "job")) failed", isPassable: true)
    }
    if isLate, totals.cancelled > 0 {
      return RunEpilogue.Hindrance(
        reason: "\(counted(totals.cancelled, "job")) not finished", isPassable: true)
    }
    if !isComplete {
      return RunEpilogue.Hindrance(
        reason: "not all instances could be asked", isPassable: true)
    }
    return nil
  }

  /// The status that says how it went.
  private func status(
    _ signals: Signals, _ control: RunControl, _ totals: RunTotals, faults: [Diagnostic],
    isLate: Bool, failure: Int32 = ExitStatus.jobFailed
  ) -> Int32 {
    if let status = signals.status { return status }
    // By `platen cancel`, which does as Ctrl-C.
    if control.cancellation.isCancelled { return ExitStatus.interrupted }
    if totals.failed > 0 { return failure }
    if faults.contains(where: { $0.severity == .error }) { return ExitStatus.inputOutput }
    if isLate, totals.cancelled > 0 { return ExitStatus.tryAgain }
    let hasWarned = failOnWarnings && (totals.warnings > 0 || !faults.isEmpty)
    return hasWarned ? ExitStatus.warnings : ExitStatus.success
  }

  /// Ends with a status, or with that of what could not be written about the run.
  private func end(_ status: Int32, faults: [Diagnostic]) throws {
    if status != ExitStatus.success { throw Ended(status) }
    if faults.contains(where: { $0.severity == .error }) { throw Ended(ExitStatus.inputOutput) }
  }
}

/// Listens for `platen pause` and the like; a run that cannot goes on without.
private func openSocket(
  in outputs: Outputs, _ control: RunControl, _ voice: Voice
) -> ControlSocket? {
  do {
    return try ControlSocket(in: outputs, control) { request in
      if request == .cancel { voice.say("cancelled from outside: stopping") }
    }
  } catch let failure as Failure {
    voice.say(warnings(failure))
  } catch {
    voice.say([.warning(.runSocket, "the run cannot be paused from outside: \(error)")])
  }
  return nil
}

/// Opens the logs of jobs; a run that cannot goes on without.
private func openLogs(in outputs: Outputs, _ voice: Voice) -> JobLogs? {
  do {
    return try JobLogs(in: outputs)
  } catch {
    voice.say(warnings(error as? Failure))
    return nil
  }
}

/// What went wrong beside the run, which goes on.
private func warnings(_ failure: Failure?) -> [Diagnostic] {
  (failure?.diagnostics ?? []).map {
    .warning($0.code, $0.message, at: $0.place, hints: $0.hints)
  }
}
