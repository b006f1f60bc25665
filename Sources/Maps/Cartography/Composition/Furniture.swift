// SPDX-License-Identifier: MIT
// Part of Platen: what stands on plates on the sheet: title, scale bar, legend, compass, inset.

internal import Drawing
internal import Geometry

/// Plates that stand on the sheet, reckoned before any name is placed.
struct Furniture {
  var title: TitleBlock?
  var scaleBar: ScaleBlock?
  var legend: LegendBlock?
  var compass: CompassRose?
  var inset: InsetBlock?

  var plates: [Rect] {
    [title?.plate, scaleBar?.plate, legend?.plate, compass?.plate, inset?.plate].compactMap { $0 }
  }
}

/// The title with its plate.
struct TitleBlock {
  let plate: Rect
  let nodes: [Node]
}

/// The scale bar with its plate: its length is a round number of the world's units.
struct ScaleBlock {
  let plate: Rect
  let nodes: [Node]
}

/// The legend with its plate.
struct LegendBlock {
  let plate: Rect
  let nodes: [Node]
}

/// The rose with its letters: points of three lengths over a ring of degrees, each half dark and
/// half light, a lily at the north.
struct CompassRose {
  /// The room it takes.
  let plate: Rect
  let center: Point
  /// From the middle to the tip of a cardinal point.
  let radius: Double
  let nodes: [Node]
}

/// The small map with its plate.
struct InsetBlock {
  let plate: Rect
  let nodes: [Node]
}

extension MapLook {
  /// The look with title, scale bar and rose in proportion to a sheet that shows much more than its
  /// map, as a tall sheet of a wide world does; never twice as large.
  func furnished(for sheet: Rect, showing map: Rect) -> MapLook {
    let spare = (sheet.width * sheet.height) / (map.width * map.height)
    guard spare >= 1.4, spare.isFinite else { return self }
    let factor = min(1.8, spare.squareRoot())
    var look = self
    for prefix in ["title.", "scale-bar.", "compass."] {
      look = look.scaled(by: factor, prefix: prefix)
    }
    look.scaleBar.size *= factor
    return look
  }
}
