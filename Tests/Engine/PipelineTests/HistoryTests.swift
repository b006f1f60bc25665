// SPDX-License-Identifier: MIT
// Part of Platen: past runs are remembered, and two of them compared.

import Diagnostics
import Digests
import TestSupport
import Testing

@testable import Pipeline

@Suite struct HistoryTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func record(_ outputs: [(String, String?)], orphans: [String] = []) -> RunRecord {
    RunRecord(
      tool: "t",
      jobs: outputs.map { path, content in
        JobRecord(
          id: path, kind: "k", outcome: content == nil ? .failed : .built,
          outputs: [
            OutputRecord(
              path: path, outcome: content == nil ? .failed : .built, size: 1,
              digest: content.map { Digest.of($0) })
          ])
      }, totals: RunTotals(),
      orphans: orphans.map { OutputRecord(path: $0, outcome: .upToDate, digest: Digest.of("o")) })
  }

  private func reported(_ changes: [PastRun.Change]) -> [String] {
    func name(_ digest: Digest?) -> String {
      digest.map { digest in ["1", "2", "3"].first { Digest.of($0) == digest } ?? "?" } ?? "-"
    }
    return changes.map { "\($0.path) \(name($0.before))\(name($0.after))" }
  }

  @Test func aRunsChangesAreWhatIsOther() {
    let last = record([("same", "1"), ("other", "1"), ("bad", "1"), ("gone", "1"), ("left", "1")])
    let now = record(
      [("same", "1"), ("other", "2"), ("bad", nil), ("new", "3")], orphans: ["left"])
    #expect(
      reported(PastRun.changes(from: last, to: now)) == ["other 12", "bad 11", "new -3", "gone 1-"])
  }

  @Test func twoRunsAreComparedByTheChangesBetween() throws {
    let history = try RunHistory(in: Outputs(root: scratch.path))
    let records = [
      record([("a", "1"), ("b", "1")]), record([("a", "2"), ("b", "1")]),
      record([("a", "3"), ("b", "2")]), record([("a", "1"), ("b", "2"), ("c", "1")]),
      record([("a", "1"), ("b", "2")]),
    ]
    var last: RunRecord?
    for (index, record) in records.enumerated() {
      let run = try history.add(record, after: last, finished: Int64(index) * 100)
      #expect(run.number == index + 1)
      #expect(try history.run(run.number) == run)
      last = record
    }
    #expect(history.numbers == [1, 2, 3, 4, 5])
    #expect(reported(try history.difference(from: 1, to: 3)) == ["a 13", "b 12"])
    #expect(reported(try history.difference(from: 3, to: 1)) == ["a 31", "b 21"])
    // What was changed and changed back is no difference, nor what came and went.
    #expect(reported(try history.difference(from: 1, to: 5)) == ["b 12"])
    #expect(reported(try history.difference(from: 0, to: 1)) == ["a -1", "b -1"])
    #expect(try history.difference(from: 2, to: 2) == [])
  }

  @Test func theOldestAreForgotten() throws {
    let outputs = try Outputs(root: scratch.path)
    let history = try RunHistory(in: outputs)
    for index in 1...(RunHistory.length + 3) {
      try history.add(record([("a", "\(index)")]), after: nil, finished: 0)
    }
    #expect(history.numbers.count == RunHistory.length)
    #expect(history.numbers.first == 4)
    #expect(throws: Failure.self) { try history.difference(from: 1, to: 9) }
    #expect(try history.run(2) == nil)
  }

  @Test func whatIsDamagedIsSaid() throws {
    let outputs = try Outputs(root: scratch.path)
    let history = try RunHistory(in: outputs)
    try history.add(record([("a", "1")]), after: nil, finished: 0)
    try NotesFolder("history", in: outputs, creating: false).write([1, 2], as: "000001.json")
    #expect(throws: Failure.self) { try history.run(1) }
    #expect(RunHistory.existing(in: try Outputs(root: scratch.path + "/none")) == nil)
  }

  @Test func notesAreReadWholeOrNotAtAll() throws {
    let notes = try NotesFolder("n", in: Outputs(root: scratch.path), creating: true)
    try notes.write([1, 2, 3], as: "b")
    try notes.write([], as: "a")
    #expect(notes.names == ["a", "b"])
    #expect(notes.read("b", limit: 3) == [1, 2, 3])
    #expect(notes.read("b", limit: 2) == nil)
    #expect(notes.read("c", limit: 2) == nil)
    notes.remove("b")
    notes.remove("b")
    #expect(notes.names == ["a"])
  }

  /// An empty note leaves the others, and room for more.
  @Test func damagedNotesAreIgnored() throws {
    let outputs = try Outputs(root: scratch.path)
    let history = try RunHistory(in: outputs)
    try history.add(record([("a", "1")]), after: nil, finished: 0)
    let notes = try NotesFolder("history", in: outputs, creating: false)
    try notes.write([1, 2], as: "000002.json")
    try notes.write([1, 2], as: "\(Int.max).json")
    #expect(history.numbers == [1, 2])
    #expect(try history.add(record([("a", "2")]), after: nil, finished: 0).number == 3)
    #expect(try history.run(1) != nil && history.run(3) != nil)
  }

  @Test func contentsOfOutputsFollowNoLinks() throws {
    let outputs = try Outputs(root: scratch.path)
    #expect(outputs.contents(of: "../x", limit: 9) == nil)
    #expect(outputs.contents(of: "none", limit: 9) == nil)
  }
}
