// SPDX-License-Identifier: MIT
// Part of Platen: tests of what a summary has of a story: decisions, people, levels, no repetition.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Readers

@Suite struct SummaryEditionTests {
  /// A campaign of texts: of the narrator with a place and a status, and of the player where they
  /// begin with `>`.
  private static func campaign(_ texts: [String], places: [String] = [], levels: [Int] = [])
    -> Campaign
  {
    var scene = 0
    let entries = texts.map { text -> Entry in
      if text.hasPrefix(">") {
        return Entry(actor: .player, mode: "character", text: String(text.dropFirst()))
      }
      scene += 1
      var entry = Entry(actor: .narrator, text: text)
      entry.scene = scene
      var header = SessionHeader()
      header.location = scene <= places.count ? places[scene - 1] : places.last ?? ""
      let level = scene <= levels.count ? levels[scene - 1] : levels.last ?? 1
      header.status = "Lvl \(level) Ranger | HP: 9/9 | XP: 120/300 | Gold: 5gp"
      entry.header = header
      return entry
    }
    return Campaign(title: "A", source: .json, entries: entries)
  }

  private static func words(_ campaign: Campaign) throws -> [String] {
    var options = BookOptions()
    options.edition = .summary
    return try CampaignBook.document(of: campaign, options: options).value.words
  }

  @Test func editionsOfLengths() {
    #expect(BookOptions.Edition("summary 1 page") == .summaryPages(1))
    #expect(BookOptions.Edition("Summary 3 pages") == .summaryPages(3))
    #expect(BookOptions.Edition("summary by session") == .summaryBySession)
    for text in ["summary 2 pages", "summary 1 pages", "summary by place", "summary 1"] {
      #expect(BookOptions.Edition(text) == nil, "\(text)")
    }
  }

  /// Checks that a summary of a page is shorter, without the words of the story's end, and that one
  /// by session has a heading for each.
  @Test func lengths() throws {
    var texts: [String] = []
    for place in 1...12 {
      texts += [
        ">Ask the Miller - Ask the miller for boat \(place), which lies beyond the old bridge.",
        "The river is wide and cold at mile \(place), and the wind blows from the north.",
      ]
    }
    let campaign = Self.campaign(texts, places: (1...12).map { "Mill of the \($0). Ford" })
    func words(_ edition: BookOptions.Edition) throws -> [String] {
      var options = BookOptions()
      options.edition = edition
      return try CampaignBook.document(of: campaign, options: options).value.words
    }
    let whole = try words(.summary)
    let page = try words(.summaryPages(1))
    #expect(page.joined().utf8.count < whole.joined().utf8.count)
    #expect(whole.contains { $0.contains("mile 12") })
    #expect(!page.contains { $0.contains("mile 12") })
    let sessions = try words(.summaryBySession)
    #expect(sessions.contains("Session 1"))
    #expect(!whole.contains("Session 1"))
  }

