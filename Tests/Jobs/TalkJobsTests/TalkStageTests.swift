// SPDX-License-Identifier: MIT
// Part of Platen: tests of a talk as it is shown live: what programs are told of it, what is noticed.

import Diagnostics
import Documents
import Foundation
import JSON
import Pipeline
import Pixels
import Rasters
import Rehearsal
import TestSupport
import Testing
import Text

@testable import JobKit
@testable import Jobs
@testable import TalkJobs

/// A folder of slides on disk.
private final class Slides {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("platen-stage-\(UUID().uuidString)")

  init(_ files: [String: String]) throws {
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ name: String, _ text: String) throws {
    let file = folder.appendingPathComponent("slides").appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func stage(
    _ settings: [(String, String)] = [], templates: Templates? = nil
  ) throws -> TalkStage {
    var said = Settings()
    for (key, value) in settings { said.set(key, to: value) }
    return try TalkStage(
      folder.appendingPathComponent("slides").path, settings: said,
      in: RecipeContext(environment: DiskEnvironment(), templates: templates))
  }

  /// The shown part of them; they stay until it is read.
  func shown(_ settings: [(String, String)] = []) throws -> TalkShow {
    try stage(settings).read().value
  }
}

/// The templates of this package.
private func ownTemplates() throws -> Templates {
  try Templates.find(named: Shared.repository.appendingPathComponent("Templates").path)
}

/// The pages of a talk with one slide in a language.
private func served(
  _ matter: String = "", _ settings: [(String, String)] = []
) throws -> (pages: [String: String], warnings: [Diagnostic]) {
  let slides = try Slides(["_cover.md": "+++\n\(matter)\n+++\n\n# 12\n"])
  let templates = try ownTemplates()
  let context = RecipeContext(environment: DiskEnvironment(), templates: templates)
  let read = try slides.stage(settings, templates: templates).read()
  let pages = read.value.pages(try context.livePages()).map {
    ($0.name, String(decoding: $0.bytes, as: UTF8.self))
  }
  return (Dictionary(uniqueKeysWithValues: pages), read.warnings)
}

private let files = [
  "_cover.md": "+++\ndate = \"2026-06-12\"\nduration = 30\n+++\n\n# Tides\n",
  "1_sea/_part.md": "# The sea\n",
  "1_sea/1-pull.md": "# Two \\<pulls>\n\n- the moon\n\n<!-- pause -->\n\n**Both** at once.\n\n"
    + "<!-- notes -->\n\nDraw it.\n",
  "1_sea/2-paper.md": "+++\nhidden_in = [\"web\"]\n+++\n\n# Only on paper\n",
  "2-end.md": "# Thanks\n",
]

private func parsed(_ bytes: [UInt8]) throws -> JSONValue { try JSONDocument(parsing: bytes).root }

@Suite struct TalkStageTests {
  @Test func theShownSlideIsReportedAsTobogganReportsIt() throws {
    let show = try Slides(files).shown()
    #expect(show.talk.title == "Tides")
    #expect(show.talk.slides.map(\.title) == ["Tides", "The sea", "Two <pulls>", "Thanks"])
    #expect(show.talk.slides.map(\.steps) == [0, 0, 1, 0])
    let talk = try parsed(show.talkJSON(today: "2026-01-02"))
    #expect(talk["title"]?.string == "Tides")
    #expect(talk["date"]?.string == "2026-06-12")
    #expect(talk["lang"]?.string == "en")
    #expect(
      talk["titles"]?.elements.map(\.string)
        == ["Tides", "1. The sea", "1.1 Two <pulls>", "1.3 Thanks"])
    #expect(talk["step_counts"]?.elements.map(\.int) == [0, 0, 1, 0])
    #expect(talk["durations"]?.elements.map(\.int) == [30, nil, nil, nil])
    #expect(talk["plan"]?.elements.first?.int == 30)
    #expect(talk["version"]?.string == show.version)
    let slides = try show.presenterSlides.map(parsed)
    #expect(slides.map { $0["kind"]?.string } == ["Cover", "Part", "Standard", "Standard"])
    let body = slides[2]["body"]
    #expect(body?["type"]?.string == "Html")
    let raw = body?["raw"]?.string ?? ""
    #expect(raw.contains("<li>") && raw.contains("<div class=\"step step-0\">"))
    #expect(raw.contains("Two &lt;pulls&gt;") && !raw.contains("<pulls>"))
    #expect(body?["alt"]?.string?.contains("**Both** at once.") == true)
    #expect(slides[2]["notes"]?["raw"]?.string?.contains("Draw it.") == true)
    #expect(slides[3]["notes"]?["type"]?.string == "Empty")
  }

