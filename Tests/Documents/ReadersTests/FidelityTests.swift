// SPDX-License-Identifier: MIT
// Part of Platen: every word of a story is in its book, and nothing for programmers in a player's.

import Diagnostics
import Documents
import Foundation
import JSON
import TestSupport
import Testing

@testable import Readers

@Suite struct FidelityTests {
  private static let rule = String(repeating: "=", count: 60)

  private static func read(export text: String) throws -> Campaign {
    try CampaignReader.read(files: [NamedBytes("a.txt", Array(text.utf8))]).value
  }

  /// The rest of a text when it is compared: letters and digits, without the escapes of HTML.
  private static func key(_ text: some StringProtocol) -> [UInt8] {
    let plain = String(text).replacing(/&(?:amp;)*#?\w{1,6};/, with: "")
    return Array(plain.lowercased().filter { $0.isLetter || $0.isNumber }.utf8)
  }

  /// The keys of a document's words, block by block; a row of a table is one.
  private static func rendered(_ blocks: [Block]) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    blocks.walk(
      block: { block in
        switch block {
        case .heading(let heading): keys.append(key(heading.inlines.plainText))
        case .paragraph(let paragraph): keys.append(key(paragraph.inlines.plainText))
        case .callout(let callout): keys.append(key(callout.title.plainText))
        case .code(let code): keys.append(key(code.text))
        case .keyValues(let table):
          keys += table.pairs.map { key($0.key.plainText + $0.value.plainText) }
        case .table(let table):
          keys += (table.head + table.body).map {
            $0.cells.flatMap { rendered($0.blocks).joined() }
          }
          return .skip
        default: break
        }
        return .descend
      })
    return keys
  }

  /// The end of the first occurrence of a key.
  private static func end(of key: [UInt8], in block: [UInt8], from start: Int) -> Int? {
    var at = start
    while let first = block[at...].firstIndex(of: key[0]), first + key.count <= block.count {
      if block[first..<first + key.count].elementsEqual(key) { return first + key.count }
      at = first + 1
    }
    return nil
  }

