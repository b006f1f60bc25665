// SPDX-License-Identifier: MIT
// Part of Platen: decks in one file: programs told apart, separators, notes, steps, columns.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Talks

@Suite struct DeckFileTests {
  @Test(arguments: [
    ("---\nmarp: true\n---\n# A", DeckFormat.marp), ("# A\n\n---\n\n![bg left](a.png)\n", .marp),
    ("# A\n\n---\n\n<!-- _class: lead -->\n", .marp),
    ("# A\n\n<!-- end_slide -->\n\n# B", .presenterm),
    ("# A\n\n---\nlayout: center\n---\n\n# B", .slidev), ("---\nlayout: cover\n---\n# A", .slidev),
    ("# A\n\n---\n\n::right::\n", .slidev), ("# A\n\n---\n\n<v-clicks>\n", .slidev),
    ("# A\n\n---\n\n<!-- .slide: class=\"x\" -->\n", .reveal),
    ("---\nrevealOptions: {}\n---\n# A", .reveal), ("# A\n---\nclass: center\n\n# B", .remark),
    ("# A\n\n???\n\nnote", .remark), ("class: center\n\n# A", .remark),
    ("- a\n--\n\n- b", .remark), ("---\nformat: revealjs\n---\n# A", .quarto),
    ("---\nformat:\n  revealjs:\n    theme: x\n---\n# A", .quarto), ("% T\n\n# A", .pandoc),
    ("# A\n\n. . .\n\nx", .pandoc), ("# A\n\n::: notes\nx\n:::", .pandoc),
    ("# A\n\n---\n\n# B", .markdown), ("# A\n\n```\n???\n::right::\n```\n\n---\n\nb", .markdown),
  ]) func programsAreToldApart(text: String, format: DeckFormat) {
    #expect(DeckFormat.recognized(text, named: "a.md") == format)
    #expect(DeckFormat.recognized("# A", named: "a.qmd") == .quarto)
  }

  @Test(arguments: [
    "# A\n\ntext\n", "# A\n\n```\n---\n```\n", "# A\n\nSetext\n---\n\ntext", "",
    "# A\n\n<!--\n---\n-->\n",
  ]) func plainTextIsNotRecognized(text: String) {
    #expect(DeckFormat.recognized(text, named: "a.md") == nil)
  }

