// SPDX-License-Identifier: MIT
// Part of Platen: which files of a folder are one campaign, and what several are told to do.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Readers

@Suite struct CampaignGroupsTests {
  /// A story in JSON; `head` is what stands before it.
  private static func story(
    _ name: String, _ scenes: [String], head: String = "", from number: Int? = nil,
    at time: Int = 1000
  ) -> NamedBytes {
    let entries = scenes.enumerated().map { place, text in
      let stated = number.map { #","user_scene_number":\#($0 + place)"# } ?? ""
      return #"{"actor":"gemini","text":"\#(text)"\#(stated),"timestamp":\#(time + place)}"#
    }
    return NamedBytes(
      name, Array("{\(head)\"story\": [\(entries.joined(separator: ","))]}".utf8))
  }

  private static func export(_ name: String, _ scenes: [String]) -> NamedBytes {
    let rule = String(repeating: "=", count: 60)
    let text = scenes.enumerated().map { place, text in
      "\(rule)\nSCENE \(place + 1)\n\(rule)\n\nGame Master:\n\(text)"
    }
    return NamedBytes(name, Array(text.joined(separator: "\n\n").utf8))
  }

  private static func state(_ name: String, hero: String = "Ada", turn: Int = 1) -> NamedBytes {
    NamedBytes(
      name,
      Array(
        #"""
        {"game_state_version": 1, "turn_number": \#(turn), "npc_data": {},
        "player_character_data": {"name": "\#(hero)"}}
        """#.utf8))
  }

  private static func campaign(_ text: String) -> String { #""campaign": {\#(text)}, "# }

  private static let ford = [
    "Ada wades through the ford.", "The far bank is steep.", "Night falls.",
  ]
  private static let russian = [
    ["Ада идёт через реку.", "Ночь."], ["Мельница стоит.", "Тихо."],
  ]
  private static let chinese = [["阿达过河。", "夜幕降临。"], ["磨坊静止。", "很安静。"]]
  private static let mill = ["The mill stands still.", "A door creaks.", "Bram looks up."]

  /// Names of files by campaign.
  private static func groups(_ files: [NamedBytes]) throws -> [[String]] {
    let parts = try files.map { try CampaignPart($0) }
    return CampaignGroups(parts.map(\.signature)).campaigns.map { $0.map { files[$0].name } }
  }

  private static func id(_ id: String, _ title: String) -> String {
    campaign(#""id": "\#(id)", "title": "\#(title)""#)
  }

  private static let cases: [(files: [NamedBytes], groups: [[String]])] = [
    // Two stories that have nothing in common.
    ([story("a.json", ford), story("b.json", mill)], [["a.json"], ["b.json"]]),
    ([export("a.txt", ford), export("b.txt", mill)], [["a.txt"], ["b.txt"]]),
    ([export("a.txt", russian[0]), export("b.txt", russian[1])], [["a.txt"], ["b.txt"]]),
    ([export("a.txt", chinese[0]), export("b.txt", chinese[1])], [["a.txt"], ["b.txt"]]),
    // Two forms of one, whatever they are called.
    ([story("a.json", ford), export("b.txt", ford)], [["a.json", "b.txt"]]),
    ([story("a.json", russian[0]), export("b.txt", russian[0])], [["a.json", "b.txt"]]),
    ([story("a.json", chinese[0]), export("b.txt", chinese[0])], [["a.json", "b.txt"]]),
    // An earlier export of one.
    ([export("a.txt", Array(ford.prefix(2))), export("b.txt", ford)], [["a.txt", "b.txt"]]),
    // A copy that was played on otherwise.
    ([export("a.txt", ford), export("b.txt", [ford[0]] + mill)], [["a.txt"], ["b.txt"]]),
    // Copies are told apart by ids and titles, though their stories are the same.
    (
      [story("a.json", ford, head: id("1", "T")), story("b.json", ford, head: id("2", "T"))],
      [["a.json"], ["b.json"]]
    ),
    (
      [
        story("a.json", ford, head: campaign(#""title": "T""#)),
        story("b.json", ford, head: campaign(#""title": "T (copy)""#)),
      ], [["a.json"], ["b.json"]]
    ),
    (
      [export("T_aBcD3fGh.txt", ford), export("T_xYz01234.txt", ford)],
      [["T_aBcD3fGh.txt"], ["T_xYz01234.txt"]]
    ),
    // The id at the end of a file's name is the beginning of the campaign's.
    (
      [export("T_aBcD3fGh.txt", ford), story("x.json", mill, head: id("aBcD3fGh99", "T"))],
      [["T_aBcD3fGh.txt", "x.json"]]
    ),
    // A state beside its story: by name, by its hero, or since there is one story alone.
    (
      [story("a.story.json", ford), state("a_game_state.json", hero: "X")],
      [["a.story.json", "a_game_state.json"]]
    ),
    (
      [story("a.json", ford), story("b.json", mill), state("s.json", hero: "Bram Holt")],
      [["a.json"], ["b.json", "s.json"]]
    ),
    ([story("story.json", ford), state("state.json", hero: "X")], [["state.json", "story.json"]]),
    // In several folders ids and stories count, and not how files are called.
    (
      [
        export("a/T_aBcD3fGh.txt", ford), story("b/story.json", mill),
        state("b/T_aBcD3fGh_game_state.json", hero: "X"), story("c/story.json", russian[0]),
        state("c/state.json", hero: "X"), export("d/e.txt", ford),
      ],
      [
        ["a/T_aBcD3fGh.txt", "b/T_aBcD3fGh_game_state.json", "d/e.txt"], ["b/story.json"],
        ["c/state.json", "c/story.json"],
      ]
    ),
    // One whose hero no story names is of none of them.
    (
      [story("a.json", ford), story("b.json", mill), state("s.json", hero: "Zoe")],
      [["a.json"], ["b.json"], ["s.json"]]
    ),
    (
      [story("a.json", ford), state("other_game_state.json", hero: "Zoe")],
      [["a.json"], ["other_game_state.json"]]
    ),
    // Pages go on with their numbers; other stories begin anew.
    (
      [story("p1.json", ford, from: 1), story("p2.json", mill, from: 4)], [["p1.json", "p2.json"]]
    ),
    (
      [story("p1.json", ford, from: 1), story("p2.json", mill, from: 1)],
      [["p1.json"], ["p2.json"]]
    ),
    (
      [story("t-v1.json", ford), story("t-v2.json", mill)], [["t-v1.json"], ["t-v2.json"]]
    ),
    // Without numbers, with their times.
    ([story("p1.json", ford), story("p2.json", mill)], [["p1.json"], ["p2.json"]]),
    (
      [story("p1.json", ford), story("p2.json", [ford[2]] + mill)], [["p1.json", "p2.json"]]
    ),
    ([story("p1.json", ford), story("p2.json", mill, at: 2000)], [["p1.json", "p2.json"]]),
    // Documents of a database, an entry each.
    ([story("0x8X.json", ["One."]), story("q7Lm.json", ["Two."])], [["0x8X.json", "q7Lm.json"]]),
    // Facts on the campaign beside its story.
    (
      [
        story("a.json", ford),
        NamedBytes("meta.json", Array("{\(campaign(#""title": "T""#)) \"x\": 1}".utf8)),
      ],
      [["a.json", "meta.json"]]
    ),
    // What is none is of none.
    ([story("a.json", ford), NamedBytes("b.txt", Array("Buy oil.".utf8))], [["a.json"]]),
  ]

  @Test(arguments: cases.indices) func filesOfOneCampaign(index: Int) throws {
    let (files, groups) = Self.cases[index]
    let sorted = files.sorted { $0.name < $1.name }
    #expect(try Self.groups(sorted) == groups)
    // In whatever order they are found.
    #expect(
      Set(try Self.groups(sorted.reversed()).map(Set.init)) == Set(groups.map(Set.init)))
  }

  @Test func digestsDependOnLettersOnly() {
    let digest = CampaignSignature.digest("Odo says no")
    for text in [
      "&amp;quot;Odo&quot; says — no!", "Odo saysâ€” &#x27;no&amp;amp;#39;", "Odo & says; no",
    ] {
      #expect(CampaignSignature.digest(text) == digest, "\(text)")
    }
    #expect(CampaignSignature.digest("Одо") != CampaignSignature.digest("Ада"))
    #expect(CampaignSignature.digest("— …") == nil)
  }

  @Test func namesAreCapitalizedWords() {
    #expect(
      CampaignSignature.names(in: ["Ada met o'Brien, the Élan and Zoe\u{308}; 7Up", "Ольга ждёт."])
        == ["Ada", "Brien", "Élan", "Zoë", "Up", "Ольга"])
  }

  /// A library knows each file by its words; one long entry took minutes.
  @Test func namesAreFoundInLinearTime() {
    #expect(
      isLinear(4000) { count in
        _ = CampaignSignature.names(in: [
          String(repeating: "Ada goes on and on over the next hill. ", count: count)
        ])
      })
  }

  @Test func severalCampaignsAreReported() throws {
    let files = [
      Self.story("a.json", Self.ford, head: Self.id("1", "The Ford")),
      Self.export("b.txt", Self.mill),
      Self.state("b_game_state.json"),
    ]
    let failure = #expect(throws: Failure.self) { try CampaignReader.read(files: files) }
    #expect(
      failure?.diagnostics.map(\.message) == [
        "the files hold 2 campaigns: \"The Ford\" (a.json), \"b\" (b.txt, b_game_state.json)"
      ])
  }

  @Test func severalCampaignsBecomeOneOnPurpose() throws {
    var options = CampaignReader.Options()
    options.merges = true
    let merged = try CampaignReader.read(
      files: [
        Self.story("b.json", Self.mill, head: Self.id("2", "The Mill"), from: 1),
        Self.story("a.json", Self.ford, head: Self.id("1", "The Ford"), from: 1),
        Self.state("b_game_state.json", hero: "Bram"),
      ], options: options
    ).value
    #expect(merged.title == "The Ford")
    #expect(merged.entries.map(\.text) == Self.ford + Self.mill)
    #expect(merged.entries.map(\.scene) == (1...6).map { $0 })
    #expect(merged.state?.player?.name == "Bram")
    #expect(CampaignCheck.diagnostics(of: merged).isEmpty)
  }

  /// Heroes, casts and quests of the others are not lost in silence.
  @Test func mergingReportsOmittedData() throws {
    var options = CampaignReader.Options()
    options.merges = true
    func head(_ id: String, _ title: String) -> String {
      Self.campaign(#""id": "\#(id)", "title": "\#(title)", "initial_prompt": "Play \#(title).""#)
    }
    let read = try CampaignReader.read(
      files: [
        Self.story("a.json", Self.ford, head: head("1", "The Ford")),
        Self.state("a_game_state.json"),
        Self.story("b.json", Self.mill, head: head("2", "The Mill"), at: 2000),
        Self.state("b_game_state.json", hero: "Bram"),
      ], options: options)
    #expect(read.value.premise.prompt == "Play The Ford.")
    #expect(read.value.state?.player?.name == "Bram")
    let warning = try #require(read.warnings.first { $0.code == "campaign.merged" })
    #expect(
      warning.message
        == "a book has one premise and one state; omitted: the premise of \"The Mill\", "
        + "the state of \"The Ford\"")
  }

  @Test func aPartKeepsItsOptions() throws {
    var options = CampaignReader.Options()
    options.title = "Crossing"
    let part = try CampaignPart(Self.story("a.json", Self.ford), options: options)
    #expect(try CampaignReader.read(part).value.title == "Crossing")
  }

  @Test func ofSeveralExportsTheLongestIsRead() throws {
    let read = try CampaignReader.read(files: [
      Self.export("a.txt", Array(Self.ford.prefix(2))), Self.export("b.txt", Self.ford),
    ])
    #expect(read.value.entries.map(\.text) == Self.ford)
    #expect(read.warnings.map(\.severity) == [.note])
    // What an export has beyond the JSON is not lost in silence.
    let older = try CampaignReader.read(files: [
      Self.export("a.txt", Self.ford), Self.story("a.json", Array(Self.ford.prefix(2))),
    ])
    let warning = try #require(older.warnings.first)
    #expect(
      warning.severity == .warning
        && warning.message.hasPrefix("entries of an exported text are omitted (1)"))
  }

  @Test func aDuplicateStoryIsReadOnce() throws {
    let read = try CampaignReader.read(files: [
      Self.story("a.json", Self.ford), Self.story("b.json", Self.ford),
    ])
    #expect(read.value.entries.map(\.text) == Self.ford)
    #expect(read.warnings.map(\.code.rawValue) == ["campaign.repeated"])
  }

  /// Three stories, one of them with its export and its state.
  @Test(.enabled(if: Shared.isPresent)) func realCampaignsAreDistinguished() throws {
    let paths =
      Shared.files(in: "campaigns/reconstructed", suffix: ".json")
      + Shared.files(in: "campaigns/exports", suffix: ".txt")
      + Shared.files(in: "campaigns/json", suffix: "_game_state.json")
    let files = try paths.map { NamedBytes($0, try Shared.bytes($0)) }
    let groups = try Self.groups(files).map { $0.map { $0.split(separator: "/").last ?? "" } }
    #expect(
      Set(groups.map(Set.init)) == [
        [
          "Aristocrat_reborn_V2_MfM8TFz7.story.json", "Aristocrat_reborn_V2_MfM8TFz7.txt",
          "Aristocrat_reborn_V2_MfM8TFz7_game_state.json",
        ],
        ["dragon-knight-good.story.json"], ["undertale.story.json"], ["My_Epic_Adventure.txt"],
        ["My_Epic_My_Epic_My_Epic_My_Epic_My_Epic.txt"],
      ])
  }
}
