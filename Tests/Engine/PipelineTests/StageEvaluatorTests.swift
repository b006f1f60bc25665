// SPDX-License-Identifier: MIT
// Part of Platen: tests of values of stages without a run.

import Diagnostics
import Testing

@testable import Pipeline

@Suite struct StageEvaluatorTests {
  private func counting(_ count: Guarded<Int>) -> Stage<Int> {
    Stage("count", version: 1) { _ in
      count.withLock { $0 += 1 }
      return Diagnosed(20, warnings: [.warning(.engine, "counted")])
    }
  }

  private func evaluator() -> StageEvaluator {
    StageEvaluator(environment: DiskEnvironment(), width: 2)
  }

  @Test func aStageRunsOncePerValueAndOnceWhereItIsKept() throws {
    let count = Guarded(0)
    let base = counting(count)
    let twice = Stage("add", version: 1, after: base, base) { _, one, other in
      Diagnosed(one + other + 2)
    }
    let evaluator = evaluator()
    let value = try evaluator.value(of: twice)
    #expect(value.value == 42)
    #expect(value.warnings.map(\.message) == ["counted"])
    #expect(count.withLock { $0 } == 1)
    #expect(try evaluator.keep(base).value == 20)
    #expect(try evaluator.value(of: twice).warnings.isEmpty)
    #expect(count.withLock { $0 } == 2)
  }

  @Test func errorsAreInTheFileOfTheirStage() throws {
    let failing = Stage<Int>("read", version: 1, files: ["a.map"]) { _ in
      throw Failure(.error(.engine, "damaged"))
    }
    do {
      _ = try evaluator().value(of: failing)
      Issue.record("no error")
    } catch let failure as Failure {
      #expect(failure.diagnostics.map { $0.place?.file } == ["a.map"])
    }
  }

  @Test func aCancelledStageDoesNotBegin() throws {
    let count = Guarded(0)
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: Cancelled.self) {
      try evaluator().value(of: counting(count), cancellation: cancellation)
    }
    #expect(count.withLock { $0 } == 0)
  }

  @Test func aFileIsNoValue() throws {
    let file = Stage<FileArtifact>.file("write", version: 1, parameters: .none) { _, _ in [] }
    #expect(throws: Failure.self) { try evaluator().value(of: file) }
  }
}
