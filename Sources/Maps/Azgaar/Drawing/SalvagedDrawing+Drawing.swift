// SPDX-License-Identifier: MIT
// Part of Platen: the drawing of a save as shapes and names, where nothing else of its map is left.

internal import Atlas
internal import Drawing
internal import Geometry

extension SalvagedDrawing {
  /// Reads the shapes of a drawing, as far as players may see them.
  ///
  /// - Parameter sheet: the sheet, whose sides lengths in % are parts of.
  init(drawing bytes: UnsafeRawBufferPointer, on sheet: Rect) {
    var reader = SalvagedDrawingReader(sheet: sheet)
    var scanner = unsafe MarkupScanner(bytes)
    while let event = scanner.next() { reader.handle(event) }
    self = reader.finished()
  }
}

/// The walk through a drawing.
private struct SalvagedDrawingReader {
  /// Presentation attributes that elements inherit.
  private struct Style {
    var fill: Color? = .black
    var stroke: Color?
    var fillOpacity = 1.0
    var strokeOpacity = 1.0
    /// That of all groups around.
    var opacity = 1.0
    var width = 1.0
    var dash: [Double] = []
    var isEvenOdd = false
    var families: [String] = []
    var size = 16.0
    var ground = SalvagedDrawing.Ground.all
    var shift = Point.zero
    var isHidden = false

    func ink(_ color: Color?, _ part: Double) -> SalvagedDrawing.Ink? {
      guard let color, color.alpha * part * opacity > 0 else { return nil }
      return SalvagedDrawing.Ink(
        color.red, color.green, color.blue, opacity: color.alpha * part * opacity)
    }
  }

  /// A text that is being read.
  private struct OpenText {
    var style: Style
    var depth: Int
    var position: Point
    var lines: [String] = []
    var way: [Point] = []
    var middle = 0.5
  }

  /// Layers that are drawn; the names are FMG's groups. Armies, markers and zones may be secret.
  private static let shown: Set<String> = [
    "ocean", "lakes", "landmass", "terrs", "biomes", "cells", "gridOverlay", "coordinates",
    "rivers", "relig", "cults", "regions", "provs", "borders", "routes", "coastline", "ice",
    "icons", "labels",
  ]
  /// Groups that are not layers of the map.
  private static let furniture: Set<String> = [
    "debug", "ruler", "legend", "scaleBar", "fogging-cont", "vignette", "tradeAnimation",
  ]
  /// Groups whose shapes FMG's style sheet leaves without a fill.
  private static let unfilled: Set<String> = [
    "coastline", "borders", "routes", "cells", "gridOverlay", "coordinates",
  ]
  /// Groups that FMG's style sheet masks with the land.
  private static let onLand: Set<String> = ["landmass", "rivers"]
  /// Elements by which a layer shows something.
  private static let drawn: Set<String> = [
    "path", "use", "polygon", "polyline", "line", "rect", "circle", "text", "image", "svg",
  ]
  /// Points of all shapes; many elements may name one path.
  private static let pointLimit = 4_000_000
  private static let wayLimit = 200

  private let sheet: Rect
  private var picture = SalvagedDrawing()
  private var styles: [Style] = [Style()]
  private var isFirst = true
  private var points = 0
  /// The depth of `<defs>`, of the mask of the land in it, and of the group of the map.
  private var defsDepth: Int?
  private var landDepth: Int?
  private var viewDepth: Int?
  /// The layer that is read, and its depth.
  private var layer: (index: Int, depth: Int)?
  /// A layer that is not drawn, and its depth; nameless where that needs no mention.
  private var omitted: (name: String, depth: Int)?
  private var paths: [String: Path] = [:]
  private var text: OpenText?

  init(sheet: Rect) { self.sheet = sheet }

  func finished() -> SalvagedDrawing {
    var picture = picture
    picture.layers.removeAll { $0.shapes.isEmpty && $0.texts.isEmpty }
    picture.omitted.removeAll { $0.isEmpty }
    return picture
  }

  mutating func handle(_ event: MarkupScanner.Event) {
    switch event {
    case .start(let name, let attributes, let isEmpty):
      start(name, attributes)
      if isEmpty { end() }
    case .end: end()
    case .text(let bytes):
      guard text != nil else { return }
      let words = unsafe MarkupAttributes.decode(bytes)
      if text?.lines.isEmpty == true { text?.lines.append("") }
      let last = (text?.lines.count ?? 1) - 1
      text?.lines[last] += words
    }
  }

  private mutating func end() {
    guard styles.count > 1 else { return }
    styles.removeLast()
    if let text, text.depth == styles.count { close(text) }
    if defsDepth == styles.count { defsDepth = nil }
    if landDepth == styles.count { landDepth = nil }
    if viewDepth == styles.count { viewDepth = nil }
    if layer?.depth == styles.count { layer = nil }
    if omitted?.depth == styles.count { omitted = nil }
  }

