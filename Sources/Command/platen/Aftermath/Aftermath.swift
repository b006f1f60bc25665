// SPDX-License-Identifier: MIT
// Part of Platen: what a run that did something leaves for people: its place in the history, its page.

import Diagnostics
import JSON
import Libc
import Pipeline
import Recipes
import Reports

/// Writes what people want of a run once its record is written. None of it is a reason to fail: what
/// cannot be written is said.
struct Aftermath {
  static let pageName = "report.html"

  let outputs: Outputs
  let root: String
  let last: LastRun
  let voice: Voice
  private let now = Int64(time(nil))

  init(outputs: Outputs, root: String, last: LastRun, voice: Voice) {
    self.outputs = outputs
    self.root = root
    self.last = last
    self.voice = voice
  }

  /// Adds the run to the history; says what the run of the same manifest before it was, if that is
  /// known.
  func remember(_ record: RunRecord?) -> PastRun? {
    guard let record else { return nil }
    var before: PastRun?
    do {
      let history = try RunHistory(in: outputs)
      do {
        before = try history.last(of: record.manifest)
      } catch {
        trouble(error, "history.unread", "the run before this one is not known")
      }
      try history.add(record, after: last.record, finished: now)
    } catch {
      trouble(error, "history.unwritten", "the run is not remembered")
    }
    return before
  }

  /// Makes the page of a run that did something, or where there is none yet.
  func makePage(
    _ saved: RunRecord?, of result: RunResult, plan: Plan, title: String, isPart: Bool,
    notes: RunNotes?, past: PastRun?, width: Int, templates: String?,
    store: LocalStore?, cancellation: Cancellation
  ) {
    guard !plan.jobs.contains(where: { $0.outputs.contains { $0.path == Aftermath.pageName } })
    else {
      voice.say([
        .warning(
          "report.name", "a job makes \(Aftermath.pageName) itself, so the run has no page",
          hints: ["give the output another name"])
      ])
      return
    }
    guard isFree else {
      voice.say([
        .warning(
          "report.name", "\(root)/\(Aftermath.pageName) is not a run's page, so it is left alone",
          hints: ["give it another name, or remove it"])
      ])
      return
    }
    guard saved != nil || !isPart && !Files.exists("\(root)/\(Aftermath.pageName)") else { return }
    do {
      var record = saved ?? result.record
      // What was no part of this run was not made by it.
      let own = Set(result.record.jobs.map(\.id))
      for index in record.jobs.indices where !own.contains(record.jobs[index].id) {
        record.jobs[index].settle()
      }
      var page = ReportPage(
        .init(
          title: title, record: record, last: saved == nil ? nil : last.record, notes: notes,
          finished: now, since: past?.finished))
      let bytes = page.html(
        try ReportPage.Parts(from: Templates.find(named: templates)),
        shelf: try PictureShelf(in: outputs), width: width,
        isOver: { cancellation.isCancelled },
        read: { [outputs] path in outputs.contents(of: path, limit: 1 << 30) },
        written: { store?.picture(of: $0) })
      try Files.write(bytes, to: "\(root)/\(Aftermath.pageName)")
    } catch {
      trouble(error, "report.unwritten", "the run has no page")
    }
  }

  /// Whether nothing of somebody else's lies where the page goes.
  private var isFree: Bool {
    guard Files.exists("\(root)/\(Aftermath.pageName)") else { return true }
    let page = outputs.contents(of: Aftermath.pageName, limit: 64 << 20) ?? []
    return String(decoding: page.prefix(4096), as: UTF8.self)
      .contains("<meta name=\"generator\" content=\"platen")
  }

  /// Why there is no delivery after a run.
  struct Hindrance {
    var reason: String
    /// Whether it is made all the same where the manifest wants one after every run.
    var isPassable = false
  }

  /// Makes the deliveries the manifest asks for, each where it would hold something else than the
  /// last one.
  ///
  /// - Returns: what became of each, and what went wrong.
  func deliver(
    _ record: RunRecord, unless hindrance: Hindrance?, manifest: Manifest, title: String,
    cancellation: Cancellation
  ) -> (records: [DeliveryRecord], faults: [Diagnostic]) {
    var records: [DeliveryRecord] = []
    var faults: [Diagnostic] = []
    let skipsAll = manifest.deliveries.allSatisfy { delivery in
      hindrance.map { !$0.isPassable || delivery.occasion != .always } ?? false
    }
    if let hindrance, skipsAll, !manifest.deliveries.isEmpty {
      voice.say("nothing is delivered: \(hindrance.reason)")
    }
    for delivery in manifest.deliveries {
      var record = record
      // A failed job may have made some of its outputs.
      let failed = Set(record.jobs.filter { $0.outcome == .failed }.map(\.id))
      record.jobs.removeAll { failed.contains($0.id) }
      if let hindrance, !hindrance.isPassable || delivery.occasion != .always {
        records.append(
          DeliveryRecord(to: delivery.to, outcome: .skipped, reason: hindrance.reason))
        if !skipsAll {
          voice.say("nothing is delivered to \(printable(delivery.to)): \(hindrance.reason)")
        }
      } else {
        let (made, said) = deliver(
          delivery, record, manifest: manifest, title: title, cancellation: cancellation)
        records.append(made)
        faults += said
      }
      if voice.isJSON, let made = records.last {
        var json = JSONWriter()
        json.object { json in
          json.member("event", "delivery")
          made.writeMembers(to: &json)
        }
        StandardOutput.write(json.text + "\n")
      }
    }
    return (records, faults)
  }

