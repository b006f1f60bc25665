// SPDX-License-Identifier: MIT
// Part of Platen: one run of a manifest, from its bytes to its report, in steps.

import Diagnostics
import JobKit
import Libc
import Pipeline
import Reports
import Text

/// A run of a manifest in steps: open, fetch, plan, run, settle, deliver, report.
final class RunSession {
  private let command: RunCommand
  private let source: LoadedManifest.Source
  /// The jobs of a run without a manifest's file.
  private let given: LoadedManifest?
  /// The frozen plan that is run, or a part of it.
  private let frozen: FrozenRun?
  private let console: Console
  private let signals = Signals()
  private let control = RunControl()
  /// The fast path of a run that has nothing to do, where it applies.
  private let way: NoOpFastPath?
  private let queries: InstanceQueries
  private var opened: Place?
  /// The output directory, where this run made it.
  private var madeRoot: String?
  /// Errors and warnings beside those of jobs.
  private var faults: [Diagnostic] = []
  /// The result of the engine; nil where nothing ran.
  private(set) var result: RunResult?

  /// A locked output directory, and the cache, if any.
  private struct Place {
    let outputs: Outputs
    let results: LocalStore?
  }

  /// The work of a run, before anything runs.
  private struct Preparation {
    let loaded: LoadedManifest
    let planned: LoadedManifest.Planned
    let last: LastRun
    let warnings: [Diagnostic]
    /// The output directory as shown in messages.
    var root: String { loaded.manifest.root }
    var plan: Plan { planned.plan }
    var hasPage: Bool
    var hasLogs: Bool
    /// The jobs that shards of the plan have built.
    var adopted: AdoptedJobs?

    /// The plan of the other jobs.
    func due() throws -> Plan {
      guard let adopted, !adopted.jobs.isEmpty else { return plan }
      return try Plan(jobs: plan.jobs.filter { adopted.jobs[$0.id] == nil })
    }
  }

  /// The result of running.
  private struct Execution {
    let result: RunResult
    let reports: RunReports
    let listener: InstanceListener
    let reporter: any Reporter
    let deadline: Deadline?
    /// The number of threads for post-run actions.
    let width: Int
    var isLate: Bool { deadline?.hasPassed == true }
  }

  /// The final content of the record.
  private struct Settlement {
    /// The written record; nil where the last one is kept.
    var saved: RunRecord?
    var orphans: [OutputRecord] = []
    /// Indicates whether only a selection of jobs ran.
    let isSelection: Bool
    /// Indicates whether some outputs of the manifest are unknown.
    let isPart: Bool
  }

  /// - Parameters:
  ///   - given: the loaded manifest, where it is not a file's.
  ///   - frozen: the frozen plan to run.
  init(
    _ command: RunCommand, _ source: LoadedManifest.Source, _ console: Console,
    given: LoadedManifest? = nil, frozen: FrozenRun? = nil
  ) {
    self.command = command
    self.source = source
    self.given = given
    self.frozen = frozen
    self.console = console
    signals.cancel(control) { console.report($0) }
    signals.suspend(control)
    way = NoOpFastPath(command, source)
    queries = InstanceQueries(
      store: command.store.isOff ? nil : command.store.cache.folder,
      isForced: command.store.rebuild, console: console, control: control)
  }

  /// Runs the manifest.
  ///
  /// - Throws: `Ended` unless all succeeded, `Failure` where nothing could run.
  func run() throws {
    do {
      try runAll()
    } catch {
      // A directory that was made for a run in which nothing ran is removed, if it is empty.
      if result == nil, let madeRoot {
        opened?.outputs.close()
        rmdir(madeRoot)
      }
      throw error
    }
  }

  private func runAll() throws {
    if let totals = try repeatUpToDateRun() {
      return try end(status(totals, isLate: false), unwritten: [])
    }
    let loaded = try fetch()
    let place = try open(root: loaded.manifest.root)
    place.results?.removeSnapshots(in: place.outputs)
    let isShard = frozen?.isShard == true
    let socket = isShard ? nil : openSocket(in: place.outputs)
    let prepared = try plan(loaded, in: place)
    let ran = try execute(prepared, in: place)
    if isShard { return try endShard(ran, prepared, in: place) }
    var settlement = try settle(ran, prepared, in: place)
    ran.reporter.show(.summary(ran.result.totals))
    let deliveries = follow(ran, prepared, &settlement, in: place)
    socket?.close()
    keepSnapshot(ran, prepared, settlement, in: place)
    try report(ran, prepared, deliveries, in: place)
  }

