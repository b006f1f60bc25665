// SPDX-License-Identifier: MIT
// Part of Platen: the state of the files that something was read from, to see when they change.

internal import Diagnostics
internal import Digests
package import Pipeline

/// The state of files and folders that something was read from: names in folders, timestamps of
/// files.
package struct SourceSnapshot: Hashable, Sendable {
  private enum Source: Hashable, Sendable {
    case file(String)
    case folder(String)

    init?(_ access: Trace.Access) {
      switch access {
      case .file(let path, _, _), .absent(let path), .present(let path): self = .file(path)
      case .folder(let path, _): self = .folder(path)
      case .variable: return nil
      }
    }

    var path: String {
      switch self {
      case .file(let path), .folder(let path): path
      }
    }

    /// The state it is in now.
    var fingerprint: String {
      let environment = DiskEnvironment()
      switch self {
      case .file(let path):
        guard let status = try? environment.status(path) else { return "none" }
        guard status.kind == .file else { return "\(status.kind)" }
        return "\(status.size) \(status.modified) \(status.changed) \(status.identity)"
      case .folder(let path):
        return (try? environment.list(path).map(\.name).joined(separator: "\n")) ?? "none"
      }
    }
  }

  private var fingerprints: [Source: String] = [:]

  package init() {}

  /// The state of sources that were just read.
  package init(_ accesses: [Trace.Access]) { addAccesses(accesses) }

  /// The state of sources as an earlier snapshot has them, and of others as they are now.
  init(_ accesses: [Trace.Access], as earlier: SourceSnapshot) {
    for source in accesses.compactMap(Source.init) {
      fingerprints[source] = earlier.fingerprints[source]
    }
    addAccesses(accesses)
  }

  /// Adds the state of sources that were just read; those it has already stay as they are.
  mutating func addAccesses(_ accesses: [Trace.Access]) {
    for case .file(let path, _, let size) in accesses where fingerprints[.file(path)] == nil {
      let fingerprint = Source.file(path).fingerprint
      // The file was changed while it was read, so it must be read again.
      fingerprints[.file(path)] = fingerprint.hasPrefix("\(size) ") ? fingerprint : "another"
    }
    for source in accesses.compactMap(Source.init) where fingerprints[source] == nil {
      fingerprints[source] = source.fingerprint
    }
  }

  /// Indicates whether all sources are in this state now.
  package var isCurrent: Bool { fingerprints.allSatisfy { $0.key.fingerprint == $0.value } }

  /// The state of the same sources now.
  var renewed: SourceSnapshot {
    var now = self
    for source in fingerprints.keys { now.fingerprints[source] = source.fingerprint }
    return now
  }

  /// The paths of the sources whose state differs in a later snapshot.
  func changes(to later: SourceSnapshot) -> Set<String> {
    Set(fingerprints.filter { later.fingerprints[$0.key] != $0.value }.keys.map(\.path))
  }
}

extension Trace.Access {
  /// The path of the file or folder; nil for a variable.
  fileprivate var path: String? {
    switch self {
    case .file(let path, _, _), .absent(let path), .present(let path), .folder(let path, _): path
    case .variable: nil
    }
  }
}

/// The files and folders that a reading is made of. Thread-safe.
package final class SourceLog: Sendable {
  private struct State {
    var environments: [TracingEnvironment] = []
    var accesses: [Trace.Access] = []
  }
  private let state = Guarded(State())

  package init() {}

  /// Adds what is read through an environment, also from now on.
  package func follow(_ environment: TracingEnvironment) {
    state.withLock { $0.environments.append(environment) }
  }

  /// Adds what a context has read to plan jobs.
  package func follow(_ context: RecipeContext) {
    let files = context.filesRead.map { Trace.Access.present(path: $0) }
    // The names in a folder are listed again, whatever the digest of those that were read.
    let folders = context.foldersListed.map { Trace.Access.folder(path: $0, digest: .of("")) }
    state.withLock { $0.accesses += files + folders }
  }

  var accesses: [Trace.Access] {
    let state = state.withLock { $0 }
    return state.accesses + state.environments.flatMap(\.trace.accesses)
  }
}

/// Stages run over files as they are, for as long as these do not change.
package struct FollowedStages: Sendable {
  private let environment: TracingEnvironment
  package let evaluator: StageEvaluator

  /// - Parameter width: the number of cores to use.
  init(width: Int) {
    environment = TracingEnvironment(DiskEnvironment())
    evaluator = StageEvaluator(environment: environment, width: width)
  }

  /// Returns stages whose inputs are current: the last ones, or new ones where a file that those have
  /// read has changed.
  ///
  /// - Parameters:
  ///   - changed: the paths of changed files.
  ///   - sources: receives the files that are read.
  package static func current(
    _ last: FollowedStages?, changed: Set<String>, width: Int, sources: SourceLog
  ) -> (stages: FollowedStages, isNew: Bool) {
    let kept = last.flatMap { last in
      last.environment.trace.accesses.contains { changed.contains($0.path ?? "") } ? nil : last
    }
    let stages = kept ?? FollowedStages(width: width)
    sources.follow(stages.environment)
    return (stages, kept == nil)
  }
}
