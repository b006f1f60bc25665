// SPDX-License-Identifier: MIT
// Part of Platen: tests of presentations from a template: its layouts, placeholders and parts.

import Archive
import Canvas
import Diagnostics
import Documents
import Drawing
import Testing
import Typesetting

@testable import Presentations

@Suite struct PresentationTemplateTests {
  // MARK: A template

  private static let names =
    "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\""
    + " xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\""
    + " xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\""
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

  private static func relations(_ list: [(id: String, kind: String, target: String)]) -> String {
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
      + list.map {
        "<Relationship Id=\"\($0.id)\" Type=\"\(office)\($0.kind)\" Target=\"\($0.target)\"/>"
      }.joined() + "</Relationships>"
  }

  private static func holder(_ place: String, x: Int, y: Int, width: Int, height: Int) -> String {
    "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"\"/><p:cNvSpPr/><p:nvPr><p:ph \(place)/></p:nvPr>"
      + "</p:nvSpPr><p:spPr><a:xfrm><a:off x=\"\(x)\" y=\"\(y)\"/><a:ext cx=\"\(width)\""
      + " cy=\"\(height)\"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>"
  }

  private static func layout(_ name: String, _ kind: String, _ shapes: String) -> String {
    "<p:sldLayout \(names) type=\"\(kind)\"><p:cSld name=\"\(name)\"><p:spTree>\(shapes)</p:spTree>"
      + "</p:cSld></p:sldLayout>"
  }

  /// A template of two layouts and a slide, as a ZIP.
  private static func file(
    main: String? = nil, layouts: [String]? = nil, more: [(String, String)] = []
  ) throws -> [UInt8] {
    let title = holder("type=\"title\"", x: 600_000, y: 300_000, width: 11_000_000, height: 900_000)
    let body = holder("idx=\"7\"", x: 600_000, y: 1_400_000, width: 11_000_000, height: 4_500_000)
    let layouts =
      layouts ?? [
        layout("Titel und Inhalt", "obj", title + body), layout("Nur Titel", "titleOnly", title),
      ]
    var parts: [(String, String)] = [
      (
        "[Content_Types].xml",
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
          + "<Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>"
      ),
      ("_rels/.rels", relations([("a", "officeDocument", "ppt/presentation.xml")])),
      (
        "ppt/presentation.xml",
        main
          ?? "<p:presentation \(names)><p:sldMasterIdLst><p:sldMasterId id=\"2147483648\" r:id=\"m\"/>"
          + "</p:sldMasterIdLst><p:sldIdLst><p:sldId id=\"256\" r:id=\"s\"/></p:sldIdLst>"
          + "<p:sldSz cx=\"12192000\" cy=\"6858000\"/></p:presentation>"
      ),
      (
        "ppt/_rels/presentation.xml.rels",
        relations([
          ("m", "slideMaster", "slideMasters/one.xml"), ("s", "slide", "slides/slide1.xml"),
          ("v", "vbaProject", "vbaProject.bin"),
        ])
      ),
      ("ppt/slides/slide1.xml", "<p:sld \(names)/>"),
      (
        "ppt/slideMasters/one.xml",
        "<p:sldMaster \(names)><p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val=\"102030\"/>"
          + "</a:solidFill></p:bgPr></p:bg><p:spTree>"
          + "<p:pic><p:blipFill><a:blip r:embed=\"i\"/></p:blipFill></p:pic></p:spTree></p:cSld>"
          + "<p:clrMap bg1=\"lt1\" tx1=\"dk1\" bg2=\"lt2\" tx2=\"dk2\"/><p:sldLayoutIdLst>"
          + layouts.indices.map { "<p:sldLayoutId id=\"\(2_147_483_700 + $0)\" r:id=\"l\($0)\"/>" }
          .joined()
          + "</p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr><a:defRPr sz=\"4000\"/>"
          + "</a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr><a:buChar char=\"x\"/>"
          + "<a:defRPr sz=\"2800\"/></a:lvl1pPr></p:bodyStyle></p:txStyles></p:sldMaster>"
      ),
      (
        "ppt/slideMasters/_rels/one.xml.rels",
        relations(
          [
            ("t", "theme", "../theme/theme1.xml"), ("i", "image", "../media/image1.png"),
            ("s", "slide", "../slides/slide1.xml"),
          ] + layouts.indices.map { ("l\($0)", "slideLayout", "../slideLayouts/l\($0).xml") })
      ),
      (
        "ppt/theme/theme1.xml",
        "<a:theme \(names)><a:themeElements><a:clrScheme name=\"\"><a:dk1><a:sysClr val=\"windowText\""
          + " lastClr=\"000000\"/></a:dk1><a:lt1><a:srgbClr val=\"FFFFFF\"/></a:lt1>"
          + "<a:accent1><a:srgbClr val=\"C00000\"/></a:accent1></a:clrScheme></a:themeElements></a:theme>"
      ),
      ("ppt/media/image1.png", "logo"),
    ]
    for (index, layout) in layouts.enumerated() {
      parts.append(("ppt/slideLayouts/l\(index).xml", layout))
      parts.append(
        (
          "ppt/slideLayouts/_rels/l\(index).xml.rels",
          relations([("m", "slideMaster", "../slideMasters/one.xml")])
        ))
    }
    parts += more
    var zip = ZipWriter()
    for (name, text) in parts { try zip.addEntry(name, Array(text.utf8)) }
    return try zip.finish()
  }

