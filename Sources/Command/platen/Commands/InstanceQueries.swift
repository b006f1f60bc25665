// SPDX-License-Identifier: MIT
// Part of Platen: queries instances before the jobs built from them are determined, and reports it.

import Diagnostics
import Instances
import JSON
import JobKit
import Jobs
import Libc
import Pipeline

extension LoadedManifest {
  /// The data fetched from the instances of a manifest before; no instance is queried.
  static func kept(by manifest: Manifest, in store: String?) -> [String: InstanceHoldings] {
    var holdings: [String: InstanceHoldings] = [:]
    for instance in manifest.instances {
      holdings[instance.instance.name] = InstanceFetch.kept(instance, in: store)
    }
    return holdings
  }
}

/// Queries instances for the inputs of a run's jobs.
final class InstanceQueries {
  private let store: String?
  private let isForced: Bool
  private let console: Console
  private let control: RunControl
  /// The folder of copies that are not cached; deleted after the run.
  private var scratch: String?
  private(set) var outcomes: [InstanceFetch.Outcome] = []

  /// - Parameter store: the folder of cached copies; without it, they last as long as this object.
  init(store: String?, isForced: Bool, console: Console, control: RunControl) {
    self.store = store
    self.isForced = isForced
    self.console = console
    self.control = control
  }

  deinit {
    guard let scratch else { return }
    _ = try? StoreCare(folder: scratch).clear()
    for name in Files.names(in: scratch) { unlink(scratch + "/" + name) }
    rmdir(scratch)
  }

  /// All warnings of the queries.
  var warnings: [Diagnostic] { outcomes.flatMap(\.warnings) }

  /// Indicates whether the content of all instances is known, so that an output without a job is an
  /// orphan.
  var isComplete: Bool { outcomes.allSatisfy { $0.holdings.error == nil } }

  /// Fetches what the jobs of a selection may need, and reports the result.
  func query(
    _ manifest: Manifest, _ only: [String], digests: FileDigests?
  ) throws -> [String: InstanceHoldings] {
    let demands = Selection(only).demands(of: manifest)
    let store = try self.store ?? scratchFolder()
    var fetch = InstanceFetch(
      store: store, digests: digests, vault: CredentialVault(folder: manifest.folder))
    fetch.isForced = isForced
    fetch.files = DiskEnvironment(folder: manifest.folder)
    fetch.kinds = Jobs.kinds
    let names = Set(demands.map(\.instance))
    if !names.isEmpty {
      let list = manifest.instances.map(\.instance.name).filter(names.contains)
      console.report("querying \(list.joined(separator: ", "))")
    }
    outcomes = fetch.fetch(
      demands, of: manifest.instances,
      isCancelled: { [control] in control.cancellation.isCancelled }
    )
    var holdings = LoadedManifest.kept(by: manifest, in: store)
    for outcome in outcomes {
      holdings[outcome.name] = outcome.holdings
      console.report(outcome.warnings)
      report(outcome)
    }
    if control.cancellation.isCancelled { throw Cancelled() }
    return holdings
  }

  private func report(_ outcome: InstanceFetch.Outcome) {
    if console.isJSON {
      console.write(event: "fetched") { json in
        json.member("instance", outcome.name)
        json.member("copies", outcome.holdings.entries.count)
        json.member("requested", outcome.requested)
        json.member("fetched", outcome.fetched)
        json.member("stale", outcome.isStale)
        json.member("ok", outcome.holdings.error == nil)
      }
    } else if outcome.holdings.error == nil {
      // Errors are reported with the jobs that fail because of them.
      console.report(
        "\(outcome.name): \(outcome.requested) needed, \(outcome.fetched) fetched"
          + (outcome.isStale ? ", some from earlier copies" : ""))
    }
  }

  private func scratchFolder() throws -> String {
    let parent = Terminal.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array((parent + "/platen-copies-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(
        .error(
          .outputWrite,
          "the folder for fetched copies cannot be created: \(systemErrorText(errno))",
          hints: ["set TMPDIR to a folder for temporary files"]))
    }
    let folder = String(cString: made)
    scratch = folder
    return folder
  }
}

/// Observes how jobs end, to determine whether all failed because of instances.
final class InstanceListener {
  private var failed = 0
  private var others = 0

  func receive(_ event: Event) {
    guard case .jobFinished(_, let outcome, _, let diagnostics) = event else { return }
    if outcome == .failed, !diagnostics.isEmpty, diagnostics.allSatisfy(\.isOfInstance) {
      failed += 1
    } else {
      others += 1
    }
  }

  /// Indicates whether every job failed because its instance was unavailable.
  var hasOnlyFailures: Bool { failed > 0 && others == 0 }
}

extension Diagnostic {
  /// Indicates whether it concerns an unavailable instance.
  var isOfInstance: Bool {
    code.kind == .unavailable
  }
}
