// SPDX-License-Identifier: MIT
// Part of Platen: tests of decks set into slides.

import Diagnostics
import Documents
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Typesetting

struct DeckTests {
  private func words(_ count: Int) -> Block {
    .text((0..<count).map { "word\($0)" }.joined(separator: " "))
  }

  private func set(
    _ slides: [Slide], steps: DeckTypesetter.Steps = .final, target: Slide.Target? = nil,
    format: SlideFormat = .wide
  ) throws -> (pages: [LaidOutPage], places: [DeckTypesetter.Place], DeckTypesetter.Result) {
    var pages: [LaidOutPage] = []
    var places: [DeckTypesetter.Place] = []
    let result = try DeckTypesetter(look: .daylight, format: format, measuring: PaperFonts()).pages(
      of: Deck(metadata: Metadata(title: "A talk"), slides: slides), steps: steps, target: target
    ) { page, place in
      pages.append(page)
      places.append(place)
    }
    return (pages, places, result)
  }

  private let talk = [
    Slide(.cover, title: [.text("A talk")]),
    Slide(.part, title: [.text("First")], counter: "1."),
    Slide(
      .standard, title: [.text("What")], counter: "1.1",
      steps: [.init([.text("one")]), .init([.text("two")]), .init([.text("three")])]),
    Slide(.standard, title: [.text("Hidden")], counter: "1.2", hiddenIn: [.pdf]),
  ]

  @Test func aPageForEachSlideOrEachStep() throws {
    let (pages, places, result) = try set(talk)
    #expect(pages.count == 4 && result.pageCount == 4)
    #expect(places.map(\.slide) == [0, 1, 2, 3])
    let each = try set(talk, steps: .each)
    #expect(each.places.map(\.steps) == [1, 1, 1, 2, 3, 1])
    #expect(try set(talk, target: .pdf).pages.count == 3)
  }

  /// A footer has any length: the part that fits is found in a few tries.
  @Test(arguments: [(60.0, 1), (200, 4), (1_000, 20), (100_000, 2_000)])
  func footersAreShortenedInAFewSteps(room: Double, count: Int) {
    // Words of nine letters, so fifty points with their blank, and the ellipsis takes a letter.
    let words = WordCache(measuring: PaperFonts(), hyphenation: nil)
    let styles = StyleTable(style: .bare, words: words, language: "en")
    var line = LineSetter(styles: styles)
    let text = (1...5_000).map { "word\(10_000 + $0)" }.joined(separator: " ")
    let shown = line.shortened(text, style: styles.root, to: room)
    #expect(text.hasPrefix(shown.dropLast()) && shown.hasSuffix("…"))
    let width = line.width(of: shown, style: styles.root)
    #expect(width <= room && width > room - 60, "\(width) of \(room)")
    #expect(shown.split(separator: " ").count >= count)
    // Each try is kept.
    #expect(words.bytes.count <= 16 * text.utf8.count)
    #expect(line.shortened("one two", style: styles.root, to: 1) == "one…")
    #expect(line.shortened("one two", style: styles.root, to: 100) == "one two")
  }

  /// Parts of columns come up at their places, beside what is there.
  @Test func stepsInColumnsKeepTheirPositions() throws {
    func part(_ text: String, _ step: Int) -> Block {
      .division(
        Division(
          [.text(text)], Attributes(pairs: [Attributes.Pair(Slide.stepKey, String(step))])))
    }
    let table = Table(
      columns: [.init(share: 0.5), .init(share: 0.5)],
      body: [.init([.init([.text("left"), part("lower", 2)]), .init([part("right", 1)])])],
      .classes(Block.sideBySide))
    let slide = Slide(
      .standard, title: [.text("Columns")],
      steps: [.init([.table(table)]), .init([]), .init([])])
    let (pages, _, _) = try set([slide], steps: .each)
    #expect(pages.count == 3)
    let texts = pages.map {
      $0.scene.placedTexts.map { "\($0.source) \($0.glyphs[0].position)" }
    }
    for (before, after) in zip(texts, texts.dropFirst()) {
      #expect(after.count == before.count + 1)
      #expect(Set(before).isSubset(of: Set(after)))
    }
  }

