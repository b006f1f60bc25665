// SPDX-License-Identifier: MIT
// Part of Platen: any Word file dresses a document, and a damaged one is refused by name.

import Archive
import Diagnostics
import Documents
import TestSupport
import Testing
import Text

@testable import Writers

/// A Word file as a German Word would save it: ids of styles in German, names in English, a prefix
/// of its own, lists and a header with a picture.
private enum German {
  static let word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
  static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  static let package = "http://schemas.openxmlformats.org/package/2006"

  static let styles = """
    <x:styles xmlns:x="\(word)" xmlns:new="urn:of-later"><x:docDefaults/>
    <x:style x:type="paragraph" x:default="1" x:styleId="Standard"><x:name x:val="Normal"/></x:style>
    <x:style x:type="paragraph" x:styleId="berschrift1"><x:name x:val="heading 1"/>
    <x:basedOn x:val="Standard"/><x:pPr><x:numPr><x:numId x:val="4"/></x:numPr></x:pPr>
    <new:thing new:a="1"/></x:style>
    <x:style x:type="character" x:styleId="Hervorhebung"><x:name x:val="Emphasis"/>
    <x:rPr><x:color x:val="FF0000"/></x:rPr></x:style>
    <x:style x:type="paragraph" x:customStyle="1" x:styleId="Dice"><x:name x:val="Würfelspiel"/></x:style>
    </x:styles>
    """
  static let numbering = """
    <x:numbering xmlns:x="\(word)"><x:numPicBullet x:numPicBulletId="0"/>
    <x:abstractNum x:abstractNumId="7"><x:multiLevelType x:val="multilevel"/><x:lvl x:ilvl="0">
    <x:start x:val="1"/><x:numFmt x:val="decimal"/><x:lvlText x:val="§ %1"/>
    <x:lvlPicBulletId x:val="0"/></x:lvl></x:abstractNum>
    <x:num x:numId="4"><x:abstractNumId x:val="7"/></x:num></x:numbering>
    """
  static let header = """
    <x:hdr xmlns:x="\(word)" xmlns:r="\(office)"><x:p><x:r><x:t>Haus: ${title}</x:t></x:r></x:p>
    </x:hdr>
    """

  static func parts(
    styles: String = styles, numbering: String? = numbering, header: String? = header
  ) -> [DOCXPart] {
    var links = "<Relationship Id=\"a\" Type=\"\(office)/styles\" Target=\"/word/styles.xml\"/>"
    if numbering != nil {
      links += "<Relationship Id=\"b\" Type=\"\(office)/numbering\" Target=\"numbering.xml\"/>"
    }
    if header != nil {
      links += "<Relationship Id=\"c\" Type=\"\(office)/header\" Target=\"kopf/zeile.xml\"/>"
    }
    let list: [(String, String?)] = [
      (
        "[Content_Types].xml",
        "<Types xmlns=\"\(package)/content-types\"><Default Extension=\"png\" ContentType=\"image/png\"/></Types>"
      ),
      (
        "_rels/.rels",
        "<Relationships xmlns=\"\(package)/relationships\"><Relationship Id=\"1\" Type=\"\(office)/officeDocument\" Target=\"word/main.xml\"/></Relationships>"
      ),
      (
        "word/main.xml",
        """
        <x:document xmlns:x="\(word)" xmlns:r="\(office)"><x:body><x:p/><x:sectPr>
        \(header == nil ? "" : "<x:headerReference x:type=\"default\" r:id=\"c\"/>")
        <x:pgSz x:w="10000" x:h="15000"/><x:pgMar x:top="1000" x:right="1500" x:bottom="1000"
        x:left="2500" x:header="700" x:footer="700" x:gutter="0"/></x:sectPr></x:body></x:document>
        """
      ),
      (
        "word/_rels/main.xml.rels",
        "<Relationships xmlns=\"\(package)/relationships\">\(links)</Relationships>"
      ),
      ("word/styles.xml", styles), ("word/numbering.xml", numbering),
      ("word/kopf/zeile.xml", header),
      (
        "word/kopf/_rels/zeile.xml.rels",
        "<Relationships xmlns=\"\(package)/relationships\"><Relationship Id=\"p\" Type=\"\(office)/image\" Target=\"../media/wappen.png\"/><Relationship Id=\"q\" Type=\"\(office)/oleObject\" Target=\"../media/boese.bin\"/></Relationships>"
      ),
      ("word/media/wappen.png", "PNG"), ("word/media/boese.bin", "no"),
    ]
    return list.compactMap { name, text in text.map { DOCXPart(name, Array($0.utf8)) } }
  }
}

@Suite struct TemplateTests {
  private let document = Document(
    metadata: Metadata(title: "A & B"),
    blocks: [
      .heading(Heading(1, [.text("One")])),
      .paragraph(
        Paragraph([.text("plain "), .emphasis([.text("red")]), .strong([.text(" bold")])])),
      .callout(Callout(kind: "dice", [.text("17")])),
      .list(List(.ordered(start: 1, style: .decimal), [.init([.text("item")])])),
    ])

