// SPDX-License-Identifier: MIT
// Part of Platen: tests of presentations: sound packages, everything said in them, the same each time.

import Archive
import Canvas
import Diagnostics
import Documents
import Drawing
import Geometry
import Pixels
import Testing
import Text
import Typesetting

@testable import Presentations

@Suite struct PresentationTests {
  private static let picture = Resource(
    name: "boat.png", mediaType: "image/png", width: 2, height: 1,
    bytes: (try? PNGEncoder.encode(Bitmap(width: 2, height: 1))) ?? [])

  private static func cell(_ text: String) -> Table.Cell { Table.Cell([Inline.text(text)]) }

  private static let deck: Deck = {
    var deck = Deck(
      metadata: Metadata(title: "Tides & <boats>", authors: ["N. N."], date: "2026-11-21"))
    deck.slides = [
      Slide(.cover, title: [.text("Tides & <boats>")]),
      Slide(
        .part, title: [.text("The sea")], counter: "1.", notes: [.text("Wait for \"quiet\".")]),
      Slide(
        .standard, title: [.text("Lists")], counter: "1.1",
        steps: [
          .init([
            .paragraph(
              Paragraph([
                .text("Some "), .strong([.text("strong")]), .text(" and "),
                .emphasis([.text("slanted")]), .text(" words, "),
                .link(Link("https://example.org/?a=1&b=2", [.text("a link")])),
                .text(", a note"), .footnote([.text("Below.")]), .text(" and "),
                .span(Span([.code("x^2")], .classes("math"))),
              ])),
            .list(
              List(
                .bullet, [.init([.text("one"), .list(List(.bullet, [.init([.text("inner")])]))])])
            ),
          ]),
          .init([.list(List(.ordered(start: 3, style: .decimal), [.init([.text("three")])]))]),
        ]),
      Slide(
        .standard, title: [.text("Things")],
        steps: [
          .init([
            .code(CodeBlock("let a = \"b\" // c\n  return", language: "swift")),
            .code(CodeBlock("\\frac{a}{b}", language: "math")),
            .table(
              Table(
                columns: [.init(), .init(.end)],
                head: [.init([cell("Hour"), cell("Depth")])],
                body: [
                  .init([cell("both").spanning(2)]),
                  .init([cell("3"), cell("1.2")]),
                ])),
            .figure(Figure(Image("boat.png", alternative: "A boat"), caption: [.text("Boat")])),
            .callout(Callout(kind: "note", title: [.text("Note")], [.text("Mind the bar.")])),
          ])
        ], notes: [.list(List(.bullet, [.init([.text("say this")])]))]),
    ]
    deck.resources = [picture]
    return deck
  }()

  private static func file(_ deck: Deck = deck, format: SlideFormat = .wide) throws -> [UInt8] {
    let fonts = try FontLibrary(try FontSet())
    var plans: [SlidePlan] = []
    try DeckTypesetter(
      look: .daylight, format: format, measuring: fonts,
      images: { name in
        name == "boat.png"
          ? BookImage(size: Size(width: 40, height: 20), node: .group(Group())) : nil
      }
    ).plans(of: deck) { plans.append($0) }
    var bytes: [UInt8] = []
    let said = try PresentationWriter(look: .daylight, format: format).write(
      deck, plans: plans,
      render: { scene in
        try PNGEncoder.encode(
          ImageCanvas.bitmap(
            of: scene, width: max(1, Int(scene.size.width)), height: max(1, Int(scene.size.height)),
            fonts: fonts))
      }, to: { bytes += Array($0) })
    #expect(said.isEmpty)
    return bytes
  }

  private static func parts(_ bytes: [UInt8]) throws -> [String: String] {
    let zip = try ZipReader(bytes: bytes)
    var parts: [String: String] = [:]
    for entry in zip.entries {
      parts[entry.name] = String(decoding: try zip.contents(of: entry), as: UTF8.self)
    }
    return parts
  }

  private static func values(of attribute: String, in xml: String) -> [String] {
    xml.split(separator: " \(attribute)=\"", omittingEmptySubsequences: false).dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
  }

  private static func words(_ xml: String) -> [String] {
    xml.split(separator: "<a:t>", omittingEmptySubsequences: false).dropFirst()
      .map { String($0.prefix { $0 != "<" }) }
  }

