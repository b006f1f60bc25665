// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a presentation and how they are bound (ECMA-376-2).

internal import Archive
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import Text
internal import Typesetting

struct Package {
  private var parts: [(name: String, bytes: [UInt8], isStored: Bool)] = []
  private var types: [(name: String, type: String)] = []
  private var known: [Digest: String] = [:]
  private var mediaCount = 0
  /// The names of parts of a template, in lowercase.
  private var taken: Set<String> = []
  /// The master of notes of a template; nil for ours.
  private var notesMaster: String?

  init() {}

  /// A package with the masters, layouts and themes of a template.
  init(_ template: PresentationTemplate) {
    for part in template.parts {
      parts.append((part.name, part.bytes, !part.name.hasSuffix(".xml") && !part.type.isEmpty))
      if !part.type.isEmpty { types.append((part.name, part.type)) }
      taken.insert(part.name.lowercased())
    }
    notesMaster = template.part("notesMaster").map { "/" + $0 }
  }

  /// A name that no part has: of two stems with a number between.
  func freeName(_ stem: String, _ end: String) -> String {
    var number = 1
    while taken.contains("\(stem)\(number)\(end)".lowercased()) { number += 1 }
    return "\(stem)\(number)\(end)"
  }

  mutating func addPart(
    _ name: String, _ xml: String, type: String, relations: Relations? = nil
  ) {
    parts.append((name, Array(xml.utf8), false))
    types.append((name, "application/vnd.openxmlformats-officedocument." + type))
    guard let relations, !relations.entries.isEmpty else { return }
    let path = name.split(separator: "/")
    let folder = path.dropLast().joined(separator: "/")
    parts.append(("\(folder)/_rels/\(path.last ?? "").rels", Array(relations.xml.utf8), false))
  }

  /// A picture, kept once; its address from a slide.
  mutating func media(_ bytes: [UInt8], _ pathExtension: String) -> String {
    let digest = Digest.of(bytes)
    if let known = known[digest] { return known }
    var name = ""
    repeat {
      mediaCount += 1
      name = "image\(mediaCount).\(pathExtension)"
    } while taken.contains("ppt/media/\(name)")
    parts.append(("ppt/media/\(name)", bytes, true))
    known[digest] = "../media/\(name)"
    return "../media/\(name)"
  }

  // MARK: Notes

  mutating func notes(_ blocks: [Block], number: Int, of metadata: Metadata, look: DeckLook) {
    let box = RelationBox()
    _ = box.relations.id(
      "notesMaster", notesMaster ?? "../notesMasters/notesMaster1.xml")
    _ = box.relations.id("slide", "../slides/slide\(number).xml")
    var writer = TextWriter(
      look: look, of: metadata, scale: 12.0 / max(1, look.style.patches["body"]?.size ?? 23),
      codeScale: 1, link: { box.relations.id("hyperlink", $0, isExternal: true) })
    var base = writer.body(.black)
    base.leading = 1.25
    let text = writer.paragraphs(of: blocks, base)
    let xml =
      SlideWriter.head + "<p:notes \(SlideWriter.names)><p:cSld><p:spTree>" + SlideWriter.root
      + ThemeParts.slideImage
      + Shapes.text(
        3, "Notes", Rect(x: 54, y: 342, width: 432, height: 400),
        placeholder: "type=\"body\" idx=\"1\"", text)
      + "</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>"
    addPart(
      "ppt/notesSlides/notesSlide\(number).xml", xml, type: "presentationml.notesSlide+xml",
      relations: box.relations)
  }

  // MARK: The presentation

