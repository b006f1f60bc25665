// SPDX-License-Identifier: MIT
// Part of Platen: the post-run actions: history, report page, deliveries, notifications.

package import Diagnostics
internal import JSON
internal import Libc
package import Pipeline

/// The actions after a run whose record is written. None of them fails the run: a write error is a
/// warning.
package struct RunEpilogue {
  /// The name of a run's page in its output directory.
  package static let pageName = "report.html"

  private let outputs: Outputs
  private let root: String
  private let last: LastRun
  private let console: any RunConsole
  /// Seconds since 1970.
  private let now: Int64

  /// Creates the epilogue of a run in an output directory.
  ///
  /// - Parameters:
  ///   - root: the output directory as messages name it.
  ///   - last: the run before this one.
  ///   - now: seconds since 1970; the system's clock where nil.
  package init(
    outputs: Outputs, root: String, last: LastRun, console: any RunConsole, now: Int64? = nil
  ) {
    self.outputs = outputs
    self.root = root
    self.last = last
    self.console = console
    self.now = now ?? Int64(time(nil))
  }

  /// Adds the run to the history; returns the previous run of the same manifest, if that is known.
  package func remember(_ record: RunRecord?) -> PastRun? {
    guard let record else { return nil }
    var before: PastRun?
    do {
      let history = try RunHistory(in: outputs)
      do {
        before = try history.last(of: record.manifest)
      } catch {
        trouble(error, .historyUnread, "the previous run is not known")
      }
      try history.add(record, after: last.record, finished: now)
    } catch {
      trouble(error, .historyUnwritten, "the run is not in the history")
    }
    return before
  }

  /// A run of which a page is made.
  package struct PageSubject {
    /// The run and its plan.
    package var result: RunResult
    package var plan: Plan
    /// The record as it was written; nil where the run left the last one.
    package var saved: RunRecord?
    package var title: String
    /// Indicates whether the run was of a part of its manifest.
    package var isPart: Bool
    package var notes: RunNotes?
    /// The run of the same manifest before it.
    package var past: PastRun?
    /// The number of threads that make small images.
    package var width: Int

    /// Creates a subject from all that its page shows.
    package init(
      result: RunResult, plan: Plan, saved: RunRecord?, title: String, isPart: Bool,
      notes: RunNotes?, past: PastRun?, width: Int
    ) {
      self.result = result
      self.plan = plan
      self.saved = saved
      self.title = title
      self.isPart = isPart
      self.notes = notes
      self.past = past
      self.width = width
    }
  }

  /// Makes the page of a run that did something, or where there is none yet.
  ///
  /// - Parameters:
  ///   - parts: reads the templates of the page.
  ///   - store: the cache, which may have small images of documents.
  package func makePage(
    of run: PageSubject, from parts: () throws -> ReportPage.Parts, store: LocalStore?,
    cancellation: Cancellation
  ) {
    guard
      !run.plan.jobs.contains(where: { $0.outputs.contains { $0.path == RunEpilogue.pageName } })
    else {
      console.report([
        .warning(
          .reportName, "a job makes \(RunEpilogue.pageName) itself, so the run has no page",
          hints: ["give the output another name"])
      ])
      return
    }
    guard isFree else {
      console.report([
        .warning(
          .reportName, "\(root)/\(RunEpilogue.pageName) is not a run's page, so it is kept as is",
          hints: ["rename or delete it"])
      ])
      return
    }
    guard run.saved != nil || !run.isPart && !Files.exists("\(root)/\(RunEpilogue.pageName)") else {
      return
    }
    do {
      var record = run.saved ?? run.result.record
      // A job outside of this run was not built by it.
      let own = Set(run.plan.jobs.map(\.id))
      for index in record.jobs.indices where !own.contains(record.jobs[index].id) {
        record.jobs[index].settle()
      }
      var page = ReportPage(
        .init(
          title: run.title, record: record, last: run.saved == nil ? nil : last.record,
          notes: run.notes, finished: now, since: run.past?.finished))
      let bytes = page.html(
        try parts(), thumbnails: try ThumbnailStore(in: outputs), width: run.width,
        isOver: { cancellation.isCancelled },
        read: { [outputs] path in outputs.contents(of: path, limit: 1 << 30) },
        written: { store?.thumbnail(of: $0) })
      try Files.write(bytes, to: "\(root)/\(RunEpilogue.pageName)")
    } catch {
      trouble(error, .reportUnwritten, "the run has no page")
    }
  }

  /// Indicates whether the page's path is free or holds a page of Platen.
  private var isFree: Bool {
    guard Files.exists("\(root)/\(RunEpilogue.pageName)") else { return true }
    let start = outputs.published(RunEpilogue.pageName)?.prefix(4096) ?? []
    return String(decoding: start, as: UTF8.self)
      .contains("<meta name=\"generator\" content=\"platen")
  }

  /// The reason why a run has no delivery.
  package struct Hindrance {
    package var reason: String
    /// Indicates whether one is made all the same where the manifest requests one after every run.
    package var isPassable: Bool

    /// Creates a hindrance with its reason.
    package init(reason: String, isPassable: Bool = false) {
      self.reason = reason
      self.isPassable = isPassable
    }
  }

  /// The deliveries that a manifest requests.
  package struct Request {
    package var deliveries: [Delivery]
    package var title: String
    /// Finds the output paths that a delivery holds; nil for all.
    package var choose: (Delivery) throws -> Set<String>?

    /// Creates a request.
    package init(
      _ deliveries: [Delivery], title: String,
      choosing choose: @escaping (Delivery) throws -> Set<String>?
    ) {
      self.deliveries = deliveries
      self.title = title
      self.choose = choose
    }
  }

  /// Makes the deliveries that a manifest requests, each where its content would differ from the
  /// last one's.
  ///
  /// - Returns: the outcome of each, and the errors.
  package func deliver(
    _ record: RunRecord, unless hindrance: Hindrance?, _ request: Request,
    cancellation: Cancellation
  ) -> (records: [DeliveryRecord], diagnostics: [Diagnostic]) {
    var records: [DeliveryRecord] = []
    var diagnostics: [Diagnostic] = []
    let skipsAll = request.deliveries.allSatisfy { delivery in
      hindrance.map { !$0.isPassable || delivery.occasion != .always } ?? false
    }
    if let hindrance, skipsAll, !request.deliveries.isEmpty {
      console.report("nothing is delivered: \(hindrance.reason)")
    }
    for delivery in request.deliveries {
      var record = record
      // A failed job may have made some of its outputs.
      let failed = Set(record.jobs.filter { $0.outcome == .failed }.map(\.id))
      record.jobs.removeAll { failed.contains($0.id) }
      if let hindrance, !hindrance.isPassable || delivery.occasion != .always {
        records.append(
          DeliveryRecord(to: delivery.to, outcome: .skipped, reason: hindrance.reason))
        if !skipsAll {
          console.report("nothing is delivered to \(printable(delivery.to)): \(hindrance.reason)")
        }
      } else {
        let (made, reported) = deliver(delivery, record, request, cancellation)
        records.append(made)
        diagnostics += reported
      }
      if let made = records.last {
        console.write(event: "delivery") { made.writeMembers(to: &$0) }
      }
    }
    return (records, diagnostics)
  }

  private func deliver(
    _ delivery: Delivery, _ record: RunRecord, _ request: Request, _ cancellation: Cancellation
  ) -> (DeliveryRecord, [Diagnostic]) {
    func ended(
      _ outcome: DeliveryRecord.Outcome, _ path: String? = nil, because reason: String? = nil,
      _ diagnostics: [Diagnostic] = []
    ) -> (DeliveryRecord, [Diagnostic]) {
      (DeliveryRecord(to: delivery.to, outcome: outcome, path: path, reason: reason), diagnostics)
    }
    func skipped(_ code: Diagnostic.Code, _ reason: String) -> (DeliveryRecord, [Diagnostic]) {
      let message = "nothing is delivered to \(delivery.to): \(reason)"
      return ended(.skipped, because: reason, [.warning(code, message)])
    }
    do {
      let delivered = try Deliverer(
        delivery: delivery, outputs: outputs, record: record, title: request.title,
        chosen: try request.choose(delivery),
        others: request.deliveries.filter { $0 != delivery }, now: time_t(now),
        cancellation: cancellation
      ).deliver()
      guard let delivered else { return ended(.upToDate) }
      console.report("delivered \(printable(delivered.path))")
      return ended(.delivered, delivered.path, delivered.warnings)
    } catch is Cancelled {
      return skipped(.deliveryStopped, "the run was stopped")
    } catch {
      let diagnostics = (error as? Failure)?.diagnostics ?? [.error(.outputWrite, "\(error)")]
      if let diagnostic = diagnostics.first, diagnostics.allSatisfy({ $0.severity == .warning }) {
        return skipped(diagnostic.code, diagnostic.message)
      }
      return ended(.failed, because: diagnostics.first?.message, diagnostics)
    }
  }

  /// Writes the record once more, with the outcome of deliveries.
  ///
  /// - Parameter saved: the record as it was written; nil where the run left the last one.
  /// - Returns: the record written last.
  package func note(_ deliveries: [DeliveryRecord], in saved: RunRecord?) -> RunRecord? {
    let isWorthIt = deliveries.contains { delivery in
      switch delivery.outcome {
      case .delivered, .failed: true
      case .skipped, .upToDate: saved != nil
      }
    }
    guard isWorthIt else { return saved }
    guard var record = saved ?? last.record else { return nil }
    record.deliveries = deliveries
    do {
      try outputs.publish(record)
    } catch {
      trouble(error, .deliveryUnwritten, "the deliveries are not in the record")
    }
    return saved == nil ? nil : record
  }

  /// Notifies those whom the manifest names.
  ///
  /// - Parameters:
  ///   - status: the exit status of the process.
  ///   - isUnwritten: whether something about the run could not be written.
  ///   - sender: starts programs.
  package func notify(
    of record: RunRecord, _ actions: [FinishAction], title: String, status: Int32,
    isUnwritten: Bool, by sender: FinishNotifier.Sender
  ) {
    guard !actions.isEmpty else { return }
    let summary = RunSummary(
      title: title, root: outputs.absoluteRoot, record: record, status: status)
    console.report(
      FinishNotifier(summary: summary, isUnwritten: isUnwritten, sender: sender).notify(actions))
  }

  private func trouble(_ error: any Error, _ code: Diagnostic.Code, _ what: String) {
    let why = (error as? Failure)?.diagnostics.first?.message ?? "\(error)"
    console.report([.warning(code, "\(what): \(why)")])
  }
}

extension JobRecord {
  /// Marks it as up to date.
  fileprivate mutating func settle() {
    if outcome == .built { outcome = .upToDate }
    for index in outputs.indices where outputs[index].outcome == .built {
      outputs[index].outcome = .upToDate
    }
  }
}
