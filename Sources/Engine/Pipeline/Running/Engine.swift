// SPDX-License-Identifier: MIT
// Part of Platen: the engine's entry point: a plan goes in, files and a record come out.

public import Diagnostics

/// Runs plans.
///
/// The loop is on the thread that calls ``run(_:on:)``, and so is every event; only stages run on
/// the runner's threads. It does not use Swift concurrency, so nothing of it blocks a task.
public struct Engine {
  /// The settings of a run.
  public struct Options: Sendable {
    /// Name and version of the program, for events and record.
    public var tool: String
    /// The other factors of every result, such as the program's build and its libraries; with
    /// another salt, the store has no entries.
    public var salt: String
    /// The memory that stages may use together, in bytes.
    public var memory: MemoryBudget
    /// Indicates whether nothing new starts after the first failure.
    public var failFast: Bool
    /// Indicates whether everything is made, whatever the store knows.
    public var force = false
    /// The number of retries of a stage that failed for a passing reason.
    public var retries = 0
    /// Seconds before the first retry; each further one waits twice as long.
    public var retryDelay = 1.0
    /// Seconds that stages have to stop on request; then they are given up.
    public var grace = 10.0
    /// Places in each pool a job may name.
    public var pools: [String: Int] = [:]
    /// The logs of jobs, if any.
    public var logs: JobLogs?
    /// The times stages took before, by key: ``RunRecord/durations``. Called once, and only when
    /// more has to run than begins at once: reading a large record takes longer than seeing that
    /// nothing changed.
    public var durations: @Sendable () -> [Key: Double]
    /// The bytes of outputs the last time, by path. Called together with `durations`.
    public var sizes: @Sendable () -> [String: Int] = { [:] }
    /// Files read while the run was planned, such as the manifest and looks: no stage reads them,
    /// and no output may replace them either.
    public var sources: [String]
    /// The known shortcomings before anything is built, such as missing fonts: reported before the
    /// first job.
    public var lacking: [Diagnostic] = []
    /// The warnings from before the run, such as about its manifest: already reported, and counted
    /// and recorded with the warnings of jobs.
    public var warnings: [Diagnostic] = []
    /// Indicates whether the process ends with the run: then the remaining memory is left to the
    /// system, because a large tree takes longer to free than a page to write.
    public var endsProcess = false

    public init(
      tool: String, salt: String? = nil, memory: MemoryBudget = .standard(), failFast: Bool = false,
      durations: @escaping @Sendable () -> [Key: Double] = { [:] }, sources: [String] = []
    ) {
      self.tool = tool
      self.salt = salt ?? tool
      self.memory = memory
      self.failFast = failFast
      self.durations = durations
      self.sources = sources
    }
  }

  let environment: any Environment
  let outputs: Outputs?
  let store: (any ResultStore)?
  let options: Options
  let control: RunControl
  let onEvent: (Event) -> Void

  /// - Parameters:
  ///   - environment: the world the stages may read.
  ///   - outputs: where files are published; nil when no job has any.
  ///   - store: the results of earlier runs; without one every stage runs.
  ///   - options: how the run is to be.
  ///   - control: pauses, resumes and ends it.
  ///   - onEvent: receives the events, on the thread that calls ``run(_:on:)``.
  public init(
    environment: any Environment, outputs: Outputs?, store: (any ResultStore)? = nil,
    options: Options, control: RunControl = RunControl(),
    onEvent: @escaping (Event) -> Void = { _ in }
  ) {
    // Digests of read files are remembered, so that the next run need not read them.
    self.environment =
      store.map { RememberingEnvironment(environment, digests: $0.digests) } ?? environment
    self.outputs = outputs
    self.store = store
    self.options = options
    self.control = control
    self.onEvent = onEvent
  }

  /// Runs a plan and returns when every stage has ended.
  ///
  /// - Throws: ``Failure`` only when nothing can run at all: outputs without an output directory,
  ///   or one that cannot be written. Errors of jobs are in the result.
  public func run(_ plan: Plan, on runner: any Runner) throws -> RunResult {
    if outputs == nil, plan.nodes.contains(where: \.isFile) {
      throw Failure(
        .error(.engine, "the plan has files to publish, and the engine no output directory"))
    }
    try outputs?.prepare(folders: plan.outputFolders, shared: plan.sharedPaths)
    var run = Run(plan, by: self, width: runner.width)
    return run.drive(runner)
  }
}

extension StageNode {
  var isFile: Bool { sort == .kept }
}

extension Plan {
  /// The outputs that are written into files that were there before.
  fileprivate var sharedPaths: Set<String> {
    Set(jobs.lazy.flatMap(\.outputs).filter(\.isShared).map(\.path))
  }

