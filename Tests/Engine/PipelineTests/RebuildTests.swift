// SPDX-License-Identifier: MIT
// Part of Platen: what is made again and what is not, with a real folder of outputs and a real
// store.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// Sums of the numbers in text files, published as text: small enough to see what ran.
@Suite final class RebuildTests {
  private let scratch: Scratch
  private let tally = Tally()

  init() throws {
    scratch = try Scratch()
    try scratch.write("1 2 3", to: "in/a.txt")
    try scratch.write("4 5", to: "in/b.txt")
  }

  /// Reads a file: known by its bytes.
  private func text(_ path: String) -> Stage<String> {
    Stage("read", version: 1, files: [path]) { [tally] context in
      tally.note("read \(path)")
      return Diagnosed(String(decoding: try context.read(path).bytes, as: UTF8.self))
    }
  }

  /// Adds its numbers up; words are warned of. Known by the sum.
  private func total(_ path: String) -> Stage<Int> {
    Stage(
      "add", version: 1, after: text(path), digest: { Digest.of("\($0)") }
    ) { [tally] _, text in
      tally.note("add \(path)")
      let words = text.split(separator: " ")
      let odd = words.filter { Int($0) == nil }
      return Diagnosed(
        words.compactMap { Int($0) }.reduce(0, +),
        warnings: odd.map {
          .warning("sum.word", "\($0) is not a number", at: Diagnostics.SourceLocation(file: path))
        })
    }
  }

  private func page(_ path: String, _ greeting: String = "sum") -> Stage<FileArtifact> {
    .file("print", version: 1, parameters: .of(greeting), after: total(path)) {
      [tally] context, file, total in
      tally.note("print \(path)")
      let mark = context.environment.variable("MARK") ?? ""
      try file.write("\(greeting) \(total)\(mark)\n")
      return []
    }
  }

  private var jobs: [Job] {
    [
      job("a", publishes: [("a.txt", page("in/a.txt"))]),
      job("b", publishes: [("sub/b.txt", page("in/b.txt"))]),
    ]
  }

  private struct Came {
    var ran: [String]
    var result: RunResult
    var warnings: [String]
    var faults: [String]
  }

  /// Runs with a store of its own process: opened again each time.
  private func go(
    _ jobs: [Job]? = nil, salt: String = "1", force: Bool = false,
    variables: [String: String] = [:]
  ) throws -> Came {
    let store = try LocalStore(folder: scratch("cache"))
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    let before = tally.names.count
    var warnings: [String] = []
    var options = Engine.Options(tool: "test 1", salt: salt, memory: MemoryBudget(bytes: 1 << 30))
    options.force = force
    let engine = Engine(
      environment: Seen(base: DiskEnvironment(folder: scratch.path), variables: variables),
      outputs: outputs, store: store, options: options,
      onEvent: { if case .warning(let diagnostic, _) = $0 { warnings.append(diagnostic.message) } })
    let result = try engine.run(try Plan(jobs: jobs ?? self.jobs), on: ScriptedRunner())
    store.flush()
    return Came(
      ran: Array(tally.names[before...]), result: result, warnings: warnings,
      faults: store.takeDiagnostics().map(\.code.rawValue))
  }

  private let everything = [
    "read in/a.txt", "add in/a.txt", "print in/a.txt", "read in/b.txt", "add in/b.txt",
    "print in/b.txt",
  ]

