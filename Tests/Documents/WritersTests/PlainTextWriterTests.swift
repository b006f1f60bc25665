// SPDX-License-Identifier: MIT
// Part of Platen: plain text holds every word, wrapped by what letters take.

import Diagnostics
import Documents
import TestSupport
import Testing
import Writers

func text(
  _ blocks: [Block], lines: PlainTextWriter.Options.Lines = .wrapped(40), hasMarks: Bool = false,
  newline: Bool = true
) throws -> String {
  try written(
    Document(blocks: blocks),
    .init(lines: lines, hasMarks: hasMarks, endsWithNewline: newline)
  ).text
}

private func written(
  _ document: Document, _ options: PlainTextWriter.Options
) throws -> (text: String, warnings: [Diagnostic]) {
  var bytes: [UInt8] = []
  let warnings = try PlainTextWriter(options: options).writeDocument(document) { bytes += $0 }
  return (String(decoding: bytes, as: UTF8.self), warnings)
}

@Suite struct PlainTextWriterTests {
  @Test func paragraphsAreWrapped() throws {
    let words = Array(repeating: "word", count: 20).joined(separator: " ")
    let made = try text([.text(words), .text("short")])
    let line = Array(repeating: "word", count: 8).joined(separator: " ")
    #expect(made == "\(line)\n\(line)\n\(words.prefix(19))\n\nshort\n")
    #expect(try text([.text(words), .text("short")], lines: .paragraph) == "\(words)\n\nshort\n")
    #expect(try text([.text("a")], newline: false) == "a")
    #expect(try text([]) == "")
  }

  /// Wherever an index stands, it lists all the marks of its name.
  @Test func everyIndexIsWhole() throws {
    func marked(_ term: String, _ name: String = "") -> Block {
      .paragraph(Paragraph([.text("Of "), .indexMark(IndexMark(term, name: name)), .text(term)]))
    }
    let note = Inline.footnote([marked("Noted"), .index(Index(name: "others"))])
    let blocks: [Block] = [
      .index(Index()), .heading(Heading(1, [.text("One")])), marked("Early"),
      marked("Other", "others"), .paragraph(Paragraph([.text("See"), note])),
      .heading(Heading(1, [.text("Two")])), marked("Late"), .index(Index()),
    ]
    let lines = try text(blocks).split(separator: "\n").map(String.init)
    let entries = ["Early, One", "Late, Two", "Noted, One"]
    #expect(lines.filter(entries.contains) == entries + entries)
    #expect(lines.filter { $0.hasSuffix("Other, One") }.count == 1)
  }

  @Test func anIndexHasTheCommasOfItsLanguage() throws {
    let mark = Block.paragraph(Paragraph([.indexMark(IndexMark("Term")), .text("word")]))
    let made = try text([
      .heading(Heading(1, [.text("One")])), mark, .heading(Heading(1, [.text("Two")])), mark,
      .index(Index(separator: "، ")),
    ])
    #expect(made.hasSuffix("Term، One، Two\n"))
  }

  /// Blocks that hold marks in every place where there may be some; `shared` stands in all of them.
  private func marked(_ number: Int) -> [Block] {
    var count = 0
    func mark() -> [Inline] {
      count += 1
      return [
        .indexMark(IndexMark("term-\(number)-\(count)")), .indexMark(IndexMark("term-shared")),
        .indexMark(IndexMark("elsewhere", name: "other")), .text("w"),
      ]
    }
    func line() -> Block { .paragraph(Paragraph(mark())) }
    let cell = Table.Cell([line()])
    return [
      .heading(Heading(1, mark() + [.text(" #\(number)")], .id("h\(number)"))),
      .heading(Heading(3, mark(), isListed: false)),
      line(), .paragraph(Paragraph([.emphasis(mark()), .strong([.emphasis(mark())])])),
      .list(List(.bullet, [.init([line(), .list(List(.bullet, [.init([line()])]))])])),
      .list(List(.bullet, [.init([line()], isDone: true)])),
      .quote(Quote([line()], attribution: mark())),
      .callout(Callout(kind: "note", title: mark(), [line()])),
      .division(
        Division([line(), .heading(Heading(2, mark())), line()], .id("d\(number)"))),
      .keyValues(KeyValues([.init([.text("k")], mark()), .init([.text("l")], mark())])),
      .keyValues(KeyValues([.init(mark(), mark()), .init(mark(), mark())])),
      .table(
        Table(
          caption: mark(), columns: [.init(), .init()], head: [.init([cell, cell])],
          body: [.init([.init([line(), line()]), cell])])),
      .figure(Figure(Image("p", alternative: "a picture"), caption: mark())),
      .paragraph(Paragraph(mark() + [.footnote([line(), .heading(Heading(2, mark()))])] + mark())),
      .paragraph(
        Paragraph([.indexMark(IndexMark("term-named-\(number)", within: "d\(number)"))])),
      .code(CodeBlock("c")), .rule(.none), .pageBreak,
    ]
  }

