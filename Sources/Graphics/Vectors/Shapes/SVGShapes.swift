// SPDX-License-Identifier: MIT
// Part of Platen: an SVG file as the shapes of a drawing, for what is to stay sharp at any size.

internal import Diagnostics
public import Drawing
public import Geometry
internal import Pixels

/// An SVG file as nodes of a drawing.
///
/// It is read by this package alone, so that a file takes as long as it is large. What is drawn as
/// shapes: paths, lines, rectangles, ellipses and polygons in groups, with fills, strokes, dashes,
/// gradients, opacities, transforms, `use`, and styles by names, classes and ids.
public struct SVGShapes: Hashable, Sendable {
  /// Bytes of a file.
  public static let limit = 1 << 20
  /// Points of all its shapes.
  public static let pointLimit = 100_000

  /// The room of the drawing in its own units: its `viewBox`, or its size in pixels of 1/96 inch.
  public var box: Rect
  /// The size in pixels of 1/96 inch: that of the box where it states none.
  public var size: Size
  /// The nodes of the drawing, cut off at the box.
  public var nodes: [Node]

  /// A file that was read.
  public enum Reading: Hashable, Sendable {
    case shapes(SVGShapes)
    /// The part that only ``SVGDrawing`` draws, in words.
    case beyond(String)
  }

  /// Reads a file.
  ///
  /// - Parameter color: the color that `currentColor` stands for.
  /// - Throws: `Failure` `svg.compressed`, `svg.damaged` at its line, `svg.entity`, `svg.size`,
  ///   `svg.too-large`.
  public static func read(_ bytes: [UInt8], color: Color) throws -> Reading {
    guard bytes.count <= limit else {
      throw Failure(.error(.svgTooLarge, "the file is larger than \(limit >> 20) MiB"))
    }
    guard !bytes.starts(with: [0x1F, 0x8B]) else {
      throw Failure(
        .error(
          .svgCompressed, "compressed SVG is not read", hints: ["unpack it: gunzip -S .svgz"]))
    }
    let root = try SVGElementParser.parse(bytes)
    do {
      let styled = try SVGRules(of: root).applied(to: root)
      var reader = SVGShapesReader(styled)
      return .shapes(try reader.shapes(of: styled, color: color))
    } catch let beyond as SVGBeyond {
      return .beyond(printable(beyond.what, limit: 80))
    }
  }
}

/// Walks through the elements of a file, whose attributes are their properties by all style rules.
private struct SVGShapesReader {
  private var elements: [String: SVGElement] = [:]
  private var points = 0
  /// The largest error of flattened curves.
  private var tolerance = 0.01
  /// Elements that were drawn, as often as they are used.
  private var visits = 0
  /// The `use` elements around the one that is drawn.
  private var uses = 0

  private static let visitLimit = 20_000
  private static let useLimit = 8

  init(_ root: SVGElement) { index(root) }

  private mutating func index(_ element: SVGElement) {
    if let id = element.attributes["id"], elements[id] == nil { elements[id] = element }
    for child in element.children { index(child) }
  }

  mutating func shapes(of root: SVGElement, color: Color) throws -> SVGShapes {
    let box = try SVGShapesReader.box(of: root)
    tolerance = max(box.width, box.height) / 4000
    let properties = root.attributes
    let style = try SVGStyle(color: color).with(properties)
    var nodes: [Node] = []
    for child in root.children { try addElement(child, in: style, .identity, to: &nodes) }
    if let opacity = SVGShapesReader.opacity(properties), opacity < 1 {
      nodes = [.group(Group(opacity: opacity, children: nodes))]
    }
    let reach = box.insetBy(-1e-3 * max(box.width, box.height))
    if let bounds = nodes.drawnBounds(tolerance: tolerance), bounds.union(reach) != reach {
      nodes = [.group(Group(clip: Clip(Path(rect: box)), children: nodes))]
    }
    return SVGShapes(box: box, size: SVGShapesReader.size(root.attributes, box), nodes: nodes)
  }

