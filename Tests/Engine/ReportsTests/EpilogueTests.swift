// SPDX-License-Identifier: MIT
// Part of Platen: deliveries and notifications after a run.

import Diagnostics
import Digests
import Foundation
import JSON
import Pipeline
import TestSupport
import Testing

@testable import Reports

/// Keeps what an epilogue reports.
private final class RecordingConsole: RunConsole {
  private let kept = Guarded<(lines: [String], events: [String])>(([], []))
  var lines: [String] { kept.withLock { $0.lines } }
  var events: [String] { kept.withLock { $0.events } }

  func report(_ line: String) { kept.withLock { $0.lines.append(line) } }
  func report(_ diagnostics: [Diagnostic]) {
    kept.withLock { $0.lines += diagnostics.map(\.text) }
  }
  func write(event name: String, _ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object { members(&$0) }
    kept.withLock { $0.events.append("\(name) \(json.text)") }
  }
}

@Suite struct EpilogueTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: scratch("given"))) ?? []).sorted()
  }

  /// The record of a run whose outputs have these contents.
  private func record(_ contents: [String: String], failed: Bool = false) throws -> RunRecord {
    var totals = RunTotals()
    totals.built = contents.count
    totals.failed = failed ? 1 : 0
    totals.seconds = 2
    var jobs = try contents.sorted { $0.key < $1.key }.map { path, text in
      try scratch.write(text, to: "out/" + path)
      return JobRecord(
        id: path, kind: "map", outcome: .built,
        outputs: [
          OutputRecord(
            path: path, outcome: .built, size: text.utf8.count, digest: Digest.of(text))
        ])
    }
    if failed {
      jobs.append(
        JobRecord(id: "bad", kind: "map", outcome: .failed, errors: [.error("x.y", "it broke")]))
    }
    return RunRecord(tool: "t", jobs: jobs, totals: totals)
  }

  private func deliver(
    _ record: RunRecord, _ deliveries: [Delivery], unless hindrance: RunEpilogue.Hindrance? = nil,
    choosing chosen: Set<String>? = nil
  ) throws -> (outcomes: [DeliveryRecord.Outcome], faults: [String], transcript: RecordingConsole) {
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    let transcript = RecordingConsole()
    let epilogue = RunEpilogue(
      outputs: outputs, root: "out", last: LastRun(of: outputs, manifest: "platen.yaml"),
      console: transcript, now: 1_000_000_000)
    let (records, faults) = epilogue.deliver(
      record, unless: hindrance,
      RunEpilogue.Request(deliveries, title: "World") { _ in chosen }, cancellation: Cancellation())
    return (records.map(\.outcome), faults.map { "\($0.code.rawValue)" }, transcript)
  }

  private func delivery(
    _ name: String, _ format: Delivery.Format = .folder, keep: Int? = nil,
    occasion: Delivery.Occasion = .complete
  ) -> Delivery {
    Delivery(to: scratch("given"), name: name, format: format, occasion: occasion, keep: keep)
  }

  @Test func equalFilesAreDeliveredOnce() throws {
    let first = try record(["a.txt": "one", "b.txt": "two"])
    let box = delivery("${name}")
    #expect(try deliver(first, [box]).outcomes == [.delivered])
    #expect(try deliver(first, [box]).outcomes == [.upToDate])
    #expect(names == ["World"])
    let place = scratch.url.appendingPathComponent("given/World")
    #expect(try String(contentsOf: place.appendingPathComponent("a.txt"), encoding: .utf8) == "one")
    let metadata = try JSONDocument(
      parsing: Array(Data(contentsOf: place.appendingPathComponent("delivery.json")))
    ).root
    #expect(metadata["files"]?.elements.compactMap { $0["path"]?.string } == ["a.txt", "b.txt"])
    #expect(metadata["delivered"]?.int == 1_000_000_000)
    // Another content takes the place of the last one.
    #expect(try deliver(record(["a.txt": "three"]), [box]).outcomes == [.delivered])
    #expect(
      FileManager.default.fileExists(atPath: place.appendingPathComponent("b.txt").path) == false)
  }

  /// Files that others delivered into one folder are not theirs to remove.
  @Test func deliveriesOfOneFolderKeepToTheirOwn() throws {
    for round in 1...3 {
      let made = try record(["a.txt": "\(round)"])
      _ = try deliver(made, [delivery("p${version}", keep: 1), delivery("q${version}", keep: 1)])
    }
    #expect(names == ["p3", "q3"])
  }

  @Test func filesOfOthersAreNotOverwritten() throws {
    let place = scratch.url.appendingPathComponent("given")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: place.appendingPathComponent("box.zip"))
    let result = try deliver(record(["a.txt": "x"]), [delivery("box", .zip)])
    #expect(result.outcomes == [.failed])
    #expect(result.faults == ["delivery.exists"])
    #expect(names == ["box.zip"])
  }

  @Test func hindrancesSkipWhatNeedsAWholeRun() throws {
    let made = try record(["a.txt": "x"], failed: true)
    let both = [delivery("whole"), delivery("part", .zip, occasion: .always)]
    let result = try deliver(
      made, both, unless: .init(reason: "1 job failed", isPassable: true))
    #expect(result.outcomes == [.skipped, .delivered])
    #expect(names == ["part.zip"])
    #expect(result.transcript.events.count == 2)
    #expect(result.transcript.lines.first?.hasSuffix("/given: 1 job failed") == true)
    let none = try deliver(made, both, unless: .init(reason: "the run was stopped"))
    #expect(none.outcomes == [.skipped, .skipped])
    #expect(none.transcript.lines == ["nothing is delivered: the run was stopped"])
  }

  @Test func aDeliveryHoldsWhatWasChosen() throws {
    let made = try record(["a.txt": "x", "b.txt": "y"])
    #expect(try deliver(made, [delivery("box")], choosing: ["b.txt"]).outcomes == [.delivered])
    let held = try FileManager.default.contentsOfDirectory(atPath: scratch("given/box"))
    #expect(held.sorted() == ["README.md", "b.txt", "delivery.json"])
    let none = try deliver(made, [delivery("none")], choosing: [])
    #expect(none.outcomes == [.skipped])
    #expect(none.faults == ["delivery.empty"])
  }

  // MARK: Notifications

  private func notify(
    _ actions: [FinishAction], title: String = "World", failed: Bool = false, status: Int32 = 0,
    ending: Int32 = 0
  ) throws -> (launches: [FinishNotifier.Launch], warnings: [String]) {
    var launches: [FinishNotifier.Launch] = []
    let notifier = FinishNotifier(
      summary: RunSummary(
        title: title, root: "/out", record: try record(["a.txt": "x"], failed: failed),
        status: status),
      isUnwritten: false,
      sender: .init(sendmail: "/bin/mailer") {
        launches.append($0)
        return ending
      })
    let warnings = notifier.notify(actions).map(\.text)
    return (launches, warnings)
  }

  @Test func mailsHaveTheSummary() throws {
    let (launches, warnings) = try notify(
      [.init(means: .mail("night@example.org"), occasion: .always)], failed: true, status: 1)
    #expect(warnings == [])
    let mail = try #require(launches.first)
    #expect(mail.program == "/bin/mailer")
    #expect(mail.arguments == ["-t", "-i"])
    #expect(
      mail.input == """
        To: night@example.org
        Subject: World: 2 jobs: 1 built, 0 up to date, 1 failed in 2.0 s
        MIME-Version: 1.0
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: 8bit
        Auto-Submitted: auto-generated

        World: 2 jobs: 1 built, 0 up to date, 1 failed in 2.0 s.

        failed: bad
          platen: error: it broke [x.y]

        outputs: /out

        """)
  }

  @Test func subjectsBeyondASCIIAreEncoded() throws {
    let (launches, _) = try notify(
      [.init(means: .mail("a@b"), occasion: .always)],
      title: String(repeating: "Ärdenfell ", count: 8))
    let lines = try #require(launches.first).input.split(separator: "\n")
    let subject = lines.dropFirst().prefix { !$0.hasPrefix("MIME") }
    #expect(subject.count > 1)
    for line in subject {
      #expect(line.utf8.count <= 76 + "Subject:".utf8.count)
      #expect(line.contains("=?utf-8?B?") && line.hasSuffix("?="))
    }
  }

  @Test func addressesOfWebhooksAreNotOnACommandLine() throws {
    let (launches, warnings) = try notify(
      [.init(means: .webhook("https://u:p@example.org/a\"b"), occasion: .always)], ending: 22)
    let hook = try #require(launches.first)
    #expect(hook.program == "curl")
    #expect(hook.arguments == ["--config", "-"])
    #expect(hook.input.contains("url = \"https://u:p@example.org/a\\\"b\"\n"))
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("the webhook at example.org ended with 22") == true)
  }

  @Test func occasionsDecideWhoIsNotified() throws {
    let actions = FinishAction.Occasion.allCases.map {
      FinishAction(means: .command($0.rawValue), occasion: $0)
    }
    #expect(try notify(actions).launches.map(\.arguments.last) == ["changed", "always"])
    #expect(
      try notify(actions, failed: true).launches.map(\.arguments.last)
        == ["changed", "failed", "always"])
  }
}