  @Test func aTemplatesStylesAreWorn() throws {
    let (bytes, warnings) = try word(document, template: German.parts())
    let file = try WordFile(bytes)
    let root = try file.xml("word/document.xml")
    let styles = root.all("w:pStyle").map { $0.attributes["w:val"]! }
    // Running text is the template's plain text; its own "Dice" is another style than ours.
    #expect(styles == ["berschrift1", "DicePlaten", "ListNumber"])
    let emphasis = try #require(root.all("w:r").first { $0.all("w:t").map(\.text) == ["red"] })
    #expect(emphasis["w:rPr"]?.children.map(\.name) == ["w:rStyle"])
    #expect(emphasis["w:rPr"]?.value("w:rStyle") == "Hervorhebung")
    let strong = try #require(root.all("w:r").first { $0.all("w:t").map(\.text) == [" bold"] })
    #expect(strong["w:rPr"]?["w:b"] != nil)

    let sheet = try file.xml("word/styles.xml")
    let ids = sheet.all("w:style").map { $0.attributes["w:styleId"]! }
    #expect(Set(ids).count == ids.count)
    let named = Dictionary(
      uniqueKeysWithValues: sheet.all("w:style").map { ($0.attributes["w:styleId"]!, $0) })
    #expect(named["DicePlaten"]?.value("w:name") == "Dice")
    #expect(named["ListNumber"]?.value("w:basedOn") == "Standard")
    for style in sheet.all("w:style") {
      for link in ["w:basedOn", "w:next", "w:link"] {
        if let id = style.value(link) { #expect(named[id] != nil, "\(link) \(id)") }
      }
    }
    #expect(sheet.all("w:style").filter { $0.attributes["w:default"] == "1" }.count == 1)
    #expect(warnings.map(\.code.rawValue) == ["docx.template-part"])
  }

  @Test func listsPageAndHeaderToo() throws {
    let file = try WordFile(word(document, template: German.parts()).bytes)
    let numbering = try file.xml("word/numbering.xml")
    #expect(
      numbering.all("w:abstractNum").map { $0.attributes["w:abstractNumId"]! }.prefix(2) == [
        "7", "8",
      ])
    #expect(numbering.all("w:num").map { $0.attributes["w:numId"]! } == ["4", "5"])
    #expect(numbering.all("w:numPicBullet").isEmpty && numbering.all("w:lvlPicBulletId").isEmpty)
    #expect(numbering.all("w:lvlText").first?.attributes["w:val"] == "§ %1")
    let root = try file.xml("word/document.xml")
    #expect(root.all("w:numId").map { $0.attributes["w:val"]! } == ["5"])
    #expect(root.all("w:pgSz")[0].attributes == ["w:w": "10000", "w:h": "15000"])
    let header = try file.xml("word/header1.xml")
    #expect(header.all("w:t").isEmpty && header.all("x:t").map(\.text) == ["Haus: A & B"])
    let links = try file.xml("word/_rels/header1.xml.rels").all("Relationship")
    #expect(links.map { $0.attributes["Target"]! } == ["/word/media/wappen.png"])
    #expect(file.parts["word/media/wappen.png"] == Array("PNG".utf8))
    #expect(!file.names.contains { $0.contains("boese") })
  }

  @Test func withoutListsAndHeadersOursAreThere() throws {
    let parts = German.parts(numbering: nil, header: nil)
    let file = try WordFile(word(document, template: parts).bytes)
    let styles = try file.xml("word/styles.xml")
    // What would name a list that is not there names none.
    #expect(styles.all("w:numPr").isEmpty)
    let header = try file.xml("word/header1.xml")
    #expect(header.all("w:t").first?.text == "A & B")
    #expect(header.all("w:pStyle")[0].attributes["w:val"] == "Header")
    #expect(file.parts["word/footer2.xml"] != nil)
  }

  @Test func listsThatPointNowhereAreLeft() throws {
    let bad = German.numbering.replacing(
      "<x:abstractNumId x:val=\"7\"/>", with: "<x:abstractNumId x:val=\"8\"/>")
    let file = try WordFile(word(document, template: German.parts(numbering: bad)).bytes)
    #expect(try file.xml("word/styles.xml").all("w:numPr").isEmpty)
    #expect(
      try file.xml("word/numbering.xml").all("w:num").map { $0.attributes["w:numId"]! } == ["1"])
  }

  @Test func ourOwnFilesAreTemplates() throws {
    let first = try word(Sample.document).bytes
    let again = try word(Sample.document, template: DOCXPart.parts(of: first)).bytes
    #expect(try WordFile(again).structure() == WordFile(first).structure())
  }

  @Test(arguments: [
    "", "<", "<a", "<a b", "<a b=", "<a b='", "<a></b>", "<a><b></a></b>", "<a/><b/>", "<a>&x;</a>",
    "<a>&#xD800;</a>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a><!-- ", "<a><![CDATA[",
    "</a>", "<a>&", "<x:a xmlns:x='urn:other'/>", "<x:a/>", String(repeating: "<a>", count: 5000),
  ])
  func damagedPartsAreRefused(_ styles: String) throws {
    do {
      _ = try word(document, template: German.parts(styles: styles))
      Issue.record("it was taken")
    } catch let failure as Failure {
      #expect(failure.diagnostics[0].code == "docx.template")
    }
  }

  @Test(arguments: [
    ("<a>\n<b/>&#10;<c/> <![CDATA[ ]]></a>", "<a><b/><c/></a>"),
    ("<a xml:space='preserve'>&#32;<b/></a>", "<a xml:space=\"preserve\"> <b/></a>"),
    ("<a>one<![CDATA[ ]]>two<!-- -->&#32;three<b/></a>", "<a>one two three<b/></a>"),
  ])
  func blanksBetweenElementsAreLayout(_ given: String, _ expected: String) throws {
    let storage = MemoryStorage()
    let output = XMLOutput(storage)
    try XMLTreeParser.parse(Array(given.utf8), part: "part.xml").writeFragment(to: output)
    try output.finish()
    #expect(String(decoding: storage.bytes, as: UTF8.self) == expected)
  }

  @Test func whatIsNoWordFileIsRefused() throws {
    #expect(throws: Failure.self) { try DOCXPart.parts(of: Array("no ZIP at all".utf8)) }
    #expect(throws: Failure.self) { try word(document, template: [DOCXPart("a", [1])]) }
    #expect(throws: Failure.self) { try DOCXWriter(skeleton: []) }
  }
}
