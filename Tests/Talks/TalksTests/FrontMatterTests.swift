// SPDX-License-Identifier: MIT
// Part of Platen: what slides say of themselves, and what they get wrong.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Talks

@Suite struct FrontMatterTests {
  @Test func everyKeyIsRead() throws {
    let text = """
      +++
      title = "T"
      skip = false
      date = "2026-01-01"
      classes = ["wide", "center"] # both
      style = \"\"\"
      color: red;
      \"\"\"
      duration = "2m 30s"
      hidden_in = ["pdf", "pdf"]
      quake_cwd = "."
      disabled_rules = ["content/missing-notes"]
      lang = "en"
      +++
      # H
      """
    let slide = try talk(["a.md": text]).value.deck.slides[0]
    #expect(slide.titleText == "T")
    #expect(slide.classes == ["wide", "center"])
    #expect(slide.declarations == "color: red;\n")
    #expect(slide.duration == 150)
    #expect(slide.hiddenIn == [.pdf])
    #expect(slide.disabledRules == ["content/missing-notes"])
  }

  @Test func allErrorsOfAllSlidesAreReported() {
    let found = faults([
      "a.md": "+++\ntitel = \"T\"\nskip = \"yes\"\n+++\n# A",
      "b.md": "+++\nduration = \"soon\"\nhidden_in = [\"web\", \"pfd\"]\n+++\n# B",
      "c.md": "+++\nclasses = \"wide\"\n\n# C", "d.md": "+++\n x = = 1\n+++\n",
      "p/e.md": "Text\n\n<!-- code:rust:../x.rs -->\n",
    ])
    #expect(
      found.map(\.text) == [
        """
        a.md:2:1: unknown key "titel"
        hint: did you mean "title"?
        """,
        "a.md:3:8: \"skip\": expected true or false, found a text",
        """
        b.md:2:12: invalid duration "soon"
        hint: write seconds, or numbers with units: 90, "30s", "2m 30s", "1 hour"
        """,
        """
        b.md:3:21: slides cannot be hidden in "pfd"
        hint: did you mean "pdf"?
        """,
        """
        c.md:1: the front matter that begins here has no end
        hint: a second line of +++ ends it
        """,
        "d.md:2:6: missing value",
        """
        p/e.md:3: "../x.rs" leads out of the talk and is not embedded
        hint: name a file below the folder that the slides' folder is in, without ".."
        """,
      ])
  }

  @Test(arguments: [
    ("90", 90), ("\"30s\"", 30), ("\"2m 30s\"", 150), ("\"1 hour 30 minutes\"", 5400),
    ("\"1h30m\"", 5400), ("\"1500ms\"", 1), ("0", 0),
  ]) func durationsAreWholeSeconds(text: String, seconds: Int) throws {
    let deck = try talk(["a.md": "+++\nduration = \(text)\n+++\n"]).value.deck
    #expect(deck.slides[0].duration == seconds)
  }

  @Test(arguments: ["\"90\"", "-1", "\"\"", "\"m\"", "\"1 fortnight\"", "1.5", "\"9999999 years\""])
  func invalidDurationsAreErrors(text: String) {
    let found = faults(["a.md": "+++\nduration = \(text)\n+++\n"])
    #expect(found.count == 1)
    #expect(found.first?.place?.line == 2)
  }

  @Test func filesThatAreNotTextAreReported() throws {
    let bytes = Array("# A\n\nÄ".utf8) + [0xFF, 0xFE]
    let failure = #expect(throws: Failure.self) {
      try TalkReader.read(TalkFolder(files: [.init("a.md", bytes)], asset: { _ in nil }))
    }
    #expect(failure?.diagnostics.map(\.text) == ["a.md:3: this is not UTF-8 text"])
  }

  @Test func windowsLineEndingsAndByteOrderMarksAreAccepted() throws {
    let slide = try talk(["a.md": "\u{FEFF}+++\r\ntitle = \"T\"\r\n+++\r\n# H\r\n"]).value.deck
      .slides[0]
    #expect(slide.titleText == "T")
    guard case .heading = slide.steps[0].blocks.first else {
      Issue.record("no heading")
      return
    }
  }

  @Test func settingsAreReadNearestFirst() throws {
    let read = try TalkReader.read(
      TalkFolder(
        files: [.init("a.md", Array("# A".utf8))],
        settings: [
          .init("toboggan.toml", Array("path = \".\"\n[build]\nwpm = 130\n".utf8)),
          .init(
            "../toboggan.toml",
            Array("[build]\nwpm = 100\ntheme = \"Solarized (dark)\"\n[serve]\nport = 1\n".utf8)),
        ]))
    #expect(read.value.settings.wordsPerMinute == 130)
    #expect(
      read.warnings.map(\.line) == [
        "../toboggan.toml:3:9: note: code uses the colors of the look, not of the theme"
          + " \"Solarized (dark)\""
      ])
    let found = faults(
      ["a.md": "# A"],
      settings: "[build]\nwmp = 1\ntheme = \"Nord\"\n[serv]\n[lint]\nmax-duration = \"x\"\n")
    #expect(
      found.map { $0.place?.text } == [
        "toboggan.toml:4:2", "toboggan.toml:2:1", "toboggan.toml:3:9", "toboggan.toml:6:16",
      ])
  }

  @Test(arguments: [
    ("---\ntitle: T\nlayout: cover\n---\n# A", "a.md:3"),
    ("---\r\n# c\na: 1\nb:\n  - x\n...\r\n# A", "a.md:3"), ("---\n# A\n\ntext\n\n---\n", nil),
    ("---\n\nNote: a line of words\n\nMore\n\n---", nil), ("---\na: 1\n", nil),
    ("# A\n---\na: 1\n---\n", nil), ("---\n---\n# A", nil),
    ("+++\n+++\n---\na: 1\n---\n", nil), ("---\ntitle: T\n---\n# A", nil),
  ]) func keysOfOtherProgramsAreReported(_ text: String, _ place: String?) throws {
    let warnings = try talk(["a.md": text]).warnings.filter { $0.code == "talk.front-matter" }
    #expect(warnings.map { $0.place?.text } == (place.map { [$0] } ?? []))
  }

  @Test func frontMatterInYAMLIsRead() throws {
    let deck = try talk([
      "_cover.md":
        "---\ntitle: T\nauthor: [A, {name: B}]\ndate: 2026-9-4\nlang: de\n---\n# A\n",
      "a.md":
        "---\ntitle: One\nclass: center wide\nstyle: \"color: red\"\nduration: 2m\nhidden_in: [web]\n"
        + "---\n\ntext\n",
      "b.md": "---\nhide: true\n---\n# B\n",
    ]).value.deck
    #expect(deck.metadata.title == "T")
    #expect(deck.metadata.authors == ["A", "B"])
    #expect(deck.metadata.date == "2026-09-04")
    #expect(deck.metadata.language == "de")
    #expect(deck.slides.count == 2)
    let slide = deck.slides[1]
    #expect(slide.title.plainText == "One")
    #expect(slide.classes == ["center", "wide"])
    #expect(slide.declarations == "color: red")
    #expect(slide.duration == 120)
    #expect(slide.hiddenIn == [.web])
    #expect(slide.steps[0].blocks.words == ["text"])
    #expect(
      faults(["a.md": "---\nduration: soon\n---\n"]).map { $0.place?.text } == ["a.md:2:11"])
    #expect(faults(["a.md": "---\ntitle: [\n---\n"]).map(\.code) == ["talk.yaml"])
  }
}
