// SPDX-License-Identifier: MIT
// Part of Platen: tests of documents as EPUB.

import Archive
import Diagnostics
import Documents
import TestSupport
import Testing
import Writers

struct EPUBWriterTests {
  struct Book {
    var bytes: [UInt8]
    var warnings: [Diagnostic]
    var archive: ZipReader
    var package: Markup

    init(_ document: Document, _ writer: EPUBWriter = EPUBWriter()) throws {
      var bytes: [UInt8] = []
      warnings = try writer.writeDocument(document) { bytes.append(contentsOf: $0) }
      self.bytes = bytes
      archive = try ZipReader(bytes: bytes)
      package = try Book.markup("EPUB/package.opf", in: archive)
    }

    static func markup(_ name: String, in archive: ZipReader) throws -> Markup {
      let entry = try #require(archive.entry(named: name), "no \(name)")
      return try Markup.parse(try archive.contents(of: entry))
    }

    func markup(_ name: String) throws -> Markup { try Book.markup(name, in: archive) }

    /// The files in the order they are read in.
    func spine() throws -> [(href: String, root: Markup)] {
      let items = package.all("item")
      return try package.all("itemref").map { reference in
        let item = try #require(
          items.first { $0.attributes["id"] == reference.attributes["idref"] })
        let href = try #require(item.attributes["href"])
        return (href, try markup("EPUB/" + href))
      }
    }

