// SPDX-License-Identifier: MIT
// Part of Platen: talks made to hurt whoever reads them.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Talks

@Suite struct HostileTalkTests {
  private static func nested(_ open: String, _ close: String, _ count: Int) -> String {
    String(repeating: open, count: count) + "x" + String(repeating: close, count: count)
  }

  @Test(arguments: [
    nested("<div>", "</div>", 100_000), nested("<div>", "", 100_000),
    nested("<div>", "</div>", 1_900), nested("<b>", "</b>", 10_000), nested("<p>", "", 19_000),
    nested("<ul><li>", "</li></ul>", 900), nested("<table><tr><td>", "", 600),
    nested("<svg>", "", 1_000), nested("<div></x>", "", 9_000), nested("> ", "", 10_000),
    nested("- ", "", 10_000), nested("**a ", "", 10_000), nested("==a ", "", 10_000),
    nested("[", "](x)", 5_000), nested("$a ", "", 10_000), nested("[!", "", 10_000),
    nested("<b x=1><p>", "", 31), nested("|", "|", 10_000), nested("<!-- ", "", 10_000),
    nested("^~^~", "", 8_000), "<![CDATA[" + nested("<", ">", 50_000), "\u{0}<\u{0}div\u{0}>",
  ]) func deepAndTangledTextIsRead(text: String) throws {
    for name in ["a.md", "a.html"] {
      let slide = try talk([name: text]).value.deck.slides[0]
      #expect(HostileTalkTests.depth(slide.steps[0].blocks) <= 64)
    }
  }

