// SPDX-License-Identifier: MIT
// Part of Platen: the store on a disk that is full, read-only, edited by others or not ours.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// Indicates whether file systems can be mounted here: it takes root, and a kernel that lets root.
private let canMount: Bool = {
  guard geteuid() == 0, let scratch = try? Scratch() else { return false }
  defer { shell("umount '\(scratch.path)'") }
  return shell("mount -t tmpfs -o size=64k tmpfs '\(scratch.path)'") == 0
}()

/// Something mounted for a while.
private final class Mounted {
  let path: String
  init(_ command: String, at path: String) {
    self.path = path
    #expect(shell(command) == 0, "\(command)")
  }
  deinit { shell("umount '\(path)'") }
}

@Suite struct StoreFaultTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }

  func store() throws -> LocalStore { try LocalStore(folder: scratch("cache")) }
  func blob(_ bytes: [UInt8]) -> String { scratch("cache/" + Blobs.path(of: Digest.of(bytes))) }

  @Test(arguments: ["cut", "longer", "edited", "empty", "link"]) func DamagedBytesAreRemoved(
    how: String
  ) throws {
    let store = try store()
    store.keep(bytes)
    let path = blob(bytes)
    switch how {
    case "cut": #expect(truncate(path, 99_999) == 0)
    case "longer": #expect(shell("printf x >> '\(path)'") == 0)
    case "edited":
      #expect(shell("printf x | dd of='\(path)' bs=1 seek=77777 conv=notrunc") == 0)
    case "empty": #expect(truncate(path, 0) == 0)
    default: #expect(shell("mv '\(path)' '\(path).x'; ln -s '\(path).x' '\(path)'") == 0)
    }
    #expect(throws: StoreDamage(.damaged, Digest.of(bytes))) { try store.fetch(bytes) }
    let faults = store.takeDiagnostics()
    #expect(faults.map(\.code) == [.storeDamaged] && faults.map(\.severity) == [.warning])
    #expect(faults.first?.message.contains(path) == true)
    #expect(store.takeDiagnostics() == [])
    #expect(!store.contains(Digest.of(bytes), size: bytes.count))
    store.keep(bytes)
    #expect(try store.fetch(bytes) == bytes)
  }

  @Test func AWrongSizeIsSeenWithoutReading() throws {
    let store = try store()
    store.keep(bytes)
    #expect(truncate(blob(bytes), 5) == 0)
    #expect(!store.contains(Digest.of(bytes), size: bytes.count))
    #expect(store.takeDiagnostics().map(\.code) == [.storeDamaged])
  }

  @Test func NothingInTheStoreIsTheOutputItself() throws {
    let store = try store()
    try Data(bytes).write(to: URL(fileURLWithPath: scratch("output")))
    let file = try FileDescriptor.open(scratch("output"), O_RDONLY)
    store.keep(Digest.of(bytes), size: bytes.count, descriptor: file.number) { buffer, offset in
      try file.readFull(buffer, at: offset)
    }
    #expect(shell("printf x | dd of='\(scratch("output"))' bs=1 seek=5 conv=notrunc") == 0)
    #expect(try store.fetch(bytes) == bytes)
  }

  @Test func unreadableResultsAreNotCached() throws {
    let store = try store()
    store.keep(Digest.of(bytes), size: bytes.count) { _, _ in 0 }
    #expect(store.takeDiagnostics().map(\.code) == [.storeUnwritable])
    store.keep(Digest.of(bytes), size: bytes.count) { _, _ in throw Cancelled() }
    #expect(!store.contains(Digest.of(bytes), size: bytes.count))
    // That was no fault of the store's.
    store.keep(bytes)
    #expect(try store.fetch(bytes) == bytes)
    #expect(scratch.files.filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test func TheDeadsTemporariesAreSwept() throws {
    _ = try store()
    try scratch.write("x", to: "cache/.platen-99-store-1.tmp")
    let living = try StoreFolder.open(scratch("cache")).makePartialFile()
    _ = try store()
    #expect(scratch.files.filter { $0.hasSuffix(".tmp") } == ["cache/" + living.name])
  }

  @Test func AFolderOfOtherThingsIsRefused() throws {
    try scratch.write("dear diary", to: "home/diary.txt")
    #expect(codes { try LocalStore(folder: scratch("home")) } == ["store.unusable"])
    #expect(codes { try StoreCare(folder: scratch("home")).clear() } == ["store.unusable"])
    #expect(codes { try LocalStore(folder: scratch("home/diary.txt")) } == ["store.unusable"])
    #expect(codes { try StoreCare(folder: scratch("gone")).info() } == ["store.unusable"])
    #expect(scratch.files == ["home/diary.txt"])
  }

  @Test func ItIsForItsOwnerOnly() throws {
    _ = try LocalStore(folder: scratch("a/b/cache"))
    for folder in ["a", "a/b", "a/b/cache"] {
      var status = stat()
      #expect(stat(scratch(folder), &status) == 0 && status.st_mode & 0o777 == 0o700)
    }
    #expect(scratch.text("a/b/cache/CACHEDIR.TAG")?.hasPrefix("Signature: 8a477f5") == true)
  }

  @Test(.enabled(if: canMount, "a full disk takes root and mount"))
  func AFullDiskEndsKeepingNotTheRun() throws {
    #expect(shell("mkdir '\(scratch("cache"))'") == 0)
    let mount = Mounted(
      "mount -t tmpfs -o size=128k tmpfs '\(scratch("cache"))'", at: scratch("cache"))
    let large = [UInt8](repeating: 7, count: 1 << 20)
    do {
      let store = try store()
      store.record(action("a"), for: deep("a"))
      store.keep(large)
      let faults = store.takeDiagnostics()
      #expect(faults.map(\.code) == [.storeUnwritable] && faults.map(\.severity) == [.warning])
      // Once said, it is not tried and not said again; what is known is known.
      store.keep([1, 2, 3])
      store.record(action("b"), for: deep("b"))
      store.flush()
      #expect(store.takeDiagnostics() == [])
      #expect(!store.contains(Digest.of(large), size: large.count))
      #expect(store.action(for: deep("b")) == action("b"))
    }
    #expect(scratch.files.filter { $0.hasSuffix(".tmp") } == [])
    do {
      // Now a journal that is cut off in the middle of what it writes.
      let store = try store()
      #expect(store.action(for: deep("a")) == action("a") && store.action(for: deep("b")) == nil)
      var warning = action("c")
      warning.warnings = [
        Action.StageWarnings(
          stage: Key(digest: Digest.of("n")),
          diagnostics: [.note("n", String(repeating: "x", count: 300_000))])
      ]
      store.record(warning, for: deep("c"))
      #expect(store.takeDiagnostics().map(\.code) == [.storeUnwritable])
    }
    let store = try store()
    store.record(action("d"), for: deep("d"))
    #expect(store.action(for: deep("a")) == action("a") && store.action(for: deep("c")) == nil)
    #expect(try self.store().action(for: deep("d")) == action("d"))
    #expect(store.takeDiagnostics() == [])
    withExtendedLifetime(mount) {}
  }

  @Test(.enabled(if: canMount, "a read-only disk takes root and mount"))
  func AReadOnlyStoreIsReadAndSaysSoOnce() throws {
    do {
      let store = try store()
      store.keep(bytes)
      store.record(action("a"), for: deep("a"))
    }
    let cache = scratch("cache")
    let mount = Mounted(
      "mount --bind '\(cache)' '\(cache)' && mount -o remount,ro,bind '\(cache)'", at: cache)
    let store = try store()
    #expect(store.action(for: deep("a")) == action("a"))
    #expect(try store.fetch(bytes) == bytes)
    store.flush()
    #expect(store.takeDiagnostics() == [])
    store.keep([1])
    store.record(action("b"), for: deep("b"))
    store.flush()
    #expect(store.takeDiagnostics().map(\.code) == [.storeUnwritable])
    withExtendedLifetime(mount) {}
  }

  @Test(.enabled(if: canMount, "a read-only disk takes root and mount"))
  func AnEmptyReadOnlyFolderIsNoStore() throws {
    #expect(shell("mkdir '\(scratch("cache"))'") == 0)
    let mount = Mounted(
      "mount -t tmpfs -o ro tmpfs '\(scratch("cache"))'", at: scratch("cache"))
    #expect(codes { try store() } == ["store.unusable"])
    #expect(codes { try LocalStore(folder: scratch("cache/below")) } == ["store.unusable"])
    withExtendedLifetime(mount) {}
  }

  @Test func AnActionThatMakesNoSenseIsIgnored() throws {
    let bytes = action("a").encoded
    for count in 0..<bytes.count {
      let piece = Array(bytes[..<count])
      #expect(throws: MalformedBytes.self) {
        try piece.withUnsafeBytes { try Action(decoding: $0) }
      }
    }
    #expect(throws: MalformedBytes.self) {
      try (bytes + [0]).withUnsafeBytes { try Action(decoding: $0) }
    }
    // Whatever a byte is turned into, it is an action or none, and never the end of the process.
    for place in bytes.indices {
      for value in [0, 1, 2, 0x7F, 0x80, 0xFF] as [UInt8] {
        var other = bytes
        other[place] = value
        _ = try? other.withUnsafeBytes { try Action(decoding: $0) }
      }
    }
    do {
      let folder = try StoreFolder.open(scratch("cache"))
      var journal = Journal(
        name: LocalStore.deepName, keySize: 32, in: folder, diagnostics: StoreDiagnostics())
      deep("a").digest.bytes.withUnsafeBytes { key in
        bytes.dropLast().withUnsafeBytes { journal.append(key: key, payload: $0, now: 5) }
      }
      try journal.flush()
    }
    let store = try store()
    #expect(store.action(for: deep("a")) == nil)
    #expect(store.takeDiagnostics().map(\.code) == [.storeDamaged])
    store.record(action("a"), for: deep("a"))
    #expect(store.action(for: deep("a")) == action("a"))
  }
}