  /// Settings stand in the folder of the slides, or in a folder above it; the nearer ones win.
  @Test func settingsAreReadBesideTheSlidesAndAbove() throws {
    let slides = try Slides([
      "1-pull.md": "# Pull\n", "../toboggan.toml": "[build]\ntitle = \"Above\"\nlang = \"de\"\n",
    ])
    #expect(try slides.shown().talk.title == "Above")
    try slides.write("toboggan.toml", "[build]\ntitle = \"Beside\"\n")
    let show = try slides.shown()
    #expect(show.talk.title == "Beside")
    let talk = try parsed(show.talkJSON(today: "2026-01-02"))
    #expect(talk["lang"]?.string == "de")
    // Toboggan's clients read no talk without a date.
    #expect(talk["date"]?.string == "2026-01-02")
  }

  /// Parts for the speaker alone are nowhere in the data for all.
  @Test func notesAreSentToPresentersOnly() throws {
    let show = try Slides(files).shown()
    for told in [show.talkJSON(today: "2026-01-02")] + show.slides {
      #expect(!String(decoding: told, as: UTF8.self).contains("Draw it"))
    }
    let slides = try show.slides.map(parsed)
    #expect(slides.map { $0["notes"]?["type"]?.string } == Array(repeating: "Empty", count: 4))
  }

  @Test func slidesShowWebP() throws {
    let red = Bitmap(
      width: 40, height: 30, rgba: (0..<40 * 30).flatMap { _ -> [UInt8] in [220, 20, 30, 255] })
    let address = "data:image/webp;base64," + Base64.encode(try WebPWriter.lossless(red))
    let show = try Slides(["1.md": "# One\n\n![red](\(address))\n"]).shown()
    let image = try PNGDecoder.decode(show.image(slide: 0, steps: 0, width: 640))
    let count = stride(from: 0, to: image.rgba.count, by: 4).count {
      image.rgba[$0] == 220 && image.rgba[$0 + 1] == 20 && image.rgba[$0 + 2] == 30
    }
    #expect(count > 100)
  }

  @Test func everyStateHasAnImage() throws {
    let show = try Slides(files).shown()
    var seen: Set<[UInt8]> = []
    for (slide, shape) in show.talk.slides.enumerated() {
      for steps in 0...shape.steps {
        let picture = try show.image(slide: slide, steps: steps, width: 320)
        #expect(picture.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
        // Width and height stand at the head of a PNG.
        #expect(Array(picture[16..<24]) == [0, 0, 1, 64, 0, 0, 0, 180])
        #expect(seen.insert(picture).inserted, "slide \(slide) with \(steps) looks as another one")
      }
    }
    let again = try show.image(slide: 2, steps: 1, width: 320)
    #expect(seen.contains(again), "the same picture has the same bytes")
    let square = try Slides(files).shown([("ratio", "1:1")])
    #expect(try Array(square.image(slide: 0, steps: 0, width: 320)[20..<24]) == [0, 0, 1, 64])
  }

  @Test func relevantChangesAreDetected() throws {
    let slides = try Slides(files)
    let stage = try slides.stage()
    let first = try stage.read().value
    #expect(stage.isCurrent(first))
    #expect(try stage.read().value.version == first.version)
    // Written anew with the same words: another stamp, the same talk.
    try slides.write("2-end.md", "# Thanks\n")
    #expect(!stage.isCurrent(first))
    #expect(try stage.read().value.version == first.version)
    try slides.write("2-end.md", "# Thank you\n")
    let second = try stage.read().value
    #expect(second.version != first.version)
    #expect(stage.isCurrent(second))
    // A slide more, in a folder that was there.
    try slides.write("1_sea/3-more.md", "# More\n")
    #expect(!stage.isCurrent(second))
    #expect(try slides.stage([("look", "evening")]).read().value.version != second.version)
  }