  /// Every formula and diagram with an error has its line, and all lines together take one walk.
  @Test func linesOfFormulasAreFoundInLinearTime() throws {
    var finder = LineFinder("a $x$\nb $y$ $x$\n$z$")
    #expect(
      ["$x$", "$y$", "$x$", "$z$", "$y$", "none"].map { finder.line(of: $0) } == [
        1, 2, 2, 3, 2, nil,
      ])
    var afterMiss = LineFinder("a $x$\nb $x$")
    #expect(["$x$", "none", "$x$"].map { afterMiss.line(of: $0) } == [1, nil, 2])
    for unit in ["$\\no$ ", "$\\no&lt;$ ", "$$\\no\n$$\n"] {
      let linear = isLinear(1_000) { count in
        var finder = LineFinder(String(repeating: unit, count: count))
        for _ in 0..<count { _ = finder.line(of: "\\no<") ?? finder.line(of: "\\no") }
      }
      #expect(linear, "\(unit)")
    }
  }

  /// Every link to no file has its place, and the places of all take one walk.
  @Test func placesOfLinksAreFoundInLinearTime() throws {
    func place(_ address: String, _ text: String) -> String? {
      AddressIndex(text).place(of: address).map { "\($0.line ?? 0):\($0.column ?? 0)" }
    }
    #expect(place("b.md", "ä [a](b.md#x) ![b](b.md)\n[c](b.md)") == "1:20")
    #expect(place("b.md?a=1", "\n[a](<b.md?a=1>)") == "2:6")
    #expect(place("1", "[a](b.md?a=1)") == nil)
    #expect(place("b.md", "<a href='b.md'>\n") == "1:10")
    #expect(place("b.md", "<a title=\"x y\" href=b.md>") == "1:21")
    #expect(place("b.md", "[a][b]\n\n[b]: b.md") == "3:6")
    #expect(place("b.md", "b.md (b.md)") == nil)
    for unit in ["[a](n%.md) ", "=", "\"", "](", "](<", "[a]: n%.md\n", "<img src=n%>"] {
      let linear = isLinear(1_000) { count in
        let texts = (0..<count).map { unit.replacing("%", with: "\($0)") }
        let index = AddressIndex(texts.joined())
        for count in 0..<count { _ = index.place(of: "n\(count).md") }
      }
      #expect(linear, "\(unit)")
    }
    // The whole reading, whose rules record each link.
    #expect(
      isLinear(200) { count in
        let links = (0..<count).map { "[a](n\($0).md) ![b](n\($0).png)\n" }
        let read = try? TalkReader.read(
          TalkFolder(
            files: [.init("1/a.md", Array(("# A\n\n" + links.joined()).utf8))], prefix: "",
            asset: { _ in nil }))
        if read?.value.deck.slides.isEmpty != false { Issue.record("the slide was not read") }
      })
  }

  /// The number of blocks within one another.
  private static func depth(_ blocks: [Block]) -> Int {
    1
      + (blocks.map { block in
        switch block {
        case .division(let node): depth(node.blocks)
        case .quote(let node): depth(node.blocks)
        case .callout(let node): depth(node.blocks)
        case .list(let list): list.items.map { depth($0.blocks) }.max() ?? 0
        default: 0
        }
      }.max() ?? 0)
  }

  @Test func contentThatIsTooDeepIsReported() throws {
    let read = try talk(["a.md": HostileTalkTests.nested("<div>", "</div>", 100)])
    #expect(
      read.warnings.map(\.line) == ["a.md: warning: HTML too deep is shown as its text (once)"])
    #expect(read.value.deck.slides[0].steps[0].blocks == [.text("x")])
    let bytes: [UInt8] = [0xFF]
    let failure = #expect(throws: Failure.self) {
      try TalkReader.read(
        TalkFolder(files: [
          NamedBytes("a.md", []), NamedBytes("_head.html", bytes),
          NamedBytes("_footer.html", bytes),
        ]))
    }
    #expect(failure?.diagnostics.map { $0.place?.file } == ["_footer.html", "_head.html"])
  }

  @Test func controlCharactersAreReplacedWithOneWarning() throws {
    let read = try talk([
      "a.md": "# One\n\nx\u{1}y\u{B}z\tw\r\n",
      "b.md": "+++\ntitle = \"T\\u0002\"\n+++\n\n\u{FFFE}\u{FFFF}",
    ])
    let warnings = read.warnings.filter { $0.code == "talk.control" }
    #expect(warnings.map(\.message) == ["5 control characters are replaced by U+FFFD"])
    #expect(warnings.map { $0.place?.file } == ["a.md"])
    #expect(warnings.map { $0.place?.line } == [3])
    #expect(read.value.deck.slides[1].title.plainText == "T\u{FFFD}")
    let built = try TalkReader.read(
      built: NamedBytes(
        "t.json", Array(#"{"slides": [{"kind": "Standard", "title": "A\u0001"}]}"#.utf8)))
    #expect(
      built.warnings.filter { $0.code == "talk.control" }.map(\.message)
        == ["a control character is replaced by U+FFFD"])
    let clean = try talk(["a.md": "# One\n\nTwo\tthree\r\n"])
    #expect(!clean.warnings.contains { $0.code == "talk.control" })
  }

  @Test func aSlideOfTenMegabytesIsRefused() {
    let text = String(repeating: "word\n\n", count: 10 << 18)
    #expect(faults(["a.md": text]).map(\.code) == ["talk.slide-size"])
  }

  @Test func aSlideOfAMegabyteIsRead() throws {
    let text = String(repeating: "*word*\n\n", count: 1 << 17)
    let read = try talk(["a.md": text])
    #expect(read.value.deck.slides[0].steps[0].blocks.count == 1)
    #expect(read.warnings.map(\.code) == ["talk.html"])
    #expect(TalkStatistics(read.value.deck).total.words == 1 + (1 << 17))
  }

  /// Every way of cutting a slide short, and every byte of it turned into others.
  @Test func truncatedAndChangedSlidesAreRead() throws {
    let text = Array(
      """
      +++
      title = "T\\u00e9" # x
      classes = ["a", 'b']
      duration = "1h 2m"
      style = \"\"\"
      x\"\"\"
      +++
      # H ==m== $x$ [^1]

      <!-- pause :a -->

      > [!NOTE] t
      > x

      <div class="step"><img src="public/a.png" width="50%"><table><tr><td rowspan="2">1

      <!-- code:x:y -->

      [^1]: n
      """.utf8)
    func read(_ bytes: [UInt8]) {
      _ = try? TalkReader.read(
        TalkFolder(files: [NamedBytes("a.md", bytes)], asset: { _ in png(1, 1) }))
    }
    for count in text.indices { read(Array(text.prefix(count))) }
    for place in text.indices {
      for byte: UInt8 in [0, 0x0A, 0x22, 0x3C, 0x5B, 0x7B, 0xC3, 0xFF] {
        var changed = text
        changed[place] = byte
        read(changed)
      }
    }
  }

  @Test func filesMayHaveAnyName() throws {
    let names = ["", "/", "//", "a//b.md", "..md", ".md", "x/.md", "x/", "é/ü.md", "a.md/b.md"]
    _ = try? TalkReader.read(TalkFolder(files: names.map { NamedBytes($0, [0x23, 0x20, 0x61]) }))
  }
}
