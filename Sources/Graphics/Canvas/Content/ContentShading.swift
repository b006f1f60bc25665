// SPDX-License-Identifier: MIT
// Part of Platen: gradients as PDF has them.

internal import Drawing
internal import Geometry

/// A gradient as a shading (ISO 32000-1, 8.7.4.5): its colors, and how much covers as another.
struct ContentShading: Hashable {
  private enum Shape: Hashable {
    case linear(Point, Point)
    case radial(Point, Double)
  }

  private let shape: Shape
  private let stops: [GradientStop]

  /// Indicates whether something shows through.
  var isSeeThrough: Bool { stops.contains { $0.color.alpha < 1 } }

  /// Along a line from one point to another, which is not the same.
  ///
  /// - Parameter stops: At least two, in order, from 0 to 1.
  init(from start: Point, to end: Point, stops: [GradientStop]) {
    shape = .linear(start, end)
    self.stops = stops
  }

  /// Creates a gradient from a point outward.
  init(around center: Point, radius: Double, stops: [GradientStop]) {
    shape = .radial(center, radius)
    self.stops = stops
  }

  /// - Parameters:
  ///   - isCoverage: Shades of gray, white where the gradient covers.
  ///   - isGray: Shades of gray in place of colors.
  func dictionary(
    height: Double, digits: Int, isCoverage: Bool = false, isGray: Bool = false
  ) -> [UInt8] {
    var result: [UInt8] = []
    func put(_ values: [Double], digits: Int) {
      result.put("[")
      for (i, value) in values.enumerated() {
        if i > 0 { result.append(32) }
        result.put(value, digits: digits)
      }
      result.put("]")
    }
    let space = "/ColorSpace/Device\(isCoverage || isGray ? "Gray" : "RGB")"
    func channels(_ color: Color) -> [Double] {
      if isCoverage { return [color.alpha] }
      return isGray ? [color.shadeOfGray] : [color.red, color.green, color.blue]
    }
    result.put("<</ShadingType ")
    switch shape {
    case .linear(let from, let to):
      result.put("2\(space)/Coords")
      put([from.x, height - from.y, to.x, height - to.y], digits: digits)
    case .radial(let center, let radius):
      result.put("3\(space)/Coords")
      put(
        [center.x, height - center.y, 0, center.x, height - center.y, radius], digits: digits)
    }
    result.put("/Extend[true true]/Function<</FunctionType 3/Domain[0 1]/Functions[")
    // Beyond the first and last stops their colors continue.
    var knots = stops
    if knots[0].offset > 0 { knots.insert(GradientStop(0, knots[0].color), at: 0) }
    if let last = knots.last, last.offset < 1 { knots.append(GradientStop(1, last.color)) }
    // Bounds of pieces must grow (7.10.4): where the color leaps, the piece is omitted.
    let pieces = zip(knots, knots.dropFirst()).filter { $1.offset - $0.offset > 0.0005 }
    for (a, b) in pieces {
      result.put("<</FunctionType 2/Domain[0 1]/N 1/C0")
      put(channels(a.color), digits: 4)
      result.put("/C1")
      put(channels(b.color), digits: 4)
      result.put(">>")
    }
    result.put("]/Bounds")
    put(pieces.dropLast().map(\.1.offset), digits: 4)
    result.put("/Encode[")
    for _ in pieces { result.put("0 1 ") }
    result.put("]>>>>")
    return result
  }
}
