// SPDX-License-Identifier: MIT
// Part of Platen: Word files hold what the tree holds, well formed whatever it is.

import Diagnostics
import Documents
import Foundation
import TestSupport
import Testing
import Text
import Writers

enum Skeleton {
  /// The files below `Templates/Word`.
  static func parts() throws -> [DOCXPart] {
    let folder = Shared.repository.appendingPathComponent("Templates/Word")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return try (names ?? []).sorted().compactMap { name in
      let url = folder.appendingPathComponent(name)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        return nil
      }
      return DOCXPart(name, [UInt8](try Data(contentsOf: url)))
    }
  }
}

func word(
  _ document: Document, template: [DOCXPart]? = nil, options: DOCXWriter.Options = .init()
) throws -> (bytes: [UInt8], warnings: [Diagnostic]) {
  let writer = try DOCXWriter(skeleton: Skeleton.parts(), template: template, options: options)
  var bytes: [UInt8] = []
  let warnings = try writer.writeDocument(document, storage: { MemoryStorage() }) { bytes += $0 }
  return (bytes, warnings)
}

private func body(_ blocks: [Block]) throws -> Element {
  try WordFile(word(Document(blocks: blocks)).bytes).xml("word/document.xml")["w:body"]!
}

@Suite struct DOCXWriterTests {
  @Test func theStructureIsTheTrees() throws {
    let (bytes, _) = try word(Sample.document)
    let file = try WordFile(bytes)
    let expected = Structure(Sample.document).lines
    let index = [
      "index 1: Ælfric, Scene #1", "index 1: Brandt, Ilse, Scene #1",
      "index 1: Ford, the, Scene #1", "index 1: سلام, Tongues",
    ]
    #expect(try file.structure() == expected + index)
  }

