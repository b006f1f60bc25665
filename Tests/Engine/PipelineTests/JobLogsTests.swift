// SPDX-License-Identifier: MIT
// Part of Platen: tests of the logs of jobs.

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite struct JobLogsTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test(arguments: [
    ("world", "world.log"), ("../up", "%2E.%2Fup.log"), ("a/b", "a%2Fb.log"),
    ("a%2Fb", "a%252Fb.log"), ("Übersee", "Übersee.log"), ("a\nb", "a%0Ab.log"),
  ]) func AnyJobHasAFileOfItsOwn(job: String, name: String) {
    #expect(JobLogs.fileName(of: job) == name)
  }

  @Test func longNamesAreTruncatedAndStayDistinct() {
    let long = String(repeating: "å", count: 500)
    let names = [long + "a", long + "b"].map(JobLogs.fileName)
    #expect(names[0] != names[1] && names.allSatisfy { $0.utf8.count <= 200 })
  }

  @Test func aLogDescribesWhatItsJobDid() throws {
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    let shared = Stage<Int>("read", version: 1) { _ in
      Diagnosed(1, warnings: [.warning("test.odd", "this is odd")])
    }
    let broken = Stage<Int>("draw", version: 1, after: shared) { _, _ in
      throw Failure(.error("test.broken", "this is broken", hints: ["repair it"]))
    }
    var options = Engine.Options(tool: "test 1")
    let logs = try JobLogs(in: outputs)
    options.logs = logs
    let engine = Engine(environment: empty, outputs: outputs, options: options)
    let plan = try Plan(jobs: [
      Job(id: "good", kind: "test", requestedStages: [shared.erased]),
      Job(id: "bad", kind: "test", requestedStages: [broken.erased]),
    ])
    _ = try engine.run(plan, on: DispatchRunner(width: 1))
    #expect(logs.finish() == nil)
    func lines(_ job: String) -> [String] {
      (scratch.text("out/.platen/logs/\(job).log") ?? "").split(separator: "\n").map {
        String($0.dropFirst(11)).replacing(/[0-9]+\.[0-9]{3} s/, with: "T s")
      }
    }
    #expect(
      lines("good") == [
        "read started", "read: warning: this is odd", "read built in T s, T s of them computing",
        "good: built in T s",
      ])
    #expect(
      lines("bad") == [
        "read started", "read: warning: this is odd", "read built in T s, T s of them computing",
        "draw started", "draw failed in T s, T s of them computing",
        "platen: error: this is broken [test.broken]", "hint: repair it", "bad: failed in T s",
      ])
  }

  @Test func truncatedLogsAreMarked() throws {
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    let logs = try JobLogs(in: outputs)
    let line = String(repeating: "x", count: 1000)
    for _ in 0..<2000 { logs.addLine(line, to: "a", at: 1) }
    logs.addLine("the end", to: "a", at: 2, isEnd: true)
    #expect(logs.finish() == nil)
    let text = try #require(scratch.text("out/.platen/logs/a.log"))
    #expect(text.utf8.count <= JobLogs.limit && text.utf8.count > JobLogs.limit - 20_000)
    let end = text.split(separator: "\n").suffix(2)
    #expect(end.first?.contains("cut here") == true && end.last?.hasSuffix("the end") == true)
  }

  @Test func theNextRunReplacesTheLog() throws {
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    for word in ["old", "new"] {
      let logs = try JobLogs(in: outputs)
      logs.addLine(word, to: "a", at: 0)
      #expect(logs.finish() == nil)
    }
    #expect(scratch.text("out/.platen/logs/a.log") == "    0.000  new\n")
  }

  @Test func writeErrorsAreReportedOnce() throws {
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    let logs = try JobLogs(in: outputs)
    shell("mkdir '\(scratch("out/.platen/logs/a.log"))'")
    logs.addLine("one", to: "a", at: 0)
    logs.addLine("two", to: "a", at: 0)
    #expect(logs.finish()?.diagnostics.count == 1)
  }
}