  /// The size of a file; one side without the other is in proportion.
  private static func size(_ attributes: [String: String], _ box: Rect) -> Size {
    func side(_ name: String) -> Double? {
      attributes[name].flatMap(SVGNumbers.length).flatMap { (0.01...1e6).contains($0) ? $0 : nil }
    }
    let (width, height) = (side("width"), side("height"))
    switch (width, height) {
    case (let width?, let height?): return Size(width: width, height: height)
    case (let width?, nil): return Size(width: width, height: width * box.height / box.width)
    case (nil, let height?): return Size(width: height * box.width / box.height, height: height)
    case (nil, nil): return Size(width: box.width, height: box.height)
    }
  }

  private static func box(of root: SVGElement) throws -> Rect {
    let attributes = root.attributes
    var box: Rect?
    if let list = attributes["viewBox"].flatMap(SVGNumbers.list), list.count == 4 {
      box = Rect(x: list[0], y: list[1], width: list[2], height: list[3])
    } else if let width = attributes["width"].flatMap(SVGNumbers.length),
      let height = attributes["height"].flatMap(SVGNumbers.length)
    {
      box = Rect(x: 0, y: 0, width: width, height: height)
    }
    guard let box, box.width > 0, box.height > 0 else {
      throw Failure(
        .error(
          .svgSize, "the file does not specify its size",
          hints: ["give its svg element a viewBox, or width and height"]))
    }
    guard (0.01...1e6).contains(box.width), (0.01...1e6).contains(box.height) else {
      throw Failure(
        .error(
          .svgSize,
          "the file is too large or too small: its sides may have 0.01 to 1,000,000 units",
          hints: ["give its svg element another viewBox"]))
    }
    return box
  }

  private static func opacity(_ properties: [String: String]) -> Double? {
    properties["opacity"].flatMap(SVGNumbers.part).map { min(1, max(0, $0)) }
  }

  // MARK: Elements

  private mutating func addElement(
    _ element: SVGElement, in outer: SVGStyle, _ outerMap: AffineMap, to nodes: inout [Node]
  ) throws {
    switch element.name {
    case "g", "a", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon": break
    // What is drawn only where it is referred to, and what is not drawn at all.
    case "defs", "linearGradient", "radialGradient", "pattern", "clipPath", "mask", "filter",
      "marker", "symbol", "style", "title", "desc", "metadata", "script", "animate",
      "animateTransform", "animateMotion", "set", "stop":
      return
    default: throw SVGBeyond("<\(element.name)>")
    }
    try count(1)
    let properties = element.attributes
    guard properties["display"] != "none" else { return }
    let style = try outer.with(properties)
    let map = try outerMap.after(SVGShapesReader.transform(properties))
    var drawn: [Node] = []
    switch element.name {
    case "g", "a":
      for child in element.children { try addElement(child, in: style, map, to: &drawn) }
    case "use":
      try addTarget(of: element, in: style, map, to: &drawn)
    default:
      if style.isVisible { try addShape(element, properties, style, map, to: &drawn) }
    }
    guard !drawn.isEmpty else { return }
    let opacity = SVGShapesReader.opacity(properties) ?? 1
    let clip = try clip(properties["clip-path"], map)
    if opacity < 1 || clip != nil {
      nodes.append(.group(Group(clip: clip, opacity: opacity, children: drawn)))
    } else {
      nodes += drawn
    }
  }

  /// Counts elements that are looked at.
  private mutating func count(_ number: Int) throws {
    visits += number
    guard visits <= SVGShapesReader.visitLimit else {
      throw Failure(.error(.svgTooLarge, "the file uses its own parts more often than is read"))
    }
  }

  private static func transform(_ properties: [String: String]) throws -> AffineMap {
    guard let text = properties["transform"], text != "none" else { return .identity }
    guard let map = SVGNumbers.transform(text) else {
      throw SVGBeyond("transform: \(text.prefix(40))")
    }
    return map
  }