  /// The folders of outputs, relative to the root, each once, sorted.
  var outputFolders: [String] {
    var folders: Set<String> = []
    var last: ArraySlice<String>?
    for target in targets.joined() where target.path.folder != last {
      last = target.path.folder
      folders.insert(target.path.folder.joined(separator: "/"))
    }
    return folders.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// The end of a run.
public struct RunResult: Sendable {
  /// The sums.
  public let totals: RunTotals
  private let makeRecord: @Sendable () -> RunRecord
  private let makeBasis: @Sendable () -> RunBasis
  private let values: [Key: any Sendable]
  /// Ids of jobs that failed before their outputs were known.
  private let unknown: Set<String>

  init(
    totals: RunTotals, hasMadeSets: Bool, unknown: Set<String>, values: [Key: any Sendable],
    record: @escaping @Sendable () -> RunRecord, basis: @escaping @Sendable () -> RunBasis
  ) {
    self.totals = totals
    self.hasMadeSets = hasMadeSets
    self.unknown = unknown
    self.values = values
    makeRecord = record
    makeBasis = basis
  }

  /// Indicates whether a set of files was built or is up to date; earlier runs may have made other
  /// files of it.
  public let hasMadeSets: Bool

  /// The result with other totals and a changed record, as of a run that continues others.
  func replacing(
    totals: RunTotals, _ change: @escaping @Sendable (inout RunRecord) -> Void
  ) -> RunResult {
    RunResult(
      totals: totals, hasMadeSets: hasMadeSets, unknown: unknown, values: values,
      record: { [makeRecord] in
        var record = makeRecord()
        change(&record)
        return record
      }, basis: makeBasis)
  }

  /// The record of the run. Made on request: a run that found nothing to do writes none.
  public var record: RunRecord { makeRecord() }

  /// The folders that stages listed or in which they looked for a missing file, as their environment
  /// sees them, each once; a folder of a missing file may be missing as well.
  public var foldersSearched: [String] {
    var seen: Set<String> = []
    return basis.accesses.compactMap { access in
      let folder: String
      switch access {
      case .folder(let path, _): folder = path
      case .absent(let path):
        let slash = path.lastIndex(of: "/")
        folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      case .file, .present, .variable: return nil
      }
      return seen.insert(folder).inserted ? folder : nil
    }
  }

  /// The sheets that a requested stage determined, or nil when it failed.
  public func paperSheets(of stage: AnyStage) -> PaperSheets? {
    (values[stage.key] as? any SheetedResult)?.paperSheets
  }

  /// The basis of the result: its inputs and the state of its outputs.
  var basis: RunBasis { makeBasis() }

  /// The result of a stage a job requested, or nil when it failed or was not requested.
  public func value<Output>(of stage: Stage<Output>) -> Output? { values[stage.key] as? Output }

  /// Writes `platen-run.json` when something was made or failed.
  ///
  /// It is also written when it is missing, when the run before was killed or could not write it,
  /// and when it has failed or cancelled jobs: then this run's up-to-date outputs are newer than
  /// the record.
  ///
  /// - Parameter previous: jobs of an earlier run that are to stay in the record though they were
  ///   not part of this one.
  /// - Parameter orphans: files of jobs that are gone, still lying there.
  /// - Parameter manifest: the name of the manifest that was run, see
  ///   ``Outputs/manifestName(of:)``.
  /// - Parameter durations: how long stages took before, for those that neither ran nor were looked
  ///   up; called when the record is written.
  /// - Parameter last: the record before this one as this manifest sees it; its entries of other
  ///   manifests stay.
  /// - Returns: the record as it was written, with the kept parts of earlier ones; nil where the
  ///   last one stays.
  /// - Throws: ``Failure`` with the code `output.write`.
  @discardableResult
  public func savedRecord(
    in outputs: Outputs, of manifest: String? = nil, keeping previous: [JobRecord] = [],
    orphans: [OutputRecord] = [], durations: @autoclosure () -> [Key: Double] = [:],
    last: @autoclosure () -> RunRecord? = nil
  ) throws -> RunRecord? {
    // Other manifests need the list of files that this one no longer makes.
    func isStale() -> Bool {
      guard previous.isEmpty, !outputs.hasRecordOnly(of: manifest), let last = last() else {
        return false
      }
      return Set(last.paths) != Set(self.record.paths)
    }
    // A warning about the manifest that was corrected, or a new one.
    func hasOtherWarnings() -> Bool {
      previous.isEmpty
        && outputs.hasRecord(
          of: manifest, counting: totals.warnings, withWarningsOtherThan: self.record.warnings)
    }
    guard
      totals.built + totals.failed + totals.cancelled > 0 || outputs.isRecordDue(by: manifest)
        || hasOtherWarnings() || isStale()
    else { return nil }
    var record = record
    record.manifest = manifest
    record.fill(durations: durations())
    if let last = last() {
      if totals.failed + totals.cancelled > 0 {
        record.adoptExistingFiles(of: last, unknown: unknown)
      }
      record.others = outputs.present(last.others, besides: Set(record.paths))
    }
    let known = Set(record.jobs.map(\.id))
    record.jobs += previous.filter { !known.contains($0.id) }
    record.orphans = orphans
    try outputs.publish(record)
    return record
  }
}
