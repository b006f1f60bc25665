// SPDX-License-Identifier: MIT
// Part of Platen: Markdown that reads back as what was written.

import Diagnostics
import Documents
import Testing
import Writers

private func markdown(
  _ document: Document, _ options: MarkdownWriter.Options = .init()
) throws -> (text: String, warnings: [Diagnostic]) {
  var bytes: [UInt8] = []
  let warnings = try MarkdownWriter(options: options).write(document) { bytes += $0 }
  return (String(decoding: bytes, as: UTF8.self), warnings)
}

private func markdown(_ blocks: [Block]) throws -> String {
  try markdown(Document(blocks: blocks), .init(hasFrontMatter: false)).text
}

private func markdown(_ inlines: [Inline]) throws -> String {
  try markdown([.paragraph(Paragraph(inlines))])
}

@Suite struct MarkdownWriterTests {
  @Test(arguments: [
    ("a*b_c_d", "a\\*b_c_d"), ("_a_ [b] <c> `d`", "\\_a\\_ \\[b\\] \\<c> \\`d\\`"),
    ("AT&T & &amp; &#1;", "AT\\&T & \\&amp; \\&#1;"), ("a ~ b ~~c~~", "a ~ b \\~\\~c\\~\\~"),
    ("# no", "\\# no"), ("1. no", "1\\. no"), ("12) no", "12\\) no"), ("- no", "\\- no"),
    ("> no", "\\> no"), ("+ no", "\\+ no"), ("=== no", "\\=== no"), ("| no |", "\\| no |"),
    ("1.5 no", "1\\.5 no"), ("1234567890. no", "1234567890. no"), ("C:\\x", "C:\\\\x"),
    ("    no code", "&nbsp;&nbsp;&nbsp;&nbsp;no code"),
  ])
  func wordsStayWords(_ words: String, _ written: String) throws {
    #expect(try markdown([Inline.text(words)]) == written + "\n")
  }

  @Test func marksTakeNoBlanks() throws {
    #expect(
      try markdown([.text("a"), .emphasis([.text(" b ")]), .strong([.text(" ")]), .text("c")])
        == "a *b*  c\n")
  }

  @Test func codeHasFencesLongEnough() throws {
    #expect(try markdown([Inline.code("a `b` ``c``")]) == "``` a `b` ``c`` ```\n")
    #expect(
      try markdown([Block.code(CodeBlock("```\nx\n```", language: "md"))])
        == "````md\n```\nx\n```\n````\n")
    #expect(try markdown([Inline.code("plain")]) == "`plain`\n")
  }

  @Test func listsKeepApart() throws {
    let list = Block.list(List(.bullet, [.init([.text("a")]), .init([.text("b")], isDone: true)]))
    #expect(try markdown([list, list]) == "- a\n- [x] b\n\n<!-- -->\n\n- a\n- [x] b\n")
  }

  @Test func tablesArePipes() throws {
    let table = Table(
      columns: [.init(), .init(.end)], head: [.init([.init([.text("a|b")]), .init([.text("c")])])],
      body: [
        .init([.init([.code("x|y")]), .init([.text("1"), .lineBreak, .text("2")])]),
        .init([.init([.text("wide")], columns: 2, rows: 1)]),
      ])
    #expect(
      try markdown([.table(table)])
        == "| a\\|b | c |\n| --- | --: |\n| `x\\|y` | 1<br>2 |\n| wide | |\n")
  }

  @Test func frontMatterIsQuoted() throws {
    let document = Document(
      metadata: Metadata(title: "A \"b\": c", authors: ["x", "y"], language: ""), blocks: [])
    #expect(
      try markdown(document).text == "---\ntitle: \"A \\\"b\\\": c\"\nauthor: [\"x\", \"y\"]\n---\n"
    )
  }

  @Test func onlyWhatIsPointedAtHasAnchors() throws {
    let made = try markdown([
      .heading(Heading(1, [.text("One #")], .id("one"))),
      .heading(Heading(2, [.text("Two")], .id("two"))),
      .paragraph(Paragraph([.reference(Reference(to: "two", [.text("see")]))])),
    ])
    #expect(made == "# One \\#\n\n<a id=\"two\"></a>\n\n## Two\n\n[see](#two)\n")
  }

  @Test func theSampleSaysWhatItLoses() throws {
    let (text, warnings) = try markdown(Sample.document)
    #expect(text.contains("## Scene #1\n") && text.contains("![A red square](dot.png)"))
    #expect(text.contains("[^1]: The note, with [a link](https://example.org/)\n    - and a list"))
    #expect(
      Set(warnings.map(\.code.rawValue)) == [
        "markdown.forbidden-characters", "markdown.page-break", "markdown.small-caps",
        "markdown.language", "markdown.numbering", "markdown.spans", "markdown.cells",
      ])
  }
}
