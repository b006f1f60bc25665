// SPDX-License-Identifier: MIT
// Part of Platen: tests of copies of what lies on servers, and of paths that stand for them.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite struct CopyStoreTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func copyStore(_ key: String = "a", creating: Bool = true) throws -> CopyStore? {
    try CopyStore(in: scratch("store"), key: Digest.of(key), creating: creating)
  }

  private func entry(_ id: String, _ digest: Digest, size: Int) -> CopyStore.Entry {
    CopyStore.Entry(
      id: id, name: id + "-name", title: "T \"\(id)\"\n", mark: id == "a" ? nil : "\"m\"",
      digest: digest, size: size)
  }

  @Test func storedEntriesAreFoundAgainInOrder() throws {
    #expect(try copyStore(creating: false) == nil)
    let copyStore = try #require(try copyStore())
    #expect(copyStore.entries() == nil)
    let digest = try copyStore.keep(Array("{}".utf8))
    #expect(digest == Digest.of("{}"))
    let list = ["z", "a", "m"].map { entry($0, digest, size: 2) }
    try copyStore.replace(with: list)
    let again = try #require(try self.copyStore(creating: false))
    #expect(again.entries() == list)
    #expect(again.holds(list[0], digests: nil))
    #expect(try self.copyStore("b")?.entries() == nil)
    #expect(try DiskEnvironment().read(again.path(of: digest)).bytes == Array("{}".utf8))
  }

  @Test func ADamagedCopyIsNone() throws {
    let copyStore = try #require(try copyStore())
    let good = entry("a", try copyStore.keep(Array("good".utf8)), size: 4)
    #expect(copyStore.holds(good, digests: nil))
    for damage in ["evil", "goo", "good!", ""] {
      try Data(damage.utf8).write(to: URL(fileURLWithPath: copyStore.path(of: good.digest)))
      #expect(!copyStore.holds(good, digests: nil))
    }
    try FileManager.default.removeItem(atPath: copyStore.path(of: good.digest))
    #expect(!copyStore.holds(good, digests: nil))
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"version":2,"entries":[]}"#, #"{"version":1,"entries":[{"id":"a"}]}"#,
    #"{"version":1,"entries":{}}"#,
  ]) func AListThatCannotBeReadIsNone(_ text: String) throws {
    let copyStore = try #require(try copyStore())
    let digest = try copyStore.keep([1])
    try copyStore.replace(with: [])
    #expect(copyStore.entries() == [])
    let folder = URL(fileURLWithPath: copyStore.path(of: digest)).deletingLastPathComponent()
    try Data(text.utf8).write(to: folder.appendingPathComponent("list.json"))
    #expect(copyStore.entries() == nil)
  }

  @Test func CopiesAreForTheirOwnerAloneAndStayForAWhile() throws {
    let copyStore = try #require(try copyStore())
    let old = try copyStore.keep(Array("old".utf8))
    let new = try copyStore.keep(Array("new".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: copyStore.path(of: old))[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
    try copyStore.replace(with: [entry("a", new, size: 3)])
    #expect(FileManager.default.fileExists(atPath: copyStore.path(of: old)))
    for digest in [old, new] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -8 * 86_400)],
        ofItemAtPath: copyStore.path(of: digest))
    }
    try copyStore.replace(with: [entry("a", new, size: 3)])
    #expect(!FileManager.default.fileExists(atPath: copyStore.path(of: old)))
    #expect(FileManager.default.fileExists(atPath: copyStore.path(of: new)))
  }

  @Test func PruningSparesCopiesAndClearingDoesNot() throws {
    let copyStore = try #require(try copyStore())
    let kept = entry("a", try copyStore.keep(Array("kept".utf8)), size: 4)
    try copyStore.replace(with: [kept])
    let care = try StoreCare(folder: scratch("store"))
    #expect(care.info().copies.count == 1 && care.info().bytes > 4)
    _ = try care.prune(to: 0, unusedSince: .max)
    #expect(copyStore.holds(kept, digests: nil))
    #expect(try care.clear().bytesLeft == 0)
    #expect(try self.copyStore(creating: false) == nil)
  }
}

@Suite struct MountsTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test func aPathRepresentsAFileElsewhere() throws {
    try scratch.write("one", to: "cache/1.copy")
    try scratch.write("two", to: "cache/2.copy")
    try scratch.write("mine", to: "here/mine.json")
    var disk = DiskEnvironment(folder: scratch("here"))
    disk.mounts.add(folder: "instance:empty")
    disk.mounts.add("b.json", in: "instance:hall", at: scratch("cache/2.copy"))
    disk.mounts.add("a.json", in: "instance:hall", at: scratch("cache/1.copy"))
    #expect(try disk.read("instance:hall/a.json").bytes == Array("one".utf8))
    #expect(try disk.read("mine.json").bytes == Array("mine".utf8))
    #expect(try disk.status("instance:hall/b.json")?.size == 3)
    #expect(try disk.status("instance:hall")?.kind == .folder)
    #expect(try disk.list("instance:hall").map(\.name) == ["a.json", "b.json"])
    #expect(try disk.list("instance:hall/").count == 2)
    #expect(try disk.list("instance:empty").isEmpty)
    #expect(try disk.status("instance:hall/c.json") == nil)
    #expect(try disk.status("instance:other") == nil)
    #expect(try disk.list(".").map(\.name) == ["mine.json"])
  }

  @Test func WhatBecomesAnotherFileIsNoticedByItsPath() throws {
    try scratch.write("one", to: "1")
    try scratch.write("two", to: "2")
    func trace(_ file: String) throws -> (TracingEnvironment, DiskEnvironment) {
      var disk = DiskEnvironment(folder: scratch(""))
      disk.mounts.add("a", in: "instance:hall", at: scratch(file))
      return (TracingEnvironment(disk), disk)
    }
    let (tracing, same) = try trace("1")
    _ = try tracing.read("instance:hall/a")
    let accesses = tracing.trace.accesses
    let digests = FileDigests()
    #expect(TraceVerifier(same, digests: digests).holds(accesses))
    let other = try trace("2").1
    #expect(
      TraceVerifier(other, digests: digests).change(in: accesses)
        == .changed(path: "instance:hall/a"))
    #expect(
      TraceVerifier(DiskEnvironment(folder: scratch("")), digests: digests).change(in: accesses)
        == .gone(path: "instance:hall/a"))
  }
}
