// SPDX-License-Identifier: MIT
// Part of Platen: tests of people found in the words of a story.

import TestSupport
import Testing

@testable import Readers

@Suite struct NarratedPeopleTests {
  /// A campaign of entries by the narrator.
  private func campaign(_ texts: [String]) -> Campaign {
    var campaign = Campaign(title: "", source: .json)
    campaign.entries = texts.map { text in
      return Entry(actor: .narrator, text: text)
    }
    return campaign
  }

  private func names(_ texts: String...) -> [[String]] {
    NarratedPeople.names(in: campaign(texts))
  }

  @Test func whoActsInSeveralPlacesIsAPerson() {
    #expect(names("Mira nods. Mira smiles.", "Mira laughs.") == [["Mira"]])
    // Two places, or one entry, are no evidence.
    #expect(names("Mira nods.", "Mira laughs.") == [])
    #expect(names("Mira nods. Mira smiles. Mira laughs.") == [])
    // Places do not nod.
    #expect(names("Ashwood burns. Ashwood falls.", "Ashwood rises again.") == [])
  }

  @Test func whoSpeaksStandsBehindTheVerbToo() {
    #expect(
      names(
        "\"Enough,\" says Mira. \u{201C}No,\u{201D} replied Mira Holt.", "\"So,\" asks Mira.",
        "\"I see,\" whispers Mira Holt as Mira Holt kneels. Mira nods.") == [["Mira Holt", "Mira"]])
  }

  /// A voice and hands are people's; walls and gates have neither.
  @Test func whoHasAVoiceIsAPerson() {
    #expect(
      names("Mira's voice breaks. Mira Holt's hands shake.", "Mira's eyes close. Mira nods.")
        == [["Mira"]])
    #expect(names("Ashwood's walls fall. Ashwood's gate burns.", "Ashwood's towers stand.") == [])
    #expect(names("The Guard's voice breaks. Guard's eyes close.", "Guard's hands shake.") == [])
  }

  @Test func titlesBelongToNames() {
    #expect(
      names(
        "Prefect Gratian nods. Gratian frowns.", "Prefect Gratian bows. Gratian sighs.",
        "Prefect Gratian laughs. As Gratian speaks, the Prefect smiles.") == [
          ["Prefect Gratian", "Gratian"]
        ])
    #expect(names("Captain nods. Captain smiles.", "Captain laughs.") == [])
    // A name of two people is neither's.
    #expect(
      names(
        "Tom Reed nods. Ann Reed nods. Reed nods.",
        "Tom Reed smiles. Ann Reed smiles. Reed smiles.",
        "Tom Reed bows. Ann Reed bows. Reed bows.") == [["Ann Reed"], ["Tom Reed"]])
  }

  @Test func wordsThatBeginSentencesAreNoNames() {
    let sentences = [
      "He nods. The Guard nods. Everyone nods. Then she smiles.",
      "He smiles. The Guard smiles. Everyone smiles. You whisper.",
      "He bows. The Guard bows. Everyone bows. \"Go,\" he says. Mira's smiles fade.",
    ]
    #expect(NarratedPeople.names(in: campaign(sentences)) == [])
    #expect(names("When Mira nods, go. As Mira smiles.", "And Mira laughs.") == [["Mira"]])
  }

  @Test func namesHaveLettersOfAllKinds() {
    #expect(
      names(
        "Élodie O'Brien nods. Jean-Luc nods.", "Élodie O'Brien smiles. Jean-Luc smiles.",
        "Élodie O'Brien bows. Jean-Luc bows.") == [["Élodie O'Brien"], ["Jean-Luc"]])
  }

  @Test(arguments: ["Mira nods ", "A", "\"says ", "Mira ", "É", "\u{201D} says Mira "])
  func peopleAreFoundInLinearTime(unit: String) {
    #expect(
      isLinear(2_000) { count in
        _ = NarratedPeople.names(in: campaign([String(repeating: unit, count: count)]))
      })
  }

  @Test func peopleAreInTheIndexWhereThereIsNoState() throws {
    var story = campaign(["Mira nods. Mira smiles.", "Mira laughs."])
    for index in story.entries.indices { story.entries[index].scene = index + 1 }
    let register = NameRegister(story)
    #expect(register.things.map(\.name) == ["Mira"])
    #expect(register.things.map(\.kind) == [.person])
  }
}
