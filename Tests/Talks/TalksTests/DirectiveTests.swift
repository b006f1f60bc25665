// SPDX-License-Identifier: MIT
// Part of Platen: steps, notes, embedded files and terminals.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Talks

@Suite struct DirectiveTests {
  @Test func pausesBeginSteps() throws {
    let slide = try talk([
      "a.md": """
      Before

      <!-- pause -->

      One

      <!-- pause :fade in -->
      - Two
      <!-- pause fade -->
      - Three

      ```markdown
      <!-- pause -->
      ```

      <!-- notes to self -->
      Said <!-- pause --> only

      <!-- pause -->

      # Also said
      """
    ]).value.deck.slides[0]
    #expect(slide.steps.map(\.classes) == [[], [], ["fade", "in"], []])
    #expect(
      slide.steps.map { $0.blocks.map(\.kind) }
        == [["paragraph"], ["paragraph"], ["list"], ["list", "code"]])
    #expect(slide.notes.map(\.kind) == ["paragraph", "heading"])
    #expect(slide.counts.steps == 3)
  }

  @Test func onlyACommentOnItsOwnIsADirective() {
    #expect(Directive("<!-- pause -->\n") == .pause(classes: []))
    #expect(Directive("<!--pause:a  b-->") == .pause(classes: ["a", "b"]))
    #expect(Directive("<!-- NOTES -->") == .notes)
    #expect(Directive("<!-- pause --> text") == nil)
    #expect(Directive("<!-- a --><!-- pause -->") == nil)
    #expect(Directive("<!-- A comment -->") == nil)
    #expect(Directive("<!-->") == nil)
    #expect(Directive("<div></div>") == nil)
    #expect(Directive("<!-- lint-disable a/b, c/d e -->") == .disable(rules: ["a/b", "c/d", "e"]))
    #expect(
      Directive("<!-- term: ./src :light | cargo test | less -->")
        == .terminal(folder: "./src", theme: "light", command: "cargo test | less"))
    #expect(
      Directive("<!-- term: a/b:purple -->")
        == .terminal(folder: "a/b", theme: "purple", command: ""))
    #expect(Directive("<!-- code:rust:a:b.rs -->") == .code(info: "rust", path: "a:b.rs"))
    #expect(Directive("<!-- code:rust -->") == nil)
  }

  @Test func filesAreEmbedded() throws {
    let slide = try talk(
      ["p/a.md": "<div>\n\n<!-- code:rust:./snippets/x.rs -->\n\n</div>\n"],
      assets: ["snippets/x.rs": Array("fn main() {\n  1 < 2\n}\n".utf8)]
    ).value.deck.slides[1]
    #expect(
      slide.steps[0].blocks == [.code(CodeBlock("fn main() {\n  1 < 2\n}", language: "rust"))])
  }

  @Test(arguments: ["/etc/passwd", "../x", "a/../../x", "", "a\\b"])
  func pathsOutsideOfTheDeckAreRefused(path: String) {
    let found = faults(["a.md": "<!-- code:x:\(path) -->"])
    #expect(found.map(\.code) == ["talk.embed-path"])
  }

  @Test func missingEmbeddedFilesAreReported() {
    let found = faults(["p/a.md": "+++\ntitle = \"T\"\n+++\n\nx\n\n<!-- code:x:y.z -->"])
    #expect(found.map { $0.line } == ["p/a.md:7: no such file to embed: \"y.z\""])
  }

  @Test func terminalsShowFolderAndCommand() throws {
    let slide = try talk(["p/a.md": "<!-- term: . -->\n\n<!-- term: ./x :light | ls -l -->"]).value
      .deck.slides[1]
    let boxes = slide.steps[0].blocks.compactMap { block -> Callout? in
      if case .callout(let callout) = block { callout } else { nil }
    }
    #expect(boxes.map(\.kind) == ["terminal", "terminal"])
    #expect(boxes.map { $0.attributes.value("folder") } == ["p", "p/x"])
    #expect(boxes.map { $0.attributes.value("command") } == ["", "ls -l"])
    #expect(boxes[1].attributes.value("theme") == "light")
    #expect(
      boxes[1].blocks == [.code(CodeBlock("$ ls -l", language: "console", .classes("light")))])
  }

  @Test func slidesOfHTMLHaveStepsOfTheirOwn() throws {
    let slide = try talk([
      "x.html": """
      <p>Always</p><div class="step step-0 fade"><p>One</p></div>
      <div class="step step-1"><p>Two</p></div><p>With two</p>
      """
    ]).value.deck.slides[0]
    #expect(slide.titleText == "x")
    #expect(slide.steps.map { $0.blocks.count } == [1, 1, 2])
    #expect(slide.steps.map(\.classes) == [[], ["fade"], []])
    #expect(slide.counts.steps == 2)
  }
}