  @Test func whatXMLCannotHoldIsReplacedInEachPart() throws {
    var deck = Deck(metadata: Metadata(title: "a\u{1}b<\u{FFFE}", authors: ["c\u{B}d"]))
    deck.slides = [Slide(.cover, title: [.text("a\u{1}b<\u{FFFE}")])]
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    for (name, xml) in parts where name.hasSuffix(".xml") || name.hasSuffix(".rels") {
      #expect(xml.unicodeScalars.allSatisfy { MarkupEscaping.holds($0) }, "\(name)")
    }
    let core = try #require(parts["docProps/core.xml"])
    #expect(core.contains("a\u{FFFD}b&lt;\u{FFFD}") && core.contains("c\u{FFFD}d"))
  }

  /// Everything referred to is there, everything there is known by its type, tags are closed.
  @Test func packagesAreSound() throws {
    let parts = try PresentationTests.parts(try PresentationTests.file())
    let types = try #require(parts["[Content_Types].xml"])
    for (name, xml) in parts.sorted(by: { $0.key < $1.key }) where name.hasSuffix(".xml") {
      if name != "[Content_Types].xml" { #expect(types.contains("\"/\(name)\""), "\(name)") }
      var open: [Substring] = []
      for piece in xml.split(separator: "<").dropFirst() {
        let tag = piece.prefix { $0 != ">" }
        if tag.first == "/" {
          #expect(open.popLast() == tag.dropFirst(), "\(name)")
        } else if tag.last != "/" {
          open.append(tag.prefix { $0 != " " })
        }
      }
      #expect(open.isEmpty, "\(name)")
    }
    for (name, xml) in parts where name.hasSuffix(".rels") {
      let folder = name.split(separator: "/").dropLast(2)
      let owner = (folder + [name.split(separator: "/").last?.dropLast(5) ?? ""]).joined(
        separator: "/")
      let ids = PresentationTests.values(of: "Id", in: xml)
      #expect(Set(ids).count == ids.count)
      for target in PresentationTests.values(of: "Target", in: xml) where !target.hasPrefix("http")
      {
        var path = folder
        for step in target.split(separator: "/") {
          if step == ".." { path.removeLast() } else { path.append(step) }
        }
        #expect(parts[path.joined(separator: "/")] != nil, "\(name): \(target)")
      }
      guard let own = parts[owner] else { continue }
      for attribute in ["r:id", "r:embed"] {
        for id in PresentationTests.values(of: attribute, in: own) {
          #expect(ids.contains(id), "\(owner): \(id)")
        }
      }
    }
    for (name, xml) in parts where name.hasPrefix("ppt/slides/slide") {
      // Those of animations are numbers of their own.
      for piece in xml.split(separator: "<p:timing>", maxSplits: 1) {
        let ids = PresentationTests.values(of: "id", in: String(piece)).filter { Int($0) != nil }
        #expect(Set(ids).count == ids.count, "\(name)")
      }
    }
  }

  @Test func everythingIsSaid() throws {
    let parts = try PresentationTests.parts(try PresentationTests.file())
    let slides = (1...4).map { parts["ppt/slides/slide\($0).xml"] ?? "" }
    let words = slides.map(PresentationTests.words)
    #expect(words[0].contains("Tides &amp; &lt;boats&gt;"))
    #expect(words[2].joined().contains("1.1 Lists"))
    for text in ["strong", "slanted", "a link", "Below.", "one", "inner", "three"] {
      #expect(words[2].contains { $0.contains(text) }, "\(text)")
    }
    #expect(slides[2].contains("buAutoNum type=\"arabicPeriod\" startAt=\"3\""))
    #expect(slides[2].contains("baseline=\"30000\""))
    for text in ["let", "Hour", "1.2", "both", "Boat", "Note", "Mind the bar."] {
      #expect(words[3].contains { $0.contains(text) }, "\(text)")
    }
    #expect(slides[3].contains("<a:tbl>") && slides[3].contains("gridSpan=\"2\""))
    #expect(slides[3].contains("descr=\"\\frac{a}{b}\"") && slides[3].contains("descr=\"A boat\""))
    #expect(
      parts["ppt/notesSlides/notesSlide2.xml"]?.contains("Wait for &quot;quiet&quot;.") == true)
    #expect(parts["ppt/notesSlides/notesSlide4.xml"]?.contains("say this") == true)
    #expect(parts["ppt/notesSlides/notesSlide1.xml"] == nil)
    #expect(parts["ppt/presentation.xml"]?.contains("p14:section name=\"1. The sea\"") == true)
    #expect(parts["docProps/core.xml"]?.contains("<dc:creator>N. N.</dc:creator>") == true)
  }

