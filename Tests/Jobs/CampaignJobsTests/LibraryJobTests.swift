// SPDX-License-Identifier: MIT
// Part of Platen: tests of libraries: which folders are some, and what is read of them.

import Diagnostics
internal import JobKit
import Pipeline
import Readers
import Testing

@testable import CampaignJobs
@testable import Jobs

@Suite struct LibraryJobTests {
  /// A folder has no bytes that show its kind, so its names do.
  @Test(arguments: [
    (["ford.json", "mill.txt"], "campaign"), (["story.jsonl"], "campaign"),
    (["chat.json", "room.json"], "meeting"), (["slides", "notes.txt"], "talk"),
    (["world.map", "index.json"], "map"), (["pictures"], "map"),
  ])
  func `a folder of data holds campaigns`(names: [String], kind: String) {
    #expect(Jobs.kind(of: "folder", outputs: ["x.pdf"], names: names) { [] }.name == kind)
  }

  /// A damaged file beside several campaigns is read with the first of them, which reports it.
  @Test func `a damaged campaign beside others is not a job and is reported`() throws {
    func story(_ title: String) -> String {
      """
      {"campaign": {"title": "\(title)"}, "story": [
        {"actor": "gemini", "text": "\(title) begins by the gate.", "timestamp": 1700000000}]}
      """
    }
    let damaged = String(story("Ford").dropLast(20))
    let files = ["f/a.json": damaged, "f/b.json": story("Bell"), "f/c.json": story("Mill")]
      .mapValues { Array($0.utf8) }
    let parts = try CampaignFiles.parts(of: "f", in: SealedEnvironment(files: files))
    #expect(parts == [["f/b.json", "f/a.json"], ["f/c.json"]])
    let read = try CampaignReader.read(
      files: parts[0].map { NamedBytes($0, files[$0] ?? []) }, options: .init())
    #expect(read.value.title == "Bell")
    #expect(read.warnings.contains { $0.place?.file == "f/a.json" })
  }
}
