// SPDX-License-Identifier: MIT
// Part of Platen: a plate with its lines, under what stands on the sheet.

internal import Drawing
internal import Geometry

/// A plate with a double edge.
enum Plate {
  static func nodes(_ plate: Rect, fill: Color, line: MapLook.Line, inset: Double) -> [Node] {
    var nodes: [Node] = []
    if fill.alpha > 0 || line.isVisible {
      nodes.append(
        .path(
          PathNode(
            Path(rect: plate), fill: fill.alpha > 0 ? Fill(fill) : nil,
            stroke: line.isVisible ? line.stroke : nil)))
    }
    if line.isVisible, inset > line.width {
      nodes.append(
        .path(
          PathNode(
            Path(rect: plate.insetBy(inset)), stroke: Stroke(line.color, width: line.width * 0.45)))
      )
    }
    return nodes
  }
}