  @Test func stepsKeepTheirPositions() throws {
    let (pages, _, _) = try set(talk, steps: .each)
    let texts = pages[2...4].map {
      $0.scene.placedTexts.map { "\($0.source) \($0.glyphs[0].position)" }
    }
    for (before, after) in zip(texts, texts.dropFirst()) {
      #expect(after.count > before.count)
      #expect(Set(before).isSubset(of: Set(after)))
    }
  }

  @Test func slidesOfAPartAreInItsElement() throws {
    let structure = try set(talk).2.structure
    let elements = structure.elements
    #expect(elements[0].role == .document && elements[0].parent == nil)
    for (index, element) in elements.enumerated().dropFirst() {
      let parent = try #require(element.parent)
      #expect(parent < index)
    }
    #expect(elements.count { $0.role == .part } == 1)
    #expect(elements.count { $0.role == .heading1 } == 2)
    #expect(elements.count { $0.role == .heading2 } == 2)
    #expect(structure.outline.map(\.title) == ["A talk", "1. First", "1.1 What", "1.2 Hidden"])
    #expect(structure.outline.map(\.level) == [1, 1, 2, 2])
    let names = structure.places.map(\.name)
    #expect(Set(names).count == names.count)
    for entry in structure.outline { #expect(names.contains(entry.place)) }
  }

  @Test(arguments: ["16:9", "4:3", "16:10"].compactMap(SlideFormat.init(ratio:)))
  func textShrinksAndThenContinues(format: SlideFormat) throws {
    for count in stride(from: 10, through: 1500, by: 149) {
      let (pages, _, result) = try set(
        [Slide(.standard, title: [.text("Much")], steps: [.init([words(count)])])], format: format)
      let sizes = pages.flatMap(\.scene.placedTexts).filter { $0.source.hasPrefix("word") }.map(
        \.font.size)
      let least = DeckLook.daylight.leastScale * 23
      #expect(sizes.allSatisfy { $0 <= 23 && $0 > least - 0.01 })
      #expect((pages.count > 1) == result.diagnostics.contains { $0.code == "deck.split" })
      // Nothing is lost, and nothing stands outside.
      let said = pages.flatMap(\.scene.placedTexts).map(\.source).joined(separator: " ")
      #expect(said.contains("word0") && said.contains("word\(count - 1)"))
      for text in pages.flatMap(\.scene.placedTexts) {
        #expect(text.glyphs.allSatisfy { (0...format.size.height).contains($0.position.y) })
        #expect(text.glyphs.allSatisfy { (0...format.size.width).contains($0.position.x) })
      }
    }
  }

  /// Nothing of a title moves from one slide to the next, and no slide has narrower margins.
  @Test func titlesHaveOnePositionAndSize() throws {
    let slides = [1, 60, 150, 400].flatMap { count in
      [[], ["wide"]].map { classes in
        Slide(
          .standard, title: [.text("Title")], steps: [.init([words(count)])], classes: classes)
      }
    }
    let pages = try set(slides).pages.map(\.scene.placedTexts)
    let titles = pages.compactMap { $0.first { $0.source.hasPrefix("Title") && $0.font.size > 30 } }
    #expect(titles.count == slides.count)
    #expect(Set(titles.map { "\($0.font.size) \($0.glyphs[0].position)" }).count == 1)
    let bodies = pages.compactMap { $0.first { $0.source.hasPrefix("word0") } }
    #expect(Set(bodies.map(\.glyphs[0].position.x)) == [titles[0].glyphs[0].position.x])
    #expect(Set(bodies.map(\.font.size)).count > 2)
  }

  @Test func aTitleThatIsTooLongShrinks() throws {
    func sizes(_ kind: Slide.Kind, _ count: Int) throws -> Set<Double> {
      let title = (0..<count).map { "title\($0)" }.joined(separator: " ")
      let texts = try set([Slide(kind, title: [.text(title)], steps: [.init([words(5)])])]).pages
        .flatMap(\.scene.placedTexts)
      return Set(texts.filter { $0.source.hasPrefix("title") }.map(\.font.size))
    }
    #expect(try sizes(.standard, 12) == [38])
    #expect(try sizes(.part, 8) == [54])
    let long = try sizes(.standard, 80)
    #expect(long.count == 1 && long.allSatisfy { $0 < 30 && $0 > 10 }, "\(long)")
  }

  @Test func wideCodeShrinksButItsTitleDoesNot() throws {
    let line = String(repeating: "let x = y ", count: 14)
    let (pages, _, _) = try set([
      Slide(
        .standard, title: [.text("Code")],
        steps: [.init([.code(CodeBlock(line, language: "rust"))])])
    ])
    let texts = pages[0].scene.placedTexts
    let title = try #require(texts.first { $0.source.contains("Code") })
    let code = try #require(texts.first { $0.source.contains("let") })
    #expect(title.font.size == 38)
    #expect(code.font.size < 23 * 0.78)
    #expect(
      Set(texts.filter { $0.font.size == code.font.size }.map(\.glyphs[0].position.y)).count == 1)
  }

