// SPDX-License-Identifier: MIT
// Part of Platen: pages of text, shapes and images as content streams of a PDF, without Cairo.

internal import Diagnostics
internal import Digests
internal import Drawing
internal import Geometry

/// Writes the content of a document's pages (ISO 32000-1, 8 and 9).
///
/// Pages of books and maps are shapes, glyphs and images, which are a handful of operators. They are
/// written as they are: no path, glyph or state goes through Cairo, nothing is compressed twice, and
/// the marks are right at once.
///
/// Coordinates have their origin at the bottom left, y up: a point of the scene is turned over when
/// it is written, and a group's map on both sides, so that nothing on the page stands on its head.
final class ContentWriter {
  let fonts: FontLibrary
  private let colors: PageColors
  private(set) var embedded: [EmbeddedFont] = []
  private var fontNumbers: [FontFace: Int] = [:]
  private var imageNumbers: [ImageKey: Int] = [:]
  private var shadingNumbers: [[UInt8]: Int] = [:]
  var patternNumbers: [PatternKey: Int] = [:]
  var formCount = 0
  var maskCount = 0
  private var layerNumbers: [String: Int] = [:]
  /// Notes on requests that PDF cannot express.
  var notes: [Diagnostic] = []

  var content = PageContent()
  var state = ContentState()
  var place = ContentPlace()
  var height = 0.0
  /// Digits after the point that keep a thousandth of a point on paper.
  var digits = 3
  var unit = 1000
  var isInText = false
  /// The start of the text object's line, in parts of a unit.
  var lineX = 0
  var lineY = 0
  var isTurned = false

  enum ImageKey: Hashable {
    case pixels(Digest, isPixelated: Bool)
    case glyph(FontFace, UInt32)
  }

  init(fonts: FontLibrary, colors: PageColors = .rgb) {
    self.fonts = fonts
    self.colors = colors
  }

  // MARK: Fonts

  /// A face's number and itself; nil where it cannot be embedded.
  func font(of face: FontFace) throws -> EmbeddedFont? {
    if let known = fontNumbers[face] { return known < 0 ? nil : embedded[known] }
    let file = try fonts.file(of: face)
    guard file.isColor || file.outlineKind != nil else {
      fontNumbers[face] = -1
      return nil
    }
    fontNumbers[face] = embedded.count
    embedded.append(EmbeddedFont(file, number: embedded.count))
    return embedded.last
  }

  func blankGlyph() throws -> (font: EmbeddedFont, glyph: UInt32)? {
    guard let (file, glyph) = try fonts.blankGlyph(), let font = try font(of: file.face) else {
      return nil
    }
    // Its own meaning is recorded before a use gives it another.
    var space = " "
    space.withUTF8 { _ = unsafe font.says(glyph, $0) }
    return (font, glyph)
  }

  // MARK: Pages