  /// The outline of a `clip-path` of one shape, as programs write it round a whole drawing.
  private func clip(_ text: String?, _ map: AffineMap) throws -> Clip? {
    guard let text, text != "none" else { return nil }
    guard text.hasPrefix("url("), text.hasSuffix(")"),
      let target = elements[text.dropFirst(4).dropLast().filter { !"#\"' ".contains($0) }],
      target.name == "clipPath", target.attributes["clipPathUnits"] != "objectBoundingBox"
    else { throw SVGBeyond("clip-path: \(text.prefix(40))") }
    let outer = target.attributes
    guard outer["clip-path"] == nil, target.children.count == 1 else {
      throw SVGBeyond("<clipPath> of several parts")
    }
    let shape = target.children[0]
    let properties = shape.attributes
    guard ["path", "rect", "circle", "ellipse", "polygon"].contains(shape.name),
      properties["clip-path"] == nil
    else { throw SVGBeyond("<\(shape.name)> in <clipPath>") }
    let path = try SVGShapesReader.path(of: shape, properties) ?? Path()
    let place = try map.after(SVGShapesReader.transform(outer))
      .after(SVGShapesReader.transform(properties))
    let outline = path.applying(place)
    guard outline.points.allSatisfy(\.isNearSheet) else {
      throw SVGShapesReader.damage("its coordinates are too large", shape)
    }
    return Clip(
      outline, rule: properties["clip-rule"] == "evenodd" ? .evenOdd : .nonZero)
  }

  private mutating func addTarget(
    of element: SVGElement, in style: SVGStyle, _ map: AffineMap, to nodes: inout [Node]
  ) throws {
    guard let link = element.attributes["href"], link.hasPrefix("#"),
      let target = elements[String(link.dropFirst())]
    else { throw SVGBeyond("<use> of what is not in it") }
    guard target.name != "symbol", target.name != "svg" else {
      throw SVGBeyond("<use> of <\(target.name)>")
    }
    uses += 1
    defer { uses -= 1 }
    guard uses <= SVGShapesReader.useLimit else {
      throw Failure(.error(.svgTooLarge, "the file has deeper <use> elements than are read"))
    }
    let x = element.attributes["x"].flatMap(SVGNumbers.length) ?? 0
    let y = element.attributes["y"].flatMap(SVGNumbers.length) ?? 0
    try addElement(target, in: style, map.after(.translation(x, y)), to: &nodes)
  }

  private mutating func addShape(
    _ element: SVGElement, _ properties: [String: String], _ style: SVGStyle, _ map: AffineMap,
    to nodes: inout [Node]
  ) throws {
    guard let path = try SVGShapesReader.path(of: element, properties), !path.isEmpty else {
      return
    }
    points += path.points.count
    guard points <= SVGShapes.pointLimit else {
      throw Failure(.error(.svgTooLarge, "the file has more than 100,000 points"))
    }
    // Lines of one width stay so where nothing is stretched; else they are stretched as well.
    let isStroked: Bool =
      if case .none = style.stroke { false } else { style.width > 0 }
    let scale = map.similarity
    let isMoved = !isStroked || scale != nil
    let place = isMoved ? map : .identity
    let factor = isMoved ? scale ?? 1 : 1
    func paint(_ ink: SVGStyle.Ink, opacity: Double) throws -> Paint? {
      switch ink {
      case .none: return nil
      case .current: return .color(style.color.opacity(opacity))
      case .color(let color): return .color(color.opacity(opacity))
      case .server(let id):
        try count(elements[id]?.children.count ?? 0)
        let bounds = Rect(enclosing: path.flattened(tolerance: tolerance).flatMap(\.points))
        return try SVGGradient(id, among: elements, color: style.color)
          .paint(bounds ?? Rect(x: 0, y: 0, width: 0, height: 0), place, opacity: opacity)
      }
    }
    guard map.isNearSheet, path.applying(map).points.allSatisfy(\.isNearSheet) else {
      throw SVGShapesReader.damage("its coordinates are too large", element)
    }
    let drawn = path.applying(place)
    let fill = try paint(style.fill, opacity: style.fillOpacity).map { Fill($0, rule: style.rule) }
    let stroke =
      isStroked
      ? try paint(style.stroke, opacity: style.strokeOpacity).map {
        Stroke(
          $0, width: style.width * factor, dash: style.dash.map { $0 * factor },
          dashOffset: style.dashOffset * factor, cap: style.cap, join: style.join)
      } : nil
    guard fill != nil || stroke != nil else { return }
    let node = Node.path(PathNode(drawn, fill: fill, stroke: stroke))
    nodes.append(isMoved ? node : .group(Group(transform: map, children: [node])))
  }

