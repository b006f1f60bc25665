// SPDX-License-Identifier: MIT
// Part of Platen: Markdown read with the parser and without it.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Readers

@Suite struct MarkdownTests {
  private func read(
    _ text: String, _ change: (inout MarkdownReader.Options) -> Void = { _ in }
  ) -> (blocks: [Block], tally: MarkdownReader.Tally) {
    var options = MarkdownReader.Options()
    change(&options)
    var reader = MarkdownReader(options: options)
    return (reader.blocks(of: text), reader.tally)
  }

  @Test func plainTextNeedsNoParser() {
    #expect(
      read("One  line\nand another  \nend. ").blocks == [
        .paragraph(
          Paragraph([.text("One line and another"), .lineBreak, .text("end.")]))
      ])
    let hard = read("HP: 10/10 | AC: 14\nGold: 3") { $0.hardLineBreaks = true }
    #expect(
      hard.blocks == [
        .paragraph(
          Paragraph([.text("HP: 10/10 | AC: 14"), .lineBreak, .text("Gold: 3")]))
      ])
  }

  /// Texts of words, blanks, line ends and everything Markdown knows, put together at random.
  @Test(arguments: 0..<40) func bothParsersGiveTheSameResult(seed: Int) {
    var dice = RandomNumbers(UInt64(seed))
    let pieces = [
      "word", "Sir", "10/10", " ", " ", " ", "  ", "\n", "\n", "\n\n", "\n\n\n", ".", ",", "\"",
      "*", "**", "_", "`", "```\n", "~~", "# ", "- ", "1. ", "2) ", "> ", "    ", "\t", "|",
      "---\n",
      "===\n", "\n\n## ", "\n\n# Sir word\n\n", "[x](http://a.b)", "[", "]", "[^1]", "[^1]: note",
      "<b>", "<!-- ", "&amp;", "&",
      "www.",
      "www.a.com", "http://a.b", "a@b.co", ":", "!", "\\", "é", "—", "😀", "\n \n",
      "|a|b|\n|-|-|\n|1|2|\n",
      "- [x] ", "+ ", "\u{A0}", ":-\n", "[a]: http://c.d\n",
    ]
    for _ in 0..<150 {
      let plainness = dice.below(4)
      var text = ""
      for _ in 0..<dice.below(30) {
        // Words, words with asterisks, or everything.
        let bound = [14, 16, pieces.count, pieces.count][plainness]
        text += pieces[dice.below(bound)]
      }
      for isHard in [false, true] {
        var options = MarkdownReader.Options()
        options.hardLineBreaks = isHard
        var fast = MarkdownReader(options: options)
        var slow = MarkdownReader(options: options)
        #expect(fast.blocks(of: text) == slow.parsedBlocks(of: text), "\(text.debugDescription)")
      }
    }
  }

  /// Lists and tables of words, and nearly such, among paragraphs.
  @Test(arguments: 0..<20) func rowsGiveTheSameResult(seed: Int) {
    var dice = RandomNumbers(UInt64(seed))
    let lines = [
      "- word", "- word", "* Sir", "+ *a* b", "1. one", "2. **two**", "07) seven", "10) x", "- ",
      "-  two", "- - a", "- [x] a", "- # a", "-", "word", "  word", "  - in", "1.word", "- a |b",
      "| a | b |", "|a|b|", "| a | b |  ", "|---|---|", "|:-|-:|", "| :-: | --- |", "|-|", "| a |",
      "||", "| |", "| a || b |", "| *a* | **b c** |", "| `a` | b |", "a | b", "| a \\| b |", "---",
      "", "", "", "", "# Head", "> q", "> *a* b", ">q", "> - q", ">  q", "> a  ", "> ",
    ]
    for _ in 0..<200 {
      // Of all lines, of those of lists, of tables, or of quotes.
      let among = [0..<lines.count, 0..<8, 19..<25, 38..<47][dice.below(4)]
      var text = ""
      for _ in 0..<(1 + dice.below(8)) {
        text += lines[among.lowerBound + dice.below(among.count)] + "\n"
        if dice.below(5) == 0 { text += "\n" }
      }
      var fast = MarkdownReader()
      var slow = MarkdownReader()
      #expect(fast.blocks(of: text) == slow.parsedBlocks(of: text), "\(text.debugDescription)")
    }
  }

  /// Rows of any kind beside rows of any kind, and beside lines that may continue them.
  @Test func adjacentRowsGiveTheSameResult() {
    let pieces = [
      "- a\n- *b*", "2. a", "> q *r*", "> - q", "| a | b |\n|---|--:|\n| c | **d** |", "word",
      "  in", "- [x](y)", "# Head",
    ]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          let text = [first, second, third].joined(separator: "\n\n")
          var fast = MarkdownReader()
          var slow = MarkdownReader()
          #expect(fast.blocks(of: text) == slow.parsedBlocks(of: text), "\(text.debugDescription)")
        }
      }
    }
  }

  /// A row below the head of a table with one delimiter that is none: a paragraph, although the
  /// other delimiters are as many as the cells of the other rows.
  @Test func everyCellBelowTheHeadIsADelimiter() {
    for cell in ["---~-", "a", " ", ":", "-:-", "::"] {
      for row in ["|\(cell)|---|--:|", "|---|\(cell)|--:|", "|---|--:|\(cell)|"] {
        let text = "| a | b |\n\(row)\n| c | **d** |"
        var fast = MarkdownReader()
        var slow = MarkdownReader()
        let blocks = fast.blocks(of: text)
        #expect(blocks == slow.parsedBlocks(of: text), "\(text.debugDescription)")
        #expect(blocks.allSatisfy { if case .table = $0 { false } else { true } })
      }
    }
  }

  /// Every row of up to six of these, with asterisks wherever they may stand.
  @Test func everyShortEmphasisGivesTheSameResult() {
    let pieces = ["*", "**", "a", " ", ".", "\n", "é"]
    var rows = [""]
    for _ in 0..<6 {
      rows = rows.flatMap { row in pieces.map { row + $0 } }
      for text in rows {
        var fast = MarkdownReader()
        var slow = MarkdownReader()
        if fast.blocks(of: text) != slow.parsedBlocks(of: text) {
          Issue.record("\(text.debugDescription)")
          return
        }
      }
    }
  }

  /// White space, letters of addresses and other bytes that are looked for several at once,
  /// wherever in a line they stand.
  @Test func textsAreFoundAtEveryPosition() {
    let signs = [
      "  ", " \t", "\t", "\r", "\u{1}", "www.a.org", "w w", "ww", "Www.a.org", "*b*",
      "http://a.org", "`c`", "&amp;", "a@b.org", "é", "\u{A0} ", "~~d~~", "[e](http://f.org)",
      "\\*", "_g_",
    ]
    for sign in signs {
      for before in 0..<20 {
        for after in [0, 1, 7, 8, 9] {
          let text =
            String(repeating: "a", count: before) + sign + String(repeating: "z", count: after)
          var fast = MarkdownReader()
          var slow = MarkdownReader()
          #expect(fast.blocks(of: text) == slow.parsedBlocks(of: text), "\(text.debugDescription)")
        }
      }
    }
  }

  /// The parser has tables that all texts share; many threads come to what one comes to.
  @Test func manyThreadsReadAsOne() async {
    let texts = (0..<64).map { index in
      "~~one~~ **\(index)** www.a.org\n\n- [x] done\n- <b>tag</b>\n\n<preview>\nof *it*\n\n"
        + String(repeating: "| a | b |\n|---|--:|\n| ~~1~~ | 2 |\n\n", count: 20)
    }
    let alone = texts.map { read($0).blocks }
    await withTaskGroup(of: (Int, [Block]).self) { group in
      for round in 0..<8 {
        for (index, text) in texts.enumerated() where index % 8 == round || round < 4 {
          group.addTask {
            var reader = MarkdownReader()
            return (index, reader.blocks(of: text))
          }
        }
      }
      for await (index, blocks) in group { #expect(blocks == alone[index]) }
    }
  }

  @Test func whatGitHubAdds() throws {
    let text = """
      | Roll | Who |
      |:----:|----:|
      | 12 | **Ada** |

      - [x] done
      - [ ] open

      ~~gone~~ and a note[^1] at www.example.org

      [^1]: *small* print
      """
    let blocks = read(text).blocks
    guard case .table(let table) = blocks[0], case .list(let list) = blocks[1],
      case .paragraph(let paragraph) = blocks[2]
    else {
      Issue.record("\(blocks)")
      return
    }
    #expect(table.columns.map(\.alignment) == [.center, .end])
    #expect(table.head.count == 1 && table.body.count == 1)
    #expect(list.items.map(\.isDone) == [true, false])
    #expect(paragraph.inlines.first == .strikethrough([.text("gone")]))
    #expect(
      paragraph.inlines.contains(
        .footnote([.paragraph(Paragraph([.emphasis([.text("small")]), .text(" print")]))])))
    #expect(
      paragraph.inlines.last == .link(Link("http://www.example.org", [.text("www.example.org")])))
  }

  @Test func linksAndPicturesThatAreNot() {
    let found = read(
      "[a](javascript:alert) [b](/etc) [c](mailto:x@y.org) ![sea](http://a/b.png)")
    #expect(
      found.blocks == [
        .paragraph(
          Paragraph([
            .text("a b "), .link(Link("mailto:x@y.org", [.text("c")])), .text(" sea"),
          ]))
      ])
    #expect(found.tally.links == 2 && found.tally.images == 1)
    #expect(found.tally.warnings.map(\.code) == ["markdown.link", "markdown.image"])
  }

  @Test func hostileHTMLIsText() {
    let text = "<script>alert(1)</script>\n\n<preview>\n**bold** <b onclick=x>y</b>\n\n<!-- x -->"
    let words = read(text).blocks.map { block -> String in
      guard case .paragraph(let paragraph) = block else { return block.kind }
      return paragraph.inlines.plainText
    }
    #expect(
      words == [
        "<script>alert(1)</script>", "<preview> bold <b onclick=x>y</b>", "<!-- x -->",
      ])
    let dropped = read(text) { $0.escapesHTML = false }
    #expect(!"\(dropped.blocks)".contains("script"))
    #expect(dropped.tally.html > 0)
  }

  @Test func headingsAreShifted() {
    let blocks = read("# One\n\n##### Five") {
      $0.headingShift = 2
      $0.listsHeadings = false
    }.blocks
    #expect(
      blocks == [
        .heading(Heading(3, [.text("One")], isListed: false)),
        .heading(Heading(6, [.text("Five")], isListed: false)),
      ])
  }

  @Test(arguments: hostile.keys.sorted()) func hostileNestingIsFlattened(name: String) {
    let blocks = read(hostile[name] ?? "").blocks
    #expect(depth(of: blocks) <= 110)
  }

  /// The number of cells of a text's tables, and the other things found.
  private func cells(_ text: String) -> (count: Int, tally: MarkdownReader.Tally) {
    func count(_ blocks: [Block]) -> Int {
      blocks.reduce(0) { sum, block in
        switch block {
        case .table(let table):
          sum + (table.head + table.body).reduce(0) { $0 + $1.cells.count }
        case .quote(let quote): sum + count(quote.blocks)
        case .list(let list): sum + list.items.reduce(0) { $0 + count($1.blocks) }
        default: sum
        }
      }
    }
    let found = read(text)
    return (count(found.blocks), found.tally)
  }

  @Test(arguments: ["", "> ", "- ", "1. > "]) func rowsThatLackCellsAreCompletedWithinBounds(
    before: String
  ) {
    let inner = String(repeating: " ", count: before.count)
    let next = before.contains(">") ? before.replacing("1.", with: "  ") : inner
    for columns in [2, 10, 40, 100, 390] {
      for rows in [1, 10, 100, 2000] {
        let text =
          before + String(repeating: "a|", count: columns) + "\n" + next
          + String(repeating: "-|", count: columns) + String(repeating: "\n\(next)b", count: rows)
        let (count, tally) = cells(text)
        #expect(count <= MarkdownChunks.mostCells(of: text.utf8.count))
        #expect(count == columns * (rows + 1) || tally.length == 1)
        // What may be a table of somebody's own is one.
        if columns <= 10, rows <= 10 { #expect(count > 0) }
      }
    }
    let sparse =
      "| " + (0..<20).map { "column \($0)" }.joined(separator: " | ") + " |\n|"
      + String(repeating: "---|", count: 20) + String(repeating: "\n| x |", count: 30)
    #expect(cells(sparse).count == 20 * 31)
  }

  /// The parser looks for the end of each of these up to the paragraph's.
  @Test(arguments: ["<?", "<![CDATA[", "<!A "]) func manyInstructionsAreShownAsWritten(
    sign: String
  ) {
    #expect(read("a " + String(repeating: sign, count: 400)).tally.length == 0)
    #expect(read("a " + String(repeating: sign, count: 600)).tally.length == 1)
  }

  @Test func longParagraphsAreShownAsWritten() {
    let text = String(repeating: "__word__ ", count: 1_200_000)
    let found = read(text)
    #expect(found.tally.length == 1)
    #expect(found.blocks.count == 1)
    // Words alone may be as long as they like.
    #expect(read(String(repeating: "word ", count: 2_000_000)).tally.length == 0)
  }

  private func depth(of blocks: [Block]) -> Int {
    (blocks.map { block -> Int in
      switch block {
      case .quote(let quote): 1 + depth(of: quote.blocks)
      case .list(let list): 1 + depth(of: list.items.flatMap(\.blocks))
      case .paragraph(let paragraph): depth(of: paragraph.inlines)
      default: 0
      }
    }).max() ?? 0
  }

  private func depth(of inlines: [Inline]) -> Int {
    (inlines.map { inline -> Int in
      switch inline {
      case .emphasis(let inner), .strong(let inner), .strikethrough(let inner):
        1 + depth(of: inner)
      default: 0
      }
    }).max() ?? 0
  }
}

