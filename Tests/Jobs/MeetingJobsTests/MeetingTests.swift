// SPDX-License-Identifier: MIT
// Part of Platen: tests of meeting jobs: what seems a meeting, recaps, invitations.

import Diagnostics
import Documents
import Foundation
import Meetings
import Pipeline
import Readers
import TestSupport
import Testing

@testable import CardJobs
@testable import JobKit
@testable import Jobs
@testable import MeetingJobs

@Suite struct MeetingTests {
  private func sample(_ path: String) throws -> [UInt8] {
    Array(
      try Data(contentsOf: Shared.repository.appendingPathComponent("Samples/" + path)))
  }

  private func club() throws -> Meeting {
    let files = try ["evening.json", "evening.minutes.yaml", "evening.notes.md"].map {
      try MeetingFiles.readable(NamedBytes($0, try sample("ClubEvening/" + $0))).value
    }
    return try MeetingReader.read(files: files).value
  }

  @Test(arguments: [
    ("ClubEvening/evening.json", "meeting"), ("SaltRoad/saltroad.json", "campaign"),
  ])
  func `an input tells its kind`(path: String, kind: String) throws {
    let bytes = try sample(path)
    let found = Jobs.kind(of: path, outputs: ["x.docx"]) { Array(bytes.prefix(1 << 16)) }
    #expect(found.name == kind)
  }

  @Test(arguments: [
    ("[{\"event\":\"kick\",\"actor\":\"u\",\"target\":\"v\",\"ts\":1}]", "meeting"),
    ("\"[{\\\"senderName\\\":\\\"A\\\"}]\"", "meeting"),
    ("{\"actor\":\"gemini\",\"text\":\"x\"}", "campaign"),
    ("{\"story\":[{\"actor\":\"user\",\"event\":1,\"target\":2}]}", "campaign"),
  ])
  func `bytes tell their kind, lines of JSON too`(text: String, kind: String) throws {
    for name in ["x.json", "x.jsonl"] {
      #expect(Jobs.kind(of: name, outputs: ["x.txt"]) { Array(text.utf8) }.name == kind)
    }
  }