  @Test func aTalkWithoutShownSlidesIsReported() throws {
    let slides = try Slides(["1.md": "+++\nhidden_in = [\"web\"]\n+++\n\n# Paper\n"])
    #expect { try slides.stage().read() } throws: {
      ($0 as? Failure)?.diagnostics.first?.code == "talk.empty"
    }
    #expect(throws: Failure.self) { try Slides(files).stage([("look", "none such")]) }
    #expect(throws: Failure.self) { try Slides(files).stage([("ratio", "wide")]) }
  }

  /// The pages of a German talk as they are sent: the words are all German.
  @Test(
    arguments: [("lang = \"de\"", []), ("", [("language", "de")])]
      as [(String, [(String, String)])])
  func `a German talk has German pages`(matter: String, settings: [(String, String)]) throws {
    let (pages, warnings) = try served(matter, settings)
    #expect(!warnings.contains { $0.code == "phrases.language" })
    let german = try PhraseSource(own: nil, place: nil, files: ownTemplates().phraseFiles())
      .phrases(of: "de").value
    let presenter = try #require(pages["presenter.html"])
    let viewer = try #require(pages["viewer.html"])
    for page in [presenter, viewer] {
      #expect(page.contains(#"<html lang="de" dir="ltr">"#))
      #expect(page.contains(">Erneut versuchen</button>"))
      for phrase in LivePage.scripted {
        #expect(page.contains("\"\(phrase.rawValue)\":"))
        #expect(page.contains(german[phrase]), "\(phrase)")
      }
      // A phrase may be the same word in both languages: Start, Pause, Token.
      let words = Set(Phrase.allCases.map { german[$0] })
      for phrase in Phrase.allCases where !words.contains(phrase.english) {
        let text = phrase.english
        for shown in [">\(text)<", "title=\"\(text)", "aria-label=\"\(text)\"", ":\"\(text)\""] {
          #expect(!page.contains(shown), "\(phrase) in English")
        }
      }
    }
    #expect(presenter.contains("<title>12 – Referentenansicht</title>"))
    #expect(presenter.contains(#"aria-label="Folien""#))
  }

  @Test(arguments: ["ar", "fa-IR"])
  func `pages of right-to-left languages are right-to-left`(language: String) throws {
    for (name, page) in try served("lang = \"\(language)\"").pages where name.hasSuffix(".html") {
      #expect(page.contains("<html lang=\"\(language)\" dir=\"rtl\">"))
      #expect(!page.contains("Try again"))
    }
  }

  @Test func `a phrase file replaces phrases of the talk's language`() throws {
    let scratch = try Scratch()
    try scratch.write("try-again: \"Los <jetzt>\"\n", to: "own.yaml")
    let own = scratch.url.appendingPathComponent("own.yaml").path
    let page = try #require(
      served("lang = \"de\"", [("phrases", own)]).pages["presenter.html"])
    #expect(page.contains(">Los &lt;jetzt&gt;</button>"))
    #expect(page.contains("Referentenansicht"))
    #expect { try served("", [("phrases", own + ".none")]) } throws: {
      ($0 as? Failure)?.diagnostics.map(\.code) == ["file.missing"]
    }
    try scratch.write("try-agan: a\n", to: "own.yaml")
    #expect { try served("", [("phrases", own)]) } throws: {
      ($0 as? Failure)?.diagnostics.map(\.code) == ["phrases.unknown"]
    }
  }

  @Test func `a language without phrases has a warning`() throws {
    let (pages, warnings) = try served("lang = \"nl\"")
    #expect(warnings.contains { $0.code == "phrases.language" })
    #expect(pages["viewer.html"]?.contains(">Try again</button>") == true)
  }

  @Test func pagesAreInTheFolderOfTemplates() throws {
    let environment = DiskEnvironment()
    let context = RecipeContext(
      environment: environment,
      templates: try Templates.find(
        named: Shared.repository.appendingPathComponent("Templates").path, in: environment))
    #expect(
      try context.livePages().map(\.name).sorted()
        == ["icon.svg", "live.css", "live.js", "presenter.html", "remote.html", "viewer.html"])
  }
}
