// SPDX-License-Identifier: MIT
// Part of Platen: loading of a manifest and its jobs.

import Diagnostics
import JobKit
import Jobs
import Libc
import MapJobs
import Pipeline
import Reports
import Values

/// A loaded manifest, and the environment of its paths.
struct LoadedManifest {
  /// The parts of the manifest that are valid.
  var manifest: Manifest
  /// The errors in the rest; reported together with those in looks and layers.
  var faults: DiagnosticList
  var environment: DiskEnvironment
  /// The folders in which its patterns were looked up, relative to its environment.
  var foldersListed: [String] = []

  /// A manifest's bytes and path.
  struct Source {
    /// The path as given or found; `-` for standard input.
    var path: String
    var bytes: FileBytes

    /// The name shown to users: that of its folder, with its own name where that adds something.
    var title: String {
      let parts = DiskEnvironment(folder: folder).anchor.split(separator: "/")
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let place = parts.last.map(String.init) ?? ""
      return manifestNames.contains(name) || path == "-" ? place : "\(place): \(name)"
    }

    /// Its folder, relative to the working folder.
    var folder: String {
      guard path != "-", let slash = path.lastIndex(of: "/") else { return "." }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }

  /// Reads a manifest's bytes: the one named, `-` for standard input, or the nearest at or above the
  /// working folder.
  static func read(_ name: String?) throws -> Source {
    let path = try name ?? nearest()
    do {
      let file = path == "-" ? "/dev/stdin" : path
      return Source(
        path: path, bytes: try DiskEnvironment().read(file, limit: YAMLLimits().bytes))
    } catch let failure as Failure
      where failure.diagnostics.contains(where: { $0.code == .fileMissing })
    {
      throw Failure(
        failure.diagnostics.map {
          .error(.manifestMissing, $0.message, at: $0.place, hints: $0.hints)
        })
    }
  }

  /// Determines the jobs of a manifest.
  ///
  /// - Parameters:
  ///   - recorder: the recorder of all accesses to the disk.
  ///   - holdings: lists what instances hold; called only where jobs need it and the manifest has
  ///     no errors.
  /// - Throws: `Failure` when it is not a manifest at all; single errors are in `faults`.
  static func load(
    _ source: Source, into root: String?, recorder: DependencyRecorder? = nil,
    holdings: (Manifest) throws -> [String: InstanceHoldings]
  ) throws -> LoadedManifest {
    let (path, bytes) = (source.path, source.bytes)
    guard !bytes.withUnsafeBytes(WorldFile.recognizes) else {
      throw Failure(
        .error(
          .manifestType, "this is a map, not a manifest", at: SourceLocation(file: path),
          hints: ["draw it with platen render \(path) -o world.png"]))
    }
    let folder = source.folder
    var environment = DiskEnvironment(folder: folder)
    let tracing = TracingEnvironment(recorder?.watching(environment) ?? environment)
    var parser = ManifestParser(kinds: Jobs.kinds, environment: tracing)
    parser.isSurveying = true
    var (manifest, faults) = try parser.read(bytes.bytes, file: path, folder: folder, into: root)
    if !manifest.demands.isEmpty, faults.isEmpty {
      parser.isSurveying = false
      parser.holdings = try holdings(manifest)
      environment.mounts = InstanceHoldings.mounts(of: parser.holdings)
      (manifest, faults) = try parser.read(bytes.bytes, file: path, folder: folder, into: root)
    }
    // A delivery may consist only of jobs from an instance.
    if faults.isEmpty, manifest.demands.isEmpty {
      for delivery in manifest.deliveries where !delivery.only.isEmpty {
        do {
          _ = try Selection(delivery.only).applied(to: manifest)
        } catch let failure as Failure {
          for fault in failure.diagnostics {
            faults.record(
              .manifestDelivery, fault.message.replacing("--only ", with: "only: "),
              at: delivery.place ?? SourceLocation(file: path), hints: fault.hints)
          }
        }
      }
    }
    return LoadedManifest(
      manifest: manifest, faults: faults, environment: environment,
      foldersListed: tracing.foldersListed)
  }

  /// The files that are missing or not of the expected kind, each at its line.
  func missingFiles() throws -> DiagnosticList { try manifest.missingFiles(in: environment) }

