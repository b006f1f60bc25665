// SPDX-License-Identifier: MIT
// Part of Platen: tests of the jobs of a run as a follower is told of them, and of small pictures.

import Diagnostics
import Digests
import Foundation
import JSON
import TestSupport
import Testing

@testable import Pipeline

@Suite struct ProgressTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func jobs(_ line: String) throws -> (root: JSONValue, jobs: [JSONValue]) {
    let root = try JSONDocument(parsing: Array(line.utf8)).root
    return (root, root["jobs"]?.elements ?? [])
  }

  @Test func jobsAreReportedWithTheirChanges() throws {
    let outputs = try Outputs(root: scratch("out"), locking: .fail)
    let control = RunControl()
    let socket = try ControlSocket(in: outputs, control)
    let root = scratch("out")
    let seen = Guarded<[String]>([])
    let first = Stage.file("first", version: 1) { _, file in
      // While it runs, its job does and the others wait.
      seen.withLock { $0.append((try? ControlSocket.jobs(since: 0, in: root)) ?? "") }
      try file.write("one")
      return []
    }
    let second = Stage.file("second", version: 1, after: first) { _, file, _ in
      throw Failure(.error("test.bad", "it is bad", hints: ["do it well"]))
    }
    let plan = try Plan(jobs: [
      Job(id: "a", kind: "test", tags: ["t"], outputs: [.init("a.txt", from: first)]),
      Job(id: "b", kind: "test", outputs: [.init("b.txt", from: second)]),
    ])
    let engine = Engine(
      environment: empty, outputs: outputs,
      options: Engine.Options(tool: "test 1"), control: control)
    _ = try engine.run(plan, on: DispatchRunner(width: 1))
    let (began, waiting) = try jobs(try #require(seen.withLock { $0.first }))
    #expect(began["more"]?.bool == false && waiting.count == 2)
    #expect(waiting.map { $0["outcome"]?.string } == ["running", "running"])
    let a = try #require(waiting.first { $0["id"]?.string == "a" })
    #expect(a["outputs"]?[0]?["outcome"]?.string == "running")
    #expect(a["outputs"]?[0]?["path"]?.string == "a.txt" && a["tags"]?[0]?.string == "t")

    let revision = try #require(began["revision"]?.int)
    let (ended, changed) = try jobs(try ControlSocket.jobs(since: revision, in: root))
    #expect(ended["run"]?.string == began["run"]?.string)
    #expect(changed.map { $0["id"]?.string } == ["a", "b"])
    #expect(changed.map { $0["outcome"]?.string } == ["built", "failed"])
    #expect(changed[0]["outputs"]?[0]?["outcome"]?.string == "built")
    #expect(
      changed[0]["outputs"]?[0]?["sha256"]?.string == Digest.of("one").description)
    #expect(changed[1]["errors"]?[0]?["text"]?.string?.contains("it is bad") == true)
    #expect(changed[1]["errors"]?[0]?["hints"]?[0]?.string == "do it well")
    // Nothing has changed since.
    let last = try #require(ended["revision"]?.int)
    #expect(try jobs(try ControlSocket.jobs(since: last, in: root)).jobs.isEmpty)
    #expect(
      try jobs(try ControlSocket.jobs(since: last + 99, in: root)).root["revision"]?.int == last)
    socket.close()
  }

  @Test func ManyJobsComeInPieces() throws {
    let progress = RunProgress()
    let stage = Stage.file("one", version: 1) { _, file in
      try file.write("x")
      return []
    }
    let count = 5000
    let list = (0..<count).map {
      Job(id: "job \($0)", kind: "test", outputs: [.init("\($0).txt", from: stage)])
    }
    progress.begin(
      list, outputs: list.map { [OutputRecord(path: $0.outputs[0].path, outcome: .skipped)] })
    var revision = 0
    var pieces = 0
    var seen: [Int] = []
    while true {
      let line = progress.jsonLine(since: revision)
      #expect(line.utf8.count < 300 << 10)
      let (root, jobs) = try jobs(line)
      seen += jobs.compactMap { $0["number"]?.int }
      revision = try #require(root["revision"]?.int)
      pieces += 1
      guard root["more"]?.bool == true else { break }
    }
    #expect(pieces > 2 && seen == Array(0..<count))
    // A job that has changed twice is told of once.
    progress.stageStarted(of: [7, 9])
    progress.stageStarted(of: [9])
    progress.stageEnded(of: [7, 9])
    progress.note(
      OutputRecord(path: "7.txt", outcome: .built, size: 1, digest: Digest.of("x")), at: 0, of: 7)
    let (_, changed) = try jobs(progress.jsonLine(since: revision))
    #expect(changed.compactMap { $0["number"]?.int } == [9, 7])
    // Of the first another stage is still under way.
    #expect(changed.map { $0["outcome"]?.string } == ["running", "waiting"])
    #expect(changed[0]["outputs"]?[0]?["outcome"]?.string == "running")
    #expect(changed[1]["outputs"]?[0]?["outcome"]?.string == "built")
  }

  /// A small picture comes back with the store, whatever root the file is published in.
  @Test func thumbnailsAreCachedByContent() throws {
    let store = try LocalStore(folder: scratch("cache"))
    let stage = Stage.file("page", version: 1) { _, file in
      file.thumbnail = [0xFF, 0xD8, 0xFF, 1, 2, 3]
      try file.write("a page")
      return []
    }
    let plan = try Plan(jobs: [
      Job(id: "a", kind: "test", outputs: [.init("a.pdf", from: stage)])
    ])
    let engine = Engine(
      environment: empty,
      outputs: try Outputs(root: scratch("out"), locking: .fail), store: store,
      options: Engine.Options(tool: "test 1"))
    _ = try engine.run(plan, on: DispatchRunner(width: 1))
    store.flush()
    let again = try LocalStore(folder: scratch("cache"))
    #expect(again.thumbnail(of: Digest.of("a page")) == [0xFF, 0xD8, 0xFF, 1, 2, 3])
    #expect(again.thumbnail(of: Digest.of("another page")) == nil)
    // One that is gone is done without, and so is one that is damaged.
    try FileManager.default.removeItem(atPath: scratch("cache/blobs"))
    #expect(again.thumbnail(of: Digest.of("a page")) == nil)
  }
}
