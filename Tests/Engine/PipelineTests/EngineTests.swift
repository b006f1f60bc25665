// SPDX-License-Identifier: MIT
// Part of Platen: whole runs, computing with integers.

import Diagnostics
import Digests
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

@Suite struct EngineTests {
  @Test func SumsGoThroughTheGraph() throws {
    let total = sum("sum", number("two", 2), number("three", 3))
    let (result, _) = try run([job("a", wants: total)])
    #expect(result.value(of: total) == 5)
    #expect(result.totals.built == 1)
  }

  @Test func DiamondRunsSharedNodeOnce() throws {
    let tally = Tally()
    let top = number("top", 7, tally: tally)
    let left = sum("left", top, number("one", 1), tally: tally)
    let right = sum("right", top, number("two", 2), tally: tally)
    let bottom = sum("bottom", left, right, tally: tally)
    let (result, _) = try run([job("a", wants: bottom)])
    #expect(result.value(of: bottom) == 17)
    #expect(tally["top"] == 1)
  }

  @Test func EqualStagesOfTwoJobsAreOne() throws {
    let tally = Tally()
    let jobs = ["a", "b", "c"].map { job($0, wants: number("same", 4, tally: tally)) }
    let (result, events) = try run(jobs)
    #expect(tally["same"] == 1)
    #expect(result.totals.built == 3)
    #expect(result.record.jobs.map { $0.stages.map(\.sharedBy) } == [[3], [3], [3]])
    #expect(events.filter { if case .stageStarted = $0 { true } else { false } }.count == 1)
  }

  @Test func GatherKeepsItsOrder() throws {
    let parts = (0..<5).map { number("part", $0) }
    let all = Stage.gather(parts.reversed())
    let (result, _) = try run([Job(id: "a", kind: "k", requestedStages: [all.erased])])
    #expect(result.value(of: all) == [4, 3, 2, 1, 0])
  }

  @Test func SheetsOfAResultAreKnownToWhoeverRequestsItsStage() throws {
    struct Layout: SheetedResult {
      var paperSheets: PaperSheets
    }
    let sheets = PaperSheets(
      count: 12, columns: 4, rows: 3, paper: "A4", scale: nil, text: "12 sheets of A4")
    let laid = Stage("lay out", version: 1) { _ in Diagnosed(Layout(paperSheets: sheets)) }
    let other = number("n", 1)
    let stages = [laid.erased, other.erased]
    let (result, _) = try run([Job(id: "a", kind: "k", requestedStages: stages)])
    #expect(result.paperSheets(of: laid.erased) == sheets)
    #expect(result.paperSheets(of: other.erased) == nil)
  }

  @Test func FailureCancelsOnlyDependants() throws {
    let good = number("good", 1)
    let bad = fault("bad", after: good)
    let lost = sum("lost", bad, good)
    let (result, events) = try run([
      job("first", wants: lost), job("second", wants: good), job("third", wants: number("x", 9)),
    ])
    #expect(result.value(of: good) == 1)
    #expect(result.value(of: lost) == nil)
    #expect(result.record.jobs.map(\.outcome) == [.failed, .built, .built])
    #expect(result.record.jobs[0].errors.map(\.message) == ["bad is broken"])
    #expect(result.record.jobs[0].stages.map(\.outcome) == [.built, .failed, .skipped])
    #expect(result.totals.failed == 1 && result.totals.built == 2)
    let ends = events.compactMap { event -> String? in
      if case .jobFinished(let job, let outcome, _, _) = event { "\(job) \(outcome)" } else { nil }
    }
    #expect(ends.sorted() == ["first failed", "second built", "third built"])
  }

  @Test func anErrorSharedByTwoJobsFailsBoth() throws {
    let bad = fault("bad")
    let (result, _) = try run([job("a", wants: bad), job("b", wants: bad)])
    #expect(result.record.jobs.map { $0.errors.count } == [1, 1])
  }

  @Test func AnErrorOfAnotherKindIsReported() throws {
    struct Odd: Error {}
    let odd = Stage<Int>("odd", version: 1) { _ in throw Odd() }
    let (result, _) = try run([job("a", wants: odd)])
    #expect(result.record.jobs[0].errors.map(\.code) == [.stage])
    #expect(result.record.jobs[0].errors.first?.message.contains("Odd") == true)
  }

  @Test func FailFastLeavesTheRest() throws {
    let (result, _) = try run(
      [job("a", wants: fault("bad")), job("b", wants: number("n", 1))], failFast: true)
    #expect(result.record.jobs.map(\.outcome) == [.failed, .cancelled])
    #expect(!result.totals.isCancelled)
  }