  @Test func theSameBytesEachTime() throws {
    #expect(try PresentationTests.file() == PresentationTests.file())
  }

  /// Parts that do not fit on a slide continue on the next, and each of them appears once.
  @Test func whatGoesOnIsCutAtTheSlidesEnds() throws {
    let tail = "says a little about the tide, the moon and the boats that lie in the harbour."
    let items = (0..<40).map { List.Item([.text("Item i\($0)x \(tail)")]) }
    let code = (0..<60).map { "let c\($0)x = \($0)" }.joined(separator: "\n")
    let rows = (0..<40).map {
      Table.Row([PresentationTests.cell("r\($0)x"), PresentationTests.cell("\($0)")])
    }
    let words = (0..<900).map { "w\($0)x" }.joined(separator: " ")
    let blocks: [Block] = [
      .list(List(.bullet, items)), .code(CodeBlock(code, language: "swift")),
      .table(Table(columns: [.init(), .init()], body: rows)), .text(words),
    ]
    var deck = Deck(metadata: Metadata(title: "Much"))
    deck.slides = blocks.map {
      Slide(.standard, title: [.text("Much")], steps: [.init([$0])])
    }
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    let slides = parts.filter { $0.key.hasPrefix("ppt/slides/slide") }.map {
      PresentationTests.words($0.value).joined(separator: " ")
    }
    #expect(slides.count > 2 * blocks.count)
    let all = slides.joined(separator: " ")
    for (letter, count) in [("i", 40), ("c", 60), ("r", 40), ("w", 900)] {
      // The slides come in no order, so a word may stand first or last of all.
      let wrong = (0..<count).filter { number in
        all.split(separator: "\(letter)\(number)x", omittingEmptySubsequences: false).count != 2
      }
      #expect(wrong.isEmpty, "\(letter)")
    }
    // None is bare but for its title and its number.
    for slide in slides { #expect(slide.count > 20, "\(slide)") }
  }

  @Test func aTalkFromRightToLeftRunsSo() throws {
    var deck = Deck(metadata: Metadata(title: "حديث", language: "ar", direction: .rightToLeft))
    deck.slides = [
      Slide(.cover, title: [.text("حديث")]),
      Slide(
        .standard, title: [.text("لماذا")],
        steps: [
          .init([
            .text("كلمات"), .text("Latin words"), .code(CodeBlock("let a = 1", language: "swift")),
            .table(
              Table(
                columns: [.init(), .init(.end)],
                body: [.init([PresentationTests.cell("أ"), PresentationTests.cell("1")])])),
          ])
        ]),
    ]
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    let slide = try #require(parts["ppt/slides/slide2.xml"])
    func paragraph(of word: String) -> String {
      let before = slide.split(separator: word, maxSplits: 1)[0]
      return String(before.split(separator: "<a:p>").last ?? "")
    }
    for (word, side, way) in [
      ("لماذا", "r", "1"), ("كلمات", "r", "1"), ("Latin words", "r", "1"), ("let", "l", "0"),
    ] {
      let xml = paragraph(of: word)
      #expect(xml.contains(" algn=\"\(side)\"") && xml.contains(" rtl=\"\(way)\""), "\(word)")
    }
    #expect(paragraph(of: "كلمات").contains(" lang=\"ar\""))
    #expect(slide.contains("<a:tblPr bandRow=\"0\" rtl=\"1\"/>"))
    // Nothing says twice at which side it stands.
    for tag in slide.split(separator: "<a:pPr").dropFirst() {
      #expect(tag.prefix { $0 != ">" }.split(separator: " algn=").count <= 2)
    }
    // The bar of the cover stands at the right.
    let cover = try #require(parts["ppt/slideLayouts/slideLayout1.xml"])
    #expect(PresentationTests.values(of: "x", in: cover).contains("\(emu(960 - 16))"))
  }

  @Test func theFootIsTheTalksOwnInItsLetters() throws {
    var deck = PresentationTests.deck
    deck.footer = [.text("Harbour school"), .text("2026")]
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    let slide = try #require(parts["ppt/slides/slide3.xml"])
    let foot = try #require(slide.split(separator: "type=\"ftr\"").last)
    #expect(foot.contains("<a:t>Harbour school · 2026</a:t>"))
    #expect(foot.contains("<a:latin typeface=\"Inter\"/>"))
    #expect(
      parts["ppt/slideMasters/slideMaster1.xml"]?.contains("<p:otherStyle><a:defPPr>") == true)
  }

