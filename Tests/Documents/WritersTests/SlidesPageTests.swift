// SPDX-License-Identifier: MIT
// Part of Platen: tests of a talk in one file of HTML, as a file and in a real browser.

import Diagnostics
import Documents
import Foundation
import TestSupport
import Testing

@testable import Writers

struct SlidesPageTests {
  private static let templates = Shared.repository.appendingPathComponent("Templates/Slides")

  private static let drawing = Array(
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960px\" height=\"540px\"></svg>".utf8)

  /// A talk whose second slide has two steps more, and whose third continues over two pages.
  private func page() -> SlidesPage {
    func frame(_ layers: Int, _ links: [SlidesPage.Link] = []) -> SlidesPage.Frame {
      .init(
        layers: (0..<layers).map {
          .init(drawing: SlidesPageTests.drawing, alternative: "step \($0) \"spoken\"")
        }, links: links)
    }
    let link = SlidesPage.Link(
      x: 10.04, y: 20, width: 300, height: 40, url: "https://example.org/?a=1&b=2",
      description: "\"here\"")
    let script = SlidesPage.Link(
      x: 0, y: 0, width: 1, height: 1, url: "javascript:alert(1)", description: "")
    return SlidesPage(
      metadata: Metadata(title: "Ships & <shores>", authors: ["Mira"], language: "en"),
      slides: [
        .init(
          number: 1, kind: .cover, name: "Ships & <shores>", frames: [frame(1)], text: [],
          notes: []),
        .init(
          number: 2, kind: .standard, name: "Tides", frames: [frame(3, [link, script])],
          text: [.text("Spring & neap")], notes: [.text("a <word> on tides")]),
        .init(
          number: 3, kind: .standard, name: "Harbours", frames: [frame(1), frame(1)], text: [],
          notes: []),
      ], width: 960, height: 540, colors: ":root { --ratio: 1.7778; }\n")
  }

  private func html(extraScript: String = "") throws -> String {
    func text(_ name: String) throws -> String {
      try String(
        contentsOf: SlidesPageTests.templates.appendingPathComponent(name), encoding: .utf8)
    }
    var bytes: [UInt8] = []
    let warnings = try SlidesWriter(
      styleSheet: text("slides.css"), script: text("slides.js") + extraScript
    ).writePage(page()) { bytes += $0 }
    #expect(warnings == [])
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `all is in the file, escaped`() throws {
    let page = try html()
    #expect(page.contains("<h1>Ships &amp; &lt;shores&gt;</h1>"))
    #expect(page.components(separatedBy: "<img class=\"layer\"").count - 1 == 6)
    #expect(page.components(separatedBy: "<div class=\"frame\">").count - 1 == 4)
    #expect(page.contains("alt=\"step 2 &quot;spoken&quot;\""))
    #expect(page.contains("<p>Spring &amp; neap</p>") && page.contains("a &lt;word&gt; on tides"))
    #expect(page.contains("href=\"https://example.org/?a=1&amp;b=2\""))
    #expect(page.contains("<rect x=\"10.0\" y=\"20.0\" width=\"300.0\" height=\"40.0\"/>"))
    #expect(!page.contains("javascript:"))
    let sources = page.matches(of: #/(?:src|href)="([^"#]{0,5})/#).map { String($0.1) }
    #expect(Set(sources) == ["data:", "https", ""], "it requests nothing")
    #expect(!page.contains("url("))
  }

  @Test func `its policy lets nothing in from elsewhere`() throws {
    let page = try html()
    let policy = try #require(page.firstMatch(of: #/Security-Policy" content="([^"]*)"/#)).1
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    #expect(policy.contains("img-src data:;"))
  }

  // MARK: In a browser

  private func shown(_ script: String) throws -> String {
    let browser = try #require(OverviewTests.browser)
    let scratch = try Scratch()
    let file = try scratch.write(
      html(extraScript: script + "\ndocument.title = 'seen: ' + JSON.stringify(seen);"),
      to: "slides.html")
    let dom = try browser.text([
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(scratch("profile"))",
      "--window-size=1000,700", "--virtual-time-budget=5000", "--dump-dom", "file://\(file)",
    ])
    let start = try #require(dom.range(of: "<title>seen: "), "the script stopped on its way")
    let end = try #require(dom.range(of: "</title>"))
    return dom[start.upperBound..<end.lowerBound].replacingOccurrences(of: "&lt;", with: "<")
      .replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(of: "&amp;", with: "&")
  }

  @Test(.enabled(if: OverviewTests.browser != nil, "Chromium not found"))
  func `keys go step by step, and over the pages of a slide`() throws {
    let seen = try shown(
      """

      const seen = [];
      const strike = (key, more = {}) => document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
      const at = () => `${states[now].section.id}/${states[now].layer}`;
      const hidden = () => document.querySelectorAll(".frame.now .layer.later").length;
      seen.push(at());
      strike("ArrowRight"); seen.push(at(), hidden());
      strike(" "); seen.push(at(), hidden());
      strike("PageDown"); strike("Enter"); seen.push(at());
      strike("ArrowDown"); strike("ArrowDown"); strike("ArrowDown"); seen.push(at(), location.hash);
      seen.push(find("next").disabled);
      strike("ArrowLeft", { shiftKey: true }); seen.push(at());
      strike("3"); strike("Enter"); seen.push(at());
      strike("o"); seen.push(root.className.includes("all"));
      strike("Home"); strike("Enter"); seen.push(at(), find("place").textContent);
      strike("Escape"); seen.push(mode);
      """)
    #expect(
      seen == """
        ["slide-1/0","slide-2/0",2,"slide-2/1",1,"slide-3/0","slide-3/0","#slide-3",true,\
        "slide-2/0","slide-3/0",true,"slide-1/0","1 of 3","read"]
        """)
  }

  @Test(.enabled(if: OverviewTests.browser != nil, "Chromium not found"))
  func `buttons move it, and notes are those of the slide`() throws {
    let seen = try shown(
      """

      const seen = [];
      find("next").click();
      seen.push(states[now].section.id, pane.textContent.trim());
      find("back").click();
      seen.push(pane.textContent.trim(), find("back").disabled);
      """)
    #expect(seen == #"["slide-2","a <word> on tides","No notes for this slide.",true]"#)
  }
}
