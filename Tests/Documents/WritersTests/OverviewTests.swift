// SPDX-License-Identifier: MIT
// Part of Platen: tests of a talk's overview, as a file and in a real browser.

import Diagnostics
import Documents
import Foundation
import TestSupport
import Testing

@testable import Writers

struct OverviewTests {
  private static let templates = Shared.repository.appendingPathComponent("Templates/Overview")

  private func overview(_ names: [(Slide.Kind, String)]) -> DeckOverview {
    DeckOverview(
      metadata: Metadata(title: "Ships & <shores>", authors: ["Mira"], language: "en"),
      slides: names.enumerated().map { index, slide in
        .init(
          number: index + 1, kind: slide.0, name: slide.1, alternative: "\(slide.1). \"spoken\"",
          notes: index == 2 ? [.text("a word on Éclairs & tides")] : [],
          images: [index == 3 ? .beside("slides/a b-#1.png") : .inside(FormSamples.pixel)])
      }, width: 480, height: 270)
  }

  private func html(_ overview: DeckOverview, extraScript: String = "") throws -> String {
    func text(_ name: String) throws -> String {
      try String(contentsOf: OverviewTests.templates.appendingPathComponent(name), encoding: .utf8)
    }
    var bytes: [UInt8] = []
    let warnings = try OverviewWriter(
      styleSheet: text("overview.css"), script: text("overview.js") + extraScript
    ).writeOverview(overview) { bytes += $0 }
    #expect(warnings == [])
    return String(decoding: bytes, as: UTF8.self)
  }

  private let talk: [(Slide.Kind, String)] = [
    (.cover, "Ships"), (.part, "1. Sea"), (.standard, "1.1 Tides"), (.standard, "1.2 Neaps"),
    (.part, "2. Land"), (.standard, "2.1 Harbours"),
  ]

  @Test func everySlideIsInItsPart() throws {
    let page = try html(overview(talk))
    #expect(page.components(separatedBy: "<section").count - 1 == 3)
    #expect(page.contains("<a href=\"#part-2\">1. Sea</a> <span>3</span>"))
    for number in 1...6 { #expect(page.contains("<li id=\"slide-\(number)\">")) }
    #expect(page.contains("<h1>Ships &amp; &lt;shores&gt;</h1>"))
    #expect(page.contains("alt=\"1.1 Tides. &quot;spoken&quot;\""))
    #expect(page.contains("src=\"slides/a%20b-%231.png\""))
    #expect(page.contains("<kbd>Esc</kbd>"))
    #expect(!page.contains("http:") && !page.contains("https:"), "it requests nothing")
  }

  @Test func oneWithoutPartsHasNoListOfThem() throws {
    let page = try html(overview([(.standard, "Alone")]))
    #expect(!page.contains("<nav"))
    #expect(page.contains("<section aria-label=\"Ships &amp; &lt;shores&gt;\">"))
  }

  // MARK: In a browser

  /// Chromium, or nil where there is none: then what needs it is skipped.
  static let browser = ["chromium", "chromium-browser", "google-chrome"].lazy
    .compactMap { try? Program($0) }.first

  /// The page after its scripts have run.
  private func shown(_ page: String, _ browser: Program) throws -> String {
    let scratch = try Scratch()
    let file = try scratch.write(page, to: "overview.html")
    return try browser.text([
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(scratch("profile"))",
      "--window-size=1000,700", "--virtual-time-budget=5000", "--dump-dom", "file://\(file)",
    ])
  }

  /// The page as it is written, its policy in force.
  @Test(.enabled(if: browser != nil, "Chromium not found"))
  func itsScriptMayRun() throws {
    let browser = try #require(OverviewTests.browser)
    let dom = try shown(html(overview(talk)), browser)
    #expect(dom.contains("class=\"scripted\""))
  }

  /// Keys and search, by events as the browser itself makes them.
  @Test(.enabled(if: browser != nil, "Chromium not found"))
  func keysAndSearchWork() throws {
    let browser = try #require(OverviewTests.browser)
    let script = """

      const seen = [];
      const press = (key) => (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const at = () => document.activeElement.closest(".slides > li")?.id ?? document.activeElement.id;
      press("ArrowRight"); seen.push(at());
      press("ArrowRight"); seen.push(at());
      press("End"); seen.push(at());
      press("ArrowLeft"); seen.push(at());
      press("Home"); seen.push(at());
      document.activeElement.click();
      seen.push(large.open, title.textContent, location.hash);
      press("ArrowRight"); press("PageDown"); seen.push(title.textContent, notes.textContent.trim());
      press("End"); seen.push(next.disabled, title.textContent);
      press("Home"); seen.push(previous.disabled);
      large.close();
      press("/"); seen.push(at());
      query.value = "eclairs TIDES"; query.dispatchEvent(new Event("input"));
      seen.push(found.textContent, shown().map((card) => card.id).join("+"));
      query.value = "nothing"; query.dispatchEvent(new Event("input"));
      seen.push(found.textContent, sections.every((section) => section.hidden));
      press("Escape"); seen.push(query.value, shown().length, found.textContent);
      document.title = "seen: " + JSON.stringify(seen);
      """
    let dom = try shown(html(overview(talk), extraScript: script), browser)
    let start = try #require(dom.range(of: "<title>seen: "), "the script stopped on its way")
    let end = try #require(dom.range(of: "</title>"))
    let seen = dom[start.upperBound..<end.lowerBound].replacingOccurrences(of: "&amp;", with: "&")
    let expected: [String] = [
      "\"slide-1\"", "\"slide-2\"", "\"slide-6\"", "\"slide-5\"", "\"slide-1\"", "true",
      "\"1 Ships\"", "\"#slide-1\"", "\"3 1.1 Tides\"", "\"a word on Éclairs & tides\"", "true",
      "\"6 2.1 Harbours\"", "true", "\"query\"", "\"1 of 6 slides\"", "\"slide-3\"",
      "\"0 of 6 slides\"", "true", "\"\"", "6", "\"\"",
    ]
    #expect(seen == "[" + expected.joined(separator: ",") + "]")
  }
}
