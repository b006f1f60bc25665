// SPDX-License-Identifier: MIT
// Part of Platen: tests of looks for books: the files we hand out, users' own, and what is wrong.

import Books
import Canvas
import Cartography
import Diagnostics
import Documents
import Drawing
import Figures
import Foundation
import Jobs
import MapJobs
import Pipeline
import Readers
import TalkJobs
import TestSupport
import Testing
import Text
import Typesetting
import Values
import Writers

@testable import JobKit
@testable import Jobs

@Suite struct BookLookTests {
  private static let names = [
    "booklet", "booklet-large", "minutes", "minutes-night", "modern", "night", "parchment",
    "readable",
  ]

  /// Our templates, and files of a user.
  private func looks(_ texts: [String: String] = [:]) throws -> LookFile {
    let folder = Shared.repository.appendingPathComponent("Templates").path
    return LookFile(
      environment: SealedEnvironment(texts: texts), templates: try Templates.find(named: folder),
      kinds: Jobs.filedLooks)
  }

  private func faults(_ text: String) throws -> [String] {
    do {
      _ = try looks(["mine.yaml": text]).book("./mine.yaml")
      return []
    } catch let failure as Failure {
      return failure.diagnostics.map(\.text)
    }
  }

  @Test func `all looks are listed and say what they are`() throws {
    let looks = try looks()
    #expect(looks.lookNames(of: BookLook.self).sorted() == BookLookTests.names)
    for name in BookLookTests.names { #expect(try !looks.book(name).about.isEmpty) }
  }

  @Test(arguments: names) func `a look written out reads back the same`(name: String) throws {
    let look = try looks().book(name)
    var read = try looks(["a.yaml": look.yaml]).book("a.yaml")
    read.name = look.name
    #expect(read.yaml == look.yaml)
    #expect(read.web == look.web && read.maps == look.maps)
    #expect(read.pages.patches == look.pages.patches)
  }

  @Test(arguments: names) func `letters stand out from their ground`(name: String) throws {
    #expect(try looks().book(name).contrastWarnings == [])
  }

  @Test(arguments: ["minutes", "minutes-night", "modern"])
  func `Word files wear a look's families and its colors for white pages`(name: String) throws {
    let look = try looks().book(name)
    let folder = Shared.repository.appendingPathComponent("Templates/Word")
    let skeleton = try ["word/theme/theme1.xml", "word/styles.xml", "word/document.xml"].map {
      DOCXPart($0, Array(try Data(contentsOf: folder.appendingPathComponent($0))))
    }
    let themed = WordTheme(look).applied(to: skeleton)
    #expect(themed.map(\.name) == skeleton.map(\.name))
    #expect(themed[2] == skeleton[2])
    let (theme, styles) = (
      String(decoding: themed[0].bytes, as: UTF8.self),
      String(decoding: themed[1].bytes, as: UTF8.self)
    )
    let hex = String(look.web.light.accent, radix: 16, uppercase: true)
    let accent = String(repeating: "0", count: 6 - hex.count) + hex
    #expect(theme.contains("<a:accent1><a:srgbClr val=\"\(accent)\"/>"))
    let family = try #require(look.pages.patches["body"]?.families?.first)
    #expect(theme.contains("<a:minorFont><a:latin typeface=\"\(family)\"/>"))
    let heading = try #require(styles.split(separator: "\n").first { $0.contains("\"Heading2\"") })
    #expect(heading.contains("w:val=\"\(accent)\" w:themeColor=\"accent1\""))
    // Nothing keeps a color of the skeleton's theme that the look has another for.
    #expect(!styles.contains("7A2E2A") && !styles.contains("2B3A4B"))
    #expect(look.paperCharts.ground == .white)
    #expect(look.paperCharts.ink == Color(rgb: look.web.light.ink))
  }

  @Test func `large print in Word has no letter below its size`() throws {
    let look = try looks().book("booklet-large")
    let path = Shared.repository.appendingPathComponent("Templates/Word/word/styles.xml")
    let skeleton = DOCXPart("word/styles.xml", Array(try Data(contentsOf: path)))
    let theme = DOCXPart(
      "word/theme/theme1.xml",
      Array(
        try Data(
          contentsOf: Shared.repository.appendingPathComponent(
            "Templates/Word/word/theme/theme1.xml"))))
    func sizes(_ look: BookLook) throws -> [Int] {
      let themed = WordTheme(look).applied(to: [theme, skeleton])
      let text = String(decoding: themed[1].bytes, as: UTF8.self)
      return text.matches(of: /<w:sz(?:Cs)? w:val="([0-9]+)"/).compactMap { Int($0.output.1) }
        .filter { $0 >= 14 }
    }
    let (usual, large) = (try sizes(looks().book("booklet")), try sizes(look))
    #expect(usual.count == large.count && usual.min() == 18)
    // 18 points, and headings as much above it as they were above 11.
    #expect(large.min() == 36)
    #expect(large.max() == usual.max().map { $0 + 14 })
  }

  @Test func `a family's name cannot break a Word file's theme`() throws {
    let look = try looks(["odd.yaml": "styles: { body: { families: [\"A\\u0001&\\uFFFE\"] } }\n"])
      .book("./odd.yaml")
    let path = "Templates/Word/word/theme/theme1.xml"
    let theme = DOCXPart(
      "word/theme/theme1.xml",
      Array(try Data(contentsOf: Shared.repository.appendingPathComponent(path))))
    let text = String(
      decoding: WordTheme(look).applied(to: [theme])[0].bytes, as: UTF8.self)
    #expect(text.contains("typeface=\"A\u{FFFD}&amp;\u{FFFD}\""))
    #expect(text.unicodeScalars.allSatisfy { MarkupEscaping.holds($0) })
  }

  /// Programs without our files have the screens of the looks all the same.
  @Test func `screens are those of the writers`() throws {
    #expect(try looks().book("modern").web == .clean)
    #expect(try looks().book("night").web == .dark)
  }

  @Test func `a look of one's own says what differs`() throws {
    let mine = try looks([
      "looks/mine.yaml": """
      extends: parchment
      description: "green"
      maps: ./green.yaml
      page: { ground: none, ornament: line }
      styles:
        heading: { color: "#123456", 1: { size: 30, title: { size: 44 } } }
        .speaker.color: "#654321"
        callout.dice: { keep-together: false }
      screen.light.accent: "#006600"
      """
    ]).book("looks/mine.yaml")
    let base = try looks().book("parchment")
    #expect(mine.about == "green")
    #expect(mine.maps == "looks/green.yaml")
    #expect(mine.pages.ground == .clear && mine.pages.ornament == .line)
    #expect(mine.pages.patches["heading"]?.color == Color(hex: "#123456"))
    #expect(mine.pages.patches["heading.1"]?.size == 30)
    #expect(mine.pages.patches["heading.1.title"]?.size == 44)
    #expect(mine.pages.patches[".speaker"]?.color == Color(hex: "#654321"))
    #expect(mine.pages.patches["callout.dice"]?.keepsTogether == false)
    #expect(mine.web.light.accent == 0x006600)
    // What it does not name is as it was.
    #expect(mine.pages.patches["body"] == base.pages.patches["body"])
    #expect(mine.web.dark == base.web.dark)
  }

  @Test func `every fault is said with its place`() throws {
    #expect(
      try faults(
        """
        extends: parchmnet
        page: { grond: "#fff" }
        styles:
          body: { size: 12pt, colour: "#000000" }
          hedding: { size: 3 }
          heading.1.titel.size: 30
          callout: { align: centre }
        screen.light.ink: "#00000080"
        ocean.fill: "#0000ff"
        """) == [
          "mine.yaml:1:10: unknown look \"parchmnet\" for campaigns and meetings\nhint: did you mean \"parchment\"?\nhint: platen looks lists them",
          "mine.yaml:2:9: unknown setting \"page.grond\" in a campaign look\nhint: did you mean \"page.ground\"?",
          "mine.yaml:4:17: styles.body.size takes a size in points (72 to the inch) from 1 to 400, not \"12pt\"\nhint: write the number alone, as in 12",
          "mine.yaml:4:23: unknown setting \"styles.body.colour\" in a campaign look\nhint: did you mean \"styles.body.color\"?",
          "mine.yaml:5:3: unknown setting \"styles.hedding\" in a campaign look\nhint: did you mean \"styles.heading\"?",
          "mine.yaml:6:3: unknown setting \"styles.heading.1.titel.size\" in a campaign look\nhint: did you mean \"styles.heading.1.title.size\"?",
          "mine.yaml:7:21: styles.callout.align takes one of justified, start, center, end, not \"centre\"\nhint: did you mean \"center\"?",
          "mine.yaml:8:19: screen.light.ink takes a color such as \"#aabbcc\", not \"#00000080\"",
          "mine.yaml:9:1: unknown setting \"ocean.fill\" in a campaign look\nhint: it is a setting of looks for maps; this look is read as one for campaigns and meetings",
        ])
  }

