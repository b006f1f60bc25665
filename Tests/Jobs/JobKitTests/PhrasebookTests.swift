// SPDX-License-Identifier: MIT
// Part of Platen: tests of the language files.

import Diagnostics
import Documents
import Foundation
import Pipeline
import TestSupport
import Testing

@testable import JobKit
@testable import Jobs

@Suite struct PhrasebookTests {
  private func read(_ text: String) throws -> Warned<Phrasebook> {
    try PhrasebookFile.read(
      FileBytes(path: "xx.yaml", bytes: Array(text.utf8)), language: "xx")
  }

  @Test(arguments: ["en", "de"])
  func ourFilesHaveEveryPhrase(language: String) throws {
    let path = Shared.repository.appendingPathComponent("Templates/Phrases/\(language).yaml").path
    let file = try DiskEnvironment().read(path)
    let book = try PhrasebookFile.read(file, language: language)
    #expect(book.warnings.isEmpty)
    #expect(book.value.untranslated.isEmpty)
    if language == "en" {
      for phrase in Phrase.allCases {
        #expect(book.value[phrase] == phrase.english)
        if phrase.isCounted {
          #expect(book.value.counted(phrase, 1) == Phrasebook.english.counted(phrase, 1))
        }
      }
    }
  }

  @Test func englishIsWrittenFromTheSource() throws {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    var text = """
      # SPDX-License-Identifier: MIT
      # Part of Platen: the words Platen itself prints into documents, in English; a new language starts
      # with a copy. {1}, {2} stand for what is filled in: keep them. A phrase that counts has the forms
      # of its language: zero, one, two, few, many, other, as CLDR has them; other must be there.

      """
    for phrase in Phrase.allCases {
      let other = quoted(phrase.english)
      text += "\(phrase.rawValue): "
      text +=
        phrase.isCounted
        ? "{one: \(quoted(phrase.englishOfOne)), other: \(other)}\n" : "\(other)\n"
    }
    let file = GeneratedFile(
      "Templates/Phrases/en.yaml", from: "Sources/Documents/Documents/EnglishPhrases.swift")
    #expect(try file.fault(expecting: text) == nil)
  }

  @Test func faultsAreAllSaid() throws {
    let failure = try #require(throws: Failure.self) {
      try read("contens: a\nscene: Szene\npage: []\nindex: \"{1}\"\n")
    }
    #expect(
      failure.diagnostics.map(\.code.rawValue) == [
        "phrases.unknown", "phrases.value", "phrases.value", "phrases.value",
      ])
    #expect(failure.diagnostics.map { $0.place?.line } == [1, 2, 3, 4])
    #expect(failure.diagnostics[0].hints == ["did you mean \"contents\"?"])
  }

  @Test func whatIsMissingStaysEnglish() throws {
    let book = try read("contents: Inhoud\n")
    #expect(book.value[.contents] == "Inhoud")
    #expect(book.value[.index] == "Index")
    #expect(book.warnings.count == 1)
  }

  @Test func numbersTakeTheirForms() throws {
    let book = try read(
      "sceneCount: {one: jedna scena, few: \"{1} sceny\", other: \"{1} scen\"}\nwordCount: \"{1} w.\""
    )
    .value
    var polish = book
    polish.language = "pl-PL"
    #expect(
      [1, 2, 5, 22, 112, 12_345].map { polish.counted(.sceneCount, $0) } == [
        "jedna scena", "2 sceny", "5 scen", "22 sceny", "112 scen", "12\u{202F}345 scen",
      ])
    #expect(polish.counted(.wordCount, 1) == "1 w.")
    #expect(Phrasebook.english.counted(.sceneCount, 1) == "1 scene")
    #expect(Phrasebook.english.counted(.wordCount, 12_345) == "12,345 words")
    let failure = try #require(throws: Failure.self) {
      try read("sceneCount: {one: \"{2}\", most: x}\nscene: {other: \"{1}\"}\n")
    }
    #expect(
      failure.diagnostics.map(\.code.rawValue).sorted() == [
        "phrases.unknown", "phrases.value", "phrases.value", "phrases.value",
      ])
  }

  @Test func placeholdersAreFilledInOrder() {
    #expect(Phrasebook.english(.recapOf, "3", "7") == "Scenes 3 to 7")
  }
}