  /// Code that is wide and long wraps before it is too small to read.
  @Test func codeHasAMinimumSize() throws {
    let line = String(repeating: "let x = y ", count: 30)
    let code = Array(repeating: line, count: 24).joined(separator: "\n")
    let (pages, _, _) = try set([
      Slide(
        .standard, title: [.text("Code")],
        steps: [.init([.code(CodeBlock(code, language: "rust"))])])
    ])
    let sizes = pages.flatMap(\.scene.placedTexts).filter { $0.source.contains("let") }
      .map(\.font.size)
    #expect(sizes.count > 24)
    #expect(sizes.allSatisfy { $0 >= 23 * 0.78 * 0.5 - 0.01 && $0 < 23 * 0.78 })
    for text in pages.flatMap(\.scene.placedTexts) where text.source.contains("let") {
      #expect(text.glyphs.allSatisfy { $0.position.x < 900 })
    }
  }

  @Test func continuationPagesNameTheirSlide() throws {
    let (pages, _, _) = try set([
      Slide(.standard, title: [.text("Much")], counter: "2.1", steps: [.init([words(900)])])
    ])
    #expect(pages.count > 1)
    for (index, page) in pages.enumerated() {
      let head = page.scene.placedTexts.filter { $0.glyphs[0].position.y < 40 }.map(\.source)
        .joined()
      let name = index == 0 ? "" : "2.1Much·\(index + 1)/\(pages.count)"
      #expect(head.filter { $0 != " " } == name)
    }
  }

  @Test func earlierStepsAreStruckThrough() throws {
    var slide = Slide(
      .standard, title: [.text("Steps")],
      steps: [
        .init([.text("zero")]), .init([.text("one")]),
        .init([.list(List(.bullet, [.init([.text("two")])]))]), .init([.text("three")]),
      ])
    func struck(_ steps: Int) -> [String] {
      var found: [String] = []
      SlideDocument.document(of: slide, in: Deck(), level: 1, steps: steps).walk(
        block: { _ in .descend },
        inline: { inline in
          if case .strikethrough(let inner) = inline { found.append(inner.plainText) }
          return .descend
        })
      return found
    }
    #expect(struck(4).isEmpty)
    slide.classes = ["step-line-through"]
    #expect((1...4).map(struck) == [[], [], ["one"], ["one", "two"]])
  }

