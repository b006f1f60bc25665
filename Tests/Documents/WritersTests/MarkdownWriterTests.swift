// SPDX-License-Identifier: MIT
// Part of Platen: tests of documents as Markdown.

import Diagnostics
import Documents
import Foundation
import Readers
import TestSupport
import Testing
import Writers

struct MarkdownWriterTests {
  static func text(
    _ document: Document, _ writer: MarkdownWriter = MarkdownWriter(hasFrontMatter: false)
  ) throws -> (text: String, warnings: [Diagnostic]) {
    var bytes: [UInt8] = []
    let warnings = try writer.writeDocument(document) { bytes.append(contentsOf: $0) }
    return (String(decoding: bytes, as: UTF8.self), warnings)
  }

  private func blocks(_ blocks: Block...) throws -> String {
    try Self.text(Document(blocks: blocks)).text
  }

  private func inlines(_ inlines: Inline...) throws -> String {
    try Self.text(Document(blocks: [.paragraph(Paragraph(inlines))])).text
  }

  @Test func writesEveryBlock() throws {
    let (text, warnings) = try Self.text(FormSamples.book, MarkdownWriter())
    #expect(text == Self.expectedBook)
    #expect(
      Set(warnings.map(\.code.rawValue)) == [
        "markdown.small-caps", "markdown.direction", "markdown.page-breaks",
        "markdown.number-styles", "markdown.spans", "markdown.images", "markdown.widths",
      ])
  }

  @Test func escapesWhatWouldBeMarkup() throws {
    #expect(try inlines(.text("# no heading")) == "\\# no heading\n")
    #expect(try inlines(.text("1. no list")) == "1\\. no list\n")
    #expect(try inlines(.text("- no list")) == "\\- no list\n")
    #expect(
      try inlines(.text("a_b_c _d_ *e* `f` [g](h) <i> ~j~ &amp; & \\k"))
        == "a\\_b\\_c \\_d\\_ \\*e\\* \\`f\\` \\[g\\](h) \\<i> \\~j\\~ \\&amp; & \\\\k\n")
    #expect(
      try inlines(.text("see http://e.org or www.e.org")) == "see http\\://e.org or www\\.e.org\n")
    #expect(
      try inlines(.text("wow!"), .link(Link("https://e.org", [.text("x")])))
        == "wow\\![x](https://e.org)\n")
    #expect(try inlines(.text("a"), .lineBreak, .text("=== b"), .lineBreak) == "a\\\n\\=== b\n")
    #expect(try blocks(.heading(Heading(2, [.text("C#")]))) == "## C\\#\n")
    #expect(
      try inlines(.code("a`b"), .text(" "), .code("`"), .text(" "), .code(" x "))
        == "``a`b`` `` ` `` `  x  `\n")
  }

  @Test func emphasisWorksBesideAnything() throws {
    #expect(try inlines(.text("a"), .emphasis([.text("b")]), .text("c")) == "a*b*c\n")
    #expect(try inlines(.text("a"), .emphasis([.text("“b”")]), .text("c")) == "&#97;*“b”*&#99;\n")
    #expect(try inlines(.emphasis([.text(" a ")])) == "*&#32;a&#32;*\n")
    #expect(
      try inlines(.emphasis([.text("a")]), .strong([.text("b")]), .text("c")) == "*a*__b__&#99;\n")
    #expect(try inlines(.emphasis([.strong([.text("a")]), .text(" b")])) == "*__a__ b*\n")
    #expect(try inlines(.text("x"), .emphasis([]), .text("y")) == "xy\n")
  }

  @Test func nestsBlocks() throws {
    let list = Block.list(
      List(
        .bullet,
        [
          .init([.text("a"), .code(CodeBlock("x\n\ny"))]),
          .init([.quote(Quote([.text("q")])), .text("after")]), .init([]),
        ]))
    #expect(try blocks(list) == "- a\n  ```\n  x\n\n  y\n  ```\n- > q\n\n  after\n-\n")
  }

  /// The end of a player's words, where the story continues, is visible.
  @Test func whatSomebodySaysIsAQuoteUnderTheName() throws {
    func speech(_ blocks: Block...) -> Block {
      .division(
        Division([.text("Odo Reed", .classes("speaker"))] + blocks, .classes("player")))
    }
    let text = try blocks(
      .division(
        Division(
          [.text("It rains."), speech(.text("I wait."), .text("And sleep.")), speech()],
          .classes("scene"))),
      .text("It stops."))
    let name = "**Odo Reed**"
    #expect(
      text == """
        It rains.

        > \(name)
        >
        > I wait.
        >
        > And sleep.

        > \(name)

        It stops.

        """)
  }

  @Test func keepsListsApart() throws {
    let list = Block.list(List(.bullet, [.init([.text("a")])]))
    let numbered = Block.list(List(.ordered(start: 2, style: .decimal), [.init([.text("b")])]))
    #expect(
      try blocks(list, list, list, numbered, numbered)
        == "- a\n\n+ a\n\n- a\n\n2. b\n\n2) b\n")
  }

  @Test func tablesTakeWhatTheyCan() throws {
    let table = Block.table(
      Table(
        columns: [.init(), .init(.end)],
        body: [
          .init([.init([Block.text("a|b"), Block.text("c")]), .init([.code("x|y")])]),
          .init([.init([.text("wide")], columns: 2)]),
        ]))
    let (text, warnings) = try Self.text(Document(blocks: [table]))
    #expect(text == "|  |  |\n| --- | --: |\n| a\\|b<br>c | `x\\|y` |\n| wide |  |\n")
    #expect(
      Set(warnings.map(\.code.rawValue)) == [
        "markdown.heads", "markdown.cell-blocks", "markdown.spans",
      ])
  }

  @Test func frontMatterIsYAML() throws {
    var document = Document()
    document.metadata = Metadata(
      title: "A \"title\": \\ yes\n- no", authors: ["- A", "# B"], language: "he",
      direction: .rightToLeft)
    let text = try Self.text(document, MarkdownWriter()).text
    #expect(
      text == """
        ---
        title: "A \\"title\\": \\\\ yes\\u000a- no"
        lang: "he"
        dir: "rtl"
        author:
          - "- A"
          - "# B"
        ---


        """)
  }

  @Test func slugsAreGitHubs() throws {
    let titles = ["Scene #1: The “Key”", "A - B_c", "Über Élan", "Same", "same", "Same"]
    var blocks: [Block] = [.contents(Contents(depth: 1))]
    blocks += titles.map { .heading(Heading(1, [.text($0)])) }
    let text = try Self.text(Document(blocks: blocks)).text
    let slugs = text.split(separator: "\n").prefix(6).map { $0.split(separator: "(#").last ?? "" }
    #expect(
      slugs == ["scene-1-the-key)", "a---b_c)", "über-élan)", "same)", "same-1)", "same-2)"])
  }

  @Test func picturesThatAreNotInTheFileAreNamed() throws {
    let picture = Resource(
      name: "a map.png", mediaType: "image/png", width: 1, height: 1, bytes: FormSamples.pixel)
    let image = Image("a map.png", alternative: "A map")
    let document = Document(
      blocks: [.figure(Figure(image)), .figure(Figure(image))], resources: [picture])
    let warnings = try Self.text(document).warnings
    #expect(
      warnings.map(\.message)
        == ["images are referenced by the file and not contained in it: a map.png"])
    #expect(warnings.first?.hints == ["HTML, EPUB, DOCX and PDF contain their images"])
  }

  /// No link leads to a file that does not exist.
  @Test func imagesThatAreNowhereAreTheirDescriptions() throws {
    func picture(_ name: String) -> Resource {
      Resource(name: name, mediaType: "image/png", width: 1, height: 1, bytes: FormSamples.pixel)
    }
    let document = Document(
      blocks: [
        .figure(Figure(Image("a.png", alternative: "A map"))),
        .figure(Figure(Image("b.png", alternative: ""))),
        .figure(Figure(Image("b.png", alternative: ""), caption: [.text("Below")])),
      ], resources: [picture("a.png"), picture("b.png")])
    let (text, warnings) = try Self.text(
      document, MarkdownWriter(hasFrontMatter: false, pictureFolder: nil))
    #expect(text == "\\[A map\\]\n\nBelow\n")
    #expect(warnings.map(\.message) == ["images are shown as their descriptions: a.png"])
  }

  @Test func controlCharactersAreCounted() throws {
    let (text, warnings) = try Self.text(Document(blocks: [.text("a\u{1}b\u{0}c\nd")]))
    #expect(text == "a\u{FFFD}b\u{FFFD}c d\n")
    #expect(warnings.map(\.message) == ["a control character is shown as U+FFFD (2 times)"])
  }

  // MARK: Read back

  /// The result of GitHub's own reader.
  private func readBack(_ text: String) throws -> FormStructure { try html(of: text).structure }

  private func html(of text: String) throws -> Markup {
    let scratch = try Scratch()
    let html = try Program("cmark-gfm").bytes(
      ["--unsafe"]
        + ["footnotes", "table", "strikethrough", "autolink", "tasklist"].flatMap { ["-e", $0] }
        + [scratch.write(text, to: "text.md")])
    let body = Array("<body>".utf8) + html + Array("</body>".utf8)
    return try Markup.parse(body, isLenient: true)
  }

  static let hasReader = Program.isThere("cmark-gfm")

  /// Emphasis of every sort beside and within texts of every sort of character.
  static func emphases(seed: UInt64) -> Document {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % bound
    }
    let texts = [
      "a", " b", "c ", " ", "“d”", ".", "e.", "(f", "*", "_", "\\", "`", "~~", "😀", "é", "1", "&",
      "!",
      "<b>", "# g", "- h", "1. i", "|", "[j]", "k_l", "=", ">", "&lt;", "~", "http://m.n", "…", "$",
    ]
    func inline(_ depth: Int) -> Inline {
      switch depth > 2 ? 0 : next(10) {
      case 0...4: .text(texts[next(texts.count)])
      case 5, 6: .emphasis(inlines(depth + 1))
      case 7: .strong(inlines(depth + 1))
      case 8: .strikethrough(inlines(depth + 1))
      default: .code(texts[next(texts.count)])
      }
    }
    func inlines(_ depth: Int) -> [Inline] { (0..<1 + next(4)).map { _ in inline(depth) } }
    return Document(
      blocks: (0..<200).map { _ in .paragraph(Paragraph([.text("x")] + inlines(0) + [.text("y")])) }
    )
  }

  @Test(.enabled(if: hasReader), arguments: 1...12)
  func emphasesReadBackAsTheyWere(seed: UInt64) throws {
    var texts: [String] = []
    var expected: [String] = []
    var isWhole: [Bool] = []
    for block in Self.emphases(seed: seed).blocks {
      let document = Document(blocks: [block])
      let (text, warnings) = try Self.text(document)
      texts.append(text)
      expected.append(document.structure(.markdown).text)
      isWhole.append(warnings.isEmpty)
    }
    let found = try readBack(texts.joined(separator: "\n")).lines
    try #require(found.count == expected.count)
    // Blanks at the ends of code may be taken off, and code beside code is one.
    func comparable(_ line: String, marks: Bool) -> String {
      var line = line.filter { $0 != " " }.replacing("⟨/code⟩⟨code⟩", with: "")
      if marks { return line }
      for mark in ["em", "strong", "s"] {
        line = line.replacing("⟨\(mark)⟩", with: "").replacing("⟨/\(mark)⟩", with: "")
      }
      return line.replacing("⟨/code⟩⟨code⟩", with: "")
    }
    for at in expected.indices {
      // Where emphases were too many to be told apart, the words are still the same.
      let (a, b) = (
        comparable(found[at], marks: isWhole[at]), comparable(expected[at], marks: isWhole[at])
      )
      #expect(a == b, "\(texts[at])")
    }
    #expect(isWhole.filter { $0 }.count > 80)
  }

  /// Blocks of every sort within one another.
  static func blocks(seed: UInt64) -> Document {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % bound
    }
    let texts = [
      "a", "- b", "1. c", "# d", "> e", "```", "***", "| f | g |", "--- | ---", "    h", "[i]: j",
      "===",
      "<div>", "+", "2)", "[^1]: k", "l\\", "[ ] m", "&#35;", "~~~",
    ]
    func paragraph() -> Block {
      var inlines: [Inline] = [.text(texts[next(texts.count)])]
      while next(3) == 0 { inlines += [.lineBreak, .text(texts[next(texts.count)])] }
      return .paragraph(Paragraph(inlines))
    }
    func items(_ depth: Int) -> [List.Item] {
      (0..<1 + next(3)).map { _ in
        next(9) == 0 ? List.Item([]) : List.Item(blocks(depth + 1, count: 1 + next(3)))
      }
    }
    func block(_ depth: Int) -> Block {
      switch depth > 3 ? next(4) : next(12) {
      case 0...2: return paragraph()
      case 3: return .code(CodeBlock(next(2) == 0 ? "x\n\n  y```" : "- z\n", language: "c"))
      case 4, 5: return .list(List(.bullet, items(depth), isTight: next(2) == 0))
      case 6, 7:
        return .list(
          List(.ordered(start: next(20), style: .decimal), items(depth), isTight: next(2) == 0))
      case 8: return .quote(Quote(blocks(depth + 1, count: 1 + next(3))))
      case 9: return .heading(Heading(1 + next(6), [.text(texts[next(texts.count)])]))
      case 10: return .rule(.none)
      default:
        func row() -> Table.Row {
          .init((0..<2).map { _ in Table.Cell([Inline.text(texts[next(texts.count)])]) })
        }
        return .table(
          Table(
            columns: [.init(), .init()], head: [row()], body: (0..<1 + next(3)).map { _ in row() }))
      }
    }
    func blocks(_ depth: Int, count: Int) -> [Block] { (0..<count).map { _ in block(depth) } }
    return Document(blocks: blocks(0, count: 60))
  }

  @Test(.enabled(if: hasReader), arguments: 1...40)
  func blocksReadBackAsTheyWere(seed: UInt64) throws {
    let document = Self.blocks(seed: seed)
    let (text, warnings) = try Self.text(document)
    #expect(warnings.isEmpty)
    let found = try readBack(text).lines
    let expected = document.structure(.markdown).lines
    if found != expected {
      let at = zip(found, expected).prefix { $0 == $1 }.count
      let near = max(0, at - 8)
      Issue.record(
        """
        \(found.dropFirst(near).prefix(14).joined(separator: "\n"))
        instead of
        \(expected.dropFirst(near).prefix(14).joined(separator: "\n"))
        """)
    }
  }

  @Test(arguments: 1...40)
  func ourOwnReaderReadsBlocksTheSame(seed: UInt64) throws {
    try readWithOurs(Self.blocks(seed: seed))
  }

  @Test(arguments: [FormSamples.arabic, FormSamples.long(scenes: 5)])
  func ourOwnReaderReadsTheSame(document: Document) throws { try readWithOurs(document) }

  private func readWithOurs(_ document: Document) throws {
    var document = document
    document.blocks.removeAll { if case .contents = $0 { true } else { false } }
    document.metadata.title = ""
    let (text, _) = try Self.text(document)
    var reader = MarkdownReader()
    let found = Document(blocks: reader.blocks(of: text)).structure(.markdown)
    #expect(found.text == document.structure(.markdown).text)
    #expect(reader.tally == MarkdownReader.Tally())
  }

  @Test(.enabled(if: hasReader)) func nothingHostileGetsThrough() throws {
    let (text, warnings) = try Self.text(FormSamples.hostile)
    let body = try html(of: text)
    #expect(body.all("script").isEmpty && body.all("b").isEmpty)
    for link in body.all("a") {
      let address = link.attributes["href"] ?? "#"
      #expect(address.hasPrefix("#") || address.hasPrefix("https://e"), "\(address)")
    }
    let codes = Set(warnings.map(\.code.rawValue))
    #expect(
      codes.isSuperset(of: [
        "markdown.link", "markdown.nested-link", "markdown.image-file", "markdown.reference",
        "markdown.control-characters",
      ]))
  }

  @Test(.enabled(if: hasReader), arguments: [FormSamples.arabic, FormSamples.long(scenes: 20)])
  func readsBackAsTheSame(document: Document) throws {
    var document = document
    document.blocks.removeAll { if case .contents = $0 { true } else { false } }
    document.metadata.title = ""
    let (text, _) = try Self.text(document)
    #expect(try readBack(text).text == document.structure(.markdown).text)
  }

  @Test(.enabled(if: hasReader)) func bookReadsBackAsTheSame() throws {
    var document = FormSamples.book
    document.metadata.title = ""
    // What Markdown has no words for is not in it; the rest comes back as it was.
    document.blocks.removeAll {
      switch $0 {
      case .contents, .index, .table: true
      default: false
      }
    }
    let (text, _) = try Self.text(document)
    let found = try readBack(text).lines.map { $0.replacing("[!NOTE] ", with: "") }
    #expect(found.joined(separator: "\n") == document.structure(.markdown).text)
  }

  static let expectedBook = """
    ---
    title: "The Ashen Ford"
    subtitle: "A campaign log"
    date: "2026-01-02"
    lang: "en"
    subject: "Campaign"
    description: "What happened at the ford."
    publisher: "Platen"
    rights: "CC BY 4.0"
    author:
      - "Table Seven"
      - "N. Ilse"
    keywords:
      - "ford"
      - "toll"
    ---

    **Contents**

    - [The Ashen Ford](#the-ashen-ford)
      - [Scene #1: Under moonlight](#scene-1-under-moonlight)
    - [Characters](#characters)
    - [Names](#names)

    # The Ashen Ford

    The old road bends past a ruined tower where crows gather, and the wind carries *ash* from **distant fires**, while Captain Ilse counts torches along a broken wall. Every traveller who crosses the ford must pay a silver coin to the masked ferryman[^1], who asks for ~~two~~ one, in the year mcdxcii of the `DR` count.

    “You will cross,” she said, “or you will burn; the fire does not ask.”

    ## Scene #1: Under moonlight

    I look for tracks on the far bank.

    > **Dice**
    >
    > - Perception: 1d20 + 5 = 17 against 15, success
    > - Stealth: 1d20 + 2 = 9 against 12, failure

    The mud keeps three prints, and none of them is a boot.

    > **What to do?**
    >
    > 3. **Follow the tracks** (high)
    >
    > 4. Wake the camp

    ***

    Water is H<sub>2</sub>O; the 2<sup>nd</sup> coin is owed.\\
    See [the first chapter](#the-ashen-ford), page [1](#scene-1-under-moonlight) or [the map](https://example.org/a?b=c&d=%22e%22). السلام عليكم

    Who rolled what

    | Who | Roll | Result |
    | --- | :-: | --: |
    | **Ilse** | d20+3 | 17 |
    | **Maëlle** | d20 | 4 |
    |  | d6 | *6* |

    ![A map of the ford](map.png)

    The ford from the north

    > Every coin is a debt.
    >
    > — The ferryman

    > A quote of nobody.

    ```swift
    let toll = 1
    print(toll < 2)
    ```

    # Characters

    - **Race**: Half-elf
    - **Class**: Ranger
    - **Hit points**: 23 of 31

    + [x] Rope
      1. hemp
      2. silk
    + [ ] Lantern

    > [!NOTE]
    > The ferry does not run at night,
    >
    > nor on feast days.

    ## Unlisted

    Inline ![small map](map.png) and a mark.

    # Names

    - Ærika: [Characters](#characters)
    - Ilse: [The Ashen Ford](#the-ashen-ford)

    [^1]: He never speaks, but always remembers a face.

    """
}
