// SPDX-License-Identifier: MIT
// Part of Platen: records of the game that narrators write into a story, and what books make of them.

import Diagnostics
import Documents
import JSON
import Testing

@testable import Readers

@Suite struct CampaignRecordsTests {
  /// The blocks of the only scene whose narrator writes that text.
  private static func scene(
    _ text: String, dice: [String] = [], order: String? = nil
  ) throws -> [Block] {
    func quoted(_ text: String) -> String {
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"" + escaped.replacing("\n", with: "\\n") + "\""
    }
    let rolls = dice.map(quoted).joined(separator: ",")
    var entries = [
      #"{"actor":"gemini","timestamp":2,"text":\#(quoted(text)),"dice_rolls":[\#(rolls)]}"#
    ]
    if let order {
      entries.insert(
        #"{"actor":"user","mode":"god","timestamp":1,"text":\#(quoted(order))}"#, at: 0)
    }
    let read = try Fixture.read(json: "[" + entries.joined(separator: ",") + "]")
    let book = try CampaignBook.document(of: read.value).value
    let scenes = book.blocks { $0.attributes.has("scene") }
    guard case .division(let scene)? = scenes.first else { return [] }
    return scene.blocks
  }

  private static func words(_ blocks: [Block]) -> [String] { Document(blocks: blocks).words }

  /// The words of texts, and the titles of boxes.
  private static func wordsAndTitles(_ blocks: [Block]) -> [String] {
    words(blocks)
      + Document(blocks: blocks).blocks { _ in true }.compactMap { block in
        if case .callout(let box) = block { box.title.plainText } else { nil }
      }
  }

  @Test(arguments: [
    ("You run. [DICE: Stealth: 1d20+2 = 9]. It is dark.", "You run. It is dark."),
    ("She looks [DICE: Wit 1d20 = 9]. Rain.", "She looks. Rain."),
    ("He waits [DICE: Luck (Odo [2]) 1d20 = 9] and sees.", "He waits and sees."),
    ("\"Now!\" [DICE: Luck = 9]\n\nRain.", "\"Now!\"\n\nRain."),
    ("[DICE: Luck = 9].\nRain.", "Rain."),
    ("[DICE: never closed", "[DICE: never closed"),
    ("A [die] rolls.", "A [die] rolls."),
  ])
  func rollsAreTakenOutOfSentences(text: String, rest: String) {
    #expect(DiceTags.split(text).text == rest)
  }

  /// Drawn boxes, in bold or not, are records; one that is not closed stays as it is.
  @Test func drawnBoxesAreRecords() throws {
    let bold = """
      It rains.

      **╔═══════════════╗**
      **║ LEVEL UP!     ║**
      **╠═══════════════╣**
      **║   • Level 4   ║**
      **║   • Luck: +2  ║**
      **╚═══════════════╝**
      """
    let scene = try Self.scene(
      bold + "\n\n┌────┐\n│ STATS │\n├────┤\n│ Name: Gratian │\n│ AC: 20 │\n└────┘\n\nHe nods.")
    guard case .division(let told)? = scene.last else {
      Issue.record("no narration")
      return
    }
    #expect(told.blocks.map(\.kind) == ["paragraph", "callout", "callout", "paragraph"])
    let words = Self.wordsAndTitles(scene)
    for word in ["Level up", "Level 4", "Luck: +2", "Stats", "Name: Gratian", "AC: 20"] {
      #expect(words.contains(word), "\(word)")
    }
    #expect(DrawnBoxes.read("╔══╗\n║ A ║\n\nRain.") == "╔══╗\n║ A ║\n\nRain.")
  }

  @Test func whatIsWonAndHowTheHeroCameToBe() throws {
    let scene = try Self.scene(
      "[CHARACTER CREATION - Review]\nWelcome, Ada.\n\n"
        + "**MILESTONE ACHIEVED: The Ford**\n• Victory: 150 XP\n• **TOTAL: 150 XP**")
    guard case .division(let told)? = scene.last else {
      Issue.record("no narration")
      return
    }
    #expect(told.blocks.map(\.kind) == ["heading", "paragraph", "callout"])
    let words = Self.wordsAndTitles(scene)
    #expect(words.contains("Character creation: Review"))
    #expect(words.contains("Milestone achieved: The Ford"))
  }

  @Test func rollsAreInTheBoxOfTheirScene() throws {
    let scene = try Self.scene(
      "You run. [DICE: Stealth: 1d20+2 = 7+2 = 9 vs DC 8 (Success)] Rain. [DICE: Force: 6+6 = 12]",
      dice: ["Stealth: 1d20+2 = 7+2 = 9 vs DC 8 (Success)"])
    #expect(scene.map(\.kind) == ["heading", "callout", "division"])
    #expect(
      Self.words(scene).dropFirst() == [
        "Stealth: 1d20+2 = 7+2 = 9 vs DC 8 (Success)", "Force: 6+6 = 12", "You run. Rain.",
      ])
  }

