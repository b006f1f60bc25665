// SPDX-License-Identifier: MIT
// Part of Platen: a piece of a formula that has been set.

internal import Drawing
internal import Geometry

/// Something set, about an origin at its left on the baseline.
struct MathBox {
  /// A mark to draw, and its position.
  struct Mark {
    enum Shape {
      case glyphs(FontInstance, [UInt32], source: String)
      case text(ShapedText)
      /// A rule from the mark's own place.
      case rule(width: Double, height: Double)
    }
    var shape: Shape
    var at: Point
    /// nil for that of the formula.
    var color: Color?
  }

  var width = 0.0
  /// Above and below the baseline; negative where all of it is on one side.
  var height = 0.0
  var depth = 0.0
  /// The distance that a slanted end leans out of the width.
  var italic = 0.0
  var marks: [Mark] = []

  var total: Double { height + depth }

  /// Lays another box into this one, which grows upwards and downwards as it must.
  ///
  /// - Parameters:
  ///   - x: of its origin.
  ///   - rise: of its baseline above this one's.
  mutating func lay(_ box: MathBox, x: Double, rise: Double = 0) {
    marks.reserveCapacity(marks.count + box.marks.count)
    for var mark in box.marks {
      mark.at = Point(mark.at.x + x, mark.at.y - rise)
      marks.append(mark)
    }
    height = max(height, box.height + rise)
    depth = max(depth, box.depth - rise)
  }

  /// A line, from its lower left corner.
  mutating func rule(x: Double, rise: Double, width: Double, thickness: Double) {
    marks.append(
      Mark(shape: .rule(width: width, height: thickness), at: Point(x, -rise - thickness)))
  }

  /// An empty box that others are laid into.
  static func room(width: Double) -> MathBox {
    MathBox(width: width, height: -.infinity, depth: -.infinity)
  }

  /// With measures, even if nothing was laid into it.
  var measured: MathBox {
    var box = self
    if !box.height.isFinite { box.height = 0 }
    if !box.depth.isFinite { box.depth = 0 }
    return box
  }
}
