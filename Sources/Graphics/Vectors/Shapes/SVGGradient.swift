// SPDX-License-Identifier: MIT
// Part of Platen: gradients of an SVG file as paints of a drawing.

internal import Drawing
internal import Geometry

/// A gradient with what it takes from those it refers to.
struct SVGGradient {
  private let isLinear: Bool
  private let attributes: [String: String]
  private let stops: [GradientStop]

  /// - Parameters:
  ///   - id: of the element `linearGradient` or `radialGradient`.
  ///   - elements: all elements of the file by their ids, styled.
  ///   - color: the current color.
  /// - Throws: ``SVGBeyond`` for what only librsvg draws.
  init(_ id: String, among elements: [String: SVGElement], color: Color) throws {
    var attributes: [String: String] = [:]
    var stops: [GradientStop] = []
    var next: String? = id
    var kind: String?
    // Programs keep the stops in one gradient and refer to it from others.
    for _ in 0..<8 {
      guard let name = next, let element = elements[name] else { break }
      guard ["linearGradient", "radialGradient"].contains(element.name) else {
        throw SVGBeyond("<\(element.name)> as a paint")
      }
      kind = kind ?? element.name
      attributes.merge(element.attributes) { own, _ in own }
      if stops.isEmpty {
        stops = try element.children.filter { $0.name == "stop" }.map { stop in
          try SVGGradient.stop(stop.attributes, color: color)
        }
      }
      next = element.attributes["href"].flatMap {
        $0.hasPrefix("#") ? String($0.dropFirst()) : nil
      }
    }
    guard let kind else { throw SVGBeyond("a paint that is not in it") }
    guard ["pad", nil].contains(attributes["spreadMethod"]) else {
      throw SVGBeyond("gradients that repeat")
    }
    isLinear = kind == "linearGradient"
    self.attributes = attributes
    // Each stop is at least as far as the one before it.
    var least = 0.0
    self.stops = stops.map { stop in
      least = max(least, stop.offset)
      return GradientStop(least, stop.color)
    }
  }

  private static func stop(_ properties: [String: String], color: Color) throws -> GradientStop {
    let text = properties["stop-color"] ?? "black"
    guard let own = text.lowercased() == "currentcolor" ? color : Color(css: text),
      let opacity = SVGNumbers.part(properties["stop-opacity"] ?? "1"),
      let offset = SVGNumbers.part(properties["offset"] ?? "0")
    else { throw SVGBeyond("stop-color: \(text.prefix(40))") }
    return GradientStop(min(1, max(0, offset)), own.opacity(min(1, max(0, opacity))))
  }

  /// The paint of a shape.
  ///
  /// - Parameters:
  ///   - bounds: the shape's own bounds.
  ///   - map: from its coordinates to those it is drawn in.
  ///   - opacity: of the fill or stroke.
  /// - Throws: ``SVGBeyond`` for what only librsvg draws.
  func paint(_ bounds: Rect, _ map: AffineMap, opacity: Double) throws -> Paint? {
    let stops = stops.map { GradientStop($0.offset, $0.color.opacity(opacity)) }
    guard let last = stops.last else { return nil }
    guard stops.count > 1 else { return .color(last.color) }
    let isOfShape = attributes["gradientUnits"] != "userSpaceOnUse"
    var total = map
    if isOfShape {
      guard bounds.width > 0, bounds.height > 0 else { return .color(last.color) }
      total = total.after(
        AffineMap(
          a: bounds.width, b: 0, c: 0, d: bounds.height, tx: bounds.minX, ty: bounds.minY))
    }
    if let text = attributes["gradientTransform"] {
      guard let own = SVGNumbers.transform(text) else { throw SVGBeyond("an invalid transform") }
      total = total.after(own)
    }
    func value(_ name: String, _ usual: Double) throws -> Double {
      guard let text = attributes[name] else {
        if isOfShape || usual == 0 { return usual }
        throw SVGBeyond("a gradient measured by the whole image")
      }
      guard let value = isOfShape ? SVGNumbers.part(text) : SVGNumbers.length(text) else {
        throw SVGBeyond("a gradient's \(name): \(text.prefix(40))")
      }
      return value
    }
    if isLinear {
      let from = Point(try value("x1", 0), try value("y1", 0))
      let way = Point(try value("x2", 1), try value("y2", 0)) - from
      // Lines of one color stay straight, but need not stay across the way.
      let start = total.apply(from)
      let across = total.apply(from + Point(-way.y, way.x)) - start
      let moved = total.apply(from + way) - start
      let normal = Point(across.y, -across.x)
      guard normal.squaredLength > 0 else { return .color(last.color) }
      let end = start + normal * (moved.dot(normal) / normal.squaredLength)
      guard start != end, start.isNearSheet, end.isNearSheet else { return .color(last.color) }
      return .linearGradient(from: start, to: end, stops: stops)
    }
    let center = Point(try value("cx", 0.5), try value("cy", 0.5))
    let radius = try value("r", 0.5)
    let focus = Point(
      try attributes["fx"] == nil ? center.x : value("fx", 0.5),
      try attributes["fy"] == nil ? center.y : value("fy", 0.5))
    guard focus.distance(to: center) <= 1e-6 * max(radius, 1e-9), let scale = total.similarity
    else { throw SVGBeyond("a radial gradient that is not round") }
    let middle = total.apply(center)
    guard radius > 0, middle.isNearSheet, radius * scale < 1e7 else { return .color(last.color) }
    return .radialGradient(center: middle, radius: radius * scale, stops: stops)
  }
}

extension AffineMap {
  /// Indicates whether it moves what is on a sheet to places near it.
  var isNearSheet: Bool { [a, b, c, d, tx, ty].allSatisfy { abs($0) < 1e7 } }

  /// The factor of all lengths; nil where they differ by direction.
  var similarity: Double? {
    let (x, y) = (Point(a, b), Point(c, d))
    let (first, second) = (x.length, y.length)
    guard abs(first - second) <= 1e-6 * max(first, second),
      abs(x.dot(y)) <= 1e-6 * first * second
    else { return nil }
    return first
  }
}
