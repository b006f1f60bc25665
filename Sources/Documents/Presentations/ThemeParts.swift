// SPDX-License-Identifier: MIT
// Part of Platen: the look of a deck as theme, master and layouts of a presentation.

internal import Documents
internal import Drawing
internal import Geometry
internal import Typesetting

struct ThemeParts {
  let look: DeckLook
  let format: SlideFormat
  /// The words of layouts that are shown to those who edit the presentation.
  let phrases: Phrasebook
  let isRightToLeft: Bool

  /// Layouts by the kind of slide: 1 cover, 2 part, 3 standard.
  static func layout(of kind: Slide.Kind) -> Int {
    switch kind {
    case .cover: 1
    case .part: 2
    case .standard: 3
    }
  }

  func addParts(to package: inout Package, hasNotes: Bool) {
    package.addPart("ppt/theme/theme1.xml", theme(look.name), type: "theme+xml")
    master(&package)
    for kind in [Slide.Kind.cover, .part, .standard] { layout(kind, &package) }
    if hasNotes { addNotes(to: &package, theme: "ppt/theme/theme2.xml") }
  }

  /// Adds the master of pages of notes.
  ///
  /// - Parameter name: the name of its theme.
  func addNotes(to package: inout Package, theme name: String) {
    package.addPart(name, theme("\(look.name) notes", isPaper: true), type: "theme+xml")
    var relations = Relations()
    _ = relations.id("theme", "../" + name.dropFirst("ppt/".count))
    package.addPart(
      "ppt/notesMasters/notesMaster1.xml",
      SlideWriter.head
        + "<p:notesMaster \(SlideWriter.names)><p:cSld><p:bg><p:bgRef idx=\"1001\"><a:schemeClr val=\"bg1\"/></p:bgRef></p:bg><p:spTree>"
        + SlideWriter.root + ThemeParts.slideImage
        + Shapes.text(
          3, "Notes", Rect(x: 54, y: 342, width: 432, height: 400),
          placeholder: "type=\"body\" sz=\"quarter\" idx=\"1\"", "")
        + "</p:spTree></p:cSld>" + ThemeParts.colorMap + "</p:notesMaster>",
      type: "presentationml.notesMaster+xml", relations: relations)
  }

  static let slideImage =
    "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Slide\"/><p:cNvSpPr><a:spLocks noGrp=\"1\" noRot=\"1\" noChangeAspect=\"1\"/></p:cNvSpPr><p:nvPr><p:ph type=\"sldImg\"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x=\"685800\" y=\"685800\"/><a:ext cx=\"5486400\" cy=\"3086100\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr></p:sp>"

  private static let colorMap =
    "<p:clrMap bg1=\"lt1\" tx1=\"dk1\" bg2=\"lt2\" tx2=\"dk2\" accent1=\"accent1\" accent2=\"accent2\" accent3=\"accent3\" accent4=\"accent4\" accent5=\"accent5\" accent6=\"accent6\" hlink=\"hlink\" folHlink=\"folHlink\"/>"

  // MARK: The theme

