// SPDX-License-Identifier: MIT
// Part of Platen: fog over all that is not in focus, as the save keeps it.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func foggingLayer() -> LayerDrawing {
    let style = look.fogging
    guard !world.fogHoles.isEmpty else {
      log.record(
        .note(.mapNoFog, "nothing was in focus when the world was saved; no fog is drawn"))
      return LayerDrawing([])
    }
    // Each hole is a group in a group; saves are read with no more.
    let holes = world.fogHoles.prefix(256)
    // A little beyond the sheet, so that a soft edge has no end there.
    let over = Path(rect: ground.insetBy(-40))
    var nodes: [Node] = [.path(PathNode(over, fill: Fill(style.fill)))]
    if style.mist.alpha > 0 {
      for width in [18.0, 9, 4] {
        for hole in holes {
          nodes.append(
            .path(
              PathNode(
                hole, stroke: Stroke(style.mist.opacity(0.4), width: width * scale, join: .round)))
          )
        }
      }
    }
    // What is free of fog is free whatever covers it otherwise: the fog is cut by one hole after
    // the other, since holes may overlap.
    for hole in holes {
      var rest = over
      rest.append(hole)
      nodes = [.group(Group(clip: Clip(rest, rule: .evenOdd), children: nodes))]
    }
    if style.blur > 0 { nodes = [.group(Group(filter: .blur(style.blur), children: nodes))] }
    return LayerDrawing(nodes, opacity: style.opacity)
  }
}
