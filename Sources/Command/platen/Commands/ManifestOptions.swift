// SPDX-License-Identifier: MIT
// Part of Platen: which manifest, and which of its jobs, as flags; the plan they make.

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
      valueName: "what"))
  var only: [String] = []

  mutating func validate() throws {
    if outputDir?.isEmpty == true { throw ValidationError("--output-dir names a folder.") }
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
  ///   - witness: the recorder of all accesses to the disk.
  ///   - holdings: lists what instances hold.
  func load(
    _ source: LoadedManifest.Source, witness: Witness? = nil,
    holdings: (Manifest) throws -> [String: InstanceHoldings]
  ) throws -> LoadedManifest {
    var loaded = try LoadedManifest.load(
      source, into: outputDir, witness: witness, holdings: holdings)
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
  ///   - witness: the recorder of all accesses to the disk.
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

  /// Its jobs as a plan, and what that depends on.
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
      voice.say("no record of the last run: all jobs are checked")
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
  /// Applies a manifest's settings of the whole run.
  mutating func take(_ manifest: Manifest) {
    pools = manifest.pools
    if let retries = manifest.retries {
      self.retries = retries.limit
      if let delay = retries.delay { retryDelay = delay }
    }
  }
}
