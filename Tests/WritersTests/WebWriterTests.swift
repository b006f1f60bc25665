// SPDX-License-Identifier: MIT
// Part of Platen: HTML and EPUB hold what the tree holds, well formed, with links that lead
// somewhere.

import Archive
import Diagnostics
import Documents
import Foundation
import TestSupport
import Testing
import Writers

private let style = "p { margin: 0 } /* </style> */"

func page(_ document: Document) throws -> (bytes: [UInt8], warnings: [Diagnostic]) {
  var bytes: [UInt8] = []
  let warnings = try HTMLWriter(style: style).write(document) { bytes += $0 }
  return (bytes, warnings)
}

private struct NotWellFormed: Error {}

private func parsed(_ document: Document) throws -> Element {
  guard let root = try Element.parse(page(document).bytes) else { throw NotWellFormed() }
  return root
}

private func body(_ blocks: [Block]) throws -> Element {
  let root = try parsed(Document(blocks: blocks))
  return try #require(root["body"]?["main"])
}

@Suite struct HTMLWriterTests {
  @Test func theStructureIsTheTrees() throws {
    let root = try parsed(Sample.document)
    let main = try #require(root["body"]?["main"])
    let expected = WebStructure.reduced(Structure(Sample.document).lines)
    #expect(WebStructure(main).lines == expected)
  }

  @Test func idsAreUniqueAndLinksLeadToThem() throws {
    let (bytes, warnings) = try page(Sample.document)
    guard let root = Element.parse(bytes) else { throw NotWellFormed() }
    var ids: [String] = []
    func visit(_ element: Element) {
      if let id = element.attributes["id"] { ids.append(id) }
      for child in element.children { visit(child) }
    }
    visit(root)
    #expect(Set(ids).count == ids.count)
    for link in root.all("a") {
      let address = link.attributes["href"]!
      #expect(
        address.hasPrefix("https:") || ids.contains(String(address.dropFirst())), "\(address)")
    }
    #expect(ids.contains("scene-1") && ids.contains("_note-1") && ids.contains("_mark-1"))
    #expect(warnings.map(\.code.rawValue) == ["html.forbidden-characters"])
    #expect(!String(decoding: bytes, as: UTF8.self).contains("/* </style>"))
  }

  @Test func picturesAreWithin() throws {
    let root = try parsed(Sample.document)
    let images = root.all("img")
    #expect(images.map { $0.attributes["alt"]! } == ["a red dot", "A red square", ""])
    for image in images {
      let source = image.attributes["src"]!
      #expect(source.hasPrefix("data:image/png;base64,"))
      #expect(
        Data(base64Encoded: String(source.dropFirst(22))).map { [UInt8]($0) }
          == Sample.document.resources[0].bytes)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 100, 3068, 3069, 3070, 10_000])
  func base64OfAnyLength(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let document = Document(
      blocks: [.figure(Figure(Image("p", alternative: "a")))],
      resources: [Resource(name: "p", mediaType: "image/png", width: 1, height: 1, bytes: bytes)])
    let root = try parsed(document)
    let source = try #require(root.all("img")[0].attributes["src"])
    #expect(source.dropFirst(22) == Data(bytes).base64EncodedString())
  }

  @Test func tablesSayWhatHeadsWhat() throws {
    let main = try body([.table(Sample.table), .table(Sample.spanning)])
    #expect(
      main.all("th").map { $0.attributes["scope"]! } == [
        "col", "col", "col", "row", "row", "row", "colgroup", "col",
      ])
    let down = try #require(main.all("td").first { $0.attributes["rowspan"] != nil })
    #expect(down.attributes["rowspan"] == "2")
  }

  @Test func languagesAndDirections() throws {
    let root = try parsed(Sample.document)
    #expect(root.attributes["lang"] == "en-GB")
    let arabic = try #require(root.all("p").first { $0.allText.hasPrefix("هذه") })
    #expect(arabic.attributes["lang"] == "ar" && arabic.attributes["dir"] == "rtl")
    #expect(root.all("span").contains { $0.attributes["lang"] == "fr" })
  }

  @Test func hostileWordsStayWords() throws {
    let text = "<script>alert(1)</script> & \" ' ]]> \u{0} \u{1F}"
    let (bytes, warnings) = try page(
      Document(
        metadata: Metadata(title: text, authors: [text], language: "\"><script>"),
        blocks: [
          .text(text, Attributes(id: text, classes: [text])),
          .code(CodeBlock(text, language: text)),
          .callout(Callout(kind: text, [])),
          .paragraph(
            Paragraph([.link(Link("javascript:x", [.text("a")])), .span(Span([], language: text))])),
        ]))
    guard let root = Element.parse(bytes) else { throw NotWellFormed() }
    #expect(root.all("script").isEmpty)
    #expect(root.all("a").isEmpty)
    #expect(
      root.all("p")[0].allText
        == text.replacing("\u{0}", with: "\u{FFFD}").replacing("\u{1F}", with: "\u{FFFD}"))
    #expect(
      Set(warnings.map(\.code.rawValue)) == [
        "html.link", "html.language", "html.forbidden-characters",
      ])
  }

  @Test func deepNestingIsFlattened() throws {
    var block = Block.text("deepest")
    for level in 0..<300 {
      block = level % 2 == 0 ? .quote(Quote([block])) : .division(Division([block]))
    }
    var inline = Inline.text("inmost")
    for _ in 0..<300 { inline = .emphasis([inline]) }
    let (bytes, warnings) = try page(Document(blocks: [block, .paragraph(Paragraph([inline]))]))
    guard let root = Element.parse(bytes) else { throw NotWellFormed() }
    #expect(root.all("p").map(\.allText) == ["deepest", "inmost"])
    #expect(warnings.map(\.code.rawValue) == ["html.depth"])
  }
}