  @Test func aSlideUsesItsOwnColors() throws {
    var slide = Slide(.standard, title: [.text("Red")], steps: [.init([.text("words")])])
    slide.declarations = "background: maroon"
    let plain = Slide(.standard, title: [.text("Plain")], steps: [.init([.text("words")])])
    let (pages, _, _) = try set([slide, plain])
    let grounds = pages.map { $0.scene.placedPaths.first?.fill }
    #expect(grounds == [Fill(Color(hex: "#800000") ?? .clear), Fill(.white)])
    let look = DeckLook.daylight.themed(for: slide)
    // Dark ink could not be read on it.
    #expect(look.palette.ink == .white)
    for kind in [Slide.Kind.cover, .part, .standard] {
      slide.declarations = "background-color: #fee; color: navy !important"
      slide.kind = kind
      let look = DeckLook.evening.themed(for: slide)
      #expect(look.ground(of: kind) == Color(hex: "#ffeeee"))
      let style = look.style(of: kind)
      for selector in ["verbatim", "link"] {
        let color = try #require(style.patches[selector]?.color)
        #expect(color.contrast(with: look.ground(of: kind)) >= 4.5, "\(selector)")
      }
    }
    slide.declarations = "background: url(x.png); border: none"
    #expect(DeckLook.daylight.themed(for: slide) == .daylight)
  }

