// SPDX-License-Identifier: MIT
// Part of Platen: what talks write beyond GitHub's Markdown.

import Diagnostics
import Documents
import Testing

@testable import Talks

/// The inlines of a slide of one paragraph.
private func line(_ markdown: String) throws -> [Inline] {
  guard case .paragraph(let paragraph)? = try blocks(markdown).first else { return [] }
  return paragraph.inlines
}

private func span(_ name: String, _ inlines: [Inline]) -> Inline {
  .span(Span(inlines, .classes(name)))
}

@Suite struct DialectTests {
  @Test func markupOfInlines() throws {
    #expect(
      try line("a ==b **c**== d")
        == [.text("a "), span("mark", [.text("b "), .strong([.text("c")])]), .text(" d")])
    #expect(
      try line("x^2^ H~2~O ~~gone~~")
        == [
          .text("x"), .superscript([.text("2")]), .text(" H"), .subscript([.text("2")]),
          .text("O "), .strikethrough([.text("gone")]),
        ])
    #expect(try line("||hidden||") == [span("spoiler", [.text("hidden")])])
    #expect(try line("a == b, c = d, ~ e, 2 ^ 3") == [.text("a == b, c = d, ~ e, 2 ^ 3")])
    #expect(try line("\\==a\\== `==b==`") == [.text("==a== "), .code("==b==")])
    #expect(try line("===a===") == [.text("===a===")])
  }

  @Test func mathKeepsItsSource() throws {
    #expect(
      try line("so $a_1 * b_1 < \\{c\\}$ it is")
        == [.text("so "), span("math", [.code("a_1 * b_1 < \\{c\\}")]), .text(" it is")])
    #expect(try line("costs $5 or $6") == [.text("costs $5 or $6")])
    #expect(try line("$ a $ \\$b$ $$$c$$$") == [.text("$ a $ $b$ $$$c$$$")])
    #expect(try line("`$a$`") == [.code("$a$")])
    #expect(
      try blocks("$$\n\\frac{a}{b} \\\\\nc\n$$")
        == [.code(CodeBlock("\\frac{a}{b} \\\\\nc", language: "math"))])
    #expect(
      try line("so $$x$$ stands")
        == [
          .text("so "), .span(Span([.code("x")], .classes("math", "display"))), .text(" stands"),
        ])
    #expect(try blocks("| a |\n|---|\n| $x_1$ |\n").map(\.kind) == ["table"])
  }

  @Test(arguments: ["note", "tip", "important", "warning", "caution"])
  func alertsBecomeBoxes(kind: String) throws {
    let sign = "[!\(kind.uppercased())]"
    #expect(
      try blocks("> \(sign)\n> Some *words*.\n>\n> More")
        == [
          .callout(
            Callout(
              kind: kind,
              [
                .paragraph(
                  Paragraph([.text("Some "), .emphasis([.text("words")]), .text(".")])),
                .text("More"),
              ]))
        ])
    #expect(
      try blocks("> \(sign) A `title`\n> Words")
        == [
          .callout(
            Callout(kind: kind, title: [.text("A "), .code("title")], [.text("Words")]))
        ])
    #expect(
      try blocks("> \(sign) All there is")
        == [.callout(Callout(kind: kind, [.text("All there is")]))])
  }

  @Test func otherQuotesRemainQuotes() throws {
    #expect(try blocks("> [!DANGER]\n> x").map(\.kind) == ["quote"])
    #expect(try blocks("> [x] y").map(\.kind) == ["quote"])
  }

  @Test func tasksHaveAState() throws {
    guard case .list(let list)? = try blocks("- [x] a\n- [ ] b\n- c\n  1. d\n").first else {
      Issue.record("no list")
      return
    }
    #expect(list.items.map(\.isDone) == [true, false, nil])
    #expect(list.items[0].blocks == [.text("a")])
    #expect(list.isTight)
    #expect(list.items[2].blocks.map(\.kind) == ["paragraph", "list"])
  }

  @Test func footnotesAreAtTheirReferences() throws {
    let slide = try talk([
      "a.md": "One[^1].\n\n<!-- pause -->\n\nTwo[^b].\n\n[^1]: Uno\n[^b]: Dos *x*"
    ])
    .value.deck.slides[0]
    #expect(
      slide.steps.map(\.blocks) == [
        [.paragraph(Paragraph([.text("One"), .footnote([.text("Uno")]), .text(".")]))],
        [
          .paragraph(
            Paragraph([
              .text("Two"),
              .footnote([.paragraph(Paragraph([.text("Dos "), .emphasis([.text("x")])]))]),
              .text("."),
            ]))
        ],
      ])
  }

  @Test func descriptionListsBecomePairs() throws {
    #expect(
      try blocks("Before\n\nTerm *a*\n\n: What it is\n\n: And more\n\nTerm b\n\n: Other\n\nAfter")
        == [
          .text("Before"),
          .keyValues(
            KeyValues([
              KeyValues.Pair(
                [.text("Term "), .emphasis([.text("a")])],
                [.text("What it is"), .lineBreak, .text("And more")]),
              KeyValues.Pair("Term b", "Other"),
            ])), .text("After"),
        ])
  }

  @Test func diagramsKeepTheirOptions() throws {
    #expect(
      try blocks("```mermaid:theme=dark, width=38%,alt=One, two = three\nflowchart\n```")
        == [
          .code(
            CodeBlock(
              "flowchart", language: "mermaid",
              Attributes(pairs: [
                .init("theme", "dark"), .init("width", "38%"), .init("alt", "One, two = three"),
              ])))
        ])
    #expect(
      try blocks("```rust ignore\n  x\n\n\ty\n```")
        == [.code(CodeBlock("  x\n\n\ty", language: "rust"))])
  }
}