  private func theme(_ name: String, isPaper: Bool = false) -> String {
    let palette = look.palette
    let (ground, ink) = isPaper ? (Color.white, Color.black) : (palette.ground, palette.ink)
    let colors = SchemeColors(palette, ink: ink, ground: ground).colors
    var xml =
      SlideWriter.head
      + "<a:theme xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" name=\"\(escaped(name))\"><a:themeElements><a:clrScheme name=\"\(escaped(name))\">"
    for (name, color) in colors {
      xml += "<a:\(name)><a:srgbClr val=\"\(Shapes.hex(color))\"/></a:\(name)>"
    }
    func font(_ name: String, _ families: [String]) -> String {
      "<a:\(name)><a:latin typeface=\"\(escaped(families.first ?? "Lato"))\"/><a:ea typeface=\"\"/><a:cs typeface=\"\"/></a:\(name)>"
    }
    xml += "</a:clrScheme><a:fontScheme name=\"\(escaped(name))\">"
    xml += font("majorFont", palette.titleFamilies) + font("minorFont", palette.bodyFamilies)
    let fill = "<a:solidFill><a:schemeClr val=\"phClr\"/></a:solidFill>"
    let line = "<a:ln w=\"9525\">\(fill)</a:ln>"
    let effect = "<a:effectStyle><a:effectLst/></a:effectStyle>"
    xml += "</a:fontScheme><a:fmtScheme name=\"\(escaped(name))\">"
    xml += "<a:fillStyleLst>\(fill)\(fill)\(fill)</a:fillStyleLst>"
    xml += "<a:lnStyleLst>\(line)\(line)\(line)</a:lnStyleLst>"
    xml += "<a:effectStyleLst>\(effect)\(effect)\(effect)</a:effectStyleLst>"
    xml += "<a:bgFillStyleLst>\(fill)\(fill)\(fill)</a:bgFillStyleLst>"
    return xml + "</a:fmtScheme></a:themeElements></a:theme>"
  }

  // MARK: Master and layouts

  private var side: Double { look.side * min(1, format.size.width / 960) }

  private var titleFrame: Rect {
    Rect(x: side, y: look.top, width: format.size.width - 2 * side, height: 60)
  }

  private var bodyFrame: Rect {
    Rect(
      x: side, y: look.top + 84, width: format.size.width - 2 * side,
      height: format.size.height - look.top - 84 - look.bottom)
  }

  private func prompt(_ phrase: Phrase) -> String {
    "<a:p><a:r><a:t>\(escaped(phrases[phrase]))</a:t></a:r></a:p>"
  }

