// SPDX-License-Identifier: MIT
// Part of Platen: the shapes of a slide in PresentationML (ECMA-376-1, 19.3).

internal import Drawing
internal import Figures
internal import Geometry

enum Shapes {
  static func hex(_ color: Color) -> String {
    String(color.hex.dropFirst().prefix(6)).uppercased()
  }

  static func fill(_ color: Color) -> String {
    guard color.alpha > 0 else { return "<a:noFill/>" }
    let alpha =
      color.alpha < 1 ? "<a:alpha val=\"\(Int((color.alpha * 100_000).rounded()))\"/>" : ""
    return "<a:solidFill><a:srgbClr val=\"\(hex(color))\">\(alpha)</a:srgbClr></a:solidFill>"
  }

  /// The background of a slide.
  static func background(_ color: Color) -> String {
    "<p:bg><p:bgPr>\(fill(color))<a:effectLst/></p:bgPr></p:bg>"
  }

  /// A gradient as the background of a slide (ISO/IEC 29500-1, 20.1.8.33): angles are clockwise from
  /// rightwards, in sixty-thousandths of a degree.
  static func background(_ gradient: CSSGradient, on ground: Color, _ size: Size) -> String {
    func share(_ value: Double) -> Int { Int((value * 100_000).rounded()) }
    let stops = zip(gradient.stops, gradient.colors(on: ground)).map { stop, color in
      "<a:gs pos=\"\(share(stop.offset))\"><a:srgbClr val=\"\(hex(color))\"/></a:gs>"
    }.joined()
    let course: String
    if case .radial(let x, let y) = gradient.course {
      course =
        "<a:path path=\"circle\"><a:fillToRect l=\"\(share(x))\" t=\"\(share(y))\" "
        + "r=\"\(share(1 - x))\" b=\"\(share(1 - y))\"/></a:path>"
    } else {
      let angle = (gradient.angle(on: size) + 630).truncatingRemainder(dividingBy: 360)
      course = "<a:lin ang=\"\(Int((angle * 60_000).rounded()) % 21_600_000)\" scaled=\"0\"/>"
    }
    return "<p:bg><p:bgPr><a:gradFill rotWithShape=\"1\"><a:gsLst>\(stops)</a:gsLst>\(course)"
      + "</a:gradFill><a:effectLst/></p:bgPr></p:bg>"
  }

  static func transform(_ frame: Rect, _ name: String = "a:xfrm") -> String {
    "<\(name)><a:off x=\"\(emu(frame.x))\" y=\"\(emu(frame.y))\"/>"
      + "<a:ext cx=\"\(emu(max(1, frame.width)))\" cy=\"\(emu(max(1, frame.height)))\"/></\(name)>"
  }

