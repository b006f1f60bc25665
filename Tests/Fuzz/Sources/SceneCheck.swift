// SPDX-License-Identifier: MIT
// Part of Platen: what every drawing promises, whatever it is a drawing of.

import Drawing
import Geometry

/// Indicates whether all places and sizes in a drawing are numbers.
func isFinite(_ scene: Scene) -> Bool {
  scene.size.width.isFinite && scene.size.height.isFinite && areFinite(scene.nodes)
}

func areFinite(_ nodes: [Node]) -> Bool {
  nodes.allSatisfy { node in
    switch node {
    case .group(let group):
      let map = group.transform
      return [map.a, map.b, map.c, map.d, map.tx, map.ty].allSatisfy(\.isFinite)
        && areFinite(group.children)
    case .path(let path):
      return path.path.points.allSatisfy(\.isFinite) && path.stroke?.width.isFinite ?? true
    case .text(let text):
      return text.font.size.isFinite
        && text.glyphs.allSatisfy { $0.position.isFinite && $0.angle.isFinite }
    case .image(let image):
      let frame = image.frame
      return [frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite)
    }
  }
}