  @Test func stepsHaveWhatWasDone() throws {
    let words = try Self.words(
      Self.campaign(
        [
          "You stand at the ford. The water is high and the night is cold.",
          ">Ask the Miller - Ask the miller for his boat.", "You cross the river.",
          ">Trick - Use your Persuasion (+5) to win the guard over.", "Your words fail you.",
          ">Gate - 5 gold for the guard", "You are in.", ">long rest", "You sleep.",
        ], places: ["The Ford"], levels: [1, 1, 2]))
    let step = try #require(words.first { $0.contains("You ask the miller") })
    #expect(
      step.hasSuffix(
        "\u{2014} You ask the miller for his boat (#2). Decided: Trick (#3). Level 2"))
    #expect(!words.contains { $0.contains("Persuasion") || $0.contains("XP") })
    #expect(words.contains("Status: Lvl 2 Ranger | HP: 9/9 | Gold: 5gp"))
  }

  /// Checks a story of the third person, and in other languages, decisions are listed by their titles.
  @Test func decisionsOfOtherStories() throws {
    let words = try Self.words(
      Self.campaign([
        "Anna steht an der Furt.", ">Nach dem Weg fragen - Frag den M\u{FC}ller nach dem Weg.",
        "Der M\u{FC}ller nickt und zeigt nach Norden.",
      ]))
    #expect(words.contains { $0.hasSuffix("Decided: Nach dem Weg fragen (#2).") })
  }

  /// Of a long stay decisions from all parts are kept, each once, those that last first.
  @Test func longStaysAreSampled() {
    let texts = (1...40).flatMap { number -> [String] in
      [
        number == 30
          ? ">Save - Free the prisoner of the mill." : ">Look - Look at stone \(number % 4).",
        "You see the stone.",
      ]
    }
    let campaign = Self.campaign(["You wake."] + texts)
    let deeds = StoryDeeds(campaign, SceneUnit.units(of: campaign.entries), firstScenes: [])
    // A sentence with a number speaks of rules; its title stands for it.
    let chosen = deeds.chosen(of: 1...41, most: 5)
    #expect(chosen.map(\.text) == ["Look", "You free the prisoner of the mill."])
    #expect(chosen.map(\.scene) == [2, 31])
    #expect(deeds.chosen(of: 1...41, most: 1).map(\.scene) == [31])
    #expect(deeds.chosen(of: 50...60, most: 5).isEmpty)
  }

  @Test func peopleOfAStoryWithoutAState() throws {
    let words = try Self.words(
      Self.campaign([
        "You wake. Mira nods. Mira's voice is low.", ">Go - Follow her out.", "Mira laughs.",
        ">Go - Enter the mill.", "Mira smiles.",
      ]))
    let heading = try #require(words.firstIndex(of: "Dramatis personae"))
    #expect(words[heading...].starts(with: ["Dramatis personae", "Name", "Scenes", "Mira", "3"]))
    #expect(words.contains { $0.hasSuffix("Met: Mira") })
  }

  @Test func theHeroIsIntroduced() {
    let text =
      "The world is old and quiet. As Ada Vey, you are the last of the guild. The rain falls."
    #expect(Prose.introduction(of: text) == "As Ada Vey, you are the last of the guild.")
    #expect(Prose.introduction(of: "You are Frisk, a child.") == "You are Frisk, a child.")
    for none in ["You are tired and cold.", "As Mira nods, the rain falls.", ""] {
      #expect(Prose.introduction(of: none) == nil)
    }
  }

  @Test func memoriesAreNotRepeated() {
    let lines = [
      "Ada quietly crossed the river Merrow below the burnt mill.",
      "Ada crossed the river Merrow below the burnt mill without waking the guards.",
      "Odo found the letter of the keeper.",
      "Ada paid 20 coins for the boat below the burnt mill of Merrow.",
      "Ada paid 30 coins for the boat below the burnt mill of Merrow.",
    ]
    #expect(Prose.withoutRepetition(lines) == [lines[1], lines[2], lines[3], lines[4]])
    #expect(Prose.withoutRepetition([]) == [])
    let linear = isLinear(500) { count in
      _ = Prose.withoutRepetition((0..<count).map { "Memory \($0) of a long road north of Merrow" })
    }
    #expect(linear)
  }

  @Test(arguments: [
    ("Els (Lvl 18) saw it.", "Els saw it."),
    ("Her mind (INT 20, DEX 18) is clear.", "Her mind is clear."),
    ("Kaelen (Level 3 Knight, Age 28) rides.", "Kaelen rides."),
    ("The ford (Merrow) is deep.", "The ford (Merrow) is deep."),
    ("Morning (09:10:00) comes.", "Morning comes."),
  ])
  func numbersOfTheGameAreOmitted(line: String, shown: String) {
    #expect(Prose.withoutNumbers(line) == shown)
  }
}