  /// The mirrored position, given for slides that are read from left to right.
  private func placed(_ rect: Rect) -> Rect {
    guard isRightToLeft else { return rect }
    return Rect(
      x: format.size.width - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
  }

  private func feet(_ first: Int) -> String {
    let y = format.size.height - 32
    return Shapes.text(
      first, "Footer", placed(Rect(x: side, y: y, width: format.size.width * 0.7, height: 20)),
      placeholder: "type=\"ftr\" sz=\"quarter\" idx=\"11\"", anchor: "ctr", isPrompt: true, "")
      + Shapes.text(
        first + 1, "Number",
        placed(Rect(x: format.size.width - side - 80, y: y, width: 80, height: 20)),
        placeholder: "type=\"sldNum\" sz=\"quarter\" idx=\"12\"", anchor: "ctr",
        "<a:p><a:fld id=\"{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}\" type=\"slidenum\"><a:rPr/><a:t>‹#›</a:t></a:fld></a:p>"
      )
  }

  private func master(_ package: inout Package) {
    var relations = Relations()
    var layouts = ""
    for number in 1...3 {
      let id = relations.id("slideLayout", "../slideLayouts/slideLayout\(number).xml")
      layouts += "<p:sldLayoutId id=\"\(2_147_483_648 + number)\" r:id=\"\(id)\"/>"
    }
    _ = relations.id("theme", "../theme/theme1.xml")
    let patches = look.style.patches
    let titleSize = hundredths(patches[".slide-title"]?.size ?? 38)
    let bodySize = hundredths(patches["body"]?.size ?? 23)
    let way = isRightToLeft ? "algn=\"r\" rtl=\"1\"" : "algn=\"l\""
    var levels = ""
    for level in 1...9 {
      let left = Int(Double(level) * 27 * 12_700)
      levels +=
        "<a:lvl\(level)pPr marL=\"\(left)\" indent=\"-342900\" \(way)><a:spcAft><a:spcPts val=\"600\"/></a:spcAft><a:buFont typeface=\"Arial\"/><a:buChar char=\"•\"/><a:defRPr sz=\"\(bodySize)\"><a:solidFill><a:schemeClr val=\"tx1\"/></a:solidFill><a:latin typeface=\"+mn-lt\"/></a:defRPr></a:lvl\(level)pPr>"
    }
    let xml =
      SlideWriter.head + "<p:sldMaster \(SlideWriter.names)><p:cSld>"
      + Shapes.background(look.palette.ground) + "<p:spTree>" + SlideWriter.root
      + Shapes.text(
        2, "Title", titleFrame, placeholder: "type=\"title\"", isPrompt: true, prompt(.title))
      + Shapes.text(
        3, "Content", bodyFrame, placeholder: "type=\"body\" idx=\"1\"", isPrompt: true,
        prompt(.slideContent))
      + feet(4) + "</p:spTree></p:cSld>" + ThemeParts.colorMap
      + "<p:sldLayoutIdLst>\(layouts)</p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr \(way)><a:buNone/><a:defRPr sz=\"\(titleSize)\" b=\"1\"><a:solidFill><a:schemeClr val=\"accent1\"/></a:solidFill><a:latin typeface=\"+mj-lt\"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle>\(levels)</p:bodyStyle><p:otherStyle><a:defPPr><a:defRPr/></a:defPPr><a:lvl1pPr \(way)><a:defRPr sz=\"1200\"><a:solidFill><a:schemeClr val=\"tx1\"/></a:solidFill><a:latin typeface=\"+mn-lt\"/><a:cs typeface=\"+mn-cs\"/></a:defRPr></a:lvl1pPr></p:otherStyle></p:txStyles></p:sldMaster>"
    package.addPart(
      "ppt/slideMasters/slideMaster1.xml", xml, type: "presentationml.slideMaster+xml",
      relations: relations)
  }

  private func layout(_ kind: Slide.Kind, _ package: inout Package) {
    var relations = Relations()
    _ = relations.id("slideMaster", "../slideMasters/slideMaster1.xml")
    let palette = look.palette
    let height = format.size.height
    var shapes = ""
    var type = "obj"
    var name = Phrase.slideContent
    var ground: Color?
    switch kind {
    case .cover:
      (type, name, ground) = ("title", .title, palette.coverGround)
      shapes +=
        Shapes.bar(5, "Bar", placed(Rect(x: 0, y: 0, width: 16, height: height)), palette.accent)
        + Shapes.bar(6, "Bar", placed(Rect(x: 16, y: 0, width: 5, height: height)), palette.accent2)
        + Shapes.text(
          2, "Title", bodyFrame, placeholder: "type=\"ctrTitle\"", isPrompt: true, prompt(.title))
    case .part:
      (type, name, ground) = ("secHead", .part, palette.partGround)
      shapes +=
        Shapes.bar(5, "Bar", placed(Rect(x: 0, y: 0, width: 16, height: height)), palette.accent2)
        + Shapes.text(
          2, "Title", bodyFrame, placeholder: "type=\"title\"", isPrompt: true, prompt(.title))
    case .standard:
      shapes +=
        Shapes.text(
          2, "Title", titleFrame, placeholder: "type=\"title\"", isPrompt: true, prompt(.title))
        + Shapes.text(
          3, "Content", bodyFrame, placeholder: "idx=\"1\"", isPrompt: true, prompt(.slideContent))
        + feet(5)
    }
    let xml =
      SlideWriter.head
      + "<p:sldLayout \(SlideWriter.names) type=\"\(type)\" preserve=\"1\"><p:cSld name=\"\(escaped(phrases[name]))\">"
      + (ground.map(Shapes.background) ?? "") + "<p:spTree>" + SlideWriter.root + shapes
      + "</p:spTree></p:cSld>"
      + SchemeColors(palette, ink: palette.ink, ground: palette.ground)
      .colorMap(on: look.ground(of: kind)) + "</p:sldLayout>"
    package.addPart(
      "ppt/slideLayouts/slideLayout\(ThemeParts.layout(of: kind)).xml", xml,
      type: "presentationml.slideLayout+xml", relations: relations)
  }
}