  @Test func aSlideHasItsOwnGround() throws {
    var deck = PresentationTests.deck
    deck.slides[2].declarations = "background: maroon; color: #fff"
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    let ground = "<p:bg><p:bgPr><a:solidFill><a:srgbClr val=\"800000\">"
    #expect(parts["ppt/slides/slide3.xml"]?.contains(ground) == true)
    #expect(parts["ppt/slides/slide4.xml"]?.contains("<p:bg>") == false)
  }

  @Test func stepsAreAnimations() throws {
    var deck = PresentationTests.deck
    var joined = List(.bullet, [.init([.text("four")])])
    joined.attributes.classes = [Block.continuedList]
    deck.slides[2].steps[0].blocks = [.list(List(.bullet, [.init([.text("one")])]))]
    deck.slides[2].steps[1].blocks = [.list(joined), .text("five")]
    deck.slides[2].steps.append(
      .init([
        .callout(Callout(kind: "note", title: [.text("Note")], [.text("Mind the bar.")])),
        .figure(Figure(Image("boat.png", alternative: "A boat"), caption: [])),
      ]))
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    let slide = try #require(parts["ppt/slides/slide3.xml"])
    let pieces = slide.split(separator: "<p:timing>", maxSplits: 1)
    try #require(pieces.count == 2)
    let (tree, timing) = (String(pieces[0]), String(pieces[1]))
    #expect(tree.hasSuffix("</p:clrMapOvr>"))
    #expect(PresentationTests.values(of: "delay", in: timing).count { $0 == "indefinite" } == 2)
    #expect(timing.components(of: "nodeType=\"clickEffect\"") == 2)
    // The items that come up, by their paragraphs; the box, its bar and the image as wholes.
    #expect(PresentationTests.values(of: "st", in: timing) == ["1", "2"])
    #expect(timing.components(of: "nodeType=\"withEffect\"") == 3)
    let shapes = Set(PresentationTests.values(of: "id", in: tree))
    for target in PresentationTests.values(of: "spid", in: timing) {
      #expect(shapes.contains(target))
    }
    #expect(timing.components(of: "build=\"p\"") == 1)
    #expect(parts["ppt/slides/slide4.xml"]?.contains("<p:timing>") == false)
  }

  @Test func boxesAreAsHighAsTheirText() throws {
    var deck = Deck(metadata: Metadata(title: "High"))
    deck.slides = [
      Slide(
        .standard, title: [.text("Boxes")],
        steps: [
          .init([
            .callout(
              Callout(kind: "note", title: [.text("Note")], [.text("Mind the bar."), .text("So.")])),
            .code(CodeBlock("a\nb\nc", language: "swift")),
            .quote(Quote([.text("A word.")])), .text("The end."),
          ])
        ])
    ]
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    let slide = try #require(parts["ppt/slides/slide1.xml"])
    for shape in slide.split(separator: "<p:sp>").dropFirst() where shape.contains("<a:t>") {
      let text = String(shape)
      let height = PresentationTests.values(of: "cy", in: text).compactMap(Double.init)[0] / 12_700
      let lines = text.split(separator: "<a:lnSpc><a:spcPts val=\"").dropFirst().compactMap {
        Double($0.prefix { $0 != "\"" })
      }
      let insets = ["tIns", "bIns"].compactMap {
        PresentationTests.values(of: $0, in: text).first.flatMap(Double.init)
      }.reduce(0, +)
      #expect(lines.reduce(0, +) / 100 + insets / 12_700 <= height + 2, "\(text.prefix(60))")
      #expect(!text.contains("normAutofit"))
    }
  }

