// SPDX-License-Identifier: MIT
// Part of Platen: a document with a node of every kind and scripts of every direction.

import Documents

enum Sample {
  static let metadata = Metadata(
    title: "The Chronicle of Ardenfell", subtitle: "As told at table seven",
    authors: ["Ilse Brandt", "Zhú Lì"], language: "en-GB", date: "2026-03-01",
    subject: "A campaign & its <people>", keywords: ["chronicle", "dragons"],
    description: "A book with everything in it.", publisher: "Table Seven",
    license: "CC BY-SA 4.0")

  static let titlePage = Block.division(
    Division(
      [
        .heading(
          Heading(1, [.text("The Chronicle of Ardenfell")], .classes("title"), isListed: false)),
        .text("As told at table seven", .classes("subtitle")),
        .text("Ilse Brandt and Zhú Lì", .classes("author")),
      ], .classes("title-page")))

  static let inlines: [Inline] = [
    .text("Plain, "), .emphasis([.text("stressed")]), .text(", "), .strong([.text("strong")]),
    .text(", "), .strong([.emphasis([.text("both")])]), .text(", "),
    .strikethrough([.text("struck")]), .text(", "), .smallCaps([.text("Small Capitals")]),
    .text(", x"), .superscript([.text("2")]), .text(", H"), .subscript([.text("2")]), .text("O, "),
    .code("let x = \"<&>\"  // two"), .text(", a "),
    .link(Link("https://example.org/a b?q=1&r=ü", [.text("link "), .strong([.text("out")])])),
    .text(", a "), .reference(Reference(to: "scene-1", [.text("link to scene 1")])),
    .text(" (page "), .reference(Reference(to: "scene-1", [.text("of scene 1")], shown: .page)),
    .text("), a note"),
    .footnote([
      .paragraph(
        Paragraph([
          .text("The note, with "), .link(Link("https://example.org/", [.text("a link")])),
        ])
      ),
      .list(List(.bullet, [.init([.text("and a list")])])),
    ]),
    .text(", an image "), .image(Image("dot.png", alternative: "a red dot")), .text(","),
    .lineBreak, .text("a second line, and "),
    .span(Span([.text("une phrase")], language: "fr")), .text("."),
    .indexMark(IndexMark("Brandt, Ilse", within: "scene-1")),
  ]

  static let table = Table(
    caption: [.text("Who rolled "), .emphasis([.text("what")])],
    columns: [.init(), .init(.center), .init(.end)],
    head: [
      .init([
        .init([.text("Who")]),
        .init([.text("Roll"), .lineBreak, .text("of d20")], isHeader: false),
        .init([.text("Result")]),
      ])
    ],
    body: [
      .init([
        .init([.text("Ilse")], isHeader: true), .init([.text("d20+5")]), .init([.text("17")]),
      ]),
      .init([
        .init([.text("Borin")], isHeader: true),
        .init([.text("d20, twice, with advantage")]), .init([.strong([.text("20")])]),
      ]),
      .init([
        .init([.text("The whole party together")], isHeader: true), .init([.text("–")]),
        .init([.text("4")]),
      ]),
    ])

  static let spanning = Table(
    columns: [.init(share: 0.25), .init(share: 0.5), .init(share: 0.25)],
    head: [
      .init([
        .init([.paragraph(Paragraph([.text("Over two")]))], columns: 2), .init([.text("One")]),
      ])
    ],
    body: [
      .init([
        .init([.text("Down two")], columns: 1, rows: 2), .init([.text("b1")]),
        .init([.text("c1")]),
      ]),
      .init([
        .init(
          [
            .text("b2, a cell with"),
            .list(List(.bullet, [.init([.text("a list")]), .init([.text("of two")])])),
            .table(
              Table(
                columns: [.init(), .init()],
                body: [.init([.init([.text("in")]), .init([.text("ner")])])])),
          ]), .init([.text("c2")]),
      ]),
    ])

  static let nested = List(
    .ordered(start: 3, style: .lowerRoman),
    [
      .init([
        .text("third"),
        .list(
          List(
            .ordered(start: 1, style: .upperLetter),
            [
              .init([.text("A"), .text("A, a second paragraph of the same item")]),
              .init([
                .text("B"),
                .list(
                  List(.bullet, [.init([.text("a bullet")]), .init([.code(CodeBlock("code"))])])),
              ]),
            ])),
      ]),
      .init([.text("fourth")]),
      .init([.quote(Quote([.text("an item that begins with a quote")]))]),
    ], isTight: false)