  private mutating func start(_ name: String, _ attributes: MarkupAttributes) {
    let depth = styles.count
    let outer = styles[depth - 1]
    var style = outer
    defer { styles.append(style) }
    if isFirst {
      isFirst = false
      let color = attributes["background-color"].flatMap { Color(css: $0) }
      picture.background = style.ink(color, 1)
      return
    }
    if defsDepth != nil || name == "defs" {
      if name == "defs", defsDepth == nil { defsDepth = depth }
      define(name, attributes)
      return
    }
    if viewDepth == nil {
      if name == "g", attributes.written("id") == "viewbox" { viewDepth = depth }
      return
    }
    if layer == nil {
      if omitted == nil {
        startLayer(name, attributes, depth)
      } else if let omitted, SalvagedDrawingReader.drawn.contains(name) {
        if !picture.omitted.contains(omitted.name) { picture.omitted.append(omitted.name) }
      }
      guard layer != nil else {
        style.isHidden = true
        return
      }
    }
    adopt(attributes, into: &style)
    guard !style.isHidden, let layer else { return }
    if name == "text" || name == "tspan" || name == "textPath" {
      if picture.layers[layer.index].name == "labels" { startText(name, attributes, style, depth) }
      return
    }
    guard text == nil, let path = shape(name, attributes, style), !path.isEmpty else { return }
    points += path.points.count
    guard points <= SalvagedDrawingReader.pointLimit else { return }
    var shape = SalvagedDrawing.Shape(
      path.moved(by: style.shift), fill: style.ink(style.fill, style.fillOpacity),
      stroke: style.width > 0 ? style.ink(style.stroke, style.strokeOpacity) : nil,
      strokeWidth: style.width)
    guard shape.fill != nil || shape.stroke != nil else { return }
    shape.isEvenOdd = style.isEvenOdd
    shape.dash = style.dash
    shape.ground = style.ground
    picture.layers[layer.index].shapes.append(shape)
  }

  // MARK: Definitions

  private mutating func define(_ name: String, _ attributes: MarkupAttributes) {
    let id = attributes["id"]
    if name == "mask", id == "land" { landDepth = styles.count }
    guard name == "path" || name == "use" else { return }
    var path: Path?
    if name == "path" {
      path = attributes.path
      if let id, let path { paths[id] = path }
    } else {
      path = target(of: attributes)
    }
    guard landDepth != nil, let path, !path.isEmpty else { return }
    points += path.points.count
    if points <= SalvagedDrawingReader.pointLimit { picture.coasts.append(path) }
  }

  private func target(of attributes: MarkupAttributes) -> Path? {
    (attributes["href"] ?? attributes["xlink:href"]).flatMap {
      paths[String($0.trimmingPrefix("#"))]
    }
  }

  // MARK: Layers and style

  private mutating func startLayer(_ name: String, _ attributes: MarkupAttributes, _ depth: Int) {
    guard name == "g", let id = attributes["id"] else { return }
    guard SalvagedDrawingReader.shown.contains(id) else {
      let isMap = !SalvagedDrawingReader.furniture.contains(id) && !attributes.isHidden
      omitted = (isMap && picture.omitted.count < 64 ? id : "", depth)
      return
    }
    picture.layers.append(SalvagedDrawing.Layer(id))
    layer = (picture.layers.count - 1, depth)
    styles[depth - 1].fill = SalvagedDrawingReader.unfilled.contains(id) ? nil : .black
    styles[depth - 1].ground = SalvagedDrawingReader.onLand.contains(id) ? .land : .all
  }

  private func adopt(_ attributes: MarkupAttributes, into style: inout Style) {
    func number(_ name: StaticString) -> Double? {
      attributes.property(name).flatMap(SalvagedDrawingReader.number)
    }
    func part(_ name: StaticString) -> Double? { number(name).map { max(0, min(1, $0)) } }
    func color(_ name: StaticString, _ outer: Color?) -> Color? {
      guard let text = attributes.property(name), !text.isEmpty else { return outer }
      return Color(css: text)
    }
    if layer?.depth == styles.count {
      style.fill = styles[styles.count - 1].fill
      style.ground = styles[styles.count - 1].ground
    }
    if attributes.isHidden || attributes["class"] == "hidden" { style.isHidden = true }
    // The line around a state is seen on its own side alone, which takes more than its shape.
    if attributes.written("id") == "statesHalo" { style.isHidden = true }
    style.fill = color("fill", style.fill)
    style.stroke = color("stroke", style.stroke)
    style.fillOpacity = part("fill-opacity") ?? style.fillOpacity
    style.strokeOpacity = part("stroke-opacity") ?? style.strokeOpacity
    style.opacity *= part("opacity") ?? 1
    style.width = number("stroke-width").map { max(0, min(10_000, $0)) } ?? style.width
    if let dash = attributes.property("stroke-dasharray") {
      let lengths = dash.split { $0 == " " || $0 == "," }.compactMap {
        SalvagedDrawingReader.number($0)
      }
      style.dash = lengths.allSatisfy { $0 >= 0 } && lengths.contains { $0 > 0 } ? lengths : []
    }
    if let rule = attributes.property("fill-rule") { style.isEvenOdd = rule == "evenodd" }
    if let size = number("font-size"), size > 0, size < 10_000 {
      let isPart = attributes.property("font-size")?.hasSuffix("%") == true
      style.size = isPart ? style.size * size / 100 : size
    }
    if let families = attributes["font-family"] {
      style.families = families.split(separator: ",").prefix(8).map { name in
        String(name.filter { $0 != "\"" && $0 != "'" }.drop { $0 == " " })
      }
    }
    let mask = attributes.property("mask") ?? ""
    if mask.contains("#land") { style.ground = .land }
    if mask.contains("#water") { style.ground = .water }
    let shift = attributes.translation
    if shift.isFinite { style.shift = style.shift + shift }
  }

