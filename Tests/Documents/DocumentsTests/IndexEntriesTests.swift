// SPDX-License-Identifier: MIT
// Part of Platen: indexes are sorted for people and say each place once.

import Documents
import Testing

@Suite struct IndexEntriesTests {
  private func scene(_ number: Int, _ terms: String...) -> Block {
    .division(
      Division(
        [
          .heading(Heading(2, [.text("Scene #\(number)")])),
          .paragraph(
            Paragraph(terms.map { .indexMark(IndexMark($0, within: "s\(number)")) } + [.text("x")])),
        ], .id("s\(number)")))
  }

  @Test func termsAreSortedForPeople() {
    let document = Document(blocks: [
      scene(1, "zebra", "Ärger", "apple", "Zorn", "'tis", "Øre", "Straße", "Strasse", "42")
    ])
    #expect(
      document.indexEntries(named: "").map(\.term) == [
        "42", "apple", "Ärger", "Øre", "Strasse", "Straße", "'tis", "zebra", "Zorn",
      ])
    #expect(document.indexEntries(named: "other").isEmpty)
  }

  @Test(arguments: [
    ("en", ["Iron Gate", "The Iron Keep", "An Old Well", "A Quiet Street", "The", "Theron"]),
    ("de-AT", ["A Quiet Street", "An Old Well", "Iron Gate", "The", "The Iron Keep", "Theron"]),
  ])
  func articlesDoNotCount(_ language: String, _ sorted: [String]) {
    let terms = ["The Iron Keep", "Theron", "A Quiet Street", "Iron Gate", "The", "An Old Well"]
    let document = Document(
      metadata: Metadata(language: language),
      blocks: terms.map { .paragraph(Paragraph([.indexMark(IndexMark($0, within: "s"))])) })
    #expect(document.indexEntries(named: "").map(\.term) == sorted)
  }

  /// Letters with marks are beside those without, also those of Romanian.
  @Test func marksDoNotCount() {
    let terms = ["Zorilor", "Țara", "Toma", "Ștefan", "Sara", "Élan", "Ebro"]
    #expect(
      terms.sorted { IndexEntry.sortKey($0) < IndexEntry.sortKey($1) }
        == ["Ebro", "Élan", "Sara", "Ștefan", "Țara", "Toma", "Zorilor"])
  }

  /// Letters that a language counts apart come after those they are made of.
  @Test(arguments: [
    ("es", ["Nube", "Nuz", "Ñandú", "Oasis"]), ("fr", ["Nandou", "Ñandú", "Nube", "Œuvre"]),
    ("sv-SE", ["Alm", "Zorn", "Ångström", "Ängel", "Öland"]),
    ("de", ["Alm", "Ängel", "Ångström", "Öland", "Zorn"]),
    ("da", ["Zorn", "Æble", "Øre", "Ål"]), ("pl", ["Lato", "Łan", "Mak"]),
    (
      "fa",
      ["آب", "ابر", "باد", "پدر", "تاب", "ژاله", "کوه", "كوی", "گل", "لب", "ورد", "هما", "یار"]
    ),
    ("ar", ["آب", "أبجد", "باب", "تاج", "كتاب", "لبن", "هلال", "وادي", "يد"]),
  ])
  func lettersOfALanguageHaveTheirPlaces(_ language: String, _ sorted: [String]) {
    let terms = sorted.reversed().map {
      (key: IndexEntry.sortKey($0, language: language), term: $0)
    }
    #expect(terms.sorted { ($0.key, $0.term) < ($1.key, $1.term) }.map(\.term) == sorted)
  }

  @Test func marksOfVowelsDoNotCount() {
    #expect(
      IndexEntry.sortKey("كِتَاب", language: "ar") == IndexEntry.sortKey("كتاب", language: "ar"))
    #expect(
      IndexEntry.sortKey("می\u{200C}رود", language: "fa")
        == IndexEntry.sortKey("میرود", language: "fa"))
  }

  /// A long index has a letter above each group, in the form that the language gives it.
  @Test(arguments: [
    ("en", ["42 Steps", "Abbot", "The Abyss", "Écu", "Ñandú"], ["0–9", "A", nil, "E", "N"]),
    ("es", ["Nube", "Ñandú", "Óscar"], ["N", "Ñ", "O"]),
    ("fa", ["آب", "ابر", "پدر"], ["آ", "ا", "پ"]),
    ("ar", ["آب", "أبجد", "كتاب"], ["ا", nil, "ك"]),
    ("tr", ["Ilgaz", "İzmir"], ["I", "İ"]), ("ru", ["Анна", "Борис"], ["А", "Б"]),
    ("ja", ["漢和", "和歌"], ["漢字", nil]),
  ])
  func longIndexesHaveLetters(_ language: String, _ terms: [String], _ letters: [String?]) {
    // Many terms of one letter more make it long.
    let many = terms + (10..<40).map { "ω\($0)" }
    let above = IndexLetters.above(many, language: language)
    #expect(Array(above.prefix(terms.count)) == letters)
    #expect(above[terms.count] == "Ω" && above.dropFirst(terms.count + 1).allSatisfy { $0 == nil })
    #expect(IndexLetters.above(terms, language: language).allSatisfy { $0 == nil })
  }

  @Test func anIndexWithFewTermsToALetterHasNone() {
    let terms = (0..<26).map { String(UnicodeScalar(UInt8(0x61 + $0))) }
    #expect(IndexLetters.above(terms, language: "en").allSatisfy { $0 == nil })
  }

  @Test func aPlaceIsSaidOnceAndCalledAsItsHeading() {
    let document = Document(blocks: [scene(1, "a", "a"), scene(2, "a")])
    #expect(
      document.indexEntries(named: "") == [
        IndexEntry(
          term: "a",
          places: [.init(id: "s1", title: "Scene #1"), .init(id: "s2", title: "Scene #2")])
      ])
    let bare = Document(blocks: [
      .heading(Heading(1, [.text("One")], .id("one"))),
      .paragraph(
        Paragraph([.indexMark(IndexMark("a")), .indexMark(IndexMark("b", within: "no"))])),
    ])
    #expect(
      bare.indexEntries(named: "").map(\.places) == [
        [.init(id: "one", title: "One")], [.init(id: "no", title: "")],
      ])
  }

  @Test(arguments: [
    ([1], "Scene #1"), ([1, 2], "Scene #1, #2"), ([1, 2, 3], "Scene #1–3"),
    ([1, 3, 4, 5, 9, 10], "Scene #1, #3–5, #9, #10"),
    ([7, 8, 9, 11, 12, 13], "Scene #7–9, #11–13"),
  ])
  func numbersInARowAreARange(_ scenes: [Int], _ shown: String) {
    let entry = IndexEntry(
      term: "a", places: scenes.map { .init(id: "s\($0)", title: "Scene #\($0)") })
    #expect(entry.shortPlaces.map(\.title).joined(separator: ", ") == shown)
    #expect(entry.shortPlaces.first?.id == "s\(scenes[0])")
  }

  @Test func titlesWithoutNumbersStayWhole() {
    let titles = [
      "The Ford", "Scene #1", "Prologue", "Scene #2", "Chapter 3", "1984", "Act 99999999999",
    ]
    let entry = IndexEntry(term: "a", places: titles.map { .init(id: $0, title: $0) })
    #expect(entry.shortPlaces.map(\.title) == titles)
  }
}
