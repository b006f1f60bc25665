// SPDX-License-Identifier: MIT
// Part of Platen: the record and the events as JSON.

import Diagnostics
import Digests
import JSON
import TestSupport
import Testing

@testable import Pipeline

@Suite struct RecordTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func jobs() -> [Job] {
    let good = Stage.file(
      "good", version: 1, files: ["in.txt"],
      check: { _ in FileFacts(width: 3, height: 2, pages: 1) }
    ) { context, file in
      try file.write(context.read("in.txt").bytes)
      return [
        .warning(
          "test.warning", "odd \"quoted\"",
          at: Diagnostics.SourceLocation(line: 3, column: 4, field: "x[1]"),
          hints: ["repair it"])
      ]
    }
    return [
      Job(
        id: "a", kind: "map", tags: ["t", "u"], parameters: [.init("look", "parchment")],
        outputs: [.init("a/b.txt", from: good)]),
      Job(id: "b", kind: "sum", requestedStages: [fault("bad").erased]),
      Job(
        id: "c", kind: "map",
        requestedStages: [Stage<Int>("c", version: 1, files: ["gone"]) { _ in Diagnosed(1) }.erased]
      ),
    ]
  }

  private let world = SealedEnvironment(texts: ["in.txt": "hello"])

  @Test func ReadsBackWhatWasWritten() throws {
    let outputs = try Outputs(root: scratch.path)
    #expect(try RunRecord.last(in: outputs) == nil)
    let result = try run(jobs(), environment: world, outputs: outputs).result
    #expect(try result.saveRecord(in: outputs))
    var record = try #require(try RunRecord.last(in: outputs))
    var written = result.record
    // Seconds are written to the microsecond.
    for job in record.jobs.indices {
      for stage in record.jobs[job].stages.indices {
        #expect(
          abs(record.jobs[job].stages[stage].seconds - written.jobs[job].stages[stage].seconds)
            < 1e-6)
        record.jobs[job].stages[stage].seconds = 0
        record.jobs[job].stages[stage].cpuSeconds = 0
        written.jobs[job].stages[stage].seconds = 0
        written.jobs[job].stages[stage].cpuSeconds = 0
      }
    }
    (record.totals.seconds, record.totals.cpuSeconds) = (0, 0)
    (written.totals.seconds, written.totals.cpuSeconds) = (0, 0)
    #expect(record == written)
    #expect(record.jobs.map(\.outcome) == [.built, .failed, .failed])
  }

  @Test func AnIdleRunLeavesTheRecordAlone() throws {
    let outputs = try Outputs(root: scratch.path)
    let one = Array(jobs().prefix(1))
    #expect(try run(one, environment: world, outputs: outputs).result.saveRecord(in: outputs))
    let before = scratch.text("platen-run.json")
    #expect(try !run(one, environment: world, outputs: outputs).result.saveRecord(in: outputs))
    #expect(scratch.text("platen-run.json") == before)
  }

  /// A file in its place is not queried for how long the one above it took.
  @Test func DurationsOutliveARunThatDidNotNeedTheStages() throws {
    let adding = job("s", wants: sum("s", number("x", 1), number("y", 2)))
    var record = try run([adding]).result.record
    let keys = record.jobs[0].stages.map(\.key)
    for stage in record.jobs[0].stages.indices { record.jobs[0].stages[stage].seconds = 0 }
    record.jobs[0].stages[0].seconds = 2
    record.fill(durations: [keys[0]: 5, keys[1]: 3])
    #expect(record.jobs[0].stages.map(\.seconds) == [2, 3, 0])
  }

  @Test func AnIdleRunWritesTheRecordThatIsMissing() throws {
    let outputs = try Outputs(root: scratch.path)
    let one = Array(jobs().prefix(1))
    _ = try run(one, environment: world, outputs: outputs)
    #expect(try run(one, environment: world, outputs: outputs).result.saveRecord(in: outputs))
    #expect(try RunRecord.last(in: outputs)?.jobs.map(\.outcome) == [.upToDate])
  }

  @Test func anIdleRunClearsRecordedFailures() throws {
    let outputs = try Outputs(root: scratch.path)
    let one = Array(jobs().prefix(1))
    let failing = one + [job("b", wants: fault("bad"))]
    #expect(try run(failing, environment: world, outputs: outputs).result.saveRecord(in: outputs))
    #expect(try run(one, environment: world, outputs: outputs).result.saveRecord(in: outputs))
    #expect(try RunRecord.last(in: outputs)?.totals.failed == 0)
    #expect(try !run(one, environment: world, outputs: outputs).result.saveRecord(in: outputs))
  }

  /// Totals stand at a record's head, whatever is in it; a head cut off anywhere is trouble or none,
  /// never a crash.
  @Test func theHeadShowsFailures() {
    for (failed, cancelled) in [(0, 0), (1, 0), (0, 7), (10, 10)] {
      var record = RunRecord(tool: String(repeating: "p", count: 60), jobs: [], totals: RunTotals())
      record.totals.failed = failed
      record.totals.cancelled = cancelled
      record.totals.built = 123_456_789
      record.totals.seconds = 1.0 / 3 * 1e9
      let head = Array(record.json.prefix(RunRecord.headSize))
      #expect(RunRecord.showsFailures(head: head) == (failed + cancelled > 0))
      for length in 0..<40 { #expect(RunRecord.showsFailures(head: Array(head.prefix(length)))) }
    }
    #expect(RunRecord.showsFailures(head: Array("{}".utf8)))
    #expect(RunRecord.showsFailures(head: [UInt8](repeating: 0xFF, count: 600)))
  }

  @Test func anIdleRunAfterAKilledOneRewritesTheRecord() throws {
    let one = Array(jobs().prefix(1))
    do {
      let outputs = try Outputs(root: scratch.path)
      try run(one, environment: world, outputs: outputs).result.saveRecord(in: outputs)
      outputs.close()
    }
    // Killed after it had published and before it wrote the record: its lock lies there.
    try scratch.write("pid 1\nhost mill\n", to: ".platen.lock")
    let outputs = try Outputs(root: scratch.path)
    #expect(try run(one, environment: world, outputs: outputs).result.saveRecord(in: outputs))
    outputs.close()
    let next = try Outputs(root: scratch.path)
    #expect(try !run(one, environment: world, outputs: next).result.saveRecord(in: next))
  }

  /// Two runs are killed one after the other: what each published is still known.
  @Test func filesPublishedByKilledRunsAreFound() throws {
    var shared = job("c", publishes: [("theirs.txt", file("c", "shared"))])
    shared.outputs[0].isShared = true
    for (number, name) in ["a.txt", "b ü.txt"].enumerated() {
      let outputs = try Outputs(root: scratch.path)
      #expect(outputs.unrecorded.count == number)
      _ = try run(
        [job("a", publishes: [(name, file("f", name))]), shared], outputs: outputs)
      shell("cp '\(scratch(".platen.lock"))' '\(scratch("lock"))'")
      outputs.close()
      shell(
        "mv '\(scratch("lock"))' '\(scratch(".platen.lock"))'; printf 'file 12' >> '\(scratch(".platen.lock"))'"
      )
    }
    let outputs = try Outputs(root: scratch.path)
    #expect(
      outputs.unrecorded == ["a.txt": Digest.of("a.txt"), "b ü.txt": Digest.of("b ü.txt")])
    try run(Array(jobs().prefix(1)), environment: world, outputs: outputs).result
      .saveRecord(in: outputs)
    outputs.close()
    let next = try Outputs(root: scratch.path)
    #expect(next.unrecorded.isEmpty, "the record lists all")
    next.close()
  }

  @Test func ARecordThatCouldNotBeWrittenIsWrittenTheNextTime() throws {
    let one = Array(jobs().prefix(1))
    do {
      let outputs = try Outputs(root: scratch.path)
      let result = try run(one, environment: world, outputs: outputs).result
      // A folder in its way, which a rename does not replace.
      try scratch.write("", to: "platen-run.json/full")
      #expect(throws: Failure.self) { try result.saveRecord(in: outputs) }
      outputs.close()
    }
    shell("rm -r \(scratch("platen-run.json"))")
    try scratch.write("{}", to: "platen-run.json")
    let outputs = try Outputs(root: scratch.path)
    #expect(try run(one, environment: world, outputs: outputs).result.saveRecord(in: outputs))
  }

  @Test func jobsOfEarlierRunsCanBeRetained() throws {
    let outputs = try Outputs(root: scratch.path)
    let all = try run(jobs(), environment: world, outputs: outputs).result
    let again = try run([job("b", wants: fault("bad"))], outputs: outputs).result
    try again.saveRecord(in: outputs, keeping: all.record.jobs)
    let record = try #require(try RunRecord.last(in: outputs))
    #expect(record.jobs.map(\.id) == ["b", "a", "c"])
  }

  @Test func WhatWasWarnedOfBeforeTheRunIsRecorded() throws {
    var record = RunRecord(tool: "t", jobs: [], totals: RunTotals())
    #expect(!String(decoding: record.json, as: UTF8.self).contains("\"warnings\": ["))
    record.warnings = [
      .warning("manifest.variable", "odd", at: Diagnostics.SourceLocation(file: "m.yaml", line: 3))
    ]
    #expect(try RunRecord(json: record.json).warnings == record.warnings)
    var options = Engine.Options(tool: "t")
    options.warnings = record.warnings + [.note("manifest.note", "not one")]
    let result = try Engine(environment: empty, outputs: nil, options: options).run(
      Plan(jobs: [job("a", wants: number("n", 1))]), on: ScriptedRunner())
    #expect(result.totals.warnings == 1 && result.record.warnings == options.warnings)
  }

  /// A manifest whose warning was repaired takes it out of the record, though nothing is built.
  @Test func WarningsThatAreGoneLeaveTheRecord() throws {
    let outputs = try Outputs(root: scratch.path)
    func recorded(_ warnings: [Diagnostic]) throws -> Bool {
      var options = Engine.Options(tool: "t")
      options.warnings = warnings
      let engine = Engine(environment: world, outputs: outputs, options: options)
      let result = try engine.run(Plan(jobs: Array(jobs().prefix(1))), on: ScriptedRunner())
      return try result.saveRecord(in: outputs)
    }
    let odd = Diagnostic.warning("manifest.variable", "odd")
    #expect(try recorded([odd]))
    #expect(try !recorded([odd]))
    #expect(try recorded([]))
    #expect(try RunRecord.last(in: outputs)?.warnings == [])
    #expect(try recorded([odd]))
    #expect(try RunRecord.last(in: outputs)?.warnings == [odd])
  }

  @Test func DurationsComeFromTheRecord() throws {
    let stage = number("n", 1)
    let result = try run([job("a", wants: stage)]).result
    #expect(result.record.durations[stage.key] != nil)
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"format":2}"#, #"{"format":1,"tool":"x","jobs":[],"totals":{}}"#,
    #"{"format":1,"tool":"x","jobs":[{}],"totals":{}}"#, #"{"format":1,"tool":5}"#,
    #"{"format":1,"tool":"x","jobs":7}"#,
  ]) func ATornRecordIsAnError(text: String) throws {
    #expect(codes { try RunRecord(json: Array(text.utf8)) } == ["record.unreadable"])
  }

  @Test func EveryPrefixOfARecordIsAnError() throws {
    let outputs = try Outputs(root: scratch.path)
    let bytes = try run(jobs(), environment: world, outputs: outputs).result.record.json
    for length in 0..<(bytes.count - 2) {
      #expect(codes { try RunRecord(json: Array(bytes[..<length])) } == ["record.unreadable"])
    }
    #expect(codes { try RunRecord(json: bytes) } == [])
  }
}

@Suite struct EventTests {
  @Test func EachEventIsALineOfJSON() throws {
    let scratch = try Scratch()
    let outputs = try Outputs(root: scratch.path)
    let loud = Stage.file("f", version: 1) { _, file in
      try file.write("x\n")
      return [.warning("test.warning", "line\nbreak")]
    }
    let (_, events) = try run(
      [job("a", publishes: [("a.txt", loud)]), job("b", wants: fault("bad"))], outputs: outputs)
    let lines = events.map(\.jsonLine)
    #expect(lines.allSatisfy { !$0.contains("\n") })
    let names = try lines.map { try JSONDocument(parsing: Array($0.utf8)).root["event"]?.string }
    #expect(
      names == [
        "begin", "preflight", "job-started", "stage-started", "warning", "job-started",
        "stage-started", "output", "stage-finished", "job-finished", "stage-finished",
        "job-finished", "summary",
      ])
    #expect(lines.first?.hasPrefix(#"{"event":"begin","tool":"test 1","format":1,"#) == true)
    let last = try JSONDocument(parsing: Array((lines.last ?? "").utf8)).root
    #expect(last["built"]?.int == 1 && last["failed"]?.int == 1 && last["warnings"]?.int == 1)
  }
}
