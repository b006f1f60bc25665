// SPDX-License-Identifier: MIT
// Part of Platen: published files are read again, and are what the record says or are not taken.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite struct PublishedFileTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func lay(_ bytes: [UInt8], at name: String = "a") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: scratch(name)))
  }

  /// Reads in pieces as a copy does.
  private func read(_ file: CheckedFile, piece: Int = 7) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var room = [UInt8](repeating: 0, count: piece)
      let count = try room.withUnsafeMutableBytes { try file.read(into: $0, at: bytes.count) }
      if count == 0 { break }
      bytes += room[..<count]
    }
    try file.finish()
    return bytes
  }

  private let content = (0..<100).map { UInt8($0) }

  private func checked(_ name: String = "a") throws -> CheckedFile {
    CheckedFile(
      name, size: content.count, digest: Digest.of(content),
      in: try Outputs(root: scratch.path, locking: .none))
  }

  @Test(arguments: [1, 7, 50, 100, 1000])
  func whatIsAsItWasIsReadWhole(piece: Int) throws {
    try lay(content)
    let file = try checked()
    #expect(try read(file, piece: piece) == content)
    // And again, as a writer of archives may.
    #expect(try read(file, piece: piece) == content)
  }

  @Test func anotherFileOfTheSameSizeIsNotTaken() throws {
    var other = content
    other[99] ^= 1
    try lay(other)
    #expect(throws: Failure.self) { try read(try checked()) }
  }

  @Test func whatIsShorterLongerOrGoneIsNotTaken() throws {
    for bytes in [Array(content.dropLast()), content + [1], []] {
      try lay(bytes)
      #expect(throws: Failure.self) { try read(try checked()) }
    }
    try FileManager.default.removeItem(atPath: scratch("a"))
    #expect(throws: Failure.self) { try read(try checked()) }
  }

  @Test func whatIsCutShortWhileItIsReadIsNotTaken() throws {
    try lay(content)
    let file = try checked()
    var room = [UInt8](repeating: 0, count: 10)
    #expect(try room.withUnsafeMutableBytes { try file.read(into: $0, at: 0) } == 10)
    #expect(truncate(scratch("a"), 20) == 0)
    #expect(throws: Failure.self) {
      var offset = 10
      while true {
        let count = try room.withUnsafeMutableBytes { try file.read(into: $0, at: offset) }
        if count == 0 { break }
        offset += count
      }
    }
    #expect(throws: Failure.self) { try file.finish() }
  }

  @Test func whatWasNotReadToItsEndWasNotCompared() throws {
    try lay(content)
    let file = try checked()
    #expect(throws: Failure.self) { try file.finish() }
    var room = [UInt8](repeating: 0, count: 10)
    _ = try room.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    #expect(throws: Failure.self) { try file.finish() }
    // Nor may anything be left out.
    #expect(throws: Failure.self) {
      try room.withUnsafeMutableBytes { try file.read(into: $0, at: 50) }
    }
  }

  @Test func linksAndFoldersAreNoOutputs() throws {
    try lay(content, at: "b")
    try FileManager.default.createSymbolicLink(
      atPath: scratch("link"), withDestinationPath: scratch("b"))
    try FileManager.default.createDirectory(
      atPath: scratch("folder"), withIntermediateDirectories: false)
    let outputs = try Outputs(root: scratch.path, locking: .none)
    for name in ["link", "folder", "none", "../b", "/etc/passwd"] {
      #expect(outputs.published(name) == nil, "\(name)")
    }
    #expect(outputs.published("b")?.size == 100)
    #expect(outputs.contents(of: "b", limit: 100) == content)
    #expect(outputs.contents(of: "b", limit: 99) == nil)
    #expect(outputs.published("b")?.prefix(10) == Array(content.prefix(10)))
    #expect(outputs.published("b")?.prefix(1000) == content)
  }

  @Test func theRecordIsThereOnceItIsWritten() throws {
    let outputs = try Outputs(root: scratch.path, locking: .none)
    #expect(outputs.publishedRecord() == nil)
    let record = RunRecord(tool: "t", jobs: [], totals: RunTotals())
    try outputs.publish(record)
    let file = try #require(outputs.publishedRecord())
    var bytes = [UInt8](repeating: 0, count: file.size)
    #expect(try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) } == file.size)
    #expect(bytes == record.json)
  }
}
