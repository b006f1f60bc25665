// SPDX-License-Identifier: MIT
// Part of Platen: built decks of three formats and two schemas.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Talks

private func built(_ text: String, _ name: String = "x.toml") throws -> Diagnosed<Talk> {
  try TalkReader.read(built: NamedBytes(name, Array(text.utf8)))
}

@Suite struct BuiltDeckTests {
  private let toml = """
    title = "T"
    date = "2026-01-02"
    lang = "fr"
    head = "<style>:root { --bg: #000; }</style>"
    footer = "<p>Foot</p>"

    [[slides]]
    kind = "Part"
    title = { type = "Text", text = "1. One" }
    body = { type = "Empty" }

    [[slides]]
    kind = "Standard"
    hidden_in = ["pdf"]
    duration = 90
    lint_disabled = ["a/b"]
    [slides.style]
    classes = ["wide"]
    style = "color: red"
    [slides.title]
    type = "Text"
    text = "1.1 Two"
    [slides.body]
    type = "Html"
    raw = "<h1>Two</h1>\\n<div class=\\"step step-0 fade\\"><!-- begin step --><p>x</p></div>"
    [slides.notes]
    type = "Text"
    text = "Said"
    [[slides.terminals]]
    cwd = "here"
    cmd = "ls"
    """
  private let json = """
    {"title": "T", "date": "2026-01-02", "lang": "fr",
     "head": "<style>:root { --bg: #000; }</style>", "footer": "<p>Foot</p>", "slides": [
      {"kind": "Part", "title": {"type": "Text", "text": "1. One"}, "body": {"type": "Empty"}},
      {"kind": "Standard", "hidden_in": ["pdf"], "duration": 90, "lint_disabled": ["a/b"],
       "style": {"classes": ["wide"], "style": "color: red"},
       "title": {"type": "Text", "text": "1.1 Two"},
       "body": {"type": "Html",
        "raw": "<h1>Two</h1>\\n<div class=\\"step step-0 fade\\"><!-- begin step --><p>x</p></div>"},
       "notes": {"type": "Text", "text": "Said"}, "terminals": [{"cwd": "here", "cmd": "ls"}]}]}
    """
  private let yaml = """
    title: T
    date: 2026-01-02
    lang: fr
    head: '<style>:root { --bg: #000; }</style>'
    footer: <p>Foot</p>
    slides:
    - kind: Part
      title: {type: Text, text: 1. One}
      body:
        type: Empty
    - kind: Standard
      hidden_in: [pdf]
      duration: 90
      lint_disabled: [a/b]
      style:
        classes: [wide]
        style: "color: red"
      title:
        type: Text
        text: 1.1 Two
      body:
        type: Html
        raw: |-
          <h1>Two</h1>
          <div class="step step-0 fade"><!-- begin &here --><p>x</p></div>
      notes:
        type: Text
        text: Said
      terminals:
      - cwd: here
        cmd: ls
    """

  @Test func threeFormatsAreOneDeck() throws {
    let deck = try built(toml).value.deck
    #expect(try built(json, "x.json").value.deck == deck)
    #expect(try built(yaml, "x.YAML").value.deck == deck)
    #expect(deck.metadata.title == "T")
    #expect(deck.metadata.date == "2026-01-02")
    #expect(deck.variables == [Deck.Variable("bg", "#000")])
    #expect(deck.footer == [.text("Foot")])
    #expect(deck.slides.map(\.titleText) == ["1. One", "1.1 Two"])
    let slide = deck.slides[1]
    #expect(slide.counter == "1.1")
    #expect(slide.repeatsTitle)
    #expect(slide.steps.map(\.classes) == [[], ["fade"]])
    #expect(slide.steps.map { $0.blocks.map(\.kind) } == [["heading", "callout"], ["paragraph"]])
    #expect(slide.notes == [.text("Said")])
    #expect(slide.duration == 90)
    #expect(slide.hiddenIn == [.pdf])
    #expect(slide.disabledRules == ["a/b"])
    #expect(slide.classes == ["wide"])
    #expect(slide.declarations == "color: red")
  }

