// SPDX-License-Identifier: MIT
// Part of Platen: documents that the tests of HTML, EPUB and Markdown write.

import Documents
import TestSupport

enum FormSamples {
  /// A PNG of one gray pixel.
  static let pixel: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
    0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 10, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xDA, 0x63, 0xA8, 0x07, 0, 0, 0x81, 0, 0x81, 0x9B, 0x24, 0xFA, 0x5A, 0, 0, 0, 0, 0x49, 0x45,
    0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  static func words(_ text: String) -> [Inline] { [.text(text)] }

  /// A small book with a node of every kind.
  static let book: Document = {
    var blocks: [Block] = []
    blocks.append(.contents(Contents(title: words("Contents"), depth: 2)))
    blocks.append(.heading(Heading(1, words("The Ashen Ford"), .id("ford"))))
    blocks.append(
      .paragraph(
        Paragraph([
          .text("The old road bends past a ruined tower where crows gather, and the wind carries "),
          .emphasis(words("ash")), .text(" from "), .strong(words("distant fires")),
          .text(
            ", while Captain Ilse counts torches along a broken wall. Every traveller who crosses "),
          .text("the ford must pay a silver coin to the masked ferryman"),
          .footnote([.text("He never speaks, but always remembers a face.")]),
          .text(", who asks for "), .strikethrough(words("two")), .text(" one, in the year "),
          .smallCaps(words("mcdxcii")), .text(" of the "), .code("DR"), .text(" count"),
          .indexMark(IndexMark("Ilse", name: "names", within: "ford")), .text("."),
        ])))
    blocks.append(.text("“You will cross,” she said, “or you will burn; the fire does not ask.”"))
    blocks.append(.heading(Heading(2, words("Scene #1: Under moonlight"), .id("scene-1"))))
    blocks.append(
      .division(
        Division(
          [
            .text("I look for tracks on the far bank.", .classes("player")),
            .callout(
              Callout(
                kind: "dice", title: words("Dice"),
                [
                  .list(
                    List(
                      .bullet,
                      [
                        .init([.text("Perception: 1d20 + 5 = 17 against 15, success")]),
                        .init([.text("Stealth: 1d20 + 2 = 9 against 12, failure")]),
                      ]))
                ])),
            .text("The mud keeps three prints, and none of them is a boot."),
          ], .classes("scene"))))
    blocks.append(
      .callout(
        Callout(
          kind: "choices", title: words("What to do?"),
          [
            .list(
              List(
                .ordered(start: 3, style: .decimal),
                [
                  .init([
                    .paragraph(Paragraph([.strong(words("Follow the tracks")), .text(" (high)")]))
                  ]),
                  .init([.text("Wake the camp")]),
                ], isTight: false))
          ])))
    blocks.append(.rule(.none))
    blocks.append(
      .paragraph(
        Paragraph([
          .text("Water is H"), .subscript(words("2")), .text("O; the 2"), .superscript(words("nd")),
          .text(" coin is owed."), .lineBreak, .text("See "),
          .reference(Reference(to: "ford", words("the first chapter"))), .text(", page "),
          .reference(Reference(to: "scene-1", words("1"), shown: .page)), .text(" or "),
          .link(Link("https://example.org/a?b=c&d=\"e\"", words("the map"))), .text(". "),
          .span(
            Span(
              words("السلام عليكم"), language: "ar", direction: .rightToLeft, .classes("spoken"))),
        ])))
    blocks.append(
      .table(
        Table(
          caption: words("Who rolled what"),
          columns: [.init(.start, share: 0.4), .init(.center), .init(.end)],
          head: [.init([.init(words("Who")), .init(words("Roll")), .init(words("Result"))])],
          body: [
            .init([.init(words("Ilse"), isHeader: true), .init(words("d20+3")), .init(words("17"))]
            ),
            .init([
              .init([.text("Maëlle")], columns: 1, rows: 2, isHeader: true), .init(words("d20")),
              .init(words("4")),
            ]),
            .init([.init(words("d6")), .init([.emphasis(words("6"))])]),
          ])))
    blocks.append(
      .figure(
        Figure(
          Image("map.png", alternative: "A map of the ford", share: 0.5),
          caption: words("The ford from the north"))))
    blocks.append(
      .quote(Quote([.text("Every coin is a debt.")], attribution: words("The ferryman"))))
    blocks.append(.quote(Quote([.text("A quote of nobody.")])))
    blocks.append(.code(CodeBlock("let toll = 1\nprint(toll < 2)", language: "swift")))
    blocks.append(.pageBreak)
    blocks.append(.heading(Heading(1, words("Characters"), .id("characters"))))
    blocks.append(
      .keyValues(
        KeyValues([
          .init("Race", "Half-elf"), .init("Class", "Ranger"), .init("Hit points", "23 of 31"),
        ])))
    blocks.append(
      .list(
        List(
          .bullet,
          [
            .init(
              [
                .text("Rope"),
                .list(
                  List(
                    .ordered(start: 1, style: .lowerRoman),
                    [.init([.text("hemp")]), .init([.text("silk")])])),
              ], isDone: true),
            .init([.text("Lantern")], isDone: false),
          ])))
    blocks.append(
      .callout(
        Callout(
          kind: "note", [.text("The ferry does not run at night, "), .text("nor on feast days.")])))
    blocks.append(.heading(Heading(2, words("Unlisted"), isListed: false)))
    blocks.append(
      .paragraph(
        Paragraph([
          .text("Inline "), .image(Image("map.png", alternative: "small map")),
          .text(" and a mark"), .indexMark(IndexMark("Ærika", name: "names")), .text("."),
        ])))
    blocks.append(.index(Index(title: words("Names"), name: "names")))
    return Document(
      metadata: Metadata(
        title: "The Ashen Ford", subtitle: "A campaign log", authors: ["Table Seven", "N. Ilse"],
        language: "en", date: "2026-01-02", subject: "Campaign", keywords: ["ford", "toll"],
        description: "What happened at the ford.", publisher: "Platen", license: "CC BY 4.0"),
      blocks: blocks,
      resources: [
        Resource(name: "map.png", mediaType: "image/png", width: 1, height: 1, bytes: pixel)
      ])
  }()

