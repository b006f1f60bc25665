// SPDX-License-Identifier: MIT
// Part of Platen: tests of manifests that share an output directory.

import Diagnostics
import Digests
import TestSupport
import Testing

@testable import Pipeline

@Suite struct ManifestRecordTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func plan(_ paths: [String]) throws -> Plan {
    try Plan(jobs: paths.map { job($0, publishes: [($0, file($0, "of \($0)"))]) })
  }

  /// Runs a manifest that makes these files and saves its record; the record as it sees it then.
  @discardableResult
  private func make(_ paths: [String], as manifest: String?, in outputs: Outputs) throws
    -> RunRecord
  {
    let plan = try plan(paths)
    let last = try RunRecord.last(in: outputs)?.seen(
      by: manifest, making: plan.outputPaths, exists: outputs.hasManifest)
    let result = try run(plan.jobs, outputs: outputs).result
    try result.saveRecord(
      in: outputs, of: manifest, orphans: last?.orphans(in: plan) ?? [], last: last)
    return try #require(try RunRecord.last(in: outputs)).seen(by: manifest)
  }

  private func orphans(of manifest: String?, making paths: [String], in outputs: Outputs) throws
    -> [String]
  {
    let plan = try plan(paths)
    let record = try RunRecord.last(in: outputs)?.seen(
      by: manifest, making: plan.outputPaths, exists: outputs.hasManifest)
    return (record?.orphans(in: plan) ?? []).map(\.path)
  }

  @Test func AnotherManifestsFilesAreNoOrphans() throws {
    for name in ["a.yaml", "b.yaml"] { try scratch.write("", to: name) }
    let outputs = try Outputs(root: scratch("out"))
    try make(["a1", "a2"], as: "../a.yaml", in: outputs)
    try make(["b1", "b2"], as: "../b.yaml", in: outputs)
    #expect(try orphans(of: "../b.yaml", making: ["b1"], in: outputs) == ["b2"])
    #expect(try orphans(of: "../a.yaml", making: ["a2"], in: outputs) == ["a1"])
    #expect(try orphans(of: "../c.yaml", making: ["c"], in: outputs) == [])
    // An orphan that is still there is its manifest's, whichever runs next.
    try make(["b1"], as: "../b.yaml", in: outputs)
    let record = try make(["a1", "a2"], as: "../a.yaml", in: outputs)
    #expect(record.manifest == "../a.yaml" && record.jobs.map(\.id) == ["a1", "a2"])
    #expect(record.others.map(\.manifest) == ["../b.yaml"])
    #expect(record.others[0].jobs.map(\.id) == ["b1"])
    #expect(record.others[0].orphans.map(\.path) == ["b2"])
    #expect(try RunRecord(json: record.json) == record)
    #expect(try orphans(of: "../b.yaml", making: ["b1"], in: outputs) == ["b2"])
    #expect(record.everyOutput.map(\.path) == ["b2", "b1", "a1", "a2"])
  }

  @Test func outputsTakenOverBelongToOneManifest() throws {
    for name in ["a.yaml", "b.yaml"] { try scratch.write("", to: name) }
    let outputs = try Outputs(root: scratch("out"))
    try make(["a1", "both"], as: "../a.yaml", in: outputs)
    let plan = try plan(["b1", "both"])
    let seen = try #require(try RunRecord.last(in: outputs)).seen(
      by: "../b.yaml", making: plan.outputPaths, exists: outputs.hasManifest)
    let clashes = seen.clashes(with: plan)
    #expect(clashes.map(\.output.path) == ["both"] && clashes.map(\.manifest) == ["../a.yaml"])
    try make(["b1", "both"], as: "../b.yaml", in: outputs)
    #expect(try orphans(of: "../a.yaml", making: ["a1"], in: outputs) == [])
    try make(["a1"], as: "../a.yaml", in: outputs)
    // Now it is only the other's, and no clash any more.
    let record = try #require(try RunRecord.last(in: outputs)).seen(by: "../b.yaml")
    #expect(record.clashes(with: plan).isEmpty)
    #expect(try orphans(of: "../b.yaml", making: ["b1"], in: outputs) == ["both"])
  }

  @Test func AnOrphanThatAnotherManifestTakesOverIsNone() throws {
    for name in ["a.yaml", "b.yaml"] { try scratch.write("", to: name) }
    let outputs = try Outputs(root: scratch("out"))
    try make(["a1", "moved"], as: "../a.yaml", in: outputs)
    #expect(
      try make(["a1", "new"], as: "../a.yaml", in: outputs).orphans.map(\.path) == ["moved"])
    let record = try make(["moved"], as: "../b.yaml", in: outputs)
    #expect(record.others.map(\.manifest) == ["../a.yaml"])
    #expect(record.others.flatMap(\.orphans) == [])
    #expect(try orphans(of: "../a.yaml", making: ["a1", "new"], in: outputs) == [])
  }

  @Test func aRenamedManifestKeepsItsOutputs() throws {
    let outputs = try Outputs(root: scratch("out"))
    // The old one is gone; one that makes nothing of its own takes nothing over.
    try make(["a1", "a2"], as: "../old.yaml", in: outputs)
    #expect(try orphans(of: "../else.yaml", making: ["e"], in: outputs) == [])
    #expect(try orphans(of: "../new.yaml", making: ["a1"], in: outputs) == ["a2"])
    let record = try make(["a1"], as: "../new.yaml", in: outputs)
    #expect(record.others == [] && record.orphans.map(\.path) == ["a2"])
    // One that came from standard input never was a file.
    try make(["p1", "p2"], as: "../-", in: outputs)
    #expect(try orphans(of: "../new.yaml", making: ["p1"], in: outputs) == ["a1", "a2"])
  }

  @Test func ofARecordWithoutNamesOnlyBuiltOutputsBelongToAManifest() throws {
    let outputs = try Outputs(root: scratch("out"))
    try make(["a1", "a2", "a3"], as: nil, in: outputs)
    #expect(try orphans(of: "../a.yaml", making: ["a1", "a2"], in: outputs) == [])
    var record = try make(["a1", "a2"], as: "../a.yaml", in: outputs)
    #expect(record.jobs.map(\.id) == ["a1", "a2"])
    #expect(record.others.map(\.manifest) == [nil])
    #expect(record.others.flatMap(\.everyOutput).map(\.path) == ["a3"])
    // From here on it is known, and what is not goes from the record when it is gone.
    #expect(try orphans(of: "../a.yaml", making: ["a1"], in: outputs) == ["a2"])
    shell("rm '\(scratch("out/a3"))'")
    record = try make(["a1", "a2", "a4"], as: "../a.yaml", in: outputs)
    #expect(record.others == [])
  }

  @Test func AManifestIsNamedByItsWayFromTheOutputDirectory() throws {
    try scratch.write("", to: "one/project/platen.yaml")
    for (root, name) in [
      ("one/project/out", "../platen.yaml"), ("one/project", "platen.yaml"),
      ("one/project/out/maps", "../../platen.yaml"), ("srv", "../one/project/platen.yaml"),
    ] {
      let outputs = try Outputs(root: scratch(root), locking: .none)
      #expect(outputs.manifestName(of: scratch("one/project/platen.yaml")) == name)
      #expect(outputs.manifestPath(of: name) == scratch("one/project/platen.yaml"))
      #expect(outputs.hasManifest(name) && !outputs.hasManifest(name + "x"))
    }
    shell("mv '\(scratch("one"))' '\(scratch("two"))'")
    let moved = try Outputs(root: scratch("two/project/out"), locking: .none)
    #expect(moved.manifestName(of: scratch("two/project/platen.yaml")) == "../platen.yaml")
    #expect(moved.hasManifest("../platen.yaml") && moved.hasManifest("../-"))
  }

  @Test func recordsAreDueUntilTheyNameTheManifest() throws {
    let outputs = try Outputs(root: scratch("out"))
    try make(["a"], as: "../a.yaml", in: outputs)
    #expect(!outputs.isRecordDue(by: "../a.yaml") && outputs.hasRecordOnly(of: "../a.yaml"))
    #expect(outputs.isRecordDue(by: "../b.yaml") && !outputs.hasRecordOnly(of: "../b.yaml"))
    try make(["b"], as: "../b.yaml", in: outputs)
    #expect(!outputs.isRecordDue(by: "../a.yaml") && !outputs.isRecordDue(by: "../b.yaml"))
    #expect(!outputs.hasRecordOnly(of: "../a.yaml") && !outputs.hasRecordOnly(of: "../b.yaml"))

    // One that failed is to be taken back, though another ran well since.
    let failing = try run([job("x", wants: fault("bad"))], outputs: outputs).result
    let last = try RunRecord.last(in: outputs)
    try failing.saveRecord(in: outputs, of: "../a.yaml", last: last?.seen(by: "../a.yaml"))
    #expect(outputs.isRecordDue(by: "../a.yaml") && !outputs.isRecordDue(by: "../b.yaml"))
    try make(["b", "c"], as: "../b.yaml", in: outputs)
    #expect(outputs.isRecordDue(by: "../a.yaml") && !outputs.isRecordDue(by: "../b.yaml"))
  }

  @Test func theHeadListsOtherManifests() {
    for name in ["../a.yaml", "a \"b\"\n\u{1F5FA}.yaml", String(repeating: "d/", count: 2000)] {
      var record = RunRecord(tool: "test", manifest: name, jobs: [], totals: RunTotals())
      #expect(RunRecord.isOnly(name, head: record.json))
      #expect(!RunRecord.isOnly(name + "x", head: record.json))
      #expect(!RunRecord.isOnly(nil, head: record.json))
      record.others = [ManifestRecord(manifest: "b", jobs: [])]
      #expect(!RunRecord.isOnly(name, head: record.json))
    }
  }

  @Test func AJobWhoseOutputsAreUnknownKeepsThoseOfBefore() throws {
    let outputs = try Outputs(root: scratch("out"))
    let good = job("a", publishes: [("a1", file("a1", "one")), ("a2", file("a2", "two"))])
    try run([good], outputs: outputs).result.saveRecord(in: outputs)
    var bad = job("a", publishes: [("a1", file("bad", ""))])
    bad.planningErrors = [.error("test.unknown", "unknown")]
    let last = try RunRecord.last(in: outputs)
    try run([bad], outputs: outputs).result.saveRecord(in: outputs, last: last)
    let record = try #require(try RunRecord.last(in: outputs))
    #expect(record.jobs[0].outcome == .failed)
    #expect(record.jobs[0].outputs.map(\.path) == ["a1", "a2"])
    #expect(record.jobs[0].outputs.map(\.digest) == [Digest.of("one"), Digest.of("two")])
    #expect(record.jobs[0].outputs[1].outcome == .skipped)
  }

  @Test func TheHistoryKnowsTheManifest() throws {
    let outputs = try Outputs(root: scratch("out"))
    let history = try RunHistory(in: outputs)
    var record = RunRecord(tool: "t", manifest: "a", jobs: [], totals: RunTotals())
    try history.add(record, after: nil, finished: 1)
    record.manifest = "b"
    try history.add(record, after: nil, finished: 2)
    #expect(try history.last(of: "a")?.finished == 1)
    #expect(try history.last(of: "b")?.finished == 2)
    #expect(try history.last(of: "c") == nil)
  }
}