  /// The page as operators, its leaves in marks numbered from 0; artefacts have none.
  ///
  /// - Parameter leaves: Of all nodes.
  func writeScene(
    _ scene: Scene, _ leaves: [ContentLeaf], layers: [PageLayer] = []
  ) throws -> PageContent {
    content = PageContent()
    state = ContentState()
    place = ContentPlace(
      visible: Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height))
    height = scene.size.height
    (digits, unit) = (3, 1000)
    isInText = false
    if scene.background.alpha > 0 {
      content.operators.put("/Artifact BMC\n")
      try writePath(
        PathNode(
          Path(rect: Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)),
          fill: Fill(scene.background)))
      content.operators.put("EMC\n")
    }
    var number = 0
    for leaf in leaves {
      // A mark is within one text object or around whole ones (14.6.1).
      let isText = layers.isEmpty && scene.nodes[leaf.nodes].allSatisfy { isPlainText($0) }
      isText ? beginText() : endText()
      if leaf.element == nil {
        content.operators.put("/Artifact BMC\n")
      } else {
        content.operators.put("/Span<</MCID ")
        content.operators.put(number)
        content.operators.put(">>BDC\n")
        number += 1
      }
      if layers.isEmpty {
        for node in scene.nodes[leaf.nodes] { try writeNode(node) }
      } else {
        try writeNodes(scene.nodes, leaf.nodes, in: layers)
      }
      if !isText { endText() }
      content.operators.put("EMC\n")
    }
    endText()
    return content
  }

  /// Writes some nodes, those of layers marked as such (8.11.3.2).
  private func writeNodes(
    _ nodes: [Node], _ range: Range<Int>, in layers: [PageLayer]
  ) throws {
    var next = range.lowerBound
    func write(until end: Int) throws {
      while next < min(end, range.upperBound) {
        try self.writeNode(nodes[next])
        next += 1
      }
      endText()
    }
    for layer in layers where layer.nodes.overlaps(range) {
      try write(until: layer.nodes.lowerBound)
      content.operators.put("/OC/L")
      content.operators.put(number(ofLayer: layer.title))
      content.operators.put(" BDC\n")
      try write(until: layer.nodes.upperBound)
      content.operators.put("EMC\n")
    }
    try write(until: range.upperBound)
  }

  private func number(ofLayer title: String) -> Int {
    let number = layerNumbers[title] ?? layerNumbers.count
    if number == layerNumbers.count {
      layerNumbers[title] = number
      content.objects.append(.layer(number, title: title))
    }
    if !content.layers.contains(number) { content.layers.append(number) }
    return number
  }

  private func isPlainText(_ node: Node) -> Bool {
    guard case .text(let text) = node, text.halo == nil, text.paint.isColor,
      let font = try? font(of: text.font.face)
    else { return false }
    return !font.file.isColor
  }

  func writeNode(_ node: Node) throws {
    switch node {
    case .group(let group): try writeGroup(group)
    case .path(let path): try writePath(path)
    case .text(let text): try writeText(text)
    case .image(let node):
      guard !place.isCut || node.frame.touches(place.visible) else { return }
      writeImage(
        .pixels(Digest(canonicalOf: node.image), isPixelated: node.isPixelated), in: node.frame,
        isPixelated: node.isPixelated
      ) { node.image }
    }
  }

  // MARK: Shapes

  func writePath(_ node: PathNode) throws {
    guard let path = place.seen(of: node) else { return }
    let fill = node.fill.map { ContentPaint($0.paint) } ?? .nothing
    let line = node.stroke.flatMap { $0.width > 0 && $0.width.isFinite ? $0 : nil }
    let stroke = line.map { ContentPaint($0.paint) } ?? .nothing
    guard !fill.isNothing || !stroke.isNothing else { return }
    endText()
    let suffix = node.fill?.rule == .evenOdd ? "*" : ""
    switch fill {
    case .nothing: break
    case .color(let color):
      setFill(color)
      if let line, color.alpha >= 1, case .color(let ink) = stroke, ink.alpha == 1 {
        set(line, ink)
        put(path)
        content.operators.put("B\(suffix)\n")
        return
      }
      put(path)
      content.operators.put("f\(suffix)\n")
    case .shading(let shading):
      setFillOpacity(1)
      content.pushState()
      put(path)
      content.operators.put("W\(suffix) n\n")
      if shading.isSeeThrough, let box = path.controlBounds {
        try mask(by: shading, over: box)
      }
      paint(shading)
      content.popState()
    case .pattern:
      try draw(with: fill, in: nil) {
        put(path)
        content.operators.put("f\(suffix)\n")
      }
    }
    guard let line else { return }
    try draw(
      with: stroke, along: line, in: path.controlBounds?.insetBy(-PlannedNode.margin(line))
    ) {
      put(path)
      content.operators.put("S\n")
    }
  }

  /// Paints a gradient over all that is not clipped away.
  func paint(_ shading: ContentShading, isCoverage: Bool = false) {
    let number = number(of: shading, isCoverage: isCoverage)
    if !content.shadings.contains(number) { content.shadings.append(number) }
    content.operators.put("/S")
    content.operators.put(number)
    content.operators.put(" sh\n")
  }

  func number(of shading: ContentShading, isCoverage: Bool = false) -> Int {
    let dictionary = shading.dictionary(
      height: height, digits: digits, isCoverage: isCoverage, isGray: colors == .gray)
    let number = shadingNumbers[dictionary] ?? shadingNumbers.count
    if number == shadingNumbers.count {
      shadingNumbers[dictionary] = number
      content.objects.append(.shading(number, dictionary))
    }
    return number
  }

  func put(_ path: Path) {
    // Dashes begin where the path does, which is another corner than an operator would take.
    if state.dash.isEmpty, let rect = path.uprightRect {
      put(rect.minX, " ")
      put(height - rect.maxY, " ")
      put(rect.width, " ")
      put(rect.height, " re\n")
      return
    }
    var row = OutlineRow(self)
    swap(&row.bytes, &content.operators)
    unsafe path.points.withUnsafeBufferPointer { points in
      var next = 0
      for verb in path.verbs {
        switch verb {
        case .move:
          unsafe row.move(to: points[next])
          next += 1
        case .line:
          unsafe row.line(to: points[next])
          next += 1
        case .curve:
          unsafe row.curve(points[next], points[next + 1], to: points[next + 2])
          next += 3
        case .close: row.close()
        }
      }
    }
    swap(&row.bytes, &content.operators)
  }

  func put(_ value: Double, _ end: String) {
    content.operators.put(value, digits: digits)
    content.operators.put(end)
  }

  /// A map of the scene, turned over on both sides.
  func put(map: AffineMap) {
    let map = turned(map)
    for value in [map.a, map.b, map.c, map.d] {
      content.operators.put(value, digits: 6)
      content.operators.append(32)
    }
    put(map.tx, " ")
    put(map.ty, " cm\n")
  }

  func turned(_ map: AffineMap) -> AffineMap {
    AffineMap(
      a: map.a, b: -map.b, c: -map.c, d: map.d, tx: map.c * height + map.tx,
      ty: height - map.d * height - map.ty)
  }

  // MARK: State

  func setFill(_ color: Color) {
    setFillOpacity(color.alpha)
    guard !state.fill.isSame(as: color) else { return }
    state.fill = color
    put(color, gray: "g\n", rgb: "rg\n")
  }

  /// Lets lines be as a stroke is, in a color.
  func set(_ stroke: Stroke, _ color: Color) {
    setStrokeOpacity(color.alpha)
    if !state.stroke.isSame(as: color) {
      state.stroke = color
      put(color, gray: "G\n", rgb: "RG\n")
    }
    setShape(of: stroke)
  }

  /// Width, ends, corners and dashes.
  func setShape(of stroke: Stroke) {
    if state.lineWidth != stroke.width {
      state.lineWidth = stroke.width
      put(stroke.width, " w\n")
    }
    if state.cap != stroke.cap {
      state.cap = stroke.cap
      content.operators.put("\(stroke.cap.number) J\n")
    }
    if state.join != stroke.join {
      state.join = stroke.join
      content.operators.put("\(stroke.join.number) j\n")
    }
    if stroke.join == .miter, !state.hasMiterLimit {
      state.hasMiterLimit = true
      // As images have it.
      content.operators.put("\(Int(StrokeOutline.miterLimit)) M\n")
    }
    let isDashed =
      stroke.dash.reduce(0, +) > 0 && stroke.dash.allSatisfy { $0.isFinite && $0 >= 0 }
      && stroke.dashOffset.isFinite
    let (dash, offset) = isDashed ? (stroke.dash, stroke.dashOffset) : ([], 0)
    if state.dash != dash || state.dashOffset != offset {
      (state.dash, state.dashOffset) = (dash, offset)
      content.operators.put("[")
      for length in dash { put(length, " ") }
      content.operators.put("]")
      // Readers need not know what a negative phase is.
      let period = dash.reduce(0, +) * (dash.count % 2 == 0 ? 1 : 2)
      let phase = period > 0 ? offset - (offset / period).rounded(.down) * period : 0
      put(phase, " d\n")
    }
  }

  func setFillOpacity(_ alpha: Double) {
    let thousandths = ContentWriter.thousandths(alpha)
    guard state.fillOpacity != thousandths else { return }
    state.fillOpacity = thousandths
    name(opacity: thousandths)
  }

  func setStrokeOpacity(_ alpha: Double) {
    let thousandths = ContentWriter.thousandths(alpha)
    guard state.strokeOpacity != thousandths else { return }
    state.strokeOpacity = thousandths
    // Negative for strokes: the two are apart from each other.
    name(opacity: -1 - thousandths)
  }

  private static func thousandths(_ alpha: Double) -> Int {
    Int((max(0, min(1, alpha)) * 1000).rounded())
  }

  private func name(opacity number: Int) {
    if !content.opacities.contains(number) { content.opacities.append(number) }
    content.operators.put("/\(PageContent.name(ofOpacity: number)) gs\n")
  }

  private func put(_ color: Color, gray: String, rgb: String) {
    let shade: Double? =
      switch colors {
      case .rgb: nil
      case .gray: color.shadeOfGray
      case .blackAlone: color.shadeOfBlackInk
      }
    for value in shade.map({ [$0] }) ?? [color.red, color.green, color.blue] {
      content.operators.put(max(0, min(1, value)))
      content.operators.append(32)
    }
    content.operators.put(shade == nil ? rgb : gray)
  }

  // MARK: Images

  /// - Parameter map: From the frame's coordinates to those of here.
  func writeImage(
    _ key: ImageKey, in frame: Rect, through map: AffineMap = .identity, isPixelated: Bool,
    image: () -> RasterImage
  ) {
    guard frame.width > 0, frame.height > 0 else { return }
    let number: Int
    if let known = imageNumbers[key] {
      number = known
    } else {
      let image = image()
      guard image.width > 0, image.height > 0 else { return }
      number = imageNumbers.count
      imageNumbers[key] = number
      content.objects.append(
        .image(number, ContentImage(image: image, isPixelated: isPixelated)))
    }
    if !content.images.contains(number) { content.images.append(number) }
    endText()
    setFillOpacity(1)
    content.pushState()
    // An image is a unit's square, its lower left corner at the origin (8.9.3).
    let corner = map.apply(Point(frame.x, frame.maxY))
    put(map.a * frame.width, " ")
    put(-map.b * frame.width, " ")
    put(-map.c * frame.height, " ")
    put(map.d * frame.height, " ")
    put(corner.x, " ")
    put(height - corner.y, " cm\n/I")
    content.operators.put(number)
    content.operators.put(" Do\n")
    content.popState()
  }
}

