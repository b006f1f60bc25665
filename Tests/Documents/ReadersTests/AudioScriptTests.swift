// SPDX-License-Identifier: MIT
// Part of Platen: scripts to read aloud know who speaks; cards hold what readers know.

import Diagnostics
import Documents
import Testing

@testable import Readers

@Suite struct AudioScriptTests {
  private static let people: ScriptPeople = {
    func person(_ name: String) -> NamedThing {
      NamedThing(kind: .person, name: name, shown: name, firstScene: 1, scenes: 3)
    }
    return ScriptPeople(
      [person("Brother Odo"), person("Ilse Maren")], hero: "Runa Vess", .english)
  }()

  private static func speeches(_ text: String) -> [String] {
    var people = people
    return text.split(separator: "\n").flatMap { people.speeches(of: String($0), otherwise: nil) }
      .map { $0.speaker + ": " + $0.text }
  }

  @Test func quotationsAreAscribed() {
    #expect(Self.speeches("Rain falls.") == ["Narrator: Rain falls."])
    #expect(
      Self.speeches(#""The oil is gone," Odo says. "All of it.""#) == [
        #"Brother Odo: "The oil is gone,""#, "Narrator: Odo says.", #"Brother Odo: "All of it.""#,
      ])
    #expect(
      Self.speeches("Ilse turns around. “Who are you?”") == [
        "Narrator: Ilse turns around.", "Ilse Maren: “Who are you?”",
      ])
    #expect(
      Self.speeches(#""I am nobody," you say."#) == [
        #"Runa Vess: "I am nobody,""#, "Narrator: you say.",
      ])
    #expect(Self.speeches(#"Ilse: "Come in.""#) == [#"Ilse Maren: "Come in.""#])
    #expect(Self.speeches(#""Halt!""#) == [#"A voice: "Halt!""#])
    #expect(
      Self.speeches("Odo nods to you.\n\"Come,\" he says to Ilse.") == [
        "Narrator: Odo nods to you.", #"Brother Odo: "Come,""#, "Narrator: he says to Ilse.",
      ])
  }

  @Test func wordsInQuotationMarksAreNarrated() {
    let lines = Self.speeches(#"The "laboratory" is dark."#)
    #expect(lines.allSatisfy { $0.hasPrefix("Narrator: ") })
  }

  @Test func aScriptHasVoicesAndChapters() throws {
    let book = try Fixture.book("third-generation-mcp.json") { $0.kind = .script }
    #expect(book.warnings().isEmpty)
    #expect(book.headings().contains { $0.inlines.plainText == "Voices" })
    #expect(book.words.contains { $0.hasPrefix("Narrator: ") })
    #expect(!book.everything.contains("1d20"))
  }

  @Test func cardsHaveOneLineEach() throws {
    let campaign = try Fixture.read("third-generation-mcp.json").value
    let text = try CampaignCards.tabSeparated(of: campaign, options: BookOptions())
    let lines = text.split(separator: "\n")
    #expect(lines.prefix(2) == ["#separator:tab", "#html:false"])
    #expect(lines.contains("#deck:Ashes over Merrow"))
    let cards = lines.filter { !$0.hasPrefix("#") }
    #expect(cards.allSatisfy { $0.split(separator: "\t").count == 3 })
    #expect(cards.contains { $0.hasPrefix("Brannoc Vey\t") && $0.hasSuffix("\tCharacters") })
    #expect(!text.contains("SECRET"))
    let state = try Fixture.read(
      json: #"{"game_state":{"player_character_data":{"name":"Ada","class":"Rogue"}}}"#
    ).value
    #expect(
      try CampaignCards.tabSeparated(of: state, options: BookOptions()).contains("Ada\tRogue"))
  }
}
