// SPDX-License-Identifier: MIT
// Part of Platen: what two machines share through a cache, and what a bad cache can do.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// A shared cache in memory, which goes bad on request.
private final class TestCache: RemoteCache {
  struct State: Sendable {
    var entries: [String: [UInt8]] = [:]
    /// Changes what is handed out.
    var change: (@Sendable (RemoteEntry, [UInt8]) throws -> [UInt8]?)?
    var refusesPuts = false
  }
  let state = Guarded(State())
  let tally = Tally()
  let name = "test cache"

  func get(
    _ entry: RemoteEntry, limit: Int, into sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    tally.note("get \(entry.path.prefix(3))")
    let (bytes, change) = state.withLock { ($0.entries[entry.path], $0.change) }
    guard let bytes, let changed = try change.map({ try $0(entry, bytes) }) ?? bytes else {
      return false
    }
    guard changed.count <= limit else { throw RemoteCacheError("too large") }
    for start in stride(from: 0, to: changed.count, by: 5) {
      try changed[start..<min(start + 5, changed.count)].withUnsafeBytes { try sink($0) }
    }
    return true
  }

  func contains(_ entry: RemoteEntry) throws -> Bool {
    state.withLock { $0.entries[entry.path] != nil }
  }

  func put(
    _ entry: RemoteEntry, size: Int,
    reading: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
  ) throws {
    tally.note("put \(entry.path.prefix(3))")
    if state.withLock({ $0.refusesPuts }) { throw RemoteCacheError("the disk is full") }
    var bytes = [UInt8](repeating: 0, count: size)
    var offset = 0
    while offset < size {
      offset += try bytes.withUnsafeMutableBytes { buffer in
        try reading(UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]), offset)
      }
    }
    state.withLock { $0.entries[entry.path] = bytes }
  }
}

@Suite final class SharedStoreTests {
  private let scratch: Scratch
  private let tally = Tally()
  private let cache = TestCache()

  init() throws { scratch = try Scratch() }

  /// A page of the numbers in a file; words are warned of.
  private func page(_ path: String) -> Stage<FileArtifact> {
    let read = Stage<[Int]>("add", version: 1, files: [path]) { [tally] context in
      tally.note("add \(path)")
      let words = String(decoding: try context.read(path).bytes, as: UTF8.self).split(
        separator: " ")
      return Diagnosed(
        words.compactMap { Int($0) },
        warnings: words.contains { Int($0) == nil } ? [.warning("sum.word", "a word")] : [])
    }
    return .file("print", version: 1, after: read) { [tally] _, file, numbers in
      tally.note("print \(path)")
      try file.write("sum \(numbers.reduce(0, +))\n")
      return []
    }
  }

  private struct Came {
    var ran: [String]
    var warnings: [String]
    var faults: [String]
    var outcomes: [Outcome]
  }

  /// A run on a machine of that name, with folders and a store of its own.
  private func run(
    on machine: String, over remote: (any RemoteCache)? = nil, key: String = "",
    isWritable: Bool = true, salt: String = "1", files: [String] = ["a", "b"]
  ) throws -> Came {
    let store = SharedStore(
      try LocalStore(folder: scratch("\(machine)/cache")), remote: remote ?? cache,
      isWritable: isWritable, signingKey: Array(key.utf8))
    let outputs = try Outputs(root: scratch("\(machine)/out"))
    defer { outputs.close() }
    let before = tally.names.count
    var warnings: [String] = []
    let engine = Engine(
      environment: DiskEnvironment(folder: scratch(machine)), outputs: outputs, store: store,
      options: Engine.Options(tool: "test 1", salt: salt, memory: MemoryBudget(bytes: 1 << 30)),
      onEvent: { if case .warning(let diagnostic, _) = $0 { warnings.append(diagnostic.message) } })
    let jobs = files.map { job($0, publishes: [("\($0).txt", page("\($0).txt"))]) }
    let result = try engine.run(try Plan(jobs: jobs), on: ScriptedRunner())
    store.flush()
    return Came(
      ran: Array(tally.names[before...]), warnings: warnings,
      faults: store.takeSharedDiagnostics().filter { $0.severity == .warning }.map(\.message),
      outcomes: result.record.jobs.map(\.outcome))
  }