  /// A number with or without a unit behind it.
  private static func number(_ text: some StringProtocol) -> Double? {
    let digits = text.drop { $0 == " " }.prefix {
      $0.isASCII && ($0.isNumber || "+-.e".contains($0))
    }
    return Double(digits.hasSuffix("e") ? digits.dropLast() : digits)
      .flatMap { $0.isFinite ? $0 : nil }
  }

  // MARK: Shapes

  private func shape(_ name: String, _ attributes: MarkupAttributes, _ style: Style) -> Path? {
    func length(_ name: StaticString, of whole: Double) -> Double? {
      guard let text = attributes.written(name), let value = SalvagedDrawingReader.number(text)
      else {
        return nil
      }
      return text.hasSuffix("%") ? value / 100 * whole : value
    }
    func x(_ name: StaticString) -> Double { length(name, of: sheet.width) ?? 0 }
    func y(_ name: StaticString) -> Double { length(name, of: sheet.height) ?? 0 }
    var path = Path()
    switch name {
    case "path": return attributes.path
    case "polygon":
      guard let points = attributes.points, points.count > 2 else { return nil }
      path.append(ring: points)
    case "polyline":
      guard let points = attributes.points, points.count > 1 else { return nil }
      path.append(line: points)
    case "line":
      path.append(line: [Point(x("x1"), y("y1")), Point(x("x2"), y("y2"))])
    case "rect":
      let (width, height) = (x("width"), y("height"))
      // Patterns of the sea are images of FMG's page.
      guard width > 0, height > 0, attributes.written("fill")?.hasPrefix("url(") != true
      else { return nil }
      return Path(rect: Rect(x: x("x"), y: y("y"), width: width, height: height))
    case "circle":
      let radius = x("r")
      guard radius > 0, radius < 1e5 else { return nil }
      return Path(circleAt: Point(x("cx"), y("cy")), radius: radius)
    case "use": return target(of: attributes) ?? mark(attributes, style)
    default: return nil
    }
    return path
  }

  /// The mark of a burg, which FMG draws by symbols of its page, as wide as letters are high.
  private func mark(_ attributes: MarkupAttributes, _ style: Style) -> Path? {
    guard let layer, picture.layers[layer.index].name == "icons",
      let href = attributes["href"] ?? attributes["xlink:href"], href.hasPrefix("#icon-"),
      href != "#icon-anchor",
      let x = attributes.number("x"), let y = attributes.number("y")
    else { return nil }
    let half = style.size / 2
    if href.contains("square") {
      return Path(rect: Rect(x: x - half, y: y - half, width: 2 * half, height: 2 * half))
    }
    return Path(circleAt: Point(x, y), radius: half)
  }

  // MARK: Text

  private mutating func startText(
    _ name: String, _ attributes: MarkupAttributes, _ style: Style, _ depth: Int
  ) {
    switch name {
    case "text":
      func shift(_ name: StaticString) -> Double {
        guard let text = attributes.written(name), let value = SalvagedDrawingReader.number(text)
        else { return 0 }
        return text.hasSuffix("em") ? value * style.size : value
      }
      let place = Point(attributes.number("x") ?? 0, attributes.number("y") ?? 0)
      text = OpenText(
        style: style, depth: depth,
        position: place + Point(shift("dx"), shift("dy")) + style.shift)
    case "textPath":
      guard let path = target(of: attributes) else { return }
      text?.way = path.anchors.prefix(SalvagedDrawingReader.wayLimit).map { $0 + style.shift }
      text?.style.size = style.size
      let middle = attributes.number("startOffset", unit: "%") ?? 50
      text?.middle = max(0, min(1, middle / 100))
    default: text?.lines.append("")
    }
  }

  private mutating func close(_ open: OpenText) {
    text = nil
    let lines = open.lines.map { line in
      String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }.filter { !$0.isEmpty }
    guard let layer, !lines.isEmpty, open.position.isFinite,
      let ink = open.style.ink(open.style.fill, open.style.fillOpacity)
    else { return }
    var text = SalvagedDrawing.Text(lines, size: open.style.size, ink: ink, at: open.position)
    text.families = open.style.families
    text.way = open.way.count > 1 ? open.way : []
    text.middle = open.middle
    picture.layers[layer.index].texts.append(text)
  }
}

extension Path {
  /// The path elsewhere; itself without a shift.
  fileprivate func moved(by shift: Point) -> Path {
    shift == .zero
      ? self : applying(AffineMap(a: 1, b: 0, c: 0, d: 1, tx: shift.x, ty: shift.y))
  }
}