  @Test func slidesFromRightToLeftAreMirrored() throws {
    var grounds: [[Double]] = []
    for direction in [Direction.leftToRight, .rightToLeft] {
      var pages: [LaidOutPage] = []
      let slides = [
        Slide(.cover, title: [.text("T")]),
        Slide(.standard, title: [.text("S")], steps: [.init([.text("x")])]),
        Slide(.standard, title: [.text("U")], steps: [.init([.text("x")])]),
      ]
      _ = try DeckTypesetter(look: .daylight, measuring: PaperFonts()).pages(
        of: Deck(metadata: Metadata(title: "A talk", direction: direction), slides: slides)
      ) { page, _ in pages.append(page) }
      grounds.append(
        pages.flatMap { $0.scene.placedPaths.compactMap(\.path.controlBounds) }
          .filter { $0.width < 900 }.map { direction == .leftToRight ? $0.minX : $0.maxX })
      let foot = try #require(pages[1].scene.placedTexts.first { $0.source.contains("talk") })
      #expect((foot.glyphs[0].position.x < 400) == (direction == .leftToRight))
    }
    // Two bars of the cover, one below each title, what is told of the talk on the second slide.
    #expect(grounds[0].count == 5)
    for (left, right) in zip(grounds[0], grounds[1]) { #expect(abs(left + right - 960) < 0.01) }
  }

  @Test func foldersOfTerminalsAreLeftToRightInEveryTalk() {
    let terminal = Block.callout(Callout(kind: "terminal", title: [.text("1_x")], []))
    for direction in [Direction.leftToRight, .rightToLeft] {
      var deck = Deck(
        metadata: Metadata(direction: direction),
        slides: [Slide(.standard, title: [.text("T")], steps: [.init([terminal])])])
      deck.titleAlerts()
      guard case .callout(let found) = deck.slides[0].steps[0].blocks[0] else { continue }
      let own = Inline.span(Span([.text("1_x")], direction: .leftToRight))
      #expect(found.title == (direction == .leftToRight ? [.text("1_x")] : [own]))
    }
  }

  @Test func terminalsUseTheRequestedTheme() throws {
    func grounds(_ theme: String) throws -> Set<Color> {
      let classes = Attributes(classes: [theme])
      let slide = Slide(
        .standard, title: [.text("T")],
        steps: [
          .init([
            .callout(
              Callout(
                kind: "terminal", title: [.text(".")],
                [.code(CodeBlock("$ ls", language: "console", classes))], classes))
          ])
        ])
      return Set(
        try set([slide]).pages[0].scene.placedPaths.compactMap {
          if case .color(let color)? = $0.fill?.paint { color } else { nil }
        })
    }
    let style = DeckLook.daylight.style
    for theme in ["light", "dark"] {
      let ground = try #require(style.patches["code.\(theme)"]?.ground)
      #expect(try grounds(theme).contains(ground))
      #expect(try !grounds("").contains(ground))
    }
  }

  @Test func coversAreCentered() throws {
    let (pages, _, _) = try set([Slide(.cover, title: [.text("Short")])])
    let title = try #require(pages[0].scene.placedTexts.first { $0.source == "Short" })
    #expect((220...320).contains(title.glyphs[0].position.y))
  }

  @Test func aCoverWithoutATitleHasThatOfTheTalk() throws {
    let (pages, _, _) = try set([Slide(.cover, title: [])])
    #expect(pages[0].scene.placedTexts.map(\.source).joined(separator: " ").contains("A talk"))
  }

  @Test func markedWordsHaveABackground() throws {
    let (pages, _, _) = try set([
      Slide(
        .standard, title: [.text("Title")],
        steps: [
          .init([
            .paragraph(
              Paragraph([
                .text("plain "), .span(Span([.strong([.text("marked")])], .classes("mark"))),
              ]))
          ])
        ])
    ])
    let highlight = Fill(DeckLook.daylight.palette.highlight)
    let grounds = pages[0].scene.placedPaths.filter { $0.fill == highlight }
    let text = try #require(pages[0].scene.placedTexts.first { $0.source == "marked" })
    #expect(grounds.count == 1)
    let bounds = try #require(grounds.first?.path.controlBounds)
    #expect(bounds.contains(text.glyphs[0].position))
  }

  /// Boxes have one ground, not another behind each of their lines.
  @Test func backgroundsOfBoxesDoNotApplyToTheirWords() throws {
    let (pages, _, _) = try set([
      Slide(
        .standard, title: [.text("Title")],
        steps: [.init([.code(CodeBlock("a\nb\nc", language: ""))])])
    ])
    let panel = Fill(DeckLook.daylight.palette.panel)
    #expect(pages[0].scene.placedPaths.count { $0.fill == panel } == 1)
  }

  @Test(arguments: DeckLook.all.map(\.name))
  func everythingCanBeReadOnCoversAndParts(name: String) throws {
    let look = try #require(DeckLook.all.first { $0.name == name })
    for kind in [Slide.Kind.cover, .part] {
      let style = look.style(of: kind)
      let ground = look.ground(of: kind)
      let ink = kind == .cover ? look.palette.coverInk : look.palette.partInk
      let panel = try #require(style.patches["code"]?.ground)
      #expect(ink.contrast(with: panel) >= 4.5, "code")
      for selector in ["verbatim", "link", "reference"] {
        let color = try #require(style.patches[selector]?.color)
        #expect(color.contrast(with: ground) >= 4.5, "\(selector)")
        #expect(color.contrast(with: panel) >= 4.5, "\(selector)")
      }
    }
    #expect(look.style(of: .standard) == look.style)
  }

  @Test func centeredCodeIsLeftAligned() throws {
    var slide = Slide(
      .standard, title: [.text("Title")],
      steps: [.init([.code(CodeBlock("first long line\nb", language: ""))])])
    slide.classes = ["center"]
    let texts = try set([slide]).pages[0].scene.placedTexts
    let first = try #require(texts.first { $0.source.contains("first") })
    let second = try #require(texts.first { $0.source == "b" })
    #expect(first.glyphs[0].position.x == second.glyphs[0].position.x)
  }

  @Test func theTalksOwnColorsAreUsed() {
    let themed = DeckLook.daylight.applying([
      .init("bg", "#102030"), .init("fg", "#ffffff"), .init("accent", "#00ff00"),
      .init("accent2", "var(--x)"),
    ])
    #expect(themed.palette.ground == Color(hex: "#102030"))
    #expect(themed.palette.accent == Color(hex: "#00ff00"))
    #expect(themed.palette.accent2 == DeckLook.daylight.palette.accent2)
    #expect(DeckLook.daylight.applying([.init("bg", "white")]).name == "daylight")
  }

  @Test(arguments: [("16:9", 960.0), ("4:3", 720), ("1:1", 540), ("3:2", 810)])
  func ratios(text: String, width: Double) {
    #expect(SlideFormat(ratio: text)?.size == Size(width: width, height: 540))
  }

  @Test(arguments: ["", "16", "16:", ":9", "0:9", "16:0", "-1:1", "nan:1", "100:1", "1:100", "a:b"])
  func wrongRatios(text: String) { #expect(SlideFormat(ratio: text) == nil) }
}

struct CodeColorsTests {
  private func kinds(_ code: String, _ language: String) -> [String] {
    guard var colors = CodeColors(language: language) else { return [] }
    return code.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      line -> [String] in
      let inlines = colors.inlines(of: String(line))
      #expect(inlines.plainText == line)
      return inlines.compactMap { inline -> String? in
        guard case .span(let span) = inline else { return nil }
        return "\(span.attributes.classes[0]) \(span.inlines.plainText)"
      }
    }
  }

  @Test func words() {
    #expect(
      kinds("let a: Int = 0x1F // \"no\"", "swift")
        == ["keyword let", "name Int", "number 0x1F", "comment // \"no\""])
    #expect(kinds("fn f<'a>(c: &'a str) -> 'x'", "rust") == ["keyword fn", "string 'x'"])
    #expect(kinds("a = \"x\\\"y\" # z", "python") == ["string \"x\\\"y\"", "comment # z"])
    #expect(kinds("SELECT * FROM t", "sql") == ["keyword SELECT", "keyword FROM"])
    #expect(kinds("name = \"x\"\n[table]", "toml") == ["name name", "string \"x\""])
    #expect(kinds("anything", "brainfuck") == [])
  }

