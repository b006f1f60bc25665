// SPDX-License-Identifier: MIT
// Part of Platen: the rules a talk is held to.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Talks

@Suite struct TalkLintTests {
  private func lint(_ files: [String: String], settings: String? = nil) throws -> [String] {
    TalkLint.diagnostics(
      of: try talk(files, assets: ["public/a.png": png(1, 1)], settings: settings).value
    ).map(\.line)
  }

  @Test func aValidTalkHasNoFindings() throws {
    #expect(
      try lint(["_cover.md": "# T", "1/_part.md": "# P", "1/a.md": "# A\n\n- x\n"]) == [])
  }

  @Test func everyRuleHasAFinding() throws {
    let many = String(repeating: "word ", count: 121)
    let found = try lint(
      [
        "1/_part.md": "# P\n\n<!-- pause -->\n\nx",
        "1/a.md": "+++\ntitle = \"A\"\n+++\n" + many + "\n\n<!-- pause -->\n\n<!-- pause -->\n\nx",
        "1/b.md": "![](public/a.png)\n\n```\n" + String(repeating: "x\n", count: 21) + "```",
        "1/c.md": "+++\ntitle = \"A\"\n+++\n\n<!-- lint-disable content/exessive-words -->\n",
        "1/d.html":
          "<div class=\"step\"><p>x</p><div class=\"step\"></div></div><script>x</script>",
        "1/e.md": "+++\ntitle = \"\"\n+++\n"
          + String(repeating: "<!-- pause -->\n\nx\n\n", count: 21),
        "1/f.md": String(repeating: "![x](public/a.png)\n\n", count: 9),
        "2/_part.md": "# P",
      ], settings: "[lint]\nmax-duration = 60\n")
    #expect(
      found == [
        "1/_part.md: warning: a part has steps",
        "1/a.md: warning: a step is empty",
        "1/a.md: warning: 122 words, the limit is 120",
        "1/b.md:1: warning: 1 image has no alternative text",
        "1/b.md: warning: 21 lines of code, the limit is 20",
        "1/b.md:3: note: 1 code block names no language",
        "1/c.md: warning: this slide is empty",
        "1/c.md: note: there is a slide \"A\" before",
        "1/c.md: warning: unknown rule \"content/exessive-words\"",
        "1/d.html: warning: a step is within another",
        "1/d.html: warning: a script is in the slide",
        "1/e.md: warning: 21 steps, the limit is 20",
        "1/e.md: warning: this slide has no title",
        "1/f.md: warning: 9 images, the limit is 8",
        "2/_part.md: warning: there is a part \"P\" before",
      ])
  }

  @Test func brokenLinksAreFound() throws {
    let read = try TalkReader.read(
      TalkFolder(
        files: [
          .init(
            "1/a.md",
            Array("# A\n\n[b](b.md) [pic](/public/a.png) [x](#x) [m](mailto:a@b)".utf8)),
          .init(
            "1/b.md",
            Array(
              """
              # B

              [gone](../none.html) ![no](no.png) ![no](no.png)

              <!-- term: here -->

              <!-- term: nowhere:purple | ls -->
              """.utf8)),
        ], prefix: "slides/", asset: { $0 == "public/a.png" ? png(1, 1) : nil },
        hasFolder: { $0 == "1/here" }))
    #expect(
      TalkLint.diagnostics(of: read.value, prefix: "slides/").map(\.line) == [
        "slides/1/b.md:7: warning: no such folder for a terminal: 1/nowhere",
        "slides/1/b.md:7: warning: unknown theme \"purple\" of a terminal: expected light or dark",
        "slides/1/b.md:3:8: warning: the link ../none.html leads to no file",
        "slides/1/b.md:3:28: warning: no such image beside the slides: no.png",
      ])
    // Who only reads the talk is told once of each.
    #expect(
      read.warnings.map(\.code) == [
        "talk.link-missing", "talk.image-missing", "talk.link",
      ])
    #expect(read.warnings[1].message == "no such image beside the slides: no.png (2 times)")
  }

  @Test func headingsAsLargeAsTheTitleAreFound() throws {
    #expect(
      try lint(["a.md": "# A\n\n<h1>B</h1>\n\n# C\n\n## D", "b.md": "Words\n\n# B\n\n## C"]) == [
        "a.md:3: warning: 2 headings in this slide are as large as its title"
      ])
  }

  /// With the class the title is for lists only: the first large heading is the one shown.
  @Test func theHeadingInPlaceOfAHiddenTitleIsNoFinding() throws {
    let matter = "+++\ntitle = \"T\"\nclasses = [\"no_title\"]\n+++\n"
    #expect(try lint(["a.md": matter + "# A\n\n## B"]) == [])
    #expect(
      try lint(["a.md": matter + "# A\n\n<div>\n<h1>B</h1>\n</div>"]) == [
        "a.md:8: warning: 1 heading in this slide is as large as its title"
      ])
  }

  @Test func manyFindingsOfARuleAreOne() throws {
    let text = "+++\ntitle = \"T\"\n+++\n\n# A\n"
    let files = ["a.md", "b.md", "c.md", "d.md", "e.md"]
    func found(_ count: Int, _ settings: String? = nil) throws -> [String] {
      let slides = files.prefix(count).map { ($0, text.replacing("T", with: "\($0)")) }
      return try lint(Dictionary(uniqueKeysWithValues: slides), settings: settings)
    }
    #expect(try found(3).count == 3)
    #expect(
      try found(5) == [
        "a.md:5: warning: 1 heading in this slide is as large as its title; 4 more:"
          + " b.md:5, c.md:5, d.md:5 and 1 other"
      ])
    // Each error is one of its own.
    #expect(try found(5, "[lint]\ndeny = [\"html/heading-h1\"]").count == 5)
  }

  @Test func deniedRulesAreErrors() throws {
    let files = [
      "a.md": "# A\n\n```\nx\n```\n", "b.md": "# B\n\n<!-- pause -->\n\n<!-- pause -->\n\nx",
    ]
    func severities(_ settings: String) throws -> [Diagnostic.Severity] {
      TalkLint.diagnostics(of: try talk(files, settings: "[lint]\n" + settings).value)
        .map(\.severity)
    }
    #expect(try severities("") == [.note, .warning])
    #expect(try severities("deny = \"warning\"") == [.note, .error])
    #expect(try severities("deny = \"info\"") == [.error, .error])
    #expect(try severities("deny = \"error\"") == [.note, .warning])
    #expect(try severities("deny = [\"code/no-language\"]") == [.error, .warning])
    #expect(
      try severities("deny = [\"error\"]\n[lint.severity]\n\"pause/empty-step\" = \"error\"")
        == [.note, .error])
    // What is no rule and no severity is told.
    #expect(try severities("deny = [\"warnin\"]") == [.note, .warning, .warning])
  }

  @Test func spellingIsNotSupported() throws {
    let reported = "note: spelling is not checked here (spelling/typo)"
    #expect(try lint(["a.md": "# A\n\nteh"]) == [])
    #expect(try lint(["a.md": "# A"], settings: "[lint]\nno-spell = false") == [reported])
    #expect(
      try lint(["a.md": "# A"], settings: "[lint]\ndisabled = [\"spelling/typo\"]") == [reported])
    #expect(try lint(["a.md": "<!-- lint-disable spelling/typo -->\n\n# A"]) == [reported])
  }

  @Test func rulesCanBeDisabledAndTheirSeverityChanged() throws {
    let text = "# A\n\n```\nx\n```\n"
    let files = [
      "a.md": text,
      "b.md": "+++\ndisabled_rules = [\"code/no-language\"]\n+++\n"
        + text.replacing("# A", with: "# B"),
    ]
    #expect(try lint(files).count == 1)
    #expect(try lint(files, settings: "[lint]\ndisabled = [\"code/no-language\"]") == [])
    #expect(
      try lint(
        files, settings: "[lint.severity]\n\"code/no-language\" = \"error\"\n\"x/y\" = \"info\""
      )
      .map { $0.contains("warning") } == [true, true])
    #expect(try lint(["a.md": "x"], settings: "[lint]\nrequire-notes = true").count == 1)
    let long = ["a.md": "+++\nduration = \"2m\"\n+++\nx"]
    #expect(
      try lint(long, settings: "[lint]\nmax-duration = \"1m\"")
        == ["warning: slides plan 2:00, the limit is 1:00"])
  }

  @Test func errorsInOptionsOfDiagramsAreReported() {
    func reported(_ info: String) -> [String] {
      faults(["a.md": "```mermaid:\(info)\nx\n```"]).map(\.line)
    }
    #expect(reported("widht=3cm") == ["a.md: unknown option \"widht\" of a diagram"])
    #expect(reported("width=3px") == ["a.md: invalid width \"3px\" of a diagram"])
    #expect(reported("theme=drak") == ["a.md: unknown theme \"drak\" of a diagram"])
    #expect(reported("nodeSpacing=far,fastText=1").count == 2)
    #expect(reported("width=3.5cm,theme=dark,class=x,background=#123,alt=a, b=c") == [])
  }
}