  // MARK: Shapes

  /// The outline of a shape in its own coordinates; nil for one without a size.
  private static func path(
    of element: SVGElement, _ properties: [String: String]
  ) throws -> Path? {
    func value(_ name: String) throws -> Double? {
      guard let text = properties[name], text != "auto" else { return nil }
      guard let value = SVGNumbers.length(text) else {
        throw SVGBeyond("\(name): \(text.prefix(40))")
      }
      return value
    }
    switch element.name {
    case "path":
      guard let text = properties["d"], text != "none" else { return nil }
      guard let path = PathDataReader.path(text) else {
        throw damage("its path data is not valid", element)
      }
      return path
    case "rect":
      guard let width = try value("width"), let height = try value("height"), width > 0, height > 0
      else { return nil }
      let rect = Rect(x: try value("x") ?? 0, y: try value("y") ?? 0, width: width, height: height)
      let (rx, ry) = (try value("rx"), try value("ry"))
      let radii = Point(
        min(max(0, rx ?? ry ?? 0), width / 2), min(max(0, ry ?? rx ?? 0), height / 2))
      guard radii.x > 0, radii.y > 0 else { return Path(rect: rect) }
      // Round corners, made in a rectangle that is stretched to this one.
      let stretch = radii.y / radii.x
      let round = Path(
        rounded: Rect(x: rect.x, y: 0, width: width, height: height / stretch), radius: radii.x)
      return round.applying(AffineMap(a: 1, b: 0, c: 0, d: stretch, tx: 0, ty: rect.y))
    case "circle", "ellipse":
      let isCircle = element.name == "circle"
      let one = try value(isCircle ? "r" : "rx")
      let other = try isCircle ? one : value("ry")
      guard let rx = one ?? other, let ry = other ?? one, rx > 0, ry > 0 else { return nil }
      return Path(circleAt: .zero, radius: 1).applying(
        AffineMap(a: rx, b: 0, c: 0, d: ry, tx: try value("cx") ?? 0, ty: try value("cy") ?? 0))
    case "line":
      var path = Path()
      path.append(line: [
        Point(try value("x1") ?? 0, try value("y1") ?? 0),
        Point(try value("x2") ?? 0, try value("y2") ?? 0),
      ])
      return path
    case "polyline", "polygon":
      guard let list = SVGNumbers.list(properties["points"] ?? ""), list.count % 2 == 0 else {
        throw damage("its points are not valid", element)
      }
      let points = stride(from: 0, to: list.count, by: 2).map { Point(list[$0], list[$0 + 1]) }
      var path = Path()
      if element.name == "polygon" { path.append(ring: points) } else { path.append(line: points) }
      return path
    default:
      return nil
    }
  }

  private static func damage(_ what: String, _ element: SVGElement) -> Failure {
    Failure(
      .error(
        .svgDamaged, "invalid SVG: <\(printable(element.name, limit: 40))>: \(what)",
        at: SourceLocation(line: element.line)))
  }
}

extension [Node] {
  /// The rectangle around what is drawn, without the corners of wide lines; nil where nothing is.
  fileprivate func drawnBounds(tolerance: Double) -> Rect? {
    var result: Rect?
    for node in self {
      var bounds: Rect?
      switch node {
      case .path(let node):
        bounds = Rect(enclosing: node.path.flattened(tolerance: tolerance).flatMap(\.points))
        if let stroke = node.stroke { bounds = bounds?.insetBy(-stroke.width / 2) }
      case .group(let group):
        bounds = group.children.drawnBounds(tolerance: tolerance).flatMap { inner in
          Rect(
            enclosing: [
              Point(inner.minX, inner.minY), Point(inner.maxX, inner.minY),
              Point(inner.maxX, inner.maxY), Point(inner.minX, inner.maxY),
            ].map(group.transform.apply))
        }
      case .text, .image: continue
      }
      if let bounds { result = result?.union(bounds) ?? bounds }
    }
    return result
  }
}
