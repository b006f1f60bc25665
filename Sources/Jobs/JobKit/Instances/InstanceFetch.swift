// SPDX-License-Identifier: MIT
// Part of Platen: fetches the inputs of jobs from instances before jobs are planned, and caches
// them for times when an instance is down.

package import Diagnostics
internal import Digests
package import Instances
package import Pipeline

/// Fetches the inputs of jobs.
///
/// It runs before jobs are planned, since their number depends on it. From then on a copy is
/// treated like any other file. A copy that has not changed gives the same bytes, and outputs made
/// from it are up to date.
package struct InstanceFetch: Sendable {
  /// The store's folder.
  private let store: String
  /// Digests of files, known by their status.
  private let digests: FileDigests?
  private let vault: CredentialVault
  /// Indicates whether everything is fetched, even if its mark is unchanged.
  package var isForced = false
  /// The environment that jobs' further files are read from, for the uploads they name; nil for
  /// none.
  package var files: (any Environment)?
  /// The kinds of job, which find the uploads that files name.
  package var kinds: [any JobKind] = []

  /// - Parameters:
  ///   - store: where copies are kept.
  ///   - digests: digests of files, known by their status.
  ///   - vault: where credentials are read from.
  package init(store: String, digests: FileDigests?, vault: CredentialVault) {
    self.store = store
    self.digests = digests
    self.vault = vault
  }

  /// The result of querying one instance.
  package struct Outcome: Sendable {
    package var name: String
    package var holdings: InstanceHoldings
    package var warnings: [Diagnostic] = []
    /// The number of requested entries that were fetched now.
    package var fetched = 0
    /// The number of requested entries.
    package var requested = 0
    /// Indicates whether the last good copies are used in place of entries that could not be
    /// fetched.
    package var isStale = false
  }

  /// The key of an instance's cached copies: its kind, its address and the user.
  private static func key(of instance: Instance) -> Digest {
    let parts = [
      instance.kind.rawValue, instance.address.description,
      instance.credential?.description ?? "", instance.user?.description ?? "",
    ]
    return Digest.of(parts.joined(separator: "\n"))
  }

  /// The holdings fetched the last time, without any request.
  ///
  /// - Parameter store: the store's folder, if there is one.
  package static func kept(_ instance: ManifestInstance, in store: String?) -> InstanceHoldings {
    let notQueried = InstanceHoldings(
      error: .error(
        notQueried, "nothing fetched from \(instance.instance.name) yet", at: instance.place,
        hints: ["platen run fetches it"]))
    guard let store,
      let copyStore =
        (try? CopyStore(
          in: store, key: key(of: instance.instance), creating: false)) ?? nil,
      let entries = copyStore.entries()
    else { return notQueried }
    return InstanceHoldings(entries, on: copyStore)
  }

  /// The code of the diagnostic where nothing was fetched yet, which is not an error.
  package static let notQueried: Diagnostic.Code = .instanceNotFetched

  /// The code of a server that does not come to an end.
  static let endless: Diagnostic.Code = .instanceEndless

  /// Fetches everything that jobs require from some instances, in parallel.
  ///
  /// - Parameters:
  ///   - demands: the requirements of jobs.
  ///   - instances: those of the manifest.
  ///   - isCancelled: ends waiting.
  /// - Returns: the result of each instance that jobs require something from, in the order of the
  ///   manifest.
  package func fetch(
    _ demands: [InstanceDemand], of instances: [ManifestInstance],
    isCancelled: @escaping @Sendable () -> Bool
  ) -> [Outcome] {
    let requested = instances.compactMap { instance -> (ManifestInstance, [InstanceDemand])? in
      let own = demands.filter { $0.instance == instance.instance.name }
      return own.isEmpty ? nil : (instance, own)
    }
    let outcomes = Guarded([Outcome?](repeating: nil, count: requested.count))
    concurrently(requested.count, width: requested.count) { index in
      let outcome = fetch(requested[index].0, requested[index].1, isCancelled)
      outcomes.withLock { $0[index] = outcome }
    }
    return outcomes.withLock { $0.compactMap(\.self) }
  }

  private func fetch(
    _ instance: ManifestInstance, _ demands: [InstanceDemand],
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> Outcome {
    do {
      let uploads = files.map { UploadNames.names(of: demands, in: $0, kinds: kinds) } ?? []
      guard
        let copyStore = try CopyStore(
          in: store, key: InstanceFetch.key(of: instance.instance), creating: true)
      else { throw Failure(.error(.engine, "the store of copies was not created")) }
      return try copyStore.withLock(timeout: 60) {
        try InstanceQuery(
          instance: instance, patterns: demands.map(\.pattern), uploads: uploads,
          copyStore: copyStore,
          digests: digests, vault: vault, isForced: isForced, isCancelled: isCancelled
        ).outcome()
      }
    } catch {
      let fault =
        (error as? Failure)?.diagnostics.first ?? .error(.engine, "\(error)")
      return Outcome(
        name: instance.instance.name,
        holdings: InstanceHoldings(error: fault.at(instance.place)))
    }
  }
}

extension InstanceHoldings {
  init(_ entries: [CopyStore.Entry], on copyStore: CopyStore) {
    self.init()
    for entry in entries {
      if entry.name == InstanceHoldings.reportName {
        report = Entry(entry, on: copyStore)
      } else if UploadNames.isOne(entry.name) {
        uploads.append(Entry(entry, on: copyStore))
      } else {
        self.entries.append(Entry(entry, on: copyStore))
      }
    }
  }
}

extension InstanceHoldings.Entry {
  init(_ entry: CopyStore.Entry, on copyStore: CopyStore) {
    self.init(
      name: entry.name, id: entry.id, title: entry.title, place: copyStore.path(of: entry.digest))
  }
}

extension Diagnostic {
  /// The same with a place where it has none.
  func at(_ place: SourceLocation) -> Diagnostic {
    guard self.place == nil else { return self }
    var copy = self
    copy.place = place
    return copy
  }
}

/// The queries of one instance.
private struct InstanceQuery: Sendable {
  let instance: ManifestInstance
  let patterns: [String]
  /// Files people sent to the server, by their paths from its root.
  let uploads: [String]
  let copyStore: CopyStore
  let digests: FileDigests?
  let vault: CredentialVault
  let isForced: Bool
  let isCancelled: @Sendable () -> Bool

  private var name: String { instance.instance.name }

  /// Reasons for which old copies may be used: the server is unavailable or gives invalid answers.
  /// A refused sign-in is not one: a user who may no longer see an entry must not get it printed.
  private static let away: Set<Diagnostic.Code> = [
    .instanceUnavailable, .instanceAnswer, .instanceTooLarge, .instanceTool,
    .instanceUnusable, InstanceFetch.endless,
  ]

  private func mayBeStale(_ failure: Failure) -> Bool {
    instance.instance.allowsStale
      && failure.diagnostics.allSatisfy { InstanceQuery.away.contains($0.code) }
  }

  func outcome() throws -> InstanceFetch.Outcome {
    let old = copyStore.entries() ?? []
    let client = instance.instance.client(
      vault: vault, agent: ("platen", PlatenVersion.current), isCancelled: isCancelled)
    defer { client.close() }
    do {
      var outcome = try query(client, old)
      outcome.warnings += client.warnings.map { $0.at(instance.place) }
      return outcome
    } catch {
      var outcome = InstanceFetch.Outcome(name: name, holdings: InstanceHoldings())
      outcome.warnings = client.warnings.map { $0.at(instance.place) }
      // This includes the entries fetched before the failure.
      let good = (copyStore.entries() ?? old).filter { copyStore.holds($0, digests: digests) }
      guard mayBeStale(error), !good.isEmpty else {
        outcome.holdings.error = error.diagnostics.first?.at(instance.place)
        return outcome
      }
      outcome.holdings = InstanceHoldings(good, on: copyStore)
      outcome.requested = good.count { isRequested($0.name, $0.id, $0.title) }
      outcome.isStale = true
      outcome.warnings.append(
        stale("the cached copies from \(name) are used", error))
      return outcome
    }
  }

  private func stale(_ what: String, _ failure: Failure) -> Diagnostic {
    .warning(
      .instanceStale, "\(failure.diagnostics.first?.message ?? "it failed"); \(what)",
      at: instance.place, hints: ["stale: fail makes such jobs fail"])
  }

  private func isRequested(_ name: String, _ id: String, _ title: String) -> Bool {
    patterns.contains { pattern in
      // For a server of meetings that selects the server itself.
      (pattern != "." || instance.instance.kind != .bedrud)
        && InstanceHoldings.matches(pattern, name: name, id: id, title: title)
    }
  }

  /// The result of one holding.
  private enum Copy: Sendable {
    case kept(CopyStore.Entry)
    case fetched(CopyStore.Entry)
    case stale(CopyStore.Entry, Diagnostic)
    case failed(Diagnostic)
    /// No job requires it.
    case left
  }

  private func query(
    _ client: any InstanceClient, _ old: [CopyStore.Entry]
  ) throws(Failure) -> InstanceFetch.Outcome {
    var outcome = InstanceFetch.Outcome(name: name, holdings: InstanceHoldings())
    // Its health comes first: an unhealthy server is not queried further. An unreadable answer does
    // not affect the rest, since older servers have no health.
    do {
      _ = try client.health()
    } catch {
      guard error.diagnostics.allSatisfy({ $0.code == .instanceAnswer }) else { throw error }
      outcome.warnings += error.diagnostics.map {
        .warning($0.code, $0.message, at: instance.place, hints: $0.hints)
      }
    }
    let holdings = try client.holdings()
    let names = HoldingName.names(for: holdings, of: instance.instance.kind)
    let known = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let copies = Guarded([Copy](repeating: .left, count: holdings.count))
    let requested = holdings.indices.filter {
      isRequested(names[$0], holdings[$0].id, holdings[$0].title)
    }
    concurrently(requested.count, width: instance.instance.concurrency) { number in
      let index = requested[number]
      let copy = copy(
        holdings[index], named: names[index], known[holdings[index].id]
      ) { () throws(Failure) in try client.fetch(holdings[index]) }
      copies.withLock { $0[index] = copy }
    }
    if isCancelled() { throw Failure(.error(.instanceCancelled, "fetching was cancelled")) }
    var endless: Diagnostic?
    outcome.requested = requested.count
    var list: [CopyStore.Entry] = []
    var entries: [InstanceHoldings.Entry] = []
    for (index, copy) in copies.withLock({ $0 }).enumerated() {
      var entry: CopyStore.Entry?
      var fault: Diagnostic?
      switch copy {
      case .kept(let kept): entry = kept
      case .fetched(let fetched):
        entry = fetched
        outcome.fetched += 1
      case .stale(let stale, let warning):
        entry = stale
        outcome.isStale = true
        outcome.warnings.append(warning)
      case .failed(let diagnostic):
        fault = diagnostic
        if diagnostic.code == InstanceFetch.endless { endless = endless ?? diagnostic }
        // It may do again once the server is well.
        entry = known[holdings[index].id]
      case .left: entry = known[holdings[index].id]
      }
      if var entry {
        entry.name = names[index]
        entry.title = holdings[index].title
        list.append(entry)
      }
      guard entry != nil || fault != nil else { continue }
      entries.append(
        InstanceHoldings.Entry(
          name: names[index], id: holdings[index].id, title: holdings[index].title,
          place: fault == nil ? entry.map { copyStore.path(of: $0.digest) } : nil, error: fault))
    }
    if endless == nil {
      if let report = report(client, old, &outcome) { list.append(report) }
      list += fetchUploads(client, old, &outcome)
    } else {
      // No further requests; copies are kept for the next run.
      list += old.filter { $0.name == InstanceHoldings.reportName || UploadNames.isOne($0.name) }
    }
    do {
      try copyStore.replace(with: list)
    } catch let failure as Failure {
      // The copies exist; only the next run does not know of them.
      outcome.warnings += failure.diagnostics.map {
        .warning($0.code, $0.message, at: instance.place, hints: $0.hints)
      }
    } catch {
      throw Failure(.error(.engine, "\(error)"))
    }
    // Said once, not for everything that was still to come.
    if let endless { throw Failure(endless) }
    outcome.holdings.entries = entries
    return outcome
  }

  /// Fetches the report on the server itself, if a job requires it; returns its entry for the list.
  private func report(
    _ client: any InstanceClient, _ old: [CopyStore.Entry], _ outcome: inout InstanceFetch.Outcome
  ) -> CopyStore.Entry? {
    let known = old.first { $0.name == InstanceHoldings.reportName }
    guard patterns.contains("."), instance.instance.kind == .bedrud else { return known }
    let name = InstanceHoldings.reportName
    let holding = Holding(id: name, title: instance.instance.label)
    outcome.requested += 1
    let copy = copy(holding, named: name, known) { () throws(Failure) in
      guard let bytes = try client.report() else {
        throw Failure(.error(.instanceMissing, "\(self.name) offers no report on itself"))
      }
      return bytes
    }
    switch copy {
    case .fetched(let entry):
      outcome.fetched += 1
      outcome.holdings.report = .init(entry, on: copyStore)
      return entry
    case .kept(let entry):
      outcome.holdings.report = .init(entry, on: copyStore)
      return entry
    case .stale(let entry, let warning):
      outcome.isStale = true
      outcome.warnings.append(warning)
      outcome.holdings.report = .init(entry, on: copyStore)
      return entry
    case .failed(let fault):
      outcome.holdings.report = InstanceHoldings.Entry(
        name: name, id: name, title: holding.title, place: nil, error: fault)
      return known
    case .left: return known
    }
  }

  /// Fetches the uploads that a job's chat names. A file is named by its digest, so an existing
  /// copy is the right one. Without an upload the job is built from what is available.
  private func fetchUploads(
    _ client: any InstanceClient, _ old: [CopyStore.Entry], _ outcome: inout InstanceFetch.Outcome
  ) -> [CopyStore.Entry] {
    var kept = old.filter { UploadNames.isOne($0.name) }
    let known = Dictionary(kept.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let copies = Guarded([Copy](repeating: .left, count: uploads.count))
    let left = Guarded(UploadNames.limit.bytes)
    concurrently(uploads.count, width: instance.instance.concurrency) { index in
      let name = uploads[index]
      let copy = copy(
        Holding(id: name, title: "", mark: name), named: name, known[name]
      ) { () throws(Failure) in
        guard left.withLock({ $0 }) > 0 else {
          throw Failure(
            .error(
              .instanceTooLarge,
              "the files of a chat on \(self.name) exceed "
                + "\(UploadNames.limit.bytes >> 20) MiB in total"))
        }
        let bytes = try client.upload(name, limit: UploadNames.limit.file)
        left.withLock { $0 -= bytes.count }
        return bytes
      }
      copies.withLock { $0[index] = copy }
    }
    var log = DiagnosticLog()
    for copy in copies.withLock({ $0 }) {
      switch copy {
      case .fetched(let entry):
        outcome.fetched += 1
        outcome.requested += 1
        kept.removeAll { $0.name == entry.name }
        kept.append(entry)
      case .kept, .stale: outcome.requested += 1
      case .failed(let fault):
        log.record(.warning(fault.code, fault.message, at: fault.place, hints: fault.hints))
      case .left: break
      }
    }
    outcome.warnings += log.diagnostics
    outcome.holdings.uploads = kept.map { .init($0, on: copyStore) }
    return kept
  }

  private func copy(
    _ holding: Holding, named name: String, _ old: CopyStore.Entry?,
    _ fetch: () throws(Failure) -> [UInt8]
  ) -> Copy {
    let good = old.flatMap { copyStore.holds($0, digests: digests) ? $0 : nil }
    if let good, let mark = holding.mark, mark == good.mark, !isForced { return .kept(good) }
    do {
      let bytes = try fetch()
      return .fetched(
        CopyStore.Entry(
          id: holding.id, name: name, title: holding.title, mark: holding.mark,
          digest: try copyStore.keep(bytes), size: bytes.count))
    } catch {
      let failure = error as? Failure ?? Failure(.error(.engine, "\(error)"))
      let isEndless = failure.diagnostics.contains { $0.code == InstanceFetch.endless }
      if let good, mayBeStale(failure), !isEndless {
        return .stale(
          good, stale("the cached copy of \(name) is used", failure))
      }
      return .failed(
        (failure.diagnostics.first ?? .error(.engine, "it failed")).at(instance.place))
    }
  }
}
