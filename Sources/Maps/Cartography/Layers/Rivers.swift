// SPDX-License-Identifier: MIT
// Part of Platen: rivers as ribbons that widen downstream.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  func riversLayer() -> LayerDrawing {
    let nodes = world.rivers.compactMap { river -> Node? in
      let path = ribbon(of: river)
      return path.isEmpty ? nil : .path(PathNode(path, fill: Fill(look.rivers.fill)))
    }
    return LayerDrawing(nodes, clip: landClip)
  }

  /// The river's outline; empty where nothing is known of its course.
  func ribbon(of river: River) -> Path {
    let course = RiverCourse(
      river: river, cells: cells, sheet: sheet, style: world.riverStyle)
    guard course.points.count > 1 else { return river.ribbon ?? Path() }
    return course.ribbon(widthFactor: riverFactor, minWidth: look.rivers.minWidth)
  }

  /// The factor of rivers' widths. In a part of the sheet they would be drawn as broad as they are
  /// magnified; half of that, as powers go, keeps them beside the lines.
  var riverFactor: Double { look.rivers.widthFactor * (scale / sheetScale).squareRoot() }
}