  /// The index at the end is gathered while the text is written, others are gathered ahead: both
  /// have the same lines for every three blocks.
  @Test func theLastIndexIsThatOfTheWholeDocument() throws {
    let kinds = marked(0).indices
    let blocks = (0..<3).map(marked)
    func terms(_ document: [Block]) throws -> [String] {
      try text(document, lines: .paragraph).split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("term-") }
    }
    for first in kinds {
      for second in kinds {
        for third in kinds {
          let story = [blocks[0][first], blocks[1][second], blocks[2][third]]
          let gathered = try terms(story + [.index(Index())])
          let ahead = try terms([.index(Index())] + story)
          if gathered != ahead {
            Issue.record("\(first) \(second) \(third): \(gathered) and \(ahead)")
            return
          }
        }
      }
    }
    #expect(try terms(marked(1) + [.index(Index())]).count > 20)
  }

  /// Lines by the rule, word by word: a word that does not fit goes to the next line if there is a
  /// blank to break at; blanks at the ends of lines are let go, those that indent the first stay.
  private func wrappedSlowly(_ text: String, _ room: Int) -> String {
    var lines: [String] = []
    var line = ""
    var pending = ""
    var rest = Substring(text)
    let indent = rest.prefix { $0 == " " }
    rest = rest.dropFirst(indent.count)
    line = String(indent)
    var hasWord = false
    while !rest.isEmpty {
      let word = rest.prefix { $0 != " " }
      rest = rest.dropFirst(word.count)
      if hasWord, line.count + pending.count + word.count > room {
        lines.append(line)
        line = String(word)
      } else {
        line += pending + word
      }
      hasWord = true
      pending = String(rest.prefix { $0 == " " })
      rest = rest.dropFirst(pending.count)
    }
    lines.append(line)
    return lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n") + "\n"
  }

  /// Texts of words and blanks of all lengths about the width of a line.
  @Test func linesBreakByTheRuleWhereverWordsEnd() throws {
    var below = Dice(seed: 7)
    for _ in 0..<4000 {
      var words = below(6) == 0 ? String(repeating: " ", count: below(24)) : ""
      for _ in 0..<(1 + below(9)) {
        // Some with a letter that is none of ASCII, which are measured one by one.
        let letter = below(12) == 0 ? "é" : "a"
        words += String(repeating: letter, count: 1 + (below(8) == 0 ? 16 + below(10) : below(9)))
        words += String(repeating: " ", count: below(7) == 0 ? 1 + below(24) : 1)
      }
      if below(3) > 0 { words.removeLast() }
      #expect(
        try text([.text(words)], lines: .wrapped(20)) == wrappedSlowly(words, 20),
        "\(words.debugDescription)")
    }
  }

  /// A line takes words for as long as they fit; a word too long for a line has one of its own.
  @Test(arguments: 20..<40) func linesAreAsLongAsTheyCanBe(width: Int) throws {
    var state = UInt64(width)
    let words = (0..<400).map { _ -> String in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let length = 1 + Int(state >> 33) % (state >> 60 == 0 ? 50 : 12)
      return (state >> 59) % 4 == 0
        ? String(repeating: "é", count: length) + "n" : String(repeating: "n", count: length)
    }
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    let made = try text([.text(words.joined(separator: " "))], lines: .wrapped(width))
    #expect(made == lines.joined(separator: "\n") + "\n")
  }

  @Test func blanksWithinLinesAreKept() throws {
    #expect(try text([.text("  a  b   c ")]) == "  a  b   c\n")
    #expect(
      try text([.paragraph(Paragraph([.text("a"), .lineBreak, .text("  b")]))]) == "a\n  b\n")
  }

  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("龍", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("🐉", 2),
    ("👩‍🚀", 2), ("⚔️", 2), ("⚔", 1), ("🇳🇴", 2), ("👍🏽", 2), ("שלום", 4), ("سلام", 4), ("—", 1),
    ("\u{200B}", 0), ("\u{AD}", 0), ("각", 2),
  ])
  func widths(_ letter: String, _ columns: Int) throws {
    // As many as fit in 20 columns stand on the first line.
    let count = columns == 0 ? 30 : 20 / columns
    let made = try text(
      [.text(Array(repeating: letter, count: count).joined() + " end")], lines: .wrapped(20))
    #expect(made.split(separator: "\n").count == (columns == 0 ? 1 : 2), "\(letter)")
    if columns > 0 {
      let fitting = String(repeating: letter, count: (20 - 4) / columns) + " end"
      #expect(try text([.text(fitting)], lines: .wrapped(20)) == fitting + "\n", "\(letter)")
    }
  }

  @Test func ideographsBreakAnywhereButBeforeWhatCloses() throws {
    let made = try text([.text("一二三四五六七八九十。一二")], lines: .wrapped(20))
    #expect(made == "一二三四五六七八九\n十。一二\n")
  }

  @Test func listsHaveTheirNumbers() throws {
    let list = { (style: List.NumberStyle, start: Int) in
      Block.list(
        List(.ordered(start: start, style: style), (0..<3).map { _ in .init([.text("x")]) }))
    }
    #expect(try text([list(.decimal, 9)]) == "9.  x\n10. x\n11. x\n")
    #expect(try text([list(.lowerLetter, 26)]) == "z.  x\naa. x\nbb. x\n")
    #expect(try text([list(.upperRoman, 8)]) == "VIII. x\nIX.   x\nX.    x\n")
    #expect(try text([list(.lowerRoman, 0)]) == "0.  x\ni.  x\nii. x\n")
    #expect(try text([list(.decimal, .max)]).hasPrefix("\(Int.max). x\n"))
  }

  @Test func itemsHangAndNest() throws {
    let inner = Block.list(List(.bullet, [.init([.text("inner words that go on and on")])]))
    let made = try text(
      [
        .list(
          List(.ordered(start: 1, style: .decimal), [.init([.text("outer"), inner]), .init([])]))
      ],
      lines: .wrapped(20))
    #expect(made == "1. outer\n   - inner words\n     that go on and\n     on\n2.\n")
  }

  @Test func blocksHaveTheirMarks() throws {
    let made = try text([
      .quote(Quote([.text("q"), .text("r")], attribution: [.text("who")])),
      .callout(Callout(kind: "note", title: [.text("Title")], [.text("body")])),
      .code(CodeBlock("a\n\n  b")), .rule(.none),
      .keyValues(KeyValues([.init("Key", "value"), .init("Longer key", "other")])),
    ])
    #expect(
      made == """
        > q
        >
        > r
        > — who

        | Title
        | body

            a

              b

                  --------------------

        Key         value
        Longer key  other

        """)
  }

  /// The end of a player's words, where the story continues, is visible.
  @Test func whatSomebodySaysIsAQuoteUnderTheName() throws {
    func speech(_ blocks: Block...) -> Block {
      .division(
        Division([.text("Odo Reed", .classes("speaker"))] + blocks, .classes("player")))
    }
    let story: [Block] = [
      .division(
        Division(
          [.text("It rains."), speech(.text("I wait."), .text("And sleep.")), speech()],
          .classes("scene"))),
      .text("It stops."),
    ]
    let made = """
      It rains.

      > Odo Reed
      >
      > I wait.
      >
      > And sleep.

      > Odo Reed

      It stops.

      """
    #expect(try text(story) == made)
    #expect(try text(story, lines: .paragraph) == made)
  }

  @Test func tablesStandInColumns() throws {
    let made = try text([.table(Sample.table)], lines: .wrapped(60))
    #expect(
      made == """
        Who rolled what
        Who                                  Roll             Result
                                            of d20
        ------------------------  --------------------------  ------
        Ilse                                d20+5                 17
        Borin                     d20, twice, with advantage      20
        The whole party together              –                    4

        """)
    let narrow = try text([.table(Sample.table)], lines: .wrapped(40))
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 })
    #expect(narrow.contains("advantage"))
    let long = Table(
      columns: [.init()], body: [.init([.init([.text("abcdefghijklmnopqrstuvwxyz")])])])
    #expect(try text([.table(long)], lines: .wrapped(20)) == "abcdefghijklmnopqrst\nuvwxyz\n")
    let wide = Table(columns: [], body: [.init((0..<30).map { .init([.text("c\($0)")]) })])
    #expect(try text([.table(wide)]).hasPrefix("- c0\n  c1\n"))
    #expect(try text([.table(Sample.table)], lines: .paragraph).contains("Ilse\td20+5\t17\n"))
  }

  /// A column of images without descriptions would be an empty one.
  @Test func picturesWithoutAWordTakeNoColumn() throws {
    func table(_ alternative: String) -> Block {
      func row(_ name: String, _ about: Block...) -> Table.Row {
        .init([
          .init([.figure(Figure(Image("cover.png", alternative: alternative)))]),
          .init([.text(name)] + about), .init([.text("12")]),
        ])
      }
      return .table(
        Table(
          columns: [.init(), .init(), .init(.end)],
          head: [
            .init([.init([.text("Cover")]), .init([.text("Name")]), .init([.text("Scenes")])])
          ],
          body: [row("The Ford", .text("A toll.")), row("Undertow")]))
    }
    #expect(
      try text([table("")]) == """
        Name      Scenes
        --------  ------
        The Ford      12

        A toll.

        Undertow      12

        """)
    #expect(try text([table("A ferry")]).hasPrefix("Cover"))
  }

  @Test func spansKeepTheirPlaces() throws {
    let made = try text([.table(Sample.spanning)], lines: .wrapped(60))
    #expect(made.hasPrefix("Over two                   One\n"))
    #expect(made.contains("Down two  b1               c1\n          b2, a cell with  c2\n"))
  }

  @Test func notesStandAtTheirChaptersEnd() throws {
    let note = { (words: String) in Inline.footnote([.text(words)]) }
    let made = try text([
      .heading(Heading(1, [.text("One")])),
      .paragraph(Paragraph([.text("a"), note("first"), .text("b"), note("second")])),
      .heading(Heading(1, [.text("Two")])),
      .table(
        Table(columns: [.init()], body: [.init([.init([.text("in a cell"), note("third")])])])),
    ])
    #expect(
      made == """
        One
        ===

        a[1]b[2]

        [1] first

        [2] second

        Two
        ===

        in a cell[3]

        [3] third

        """)
  }

  @Test func addressesStandBehindTheirLinksAndMarksAtWill() throws {
    let inlines: [Inline] = [
      .emphasis([.text("e")]), .strong([.text("s")]), .code("c"),
      .link(Link("https://example.org/", [.text("here")])),
      .link(Link("https://example.org/", [.text("https://example.org/")])),
    ]
    let blocks = [Block.paragraph(Paragraph(inlines))]
    #expect(
      try text(blocks, lines: .paragraph, hasMarks: true)
        == "*e***s**`c`here <https://example.org/>https://example.org/\n")
    let plain = try written(Document(blocks: blocks), .init(lines: .paragraph))
    #expect(plain.text == "eschere <https://example.org/>https://example.org/\n")
    #expect(plain.warnings.map(\.code.rawValue) == ["text.emphasis"])
    #expect(plain.warnings.allSatisfy { $0.severity == .note })
  }

  @Test func everyWordOfTheSampleIsThere() throws {
    let made = try written(Sample.document, .init(lines: .wrapped(60)))
    for word in [
      "The Chronicle of Ardenfell", "Ilse Brandt and Zhú Lì", "  Scene #1",
      "let x = \"<&>\"  // two",
      "iii. third", "[A red square]", "هذه فقرة بالعربية", "这是一个中文段落", "Ælfric, Scene #1", "☒ done",
    ] {
      #expect(made.text.contains(word), "\(word)")
    }
    #expect(!made.text.contains("\u{14}") && made.text.contains("forbids: \u{FFFD}\u{FFFD},"))
    #expect(
      made.warnings.contains { $0.code == "text.forbidden-characters" && $0.severity == .warning })
  }

  @Test func deepNestingIsFlattened() throws {
    var block = Block.text("deepest")
    for level in 0..<300 {
      block = level % 2 == 0 ? .quote(Quote([block])) : .list(List(.bullet, [.init([block])]))
    }
    let made = try written(Document(blocks: [block]), .init())
    #expect(made.text.contains("deepest"))
    #expect(made.warnings.contains { $0.code == "text.depth" })
  }

  @Test func aLongParagraphComesInPieces() throws {
    struct Full: Error {}
    let words = String(repeating: "word ", count: 100_000)
    var pieces = 0
    _ = try PlainTextWriter().writeDocument(Document(blocks: [.text(words)])) { _ in pieces += 1 }
    #expect(pieces > 5)
    #expect(throws: Full.self) {
      try PlainTextWriter().writeDocument(Document(blocks: [.text(words)])) { _ in throw Full() }
    }
  }
}