/// Texts made to hurt a parser of Markdown.
private let hostile: [String: String] = [
  "quotes in a line": String(repeating: "> ", count: 5000) + "deep",
  "lists in a line": String(repeating: "- ", count: 5000) + "deep",
  "lists in lines": (0..<300).map { String(repeating: "  ", count: $0) + "- x" }
    .joined(separator: "\n"),
  "quotes in lines": (0..<200).map { String(repeating: ">", count: $0) + " x" }
    .joined(separator: "\n"),
  "emphases": String(repeating: "*a **b ", count: 9000) + "end",
  "brackets": String(repeating: "[", count: 60000),
  "pictures": String(repeating: "![a](", count: 10000),
  "ticks": String(repeating: "`", count: 30000) + "x" + String(repeating: "~", count: 30000),
  "angles": String(repeating: "<", count: 60000),
  "tables of many columns": String(repeating: "|a", count: 390) + "\n"
    + String(repeating: "|-", count: 390) + String(repeating: "\n|", count: 9000),
  "pipes": String(repeating: "|", count: 60000) + "\n|-|",
  "a note within itself": "[^1]\n\n[^1]: itself [^1]",
  "instructions": "a " + String(repeating: "<?", count: 14000),
  "definitions": String(repeating: "[a]: <b\n", count: 4000),
  "underscores": String(repeating: "_a ", count: 20000),
  "addresses": String(repeating: "a@", count: 30000),
]

/// Sebastiano Vigna's splitmix64: numbers that look random and are the same on every machine.
struct RandomNumbers {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { bound == 0 ? 0 : Int(next() % UInt64(bound)) }
}