  @Test func AMissingInputFailsItsJobBeforeAnythingRuns() throws {
    let tally = Tally()
    let environment = SealedEnvironment(texts: ["here.txt": "abc"])
    func size(_ path: String) -> Stage<Int> {
      Stage("size", version: 1, files: [path]) { context in
        tally.note(path)
        return Diagnosed(try context.read(path).count)
      }
    }
    let (result, _) = try run(
      [job("gone", wants: size("gone.txt")), job("here", wants: size("here.txt"))],
      environment: environment)
    #expect(tally.names == ["here.txt"])
    #expect(result.record.jobs[0].outcome == .failed)
    #expect(result.record.jobs[0].errors.map(\.code) == [.fileMissing])
    #expect(result.record.jobs[0].errors.first?.place?.file == "gone.txt")
    #expect(result.record.jobs[0].inputs.map(\.path) == ["gone.txt"])
    #expect(result.record.jobs[1].inputs.first?.digest == Digest.of("abc"))
  }

  @Test func TwoMissingInputsOfOneChainAreBothNamed() throws {
    let first = Stage("first", version: 1, files: ["a"]) { _ in Diagnosed(1) }
    let second = Stage("second", version: 1, files: ["b"], after: first) { _, n in Diagnosed(n) }
    let (result, _) = try run([job("j", wants: second)])
    #expect(result.record.jobs[0].outcome == .failed)
    #expect(result.record.jobs[0].errors.compactMap(\.place?.file) == ["a", "b"])
  }

  @Test func warningsAreReportedOnceAndRecordedWithEachJob() throws {
    let loud = Stage("loud", version: 1, files: ["f"]) { context in
      _ = try context.read("f")
      return Diagnosed(1, warnings: [.warning("test.loud", "hm")])
    }
    let (result, events) = try run(
      [job("a", wants: loud), job("b", wants: sum("s", loud, loud))],
      environment: SealedEnvironment(texts: ["f": ""]))
    let warnings = events.compactMap { event -> Diagnostic? in
      if case .warning(let diagnostic, _) = event { diagnostic } else { nil }
    }
    #expect(warnings.map(\.place?.file) == ["f"], "a stage with one file knows its file")
    #expect(result.record.jobs.map(\.warnings.count) == [1, 1])
    #expect(result.totals.warnings == 1)
  }

