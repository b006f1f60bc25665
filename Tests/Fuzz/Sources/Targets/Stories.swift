// SPDX-License-Identifier: MIT
// Part of Platen: fuzz targets of campaigns, meetings and databases.

import Database
import Diagnostics
import Foundation
import Meetings
import Readers
import TestSupport

extension FuzzTarget {
  static let campaign = FuzzTarget(
    name: "campaign", longest: 1 << 13, timePerByte: 60, time: 100,
    words: PatchedJSON.words + [
      "\"story\":", "\"game_state\":", "\"actor\": \"gemini\"", "\"text\":", "\"timestamp\":",
      "\"result\":", "\"content\":",
      "[Mode: STORY MODE]", "Scene #", "Choice:", "\\n\\n", "\"sequence_id\":",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Documents/ReadersTests"]) {
        $0.contains("\n") || $0.contains("{")
      }
      seeds.addFiles(in: ["Samples", "Tests/Documents/ReadersTests"], ["json", "txt", "jsonl"])
    },
    read: { _ = try CampaignReader.read(files: [NamedBytes("story.json", Array($0))]) })

  static let meeting = FuzzTarget(
    name: "meeting", longest: 1 << 13, timePerByte: 60, time: 100,
    words: PatchedJSON.words + [
      "\"room\":", "\"participants\":", "\"chat\":", "\"system\":", "\"agenda\":", "\"polls\":",
      "\"timestamp\":", "\"joinedAt\":",
      "\"message\":", "2024-05-06T07:08:09Z",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Meetings/MeetingsTests"]) {
        $0.contains("{") || $0.contains("\n")
      }
      seeds.addFiles(in: ["Samples", "Tests/Meetings/MeetingsTests"], ["json", "md"])
    },
    read: { _ = try MeetingReader.read(files: [NamedBytes("evening.json", Array($0))]) })

  /// Transcripts, chats and reports of other systems' rooms, recognized by their contents.
  static let rooms = FuzzTarget(
    name: "rooms", longest: 1 << 13, timePerByte: 60, time: 100,
    words: [
      "WEBVTT\n\n", "00:00:01.000 --> 00:00:02.000\n", "00:00:01,000 --> 00:00:02,000\n",
      "0:00:01.000,0:00:02.000\n", "<v Ann>", "</v>", "NOTE ", "-->", "\u{FF}\u{FE}",
      "19:02:07 From Ann to Everyone:", "\tFrom ", "Replying to \"", "Reacted to \"",
      "Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes)\n",
      "1. Summary\n", "2. Participants\n", "First Join\tLast Leave\t", "7/24/26, 7:01:12 PM\t",
      "\"segments\":", "\"start\":", "\"speaker\":",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Meetings/MeetingsTests"]) { $0.contains("\n") }
      seeds.addFiles(
        in: [Shared.root.path + "/meetings/transcripts"],
        ["vtt", "srt", "sbv", "txt", "csv", "json", "docx"])
    },
    read: { _ = try MeetingReader.read(files: [NamedBytes("room.vtt", Array($0))]) })

  static let database = FuzzTarget(
    name: "database", longest: 1 << 15, timePerByte: 200, time: 300, memory: 512,
    words: [
      "SQLite format 3\u{0}", "CREATE TABLE ", "CREATE INDEX ", "WITHOUT ROWID", "AS (",
      "sqlite_sequence",
    ],
    seeds: { seeds in
      let path = NSTemporaryDirectory() + "platen-fuzz-\(getpid()).db"
      for (number, statements) in [
        ["CREATE TABLE rooms (id, name)", "INSERT INTO rooms VALUES (1, 'a'), (2.5, x'00FF')"],
        [
          "CREATE TABLE users (id TEXT PRIMARY KEY, name) WITHOUT ROWID",
          "INSERT INTO users VALUES ('a', NULL)",
        ],
      ].enumerated() {
        let writer = try DatabaseWriter(path: path + "\(number)")
        for statement in statements { try writer.execute(statement) }
        try writer.finish(expecting: [:])
        let data = FileManager.default.contents(atPath: path + "\(number)") ?? Data()
        seeds.add(Array(data))
        try FileManager.default.removeItem(atPath: path + "\(number)")
      }
    },
    read: { bytes in
      var limits = Database.Limits()
      limits.rows = 100
      limits.steps = 100
      try Database.reading(Array(bytes), limits: limits) { database in
        for table in ["rooms", "users"] {
          let columns = try database.columns(of: table)
          try database.forEachRow(of: table, columns: columns) { _ in }
        }
      }
    })
}