  @Test func `what a file is for, its settings say`() throws {
    let looks = try looks()
    func isBook(_ text: String) -> Bool {
      guard let settings = (try? PlacedValue(yaml: Array(text.utf8), file: "a.yaml")) ?? nil else {
        return false
      }
      let book = looks.claim(of: BookLook.self, on: settings)
      // Of equals, maps come first.
      return book > looks.claim(of: MapLook.self, on: settings)
        && book >= looks.claim(of: DeckLook.self, on: settings)
    }
    #expect(isBook("extends: parchment\nstyles: {}"))
    #expect(isBook("page.ground: none"))
    #expect(isBook("extends: modern"))
    #expect(!isBook("extends: parchment"))
    #expect(!isBook("extends: modern\nland.fill: none"))
    #expect(!isBook("- 1"))
  }

  /// Comments, the order of lines and notation do not belong to a look.
  @Test func `looks of the same settings have the same digest`() throws {
    let looks = try looks([
      "a.yaml": "extends: modern\nstyles: { body: { size: 11, color: \"#111111\" } }\n",
      "b.yaml": "# Larger.\nextends: modern\nstyles.body.color: \"#111\"\nstyles.body.size: 11.0\n",
      "c.yaml": "extends: modern\nscreen.measure: 50\n",
    ])
    func digest(_ name: String) throws -> String {
      RecipeContext.BookTheme(try looks.book(name), from: []).pagesDigest
    }
    #expect(try digest("a.yaml") == digest("b.yaml"))
    #expect(try digest("a.yaml") != digest("modern"))
    #expect(try digest("c.yaml") == digest("modern"))
  }

