// SPDX-License-Identifier: MIT
// Part of Platen: a talk's words and minutes, against those that are known.

import Diagnostics
import Documents
import JSON
import Readers
import Rehearsal
import TestSupport
import Testing

@testable import Talks

@Suite struct StatisticsTests {
  @Test(
    .enabled(if: Shared.isPresent),
    arguments: [
      ("talks/toboggan-guide/toboggan-guide.toml", "talks/toboggan-guide/toboggan-guide"),
      ("talks/demo-terminal.toml", "talks/demo-terminal"),
      ("talks/riir-folder-output-fixed.toml", "talks/riir-folder-output-fixed"),
    ])
  func knownDecksHaveKnownStatistics(path: String, golden: String) throws {
    let talk = try TalkReader.read(built: NamedBytes(path, try Shared.bytes(path))).value
    let ours = try JSONDocument(parsing: TalkStatistics(talk.deck).json(file: path)).root
    let theirs = try JSONDocument(parsing: try Shared.bytes(golden + ".stats-ref.json")).root
    func same(_ a: JSONValue?, _ b: JSONValue, _ path: String) {
      switch b.kind {
      case .object: for (key, value) in b.members { same(a?[key], value, path + "." + key) }
      case .array:
        #expect(a?.count == b.count, "\(path)")
        for (index, value) in b.elements.enumerated() {
          same(a?[index], value, "\(path)[\(index)]")
        }
      default:
        if path != ".file" { #expect(a?.looseString == b.looseString, "\(path)") }
      }
    }
    same(ours, theirs, "")
  }

  /// From its folder as from what was built of it.
  @Test(.enabled(if: Shared.isPresent)) func theGuidesFolderHasTheSameNumberOfWords() throws {
    let folder = try sharedTalk("talks/toboggan-guide/slides").value.deck
    let file = "talks/toboggan-guide/toboggan-guide.toml"
    let built = try TalkReader.read(built: NamedBytes(file, try Shared.bytes(file))).value.deck
    #expect(TalkStatistics(folder).total.words == TalkStatistics(built).total.words)
    #expect(
      TalkStatistics(folder).parts.map(\.count.words)
        == TalkStatistics(built).parts.map(\.count.words))
  }

  /// The plan of a live talk and the statistics state the same time for the same slides.
  @Test func theSecondsOfSlidesAreTheLengthOfTheTalk() throws {
    let text = "one two three four five six seven eight nine ten eleven twelve thirteen"
    let talk = try talk([
      "0.md": "# A\n\n" + text, "1/_part.md": "# A part with words of its own\n\n" + text,
      "1/a.md": "# B\n\n" + text + "\n\n<!-- notes -->\n\n" + text, "1/b.md": "# 2.1 C\n\n" + text,
    ]).value
    let seconds = TalkStatistics.seconds(ofEach: talk.deck.slides, settings: talk.settings)
    #expect(seconds.count == 4)
    #expect(seconds[1] == 0)
    #expect(
      seconds.reduce(0, +) == TalkStatistics(talk.deck, settings: talk.settings).seconds)
    #expect(talk.rehearsalPlan.map(\.seconds) == seconds)
  }

  @Test func symbolsOfFormulasAreCounted() throws {
    func words(_ text: String) throws -> Int {
      TalkStatistics(try talk(["a.md": "# A\n\n\(text)"]).value.deck).total.words
    }
    #expect(try words("one $x^2 + 12.5$ two") == words("one two") + 4)
  }

  @Test func wordsBulletsPicturesAndStepsAreCounted() throws {
    let talk = try talk([
      "0.md": "# Two words\n\nand *three* `more words` here\n\n```\nnone here\n```\n",
      "1/_part.md": "# Not counted at all",
      "1/a.md": """
      - one
      - [two](http://x.y/z w)

      <!-- pause -->

      <figure>none <img src="x.png"></figure>

      ```mermaid
      none
      ```

      <!-- notes -->

      said
      """,
    ]).value
    let statistics = TalkStatistics(talk.deck)
    #expect(statistics.partCount == 1)
    #expect(statistics.total.slides == 2)
    #expect(statistics.parts.map(\.title) == ["(Introduction)", "1. Not counted at all"])
    // Two in the title, two in the heading, five in the text.
    #expect(statistics.parts[0].count.words == 9)
    #expect(statistics.parts[1].count.words == 3)
    #expect(statistics.parts[1].count.bullets == 2)
    #expect(statistics.parts[1].count.images == 3)
    #expect(statistics.parts[1].count.steps == 1)
    #expect(statistics.parts[1].count.notesWords == 1)
    #expect(statistics.parts.map(\.share) == [692, 308])
  }

  @Test func partsOfOneTitleAreOne() throws {
    let deck = try talk(
      ["1/_part.md": "# P", "1/a.md": "# A", "2/_part.md": "# P", "2/b.md": "# B"],
      settings: "[build]\nno-counter = true"
    ).value.deck
    #expect(TalkStatistics(deck).parts.map(\.count.slides) == [2])
    #expect(TalkStatistics(deck).partCount == 2)
  }

  @Test func plansAndAdviceAreReported() throws {
    let files = [
      "a.md": "+++\nduration = \"2m\"\n+++\n# A", "b.md": "# B",
      "c.md": "+++\nduration = 3600\n+++\n# C",
    ]
    let statistics = TalkStatistics(try talk(files).value.deck)
    #expect(statistics.plan == .init(seconds: 3720, planned: 2, slides: 3))
    #expect(statistics.text().contains("Planned: 1:02:00 for 2 of 3 slides"))
    // Parts are no slides, though what they plan counts.
    let parted = TalkStatistics(
      try talk(files.merging(["d/_part.md": "+++\nduration = 60\n+++\n# D"]) { a, _ in a }).value
        .deck)
    #expect(parted.plan == .init(seconds: 3780, planned: 2, slides: 3))
    #expect(parted.total.slides == 3)
    #expect(
      statistics.advice == [
        "The talk is shorter than 2 minutes.", "Slides have fewer than 20 words on average.",
      ])
    #expect(
      statistics.csv == """
        part,slides,words,notes_words,bullets,images,steps,percentage,duration\r
        (Introduction),3,6,0,0,0,0,100.0,0:02\r
        (Total),3,6,0,0,0,0,100.0,0:02\r

        """)
  }

  @Test func aCustomPaceAndOmittedNotes() throws {
    let words = String(repeating: "word ", count: 100)
    let files = ["a.md": words + "\n\n<!-- notes -->\n\n" + words]
    let all = try talk(files, settings: "[build]\nwpm = 100").value
    // The file's name is the title, and a word.
    #expect(TalkStatistics(all.deck, settings: all.settings).seconds == 201 * 60 / 100)
    let some = try talk(
      files, settings: "[build]\nwpm = 100\nexclude-notes-from-duration = true"
    ).value
    #expect(TalkStatistics(some.deck, settings: some.settings).seconds == 101 * 60 / 100)
  }
}
