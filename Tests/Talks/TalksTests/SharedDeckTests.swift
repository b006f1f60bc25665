// SPDX-License-Identifier: MIT
// Part of Platen: one deck as each program has it.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Talks

@Suite(.enabled(if: Shared.isPresent)) struct SharedDeckTests {
  /// The kinds and titles that all of the files have.
  private static let slides = [
    ("cover", "Tides"), ("part", "Moon"), ("standard", "Two bulges"),
    ("standard", "Near and far"), ("standard", "Period"), ("standard", "Figures"),
    ("standard", "Questions?"),
  ]

  @Test(arguments: [
    ("marp.md", DeckFormat.marp), ("reveal-md.md", .reveal), ("slidev.md", .slidev),
    ("presenterm.md", .presenterm), ("remark.md", .remark), ("quarto.qmd", .quarto),
    ("pandoc.md", .pandoc), ("reveal-js.html", .reveal),
  ]) func everyProgramHasTheSameSlides(name: String, format: DeckFormat) throws {
    let path = "talks/elsewhere/"
    let bytes = try Shared.bytes(path + name)
    if name.hasSuffix(".html") {
      #expect(DeckFormat.hasMarkdown(page: bytes))
    } else {
      #expect(DeckFormat.recognized(String(decoding: bytes, as: UTF8.self), named: name) == format)
    }
    let read = try TalkReader.read(
      deck: NamedBytes(name, bytes), asset: { try? Shared.bytes(path + $0) })
    let talk = read.value
    #expect(talk.format == format)
    let deck = talk.deck
    #expect(deck.metadata.title == "Tides")
    let rows = try #require(
      String(validating: Shared.bytes(path + "expected.tsv"), as: UTF8.self))
    let expected = rows.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(expected.count == deck.slides.count)
    for (slide, row) in zip(deck.slides, expected) {
      #expect(slide.kind.rawValue == row[1])
      #expect(slide.title.plainText == row[2])
      let later = row[3].hasPrefix("3") ? format == .remark ? 2 : 3 : 0
      #expect(slide.steps.count - 1 == later, "\(row[2])")
      #expect(slide.notes.words.joined(separator: " ") == row[4], "\(row[2])")
    }
    #expect(
      deck.slides.map { [$0.kind.rawValue, $0.title.plainText] }
        == SharedDeckTests.slides.map { [$0.0, $0.1] })
    // Subtitle, author and day are on the cover or in the front matter.
    let cover =
      deck.slides[0].steps.flatMap(\.blocks).words + deck.metadata.authors
      + [deck.metadata.date]
    for words in ["Why water rises twice a day", "Ana Nováková", "2026-09-04"] {
      #expect(cover.contains { $0.contains(words) }, "\(words)")
    }
    guard case .table(let columns)? = deck.slides[3].steps[0].blocks.last else {
      Issue.record("no columns")
      return
    }
    #expect(columns.attributes.has(Block.sideBySide))
    #expect(columns.body[0].cells[0].blocks.words == ["The near side is pulled most."])
    guard case .code(let code)? = deck.slides[4].steps[0].blocks.last else {
      Issue.record("no code")
      return
    }
    #expect(code.language == "yaml")
    #expect(code.text.contains("\n---"))
    #expect(
      (deck.slides[6].background?.image == "sea.png") == (format != .presenterm))
    // Code in steps of lines is shown whole, which is said once.
    let isStepwise = [.reveal, .slidev, .presenterm, .quarto].contains(format)
    #expect(read.warnings.contains { $0.message.contains("steps of lines") } == isStepwise)
  }
}