  private func prepare(_ machine: String, a: String = "1 2 3", b: String = "4 five") throws {
    try scratch.write(a, to: "\(machine)/a.txt")
    try scratch.write(b, to: "\(machine)/b.txt")
  }

  private let everything = ["add a.txt", "print a.txt", "add b.txt", "print b.txt"]

  @Test func WhatOneMachineMadeAnotherCopies() throws {
    try prepare("one")
    try prepare("two")
    let first = try run(on: "one")
    #expect(first.ran == everything)
    #expect(first.warnings == ["a word"])
    #expect(Set(cache.state.withLock { $0.entries.keys.map { $0.prefix(3) } }) == ["ac/", "cas"])
    let second = try run(on: "two")
    #expect(second.ran == [])
    #expect(second.outcomes == [.built, .built])
    #expect(second.warnings == ["a word"])
    #expect(second.faults == [])
    #expect(
      scratch.text("two/out/a.txt") == "sum 6\n" && scratch.text("two/out/b.txt") == "sum 4\n")
    // It is in the store of the second now.
    let puts = cache.tally.names.count { $0.hasPrefix("put") }
    let gets = cache.tally.names.count
    #expect(try run(on: "two").ran == [])
    #expect(cache.tally.names.count == gets)
    #expect(puts == 4)
  }

  @Test func OtherInputsAnotherProgramAndOtherNamesAreOtherWork() throws {
    try prepare("one")
    _ = try run(on: "one")
    try prepare("two", a: "1 2 4")
    #expect(try run(on: "two").ran == ["add a.txt", "print a.txt"])
    #expect(scratch.text("two/out/a.txt") == "sum 7\n")
    // And both versions are there for a third.
    try prepare("three")
    #expect(try run(on: "three").ran == [])
    try scratch.write("1 2 4", to: "three/a.txt")
    #expect(try run(on: "three").ran == [])
    #expect(scratch.text("three/out/a.txt") == "sum 7\n")
    try prepare("four")
    #expect(try run(on: "four", salt: "2").ran == everything)
  }

  @Test func APlanWithoutFilesLooksForNothing() throws {
    let store = SharedStore(try LocalStore(folder: scratch("cache")), remote: cache)
    #expect(store.sharedActions(for: [], where: { _ in true }).isEmpty)
    #expect(cache.tally.names.isEmpty)
  }

  @Test func AReadOnlyCacheGetsNothing() throws {
    try prepare("one")
    _ = try run(on: "one", isWritable: false)
    #expect(cache.state.withLock { $0.entries.isEmpty })
  }

  /// Whatever is done to an entry, the outputs are right: cut at each length, each byte another.
  @Test(arguments: ["ac", "cas"])
  func ADamagedEntryIsAMiss(_ kind: String) throws {
    try prepare("one")
    _ = try run(on: "one")
    let size = cache.state.withLock { state in
      state.entries.filter { $0.key.hasPrefix(kind + "/") }.map(\.value.count).min() ?? 0
    }
    for index in stride(from: 0, to: size, by: kind == "ac" ? 7 : 1) {
      for isCut in [false, true] {
        cache.state.withLock {
          $0.change = { entry, bytes in
            guard entry.path.hasPrefix(kind + "/"), index < bytes.count else { return bytes }
            var changed = isCut ? Array(bytes[..<index]) : bytes
            if !isCut { changed[index] ^= 0x20 }
            return changed
          }
        }
        let machine = "two-\(index)-\(isCut)"
        try prepare(machine)
        let came = try run(on: machine)
        #expect(came.ran.contains("print a.txt"), "\(kind) \(index)")
        #expect(scratch.text("\(machine)/out/a.txt") == "sum 6\n")
        #expect(scratch.text("\(machine)/out/b.txt") == "sum 4\n")
        #expect(!came.faults.isEmpty)
        #expect(came.outcomes == [.built, .built])
      }
    }
  }

  @Test func ADamagedEntryIsReplaced() throws {
    try prepare("one")
    _ = try run(on: "one")
    cache.state.withLock { state in
      for key in state.entries.keys where key.hasPrefix("cas/") { state.entries[key] = [1, 2] }
    }
    try prepare("two")
    #expect(try run(on: "two").ran == everything)
    try prepare("three")
    let healed = try run(on: "three")
    #expect(healed.ran == [] && healed.faults == [])
  }

  @Test func EntriesOfOthersAreOnlyTakenWithTheirKey() throws {
    try prepare("one")
    _ = try run(on: "one", key: "ours")
    try prepare("two")
    let stranger = try run(on: "two", key: "theirs")
    #expect(stranger.ran == everything)
    #expect(stranger.faults.first?.contains("signed") == true)
    // An entry under another key's name is not taken either.
    let swapped = TestCache()
    cache.state.withLock { state in
      let actions = state.entries.keys.filter { $0.hasPrefix("ac/") }.sorted()
      swapped.state.withLock {
        $0.entries = state.entries
        $0.entries[actions[0]] = state.entries[actions[1]]
        $0.entries[actions[1]] = state.entries[actions[0]]
      }
    }
    try prepare("three")
    #expect(try run(on: "three", over: swapped, key: "ours").ran == everything)
    #expect(scratch.text("three/out/a.txt") == "sum 6\n")
  }

  @Test func ABrokenCacheIsLeftAloneAfterFiveErrors() throws {
    try prepare("one")
    let files = (0..<12).map { "f\($0)" }
    for file in files { try scratch.write("1", to: "one/\(file).txt") }
    cache.state.withLock { $0.refusesPuts = true }
    let came = try run(on: "one", files: files)
    #expect(came.outcomes.allSatisfy { $0 == .built })
    #expect(cache.tally.names.count { $0.hasPrefix("put") } == SharedStore.errorLimit)
    #expect(
      came.faults == [
        "the shared cache test cache cannot be used: the disk is full",
        "the shared cache test cache had 5 errors and is not used any more in this run",
      ])
  }

  /// A file server is not mounted where the folders above it are missing.
  @Test func AFolderBelowAMissingOneIsNotMade() throws {
    #expect { _ = try FolderCache(folder: scratch("away/cache")) } throws: { error in
      (error as? Failure)?.diagnostics.first?.code == .storeUnusable
    }
    #expect(!FileManager.default.fileExists(atPath: scratch("away")))
  }

  @Test func AFolderIsACacheToo() throws {
    try FileManager.default.createDirectory(
      atPath: scratch("mounted"), withIntermediateDirectories: true)
    let folder = try FolderCache(folder: scratch("mounted/cache"))
    try prepare("one")
    try prepare("two")
    #expect(try run(on: "one", over: folder).ran == everything)
    #expect(try run(on: "two", over: try FolderCache(folder: scratch("mounted/cache"))).ran == [])
    #expect(scratch.text("two/out/b.txt") == "sum 4\n")
    // No temporary file stays, and an entry that is a link is none.
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch("mounted/cache"))
    #expect(names.sorted() == ["ac", "cas"])
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch("mounted/cache/cas")) {
      let path = scratch("mounted/cache/cas/\(name)")
      try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".moved")
    }
    try prepare("three")
    #expect(try run(on: "three", over: folder).ran == everything)
  }

  @Test func TheCodeIsThatOfTheStandard() {
    // RFC 4231, test case 2, by way of an entry: key "Jefe".
    let signature = SignedAction(key: Array("Jefe".utf8))
    let action = Action(result: .value(Digest.of("x")), trace: [])
    let entry = Digest.of("entry")
    let sealed = signature.sealed(action, for: entry)
    #expect(signature.opened(sealed, for: entry) == action)
    #expect(signature.opened(sealed, for: Digest.of("other")) == nil)
    #expect(SignedAction(key: Array("jefe".utf8)).opened(sealed, for: entry) == nil)
    #expect(
      SignedAction.code(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        .description == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }
}
