// SPDX-License-Identifier: MIT
// Part of Platen: whether traces still hold, and what is remembered of files to tell it cheaply.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// Counts the requests to the environment behind it.
private struct CountingEnvironment: Environment {
  var anchor: String { base.anchor }
  let base: any Environment
  let tally = Tally()

  func status(_ path: String) throws -> FileStatus? {
    tally.note("status \(path)")
    return try base.status(path)
  }
  func read(_ path: String, limit: Int) throws -> FileBytes {
    tally.note("read \(path)")
    return try base.read(path, limit: limit)
  }
  func list(_ folder: String) throws -> [FolderEntry] {
    tally.note("list \(folder)")
    return try base.list(folder)
  }
  func variable(_ name: String) -> String? {
    tally.note("variable \(name)")
    return base.variable(name)
  }
}

@Suite struct StoreTraceTests {
  private let before = SealedEnvironment(
    texts: ["a/x": "one", "a/y": "two"], variables: ["V": "v"])

  private func trace() throws -> [Trace.Access] {
    let tracing = TracingEnvironment(before)
    _ = try tracing.read("a/x")
    _ = try tracing.status("a/y")
    _ = try tracing.status("b/z")
    _ = try tracing.list("a")
    _ = tracing.variable("V")
    _ = tracing.variable("W")
    return tracing.trace.accesses
  }

  private func change(_ texts: [String: String], _ variables: [String: String]) throws -> String? {
    let now = SealedEnvironment(texts: texts, variables: variables)
    return TraceVerifier(now, digests: FileDigests()).change(in: try trace())?.description
  }

  @Test func ATraceHoldsUntilAnAnswerChanges() throws {
    let texts = ["a/x": "one", "a/y": "two"]
    let variables = ["V": "v"]
    #expect(try change(texts, variables) == nil)
    #expect(try change(texts.merging(["a/x": "ONE"]) { $1 }, variables) == "a/x changed")
    #expect(try change(texts.merging(["a/x": "longer"]) { $1 }, variables) == "a/x changed")
    #expect(try change(["a/y": "two"], variables) == "a/x is gone")
    #expect(try change(["a/x": "one"], variables) == "a/y is gone")
    // Only that it is there was asked.
    #expect(try change(texts.merging(["a/y": "TWO"]) { $1 }, variables) == nil)
    #expect(try change(texts.merging(["b/z": ""]) { $1 }, variables) == "b/z now exists")
    #expect(try change(texts.merging(["b/other": ""]) { $1 }, variables) == nil)
    #expect(try change(texts.merging(["a/new": ""]) { $1 }, variables) == "the names in a changed")
    #expect(try change(texts, ["V": "w"]) == "variable V was v, is w")
    #expect(try change(texts, [:]) == "variable V was v, is not set")
    #expect(try change(texts, ["V": "v", "W": "1"]) == "variable W was not set, is 1")
    #expect(try change(["a/x/below": "", "a/y": "two"], variables) == "a/x changed")
  }

  @Test func eachQueryIsMadeOnce() throws {
    let world = CountingEnvironment(base: before)
    let verifier = TraceVerifier(world, digests: FileDigests())
    let trace = try trace()
    for _ in 0..<100 { #expect(verifier.holds(trace)) }
    #expect(
      world.tally.names.sorted() == [
        "list a", "read a/x", "status a/x", "status a/y", "status b/z", "variable V", "variable W",
      ])
  }

  @Test func AnotherSizeIsSeenWithoutReading() throws {
    let world = CountingEnvironment(base: SealedEnvironment(texts: ["a/x": "longer"]))
    let verifier = TraceVerifier(world, digests: FileDigests())
    #expect(verifier.change(in: try trace()) == .changed(path: "a/x"))
    #expect(world.tally.names == ["status a/x"])
  }

  @Test func PipesNeverHold() throws {
    let scratch = try Scratch()
    #expect(mkfifo(scratch("pipe"), 0o600) == 0)
    let verifier = TraceVerifier(DiskEnvironment(folder: scratch.path), digests: FileDigests())
    #expect(
      verifier.change(in: [.file(path: "pipe", digest: Digest.of(""), size: 0)])
        == .changed(path: "pipe"))
  }

  @Test func WhatCannotBeLookedAtDoesNotHold() throws {
    let scratch = try Scratch()
    #expect(shell("ln -s loop '\(scratch("loop"))'") == 0)
    let verifier = TraceVerifier(DiskEnvironment(folder: scratch.path), digests: FileDigests())
    for access in [
      Trace.Access.absent(path: "loop"), .present(path: "loop"),
      .file(path: "loop", digest: Digest.of(""), size: 0),
      .folder(path: "loop", digest: Digest.of("")),
    ] {
      #expect(verifier.change(in: [access]) == .unreadable(path: "loop"))
    }
    #expect(
      verifier.change(in: [.folder(path: "none", digest: Digest.of(""))]) == .gone(path: "none"))
  }
}

@Suite struct StoreFileDigestTests {
  let scratch: Scratch
  let disk: DiskEnvironment
  init() throws {
    scratch = try Scratch()
    disk = DiskEnvironment(folder: scratch.path)
  }