  @Test(arguments: [
    (#"{"users": [{"id": 1, "displayName": "Mira", "total_xp": 640}]}"#, "cards"),
    (#"{"version": 2, "userProfiles": [{"id": 1, "streak": 3}]}"#, "cards"),
    (#"{"users": {"u1": {"level": 2}}}"#, "cards"),
    (#"{"user_activity": [{"user_id": 1, "date": "2026-03-09", "xp_earned": 20}]}"#, "cards"),
    (#"{"active_journey_ids": [3], "habit_completions": [], "custom_habits": []}"#, "cards"),
    (#"{"journeyDuas": [{"journeyId": "a", "duaId": "b", "timeSlot": "morning"}]}"#, "cards"),
    (#"{"collections": [{"id": 1, "slug": "core", "is_premium": false}]}"#, "cards"),
    (#"{"lamps": [{"name": "a \" b"}], "keepers": []}"#, "cards"),
    (#"{"completedCount": 4, "currentXp": 450, "xpToNextLevel": 600, "level": 5}"#, "cards"),
    (#"{"users": [{"id": "u1", "provider": "local"}], "total": 1, "page": 1}"#, "meeting"),
    (#"{"users": [{"id": "u1", "email": "a@b.example", "provider": "local"}]}"#, "meeting"),
    (#"{"room": {"name": "A"}, "users": [{"id": "u1"}], "participants": []}"#, "meeting"),
    (#"{"info": {"version": "1.9"}, "pack": {"cells": []}, "users": 3}"#, "map"),
    (#"{"cells": [{"i": 0}], "burgs": [{"i": 1}]}"#, "map"),
  ])
  func `tables of rows are cards', and no meeting is taken for them`(text: String, kind: String) {
    #expect(Jobs.kind(of: "u.json", outputs: ["u.png"]) { Array(text.utf8) }.name == kind)
    let bytes = FileBytes(path: "u.json", bytes: Array(text.utf8))
    #expect(MeetingInspection.recognizes(bytes, path: "u.json") == (kind == "meeting"))
    if kind == "cards" { #expect(RowInspection.recognizes(bytes, path: "u.json")) }
    if kind == "map" { #expect(!RowInspection.recognizes(bytes, path: "u.json")) }
  }

  @Test func `a note that ends at a comment has a warning`() throws {
    let text = "title: Evening #4\nnext: Friday # the 27th\n"
    let file = try MeetingFiles.readable(NamedBytes("a.minutes.yaml", Array(text.utf8)))
    #expect(file.warnings.map(\.code) == ["yaml.comment"])
    #expect(
      file.warnings.first?.place == SourceLocation(file: "a.minutes.yaml", line: 1, column: 8))
    let inspection = try MeetingInspection(
      of: FileBytes(path: "a.minutes.yaml", bytes: Array(text.utf8)), path: "a.minutes.yaml")
    #expect(inspection.warnings.contains { $0.code == "yaml.comment" && $0.place?.line == 1 })
  }

  @Test func `a recap has the scenes of its evening`() throws {
    let campaign = try CampaignReader.read(
      files: [NamedBytes("saltroad.json", try sample("SaltRoad/saltroad.json"))]
    ).value
    func words(_ audience: BookOptions.Audience) throws -> String {
      var options = MinutesOptions()
      options.audience = audience
      options.isAudienceStated = true
      let recap = try Minutes.recap(of: try club(), campaign: campaign, options: options)
      #expect(!recap.warnings.contains { $0.severity != .note })
      #expect(recap.value.warnings().isEmpty)
      var text = ""
      recap.value.walk(block: { _ in .descend }) { inline in
        if case .text(let words) = inline { text += words + "\n" }
        return .descend
      }
      return text
    }
    let player = try words(.player)
    // The second evening: Nordheim and the mill; neither the first nor the third.
    #expect(player.contains("Nordheim"))
    #expect(player.contains("300"))
    #expect(player.contains("Nine sacks of Salt House salt"))
    #expect(!player.contains("A pass signed in Niminen"))
    #expect(player.contains("Friday, 27 March 2026"))
    for secret in ["She sold the route herself", "freecoins77", "banned"] {
      #expect(!player.contains(secret), "\(secret)")
    }
    let master = try words(.gm)
    #expect(master.contains("She sold the route herself"))
  }

  @Test func `text outside of the game is included, and an empty scene is omitted`() throws {
    let campaign = try CampaignReader.read(
      files: [NamedBytes("saltroad.json", try sample("SaltRoad/saltroad.json"))]
    ).value
    let recap = try Minutes.recap(of: try club(), campaign: campaign, options: MinutesOptions())
    let scenes = recap.value.blocks.compactMap { block -> [String]? in
      guard case .paragraph(let node) = block, node.attributes.has("message") else { return nil }
      return node.inlines.plainText.split(separator: "\n").map(String.init)
    }
    #expect(scenes.count > 3)
    #expect(scenes.allSatisfy { $0.count > 1 })
    #expect(scenes.joined().contains { $0.contains("a ring like a broken wheel") })
  }

  @Test func `a recap finds its campaign among jobs that were not chosen`() throws {
    let folder = Shared.repository.appendingPathComponent("Samples/ClubEvening").path
    let environment = DiskEnvironment(folder: folder)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/platen.yaml")))
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      bytes, file: folder + "/platen.yaml", folder: folder)
    let chosen = try Selection(["recap"]).applied(to: manifest)
    #expect(chosen.jobs.count == 2 && chosen.unchosen.count == manifest.jobs.count - 2)
    let templates = Shared.repository.appendingPathComponent("Templates").path
    let context = RecipeContext(
      environment: environment, templates: try Templates.find(named: templates))
    let plan = try Plan(jobs: try Jobs.jobs(of: chosen, in: context))
    #expect(plan.jobs.map(\.id).allSatisfy { $0.hasPrefix("recap") })
  }

  @Test(arguments: [
    ("x.toml", "[[instances]]\nlabel = \"A\"\nbase_url = \"https://a.example\"", "meeting"),
    ("x.toml", "title = \"A talk\"", "talk"),
    ("x.json", "[{\"serverURL\": \"https://a.example\", \"displayName\": \"A\"}]", "meeting"),
  ])
  func `lists of servers go with meetings`(name: String, text: String, kind: String) {
    #expect(Jobs.kind(of: name, outputs: ["x.pdf"]) { Array(text.utf8) }.name == kind)
  }

  @Test(arguments: [true, false])
  func `inputs are jobs of their own, or parts of one`(merges: Bool) throws {
    let folder = try Scratch()
    for (name, text) in [
      ("chat.txt", "18:00:31 From  Ada  to  Everyone:\n\tHello\n"),
      ("people.csv", "Name (Original Name),Join Time\nAda,05/12/2026 05:55:00 PM\n"),
      ("talk.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bo>Hi\n"),
    ] {
      try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
    }
    let manifest = """
      version: 1
      jobs:
        - { meeting: [chat.txt, people.csv, talk.vtt], merge: \(merges), outputs: ["${name}.txt"] }
      """
    let environment = DiskEnvironment(folder: folder.url.path)
    let parsed = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      Array(manifest.utf8), file: folder.url.path + "/platen.yaml", folder: folder.url.path)
    #expect(parsed.jobs.map(\.companions.count) == (merges ? [2] : [0, 0, 0]))
    #expect(parsed.jobs.map { $0.outputs.map(\.path) }.first == ["chat.txt"])
    let templates = Shared.repository.appendingPathComponent("Templates").path
    let context = RecipeContext(
      environment: environment, templates: try Templates.find(named: templates))
    #expect(try Jobs.jobs(of: parsed, in: context).count == (merges ? 1 : 3))
    #expect(try parsed.missingFiles(in: environment).diagnostics.isEmpty)
  }

  @Test func `a room without a server has no invitation`() throws {
    var meeting = try club()
    meeting.room.base = ""
    let failure = try #require(throws: Failure.self) {
      try Invitation(meeting, options: MinutesOptions())
    }
    #expect(failure.diagnostics.map(\.code) == ["meeting.no-link"])
  }
}
