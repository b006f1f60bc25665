// SPDX-License-Identifier: MIT
// Part of Platen: what checks of a campaign find, and what they do not.

import Diagnostics
import TestSupport
import Testing

@testable import Readers

@Suite struct CampaignCheckTests {
  private func findings(_ name: String) throws -> [String] {
    CampaignCheck.diagnostics(of: try Fixture.read(name).value).map(\.line)
  }

  @Test func storyAndStateDisagree() throws {
    #expect(
      try findings("third-generation-mcp.json") == [
        "warning: Captain Ysolde Kerr is listed twice among the people of the state",
        "scene #3: warning: Old Hask died in scene #2 and speaks again",
        "scene #3: warning: Glass Knife is used but not owned",
        "scene #3: warning: the hero has 45 hit points of 38",
        "warning: Miller Joan has 12 hit points of 9 in the last fight",
      ])
  }

  @Test(arguments: [
    ("\\\"Fool!\\\" says Old Bram.", true), ("\\\"Fool!\\\" Old Bram says.", true),
    ("Nobody says Old Brambles.", false), ("They speak of Old Bram.", false),
  ])
  func theDeadSpeak(line: String, isReported: Bool) throws {
    let read = try Fixture.read(
      json: """
        {"story": [{"actor":"gemini","text":"Old Bram lies dead.","timestamp":1},
        {"actor":"gemini","text":"\(line)","timestamp":2}],
        "game_state": {"npc_data": {"Old Bram": {"name": "Old Bram", "status": "dead"}}}}
        """)
    let codes = CampaignCheck.diagnostics(of: read.value).map(\.code)
    #expect(codes.contains("campaign.check.dead") == isReported)
  }

  @Test func scenesOutOfOrder() throws {
    #expect(
      try findings("fourth-generation.jsonl") == [
        "scene #2: warning: the source calls it #1 after #3"
      ])
    #expect(try findings("second-generation.json") == [])
  }

  @Test func doubles() throws {
    let read = try Fixture.read(
      json: """
        [{"_id":"e","actor":"gemini","text":"a","timestamp":1,"planning_block":{"choices":
        [{"id":"x","text":"X"},{"id":"x","text":"Y"}]}},
        {"_id":"e","actor":"gemini","text":"b","timestamp":2}]
        """)
    #expect(
      CampaignCheck.diagnostics(of: read.value).map(\.code) == [
        "campaign.check.choice", "campaign.check.double",
      ])
  }

  // MARK: Along a story

  /// A campaign of scenes with these headers; `god …` answers god mode, nil is god mode alone.
  private func campaign(
    times: [String?] = [], statuses: [String?] = [], state: String? = nil
  ) throws -> Campaign {
    let count = max(times.count, statuses.count)
    var entries: [String] = []
    for index in 0..<count {
      let time = index < times.count ? times[index] : "Noon"
      let status = index < statuses.count ? statuses[index] : "Well"
      let at = index * 2 + 1
      guard let time, let status else {
        entries.append(
          #"{"actor":"user","mode":"god","text":"Change it.","timestamp":\#(at)}"#)
        continue
      }
      let isAside = time.hasPrefix("god ")
      let mode = isAside ? "god" : "character"
      let stamp = isAside ? String(time.dropFirst(4)) : time
      entries.append(#"{"actor":"user","mode":"\#(mode)","text":"On.","timestamp":\#(at)}"#)
      entries.append(
        """
        {"actor":"gemini","text":"Scene \(index).","timestamp":\(at + 1),"session_header":
        "[SESSION_HEADER]\\nTimestamp: \(stamp)\\nLocation: Ford\\nStatus: \(status)"}
        """)
    }
    let json = #"{"story": [\#(entries.joined(separator: ","))]\#(state.map { "," + $0 } ?? "")}"#
    return try Fixture.read(json: json).value
  }

  private func lines(of campaign: Campaign) -> [String] {
    CampaignCheck.diagnostics(of: campaign).map(\.line)
  }

  @Test(arguments: [
    ("1492 DR, Mirtul 15, 09:00", "1492 DR, Mirtul 15, 07:30"),
    ("1492 DR, Mirtul 15, 09:00", "1492 DR, Mirtul 14, 22:00"),
    ("1492 DR, Mirtul 15, 09:00", "1492 DR, Ches 20, 22:00"),
    ("1492 DR, Mirtul 15, 09:00", "1491 DR, Nightal 20, 22:00"),
    ("1492 DR, Mirtul 15, 02:00 PM", "1492 Dalereckoning, Mirtul 15, 11:00 AM"),
    ("Year 7 New Peace, Ember 12, 10:00", "7 N.P., Ember 11, 10:00"),
    ("2025-12-28 10:00:00", "2025-12-27 10:00:00"),
    ("82 BCE, March 1, 10:00", "83 BCE, March 1, 10:00"),
    ("298 AC", "297 AC"),
  ])
  func timeGoesBack(first: String, second: String) throws {
    #expect(
      lines(of: try campaign(times: [first, second])) == [
        "scene #2: warning: the time goes back from \(first) (scene #1) to \(second)"
      ])
    #expect(lines(of: try campaign(times: [second, first])) == [])
  }

  /// Times with several meanings, or without an order, are before nothing.
  @Test(arguments: [
    // Scenes that play side by side.
    ["1492 DR, Mirtul 15, 09:00", "1492 DR, Mirtul 15, 08:30"],
    ["1492 DR, Mirtul 15, 09:00", "1492 DR, Mirtul 15, 09:00", "1492 DR, Mirtul 15"],
    // Months of a world's own.
    ["212 AC, Ember 4", "212 AC, Ash 3"], ["212 AC, Mirtul 4", "212 AC, March 3"],
    ["3 Ember, 212", "2 Ember, 212"], ["Day 3, Morning", "Day 2, Morning"],
    ["The second night", "The first night"], ["Session 4", "Session 3"], ["12", "11"],
    ["1,492 DR, Mirtul 15", "1,491 DR, Mirtul 15"], ["Night, 22:00", "Morning, 08:00"],
    ["", "1492 DR, Mirtul 15, 09:00", ""],
    // A new era begins with a year of its own.
    ["1492 DR, Mirtul 15", "1 New Peace, Mirtul 16", "2 NP, Mirtul 16"],
    // Before an era years count down.
    ["82 BCE, March 1", "81 BCE, March 1", "80 B.C.E., March 1"],
    // What answers god mode is beside the story.
    ["1492 DR, Mirtul 15, 09:00", "god 1492 DR, Mirtul 1, 09:00", "1492 DR, Mirtul 15, 09:10"],
  ])
  func timeGoesOn(times: [String]) throws {
    #expect(lines(of: try campaign(times: times)) == [])
  }

  @Test func erasChangeByTurns() throws {
    #expect(
      lines(of: try campaign(times: ["82 BCE, March 1", "82 DR, March 2", "82 BCE, March 3"])) == [
        "scene #2: warning: years are counted in several eras by turns: \"BCE\" (scene #1), "
          + "\"DR\" (scene #2)"
      ])
    #expect(
      lines(of: try campaign(times: ["82 BCE, March 1", "1 DR, March 2", "82 BCE, March 3"])) == [
        "scene #3: warning: years are counted in several eras by turns: \"BCE\" (scene #1), "
          + "\"DR\" (scene #2)"
      ])
  }

  @Test func levelsFall() throws {
    #expect(
      lines(of: try campaign(statuses: ["Lvl 6 Warden | HP: 9/9", "Lvl 5 Warden | HP: 9/9"])) == [
        "scene #2: warning: the hero's level falls from 6 (scene #1) to 5"
      ])
    #expect(
      lines(of: try campaign(statuses: ["Lvl 0 Warden", "Lvl 0 Warden | HP: 1/1"])) == [
        "scene #1: warning: the hero's level is 0"
      ])
  }

  @Test(arguments: [
    ["Lvl 5 Warden", "Lvl 6 Warden", "Lvl 34 Warden"],
    // Somebody else.
    ["Lvl 6 Warden", "Lvl 2 Squire of Merrow", "Lvl 6 Warden"],
    ["Lvl 6 Warden", nil, "Lvl 5 Warden"],
    ["Level Up at 900 XP", "Lvl 5 Warden"], ["Lvl 6 Warden", "Resting"],
  ])
  func levelsDoNotFall(statuses: [String?]) throws {
    #expect(lines(of: try campaign(statuses: statuses)) == [])
  }

  @Test func goldIsNegative() throws {
    let state = """
      "game_state": {"player_character_data": {"name": "Runa", "resources": {"gold": -3}},
      "npc_data": {"Bram": {"name": "Bram", "resources": {"gold": 0}}}}
      """
    #expect(
      lines(of: try campaign(statuses: ["Gold: 4gp", "Gold: -5gp", "Gold: -5gp | HP: 1/1"])) == [
        "scene #2: warning: the hero has -5 gold"
      ])
    #expect(
      lines(of: try campaign(statuses: ["Gold: 4-5gp"], state: state)) == [
        "warning: Runa has -3 gold in the state"
      ])
  }

  /// An error in a status is reported once, not in every scene that repeats it.
  @Test func pointsAreReportedOnce() throws {
    #expect(
      lines(
        of: try campaign(statuses: [
          "HP: 40/24 | Gold: 1gp", "HP: 40/24 | Gold: 2gp", "HP: 20/24", "HP: 30/24 (Temp: 6)",
        ])) == ["scene #1: warning: the hero has 40 hit points of 24"])
  }

  @Test func manyFindingsAreCounted() throws {
    let times = (0..<30).map { "\(2000 - $0) AC, March 1" }
    let found = lines(of: try campaign(times: times, statuses: ["HP: 40/24"]))
    #expect(found.count == CampaignCheck.limit + 2)
    #expect(found[CampaignCheck.limit] == "warning: 9 more findings of this kind")
    #expect(found.last == "scene #1: warning: the hero has 40 hit points of 24")
    let few = lines(of: try campaign(times: Array(times.prefix(CampaignCheck.limit + 1))))
    #expect(few.count == CampaignCheck.limit)
    #expect(few.last?.hasPrefix("scene #21: warning: the time goes back") ?? false)
  }

  /// Findings of one campaign are none of another that was put together with it.
  @Test func campaignsAreCheckedOnTheirOwn() throws {
    func story(_ id: String, _ title: String, _ time: String, _ status: String) -> NamedBytes {
      NamedBytes(
        id + ".json",
        Array(
          """
          {"campaign": {"id": "\(id)", "title": "\(title)"}, "story": [{"actor": "gemini",
          "text": "\(title) is quiet.", "timestamp": 1, "session_header":
          "[SESSION_HEADER]\\nTimestamp: \(time)\\nLocation: Ford\\nStatus: \(status)"}]}
          """.utf8))
    }
    var options = CampaignReader.Options()
    options.merges = true
    let files = [
      story("a", "The Ford", "1492 DR, Mirtul 15", "Lvl 6 Warden"),
      story("b", "The Mill", "1491 DR, Mirtul 15", "Lvl 5 Warden"),
      story("c", "The Inn", "1491 AC, Mirtul 15", "Lvl 4 Warden"),
    ]
    let merged = try CampaignReader.read(files: files, options: options).value
    #expect(merged.sceneCount == 3)
    #expect(lines(of: merged) == [])
  }

  // MARK: Things

  /// A story in which the player acts, of a hero with a longsword; the state knows a Glass Knife.
  private func items(_ entries: [(actor: String, text: String)]) throws -> [String] {
    let story = entries.enumerated().map { index, entry in
      let (actor, mode) = entry.actor == "god" ? ("user", "god") : (entry.actor, "character")
      return
        #"{"actor":"\#(actor)","mode":"\#(mode)","text":"\#(entry.text)","timestamp":\#(index + 1)}"#
    }
    return lines(
      of: try Fixture.read(
        json: """
          {"story": [\(story.joined(separator: ","))], "game_state": {"player_character_data":
          {"name": "Runa", "inventory": [{"name": "Longsword", "quantity": 1}]},
          "item_registry": {"glass_knife": {"name": "Glass Knife"}}}}
          """
      ).value)
  }

  @Test func itemsAreUsedAndNotOwned() throws {
    #expect(
      try items([
        ("gemini", "The hall is empty."), ("user", "I use the Glass Knife on the seal."),
        ("gemini", "It breaks."), ("user", "I draw my dagger."), ("gemini", "Then?"),
        ("user", "I throw my dagger."),
      ]) == [
        "scene #1: warning: Glass Knife is used but not owned",
        "scene #2: warning: dagger is used but not owned",
      ])
  }

  @Test(arguments: [
    [("gemini", "A glass knife and a dagger lie here."), ("user", "I use the Glass Knife.")],
    [("user", "I draw my dagger."), ("gemini", "The dagger is dull.")],
    [("god", "Give me a dagger."), ("user", "I draw my dagger.")],
    [("user", "I use the dagger of the guard."), ("gemini", "He falls.")],
    [("user", "I draw my longsword and raise my voice."), ("gemini", "They listen.")],
    [("user", "I look for my dagger."), ("gemini", "It is gone.")],
  ])
  func itemsAreNotMissed(entries: [(String, String)]) throws {
    #expect(try items(entries.map { (actor: $0.0, text: $0.1) }) == [])
  }
}
