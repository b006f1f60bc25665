// SPDX-License-Identifier: MIT
// Part of Platen: the flags that select a manifest and its jobs, and the plan of these jobs.

import ArgumentParser
import Diagnostics
import JobKit
import Jobs
import Pipeline

/// The options that select a manifest and jobs for `run` and `plan`.
struct ManifestOptions: ParsableArguments {
  @Argument(
    help:
      "The manifest; - for standard input (default: platen.yaml here or in a folder above).",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var manifest: String?
  @Option(
    help: ArgumentHelp("Another output directory for this run.", valueName: "dir"),
    completion: .directory)
  var outputDir: String?
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Only these jobs: a job's id, tag:T, kind:K, or a pattern of output names. May be repeated.",
      valueName: "what"),
    completion: .custom { line, _, _ in ManifestOptions.terms(on: line) })
  var only: [String] = []

  mutating func validate() throws {
    try refuseEmpty(outputDir, of: "--output-dir", expecting: "a folder")
    for what in only {
      try refuseEmpty(
        what, of: "--only", expecting: "a job, tag:T, kind:K or a pattern of output names")
    }
  }

  /// The words that a shell offers for `--only`: those of the manifest on the command line, or of the
  /// nearest one; without a manifest, the kinds of job.
  private static func terms(on line: [String]) -> [String] {
    let named = line.first { word in [".yaml", ".yml"].contains(where: word.hasSuffix) }
    guard let source = try? LoadedManifest.read(named),
      let loaded = try? LoadedManifest.load(source, into: nil, holdings: { _ in [:] })
    else { return Jobs.kinds.map { "kind:\($0.name)" } }
    // As many as one can look through.
    return Array(Selection.terms(of: loaded.manifest).prefix(2000))
  }

  /// The manifest with the selected jobs, and the data fetched from instances before.
  ///
  /// - Parameter store: the folder of the cache.
  func load(keptIn store: String?) throws -> LoadedManifest {
    try load(LoadedManifest.read(manifest)) { LoadedManifest.kept(by: $0, in: store) }
  }

  /// The manifest with the selected jobs, from its bytes.
  ///
  /// - Parameters:
  ///   - recorder: the recorder of all accesses to the disk.
  ///   - holdings: lists what instances hold.
  func load(
    _ source: LoadedManifest.Source, recorder: DependencyRecorder? = nil,
    holdings: (Manifest) throws -> [String: InstanceHoldings]
  ) throws -> LoadedManifest {
    var loaded = try LoadedManifest.load(
      source, into: outputDir, recorder: recorder, holdings: holdings)
    // The jobs of an invalid manifest are unknown, so none can be selected.
    if loaded.faults.isEmpty {
      do {
        loaded.manifest = try Selection(only).applied(to: loaded.manifest)
      } catch let failure as Failure {
        // The selected jobs may be those of an unavailable instance.
        let away = loaded.manifest.jobs.compactMap(\.error).filter(\.isOfInstance)
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
  ///   - store: the cache of file digests and results, if it outlives the run.
  ///   - outputs: the output directory, where there is one.
  ///   - digests: digests of files without a store, so that keys still depend on fonts.
  ///   - recorder: the recorder of all accesses to the disk.
  func plan(
    templates: String?, store: LocalStore?, in outputs: Outputs?, digests: FileDigests? = nil,
    recorder: DependencyRecorder? = nil
  ) throws -> Planned {
    let context = try context(
      templates: templates, digests: store?.digests ?? digests, recorder: recorder)
    context.store = store
    context.unrecorded = outputs?.unrecorded ?? [:]
    let jobs = try jobs(in: context)
    return Planned(
      plan: try Plan(jobs: jobs), sources: ownFiles + context.filesRead,
      lacking: context.absentFonts, folders: foldersListed + context.foldersListed,
      context: context)
  }

  /// Its jobs as a plan, and what that depends on.
  struct Planned {
    var plan: Plan
    /// The files that were read to make it.
    var sources: [String]
    /// The missing fonts.
    var lacking: [Diagnostic]
    /// The folders that were listed to make it.
    var folders: [String]
    /// The context in which its jobs were made.
    var context: RecipeContext
  }

  /// Keeps only the jobs that failed or did not finish in the last run; all of them where that was
  /// killed or left no record: they are unknown then, and up-to-date jobs are skipped anyway.
  mutating func select(failedIn last: LastRun, _ console: Console) {
    guard last.isKnown, let record = last.record else {
      console.report("no record of the last run: all jobs are checked")
      return
    }
    // A job that the record does not name never finished: its run may have been killed before a run
    // of a selection wrote the record.
    let done = Set(
      record.jobs.filter { $0.outcome == .built || $0.outcome == .upToDate }.map(\.id))
    manifest.unchosen += manifest.jobs.filter { done.contains($0.id) }
    manifest.jobs.removeAll { done.contains($0.id) }
  }
}

extension Engine.Options {
  /// Applies a manifest's settings of the whole run.
  mutating func take(_ manifest: Manifest) {
    pools = manifest.pools
    if let retries = manifest.retries {
      self.retries = retries.limit
      if let delay = retries.delay { retryDelay = delay }
    }
  }
}
