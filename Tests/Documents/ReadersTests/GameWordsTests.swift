// SPDX-License-Identifier: MIT
// Part of Platen: what the game calls things is told in the language of the book.

import Diagnostics
import Documents
import Testing

@testable import Readers

@Suite struct GameWordsTests {
  private let german = Phrasebook(
    language: "de-AT", phrases: ["hostile": "feindselig", "hiddenAgenda": "Verborgene Absicht"])

  @Test func wordsOfTheGameAreTranslated() {
    #expect(german.state("Hostile") == "feindselig")
    // A word of the story's own stays, and so does every word in an English book.
    #expect(german.state("hostile, but tired") == "hostile, but tired")
    #expect(Phrasebook.english.state("Hostile") == "Hostile")
  }

  @Test func notesHaveTheNamesOfOtherRows() {
    #expect(german.name(of: Note("hidden agenda", "")) == "Verborgene Absicht")
    #expect(Phrasebook.english.name(of: Note("hidden agenda", "")) == "Hidden agenda")
    #expect(german.name(of: Note("mask of the moth", "")) == "mask of the moth")
  }

  /// German counts spells by grades and heroes by levels.
  @Test func theLevelsOfSpellsHaveAWordOfTheirOwn() throws {
    let book = try Fixture.book("third-generation-mcp.json") {
      $0.phrases = Phrasebook(
        language: "de", phrases: ["levelOf": "Stufe {1}", "spellLevel": "Grad {1}"])
    }
    #expect(book.words.contains("Grad 1: Hunter's Mark"))
    #expect(!book.words.contains { $0.hasPrefix("Stufe 1") })
  }

  @Test func listsHaveTheCommasOfTheLanguage() throws {
    let book = try Fixture.book("third-generation-mcp.json") {
      $0.phrases = Phrasebook(language: "fa", phrases: ["comma": "، ", "semicolon": "؛ "])
    }
    for words in ["Captain of Merrow، level 7", "against 15، success", "، 1 of 3", "hostile؛ dead"]
    {
      #expect(book.words.contains { $0.contains(words) }, "\(words)")
    }
    guard case .index(let index)? = book.blocks.last else {
      Issue.record("no index at the end")
      return
    }
    #expect(index.separator == "، ")
  }

  @Test func scenesInARowAreNamedInThePlural() throws {
    let book = try Fixture.book("third-generation-mcp.json") {
      $0.phrases = Phrasebook(
        language: "de", phrases: ["scene": "Szene {1}", "recapOf": "Szenen {1} bis {2}"])
    }
    let timeline = try #require(book.words.firstIndex(of: "Timeline"))
    #expect(book.words[timeline...].contains("Szenen 1 bis 2"))
    #expect(!book.words[timeline...].contains { $0.contains("\u{2013}") })
  }

  /// The names in the table are those that readers give.
  @Test func everyNameIsWrittenAsReadersWriteIt() {
    for name in GameWords.notes.keys { #expect(LenientReader.words(name) == name) }
    for word in GameWords.states.keys { #expect(word.lowercased() == word) }
  }

  @Test func aBookForTheGameMasterHasThem() throws {
    let campaign = try Fixture.read("third-generation-mcp.json").value
    var options = BookOptions()
    options.audience = .gm
    options.phrases = german
    var words = ""
    try CampaignBook.document(of: campaign, options: options).value.walk(
      block: { _ in .descend },
      inline: { inline in
        if case .text(let text) = inline { words += text + "\n" }
        return .descend
      })
    #expect(words.contains("Verborgene Absicht"))
    #expect(words.contains("feindselig"))
    #expect(!words.contains("hidden agenda"))
  }
}
