// SPDX-License-Identifier: MIT
// Part of Platen: what stands in a campaign's book, in which order, and for whom.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Readers

@Suite struct CampaignBookTests {
  private func headings(_ document: Document, level: Int) -> [String] {
    document.headings().filter { $0.level == level }.map(\.inlines.plainText)
  }

  @Test func aBookHasItsParts() throws {
    let book = try Fixture.book("third-generation-mcp.json")
    #expect(book.metadata.title == "Ashes over Merrow")
    #expect(book.metadata.subtitle == "Brannoc Vey, Human Warden, level 5")
    #expect(book.metadata.date == "2026-03-03")
    #expect(book.warnings().isEmpty)
    guard case .division(let first) = book.blocks[0], case .contents = book.blocks[1] else {
      Issue.record("no title page or contents first")
      return
    }
    #expect(first.attributes.classes == ["title-page"])
    #expect(
      headings(book, level: 1) == [
        "Session 1: Merrow", "Session 2: Harrow Mill", "Brannoc Vey", "Dramatis personae", "Places",
        "Quests", "Items", "Battles", "Timeline", "Key moments", "Index of names",
      ])
    #expect(
      headings(book, level: 2).prefix(5) == [
        "Before the first scene", "Scene #1", "Scene #2", "Scene #3", "Scene #4",
      ])
    guard case .index = book.blocks.last else {
      Issue.record("no index at the end")
      return
    }
  }

  @Test func aSceneDistinguishesPlayerAndNarrator() throws {
    let book = try Fixture.book("third-generation-mcp.json")
    let scenes = book.blocks { $0.attributes.has("scene") }
    #expect(scenes.count == 4)
    guard case .division(let scene) = scenes[0] else { return }
    #expect(
      scene.blocks.map { $0.kind + "." + ($0.attributes.classes.first ?? "") } == [
        "heading.", "keyValues.session-header", "callout.dice", "division.narrator",
        "callout.choices", "division.player",
      ])
    guard case .division(let rendered) = scene.blocks[3] else { return }
    #expect(rendered.blocks.map(\.kind) == ["paragraph", "paragraph", "table", "list"])
    guard case .paragraph(let first) = rendered.blocks[0] else { return }
    #expect(
      first.inlines.first
        == .indexMark(IndexMark("Captain Ysolde Kerr", within: "scene-1")))
    #expect(first.inlines.contains(.strong([.text("Captain Ysolde Kerr")])))
  }

  /// Texts pasted without blank lines have their paragraphs, and short lines stay together.
  @Test func longLinesAreParagraphs() {
    let long = String(repeating: "words and ", count: 14)
    func lines(_ texts: String...) -> Block {
      .paragraph(
        Paragraph(Array(texts.map { [Inline.text($0)] }.joined(separator: [.lineBreak]))))
    }
    let blocks = LongLines.parted([
      lines("a", "b"), lines("a", "b", long, long, "c"), .quote(Quote([lines(long, "d")])),
    ])
    #expect(
      blocks == [
        lines("a", "b"), lines("a", "b"), lines(long), lines(long), lines("c"),
        .quote(Quote([lines(long), lines("d")])),
      ])
  }

  @Test func theChosenChoiceIsMarked() throws {
    let book = try Fixture.book("third-generation-mcp.json")
    let choices = book.blocks { $0.attributes.has("choices") }
    #expect(choices.count == 3)
    guard case .callout(let callout) = choices[0], callout.kind == "choices",
      case .list(let list) = callout.blocks[0]
    else {
      Issue.record("no list of choices")
      return
    }
    #expect(list.items.map(\.attributes.classes) == [["chosen"], []])
    guard case .paragraph(let first) = list.items[0].blocks[0] else { return }
    #expect(first.inlines[0] == .strong([.text("Follow the Tracks")]))
    #expect(first.inlines.plainText.hasSuffix("(chosen)"))
  }

  /// Nothing that only the game master may know, and nothing on who plays, stands in any byte.
  @Test(arguments: [
    BookOptions.Edition.full, .summary, .prose, .primer, .last(2), .last(100), .scenes(1...4),
    .scenes(2...3),
  ])
  func aPlayersBookHoldsNoSecret(edition: BookOptions.Edition) throws {
    for name in Fixture.all {
      // An excerpt may have nothing to read aloud.
      for kind in BookOptions.Kind.allCases where kind != .script || edition == .full {
        let book = try Fixture.book(name) {
          $0.edition = edition
          $0.kind = kind
        }.everything
        for secret in [
          "SECRET", "HIDDEN", "gemini", "8841", "991", "Harbour Court lied", "brother's voice",
          "drowned king", "oil money", "door is alive", "afraid of the tide", "ninety-one", "uid-",
          "Insight 1d20", "StoryModeAgent", "custom_action",
        ] {
          #expect(!book.contains(secret), "\(secret) in \(name)")
        }
      }
    }
  }

  @Test func contentForTheGameMaster() throws {
    let gm = try Fixture.book("third-generation-mcp.json") { $0.audience = .gm }.everything
    for note in [
      "SECRETTHOUGHT", "SECRETNOTE", "SECRETEVENT", "SECRETKNOWLEDGE", "SECRETAGENDA",
      "SECRETRULE", "SECRETTRUTH", "SECRETPERSON", "HIDDENEVENT", "HIDDENSTATE", "SECRETANALYSIS",
      "SECRETPLACE",
    ] { #expect(gm.contains(note), "\(note)") }
    #expect(!gm.contains("StoryModeAgent"))
    let debug = try Fixture.book("third-generation-mcp.json") { $0.audience = .debug }.everything
    #expect(debug.contains("StoryModeAgent"))
    for personal in ["uid-SECRET", "SESSION-SECRET", "gemini-test", "991"] {
      #expect(!gm.contains(personal) && !debug.contains(personal), "\(personal)")
    }
  }

  @Test func memoriesThatAreNotesOfTheGameMaster() {
    let notes = [
      "GM-only: a", "GM_NOTE: a", "DM's note: a", "[GM NOTE] a", "**GM Note:** a", "Note to GM: a",
      "(DM only) a", "(GM: a)", "OOC - a", "Hidden: a", "[SECRET - GM ONLY] a", "Game Master: a",
      "Dungeon Master note: a", "System correction: a", "Correction — a", "Retcon (scene 4): a",
      "- [Internal] a", "TODO: a", "System note: a", "State update: a",
    ]
    #expect(notes.filter { !GameMasterNote.isOne($0) } == [])
    let memories = [
      "Ada came home.", "Her correction: a bold one, was heard.", "Secret learned: the heir lives.",
      "Hidden Vale: reached.", "Odo (the dm) waved.", "The admin - a dwarf - left.",
      "Meta-", "", "System Gate: opened.", "A state update: the king is dead.",
    ]
    #expect(memories.filter { GameMasterNote.isOne($0) } == [])
  }

  /// Hidden things are not revealed by a number, nor by the order of people.
  @Test func trustIsNotShownToPlayers() throws {
    let read = try Fixture.read(
      json: #"""
        {"story":[{"actor":"gemini","timestamp":1,"text":"Maelis Thorn bows. Odo Reed waves."}],
        "game_state":{"player_character_data":{"name":"Ada"},"npc_data":{
        "Odo Reed":{"name":"Odo Reed","relationships":{"player":{"trust_level":7,"disposition":"courteous"}}},
        "Maelis Thorn":{"name":"Maelis Thorn",
        "relationships":{"player":{"trust_level":-5,"disposition":"courteous"}}}},
        "custom_campaign_state":{"core_memories":["Ada came home.",
        "Administrative Note: level 5 is confirmed.", "Correction: Ada never left.",
        "[GM Note] the mayor lies.", "Her correction: a bold one, was heard."]}}}
        """#)
    let notes = ["level 5 is confirmed", "Ada never left", "the mayor lies"]
    for edition in [BookOptions.Edition.full, .summary] {
      for audience in BookOptions.Audience.allCases {
        var options = BookOptions()
        options.audience = audience
        options.edition = edition
        let book = try CampaignBook.document(of: read.value, options: options).value
        let text = book.everything
        for note in notes { #expect(text.contains(note) == (audience != .player), "\(note)") }
        #expect(text.contains("Ada came home") && text.contains("a bold one"))
        if edition == .full {
          #expect(book.words.contains("\u{2212}5") == (audience != .player))
        } else if audience == .player {
          // Who is not trusted stands among nobody's enemies.
          #expect(!book.words.contains("Maelis Thorn") && book.words.contains("Odo Reed"))
        }
      }
    }
  }

  @Test func editions() throws {
    func scenes(_ edition: BookOptions.Edition) throws -> [String] {
      headings(try Fixture.book("third-generation-mcp.json") { $0.edition = edition }, level: 2)
        .filter { $0.hasPrefix("Scene") }
    }
    #expect(try scenes(.full).count == 4)
    #expect(try scenes(.scenes(2...3)) == ["Scene #2", "Scene #3"])
    #expect(try scenes(.scenes(3...900)) == ["Scene #3", "Scene #4"])
    #expect(try scenes(.last(1)) == ["Scene #4"])
    #expect(try scenes(.last(50)).count == 4)
    let failure = #expect(throws: Failure.self) { try scenes(.scenes(5...9)) }
    #expect(failure?.codes == ["campaign.scenes"])
    // A part of a story tells no more than that part: no sheet, no cast.
    let part = try Fixture.book("third-generation-mcp.json") { $0.edition = .scenes(1...2) }
    #expect(!part.words.contains("Dramatis personae") && part.warnings().isEmpty)
  }

  @Test func anExcerptKnowsEarlierMemories() throws {
    let one = try Fixture.book("third-generation-mcp.json") { $0.edition = .last(1) }
    #expect(one.words.contains("Excerpt: Scene #4"))
    // The scene says "Captain Kerr" alone; readers know who that is.
    #expect(one.everything.contains("Captain Ysolde Kerr"))
    #expect(!one.words.contains { $0.hasPrefix("Met: Kerr") })
    let two = try Fixture.book("third-generation-mcp.json") { $0.edition = .scenes(2...3) }
    #expect(two.words.contains("Excerpt: Scenes 2–3"))
    #expect(two.words.contains { $0.hasPrefix("At the ford Brannoc slew") })
    #expect(!two.words.contains { $0.hasPrefix("Brannoc found the tracks") })
    // What is only told later is not known yet.
    let first = try Fixture.book("third-generation-mcp.json") { $0.edition = .scenes(1...1) }
    #expect(!first.everything.contains("Old Hask"))
  }

  /// A player's words after a pause open the next session, with its day and its words.
  @Test func aSessionBeginsWithThePlayersEntry() throws {
    let campaign = try Fixture.read(
      json: """
        {"story": [{"actor":"gemini","text":"One.","timestamp":1700000000},
        {"actor":"user","text":"I sleep.","timestamp":1700000060},
        {"actor":"user","text":"I wake up.","timestamp":1700604800},
        {"actor":"gemini","text":"Two.","timestamp":1700604860,
        "session_header":"Timestamp: Day 8"}]}
        """
    ).value
    let book = try CampaignBook.document(of: campaign).value
    #expect(
      book.words.filter { $0.hasPrefix("Scene") || $0.hasPrefix("I ") } == [
        "Scene #1 · 2023-11-14", "Scene #1", "I sleep.", "Scene #2 · 2023-11-21", "Scene #2",
        "I wake up.",
      ])
    let figures = StoryStatistics(campaign)
    #expect(figures.sessions.map(\.words) == [3, 4])
    #expect(figures.sessions.map(\.day) == ["2023-11-14", "2023-11-21"])
    // A part of a story calls its chapters as the whole does, and its days are its own.
    var options = BookOptions()
    options.edition = .scenes(2...2)
    let part = try CampaignBook.document(of: campaign, options: options).value
    #expect(part.words.contains("Session 2"))
    #expect(part.words.contains { $0.hasSuffix(" words · 2023-11-21") })
  }

  @Test func placesOfScenesWithoutAHeaderAreInTheIndex() throws {
    let rendered = try Fixture.read(
      json: """
        [{"actor":"gemini","text":"Rain.","timestamp":1,"location_confirmed":"Ashford"}]
        """)
    let book = try CampaignBook.document(of: rendered.value).value
    #expect(book.indexEntries(named: "").map(\.term) == ["Ashford"])
  }

  @Test func emptyColumnsAreOmitted() throws {
    let book = try Fixture.book("third-generation-mcp.json")
    guard case .table(let quests)? = book.blocks(where: { $0.attributes.has("quests") }).first,
      case .table(let places)? = book.blocks(where: { $0.attributes.has("places") }).first
    else {
      Issue.record("no tables")
      return
    }
    #expect(quests.head[0].cells.count == 3 && places.head[0].cells.count == 3)
    let bare = try Fixture.read(
      json: """
        {"story":[{"actor":"gemini","text":"The Glass Key.","timestamp":1}],
        "game_state":{"player_character_data":{"name":"Ada"},"missions":["Go"],
        "item_registry":{"glass_key":{"name":"Glass Key"}}}}
        """)
    let plain = try CampaignBook.document(of: bare.value).value
    let heads = plain.blocks { $0.kind == "table" }.map { block in
      if case .table(let table) = block { table.head[0].cells.count } else { 0 }
    }
    #expect(heads == [2, 2])
  }

  @Test func theTranscriptHasTheLinesOfDiceAsTheyWere() throws {
    let transcript = try Fixture.book("third-generation-mcp.json") { $0.kind = .transcript }
    let lines = transcript.words.flatMap { $0.lines.map(String.init) }
    #expect(lines.contains("  - Longsword: 1d20+6 = 17+6 = 23 vs AC 15 (Hit)"))
  }

  @Test func peopleOfSocialChallengesAreInTheCast() throws {
    let book = try Fixture.book("third-generation-mcp.json")
    let terms = book.indexEntries(named: "").map(\.term)
    #expect(terms.contains("Miller Joan") && terms.contains("Ember Compass"))
    #expect(book.words.contains { $0.hasPrefix("Met: ") && $0.contains("Miller Joan") })
    let rendered = try Fixture.read(
      json: """
        {"story": [{"actor":"gemini","text":"A door.","timestamp":1,"social_hp_challenge":
        {"npc_name":"Warden Tull","objective":"Let us in"}}],
        "game_state": {"player_character_data": {"name": "Ada"}, "npc_data": {}}}
        """)
    let cast = try CampaignBook.document(of: rendered.value).value.blocks {
      $0.attributes.has("cast")
    }
    #expect(cast.count == 1)
    guard case .table(let table)? = cast.first else { return }
    #expect(table.body.map { Document(blocks: $0.cells[0].blocks).words } == [["Warden Tull"]])
  }

  @Test func undiscoveredPlacesAndThingsAreForTheGameMaster() throws {
    let read = try Fixture.read(
      json: """
        {"story": [{"actor":"gemini","text":"A door.","timestamp":1}],
        "game_state": {"player_character_data": {"name": "Ada"},
        "world_data": {"locations": {"crypt": {"name": "Low Crypt", "description": "Dry and deep.",
        "hidden_trap": "A pit"}}},
        "item_registry": {"glass_key": {"name": "Glass Key", "description": "Sings.",
        "secret_use": "Opens the crypt"}}}}
        """)
    func everything(_ audience: BookOptions.Audience) throws -> String {
      var options = BookOptions()
      options.audience = audience
      return try CampaignBook.document(of: read.value, options: options).value.everything
    }
    for text in ["Low Crypt", "Dry and deep.", "A pit", "Glass Key", "Sings.", "Opens the crypt"] {
      #expect(try everything(.gm).contains(text), "\(text)")
      #expect(try !everything(.player).contains(text), "\(text)")
    }
  }

  /// Parts that the state marks as hidden are for game masters, though the story names them.
  @Test(arguments: [
    #""hidden": true"#, #""is_secret": "true""#, #""gm_only": true"#, #""discovered": false"#,
    #""player_aware": false"#, #""isHidden": true"#, #""GM Only": true"#, #""Discovered": false"#,
    (0..<300).map { #""filler\#($0)": 1, "# }.joined() + #""hidden": true"#,
  ])
  func whatIsMarkedAsHiddenIsForTheGameMaster(mark: String) throws {
    let read = try Fixture.read(
      json: """
        {"story": [{"actor":"gemini","text":"Odo shows the Low Crypt and a Glass Key.","timestamp":1}],
        "game_state": {"player_character_data": {"name": "Ada"},
        "npc_data": {"Odo": {"role": "Spy of the king", \(mark)}},
        "world_data": {"locations": {"crypt": {"name": "Low Crypt", "description": "Dry.", \(mark)}}},
        "item_registry": {"glass_key": {"name": "Glass Key", "description": "Sings.", \(mark)}},
        "custom_campaign_state": {"active_missions": [{"title": "Find the king", \(mark)},
        {"title": "Leave", "status": "hidden"}, {"title": "Stay"}]}}}
        """)
    for audience in BookOptions.Audience.allCases {
      for edition in [BookOptions.Edition.full, .summary] {
        var options = BookOptions()
        (options.audience, options.edition) = (audience, edition)
        let rendered = try CampaignBook.document(of: read.value, options: options).value.everything
        #expect(rendered.contains("Stay"))
        for text in ["Spy of the king", "Sings.", "Find the king", "Leave"]
        where audience == .player || edition == .full {
          #expect(rendered.contains(text) == (audience != .player), "\(text) \(edition)")
        }
      }
    }
  }

  @Test(arguments: [
    ("full", BookOptions.Edition.full), ("summary", .summary), ("prose", .prose),
    ("character", .character), ("Primer", .primer),
    ("scenes 10-25", .scenes(10...25)),
    ("Scenes 7", .scenes(7...7)), ("last 5", .last(5)), ("scenes 10–25", .scenes(10...25)),
    ("session 2", .sessions(2...2)), ("Sessions 1-3", .sessions(1...3)),
  ])
  func editionsByName(text: String, edition: BookOptions.Edition) {
    #expect(BookOptions.Edition(text) == edition)
  }

  @Test(arguments: [
    "", "scenes", "scenes 5-2", "scenes 0-4", "last", "last 0", "last -1", "scenes a-b",
    "scenes 1-2-3", "all", "last 99999999999999999999", "session", "session 0", "sessions 3-2",
  ])
  func noEditions(text: String) { #expect(BookOptions.Edition(text) == nil) }

  @Test func aSessionIsWhatIsPlayedBetweenPauses() throws {
    func scenes(_ edition: String) throws -> [String] {
      let edition = try #require(BookOptions.Edition(edition))
      let book = try Fixture.book("second-generation.json") { $0.edition = edition }
      return headings(book, level: 2).filter { $0.hasPrefix("Scene") }
    }
    let all = try scenes("full")
    let first = try scenes("session 1")
    let second = try scenes("session 2")
    #expect(!first.isEmpty && !second.isEmpty)
    #expect(first + second == all)
    #expect(try scenes("sessions 1-2") == all)
    #expect(try scenes("sessions 2-9") == second)
    let campaign = try Fixture.read("second-generation.json").value
    #expect(try campaign.scenes(in: .sessions(1...1)) == 1...first.count)
    let failure = #expect(throws: Failure.self) { try scenes("session 3") }
    #expect(
      failure?.diagnostics.map(\.message) == ["no such session: 3; the last one is 2"])
  }

  /// The first scene is not behind a hundred pages of a setting.
  @Test func aLongPromptIsBehindTheStory() throws {
    func book(_ length: Int) throws -> Document {
      let prompt = "THE SETTING " + String(repeating: "word ", count: length / 5)
      let read = try Fixture.read(
        json: """
          {"campaign": {"title": "T"}, "story": [
          {"actor": "user", "mode": "god", "text": "\(prompt)"},
          {"actor": "gemini", "text": "It begins."}]}
          """)
      return try CampaignBook.document(of: read.value).value
    }
    let short = try book(2_000)
    #expect(headings(short, level: 1).contains("The premise") == false)
    let long = try book(20_000)
    #expect(headings(long, level: 1).contains("The premise"))
    let text = long.everything
    let setting = try #require(text.firstRange(of: "THE SETTING"))
    let story = try #require(text.firstRange(of: "It begins."))
    #expect(story.upperBound < setting.lowerBound)
    #expect(text.ranges(of: "THE SETTING").count == 1)
    #expect(long.warnings().isEmpty)
  }

  @Test func chaptersByRule() throws {
    func chapters(_ rule: BookOptions.Chapters) throws -> [String] {
      let book = try Fixture.book("second-generation.json") { $0.chapters = rule }
      return headings(book, level: 1).filter { $0.hasPrefix("Ch") || $0.hasPrefix("Se") }
    }
    #expect(try chapters(.every(2)) == ["Chapter 1: Salt Flats", "Chapter 2"])
    // Six and a half hours lie between the second scene and what was asked then.
    #expect(try chapters(.session) == ["Session 1: Salt Flats", "Session 2"])
    #expect(try chapters(.automatic) == ["Session 1: Salt Flats", "Session 2"])
    #expect(BookOptions.Chapters("session") == .session)
    #expect(BookOptions.Chapters("12") == .every(12))
    #expect(BookOptions.Chapters("0") == nil && BookOptions.Chapters("never") == nil)
  }

  /// A player who comes back speaks first, and that belongs to the scene before the pause.
  @Test func sessionsBeginWithPlayersEntries() throws {
    let hour = 3600
    let times = [0, 60, 120, 200, 30 * hour, 30 * hour + 60, 30 * hour + 90, 60 * hour]
    let entries = times.enumerated().map { index, time in
      let actor = index % 2 == 0 && index > 0 ? "user" : "gemini"
      return #"{"actor":"\#(actor)","text":"t","timestamp":\#(1_700_000_000 + time)}"#
    }
    let campaign = try Fixture.read(json: "[\(entries.joined(separator: ","))]").value
    // Scenes are the entries 0, 1, 3, 5, 7; the pauses are before 4 and before 7.
    let figures = StoryStatistics(campaign)
    #expect(figures.sessions.map(\.scenes) == [1...3, 4...4, 5...5])
    #expect(figures.sessions.map(\.day) == ["2023-11-14", "2023-11-16", "2023-11-17"])
    #expect(figures.heroStates.isEmpty)
  }

  @Test func statisticsAreOfScenesWithData() throws {
    let campaign = try Fixture.read("second-generation.json").value
    let figures = StoryStatistics(campaign)
    #expect(figures.heroStates.first?.hitPoints == 14)
    #expect(figures.sessions.reduce(0) { $0 + $1.words } == campaign.wordCount)
    // A story whose times nobody wrote down has no sessions.
    var untimed = campaign
    for index in untimed.entries.indices { untimed.entries[index].time = nil }
    #expect(StoryStatistics(untimed).sessions.isEmpty)
  }

  @Test func chaptersByPlace() throws {
    let places = ["Inn", "Inn", "Road", "Road", "Road", "Road", "Keep - Hall", "Keep - Yard"]
    let entries = places.enumerated().map { index, place in
      #"{"actor":"gemini","text":"t","timestamp":\#(1000 + index),"location_confirmed":"\#(place)"}"#
    }
    let read = try Fixture.read(json: "[" + entries.joined(separator: ",") + "]")
    let units = SceneUnit.units(of: read.value.entries)
    let chapters = Chapters.chapters(of: units, read.value.entries, by: .automatic)
    #expect(chapters.map(\.units) == [0..<6, 6..<8])
    #expect(chapters.map(\.place) == ["Road", "Keep"])
  }

  @Test func theSummaryIsShort() throws {
    let book = try Fixture.book("third-generation-mcp.json") { $0.edition = .summary }
    #expect(
      headings(book, level: 2) == [
        "The premise", "The party", "The story so far", "Open threads", "Current situation",
      ])
    let words = book.words.joined(separator: " ")
    #expect(words.contains("The burnt orchards of Merrow."))
    #expect(words.contains("Who Burned Merrow"))
    #expect(!words.contains("Reach the Ford"))
    #expect(words.contains("Ride Back to Merrow"))
    #expect(book.blocks { $0.attributes.has("last-words") }.count == 1)
  }

  /// An enemy of the hero does not belong to the party.
  @Test func enemiesAreApartFromTheParty() throws {
    let read = try Fixture.read(
      json: """
        {"story": [{"actor":"gemini","text":"Odo waves. Maelis spits.","timestamp":1}],
        "game_state": {"player_character_data": {"name": "Ada"}, "npc_data": {
        "Odo": {"relationships": {"player": {"disposition": "friendly"}}},
        "Maelis": {"relationships": {"player": {"disposition": "hostile"}}}}}}
        """)
    var options = BookOptions()
    options.edition = .summary
    let book = try CampaignBook.document(of: read.value, options: options).value
    #expect(headings(book, level: 2).starts(with: ["The premise", "The party", "Enemies"]))
    let tables = book.blocks { $0.attributes.has("party") }.map { block -> [String] in
      guard case .table(let table) = block else { return [] }
      return table.body.map { row in
        guard case .paragraph(let name)? = row.cells.first?.blocks.first else { return "" }
        return name.inlines.plainText
      }
    }
    #expect(tables == [["Odo"], ["Maelis"]])
  }

  /// Without a state the summary is made of the story, not of remarks about the game.
  @Test func theSummaryOfAnExportedStory() throws {
    let read = try Fixture.read(
      json: """
        [{"actor":"user","mode":"god","timestamp":1,
        "text":"A brave knight in a land of dragons looks for the last of them."},
        {"actor":"gemini","timestamp":2,"text":"[Mode: DM MODE]\\nWhich ruleset do you want to use?"},
        {"actor":"user","mode":"character","timestamp":3,"text":"GOD MODE: the default"},
        {"actor":"gemini","timestamp":4,"text":"Understood. The ruleset is approved and final."},
        {"actor":"user","mode":"character","timestamp":5,"text":"I ride out."},
        {"actor":"gemini","timestamp":6,"text":"The gate of Merrow falls shut behind the knight."},
        {"actor":"user","mode":"character","timestamp":7,"text":"think: hm"},
        {"actor":"gemini","timestamp":8,"text":"You pause to consider your options..."}]
        """)
    var options = BookOptions()
    options.edition = .summary
    let words = try CampaignBook.document(of: read.value, options: options).value.words
    let premise = try #require(words.firstIndex(of: "The premise"))
    #expect(
      words[premise + 1] == "A brave knight in a land of dragons looks for the last of them.")
    #expect(words.contains { $0.hasSuffix("The gate of Merrow falls shut behind the knight.") })
    for aside in ["ruleset", "Understood", "pause to consider"] {
      #expect(!words.contains { $0.contains(aside) }, "\(aside)")
    }
  }

  /// A hero's last form is not revealed from the first page.
  @Test func heroesAreCalledByTheirNames() throws {
    let read = try Fixture.read(
      json: """
        {"story": [{"actor":"user","mode":"character","text":"I wait.","timestamp":1},
        {"actor":"gemini","text":"Ada waits.","timestamp":2}], "game_state": {
        "player_character_data": {"name": "Ada Vey (Empress of Stillness)", "level": 9}}}
        """)
    let words = try CampaignBook.document(of: read.value).value.words
    #expect(words.contains("Ada Vey") && words.contains("Ada Vey, level 9"))
    // Her sheet, behind the story, has it.
    #expect(words.filter { $0.contains("Empress") } == ["Ada Vey (Empress of Stillness)"])
    #expect(PersonName.withoutTitle("(Nobody)") == "(Nobody)")
    #expect(PersonName.withoutTitle("Ada (the Elder) Vey") == "Ada (the Elder) Vey")
  }

  /// Pairs of a sheet are set as other pairs are, not as the line of a title page.
  @Test func sheetsAreNotOnTitlePages() throws {
    let read = try Fixture.read(
      json: """
        {"story": [{"actor":"user","mode":"character","text":"I wait.","timestamp":1},
        {"actor":"gemini","text":"Ada waits.","timestamp":2}], "game_state": {
        "player_character_data": {"name": "Ada Vey", "level": 9}}}
        """)
    let blocks = try CampaignBook.document(of: read.value).value.blocks
    let sheet = try #require(blocks.firstIndex { $0.attributes.id == "sheet" })
    guard case .keyValues(let pairs) = blocks[sheet + 1] else {
      Issue.record("\(blocks[sheet + 1])")
      return
    }
    #expect(pairs.attributes.classes.isEmpty && !pairs.pairs.isEmpty)
  }

  @Test func unknownIsNotAPlace() throws {
    let entries = ["Unknown", "N/A", "The Ford"].enumerated().map { index, place in
      """
      {"actor":"gemini","text":"t","timestamp":\(index),"session_header":
      "[SESSION_HEADER]\\nTimestamp: Day \(index)\\nLocation: \(place)\\nStatus: Well"}
      """
    }
    let book = try CampaignBook.document(
      of: try Fixture.read(json: "[" + entries.joined(separator: ",") + "]").value
    ).value
    #expect(book.everything.contains("The Ford"))
    #expect(!book.everything.contains("Unknown") && !book.everything.contains("N/A"))
  }

  /// Rows of signs are rules, which fit every column.
  @Test func linesOfSymbolsBecomeRules() throws {
    let row = String(repeating: "\u{2550}", count: 63)
    let read = try Fixture.read(
      json: """
        [{"actor":"gemini","timestamp":1,"text":
        "Steel.\\n\\n\(row)\\n   ROUND 1\\n\(row)\\n**-----------**\\nOrder: Ada, Odo\\n\(row)\\n\\nEnd."},
        {"actor":"gemini","timestamp":2,"text":"== No ==\\n\u{2014}\u{2014}\u{2014}\\n*Ada* \(row.prefix(30)) odo"}]
        """)
    func rendered(_ scene: Int) throws -> [Block] {
      let scenes = try CampaignBook.document(of: read.value).value
        .blocks { $0.attributes.has("narrator") }
      guard case .division(let division) = scenes[scene] else { return [] }
      return division.blocks
    }
    #expect(
      try rendered(0) == [
        .text("Steel."), .rule(.none), .text("ROUND 1"), .rule(.none), .text("Order: Ada, Odo"),
        .rule(.none), .text("End."),
      ])
    #expect(try rendered(1).count == 1)
  }

  @Test func thousandsOfMemoriesFitInFourPages() throws {
    let memories = (0..<3000).map {
      "\"Memory number \($0) tells of a long walk and a short rest.\""
    }
    let read = try Fixture.read(
      json: """
        {"game_state_version": 1, "player_character_data": {"name": "A"}, "custom_campaign_state":
        {"core_memories": [\(memories.joined(separator: ","))]}}
        """)
    var options = BookOptions()
    options.edition = .summary
    let book = try CampaignBook.document(of: read.value, options: options).value
    let count = book.words.reduce(0) { $0 + words(in: $1) }
    #expect(count < 1500 && count > 400)
    #expect(book.words.joined().contains("Memory number 0 "))
    #expect(book.words.joined().contains("Memory number 2999 "))
  }

  @Test func theHeroesValuesHaveNamesInTheBooksLanguage() throws {
    let book = try Fixture.book("third-generation-mcp.json") {
      $0.edition = .summary
      $0.phrases = Phrasebook(language: "de", phrases: ["hitPoints": "Trefferpunkte"])
    }
    #expect(book.words.contains { $0.contains("level 5 · Trefferpunkte 31 of 38 · Gold 41") })
  }

  @Test func aFightInProgressComesFirst() throws {
    let book = try Fixture.book("third-generation-mcp.json")
    let words = book.words
    let heading = try #require(words.lastIndex(of: "Battles"))
    #expect(words[heading + 1] == "The battle is not over.")
  }

  @Test func enemiesWithTheSameNameAreCounted() throws {
    let read = try Fixture.read(
      json: """
        [{"actor":"gemini","text":"t","timestamp":1,"state_updates":{"combat_state":{
        "combat_summary":{"outcome":"victory","enemies_defeated":["Reaver","Hound","Reaver"]}}}}]
        """)
    #expect(
      try CampaignBook.document(of: read.value).value.words.contains("Enemies: Reaver × 2, Hound"))
  }

  @Test func powersHaveTheirFullName() throws {
    let book = try Fixture.book("third-generation-mcp.json")
    #expect(book.words.contains("Spell slots, level 1: 3/4"))
  }

  @Test func aFactionsTagIsNotPrinted() throws {
    let book = try Fixture.book("third-generation-mcp.json")
    #expect(book.words.contains { $0.hasPrefix("⚔️ Wardens: steady") })
    #expect(!book.everything.contains("FACTION STATUS"))
  }

  @Test func namesWithTheirArticleWithinASentence() throws {
    let read = try Fixture.read(
      json: """
        {"story": [{"actor":"gemini","text":"The Iron Keep looms.","timestamp":1},
        {"actor":"gemini","text":"Beyond the ford the Iron Keep burns.","timestamp":2}],
        "game_state": {"world_data": {"locations": {"The Iron Keep": {}}}}}
        """)
    let index = try CampaignBook.document(of: read.value).value.indexEntries(named: "")
    #expect(index.map(\.term) == ["The Iron Keep"])
    #expect(index.first?.places.map(\.title) == ["Scene #1", "Scene #2"])
  }

  @Test func theTranscriptKeepsTheGamesLabels() throws {
    let document = try Fixture.book("export.txt") { $0.kind = .transcript }
    // Blank lines stand between paragraphs; the rest is the export, line by line.
    let lines = document.words.flatMap { $0.lines.map(\.trimmed) }.filter { !$0.isEmpty }
    let exported = String(decoding: try Fixture.file("export.txt").bytes, as: UTF8.self)
      .lines.map(\.trimmed).filter { !$0.isEmpty }
    #expect(lines == exported)
  }

  @Test func arabicRunsFromRightToLeft() throws {
    let read = try Fixture.read(
      json: #"[{"actor":"gemini","text":"One.\n\n«السلام» عليكم\n\n- שלום","timestamp":1}]"#)
    let book = try CampaignBook.document(of: read.value).value
    let turned = book.blocks { $0.attributes.value("direction") == "rightToLeft" }
    #expect(turned.count == 2)
    var options = BookOptions()
    options.language = "ar-EG"
    let arabic = try CampaignBook.document(of: read.value, options: options).value
    #expect(arabic.metadata.direction == .rightToLeft && arabic.metadata.language == "ar-EG")
  }

  @Test func commandsToTheProgramAreNotPartOfTheStory() throws {
    let read = try Fixture.read(
      json: """
        [{"actor":"user","mode":"god","text":"GOD MODE: GOD_MODE_UPDATE_STATE:{\\"npc\\": \\"traitor\\"}",
        "timestamp":1}, {"actor":"gemini","text":"Done.","timestamp":2}]
        """)
    #expect(!(try CampaignBook.document(of: read.value).value.everything.contains("traitor")))
    var options = BookOptions()
    options.audience = .gm
    #expect(
      try CampaignBook.document(of: read.value, options: options).value.everything.contains(
        "traitor"))
  }

  @Test func aBookInAnotherLanguage() throws {
    let book = try Fixture.book("third-generation-mcp.json") {
      $0.phrases = Phrasebook(language: "de", phrases: ["scene": "Szene {1}", "places": "Orte"])
    }
    #expect(book.words.contains("Szene 2") && book.words.contains("Orte"))
  }

  @Test func theSameEveryTime() throws {
    let first = try Fixture.book("third-generation-mcp.json") { $0.audience = .debug }
    for _ in 0..<5 {
      #expect(try Fixture.book("third-generation-mcp.json") { $0.audience = .debug } == first)
    }
  }
}

@Suite struct CampaignLibraryTests {
  @Test func theLastPlayedComesFirst() throws {
    let listings = try Fixture.all.map { name in
      CampaignLibrary.Listing(try Fixture.read(name).value, file: name)
    }
    let page = CampaignLibrary.document(of: listings)
    #expect(page.warnings().isEmpty)
    guard case .table(let table) = page.blocks[1] else {
      Issue.record("no table")
      return
    }
    let titles = table.body.map { row -> String in
      guard case .paragraph(let title) = row.cells[0].blocks[0] else { return "" }
      return title.inlines.plainText
    }
    #expect(
      titles == [
        "Ashes over Merrow", "fourth-generation", "The Salt Road", "The Lantern Coast",
        "The Clockmaker's Heir", "export",
      ])
    #expect(page.words.contains("Brannoc Vey, Human Warden, level 5"))
    #expect(!page.words.contains("third-generation-mcp.json"))
    let copies = CampaignLibrary.document(
      of: listings
        + [CampaignLibrary.Listing(try Fixture.read(Fixture.all[2]).value, file: "copy.json")])
    #expect(copies.words.contains("copy.json"))
    #expect(copies.words.contains("third-generation-mcp.json"))
    #expect(
      page.words.contains("A ferryman's daughter keeps the last lighthouse of a drowned coast."))
    #expect(!page.everything.contains("SECRET"))
  }
}