  static let blocks: [Block] = [
    titlePage,
    .pageBreak,
    .contents(Contents(title: [.text("Contents")], depth: 2)),
    .heading(Heading(1, [.text("Chapter "), .emphasis([.text("One")])], .id("chapter-1"))),
    .division(
      Division(
        [
          .heading(
            Heading(
              2, [.text("Scene #1"), .indexMark(IndexMark("Ford, the", within: "scene-1"))],
              .id("scene-1"))),
          .text("We cross the ford at dawn.", .classes("player")),
          .paragraph(
            Paragraph(
              [.text("The river is high; "), .indexMark(IndexMark("Ælfric", within: "scene-1"))]
                + inlines, .classes("narrator"))),
          .callout(
            Callout(
              kind: "dice", title: [.text("Dice")],
              [.text("Athletics: 1d20+5 = 17 against 15, success")])),
          .callout(
            Callout(
              kind: "choices", title: [.text("What to do?")],
              [
                .list(
                  List(
                    .ordered(start: 1, style: .decimal),
                    [
                      .init([.text("Run – into the wood")]),
                      .init([
                        .paragraph(Paragraph([.strong([.text("Fight – as ever")]), .text(" ✓")]))
                      ]),
                      .init([.text("Talk")]),
                    ])), .text("Or something else."),
              ])),
          .callout(Callout(kind: "never heard of", [.text("A box of a kind no look knows.")])),
          .rule(.none),
          .quote(
            Quote(
              [.text("Who pays the ferryman?"), .quote(Quote([.text("Quoted in a quote.")]))],
              attribution: [.text("The Ferryman")])),
        ], .classes("scene"))),
    .heading(Heading(2, [.text("Lists")], .id("scene-2"))),
    .list(List(.bullet, [.init([.text("one")]), .init([.text("two")])])),
    .list(
      List(
        .ordered(start: 1, style: .decimal), [.init([.text("first")]), .init([.text("second")])])),
    .list(
      List(
        .ordered(start: 1, style: .decimal),
        [.init([.text("begins at one again")]), .init([.text("second")])])),
    .list(nested),
    .list(
      List(
        .bullet, [.init([.text("done")], isDone: true), .init([.text("to do")], isDone: false)])),
    .heading(Heading(2, [.text("Tables")])),
    .table(table),
    .table(spanning),
    .text("After the tables."),
    .keyValues(
      KeyValues([
        .init("Hit points", "31 of 38"), .init("Armour class", "16"),
        .init(
          [.text("Inventory")],
          [.text("a rope of fifty feet, a lantern, "), .emphasis([.text("the ledger")])]),
      ])),
    .heading(Heading(3, [.text("Code and pictures")])),
    .code(CodeBlock("func f() {\n  return \"<x>\"  // two blanks\n\ttab\n}", language: "swift")),
    .figure(
      Figure(
        Image("dot.png", alternative: "A red square", share: 0.4),
        caption: [.text("A square, "), .strong([.text("red")])])),
    .figure(Figure(Image("dot.png", alternative: ""))),
    .heading(Heading(3, [.text("Not in the contents")], isListed: false)),
    .text("Characters XML forbids: \u{0014}\u{FFFE}, and <tags> & \"quotes\"."),
    .heading(Heading(1, [.text("Tongues")], .id("tongues"))),
    .text("Mixed: the word سلام means peace, שלום too; 龍 is a dragon; 👩‍🚀 🐉 ⚔️ é."),
    .paragraph(
      Paragraph(
        [
          .text("هذه فقرة بالعربية، وفيها كلمة "), .span(Span([.text("Platen")], language: "en")),
          .text(" والرقم 42."), .indexMark(IndexMark("سلام", within: "tongues")),
        ],
        Attributes(pairs: [.init("language", "ar"), .init("direction", "rightToLeft")]))),
    .paragraph(
      Paragraph(
        [.text("פסקה בעברית עם "), .strong([.text("מילה מודגשת")]), .text(".")],
        Attributes(pairs: [.init("language", "he"), .init("direction", "rightToLeft")]))),
    .paragraph(
      Paragraph(
        [.text("这是一个中文段落，讲述龙的故事。"), .emphasis([.text("重点")])],
        Attributes(pairs: [.init("language", "zh-CN")]))),
    .list(
      List(
        .bullet, [.init([.text("قائمة")]), .init([.text("من عنصرين")])],
        Attributes(pairs: [.init("language", "ar"), .init("direction", "rightToLeft")]))),
    .index(Index(title: [.text("Index of names")])),
  ]

  static let document = Document(
    metadata: metadata, blocks: blocks,
    resources: [
      Resource(
        name: "dot.png", mediaType: "image/png", width: 16, height: 16,
        bytes: TinyPNG.square(16, red: 0x7A, green: 0x2E, blue: 0x2A))
    ])
}

/// A PNG of one color, by the specification and without a library.
enum TinyPNG {
  static func square(_ side: Int, red: UInt8, green: UInt8, blue: UInt8) -> [UInt8] {
    var rows: [UInt8] = []
    for _ in 0..<side {
      rows.append(0)
      for _ in 0..<side { rows += [red, green, blue] }
    }
    // One stored block of deflate: the rows are shorter than 65,536 bytes.
    let length = UInt16(rows.count)
    var stream: [UInt8] = [0x78, 0x01, 0x01]
    stream += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
    stream += rows
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in rows {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    stream += big(b << 16 | a)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(UInt32(side)) + big(UInt32(side)) + [8, 2, 0, 0, 0])
      + chunk("IDAT", stream) + chunk("IEND", [])
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in Array(name.utf8) + data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return big(UInt32(data.count)) + Array(name.utf8) + data + big(~crc)
  }
}