  private func deliver(
    _ delivery: Delivery, _ record: RunRecord, manifest: Manifest, title: String,
    cancellation: Cancellation
  ) -> (DeliveryRecord, [Diagnostic]) {
    func ended(
      _ outcome: DeliveryRecord.Outcome, _ path: String? = nil, because reason: String? = nil,
      _ faults: [Diagnostic] = []
    ) -> (DeliveryRecord, [Diagnostic]) {
      (DeliveryRecord(to: delivery.to, outcome: outcome, path: path, reason: reason), faults)
    }
    func skipped(_ code: Diagnostic.Code, _ reason: String) -> (DeliveryRecord, [Diagnostic]) {
      let message = "nothing is delivered to \(delivery.to): \(reason)"
      return ended(.skipped, because: reason, [.warning(code, message)])
    }
    do {
      let chosen =
        delivery.only.isEmpty
        ? nil
        : Set(
          try Selection(delivery.only).applied(to: manifest).jobs.flatMap { $0.outputs.map(\.path) }
        )
      let delivered = try Deliverer(
        delivery: delivery, outputs: outputs, record: record, title: title, chosen: chosen,
        others: manifest.deliveries.filter { $0 != delivery }, now: time_t(now),
        cancellation: cancellation
      ).deliver()
      guard let delivered else { return ended(.unchanged) }
      voice.say("delivered \(printable(delivered.path))")
      return ended(.delivered, delivered.path, delivered.warnings)
    } catch is Cancelled {
      return skipped("delivery.stopped", "the run was stopped")
    } catch {
      let faults = (error as? Failure)?.diagnostics ?? [.error(.outputWrite, "\(error)")]
      if let fault = faults.first, faults.allSatisfy({ $0.severity == .warning }) {
        return skipped(fault.code, fault.message)
      }
      return ended(.failed, because: faults.first?.message, faults)
    }
  }

  /// Writes the record once more, with what became of deliveries.
  ///
  /// - Parameter saved: the record as it was written; nil where the run left the last one.
  /// - Returns: what was written last.
  func note(_ deliveries: [DeliveryRecord], in saved: RunRecord?) -> RunRecord? {
    let isWorthIt = deliveries.contains { delivery in
      switch delivery.outcome {
      case .delivered, .failed: true
      case .skipped, .unchanged: saved != nil
      }
    }
    guard isWorthIt else { return saved }
    guard var record = saved ?? last.record else { return nil }
    record.deliveries = deliveries
    do {
      try outputs.publish(record)
    } catch {
      trouble(error, "delivery.unwritten", "what was delivered is not in the record")
    }
    return saved == nil ? nil : record
  }

  /// Tells those who are to be told.
  func tell(_ record: RunRecord, _ actions: [FinishAction], title: String, status: Int32) {
    guard !actions.isEmpty else { return }
    let summary = RunSummary(
      title: title, root: outputs.absoluteRoot, record: record, status: status)
    voice.say(Telling(summary: summary).tell(actions))
  }

  private func trouble(_ error: any Error, _ code: Diagnostic.Code, _ what: String) {
    let why = (error as? Failure)?.diagnostics.first?.message ?? "\(error)"
    voice.say([.warning(code, "\(what): \(why)")])
  }
}

extension ReportPage.Parts {
  init(from templates: Templates) throws {
    func part(_ name: String) throws -> String {
      String(decoding: try templates.file("Report/report.\(name)"), as: UTF8.self)
    }
    self.init(markup: try part("html"), style: try part("css"), script: try part("js"))
  }
}

extension JobRecord {
  /// As it stands when nobody touched it.
  fileprivate mutating func settle() {
    if outcome == .made { outcome = .unchanged }
    for index in outputs.indices where outputs[index].outcome == .made {
      outputs[index].outcome = .unchanged
    }
  }
}