  private static let deck: Deck = {
    var deck = Deck(metadata: Metadata(title: "Tides"))
    deck.slides = [
      Slide(.part, title: [.text("The sea")]),
      Slide(
        .standard, title: [.text("Lists")],
        steps: [
          .init([
            .paragraph(Paragraph([.text("Some "), .strong([.text("strong")])])),
            .list(List(.bullet, [.init([.text("one")])])),
          ])
        ], notes: [.paragraph(Paragraph([.text("Wait here.")]))]),
      Slide(.standard, title: [.text("Code")], steps: [.init([.code(CodeBlock("let a = 1"))])]),
    ]
    return deck
  }()

  private static func presentation(
    _ template: PresentationTemplate
  ) throws -> (files: [String: String], warnings: [Diagnostic]) {
    let fonts = try FontLibrary(try FontSet())
    let look = template.look(.daylight)
    var plans: [SlidePlan] = []
    try DeckTypesetter(
      look: look, format: template.slideFormat, measuring: fonts, images: { _ in nil }
    ).plans(of: deck, target: .pdf, isCancelled: { false }) { plans.append($0) }
    var bytes: [UInt8] = []
    let warnings = try PresentationWriter(
      look: look, format: template.slideFormat, template: template
    ).write(deck, plans: plans, render: { _ in [] }, to: { bytes.append(contentsOf: $0) })
    let zip = try ZipReader(bytes: bytes)
    var files: [String: String] = [:]
    for entry in zip.entries {
      files[entry.name] = String(decoding: try zip.contents(of: entry), as: UTF8.self)
    }
    return (files, warnings)
  }

  // MARK: Tests

  @Test func slidesAreOnTheLayoutsOfTheTemplate() throws {
    let template = try PresentationTemplate(try Self.file())
    #expect(template.warning?.message.contains("macros") == true)
    let (files, warnings) = try Self.presentation(template)
    let lists = try #require(files["ppt/slides/slide2.xml"])
    // Text takes size, font, color and place of its placeholder.
    #expect(lists.contains("<p:ph idx=\"7\"/>"))
    #expect(lists.contains("<p:spPr></p:spPr>"))
    #expect(!lists.contains("sz=\""))
    #expect(!lists.contains("<a:latin"))
    #expect(lists.contains("<a:rPr b=\"1\" lang=\"en\"></a:rPr><a:t>strong</a:t>"))
    #expect(lists.contains("<a:pPr lvl=\"0\"></a:pPr>"))
    let relations = files["ppt/slides/_rels/slide2.xml.rels"]
    #expect(relations?.contains("Target=\"/ppt/slideLayouts/l0.xml\"") == true)
    // Code has no placeholder: the layout without one is used, in readable colors.
    #expect(
      files["ppt/slides/_rels/slide3.xml.rels"]?.contains("/ppt/slideLayouts/l1.xml") == true)
    #expect(template.look(.daylight).palette.ink == .white)
    // A part has no layout of its own.
    #expect(warnings.map(\.code) == [.pptxTemplateLayout])
    #expect(warnings.first?.message.contains("section (using \"Nur Titel\")") == true)
    #expect(warnings.first?.hints.first?.contains("\"Titel und Inhalt\"") == true)
  }

  @Test func partsOfTheTemplateAreTakenOverAndItsSlidesAreNot() throws {
    let (files, _) = try Self.presentation(try PresentationTemplate(try Self.file()))
    #expect(files["ppt/media/image1.png"] == "logo")
    #expect(files["ppt/slideMasters/one.xml"]?.contains("102030") == true)
    #expect(files["ppt/slides/slide1.xml"]?.contains("The sea") == true)
    let master = files["ppt/slideMasters/_rels/one.xml.rels"]
    #expect(master?.contains("/ppt/theme/theme1.xml") == true)
    #expect(master?.contains("slides/slide1.xml") == false)
    #expect(files["ppt/presentation.xml"]?.contains("cx=\"12192000\"") == true)
    // Pages of notes have a master and a theme of ours beside the template's.
    #expect(files["ppt/theme/theme2.xml"] != nil)
    #expect(files["ppt/notesMasters/notesMaster1.xml"] != nil)
  }

  @Test func layoutsAreChosenByTheNamesThatUsersGive() throws {
    let template = try PresentationTemplate(
      try Self.file(), layouts: [(.section, "titel und inhalt"), (.cover, "Deckblatt")])
    #expect(template.layout(for: .section).name == "Titel und Inhalt")
    #expect(template.warning(for: [.section, .content]) == nil)
    let warning = template.warning(for: [.cover])
    #expect(warning?.message.contains("cover called \"Deckblatt\"") == true)
  }

  @Test func otherFilesAreNotTemplates() throws {
    #expect(throws: Failure.self) { try PresentationTemplate(Array("no ZIP".utf8)) }
    #expect(throws: Failure.self) {
      try PresentationTemplate(try Self.file(main: "<p:presentation \(Self.names)/>"))
    }
    #expect(throws: Failure.self) { try PresentationTemplate(try Self.file(layouts: [])) }
    #expect(throws: Failure.self) {
      try PresentationTemplate(
        try Self.file(
          main: "<!DOCTYPE a [<!ENTITY b \"c\">]><p:presentation \(Self.names)/>"))
    }
  }

  @Test func theSameTemplateGivesTheSameBytes() throws {
    let template = try PresentationTemplate(try Self.file())
    #expect(try Self.presentation(template).files == Self.presentation(template).files)
  }
}
