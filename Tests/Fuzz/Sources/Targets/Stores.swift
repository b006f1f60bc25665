// SPDX-License-Identifier: MIT
// Part of Platen: fuzz targets of what a run keeps: the cache's journals, records, histories.

import Diagnostics
import Digests
import Foundation
import TestSupport

@testable import Pipeline

/// A folder of this process's own, in memory where the system has such.
private let folder: String = {
  let base =
    FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  return "\(base)/platen-fuzz-store-\(getpid())"
}()

private let actions: [Action] = {
  let digest = Digest.of("x")
  let diagnostic = Diagnostic.warning(
    "a.b", "a message", at: SourceLocation(file: "a", line: 1, column: 2, field: "c"), hints: ["d"])
  let file = Action(
    result: .file(
      FileArtifact(size: 5, digest: digest, facts: FileFacts(width: 3, height: 4, pages: nil))),
    trace: [
      .file(path: "p", digest: digest, size: 9), .absent(path: "q"), .present(path: "r"),
      .folder(path: "s", digest: digest), .variable(name: "t", value: nil),
    ], warnings: [Action.StageWarnings(stage: Key(digest: digest), diagnostics: [diagnostic])],
    seconds: 1.5)
  return [file, Action(result: .value(digest), trace: [])]
}()

extension FuzzTarget {
  /// Actions: what is read is written as it was. Behind a first byte: one action, or records of a
  /// journal, which are sealed here, or a journal's file as it is.
  static let store = FuzzTarget(
    name: "store", longest: 1 << 13, timePerByte: 10, time: 100,
    words: [
      "PlRc", "PlatenJ\n", "\u{00}\u{00}\u{00}\u{00}",
      "\u{FF}\u{FF}\u{FF}\u{FF}\u{FF}\u{FF}\u{FF}\u{FF}\u{7F}",
    ],
    seeds: { seeds in
      for action in actions {
        seeds.add([0] + action.encoded)
        seeds.add([1, 40] + action.encoded)
      }
      let format = FrameFormat(keySize: 32, seed: 1)
      var bytes = format.header
      for text in ["a", "b", "a"] {
        let start = bytes.count
        Digest.of(text).bytes.withUnsafeBytes { key in
          Array("payload".utf8).withUnsafeBytes {
            format.append(key: key, timestamp: 9, payload: $0, to: &bytes)
          }
        }
        format.seal(&bytes, from: start)
      }
      seeds.add([2] + bytes)
    },
    read: { bytes in
      guard let kind = bytes.first else { return }
      let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
      switch kind % 3 {
      case 0: checkAction(rest)
      case 1: try checkJournal(sealed(rest))
      default: try checkJournal(Array(rest))
      }
    })

  private static func checkAction(_ bytes: UnsafeRawBufferPointer) {
    guard let action = try? Action(decoding: bytes) else { return }
    let encoded = action.encoded
    guard let again = encoded.withUnsafeBytes({ try? Action(decoding: $0) }) else {
      fatalError("an action that was written is not read")
    }
    expectEqual(again.encoded, encoded, "an action written again")
  }

  /// A journal of records with the lengths in their first bytes, and the checksums they need.
  private static func sealed(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let format = FrameFormat(keySize: 32, seed: 7)
    var file = format.header
    var rest = Array(bytes)[...]
    while let length = rest.popFirst() {
      let payload = Array(rest.prefix(Int(length)))
      rest = rest.dropFirst(payload.count)
      let start = file.count
      Digest.of("\(length % 4)").bytes.withUnsafeBytes { key in
        payload.withUnsafeBytes { format.append(key: key, timestamp: 5, payload: $0, to: &file) }
      }
      format.seal(&file, from: start)
    }
    return file
  }

  /// Opens the store that has this journal, queries it, writes to it, and queries it again.
  private static func checkJournal(_ bytes: [UInt8]) throws {
    let files = FileManager.default
    try? files.removeItem(atPath: folder)
    _ = try StoreFolder.open(folder)
    for name in [LocalStore.deepName, LocalStore.filesName] {
      guard files.createFile(atPath: "\(folder)/\(name)", contents: Data(bytes)) else {
        fatalError("\(folder) cannot be written")
      }
    }
    let digest = Digest.of("1")
    do {
      let store = try LocalStore(folder: folder)
      _ = store.action(for: ActionKey(.deep, digest))
      store.record(actions[0], for: ActionKey(.deep, digest))
      store.flush()
    }
    let store = try LocalStore(folder: folder)
    expectEqual(
      store.action(for: ActionKey(.deep, digest))?.encoded, actions[0].encoded, "a recorded action")
    let care = try StoreCare(folder: folder)
    _ = care.info()
  }

  /// The record that a run wrote for queries of the next.
  static let records = FuzzTarget(
    name: "records", longest: 1 << 13, timePerByte: 40,
    words: PatchedJSON.words + [
      "\"format\":", "\"jobs\":", "\"outputs\":", "\"digest\":", "\"outcome\":",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Engine/PipelineTests", "Tests/Engine/ReportsTests"]) {
        $0.contains("{")
      }
    },
    read: { bytes in
      _ = UpToDateSnapshot(decoding: Array(bytes))
      _ = try? PastRun(json: Array(bytes), file: "1.json")
      let record = try RunRecord(json: Array(bytes))
      do {
        expectEqual(try RunRecord(json: record.json).json, record.json, "a record written again")
      } catch {
        fatalError("a record that was written is not read: \(error)")
      }
    })
}
