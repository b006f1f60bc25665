// SPDX-License-Identifier: MIT
// Part of Platen: the real talks.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Talks

@Suite(.enabled(if: Shared.isPresent)) struct SharedTalkTests {
  @Test func theGuideHasItsSlides() throws {
    let read = try sharedTalk("talks/toboggan-guide/slides")
    let deck = read.value.deck
    #expect(deck.slides.count == 44)
    #expect(deck.slides.count { $0.kind == .part } == 7)
    #expect(deck.slides.count { $0.kind == .cover } == 1)
    #expect(deck.slides.count { !$0.notes.isEmpty } == 23)
    #expect(deck.slides.reduce(0) { $0 + $1.steps.count - 1 } == 47)
    #expect(deck.slides.filter { !$0.hiddenIn.contains(.pdf) }.count == 43)
    #expect(
      deck.slides.filter { !$0.hiddenIn.contains(.pdf) }.reduce(0) { $0 + $1.steps.count } == 90)
    #expect(deck.slides.filter { !$0.hiddenIn.contains(.web) }.count == 43)
    #expect(deck.metadata.title == "Toboggan — User Guide")
    #expect(deck.metadata.date == "2026-08-17")
    #expect(deck.variables.first == Deck.Variable("bg", "#0d1b2a"))
    #expect(
      deck.variables.map(\.name).prefix(7)
        == ["bg", "fg", "accent", "accent2", "accent3", "font-slide-title", "font-slide-body"])
    #expect(!deck.footer.isEmpty)
    // Its styles and classes have no effect on paper.
    #expect(read.warnings.count { $0.severity != .note } <= 3)
  }

  @Test(arguments: [
    ("talks/demo-terminal", 14), ("talks/riir-folder", 25), ("talks/cli-test", 5),
    ("talks/cli-test/test_slides", 2), ("talks/cli-test/templates", 2),
  ]) func everyFolderIsRead(path: String, count: Int) throws {
    let read = try sharedTalk(path)
    #expect(read.value.deck.slides.count == count)
    #expect(read.value.deck.slides.allSatisfy { !$0.steps.isEmpty && !$0.title.isEmpty })
  }

  @Test func aStrayFileIsASlideOfTheLastPart() throws {
    let deck = try sharedTalk("talks/riir-folder").value.deck
    #expect(deck.metadata.language == "fr")
    #expect(deck.metadata.date == "")
    #expect(deck.slides.last?.titleText == "7.2 title")
  }
}
