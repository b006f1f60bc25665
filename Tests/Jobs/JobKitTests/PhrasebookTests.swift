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
  private func read(_ text: String) throws -> Diagnosed<Phrasebook> {
    try PhrasebookFile.read(
      FileBytes(path: "xx.yaml", bytes: Array(text.utf8)), language: "xx")
  }

  static let folder = Shared.repository.appendingPathComponent("Templates/Phrases").path

  /// The languages of the templates.
  static let languages: [String] = {
    let names = (try? DiskEnvironment().list(PhrasebookTests.folder).map(\.name)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
  }()

  private static func book(_ language: String) throws -> Diagnosed<Phrasebook> {
    let file = try DiskEnvironment().read("\(folder)/\(language).yaml")
    return try PhrasebookFile.read(file, language: language)
  }

  @Test func `there are phrase files of four languages`() {
    #expect(Set(PhrasebookTests.languages).isSuperset(of: ["ar", "de", "en", "fa"]))
  }

  /// The reader compares the placeholders of each phrase with the English ones.
  @Test(arguments: PhrasebookTests.languages)
  func ourFilesHaveEveryPhrase(language: String) throws {
    let book = try PhrasebookTests.book(language)
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

  /// Ranges of scenes fit the narrow column of a timeline in plain text, which breaks at blanks.
  @Test(arguments: PhrasebookTests.languages)
  func rangesOfScenesHaveOneBlank(language: String) throws {
    let range = try PhrasebookTests.book(language).value(.recapOf, "17", "18")
    #expect(range.hasSuffix(" 17–18") && range.split(separator: " ").count == 2)
  }

  @Test(arguments: PhrasebookTests.languages)
  func `lists of names have as many as there are days, months and parts`(
    language: String
  ) throws {
    let book = try PhrasebookTests.book(language).value
    #expect(book.names(.weekdayNames).count == 7)
    #expect(book.names(.weekdayInitials).count == 7)
    #expect(book.names(.monthNames).count == 12)
    #expect(book.names(.mapParts).count == 9)
    let keys = book[.slideKeys].split(separator: "[").compactMap { $0.firstIndex(of: "]") }
    #expect(keys.count == 3)
  }

  @Test(arguments: PhrasebookTests.languages)
  func `phrases of keys name as many keys as the English ones`(language: String) throws {
    let book = try PhrasebookTests.book(language).value
    for phrase in Phrase.allCases where phrase.english.first == "[" && phrase.english.contains("]")
    {
      let (own, english) = (book[phrase], phrase.english)
      #expect(own.count { $0 == "[" } == english.count { $0 == "[" }, "\(phrase): \(own)")
      #expect(own.count { $0 == "]" } == own.count { $0 == "[" }, "\(phrase): \(own)")
    }
  }

  @Test(arguments: PhrasebookTests.languages)
  func `counted phrases have each form that the language's numbers take`(
    language: String
  ) throws {
    let book = try PhrasebookTests.book(language).value
    // Persian nouns keep one form behind a number.
    guard language != "fa" else { return }
    let forms = Set((0...1000).map { PluralForm(of: $0, in: language) })
    for phrase in Phrase.allCases where phrase.isCounted {
      for form in forms {
        #expect(book.phrases[Phrasebook.key(phrase, form)] != nil, "\(phrase).\(form)")
      }
    }
  }

  @Test(arguments: ["fa", "ar"])
  func `no English word is left in phrases that run from right to left`(language: String) throws {
    let book = try PhrasebookTests.book(language).value
    for (name, text) in book.phrases {
      // Names of keys, in brackets, stay as they are printed on them.
      let isOfKeys = name.hasPrefix("key") || ["slideKeys", "slideTyped"].contains(name)
      var words = isOfKeys ? text.replacing(/\[[^\]]*\]/, with: "") : text
      if ["previewKeys", "previewLookKeys"].contains(name) {
        words = words.replacing(/Shift\+L|L|G/, with: "")
      }
      #expect(!words.contains { $0.isASCII && $0.isLetter }, "\(name): \(text)")
    }
  }

  @Test func `Arabic numbers take six forms`() throws {
    let book = try PhrasebookTests.book("ar").value
    #expect(
      [0, 1, 2, 3, 11, 100, 12_345].map { book.counted(.wordCount, $0) } == [
        "بلا كلمات", "كلمة واحدة", "كلمتان", "3 كلمات", "11 كلمة", "100 كلمة", "12,345 كلمة",
      ])
  }

  @Test func `a file of the user's own replaces single phrases`() throws {
    let templates = try Templates.find(
      named: Shared.repository.appendingPathComponent("Templates").path)
    func own(_ text: String, _ language: String) throws -> Diagnosed<Phrasebook> {
      try PhrasebookFile.phrasebook(
        for: language, replacedBy: FileBytes(path: "own.yaml", bytes: Array(text.utf8)),
        in: templates.phraseFiles())
    }
    let german = try own("scene: \"Auftritt {1}\"\nscene-count: \"{1} Auftritte\"\n", "de-AT")
    #expect(german.warnings.isEmpty)
    #expect(german.value.callAsFunction(.scene, "3") == "Auftritt 3")
    #expect(german.value[.contents] == "Inhalt")
    // The language's form for one goes with the phrase.
    #expect(german.value.counted(.sceneCount, 1) == "1 Auftritte")
    #expect(try own("", "de").value == PhrasebookTests.book("de").value)
    let english = try own("contents: In this book\n", "en")
    #expect(english.warnings.isEmpty && english.value[.contents] == "In this book")
    #expect(english.value.counted(.sceneCount, 1) == "1 scene")
    // Where Platen has no phrases of a language, the file is that of the language.
    let dutch = try own("contents: Inhoud\n", "nl-BE")
    #expect(dutch.value[.contents] == "Inhoud" && dutch.value.language == "nl")
    #expect(dutch.warnings.map(\.code.rawValue) == ["phrases.missing"])
    for language in ["de", "nl"] {
      let cut = try own("story: Boot #4\n", language)
      #expect(cut.warnings.contains { $0.code.rawValue == "yaml.comment" && $0.place?.line == 1 })
    }
    let failure = try #require(throws: Failure.self) { try own("\ncontens: a\n", "de") }
    #expect(failure.diagnostics.map(\.code.rawValue) == ["phrases.unknown"])
    #expect(failure.diagnostics[0].place?.file == "own.yaml")
    #expect(failure.diagnostics[0].place?.line == 2)
    #expect(failure.diagnostics[0].hints == ["did you mean \"contents\"?"])
  }

  @Test(arguments: [
    ("german", "did you mean \"de\"?"), ("Persian", "did you mean \"fa\"?"),
    ("french", "did you mean \"fr\"?"),
    (
      "nl",
      "phrases: names a file with them; nl.yaml in Templates/Phrases adds them for all jobs"
    ),
  ]) func `the English name of a language gets a hint at its tag`(
    language: String, hint: String
  ) throws {
    let book = try PhrasebookFile.phrasebook(for: language, in: [:])
    #expect(book.warnings.map(\.code) == ["phrases.language"])
    #expect(book.warnings.map(\.hints) == [[hint]])
    #expect(book.value == .english)
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
      text += "\(phrase.key): "
      text +=
        phrase.isCounted
        ? "{one: \(quoted(phrase.englishOfOne)), other: \(other)}\n" : "\(other)\n"
    }
    let file = GeneratedFile(
      "Templates/Phrases/en.yaml", from: "Sources/Documents/Documents/EnglishPhrases.swift")
    #expect(try file.fault(expecting: text) == nil)
  }

  @Test func allErrorsAreReported() throws {
    let failure = try #require(throws: Failure.self) {
      try read("sceneCount: a\nscene: Szene\npage: []\nindex: \"{1}\"\n")
    }
    #expect(
      failure.diagnostics.map(\.code.rawValue) == [
        "phrases.unknown", "phrases.value", "phrases.value", "phrases.value",
      ])
    #expect(failure.diagnostics.map { $0.place?.line } == [1, 2, 3, 4])
    #expect(failure.diagnostics[0].hints == ["did you mean \"scene-count\"?"])
  }

  @Test func whatIsMissingStaysEnglish() throws {
    let book = try read("contents: Inhoud\n")
    #expect(book.value[.contents] == "Inhoud")
    #expect(book.value[.index] == "Index")
    #expect(book.warnings.count == 1)
  }

  @Test func numbersTakeTheirForms() throws {
    let book = try read(
      "scene-count: {one: jedna scena, few: \"{1} sceny\", other: \"{1} scen\"}\nword-count: \"{1} w.\""
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
      try read("scene-count: {one: \"{2}\", most: x}\nscene: {other: \"{1}\"}\n")
    }
    #expect(
      failure.diagnostics.map(\.code.rawValue).sorted() == [
        "phrases.unknown", "phrases.value", "phrases.value", "phrases.value",
      ])
  }

  @Test func placeholdersAreFilledInOrder() {
    #expect(Phrasebook.english(.recapOf, "3", "7") == "Scenes 3–7")
  }
}
