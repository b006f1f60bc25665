// SPDX-License-Identifier: MIT
// Part of Platen: how shapes and letters are painted, as attributes.

internal import Canvas
internal import Drawing
internal import Geometry

extension SVGWriter {
  /// The attributes of a shape; nil where it is invisible.
  func style(of node: PathNode) throws -> [UInt8]? {
    let fill = node.fill.flatMap { $0.paint.isVisible ? $0 : nil }
    let stroke = node.stroke.flatMap { $0.isVisible ? $0 : nil }
    guard fill != nil || stroke != nil else { return nil }
    var bytes: [UInt8] = []
    if let fill {
      try put(fill.paint, as: "fill", "fill-opacity", to: &bytes)
      if fill.rule == .evenOdd { bytes.put("fill-rule", "evenodd") }
    } else {
      bytes.put("fill", "none")
    }
    if let stroke { try put(stroke, to: &bytes) }
    return bytes
  }

  /// The attributes of words: what their letters and halos are painted with; nil where there is
  /// nothing to see of them.
  func style(of text: TextNode) throws -> [UInt8]? {
    let halo = text.halo.flatMap { $0.isVisible ? $0 : nil }
    guard text.font.size > 0, text.font.size.isFinite, !text.glyphs.isEmpty,
      text.glyphs.allSatisfy({ $0.position.isFinite && $0.angle.isFinite }),
      halo != nil || text.paint.isVisible, place.cut.mayShow(text)
    else { return nil }
    // Text painted with more than a color is drawn as shapes, and color glyphs have no paint.
    guard text.isPlain, try !fonts.isColor(text.font.face) else { return [] }
    var bytes: [UInt8] = []
    try put(text.paint, as: "fill", "fill-opacity", to: &bytes)
    if let color = halo?.paint.color {
      // Its opacity is set for all of it at once.
      try put(.color(color.opacity(1 / max(color.alpha, 1e-9))), as: "stroke", "", to: &bytes)
      bytes.put("stroke-linejoin", "round")
    }
    if letters == .text { try put(text.font, to: &bytes) }
    return bytes
  }

  private func put(_ stroke: Stroke, to bytes: inout [UInt8]) throws {
    let scale = place.base.scale
    try put(stroke.paint, as: "stroke", "stroke-opacity", to: &bytes)
    let width = stroke.width * scale
    if abs(width - 1) >= 0.0005 { bytes.put("stroke-width", width, digits: 3) }
    switch stroke.cap {
    case .butt: break
    case .round: bytes.put("stroke-linecap", "round")
    case .square: bytes.put("stroke-linecap", "square")
    }
    switch stroke.join {
    case .miter: break
    case .round: bytes.put("stroke-linejoin", "round")
    case .bevel: bytes.put("stroke-linejoin", "bevel")
    }
    let dash = stroke.soundDash(scale: scale)
    guard !dash.isEmpty else { return }
    bytes.put(attribute: "stroke-dasharray") {
      $0.put(numbers: dash.map { $0 * scale }, digits: 3)
    }
    // Readers need not know what a negative offset is.
    let period = dash.reduce(0, +) * (dash.count % 2 == 0 ? 1 : 2)
    let offset = stroke.dashOffset - (stroke.dashOffset / period).rounded(.down) * period
    if offset * scale >= 0.0005 { bytes.put("stroke-dashoffset", offset * scale, digits: 3) }
  }

  /// A paint as `fill` or `stroke`, and how faint it is. Shapes are filled with black by default.
  func put(
    _ paint: Paint, as name: StaticString, _ opacity: StaticString, to bytes: inout [UInt8]
  ) throws {
    switch paint {
    case .color(let color):
      guard color.alpha > 0 else {
        bytes.put(name, "none")
        return
      }
      let isBlack = color.red <= 0 && color.green <= 0 && color.blue <= 0
      if !isBlack || name.hasSameText(as: "stroke") {
        bytes.put(attribute: name) { $0.put(color: color) }
      }
      if color.alpha < 0.9995 { bytes.put(opacity, color.alpha, digits: 3) }
    case .linearGradient, .radialGradient:
      guard paint.hasSoundGradient else {
        bytes.put(name, "none")
        return
      }
      bytes.put(name, "url(#\(try id(of: .gradient(paint, place.base))))")
    case .pattern(let tile, let map, let nodes):
      guard tile.width > 0, tile.height > 0, tile.width.isFinite, tile.height.isFinite,
        map.isDrawable, !nodes.isEmpty
      else {
        bytes.put(name, "none")
        return
      }
      let pattern = Definition.pattern(tile: tile, map: map, nodes: nodes, base: place.base)
      bytes.put(name, "url(#\(try id(of: pattern)))")
    }
  }

  /// ` font-…`, with what to set the words in where the face is not at hand.
  private func put(_ font: FontInstance, to bytes: inout [UInt8]) throws {
    let naming = try fonts.naming(of: font.face)
    let generic =
      switch naming.genre {
      case .serif, .emoji: "serif"
      case .sans: "sans-serif"
      case .mono: "monospace"
      case .blackletter: "fantasy"
      }
    bytes.put(attribute: "font-family") { bytes in
      for family in naming.families {
        bytes.put("'")
        bytes.put(words: String(family.filter { $0 != "'" && $0 != "\\" }))
        bytes.put("',")
      }
      bytes.put(generic)
    }
    bytes.put("font-size", font.size * place.base.scale, digits: 3)
    if naming.weight != 400 { bytes.put("font-weight", String(naming.weight)) }
    if naming.isItalic { bytes.put("font-style", "italic") }
  }
}

extension StaticString {
  fileprivate func hasSameText(as other: StaticString) -> Bool {
    withUTF8Buffer { a in other.withUTF8Buffer { b in a.elementsEqual(b) } }
  }
}

extension Paint {
  var color: Color? { if case .color(let color) = self { color } else { nil } }

  /// Indicates whether there may be anything to see of it.
  var isVisible: Bool {
    switch self {
    case .color(let color): color.alpha > 0
    case .linearGradient, .radialGradient: hasSoundGradient
    case .pattern(_, _, let nodes): !nodes.isEmpty
    }
  }

  /// Indicates whether it is a gradient that can be drawn.
  var hasSoundGradient: Bool {
    switch self {
    case .linearGradient(let from, let to, let stops):
      from.isFinite && to.isFinite && from != to && !stops.isEmpty
    case .radialGradient(let center, let radius, let stops):
      center.isFinite && radius.isFinite && radius > 0 && !stops.isEmpty
    case .color, .pattern: false
    }
  }
}

extension PathNode {
  /// Indicates whether it is a fill of an eighth or less: a twentieth of a unit at its edge then
  /// changes a drawing about as much as a two-hundredth does at an edge in full.
  var isFaint: Bool {
    guard stroke.map({ !$0.isVisible }) ?? true, let color = fill?.paint.color else { return false }
    return color.alpha <= 0.125
  }
}

extension Stroke {
  var isVisible: Bool { paint.isVisible && width > 0 && width.isFinite }
}

extension TextNode {
  /// Indicates whether letters and halo are of a color each.
  var isPlain: Bool {
    paint.color != nil && (halo.map { $0.paint.color != nil || !$0.isVisible } ?? true)
  }
}
