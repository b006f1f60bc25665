// SPDX-License-Identifier: MIT
// Part of Platen: tests of the language files.

import Diagnostics
import Documents
import Foundation
import Pipeline
import TestSupport
import Testing

@testable import Recipes

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
      for phrase in Phrase.allCases { #expect(book.value[phrase] == phrase.english) }
    }
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

  @Test func placeholdersAreFilledInOrder() {
    #expect(Phrasebook.english(.recapOf, "3", "7") == "Scenes 3 to 7")
  }
}
