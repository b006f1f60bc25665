// SPDX-License-Identifier: MIT
// Part of Platen: publishing real files: whole or not at all, and never outside the root.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// A file stage that writes a text, in two pieces.
func file(
  _ name: String, _ text: String, check: @escaping FileCheck = { _ in FileFacts() }
) -> Stage<FileArtifact> {
  Stage.file(name, version: 1, parameters: .of(text), check: check) { _, file in
    try file.write(String(text.prefix(2)))
    try file.write(String(text.dropFirst(2)))
    return []
  }
}

/// A job that publishes stages' files.
func job(_ id: String, publishes outputs: [(String, Stage<FileArtifact>)]) -> Job {
  Job(id: id, kind: "file", outputs: outputs.map { Job.Output($0.0, from: $0.1) })
}

/// A small file system of its own, for what happens when it is full or read-only; nil where
/// mounting is not allowed.
final class SmallDisk {
  let scratch: Scratch
  init?(kilobytes: Int) {
    guard geteuid() == 0, let scratch = try? Scratch() else { return nil }
    self.scratch = scratch
    guard shell("mount -t tmpfs -o size=\(kilobytes)k tmpfs '\(scratch.path)'") == 0 else {
      return nil
    }
  }
  func makeReadOnly() -> Bool { shell("mount -o remount,ro '\(scratch.path)'") == 0 }
  deinit { shell("umount -l '\(scratch.path)'") }

  static let isPossible = SmallDisk(kilobytes: 64) != nil
}

