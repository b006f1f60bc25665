// SPDX-License-Identifier: MIT
// Part of Platen: the store in a folder: what it is told, it knows; what goes bad, it says.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// A deep key of a name.
func deep(_ name: String) -> ActionKey { ActionKey(.deep, Digest.of(name)) }

/// A shallow key of a name.
func shallow(_ name: String) -> ActionKey { ActionKey(.shallow, Digest.of(name)) }

/// An action with some of everything.
func action(_ name: String, bytes: [UInt8]? = nil) -> Action {
  let bytes = bytes ?? Array(name.utf8)
  return Action(
    result: .file(
      FileArtifact(
        size: bytes.count, digest: Digest.of(bytes), facts: FileFacts(width: 4096, height: 1))),
    trace: [
      .file(path: "worlds/\(name).map", digest: Digest.of(name), size: 123_456),
      .absent(path: "looks/\(name)\n\u{0}é.yaml"), .present(path: ""),
      .folder(path: "fonts", digest: Digest.of("fonts")),
      .variable(name: "SOURCE_DATE_EPOCH", value: nil), .variable(name: "V", value: "v"),
    ],
    warnings: [
      Action.StageWarnings(
        stage: Key(digest: Digest.of(name)),
        diagnostics: [
          .warning(
            "map.repair", "\(name) was repaired",
            at: Diagnostics.SourceLocation(file: "x", line: 1, column: -2, field: "f"),
            hints: ["one", "two"]),
          .note("n", ""),
        ])
    ],
    seconds: 0.25)
}

extension ResultStore {
  /// Takes in bytes from memory.
  func keep(_ bytes: [UInt8]) {
    keep(Digest.of(bytes), size: bytes.count) { buffer, offset in
      let piece = bytes[offset...].prefix(buffer.count)
      buffer.copyBytes(from: piece)
      return piece.count
    }
  }

  /// Gives out bytes into memory.
  func fetch(_ bytes: [UInt8]) throws -> [UInt8] {
    var result: [UInt8] = []
    try fetch(Digest.of(bytes), size: bytes.count) { result.append(contentsOf: $0) }
    return result
  }
}

@Suite struct StoreTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  func store() throws -> LocalStore { try LocalStore(folder: scratch("cache")) }

  @Test func ActionsOutliveTheProcess() throws {
    do {
      let store = try store()
      #expect(store.action(for: deep("a")) == nil)
      store.record(action("b"), for: shallow("a"))
      store.record(action("a"), for: deep("a"))
      #expect(store.action(for: deep("a")) == action("a"))
    }
    // Never flushed: recording a file's deep action does that.
    let store = try store()
    #expect(store.action(for: deep("a")) == action("a"))
    #expect(store.action(for: shallow("a")) == action("b"))
    #expect(store.action(for: deep("b")) == nil)
    #expect(store.takeDiagnostics() == [])
  }

  @Test func ValuesWaitForTheEndOrForAFile() throws {
    let value = Action(result: .value(Digest.of("v")), trace: [])
    let first = try store()
    first.record(value, for: shallow("v"))
    #expect(try store().action(for: shallow("v")) == nil)
    first.flush()
    #expect(try store().action(for: shallow("v")) == value)
  }

  @Test func TheNewestActionHolds() throws {
    let first = try store()
    for name in ["a", "b", "c"] { first.record(action(name), for: deep("k")) }
    #expect(first.action(for: deep("k")) == action("c"))
    #expect(try store().action(for: deep("k")) == action("c"))
  }

  @Test func theShallowJournalIsOnlyOpenedOnRequest() throws {
    let store = try store()
    store.record(action("a"), for: deep("a"))
    #expect(!scratch.files.contains("cache/shallow.journal"))
  }

  @Test(arguments: [1, 2, 1 << 20, (1 << 20) + 1, 3_000_000]) func BytesComeBack(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let store = try store()
    #expect(!store.contains(Digest.of(bytes), size: size))
    #expect(throws: StoreDamage(.missing, Digest.of(bytes))) { try store.fetch(bytes) }
    store.keep(bytes)
    #expect(store.contains(Digest.of(bytes), size: size))
    #expect(try store.fetch(bytes) == bytes)
    #expect(store.takeDiagnostics() == [])
  }

  @Test func TheStoreInMemoryKeepsTheSamePromises() throws {
    let bytes = Array("some bytes that are kept".utf8)
    for store in [try store(), MemoryStore()] as [any ResultStore] {
      #expect(throws: StoreDamage(.missing, Digest.of(bytes))) { try store.fetch(bytes) }
      store.keep(bytes)
      #expect(store.contains(Digest.of(bytes), size: bytes.count))
      #expect(try store.fetch(bytes) == bytes)
      store.record(action("a"), for: deep("a"))
      #expect(store.action(for: deep("a")) == action("a") && store.action(for: shallow("a")) == nil)
      #expect(store.takeDiagnostics() == [])
    }
    let store = MemoryStore()
    store.keep(bytes)
    store.damage(Digest.of(bytes))
    #expect(throws: StoreDamage(.damaged, Digest.of(bytes))) { try store.fetch(bytes) }
    #expect(store.takeDiagnostics().count == 1)
    #expect(!store.contains(Digest.of(bytes), size: bytes.count))
  }
}

@Suite struct StoreKeyIndexTests {
  /// Records that are nothing but keys of two words.
  private func keys(_ words: [(UInt64, UInt64)]) -> [UInt8] {
    words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
  }

  @Test(arguments: [
    "sequential", "strided", "high", "random",
  ]) func FindsEachOfManyWithoutCrowding(sort: String) {
    // Files on one device have numbers that follow each other, or differ in their upper half.
    let words: [(UInt64, UInt64)] = (0..<5_000).map { index in
      switch sort {
      case "sequential": (0xFE00, 1_000_000 + UInt64(index))
      case "strided": (0xFE00, UInt64(index) << 8)
      case "high": (0xFE00, UInt64(index) << 40)
      default: (.random(in: .min ... .max), .random(in: .min ... .max))
      }
    }
    let bytes = keys(words + [(1, 1)])
    var index = KeyIndex(keySize: 16, keyOffset: 0)
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for place in stride(from: 0, to: 80_000, by: 16) {
        #expect(index.place(of: base + place, in: bytes) == nil)
        #expect(index.insert(place, in: bytes) == nil)
      }
      for place in stride(from: 0, to: 80_000, by: 16) {
        #expect(index.place(of: base + place, in: bytes) == place)
        #expect(index.insert(place, in: bytes) == place)
      }
      #expect(index.place(of: base + 80_000, in: bytes) == nil)
    }
    #expect(index.count == 5_000 && index.places == Array(stride(from: 0, to: 80_000, by: 16)))
    // At most half full, spread evenly, the longest stretch without a free slot is some dozens.
    let stretches = index.slots.split(separator: KeyIndex.empty)
    #expect(stretches.allSatisfy { $0.count < 100 })
  }
}
