// SPDX-License-Identifier: MIT
// Part of Platen: paths and their properties in Cairo's terms.

internal import CCairo
internal import Drawing
internal import Geometry

extension OpaquePointer {
  /// Appends a path to a context's; this pointer is a `cairo_t`.
  ///
  /// Coordinates are held within `CairoReach`. A path with a point that is not a number is skipped.
  func append(_ path: Path) {
    let limit = CairoReach.coordinate
    unsafe path.points.withUnsafeBufferPointer { points in
      guard unsafe points.allSatisfy({ $0.isFinite }) else { return }
      var next = 0
      func point() -> Point {
        let p = unsafe points[next]
        next += 1
        return Point(max(-limit, min(limit, p.x)), max(-limit, min(limit, p.y)))
      }
      for verb in path.verbs {
        switch verb {
        case .move:
          let p = point()
          unsafe cairo_move_to(self, p.x, p.y)
        case .line:
          let p = point()
          unsafe cairo_line_to(self, p.x, p.y)
        case .curve:
          let (c1, c2, p) = (point(), point(), point())
          unsafe cairo_curve_to(self, c1.x, c1.y, c2.x, c2.y, p.x, p.y)
        case .close:
          unsafe cairo_close_path(self)
        }
      }
    }
  }
}

extension Path {
  /// Indicates whether it is one rectangle parallel to the axes.
  var isUprightRect: Bool {
    guard verbs == [.move, .line, .line, .line, .close] else { return false }
    let p = points
    return (p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x)
      || (p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y)
  }
}

extension AffineMap {
  /// Indicates whether upright rectangles stay upright.
  var isUpright: Bool { b == 0 && c == 0 }
}

extension Rect {
  /// Indicates whether the two share a point; unlike `intersects`, also where one is a line.
  func touches(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// The smallest rectangle of whole numbers around this one.
  var roundedOut: Rect {
    let (left, top) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(
      x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
  }
}

extension FillRule {
  var cairoRule: cairo_fill_rule_t {
    self == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING
  }
}

extension BlendMode {
  var cairoOperator: cairo_operator_t {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    }
  }
}

extension Stroke.Cap {
  var cairoCap: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension Stroke.Join {
  var cairoJoin: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
