// SPDX-License-Identifier: MIT
// Part of Platen: what the engine's tests have in common: stages of integers, runs.

import Diagnostics
import Foundation
import TestSupport

@testable import Pipeline

/// Counts how often what was run.
final class Tally: Sendable {
  private let counts = Guarded<[String: Int]>([:])
  private let order = Guarded<[String]>([])

  func note(_ name: String) {
    counts.withLock { $0[name, default: 0] += 1 }
    order.withLock { $0.append(name) }
  }
  subscript(name: String) -> Int { counts.withLock { $0[name, default: 0] } }
  var names: [String] { order.withLock { $0 } }
}

/// A stage that gives an integer.
func number(
  _ name: String, _ value: Int, memory: MemoryEstimate = .light, tally: Tally? = nil
) -> Stage<Int> {
  Stage(name, version: 1, parameters: .of(value), memory: memory) { _ in
    tally?.note(name)
    return Diagnosed(value)
  }
}

/// A stage that adds two integers.
func sum(
  _ name: String, _ a: Stage<Int>, _ b: Stage<Int>, memory: MemoryEstimate = .light,
  tally: Tally? = nil
) -> Stage<Int> {
  Stage(name, version: 1, memory: memory, after: a, b) { _, a, b in
    tally?.note(name)
    return Diagnosed(a + b)
  }
}

/// A stage that throws.
func fault(_ name: String, after input: Stage<Int>? = nil) -> Stage<Int> {
  let failure = Failure(.error("test.fault", "\(name) is broken"))
  guard let input else { return Stage(name, version: 1) { _ in throw failure } }
  return Stage(name, version: 1, after: input) { _, _ in throw failure }
}

/// A job that requires stages' results.
func job(_ id: String, wants stages: Stage<Int>...) -> Job {
  Job(id: id, kind: "sum", requestedStages: stages.map(\.erased))
}

/// The result of a run of jobs, and its events.
func run(
  _ jobs: [Job], on runner: any Runner = ScriptedRunner(), environment: any Environment = empty,
  outputs: Outputs? = nil, store: (any ResultStore)? = nil, memory: Int = 1 << 30,
  failFast: Bool = false,
  durations: [Key: Double] = [:], cancellation: Cancellation = Cancellation(),
  onEvent: @escaping (Event) -> Void = { _ in }
) throws -> (result: RunResult, events: [Event]) {
  var events: [Event] = []
  let engine = Engine(
    environment: environment, outputs: outputs, store: store,
    options: Engine.Options(
      tool: "test 1", memory: MemoryBudget(bytes: memory), failFast: failFast,
      durations: { durations }),
    control: RunControl(cancellation: cancellation),
    onEvent: {
      events.append($0)
      onEvent($0)
    })
  let result = try engine.run(Plan(jobs: jobs), on: runner)
  return (result, events)
}

/// A world with nothing in it.
let empty = SealedEnvironment(texts: [:])

/// Runs a command of the system and returns its exit code.
@discardableResult
func shell(_ command: String) -> Int32 {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", command]
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return -1 }
  process.waitUntilExit()
  return process.terminationStatus
}