  @Test func EventsComeInOrder() throws {
    let (_, events) = try run(
      [job("a", wants: sum("s", number("x", 1), number("y", 2)))], on: ScriptedRunner(width: 2))
    let names = events.map { event in
      switch event {
      case .begin: "begin"
      case .preflight: "preflight"
      case .jobStarted(let job): "job \(job)"
      case .stageStarted(let stage): "start \(stage.name)"
      case .stageFinished(let stage, let outcome, _): "\(outcome) \(stage.name)"
      case .warning: "warning"
      case .output: "output"
      case .jobFinished(let job, let outcome, _, _): "\(outcome) job \(job)"
      case .retrying(let stage, _): "retrying \(stage.name)"
      case .paused: "paused"
      case .resumed: "resumed"
      case .summary: "summary"
      }
    }
    #expect(
      names == [
        "begin", "job a", "start x", "start y", "built x", "built y", "start s", "built s",
        "built job a", "summary",
      ])
  }

  /// A damaged input may have an error on each of its lines.
  @Test func eachErrorOfAJobIsKeptOnceInLinearTime() {
    let linear = isLinear(4_000) { count in
      var state = Run.JobState(openStages: 1, outputs: [])
      for line in 1...count {
        let error = Diagnostic.error("a.b", "broken", at: .init(file: "a.toml", line: line))
        state.add(error)
        state.add(error)
      }
      #expect(state.errors.count == count)
    }
    #expect(linear)
  }

  @Test func EveryJobBeginsAndEndsOnce() throws {
    let lost = Stage("lost", version: 1, files: ["gone"]) { _ in Diagnosed(1) }
    let (_, events) = try run([
      job("lost", wants: lost), Job(id: "nothing", kind: "k"), job("good", wants: number("n", 1)),
      job("bad", wants: fault("bad")), job("after", wants: fault("more", after: lost)),
    ])
    var reported: [String: [String]] = [:]
    for event in events {
      switch event {
      case .jobStarted(let job): reported[job, default: []].append("begins")
      case .jobFinished(let job, let outcome, _, _): reported[job, default: []].append("\(outcome)")
      default: continue
      }
    }
    #expect(
      reported == [
        "lost": ["begins", "failed"], "nothing": ["begins", "upToDate"],
        "good": ["begins", "built"], "bad": ["begins", "failed"], "after": ["begins", "failed"],
      ])
  }

  @Test func RecordedDurationsDecideWhatGoesFirst() throws {
    let tally = Tally()
    let stages = ["a", "b", "c"].map { number($0, 1, tally: tally) }
    _ = try run(
      stages.map { job($0.name, wants: $0) }, durations: [stages[0].key: 1, stages[2].key: 9])
    #expect(tally.names == ["c", "b", "a"], "the unknown one is thought to take the average")
  }

  @Test func MemoryBudgetSerialisesHeavyStages() throws {
    let jobs = (0..<6).map {
      job("j\($0)", wants: number("n", $0, memory: MemoryEstimate(running: 60)))
    }
    let narrow = ScriptedRunner(width: 4)
    _ = try run(jobs, on: narrow, memory: 100)
    #expect(narrow.most == 1)
    let wide = ScriptedRunner(width: 4)
    _ = try run(jobs, on: wide, memory: 180)
    #expect(wide.most == 3)
  }

  @Test func resultsAreReleasedWhenUnneeded() throws {
    final class Thing: Sendable {
      let counter: Counter
      init(_ counter: Counter) {
        self.counter = counter
        counter.change(1)
      }
      deinit { counter.change(-1) }
    }
    final class Counter: Sendable {
      private let state = Guarded((now: 0, most: 0))
      func change(_ by: Int) {
        state.withLock {
          $0.now += by
          $0.most = max($0.most, $0.now)
        }
      }
      var most: Int { state.withLock { $0.most } }
      var now: Int { state.withLock { $0.now } }
    }
    let counter = Counter()
    let jobs = (0..<20).map { index in
      let thing = Stage("thing", version: 1, parameters: .of(index)) { _ in
        Diagnosed(Thing(counter))
      }
      let used = Stage("used", version: 1, after: thing) { _, _ in Diagnosed(index) }
      return job("j\(index)", wants: used)
    }
    _ = try run(jobs)
    #expect(counter.now == 0)
    #expect(counter.most == 1, "one is made, used and let go before the next is made")
  }

  @Test func CancellationEndsTheRun() throws {
    let flag = Cancellation()
    let stops = Stage<Int>("stops", version: 1) { context in
      flag.cancel()
      try context.checkCancellation()
      return Diagnosed(1)
    }
    let (result, _) = try run(
      [job("a", wants: stops), job("b", wants: number("n", 2))], cancellation: flag)
    #expect(result.record.jobs.map(\.outcome) == [.cancelled, .cancelled])
    #expect(result.totals.isCancelled && result.totals.cancelled == 2)
  }

  /// The errors that the painter, the typesetter and the packer of WebP throw when stopped.
  @Test func SwiftsCancellationIsOneToo() throws {
    let flag = Cancellation()
    let stops = Stage<Int>("stops", version: 1) { _ in
      flag.cancel()
      throw CancellationError()
    }
    let (result, _) = try run([job("a", wants: stops)], cancellation: flag)
    #expect(result.record.jobs.map(\.outcome) == [.cancelled])
  }

  @Test func CancelledBeforeItBeginsRunsNothing() throws {
    let flag = Cancellation()
    flag.cancel()
    let tally = Tally()
    let (result, events) = try run(
      [job("a", wants: number("n", 1, tally: tally))], cancellation: flag)
    #expect(tally.names == [])
    #expect(result.totals.cancelled == 1)
    guard case .summary = events.last else {
      Issue.record("no summary")
      return
    }
  }

  @Test func AStageThatStopsUnaskedHasFailed() throws {
    let odd = Stage<Int>("odd", version: 1) { _ in throw Cancelled() }
    let odder = Stage<Int>("odder", version: 1) { _ in throw CancellationError() }
    let (result, _) = try run([job("a", wants: odd), job("b", wants: odder)])
    #expect(result.record.jobs.map(\.outcome) == [.failed, .failed])
  }

  @Test func oneKeyWithTwoTypesIsAnError() {
    let text = Stage("same", version: 1) { _ in Diagnosed("1") }
    let whole = Stage("same", version: 1) { _ in Diagnosed(1) }
    #expect(
      codes {
        try Plan(jobs: [Job(id: "a", kind: "k", requestedStages: [text.erased, whole.erased])])
      } == ["engine.internal"])
  }

  /// The same results, whatever the runner's order and width.
  @Test(arguments: 0..<40) func TheOrderOfEndsDoesNotMatter(seed: Int) throws {
    var numbers = Numbers(seed: UInt64(seed))
    var stages: [Stage<Int>] = [number("n", 1), number("n", 2)]
    for index in 0..<30 {
      let a = stages.randomElement(using: &numbers) ?? stages[0]
      let b = stages.randomElement(using: &numbers) ?? stages[1]
      stages.append(
        Stage("s", version: 1, parameters: .of(index), after: a, b) { _, a, b in
          if (a &+ b) % 11 == 0 { throw Failure(.error("test.fault", "eleven")) }
          return Diagnosed((a &* 31 &+ b) % 1000)
        })
    }
    let jobs = stages.enumerated().map { job("j\($0)", wants: $1) }
    let plain = try run(jobs).result
    let runner = ScriptedRunner(width: 1 + seed % 5) { count in
      Int.random(in: 0..<count, using: &numbers)
    }
    let shuffled = try run(jobs, on: runner).result
    let threaded = try run(jobs, on: DispatchRunner(width: 4)).result
    for stage in stages {
      #expect(shuffled.value(of: stage) == plain.value(of: stage))
      #expect(threaded.value(of: stage) == plain.value(of: stage))
    }
    #expect(shuffled.record.jobs.map(\.outcome) == plain.record.jobs.map(\.outcome))
    #expect(threaded.record.jobs.map(\.outcome) == plain.record.jobs.map(\.outcome))
  }
}