  // MARK: Open

  /// Locks an output directory and opens the cache, once.
  private func open(root: String) throws -> Place {
    if let opened { return opened }
    let console = console
    if !Files.exists(root) { madeRoot = root }
    let locking: OutputLocking =
      frozen?.isShard == true ? .share : command.noWait ? .fail : .wait
    let outputs = try Outputs(
      root: root, locking: locking, cancellation: control.cancellation,
      onWait: { console.report("waiting for \($0), which uses \(root)") })
    let place = Place(outputs: outputs, results: command.store.open(console))
    opened = place
    return place
  }

  /// Reports the last run again where it found nothing to do and nothing has changed; nil where the
  /// fast path does not apply.
  private func repeatUpToDateRun() throws -> RunTotals? {
    guard let way, let snapshot = way.last() else { return nil }
    let began = ContinuousClock.now
    let options = try command.engine.options(makesNothing: !command.common.isJSON)
    let place = try open(root: snapshot.root)
    guard let results = place.results, results.holds(snapshot, for: way.key, in: place.outputs),
      !control.cancellation.isCancelled
    else { return nil }
    let reporter = console.reporter(root: snapshot.root, of: nil, control)
    let totals = Engine(
      environment: DiskEnvironment(), outputs: place.outputs, options: options,
      onEvent: reporter.show
    ).repeatUpToDateRun(
      snapshot, width: command.engine.width, seconds: (.now - began) / .seconds(1))
    faults = results.takeDiagnostics()
    console.report(faults)
    place.outputs.close()
    return totals
  }

  /// Listens for `platen pause` and the like; a run that cannot listen continues without.
  private func openSocket(in outputs: Outputs) -> ControlSocket? {
    let console = console
    do {
      return try ControlSocket(in: outputs, control) { request in
        if request == .cancel { console.report("cancelled by another process: stopping") }
      }
    } catch let failure as Failure {
      console.report(warnings(failure))
    } catch {
      console.report([
        .warning(.runSocket, "platen pause, resume and cancel cannot control the run: \(error)")
      ])
    }
    return nil
  }

  // MARK: Fetch and plan

  /// The manifest with the selected jobs, and with the content of its instances.
  private func fetch() throws -> LoadedManifest {
    if let given { return given }
    do {
      return try command.what.load(source, recorder: way?.recorder) { manifest in
        // Locked before anything is fetched: two runs of one manifest wait for each other.
        let place = try open(root: manifest.root)
        // All machines build from what was fetched when the plan was written.
        if frozen != nil {
          return LoadedManifest.kept(by: manifest, in: command.store.cache.folder)
        }
        return try queries.query(manifest, command.what.only, digests: place.results?.digests)
      }
    } catch is Cancelled {
      throw Ended(signals.status ?? ExitStatus.interrupted)
    }
  }

  private func plan(_ manifest: LoadedManifest, in place: Place) throws -> Preparation {
    var loaded = manifest
    let last = LastRun(of: place.outputs, manifest: source.path)
    if command.failed { loaded.select(failedIn: last, console) }
    let digests = place.results?.digests ?? FileDigests()
    try frozen?.select(from: &loaded, source, digests: digests)
    let planned = try loaded.plan(
      templates: command.common.dataDir, store: place.results, in: place.outputs,
      digests: frozen == nil ? nil : digests, recorder: way?.recorder)
    try frozen?.compare(planned, of: loaded, digests: digests)
    last.take(planned.plan)
    let warnings = loaded.manifest.warnings + planned.plan.warnings
    console.report(warnings)
    let adopted = frozen.flatMap { frozen in
      frozen.choice == .last
        ? AdoptedJobs(
          ShardRecords(of: frozen.plan, in: place.outputs).read(), of: planned.plan,
          in: place.outputs, digests: digests) : nil
    }
    return Preparation(
      loaded: loaded, planned: planned, last: last, warnings: warnings,
      hasPage: frozen?.isShard != true && (command.reports.report || loaded.manifest.hasReport),
      hasLogs: command.logs || loaded.manifest.hasLogs, adopted: adopted)
  }

  // MARK: Run