func book(
  _ document: Document, options: EPUBWriter.Options = .init()
) throws -> (file: WordFile, bytes: [UInt8], warnings: [Diagnostic]) {
  var bytes: [UInt8] = []
  let warnings = try EPUBWriter(style: style, options: options).write(
    document, spool: { MemorySpool() }
  ) { bytes += $0 }
  return (try WordFile(bytes), bytes, warnings)
}

@Suite struct EPUBWriterTests {
  @Test func theMimetypeComesFirstAndPlain() throws {
    let bytes = try book(Sample.document).bytes
    // APPNOTE 4.3.7: method 0, no extra field, the name, the words.
    #expect(Array(bytes[8..<10]) == [0, 0] && Array(bytes[28..<30]) == [0, 0])
    #expect(String(decoding: bytes[30..<58], as: UTF8.self) == "mimetypeapplication/epub+zip")
    #expect(try bytes == book(Sample.document).bytes)
  }

  @Test func chaptersAreFilesAndTheirStructureIsTheTrees() throws {
    let file = try book(Sample.document).file
    let chapters = file.names.filter { $0.hasPrefix("EPUB/chapter-") }
    #expect(chapters.count == 3)
    let lines = try chapters.flatMap { try WebStructure(file.xml($0)["body"]!).lines }
    #expect(lines == WebStructure.reduced(Structure(Sample.document).lines))
  }

  @Test func everythingIsListedAndEveryLinkLeadsSomewhere() throws {
    let (file, _, warnings) = try book(Sample.document)
    #expect(warnings.map(\.code.rawValue) == ["html.forbidden-characters"])
    let package = try file.xml("EPUB/package.opf")
    let items = package.all("item").map { $0.attributes["href"]! }
    let inside = file.names.filter { $0.hasPrefix("EPUB/") && $0 != "EPUB/package.opf" }
    #expect(Set(items.map { "EPUB/" + $0 }) == Set(inside))
    #expect(package.all("itemref").count == 3)
    var ids: Set<String> = []
    var links: [String] = []
    for name in inside where name.hasSuffix(".xhtml") {
      let short = String(name.dropFirst(5))
      func visit(_ element: Element) {
        if let id = element.attributes["id"] {
          #expect(ids.insert("\(short)#\(id)").inserted)
        }
        if element.name == "a", let address = element.attributes["href"] {
          links.append(address.hasPrefix("#") ? short + address : address)
        }
        if element.name == "img" { #expect(items.contains(element.attributes["src"]!)) }
        for child in element.children { visit(child) }
      }
      visit(try file.xml(name))
    }
    for link in links { #expect(link.hasPrefix("https:") || ids.contains(link), "\(link)") }
    let menu = try file.xml("EPUB/nav.xhtml").all("a").map { $0.attributes["href"]! }
    #expect(
      menu.first == "chapter-0002.xhtml#chapter-1" && menu.contains("chapter-0003.xhtml#tongues"))
  }

  @Test func metadataAndIdentifier() throws {
    let metadata = try #require(book(Sample.document).file.xml("EPUB/package.opf")["metadata"])
    #expect(
      metadata.all("dc:title").map(\.text) == [
        "The Chronicle of Ardenfell", "As told at table seven",
      ])
    #expect(metadata.all("dc:creator").map(\.text) == ["Ilse Brandt", "Zhú Lì"])
    let modified = metadata.all("meta").first { $0.attributes["property"] == "dcterms:modified" }
    #expect(modified?.text == "2026-03-01T00:00:00Z")
    let id = metadata.all("dc:identifier")[0].text
    #expect(id.hasPrefix("urn:uuid:") && id.utf8.count == 45)
    #expect(Array(id)[23] == "8" && "89ab".contains(Array(id)[28]))
    let options = EPUBWriter.Options(identifier: "urn:x:1", modified: "2026-01-02T03:04:05Z")
    let other = try book(Document(), options: options).file.xml("EPUB/package.opf")
    #expect(other.all("dc:identifier")[0].text == "urn:x:1")
    #expect(other.all("meta").contains { $0.text == "2026-01-02T03:04:05Z" })
  }

  @Test func aLongChapterIsCutAtItsScenes() throws {
    let words = String(repeating: "words ", count: 10_000)
    var blocks: [Block] = [.heading(Heading(1, [.text("One")]))]
    for scene in 1...8 {
      blocks.append(
        .division(
          Division([
            .heading(Heading(2, [.text("Scene #\(scene)")], .id("s\(scene)"))), .text(words),
          ])))
    }
    blocks.append(.paragraph(Paragraph([.reference(Reference(to: "s1", [.text("back")]))])))
    let file = try book(Document(blocks: blocks)).file
    let chapters = file.names.filter { $0.hasPrefix("EPUB/chapter-") }
    #expect(chapters.count == 2)
    let last = try file.xml(chapters[1])
    #expect(last.all("a").last?.attributes["href"] == "chapter-0001.xhtml#s1")
  }

  @Test func nothingAtAll() throws {
    let file = try book(Document()).file
    #expect(try file.xml("EPUB/nav.xhtml").all("a").map(\.text) == ["Story"])
    #expect(file.parts["EPUB/chapter-0001.xhtml"] != nil)
  }
}
