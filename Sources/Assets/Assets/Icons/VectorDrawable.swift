// SPDX-License-Identifier: MIT
// Part of Platen: drawings as Android's vector drawables.

public import Drawing
public import Geometry
internal import Text

/// Writes vector drawables (Android's `VectorDrawable`): XML that Android draws at any size.
///
/// They hold less than SVG does: paths with fills, strokes and gradients, and groups with one clip.
public struct VectorDrawable: Sendable {
  /// The drawing as XML, or the part of it that no drawable can hold.
  public enum Reading: Hashable, Sendable {
    case xml(String)
    /// The part in words, such as "a dashed line".
    case beyond(String)
  }

  /// Bytes of a path's data: Android's compiler of resources writes a drawable that crashes beyond.
  static let pathLimit = 32_767

  private let origin: Point
  /// Decimals of coordinates: four thousandths of the picture's side at most are lost.
  private let decimals: Int
  private var body = ""
  private var hasGradients = false

  /// The drawable of a drawing.
  ///
  /// - Parameters:
  ///   - nodes: what is drawn, cut off at `box`.
  ///   - box: the room of the drawing in its own units.
  ///   - size: the size in dp.
  ///   - tint: the color that Android draws it in, such as `?attr/colorControlNormal`; nil draws its
  ///     own colors.
  public static func xml(
    of nodes: [Node], box: Rect, size: Size, tint: String? = nil
  ) -> Reading {
    var drawable = VectorDrawable(box)
    var nodes = nodes
    var opacity = 1.0
    // What concerns the whole picture: its opacity, and the cut at its own edge.
    while nodes.count == 1, case .group(let group) = nodes[0], group.transform == .identity,
      group.blend == .normal, group.filter == nil,
      group.clip == nil || group.clip?.path == Path(rect: box)
    {
      opacity *= group.opacity
      nodes = group.children
    }
    do {
      try drawable.addNodes(nodes, indent: 1)
    } catch {
      return .beyond(error.what)
    }
    var attributes = [
      ("xmlns:android", "http://schemas.android.com/apk/res/android")
    ]
    if drawable.hasGradients {
      attributes.append(("xmlns:aapt", "http://schemas.android.com/aapt"))
    }
    attributes += [
      ("android:width", number(size.width) + "dp"), ("android:height", number(size.height) + "dp"),
      ("android:viewportWidth", number(box.width)), ("android:viewportHeight", number(box.height)),
    ]
    if let tint { attributes.append(("android:tint", tint)) }
    if opacity < 1 { attributes.append(("android:alpha", number(opacity))) }
    return .xml(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        + element("vector", attributes, indent: 0, isOpen: true) + drawable.body + "</vector>\n")
  }

  private init(_ box: Rect) {
    origin = Point(box.x, box.y)
    let side = max(box.width, box.height)
    decimals = side <= 100 ? 3 : side <= 1000 ? 2 : 1
  }

  /// A part of a drawing that no drawable can hold.
  private struct Beyond: Error {
    var what: String
  }

  private mutating func addNodes(_ nodes: [Node], indent: Int) throws(Beyond) {
    for node in nodes {
      switch node {
      case .path(let node): try addPath(node, opacity: 1, indent: indent)
      case .group(let group): try addGroup(group, indent: indent)
      case .text: throw Beyond(what: "text")
      case .image: throw Beyond(what: "an image")
      }
    }
  }

  private mutating func addGroup(_ group: Group, indent: Int) throws(Beyond) {
    guard group.transform == .identity else {
      throw Beyond(what: "a line that is wider in one direction")
    }
    guard group.blend == .normal, group.filter == nil else { throw Beyond(what: "a filter") }
    var inner = indent
    if let clip = group.clip {
      guard clip.rule == .nonZero else { throw Beyond(what: "an even-odd clip") }
      body += VectorDrawable.element("group", [], indent: indent, isOpen: true)
      inner += 1
      body += VectorDrawable.element(
        "clip-path", [("android:pathData", try data(of: clip.path))], indent: inner)
    }
    if group.opacity < 1 {
      // The opacity of a whole: of one shape that is only filled or only drawn, it is its paint's.
      guard group.children.count == 1, case .path(let node) = group.children[0],
        node.fill == nil || node.stroke == nil
      else { throw Beyond(what: "the opacity of a group") }
      try addPath(node, opacity: group.opacity, indent: inner)
    } else {
      try addNodes(group.children, indent: inner)
    }
    if group.clip != nil {
      body += String(repeating: " ", count: indent * 4) + "</group>\n"
    }
  }

