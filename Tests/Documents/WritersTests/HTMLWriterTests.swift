// SPDX-License-Identifier: MIT
// Part of Platen: tests of documents as one page of HTML.

import Diagnostics
import Documents
import TestSupport
import Testing
import Writers

struct HTMLWriterTests {
  static func page(
    _ document: Document, style: WebStyle = .clean, phrases: Phrasebook = .english
  ) throws -> (root: Markup, bytes: [UInt8], warnings: [Diagnostic]) {
    var bytes: [UInt8] = []
    let warnings = try HTMLWriter(style: style, phrases: phrases).writeDocument(document) {
      bytes.append(contentsOf: $0)
    }
    return (try Markup.parse(bytes), bytes, warnings)
  }

  private func main(_ root: Markup) throws -> Markup { try #require(root.all("main").first) }

  @Test(arguments: [FormSamples.book, FormSamples.arabic, FormSamples.long(scenes: 30)])
  func hasTheDocumentsStructure(document: Document) throws {
    let page = try Self.page(document)
    #expect(try main(page.root).structure.text == document.structure(.page).text)
    #expect(page.warnings.isEmpty)
  }

  @Test func namesItsPartsForScreenReaders() throws {
    let root = try Self.page(FormSamples.book).root
    #expect(root.attributes["lang"] == "en")
    #expect(root.all("h1").map(\.text) == ["The Ashen Ford"])
    let chapters = root.all { $0.attributes["role"] == "doc-chapter" }
    #expect(chapters.map { $0.attributes["aria-labelledby"] } == ["ford", "characters"])
    #expect(root.all("nav").map { $0.attributes["aria-label"] } == ["Contents"])
    #expect(
      root.all("nav")[0].all("a").map { $0.attributes["href"] } == [
        "#ford", "#scene-1", "#characters", "#section-1",
      ])
    let box = try #require(root.all("aside").first)
    let label = try #require(box.attributes["aria-labelledby"])
    #expect(root.all { $0.attributes["id"] == label }.map(\.text) == ["Dice"])
    #expect(root.all("aside")[2].attributes["aria-label"] == "Note")
    #expect(root.all("th").map { $0.attributes["scope"] } == ["col", "col", "col", "row", "row"])
    #expect(root.all("img").map { $0.attributes["alt"] } == ["A map of the ford", "small map"])
    let skip = try #require(root.all("body")[0].elements.first)
    #expect(skip.attributes["href"] == "#top")
    #expect(try main(root).attributes["id"] == "top")
  }

  @Test func whatIsNoTaskAmongTasksHasItsBullet() throws {
    let list = List(.bullet, [.init([.text("plain")]), .init([.text("open")], isDone: false)])
    let page = try Self.page(Document(blocks: [.list(list)]))
    let items = page.root.all("li")
    #expect(items.map { $0.classes.contains("plain") } == [true, false])
    #expect(items.map { $0.all { $0.classes.contains("task") }.count } == [0, 1])
    #expect(String(decoding: page.bytes, as: UTF8.self).contains(".tasks>.plain{list-style:disc"))
    // A list of bullets alone needs no word.
    let plain = try Self.page(Document(blocks: [.list(List(.bullet, [.init([.text("a")])]))]))
    #expect(plain.root.all("li").allSatisfy { $0.classes.isEmpty })
  }

