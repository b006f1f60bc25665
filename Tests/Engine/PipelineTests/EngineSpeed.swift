// SPDX-License-Identifier: MIT
// Part of Platen: what the engine itself costs a job, measured for `make bench`.

import Diagnostics
import Digests
import Foundation
import Libc
import TestSupport
import Testing

@testable import Pipeline

/// Ten thousand jobs that add two numbers: all that is left is the engine. Only run by `make bench`,
/// optimized; a machine that is busy otherwise takes longer, though not more CPU.
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["PLATEN_BENCH"] != nil, "measured by make bench"))
struct EngineSpeed {
  /// Milliseconds of CPU a job may cost.
  private let limit = 0.2

  @Test func trivialJobs() throws {
    try measure("no store", jobs: 10_000) { _ in nil }
  }

  @Test func trivialJobsWithStore() throws {
    try measure("with a store", jobs: 10_000) { try LocalStore(folder: $0) }
  }

  /// Files are synced in sequence, which is the disk's time and the kernel's; reported, not judged.
  @Test func tinyFiles() throws {
    let scratch = try Scratch()
    let store = try LocalStore(folder: scratch("store"))
    let outputs = try Outputs(root: scratch("out"))
    let count = 1_000
    let spent = try cpu {
      let jobs = (0..<count).map { index in
        job("j\(index)", publishes: [("\(index).txt", page(total(index)))])
      }
      let result = try run(jobs, on: DispatchRunner(width: 2), outputs: outputs, store: store)
      #expect(result.result.totals.built == count)
      store.flush()
    }
    say("files published, with a store", spent / Double(count))
  }

  private func measure(
    _ what: String, jobs count: Int, store: (String) throws -> LocalStore?
  ) throws {
    var least = Double.infinity
    for _ in 0..<3 {
      let scratch = try Scratch()
      let spent = try cpu {
        let store = try store(scratch("store"))
        let jobs = (0..<count).map { job("j\($0)", wants: total($0)) }
        let engine = Engine(
          environment: empty, outputs: nil, store: store,
          options: Engine.Options(tool: "bench 1", memory: MemoryBudget(bytes: 1 << 30)))
        let result = try engine.run(Plan(jobs: jobs), on: DispatchRunner(width: 2))
        #expect(result.totals.built == count)
        store?.flush()
      }
      least = min(least, spent / Double(count))
    }
    say(what, least)
    #expect(least * 1000 <= limit, "\(least * 1000) ms of CPU for a job")
  }

  private func total(_ index: Int) -> Stage<Int> {
    Stage(
      "add", version: 1, after: number("n\(index)", index), number("m\(index)", 2 * index),
      digest: { Digest.of("\($0)") }
    ) { _, a, b in Diagnosed(a + b) }
  }

  private func page(_ total: Stage<Int>) -> Stage<FileArtifact> {
    .file("print", version: 1, after: total) { _, file, total in
      try file.write("\(total)\n")
      return []
    }
  }

  /// Seconds this process computed while `body` ran, all threads and the kernel's part.
  private func cpu(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let began = now()
    try body()
    return now() - began
  }

  /// Prints a row for `Tests/Benchmarks/bench` to read.
  private func say(_ what: String, _ seconds: Double) {
    print("engine-speed\t\(what)\t\(seconds * 1000)")
  }
}