  /// The same box read from a folder.
  @Test func titlesOfBoxesHaveTheirCode() throws {
    func box(_ title: String, _ rest: String) throws -> Block {
      let blocks = try built(
        """
        title = "T"
        date = "2026-01-02"
        [[slides]]
        kind = "Standard"
        title = { type = "Text", text = "A" }
        [slides.body]
        type = "Html"
        raw = '<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">\(title)</p>\(rest)</div>'
        """
      ).value.deck.slides[0].steps[0].blocks
      return try #require(blocks.first)
    }
    let title: [Inline] = [.text("Mind "), .code("a b"), .text(" and "), .code("c")]
    #expect(
      try box("Mind `a b` and `c`", "<p>x</p>")
        == .callout(Callout(kind: "note", title: title, [.text("x")])))
    #expect(
      try box("Mind `a b` and `c`", "")
        == .callout(Callout(kind: "note", [.paragraph(Paragraph(title))])))
    #expect(
      try box("One ` alone", "<p>x</p>")
        == .callout(Callout(kind: "note", title: [.text("One ` alone")], [.text("x")])))
  }

  @Test func theOlderSchemaIsRead() throws {
    let deck = try built(
      """
      date = "2025-07-20"
      [title]
      type = "Text"
      text = "Old"
      [[slides]]
      kind = "Cover"
      style = []
      [slides.title]
      type = "Empty"
      [slides.body]
      type = "Text"
      text = "One\\n\\nTwo"
      """
    ).value.deck
    #expect(deck.metadata.title == "Old")
    #expect(deck.slides[0].steps[0].blocks == [.text("One"), .text("Two")])
  }

  @Test func titlesThatOnlyResembleCountersAreKept() throws {
    let deck = try built(
      "[[slides]]\nkind = \"Part\"\ntitle = \"2. Two\"\n[[slides]]\nkind = \"Part\"\ntitle = \"x\""
    ).value.deck
    #expect(deck.slides.map(\.counter) == ["", ""])
    #expect(deck.slides.map(\.titleText) == ["2. Two", "x"])
  }

  @Test func errorsHaveLocations() {
    func reported(_ text: String, _ name: String = "x.toml") -> [String] {
      do {
        return try built(text, name).warnings.map(\.line)
      } catch let failure as Failure {
        return failure.diagnostics.map(\.line)
      } catch { return ["\(error)"] }
    }
    #expect(reported("") == ["x.toml: no slides found in this file"])
    #expect(
      reported("[[slides]]\nkind = \"Cover\"\n[[slides]]\nkind = \"Slide\"\n[[slides]]\n") == [
        "x.toml:4:8: a slide's \"kind\" is \"Cover\", \"Part\" or \"Standard\"",
        "x.toml:5:1: a slide's \"kind\" is \"Cover\", \"Part\" or \"Standard\"",
      ])
    #expect(reported("a = 1\na = 2") == ["x.toml:2:1: \"a\" is defined twice"])
    #expect(reported("{\"slides\": [}", "x.json").first?.hasPrefix("x.json:1:13: ") == true)
    #expect(
      reported("{\"slides\": [{}]}", "x.json")
        == ["x.json: slides[0]: a slide's \"kind\" is \"Cover\", \"Part\" or \"Standard\""])
    #expect(reported("slides: [", "x.yaml").first?.hasPrefix("x.yaml:") == true)
    #expect(
      reported("a: &a [1]\nslides: [*a]", "x.yml") == ["x.yml:1: anchors are not read in a deck"])
    #expect(
      reported("a: |\n  x &y\nb: 'x &y'\nc: x & y\n", "x.yml")
        == ["x.yml: no slides found in this file"])
    let deep = String(repeating: "[", count: 100_000)
    #expect(reported("a = " + deep).count == 1)
    #expect(reported(deep, "x.json").count == 1)
    #expect(reported(deep, "x.yaml").count == 1)
  }

  @Test(.enabled(if: Shared.isPresent), arguments: Shared.files(in: "talks", suffix: ".toml"))
  func everyBuiltDeckIsRead(path: String) throws {
    let name = path.split(separator: "/").last ?? ""
    guard !["bacon.toml", "mise.toml", "toboggan.toml"].contains(name) else { return }
    let read = try TalkReader.read(built: NamedBytes(path, try Shared.bytes(path)))
    #expect(read.value.deck.slides.count >= 8)
    #expect(read.warnings.allSatisfy { $0.severity < .error })
  }

  @Test(.enabled(if: Shared.isPresent)) func theGuideEqualsItsBuiltDeck() throws {
    let folder = try sharedTalk("talks/toboggan-guide/slides").value.deck
    let path = "talks/toboggan-guide/toboggan-guide.toml"
    let built = try TalkReader.read(built: NamedBytes(path, try Shared.bytes(path))).value.deck
    #expect(folder.slides.map(\.titleText) == built.slides.map(\.titleText))
    #expect(folder.slides.map(\.counter) == built.slides.map(\.counter))
    #expect(folder.slides.map(\.kind) == built.slides.map(\.kind))
    #expect(folder.slides.map(\.steps.count) == built.slides.map(\.steps.count))
    #expect(folder.slides.map(\.hiddenIn) == built.slides.map(\.hiddenIn))
    #expect(folder.slides.map(\.classes) == built.slides.map(\.classes))
    #expect(folder.slides.map(\.declarations) == built.slides.map(\.declarations))
    #expect(folder.slides.map(\.notes) == built.slides.map(\.notes))
    #expect(folder.footer == built.footer)
    #expect(folder.metadata == built.metadata)
    // All but what the built deck has otherwise: code in a box's title as its text, terminals in
    // another folder, formulas and diagrams as drawings.
    let others = ["1.2", "2.3", "2.6", "2.7", "5.4"]
    for (slide, other) in zip(folder.slides, built.slides) where !others.contains(slide.counter) {
      #expect(slide.steps.map(\.blocks) == other.steps.map(\.blocks), "\(slide.titleText)")
    }
  }

  @Test func unreadPartsOfADeckAreReported() throws {
    let read = try built(
      """
      {"title": "T", "theme": "dark", "slides": [
        {"kind": "Standard", "title": {"type": "Text", "text": "A"}, "image": "a.png",
         "body": {"type": "Grid", "cells": [{"type": "Text", "text": "x"}]},
         "note": {"type": "Text", "text": "said"}},
        {"kind": "Standard", "title": 7, "body": ["x"], "notes": {"type": "Empty"}, "image": "b.png"},
        {"kind": "Standard", "title": "C", "body": null, "notes": {"type": "Html", "raw": ""}}]}
      """, "x.json")
    #expect(read.value.deck.slides.count == 3)
    #expect(
      read.warnings.map(\.line) == [
        "x.json: theme: warning: the key \"theme\" of the talk is not read",
        "x.json: slides[0].image: warning: the key \"image\" of slides is not read (2 times)",
        "x.json: slides[0].note: warning: the key \"note\" of slides is not read",
        "x.json: slides[0].body: warning: the body of this slide is of the type \"Grid\" and is skipped",
        "x.json: slides[1].title: warning: the title of this slide is a number and is skipped",
        "x.json: slides[1].body: warning: the body of this slide is a list and is skipped",
      ])
    #expect(read.warnings[2].hints == ["did you mean \"notes\"?"])
    #expect(try built(toml).warnings.isEmpty)
  }
}