  /// A box of text.
  ///
  /// - Parameters:
  ///   - placeholder: `type="title"` and the like; empty for a box of its own.
  ///   - insets: left, top, right, bottom, in points.
  ///   - isPrompt: Indicates a box of a master or a layout, whose text users replace by their own.
  static func text(
    _ id: Int, _ name: String, _ frame: Rect, placeholder: String = "", fill: Color? = nil,
    radius: Double = 0, insets: (Double, Double, Double, Double) = (0, 0, 0, 0),
    anchor: String = "t", wraps: Bool = true, isPrompt: Bool = false, _ paragraphs: String
  ) -> String {
    // A box that grows would leave what is behind it, and one that shrinks its text has no end to it.
    let fits =
      isPrompt ? "normAutofit" : placeholder.isEmpty && fill == nil ? "spAutoFit" : "noAutofit"
    let isBox = placeholder.isEmpty ? " txBox=\"1\"" : ""
    let shape = radius > 0 ? "roundRect" : "rect"
    let adjust =
      radius > 0
      ? "<a:avLst><a:gd name=\"adj\" fmla=\"val \(Int(min(0.5, radius / max(1, min(frame.width, frame.height))) * 100_000))\"/></a:avLst>"
      : "<a:avLst/>"
    return "<p:sp><p:nvSpPr><p:cNvPr id=\"\(id)\" name=\"\(escaped(name))\"/><p:cNvSpPr\(isBox)>"
      + (placeholder.isEmpty ? "" : "<a:spLocks noGrp=\"1\"/>") + "</p:cNvSpPr><p:nvPr>"
      + (placeholder.isEmpty ? "" : "<p:ph \(placeholder)/>") + "</p:nvPr></p:nvSpPr><p:spPr>"
      + transform(frame) + "<a:prstGeom prst=\"\(shape)\">\(adjust)</a:prstGeom>"
      + (fill.map(Shapes.fill) ?? "<a:noFill/>")
      + "</p:spPr><p:txBody><a:bodyPr wrap=\"\(wraps ? "square" : "none")\""
      + " lIns=\"\(emu(insets.0))\" tIns=\"\(emu(insets.1))\" rIns=\"\(emu(insets.2))\" bIns=\"\(emu(insets.3))\""
      + " anchor=\"\(anchor)\" rtlCol=\"0\"><a:\(fits)/></a:bodyPr><a:lstStyle/>"
      + (paragraphs.isEmpty ? "<a:p/>" : paragraphs) + "</p:txBody></p:sp>"
  }

  /// A filled rectangle without text.
  static func bar(_ id: Int, _ name: String, _ frame: Rect, _ color: Color) -> String {
    "<p:sp><p:nvSpPr><p:cNvPr id=\"\(id)\" name=\"\(escaped(name))\">\(decorative)</p:cNvPr><p:cNvSpPr/><p:nvPr userDrawn=\"1\"/></p:nvSpPr><p:spPr>"
      + transform(frame) + "<a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom>" + fill(color)
      + "<a:ln><a:noFill/></a:ln></p:spPr></p:sp>"
  }

  /// The mark of shapes that screen readers skip.
  private static let decorative =
    "<a:extLst><a:ext uri=\"{C183D7F6-B498-43B3-948B-1728B52AA6E4}\"><adec:decorative xmlns:adec=\"http://schemas.microsoft.com/office/drawing/2017/decorative\" val=\"1\"/></a:ext></a:extLst>"

  /// An image behind everything, cut at the edges of the slide.
  static func background(_ id: Int, _ frame: Rect, in sheet: Rect, relation: String) -> String {
    func part(_ length: Double, of whole: Double) -> Int {
      Int((max(0, length) / whole * 100_000).rounded())
    }
    let cut =
      "<a:srcRect l=\"\(part(sheet.minX - frame.minX, of: frame.width))\" t=\"\(part(sheet.minY - frame.minY, of: frame.height))\" r=\"\(part(frame.maxX - sheet.maxX, of: frame.width))\" b=\"\(part(frame.maxY - sheet.maxY, of: frame.height))\"/>"
    let shown = Rect(
      x: max(sheet.minX, frame.minX), y: max(sheet.minY, frame.minY),
      width: min(sheet.width, frame.width), height: min(sheet.height, frame.height))
    return
      "<p:pic><p:nvPicPr><p:cNvPr id=\"\(id)\" name=\"Background\">\(decorative)</p:cNvPr><p:cNvPicPr/><p:nvPr userDrawn=\"1\"/></p:nvPicPr><p:blipFill><a:blip r:embed=\"\(relation)\"/>\(cut)<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>"
      + transform(shown) + "<a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr></p:pic>"
  }

  static func picture(
    _ id: Int, _ name: String, _ frame: Rect, relation: String, alternative: String
  ) -> String {
    "<p:pic><p:nvPicPr><p:cNvPr id=\"\(id)\" name=\"\(escaped(name))\" descr=\"\(escaped(alternative))\"/><p:cNvPicPr><a:picLocks noChangeAspect=\"1\"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed=\"\(relation)\"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>"
      + transform(frame) + "<a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr></p:pic>"
  }
}