    /// The structure of all chapters, with the notes of each at the end of all, as a page has them.
    func structure() throws -> FormStructure {
      var lines: [String] = []
      var notes: [String] = []
      for (href, root) in try spine() where href.hasPrefix("c0") {
        var isNote = false
        for line in try #require(root.all("body").first).structure.lines {
          if line == "note" { isNote = true }
          if isNote { notes.append(line) } else { lines.append(line) }
        }
      }
      return FormStructure(lines: lines + notes)
    }

    func meta(_ property: String) -> [String] {
      package.all("meta").filter { $0.attributes["property"] == property }.map(\.text)
    }
  }

  @Test func beginsAsTheContainerFormatAsks() throws {
    let book = try Book(FormSamples.book)
    // OCF 3.2, 4.3: the name at byte 30, the media type at byte 38, stored.
    #expect(Array(book.bytes[30..<38]) == Array("mimetype".utf8))
    #expect(Array(book.bytes[38..<58]) == Array("application/epub+zip".utf8))
    #expect(book.bytes[8] == 0 && book.bytes[9] == 0)
    #expect(book.archive.entries[0].name == "mimetype")
    let container = try book.markup("META-INF/container.xml")
    #expect(
      container.all("rootfile").map { $0.attributes["full-path"] } == ["EPUB/package.opf"])
  }

  @Test(arguments: [FormSamples.book, FormSamples.arabic, FormSamples.long(scenes: 60)])
  func hasTheDocumentsStructure(document: Document) throws {
    let book = try Book(document)
    #expect(try book.structure().text == document.structure(.book).text)
    #expect(book.warnings.isEmpty)
  }

  @Test func everyFileIsDeclaredAndThere() throws {
    for document in [FormSamples.book, FormSamples.hostile, FormSamples.arabic, Document()] {
      let book = try Book(document)
      let declared = book.package.all("item").compactMap { $0.attributes["href"] }
      let there = book.archive.entries.map(\.name).filter {
        $0.hasPrefix("EPUB/") && $0 != "EPUB/package.opf"
      }
      #expect(Set(declared.map { "EPUB/" + $0 }) == Set(there))
      #expect(Set(declared).count == declared.count)
      let ids = book.package.all { $0.attributes["id"] != nil }.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count)
      #expect(!book.package.all("itemref").isEmpty)
    }
  }

  @Test func everyLinkLeadsToAnIDThatIsThere() throws {
    for document in [FormSamples.book, FormSamples.hostile, FormSamples.long(scenes: 60)] {
      let book = try Book(document, EPUBWriter())
      var ids: [String: Set<String>] = [:]
      var files = try book.spine()
      for (href, root) in files {
        let all = root.all { $0.attributes["id"] != nil }.compactMap { $0.attributes["id"] }
        ids[href] = Set(all)
        #expect(ids[href]?.count == all.count)
      }
      files.append(("nav.xhtml", try book.markup("EPUB/nav.xhtml")))
      var addresses = files.flatMap { file in
        file.root.all("a").map { (file.href, $0.attributes["href"] ?? "") }
      }
      addresses += try book.markup("EPUB/toc.ncx").all("content").map {
        ("toc.ncx", $0.attributes["src"] ?? "")
      }
      for (file, address) in addresses where !address.hasPrefix("http") {
        let parts = address.split(separator: "#", omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? file : String(parts[0])
        let known = try #require(ids[target], "\(address) in \(file)")
        if parts.count > 1 { #expect(known.contains(String(parts[1])), "\(address) in \(file)") }
      }
    }
  }

  @Test func metadataAreTheDocuments() throws {
    let book = try Book(FormSamples.book)
    func texts(_ name: String) -> [String] { book.package.all(name).map(\.text) }
    #expect(texts("dc:title") == ["The Ashen Ford", "A campaign log"])
    #expect(texts("dc:creator") == ["Table Seven", "N. Ilse"])
    #expect(texts("dc:language") == ["en"])
    #expect(texts("dc:date") == ["2026-01-02"])
    #expect(texts("dc:subject") == ["Campaign", "ford", "toll"])
    #expect(texts("dc:rights") == ["CC BY 4.0"])
    #expect(book.meta("dcterms:modified") == ["2026-01-02T00:00:00Z"])
    #expect(book.meta("schema:accessMode") == ["textual", "visual"])
    #expect(book.meta("schema:accessModeSufficient") == ["textual", "textual,visual"])
    #expect(book.meta("schema:accessibilityFeature").contains("alternativeText"))
    #expect(book.meta("schema:accessibilityHazard") == ["none"])
  }

  @Test func claimsNoDescriptionsThatAreNotThere() throws {
    var document = FormSamples.book
    document.blocks.append(.figure(Figure(Image("map.png", alternative: ""))))
    let book = try Book(document)
    #expect(book.meta("schema:accessModeSufficient") == ["textual,visual"])
    #expect(!book.meta("schema:accessibilityFeature").contains("alternativeText"))
  }

  @Test(arguments: [
    ("", "1980-01-01T00:00:00Z", 0), ("2026", "2026-01-01T00:00:00Z", 1),
    ("2026-05", "2026-05-01T00:00:00Z", 1), ("2026-05-06T07:08:09Z", "2026-05-06T07:08:09Z", 1),
    ("2026-13-01", "1980-01-01T00:00:00Z", 0), ("yesterday", "1980-01-01T00:00:00Z", 0),
  ])
  func timeOfChangeIsTheDate(date: String, modified: String, count: Int) throws {
    var document = FormSamples.arabic
    document.metadata.date = date
    let book = try Book(document)
    #expect(book.meta("dcterms:modified") == [modified])
    #expect(book.package.all("dc:date").count == count)
    #expect(book.warnings.contains { $0.code == "epub.date" } == (count == 0 && !date.isEmpty))
  }

  @Test func sameDocumentSameBytesAndAnotherAnotherIdentifier() throws {
    let one = try Book(FormSamples.book)
    #expect(try Book(FormSamples.book).bytes == one.bytes)
    var document = FormSamples.book
    document.blocks.append(.text("More."))
    let other = try Book(document)
    let identifiers = [one, other].map { $0.package.all("dc:identifier")[0].text }
    #expect(identifiers[0] != identifiers[1])
    for identifier in identifiers {
      #expect(identifier.hasPrefix("urn:uuid:") && identifier.count == 45)
      #expect(Array(identifier)[23] == "8")
    }
    let uid = try one.markup("EPUB/toc.ncx").all("meta").first {
      $0.attributes["name"] == "dtb:uid"
    }
    #expect(uid?.attributes["content"] == identifiers[0])
  }

  @Test func navigationIsTheOutline() throws {
    let book = try Book(FormSamples.long(scenes: 45))
    let navigation = try book.markup("EPUB/nav.xhtml").all("nav")
    #expect(navigation.map { $0.attributes["epub:type"] } == ["toc", "landmarks"])
    let chapters = try #require(navigation[0].elements.first { $0.name == "ol" }).elements
    #expect(chapters.map { $0.all("li").count - 1 } == [20, 20, 5])
    let points = try book.markup("EPUB/toc.ncx").all("navMap")[0].elements
    #expect(points.map { $0.all("navPoint").count - 1 } == [20, 20, 5])
    let orders = try book.markup("EPUB/toc.ncx").all("navPoint").map { $0.attributes["playOrder"] }
    let numbers = (1...48).map { String($0) }
    #expect(orders == numbers)
  }

  @Test func navigationOfVeryManyHeadingsIsLessDeep() throws {
    let book = try Book(FormSamples.long(scenes: 4200, words: 24))
    let list = try book.markup("EPUB/nav.xhtml").all("nav")[0]
    #expect(list.all("li").count == 210)
    #expect(book.warnings.map(\.code.rawValue) == ["epub.navigation"])
    // The document's own contents have them all.
    let contents = try book.markup("EPUB/c0001.xhtml")
    #expect(contents.all("nav")[0].all("li").count == 4410)
  }

  @Test func longChaptersAreSeveralFiles() throws {
    var blocks: [Block] = [.heading(Heading(1, [.text("One")], .id("one")))]
    let text = String(repeating: "word ", count: 1000)
    for number in 0..<40 {
      blocks.append(
        .division(
          Division(
            [.heading(Heading(2, [.text("Scene \(number)")])), .text(text)],
            Attributes(id: "s\(number)", classes: ["scene"]))))
    }
    // One division that alone is too long.
    blocks.append(
      .division(
        Division((0..<30).map { _ in .text(text) }, Attributes(id: "long", classes: ["scene"]))))
    let document = Document(metadata: Metadata(title: "Long"), blocks: blocks)
    var writer = EPUBWriter()
    writer.chapterBytes = 50_000
    let book = try Book(document, writer)
    let chapters = try book.spine().filter { $0.href.hasPrefix("c0") }
    #expect(chapters.count > 6)
    for (href, _) in chapters {
      let size = book.archive.entry(named: "EPUB/" + href)?.size ?? 0
      #expect(size < 60_000, "\(href)")
    }
    #expect(
      chapters.filter { !$0.root.all { $0.attributes["role"] == "doc-chapter" }.isEmpty }.count == 1
    )
    #expect(chapters.flatMap { $0.root.all { $0.attributes["id"] == "long" } }.count == 1)
    #expect(chapters.allSatisfy { $0.root.all("title")[0].text == "One" })
    #expect(try book.structure().text == document.structure(.book).text)
    // No file ends with a heading.
    for (_, root) in chapters {
      let last = try #require(root.all("body")[0].structure.lines.last)
      #expect(!last.hasPrefix("h"))
    }
  }

  @Test func chaptersWithinDivisionsAreFiles() throws {
    let document = Document(
      blocks: [
        .division(
          Division(
            [
              .text("Before."), .heading(Heading(1, [.text("One")])), .text("a"),
              .heading(Heading(1, [.text("Two")])), .text("b"),
            ], Attributes(id: "all", classes: ["story"]))),
        .text("After."),
      ])
    let book = try Book(document)
    let texts = try book.spine().map { $0.root.all("body")[0].structure.lines }
    #expect(texts == [["p Before."], ["h1 One", "p a"], ["h1 Two", "p b"], ["p After."]])
    let divisions = try book.spine().flatMap { $0.root.all("div") }
    #expect(divisions.map { $0.attributes["id"] } == ["all", nil, nil])
    #expect(divisions.allSatisfy { $0.classes == ["story"] })
  }

  @Test func readsFromRightToLeft() throws {
    let book = try Book(FormSamples.arabic)
    let spine = try #require(book.package.all("spine").first)
    #expect(spine.attributes["page-progression-direction"] == "rtl")
    for (_, root) in try book.spine() {
      #expect(root.attributes["dir"] == "rtl")
      #expect(root.attributes["lang"] == "ar" && root.attributes["xml:lang"] == "ar")
    }
  }

  @Test func coverIsTheResourceOfThatName() throws {
    var document = FormSamples.book
    document.resources.append(
      Resource(
        name: "Cover.png", mediaType: "image/png", width: 1, height: 1, bytes: FormSamples.pixel))
    document.resources.append(
      Resource(
        name: "unused.png", mediaType: "image/png", width: 1, height: 1, bytes: FormSamples.pixel))
    let book = try Book(document)
    let item = try #require(
      book.package.all("item").first { $0.attributes["properties"] == "cover-image" })
    #expect(item.attributes["href"] == "images/Cover.png")
    #expect(try book.spine().first?.href == "cover.xhtml")
    #expect(try book.spine()[0].root.all("img")[0].attributes["alt"] == "The Ashen Ford")
    // What nothing shows is not in the file.
    #expect(book.archive.entry(named: "EPUB/images/unused.png") == nil)
  }

  @Test func notesStandInTheFileOfTheirMarks() throws {
    let document = Document(
      blocks: (1...3).flatMap { number -> [Block] in
        [
          .heading(Heading(1, [.text("Chapter \(number)")])),
          .paragraph(
            Paragraph([
              .text("x"),
              .footnote([
                .paragraph(Paragraph([.text("Note \(number)"), .footnote([.text("nested")])]))
              ]),
            ])),
        ]
      })
    let book = try Book(document)
    let files = try book.spine()
    #expect(files.count == 3)
    for (number, file) in files.enumerated() {
      let notes = file.root.all("aside")
      #expect(notes.map { $0.attributes["epub:type"] } == ["footnote", "footnote"])
      #expect(notes[0].text.contains("Note \(number + 1)"))
    }
  }

  @Test func nothingHostileGetsThrough() throws {
    let book = try Book(FormSamples.hostile)
    for (_, root) in try book.spine() {
      #expect(root.all("script").isEmpty)
      for link in root.all("a") {
        let address = link.attributes["href"] ?? ""
        #expect(!address.hasPrefix("javascript") && !address.hasPrefix("data"))
      }
    }
    #expect(book.archive.entries.allSatisfy { !$0.name.contains("..") })
    #expect(!book.archive.entries.contains { $0.name.hasSuffix(".html") })
  }

  @Test(arguments: [
    ("image/png", "<svg/>", false), ("image/svg+xml", "<svg xmlns='x'><Script/></svg>", false),
    ("image/svg+xml", "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", false),
    ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>", true),
    ("text/html", "<p>", false),
  ])
  func picturesAreWhatTheySay(type: String, bytes: String, isShown: Bool) throws {
    let document = Document(
      blocks: [.figure(Figure(Image("p", alternative: "A picture")))],
      resources: [
        Resource(name: "p", mediaType: type, width: 1, height: 1, bytes: Array(bytes.utf8))
      ])
    let book = try Book(document)
    #expect((book.archive.entry(named: "EPUB/images/p") != nil) == isShown)
    #expect(book.warnings.map(\.code.rawValue) == (isShown ? [] : ["epub.image-type"]))
    #expect(try book.spine().last?.root.text.contains("A picture") == !isShown)
  }
}