  @Test func linksLeadSomewhereAndIDsAreUnique() throws {
    for document in [FormSamples.book, FormSamples.hostile, FormSamples.arabic] {
      let root = try Self.page(document).root
      let ids = root.all { $0.attributes["id"] != nil }.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count)
      for link in root.all("a") {
        let address = try #require(link.attributes["href"])
        if address.hasPrefix("#") {
          #expect(ids.contains(String(address.dropFirst())), "\(address)")
        }
      }
      for element in root.all(where: { $0.attributes["aria-labelledby"] != nil }) {
        #expect(ids.contains(element.attributes["aria-labelledby"] ?? ""))
      }
    }
  }

  /// A chapter of a campaign begins with a line and a box; the large letter is its story's first.
  @Test func chaptersOfCampaignsBeginWithALargeLetter() throws {
    let letter =
      "section.chapter>.scene:not(.scene~.scene)>.narrator:not(.narrator~.narrator)>p:first-child"
    let document = Document(
      metadata: Metadata(language: "en"),
      blocks: [
        .heading(Heading(1, [.text("Session 1")])), .text("Scene 1", .classes("chapter-line")),
        .division(
          Division(
            [.division(Division([.text("It rains.")], .classes("narrator")))], .classes("scene"))),
      ])
    for isLarge in [true, false] {
      var style = WebStyle.clean
      style.dropsCaps = isLarge
      let page = try Self.page(document, style: style)
      #expect(String(decoding: page.bytes, as: UTF8.self).contains(letter) == isLarge)
    }
    let chapter = try #require(
      try Self.page(document).root.all("section").first { $0.classes.contains("chapter") })
    let scene = try #require(chapter.all { $0.classes.contains("scene") }.first)
    let narrator = try #require(scene.all { $0.classes.contains("narrator") }.first)
    #expect(narrator.all("p").map(\.text) == ["It rains."])
  }

  @Test func notesLeadThereAndBack() throws {
    let root = try Self.page(FormSamples.book).root
    let mark = try #require(root.all { $0.attributes["role"] == "doc-noteref" }.first)
    let back = try #require(root.all { $0.attributes["role"] == "doc-backlink" }.first)
    #expect(mark.attributes["href"] == "#note-1")
    #expect(back.attributes["href"] == "#" + (mark.attributes["id"] ?? ""))
    #expect(back.attributes["aria-label"] == "Back to the reference to note 1")
  }

  @Test func indexLeadsToPlaces() throws {
    let root = try Self.page(FormSamples.book).root
    let index = try #require(root.all { $0.attributes["role"] == "doc-index" }.first)
    // Ærika stands before Ilse; her mark names no place, so it is that of the heading before it.
    #expect(index.all { $0.classes.contains("term") }.map(\.text) == ["Ærika", "Ilse"])
    let links = index.all("a")
    #expect(links.map { $0.attributes["href"] } == ["#characters", "#ford"])
    #expect(links.map(\.text) == ["Characters", "The Ashen Ford"])
  }

  @Test func nothingHostileGetsThrough() throws {
    let page = try Self.page(FormSamples.hostile)
    #expect(page.root.all("script").isEmpty)
    #expect(page.root.all("b").isEmpty)
    for link in page.root.all("a") {
      let address = link.attributes["href"] ?? ""
      #expect(address.hasPrefix("#") || address.hasPrefix("https://e"), "\(address)")
    }
    for image in page.root.all("img") {
      #expect((image.attributes["src"] ?? "").hasPrefix("data:image/png;base64,"))
    }
    let handlers = page.root.all {
      $0.attributes.keys.contains { $0.hasPrefix("on") || $0 == "style" }
    }
    #expect(handlers.isEmpty)
    let codes = Set(page.warnings.map(\.code.rawValue))
    #expect(
      codes.isSuperset(of: [
        "html.control-characters", "html.id", "html.index", "html.language", "html.link",
        "html.nested-link", "html.image", "html.image-type", "html.reference",
      ]))
  }

  @Test func allowsNothingButItsOwnStyle() throws {
    let page = try Self.page(FormSamples.book)
    let policy = try #require(
      page.root.all("meta").first { $0.attributes["http-equiv"] == "Content-Security-Policy" })
    let content = try #require(policy.attributes["content"])
    #expect(content.hasPrefix("default-src 'none'; img-src data:; style-src 'sha256-"))
    #expect(!content.contains("unsafe"))
    let text = String(decoding: page.bytes, as: UTF8.self)
    for word in ["url(", "@import", "<link", "<script", "http-equiv=\"refresh\""] {
      #expect(!text.contains(word), "\(word)")
    }
    let addresses = page.root.all { $0.attributes["src"] != nil }.compactMap {
      $0.attributes["src"]
    }
    #expect(addresses.allSatisfy { $0.hasPrefix("data:") })
  }

  @Test func runsFromRightToLeft() throws {
    let root = try Self.page(FormSamples.arabic).root
    #expect(root.attributes["dir"] == "rtl")
    #expect(root.attributes["lang"] == "ar")
    let span = try #require(root.all("span").first { $0.attributes["lang"] == "en" })
    #expect(span.attributes["dir"] == "ltr")
    let last = try #require(root.all("p").first { $0.text.hasPrefix("An English") })
    #expect(last.attributes["dir"] == "ltr" && last.attributes["lang"] == "en")
  }

  @Test func wordsAgainstTheDocumentsDirectionSaySo() throws {
    let hebrew: [Inline] = [.strong([.text("שלום, עולם.")])]
    let cell = Table.Cell([.paragraph(Paragraph(hebrew))])
    let blocks: [Block] = [
      .heading(Heading(2, hebrew)), .paragraph(Paragraph(hebrew)),
      .list(List(.bullet, [.init([.paragraph(Paragraph(hebrew))]), .init([.text("peace")])])),
      .table(Table(caption: hebrew, columns: [.init()], head: [], body: [.init([cell])])),
      .keyValues(KeyValues([.init(hebrew, hebrew)])),
      .callout(Callout(kind: "dice", title: hebrew, [.paragraph(Paragraph(hebrew))])),
    ]
    let page = try Self.page(Document(metadata: Metadata(direction: .leftToRight), blocks: blocks))
    let rightToLeft = try main(page.root).all { $0.attributes["dir"] == "rtl" }.map(\.name)
    #expect(rightToLeft == ["h2", "p", "p", "caption", "p", "dt", "dd", "p", "p"])
    let other = try Self.page(Document(metadata: Metadata(direction: .rightToLeft), blocks: blocks))
    #expect(try main(other.root).all { $0.attributes["dir"] != nil }.isEmpty)
  }

  @Test func automaticDirectionIsThatOfTheTitle() throws {
    var document = FormSamples.arabic
    document.metadata.direction = .automatic
    #expect(try Self.page(document).root.attributes["dir"] == "rtl")
    document.metadata.title = "12 – Rivers (نهر)"
    #expect(try Self.page(document).root.attributes["dir"] == "ltr")
  }

  @Test func aTitlePageStandsForTheTitle() throws {
    let document = Document(
      metadata: Metadata(title: "A"),
      blocks: [
        .division(
          Division(
            [.heading(Heading(1, [.text("A")], isListed: false)), .text("by B")],
            .classes("title-page"))),
        .heading(Heading(1, [.text("One")])),
      ])
    let root = try Self.page(document).root
    #expect(root.all("header").count == 1)
    #expect(root.all("h1").map(\.text) == ["A"])
    #expect(root.all("h2").map(\.text) == ["One"])
  }

  @Test func withoutATitleLevelsAreTheDocuments() throws {
    let document = Document(blocks: [.heading(Heading(1, [.text("One")]))])
    let root = try Self.page(document).root
    #expect(root.all("h1").map(\.text) == ["One"])
    #expect(root.all("title").map(\.text) == ["One"])
    #expect(try Self.page(Document()).root.all("title").map(\.text) == ["unknown"])
  }

  @Test func itsOwnWordsAreThePhrasebooks() throws {
    let phrases = Phrasebook(
      language: "de",
      phrases: ["notes": "Anmerkungen", "skipToContent": "Zum Text", "note": "Notiz"])
    let root = try Self.page(FormSamples.book, phrases: phrases).root
    #expect(root.all("body")[0].elements[0].text == "Zum Text")
    #expect(root.all("h2").map(\.text).contains("Anmerkungen"))
    #expect(root.all("aside")[2].attributes["aria-label"] == "Notiz")
  }

  @Test func sameDocumentSameBytes() throws {
    #expect(try Self.page(FormSamples.book).bytes == Self.page(FormSamples.book).bytes)
  }

  @Test func passesOnWhatTheSinkThrows() throws {
    struct Full: Error {}
    var count = 0
    #expect(throws: Full.self) {
      _ = try HTMLWriter().writeDocument(FormSamples.long(scenes: 200)) { _ in
        count += 1
        if count == 2 { throw Full() }
      }
    }
    #expect(count == 2)
  }

  @Test func stylesHaveContrast() {
    for style in [WebStyle.clean, .dark] {
      #expect(style.light.weakContrasts.isEmpty, "\(style.light.weakContrasts)")
      #expect(style.dark.weakContrasts.isEmpty, "\(style.dark.weakContrasts)")
    }
    #expect(abs(WebStyle.Palette.contrast(0xFFFFFF, 0) - 21) < 1e-9)
    #expect(abs(WebStyle.Palette.contrast(0x777777, 0xFFFFFF) - 4.478) < 1e-3)
  }

  @Test func familiesCannotEndTheSheet() throws {
    var style = WebStyle.clean
    style.textFamilies = ["\"}</style><script>alert(1)</script>", "serif"]
    let page = try Self.page(FormSamples.book, style: style)
    #expect(page.root.all("script").isEmpty)
    #expect(!page.root.all("style")[0].text.contains("<"))
  }
}