  mutating func presentation(
    _ deck: Deck, format: SlideFormat, template: PresentationTemplate? = nil,
    slides: [SectionList.Entry], hasNotes: Bool
  ) {
    var relations = Relations()
    var masters = ""
    if let template {
      for master in template.masters {
        let id = relations.id("slideMaster", "/" + master.part)
        masters += "<p:sldMasterId id=\"\(escaped(master.id))\" r:id=\"\(id)\"/>"
      }
    } else {
      let id = relations.id("slideMaster", "slideMasters/slideMaster1.xml")
      masters = "<p:sldMasterId id=\"2147483648\" r:id=\"\(id)\"/>"
    }
    var list = ""
    for (index, entry) in slides.enumerated() {
      list +=
        "<p:sldId id=\"\(entry.id)\" r:id=\"\(relations.id("slide", "slides/slide\(index + 1).xml"))\"/>"
    }
    var notes = ""
    if hasNotes || notesMaster != nil {
      let target = notesMaster ?? "notesMasters/notesMaster1.xml"
      notes =
        "<p:notesMasterIdLst><p:notesMasterId r:id=\"\(relations.id("notesMaster", target))\"/></p:notesMasterIdLst>"
    }
    if let handouts = template?.part("handoutMaster") {
      notes +=
        "<p:handoutMasterIdLst><p:handoutMasterId r:id=\"\(relations.id("handoutMaster", "/" + handouts))\"/></p:handoutMasterIdLst>"
    }
    let theme = template?.part("theme").map { "/" + $0 } ?? "theme/theme1.xml"
    let tables = template?.part("tableStyles")
    for (type, target) in [
      ("presProps", "presProps.xml"), ("viewProps", "viewProps.xml"), ("theme", theme),
      ("tableStyles", tables.map { "/" + $0 } ?? "tableStyles.xml"),
    ] {
      _ = relations.id(type, target)
    }
    let sections = SectionList(slides: slides, usual: deck.metadata.title).xml
    let sizes =
      template?.sizes
      ?? "<p:sldSz cx=\"\(emu(format.size.width))\" cy=\"\(emu(format.size.height))\"/><p:notesSz cx=\"6858000\" cy=\"9601200\"/>"
    addPart(
      "ppt/presentation.xml",
      SlideWriter.head
        + "<p:presentation \(SlideWriter.names) saveSubsetFonts=\"1\"><p:sldMasterIdLst>\(masters)</p:sldMasterIdLst>"
        + notes + (list.isEmpty ? "" : "<p:sldIdLst>\(list)</p:sldIdLst>") + sizes
        + (template?.textStyle ?? "")
        + (sections.isEmpty ? "" : "<p:extLst>\(sections)</p:extLst>") + "</p:presentation>",
      type: "presentationml.presentation.main+xml", relations: relations)
    addPart(
      "ppt/presProps.xml", SlideWriter.head + "<p:presentationPr \(SlideWriter.names)/>",
      type: "presentationml.presProps+xml")
    addPart(
      "ppt/viewProps.xml", SlideWriter.head + "<p:viewPr \(SlideWriter.names)/>",
      type: "presentationml.viewProps+xml")
    if tables == nil {
      addPart(
        "ppt/tableStyles.xml",
        SlideWriter.head
          + "<a:tblStyleLst xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" def=\"{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}\"/>",
        type: "presentationml.tableStyles+xml")
    }
    properties(deck.metadata, slides: slides.count)
  }

  private mutating func properties(_ metadata: Metadata, slides: Int) {
    func element(_ name: String, _ text: String) -> String {
      text.isEmpty ? "" : "<\(name)>\(escaped(text))</\(name)>"
    }
    // A day is a point in time to those who read this.
    let date = metadata.date.count == 10 ? metadata.date + "T00:00:00Z" : metadata.date
    let created =
      date.isEmpty
      ? "" : "<dcterms:created xsi:type=\"dcterms:W3CDTF\">\(escaped(date))</dcterms:created>"
    parts.append(
      (
        "docProps/core.xml",
        Array(
          (SlideWriter.head
            + "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:dcterms=\"http://purl.org/dc/terms/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
            + element("dc:title", metadata.title) + element("dc:subject", metadata.subject)
            + element("dc:creator", metadata.authors.joined(separator: ", "))
            + element("cp:keywords", metadata.keywords.joined(separator: ", "))
            + element("dc:description", metadata.description)
            + element("dc:language", metadata.language) + created + "</cp:coreProperties>").utf8),
        false
      ))
    parts.append(
      (
        "docProps/app.xml",
        Array(
          (SlideWriter.head
            + "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties\"><Application>Platen</Application><Slides>\(slides)</Slides></Properties>")
            .utf8), false
      ))
    types.append(
      ("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"))
    types.append(
      (
        "docProps/app.xml",
        "application/vnd.openxmlformats-officedocument.extended-properties+xml"
      ))
  }

  // MARK: The file

  func write(to sink: ByteSink) throws {
    var contents =
      SlideWriter.head
      + "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"png\" ContentType=\"image/png\"/><Default Extension=\"jpeg\" ContentType=\"image/jpeg\"/>"
    for (name, type) in types {
      contents += "<Override PartName=\"/\(name)\" ContentType=\"\(type)\"/>"
    }
    contents += "</Types>"
    let root =
      SlideWriter.head
      + "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"\(Relations.office)officeDocument\" Target=\"ppt/presentation.xml\"/><Relationship Id=\"rId2\" Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties\" Target=\"docProps/core.xml\"/><Relationship Id=\"rId3\" Type=\"\(Relations.office)extended-properties\" Target=\"docProps/app.xml\"/></Relationships>"
    var zip = ZipWriter()
    try zip.addEntry("[Content_Types].xml", Array(contents.utf8))
    try zip.addEntry("_rels/.rels", Array(root.utf8))
    for (name, bytes, isStored) in parts {
      try zip.addEntry(name, bytes, method: isStored ? .stored : .deflated)
    }
    let bytes = try zip.finish()
    try bytes.withUnsafeBytes { try sink($0) }
  }
}
