// SPDX-License-Identifier: MIT
// Part of Platen: tests of pages drawn on request while their look is edited.

import Diagnostics
import Drawing
import Foundation
import Geometry
import JSON
import Pipeline
import Pixels
import TestSupport
import Testing

@testable import JobKit
@testable import Jobs

/// A folder with inputs of all kinds that have pages.
private final class PageInputs {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "platen-pages-\(UUID().uuidString)")

  init() throws {
    for (name, text) in SampleJob.texts { try save(text, name) }
    try save("extends: parchment\npage.ground: \"#204060\"\n", "mine.yaml")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.path + "/" + name }

  func save(_ text: String, _ name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  static func context() throws -> RecipeContext {
    let templates = Shared.repository.appendingPathComponent("Templates").path
    return RecipeContext(
      environment: DiskEnvironment(), templates: try Templates.find(named: templates),
      filedLooks: Jobs.filedLooks)
  }

  func preview(
    _ kind: String, _ input: String, look: String? = nil, language: String = "en"
  ) throws -> PagePreview {
    let kind = try #require(Jobs.kind(named: kind))
    var words = Settings()
    words.set("language", to: language)
    return try PagePreview(
      .init(
        input: path(input), kind: kind, look: look.map(path), words: words),
      try #require(kind.pages), width: 2, makeContext: { try PageInputs.context() },
      report: { _ in })
  }

  /// The image that a job makes.
  func rendered(_ manifest: String) throws -> [UInt8] {
    let environment = DiskEnvironment(folder: folder.path)
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment)
      .parse(Array(manifest.utf8), file: "platen.yaml", folder: folder.path)
    let templates = Shared.repository.appendingPathComponent("Templates").path
    let context = RecipeContext(
      environment: environment, templates: try Templates.find(named: templates))
    let jobs = try Jobs.jobs(of: manifest, in: context)
    let outputs = try Outputs(root: path("out"), locking: .none)
    defer { outputs.close() }
    let result = try Engine(
      environment: environment, outputs: outputs, options: Engine.Options(tool: "test")
    ).run(try Plan(jobs: jobs), on: DispatchRunner(width: 1))
    #expect(result.record.jobs.flatMap(\.errors) == [])
    let made = try DiskEnvironment().list(path("out")).map(\.name).filter { $0.hasSuffix(".png") }
    return try DiskEnvironment().read(path("out/") + #require(made.min())).bytes
  }
}

@Suite struct PagePreviewTests {
  /// The revision and the errors that the page learns.
  private func status(_ preview: PagePreview) throws -> (revision: Int, errors: [String]) {
    let document = try JSONDocument(parsing: Array(preview.status.utf8))
    return document.withView { view in
      (
        view["revision"]?.int ?? 0,
        view["errors"]?.elements.compactMap(\.string).map { String($0) } ?? []
      )
    }
  }

  private func file(_ preview: PagePreview, _ path: String) throws -> [UInt8] {
    try #require(preview.file(at: path[...]), "\(path)")
  }

  /// The number of pages in the list of a view.
  private func pageCount(_ preview: PagePreview, _ view: String) throws -> Int {
    try JSONDocument(parsing: file(preview, view + "/pages.json")).withView {
      $0["pages"]?.count ?? 0
    }
  }

  /// Two checks: a file is read when it no longer changes.
  private func refresh(_ preview: PagePreview) {
    for _ in 0..<3 { preview.refresh() }
  }

  @Test(arguments: [
    (
      "campaign", "campaign.json",
      "{ campaign: campaign.json, outputs: [{ file: a.png, width: 300 }] }"
    ),
    ("talk", "talk", "{ talk: talk, outputs: [{ file: 'a-${slide}.png', width: 300 }] }"),
    ("cards", "cards.json", "{ cards: cards.json, outputs: [{ file: '${row}.png', width: 300 }] }"),
  ])
  func anImageIsThatOfAJob(kind: String, input: String, job: String) throws {
    let folder = try PageInputs()
    let preview = try folder.preview(kind, input)
    // The page shows the usual look at first.
    let parts = try preview.page().components(separatedBy: "\"folder\":\".live/picture/")
    let view = try #require(parts.last?.components(separatedBy: "/\"").first)
    let image = try file(preview, view + "/1/300.png")
    #expect(try folder.rendered("version: 1\njobs: [\(job)]\n") == image)
    #expect(try pageCount(preview, view) > 0)
    #expect(try status(preview).errors.isEmpty)
  }

  @Test func everyChoiceHasPagesAndNothingElseIsServed() throws {
    let folder = try PageInputs()
    let preview = try folder.preview("campaign", "campaign.json", look: "mine.yaml")
    let first = try PNGDecoder.decode(file(preview, "1/0/0/player/1/200.png"))
    #expect(first.width == 200 && first.height == 283)
    #expect(try PNGDecoder.decode(file(preview, "1/1/0/player/1/200.png")) != first)
    #expect(try PNGDecoder.decode(file(preview, "x/0/0/gm/1/200.png")).width == 200)
    let letter = try PNGDecoder.decode(file(preview, "1/0/2/player/1/200.png"))
    #expect(letter.height == 259)
    let last = try pageCount(preview, "1/0/0/player")
    for path in [
      "1/0/0/player/0/200.png", "1/0/0/player/\(last + 1)/200.png", "1/0/0/player/-1/200.png",
      "1/0/0/player/1/15.png", "1/0/0/player/1/3201.png", "1/0/0/player/1/200.jpg",
      "1/99/0/player/1/200.png", "1/0/99/player/1/200.png", "1/0/0/debug/1/200.png",
      "1/0/0/player/1/1/200.png", "1/0/0/player/1", "1/0/0/player/pages", "pages.json", "",
    ] {
      #expect(preview.file(at: path[...]) == nil, "\(path)")
    }
    let talk = try folder.preview("talk", "talk")
    #expect(talk.file(at: "1/0/0/gm/pages.json") == nil)
    #expect(talk.file(at: "1/0/1/player/pages.json") != nil)
  }