  private func execute(_ prepared: Preparation, in place: Place) throws -> Execution {
    let options = try options(for: prepared, in: place)
    let reporter = console.reporter(root: prepared.root, of: prepared.plan, control)
    let reports = RunReports(
      command.reports, folder: source.folder, hasPage: prepared.hasPage)
    let (width, jobserver) = command.engine.cores(console)
    if jobserver != nil { signals.giveBackTokens() }
    let listener = InstanceListener()
    let shared = try command.store.share(
      place.results, of: prepared.loaded.manifest, console)
    let lines = command.frozen.openjd ? JobDescriptionLines() : nil
    let engine = Engine(
      environment: prepared.loaded.environment, outputs: place.outputs,
      store: shared ?? place.results,
      options: options, control: control,
      onEvent: { event in
        lines?.show(event)
        listener.receive(event)
        reports.receive(event)
        // Shown once the files of earlier runs are settled: failed jobs are reported last.
        if case .summary = event { return }
        reporter.show(event)
      })
    let console = console
    let deadline = command.until.map { Deadline($0, control) { console.report($0) } }
    var result = try engine.run(
      prepared.due(), on: DispatchRunner(width: width, tokens: jobserver))
    if let adopted = prepared.adopted { result = adopted.joined(with: result) }
    self.result = result
    signals.runEnded()
    if control.cancellation.isCancelled { shared?.stop() }
    shared?.flush()
    place.results?.flush()
    console.report(shared?.takeSharedDiagnostics() ?? [])
    faults = (place.results?.takeDiagnostics() ?? []) + warnings(options.logs?.finish())
    console.report(faults)
    faults += queries.warnings + prepared.warnings
    return Execution(
      result: result, reports: reports, listener: listener, reporter: reporter, deadline: deadline,
      width: jobserver == nil ? width : 1)
  }

  private func options(for prepared: Preparation, in place: Place) throws -> Engine.Options {
    let last = prepared.last
    var options = try command.engine.options(failFast: command.failFast)
    options.sources = prepared.planned.sources
    options.lacking = prepared.planned.lacking
    options.warnings = queries.warnings + prepared.warnings
    options.force = command.store.rebuild
    options.endsProcess = true
    if let results = place.results { options.salt = results.salt }
    options.take(prepared.loaded.manifest)
    if prepared.hasLogs { options.logs = openLogs(in: place.outputs) }
    options.durations = { last.record?.durations ?? [:] }
    options.sizes = { last.record?.sizes ?? [:] }
    return options
  }

  /// Opens the logs of jobs; a run that cannot open them continues without.
  private func openLogs(in outputs: Outputs) -> JobLogs? {
    do {
      return try JobLogs(in: outputs)
    } catch {
      console.report(warnings(error as? Failure))
      return nil
    }
  }

  // MARK: Shards

  /// Writes the record of a shard beside those of the others, and ends. The run after all of them
  /// does the rest.
  private func endShard(_ ran: Execution, _ prepared: Preparation, in place: Place) throws {
    if let frozen, case .one(let number, let count) = frozen.choice {
      do {
        try ShardRecords(of: frozen.plan, in: place.outputs)
          .write(ran.result.record, shard: number, of: count)
      } catch let failure as Failure {
        console.report(failure.diagnostics)
        faults += failure.diagnostics
      }
    }
    ran.reporter.show(.summary(ran.result.totals))
    try report(ran, prepared, [], in: place)
  }

  // MARK: Settle