  private let second: Int64 = 1_000_000_000

  @Test func onlyStableFilesAreRemembered() {
    func isStable(
      modified: Int64, changed: Int64, at timestamp: Int64, isOurs: Bool = false,
      kind: FileStatus.Kind = .file
    ) -> Bool {
      let status = FileStatus(
        kind: kind, size: 1, modified: modified, changed: changed,
        identity: .init(device: 1, number: 1))
      return FileDigests.isStable(status, at: timestamp, isOurs: isOurs)
    }
    let now = 1_000 * second + 500_000_000
    let tick = FileDigests.tick
    #expect(isStable(modified: now - tick - 1, changed: now - tick - 1, at: now))
    #expect(!isStable(modified: now - tick, changed: now - 2 * tick, at: now))
    #expect(!isStable(modified: now - 2 * tick, changed: now - tick, at: now))
    #expect(!isStable(modified: now + second, changed: now - 2 * tick, at: now))
    #expect(isStable(modified: now - 2 * tick, changed: now, at: now, isOurs: true))
    #expect(!isStable(modified: now - tick, changed: now, at: now, isOurs: true))
    // Whole seconds: the tick is one, or FAT's two.
    let whole = 1_000 * second
    #expect(!isStable(modified: whole, changed: whole, at: whole + 2 * second))
    #expect(isStable(modified: whole, changed: whole, at: whole + 2 * second + 1))
    // One stamp alone may be whole because somebody set it.
    #expect(isStable(modified: whole, changed: whole + 1, at: whole + second))
    #expect(!isStable(modified: 5, changed: 0, at: now))
    #expect(!isStable(modified: 5, changed: 5, at: now, kind: .folder))
    #expect(!isStable(modified: 5, changed: 5, at: .min))
  }

  @Test func AFileThatIsWhatItWasIsNotReadAgain() throws {
    try scratch.write("one", to: "f")
    usleep(60_000)
    for persistent in [false, true] {
      let store = persistent ? try LocalStore(folder: scratch("cache")) : nil
      let digests = store?.digests ?? FileDigests()
      let world = RememberingEnvironment(disk, digests: digests)
      let status = try #require(try disk.status("f"))
      #expect(digests.digest(for: status) == nil)
      _ = try world.read("f")
      #expect(digests.digest(for: status) == Digest.of("one"))
      store?.flush()
      if persistent {
        let again = try LocalStore(folder: scratch("cache")).digests
        #expect(again.digest(for: status) == Digest.of("one"))
        var other = status
        other.size += 1
        #expect(again.digest(for: other) == nil)
        other = status
        other.modified += 1
        #expect(again.digest(for: other) == nil)
        other = status
        other.changed += 1
        #expect(again.digest(for: other) == nil)
        other = status
        other.identity.device += 1
        #expect(again.digest(for: other) == nil)
      }
    }
    // The time set back after an edit does not deceive.
    let digests = FileDigests()
    _ = try RememberingEnvironment(disk, digests: digests).read("f")
    #expect(shell("touch -r '\(scratch("f"))' '\(scratch("r"))'") == 0)
    try scratch.write("two", to: "f")
    #expect(shell("touch -r '\(scratch("r"))' '\(scratch("f"))'") == 0)
    #expect(digests.digest(for: try #require(try disk.status("f"))) == nil)
  }

  @Test func AnEditWithinTheTickIsNotMissed() throws {
    let digests = FileDigests()
    let world = RememberingEnvironment(disk, digests: digests)
    for round in 0..<300 {
      let path = scratch("f")
      let file = try FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
      try file.writeAll(Array("a\(round % 10)".utf8))
      _ = try world.read("f")
      try file.seekToStart()
      try file.writeAll(Array("b\(round % 10)".utf8))
      let status = try #require(try disk.status("f"))
      let known = digests.digest(for: status)
      #expect(known == nil || known == Digest.of("b\(round % 10)"))
      #expect(
        !TraceVerifier(disk, digests: digests).holds([
          .file(path: "f", digest: Digest.of("a\(round % 10)"), size: 2)
        ]))
    }
  }

  @Test func APublishedFileIsKnownAtOnce() throws {
    try scratch.write("one", to: "draft")
    usleep(60_000)
    let timestamp = FileDigests.now()
    #expect(rename(scratch("draft"), scratch("out")) == 0)
    let status = try #require(try disk.status("out"))
    let digests = FileDigests()
    digests.note(status, Digest.of("one"), statAt: FileDigests.now())
    #expect(digests.digest(for: status) == nil)
    digests.note(published: status, Digest.of("one"), publishedAt: timestamp)
    #expect(digests.digest(for: status) == Digest.of("one"))
    try scratch.write("two", to: "out")
    #expect(digests.digest(for: try #require(try disk.status("out"))) == nil)
  }
}

extension FileDescriptor {
  fileprivate func seekToStart() throws {
    try SystemError.check("lseek") { lseek(number, 0, SEEK_SET) }
  }
}
