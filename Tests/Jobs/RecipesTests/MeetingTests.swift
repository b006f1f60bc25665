// SPDX-License-Identifier: MIT
// Part of Platen: tests of meeting jobs: what seems a meeting, recaps, invitations, what shows what.

import Books
import Canvas
import Diagnostics
import Documents
import Drawing
import Foundation
import Geometry
import Meetings
import Pipeline
import Readers
import TestSupport
import Testing

@testable import Recipes

@Suite struct MeetingTests {
  private func sample(_ path: String) throws -> [UInt8] {
    Array(
      try Data(contentsOf: Shared.repository.appendingPathComponent("Samples/" + path)))
  }

  private func club() throws -> Meeting {
    let files = try ["evening.json", "evening.minutes.yaml", "evening.notes.md"].map {
      try MeetingFiles.readable(NamedBytes($0, try sample("ClubEvening/" + $0)))
    }
    return try MeetingReader.read(files: files).value
  }

  @Test(arguments: [
    ("ClubEvening/evening.json", "meeting"), ("SaltRoad/saltroad.json", "campaign"),
  ])
  func `an input tells its kind`(path: String, kind: String) throws {
    let bytes = try sample(path)
    let found = Recipes.kind(of: path, outputs: ["x.docx"]) { Array(bytes.prefix(1 << 16)) }
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
      #expect(Recipes.kind(of: name, outputs: ["x.txt"]) { Array(text.utf8) }.name == kind)
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
    #expect(Recipes.kind(of: "u.json", outputs: ["u.png"]) { Array(text.utf8) }.name == kind)
    let bytes = FileBytes(path: "u.json", bytes: Array(text.utf8))
    #expect(MeetingInspection.recognizes(bytes, path: "u.json") == (kind == "meeting"))
    if kind == "cards" { #expect(RowInspection.recognizes(bytes, path: "u.json")) }
    if kind == "map" { #expect(!RowInspection.recognizes(bytes, path: "u.json")) }
  }

  @Test func `a recap tells the scenes of its evening`() throws {
    let campaign = try CampaignReader.read(
      files: [NamedBytes("saltroad.json", try sample("SaltRoad/saltroad.json"))]
    ).value
    func words(_ audience: BookOptions.Audience) throws -> String {
      var options = MinutesOptions()
      options.audience = audience
      options.isAudienceStated = true
      let recap = try Minutes.recap(of: try club(), campaign: campaign, options: options)
      #expect(!recap.warnings.contains { $0.severity != .note })
      #expect(recap.value.faults().isEmpty)
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

  @Test func `what a scene says out of play is told, and a scene of nothing is left out`() throws {
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
    let manifest = try ManifestParser(kinds: Recipes.kinds, environment: environment).parse(
      bytes, file: folder + "/platen.yaml", folder: folder)
    let chosen = try Selection(["recap"]).applied(to: manifest)
    #expect(chosen.jobs.count == 2 && chosen.unchosen.count == manifest.jobs.count - 2)
    let templates = Shared.repository.appendingPathComponent("Templates").path
    let context = RecipeContext(
      environment: environment, templates: try Templates.find(named: templates))
    let plan = try Plan(jobs: try Recipes.jobs(of: chosen, in: context))
    #expect(plan.jobs.map(\.id).allSatisfy { $0.hasPrefix("recap") })
  }

  @Test(arguments: [
    ("x.toml", "[[instances]]\nlabel = \"A\"\nbase_url = \"https://a.example\"", "meeting"),
    ("x.toml", "title = \"A talk\"", "talk"),
    ("x.json", "[{\"serverURL\": \"https://a.example\", \"displayName\": \"A\"}]", "meeting"),
  ])
  func `lists of servers go with meetings`(name: String, text: String, kind: String) {
    #expect(Recipes.kind(of: name, outputs: ["x.pdf"]) { Array(text.utf8) }.name == kind)
  }

  @Test func `letters stay on the card and the code leads to the room`() throws {
    var options = MinutesOptions()
    for title in [
      "", "T", String(repeating: "word ", count: 60), "نشست دوستان", "秋天的聚会",
      "一个很长的会议标题，讨论地图与钥匙，还有很多其他的事情需要决定 and more",
      String(repeating: "Donaudampfschiff", count: 6), String(repeating: "会议标题，", count: 40),
    ] {
      options.title = title
      let invitation = try Invitation(try club(), options: options)
      #expect(invitation.link == "https://meet.club.example/m/salt-road-evening")
      let card = InvitationCard(
        invitation: invitation, colors: .init(BookLook(name: "x")), families: ["Lato"])
      let library = try FontLibrary(FontSet())
      let scene = try card.scene(text: library)
      let frame = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
      for case .text(let text) in scene.nodes {
        for glyph in text.glyphs { #expect(frame.contains(glyph.position), "\(text.source)") }
      }
      // Nothing runs under the code, a square at the right.
      let code = scene.nodes.last { node in
        if case .path(let path) = node {
          (path.path.controlBounds?.width ?? 0) == 148
        } else {
          false
        }
      }
      guard case .path(let square)? = code else {
        Issue.record("no code")
        continue
      }
      for case .text(let text) in scene.nodes where text.source != "Scan to join" {
        let ends = zip(text.glyphs, text.glyphs.dropFirst()).map(\.1.position.x)
        #expect((ends.max() ?? 0) < (square.path.controlBounds?.minX ?? 0), "\(text.source)")
      }
      let (page, structure) = try card.page(text: library, language: "en")
      #expect(page.leaves.map(\.nodes.count).reduce(0, +) == page.scene.nodes.count)
      #expect(
        structure.elements.contains { $0.role == .figure && $0.alternative.contains("https") })
    }
  }

  /// The words of a card's lines, each with where it begins and ends.
  private func lines(
    _ invitation: Invitation, isRightToLeft: Bool = false
  ) throws -> [(text: String, from: Double, to: Double, y: Double)] {
    let card = InvitationCard(
      invitation: invitation, colors: .init(BookLook(name: "x")), families: ["Lato"],
      isRightToLeft: isRightToLeft)
    let scene = try card.scene(text: try FontLibrary(FontSet()))
    var lines: [(text: String, from: Double, to: Double, y: Double)] = []
    for case .text(let text) in scene.nodes {
      let places = text.glyphs.map(\.position)
      let (from, to) = (places.map(\.x).min() ?? 0, places.map(\.x).max() ?? 0)
      if let last = lines.last, let y = places.first?.y, last.y == y {
        lines[lines.count - 1].text += text.source
        lines[lines.count - 1].to = max(last.to, to)
      } else {
        lines.append((text.source, from, to, places.first?.y ?? 0))
      }
    }
    return lines
  }

  @Test func `a title that runs to the left runs so in every line`() throws {
    var options = MinutesOptions()
    options.title = "نشست باشگاه (Club) شماره 12"
    let told = try lines(try Invitation(try club(), options: options))
    let parts = told.filter { line in
      line.text.unicodeScalars.contains { Direction.strong($0) == .rightToLeft }
    }
    // Pieces stand as they are seen: what comes last in the text stands at the left.
    let second = try #require(parts.first { $0.text.contains("12") })
    #expect(second.text.hasPrefix("12"), "\(parts)")
    // They begin at the right of the column, and nothing else does.
    for line in parts { #expect(line.to > 200, "\(line)") }
    #expect(told.contains { $0.text == "YOU ARE INVITED" && $0.from < 60 }, "\(told)")
    let mirrored = try lines(try Invitation(try club(), options: options), isRightToLeft: true)
    #expect(mirrored.allSatisfy { $0.text == "Scan to join" || $0.from >= 199 }, "\(mirrored)")
  }

  @Test(arguments: [
    String(repeating: "a", count: 63), String(repeating: "abcd-efg-", count: 7).dropLast() + "h",
    "abc-defg-hij",
  ])
  func `a room's name and link stand whole on the card`(name: String) throws {
    var meeting = try club()
    meeting.room.name = name
    for title in ["T", String(repeating: "long words ", count: 20)] {
      var options = MinutesOptions()
      options.title = title
      let told = try lines(try Invitation(meeting, options: options))
      let words = told.map(\.text).joined()
      #expect(words.contains(name) && words.contains("meet.club.example/m/" + name), "\(words)")
      if title == "T" { #expect(!words.contains("…")) }
      // Lines stand below each other, none on another.
      let column = told.filter { $0.text != "Scan to join" }.map(\.y)
      #expect(zip(column, column.dropFirst()).allSatisfy { $1 - $0 > 6 }, "\(column)")
    }
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