  /// Newer programs give a link the color of its text, others heed the slide's colors.
  @Test func linksOnDarkGroundsAreReadable() throws {
    var deck = Deck(metadata: Metadata(title: "Links"))
    let link = Inline.link(Link("https://example.org", [.text("here")]))
    deck.slides = [
      Slide(.standard, title: [.text("A")], steps: [.init([.paragraph(Paragraph([link]))])]),
      Slide(
        .standard, title: [.text("B")], steps: [.init([.paragraph(Paragraph([link]))])],
        declarations: "background: #1f5f8b; color: #fff"),
    ]
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    let (first, second) = (parts["ppt/slides/slide1.xml"], parts["ppt/slides/slide2.xml"])
    #expect(first?.contains("<a:masterClrMapping/>") == true)
    #expect(second?.contains("<a:overrideClrMapping bg1=\"lt1\"") == true)
    #expect(second?.contains("val=\"tx\"/></a:ext></a:extLst></a:hlinkClick>") == true)
  }

  @Test func whatGoesOnSaysWithWhat() throws {
    let words = (0..<900).map { "w\($0)x" }.joined(separator: " ")
    var deck = Deck(metadata: Metadata(title: "Much"))
    deck.slides = [Slide(.standard, title: [.text("Long")], steps: [.init([.text(words)])])]
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    let second = try #require(parts["ppt/slides/slide2.xml"])
    #expect(second.contains("type=\"title\""))
    #expect(PresentationTests.words(second).contains { $0.hasPrefix("Long · 2/") })
  }

  @Test func `layouts and dates are in the talk's language`() throws {
    var deck = PresentationTests.deck
    deck.phrases = Phrasebook(
      language: "de",
      phrases: [
        "title": "Titel", "part": "Teil", "slideContent": "<Inhalt>", "shortDate": "{3}.{2}.{1}",
      ])
    let parts = try PresentationTests.parts(try PresentationTests.file(deck))
    let layouts = try (1...3).map { try #require(parts["ppt/slideLayouts/slideLayout\($0).xml"]) }
    for (layout, name) in zip(layouts, ["Titel", "Teil", "&lt;Inhalt&gt;"]) {
      #expect(layout.contains("<p:cSld name=\"\(name)\">"))
      #expect(PresentationTests.words(layout).first == "Titel")
    }
    #expect(PresentationTests.words(layouts[2]).contains("&lt;Inhalt&gt;"))
    let cover = try #require(parts["ppt/slides/slide1.xml"])
    #expect(PresentationTests.words(cover).contains("N. N. · 21.11.2026"))
  }

  /// Boxes stand on the slide, whatever its shape and however much it holds.
  @Test(arguments: ["16:9", "4:3", "1:1", "1:2"], [3, 60])
  func boxesStandOnTheSlide(ratio: String, count: Int) throws {
    let format = try #require(SlideFormat(ratio: ratio))
    var deck = Deck(metadata: Metadata(title: "Much"))
    deck.slides = [
      Slide(
        .standard, title: [.text("Much to say")],
        steps: [
          .init(
            (0..<count).map { .text("Sentence number \($0) says a little about the tide.") })
        ])
    ]
    let parts = try PresentationTests.parts(try PresentationTests.file(deck, format: format))
    let (width, height) = (emu(format.size.width), emu(format.size.height))
    for (name, xml) in parts where name.hasPrefix("ppt/slides/slide") {
      let values = ["x", "y", "cx", "cy"].map {
        PresentationTests.values(of: $0, in: xml).compactMap { Int($0) }
      }
      for i in values[0].indices where i < values[2].count {
        #expect(values[0][i] >= 0 && values[0][i] + values[2][i] <= width + 10, "\(name)")
        #expect(values[1][i] >= 0 && values[1][i] + values[3][i] <= height + 10, "\(name)")
      }
    }
  }
}

extension Table.Cell {
  fileprivate func spanning(_ columns: Int) -> Table.Cell {
    var cell = self
    cell.columns = columns
    return cell
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