  @Test func slidesAreBetweenBreaks() throws {
    let text = """
      # A

      - - -

      ## B

      Setext
      ---

      ```
      ---
      ```

      ~~~~
      ```
      ---
      ~~~~

      <!--
      ---
      heard
      -->

      ***

      ## C

      - item

        ```
      ---
        ```
      ___
      ## D
      """
    let found = try deckLines(text)
    #expect(
      found == [
        "cover A", "standard B // heard", "standard C", "standard D .center",
      ])
    // Without breaks headings begin slides.
    try expectSlides("# A\n\nx\n\n# B\n\ny", ["cover A", "standard B"])
    try expectSlides("# A\n\n## B\n\ny", ["part A", "standard B"])
    try expectSlides("A\n---\n\n---\n\nB\n===\n", ["cover A", "standard B .center"])
  }

  private func expectSlides(
    _ text: String, _ expected: [String], at place: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let found = try deckLines(text)
    #expect(found == expected, sourceLocation: place)
  }

  @Test func pausesAndNotesOfFoldersAreReadInPlainDecks() throws {
    let slide = try deckTalk(
      "# A\n\n---\n\n# B\n\nx\n\n<!-- pause -->\n\ny\n\n<!-- notes -->\n\nz"
    ).value.deck.slides[1]
    #expect(slide.stepWords == ["B | x", "y"])
    #expect(slide.notes.words == ["z"])
  }

  @Test func marpHasDirectivesListsAndImages() throws {
    let text = """
      ---
      marp: true
      headingDivider: 2
      backgroundColor: "#eeeeee"
      header: Top
      style: |
        h1 { color: red }
      ---

      # A

      ## B

      * one
        * inner
      * two

      1. three

      <!-- note -->
      <!-- prettier-ignore -->

      ## C
      <!-- _color: red -->
      <!-- class: wild lead -->

      ![w:320 blur:4px alt text](a.png) `![w:1](x)`

      ## D

      ## E

      text
      """
    let read = try deckTalk(text, assets: ["a.png": png(4, 2)])
    #expect(
      read.value.deck.slides.map(\.line) == [
        "cover A {background-color: #eeeeee}",
        "standard B +2 {background-color: #eeeeee} // note",
        "standard C .center {background-color: #eeeeee; color: red}",
        "part D {background-color: #eeeeee}",
        "standard E .center {background-color: #eeeeee}",
      ])
    let slide = read.value.deck.slides[2]
    guard case .paragraph(let paragraph) = slide.steps[0].blocks[1],
      case .image(let image) = paragraph.inlines[0]
    else {
      Issue.record("no image")
      return
    }
    #expect(image.share == 0.25)
    #expect(image.alternative == "alt text")
    #expect(
      read.warnings.filter { $0.code == "talk.deck" }.map(\.line)
        == [
          "a.md:6:1: warning: keys of the front matter have no effect: style",
          "a.md:5:1: warning: settings of slides have no effect (5 times): header",
          "a.md:25:1: warning: classes have no effect (3 times): wild",
          "a.md:12:1: warning: steps within columns or blocks are shown with them (once)",
          "a.md:27:1: warning: options of images have no effect (once): blur",
          "a.md:29:1: note: a slide with a heading alone opens a part",
        ])
  }

  @Test func decksHaveGradients() throws {
    let gradient = "linear-gradient(to right, #67b8e3, rgba(0, 0, 0, 0.5))"
    let decks = [
      "---\nmarp: true\nbackgroundImage: \"\(gradient)\"\n---\n# A\n\nx",
      "<!-- .slide: data-background-gradient=\"\(gradient)\" -->\n# A\n\nx\n\n---\n\n# B\n",
      "---\nlayout: center\nbackground: \"\(gradient)\"\n---\n# A\n\n<v-click>x</v-click>\n",
    ]
    for deck in decks {
      let read = try deckTalk(deck, assets: [:])
      #expect(read.value.deck.slides[0].gradient == gradient, "\(deck)")
      #expect(!read.warnings.contains { $0.code == "talk.background" })
    }
    let other = try deckTalk(
      "---\nmarp: true\nbackgroundImage: \"conic-gradient(red, blue)\"\n---\n# A\n", assets: [:])
    #expect(other.value.deck.slides[0].gradient == nil)
    #expect(other.warnings.contains { $0.code == "talk.background" })
  }

  @Test func marpHasImagesBesideAndBehind() throws {
    let slides = try deckTalk(
      "---\nmarp: true\n---\n![bg left:30%](a.png)\n\n# A\n\nx\n\n---\n\n![bg](a.png)\n\n---\n\n"
        + "![bg contain](a.png)\n![bg](a.png)\n# B\n\n---\n\n![bg right](a.png)\n",
      assets: ["a.png": png(4, 2)]
    ).value.deck.slides
    #expect(slides.count == 4)
    guard case .table(let table)? = slides[0].steps[0].blocks.last else {
      Issue.record("no columns")
      return
    }
    #expect(table.columns.map { ($0.share * 100).rounded() } == [30, 70])
    #expect(slides[1].isBackgroundAlone)
    #expect(slides[2].background == SlideBackground(image: "a.png", isContained: true))
    guard case .figure? = slides[3].steps[0].blocks.first else {
      Issue.record("no image")
      return
    }
  }

  @Test func revealHasColumnsOfSlidesAndFragments() throws {
    let text = """
      ---
      separator: "\\r?\\n===\\r?\\n"
      verticalSeparator: "^--$"
      revealOptions: { controls: true }
      ---
      # A

      ===
      # P
      --
      ## B

      x

      y <!-- .element: class="fragment fade-up" data-fragment-index="2" -->

      z

      - one <!-- .element: class="fragment fade-out" -->
      - two

      Notes: call it
      twice
      ===
      <!-- .slide: data-background="#123456" data-visibility="hidden" data-transition="zoom" -->
      ## Hidden
      ===
      <!-- .slide: data-background="a.png" -->
      ```js [1-2]
      1
      ```
      <aside class="notes">Aside</aside>
      """
    let read = try deckTalk(text, as: .reveal, assets: ["a.png": png(4, 2)])
    #expect(
      read.value.deck.slides.map(\.line) == [
        "cover A", "part P", "standard B +1 // call it twice",
        "standard  {background-image: url(a.png)} // Aside",
      ])
    #expect(read.value.deck.slides[2].stepWords == ["B | x", "y | z | one | two"])
    #expect(read.value.deck.slides[3].steps[0].blocks.count == 1)
    #expect(
      read.warnings.filter { $0.code == "talk.deck" }.map(\.line)
        == [
          "a.md:4:1: warning: keys of the front matter have no effect: revealOptions",
          "a.md:29:1: note: options of code have no effect (once): lines",
          "a.md:15:1: note: steps come in the order of the text (once set otherwise)",
          "a.md:15:1: warning: transitions and animations have no effect (3 times):"
            + " fade-up, fade-out, transition",
          "a.md:25:1: note: a hidden slide is omitted",
        ])
  }

  @Test func slidevHasSettingsSlotsAndClicks() throws {
    let text = """
      ---
      theme: seriph
      title: T
      ---

      # A

      ---
      layout: two-cols-header
      transition: fade
      ---

      # B

      ::left::

      left

      ::right::

      - right

      ---

      # C

      <div v-click>one</div>

      <v-click>two</v-click>

      <Tweet id="1" /> {{ x }}

      <!-- [click] call [click:2] it -->

      ---
      hide: true
      ---

      # Hidden

      ---
      layout: iframe
      class: text-center wild
      ---

      # D

      x

      ---
      src: ./more.md
      ---
      """
    let read = try deckTalk(text)
    #expect(
      read.value.deck.slides.map(\.line) == [
        "cover A", "standard B", "standard C +2 // call it", "standard D .center",
      ])
    #expect(read.value.deck.slides[1].stepWords == ["B | left | right"])
    #expect(read.value.deck.slides[2].stepWords == ["C", "one", "two | {{ x }}"])
    #expect(
      read.warnings.filter { $0.code == "talk.deck" }.map(\.line)
        == [
          "a.md:2:1: warning: keys of the front matter have no effect: theme",
          "a.md:42:1: warning: layouts of slides have no effect (once): iframe",
          "a.md:43:1: warning: classes have no effect (once): wild",
          "a.md:31:1: warning: components are omitted (once): <Tweet>",
          "a.md:31:1: warning: expressions are shown as they are written (once): {{ x }}",
          "a.md:10:1: warning: transitions and animations have no effect (once): transition",
          "a.md:51:1: warning: other files are not found in the deck's folder (once): ./more.md",
          "a.md:36:1: note: a hidden slide is omitted",
          "a.md:51:1: note: an empty slide is omitted",
        ])
  }

  /// Slides and code of Slidev in other files, files within files, and none from outside.
  @Test func slidevReadsOtherFiles() throws {
    let assets = [
      "pages/more.md": "# M1\n\none\n\n---\nsrc: deep/x.md\n---\n\n---\n\n# M3\n",
      "pages/deep/x.md": "---\nlayout: section\n---\n\n# X\n",
      "code.ts": "// #region part\nlet a = 1\n// #endregion\nlet b\n",
      "loop.md": "# L\n\n---\nsrc: loop.md\n---\n",
    ].mapValues { Array($0.utf8) }
    let text = """
      ---
      title: T
      ---

      # A

      ---
      src: ./pages/more.md
      ---

      not shown

      ---
      src: pages/more.md#3
      ---

      ---

      # B

      <<< @/code.ts#part

      ---
      src: ../secret.md
      ---
      """
    let read = try deckTalk(text, as: .slidev, assets: assets)
    #expect(
      read.value.deck.slides.map(\.line) == [
        "cover A", "standard M1", "part X", "standard M3 .center", "standard M3 .center",
        "standard B",
      ])
    #expect(read.value.deck.slides[5].steps[0].blocks.words == ["B"])
    guard case .code(let code)? = read.value.deck.slides[5].steps[0].blocks.last else {
      Issue.record("no code found")
      return
    }
    #expect(code.language == "ts" && code.text.contains("let a = 1") && !code.text.contains("b"))
    let lost = read.warnings.map(\.line).filter { $0.contains("other files") }
    #expect(
      lost == [
        "a.md:24:1: warning: other files are not found in the deck's folder (once): ../secret.md"
      ])
    // A file that names itself ends after some rounds.
    let loop = try deckTalk(
      "---\ntitle: T\n---\n\n# A\n\n---\nsrc: loop.md\n---\n", as: .slidev, assets: assets)
    #expect(loop.value.deck.slides.count < 20)
  }

  @Test func presentermReadsOtherFiles() throws {
    let assets = [
      "parts/one.md": "One\n===\n\nwords\n\n<!-- include: two.md -->\n",
      "parts/two.md": "<!-- end_slide -->\n\nTwo\n===\n",
    ].mapValues { Array($0.utf8) }
    let text = """
      A
      ===

      <!-- end_slide -->

      <!-- include: parts/one.md -->
      <!-- end_slide -->

      B
      ===

      <!-- include: /etc/passwd -->
      """
    let read = try deckTalk(text, as: .presenterm, assets: assets)
    #expect(read.value.deck.slides.map(\.title.plainText) == ["A", "One", "Two", "B"])
    let lost = read.warnings.map(\.line).filter { $0.contains("other files") }
    #expect(
      lost == [
        "a.md:12:1: warning: other files are not found in the deck's folder (once): /etc/passwd"
      ])
  }

  /// A step in a column is a part of it that states its number; what follows a pause waits for it.
  @Test(arguments: [
    (
      "x\n\n::: {.columns}\n::: {.column}\na\n\n. . .\n\nb\n:::\n::: {.column}\nc\n:::\n:::\n",
      ["b 1", "c 1"]
    ),
    (
      """
      <div class="columns"><div>

      a

      <p class="fragment">b</p>

      </div><div>

      c

      <p class="fragment">d</p>

      </div></div>
      """, ["b 1", "d 2"]
    ),
  ])
  func stepsInColumnsStateTheirNumbers(text: String, expected: [String]) throws {
    let isPandoc = text.hasPrefix("x")
    let slide = try #require(
      try deckTalk("# A\n\n" + text, as: isPandoc ? .pandoc : .reveal).value.deck.slides.first)
    #expect(slide.steps.count == (isPandoc ? 2 : 3))
    var found: [String] = []
    slide.steps[0].blocks.walk(
      block: { block in
        if case .division(let division) = block,
          let step = division.attributes.value(Slide.stepKey)
        {
          found.append(division.blocks.words.joined(separator: " ") + " " + step)
        }
        return .descend
      }, inline: { _ in .skip })
    #expect(found == expected)
  }

  @Test func presentermHasCommands() throws {
    let text = """
      ---
      title: "**T**"
      authors: [A, B]
      options:
        implicit_slide_ends: true
        incremental_lists: true
      ---

      One
      ===

      - a
      - b

      <!-- incremental_lists: false -->

      - c

      Two
      ===

      <!-- column_layout: [1, 3] -->
      <!-- column: 0 -->
      w
      <!-- column: 1 -->

      x

      <!-- pause -->

      y

      <!-- end_slide -->

      <!-- alignment: center -->
      <!-- wild -->
      <!-- // mine -->

      ```bash +exec
      ls
      ```
      """
    let read = try deckTalk(text, as: .presenterm)
    #expect(
      read.value.deck.slides.map(\.line) == [
        "cover T", "standard One +2", "standard Two +1", "standard ",
      ])
    #expect(read.value.deck.slides[2].stepWords == ["Two | w | x | y", ""])
    #expect(read.value.deck.metadata.authors == ["A", "B"])
    #expect(
      read.warnings.filter { $0.code == "talk.deck" }.map(\.line)
        == [
          "a.md:36:1: warning: commands in comments are unknown (once): wild",
          "a.md:39:1: warning: code is not run, and its results are missing (once)",
          "a.md:35:1: warning: sizes and places of text have no effect (once): alignment",
        ])
  }

  @Test func remarkHasClassesAndTemplates() throws {
    let text = """
      layout: true

      .footnote[bottom]

      ---
      name: a

      # A

      ---
      template: a
      exclude: true

      ---
      layout: false
      class: wild

      .pull-left[
      left
      ].pull-right[
      right
      ]

      .red[.big[*x*] and [y](https://example.org)] `.red[z]`

      --

      ![:scale 50%](a.png)
      """
    let read = try deckTalk(text, as: .remark, assets: ["a.png": png(4, 2)])
    #expect(
      read.value.deck.slides.map { $0.title.plainText } == ["A", ""])
    #expect(read.value.deck.slides[0].stepWords == ["A | bottom"])
    #expect(read.value.deck.slides[1].stepWords == ["left | right | x and y .red[z]", ""])
    #expect(
      read.warnings.filter { $0.code == "talk.deck" }.map(\.message) == [
        "classes have no effect (once): wild",
        "colors and classes of words have no effect (2 times): big, red",
        "a hidden slide is omitted",
      ])
  }

  @Test func pandocHasLevelsDivisionsAndAttributes() throws {
    let text = """
      ---
      title: T
      author:
        - name: A
        - B
      date: today
      slide-level: 2
      ---

      # Part {.unnumbered}

      ## One {background-color="#102030" .smaller}

      ::: {.callout-tip}
      ## Title
      box
      :::

      [red]{.red} [up]{.fragment} `x`{.r} {{< pagebreak >}}

      . . .

      ::: {.content-hidden when-format="pptx"}
      gone
      :::

      ### Inside

      ::: incremental
      1. a
      2. b
      :::

      ```{python}
      #| echo: false
      1
      ```

      ```{=latex}
      x
      ```

      ## Two

      ::: {layout-ncol=2}
      ![](a.png){width=50%}

      ![](a.png)
      :::

      ***

      untitled
      """
    let read = try deckTalk(text, as: .quarto, assets: ["a.png": png(4, 2)])
    let slides = read.value.deck.slides
    #expect(
      slides.map(\.line) == [
        "cover T", "part Part", "standard One +3 {background-color: #102030}", "standard Two",
        "standard ",
      ])
    #expect(slides[2].stepWords == ["One | Title | box | red up x", "Inside", "a", "b"])
    #expect(read.value.deck.metadata.authors == ["A", "B"])
    guard case .table(let table)? = slides[3].steps[0].blocks.last else {
      Issue.record("no columns")
      return
    }
    #expect(table.columns.count == 2)
    // A list that comes up item by item is one list.
    let lists = slides[2].steps.flatMap(\.blocks).joiningLists.compactMap { block in
      if case .list(let list) = block { list.items.count } else { nil }
    }
    #expect(lists == [2])
    #expect(
      read.warnings.filter { $0.code == "talk.deck" }.map(\.message) == [
        "keys of the front matter have no effect: date: today",
        "shortcodes are omitted (once): pagebreak",
        "code is not run, and its results are missing (once)",
        "text for other formats is omitted (2 times): content-hidden, latex",
        "steps within columns or blocks are shown with them (once)",
        "sizes and places of text have no effect (once): smaller",
        "colors and classes of words have no effect (once): red",
      ])
  }

  @Test func linksAreDefinedForAllSlides() throws {
    let deck = try deckTalk(
      "# A [x]\n\n---\n\n[y][X]\n\n---\n\n[x]: https://example.org\n[y]: https://example.com\n"
    ).value.deck
    #expect(deck.slides.count == 2)
    guard case .paragraph(let paragraph)? = deck.slides[1].steps[0].blocks.first,
      case .link(let link)? = paragraph.inlines.first
    else {
      Issue.record("no link")
      return
    }
    #expect(link.url == "https://example.org")
  }

  @Test(arguments: [
    ("---\ntitle: [\n---\n# A", "talk.yaml"), ("", "talk.empty"), ("---\n---\n", "talk.empty"),
  ]) func unreadableDecksAreErrors(text: String, code: Diagnostic.Code) {
    let failure = #expect(throws: Failure.self) { try deckTalk(text) }
    #expect(failure?.diagnostics.contains { $0.code == code } == true)
  }

  @Test func badDatesAndImagesAreReportedInTheirLines() throws {
    let read = try deckTalk("---\ndate: soon\n---\n# A\n\n---\n\n![](b.png)\n")
    #expect(
      read.warnings.map(\.line) == [
        "a.md:2:7: warning: invalid date \"soon\": the talk has no date",
        "a.md:8:5: warning: no such image beside the slides: b.png",
      ])
  }
}