  /// Compares the existing files with those that earlier runs built, and writes the record.
  private func settle(
    _ ran: Execution, _ prepared: Preparation, in place: Place
  ) throws -> Settlement {
    let (last, plan, root) = (prepared.last, prepared.plan, prepared.root)
    // A run of a selection keeps the rest of the record and finds no orphans; nor does a run
    // without the complete content of an instance, or the complete outputs of a job.
    let unknown = plan.jobs.filter(\.hasUnknownOutputs)
    let isSelection = command.failed || !command.what.only.isEmpty
    var settlement = Settlement(
      isSelection: isSelection,
      isPart: isSelection || !queries.isComplete || !unknown.isEmpty)
    reportUnprunedOutputs(last, unknown)
    if ran.result.hasMadeSets, let before = last.record {
      let stale = StaleSetFiles(
        ran.result.record.orphaned(since: before), in: place.outputs, root, console)
      faults += last.isNameless ? stale.leave() : stale.remove()
    }
    var kept: [JobRecord] = []
    if settlement.isPart || last.isNameless {
      settlement.orphans = last.record?.orphans ?? []
      kept = last.record?.jobs ?? []
    }
    if !settlement.isPart {
      let orphans = Orphans(
        plan: plan, outputs: place.outputs, last: last, store: place.results, root: root,
        console: console)
      if last.isNameless {
        // Kept entries may be another manifest's: they stay, except those this one builds now.
        let made = plan.outputPaths
        kept.removeAll { job in job.outputs.allSatisfy { made.contains($0.path) } }
        faults += orphans.reportClashes()
      } else {
        let found = orphans.settle(pruning: command.prune)
        settlement.orphans = found.left
        faults += found.faults
      }
    }
    do {
      settlement.saved = try ran.result.savedRecord(
        in: place.outputs, of: last.manifest, keeping: kept, orphans: settlement.orphans,
        durations: last.record?.durations ?? [:], last: last.record)
      if let frozen, frozen.choice == .last {
        ShardRecords(of: frozen.plan, in: place.outputs).remove()
      }
    } catch let failure as Failure {
      // A run that fills the disk must be reported in any case.
      console.report(failure.diagnostics)
      faults += failure.diagnostics
    }
    return settlement
  }

  private func reportUnprunedOutputs(_ last: LastRun, _ unknown: [Job]) {
    guard command.prune else { return }
    if last.isNameless {
      console.report("nothing is pruned: a manifest from standard input has no name")
    } else if !queries.isComplete {
      console.report("nothing is pruned: not all instances are available")
    } else if let job = unknown.first {
      console.report("nothing is pruned: the outputs of \(printable(job.id)) are unknown")
    }
  }

  // MARK: Deliver

  /// Delivers, adds the run to the history and writes its page.
  ///
  /// - Returns: the results of the deliveries.
  private func follow(
    _ ran: Execution, _ prepared: Preparation, _ settlement: inout Settlement, in place: Place
  ) -> [DeliveryRecord] {
    let (manifest, plan) = (prepared.loaded.manifest, prepared.plan)
    let epilogue = epilogue(prepared, in: place)
    // Copied while the directory is still locked: the published files are delivered.
    let hindrance = hindrance(ran, settlement)
    // Jobs do not read enclosed files: a change of these alone also causes a delivery.
    for file in manifest.deliveries.flatMap(\.enclosed) { way?.recorder.see(file.path) }
    var delivered = settlement.saved ?? ran.result.record
    delivered.manifest = prepared.last.manifest
    let own = Set(plan.jobs.map(\.id))
    delivered.jobs.removeAll { !own.contains($0.id) }
    let deliveries = epilogue.deliver(
      delivered, unless: hindrance,
      .init(manifest.deliveries, title: source.title) { delivery in
        guard !delivery.only.isEmpty else { return nil }
        let chosen = try Selection(delivery.only).applied(to: manifest)
        return Set(chosen.jobs.flatMap { $0.outputs.map(\.path) })
      }, cancellation: control.cancellation)
    console.report(deliveries.diagnostics)
    faults += deliveries.diagnostics
    settlement.saved = epilogue.note(deliveries.records, in: settlement.saved)
    let past = epilogue.remember(settlement.saved)
    if prepared.hasPage {
      let templates = command.common.dataDir
      epilogue.makePage(
        of: .init(
          result: ran.result, plan: plan, saved: settlement.saved, title: source.title,
          isPart: settlement.isPart, notes: ran.reports.notes, past: past, width: ran.width),
        from: {
          let phrases = try prepared.loaded.context(templates: templates)
            .phrases(of: manifest.pageSettings)
          console.report(phrases.warnings)
          return try ReportPage.Parts(
            from: Templates.find(named: templates), words: ReportWords(phrases.value))
        },
        store: place.results, cancellation: control.cancellation)
    }
    return deliveries.records
  }

  private func epilogue(_ prepared: Preparation, in place: Place) -> RunEpilogue {
    RunEpilogue(
      outputs: place.outputs, root: prepared.root, last: prepared.last, console: console)
  }