  @Test func recordsAreBoxes() throws {
    let scene = try Self.scene(
      """
      Rain.

      [SOCIAL SKILL CHALLENGE: Odo]
      Objective: Find the oil
      Social HP: 4/5 | Status: WAVERING

      [MILESTONE ACHIEVED: The Lamp]
      • Oil found: 100 XP
      • **TOTAL: 100 XP**

      [He sits up]
      and listens.
      """)
    guard case .division(let narration)? = scene.last else {
      Issue.record("no narration")
      return
    }
    #expect(narration.blocks.map(\.kind) == ["paragraph", "callout", "callout", "paragraph"])
    let boxes = narration.blocks.compactMap { block -> Callout? in
      if case .callout(let box) = block { box } else { nil }
    }
    #expect(boxes.map(\.kind) == ["challenge", "rewards"])
    #expect(
      boxes.map(\.title.plainText) == [
        "Social skill challenge: Odo", "Milestone achieved: The Lamp",
      ])
    #expect(boxes.map { $0.blocks.map(\.kind) } == [["keyValues"], ["list"]])
    #expect(
      Self.words(boxes[1].blocks) == ["Oil found: 100 XP", "TOTAL: 100 XP"])
  }

  @Test func ordersOfInitiativeAreTables() throws {
    let scene = try Self.scene(
      """
      Rain.

      ═════════════════════
                   ROUND 2
      ═════════════════════
      INITIATIVE ORDER:
      🗡️ [24] Runa (PC, Lvl 6) - HP: 58/58 | AC: 23 - [ACTIVE TURN]
      ⚔️ [22] Reaver 2 (CR 3) - HP: 45/45 | AC: 15
      ═════════════════════
      YOUR TURN - ACTIONS REMAINING:
      • Action: one
      • Movement: 30 ft.
      ═════════════════════
      """)
    guard case .division(let narration)? = scene.last,
      case .callout(let box)? = narration.blocks.last, case .table(let table)? = box.blocks.first
    else {
      Issue.record("no box")
      return
    }
    #expect(narration.blocks.map(\.kind) == ["paragraph", "callout"])
    #expect(box.kind == "combat" && box.title.plainText == "Round 2: initiative order")
    #expect(box.blocks.map(\.kind) == ["table", "paragraph", "list"])
    let rows = table.body.map { row in row.cells.map { Self.words($0.blocks).joined() } }
    #expect(
      rows == [
        ["24", "🗡️ Runa (PC, Lvl 6)", "HP: 58/58", "AC: 23", "Active turn"],
        ["22", "⚔️ Reaver 2 (CR 3)", "HP: 45/45", "AC: 15", ""],
      ])
  }

  /// A text that is not an order stays as it is.
  @Test(arguments: [
    "Initiative: Runa (28), Odo (14)", "INITIATIVE ORDER:\nThe rain decides.\nSo it does.",
    "INITIATIVE ORDER:\n[24] Runa",
  ])
  func otherLinesOfInitiativeStay(text: String) throws {
    let scene = try Self.scene(text)
    guard case .division(let narration)? = scene.last else {
      Issue.record("no narration")
      return
    }
    #expect(narration.blocks.map(\.kind) == ["paragraph"])
  }

  @Test func boldLabelsAreHeadings() {
    func line(_ text: String) -> Block {
      .paragraph(Paragraph([.strong([.text(text)])]))
    }
    let text = Block.text("Rain.")
    func label(_ words: String, before next: Block = .text("Rain.")) -> String? {
      guard case .heading(let heading) = LabelLines.headed([line(words), next])[0] else {
        return nil
      }
      return heading.inlines.plainText
    }
    #expect(label("--- BACKGROUND ---") == "BACKGROUND")
    #expect(label("ATTRIBUTES:") == "ATTRIBUTES")
    #expect(label("[CHARACTER SHEET: Odo]") == "Character sheet: Odo")
    let list = Block.list(List(.bullet, [List.Item([text])]))
    #expect(label("Changes made:", before: list) == "Changes made")
    // A speaker, a shout, a row of dashes, and a last line.
    #expect(label("Odo:") == nil)
    #expect(label("STOP!") == nil)
    #expect(label("-----") == nil)
    #expect(LabelLines.headed([text, line("STATS:")])[1].kind == "paragraph")
  }

  @Test(arguments: [
    ("*Waiting...*\n---\nRain.", "*Waiting...*\n\n---\nRain."),
    ("Rain\nand hail\n---", "Rain\nand hail\n\n---"),
    ("The Ford\n---\nRain.", "The Ford\n---\nRain."),
    ("a | b.\n---", "a | b.\n---"),
    ("```\nRain.\n---\n```", "```\nRain.\n---\n```"),
  ])
  func dashesUnderSentencesAreRules(text: String, rest: String) {
    #expect(DashLines.apart(text) == rest)
  }

  @Test func answersAboutTheGameAreNotNarrated() throws {
    let aside = try Self.scene("The user is in GOD MODE, correcting a roll.", order: "Why?")
    #expect(aside.contains { $0.kind == "callout" } && !aside.contains { $0.isNarration })
    // Such an order may continue the story; and the words may be those of a story.
    let story = try Self.scene("The wind howls.", order: "Return to the story")
    #expect(story.contains { $0.isNarration })
    let other = try Self.scene("The user of the lamp is dead.")
    #expect(other.contains { $0.isNarration })
  }

  @Test func excerptsBeginWithSentences() {
    #expect(
      Prose.excerpt(
        of: "CAMPAIGN LAUNCH SUMMARY\n\nMorning (09:10:00). You meet Odo (Lvl 6) at the ford. "
          + "[DICE: Luck = 9] He waves. " + String(repeating: "Rain falls on. ", count: 20),
        words: 12)
        == "Morning. You meet Odo at the ford. He waves. Rain falls on.")
  }

  @Test(arguments: [
    ("2025 DR, 12 28", "2025-12-28", true), ("2025 DR, December 28", "2025 DR, 12 28", true),
    ("2025-12-28, Evening", "2025-12-28", true), ("2025-12-28", "2025-12-29", false),
    ("11 DR, Kythorn 2", "11 New Peace, Kythorn 2", false), ("Day 3", "Day 3", true),
    ("Day 3", "Day 4", false),
  ])
  func daysInDifferentWords(a: String, b: String, isSame: Bool) {
    #expect(StoryDate.isSameDay(a, b) == isSame)
    #expect(
      StoryDate.isSameDay(a, b, ignoresEra: true)
        == (isSame || (a, b) == ("11 DR, Kythorn 2", "11 New Peace, Kythorn 2")))
  }

  /// Lines of 100 letters are short in any script.
  @Test(arguments: ["a", "д", "س", "雨"]) func lettersAreCounted(letter: String) {
    func blocks(_ count: Int) -> Int {
      let line = Inline.text(String(repeating: letter, count: count))
      return LongLines.parted([.paragraph(Paragraph([line, .lineBreak, line]))]).count
    }
    #expect(blocks(100) == 1)
    #expect(blocks(121) == 2)
  }
}

extension Block {
  fileprivate var isNarration: Bool { attributes.has("narrator") }
}
