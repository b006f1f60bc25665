// SPDX-License-Identifier: MIT
// Part of Platen: HTML in slides becomes blocks, and what cannot is told.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Talks

@Suite struct HTMLTests {
  @Test func elementsHoldTheMarkdownBetweenTheirTags() throws {
    #expect(
      try blocks(
        "<div class=\"a b\">\n  <div class=\"c\">\n\n### H\n\n*x*\n\n  </div>\n</div>\n\nafter")
        == [
          .division(
            Division(
              [
                .division(
                  Division(
                    [
                      .heading(Heading(3, [.text("H")], isListed: false)),
                      .paragraph(Paragraph([.emphasis([.text("x")])])),
                    ], .classes("c")))
              ], .classes("a", "b"))), .text("after"),
        ])
  }

  @Test func commonElementsBecomeBlocks() throws {
    #expect(
      try blocks(
        """
        <section><h2>H</h2>text <b>b</b><i>i</i> <s>s</s><sub>1</sub><sup>2</sup> <mark>m</mark>
        <kbd>k</kbd> <code>c  d</code><br>next <a href="https://x.y">l</a> <a href="#z">z</a>
        <span lang="fr">mot</span></section><hr>
        """)
        == [
          .heading(Heading(2, [.text("H")], isListed: false)),
          .paragraph(
            Paragraph([
              .text("text "), .strong([.text("b")]), .emphasis([.text("i")]), .text(" "),
              .strikethrough([.text("s")]), .subscript([.text("1")]), .superscript([.text("2")]),
              .text(" "), .span(Span([.text("m")], .classes("mark"))), .text(" "),
              .span(Span([.text("k")], .classes("kbd"))), .text(" "), .code("c  d"), .lineBreak,
              .text("next "), .link(Link("https://x.y", [.text("l")])), .text(" z "),
              .span(
                Span(
                  [.text("mot")], language: "fr", Attributes(pairs: [.init("language", "fr")]))),
            ])), .rule(.none),
        ])
  }

  @Test func listsDetailsAndDescriptionsBecomeBlocks() throws {
    let found = try blocks(
      """
      <ol start="3" type="a"><li>x<ul><li>y</li></ul></li></ol>
      <details><summary>More</summary><p>Inside</p></details>
      <dl><dt>A</dt><dd>B</dd><div><dt>C</dt><dd><p>D</p><p>E</p></dd></div></dl>
      """)
    #expect(
      found == [
        .list(
          List(
            .ordered(start: 3, style: .lowerLetter),
            [List.Item([.text("x"), .list(List(.bullet, [List.Item([.text("y")])]))])])),
        .callout(Callout(kind: "details", title: [.text("More")], [.text("Inside")])),
        .keyValues(
          KeyValues([
            KeyValues.Pair("A", "B"),
            KeyValues.Pair([.text("C")], [.text("D"), .lineBreak, .text("E")]),
          ])),
      ])
  }

  @Test func tablesHaveSpansAndAreFilledUp() throws {
    guard
      case .table(let table)? = try blocks(
        """
        <table><caption>C</caption><tr><th>a</th><th align="right">b</th><th>c</th></tr>
        <tr><td rowspan="2">1</td><td colspan="2">2</td></tr><tr><td>3</td></tr></table>
        """
      ).first
    else {
      Issue.record("no table")
      return
    }
    #expect(table.caption == [.text("C")])
    #expect(table.columns.map(\.alignment) == [.start, .end, .start])
    #expect(table.head.map { $0.cells.count } == [3])
    #expect(
      table.body.map { $0.cells.map { [$0.columns, $0.rows] } }
        == [[[1, 2], [2, 1]], [[1, 1], [1, 1]]])
    guard case .table(let bare)? = try blocks("| | |\n|-|:-:|\n| a | b |").first else { return }
    #expect(bare.head.isEmpty)
    #expect(bare.columns.map(\.alignment) == [.start, .center])
  }

  @Test func imagesAreReadFromBesideTheSlides() throws {
    let read = try talk(
      [
        "p/a.md": """
        ![One](/public/a.png)

        Here: ![two](../public/a.png) and <img src="./public/b%20c.png?x" style="width: 40%">

        <figure><img src="public/a.png" alt="x"><figcaption>*Cap*</figcaption></figure>
        """
      ], assets: ["public/a.png": png(4, 3), "public/b c.png": png(2, 1)])
    #expect(read.warnings.isEmpty)
    let deck = read.value.deck
    #expect(deck.resources.map(\.name) == ["a.png", "b_c.png"])
    #expect(deck.resources.map { [$0.width, $0.height] } == [[4, 3], [2, 1]])
    #expect(
      deck.slides[1].steps[0].blocks == [
        .figure(Figure(Image("a.png", alternative: "One"))),
        .paragraph(
          Paragraph([
            .text("Here: "), .image(Image("a.png", alternative: "two")), .text(" and "),
            .image(Image("b_c.png", alternative: "", share: 0.4)),
          ])), .figure(Figure(Image("a.png", alternative: "x"), caption: [.text("*Cap*")])),
      ])
  }

  @Test func imagesThatCannotBeShownAreReported() throws {
    let text = """
      ![a](https://x.y/a.png)

      ![b](/public/none.png)

      ![c](public/c.svg)

      ![d](../../etc/passwd)
      """
    let assets: [String: [UInt8]] = ["public/c.svg": Array("<svg xmlns=\"x\"></svg>".utf8)]
    let read = try talk(["a.md": text], assets: assets)
    #expect(
      read.warnings.map(\.code) == [
        "talk.image-remote", "talk.image-missing", "talk.image-format",
        "talk.image-missing",
      ])
    #expect(read.warnings.allSatisfy { $0.place?.file == "a.md" && $0.severity == .warning })
    #expect(
      read.value.deck.slides[0].steps[0].blocks[0]
        == .paragraph(Paragraph([.span(Span([.text("[a]")], .classes("placeholder")))])))
    var options = TalkOptions()
    options.missingImages = .error
    let failure = #expect(throws: Failure.self) {
      try talk(["a.md": text], assets: assets, options: options)
    }
    #expect(failure?.diagnostics.count { $0.severity == .error } == 2)
  }

  @Test func drawingsAreRenderedIfARendererIsAvailable() throws {
    var drawn: [String] = []
    let read = try TalkReader.read(
      TalkFolder(
        files: [
          .init(
            "a.html",
            Array(
              """
              <svg viewBox="0 0 10 5" onload="x()"><title>A boat</title><clipPath id="c"></clipPath>
              <script>y()</script><text x="1">at &lt;sea&gt;</text></svg>
              """.utf8)),
          .init("b.md", Array("![map](public/map.svg) and ![map](public/map.svg)".utf8)),
        ], asset: { $0 == "public/map.svg" ? Array("<svg xmlns=\"x\"></svg>".utf8) : nil },
        draw: { svg in
          drawn.append(String(decoding: svg, as: UTF8.self))
          return RasterizedDrawing(
            bytes: png(40, 20) + svg, width: 40, height: 20, ownWidth: 280,
            notes: [.note("svg.text", "of a drawing: words")])
        }))
    #expect(
      drawn == [
        "<svg viewBox=\"0 0 10 5\" xmlns=\"http://www.w3.org/2000/svg\"><title>A boat</title>"
          + "<clipPath id=\"c\"></clipPath>\n<text x=\"1\">at &lt;sea></text></svg>",
        "<svg xmlns=\"x\"></svg>",
      ])
    #expect(read.warnings.map(\.line) == ["a.html: note: of a drawing: words"])
    #expect(
      read.value.deck.slides[0].steps[0].blocks.first
        == .figure(Figure(Image("drawing.png", alternative: "A boat at <sea>", share: 0.25))))
    #expect(read.value.deck.resources.map(\.name) == ["drawing.png", "map.svg.png"])
    #expect(read.value.deck.resources.map(\.width) == [40, 40])
  }

  @Test func deeplyNestedListsKeepTheirText() throws {
    let depth = 60
    let text = (0..<depth).map { String(repeating: "  ", count: $0) + "- level\($0)\n" }.joined()
    for name in ["a.md", "a.html"] {
      let html = (0..<depth).map { "<ul><li>level\($0)\n" }.joined()
      let slide = try talk([name: name == "a.md" ? text : html]).value.deck.slides[0]
      let words = Set(
        slide.steps[0].blocks.words.flatMap { $0.split(whereSeparator: \.isWhitespace) })
      for level in 0..<depth { #expect(words.contains("level\(level)"), "\(name) \(level)") }
    }
  }

  @Test func namesWithoutEffectAreReportedOnce() throws {
    let read = try talk(
      [
        "a.md": """
        +++
        classes = ["center", "spread-steps", "mine"]
        style = "background: navy; border: none; color: var(--x)"
        +++
        # A

        <p style="margin: 0; color: red">x</p> <img src="public/a.png" style="width: 40%">

        ```mermaid:aspectRatio=3,class=x,width=50%
        graph TD
        A --> B
        ```
        """,
        "b.md": "+++\nclasses = [\"mine\", \"wide\"]\n+++\n# B\n\n<p style=\"margin: 1px\">y</p>",
        "_head.html": """
        <link rel="preconnect" href="https://fonts.example">
        <link rel="stylesheet" href="https://fonts.example/css2?family=A:wght@300..700">
        <style>:root { --font-slide-title: "Space Grotesk", sans-serif; --font-slide-body: serif }</style>
        """,
      ], assets: ["public/a.png": png(1, 1)],
      settings: """
        [build]
        mermaid-config = "m.json"
        [lint]
        format = "json"
        """)
    #expect(
      read.warnings.map(\.line) == [
        "toboggan.toml:2:18: note: \"mermaid-config\" has no effect: diagrams use the look's colors",
        "toboggan.toml:4:10: note: the format \"json\" has no effect: findings are reported as all"
          + " diagnostics are",
        "a.md:9: note: options of a diagram that have no effect: aspectRatio, class",
        "a.md:2: warning: 3 classes of slides have no effect: spread-steps, mine",
        "a.md:3: warning: 5 styles in slides have no effect: border, color, margin",
        "_head.html: note: style sheets of other servers are not fetched:"
          + " https://fonts.example/css2",
        "_head.html: note: the talk's style sheets request Space Grotesk: slides use the look's"
          + " fonts",
      ])
  }

  @Test func unknownElementsBecomeTextAndAreCounted() throws {
    let read = try talk([
      "a.md": """
      <style>x</style>
      <script>y</script>

      <svg><title>T</title><text>label</text></svg> <video>film</video> <x-tag>own</x-tag>
      <iframe src="https://x.y"></iframe> <a href="javascript:x()">go</a> <math><mglyph/></math>
      """
    ])
    #expect(
      read.warnings.map(\.line) == [
        "a.md:1: warning: 1 <style> element has no effect",
        "a.md:2: note: <script> was skipped once",
        "a.md:4: warning: <svg> is shown as its text (once)",
        "a.md:4: warning: <video> is shown as its text (once)",
        "a.md:4: warning: <x-tag> is shown as its text (once)",
        "a.md:5: warning: <iframe> is shown as its text (once)",
        "a.md: warning: links that are neither web nor mail addresses are shown as text (once)",
        "a.md:5: warning: <math> is shown as its text (once)",
      ])
  }

  @Test func mathMLBecomesAFormula() throws {
    let read = try talk([
      "a.md": """
      so <math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>

      <math display="block"><msqrt><mi>y</mi></msqrt></math>
      """
    ])
    let blocks = read.value.deck.slides.last?.steps.first?.blocks ?? []
    #expect(
      blocks == [
        .paragraph(
          Paragraph([
            .text("so "), .span(Span([.code("x^{2} = \\frac{1}{2}")], .classes("math"))),
          ])), .code(CodeBlock("\\sqrt{y}", language: "math")),
      ])
    #expect(read.warnings.isEmpty)
  }

  @Test func formulasAndDiagramsThatCannotBeDrawnAreReported() throws {
    let read = try talk([
      "a.md": """
      # One

      Water is $\\ce{H2O}$, and

      $$
      a +
      \\alhpa
      $$

      ```mermaid
      gantt
        title Months
      ```

      ```mermaid
      graph TD
        A --> B
        B ->
      ```
      """
    ])
    #expect(
      read.warnings.map(\.line) == [
        "a.md:3: warning: the formula \\ce{H2O} is shown as it is written: unknown command"
          + " \"\\ce\"",
        "a.md:7: warning: the formula a + \\alhpa is shown as it is written: unknown command"
          + " \"\\alhpa\"",
        "a.md:11: warning: a diagram is shown as its source: diagrams of the kind \"gantt\" are not"
          + " drawn",
        "a.md:18: warning: a diagram is shown as its source: expected a link, found \"->\"",
      ])
  }

  @Test func theSizeOfJPEGImagesIsRead() {
    let bytes: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC2, 0, 11, 8, 0, 3, 0, 4, 1, 0, 0, 0]
    let size = ImageSize(bytes)
    #expect(size.mediaType == "image/jpeg")
    #expect([size.width, size.height] == [4, 3])
    for count in 0..<bytes.count { _ = ImageSize(Array(bytes.prefix(count))) }
    #expect(ImageSize([0xFF, 0xD8, 0xFF, 0xFF]).mediaType == nil)
    #expect(ImageSize(Array(png(0, 3))).mediaType == nil)
  }

  @Test func variablesOfStyleSheetsAreRead() {
    let sheet = """
      /* --bg: no; */
      :root { --bg: #123 /* deep */; --fg: var(--ink); --ink: black; --other: x;
        --font-slide-body: "A; B", serif; --accent: var(--none, teal) }
      .toboggan-slide { --slide-h1-size: 210%; --bg: #456; color: red }
      @media print { :root { --bg: white; } }
      --accent2: no;
      """
    #expect(
      StyleVariables.of([sheet]) == [
        Deck.Variable("bg", "#456"), Deck.Variable("fg", "black"),
        Deck.Variable("font-slide-body", "\"A; B\", serif"), Deck.Variable("accent", "teal"),
        Deck.Variable("slide-h1-size", "210%"),
      ])
  }

  @Test func imagesInStylesAreReported() throws {
    let read = try talk([
      "a.md": """
      +++
      style = "background: #000 URL('yak.webp') no-repeat; color: red"
      +++
      # A

      <div style="background-image: url(images/sea.png)">x</div>
      <div style="background-image: url(images/sea.png)">y</div>
      """, "b.html": "<p style=\"background: url(https://a.example/b.png)\">z</p>",
    ])
    #expect(
      read.warnings.filter { $0.code == "talk.background" }.map(\.line) == [
        "a.md: warning: the image images/sea.png that background-image names is not shown",
        "b.html: warning: the image https://a.example/b.png that background names is not shown",
      ])
    #expect(read.warnings.contains { $0.message.contains("yak.webp") })
  }

  @Test func imagesAndGradientsBehindSlidesAreShown() throws {
    let read = try talk(
      [
        "a.md": """
        +++
        style = "background: navy URL('sea.png') no-repeat center / contain"
        +++
        # A
        """,
        "b.md": """
        +++
        style = "background: linear-gradient(to right, #123, teal 60%); color: white"
        +++
        # B
        """, "c.md": "+++\nstyle = \"background: conic-gradient(red, blue)\"\n+++\n# C\n",
      ], assets: ["sea.png": png(4, 2)])
    let slides = read.value.deck.slides
    #expect(slides[0].background == SlideBackground(image: "sea.png", isContained: true))
    #expect(slides[0].declarations.hasPrefix("background-color: navy; "))
    #expect(slides[1].gradient == "linear-gradient(to right, #123, teal 60%)")
    #expect(slides[1].background == nil)
    let unused = read.warnings.filter { $0.message.contains("no effect") }
    #expect(unused.count == 1 && unused[0].message.contains("background"))
  }
}