  @Test func aSavedLookIsDrawnAgainAndAnErrorIsNot() throws {
    let folder = try PageInputs()
    let preview = try folder.preview("campaign", "campaign.json", look: "mine.yaml")
    let path = "1/0/0/player/1/200.png"
    let first = try file(preview, path)
    refresh(preview)
    #expect(try status(preview).revision == 1)

    try folder.save("extends: parchment\npage.ground: \"#602040\"\n", "mine.yaml")
    refresh(preview)
    #expect(try status(preview).revision == 2)
    let second = try file(preview, path)
    #expect(second != first)

    try folder.save("extends: parchment\npage.groun: red\n", "mine.yaml")
    refresh(preview)
    let state = try status(preview)
    #expect(state.revision == 2)
    #expect(state.errors.count == 1)
    #expect(state.errors.first?.hasPrefix(folder.path("mine.yaml") + ":2:1: error: ") == true)
    #expect(try file(preview, path) == second)

    try folder.save("extends: parchment\npage.ground: \"#204060\"\n", "mine.yaml")
    refresh(preview)
    #expect(try status(preview).errors.isEmpty)
    #expect(try file(preview, path) == first)
  }

  @Test func aSlideThatIsAddedIsShown() throws {
    let folder = try PageInputs()
    let preview = try folder.preview("talk", "talk")
    #expect(try pageCount(preview, "1/0/0/player") == 1)
    try folder.save("# Another\n", "talk/2.md")
    refresh(preview)
    #expect(try status(preview).revision == 2)
    #expect(try pageCount(preview, "2/0/0/player") == 2)
  }

  @Test func changedRowsAreReadAgain() throws {
    let folder = try PageInputs()
    try folder.save("name,text\nA,one\n", "rows.csv")
    let preview = try folder.preview("cards", "rows.csv")
    let first = try file(preview, "1/0/0/player/1/200.png")
    try folder.save("name,text\nA,two\nB,three\n", "rows.csv")
    refresh(preview)
    #expect(try pageCount(preview, "2/0/0/player") == 2)
    #expect(try file(preview, "2/0/0/player/1/200.png") != first)
    // A file with errors leaves the cards as they were.
    try folder.save("name,text\nA,two\nB,three,four\n", "rows.csv")
    refresh(preview)
    #expect(try status(preview).errors.first?.contains("rows.csv:3") == true)
    #expect(try pageCount(preview, "2/0/0/player") == 2)
  }

  @Test(arguments: ["en", "fa"])
  func thePageListsWhatCanBeChosen(language: String) throws {
    let folder = try PageInputs()
    let page = try folder.preview(
      "campaign", "campaign.json", look: "mine.yaml", language: language
    ).page()
    #expect(page.contains("data-name=\"\(folder.path("mine.yaml"))\" selected>"))
    for name in ["parchment", "A5", "letter", "gm"] {
      #expect(page.contains("data-name=\"\(name)\""), "\(name)")
    }
    #expect(page.contains("\"folder\":\".live/picture/1/0/0/player/\""))
    #expect(page.contains("dir=\"\(language == "fa" ? "rtl" : "ltr")\""))
    #expect(!page.contains("{{"))
    #expect(try folder.preview("talk", "talk").page().contains("<label hidden>"))
  }

  @Test func pagesOfAMeetingAreItsMinutes() throws {
    let folder = try PageInputs()
    let preview = try folder.preview("meeting", "meeting.json")
    #expect(try pageCount(preview, "1/0/0/player") > 0)
    #expect(try PNGDecoder.decode(file(preview, "1/0/1/gm/1/100.png")).height == 142)
  }

  /// Pages that do not fit in memory together are set again, and are the same.
  @Test func pagesAreSetAgainWhereTheyWereNotKept() throws {
    let fonts = try PageInputs.context().fonts([])
    let image = RasterImage(
      width: 4096, height: 2048, rgba: Array(repeating: 9, count: 4096 * 2048 * 4))
    try fonts.withLibrary { library in
      let settings = Guarded(0)
      let pages = try SetPages(library) { _, take in
        settings.withLock { $0 += 1 }
        for page in 0..<12 {
          try take(
            Scene(
              size: Size(width: Double(page + 1), height: 1),
              nodes: [
                .image(ImageNode(image, frame: Rect(x: 0, y: 0, width: 1, height: 1)))
              ]))
        }
        return []
      }
      #expect(pages.sizes.count == 12)
      for page in [0, 3, 11, 8, 7, 0, 1] {
        #expect(try pages.scene(page, library).size.width == Double(page + 1))
      }
      #expect(settings.withLock { $0 } == 4)
      #expect(throws: Failure.self) { try pages.scene(12, library) }
    }
  }
}
