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
        "1/_part.md: warning: a part has steps (pause/in-part)",
        "1/a.md: warning: a step is empty (pause/empty-step)",
        "1/a.md: warning: 122 words, the limit is 120 (content/excessive-words)",
        "1/b.md: warning: images without alternative text: 1 (html/img-missing-alt)",
        "1/b.md: warning: 21 lines of code, the limit is 20 (code/too-long)",
        "1/b.md: note: code blocks without a language: 1 (code/no-language)",
        "1/c.md: warning: this slide is empty (structure/empty-slide)",
        "1/c.md: note: there is a slide \"A\" before (structure/duplicate-slide-title)",
        "1/c.md: warning: unknown rule \"content/exessive-words\"",
        "1/d.html: warning: a step is within another (html/nested-step)",
        "1/d.html: warning: a script is in the slide (html/raw-script)",
        "1/e.md: warning: 21 steps, the limit is 20 (pause/too-many-steps)",
        "1/e.md: warning: this slide has no title (structure/title-missing)",
        "1/f.md: warning: 9 images, the limit is 8 (content/too-many-images)",
        "2/_part.md: warning: there is a part \"P\" before (structure/duplicate-part-name)",
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
        "slides/1/b.md:7: warning: no such folder for a terminal: 1/nowhere"
          + " (term/unknown-cwd)",
        "slides/1/b.md:7: warning: unknown theme \"purple\" of a terminal: expected light or dark"
          + " (term/unknown-theme)",
        "slides/1/b.md: warning: the link ../none.html leads to no file (link/broken)",
        "slides/1/b.md: warning: no such image beside the slides: no.png (link/broken)",
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
        "a.md: warning: headings as large as the title below it: 2 (html/heading-h1)"
      ])
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
        == ["warning: slides plan 2:00, the limit is 1:00 (structure/over-budget)"])
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
