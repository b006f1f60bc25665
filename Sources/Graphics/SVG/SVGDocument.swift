// SPDX-License-Identifier: MIT
// Part of Platen: a scene as a file of SVG 1.1, which every reader of it draws alike.

public import Canvas
public import Diagnostics
public import Drawing
public import Geometry
internal import Pixels
public import Text

/// A drawing as an SVG file (W3C, Scalable Vector Graphics 1.1, second edition).
///
/// Readers agree on little of what came after 1.1 and on not all of that. So the file has no style
/// sheets and no variables, no text on paths, no foreign objects, nothing from outside and nothing
/// that runs. Groups that blend with what is below them, which 1.1 cannot express, are drawn over
/// it, with a note.
public struct SVGDocument: Sendable {
  /// The representation of text.
  public enum TextMode: String, CaseIterable, Sendable {
    /// Shapes, which need no fonts and look the same everywhere.
    case outlines
    /// Text, which can be edited and looks right where the fonts are.
    case text
  }

  /// The size in the drawing's units, which are pixels of 96 an inch unless `millimetres` is set.
  public var size: Size
  /// The printed size; nil where only its pixels count.
  public var millimetres: Size?
  /// The color under all of it, margins and all; nil for nothing.
  public var paper: Color?
  /// The title; the scene's own title where it is empty.
  public var title = ""
  /// The description in words; no element is written where it is empty.
  public var description = ""
  /// The language of its words: BCP 47.
  public var language = ""
  public var letters = SVGDocument.TextMode.outlines
  /// The label of a top group in editors, by its name; nil for a group that is not a layer.
  public var layer: @Sendable (String) -> String? = { _ in nil }

  public init(size: Size) { self.size = size }

  /// Writes `window` of a scene, stretched over the drawing, and nothing outside it.
  ///
  /// - Parameters:
  /// - limit: The part of the window to draw; nil for all of it.
  ///   - sink: Takes the file's bytes as they are made; the memory is lent for the call.
  /// - Returns: Notes on requests that SVG cannot express, and whether anything was drawn but the
  ///   ground.
  /// - Throws: `Failure` `svg.size`, `canvas.window`, or for fonts; what `sink` throws.
  public func writeScene(
    _ scene: Scene, showing window: Rect, within limit: Rect? = nil, fonts: FontLibrary,
    to sink: @escaping ByteSink
  ) throws -> (notes: [Diagnostic], hasDrawn: Bool) {
    guard size.width > 0, size.height > 0, size.width <= PathData.reach,
      size.height <= PathData.reach
    else {
      throw Failure(
        .error(.svgSize, "an SVG of \(size.width) × \(size.height) units is not possible"))
    }
    guard window.width > 0, window.height > 0, window.x.isFinite, window.y.isFinite,
      window.width.isFinite, window.height.isFinite
    else {
      throw Failure(.error(.canvasWindow, "the part of the scene to draw is empty"))
    }
    let (a, d) = (size.width / window.width, size.height / window.height)
    let base = AffineMap(a: a, b: 0, c: 0, d: d, tx: -window.x * a, ty: -window.y * d)
    var whole = scene
    whole.nodes = scene.nodes.cut(around: window, scale: max(a, d))
    let writer = SVGWriter(
      fonts: fonts, letters: letters, output: SVGOutput(sink: sink),
      place: SVGPlace(
        base: base,
        cut: ContentPlace(visible: limit.flatMap(window.intersection) ?? window, isCut: true)),
      symbols: SymbolCensus(whole.nodes, map: base))
    try writeBody(of: whole, isLimited: limit != nil, writer)
    writer.beginInEarnest()
    putHead(of: scene, to: &writer.output.bytes)
    try writer.putDefinitions()
    try writeBody(of: whole, isLimited: limit != nil, writer)
    writer.output.bytes.put("</svg>\n")
    try writer.output.flush()
    return (writer.notes, writer.hasDrawn)
  }

  // MARK: Parts

  private func putHead(of scene: Scene, to bytes: inout [UInt8]) {
    bytes.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    bytes.put("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    bytes.put(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
    bytes.put(" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" version=\"1.1\"")
    let (unit, printed) = millimetres.map { ("mm", $0) } ?? ("px", size)
    bytes.put(attribute: "width") {
      $0.put(number: printed.width, digits: 3)
      $0.put(unit)
    }
    bytes.put(attribute: "height") {
      $0.put(number: printed.height, digits: 3)
      $0.put(unit)
    }
    bytes.put(attribute: "viewBox") {
      $0.put("0 0 ")
      $0.put(numbers: [size.width, size.height], digits: 3)
    }
    if !language.isEmpty { bytes.put(attribute: "xml:lang") { $0.put(words: language) } }
    bytes.put(">\n")
    for (name, words) in [("title", title.isEmpty ? scene.title : title), ("desc", description)]
    where !words.isEmpty {
      bytes.put("<\(name)>")
      bytes.put(words: words)
      bytes.put("</\(name)>\n")
    }
  }

  /// The ground and the layers.
  private func writeBody(of scene: Scene, isLimited: Bool, _ writer: SVGWriter) throws {
    if let paper {
      writer.apart(at: SVGPlace(base: .identity, cut: ContentPlace())) {
        var style: [UInt8] = []
        style.put(attribute: "fill") { $0.put(color: paper) }
        writer.put(
          Path(rect: Rect(x: 0, y: 0, width: size.width, height: size.height)), style: style,
          paint: style)
      }
    }
    if scene.background.alpha > 0 {
      let ground = Path(rect: writer.place.cut.visible)
      if let style = try writer.style(of: PathNode(ground, fill: Fill(scene.background))) {
        writer.put(ground, style: style, paint: style)
      }
    }
    guard isLimited else {
      try writeLayers(scene.nodes, writer)
      return
    }
    let sheet = Clip(Path(rect: writer.place.cut.visible))
    writer.output.bytes.put("<g")
    writer.output.bytes.put(
      "clip-path", "url(#\(try writer.id(of: .clip(sheet, writer.place.base))))")
    // As a layer of layers, editors show what is in it.
    writer.put(groupName: "sheet")
    writer.output.bytes.put(" inkscape:groupmode=\"layer\" inkscape:label=\"Sheet\">\n")
    try writeLayers(scene.nodes, writer)
    writer.output.bytes.put("</g>\n")
  }

  private func writeLayers(_ nodes: [Node], _ writer: SVGWriter) throws {
    var loose: [Node] = []
    for node in nodes {
      guard case .group(let group) = node, let title = layer(group.name) else {
        loose.append(node)
        continue
      }
      try writer.writeNodes(loose)
      loose = []
      try writer.write(layer: group, title: title)
    }
    try writer.writeNodes(loose)
  }
}
