// SPDX-License-Identifier: MIT
// Part of Platen: tests of Markdown files read as one document.

import Diagnostics
import Documents
import Foundation
import Manuscripts
import TestSupport
import Testing

@Suite struct ManuscriptTests {
  /// A manuscript of files in memory.
  private func files(_ texts: [String: String], named: [String] = [""]) -> ManuscriptFiles {
    var folders: [String: [String: Bool]] = ["": [:]]
    for path in texts.keys {
      var folder = ""
      let parts = path.split(separator: "/").map(String.init)
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        folders[folder, default: [:]][part] = !isLast
        folder = folder.isEmpty ? part : folder + "/" + part
        if !isLast, folders[folder] == nil { folders[folder] = [:] }
      }
    }
    return ManuscriptFiles(
      named: named, prefix: "book/", read: { texts[$0].map { Array($0.utf8) } },
      list: { name in
        folders[name]?.sorted { $0.key < $1.key }
          .map { ManuscriptFiles.Entry(name: $0.key, isFolder: $0.value) }
      }, draw: { _ in nil })
  }

  private func read(
    _ texts: [String: String], named: [String] = [""],
    _ change: (inout ManuscriptOptions) -> Void = { _ in }
  ) throws -> (document: Document, said: [String]) {
    var options = ManuscriptOptions()
    change(&options)
    let made = try Manuscript.document(of: files(texts, named: named), options) { _ in
      Diagnosed(Phrasebook.english)
    }
    return (
      made.value,
      made.warnings.map { fault in
        let place = fault.place
        return
          "\(place?.file ?? ""):\(place?.line ?? 0):\(place?.column ?? 0) \(fault.code.rawValue)"
      }
    )
  }

  private func article(_ text: String, _ others: [String: String] = [:]) throws -> (
    document: Document, said: [String]
  ) {
    try read(others.merging(["a.md": text]) { $1 }, named: ["a.md"])
  }

  /// The words of all blocks, one line each.
  private func words(_ document: Document) -> String {
    document.blocks.words.joined(separator: "\n")
  }

  private func references(_ document: Document) -> [String: String] {
    var found: [String: String] = [:]
    document.walk(
      block: { _ in .descend },
      inline: { inline in
        if case .reference(let reference) = inline {
          found[reference.inlines.plainText] = reference.target
        }
        return .descend
      })
    return found
  }

  @Test func `files are in the order of people`() throws {
    let book = try read([
      "10-end.md": "# End\n", "2-middle.md": "# Middle\n", "README.md": "# Start\n",
      "notes.txt": "no", "_part.md": "# Hidden\n", ".draft.md": "# Hidden\n",
    ])
    #expect(
      book.document.headings(depth: 1).map(\.inlines.plainText) == ["Start", "Middle", "End"])
    #expect(book.document.metadata.title == "Start")
    #expect(book.said == [])
  }

  @Test func `folders are parts`() throws {
    let book = try read([
      "index.md": "---\ntitle: The Book\n---\nBefore.\n", "01-the-sea/1.md": "# Waves\n",
      "02-land/a.md": "# Hills\n\n## Paths\n",
    ])
    #expect(book.document.metadata.title == "The Book")
    #expect(
      book.document.headings().map { "\($0.level) \($0.inlines.plainText)" } == [
        "1 The sea", "2 Waves", "1 Land", "2 Hills", "3 Paths",
      ])
  }

  @Test func `front matter lists parts`() throws {
    let book = try read([
      "index.md": """
      ---
      title: The Book
      author: [Mira Holt, {name: Tom Reed}]
      lang: de
      parts:
        - b.md
        - title: Later
          files: [a.md, gone.md, ../out.md]
      ---
      """, "a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n",
    ])
    #expect(book.document.metadata.authors == ["Mira Holt", "Tom Reed"])
    #expect(book.document.metadata.language == "de")
    #expect(book.document.headings().map(\.inlines.plainText) == ["B", "Later", "A"])
    #expect(
      book.said == [
        "book/index.md:8:19 manuscript.part", "book/index.md:8:28 manuscript.part",
      ])
  }

  @Test func `links between files lead within the book`() throws {
    let book = try read([
      "a.md": "# One\n\nTo [two](b.md), [its part](b.md#the-part) and [the web](https://x.org).\n",
      "b.md": "# Two\n\n## The part\n\nBack to [one](./a.md#one), not to [none](c.md).\n"
        + "Also [nothing](#nothing) and [out](../x.md).\n",
    ])
    let ids = references(book.document)
    #expect(ids["two"] == "two")
    #expect(ids["its part"] == "the-part")
    #expect(ids["one"] == "one")
    #expect(ids["none"] == nil)
    #expect(words(book.document).contains("not to none. Also nothing and out."))
    #expect(
      book.said == [
        "book/b.md:5:42 manuscript.link", "book/b.md:6:16 manuscript.link",
        "book/b.md:6:36 manuscript.outside",
      ])
    #expect(book.document.warnings().isEmpty)
  }

  @Test func `headings of the same words have ids of their own`() throws {
    let book = try read([
      "a.md": "# One\n\n## More\n\n## More\n\n[x](#more-1) [y](b.md#more)\n",
      "b.md": "# Two\n\n## More\n",
    ])
    let ids = references(book.document)
    #expect(ids["x"] == "more-1")
    #expect(ids["y"] == "b-more")
  }

  @Test func `figures, tables and formulas have numbers`() throws {
    let picture = "\u{89}PNG"
    let book = try article(
      """
      # Title

      See [](#fig:sea), [](#tbl:x), [](#eq:e) and [](#part).

      ![The sea](sea.png){#fig:sea width=50%}

      | a | b |
      | --- | --- |
      | 1 | 2 |

      Table: The numbers {#tbl:x}

      $$E = mc^2$$ {#eq:e}

      ## The part {#part}
      """, ["sea.png": picture])
    let ids = references(book.document)
    #expect(ids["Figure\u{A0}1"] == "fig:sea")
    #expect(ids["Table\u{A0}1"] == "tbl:x")
    #expect(ids["(1)"] == "eq:e")
    #expect(ids["The part"] == "part")
    #expect(words(book.document).contains("Table\u{A0}1. The numbers"))
    // The image is none.
    #expect(book.said == ["book/a.md:5:12 manuscript.image"])
  }

  @Test func `numbered headings are referred to by their numbers`() throws {
    let book = try read(["a.md": "# One\n\n## Two\n\n[](#two)\n", "b.md": "# Three\n"]) {
      $0.isNumbered = true
    }
    #expect(
      book.document.headings().map(\.inlines.plainText) == [
        "1\u{2002}One", "1.1\u{2002}Two", "2\u{2002}Three",
      ])
    #expect(references(book.document)["1.1"] == "two")
  }

  @Test func `an id given twice is reported`() throws {
    let book = try article("# A {#x}\n\n## B {#x}\n\n[](#x)\n")
    #expect(book.said == ["book/a.md:3:6 manuscript.id"])
    #expect(references(book.document)["A"] == "x")
  }

  @Test func `boxes, notes and HTML`() throws {
    let book = try article(
      """
      # Title

      > [!WARNING]
      > Mind the *gap*.

      > [!tip]- Own title
      > Words

      Text[^1] with H<sub>2</sub>O<br>and <blink>more</blink>.

      <!-- hidden -->
      <div align="center">
      <b>Inside</b> of a box
      </div>

      [^1]: The note.
      """)
    var kinds: [String] = []
    var notes = 0
    book.document.walk(
      block: { block in
        if case .callout(let callout) = block {
          kinds.append("\(callout.kind) \(callout.title.plainText)")
        }
        return .descend
      },
      inline: { inline in
        if case .footnote = inline { notes += 1 }
        return .descend
      })
    #expect(kinds == ["warning Warning", "tip Own title"])
    #expect(notes == 1)
    let words = words(book.document)
    #expect(words.contains("Mind the gap."))
    #expect(words.contains("Inside of a box"))
    #expect(words.contains("H2O and more."))
    #expect(!words.contains("hidden"))
    #expect(book.said == ["book/a.md:9:0 manuscript.html"])
  }

  @Test func `pages link to and include each other by name`() throws {
    let book = try read([
      "a.md": "# One\n\nTo [[Two|the second]], [[two#Part]] and [[Three]].\n\n![[notes/shared]]\n",
      "b/Two.md": "# Two\n\n## Part\n",
      "notes/shared.md": "Shared words, see [[Two]].\n",
    ])
    let ids = references(book.document)
    #expect(ids["the second"] == "two")
    #expect(ids["Part"] == "part")
    #expect(words(book.document).contains("Shared words, see Two."))
    #expect(book.said == ["book/a.md:3:43 manuscript.link"])
  }

  @Test func `code includes lines of files`() throws {
    let book = try article(
      "# T\n\n```swift\n{{#include x.swift:2:3}}\n```\n", ["x.swift": "a\nb\nc\nd\n"])
    #expect(
      book.document.blocks.contains {
        if case .code(let code) = $0 {
          code.text == "b\nc" && code.language == "swift"
        } else {
          false
        }
      })
  }

  @Test(
    arguments: [
      ("![[a]]", "includes itself"), ("![[b]]", "a.md includes itself"),
      ("![[../secret]]", "outside of the folder"), ("{{#include /etc/passwd}}", "outside"),
      ("![[none]]", "no such file to include"),
    ])
  func `includes that lead nowhere are refused`(text: String, message: String) throws {
    let failure = try #require(throws: Failure.self) {
      try article("# T\n\n\(text)\n", ["b.md": "![[a.md]]\n"])
    }
    #expect(failure.diagnostics.map(\.code) == [.manuscriptInclude])
    #expect(failure.diagnostics[0].message.contains(message), "\(failure.diagnostics[0].message)")
    #expect(failure.diagnostics[0].place?.line != nil)
  }

  @Test func `included files are limited`() throws {
    var texts: [String: String] = [:]
    for level in 0..<14 {
      texts["\(level).md"] = String(repeating: "![[\(level + 1)]]\n\n", count: 8)
    }
    texts["14.md"] = "x"
    let failure = try #require(throws: Failure.self) { try read(texts, named: ["0.md"]) }
    #expect(failure.diagnostics.map(\.code) == [.manuscriptSize])
  }

  // MARK: Citations

  private static let references = """
    @book{knuth, author = {Donald E. Knuth}, title = {The {\\TeX}book}, year = 1984,
      publisher = "Addison-Wesley"}
    @article{two, author = {Ber{\\'e}nyi, Zs\\'ofia and Tom Reed}, title = {On maps},
      journal = {Cartographica}, volume = 12, number = 3, pages = {45--67}, year = {2001}}
    @misc{broken, title = {never ends
    @misc{later, title = {Last words}, year = 2003}
    """

  private func cited(_ style: CitationStyle) throws -> (document: Document, said: [String]) {
    try read(
      [
        "a.md": "---\nbibliography: refs.bib\n---\n# T\n\nSo [@two, p. 3; see @knuth], "
          + "and [-@knuth], but not [@none].\n",
        "refs.bib": ManuscriptTests.references,
      ], named: ["a.md"]
    ) { $0.citations = style }
  }

  @Test func `works are cited by author and year`() throws {
    let made = try cited(.authorYear)
    let words = words(made.document)
    #expect(
      words.contains(
        "So (Berényi & Reed 2001, p. 3; see Knuth 1984), and (1984), but not [@none]."))
    #expect(
      words.contains("Berényi, Zsófia, Tom Reed (2001). On maps. Cartographica, 12(3), 45–67."))
    #expect(words.contains("Knuth, Donald E. (1984). The TeXbook. Addison-Wesley."))
    #expect(
      made.said == [
        "book/a.md:6:54 manuscript.citation", "book/refs.bib:5:1 manuscript.bibliography",
      ])
  }

  @Test func `works are cited by number`() throws {
    let words = words(try cited(.numeric).document)
    #expect(words.contains("So [1, p. 3, see 2], and [2]"))
    #expect(
      words.contains(
        "References\nBerényi, Zsófia, Tom Reed. On maps. Cartographica, 12(3), 45–67, 2001."))
  }

  // MARK: Other input

  @Test func `any bytes are read or refused`() throws {
    let seeds = [
      "# A {#x}\n\n[[b|c]] [@k] ![[d]] $x$ [](#x) {{#include e}}\n", "---\ntitle: [\n---\n",
      "> [!NOTE]\n> > [!TIP]\n", "| a |\n| - |\n\n: c {#t}\n", "<a id='q'><img src=x>\n",
    ]
    var dice = Dice(seed: 11)
    for round in 0..<400 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<4 {
        bytes[dice(bytes.count)] = UInt8(dice(256))
      }
      let files = ManuscriptFiles(
        named: ["a.md"], prefix: "", read: { $0 == "a.md" ? bytes : nil }, list: { _ in nil },
        draw: { _ in nil })
      do {
        let made = try Manuscript.document(of: files, ManuscriptOptions()) { _ in
          Diagnosed(Phrasebook.english)
        }
        #expect(made.value.warnings().isEmpty)
      } catch is Failure {
      }
    }
  }

  /// The words of Markdown as letters and digits, without the marks of links, tables and code.
  private func letters(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Ids that repeat were counted from the first each time.
  @Test(arguments: [
    "#\n\n", "# A\n\n", "# A {#a}\n\n", "[](#a)\n\n", "[[a]]\n\n", "[@k]\n\n", "$$\nx\n$$\n\n",
    "![](a.png)\n\n", "> [!NOTE]\n> x\n\n", "x[^1]\n\n", "[^1]: x\n\n", "<a id=\"q\"></a>x\n\n",
    "|a|\n|-|\n|b|\n\n: caption {#t}\n\n", "[x]{.index}\n\n", "---\n\n", "- [ ] a\n", "`a`{#b}\n\n",
    "[", "[[", "[]{", "[a]b]]", "{{#include no.md}}\n\n", "![[no.md]]\n\n",
    "```mermaid\nno\n```\n\n", "$x^^y$\n\n",
  ])
  func `a book is read in a time that grows as its length does`(unit: String) throws {
    let linear = isLinear(400) { count in
      _ = try? article("# B\n\n" + String(repeating: unit, count: count))
    }
    #expect(linear)
  }

  /// A text of a thousand paragraphs, one of which links: reading ends between two of them.
  @Test(arguments: ["Words.\n\n", "[a](b)\n\n"])
  func `reading ends when it is cancelled`(unit: String) {
    final class Questions: @unchecked Sendable { var left = 20 }
    let questions = Questions()
    var files = files(["a.md": String(repeating: unit, count: 1000)], named: ["a.md"])
    files.isCancelled = {
      questions.left -= 1
      return questions.left < 0
    }
    #expect(throws: CancellationError.self) {
      try Manuscript.document(of: files, ManuscriptOptions()) { _ in
        Diagnosed(Phrasebook.english)
      }
    }
    // The end of the loop and the caller ask once more.
    #expect(questions.left >= -4)
  }

  @Test func `headings of one text have ids in their order`() throws {
    let made = try article("# B\n\n## A\n\n## A\n\n## A-1\n\n## A\n\n[](#a-2)\n")
    var ids: [String] = []
    made.document.walk(block: { block in
      if case .heading(let heading) = block, heading.level > 1 { ids.append(heading.attributes.id) }
      return .descend
    })
    #expect(ids == ["a", "a-1", "a-1-1", "a-2"] && made.said == [])
  }

  @Test func `a book of this project's guides has every word of them`() throws {
    let names = ["README.md", "Sources/README.md"]
    var texts: [String: String] = [:]
    for name in names {
      texts[name] = try String(
        contentsOf: Shared.repository.appendingPathComponent(name), encoding: .utf8)
    }
    let made = try read(texts, named: names)
    var all = Set<String>()
    for line in made.document.blocks.words { all.formUnion(letters(of: line)) }
    made.document.walk(
      block: { block in
        if case .code(let code) = block { all.formUnion(letters(of: code.text)) }
        return .descend
      },
      inline: { inline in
        if case .link(let link) = inline { all.formUnion(letters(of: link.url)) }
        return .descend
      })
    for name in names {
      // Addresses of links and images are not words, nor are the languages of code.
      let text = (texts[name] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("```") ? "" : $0.replacing(#/^[0-9]+\. /#, with: "") }.joined(
          separator: "\n"
        )
        .replacing(#/\]\([^)]*\)/#, with: "]").replacing(#/<[^>]*>/#, with: " ")
      for word in letters(of: text) { #expect(all.contains(word), "\(name): \(word)") }
    }
  }
}