  private mutating func addPath(_ node: PathNode, opacity: Double, indent: Int) throws(Beyond) {
    var attributes = [("android:pathData", try data(of: node.path))]
    var gradients: [(name: String, paint: Paint)] = []
    func addPaint(_ paint: Paint, as name: String) {
      if case .color(let color) = paint {
        attributes.append((name, VectorDrawable.text(color.opacity(opacity))))
      } else {
        gradients.append((name, paint))
      }
    }
    if let fill = node.fill {
      addPaint(fill.paint, as: "android:fillColor")
      if fill.rule == .evenOdd { attributes.append(("android:fillType", "evenOdd")) }
    }
    if let stroke = node.stroke {
      guard stroke.dash.isEmpty else { throw Beyond(what: "a dashed line") }
      addPaint(stroke.paint, as: "android:strokeColor")
      attributes.append(("android:strokeWidth", number(stroke.width)))
      if stroke.cap != .butt { attributes.append(("android:strokeLineCap", stroke.cap.rawValue)) }
      if stroke.join != .miter {
        attributes.append(("android:strokeLineJoin", stroke.join.rawValue))
      }
    }
    guard !gradients.isEmpty else {
      body += VectorDrawable.element("path", attributes, indent: indent)
      return
    }
    body += VectorDrawable.element("path", attributes, indent: indent, isOpen: true)
    for (name, paint) in gradients {
      try addGradient(paint, as: name, opacity, indent: indent + 1)
    }
    body += String(repeating: " ", count: indent * 4) + "</path>\n"
  }

  private mutating func addGradient(
    _ paint: Paint, as name: String, _ opacity: Double, indent: Int
  ) throws(Beyond) {
    hasGradients = true
    var attributes: [(String, String)]
    let stops: [GradientStop]
    switch paint {
    case .linearGradient(let from, let to, let own):
      stops = own
      attributes = [
        ("android:type", "linear"),
        ("android:startX", number(from.x - origin.x)),
        ("android:startY", number(from.y - origin.y)),
        ("android:endX", number(to.x - origin.x)), ("android:endY", number(to.y - origin.y)),
      ]
    case .radialGradient(let center, let radius, let own):
      stops = own
      attributes = [
        ("android:type", "radial"),
        ("android:centerX", number(center.x - origin.x)),
        ("android:centerY", number(center.y - origin.y)),
        ("android:gradientRadius", number(radius)),
      ]
    case .color, .pattern: throw Beyond(what: "a pattern")
    }
    let space = String(repeating: " ", count: indent * 4)
    body += VectorDrawable.element("aapt:attr", [("name", name)], indent: indent, isOpen: true)
    body += VectorDrawable.element("gradient", attributes, indent: indent + 1, isOpen: true)
    for stop in stops {
      body += VectorDrawable.element(
        "item",
        [
          ("android:offset", number(stop.offset)),
          ("android:color", VectorDrawable.text(stop.color.opacity(opacity))),
        ], indent: indent + 2)
    }
    body += space + "    </gradient>\n" + space + "</aapt:attr>\n"
  }

  // MARK: Text

  /// `#AARRGGBB`, or `#RRGGBB` where it is opaque.
  private static func text(_ color: Color) -> String {
    func code(_ value: Double) -> UInt8 { UInt8((min(1, max(0, value)) * 255).rounded()) }
    let opaque = [code(color.red), code(color.green), code(color.blue)]
    let alpha = code(color.alpha)
    return "#" + Hex.encode(alpha == 255 ? opaque : [alpha] + opaque, uppercase: true)
  }

  /// SVG's path data as the oldest Android reads it: no exponents, each number apart.
  private func data(of path: Path) throws(Beyond) -> String {
    var data = ""
    var next = 0
    func point() -> String {
      let point = path.points[next]
      next += 1
      return coordinate(point.x - origin.x) + "," + coordinate(point.y - origin.y)
    }
    for verb in path.verbs {
      switch verb {
      case .move: data += "M" + point()
      case .line: data += "L" + point()
      case .curve: data += "C" + point() + " " + point() + " " + point()
      case .close: data += "Z"
      }
      guard data.utf8.count <= VectorDrawable.pathLimit else {
        throw Beyond(what: "a path of more than \(VectorDrawable.pathLimit) characters")
      }
    }
    return data
  }

  private func coordinate(_ value: Double) -> String {
    let scale = decimals == 3 ? 1000.0 : decimals == 2 ? 100 : 10
    return number((value * scale).rounded() / scale)
  }

  /// One attribute stands behind the name; more stand in lines of their own.
  private static func element(
    _ name: String, _ attributes: [(String, String)], indent: Int, isOpen: Bool = false
  ) -> String {
    let space = String(repeating: " ", count: indent * 4)
    let separator = attributes.count > 1 ? "\n" + space + "    " : " "
    var text = space + "<" + name
    for (name, value) in attributes {
      text += separator + name + "=\"" + MarkupEscaping.escaped(value) + "\""
    }
    return text + (isOpen ? ">\n" : " />\n")
  }
}
