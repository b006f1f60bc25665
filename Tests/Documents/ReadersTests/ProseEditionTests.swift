// SPDX-License-Identifier: MIT
// Part of Platen: a campaign as a novel: what is kept, what is omitted, and that it is counted.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Readers

@Suite struct ProseEditionTests {
  /// Stops in a row end one sentence, and are looked at once.
  @Test func sentencesAreFoundInLinearTime() {
    func sentences(_ text: String) -> [String] {
      let quoted = QuotedText(text)
      return quoted.sentences.map { quoted.text($0) }
    }
    #expect(sentences("Go... Now! Mr. Holt nods.") == ["Go... ", "Now! ", "Mr. Holt nods."])
    #expect(
      sentences("\"No... Stop!\" he cries. It ends.") == [
        "\"No... Stop!\" he cries. ", "It ends.",
      ])
    for unit in [".", "!", "\u{2026}", ".*", ". ", "\". ", "a."] {
      for start in ["", "\""] {
        let linear = isLinear(2_000) { count in
          _ = QuotedText(start + String(repeating: unit, count: count)).sentences
        }
        #expect(linear, "\(start)\(unit)")
      }
    }
  }

  /// A campaign of texts: of the narrator, and of the player where they begin with `>`, in a mode
  /// where they begin with `god>`.
  private static func campaign(_ texts: [String], place: (Int) -> String = { _ in "" }) -> Campaign
  {
    var scene = 0
    let entries = texts.map { text -> Entry in
      for (mark, mode) in [(">", "character"), ("god>", "god"), ("think>", "think")]
      where text.hasPrefix(mark) {
        return Entry(actor: .player, mode: mode, text: String(text.dropFirst(mark.count)))
      }
      scene += 1
      var entry = Entry(actor: .narrator, text: text)
      entry.scene = scene
      entry.location = place(scene)
      return entry
    }
    return Campaign(title: "A", source: .json, entries: entries)
  }

  private static func plan(_ campaign: Campaign) -> ProsePlan {
    var options = BookOptions()
    options.edition = .prose
    return ProsePlan(campaign, SceneUnit.units(of: campaign.entries), options)
  }

  /// The passages of a story; actions have `>` before them.
  private static func passages(_ texts: String...) -> [String] {
    plan(campaign(texts)).story.scenes.flatMap(\.passages).map { passage in
      switch passage {
      case .narration(let text): text
      case .action(let text): ">" + text
      }
    }
  }

  private static func story(of text: String) -> (text: String, counts: OmissionCounts) {
    var counts = OmissionCounts()
    return (ProseText.story(of: text, &counts), counts)
  }

  // MARK: The narrator

  @Test(arguments: [
    // Rolls within a sentence and on a line of their own.
    ("You wait. [DICE: Stealth 1d20+2 = 8]. It rains.", "You wait. It rains."),
    ("You wait.\n\n[DICE: Stealth 1d20+2 = 8]\n\nIt rains.", "You wait.\n\nIt rains."),
    // Records, with their lists and rows.
    (
      "It rains.\n\n[SOCIAL SKILL CHALLENGE: Millie]\nObjective: Talk\nHP: 5/5 | Status: RESISTING",
      "It rains."
    ),
    (
      "It rains.\n\n**MILESTONE ACHIEVED: The Ford**\n• Victory: 150 XP\n• **TOTAL XP EARNED: 150 XP**",
      "It rains."
    ),
    ("**LOOT OBTAINED:**\n- A lamp\n- A rope\n\nYou turn.", "You turn."),
    ("╔═════╗\n║ HP: 5 ║\n╚═════╝\nYou turn.", "You turn."),
    ("You turn.\n\n\u{26A0}\u{FE0F} ABILITY SCORE WARNING: too high.", "You turn."),
    // Choices written into the text.
    (
      "You turn.\n\nWhat do you do?\n\n1. **Attack** the guard\n2. Run away\n",
      "You turn."
    ),
    // Lists and tables of the story stay.
    ("You see:\n\n- four horses\n- a boat", "You see:\n\n- four horses\n- a boat"),
    (
      "| Who | Where |\n| --- | --- |\n| One | door |",
      "| Who | Where |\n| --- | --- |\n| One | door |"
    ),
    // Figures within sentences.
    ("Millie (Lvl 6) nods at Els (S-rank veteran).", "Millie nods at Els (S-rank veteran)."),
    ("Morning (09:12:00). You wake.", "You wake."),
    ("Dusk (19:12:00) in the hall finds you awake.", "Dusk in the hall finds you awake."),
    ("You wake. You are Level 4 now, a force.", "You wake."),
    ("Keep your 'Level 5 Mask' on.", "Keep your 'Mask' on."),
    ("He is a Level 9 Prefect; fear him.", "He is a Prefect; fear him."),
    ("The year (1492) is old.", "The year (1492) is old."),
    // Sentences about the game, and their ends.
    ("You call out. The 17 you rolled catches him. He turns.", "You call out. He turns."),
    (
      "Your voice rings with the pride of your house, though the 11 you rolled suggests fear. Go.",
      "Your voice rings with the pride of your house. Go."
    ),
    ("As you speak of the road, the check of 12 against DC 15 fails.", ""),
    ("You gain **900 XP** for a flawless victory.", ""),
    // People may say such words.
    (
      "\"Check the door,\" he says. \"Roll the barrel away.\"",
      "\"Check the door,\" he says. \"Roll the barrel away.\""
    ),
    // Closings.
    ("The door opens. What do you do?", "The door opens."),
    ("The door opens.\n\n*What would you like to do next?*", "The door opens."),
    ("You pause to consider your options...", ""),
    ("\"What do you do?\" she asks.", "\"What do you do?\" she asks."),
    ("Who are you? You do not know.", "Who are you? You do not know."),
    ("A.\n\n---\n\nB.", "A.\n\n---\n\nB."),
  ])
  func narration(text: String, story: String) {
    #expect(Self.story(of: text).text == story)
  }

  @Test func omissionsAreCountedByKind() {
    let counts = Self.story(
      of: """
        Millie (Lvl 6) nods. [DICE: Luck 1d20 = 3] The DC 15 holds.

        **STATS:**
        - STR: 9

        How do you respond?
        """
    ).counts
    #expect(counts.count(of: .figure) == 1)
    #expect(counts.count(of: .roll) == 1)
    #expect(counts.count(of: .sentence) == 1)
    #expect(counts.count(of: .record) == 1)
    #expect(counts.count(of: .filler) == 1)
    #expect(counts.note(of: 25)?.message.contains("1 roll, 1 filler sentence") ?? false)
    #expect(OmissionCounts().note(of: 25) == nil)
  }

  // MARK: Players

  @Test func choicesBecomeWhatWasDone() {
    #expect(
      Self.passages(
        "You see a door.", ">Ask the Guard - Ask who has the key.", "The rain grows stronger.",
        ">River - I kick the trapdoor open.", "You fall.",
        ">Open the Door - Push it with both hands.",
        "You push the door with both hands, and it opens.", ">Go north", "Your boots are wet.")
        == [
          "You see a door.", ">You ask who has the key.", "The rain grows stronger.",
          ">You kick the trapdoor open.", "You fall.",
          "You push the door with both hands, and it opens.", ">You go north.",
          "Your boots are wet.",
        ])
  }

  @Test func ownWordsStay() {
    #expect(
      Self.passages(
        "You see a door.", ">I draw my sword and wait", "You hear a bell.",
        ">take my horse with me", "Your day ends.")
        == [
          "You see a door.", ">You draw your sword and wait.", "You hear a bell.",
          ">You take your horse with you.", "Your day ends.",
        ])
    // Without a hero called `you` commands stay as they are.
    #expect(
      Self.passages("Anna sees a door.", ">take the lamp", "A bell rings.")
        == ["Anna sees a door.", ">Take the lamp.", "A bell rings."])
  }

  /// Several commands are several deeds; what a player says to the others at the table is none.
  @Test(arguments: [
    (
      "Pretend I'm doing a drill. Scold them for letting me in",
      "You pretend you're doing a drill. You scold them for letting you in."
    ),
    (
      "Lead the march. Tell them I was here. It can't be hard since we came from there",
      "You lead the march. You tell them you were here."
    ),
    ("Ask her for a cloak. We'll need to hide a lot", "You ask her for a cloak."),
    ("Ask her for a cloak. The rain is cold.", "You ask her for a cloak. The rain is cold."),
    ("I say \"I was here\" and bow", "I say \"I was here\" and bow."),
  ])
  func ownWordsBecomeDeeds(words: String, told: String) {
    #expect(PlayerWords.told(words, isSecondPerson: true) == told)
  }

  @Test func wordsToTheGameAreOmitted() {
    #expect(
      Self.passages(
        "You see a door.", "god>give me a sword", "The user has requested a sword. I will add it.",
        "think>can I win?", "You weigh your chances. The door is old.", ">long rest", "You sleep.",
        ">why did you do that?", "You wake.", ">use my CHA to win", "You win.",
        ">counterspell and fireball", "You stay.", "god>go on",
        "Your boat leaves.")
        == [
          "You see a door.", "You weigh your chances. The door is old.", "You sleep.", "You wake.",
          "You win.", "You stay.", "Your boat leaves.",
        ])
    let counts = Self.plan(
      Self.campaign([
        "You wait.", "god>more", "The user has asked for more.", "think>hm", "You stay.",
      ])
    ).story.omissions
    #expect(counts.count(of: .order) == 1)
    #expect(counts.count(of: .answer) == 1)
    #expect(counts.count(of: .thinking) == 1)
  }

  @Test func aChoiceByItsNumberIsTheOneOffered() {
    var campaign = Self.campaign(["You see a door.", ">2", "It rains."])
    var planning = PlanningBlock()
    for (title, text) in [("Knock", "Knock three times."), ("Listen", "Put an ear to the wood.")] {
      var choice = Choice()
      (choice.title, choice.text) = (title, text)
      planning.choices.append(choice)
    }
    campaign.entries[0].planning = planning
    campaign.entries[2].text = "You shiver."
    let passages = Self.plan(campaign).story.scenes.flatMap(\.passages)
    guard passages.count == 3, case .action("You put an ear to the wood.") = passages[1] else {
      Issue.record("\(passages)")
      return
    }
  }

  @Test func aRepeatedParagraphIsOmitted() {
    let paragraph = String(repeating: "The road goes on under the trees. ", count: 5) + "It ends."
    #expect(Self.passages(paragraph, "god>again", paragraph + "\n\nYou turn.").count == 2)
  }

  @Test func speechesUnderANameAreDialogue() {
    #expect(
      Speeches.told("**Toriel:** \"Come.\"\nFrisk: \"Yes.\"\nThe end: it rains.")
        == "Toriel: \"Come.\"\n\nFrisk: \"Yes.\"\n\nThe end: it rains.")
  }

  @Test(arguments: [
    ("One. \"Two. Three,\" he says. Four!", ["One. ", "\"Two. Three,\" he says. ", "Four!"]),
    (
      "'Go. Now,' she says. Mr. Ash's dog barks.",
      ["'Go. Now,' she says. ", "Mr. Ash's dog barks."]
    ),
    ("'Twas late. They left.", ["'Twas late. ", "They left."]),
    (
      "\u{201E}Geh. Jetzt\u{201C}, sagt er. Ende\u{2026} Aus.",
      ["\u{201E}Geh. Jetzt\u{201C}, sagt er. ", "Ende\u{2026} ", "Aus."]
    ),
  ])
  func sentences(text: String, sentences: [String]) {
    let quoted = QuotedText(text)
    #expect(quoted.sentences.map { quoted.text($0) } == sentences)
  }

  // MARK: Chapters

  @Test func chaptersHaveNamesOfTheirOwn() {
    let text = String(repeating: "You walk along the shore and count the boats. ", count: 12)
    let texts = (0..<120).map { "\(text) Scene \($0) ends. \"The tide takes what it wants.\"" }
    let campaign = Self.campaign(texts) { $0 % 40 < 20 ? "Harbor - Quay" : "Old Town - Gate" }
    let chapters = Self.plan(campaign).chapters
    #expect((5...40).contains(chapters.count))
    #expect(Set(chapters.map(\.name)).count == chapters.count)
    #expect(chapters.prefix(2).map(\.name) == ["Harbor", "Old Town"])
    #expect(chapters.allSatisfy { (2...60).contains($0.scenes.count) })
    #expect(chapters.map(\.scenes.lowerBound) == [0] + chapters.dropLast().map(\.scenes.upperBound))
    #expect(chapters.last?.scenes.upperBound == 120)
  }

  @Test func givenChaptersAreUsed() throws {
    let campaign = Self.campaign((0..<10).map { "You see ship number \($0) leave." })
    var options = BookOptions()
    (options.edition, options.chapters) = (.prose, .every(4))
    let plan = ProsePlan(campaign, SceneUnit.units(of: campaign.entries), options)
    #expect(plan.chapters.map(\.scenes) == [0..<4, 4..<8, 8..<10])
  }

  @Test func aBookOfTheGameAloneIsRefused() throws {
    var options = BookOptions()
    options.edition = .prose
    let campaign = Self.campaign(["god>stats?", "The user wants statistics."])
    let failure = #expect(throws: Failure.self) {
      try CampaignBook.document(of: campaign, options: options)
    }
    #expect(failure?.codes == ["campaign.no-prose"])
  }

  // MARK: Real campaigns

  @Suite(.enabled(if: Shared.isPresent)) struct Real {
    private static let paths = ["exports", "reconstructed"].flatMap {
      Shared.files(in: "campaigns/" + $0, suffix: "")
    }.filter { !$0.hasSuffix(".pdf") }

    @Test(arguments: paths)
    func aNovelHasNoGameInIt(path: String) throws {
      let campaign = try CampaignReader.read(files: [NamedBytes(path, try Shared.bytes(path))])
        .value
      var options = BookOptions()
      options.edition = .prose
      guard let book = try? CampaignBook.document(of: campaign, options: options) else {
        // Of the calibration of a campaign nothing is a story.
        #expect(campaign.sceneCount < 5)
        return
      }
      #expect(book.value.warnings() == [])
      let text = book.value.words.joined(separator: "\n")
      for mark in [
        "DICE", "HP:", " XP", "[Mode:", "GOD MODE", "What would you like to do", "Lvl ",
        "The user has", "Administrative",
      ] {
        #expect(!text.contains(mark), "\(mark)")
      }
      let names = book.value.headings(depth: 1).map(\.inlines.plainText)
      #expect(Set(names).count == names.count)
      #expect(book.warnings.contains { $0.code.rawValue == "campaign.prose" })
    }

    /// Every word of all entries is in the novel or counted as omitted.
    @Test(arguments: paths)
    func wordsAreKeptOrCounted(path: String) throws {
      let campaign = try CampaignReader.read(files: [NamedBytes(path, try Shared.bytes(path))])
        .value
      let story = ProseEditionTests.plan(campaign).story
      let kept = story.scenes.flatMap(\.passages).reduce(0) { sum, passage in
        switch passage {
        case .narration(let text), .action(let text): sum + words(in: text)
        }
      }
      #expect(kept + story.omissions.words - story.omissions.addedWords == story.totalWords)
      // What is kept is in the words and the order of the source.
      let source = Self.letters(campaign.entries.map(\.text).joined(separator: " "))
      var at = source.startIndex
      for case .narration(let text) in story.scenes.flatMap(\.passages) {
        for letter in Self.letters(text) {
          guard let next = source[at...].firstIndex(of: letter) else {
            Issue.record("not in the source: \(text.prefix(80))")
            return
          }
          at = source.index(after: next)
        }
      }
    }

    private static func letters(_ text: String) -> [UInt8] {
      text.utf8.filter { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    }

    @Test(arguments: paths)
    func aNovelIsTheSameEachTime(path: String) throws {
      let campaign = try CampaignReader.read(files: [NamedBytes(path, try Shared.bytes(path))])
        .value
      var options = BookOptions()
      options.edition = .prose
      let books = (0..<2).map { _ in
        try? CampaignBook.document(of: campaign, options: options).value
      }
      #expect(books[0] == books[1])
    }
  }
}
