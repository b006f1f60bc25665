// SPDX-License-Identifier: MIT
// Part of Platen: the canonical digest of a scene: all that decides how it is painted, but for the
// contents of the font files its text names.

public import Digests
internal import Geometry

extension Scene: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(size, background, nodes, title)
  }
}

extension Node: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .group(let group): digester.addCase(0, group)
    case .path(let node): digester.addCase(1, node)
    case .text(let node): digester.addCase(2, node)
    case .image(let node): digester.addCase(3, node)
    }
  }
}

extension Group: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(name, transform, clip, opacity, blend, filter, children)
  }
}

extension Clip: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(path, rule) }
}

extension FillRule: Digestible {}
extension BlendMode: Digestible {}

extension Filter: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .blur(let deviation): digester.addCase(0, deviation)
    case .dropShadow(let blur, let offset, let color): digester.addCase(1, blur, offset, color)
    }
  }
}

extension Paint: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .color(let color): digester.addCase(0, color)
    case .linearGradient(let from, let to, let stops): digester.addCase(1, from, to, stops)
    case .radialGradient(let center, let radius, let stops):
      digester.addCase(2, center, radius, stops)
    case .pattern(let tile, let transform, let nodes): digester.addCase(3, tile, transform, nodes)
    }
  }
}

extension GradientStop: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(offset, color) }
}

extension Color: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(red, green, blue, alpha) }
}

extension Fill: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(paint, rule) }
}

extension Stroke: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(paint, width, dash, dashOffset, cap, join)
  }
}

extension Stroke.Cap: Digestible {}
extension Stroke.Join: Digestible {}

extension PathNode: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(path, fill, stroke) }
}

extension TextNode: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(source, font, glyphs, clusters, paint, halo)
    if let isRightToLeft { digester.add(isRightToLeft) }
  }
}

extension FontInstance: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(face, size) }
}

extension FontFace: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(name) }
}

extension Glyph: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(id, position, angle) }

  public static func add(_ elements: UnsafeBufferPointer<Glyph>, to digester: inout Digester) {
    // Not the memory: there are four bytes of nothing after each id.
    digester.addPacked(.record, elements, width: 28, isMemory: false) { glyph, digester in
      digester.appendRaw(glyph.id)
      digester.appendRaw(glyph.position.x.bitPattern)
      digester.appendRaw(glyph.position.y.bitPattern)
      digester.appendRaw(glyph.angle.bitPattern)
    }
  }
}

extension Cluster: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(byteCount, glyphCount) }

  public static func add(_ elements: UnsafeBufferPointer<Cluster>, to digester: inout Digester) {
    digester.addPacked(.record, elements, width: 16, isMemory: false) { cluster, digester in
      digester.appendRaw(Int64(cluster.byteCount))
      digester.appendRaw(Int64(cluster.glyphCount))
    }
  }
}

extension ImageNode: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(image, frame, isPixelated) }
}

extension RasterImage: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(width, height, rgba)
    if let jpeg { digester.addFields(jpeg.bytes, jpeg.isGray) }
  }
}
