// SPDX-License-Identifier: MIT
// Part of Platen: the content of `<defs>`.

internal import Canvas
internal import Drawing
internal import Geometry

extension SVGWriter {
  /// `<defs>` with all that the rehearsal showed to be needed.
  func putDefinitions() throws {
    let paths = definitions.sharedPaths
    let images = definitions.sharedImages
    let entries = definitions.entries
    guard !paths.isEmpty || !images.isEmpty || !entries.isEmpty else { return }
    output.bytes.put("<defs>\n")
    for (id, shared) in paths {
      output.bytes.put("<path")
      output.bytes.put("id", id)
      apart(at: SVGPlace(base: shared.base, cut: ContentPlace())) { putData(shared.path) }
      output.bytes.put("/>\n")
      try output.pass()
    }
    for (id, node) in images { try putShared(node, as: id) }
    for (id, definition) in entries {
      try put(definition, as: id)
      try output.pass()
    }
    output.bytes.put("</defs>\n")
  }

  /// The element of something defined.
  func put(_ definition: Definition, as id: String) throws {
    switch definition {
    case .clip(let clip, let base): put(clip, base, as: id)
    case .gradient(let paint, let base): put(gradient: paint, base, as: id)
    case .pattern(let tile, let map, let nodes, let base):
      try putPattern(tile, base.after(map), nodes, as: id)
    case .filter(let filter, let region, let base):
      put(filter, region, scale: base.scale, base, as: id)
    case .glyph(let face, let glyph): try put(glyph, of: face, as: id)
    case .symbol(let nodes, let scale):
      try element("g", id) {
        try apart(at: SVGPlace(scale: scale)) { try writeNodes(nodes) }
      }
    }
  }

  private func element(
    _ name: StaticString, _ id: String, _ attributes: (inout [UInt8]) -> Void = { _ in },
    _ body: () throws -> Void
  ) rethrows {
    output.bytes.put("<\(name)")
    output.bytes.put("id", id)
    attributes(&output.bytes)
    output.bytes.put(">\n")
    try body()
    output.bytes.put("</\(name)>\n")
  }

  private func put(_ clip: Clip, _ base: AffineMap, as id: String) {
    element("clipPath", id) {
      var style: [UInt8] = []
      if clip.rule == .evenOdd { style.put("clip-rule", "evenodd") }
      apart(at: SVGPlace(base: base, cut: ContentPlace())) {
        put(clip.path, style: style, paint: style)
      }
    }
  }

  // MARK: Paints

  private func put(gradient paint: Paint, _ base: AffineMap, as id: String) {
    switch paint {
    case .linearGradient(let from, let to, let stops):
      let (from, to) = (base.apply(from), base.apply(to))
      element(
        "linearGradient", id,
        {
          $0.put("gradientUnits", "userSpaceOnUse")
          $0.put("x1", from.x)
          $0.put("y1", from.y)
          $0.put("x2", to.x)
          $0.put("y2", to.y)
        }
      ) { put(stops) }
    case .radialGradient(let center, let radius, let stops):
      let center = base.apply(center)
      element(
        "radialGradient", id,
        {
          $0.put("gradientUnits", "userSpaceOnUse")
          $0.put("cx", center.x)
          $0.put("cy", center.y)
          $0.put("r", radius * base.scale)
        }
      ) { put(stops) }
    case .color, .pattern: break
    }
  }

  private func put(_ stops: [GradientStop]) {
    for stop in stops {
      output.bytes.put("<stop")
      output.bytes.put("offset", max(0, min(1, stop.offset)), digits: 4)
      output.bytes.put(attribute: "stop-color") { $0.put(color: stop.color) }
      if stop.color.alpha < 0.9995 {
        output.bytes.put("stop-opacity", max(0, stop.color.alpha), digits: 3)
      }
      output.bytes.put("/>\n")
    }
  }

  /// - Parameter map: From the tile's coordinates to those of what it fills.
  private func putPattern(
    _ tile: Size, _ map: AffineMap, _ nodes: [Node], as id: String
  ) throws {
    let scale = map.scale
    try element(
      "pattern", id,
      {
        $0.put("patternUnits", "userSpaceOnUse")
        $0.put("width", tile.width * scale, digits: 4)
        $0.put("height", tile.height * scale, digits: 4)
        $0.put(map: map.after(.scale(1 / scale, 1 / scale)), as: "patternTransform")
      }
    ) {
      try apart(at: SVGPlace(scale: scale)) { try writeNodes(nodes) }
    }
  }

  // MARK: Effects

  private func put(
    _ filter: Filter, _ region: Rect, scale: Double, _ base: AffineMap, as id: String
  ) {
    let box = base.bounds(of: region)
    element(
      "filter", id,
      {
        $0.put("filterUnits", "userSpaceOnUse")
        $0.put("x", box.x)
        $0.put("y", box.y)
        $0.put("width", box.width)
        $0.put("height", box.height)
        $0.put("color-interpolation-filters", "sRGB")
      }
    ) {
      switch filter {
      case .blur(let deviation): putBlur(deviation * scale, of: nil)
      case .dropShadow(let deviation, let offset, let color):
        // As SVG 1.1 has no effect for it: the content, blurred, moved, and filled again.
        if deviation * scale >= 0.005 { putBlur(deviation * scale, of: "SourceAlpha") }
        output.bytes.put("<feOffset")
        if deviation * scale < 0.005 { output.bytes.put("in", "SourceAlpha") }
        output.bytes.put("dx", offset.x * scale)
        output.bytes.put("dy", offset.y * scale)
        output.bytes.put("result", "a")
        output.bytes.put("/>\n<feFlood")
        output.bytes.put(attribute: "flood-color") { $0.put(color: color) }
        output.bytes.put("flood-opacity", max(0, min(1, color.alpha)), digits: 3)
        output.bytes.put("/>\n<feComposite operator=\"in\" in2=\"a\"/>\n")
        output.bytes.put("<feMerge><feMergeNode/><feMergeNode in=\"SourceGraphic\"/></feMerge>\n")
      }
    }
  }

  private func putBlur(_ deviation: Double, of source: String?) {
    output.bytes.put("<feGaussianBlur")
    if let source { output.bytes.put("in", source) }
    output.bytes.put("stdDeviation", deviation, digits: 3)
    output.bytes.put("/>\n")
  }

  // MARK: Letters

  private func put(_ glyph: UInt32, of face: FontFace, as id: String) throws {
    guard !output.isRehearsal else { return }
    let outline = try fonts.outline(of: glyph, in: face)
    let units = try fonts.unitsPerEm(of: face)
    output.bytes.put("<path")
    output.bytes.put("id", id)
    output.bytes.put(" d=\"")
    // Outlines are drawn on a grid of the face's own units, so nothing is lost.
    var data = PathData(map: .scale(units, units), digits: 0, appendingTo: output.bytes)
    data.put(outline)
    output.bytes = data.bytes
    output.bytes.put("\"/>\n")
  }
}