  /// The reason for delivering nothing after this run; nil where something is delivered.
  private func hindrance(
    _ ran: Execution, _ settlement: Settlement
  ) -> RunEpilogue.Hindrance? {
    let totals = ran.result.totals
    if signals.status != nil || control.cancellation.isCancelled {
      return .init(reason: "the run was stopped")
    }
    // The next run of the whole manifest delivers.
    if settlement.isSelection { return .init(reason: "only a part of the manifest was selected") }
    if hasError(faults) { return .init(reason: "the record of the run could not be written") }
    if totals.failed > 0 {
      return .init(reason: "\(counted(totals.failed, "job")) failed", isPassable: true)
    }
    if ran.isLate, totals.cancelled > 0 {
      return .init(reason: "\(counted(totals.cancelled, "job")) not finished", isPassable: true)
    }
    if !queries.isComplete {
      return .init(reason: "not all instances are available", isPassable: true)
    }
    return nil
  }

  /// Stores a run that found nothing to do, so that the next one like it takes the fast path.
  private func keepSnapshot(
    _ ran: Execution, _ prepared: Preparation, _ settlement: Settlement, in place: Place
  ) {
    let manifest = prepared.loaded.manifest
    // Only a query shows whether an instance has new data; notifications of every run must be sent;
    // and failed deliveries must be repeated.
    guard let way, let results = place.results, !prepared.hasLogs, faults.isEmpty,
      settlement.orphans.isEmpty, manifest.warnings.isEmpty,
      !manifest.onFinish.contains(where: { $0.occasion == .always }), manifest.demands.isEmpty,
      let snapshot = ran.result.upToDateSnapshot(
        way.recorder, circumstances: way.circumstances, environment: prepared.loaded.environment,
        outputs: place.outputs, manifest: prepared.last.manifest, store: results)
    else { return }
    results.keep(snapshot, for: way.key, in: place.outputs)
  }

  // MARK: Report

  /// Writes the files about the run, sends the manifest's notifications, and ends.
  private func report(
    _ ran: Execution, _ prepared: Preparation, _ deliveries: [DeliveryRecord], in place: Place
  ) throws {
    let result = ran.result
    // Last, since they report the result: a stamp means that everything succeeded.
    let ending = status(
      result.totals, isLate: ran.isLate,
      failure: ran.listener.hasOnlyFailures ? ExitStatus.unavailable : ExitStatus.jobFailed)
    let unwritten = ran.reports.write(
      { result.record }, root: prepared.root, name: source.path,
      sources: prepared.planned.sources,
      folders: prepared.planned.folders
        + (command.reports.depfile == nil ? [] : result.foldersSearched), status: ending)
    console.report(unwritten)
    place.outputs.close()
    var summed = result.record
    summed.deliveries = deliveries
    let isShard = frozen?.isShard == true
    epilogue(prepared, in: place).notify(
      of: summed, isShard ? [] : prepared.loaded.manifest.onFinish, title: source.title,
      status: ending,
      isUnwritten: ending == ExitStatus.inputOutput, by: .system)
    try end(ending, unwritten: unwritten)
  }

  /// The exit status of the run.
  private func status(
    _ totals: RunTotals, isLate: Bool, failure: Int32 = ExitStatus.jobFailed
  ) -> Int32 {
    if let status = signals.status { return status }
    // By `platen cancel`, which acts like Ctrl-C.
    if control.cancellation.isCancelled { return ExitStatus.interrupted }
    if totals.failed > 0 { return failure }
    if hasError(faults) { return ExitStatus.inputOutput }
    if isLate, totals.cancelled > 0 { return ExitStatus.tryAgain }
    let hasWarnings = command.failOnWarnings && (totals.warnings > 0 || !faults.isEmpty)
    return hasWarnings ? ExitStatus.warnings : ExitStatus.success
  }

  /// Ends with a status, or with that of a failure to write files about the run.
  private func end(_ status: Int32, unwritten: [Diagnostic]) throws {
    if status != ExitStatus.success { throw Ended(status) }
    if hasError(unwritten) { throw Ended(ExitStatus.inputOutput) }
  }

  private func hasError(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { $0.severity == .error }
  }

  /// Failures beside the run, as warnings: the run continues.
  private func warnings(_ failure: Failure?) -> [Diagnostic] {
    (failure?.diagnostics ?? []).map {
      .warning($0.code, $0.message, at: $0.place, hints: $0.hints)
    }
  }
}
