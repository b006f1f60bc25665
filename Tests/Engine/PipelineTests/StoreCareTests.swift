// SPDX-License-Identifier: MIT
// Part of Platen: looking after a store: counting, checking, pruning, clearing; where it is.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite struct StoreCareTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  func store() throws -> LocalStore { try LocalStore(folder: scratch("cache")) }
  func care() throws -> StoreCare { try StoreCare(folder: scratch("cache")) }

  private func bytes(_ seed: UInt8) -> [UInt8] { [UInt8](repeating: seed, count: 1_000) }
  private func path(_ seed: UInt8) -> String {
    scratch("cache/" + Blobs.path(of: Digest.of(bytes(seed))))
  }

  /// A store with the blobs 1...5, used on days 1...5 of 2001, and their actions.
  private func fill() throws {
    let store = try store()
    for seed in 1...5 as ClosedRange<UInt8> {
      store.keep(bytes(seed))
      #expect(shell("touch -d '2001-01-0\(seed) 12:00 UTC' '\(path(seed))'") == 0)
    }
    store.record(Action(result: .value(Digest.of("v")), trace: []), for: shallow("v"))
    store.digests.note(
      FileStatus(
        kind: .file, size: 1, modified: 1, changed: 1, identity: .init(device: 1, number: 2)),
      Digest.of("f"), statAt: FileDigests.now())
    store.flush()
  }

  /// 00:00 UTC of a day in January 2001.
  private func day(_ day: UInt64) -> UInt64 { 978_307_200 + (day - 1) * 86_400 }

  @Test func InfoCountsEverything() throws {
    try fill()
    try store().record(action("a"), for: deep("a"))
    let info = try care().info()
    #expect(info.blobs == .init(count: 5, bytes: 5_000))
    #expect(info.deepActions.count == 1 && info.shallowActions.count == 1)
    #expect(info.fileDigests.count == 1)
    #expect(info.oldestUse == day(1) + 43_200)
    #expect(StoreClock.seconds() - (info.newestUse ?? 0) < 600)
    let expected = ["deep", "shallow", "files"].reduce(5_000) { sum, name in
      let data = FileManager.default.contents(atPath: scratch("cache/\(name).journal"))
      return sum + (data?.count ?? 0)
    }
    #expect(info.bytes == expected)
  }

  /// A run continues to write after its store was deleted; the next run uses what it wrote.
  @Test(arguments: [["lock"], ["lock", "deep.journal", "shallow.journal", "files.journal"]])
  func AStoreThatLostItsTagIsAdopted(lost: [String]) throws {
    try fill()
    for name in ["CACHEDIR.TAG"] + lost {
      try? FileManager.default.removeItem(atPath: scratch("cache/" + name))
    }
    #expect(try store().contains(Digest.of(bytes(1)), size: 1_000))
    #expect(FileManager.default.fileExists(atPath: scratch("cache/CACHEDIR.TAG")))
    for name in ["notes.txt", "blobs/sha256"] {
      try FileManager.default.removeItem(atPath: scratch("cache"))
      let file = scratch("cache/" + name)
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
      #expect(throws: Failure.self) { try store() }
    }
  }

  @Test func TheLeastRecentlyUsedGoFirst() throws {
    try fill()
    let journals = try care().info().bytes - 5_000
    let pruning = try care().prune(to: journals + 2_500)
    #expect(pruning.blobs == .init(count: 3, bytes: 3_000) && pruning.records == 0)
    #expect(pruning.bytesLeft == journals + 2_000)
    let store = try store()
    for seed in 1...5 as ClosedRange<UInt8> {
      #expect(store.contains(Digest.of(bytes(seed)), size: 1_000) == (seed > 3))
    }
    #expect(store.action(for: shallow("v")) != nil)
  }

  @Test func AnActionThatWasUsedSparesItsFile() throws {
    try fill()
    do {
      let store = try store()
      store.record(action("x", bytes: bytes(1)), for: deep("x"))
      store.flush()
    }
    let journals = try care().info().bytes - 5_000
    _ = try care().prune(to: journals + 1_000)
    #expect(try store().contains(Digest.of(bytes(1)), size: 1_000))
  }

  @Test func WhatWasReadIsUsed() throws {
    try fill()
    #expect(try store().fetch(bytes(2)) == bytes(2))
    let journals = try care().info().bytes - 5_000
    _ = try care().prune(to: journals + 1_000)
    #expect(try store().contains(Digest.of(bytes(2)), size: 1_000))
  }

  @Test func WhatIsOldGoes() throws {
    try fill()
    // Stamps are good to a day, and for a day runs that find nothing to do leave them alone, so the
    // third may have been used on the fifth.
    let pruning = try care().prune(unusedSince: day(5))
    #expect(pruning.blobs.count == 2 && pruning.records == 0)
    let all = try care().prune(unusedSince: StoreClock.seconds() + 10 * 86_400)
    #expect(all.blobs.count == 3 && all.records == 2)
    #expect(try care().info().blobs.count == 0)
    #expect(try store().action(for: shallow("v")) == nil)
  }

  @Test func NothingFitsIntoNothing() throws {
    try fill()
    let pruning = try care().prune(to: 0)
    #expect(pruning.blobs.count == 5 && pruning.records == 2)
    #expect(pruning.bytesLeft == 2 * FrameFormat.headerSize)
  }

  @Test func ARunKeepsPrunersOut() throws {
    try fill()
    do {
      let run = try store()
      #expect(codes { try care().prune(to: 0) } == ["store.busy"])
      #expect(codes { try care().clear() } == ["store.busy"])
      #expect(try care().verify().damaged == [])
      #expect(try care().info().blobs.count == 5)
      _ = try store()
      withExtendedLifetime(run) {}
    }
    do {
      let pruner = try StoreFolder.open(scratch("cache")).lock(LOCK_EX, timeout: 0)
      // Closing alone would not do: a child another test is starting holds all that is open, and
      // with it the lock, until it has become another program.
      defer { pruner?.descriptor.unlock() }
      #expect(codes { try LocalStore(folder: scratch("cache"), timeout: 5) } == ["store.busy"])
    }
    #expect(try care().clear().blobs.count == 5)
  }

  @Test func ClearingLeavesAnEmptyStore() throws {
    try fill()
    try scratch.write("mine", to: "cache/notes.txt")
    let pruning = try care().clear()
    #expect(pruning.blobs.count == 5 && pruning.records == 2 && pruning.bytesLeft == 0)
    // What is not ours stays.
    #expect(scratch.files == ["cache/CACHEDIR.TAG", "cache/lock", "cache/notes.txt"])
    let store = try store()
    store.keep(bytes(9))
    #expect(try store.fetch(bytes(9)) == bytes(9))
  }

  @Test func VerifyingFindsAndRemovesWhatIsDamaged() throws {
    try fill()
    try store().record(action("a"), for: deep("a"))
    var seen: [Int] = []
    let whole = try care().verify { done, of in seen.append(10 * done + of) }
    #expect(whole.blobs.count == 5 && whole.actions == 2 && whole.warnings == [])
    #expect(seen == [15, 25, 35, 45, 55])

    #expect(shell("printf x | dd of='\(path(3))' bs=1 seek=5 conv=notrunc") == 0)
    #expect(truncate(path(4), 10) == 0)
    let journal = scratch("cache/deep.journal")
    #expect(shell("printf x | dd of='\(journal)' bs=1 seek=100 conv=notrunc") == 0)
    let found = try care().verify()
    #expect(Set(found.damaged) == [Digest.of(bytes(3)), Digest.of(bytes(4))])
    #expect(found.blobs.count == 5 && found.actions == 1)
    #expect(found.warnings.count == 3)
    let again = try care().verify()
    #expect(again.blobs.count == 3 && again.actions == 1 && again.warnings == [])
    // Reading to check is no use.
    #expect(try care().info().oldestUse == day(1) + 43_200)
  }

  @Test func VerifyingCanBeCancelled() throws {
    try fill()
    let flag = Cancellation()
    flag.cancel()
    #expect(throws: Cancelled.self) { try care().verify(cancellation: flag) }
  }

  @Test(
    arguments: [
      (nil, [:], nil), ("x", ["PLATEN_CACHE_DIR": "/p", "HOME": "/h"], "x"),
      (nil, ["PLATEN_CACHE_DIR": "p", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "p"),
      ("", ["PLATEN_CACHE_DIR": "", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/platen"),
      (nil, ["XDG_CACHE_HOME": "x", "HOME": "/h"], "/h/.cache/platen"),
      (nil, ["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/platen"),
      (nil, ["HOME": ""], nil), (nil, ["HOME": "h"], nil),
    ] as [(String?, [String: String], String?)]) func TheStoreIsWhereItIsSaidToBe(
      option: String?, variables: [String: String], expected: String?
    )
  {
    #expect(StoreLocation.folder(option: option) { variables[$0] } == expected)
  }
}