@Suite struct DispatchRunnerTests {
  @Test func NeverMoreThanWidthAtOnce() throws {
    let live = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    let jobs = (0..<200).map { index in
      job(
        "j\(index)",
        wants: Stage("busy", version: 1, parameters: .of(index)) { _ in
          let now = live.add(1, ordering: .sequentiallyConsistent).newValue
          most.max(now, ordering: .sequentiallyConsistent)
          var sum = 0
          for step in 0..<20_000 { sum &+= step &* index }
          live.subtract(1, ordering: .sequentiallyConsistent)
          return Diagnosed(sum)
        })
    }
    let (result, _) = try run(jobs, on: DispatchRunner(width: 3))
    #expect(result.totals.built == 200)
    #expect(most.load(ordering: .sequentiallyConsistent) <= 3)
  }

  /// Many stages over one shared environment and tally: a race here is the sanitizer's to find.
  @Test func ManyStagesShareOneWorld() throws {
    let environment = SealedEnvironment(texts: ["a": "x", "b": "yy"])
    let tally = Tally()
    let shared = Stage("shared", version: 1, files: ["a"]) { context in
      Diagnosed(try context.read("a").count)
    }
    let jobs = (0..<500).map { index in
      job(
        "j\(index)",
        wants: Stage("mine", version: 1, parameters: .of(index), files: ["b"], after: shared) {
          context, length in
          tally.note("mine")
          return Diagnosed(length + (try context.read("b").count) + index)
        })
    }
    let (result, _) = try run(jobs, on: DispatchRunner(width: 4), environment: environment)
    #expect(tally["mine"] == 500)
    #expect(result.record.jobs.allSatisfy { $0.inputs.map(\.path) == ["a", "b"] })
  }

  @Test func CancellationFromAnotherThreadEndsARunSoon() throws {
    let flag = Cancellation()
    let waits = (0..<50).map { index in
      job(
        "j\(index)",
        wants: Stage<Int>("waits", version: 1, parameters: .of(index)) { context in
          if index == 1 { flag.cancel() }
          while true { try context.checkCancellation() }
        })
    }
    let (result, _) = try run(waits, on: DispatchRunner(width: 2), cancellation: flag)
    #expect(result.totals.cancelled == 50)
  }

  @Test func FoldersOfMissingFilesAreSearched() throws {
    let world = SealedEnvironment(texts: ["arms/lion.svg": "", "art/one.svg": ""])
    let look = Stage<Int>("look", version: 1) { context in
      _ = try context.environment.list("art")
      let paths = ["arms/lion.svg", "arms/bear.svg", "arms/boar.svg", "story.notes.md", "/top"]
      return Diagnosed(try paths.filter { try context.environment.status($0) == nil }.count)
    }
    let (result, _) = try run([job("a", wants: look)], environment: world)
    #expect(result.value(of: look) == 4)
    #expect(result.foldersSearched == ["art", "arms", ".", "/"])
  }
}