  /// A look can name whatever the readers call the parts of a book.
  @Test func `every class of the sample's book can be named`() throws {
    let path = Shared.repository.appendingPathComponent("Samples/SaltRoad/saltroad.json").path
    let bytes = try DiskEnvironment().read(path).bytes
    let campaign = try CampaignReader.read(files: [NamedBytes("a.json", bytes)]).value
    var options = BookOptions()
    options.audience = .gm
    var classes: Set<String> = []
    for edition in [BookOptions.Edition.full, .summary] {
      options.edition = edition
      let document = try CampaignBook.document(of: campaign, options: options).value
      let text = document.dump(indent: nil)
      for part in text.components(separatedBy: "\"classes\":[").dropFirst() {
        classes.formUnion(
          part.prefix { $0 != "]" }.split(separator: ",").map { $0.filter { $0 != "\"" } })
      }
    }
    #expect(classes.count > 20)
    #expect(classes.subtracting(BookStyle.classes.map(\.name)) == [])
  }

  @Test(arguments: names) func `every look sets every page`(name: String) throws {
    let look = try looks().book(name)
    let fonts = try FontLibrary(FontSet())
    let document = Document(blocks: [
      .division(
        Division(
          [.heading(Heading(1, [.text("Title")], .classes("title")))], .classes("title-page"))
      ),
      .contents(Contents(title: [.text("Contents")])), .heading(Heading(1, [.text("One")])),
      .text(String(repeating: "words and words ", count: 400)),
      .callout(Callout(kind: "dice", title: [.text("Dice")], [.text("1d20")])),
      .index(Index(title: [.text("Index")])),
    ])
    for template in PageTemplate.all {
      var pages = 0
      let typesetter = Typesetter(style: look.pages, template: template, measuring: fonts)
      let result = try typesetter.pages(
        of: document, isCancelled: { false }, page: { _ in pages += 1 })
      #expect(pages >= 5)
      #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    }
  }
}

extension LookFile {
  fileprivate func book(_ name: String) throws -> BookLook {
    try look(of: BookLook.self, named: name)
  }
}
