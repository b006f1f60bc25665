// SPDX-License-Identifier: MIT
// Part of Platen: journals: torn, flipped, filled with rubbish, written by several at once.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// A journal in a folder of its own, queried with texts.
struct TestJournal {
  var journal: Journal
  let diagnostics = StoreDiagnostics()

  init(in folder: String, name: String = "j", keySize: Int = 32) throws {
    journal = Journal(
      name: name, keySize: keySize, in: try StoreFolder.open(folder), diagnostics: diagnostics)
  }

  subscript(key: String) -> String? {
    mutating get { self[key, 1_000] }
  }

  subscript(key: String, now: UInt64) -> String? {
    mutating get {
      Digest.of(key).bytes.withUnsafeBytes { bytes in
        journal.withPayload(of: .init(rebasing: bytes[..<journal.keySize]), now: now) {
          String(decoding: $0, as: UTF8.self)
        }
      }
    }
  }

  mutating func note(_ key: String, _ text: String, now: UInt64 = 1_000) {
    Digest.of(key).bytes.withUnsafeBytes { bytes in
      Array(text.utf8).withUnsafeBytes {
        journal.append(key: .init(rebasing: bytes[..<journal.keySize]), payload: $0, now: now)
      }
    }
  }
}

@Suite struct StoreJournalTests {
  let scratch: Scratch
  init() throws {
    scratch = try Scratch()
    _ = try StoreFolder.open(scratch.path)
  }

  /// Texts of all lengths around the checksum's eight bytes.
  static let texts = (0..<10).map { "k\($0)" }.enumerated().map {
    ($1, String(repeating: "x", count: 2 * $0) + $1)
  }

