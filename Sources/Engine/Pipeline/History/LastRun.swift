// SPDX-License-Identifier: MIT
// Part of Platen: the record of the last run, as one manifest sees it.

internal import Diagnostics

/// The record of the last run as a manifest sees it, read when it is first needed, and once.
///
/// An unreadable record does not prevent a run: it is written again.
package final class LastRun: Sendable {
  /// The name by which the record knows the manifest.
  package let manifest: String?
  /// Indicates whether the manifest came from standard input: the record knows all that did in one
  /// folder by one name.
  package let isNameless: Bool

  private struct State {
    /// The record as it was read; nil until it was, nil within where there is none.
    var read: RunRecord??
    var record: RunRecord??
    /// The outputs the manifest makes, once they are known.
    var paths: Set<String> = []
  }
  private let outputs: Outputs?
  private let state = Guarded(State())

  /// - Parameter manifest: the manifest's path, as the working directory sees it.
  package init(of outputs: Outputs?, manifest: String) {
    self.outputs = outputs
    self.manifest = outputs?.manifestName(of: manifest)
    isNameless = manifest == "-"
  }

  /// Indicates whether the record describes the latest run, and this manifest.
  package var isKnown: Bool {
    !isNameless && outputs?.describesLastRun == true && record?.jobs.isEmpty == false
  }

  /// Takes over which outputs the manifest makes: by these it is known again where it was renamed,
  /// or the record does not name it.
  package func take(_ plan: Plan) {
    state.withLock { state in
      state.paths = plan.outputPaths
      state.record = nil
    }
  }

  /// The record as this manifest sees it; nil where there is none.
  package var record: RunRecord? {
    state.withLock { state in
      if let known = state.record { return known }
      let read = state.read ?? outputs.flatMap { try? RunRecord.last(in: $0) }
      let record = read?.seen(by: manifest, making: state.paths) { [outputs] name in
        outputs?.hasManifest(name) == true
      }
      state.read = .some(read)
      state.record = .some(record)
      return record
    }
  }
}

extension RunRecord {
  /// The record of the last run that made something in an output directory, or nil when there is
  /// none.
  ///
  /// - Throws: ``Failure`` with the code `record.unreadable`; a caller that only needs durations
  ///   may continue without it.
  public static func last(in outputs: Outputs) throws -> RunRecord? {
    try outputs.read(internalName: fileName, limit: 1 << 30).map { try RunRecord(json: $0) }
  }
}
