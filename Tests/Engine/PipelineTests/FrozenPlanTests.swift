// SPDX-License-Identifier: MIT
// Part of Platen: plans as files: written, read, damaged, and compared with what a machine has.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite final class FrozenPlanTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for name in ["a", "b", "c"] { try scratch.write("words of \(name)", to: "in/\(name).txt") }
  }

  private var environment: DiskEnvironment { DiskEnvironment(folder: scratch.path) }

  private func text(_ path: String) -> Stage<String> {
    Stage("read", version: 1, files: [path], digest: { Digest.of($0) }) { context in
      Diagnosed(String(decoding: try context.read(path).bytes, as: UTF8.self))
    }
  }

  private func page(_ path: String, _ greeting: String) -> Stage<FileArtifact> {
    .file("print", version: 1, parameters: .of(greeting), after: text(path)) { _, file, text in
      try file.write("\(greeting): \(text)\n")
      return []
    }
  }

  private func jobs(_ greeting: String = "hello") -> [Job] {
    ["a", "b", "c"].map { name in
      job(
        name,
        publishes: [
          ("\(name).txt", page("in/\(name).txt", greeting)),
          ("sub/\(name).txt", page("in/\(name).txt", greeting + "!")),
        ])
    }
  }

  private func basis(_ variables: [FrozenPlan.NamedText] = []) -> FrozenPlan.Basis {
    FrozenPlan.Basis(
      tool: "test 1", program: Digest.of("program"),
      libraries: [FrozenPlan.NamedText("cairo", "1.2.3")], manifest: "platen.yaml",
      manifestDigest: Digest.of("manifest"), variables: variables, leastSeconds: 0)
  }

  private func engine(_ outputs: Outputs?, _ store: LocalStore? = nil) -> Engine {
    Engine(
      environment: environment, outputs: outputs, store: store,
      options: Engine.Options(tool: "test 1", memory: MemoryBudget(bytes: 1 << 30)))
  }

  /// Writes the plan of jobs and reads it again.
  @discardableResult
  private func frozen(
    _ jobs: [Job]? = nil, outputs: Outputs? = nil, store: LocalStore? = nil,
    last: RunRecord? = nil
  ) throws -> FrozenPlan {
    let plan = try Plan(jobs: jobs ?? self.jobs())
    let engine = engine(outputs, store)
    let estimates = engine.estimates(of: plan, last: last) { $0.writesFile ? 2 : 0.5 }
    let written = try engine.freeze(
      plan, on: basis(), estimates,
      parts: [FrozenPlan.File(.font, "Serif.ttf", Digest.of("serif"))], more: { _ in [] },
      digests: FileDigests(), to: scratch("plan"))
    let read = try FrozenPlan(reading: scratch("plan"))
    #expect(read.id == written.id && read.files.count == written.files)
    #expect(scratch.bytes("plan")?.count == written.bytes)
    return read
  }

  @Test func aPlanIsReadAsItWasWritten() throws {
    let plan = try frozen()
    #expect(plan.basis == basis())
    #expect(plan.jobs.map(\.id) == ["a", "b", "c"])
    #expect(plan.jobs.allSatisfy { $0.isDue && $0.kind == "file" && $0.stages.count == 3 })
    #expect(plan.jobs[1].outputs == ["b.txt", "sub/b.txt"])
    #expect(
      plan.files == [
        FrozenPlan.File(.font, "Serif.ttf", Digest.of("serif")),
        FrozenPlan.File(.input, "in/a.txt", Digest.of("words of a")),
        FrozenPlan.File(.input, "in/b.txt", Digest.of("words of b")),
        FrozenPlan.File(.input, "in/c.txt", Digest.of("words of c")),
      ])
    #expect(
      plan.jobs.map { $0.files.map { plan.files[Int($0)].path } } == [
        ["in/a.txt"], ["in/b.txt"], ["in/c.txt"],
      ])
    #expect(plan.stages.map(\.cost) == [500, 2000, 2000, 500, 2000, 2000, 500, 2000, 2000])
    // The same work has the same plan.
    #expect(try frozen().id == plan.id)
    #expect(try frozen(jobs("good day")).id != plan.id)
    #expect(scratch.files.filter { $0.contains("tmp") } == [])
  }

  @Test func recordedTimesAreUsedAndThoseOfTheSameNameElsewhere() throws {
    let plan = try Plan(jobs: jobs())
    var record = RunRecord(tool: "test 1", jobs: [], totals: RunTotals())
    record.jobs = [
      JobRecord(
        id: "a", kind: "file", outcome: .built,
        stages: [
          StageRecord(
            name: "print", key: plan.nodes[1].key, outcome: .built, seconds: 7, cpuSeconds: 1,
            sharedBy: 1)
        ])
    ]
    #expect(
      try frozen(last: record).stages.map(\.cost)
        == [500, 7000, 7000, 500, 7000, 7000, 500, 7000, 7000])
  }

  @Test func jobsThatAreUpToDateAreNotDue() throws {
    let store = try LocalStore(folder: scratch("cache"))
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    _ = try engine(outputs, store).run(
      try Plan(jobs: Array(jobs().prefix(2))), on: ScriptedRunner())
    #expect(try frozen(outputs: outputs, store: store).jobs.map(\.isDue) == [false, false, true])
    try scratch.write("changed", to: "in/b.txt")
    #expect(try frozen(outputs: outputs, store: store).jobs.map(\.isDue) == [false, true, true])
  }

  // MARK: Damage

  private func refusal(_ bytes: [UInt8], _ limits: FrozenPlan.Limits = .init()) -> String? {
    do {
      try scratch.write(bytes, to: "damaged")
      _ = try FrozenPlan(reading: scratch("damaged"), limits: limits)
      return nil
    } catch {
      let diagnostics = (error as? Failure)?.diagnostics ?? []
      #expect(diagnostics.map(\.code) == [.planUnreadable])
      #expect(diagnostics.allSatisfy { !$0.hints.isEmpty })
      return diagnostics.first?.message
    }
  }

  @Test func aPlanThatIsCutOffOrChangedIsRefused() throws {
    try frozen()
    let bytes = try #require(scratch.bytes("plan"))
    #expect(refusal(bytes) == nil)
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(refusal(Array(bytes.prefix(count))) != nil)
    }
    for index in stride(from: 0, to: bytes.count - 80, by: 31) {
      var changed = bytes
      changed[index] ^= 1
      #expect(refusal(changed) != nil, "byte \(index)")
    }
    #expect(refusal(bytes + Array("{}\n".utf8)) == "a line after the last one")
  }

  @Test func aFileThatIsNotAPlanIsRefused() throws {
    #expect(refusal(Array("version: 1\n".utf8)) == "this is not a plan")
    #expect(refusal(Array("{\"jobs\":[]}\n".utf8)) == "this is not a plan")
    #expect(
      refusal(Array("{\"platen-plan\":2}\n".utf8))
        == "format 2 of plans is not supported (expected 1)")
    #expect(refusal([]) == "the plan ends early; expected a last line with its digest")
  }

  /// A plan with these lines between the first and the last, with the right digest.
  private func plan(_ lines: [String]) throws -> [UInt8] {
    try frozen()
    let first = try #require(scratch.text("plan")?.split(separator: "\n").first)
    let text = ([String(first)] + lines).map { $0 + "\n" }.joined()
    return Array((text + "{\"end\":\"\(Digest.of(text))\"}\n").utf8)
  }

  @Test func linesThatDoNotFitAreRefused() throws {
    let key = String(repeating: "0", count: 64)
    let stage = "{\"stage\":\"read\",\"key\":\"\(key)\",\"ms\":5,\"memory\":0}"
    func job(_ id: String, _ stages: String) -> String {
      "{\"job\":\"\(id)\",\"kind\":\"map\",\"stages\":\(stages),\"files\":[],\"outputs\":[],\"due\":true}"
    }
    #expect(refusal(try plan([stage, job("a", "[0]")])) == nil)
    #expect(
      refusal(try plan([stage, job("a", "[1]")]))
        == "stages has a number that is not one of the lines above")
    #expect(refusal(try plan([stage, job("a", "[0,0]")])) != nil)
    #expect(refusal(try plan([stage, job("a", "[-1]")])) != nil)
    #expect(refusal(try plan([stage, job("a", "7")])) == "stages is not a list")
    #expect(
      refusal(try plan([job("a", "[]"), job("a", "[]")])) == "the plan has the job \"a\" twice")
    #expect(refusal(try plan(["{\"stage\":\"x\",\"key\":\"1\",\"ms\":1,\"memory\":1}"])) != nil)
    #expect(
      refusal(try plan(["{\"stage\":\"x\",\"key\":\"\(key)\",\"ms\":-1,\"memory\":1}"]))
        == "ms is not a whole number from 0 to 1000000000")
    #expect(refusal(try plan(["{\"input\":\"x\",\"sha256\":\"zz\"}"])) == "sha256 is not a SHA-256")
    #expect(refusal(try plan(["[]"])) == "unknown line; expected a file, a stage or a job")
    var few = FrozenPlan.Limits()
    few.jobs = 1
    #expect(
      refusal(try plan([job("a", "[]"), job("b", "[]")]), few) == "the plan has too many jobs")
    few.line = 300
    #expect(
      refusal(try plan(["\"" + String(repeating: "x", count: 3_000_000) + "\""]), few) != nil)
  }

  // MARK: Differences

  private func differences(
    _ plan: FrozenPlan, _ here: FrozenPlan.Basis? = nil, jobs: [Job]? = nil,
    parts: [FrozenPlan.File] = []
  ) throws -> [String] {
    var differences = PlanDifferences(plan)
    differences.compare(here ?? basis())
    let jobs = jobs ?? self.jobs()
    differences.compare(jobs: jobs.map(\.id))
    differences.compare(
      try Plan(jobs: jobs), in: environment, digests: FileDigests(), more: { _ in [] },
      parts: { parts })
    #expect(differences.errors.allSatisfy { $0.code == .planDiffers && $0.severity == .error })
    return differences.errors.map {
      ($0.place?.file.map { "\($0): " } ?? "") + $0.message
    }
  }

  @Test func whatIsTheSameHasNoDifferences() throws {
    let plan = try frozen()
    #expect(try differences(plan) == [])
    // A shard sees a part of the jobs.
    var part = PlanDifferences(plan)
    part.compare(
      try Plan(jobs: [jobs()[1]]), in: environment, digests: FileDigests(), more: { _ in [] },
      parts: { [] })
    #expect(part.errors.isEmpty)
  }

  @Test func everyDifferenceIsNamed() throws {
    let plan = try frozen()
    var other = basis()
    other.program = Digest.of("another")
    other.libraries = [FrozenPlan.NamedText("cairo", "1.4")]
    let found = try differences(plan, other)
    #expect(found.count == 2 && found[0].hasPrefix("another build of test 1 than the plan's"))
    #expect(found.last == "cairo has version 1.4, expected 1.2.3")
    other = basis()
    other.tool = "test 2"
    #expect(try differences(plan, other) == ["this is test 2, and the plan is of test 1"])

    try scratch.write("other words", to: "in/a.txt")
    try FileManager.default.removeItem(atPath: scratch("in/c.txt"))
    let inputs = try differences(plan)
    #expect(inputs.count == 2 && inputs[0].hasPrefix("in/a.txt: the file has the digest "))
    #expect(inputs[1].hasPrefix("in/c.txt: the file does not exist, expected the digest "))
  }

  @Test func otherSettingsAreExplainedByFontsAndTemplates() throws {
    let plan = try frozen()
    let found = try differences(
      plan, jobs: jobs("good day"),
      parts: [
        FrozenPlan.File(.font, "Serif.ttf", Digest.of("another")),
        FrozenPlan.File(.template, "Looks/new.yaml", Digest.of("new")),
      ])
    #expect(
      found == [
        "the font Serif.ttf differs from the plan's",
        "the template Looks/new.yaml is not in the plan",
        "the stage \"print\" of the job \"a\" differs",
        "the stage \"print\" of the job \"b\" differs",
        "the stage \"print\" of the job \"c\" differs",
      ])
    #expect(
      try differences(plan, jobs: [jobs()[0], job("z", publishes: [])]) == [
        "the job \"b\" of the plan does not exist here",
        "the job \"c\" of the plan does not exist here", "the job \"z\" is not in the plan",
      ])
  }

  @Test func filesThatOnlyThePlanNamesAreNotRead() throws {
    var plan = try frozen()
    plan.files.append(FrozenPlan.File(.input, "../../etc/passwd", Digest.of("x")))
    plan.jobs[0].files.append(Int32(plan.files.count - 1))
    #expect(try differences(plan) == ["../../etc/passwd of the plan is not read here"])
  }

  // MARK: Shards

  @Test func shardsShareAnOutputDirectoryAndTheLastRunTakesOver() throws {
    let plan = try frozen()
    let whole = try Plan(jobs: jobs())
    do {
      // Both at once; neither waits for the other.
      let one = try Outputs(root: scratch("out"), locking: .share)
      let other = try Outputs(root: scratch("out"), locking: .share)
      for (number, outputs, job) in [(1, one, jobs()[0]), (2, other, jobs()[1])] {
        let result = try engine(outputs).run(try Plan(jobs: [job]), on: ScriptedRunner())
        try ShardRecords(of: plan, in: outputs).write(result.record, shard: number, of: 3)
      }
      #expect(throws: Failure.self) { try Outputs(root: scratch("out"), locking: .fail) }
      one.close()
      other.close()
    }
    #expect(!scratch.files.contains("out/.platen.lock"))
    // A shard that was killed and started again has left this.
    try scratch.write("part", to: "out/sub/.platen-1-1.tmp")
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    let records = ShardRecords(of: plan, in: outputs)
    #expect(records.read().count == 2)
    let adopted = AdoptedJobs(records.read(), of: whole, in: outputs, digests: nil)
    #expect(scratch.files.filter { $0.hasSuffix(".tmp") } == [])
    #expect(adopted.jobs.keys.sorted() == ["a", "b"])
    let rest = try engine(outputs).run(try Plan(jobs: [jobs()[2]]), on: ScriptedRunner())
    let joined = adopted.joined(with: rest)
    #expect(joined.totals.built == 3 && joined.totals.files == 6)
    #expect(joined.record.jobs.map(\.id) == ["a", "b", "c"])
    #expect(joined.record.jobs.flatMap(\.outputs).allSatisfy { $0.digest != nil })
    records.remove()
    #expect(records.read().isEmpty)
    // One that something else has changed since is built again.
    try ShardRecords(of: plan, in: outputs).write(joined.record, shard: 1, of: 1)
    try scratch.write("edited", to: "out/sub/a.txt")
    #expect(
      AdoptedJobs(records.read(), of: whole, in: outputs, digests: nil).jobs.keys.sorted()
        == ["b", "c"])
    #expect(
      AdoptedJobs(records.read(), of: try Plan(jobs: jobs("bye")), in: outputs, digests: nil)
        .jobs.isEmpty)
  }

  @Test func recordsOfAnotherPlanAreNotTaken() throws {
    let plan = try frozen()
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    let result = try engine(outputs).run(try Plan(jobs: jobs()), on: ScriptedRunner())
    try ShardRecords(of: plan, in: outputs).write(result.record, shard: 1, of: 1)
    let other = try frozen(jobs("bye"))
    #expect(ShardRecords(of: other, in: outputs).read().isEmpty)
    try scratch.write(
      "{", to: "out/.platen/shards/\(String(other.id.description.prefix(32)))-1-of-1.json")
    #expect(ShardRecords(of: other, in: outputs).read().isEmpty)
  }
}