  /// The lines of texts that a document does not hold, each within one block.
  ///
  /// - Parameter isOrdered: whether each is to stand behind the one before it, so that one that occurs
  ///   twice is to be printed twice.
  private static func missing(
    _ texts: [String], in document: Document, isOrdered: Bool = true
  ) -> [String] {
    let blocks = rendered(document.blocks)
    var (block, offset) = (0, 0)
    return texts.flatMap { $0.split(separator: "\n").map(String.init) }.filter { line in
      // The numbers and marks of lists are no part of their blocks.
      let key = key(line.replacing(/^[ \t>#]*(?:[-*+]|\d+[.)])[ \t]+/, with: ""))
      guard !key.isEmpty else { return false }
      if !isOrdered { (block, offset) = (0, 0) }
      for index in block..<blocks.count {
        let start = index == block ? offset : 0
        guard let end = end(of: key, in: blocks[index], from: start) else { continue }
        (block, offset) = (index, end)
        return false
      }
      return true
    }
  }

  private static func book(
    _ campaign: Campaign, _ audience: BookOptions.Audience, _ kind: BookOptions.Kind = .book
  ) throws -> Document {
    var options = BookOptions()
    options.audience = audience
    options.kind = kind
    return try CampaignBook.document(of: campaign, options: options).value
  }

  // MARK: Headers

  private static let header = [
    "Timestamp: 55 DR, 1 1, 20:00:00", "Location: The Red Mill",
    "Status: Lvl 5 Ranger | HP: 40/40",
  ]

  /// Headers as exports have them: resources within the brackets, a tag of the mode before them,
  /// brackets of their own, or none that is closed.
  @Test(arguments: [
    (["[" + header[0], header[1], header[2], "Resources: Spells: L1 4/4]"], "Spells: L1 4/4"),
    (["[" + header[0], header[1], header[2] + "]", "Resources: HD: 1/1"], "HD: 1/1"),
    (["[" + header[0], header[1], "Resources: HD: 1/1", header[2] + "]"], "HD: 1/1"),
    (["[[Mode: STORY MODE]", "", header[0], header[1], header[2] + "]"], ""),
    (
      ["[[Mode: GOD MODE]", header[0], header[1], header[2] + "]", "Resources: HD: 1/1"], "HD: 1/1"
    ),
    (["[" + header[0], header[1], header[2] + " [Temp: 3]]"], ""),
    (["[[Mode: STORY MODE]", "[" + header[0], header[1], header[2] + "]]"], ""),
    (["[[Mode: STORY MODE]", "[" + header[0], header[1], header[2] + "]"], ""),
    (["[" + header[0], header[1], header[2]], ""),
    (["[" + header[0], header[1], header[2], "Resources: HD: 1/1"], "HD: 1/1"),
    (["[" + header[0], header[1], header[2] + "]", "Resources: HD: 1/1]"], "HD: 1/1"),
  ])
  func headersOfExports(head: [String], resources: String) throws {
    let text =
      (["God Mode:", "x", "", Self.rule, "SCENE 1", Self.rule] + head + [
        "Dice Rolls:", "  - Stealth: 1d20 = 4", "", "Game Master:", "Rain.",
      ]).joined(separator: "\n")
    let campaign = try Self.read(export: text)
    let scene = campaign.entries[1]
    #expect(scene.header?.timestamp == "55 DR, 1 1, 20:00:00")
    #expect(scene.header?.location == "The Red Mill")
    #expect(scene.header?.status.hasPrefix("Lvl 5 Ranger | HP: 40/40") == true)
    #expect(scene.header?.others == [])
    #expect(scene.header?.resources(with: scene.resources) == resources)
    #expect(scene.dice.count == 1 && scene.text == "Rain." && scene.secrets.isEmpty)
    for kind in [BookOptions.Kind.book, .transcript] {
      let lines = text.replacing(/\[Mode: [A-Z ]+\]/, with: "").split(separator: "\n").dropFirst(4)
      let rendered = try Self.book(campaign, .player, kind)
      // A book has names of its own for what stands in a header.
      let values = lines.map { line in
        kind == .book ? String(line.replacing(/^\[?[A-Z][A-Za-z ]+:/, with: "")) : String(line)
      }
      #expect(Self.missing(values, in: rendered, isOrdered: false) == [])
      #expect(!rendered.everything.contains("[Mode"))
    }
  }

  /// The same as JSON has them.
  @Test(arguments: [
    "[Mode: STORY MODE]\\n\\nTimestamp: 55 DR\\nLocation: The Red Mill",
    "[SESSION_HEADER]\\n[Mode: STORY MODE]\\nTimestamp: 55 DR\\nLocation: The Red Mill",
    "[[Mode: STORY MODE]\\nTimestamp: 55 DR\\nLocation: The Red Mill]",
    "[SESSION_HEADER]\\n[[Mode: STORY MODE]\",\"_other_meta\":[\"Timestamp: 55 DR\",\"Location: The Red Mill]\"],\"x\":\"",
  ])
  func headersOfJSON(header: String) throws {
    let read = try Fixture.read(
      json: #"[{"actor":"gemini","text":"Rain.","timestamp":1,"session_header":"\#(header)"}]"#)
    let found = try #require(read.value.entries[0].header)
    #expect(found.timestamp == "55 DR" && found.location == "The Red Mill" && found.others == [])
    #expect(read.value.entries[0].debug == [Note("mode", "STORY MODE")])
  }

  @Test func fractionsOfSecondsAreForProgrammers() throws {
    let read = try Fixture.read(
      json: #"""
        [{"actor":"gemini","text":"Rain.","timestamp":1,
        "session_header":"Timestamp: 1492 DR, 02:07:06.000002\nLocation: A"},
        {"actor":"gemini","text":"Sun.","timestamp":2,
        "session_header":"Timestamp: 1493 DR, 02:07:06.000003\nLocation: A"}]
        """#)
    for audience in BookOptions.Audience.allCases {
      let rendered = try Self.book(read.value, audience)
      #expect(rendered.everything.contains(".000002") == (audience == .debug))
      #expect(rendered.words.contains { $0.hasPrefix("Time: 1492 DR, 02:07:06") })
    }
  }

  // MARK: Tags

  /// A text of a scene; what of it players read, and what stands for programmers besides.
  private static let tags: [(text: String, rendered: String, debug: [String])] = [
    // Mentions.
    (
      "Which part (the `[STATE_UPDATES_PROPOSED]` or the JSON) is unclear? The bridge falls.",
      "Which part (the `[STATE_UPDATES_PROPOSED]` or the JSON) is unclear? The bridge falls.", []
    ),
    (
      "Which part (the [STATE_UPDATES_PROPOSED] or the JSON) is unclear? The bridge falls.",
      "Which part (the [STATE_UPDATES_PROPOSED] or the JSON) is unclear? The bridge falls.", []
    ),
    (
      "All `[Mode: STORY MODE]` responses end ``[DEBUG_START]``.",
      "All `[Mode: STORY MODE]` responses end ``[DEBUG_START]``.", []
    ),
    (
      "Each [STATE_UPDATES_PROPOSED] has its [END_STATE_UPDATES_PROPOSED] below.",
      "Each [STATE_UPDATES_PROPOSED] has its [END_STATE_UPDATES_PROPOSED] below.", []
    ),
    ("A [Mode: DM MODE] reply is next.", "A [Mode: DM MODE] reply is next.", []),
    ("`[HASH:1A]` and `SEQ_ID: 4`", "`[HASH:1A]` and `SEQ_ID: 4`", []),
    ("Sequence ID 598 is now inner monologue.", "Sequence ID 598 is now inner monologue.", []),
    ("SEQ_ID: 12 tells of it.", "SEQ_ID: 12 tells of it.", []),
    ("a ` lone tick [Mode: X]", "a ` lone tick", ["X"]),
    ("`code\n\n[Mode: X]\nStory `on`.", "`code\n\nStory `on`.", ["X"]),
    // A tag alone on its line with nothing of its own after it takes nothing with it.
    ("[STATE_UPDATES_PROPOSED]\nThe bridge falls.", "The bridge falls.", []),
    ("[STATE_UPDATES_PROPOSED] \nThe bridge falls.", "The bridge falls.", []),
    // Records.
    (
      "A\n\n[STATE_UPDATES_PROPOSED]\n```json\n{\"a\": 1}\n```\n[END_STATE_UPDATES_PROPOSED]\nB",
      "A\n\nB", ["```json {\"a\": 1} ```"]
    ),
    ("A [STATE_UPDATES_PROPOSED]{\"a\": 1}[END_STATE_UPDATES_PROPOSED] B", "A  B", ["{\"a\": 1}"]),
    // Those whose first brace was lost.
    (
      "A\n[STATE_UPDATES_PROPOSED] \"odo\": \"drowned\"}\n[END_STATE_UPDATES_PROPOSED]\nB", "A\nB",
      ["\"odo\": \"drowned\"}"]
    ),
    (
      "A\n[STATE_UPDATES_PROPOSED] \n\"odo\": \"drowned\"}\n[END_STATE_UPDATES_PROPOSED]\nB",
      "A\nB", ["\"odo\": \"drowned\"}"]
    ),
    (
      "[STATE_UPDATES_PROPOSED] \"odo\": \"drowned\"} [END_STATE_UPDATES_PROPOSED] B", "B",
      ["\"odo\": \"drowned\"}"]
    ),
    (
      "A\n[STATE_UPDATES_PROPOSED]\n\"odo\": \"drowned\"\n}\n\nB", "A\nB",
      ["\"odo\": \"drowned\" }"]
    ),
    // Those without tags, and answers of the model as they came.
    (
      "A\n\n```json\n{\"state_updates\": {\"odo\": \"drowned\"}}\n```\n\nB", "A\n\nB",
      ["{\"state_updates\": {\"odo\": \"drowned\"}}"]
    ),
    (
      "A\n{\"debug_info\": {\"dm_notes\": [\"}\"]}}\nB", "A\nB",
      ["{\"debug_info\": {\"dm_notes\": [\"}\"]}}"]
    ),
    (
      "```json\n{\"narrative\": \"Rain. Sun.\", \"debug_info\": {}}\n```", "Rain. Sun.",
      ["{\"narrative\": \"Rain. Sun.\", \"debug_info\": {}}"]
    ),
    ("A\n```json\n{\"spell\": 1}\n```", "A\n```json\n{\"spell\": 1}\n```", []),
    ("A {\"state_updates\": 1} is a key.", "A {\"state_updates\": 1} is a key.", []),
    // Debug output.
    (
      "Dust.\n[DEBUG_ROLL: Investigation [INT]: 17 + 18 = 35 vs DC 22]\nSilence.",
      "Dust.\nSilence.",
      ["DEBUG_ROLL: Investigation [INT]: 17 + 18 = 35 vs DC 22"]
    ),
    (
      "Dust.\n[DEBUG_ROLL: never closed\nSilence.", "Dust.\nSilence.", ["DEBUG_ROLL: never closed"]
    ),
    ("Rain.\n\n[HASH:1A2B]", "Rain.", ["HASH:1A2B"]),
    ("[SEQ_ID: 12] Rain.", "Rain.", ["SEQ_ID: 12"]),
    ("SEQ_ID: 12\nRain.", "Rain.", ["SEQ_ID: 12"]),
    (
      "Sequence ID: 4 | Timestamp: 1492 DR, 02:00 PM | Location: Mill | [HASH:6A]\n\nRain.",
      "Rain.",
      ["Sequence ID: 4 | Timestamp: 1492 DR, 02:00 PM | Location: Mill | [HASH:6A]"]
    ),
    (
      "**Sequence ID:** 74 | **Location:** Mill\nRain.", "Rain.",
      ["**Sequence ID:** 74 | **Location:** Mill"]
    ),
    ("[Sequence ID: 4]\nRain.", "Rain.", ["[Sequence ID: 4]"]),
    ("[Sequence ID: 4 | Location: Mill]\nRain.", "Rain.", ["[Sequence ID: 4 | Location: Mill]"]),
    ("[Sequence ID: 598] is now a thought.", "[Sequence ID: 598] is now a thought.", []),
    // In any case, with blanks in the brackets.
    ("A\n[debug_start]\nhe lies\n[Debug_End]\nB", "A\nB", ["he lies"]),
    ("[ Debug_Start ]he lies[ DEBUG_END ] Rain.", "Rain.", ["he lies"]),
    ("[DEBUG START]he lies[debug-end] Rain.", "Rain.", ["he lies"]),
    ("Dust.\n[debug roll: 17]\nSilence.", "Dust.\nSilence.", ["debug roll: 17"]),
    ("[Debug the mill: it leaks] Rain.", "[Debug the mill: it leaks] Rain.", []),
    ("[debugger] Rain.", "[debugger] Rain.", []),
    ("[ mode : STORY MODE ]\nRain.", "Rain.", ["STORY MODE"]),
    (
      "[state_updates_proposed]\n{\"a\": 1}\n[ end_state_updates_proposed ]\nRain.", "Rain.",
      ["{\"a\": 1}"]
    ),
    ("[seq_id: 12] Rain.\n\n[ Hash : 1A2B]", "Rain.", ["seq_id: 12", "Hash : 1A2B"]),
    ("sequence id: 4 | Location: Mill\nRain.", "Rain.", ["sequence id: 4 | Location: Mill"]),
    ("[[Mode: STORY]\nTimestamp: 7\nLocation: Mill]\n\nRain.", "Rain.", ["STORY"]),
    ("[[Mode: STORY]\n[Timestamp: 7\nLocation: Mill]]\n\nRain.", "Rain.", ["STORY"]),
    ("[ session_header ]\nTimestamp: 7\nLocation: Mill\n\nRain.", "Rain.", []),
  ]

  @Test(arguments: tags.indices) func tagsAndMentions(index: Int) {
    let (text, rendered, debug) = Self.tags[index]
    var entry = Entry(actor: .narrator, text: text)
    var defects = DefectCounts()
    StoryText.clean(&entry, &defects)
    #expect(entry.text == rendered)
    #expect(entry.debug.map(\.text) == debug)
  }

  /// Objects within objects, begun and never ended.
  @Test func objectsInTextsAreReadInLinearTime() {
    for text in ["{\n", "{\n}\n", "[STATE_UPDATES_PROPOSED]\n\"a\": 1\n"] {
      #expect(
        isLinear(2000) { count in
          var entry = Entry(
            actor: .narrator, text: "\"debug_info\"\n" + String(repeating: text, count: count))
          var defects = DefectCounts()
          StoryText.clean(&entry, &defects)
        }, "\(text)")
    }
    #expect(
      isLinear(2000) { count in
        let text =
          "\"debug_info\"\n" + String(repeating: "{\n", count: count)
          + String(repeating: "}\n", count: count)
        var entry = Entry(actor: .narrator, text: text)
        var defects = DefectCounts()
        StoryText.clean(&entry, &defects)
      })
  }

  @Test func aLineWithASequenceIDHeadsItsScene() throws {
    let campaign = try Fixture.read(
      json: #"""
        [{"actor":"gemini","timestamp":1,"text":"[Mode: STORY MODE]\nSequence ID: 4 | Timestamp: 1492 DR, 02:00 PM | Location: The Mill | Key Game Stats: XP 5700/10700 (Lvl 5), HP: 40/43 | [HASH:6A]\n\nRain."}]
        """#
    ).value
    #expect(campaign.entries[0].header?.timestamp == "1492 DR, 02:00 PM")
    #expect(campaign.entries[0].place == "The Mill")
    #expect(campaign.entries[0].header?.figures.hitPoints == 40)
    for audience in BookOptions.Audience.allCases {
      let rendered = try Self.book(campaign, audience).everything
      for text in ["HASH", "Sequence ID", "STORY MODE"] {
        #expect(rendered.contains(text) == (audience == .debug), "\(text) \(audience)")
      }
    }
  }

  /// Their time and place do not belong to a scene.
  @Test func aHeaderThatAPlayerQuotesStaysInTheirWords() throws {
    let text = "Why is this wrong?\n[SESSION_HEADER]\nTimestamp: 1 DR\nLocation: Nowhere\n\nFix it."
    let campaign = try Fixture.read(
      json: #"""
        [{"actor":"gemini","text":"Rain.","timestamp":1,"session_header":"Location: The Mill"},
        {"actor":"user","text":"\#(text.replacing("\n", with: "\\n"))","timestamp":2}]
        """#
    ).value
    #expect(campaign.entries[1].text == text && campaign.entries[1].header == nil)
    let rendered = try Self.book(campaign, .player)
    #expect(Self.missing([text], in: rendered) == [])
    #expect(!rendered.words.contains { $0.hasPrefix("Location: Nowhere") })
  }

  // MARK: Stories without words

  @Test(arguments: [
    #"[{"actor":"gemini","text":"","timestamp":1},{"actor":"user","text":" \n ","timestamp":2}]"#,
    #"{"story":[{"actor":"gemini","text":"\t","timestamp":1}],"game_state":{"player_character_data":{"name":"Ada"}}}"#,
    #"[{"actor":"gemini","text":"[Mode: STORY MODE]","timestamp":1}]"#,
    #"[{"actor":"gemini","text":""},{"actor":"user","text":" \n"},{"actor":"gemini","text":"\u200b"}]"#,
    #"{"story":[{"actor":"gemini","text":null},{"actor":"user"},{"actor":"gemini","text":"[SESSION_HEADER]\nTimestamp: x"}]}"#,
    #"[{"actor":"gemini","text":"---"},{"actor":"user","text":"[STATE_UPDATES_PROPOSED]{}[END_STATE_UPDATES_PROPOSED]"}]"#,
    #"[{"actor":"gemini","text":"***\n\u00a0\u2060\ufeff"}]"#,
  ])
  func aStoryOfBlanksIsNone(json: String) {
    let failure = #expect(throws: Failure.self) { try Fixture.read(json: json) }
    #expect(failure?.codes == ["campaign.empty"])
  }

  @Test(arguments: ["…", "?", "ß", "悟", "🙂", "- 7"])
  func aStoryOfOneVisibleCharacterIsOne(text: String) throws {
    let read = try Fixture.read(json: #"[{"actor":"gemini","text":"\#(text)","timestamp":1}]"#)
    #expect(read.value.entries.count == 1)
  }

  /// Each is described in boxes of chapters, summaries or heads of scenes.
  @Test(arguments: [
    #""turn_summary":"Ada leaves.""#, #""session_header":"Location: The Mill""#,
    #""rewards_box":{"xp_gained":50}"#,
  ])
  func aStoryWithoutTextsIsOne(field: String) throws {
    let read = try Fixture.read(
      json: #"[{"actor":"gemini","text":"","timestamp":1,\#(field)}]"#)
    #expect(read.value.entries.count == 1)
    #expect(!read.warnings.contains { $0.code == "campaign.empty-entry" })
  }

  @Test func linesBeforeTheFirstLabelAreCounted() throws {
    let read = try CampaignReader.read(files: [
      NamedBytes(
        "a.txt",
        Array("Notes\n\nof mine\n\nPlayer (freeform):\nGo.\n\nGame Master:\nRain.\n".utf8))
    ])
    let warning = try #require(read.warnings.first { $0.code == "campaign.leading-text" })
    #expect(warning.message.hasSuffix("(2)"))
  }

  // MARK: Other encodings

  @Test(arguments: [true, false]) func utf16(isLittle: Bool) throws {
    let json = #"[{"actor":"gemini","text":"Größe — 🏰","timestamp":1}]"#
    var bytes: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
    for unit in json.utf16 {
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      bytes += isLittle ? pair : pair.reversed()
    }
    let read = try CampaignReader.read(files: [NamedBytes("a.json", bytes)])
    #expect(read.value.entries.map(\.text) == ["Größe — 🏰"])
  }

  @Test func nonNumbers() throws {
    let read = try Fixture.read(
      json: #"""
        {"story":[{"actor":"gemini","text":"A \"NaN\" NaN","timestamp":1,
        "rewards_box":{"xp_gained":NaN,"gold":-Infinity,"loot":["Rope"]}}]}
        """#)
    #expect(read.value.entries[0].text == "A \"NaN\" NaN")
    #expect(read.value.entries[0].rewards?.loot == ["Rope"])
    #expect(
      read.warnings.map(\.message) == ["numbers are NaN or Infinity and are read as missing (2)"])
  }

  @Test func deepValuesAreNotTruncated() {
    let text = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let failure = #expect(throws: Failure.self) { try Fixture.read(json: text) }
    #expect(failure?.diagnostics.first?.message.hasPrefix("more than 128 containers") == true)
    #expect(failure?.diagnostics.first?.hints == [])
  }

  // MARK: Whole stories

  /// A line without its parts for programmers, whatever a reader of Platen makes of them, and
  /// without the labels that are the book's to set.
  private static func forReaders(_ line: String) -> String {
    let scalars = line.unicodeScalars.filter { !(0x80..<0xA0).contains($0.value) }
    // What the encoding of these broke is repaired.
    let text = String(String.UnicodeScalarView(scalars))
      .replacing(/\[(?:HASH|DEBUG_\w+|DICE):(?:[^\[\]]|\[[^\[\]]*\])*\]/, with: "")
      .replacing(/^(?:THINK|GOD MODE):/, with: "")
    let isTag =
      text.wholeMatch(
        of: /\[Mode: [A-Z ]+\]|\[(?:END_)?STATE_UPDATES_PROPOSED\]|Sequence ID: \d.*/) != nil
    return isTag ? "" : text
  }

  /// Stories, and which of their entries was played first.
  private static let stories =
    [
      ("ours/second-generation.json", 1), ("ours/third-generation-mcp.json", 0),
      ("ours/fourth-generation.jsonl", 4),
    ] + Shared.files(in: "campaigns/reconstructed", suffix: ".json").map { ($0, 0) }

  /// The texts of the entries as the file has them, read without our readers of campaigns.
  private static func texts(_ bytes: [UInt8]) throws -> [[String]] {
    guard let document = try? JSONDocument(parsing: bytes) else {
      return try bytes.split(separator: 0x0A).filter { $0.first == UInt8(ascii: "{") }
        .flatMap { try texts(Array($0)) }
    }
    if let inner = document.root["result"]?["content"]?[0]?["text"]?.string {
      return try texts(Array(inner.utf8))
    }
    return document.withView { root in
      let story = root["story"] ?? root
      return (story.isArray ? Array(story.elements) : [story]).map { entry in
        entry.members.filter { Self.textKeys.contains($0.key) }.compactMap { $0.value.string }
      }
    }
  }

  private static let textKeys = [
    "text", "scene_text", "narrative_text", "content", "narrative", "response",
    "god_mode_response",
  ]

  @Test(arguments: stories) func everyLineIsInItsBook(path: String, first: Int) throws {
    let file =
      path.hasPrefix("ours/")
      ? try Fixture.file(String(path.dropFirst(5))) : NamedBytes(path, try Shared.bytes(path))
    let campaign = try CampaignReader.read(files: [file]).value
    var texts = try Self.texts(file.bytes)
    texts.insert(texts.remove(at: first), at: 0)
    // A long prompt is behind the story.
    if let opening = SceneUnit.units(of: campaign.entries).first {
      let premise = LongPremise.entries(of: opening, in: campaign)
      for index in premise.reversed() { texts.append(texts.remove(at: index)) }
    }
    let lines = texts.joined().flatMap { $0.split(separator: "\n") }
      .map { Self.forReaders(String($0)) }
    #expect(!lines.isEmpty)
    for audience in BookOptions.Audience.allCases {
      #expect(Self.missing(lines, in: try Self.book(campaign, audience)) == [], "\(audience)")
    }
  }

  /// The one whose texts hold more for programmers than for players.
  @Test func theFirstGenerationAsPlayersSeeIt() throws {
    let book = try Self.book(try Fixture.read("first-generation.json").value, .player)
    let lines = [
      "A ferryman's daughter keeps the last lighthouse.",
      "The lamp of Gull Rock has burned for ninety years—until tonight. "
        + "Ilse Maren counts the oil jars: three.",
      "Pour the last oil and light the lamp.", "Wake Brother Odo and ask where the oil went.",
      "Go down to the boat before the tide turns.",
      #"Brother Odo sits up. "The oil?" he asks. "Gone," he says."#, "A bell rings below, once.",
      "The stairs are wet.", "I go down to the bell.", "You count ninety steps. There is one more.",
    ]
    #expect(Self.missing(lines, in: book) == [])
    for secret in [
      "drank the oil money", "drowned king", "afraid of the tide", "Insight 1d20",
      "ninety-one steps",
    ] {
      #expect(!book.everything.contains(secret), "\(secret)")
    }
  }
}
