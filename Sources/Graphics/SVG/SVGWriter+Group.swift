// SPDX-License-Identifier: MIT
// Part of Platen: groups: named, moved, clipped, seen through, blurred, drawn in several places.

internal import Canvas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension SVGWriter {
  /// A group, or the symbol it is one of.
  ///
  /// - Parameter title: What editors list it as, where it is a layer.
  func writeGroup(_ group: Group, layer title: String? = nil) throws {
    if title == nil, let scale = symbols.scale(of: group) {
      try use(group, drawnAt: scale)
      return
    }
    guard let (inner, map) = place.entering(group) else { return }
    if group.blend != .normal { noteBlend(of: group) }
    var attributes: [UInt8] = []
    if let title {
      attributes.put("inkscape:groupmode", "layer")
      attributes.put(attribute: "inkscape:label") { $0.put(words: title) }
    }
    attributes.put(map: map)
    if group.opacity < 0.9995 { attributes.put("opacity", group.opacity, digits: 3) }
    if let clip = group.clip {
      attributes.put("clip-path", "url(#\(try id(of: .clip(clip, inner.base))))")
    }
    if let filter = group.filter, filter.isVisible(scale: inner.base.scale) {
      guard let bounds = try fonts.bounds(of: group.children) else { return }
      // What lies so far outside that its blur cannot be seen need not be blurred.
      let region = filter.extent(of: bounds)
      let near = filter.extent(of: inner.cut.visible)
      guard let seen = region.intersection(near.insetBy(-max(near.width, near.height) / 50)) else {
        return
      }
      attributes.put(
        "filter", "url(#\(try id(of: .filter(filter, region: seen, base: inner.base))))")
      var soft = inner
      soft.cut.visible = near
      try element(group.name, attributes, at: soft) { try writeNodes(group.children) }
      return
    }
    if attributes.isEmpty, group.name.isEmpty {
      try below("", at: inner) { try writeNodes(group.children) }
    } else {
      try element(group.name, attributes, at: inner) { try writeNodes(group.children) }
    }
  }

  private func noteBlend(of group: Group) {
    notes.append(
      .note(
        .svgBlend,
        "\(group.name.isEmpty ? "a group" : "\"\(group.name)\"") blends with what is below it, "
          + "which SVG 1.1 cannot express; it is drawn over it"))
  }

  private func element(
    _ name: String, _ attributes: [UInt8], at place: SVGPlace, _ body: () throws -> Void
  ) throws {
    output.bytes.put("<g")
    put(groupName: name)
    output.bytes.append(contentsOf: attributes)
    output.bytes.put(">\n")
    try below(name, at: place, body)
    output.bytes.put("</g>\n")
  }

  /// `<use>` of nodes drawn elsewhere `scale` pixels to a unit.
  private func use(_ group: Group, drawnAt scale: Double) throws {
    let id = try id(of: .symbol(group.children, scale: scale))
    let whole = place.base.after(group.transform)
    let zoom = AffineMap(
      a: whole.scale / scale, b: 0, c: 0, d: whole.scale / scale, tx: whole.tx, ty: whole.ty)
    output.bytes.put("<use")
    output.bytes.put("xlink:href", "#" + id)
    output.bytes.put(map: zoom)
    output.bytes.put("/>\n")
  }
}

extension Filter {
  /// Indicates whether it changes anything visible.
  fileprivate func isVisible(scale: Double) -> Bool {
    switch self {
    case .blur(let deviation): deviation.isFinite && deviation * scale >= 0.05
    case .dropShadow(let deviation, let offset, let color):
      deviation.isFinite && offset.isFinite && color.alpha > 0
    }
  }
}