  /// A journal with `texts`; returns its bytes and where each record ends.
  func make() throws -> (bytes: [UInt8], ends: [Int]) {
    var test = try TestJournal(in: scratch.path)
    var ends: [Int] = []
    for (key, text) in StoreJournalTests.texts {
      test.note(key, text)
      try test.journal.flush()
      ends.append(try size())
    }
    #expect(test.diagnostics.take() == [])
    return (try bytes(), ends)
  }

  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: scratch("j")))) }
  func size() throws -> Int { try bytes().count }
  func write(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: scratch("j")))
  }

  @Test func AnyTornTailLosesOnlyWhatWasTorn() throws {
    let (bytes, ends) = try make()
    for count in 0...bytes.count {
      try write(bytes[..<count])
      var test = try TestJournal(in: scratch.path)
      for (index, (key, text)) in StoreJournalTests.texts.enumerated() {
        #expect(test[key] == (ends[index] <= count ? text : nil), "\(count)")
      }
      let isWhole = count == 0 || count == FrameFormat.headerSize || ends.contains(count)
      let diagnostics = test.diagnostics.take()
      // A header that was not finished is nothing lost.
      if count > FrameFormat.headerSize || isWhole {
        #expect(diagnostics.map(\.severity) == (isWhole ? [] : [.note]), "\(count)")
      }
      // Work goes on, and nobody hears of it again.
      test.note("new", "after")
      try test.journal.flush()
      var again = try TestJournal(in: scratch.path)
      #expect(again["new"] == "after")
      for (index, (key, text)) in StoreJournalTests.texts.enumerated() {
        #expect(again[key] == (ends[index] <= count ? text : nil), "\(count)")
      }
      #expect(again.diagnostics.take() == [], "\(count)")
    }
  }

  @Test(arguments: [0x01, 0x80, 0xFF] as [UInt8]) func AnyFlippedByteLosesOnlyItsRecord(
    flip: UInt8
  ) throws {
    let (bytes, ends) = try make()
    for place in FrameFormat.headerSize..<bytes.count {
      var bad = bytes
      bad[place] ^= flip
      try write(bad)
      let hit = ends.firstIndex { $0 > place }
      var test = try TestJournal(in: scratch.path)
      for (index, (key, text)) in StoreJournalTests.texts.enumerated() {
        #expect(test[key] == (index == hit ? nil : text), "\(place)")
      }
      #expect(test.diagnostics.take().map(\.code) == [.storeDamaged], "\(place)")
      // At the end of the run it is written anew, and nobody hears of it again. That is synced, so
      // it is not done every time.
      guard place % 11 == 0 else { continue }
      try test.journal.finish()
      var again = try TestJournal(in: scratch.path)
      for (index, (key, text)) in StoreJournalTests.texts.enumerated() {
        #expect(again[key] == (index == hit ? nil : text), "\(place)")
      }
      #expect(again.diagnostics.take() == [], "\(place)")
    }
  }

  @Test func aDamagedHeaderIsSetAsideAndReplaced() throws {
    let (bytes, _) = try make()
    for place in 0..<FrameFormat.headerSize {
      var bad = bytes
      bad[place] ^= 0x10
      try write(bad)
      var test = try TestJournal(in: scratch.path)
      #expect(test["k1"] == nil)
      #expect(test.diagnostics.take().map(\.code) == [.storeDamaged])
      // Looking alone changes nothing.
      #expect(try self.bytes() == bad)
      test.note("new", "after")
      try test.journal.flush()
      #expect(Array(try Data(contentsOf: URL(fileURLWithPath: scratch("j.old")))) == bad)
      var again = try TestJournal(in: scratch.path)
      #expect(again["new"] == "after" && again["k1"] == nil)
      #expect(again.diagnostics.take() == [])
    }
  }

  @Test func AnotherVersionIsNamed() throws {
    // The same file for keys of another size is another version, and has a checksum that is right.
    var other = try TestJournal(in: scratch.path, keySize: 16)
    other.note("a", "b")
    try other.journal.flush()
    var test = try TestJournal(in: scratch.path)
    #expect(test["a"] == nil)
    #expect(test.diagnostics.take().first?.message.contains("another version of Platen") == true)
  }

  @Test(arguments: [0, 1, 3, 4, 15, 16, 17, 100, 5_000]) func RubbishBetweenIsSteppedOver(
    count: Int
  ) throws {
    let (bytes, ends) = try make()
    let magic: [UInt8] = Array("PlRc".utf8)
    let lengths: [[UInt8]] = [
      [], [0, 0, 0, 0], [255, 255, 255, 255], [40, 0, 0, 0], [0, 1, 0, 0],
    ]
    for length in lengths {
      let filling = Array((0..<count).map { _ in magic + length }.joined().prefix(count))
      try write(bytes[..<ends[3]] + filling + bytes[ends[3]...])
      var test = try TestJournal(in: scratch.path)
      for (key, text) in StoreJournalTests.texts { #expect(test[key] == text) }
      #expect(test.diagnostics.take().count == (count > 0 ? 1 : 0))
    }
  }

  @Test func ManyFalseRecordsTakeNoLongTime() throws {
    let (bytes, _) = try make()
    // Each seems to be as long as all the rest: summed each time, that would be 10¹² bytes.
    var filling: [UInt8] = []
    for index in 0..<100_000 {
      filling += Array("PlRc".utf8)
      withUnsafeBytes(of: UInt32(max(0, 8 * (100_000 - index) - 16)).littleEndian) {
        filling.append(contentsOf: $0)
      }
    }
    try write(bytes + filling)
    var test = try TestJournal(in: scratch.path)
    let start = Clock.thread()
    for (key, text) in StoreJournalTests.texts { #expect(test[key] == text) }
    #expect(Clock.thread() - start < 30)
  }

  @Test func ARecordInsideARecordIsNoRecord() throws {
    let (bytes, ends) = try make()
    // A file name that is a record of another journal, in a record that is then damaged.
    var test = try TestJournal(in: scratch.path)
    let other = try Scratch()
    var maker = try TestJournal(in: other.path)
    maker.note("k1", "forged")
    try maker.journal.flush()
    let forged = Array(
      try Data(contentsOf: URL(fileURLWithPath: other("j"))).dropFirst(FrameFormat.headerSize))
    test.journal.append(payload: forged)
    try test.journal.flush()
    var bad = try self.bytes()
    #expect(bad.starts(with: bytes))
    bad[ends[9] + 20] ^= 1
    try write(bad)
    var again = try TestJournal(in: scratch.path)
    #expect(again["k1"] == StoreJournalTests.texts[1].1)
  }

  @Test func LaterRecordsHold() throws {
    var test = try TestJournal(in: scratch.path)
    for round in 0..<5 {
      for key in ["a", "b"] { test.note(key, "\(key)\(round)") }
      if round % 2 == 0 { try test.journal.flush() }
    }
    #expect(test["a"] == "a4" && test["b"] == "b4")
    try test.journal.flush()
    var again = try TestJournal(in: scratch.path)
    #expect(again["a"] == "a4" && again["b"] == "b4" && again.journal.count() == 2)
  }

  @Test func TheSameAgainIsNotWritten() throws {
    var test = try TestJournal(in: scratch.path)
    test.note("a", "1")
    try test.journal.flush()
    let before = try bytes()
    test.note("a", "1")
    #expect(test.journal.pendingBytes == 0)
    try test.journal.finish()
    #expect(try bytes() == before)
  }

  @Test func timestampsOfUsedEntriesAreRenewedDaily() throws {
    let now = StoreClock.seconds()
    var test = try TestJournal(in: scratch.path)
    test.note("old", "1", now: now - 2 * Journal.timestampAge)
    test.note("unused", "1", now: now - 2 * Journal.timestampAge)
    test.note("young", "1", now: now - 100)
    try test.journal.flush()
    for _ in 0..<3 { #expect(test["old", now] == "1" && test["young", now] == "1") }
    try test.journal.finish()
    var again = try TestJournal(in: scratch.path)
    var timestamps: [UInt64] = []
    again.journal.forEach { _, timestamp, _ in timestamps.append(timestamp) }
    #expect(timestamps.count == 3 && timestamps.filter { $0 >= now }.count == 1)
    #expect(timestamps.contains(now - 2 * Journal.timestampAge) && timestamps.contains(now - 100))
    let size = try size()
    #expect(again["old", now] == "1")
    try again.journal.finish()
    #expect(try self.size() == size)
  }

  @Test func journalsMoreThanHalfDeadAreRewritten() throws {
    let text = String(repeating: "x", count: 1_000)
    var test = try TestJournal(in: scratch.path)
    for round in 0..<10 { for key in 0..<20 { test.note("\(key)", "\(round)" + text) } }
    try test.journal.flush()
    #expect(try size() > 200_000)
    // Somebody else has the old file open.
    var other = try TestJournal(in: scratch.path)
    #expect(other["0"] == "9" + text)
    try test.journal.finish()
    #expect(try size() < 25_000)
    other.note("other", "here")
    try other.journal.flush()
    test.note("test", "here")
    try test.journal.flush()
    var again = try TestJournal(in: scratch.path)
    for key in 0..<20 { #expect(again["\(key)"] == "9" + text) }
    #expect(again["other"] == "here" && again["test"] == "here")
    #expect(
      again.diagnostics.take() == [] && other.diagnostics.take() == []
        && test.diagnostics.take() == [])
    #expect(scratch.files.filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test func SeveralWritersLoseNothing() throws {
    let folder = scratch.path
    let writers = 4
    let rounds = 60
    DispatchQueue.concurrentPerform(iterations: writers) { writer in
      do {
        var test = try TestJournal(in: folder)
        for round in 0..<rounds {
          test.note("w\(writer)-\(round)", "\(writer) \(round)")
          // What all write goes dead at once, so that there is something to write anew.
          test.note("shared", "\(writer) \(round)" + String(repeating: "y", count: 2_000))
          try test.journal.flush()
          if round % 20 == writer { try test.journal.compact() }
        }
        try test.journal.finish()
        #expect(test.diagnostics.take() == [])
      } catch {
        Issue.record("\(error)")
      }
    }
    var again = try TestJournal(in: folder)
    for writer in 0..<writers {
      for round in 0..<rounds {
        #expect(again["w\(writer)-\(round)"] == "\(writer) \(round)")
      }
    }
    #expect(again.diagnostics.take() == [])
  }

  @Test func WhatOthersWroteIsSeenAfterwards() throws {
    var a = try TestJournal(in: scratch.path)
    var b = try TestJournal(in: scratch.path)
    #expect(a["x"] == nil && b["x"] == nil)
    b.note("x", "b")
    b.note("y", "b")
    try b.journal.flush()
    a.note("x", "a")
    try a.journal.flush()
    // Who writes last holds, in memory and in the file.
    #expect(a["x"] == "a" && a["y"] == "b")
    var again = try TestJournal(in: scratch.path)
    #expect(again["x"] == "a" && again["y"] == "b")
  }

  @Test func aStoppedHolderBlocksNoProcess() throws {
    var test = try TestJournal(in: scratch.path)
    test.note("a", "1")
    try test.journal.flush()
    do {
      let holder = try FileDescriptor.open(scratch("j"), O_RDWR)
      #expect(try holder.lock(LOCK_EX, timeout: 0))
      // A child another test is starting would hold it beyond the end of this.
      defer { holder.unlock() }
      test.note("b", "2")
      try test.journal.flush()
      #expect(test["b"] == "2" && test.journal.pendingBytes > 0)
    }
    try test.journal.flush()
    var again = try TestJournal(in: scratch.path)
    #expect(again["a"] == "1" && again["b"] == "2")
  }

  @Test func ReadersDoNotNeedToWrite() throws {
    var test = try TestJournal(in: scratch.path)
    #expect(test["a"] == nil)
    try test.journal.finish()
    #expect(!scratch.files.contains("j"))
  }
}

extension Journal {
  /// Notes a payload of bytes under a key of its own.
  mutating func append(payload: [UInt8]) {
    Digest.of("payload").bytes.withUnsafeBytes { key in
      payload.withUnsafeBytes { append(key: key, payload: $0, now: 1_000) }
    }
  }
}
