// SPDX-License-Identifier: MIT
// Part of Platen: campaigns of every generation are read, cleaned and counted.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Readers

@Suite struct CampaignReaderTests {
  private func codes(_ warnings: [Diagnostic]) -> [String] { warnings.map(\.code.rawValue) }

  /// Colors before a name are not the name, in American and in British spelling.
  @Test(arguments: ["Gray Wolfram", "Grey Wolfram", "Lady Wolfram"])
  func titlesAreNotNames(_ name: String) {
    #expect(PersonName.given(name) == "Wolfram")
  }

  @Test func firstGeneration() throws {
    let read = try Fixture.read("first-generation.json")
    let entries = read.value.entries
    #expect(read.value.title == "The Lantern Coast")
    #expect(entries.map(\.scene) == [nil, 1, nil, 2, nil, 3])
    #expect(entries[0].text == "A ferryman's daughter keeps the last lighthouse.")
    #expect(
      entries[1].text
        == "The lamp of Gull Rock has burned for ninety years—until tonight. Ilse Maren counts the "
        + "oil jars: **three**.")
    let planning = try #require(entries[1].planning)
    #expect(planning.choices.map(\.id) == ["LightTheLamp_1", "WakeOdo_2", "Descend_3"])
    #expect(planning.choices.map(\.title) == ["Light The Lamp", "Wake Odo", "Descend"])
    #expect(planning.choices.map(\.isChosen) == [false, true, false])
    // Tags without a partner take nothing of the story with them.
    #expect(
      entries[3].text
        == "Brother Odo sits up. \"The oil?\" he asks. \"Gone,\" he says.\n\n"
        + "A bell rings below, once.\n\nThe stairs are wet.")
    #expect(entries[5].text.hasPrefix("You count ninety steps. There is one more."))
    #expect(entries[5].text.hasSuffix("══ The Bell Room ══"))
    #expect(entries[5].planning?.choices.count == 2)
    for code in [
      "campaign.control-character", "campaign.mojibake", "campaign.debug-tag",
      "campaign.double-escape", "campaign.mode-tag", "campaign.state-updates",
      "campaign.planning-text",
    ] {
      #expect(codes(read.warnings).filter { $0 == code }.count == 1, "\(code)")
    }
    let mended = try #require(read.warnings.first { $0.code == "campaign.mojibake" })
    #expect(mended.place?.field == "scene #3")
    #expect(mended.message.hasSuffix("(2)"))
  }

  /// Narrators of 2025 wrote headers into their texts, where transcripts keep them.
  @Test func headersInTheText() throws {
    let lines =
      "Timestamp: 1492 DR, Ches 1, 08:00:00 AM\nLocation: The Citadel, Quarters\n"
      + "Key Game Stats: XP 0/300 (Lvl 1), Gold: 25gp, HP: 12/14"
    let text =
      "Two\n\nGod:\nA knight.\n\nStory:\n[Mode: DM MODE]\nUnderstood. I will now begin the story.\n\n"
      + "[Mode: STORY MODE]\n\n\(lines)\n\nThe morning sun cast long shadows.\n\n"
      + "God:\nGo on.\n\nStory:\n[Mode: DM MODE]\nWhich ruleset do you want to use now?"
    let read = try CampaignReader.read(files: [NamedBytes("a.txt", Array(text.utf8))])
    #expect(read.value.source == .legacyText)
    let entry = read.value.entries[1]
    #expect(entry.text.contains(lines))
    #expect(entry.statedTime == "1492 DR, Ches 1, 08:00:00 AM")
    #expect(entry.place == "The Citadel, Quarters")
    #expect(SessionHeader.Figures(status: entry.statedStatus ?? "").hitPointsMaximum == 14)
    #expect(read.value.entries[3].header == nil)
    var options = BookOptions()
    let book = try CampaignBook.document(of: read.value, options: options).value
    #expect(book.blocks { $0.attributes.has("session-header") } == [])
    #expect(book.words.contains { $0.contains("Key Game Stats: XP 0/300") })
    options.kind = .transcript
    let transcript = try CampaignBook.document(of: read.value, options: options).value.words
    #expect(!transcript.contains { $0.contains("[Timestamp") })
    #expect(transcript.filter { $0.contains("Timestamp: 1492") }.count == 1)
    (options.kind, options.edition) = (.book, .summary)
    let summary = try CampaignBook.document(of: read.value, options: options).value.words
    #expect(summary.contains { $0.hasSuffix("\u{2014} The morning sun cast long shadows.") })
    #expect(!summary.contains { $0.contains("Understood") || $0.contains("ruleset") })
  }

  @Test(arguments: [
    "He reads: Timestamp: 4\nLocation: Mill", "A log.\nTimestamp: 4\nLocation: Mill",
    "Timestamp: 4\n\nLocation: Mill", "Location: Mill\nTimestamp: 4",
  ])
  func linesThatAreNoHeader(text: String) throws {
    #expect(SessionHeader(writtenIn: text) == nil)
    #expect(SessionHeader.text(behindHeaderIn: text) == text)
  }

  @Test(arguments: [
    ("*   **1. Attack_1:** Draw.\\n*   **2. Flee_2:** Run.", ["Attack_1", "Flee_2"]),
    ("1. Attack_1: Draw.\\n2. Flee_2: Run.", ["Attack_1", "Flee_2"]),
    (
      "--- PLANNING BLOCK ---\\n**What now?**\\n1. **Attack:** Draw.\\n2. **Flee**: Run.", ["", ""]
    ),
    ("--- Planning Block ---\\n- **Attack** - Draw.\\n- **Flee.** Run.", ["", ""]),
    ("1. **[Attack_1]:** Draw.\\n2. **[Flee_2]:** Run.", ["Attack_1", "Flee_2"]),
  ])
  func choicesInTheText(list: String, ids: [String]) throws {
    let read = try Fixture.read(
      json: #"[{"actor":"gemini","timestamp":1,"text":"A dragon.\n\n\#(list)"}]"#)
    let entry = try #require(read.value.entries.first)
    #expect(entry.text == "A dragon.")
    let choices = try #require(entry.planning?.choices)
    #expect(choices.map(\.id) == ids)
    #expect(choices.map(\.title) == ["Attack", "Flee"])
    #expect(choices.map(\.text) == ["Draw.", "Run."])
    #expect(entry.planning?.context.contains("*") == false)
  }

  @Test(arguments: [
    "1. **Attack:** Draw.\\n2. **Flee:** Run.", "- snake_case: a word\\n- heal_2 them",
    "Attack_1: Draw.\\nFlee_2: Run.", "1. Attack_1: Draw.", "--- PLANNING BLOCK ---\\nNothing.",
  ])
  func listsThatAreNoChoices(list: String) throws {
    let read = try Fixture.read(
      json: #"[{"actor":"gemini","timestamp":1,"text":"A dragon.\n\n\#(list)"}]"#)
    #expect(read.value.entries.first?.planning == nil)
    #expect(read.value.entries.first?.text.hasPrefix("A dragon.\n\n") == true)
  }

  /// The labels of an exported text may stand in a story, whose file is JSON all the same.
  @Test func jsonIsRecognizedWhateverItsStoryQuotes() throws {
    let story = #"The scroll says:\n\nStory:\nOnce upon a time.\n\nGod:\nNo."#
    let read = try Fixture.read(
      json: #"{"story":[{"actor":"gemini","text":"\#(story)","timestamp":1}]}"#)
    #expect(read.value.source == .json)
    #expect(
      read.value.entries.map(\.text) == [
        "The scroll says:\n\nStory:\nOnce upon a time.\n\nGod:\nNo."
      ])
  }

  @Test func keysMayBeWrittenWithEscapes() throws {
    let read = try Fixture.read(
      json: #"""
        [{"\u0061ctor":"gemini","text":"A","timest\u0061mp":1,
        "loc\u0061tion_confirmed":"The Quay","summary":"no key of ours"}]
        """#)
    #expect(read.value.entries.first?.location == "The Quay")
    #expect(read.value.entries.first?.time != nil)
  }

  /// The count equals that of splitting at white space, whatever the length of text and of words.
  @Test func wordsAreCounted() {
    let blanks: [Character] = [" ", "\n", "\t"]
    for length in [0, 1, 5, 15, 16, 17, 31, 33, 200, 2031, 2032, 2033, 2050, 9000] {
      for gap in [1, 2, 3, 5, 16, 40] {
        let text = String((0..<length).map { $0 % (gap + 1) == gap ? blanks[$0 % 3] : "x" })
        let expected = text.utf8.split { $0 <= 0x20 }.count
        #expect(words(in: text) == expected, "\(length) \(gap)")
      }
    }
  }

  @Test func namesAreFoldedAlikeInEveryScript() {
    for (name, folded) in [
      ("Old O'Hara's  Mill - (2nd)", "old oharas mill 2nd"), ("  The Quay ", "the quay"),
      ("", ""), ("...", ""), ("Étoile d'Or", "étoile dor"), ("ILSE_Maren", "ilse maren"),
    ] {
      #expect(PersonName.folded(name) == folded)
    }
  }

  @Test func dataBeyondALimitIsCounted() throws {
    let choices = (0..<130).map { #"{"id":"c\#($0)","text":"Choice \#($0)"}"# }.joined(
      separator: ",")
    let read = try Fixture.read(
      json: #"""
        {"story":[{"actor":"gemini","text":"A","timestamp":"2026-01-01T00:00:00Z",
        "planning_block":{"choices":[\#(choices)]}}]}
        """#)
    #expect(read.value.entries.first?.planning?.choices.count == 100)
    #expect(
      read.warnings.map { "\($0.code.rawValue): \($0.message)" } == [
        "campaign.list: members of lists longer than any a game makes were omitted (30)"
      ])
  }

  @Test func valuesThatAreNotEntriesAreCounted() throws {
    let read = try Fixture.read(
      json: """
        {"story": [{"actor":"gemini","text":"t","timestamp":1}, 17, null, "x", {"actor":"user"}]}
        """)
    #expect(
      read.warnings.map { "\($0.code.rawValue): \($0.message)" } == [
        "campaign.entry: members of the story are not entries and were omitted (4)"
      ])
  }

  @Test func fieldsOfAnotherTypeAreReportedByName() throws {
    let read = try Fixture.read(
      json: #"""
        {"story":[{"actor":"gemini","text":"a","timestamp":1,"planning_block":7,
        "god_mode_response":["x"]},
        {"actor":"gemini","text":{"de":"b"},"timestamp":2,"rewards_box":"gold",
        "planning_block":"{\"choices\": \"none of them\"}"}],
        "game_state":{"player_character_data":{"name":"Ada","level":{"is":3},"hp_current":"unknown"},
        "npc_data":{"bram":"a smith"}}}
        """#)
    #expect(
      read.warnings.filter { $0.code == "campaign.field" }.map(\.line) == [
        """
        a.json: warning: fields have unexpected values and were omitted (7): \
        story[0].god_mode_response, story[0].planning_block, story[1].text, \
        story[1].planning_block.choices, story[1].rewards_box and others
        """
      ])
    let lines = try Fixture.read(
      json: #"""
        {"actor":"gemini","text":"a","timestamp":1}
        {"actor":"gemini","text":"b","timestamp":2,"social_hp_challenge":true}
        """#, name: "a.jsonl")
    #expect(
      lines.warnings.map(\.message) == [
        "fields have unexpected values and were omitted (1): line 2: social_hp_challenge"
      ])
    // What says that there is nothing is nothing to miss.
    let empty = try Fixture.read(
      json: #"""
        {"story":[{"actor":"gemini","text":"a","timestamp":1,"planning_block":"","rewards_box":[],
        "social_hp_challenge":null,"debug_info":"none"}],
        "game_state":{"player_character_data":{"name":"Ada","level":"N/A"},"missions":{}}}
        """#)
    #expect(empty.warnings.isEmpty)
  }

  @Test func lostCharactersAreCounted() throws {
    let read = try Fixture.read(
      json: #"{"story":[{"actor":"gemini","text":"a\ud800b\ufdd0c","timestamp":"2026-01-01"}]}"#)
    #expect(read.value.entries.first?.text == "a\u{FFFD}bc")
    #expect(
      read.warnings.map(\.code.rawValue) == [
        "campaign.control-character", "campaign.lost-character",
      ])
  }

  @Test func secondGeneration() throws {
    let read = try Fixture.read("second-generation.json")
    let entries = read.value.entries
    #expect(read.value.title == "The Salt Road")
    #expect(read.value.created?.isoDay == "2025-10-25")
    // Sorted by time; the parts of one entry are one scene.
    #expect(entries.map(\.scene) == [nil, 1, nil, 2, nil, 3, nil, 4, nil])
    #expect(entries[3].text == "The jar hums all night, and nobody sleeps.")
    #expect(entries[1].resources == "HD: 2/2, Water: 3/4")
    #expect(
      entries[1].dice == [DiceRoll(line: "Perception: 1d20+3 = 12+3 = 15 vs DC 13 (Success)")])
    let choices = try #require(entries[1].planning?.choices)
    #expect(choices.map(\.id) == ["ride_hard", "make_camp"])
    #expect(choices.map(\.isChosen) == [false, true])
    #expect(entries[2].choiceID == "make_camp")
    #expect(entries[5].text.isEmpty && !entries[5].godModeResponse.isEmpty)
    #expect(entries.last?.actor == .system)
    #expect(codes(read.warnings) == ["campaign.parts"])
    let header = try #require(entries[1].header)
    #expect(header.location == "Salt Flats - Waystone")
    #expect(header.figures.hitPoints == 14 && header.figures.experience == 120)
  }

  @Test(arguments: [
    ("Lvl 4 Herald | HP: 21/29 (Temp: 3) | XP: 3376/6500 | Gold: 230gp", 3, 3376),
    ("Level 4, HP 21/29, XP 3,376, 230 gold", nil, 3376),
  ])
  func figuresOfAStatus(status: String, temporary: Int?, experience: Int) {
    let figures = SessionHeader.Figures(status: status)
    #expect(figures.level == 4 && figures.hitPoints == 21 && figures.hitPointsMaximum == 29)
    #expect(figures.temporaryHitPoints == temporary && figures.experience == experience)
  }

  @Test func thirdGeneration() throws {
    let read = try Fixture.read("third-generation-mcp.json")
    let campaign = read.value
    #expect(campaign.title == "Ashes over Merrow")
    #expect(campaign.sceneCount == 4)
    let first = try #require(campaign.entries.first { $0.scene == 1 })
    #expect(first.dice.count == 1 && first.dice[0].total == 19)
    #expect(first.dice[0].difficulty == 14 && first.dice[0].isSuccess == true)
    #expect(first.planning?.choices.map(\.id) == ["follow_tracks", "question_kerr"])
    // The same roll stands in both places and is told once.
    let second = try #require(campaign.entries.first { $0.scene == 2 })
    #expect(second.dice.count == 1)
    #expect(second.rewards?.loot == ["Ember Compass"])
    #expect(second.combat?.enemies == ["Old Hask"])
    #expect(second.deaths == ["Old Hask"])
    let state = try #require(campaign.state)
    #expect(state.player?.name == "Brannoc Vey")
    #expect(state.player?.inventory.map(\.name) == ["Rope", "Ember Compass"])
    // One person under an id and under a name is one person.
    let kerr = state.cast.filter { $0.name == "Captain Ysolde Kerr" }
    #expect(kerr.count == 1 && kerr[0].faction == "Wardens" && kerr[0].trust == 4)
    #expect(state.doubledNames == ["Captain Ysolde Kerr"])
    #expect(state.time == "4 Ember 212, 21:05")
    #expect(state.missions.map(\.isCompleted) == [false, true])
    #expect(state.combat?.isOpen == true)
    #expect(
      Set(codes(read.warnings)) == [
        "campaign.delete-marker", "campaign.open-combat", "campaign.doubled-item",
      ])
  }

  /// Ids in a state become words; parts for programs alone appear as a reader sees them.
  @Test func idsAreWords() throws {
    let read = try Fixture.read(
      json: #"""
        {"story": [{"actor": "gemini", "text": "Odo nods.", "timestamp": 1,
        "location_confirmed": "loc_north_gate_001"}], "game_state": {
        "player_character_data": {"name": "Ada", "race": "half_elf", "class": "eldritch_knight",
        "skills": ["sleight_of_hand", "Stealth +4"], "status_conditions": ["heavily_wounded"],
        "inventory": ["rope_of_climbing", "Snake_case. And more"],
        "spells_known": {"level_1": ["magic_missile"]}},
        "npc_data": {"npc_odo_001": {"display_name": "Odo", "role": "town_guard",
        "status": ["conscious", "badly_burned"],
        "relationships": {"player": {"disposition": "peak_3_tomoe"}}}},
        "world_data": {"current_location": "north_gate",
        "locations": {"north_gate": {"display_name": "The North Gate of Merrow"}}},
        "custom_campaign_state": {
        "active_missions": ["shisui_investigation", {"title": "find_the_bell"}],
        "completed_missions": {"drowned_bell": "Ring it.", "old_debt": "failed", "toll": true}}}}
        """#)
    #expect(read.value.entries[0].location == "North Gate")
    let state = try #require(read.value.state)
    let ada = try #require(state.player)
    #expect(ada.race == "half elf" && ada.characterClass == "eldritch knight")
    #expect(ada.skills == ["sleight of hand", "Stealth +4"])
    #expect(ada.conditions == ["heavily wounded"])
    #expect(ada.inventory.map(\.name) == ["Rope Of Climbing", "Snake_case. And more"])
    #expect(ada.spells.map(\.name) == ["Magic Missile"])
    let odo = try #require(state.cast.first)
    #expect(odo.role == "town guard" && odo.disposition == "peak 3 tomoe")
    #expect(odo.status == ["conscious", "badly burned"])
    #expect(state.location == "The North Gate of Merrow")
    #expect(
      state.missions.map(\.title) == [
        "Shisui Investigation", "Find The Bell", "Drowned Bell", "Old Debt", "toll",
      ])
    #expect(state.missions.map(\.objective) == ["", "", "Ring it.", "", ""])
    #expect(state.missions.map(\.status) == ["", "", "", "failed", ""])
    #expect(state.missions.map(\.isCompleted) == [false, false, true, true, true])
    let book = try CampaignBook.document(of: read.value).value
    // That somebody is conscious says nothing.
    #expect(!book.everything.contains("conscious"))
    #expect(book.everything.contains("peak 3 tomoe; badly burned"))
  }

  @Test func resourcesAreInOrder() throws {
    let read = try Fixture.read(
      json: #"""
        {"story": [{"actor": "gemini", "text": "Ada reads.", "timestamp": 1}], "game_state": {
        "player_character_data": {"name": "Ada", "resources": {"hit_dice": {"max": 3, "used": 1},
        "spell_slots": {"level_7": {"used": 0, "max": "Infinite"}, "level_12": {"used": 1, "max": 2},
        "level_8": "unlimited", "level_2": {"used": 0, "max": 3}, "pact": {"max": 1}},
        "class_features": {"stroke_of_luck_used": true, "bladesong": {"used": true},
        "second_wind": {"used": true, "max": 1}, "rages": {"current": 2, "max": 4},
        "awake": false}}}, "npc_data": {}}}
        """#)
    let resources = try #require(read.value.state?.player?.resources)
    #expect(
      resources == [
        .init(.hitDice, .text("2/3")), .init(.spellSlots(level: 2), .text("3/3")),
        .init(.spellSlots(level: 7), .unlimited), .init(.spellSlots(level: 8), .unlimited),
        .init(.spellSlots(level: 12), .text("1/2")), .init(.other("spell slots pact"), .text("1")),
        .init(.other("stroke of luck used"), .flag(true)),
        .init(.other("bladesong used"), .flag(true)), .init(.other("second wind"), .text("0/1")),
        .init(.other("rages"), .text("2/4")), .init(.other("awake"), .flag(false)),
      ])
    #expect(!codes(read.warnings).contains("campaign.field"))
    let words = try CampaignBook.document(of: read.value).value.words
    for line in [
      "Spell slots, level 2: 3/3", "Spell slots, level 7: \u{221E}", "Stroke of luck used: yes",
      "Awake: no",
    ] { #expect(words.contains(line), "\(line)") }
  }

  @Test func fourthGeneration() throws {
    let read = try Fixture.read("fourth-generation.jsonl")
    let texts = read.value.entries.map(\.text)
    #expect(texts.count == 5)
    // No time is the beginning of time.
    #expect(texts[0] == "An hour without a time of its own.")
    #expect(texts[1] == "We leave at low tide.")
    #expect(texts[4] == "They do not pass. They wait as well.")
    #expect(codes(read.warnings) == ["campaign.time", "campaign.line"])
  }

  @Test func todaysExport() throws {
    let campaign = try Fixture.read("export.txt").value
    #expect(campaign.source == .text)
    #expect(campaign.entries.map(\.scene) == [nil, 1, nil, 2, nil])
    let first = campaign.entries[1]
    #expect(first.header?.location == "Beekeeper's Cottage")
    #expect(first.resources == "HD: 1/1")
    #expect(first.dice == [DiceRoll(line: "Investigation: 1d20+1 = 18")])
    #expect(first.text == "The map smells of **honey**.\n\n* a road in red ink\n* a cross, twice")
    #expect(campaign.entries[2].choiceID == "follow_red_road")
    #expect(campaign.entries[3].text.hasSuffix("no label."))
  }

  /// Text under its tag before resources and dice is the faction's; a debug print comes after
  /// them, and without them the two cannot be distinguished.
  @Test(arguments: [
    ("[FACTION STATUS]\nWardens: steady\nResources: HD: 1/1\nLIVING WORLD", true, 1),
    (
      "[FACTION STATUS]\nWardens: steady\nDice Rolls:\n  - d20 = 4\nLIVING WORLD\n- a raid", true, 2
    ),
    ("Wardens: steady\nDice Rolls:\n  - d20 = 4\nLIVING WORLD\n- a raid", false, 3),
    ("[FACTION STATUS]\nWardens: steady\nLIVING WORLD\n- a raid", false, 4),
    ("[FACTION STATUS]\nWardens: steady\n\nLIVING WORLD\n- a raid", false, 4),
    ("LIVING WORLD\nWardens: steady", false, 2),
    ("Resources: HD: 1/1\n[FACTION STATUS]\nWardens: steady", false, 2),
  ])
  func whatAnExportSaysOfFactions(head: String, isFaction: Bool, secrets: Int) throws {
    let rule = String(repeating: "=", count: 60)
    let text = "God Mode:\nx\n\n\(rule)\nSCENE 1\n\(rule)\n\(head)\n\nGame Master:\nRain.\n"
    let scene = try CampaignReader.read(files: [NamedBytes("a.txt", Array(text.utf8))])
      .value.entries[1]
    #expect(scene.factionHeader.contains("Wardens: steady") == isFaction)
    #expect(!scene.factionHeader.contains("LIVING"))
    #expect(scene.secrets.count == secrets)
    #expect(scene.text == "Rain.")
  }

  @Test func damageHasNoDifficulty() throws {
    let read = try Fixture.read(
      json: """
        [{"actor":"gemini","text":"t","timestamp":1,"action_resolution":{"mechanics":{"rolls":[
        {"notation":"1d6","total":3,"dc":0,"success":true,"purpose":"Cold damage"}]}}}]
        """)
    let roll = try #require(read.value.entries[0].dice.first)
    #expect(roll.difficulty == nil && roll.isSuccess == nil && roll.total == 3)
    let book = try CampaignBook.document(of: read.value).value
    #expect(book.words.contains("Cold damage: 1d6 = 3"))
  }

  @Test func lastYearsExport() throws {
    let read = try Fixture.read("legacy-export.txt")
    #expect(read.value.source == .legacyText)
    #expect(read.value.title == "The Clockmaker's Heir")
    #expect(read.value.entries.map(\.actor) == [.player, .narrator, .player, .narrator])
    #expect(read.value.entries[1].text == "The door has no handle.")
    #expect(read.value.entries[1].planning?.choices.map(\.isChosen) == [false, true])
    #expect(read.value.entries[3].text == "You hear a slow tick.\nThen your own name.")
  }

  @Test func severalFilesAreOneCampaign() throws {
    let state = """
      {"game_state_version": 1, "player_character_data": {"name": "Ada"}, "npc_data": {}}
      """
    let both = try CampaignReader.read(files: [
      Fixture.file("export.txt"), NamedBytes("export_game_state.json", Array(state.utf8)),
    ])
    #expect(both.value.sceneCount == 2 && both.value.state?.player?.name == "Ada")
    // A story in JSON tells more than its export.
    let text = String(decoding: try Fixture.file("export.txt").bytes, as: UTF8.self)
    let rendered = try CampaignReader.read(files: [
      NamedBytes("export.txt", Array(text.utf8)),
      NamedBytes(
        "export.json",
        Array(
          #"""
          {"campaign": {"title": "The Red Road"}, "story": [{"actor": "gemini", "timestamp": 1,
          "text": "The map smells of **honey**.\n\n* a road in red ink\n* a cross, twice"}]}
          """#.utf8)),
    ])
    #expect(rendered.value.title == "The Red Road" && rendered.value.sceneCount == 1)
    #expect(codes(rendered.warnings).contains("campaign.text-omitted"))
  }

  @Test func overlappingPagesAreOneStory() throws {
    func page(_ ids: ClosedRange<Int>) -> NamedBytes {
      let entries = ids.map {
        #"{"_id":"entry\#($0)","actor":"gemini","text":"Scene \#($0)","timestamp":\#($0 * 100)}"#
      }
      return NamedBytes(
        "page\(ids.lowerBound)", Array("{\"story\": [\(entries.joined(separator: ","))]}".utf8))
    }
    let read = try CampaignReader.read(files: [page(3...6), page(1...4)])
    #expect(read.value.entries.map(\.text) == (1...6).map { "Scene \($0)" })
    #expect(codes(read.warnings) == ["campaign.repeated"])
  }

  @Test func aStateWithoutAStoryMakesASummaryOnly() throws {
    let read = try Fixture.read(
      json: """
        {"success": true, "campaign": {"title": "Quiet"}, "game_state": {"game_state_version": 1,
        "player_character_data": {"name": "Ada", "level": 3},
        "custom_campaign_state": {"core_memories": ["Ada came home."]}}}
        """)
    #expect(read.value.source == .state)
    var options = BookOptions()
    let failure = #expect(throws: Failure.self) {
      try CampaignBook.document(of: read.value, options: options)
    }
    #expect(failure?.codes == ["campaign.no-story"])
    options.edition = .summary
    let words = try CampaignBook.document(of: read.value, options: options).value.words
    #expect(words.contains("Ada came home.") && words.contains("Quiet"))
  }

  @Test(arguments: [
    (#"{"campaign": {"title": "X"}, "story": []}"#, "campaign.empty"),
    (#"{"campaign": {"title": "X"}, "story": [{"no": "entry"}]}"#, "campaign.empty"),
    (#"{"success": false, "error": "no such campaign"}"#, "campaign.answer"),
    (#"{"jsonrpc": "2.0", "id": 1, "error": {"code": 5, "message": "gone"}}"#, "campaign.answer"),
    (#"{"a": 1}"#, "campaign.none"), ("[]", "campaign.none"), ("[1, 2]", "campaign.none"),
    (#"{"story": "#, "campaign.json"), ("", "campaign.format"), ("%PDF-1.7", "campaign.format"),
    ("Once upon a time", "campaign.format"), ("{}", "campaign.none"), ("\"x\"", "campaign.format"),
    ("PK\u{3}\u{4}abc", "campaign.format"), ("{\u{0}", "campaign.format"),
  ])
  func whatIsNoCampaignSaysWhy(text: String, code: String) {
    let failure = #expect(throws: Failure.self) { try Fixture.read(json: text) }
    #expect(failure?.codes == [code])
    #expect(failure?.diagnostics[0].message.isEmpty == false)
  }

  @Test func twoCampaignsAreAnError() {
    func campaign(_ id: String) -> NamedBytes {
      NamedBytes(
        id,
        Array(
          #"{"campaign": {"id": "\#(id)", "title": "T"}, "story": [{"actor": "user", "text": "x"}]}"#
            .utf8))
    }
    let failure = #expect(throws: Failure.self) {
      try CampaignReader.read(files: [campaign("one"), campaign("two")])
    }
    #expect(failure?.codes == ["campaign.several"])
  }

  @Test(arguments: [
    ("Aristocrat_reborn_V2_MfM8TFz7.txt", "Aristocrat reborn V2"), ("book.json", "book"),
    ("a/b/The_Long_Road_game_state.json", "The Long Road"), (".txt", "Untitled"),
    ("My_Epic_Adventure.txt", "My Epic Adventure"),
  ])
  func titlesOfFiles(name: String, title: String) {
    #expect(CampaignCollector.title(ofFile: name) == title)
  }

  @Test(arguments: [
    ("2026-05-15 13:55:14.739702+00:00", 1_778_853_314_739_702),
    ("2026-05-15T13:55:14Z", 1_778_853_314_000_000),
    ("2026-05-15T15:55:14+02:00", 1_778_853_314_000_000),
    ("1970-01-01", 0), ("2000-02-29T00:00:01", 951_782_401_000_000),
  ])
  func times(text: String, microseconds: Int) {
    let moment = Timestamp(iso: text)
    #expect(moment?.microseconds == microseconds)
    #expect(moment.map { text.hasPrefix($0.isoDay) } == true)
  }

  @Test func choicesAreFoundAsTheGameFindsThem() throws {
    func chosen(_ line: String, mode: String = "character") throws -> [Bool] {
      let read = try Fixture.read(
        json: """
          [{"actor": "gemini", "text": "x", "timestamp": 1, "part": 1, "planning_block": {"choices":
          [{"id": "a", "text": "Open the Door", "description": "Slowly."},
          {"id": "b", "text": "It’s a trap", "description": ""}]}},
          {"actor": "user", "text": "\(line)", "timestamp": 2, "part": 1}]
          """)
      return read.value.entries[0].planning?.choices.map(\.isChosen) ?? []
    }
    #expect(try chosen("Open the Door - Slowly.") == [true, false])
    #expect(try chosen("open  the door, then run") == [true, false])
    #expect(try chosen("It&#x27;s a trap") == [false, true])
    #expect(try chosen("2") == [false, true])
    #expect(try chosen("b") == [false, true])
    #expect(try chosen("I leave") == [false, false])
  }

  @Test func aChoiceElevenListsBackIsOutOfReach() throws {
    func chosen(listsBetween: Int) throws -> Bool {
      func scene(_ title: String, _ time: Int) -> String {
        #"{"actor":"gemini","text":"t","timestamp":\#(time),"planning_block":{"choices":[{"id":"\#(title)","text":"\#(title)"}]}}"#
      }
      let scenes = [scene("wanted", 1)] + (0..<listsBetween).map { scene("other\($0)", 2 + $0) }
      let read = try Fixture.read(
        json: "[" + scenes.joined(separator: ",")
          + #",{"actor":"user","text":"wanted","timestamp":900}]"#)
      return read.value.entries[0].planning?.choices[0].isChosen ?? false
    }
    #expect(try chosen(listsBetween: 9))
    #expect(try !chosen(listsBetween: 10))
  }

  @Test(arguments: [
    ("a [DEBUG_START] b [DEBUG_END] c", "a  c", 0),
    ("a [DEBUG_START] b\n\nc", "a c", 1),
    ("a [DEBUG_END] b", "a  b", 1),
    ("[DEBUG_START] a\n\n[DEBUG_START] b [DEBUG_END] c", "c", 1),
    ("[STATE_UPDATES_PROPOSED]\n{\"a\": \"} \\\" {\"}\nstory", "story", 1),
    ("[DEBUG_ROLL: open\nstory", "story", 1),
    ("a [STATE_UPDATES_PROPOSED] b", "a [STATE_UPDATES_PROPOSED] b", 0),
    ("[Mode: STORY\nMODE]\nstory", "story", 0),
    ("[Mode: never closed", "[Mode: never closed", 0),
    ("[DEBUGGER] is a word", "[DEBUGGER] is a word", 0),
    ("[SEQ_ID: 12] story __DELETE__ on", "story  on", 0),
    ("[DICE: 1d20 = 4] missed", "[DICE: 1d20 = 4] missed", 0),
  ])
  func tags(text: String, story: String, unbalanced: Int) {
    var entry = Entry(actor: .narrator, text: text)
    var defects = DefectCounts()
    StoryText.clean(&entry, &defects)
    #expect(
      entry.text.split { $0 == "\n" }.joined(separator: "\n") == story.trimmed
        || entry.text.replacing("\n", with: "") == story)
    #expect(defects.count(of: .debugTag) == unbalanced)
  }

  @Test func emphasisInChoicesIsTheirs() {
    var entry = Entry(
      actor: .narrator,
      text: """
        Rain.
        --- PLANNING BLOCK ---
        1. **[Attack_1]:** **Strike** hard.
        2. [Flee_1]: run **now**
        """)
    var defects = DefectCounts()
    StoryText.clean(&entry, &defects)
    #expect(entry.text == "Rain.")
    #expect(entry.planning?.choices.map(\.text) == ["**Strike** hard.", "run **now**"])
  }

  // MARK: Hostile input

  /// Every value of the fixtures in turn becomes something else; nothing may break.
  @Test(arguments: [
    "first-generation.json", "second-generation.json", "third-generation.json",
  ])
  func wrongTypesEverywhere(name: String) throws {
    let text: String
    if name == "third-generation.json" {
      text = try Hostile.inner(of: "third-generation-mcp.json")
    } else {
      text = String(decoding: try Fixture.file(name).bytes, as: UTF8.self)
    }
    var dice = RandomNumbers(7)
    for round in 0..<160 {
      let damaged = Hostile.damaged(text, &dice, changes: 1 + round % 8)
      Hostile.readAndWrite(damaged)
    }
  }

  @Test func malformedTextOfEveryLength() throws {
    let bytes = try Fixture.file("second-generation.json").bytes
    for count in stride(from: 0, to: bytes.count, by: 37) {
      #expect(throws: Failure.self) {
        try CampaignReader.read(files: [NamedBytes("a.json", Array(bytes[..<count]))])
      }
    }
  }

  @Test func randomBytesInExports() throws {
    var dice = RandomNumbers(11)
    for name in ["export.txt", "legacy-export.txt"] {
      let bytes = try Fixture.file(name).bytes
      for _ in 0..<300 {
        var damaged = bytes
        for _ in 0..<(1 + dice.below(12)) {
          damaged[dice.below(damaged.count)] = UInt8(truncatingIfNeeded: dice.next())
        }
        Hostile.readAndWrite(String(decoding: damaged, as: UTF8.self))
      }
    }
  }

  @Test func aParagraphOfTenMillionCharacters() throws {
    for (piece, size) in [
      ("word ", 10_000_000), ("**a** ", 10_000_000), ("&amp;", 2_000_000), ("x\u{14}", 2_000_000),
      ("[DEBUG_START]", 2_000_000), ("[Attack_1]: ", 2_000_000),
      ("[STATE_UPDATES_PROPOSED]```", 2_000_000),
    ] {
      let text = String(repeating: piece, count: size / piece.utf8.count)
      let escaped = text.replacing("\u{14}", with: "\\u0014")
      let json = #"[{"actor": "gemini", "text": "\#(escaped)", "timestamp": 1, "part": 1}]"#
      if piece.hasPrefix("[DEBUG") {
        let failure = #expect(throws: Failure.self) { try Fixture.read(json: json) }
        #expect(failure?.codes == ["campaign.empty"])
        continue
      }
      let read = try Fixture.read(json: json)
      #expect(!read.value.entries[0].isBlank, "\(piece)")
      let book = try CampaignBook.document(of: read.value).value
      #expect(book.blocks.count > 2)
    }
  }

  @Test func deepListsAndObjects() throws {
    let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    #expect(throws: Failure.self) { try Fixture.read(json: deep) }
    let nested =
      String(repeating: #"{"result":"#, count: 60) + "1" + String(repeating: "}", count: 60)
    #expect(throws: Failure.self) { try Fixture.read(json: nested) }
    let state = """
      {"game_state_version": 1, "player_character_data": {"name": "A", "skills":
      \(String(repeating: "[", count: 90))1\(String(repeating: "]", count: 90))}}
      """
    #expect(try Fixture.read(json: state).value.state?.player?.name == "A")
  }

  @Test func manyTextsInsideTexts() throws {
    // JSON in a text in JSON in a text, deeper than anybody wraps it.
    var text = "[]"
    for _ in 0..<6 {
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      text = #"[{"type": "text", "text": "\#(escaped)"}]"#
    }
    #expect(throws: Failure.self) { try Fixture.read(json: text) }
  }

  @Test func tooManyBytes() {
    var options = CampaignReader.Options()
    options.maximumBytes = 10
    let failure = #expect(throws: Failure.self) {
      try CampaignReader.read(
        files: [NamedBytes("a", Array("[1,2,3,4,5,6]".utf8))], options: options)
    }
    #expect(failure?.codes == ["campaign.size"])
  }
}
