// SPDX-License-Identifier: MIT
// Part of Platen: which files are slides, in which order, counted how.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Talks

@Suite struct TalkFolderTests {
  @Test func aCoverComesFirstAndNamesAreSortedByTheirBytes() throws {
    let deck = try talk([
      "_cover.md": "# The talk", "10-x.md": "# Ten", "2-x.md": "# Two", "Z.MD": "# Z",
      "a.markdown": "# A", "b.HTML": "<p>b</p>", "c.htm": "<p>c</p>", ".hidden.md": "# no",
      "notes.txt": "no", "_part.md": "# no", "_head.html": "", "_footer.html": "",
    ]).value.deck
    #expect(deck.slides.map(\.titleText) == ["The talk", "Ten", "Two", "Z", "A", "b", "c"])
    #expect(deck.slides.map(\.kind) == [.cover] + [Slide.Kind](repeating: .standard, count: 6))
    #expect(deck.metadata.title == "The talk")
  }

  @Test func foldersAreParts() throws {
    let deck = try talk([
      "0-first.md": "# First", "1_intro/_part.md": "# Intro", "1_intro/b.md": "# B",
      "1_intro/a.md": "# A", "1_intro/_cover.md": "# no", "1_intro/deeper/x.md": "# no",
      "2_rest/x.md": "# X", "3.md": "# Three",
    ]).value.deck
    #expect(
      deck.slides.map(\.titleText)
        == ["First", "1. Intro", "1.1 A", "1.2 B", "2. 2_rest", "2.1 X", "2.2 Three"])
    #expect(
      deck.slides.map(\.kind.rawValue).joined(separator: " ")
        == "standard part standard standard part standard standard")
    #expect(deck.metadata.title == "First")
  }

  @Test func skippedSlidesAreNotCountedAndASkippedPartEndsTheCount() throws {
    let deck = try talk([
      "1/_part.md": "# One", "1/a.md": "# A", "1/b.md": "+++\nskip = true\n+++\n# B",
      "1/c.md": "# C", "2/_part.md": "+++\nskip = true\n+++\n# Two", "2/a.md": "# D",
      "3/_part.md": "# Three", "3/a.md": "# E",
    ]).value.deck
    #expect(deck.slides.map(\.titleText) == ["1. One", "1.1 A", "1.2 C", "D", "2. Three", "2.1 E"])
  }

  @Test func countersCanBeDisabled() throws {
    let files = ["1/_part.md": "# One", "1/a.md": "# A"]
    var options = TalkOptions()
    options.isNumbered = false
    #expect(try talk(files, options: options).value.deck.slides.map(\.titleText) == ["One", "A"])
    let off = "[build]\nno-counter = true\n"
    #expect(try talk(files, settings: off).value.deck.slides.map(\.titleText) == ["One", "A"])
    options.isNumbered = true
    #expect(
      try talk(files, settings: off, options: options).value.deck.slides.map(\.counter)
        == ["1.", "1.1"])
  }

  @Test func `a talk without a title has the name of its folder`() throws {
    func deck(_ files: [String: String]) throws -> Deck {
      try TalkReader.read(
        TalkFolder(
          files: files.map { NamedBytes($0.key, Array($0.value.utf8)) }, name: "tides")
      ).value.deck
    }
    #expect(try deck(["a.md": "# A"]).metadata.title == "tides")
    #expect(try deck(["_cover.md": "# The talk"]).metadata.title == "The talk")
    let unseen = "+++\ntitle = \"T\"\nskip = true\n+++\n"
    #expect(try deck(["_cover.md": unseen, "a.md": "# A"]).metadata.title == "T")
    // A cover that is an image alone.
    let covered = try deck(["_cover.md": "![](public/a.png)", "a.md": "# A"])
    #expect(covered.metadata.title == "tides")
    #expect(covered.slides.map(\.titleText) == ["tides", "A"])
    let skipped = try talk(["a.md": "+++\nskip = true\n+++\n# A"]).value.deck
    #expect(skipped.metadata.title == "Unknown Talk")
  }

  @Test func aTalkHasATitleAndADate() throws {
    let cover = "+++\ntitle = \"T\"\ndate = \"2026-8-7\"\nlang = \"ar\"\n+++\n# Heading"
    let plain = try talk(["_cover.md": cover]).value.deck.metadata
    #expect(plain.title == "T")
    #expect(plain.date == "2026-08-07")
    #expect(plain.language == "ar")
    #expect(plain.direction == .rightToLeft)
    let settings = "[build]\ntitle = \"S\"\ndate = \"2027-01-02\"\nlang = \"fr\"\n"
    #expect(try talk(["_cover.md": cover], settings: settings).value.deck.metadata.title == "S")
    var options = TalkOptions()
    options.title = "O"
    options.date = "2028-02-29"
    let all = try talk(["_cover.md": cover], settings: settings, options: options)
    #expect(all.value.deck.metadata.title == "O")
    #expect(all.value.deck.metadata.date == "2028-02-29")
    #expect(all.value.deck.metadata.language == "fr")
  }

  @Test func aTalkWithoutADateHasNone() throws {
    #expect(try talk(["_cover.md": "# T"]).value.deck.metadata.date == "")
    let bad = try talk(["_cover.md": "+++\ndate = \"2026-02-30\"\n+++\n# T"])
    #expect(bad.value.deck.metadata.date == "")
    #expect(bad.warnings.first?.text.hasPrefix("_cover.md:2:8: warning:") == true)
    var options = TalkOptions()
    options.date = "tomorrow"
    #expect(faults(["_cover.md": "# T"], options: options).map(\.code) == ["talk.date"])
  }

  @Test func anEmptyFolderIsNotATalk() {
    #expect(faults([:]).map(\.code) == ["talk.empty"])
    #expect(faults(["data.json": "{}"]).map(\.code) == ["talk.empty"])
  }

  @Test func titlesComeFromFrontMatterThenHeadingsThenTheFile() throws {
    let deck = try talk([
      "a.md": "+++\ntitle = \"From above\"\n+++\n# Heading",
      "b.md": "Words\n\n<!-- pause -->\n\n#\n\n### The `x` of *y*\n",
      "c.md": "Words\n\n<!-- notes -->\n\n# In notes", "d.md": "> # Quoted",
    ]).value.deck
    #expect(deck.slides.map(\.titleText) == ["From above", "The x of y", "c", "d"])
    #expect(deck.slides.map(\.repeatsTitle) == [false, false, false, false])
    let same = try talk(["a.md": "# The `x`\n\nText"]).value.deck.slides[0]
    #expect(same.repeatsTitle)
  }

  @Test func slidesInNestedFoldersAreReported() throws {
    func reported(_ files: [String]) throws -> [String] {
      try talk(Dictionary(files.map { ($0, "# A") }, uniquingKeysWith: { a, _ in a })).warnings
        .map(\.line)
    }
    #expect(
      try reported([
        "a.md", "1/a.md", "1/deep/x.md", "1/deep/x.png", "1/.git/x.md", "1/deep/_part.md",
      ])
        == ["1/deep/x.md: warning: this slide is in a folder within a part's, and is not read"])
    #expect(
      try reported(["1/a.md", "1/b/x.md", "1/b/c/y.html"])
        == ["1/b/c/y.html: warning: 2 slides in folders within those of parts are not read"])
  }
}