  @Test func everyPartIsWellFormedAndNamed() throws {
    let file = try WordFile(word(Sample.document).bytes)
    #expect(file.names.first == "[Content_Types].xml")
    let types = try file.xml("[Content_Types].xml")
    let named = Set(types.all("Override").map { String($0.attributes["PartName"]!.dropFirst()) })
    let pathExtensions = Set(types.all("Default").map { $0.attributes["Extension"]! })
    for name in file.names {
      if name.hasSuffix(".xml") || name.hasSuffix(".rels") { _ = try file.xml(name) }
      let pathExtension = String(name.split(separator: ".").last!)
      #expect(
        named.contains(name) || (pathExtensions.contains(pathExtension) && pathExtension != "xml")
          || name == file.names[0])
    }
    // Relationships lead to parts that are there.
    for name in file.names where name.hasSuffix(".rels") {
      let folder = name.split(separator: "/").dropLast(2).joined(separator: "/")
      for link in try file.xml(name).all("Relationship")
      where link.attributes["TargetMode"] != "External" {
        let target = link.attributes["Target"]!
        let path =
          target.hasPrefix("/")
          ? String(target.dropFirst()) : folder.isEmpty ? target : "\(folder)/\(target)"
        #expect(file.parts[path] != nil, "\(name) → \(target)")
      }
    }
  }

  @Test func theSameDocumentIsTheSameBytes() throws {
    #expect(try word(Sample.document).bytes == word(Sample.document).bytes)
  }

  @Test func idsAreUniqueAndLinksLeadToThem() throws {
    let file = try WordFile(word(Sample.document).bytes)
    let root = try file.xml("word/document.xml")
    let names = root.all("w:bookmarkStart").map { $0.attributes["w:name"]! }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.utf8.count <= 40 })
    #expect(Set(root.all("w:bookmarkStart").map { $0.attributes["w:id"]! }).count == names.count)
    for link in root.all("w:hyperlink") {
      if let anchor = link.attributes["w:anchor"] { #expect(names.contains(anchor)) }
    }
    let drawings = root.all("wp:docPr").map { $0.attributes["id"]! }
    #expect(drawings.count == 3 && Set(drawings).count == 3)
    #expect(
      root.all("wp:docPr").map { $0.attributes["descr"]! } == ["a red dot", "A red square", ""])
    let relationships = try file.xml("word/_rels/document.xml.rels").all("Relationship")
    #expect(
      relationships.contains {
        $0.attributes["Target"] == "https://example.org/a%20b?q=1&r=%C3%BC"
          && $0.attributes["TargetMode"] == "External"
      })
  }

  @Test func forbiddenCharactersAreReplacedAndCounted() throws {
    let forbidden = (0..<0x20).filter { ![9, 10, 13].contains($0) }.map {
      Character(Unicode.Scalar($0)!)
    }
    let text = "a" + String(forbidden) + "\u{FFFE}\u{FFFF}\u{FFFD}\u{FEFF}b"
    let (bytes, warnings) = try word(
      Document(metadata: Metadata(title: "\u{1}t"), blocks: [.text(text)]))
    let found = try WordFile(bytes).xml("word/document.xml").all("w:t").map(\.text).joined()
    #expect(found == "a" + String(repeating: "\u{FFFD}", count: 32) + "\u{FEFF}b")
    let warning = try #require(warnings.first { $0.code == "docx.forbidden-characters" })
    // The title stands in the properties and in the header.
    #expect(warning.message.hasPrefix("33 "))
  }

  @Test func blanksAndMarkupCharactersCount() throws {
    let text = " <a & b> \"c\"  d "
    let file = try WordFile(word(Document(blocks: [.text(text)])).bytes)
    #expect(try file.xml("word/document.xml").all("w:t").map(\.text) == [text])
    #expect(
      String(decoding: file.parts["word/document.xml"]!, as: UTF8.self).contains("xml:space"))
  }

  @Test func emphasisInItalicTextIsUpright() throws {
    let inlines: [Inline] = [
      .text("a"), .emphasis([.text("b"), .emphasis([.text("c")])]),
    ]
    let body = try body([
      .paragraph(Paragraph(inlines)), .paragraph(Paragraph(inlines, .classes("event"))),
    ])
    let marks = body.all("w:r").map { $0["w:rPr"]?["w:i"].map { $0.attributes["w:val"] ?? "1" } }
    #expect(marks == [nil, "1", nil, nil, "0", nil])
  }

  @Test func eachListBeginsWhereItShould() throws {
    let list = { (start: Int) in
      Block.list(
        List(.ordered(start: start, style: .decimal), [.init([.text("a")]), .init([.text("b")])]))
    }
    let file = try WordFile(word(Document(blocks: [list(1), list(1), list(7)])).bytes)
    let numbers = try file.xml("word/document.xml").all("w:numId").map { $0.attributes["w:val"]! }
    #expect(numbers.count == 6 && Set(numbers).count == 3)
    let instances = try file.xml("word/numbering.xml").all("w:num")
    let starts = numbers.enumerated().filter { $0.offset.isMultiple(of: 2) }.map { number in
      instances.first { $0.attributes["w:numId"] == number.element }!.all("w:startOverride")[0]
        .attributes["w:val"]!
    }
    #expect(starts == ["1", "1", "7"])
  }

  @Test func slidesOfAHandoutStayOnOnePage() throws {
    func rows(_ classes: String...) throws -> [Bool] {
      let cells = [Table.Cell([Block.text("slide")]), Table.Cell([Block.text("notes")])]
      let table = Table(
        columns: [.init(), .init()], body: [.init(cells), .init(cells)],
        Attributes(classes: classes))
      return try body([.table(table)]).all("w:tr").map { $0["w:trPr"]?["w:cantSplit"] != nil }
    }
    #expect(try rows("slide") == [true, true])
    #expect(try rows("slides") == [true, true])
    #expect(try rows() == [false, false])
  }

  @Test func aBoxStandsInPlaceOfABullet() throws {
    let list = List(
      .bullet,
      [
        .init([.text("plain")]), .init([.text("open")], isDone: false),
        .init([.text("done")], isDone: true),
      ]
    )
    let file = try WordFile(word(Document(blocks: [.list(list)])).bytes)
    let numbering = try file.xml("word/numbering.xml")
    let marks = try file.xml("word/document.xml").all("w:numId").map { number in
      let instance = numbering.all("w:num").first {
        $0.attributes["w:numId"] == number.attributes["w:val"]
      }
      let abstract = numbering.all("w:abstractNum").first {
        $0.attributes["w:abstractNumId"] == instance?.value("w:abstractNumId")
      }
      return abstract?["w:lvl"]?.value("w:lvlText")
    }
    #expect(marks == ["•", "", ""])
    #expect(
      try file.xml("word/document.xml").all("w:t").map(\.text).joined() == "plain☐ open☒ done")
  }

  @Test func rightToLeftIsMarked() throws {
    let root = try WordFile(word(Sample.document).bytes).xml("word/document.xml")
    let arabic = try #require(
      root.all("w:p").first { $0.all("w:t").contains { $0.text.hasPrefix("هذه") } })
    #expect(arabic["w:pPr"]?["w:bidi"] != nil)
    let runs = arabic.children.filter { $0.name == "w:r" && !$0.all("w:t").isEmpty }
    #expect(runs.map { $0["w:rPr"]?["w:rtl"] != nil } == [true, false, true])
    #expect(runs[0]["w:rPr"]?["w:lang"]?.attributes["w:bidi"] == "ar")
    #expect(runs[1]["w:rPr"]?.value("w:lang") == "en")
    let mixed = try #require(
      root.all("w:p").first { $0.all("w:t").contains { $0.text.hasPrefix("Mixed") } })
    let right = mixed.all("w:r").filter { $0["w:rPr"]?["w:rtl"] != nil }
    #expect(right.map { $0.all("w:t").map(\.text).joined() } == ["سلام", "שלום"])
    #expect(mixed["w:pPr"]?["w:bidi"] == nil)
    let chinese = try #require(
      root.all("w:p").first { $0.all("w:t").contains { $0.text.hasPrefix("这是") } })
    #expect(chinese.all("w:lang")[0].attributes["w:eastAsia"] == "zh-CN")
    #expect(chinese.all("w:rFonts")[0].attributes["w:hint"] == "eastAsia")
  }

  @Test func wordsAgainstTheDocumentsDirectionSaySo() throws {
    let blocks: [Block] = [
      .heading(Heading(1, [.text("שלום, עולם.")])), .text("peace"),
      .list(List(.bullet, [.init([.text("שלום")]), .init([.text("peace שלום")])])),
      .keyValues(KeyValues([.init("Place", "שלום")])),
    ]
    let document = Document(metadata: Metadata(direction: .leftToRight), blocks: blocks)
    let body = try WordFile(word(document).bytes).xml("word/document.xml")["w:body"]!
    let turned = body.all("w:p").map { $0["w:pPr"]?["w:bidi"] != nil }
    #expect(turned == [true, false, true, false, false])
  }

  @Test func figuresAmongWordsThatRunToTheLeftAreOfNoScript() throws {
    let document = Document(
      metadata: Metadata(language: "fa", direction: .rightToLeft),
      blocks: [
        .text("23:10"), .text("2026-11-20 19:05"), .text("ساعت 19:05"), .text("12 (a)"),
        .table(
          Table(
            columns: [.init(), .init(), .init()],
            body: [
              .init([
                .init([.text("23:10")]), .init([.text("نام و نام خانوادگی شرکت کنندگان")]),
                .init([.text("یادداشت های بسیار دراز برای این جلسه")]),
              ])
            ])),
      ])
    let body = try WordFile(word(document).bytes).xml("word/document.xml")["w:body"]!
    let runs = body.all("w:p").map { paragraph in
      paragraph.all("w:r").map { run in
        run.all("w:t").map(\.text).joined() + (run.all("w:rtl").isEmpty ? "" : "<")
      }
    }
    #expect(runs[0] == ["23:10"])
    #expect(runs[1] == ["2026-11-20", " <", "19:05"])
    #expect(runs[2].joined().replacing("<", with: "") == "ساعت 19:05")
    #expect(runs[3].contains { $0.hasSuffix("<") })
    // A column of times holds a time in letters of those scripts, too.
    let width = body.all("w:gridCol")[0].attributes["w:w"].flatMap { Int($0) } ?? 0
    #expect(width >= 5 * 118 + 240)
  }

  @Test func whatFollowsANameRunsAsTheLineDoes() throws {
    func words(_ name: String, _ direction: Direction) throws -> String {
      let document = Document(
        metadata: Metadata(direction: direction),
        blocks: [
          .paragraph(
            Paragraph([
              .text("("), .span(Span([.text(name)], direction: .automatic)), .text(", 90 min)"),
            ]))
        ])
      let body = try WordFile(word(document).bytes).xml("word/document.xml")["w:body"]!
      return body.all("w:t").map(\.text).joined()
    }
    #expect(try words("سارا", .leftToRight) == "(سارا\u{200E}, 90 min)")
    #expect(try words("Ada", .leftToRight) == "(Ada, 90 min)")
    #expect(try words("Ada", .rightToLeft) == "(Ada\u{200F}, 90 min)")
    #expect(try words("سارا", .rightToLeft) == "(سارا, 90 min)")
  }

  @Test func ideographsHaveALanguageThatHasThem() throws {
    func language(_ tag: String) throws -> String? {
      let document = Document(metadata: Metadata(language: tag), blocks: [.text("漢字 한글 かな")])
      let styles = try WordFile(word(document).bytes).xml("word/styles.xml")
      return styles["w:docDefaults"]?.all("w:lang").first?.attributes["w:eastAsia"]
    }
    #expect(try language("en") == "zh-CN")
    #expect(try language("ja") == "ja")
    #expect(try language("") == "zh-CN")
  }

  @Test func aDocumentFromRightToLeftIsSoThroughout() throws {
    let document = Document(
      metadata: Metadata(title: "سجل", language: "ar", direction: .rightToLeft),
      blocks: [
        .text("فقرة"), .quote(Quote([.text("قول")])),
        .callout(Callout(kind: "dice", [.text("17")])),
        .table(Table(columns: [.init()], body: [.init([.init([.text("ا")])])])),
      ])
    let file = try WordFile(word(document).bytes)
    let root = try file.xml("word/document.xml")
    #expect(root.all("w:p").allSatisfy { $0["w:pPr"]?["w:bidi"] != nil })
    #expect(root.all("w:bidiVisual").count == 1)
    #expect(root.all("w:sectPr")[0]["w:bidi"] != nil)
    // The bar of a quote and of a box stands where the text begins.
    let bars = root.all("w:pBdr")
    #expect(
      bars.map { $0.children.map(\.name) } == [["w:left", "w:right"], ["w:left", "w:right"]])
    #expect(bars.allSatisfy { $0.value("w:left") == "nil" && $0.value("w:right") == "single" })
    let header = try file.xml("word/header1.xml")
    #expect(header.all("w:bidi").count == 1 && header.all("w:rtl").count == header.all("w:r").count)
    let defaults = try file.xml("word/styles.xml").all("w:rPrDefault")[0]
    #expect(defaults.all("w:lang")[0].attributes["w:bidi"] == "ar")
  }

  @Test func notesHaveTheirPart() throws {
    let file = try WordFile(word(Sample.document).bytes)
    let notes = try file.xml("word/footnotes.xml").all("w:footnote")
    #expect(notes.map { $0.attributes["w:id"]! } == ["-1", "0", "1"])
    #expect(notes[2].all("w:t").map(\.text).joined() == " The note, with a linkand a list")
    #expect(file.parts["word/_rels/footnotes.xml.rels"] != nil)
    let nested = try word(
      Document(blocks: [
        .paragraph(
          Paragraph([
            .text("a"),
            .footnote([
              .paragraph(Paragraph([.text("b"), .footnote([.text("c"), .text("d")])]))
            ]),
          ]))
      ]))
    let words = try WordFile(nested.bytes).xml("word/footnotes.xml").all("w:t").map(\.text).joined()
    #expect(words == " b [c d]")
    #expect(nested.warnings.map(\.code.rawValue) == ["docx.footnote"])
    let plain = try WordFile(word(Document(blocks: [.text("a")])).bytes)
    #expect(plain.parts["word/footnotes.xml"] == nil)
  }

  @Test func nothingThatCannotBeShownIsLostSilently() throws {
    let (bytes, warnings) = try word(
      Document(
        blocks: [
          .paragraph(
            Paragraph([
              .link(Link("javascript:alert(1)", [.text("a link")])),
              .reference(Reference(to: "nowhere", [.text(" a reference")])),
              .image(Image("missing", alternative: "a dragon")),
              .image(Image("drawing", alternative: "a map")),
              .image(Image("lie", alternative: "a lie")),
            ])),
          .contents(Contents()), .index(Index()),
          .table(Table(columns: [.init()], body: [.init([.init([.pageBreak])])])),
          .heading(Heading(9, [.text("nine")])),
        ],
        resources: [
          Resource(name: "drawing", mediaType: "image/svg+xml", width: 9, height: 9, bytes: [60]),
          Resource(name: "lie", mediaType: "image/png", width: 9, height: 9, bytes: [1, 2, 3]),
        ]))
    let file = try WordFile(bytes)
    let words = try file.xml("word/document.xml").all("w:t").map(\.text).joined()
    #expect(words == "a link a reference[a dragon][a map][a lie]nine")
    #expect(
      Set(warnings.map(\.code.rawValue)) == [
        "docx.link", "docx.reference", "docx.image", "docx.index", "docx.page-break",
        "docx.heading-level", "docx.contents",
      ])
    #expect(warnings.filter { $0.code == "docx.image" }.count == 3)
    #expect(!file.names.contains { $0.hasPrefix("word/media") })
  }

  @Test func deepNestingIsFlattened() throws {
    var block = Block.text("deepest")
    for level in 0..<300 {
      switch level % 5 {
      case 0: block = .quote(Quote([block]))
      case 1: block = .list(List(.bullet, [.init([block])]))
      case 2: block = .division(Division([block]))
      case 3: block = .callout(Callout(kind: "note", [block]))
      default: block = .table(Table(columns: [.init()], body: [.init([.init([block])])]))
      }
    }
    var inline = Inline.text("inmost")
    for level in 0..<300 { inline = level % 2 == 0 ? .emphasis([inline]) : .strong([inline]) }
    let (bytes, warnings) = try word(
      Document(blocks: [block, .paragraph(Paragraph([inline]))]))
    let file = try WordFile(bytes)
    let root = try file.xml("word/document.xml")
    #expect(root.all("w:t").map(\.text) == ["deepest", "inmost"])
    #expect(warnings.contains { $0.code == "docx.depth" })
  }

  @Test func oddTables() throws {
    let cell = { (text: String) in Table.Cell([.text(text)]) }
    // Spans past every edge, short rows, more columns than Word has, nothing at all.
    let greedy = Table(
      columns: [.init(), .init()],
      body: [
        .init([.init([.text("a")], columns: .max, rows: .max), cell("b")]), .init([]),
        .init([cell("c"), cell("d"), cell("e")]),
      ])
    let wide = Table(columns: [], body: [.init((0..<70).map { cell("\($0)") })])
    let empty = Table(columns: [.init()], body: [])
    let blank = Table(columns: [.init()], body: [.init([.init([Block]())])])
    let (bytes, warnings) = try word(
      Document(blocks: [.table(greedy), .table(wide), .table(empty), .table(blank)]))
    let body = try WordFile(bytes).xml("word/document.xml")["w:body"]!
    let tables = body.children.filter { $0.name == "w:tbl" }
    #expect(tables.count == 3)
    #expect(
      body.all("w:t").map(\.text) == ["a", "b", "c", "d", "e"] + (0..<70).map { String($0) })
    for table in tables {
      let columns = table["w:tblGrid"]!.children.count
      #expect(columns <= 63)
      for row in table.children where row.name == "w:tr" {
        let cells = row.children.filter { $0.name == "w:tc" }
        let covered = cells.reduce(0) { $0 + (Int($1["w:tcPr"]?.value("w:gridSpan") ?? "1") ?? 1) }
        #expect(covered == columns)
        // Word calls a file damaged whose cells do not end with a paragraph.
        #expect(cells.allSatisfy { $0.children.last?.name == "w:p" })
      }
    }
    // Two tables that touch are one to Word.
    for (a, b) in zip(body.children, body.children.dropFirst()) {
      #expect(!(a.name == "w:tbl" && b.name == "w:tbl"))
    }
    #expect(warnings.map(\.code.rawValue) == ["docx.table-columns"])
  }

  @Test func propertiesTellNothingMore() throws {
    let file = try WordFile(word(Sample.document).bytes)
    let core = try file.xml("docProps/core.xml")
    #expect(core["dc:title"]?.text == "The Chronicle of Ardenfell")
    #expect(core["dc:creator"]?.text == "Ilse Brandt; Zhú Lì")
    #expect(core["dcterms:created"]?.text == "2026-03-01")
    #expect(core["dc:language"]?.text == "en-GB")
    #expect(core["cp:lastModifiedBy"] == nil && core["dcterms:modified"] == nil)
    let bare = try WordFile(word(Document(blocks: [.text("a")])).bytes)
    #expect(try bare.xml("docProps/core.xml").children.map(\.name) == ["dc:language"])
    #expect(bare.parts["docProps/custom.xml"] == nil)
    let dated = try word(Document(metadata: Metadata(date: "last Tuesday"), blocks: [.text("a")]))
    #expect(dated.warnings.map(\.code.rawValue) == ["docx.date"])
  }

  @Test(arguments: [
    ("2026", true), ("2026-03", true), ("2026-03-01T20:00:00Z", true),
    ("2026-03-01T20:00-05:00", true), ("2026-13", false), ("2026-03-01T20:00", false),
    ("2026-3-1", false), ("", false), ("2026-03-01T25:00Z", false),
  ])
  func dates(_ text: String, _ isGood: Bool) throws {
    let (bytes, _) = try word(Document(metadata: Metadata(date: text), blocks: [.text("a")]))
    let core = try WordFile(bytes).xml("docProps/core.xml")
    #expect((core["dcterms:created"]?.text == text) == isGood || text.isEmpty)
  }

  @Test func pagesAndSections() throws {
    let options = DOCXWriter.Options(page: .digest, beginsChaptersOnNewPage: true)
    let document = Document(
      blocks: [
        .heading(Heading(1, [.text("One")])), .pageBreak,
        .paragraph(Paragraph([.text("x"), .indexMark(IndexMark("Term: \"a\\b\""))])),
        .heading(Heading(1, [.text("Two")])), .index(Index(title: [.text("Index")])),
        .text(String(repeating: "after ", count: 300)),
      ])
    let root = try WordFile(word(document, options: options).bytes).xml("word/document.xml")
    let sections = root.all("w:sectPr")
    #expect(sections.count == 3)
    #expect(sections.map { $0.value("w:type") } == [nil, "continuous", "continuous"])
    #expect(sections[1]["w:cols"]?.attributes["w:num"] == "2")
    #expect(sections.map { $0["w:headerReference"] != nil } == [true, false, false])
    #expect(sections[0]["w:pgSz"]?.attributes == ["w:w": "7920", "w:h": "12240"])
    let breaks = root.all("w:p").filter { $0["w:pPr"]?["w:pageBreakBefore"] != nil }
    #expect(breaks.map { $0.all("w:t").map(\.text).joined() } == ["x", "Two"])
    let fields = root.all("w:instrText").map(\.text)
    #expect(fields.contains(" XE \"Term\\: \\\"a\\\\b\\\"\" "))
    #expect(fields.contains(" INDEX \\c \"2\" "))
  }

  @Test func contentsAreFilledInWithoutPageNumbers() throws {
    let root = try WordFile(word(Sample.document).bytes).xml("word/document.xml")
    let contents = try #require(root.all("w:sdtContent").first)
    #expect(
      contents.children.map { $0.all("w:t").map(\.text).joined() } == [
        "Chapter One", "Scene #1", "Lists", "Tables", "Tongues", "Index of names",
      ])
    // Every entry leads to a bookmark; the index is found again by its level in the outline.
    let marks = Set(root.all("w:bookmarkStart").compactMap { $0.attributes["w:name"] })
    #expect(
      contents.all("w:hyperlink").allSatisfy { marks.contains($0.attributes["w:anchor"] ?? "") })
    #expect(
      root.all("w:p").filter { $0["w:pPr"]?["w:outlineLvl"] != nil }
        .map { $0.all("w:t").map(\.text).joined() } == ["Index of names"])
    #expect(contents.all("w:instrText").map(\.text) == [" TOC \\o \"1-2\" \\h \\z \\u "])
    let kinds = contents.all("w:fldChar").map { $0.attributes["w:fldCharType"]! }
    #expect(kinds == ["begin", "separate", "end"])
  }

  @Test func aTitlePageIsAPageAndItsWordsAreCentered() throws {
    let document = Document(blocks: [
      .division(
        Division(
          [
            .heading(Heading(1, [.text("T")], .classes("title"), isListed: false)),
            .text("230 scenes", .classes("figures")),
          ], .classes("title-page"))), .text("after"),
    ])
    let root = try WordFile(word(document).bytes).xml("word/document.xml")
    let paragraphs = root.all("w:p")
    #expect(paragraphs.map { $0["w:pPr"]?["w:pageBreakBefore"] != nil } == [false, false, true])
    #expect(paragraphs.map { $0["w:pPr"]?.value("w:jc") } == ["center", "center", nil])
    #expect(paragraphs.map { $0["w:pPr"]?["w:spacing"] != nil } == [false, false, false])
    #expect(root.all("w:titlePg").count == 1)
    let mast = try WordFile(
      word(
        Document(blocks: [.heading(Heading(1, [.text("T")], .classes("title"), isListed: false))])
      )
      .bytes
    ).xml("word/document.xml")
    #expect(mast.all("w:spacing").first?.attributes["w:before"] == "0")
    #expect(mast.all("w:titlePg").isEmpty)
  }

  @Test func shortChaptersThatFollowOneAnotherShareAPage() throws {
    let chapter = { (title: String, length: Int) -> [Block] in
      [.heading(Heading(1, [.text(title)])), .text(String(repeating: "word ", count: length))]
    }
    let blocks =
      chapter("a", 9) + chapter("b", 900)
      + [.division(Division(chapter("c", 900)))] + chapter("d", 9) + chapter("e", 9)
      + [.heading(Heading(1, [.text("no chapter")], isListed: false))] + chapter("f", 9)
      + chapter("g", 900)
    let options = DOCXWriter.Options(beginsChaptersOnNewPage: true)
    let root = try WordFile(word(Document(blocks: blocks), options: options).bytes)
      .xml("word/document.xml")
    let broken = root.all("w:p").filter { $0["w:pPr"]?["w:pageBreakBefore"] != nil }
    #expect(broken.map { $0.all("w:t").map(\.text).joined() } == ["b", "c", "d", "g"])
  }

  @Test func shortTablesThatFollowOneAnotherShareAPage() throws {
    let chapter = { (title: String, rows: Int) -> [Block] in
      let row = Table.Row((0..<3).map { _ in Table.Cell([.text("a few words")]) })
      return [
        .heading(Heading(1, [.text(title)])),
        .table(
          Table(
            columns: [.init(), .init(), .init()], body: [Table.Row](repeating: row, count: rows))),
      ]
    }
    let blocks = chapter("a", 8) + chapter("b", 9) + chapter("c", 40) + chapter("d", 3)
    let root = try WordFile(
      word(
        Document(blocks: blocks), options: DOCXWriter.Options(beginsChaptersOnNewPage: true)
      ).bytes
    ).xml("word/document.xml")
    let broken = root.all("w:p").filter { $0["w:pPr"]?["w:pageBreakBefore"] != nil }
    #expect(broken.map { $0.all("w:t").map(\.text).joined() } == ["c", "d"])
  }

  @Test func pairsStandWhereTheLongestKeyEnds() throws {
    func columns(_ key: String) throws -> [String] {
      let pairs = KeyValues([.init("HP", "12"), .init(key, "x")], .classes("session-header"))
      let root = try WordFile(word(Document(blocks: [.keyValues(pairs)])).bytes)
        .xml("word/document.xml")
      #expect(Set(root.all("w:pStyle").map { $0.attributes["w:val"]! }) == ["SessionHeader"])
      #expect(
        root.all("w:ind").map { $0.attributes["w:left"]! }
          == root.all("w:tab").compactMap { $0.attributes["w:pos"] })
      return root.all("w:ind").map { $0.attributes["w:hanging"]! }
    }
    #expect(try columns("XP") == ["1200", "1200"])
    #expect(try columns("Proficiency bonus") == ["2360", "2360"])
    #expect(try columns(String(repeating: "long ", count: 50)) == ["3000", "3000"])
  }

  /// The words of a Word file, without those that text adds to mark positions.
  @Test func wordsAreThoseOfPlainText() throws {
    var blocks: [Block] = [.heading(Heading(1, [.text("Tongues")]))]
    for block in Sample.blocks {
      switch block {
      case .paragraph, .keyValues: blocks.append(block)
      case .division(let division) where !division.attributes.has("title-page"):
        blocks += division.blocks.filter { if case .paragraph = $0 { true } else { false } }
      default: break
      }
    }
    blocks.append(
      .table(
        Table(
          columns: [.init(), .init()], body: [.init([.init([.text("龍 a")]), .init([.text("b")])])]))
    )
    // A note's number is the reader's in Word, and a picture has no words there.
    blocks = blocks.map { block in
      guard case .paragraph(var node) = block else { return block }
      node.inlines.removeAll {
        switch $0 {
        case .footnote, .image: true
        default: false
        }
      }
      return .paragraph(node)
    }
    let document = Document(blocks: blocks)
    var text: [UInt8] = []
    _ = try PlainTextWriter(options: .init(lines: .paragraph)).writeDocument(document) {
      text += $0
    }
    // Plain text has the addresses of links, which are no words of the document.
    let lines = String(decoding: text, as: UTF8.self).replacing(#/ <https[^>]*>/#, with: "")
      .split(separator: "\n").filter { $0 != "=======" }
    let body = try WordFile(word(document).bytes).xml("word/document.xml")["w:body"]!
    var words: [String] = []
    func visit(_ element: Element) {
      for child in element.children {
        switch child.name {
        case "w:tr":
          words.append(
            child.children.filter { $0.name == "w:tc" }.map(plain).joined(separator: "\t"))
        case "w:p": words += plain(child).split(separator: "\n").map { String($0) }
        default: visit(child)
        }
      }
    }
    func plain(_ element: Element) -> String {
      element.children.map { child in
        switch child.name {
        case "w:t": child.text
        case "w:tab" where child.attributes.isEmpty: "\t"
        case "w:br": "\n"
        case "w:pPr": ""
        default: plain(child)
        }
      }.joined()
    }
    visit(body)
    #expect(
      words.filter { !$0.isEmpty }.map { Array($0.unicodeScalars) }
        == lines.map { Array($0.unicodeScalars) })
  }

  @Test func whatAStorageOrASinkThrowsIsThrown() throws {
    struct Full: Error {}
    final class FullStorage: TemporaryStorage {
      let count = 0
      func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws { throw Full() }
      func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int { 0 }
    }
    let writer = try DOCXWriter(skeleton: Skeleton.parts())
    #expect(throws: Full.self) {
      try writer.writeDocument(Sample.document, storage: { FullStorage() }) { _ in }
    }
    #expect(throws: Full.self) {
      try writer.writeDocument(Sample.document, storage: { MemoryStorage() }) { _ in throw Full() }
    }
  }
}