@Suite struct OutputsTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func publish(_ path: String, _ text: String) throws -> RunResult {
    let outputs = try Outputs(root: scratch("out"))
    defer { outputs.close() }
    return try run([job("j", publishes: [(path, file("f", text))])], outputs: outputs).result
  }

  @Test func filesAreBuiltThenUpToDateThenRebuilt() throws {
    var output = try #require(try publish("maps/a.txt", "hello").record.jobs.first?.outputs.first)
    #expect(output.outcome == .built && output.size == 5 && output.digest == Digest.of("hello"))
    #expect(scratch.text("out/maps/a.txt") == "hello")
    let before = try DiskEnvironment().status(scratch("out/maps/a.txt"))

    output = try #require(try publish("maps/a.txt", "hello").record.jobs.first?.outputs.first)
    #expect(output.outcome == .upToDate && output.digest == Digest.of("hello"))
    #expect(try DiskEnvironment().status(scratch("out/maps/a.txt")) == before, "left as it was")

    output = try #require(try publish("maps/a.txt", "jello").record.jobs.first?.outputs.first)
    #expect(output.outcome == .built)
    #expect(scratch.text("out/maps/a.txt") == "jello")
    #expect(scratch.files == ["out/maps/a.txt"], "no lock, no temporary file is left")
  }

  @Test func OneStageGoesToManyPlaces() throws {
    let tally = Tally()
    let stage = Stage.file("f", version: 1) { _, file in
      tally.note("written")
      try file.write("same")
      return []
    }
    let outputs = try Outputs(root: scratch.path)
    let jobs = [
      job("a", publishes: [("x.txt", stage), ("deep/er/y.txt", stage)]),
      job("b", publishes: [("z.txt", stage)]),
    ]
    let result = try run(jobs, outputs: outputs).result
    outputs.close()
    #expect(tally["written"] == 1)
    #expect(scratch.files == ["deep/er/y.txt", "x.txt", "z.txt"])
    #expect(scratch.text("deep/er/y.txt") == "same")
    #expect(result.record.jobs.flatMap(\.outputs).map(\.outcome) == [.built, .built, .built])
    let first = try DiskEnvironment().status(scratch("x.txt"))?.identity
    #expect(try DiskEnvironment().status(scratch("z.txt"))?.identity != first, "no hard links")
  }

  @Test func TheFactsOfTheCheckAreRecorded() throws {
    let outputs = try Outputs(root: scratch.path)
    let stage = file("f", "4x3") { file in
      #expect(file.size == 3 && file.target == "a.txt")
      let (whole, end) = (try file.read(), try file.read(at: 1, count: 99))
      #expect(whole == Array("4x3".utf8) && end == Array("x3".utf8))
      return FileFacts(width: 4, height: 3)
    }
    let result = try run([job("j", publishes: [("a.txt", stage)])], outputs: outputs).result
    #expect(result.record.jobs[0].outputs[0].facts == FileFacts(width: 4, height: 3))
  }

  @Test func AFileThatFailsItsCheckLeavesTheOldOne() throws {
    _ = try publish("a.txt", "old")
    let outputs = try Outputs(root: scratch("out"))
    let stage = file("f", "new") { file in
      throw Failure(.error("test.blank", "\(file.target) is blank"))
    }
    let result = try run([job("j", publishes: [("a.txt", stage)])], outputs: outputs).result
    outputs.close()
    #expect(result.record.jobs[0].outcome == .failed)
    #expect(result.record.jobs[0].outputs[0].outcome == .failed)
    #expect(result.record.jobs[0].errors.map(\.code.rawValue) == ["test.blank"])
    #expect(scratch.text("out/a.txt") == "old")
    #expect(scratch.files == ["out/a.txt"])
  }

  @Test func AStageThatThrowsHalfwayLeavesNothing() throws {
    let outputs = try Outputs(root: scratch.path)
    let stage = Stage.file("f", version: 1) { _, file in
      try file.write([UInt8](repeating: 7, count: 300_000))
      throw Failure(.error("test.fault", "halfway"))
    }
    let result = try run([job("j", publishes: [("a/b.txt", stage)])], outputs: outputs).result
    outputs.close()
    #expect(result.totals.failed == 1)
    #expect(scratch.files == [])
  }

  @Test func AnEmptyFileIsRefused() throws {
    let result = try publish("a.txt", "")
    #expect(result.record.jobs[0].errors.map(\.code) == [.outputCheck])
    #expect(scratch.files == [])
  }

  @Test func aSwallowedErrorFailsTheStage() throws {
    let flag = Cancellation()
    let outputs = try Outputs(root: scratch.path)
    let stage = Stage.file("f", version: 1) { _, file in
      try file.write("abc")
      flag.cancel()
      // As a C library would that loses its callback's error.
      try? file.write([UInt8](repeating: 0, count: 1 << 20))
      return []
    }
    let result = try run(
      [job("j", publishes: [("a.txt", stage)])], outputs: outputs, cancellation: flag
    ).result
    outputs.close()
    #expect(result.record.jobs[0].outcome == .cancelled)
    #expect(scratch.files == [])
  }

  @Test func BytesOfAnySizeComeOutAsTheyWentIn() throws {
    let outputs = try Outputs(root: scratch.path)
    for sizes in [
      [1], [65_535, 1], [65_536], [65_537], [10, 200_000, 3], [40_000, 40_000, 40_000],
    ] {
      var expected: [UInt8] = []
      for (index, size) in sizes.enumerated() {
        expected += [UInt8](repeating: UInt8(index + 1), count: size)
      }
      let stage = Stage.file("f", version: 1, parameters: .of("\(sizes)")) { _, file in
        for (index, size) in sizes.enumerated() {
          try file.write([UInt8](repeating: UInt8(index + 1), count: size))
        }
        return []
      }
      let result = try run([job("j", publishes: [("a", stage)])], outputs: outputs).result
      #expect(result.record.jobs[0].outputs[0].digest == Digest.of(expected))
      #expect(FileManager.default.contents(atPath: scratch("a")) == Data(expected))
    }
  }

  @Test func ALinkInTheRootLeadsNowhere() throws {
    try FileManager.default.createDirectory(
      atPath: scratch("out"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: scratch("else"), withIntermediateDirectories: true)
    #expect(shell("ln -s ../else '\(scratch("out/maps"))'") == 0)
    let result = try publish("maps/a.txt", "escaped")
    #expect(result.record.jobs[0].errors.map(\.code) == [.outputPath])
    #expect(result.record.jobs[0].errors.first?.message.contains("symbolic link") == true)
    #expect(scratch.text("else/a.txt") == nil)
  }

  @Test func ALinkAtTheTargetIsReplacedNotFollowed() throws {
    try scratch.write("precious", to: "precious.txt")
    try FileManager.default.createDirectory(
      atPath: scratch("out"), withIntermediateDirectories: true)
    #expect(shell("ln -s ../precious.txt '\(scratch("out/a.txt"))'") == 0)
    // The same bytes, so that a link that was followed would be called unchanged.
    let result = try publish("a.txt", "precious")
    #expect(result.record.jobs[0].outputs[0].outcome == .built)
    #expect(scratch.text("precious.txt") == "precious")
    #expect(shell("test -L '\(scratch("out/a.txt"))'") != 0)
  }

  @Test(arguments: ["refused", "there already"])
  func WhatIsNotPublishedIsGoneAtOnce(why: String) throws {
    let outputs = try Outputs(root: scratch("out"))
    let target = try OutputPath("a.txt")
    let written = try outputs.write(
      [target], check: { _ in FileFacts() }, cancellation: Cancellation()
    ) {
      try $0.write("x")
      return []
    }
    // A folder that is not empty is in the way; or the same bytes are.
    try scratch.write("x", to: why == "refused" ? "out/a.txt/b" : "out/a.txt")
    _ = outputs.publish(written, at: [target], noting: nil)
    // The process may end before the last thread lets go of it.
    withExtendedLifetime(written) {
      #expect(!scratch.files.contains { $0.hasSuffix(".tmp") })
    }
  }

  @Test func TheRootItselfMayBeALink() throws {
    try FileManager.default.createDirectory(
      atPath: scratch("disk"), withIntermediateDirectories: true)
    #expect(shell("ln -s disk '\(scratch("out"))'") == 0)
    _ = try publish("a.txt", "x")
    #expect(scratch.text("disk/a.txt") == "x")
  }

  @Test func AFileWhereAFolderShouldBeIsNamed() throws {
    try scratch.write("in the way", to: "out/maps")
    let result = try publish("maps/a.txt", "x")
    #expect(result.record.jobs[0].errors.map(\.code) == [.outputPath])
    #expect(scratch.text("out/maps") == "in the way")
  }

  @Test func AFolderAtTheTargetIsNamed() throws {
    try scratch.write("x", to: "out/a.txt/inside")
    let result = try publish("a.txt", "x")
    #expect(result.record.jobs[0].errors.map(\.code) == [.outputWrite])
    #expect(scratch.files == ["out/a.txt/inside"])
  }

  @Test func AnInputIsNeverOverwritten() throws {
    try scratch.write("map", to: "out/a.txt")
    #expect(shell("ln -s out/a.txt '\(scratch("in.txt"))'") == 0)
    let stage = Stage.file("f", version: 1, files: ["in.txt"]) { context, file in
      try file.write("spoilt " + String(decoding: context.read("in.txt").bytes, as: UTF8.self))
      return []
    }
    let outputs = try Outputs(root: scratch("out"))
    let result = try run(
      [job("j", publishes: [("a.txt", stage)])],
      environment: DiskEnvironment(folder: scratch.path), outputs: outputs
    ).result
    #expect(result.record.jobs[0].errors.map(\.code) == [.outputIsInput])
    #expect(scratch.text("out/a.txt") == "map")
  }

  @Test(
    arguments: [["a.txt"], ["a.txt", "b.txt"], ["b.txt", "a.txt"]], [true, false]
  ) func filesThatStagesReadAreNeverOverwritten(names: [String], isStored: Bool) throws {
    try scratch.write("story", to: "out/a.txt")
    try scratch.write("story", to: "out/b.txt")
    // Like a folder's files, what it reads is known only when it has run.
    let read = Stage<String>("read", version: 1, parameters: .of("undeclared")) { context in
      Diagnosed(String(decoding: try context.read("out/a.txt").bytes, as: UTF8.self))
    }
    let stage = Stage.file("f", version: 1, after: read) { _, file, text in
      try file.write("spoilt " + text)
      return []
    }
    let store = isStored ? try LocalStore(folder: scratch("store")) : nil
    // The second time, the store has the result.
    for _ in 0..<2 {
      let result = try run(
        [job("j", publishes: names.map { ($0, stage) })],
        environment: DiskEnvironment(folder: scratch.path),
        outputs: try Outputs(root: scratch("out")), store: store
      ).result
      let codes: [Diagnostic.Code] = result.record.jobs[0].errors.map(\.code)
      #expect(codes == [.outputIsInput])
      #expect(scratch.text("out/a.txt") == "story")
      #expect(scratch.text("out/b.txt") == (names.count > 1 ? "spoilt story" : "story"))
    }
    #expect(!scratch.files.contains { $0.contains(".platen-") })
  }

  @Test(arguments: [true, false])
  func filesOfSetsNeverOverwriteWhatStagesRead(isStored: Bool) throws {
    try scratch.write("drawing", to: "out/2.txt")
    let read = Stage<String>("read", version: 1, parameters: .of("undeclared")) { context in
      Diagnosed(String(decoding: try context.read("out/2.txt").bytes, as: UTF8.self))
    }
    let stage = Stage<FileArtifact>.files("draw", version: 1, after: read) { _, set, text in
      for name in ["1", "2"] { try set.file(name) { try $0.write("spoilt " + text) } }
      return []
    }
    let store = isStored ? try LocalStore(folder: scratch("store")) : nil
    for _ in 0..<2 {
      let set = Job(
        id: "j", kind: "k",
        outputs: [Job.Output("${n}.txt", placeholder: "${n}", from: stage)])
      let result = try run(
        [set], environment: DiskEnvironment(folder: scratch.path),
        outputs: try Outputs(root: scratch("out")), store: store
      ).result
      #expect(result.record.jobs[0].errors.map(\.code) == [.outputIsInput])
      #expect(result.record.jobs[0].errors.first?.message.hasPrefix("2.txt is the input") == true)
      #expect(scratch.text("out/2.txt") == "drawing")
    }
  }

  @Test func filesThatJobsNameAreNeverOverwritten() throws {
    try scratch.write("notes", to: "out/a.txt")
    var later = job("later", publishes: [("b.txt", file("g", "hello"))])
    later.sources = ["out/a.txt": SourceLocation(file: "platen.yaml", line: 3)]
    let result = try run(
      [job("first", publishes: [("a.txt", file("f", "spoilt"))]), later],
      environment: DiskEnvironment(folder: scratch.path), outputs: try Outputs(root: scratch("out"))
    ).result
    #expect(result.record.jobs.map(\.errors).map { $0.map(\.code) } == [[.outputIsInput], []])
    #expect(scratch.text("out/a.txt") == "notes")
  }

  @Test func inputsOfThePlanAreNeverOverwritten() throws {
    try scratch.write("jobs", to: "out/manifest.json")
    let outputs = try Outputs(root: scratch("out"))
    var options = Engine.Options(tool: "test 1")
    options.sources = ["out/manifest.json", "gone.yaml"]
    let engine = Engine(
      environment: DiskEnvironment(folder: scratch.path), outputs: outputs, options: options)
    let plan = try Plan(jobs: [
      job("bad", publishes: [("manifest.json", file("f", "spoilt"))]),
      job("good", publishes: [("a.txt", file("f", "hello"))]),
    ])
    let result = try engine.run(plan, on: ScriptedRunner())
    #expect(result.record.jobs.map(\.errors).map { $0.map(\.code) } == [[.outputIsInput], []])
    #expect(scratch.text("out/manifest.json") == "jobs")
    #expect(scratch.text("out/a.txt") == "hello")
  }

  @Test func LeftoversOfDeadRunsAreSweptAndOthersStay() throws {
    try scratch.write("torn", to: "out/maps/.platen-4711-3.tmp")
    try scratch.write("torn", to: "out/.platen-4711-4.tmp")
    try scratch.write("mine", to: "out/maps/.platen-notes")
    try scratch.write("mine", to: "out/other/.platen-4711-5.tmp")
    // The dead run noted where it was writing; a folder that is none of ours is left alone.
    try scratch.write("pid 4711\nfolder gone\nfolder elsewhere\n", to: "out/.platen.lock")
    try scratch.write("torn", to: "out/elsewhere/.platen-4711-6.tmp")
    _ = try publish("maps/a.txt", "x")
    // The lock's file stays until a record is written.
    #expect(
      scratch.files == [
        "out/.platen.lock", "out/maps/.platen-notes", "out/maps/a.txt",
        "out/other/.platen-4711-5.tmp",
      ])
  }

  @Test func ALockFileDoesNotLeadTheSweepOutOfTheRoot() throws {
    try scratch.write("torn", to: "beside/.platen-4711-1.tmp")
    try scratch.write("folder ../beside\nfolder \(scratch("beside"))\n", to: "out/.platen.lock")
    _ = try publish("a.txt", "x")
    #expect(
      scratch.files == ["beside/.platen-4711-1.tmp", "out/.platen.lock", "out/a.txt"])
  }

  @Test func OneBadTargetDoesNotSpoilTheOthers() throws {
    try scratch.write("in the way", to: "out/maps")
    let stage = file("f", "x")
    // The first target cannot be hosted beside, the third is a folder; the second is made.
    try scratch.write("x", to: "out/folder/inside")
    let outputs = try Outputs(root: scratch("out"))
    let after = Stage("after", version: 1, after: stage) { _, kept in Diagnosed(kept.size) }
    let result = try run(
      [
        job("a", publishes: [("maps/a.txt", stage)]), job("b", publishes: [("b.txt", stage)]),
        job("c", publishes: [("folder", stage)]), job("d", wants: after),
      ], outputs: outputs
    ).result
    outputs.close()
    #expect(result.record.jobs.map(\.outcome) == [.failed, .built, .failed, .built])
    #expect(result.record.jobs.flatMap(\.outputs).map(\.outcome) == [.failed, .built, .failed])
    #expect(result.value(of: after) == 1)
    #expect(scratch.files == ["out/b.txt", "out/folder/inside", "out/maps"])
  }

  @Test func unpublishedFilesAreOnlyExamined() throws {
    let outputs = try Outputs(root: scratch.path)
    let stage = file("f", "four") { _ in FileFacts(pages: 2) }
    let result = try run(
      [Job(id: "j", kind: "k", requestedStages: [stage.erased])], outputs: outputs
    ).result
    outputs.close()
    #expect(
      result.value(of: stage)
        == FileArtifact(size: 4, digest: Digest.of("four"), facts: FileFacts(pages: 2)))
    #expect(scratch.files == [])
  }

  @Test func ATemporaryFileInUseIsNotSwept() throws {
    let outputs = try Outputs(root: scratch.path, locking: .none)
    let stage = Stage.file("f", version: 1) { [scratch = scratch.path] _, file in
      // Another run in the same folder, which takes no lock either, begins meanwhile.
      let other = try Outputs(root: scratch, locking: .none)
      try other.prepare(folders: [""])
      try file.write("whole")
      return []
    }
    let result = try run([job("j", publishes: [("a.txt", stage)])], outputs: outputs).result
    #expect(result.totals.built == 1)
    #expect(scratch.text("a.txt") == "whole")
  }

  @Test func impossibleRootsAreReported() throws {
    try scratch.write("x", to: "file")
    #expect(codes { try Outputs(root: scratch("file/out")) } == ["output.root"])
    #expect(codes { try Outputs(root: scratch("file")) } == ["output.root"])
    #expect(codes { try Outputs(root: "/proc/self/platen") } == ["output.root"])
  }

  @Test func WithoutARootFilesCannotBePublished() {
    #expect(
      codes { try run([job("j", publishes: [("a", file("f", "x"))])]) } == ["engine.internal"])
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
  func AFullDiskFailsTheJobAndLeavesTheOldFile() throws {
    let disk = try #require(SmallDisk(kilobytes: 256))
    try disk.scratch.write("old", to: "big.bin")
    let big = Stage.file("big", version: 1) { _, file in
      for _ in 0..<100 { try file.write([UInt8](repeating: 1, count: 10_000)) }
      return []
    }
    let outputs = try Outputs(root: disk.scratch.path)
    let result = try run(
      [
        job("big", publishes: [("big.bin", big)]), job("small", publishes: [("b", file("f", "x"))]),
      ],
      outputs: outputs
    ).result
    outputs.close()
    #expect(result.record.jobs.map(\.outcome) == [.failed, .built])
    #expect(result.record.jobs[0].errors.map(\.code) == [.outputWrite])
    #expect(result.record.jobs[0].errors.first?.hints.isEmpty == false)
    #expect(disk.scratch.files == ["b", "big.bin"])
    #expect(disk.scratch.text("big.bin") == "old")
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
  func readOnlyDisksAreReported() throws {
    let disk = try #require(SmallDisk(kilobytes: 256))
    try #require(disk.makeReadOnly())
    #expect(codes { try Outputs(root: disk.scratch.path) } == ["output.root"])
    let outputs = try Outputs(root: disk.scratch.path, locking: .none)
    let result = try run([job("j", publishes: [("a", file("f", "x"))])], outputs: outputs).result
    #expect(result.record.jobs[0].errors.map(\.code) == [.outputWrite])
  }
}

@Suite struct OutputPathTests {
  @Test(arguments: [
    "", "/abs", "../up", "../\u{301}up", "a/..\u{308}/\u{308}b", "/\u{301}abs", "a/../../b", "a/..",
    "folder/", ".", "./", "tab\tname", "nul\0", "line\n",
    ".platen.lock", "maps/.platen-1-1.tmp", "platen-run.json", "./platen-run.json",
    String(repeating: "x", count: 256), String(repeating: "abcdefg/", count: 600) + "x",
  ]) func Refused(text: String) {
    #expect(codes { try OutputPath(text) } == ["output.path"])
  }

  @Test(arguments: [
    ("a.png", "a.png"), ("./a//b/./c.png", "a/b/c.png"), ("...", "..."), ("a..b/c", "a..b/c"),
    ("-rf", "-rf"), ("maps/platen-run.json", "maps/platen-run.json"), ("Žižkov.png", "Žižkov.png"),
  ]) func Taken(text: String, plain: String) throws {
    #expect(try OutputPath(text).text == plain)
  }
}
