// SPDX-License-Identifier: MIT
// Part of Platen: sets of files: one result, as many files as it turns out.

import Diagnostics
import Digests
import TestSupport
import Testing

@testable import Pipeline

@Suite struct FileSetTests {
  let scratch: Scratch
  let store: MemoryStore
  init() throws {
    scratch = try Scratch()
    store = MemoryStore()
  }

  private func set(
    _ files: [(String, String)], tally: Tally? = nil,
    check: @escaping FileCheck = { _ in FileFacts() }
  ) -> Stage<FileArtifact> {
    .files("draw", version: 1, parameters: .of("\(files)"), check: check) { _, set in
      tally?.note("drawn")
      for (name, text) in files { try set.file(name) { try $0.write(text) } }
      return []
    }
  }

  private func publish(_ stage: Stage<FileArtifact>, at path: String = "s/p-${n}.txt") throws
    -> RunResult
  {
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    let job = Job(
      id: "j", kind: "k", outputs: [Job.Output(path, placeholder: "${n}", from: stage)])
    let result = try run([job], outputs: outputs, store: store).result
    store.flush()
    return result
  }

  @Test func filesAreWhereThePathStates() throws {
    let result = try publish(set([("1", "one"), ("2/3", "two"), ("10", "ten")]))
    #expect(scratch.files == ["out/s/p-1.txt", "out/s/p-10.txt", "out/s/p-2/3.txt"])
    #expect(scratch.text("out/s/p-2/3.txt") == "two")
    let output = result.record.jobs[0].outputs[0]
    #expect(output.path == "s/p-${n}.txt" && output.outcome == .built && output.size == 9)
    #expect(
      output.files == [
        FileRecord(path: "s/p-1.txt", size: 3, digest: Digest.of("one")),
        FileRecord(path: "s/p-2/3.txt", size: 3, digest: Digest.of("two")),
        FileRecord(path: "s/p-10.txt", size: 3, digest: Digest.of("ten")),
      ])
    #expect(result.hasMadeSets)
    let again = try RunRecord(json: result.record.json)
    #expect(again.jobs[0].outputs == result.record.jobs[0].outputs)
  }

  @Test func setsAreBuiltOnceAndOnlyMissingFilesArePlacedAgain() throws {
    let tally = Tally()
    let files = [("1", "one"), ("2", "two")]
    _ = try publish(set(files, tally: tally))
    let before = try DiskEnvironment().status(scratch("out/s/p-2.txt"))
    #expect(try publish(set(files, tally: tally)).record.jobs[0].outcome == .upToDate)

    try scratch.write("edited", to: "out/s/p-1.txt")
    let result = try publish(set(files, tally: tally))
    #expect(result.record.jobs[0].outcome == .built)
    #expect(scratch.text("out/s/p-1.txt") == "one")
    #expect(try DiskEnvironment().status(scratch("out/s/p-2.txt")) == before, "left as it was")
    #expect(shell("rm -r '\(scratch("out/s"))'") == 0)
    _ = try publish(set(files, tally: tally))
    #expect(scratch.files == ["out/s/p-1.txt", "out/s/p-2.txt"])
    #expect(tally["drawn"] == 1, "the rest came out of the store")
  }

  /// The folders files of a set lie in are known when they are placed, and swept after a kill.
  @Test func WhatAKilledRunLeftInFoldersOfASetIsSwept() throws {
    do {
      let outputs = try Outputs(root: scratch("out"))
      let stage = set([("1/2", "one"), ("1/3", "two")])
      let job = Job(
        id: "j", kind: "k", outputs: [Job.Output("s/${n}.txt", placeholder: "${n}", from: stage)])
      try run([job], outputs: outputs, store: store).result.saveRecord(in: outputs)
      let notes = scratch.text("out/.platen.lock") ?? ""
      #expect(notes.split(separator: "\n").contains("folder s/1"))
      shell("cp '\(scratch("out/.platen.lock"))' '\(scratch("lock"))'")
      outputs.close()
    }
    try scratch.write("half", to: "out/s/1/.platen-1-1.tmp")
    shell("cp '\(scratch("lock"))' '\(scratch("out/.platen.lock"))'")
    let outputs = try Outputs(root: scratch("out"))
    outputs.close()
    #expect(scratch.text("out/s/1/.platen-1-1.tmp") == nil)
  }

  @Test func ManyFilesArePlaced() throws {
    let files = (1...600).map { (String($0), "number \($0)") }
    _ = try publish(set(files))
    #expect(scratch.files.count == 600)
    #expect(scratch.text("out/s/p-600.txt") == "number 600")
  }

  @Test func EachFileIsChecked() throws {
    let stage = set([("1", "four"), ("2", "four"), ("3", "fourteen")]) { file in
      let bytes = try file.read()
      #expect(["s/p-1.txt", "s/p-2.txt", "s/p-3.txt"].contains(file.target))
      guard bytes.count == 4 else { throw Failure(.error("test.size", file.target)) }
      return FileFacts(pages: 4)
    }
    let result = try publish(stage)
    #expect(result.record.jobs[0].errors.map(\.message) == ["s/p-3.txt"])
    #expect(scratch.files.filter { $0.hasSuffix(".txt") } == [], "none is placed")
    #expect(
      try publish(set([("1", "four")]) { _ in FileFacts(pages: 4) })
        .record.jobs[0].outputs[0].facts == FileFacts(pages: 4))
  }

  @Test(arguments: ["../../a", "1/../../../a", "x", ""])
  func ANameThatLeadsElsewhereIsRefused(name: String) throws {
    let result = try publish(set([(name, "x")]), at: "s/${n}")
    #expect(result.totals.failed == 1)
    #expect(scratch.files == [])
  }

  @Test func NoFilesAtAllOrAnEmptyOneIsRefused() throws {
    #expect(try publish(set([])).record.jobs[0].errors.map(\.code) == [.outputCheck])
    #expect(try publish(set([("1", "")])).record.jobs[0].errors.map(\.code) == [.outputCheck])
    #expect(scratch.files == [])
  }

  @Test func removedMembersOfASetAreFound() throws {
    let first = try publish(set([("1", "one"), ("2", "two"), ("3", "three")])).record
    let second = try publish(set([("1", "one"), ("3", "tree")])).record
    #expect(second.orphaned(since: first).map(\.path) == ["s/p-2.txt"])
    #expect(second.orphaned(since: second) == [])
    let outputs = try #require(Outputs.existing(root: scratch("out")))
    #expect(try outputs.prune(second.orphaned(since: first)[0]) == .untouched)
    #expect(scratch.files.filter { $0.hasSuffix(".txt") } == ["out/s/p-1.txt", "out/s/p-3.txt"])

    // A run in which it failed remembers what lies there.
    var failed = try publish(set([("x", "")])).record
    #expect(failed.jobs[0].outputs[0].files == [])
    failed.adoptExistingFiles(of: second)
    #expect(failed.jobs[0].outputs[0].files == second.jobs[0].outputs[0].files)
    #expect(failed.jobs[0].outputs[0].digest == second.jobs[0].outputs[0].digest)
    let third = try publish(set([("1", "one")])).record
    #expect(third.orphaned(since: failed).map(\.path) == ["s/p-3.txt"])
  }

  @Test func ASetMayFillAFolder() throws {
    let stage = Stage<FileArtifact>.files("write", version: 1, fillsFolder: true) { _, set in
      for name in ["a.md", "b/c.md"] { try set.file(name) { try $0.write(name) } }
      return []
    }
    _ = try publish(stage, at: "v/${n}")
    #expect(scratch.files == ["out/v/a.md", "out/v/b/c.md"])
    func plan(_ other: String, in job: String) throws -> Plan {
      let set = Job.Output("v/${n}", placeholder: "${n}", from: stage)
      let file = Job.Output(other, from: .file("x", version: 1) { _, _ in [] })
      return try Plan(
        jobs: job == "j"
          ? [Job(id: "j", kind: "k", outputs: [set, file])]
          : [Job(id: "j", kind: "k", outputs: [set]), Job(id: job, kind: "k", outputs: [file])])
    }
    _ = try plan("v/image.png", in: "j")
    _ = try plan("w/image.png", in: "other")
    #expect(throws: Failure.self) { _ = try plan("v/image.png", in: "other") }
    #expect(throws: Failure.self) { _ = try plan("v/x/y.md", in: "other") }
  }

  @Test func FilesThatPeopleWriteIntoAreNotRemoved() throws {
    func record(_ names: [String]) throws -> RunRecord {
      let outputs = try Outputs(root: scratch("out"))
      defer { outputs.close() }
      var output = Job.Output(
        "s/p-${n}.txt", placeholder: "${n}", from: set(names.map { ($0, $0) }))
      output.isShared = true
      return try run(
        [Job(id: "j", kind: "k", outputs: [output])], outputs: outputs, store: store
      ).result.record
    }
    let first = try record(["1", "2"])
    #expect(try record(["1"]).orphaned(since: first) == [])
    let none = try Plan(jobs: [Job(id: "j", kind: "k")])
    #expect(first.orphans(in: none).map(\.isShared) == [true, true])
  }

  @Test func filesOfOtherManifestsAreNotOrphaned() throws {
    let ten = try publish(set([("1", "one"), ("2", "two"), ("3", "three")])).record
    let five = try publish(set([("1", "uno")])).record
    var last = RunRecord(
      tool: "t", manifest: "b", jobs: [], totals: RunTotals(),
      others: [ManifestRecord(manifest: "a", jobs: ten.jobs)])
    #expect(five.orphaned(since: last) == [])
    // Nor has what both had made.
    last.jobs = try publish(set([("1", "uno"), ("2", "due"), ("4", "quattro")])).record.jobs
    #expect(five.orphaned(since: last).map(\.path) == ["s/p-4.txt"])
  }

  @Test func FilesOfASetThatIsGoneAreOrphans() throws {
    let record = try publish(set([("1", "one"), ("2", "two")])).record
    let same = try Plan(jobs: [
      Job(
        id: "j", kind: "k",
        outputs: [Job.Output("s/p-${n}.txt", placeholder: "${n}", from: set([]))])
    ])
    #expect(record.orphans(in: same) == [])
    let other = try Plan(jobs: [job("j", publishes: [("s/p-1.txt", file("f", "x"))])])
    #expect(record.orphans(in: other).map(\.path) == ["s/p-2.txt"])
  }

  @Test(arguments: [
    ("a-${n}.png", "a-${n}.png", true), ("a-${n}.png", "a-7.png", true),
    ("a-${n}.png", "a-x.png", false), ("a-${n}.png", "a-.png", false),
    ("a-${n}.png", "a-7.jpg", false), ("a-${n}.png", "a-b-${n}.png", false),
    ("a-${n}.png", "a-1${n}.png", true), ("${n}.png", "1/2.png", true),
    ("a-${n}.png", "a-${n}.jpg", false), ("b/${n}.png", "a/${n}.png", false),
  ])
  func SetsThatCouldMeetAreRefused(one: String, other: String, meet: Bool) throws {
    for paths in [[one, other], [other, one]] {
      let jobs = paths.enumerated().map { index, path in
        Job(
          id: "j\(index)", kind: "k",
          outputs: [
            path.contains("${n}")
              ? Job.Output(path, placeholder: "${n}", from: set([("1", "\(index)")]))
              : Job.Output(path, from: file("f", "\(index)"))
          ])
      }
      if meet {
        let failure = #expect(throws: Failure.self) { try Plan(jobs: jobs) }
        #expect(failure?.diagnostics.map(\.code) == [.outputDuplicate])
      } else {
        _ = try Plan(jobs: jobs)
      }
    }
  }

  @Test(arguments: ["a.png", "${n}/a.png", "${n}-${n}.png"])
  func thePlaceholderOccursOnceInTheName(path: String) {
    #expect(throws: Failure.self) { try OutputPath(path, placeholder: "${n}") }
  }

  @Test func AStageAndItsPathAgree() throws {
    let one = file("f", "x")
    #expect(try publish(one, at: "${n}").record.jobs[0].errors.map(\.code) == [.engine])
    let outputs = try Outputs(root: scratch("out"))
    let result = try run(
      [job("j", publishes: [("a.txt", set([("1", "x")]))])], outputs: outputs
    ).result
    #expect(result.record.jobs[0].errors.map(\.code) == [.engine])
  }
}