extension PageContent {
  /// The name of an opacity in `opacities`: fills' are thousandths, strokes' those below -1.
  package static func name(ofOpacity number: Int) -> String {
    number >= 0 ? "A\(number)" : "B\(-1 - number)"
  }
}

extension Color {
  /// The shade of gray that stands for it in print (ISO 32000-1, 10.3.2).
  var shadeOfGray: Double { 0.3 * red + 0.59 * green + 0.11 * blue }

  /// The shade of gray of a color that black ink alone can print: of one without a hue that is seen.
  /// The darkest are black, so that letters have no screen.
  var shadeOfBlackInk: Double? {
    guard max(red, green, blue) - min(red, green, blue) <= 0.04 else { return nil }
    return shadeOfGray < 0.15 ? 0 : shadeOfGray
  }

  fileprivate func isSame(as other: Color) -> Bool {
    red == other.red && green == other.green && blue == other.blue
  }
}

extension Paint {
  var color: Color? { if case .color(let color) = self { color } else { nil } }
  var isColor: Bool { color != nil }
}

extension Path {
  /// The rectangle it is, if it is one with upright sides.
  var uprightRect: Rect? {
    guard verbs == [.move, .line, .line, .line, .close],
      points[0].y == points[1].y, points[1].x == points[2].x, points[2].y == points[3].y,
      points[3].x == points[0].x
    else { return nil }
    return controlBounds
  }
}