  @Test func whatGoesOverLines() {
    #expect(
      kinds("/* a\nb */ if", "c") == ["comment /*", "comment  a", "comment b */", "keyword if"])
    #expect(kinds("\"\"\"\nif\n\"\"\" if", "python").last == "keyword if")
    #expect(kinds("\"never ends", "swift") == ["string \"never ends"])
  }

  /// Whatever stands in code, not a letter of it is lost.
  @Test(arguments: ["rust", "python", "js", "toml", "html", "css", "bash", "json"])
  func nothingIsLost(language: String) {
    var roll = Dice(seed: 7)
    let pieces = [
      "\"", "'", "\\", "/*", "*/", "//", "#", "'''", "`", " ", "if", "a1", "1a", "é", "🦀", "<!--",
      ":", "=",
    ]
    for _ in 0..<300 {
      var line = ""
      for _ in 0..<12 {
        line += pieces[roll(pieces.count)]
      }
      _ = kinds(line + "\n" + line, language)
    }
  }
}

extension Scene {
  /// Every path that is not in a group.
  fileprivate var placedPaths: [PathNode] {
    nodes.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }

  /// Every text in it, at any depth, where it stands: groups are moved and made larger or smaller.
  var placedTexts: [TextNode] {
    func texts(_ nodes: [Node], _ map: AffineMap) -> [TextNode] {
      nodes.flatMap { node -> [TextNode] in
        switch node {
        case .text(var text):
          for index in text.glyphs.indices {
            text.glyphs[index].position = map.apply(text.glyphs[index].position)
          }
          return [text]
        case .group(let group):
          return texts(
            group.children,
            AffineMap(
              a: map.a * group.transform.a, b: 0, c: 0, d: map.d * group.transform.d,
              tx: map.tx + map.a * group.transform.tx, ty: map.ty + map.d * group.transform.ty))
        default: return []
        }
      }
    }
    return texts(nodes, .identity)
  }
}