  /// The errors and warnings of the stages that read the inputs of jobs and build nothing.
  func findings(ofChecksOf jobs: [Job]) throws -> (errors: [Diagnostic], warnings: [Diagnostic]) {
    let checked = jobs.filter { !$0.checks.isEmpty }.map { job in
      var check = Job(id: job.id, kind: job.kind, requestedStages: job.checks, at: job.place)
      check.sources = job.sources
      check.settingPlaces = job.settingPlaces
      return check
    }
    guard !checked.isEmpty else { return ([], []) }
    let engine = Engine(
      environment: environment, outputs: nil, options: Engine.Options(tool: PlatenVersion.tool))
    let runner = DispatchRunner(width: EngineOptions.cores)
    let result = try engine.run(try Plan(jobs: checked), on: runner)
    let records = result.record.jobs
    let places = Dictionary(jobs.map { ($0.id, $0.place) }, uniquingKeysWith: { first, _ in first })
    // What has no place of its own is at the first job that it is about.
    var seen: Set<Diagnostic> = []
    func placed(_ found: [Diagnostic], of job: JobRecord) -> [Diagnostic] {
      found.compactMap { diagnostic in
        guard seen.insert(diagnostic).inserted else { return nil }
        return diagnostic.place == nil
          ? diagnostic.found(from: places[job.id] ?? nil) : diagnostic
      }
    }
    return (
      records.flatMap { placed($0.errors, of: $0) }, records.flatMap { placed($0.warnings, of: $0) }
    )
  }

  /// The sheets of paper that outputs take, by path; without those whose worlds or regions have
  /// errors, which a run reports.
  ///
  /// It reads the worlds of posters, and draws nothing.
  func sheets(of outputs: [Job.Output]) throws -> [String: PaperSheets] {
    var sheets: [String: PaperSheets] = [:]
    var sought: [String: AnyStage] = [:]
    for output in outputs {
      switch output.sheets {
      case .known(let known): sheets[output.path] = known
      case .found(let stage): sought[output.path] = stage
      case nil: break
      }
    }
    guard !sought.isEmpty else { return sheets }
    let jobs = sought.map { Job(id: $0.key, kind: "", requestedStages: [$0.value]) }
    let engine = Engine(
      environment: environment, outputs: nil, options: Engine.Options(tool: PlatenVersion.tool))
    let result = try engine.run(
      try Plan(jobs: jobs), on: DispatchRunner(width: EngineOptions.cores))
    for (path, stage) in sought { sheets[path] = result.paperSheets(of: stage) }
    return sheets
  }

  /// The manifest's own file, relative to its environment.
  var ownFiles: [String] {
    manifest.file == "-" ? [] : manifest.file.split(separator: "/").suffix(1).map(String.init)
  }

  /// Its jobs, as the engine runs them.
  ///
  /// - Throws: `Failure` with all errors in the manifest and in what its jobs name.
  func jobs(in context: RecipeContext) throws -> [Job] {
    try Jobs.jobs(of: manifest, in: context, besides: faults)
  }

  /// Looks and fonts for its jobs. Templates may be missing, unless they were named.
  func context(
    templates: String?, digests: FileDigests? = nil, recorder: DependencyRecorder? = nil
  ) throws -> RecipeContext {
    try RecipeContext.make(
      environment, templates: templates, digests: digests, recorder: recorder)
  }

  private static func nearest() throws -> String {
    for name in manifestNames where access(name, F_OK) == 0 { return name }
    if let working = getcwd(nil, 0) {
      defer { free(working) }
      let found = findManifest(from: String(cString: working)) { access($0, F_OK) == 0 }
      if let found { return found }
    }
    throw Failure(
      .error(
        .manifestMissing, "no platen.yaml here or in a folder above",
        hints: [
          "write one with platen init", "or use platen render INPUT -o OUT without a manifest",
        ]))
  }
}

extension Job {
  /// The errors that make it fail in any case; an instance not yet queried is not among them.
  var knownErrors: [Diagnostic] { planningErrors.filter { $0.code != InstanceFetch.notQueried } }
}

extension DiagnosticList {
  /// Records why jobs fail before they start. Missing files are already in the list, at the lines
  /// that name them.
  mutating func recordErrors(knownOf jobs: [Job]) {
    let named = Set(diagnostics.map(\.place))
    for job in jobs {
      let isReported = !named.isDisjoint(with: job.sources.values.map(Optional.some))
      for error in job.knownErrors where error.code != .fileMissing || !isReported { record(error) }
    }
  }
}

extension RecipeContext {
  static func make(
    _ environment: DiskEnvironment, templates: String?, digests: FileDigests? = nil,
    recorder: DependencyRecorder? = nil
  ) throws -> RecipeContext {
    let isNamed = templates != nil || Terminal.variable("PLATEN_DATA_DIR")?.isEmpty == false
    let disk: any Environment = recorder?.watching(DiskEnvironment()) ?? DiskEnvironment()
    let found =
      isNamed ? try Templates.find(named: templates, in: disk) : try? Templates.find(in: disk)
    return RecipeContext(
      environment: environment, templates: found, filedLooks: Jobs.filedLooks, digests: digests,
      recorder: recorder)
  }
}
