// SPDX-License-Identifier: MIT
// Part of Platen: instances asked before the jobs made from them are made out, and what is said of
// it.

import Diagnostics
import Instances
import JSON
import JobKit
import Jobs
import Libc
import Pipeline

extension LoadedManifest {
  /// What was fetched from the instances of a manifest before; nobody is asked.
  static func kept(by manifest: Manifest, in store: String?) -> [String: InstanceHoldings] {
    var holdings: [String: InstanceHoldings] = [:]
    for instance in manifest.instances {
      holdings[instance.instance.name] = InstanceFetch.kept(instance, in: store)
    }
    return holdings
  }
}

/// Asks instances for what a run's jobs are made from.
final class InstanceAsking {
  private let store: String?
  private let isForced: Bool
  private let voice: Voice
  private let control: RunControl
  /// Where copies lie that nobody keeps; gone with the run.
  private var scratch: String?
  private(set) var outcomes: [InstanceFetch.Outcome] = []

  /// - Parameter store: where copies are kept; without, they last as long as this object.
  init(store: String?, isForced: Bool, voice: Voice, control: RunControl) {
    self.store = store
    self.isForced = isForced
    self.voice = voice
    self.control = control
  }

  deinit {
    guard let scratch else { return }
    _ = try? StoreCare(folder: scratch).clear()
    for name in Files.names(in: scratch) { unlink(scratch + "/" + name) }
    rmdir(scratch)
  }

  /// What there was to warn of.
  var warnings: [Diagnostic] { outcomes.flatMap(\.warnings) }

  /// Indicates whether all that there is on the instances is known, so that what no job makes any
  /// more is an orphan.
  var isComplete: Bool { outcomes.allSatisfy { $0.holdings.fault == nil } }

  /// Fetches what jobs want that a selection may mean, and says what came of it.
  func ask(
    _ manifest: Manifest, _ only: [String], digests: FileDigests?
  ) throws -> [String: InstanceHoldings] {
    let demands = Selection(only).demands(of: manifest)
    let store = try self.store ?? scratchFolder()
    var fetch = InstanceFetch(
      store: store, digests: digests, vault: CredentialVault(folder: manifest.folder))
    fetch.isForced = isForced
    fetch.files = DiskEnvironment(folder: manifest.folder)
    let names = Set(demands.map(\.instance))
    if !names.isEmpty {
      let list = manifest.instances.map(\.instance.name).filter(names.contains)
      voice.say("asking \(list.joined(separator: ", "))")
    }
    outcomes = fetch.fetch(
      demands, of: manifest.instances,
      isCancelled: { [control] in control.cancellation.isCancelled }
    )
    var holdings = LoadedManifest.kept(by: manifest, in: store)
    for outcome in outcomes {
      holdings[outcome.name] = outcome.holdings
      voice.say(outcome.warnings)
      tell(outcome)
    }
    if control.cancellation.isCancelled { throw Cancelled() }
    return holdings
  }

  private func tell(_ outcome: InstanceFetch.Outcome) {
    if voice.isJSON {
      voice.write(event: "fetched") { json in
        json.member("instance", outcome.name)
        json.member("held", outcome.holdings.entries.count)
        json.member("wanted", outcome.wanted)
        json.member("fetched", outcome.fetched)
        json.member("stale", outcome.isStale)
        json.member("ok", outcome.holdings.fault == nil)
      }
    } else if outcome.holdings.fault == nil {
      // What is at fault is said where the jobs are that fail for it.
      voice.say(
        "\(outcome.name): \(outcome.wanted) wanted, \(outcome.fetched) fetched"
          + (outcome.isStale ? ", some of it as fetched before" : ""))
    }
  }

  private func scratchFolder() throws -> String {
    let parent = Terminal.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array((parent + "/platen-copies-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(
        .error(
          .outputWrite,
          "there is no place for what is fetched: \(systemErrorText(errno))",
          hints: ["TMPDIR names a folder for temporary files"]))
    }
    let folder = String(cString: made)
    scratch = folder
    return folder
  }
}

/// Hears how jobs end, to tell whether none was made for want of an instance.
final class InstanceListener {
  private var failed = 0
  private var others = 0

  func hear(_ event: Event) {
    guard case .jobFinished(_, let outcome, _, let diagnostics) = event else { return }
    if outcome == .failed, !diagnostics.isEmpty, diagnostics.allSatisfy(\.isOfInstance) {
      failed += 1
    } else {
      others += 1
    }
  }

  /// Indicates whether every job failed because its instance could not be asked.
  var hasOnlyFailures: Bool { failed > 0 && others == 0 }
}

extension Diagnostic {
  /// Indicates whether it tells of an instance that could not be asked.
  var isOfInstance: Bool {
    code.kind == .unavailable
  }
}
