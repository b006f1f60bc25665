// SPDX-License-Identifier: MIT
// Part of Platen: a scene as text, for tests and for people who want to know what was composed.

internal import Geometry

extension Scene {
  /// The scene as indented text, one node a line; equal scenes give equal text.
  ///
  /// - Parameter outlines: whether paths are written point by point, or only counted.
  public func dump(outlines: Bool = false) -> String {
    var dump = SceneDump(outlines: outlines)
    dump.line(
      "scene \(SceneDump.number(size.width))×\(SceneDump.number(size.height)) on \(background.hex)")
    dump.nodes(nodes, depth: 1)
    return dump.text
  }

  /// The names of the groups directly below the scene, in drawing order.
  public var layerNames: [String] {
    nodes.compactMap { if case .group(let group) = $0 { group.name } else { nil } }
  }

  /// The text of every text node, in drawing order.
  public var texts: [String] {
    var found: [String] = []
    func walk(_ nodes: [Node]) {
      for node in nodes {
        switch node {
        case .group(let group): walk(group.children)
        case .text(let text): found.append(text.source)
        case .path, .image: break
        }
      }
    }
    walk(nodes)
    return found
  }
}

private struct SceneDump {
  let outlines: Bool
  var text = ""

  init(outlines: Bool) { self.outlines = outlines }

  mutating func line(_ content: String, depth: Int = 0) {
    text += String(repeating: "  ", count: depth) + content + "\n"
  }

  mutating func nodes(_ nodes: [Node], depth: Int) {
    for node in nodes {
      switch node {
      case .group(let group):
        line(describe(group), depth: depth)
        self.nodes(group.children, depth: depth + 1)
      case .path(let node): line(describe(node), depth: depth)
      case .text(let node): line(describe(node), depth: depth)
      case .image(let node):
        line(
          "image \(node.image.width)×\(node.image.height) in \(describe(node.frame))", depth: depth)
      }
    }
  }

  func describe(_ group: Group) -> String {
    var parts = ["group \"\(group.name)\""]
    if group.transform != .identity {
      let m = group.transform
      parts.append(
        "map " + [m.a, m.b, m.c, m.d, m.tx, m.ty].map(SceneDump.number).joined(separator: " "))
    }
    if let clip = group.clip { parts.append("clip \(clip.rule.rawValue) \(describe(clip.path))") }
    if group.opacity != 1 { parts.append("opacity \(SceneDump.number(group.opacity))") }
    if group.blend != .normal { parts.append(group.blend.rawValue) }
    switch group.filter {
    case .blur(let deviation): parts.append("blur \(SceneDump.number(deviation))")
    case .dropShadow(let blur, let offset, let color):
      parts.append("shadow \(SceneDump.number(blur)) \(describe(offset)) \(color.hex)")
    case nil: break
    }
    return parts.joined(separator: " ")
  }

  func describe(_ node: PathNode) -> String {
    var parts = ["path \(describe(node.path))"]
    if let fill = node.fill { parts.append("fill \(fill.rule.rawValue) \(describe(fill.paint))") }
    if let stroke = node.stroke { parts.append("stroke \(describe(stroke))") }
    return parts.joined(separator: " ")
  }

  func describe(_ node: TextNode) -> String {
    let at = node.glyphs.first.map { describe($0.position) } ?? "nowhere"
    let size = SceneDump.number(node.font.size)
    let halo = node.halo.map { " halo \(describe($0))" } ?? ""
    return "text \"\(node.source)\" \(node.font.face.name) \(size) at \(at) "
      + "\(node.glyphs.count) glyphs \(describe(node.paint))\(halo)"
  }

  func describe(_ paint: Paint) -> String {
    switch paint {
    case .color(let color): color.hex
    case .linearGradient(let from, let to, let stops):
      "linear \(describe(from)) \(describe(to)) \(stops.map { $0.color.hex }.joined(separator: " "))"
    case .radialGradient(let center, let radius, let stops):
      "radial \(describe(center)) \(SceneDump.number(radius)) "
        + stops.map { $0.color.hex }.joined(separator: " ")
    case .pattern(let tile, _, let nodes):
      "pattern \(SceneDump.number(tile.width))×\(SceneDump.number(tile.height)) of \(nodes.count)"
    }
  }

  func describe(_ stroke: Stroke) -> String {
    var parts = ["\(describe(stroke.paint)) \(SceneDump.number(stroke.width))"]
    if !stroke.dash.isEmpty {
      parts.append("dash " + stroke.dash.map(SceneDump.number).joined(separator: ","))
    }
    if stroke.cap != .butt { parts.append(stroke.cap.rawValue) }
    if stroke.join != .miter { parts.append(stroke.join.rawValue) }
    return parts.joined(separator: " ")
  }

  func describe(_ path: Path) -> String {
    guard outlines else { return "of \(path.verbs.count)" }
    var parts: [String] = []
    var next = 0
    func take(_ count: Int) -> String {
      defer { next += count }
      return path.points[next..<next + count].map(describe).joined(separator: " ")
    }
    for verb in path.verbs {
      switch verb {
      case .move: parts.append("M" + take(1))
      case .line: parts.append("L" + take(1))
      case .curve: parts.append("C" + take(3))
      case .close: parts.append("Z")
      }
    }
    return parts.joined(separator: " ")
  }

  func describe(_ p: Point) -> String { SceneDump.number(p.x) + "," + SceneDump.number(p.y) }

  func describe(_ r: Rect) -> String {
    "\(describe(Point(r.x, r.y))) \(SceneDump.number(r.width))×\(SceneDump.number(r.height))"
  }

  /// Two decimals at the most, none where there is nothing to say.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e13 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let sign = hundredths < 0 ? "-" : ""
    let whole = abs(hundredths) / 100
    let rest = abs(hundredths) % 100
    if rest == 0 { return "\(sign)\(whole)" }
    if rest % 10 == 0 { return "\(sign)\(whole).\(rest / 10)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