  /// Text that would be markup, a script or an error where it is not escaped.
  static let hostile: Document = {
    let evil =
      "</p><script>alert('x')</script> ]]> & &amp; \"quotes\" 'single' <!-- \u{1}\u{0}\u{B}\u{FFFE}"
    var blocks: [Block] = [
      .heading(Heading(1, words(evil), Attributes(id: "a b\"<c>", classes: ["x y", "\"><b>"]))),
      .text(evil, Attributes(id: "a b\"<c>")),
      .paragraph(
        Paragraph([
          .link(Link("javascript:alert(1)", words("a script"))),
          .link(Link("https://example.org/\"><script>", words(evil))),
          .link(Link("data:text/html,<script>", words("data"))),
          .link(
            Link(
              "https://e.org",
              [.link(Link("https://f.org", words("inner"))), .footnote([.text(evil)])])),
          .reference(Reference(to: "nowhere", words("dangling"))),
          .reference(Reference(to: "a b\"<c>", [])),
          .image(Image("none.png", alternative: evil)),
          .image(Image("bad.html", alternative: evil)),
          .span(Span(words(evil), language: "\"><script>", .classes("\u{1}"))), .code(evil),
          .footnote([.text(evil), .paragraph(Paragraph([.footnote([.text("nested")])]))]),
        ])),
      .code(CodeBlock("</code></pre><script>\n```\n~~~", language: "\"><script>")),
      .callout(Callout(kind: "\"><script>", title: words(evil), [.text(evil)])),
      .callout(Callout(kind: "", [])), .quote(Quote([])), .list(List(.bullet, [])),
      .list(List(.ordered(start: -5, style: .upperRoman), [.init([])])),
      .table(Table(columns: [], body: [])),
      .table(
        Table(
          columns: [.init(share: 7), .init(share: -.infinity), .init(share: .nan)],
          head: [.init([.init([.heading(Heading(1, words("in a head")))])])],
          body: [
            .init([.init(words(evil), isHeader: true), .init([], columns: 99, rows: 99)]),
            .init([]), .init([.init([.heading(Heading(9, words("deep")))], columns: -1, rows: -1)]),
          ])),
      .keyValues(KeyValues([])), .keyValues(KeyValues([.init(evil, evil)])),
      .figure(Figure(Image("none.png", alternative: ""), caption: words(evil))),
      .heading(Heading(-3, words("too high"))), .heading(Heading(1, [])),
      .contents(Contents(depth: 0)), .index(Index(name: "nothing")), .division(Division([])),
    ]
    blocks.append(.heading(Heading(6, words("six"))))
    blocks.append(.heading(Heading(2, words("two"))))
    return Document(
      metadata: Metadata(
        title: evil, subtitle: evil, authors: [evil, ""], language: "\"><script>", date: evil,
        subject: evil, keywords: [evil], description: evil, publisher: evil, license: evil),
      blocks: blocks,
      resources: [
        Resource(
          name: "bad.html", mediaType: "text/html", width: 1, height: 1,
          bytes: Array("<script>".utf8)),
        Resource(
          name: "../../x.png", mediaType: "image/png", width: -1, height: 1, bytes: pixel),
        Resource(name: "bad.html", mediaType: "image/png", width: 1, height: 1, bytes: []),
      ])
  }()

