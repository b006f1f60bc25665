// SPDX-License-Identifier: MIT
// Part of Platen: a document with a node of every kind, its texts numbered in reading order.

import Documents

enum Samples {
  static let everyKindCount = 38

  static let everyKind: Document = {
    var number = 0
    func next() -> String {
      number += 1
      return "\(number)"
    }
    func text() -> [Inline] { [.text(next())] }
    func paragraph() -> Block { .paragraph(Paragraph(text())) }

    var blocks: [Block] = []
    blocks.append(
      .heading(
        Heading(
          2, text(), Attributes(id: "here", classes: ["a"], pairs: [.init("k", "v")]),
          isListed: false)))
    blocks.append(
      .paragraph(
        Paragraph([
          .text(next()), .emphasis(text()), .strong([.strikethrough(text())]), .smallCaps(text()),
          .superscript(text()), .subscript(text()), .code(next()), .lineBreak,
          .link(Link("https://example.org", text())), .reference(Reference(to: "here", text())),
          .reference(Reference(to: "here", text(), shown: .page)), .footnote([paragraph()]),
          .image(Image("map.png", alternative: next(), share: 0.5)),
          .span(Span(text(), language: "ar", direction: .rightToLeft, .classes("b"))),
          .span(Span(text())),
          .indexMark(IndexMark(next(), name: "names", within: "here")),
        ])))
    blocks.append(.list(List(.bullet, [.init([paragraph()]), .init([paragraph()], isDone: true)])))
    blocks.append(
      .list(
        List(
          .ordered(start: 3, style: .lowerRoman), [.init([paragraph(), paragraph()])],
          isTight: false, .id("list"))))
    blocks.append(
      .table(
        Table(
          caption: text(), columns: [.init(.end, share: 0.25), .init()],
          head: [.init([.init([paragraph()]), .init([paragraph()])])],
          body: [
            .init([.init([paragraph()], rows: 2, isHeader: true), .init([paragraph()])]),
            .init([.init([paragraph()])]),
          ])))
    blocks.append(.quote(Quote([paragraph()], attribution: text())))
    blocks.append(.code(CodeBlock(next(), language: "swift")))
    blocks.append(.figure(Figure(Image("map.png", alternative: next()), caption: text())))
    blocks.append(.callout(Callout(kind: "dice", title: text(), [paragraph()])))
    blocks.append(.keyValues(KeyValues([.init(text(), text())])))
    blocks.append(.division(Division([paragraph()], .classes("scene"))))
    blocks.append(.rule(.none))
    blocks.append(.pageBreak)
    blocks.append(.contents(Contents(title: text(), depth: 3)))
    blocks.append(.index(Index(title: text(), name: "names")))
    return Document(
      metadata: Metadata(
        title: "Every kind", subtitle: "of node", authors: ["A", "B"], language: "de",
        direction: .automatic, date: "2026-01-02", subject: "s", keywords: ["k"],
        description: "d", publisher: "p", license: "l"),
      blocks: blocks,
      resources: [
        Resource(name: "map.png", mediaType: "image/png", width: 2, height: 1, bytes: [1, 2, 255])
      ])
  }()
}