  /// A change, and what runs because of it.
  private func after(
    _ change: () throws -> Void, runs expected: [String], _ outcomes: [Outcome],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    _ = try go()
    try change()
    let came = try go()
    #expect(came.ran == expected, sourceLocation: sourceLocation)
    #expect(
      came.result.record.jobs.map(\.outcome) == outcomes, sourceLocation: sourceLocation)
  }

  @Test func NothingChangedNothingRuns() throws {
    let first = try go()
    #expect(first.ran == everything)
    #expect(first.result.totals.built == 2)
    let second = try go()
    #expect(second.ran == [])
    #expect(second.result.totals.upToDate == 2 && second.result.totals.stages == 0)
    #expect(scratch.text("out/a.txt") == "sum 6\n" && scratch.text("out/sub/b.txt") == "sum 9\n")
    #expect(second.result.record.jobs[0].inputs.map(\.path) == ["in/a.txt"])
  }

  @Test func AChangedInputRemakesWhatIsMadeOfIt() throws {
    try after(
      { try self.scratch.write("1 2 4", to: "in/a.txt") },
      runs: ["read in/a.txt", "add in/a.txt", "print in/a.txt"], [.built, .upToDate])
    #expect(scratch.text("out/a.txt") == "sum 7\n")
  }

  @Test func AnotherTextOfTheSameSumStopsThere() throws {
    try after(
      { try self.scratch.write("3 2 1", to: "in/a.txt") },
      runs: ["read in/a.txt", "add in/a.txt"], [.upToDate, .upToDate])
    // And from now on that text is known as well as the first.
    #expect(try go().ran == [])
    try scratch.write("1 2 3", to: "in/a.txt")
    #expect(try go().ran == ["read in/a.txt"])
  }

  @Test func AChangedFileThatSettingsWereReadFromIsTheReason() throws {
    func jobs(_ greeting: String) -> [Job] {
      var made = job("a", publishes: [("a.txt", page("in/a.txt", greeting))])
      made.inputs = [
        InputRecord(path: "look.txt", size: greeting.utf8.count, digest: Digest.of(greeting))
      ]
      return [made]
    }
    let last = try go(jobs("sum")).result.record
    let engine = Engine(
      environment: DiskEnvironment(folder: scratch.path),
      outputs: Outputs.existing(root: scratch("out")),
      store: try LocalStore(folder: scratch("cache")),
      options: Engine.Options(tool: "test 1", salt: "1", memory: MemoryBudget(bytes: 1 << 30)))
    let foreseen = engine.predictOutcome(try Plan(jobs: jobs("total")), last: last)
    #expect(
      foreseen.outputs.map(\.prospect) == [.built(why: .input(.changed(path: "look.txt")))])
  }

  @Test func ATouchedInputRunsNothing() throws {
    try after(
      { shell("touch -d '2001-01-01' '\(self.scratch("in/a.txt"))'") }, runs: [],
      [.upToDate, .upToDate])
  }

  @Test func ADeletedOutputIsRestored() throws {
    try after(
      { shell("rm -r '\(self.scratch("out/a.txt"))' '\(self.scratch("out/sub"))'") }, runs: [],
      [.built, .built])
    #expect(scratch.text("out/a.txt") == "sum 6\n" && scratch.text("out/sub/b.txt") == "sum 9\n")
  }

  @Test func AnEditedOutputIsRestored() throws {
    try after(
      { try self.scratch.write("sum 7\n", to: "out/a.txt") }, runs: [], [.built, .upToDate])
    #expect(scratch.text("out/a.txt") == "sum 6\n")
  }

  /// An edit of the same length, as soon after the publication as can be.
  @Test func AnEditWithinTheSameTickIsNotMissed() throws {
    for _ in 0..<20 {
      _ = try go()
      try scratch.write("sum 0\n", to: "out/a.txt")
      _ = try go()
      #expect(scratch.text("out/a.txt") == "sum 6\n")
    }
  }

  @Test func damagedBytesAreRebuiltAndReported() throws {
    _ = try go()
    shell("rm '\(scratch("out/a.txt"))'")
    // Every kept file gets other bytes of the same length.
    shell(
      "for f in $(find '\(scratch("cache/blobs"))' -type f); do chmod u+w $f; printf 'xxx 6\\n' > $f; done"
    )
    let came = try go()
    #expect(came.ran == ["read in/a.txt", "add in/a.txt", "print in/a.txt"])
    #expect(scratch.text("out/a.txt") == "sum 6\n")
    #expect(!came.faults.isEmpty)
  }

  @Test func lostBytesAreRebuilt() throws {
    try after(
      {
        shell("rm -r '\(self.scratch("out/a.txt"))'")
        shell("find '\(self.scratch("cache/blobs"))' -type f -delete")
      }, runs: ["read in/a.txt", "add in/a.txt", "print in/a.txt"], [.built, .upToDate])
  }

  @Test func AVariableAStageReadIsPartOfWhatItSaw() throws {
    #expect(try go(variables: ["MARK": "!"]).ran == everything)
    #expect(try go(variables: ["MARK": "!", "OTHER": "x"]).ran == [])
    // Nothing above the stage that asked for it runs.
    let came = try go(variables: ["MARK": "?"])
    #expect(came.ran.filter { $0.hasPrefix("print") }.count == 2)
    #expect(scratch.text("out/a.txt") == "sum 6?\n")
  }

  @Test func OtherParametersRunOnlyWhatTheyBelongTo() throws {
    _ = try go()
    let came = try go([job("a", publishes: [("a.txt", page("in/a.txt", "total"))])])
    // The sum is known, but printing needs the number itself.
    #expect(came.ran == ["read in/a.txt", "add in/a.txt", "print in/a.txt"])
    #expect(scratch.text("out/a.txt") == "total 6\n")
    // Back again: the store has it.
    #expect(try go([jobs[0]]).ran == [])
    #expect(scratch.text("out/a.txt") == "sum 6\n")
  }

  @Test func cachedWarningsAreReportedAgain() throws {
    try scratch.write("1 two 3", to: "in/a.txt")
    let first = try go()
    #expect(first.warnings == ["two is not a number"])
    let second = try go()
    #expect(second.ran == [] && second.warnings == first.warnings)
    #expect(second.result.totals.warnings == 1)
    // Through a restoration, too.
    shell("rm '\(scratch("out/a.txt"))'")
    #expect(try go().warnings == first.warnings)
  }

  @Test func TwoOutputsOfOneStageWarnOnce() throws {
    try scratch.write("1 two 3", to: "in/a.txt")
    let two = [
      job("a", publishes: [("a.txt", page("in/a.txt")), ("c.txt", page("in/a.txt", "x"))]),
      job("b", publishes: [("d.txt", page("in/a.txt", "y"))]),
    ]
    #expect(try go(two).result.totals.warnings == 1)
    let again = try go(two)
    #expect(again.ran == [] && again.warnings.count == 1)
    #expect(again.result.totals.warnings == 1)
  }

  @Test func AMissingInputFailsThoughItsOutputIsThere() throws {
    _ = try go()
    shell("rm '\(scratch("in/a.txt"))'")
    let came = try go()
    #expect(came.result.record.jobs.map(\.outcome) == [.failed, .upToDate])
    #expect(came.result.record.jobs[0].errors.map(\.code) == [.fileMissing])
    #expect(scratch.text("out/a.txt") == "sum 6\n", "the earlier file is kept as is")
  }

  @Test func anotherProgramFindsNothing() throws {
    _ = try go()
    #expect(try go(salt: "2").ran == everything)
  }

  @Test func ForceRunsAllAndKeepsIt() throws {
    _ = try go()
    let forced = try go(force: true)
    #expect(forced.ran == everything)
    #expect(forced.result.totals.upToDate == 2, "the bytes are the same")
    #expect(try go().ran == [])
  }

  @Test func AnotherRootIsFilledFromTheStore() throws {
    _ = try go()
    shell("mv '\(scratch("out"))' '\(scratch("old"))'")
    let came = try go()
    #expect(came.ran == [] && came.result.totals.built == 2)
    #expect(scratch.text("out/a.txt") == "sum 6\n")
  }

  @Test func APassingFailureIsTriedAgain() throws {
    let tally = tally
    let shaky = Stage("shaky", version: 1) { _ -> Diagnosed<Int> in
      tally.note("shaky")
      if tally["shaky"] < 3 {
        throw Failure(.error("test.busy", "come back later"), isPassing: true)
      }
      return Diagnosed(1)
    }
    var options = Engine.Options(tool: "test 1", memory: MemoryBudget(bytes: 1 << 20))
    options.retries = 2
    options.retryDelay = 0.01
    var retries = 0
    let engine = Engine(
      environment: empty, outputs: nil, options: options,
      onEvent: { if case .retrying = $0 { retries += 1 } })
    let result = try engine.run(Plan(jobs: [job("a", wants: shaky)]), on: DispatchRunner(width: 2))
    #expect(result.value(of: shaky) == 1)
    #expect(retries == 2 && tally["shaky"] == 3)
  }

  @Test func AJobThatTakesTooLongFailsAlone() throws {
    let slow = Stage<Int>("slow", version: 1) { context in
      while true {
        try context.checkCancellation()
        usleep(1000)
      }
    }
    var limited = job("slow", wants: slow)
    limited.timeLimit = 0.05
    let quick = number("quick", 7)
    let engine = Engine(
      environment: empty, outputs: nil, options: Engine.Options(tool: "test 1"))
    let result = try engine.run(
      Plan(jobs: [limited, job("quick", wants: quick)]), on: DispatchRunner(width: 2))
    #expect(result.record.jobs.map(\.outcome) == [.failed, .built])
    #expect(result.record.jobs[0].errors.map(\.code) == [.jobTime])
    #expect(!result.totals.isCancelled)
  }

  @Test func APausedRunStartsNothingUntilItIsResumed() throws {
    let control = RunControl()
    let tally = tally
    let first = Stage("first", version: 1) { _ -> Diagnosed<Int> in
      tally.note("first")
      control.send(.pause)
      return Diagnosed(1)
    }
    let second = sum("second", first, first, tally: tally)
    var sawPause = false
    let engine = Engine(
      environment: empty, outputs: nil, options: Engine.Options(tool: "test 1"), control: control,
      onEvent: { event in
        if case .paused = event {
          sawPause = true
          #expect(tally["second"] == 0)
          control.send(.resume)
        }
      })
    let result = try engine.run(
      Plan(jobs: [job("a", wants: second)]), on: DispatchRunner(width: 1))
    #expect(sawPause && result.value(of: second) == 2)
  }
}

/// A world with variables of its own.
private struct Seen: Environment {
  let base: DiskEnvironment
  let variables: [String: String]
  var anchor: String { base.anchor }
  func status(_ path: String) throws -> FileStatus? { try base.status(path) }
  func read(_ path: String, limit: Int) throws -> FileBytes {
    try base.read(path, limit: limit)
  }
  func list(_ folder: String) throws -> [FolderEntry] { try base.list(folder) }
  func variable(_ name: String) -> String? { variables[name] }
}