  /// From right to left, with words of the other direction among it.
  static let arabic: Document = Document(
    metadata: Metadata(
      title: "حكاية النهر", subtitle: "سجل حملة", authors: ["ليلى"], language: "ar",
      direction: .rightToLeft),
    blocks: [
      .contents(Contents(title: words("المحتويات"))),
      .heading(Heading(1, words("الفصل الأول: المعبر"))),
      .paragraph(
        Paragraph([
          .text("مرّ الطريق القديم ببرج مهدم حيث تتجمع الغربان، وقال "),
          .span(Span(words("Captain Ilse"), language: "en", direction: .leftToRight)),
          .text(": ادفع قطعة فضة واحدة (3 من 5)."),
          .footnote([.text("لا يتكلم أبدا.")]),
        ])),
      .list(List(.bullet, [.init([.text("حبل")]), .init([.text("مصباح")])])),
      .table(
        Table(
          columns: [.init(), .init(.end)],
          head: [.init([.init(words("الاسم")), .init(words("العدد"))])],
          body: [.init([.init(words("ذهب")), .init(words("12"))])])),
      .callout(
        Callout(kind: "dice", title: words("النرد"), [.text("1d20 + 5 = 17")])),
      .text(
        "An English paragraph within.",
        Attributes(pairs: [.init("language", "en"), .init("direction", "leftToRight")])),
    ])

  /// A long book: chapters of twenty scenes, with the given number of words each.
  static func long(scenes: Int, words count: Int = 180) -> Document {
    let words =
      ("the old road bends past a ruined tower where crows gather and the wind carries ash from "
      + "distant fires while captain ilse counts torches along a broken wall and every traveller who "
      + "crosses the ford must pay a silver coin to the masked ferryman who never speaks but always "
      + "remembers a face under moonlight dragons sleep beneath granite halls").split(
        separator: " ")
    var next = Dice(seed: 12)
    func sentence(_ count: Int) -> String {
      var text = ""
      for number in 0..<count {
        if number > 0 { text += " " }
        text += words[next(words.count)]
      }
      return text + ". "
    }
    func paragraph(_ count: Int) -> Block {
      var inlines: [Inline] = []
      var left = count
      while left > 0 {
        let step = min(left, 8 + next(12))
        inlines.append(.text(sentence(step)))
        if next(3) == 0 { inlines.append(.emphasis([.text(sentence(1))])) }
        left -= step
      }
      return .paragraph(Paragraph(inlines))
    }
    var blocks: [Block] = [.contents(Contents(title: [.text("Contents")]))]
    for scene in 0..<scenes {
      if scene % 20 == 0 {
        blocks.append(.heading(Heading(1, [.text("Chapter \(scene / 20 + 1)")])))
      }
      blocks.append(
        .heading(Heading(2, [.text("Scene #\(scene + 1): \(sentence(3))")], .id("s\(scene + 1)"))))
      blocks.append(paragraph(count / 3))
      blocks.append(paragraph(count / 3))
      blocks.append(
        .list(List(.bullet, (0..<4).map { _ in List.Item([paragraph(count / 24)]) })))
      blocks.append(
        .callout(
          Callout(
            kind: "dice", title: [.text("Dice")], [paragraph(count / 12)])))
      blocks.append(paragraph(count / 12))
    }
    return Document(
      metadata: Metadata(title: "A long book", authors: ["Table Seven"]), blocks: blocks)
  }
}
