// SPDX-License-Identifier: MIT
// Part of Platen: borders between states, and between the provinces of one state.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  func bordersLayer() -> LayerDrawing {
    let borders = look.borders
    var nodes: [Node] = []
    if borders.provinces.isVisible {
      nodes.append(.path(PathNode(provinceBorders, stroke: borders.provinces.stroke)))
    }
    if borders.states.isVisible || borders.stateHalo.isVisible {
      let path = stateBorders
      if borders.stateHalo.isVisible {
        nodes.append(.path(PathNode(path, stroke: borders.stateHalo.stroke)))
      }
      if borders.states.isVisible {
        nodes.append(.path(PathNode(path, stroke: borders.states.stroke)))
      }
    }
    return LayerDrawing(
      nodes.filter { if case .path(let p) = $0 { !p.path.isEmpty } else { true } })
  }

  /// The lines between land of different states.
  var stateBorders: Path {
    border(labels: cells.state.map(Int32.init), isSmooth: look.regions.states.isSmooth) { _, _ in
      true
    }
  }

  /// The lines between provinces of one state.
  var provinceBorders: Path {
    let province = cells.province
    return border(
      labels: province.map(Int32.init), isSmooth: look.regions.provinces.isSmooth
    ) { [cells] a, b in
      province[a] != 0 && province[b] != 0 && cells.state[a] == cells.state[b]
    }
  }

  /// The lines between land cells of different labels that `accepts`.
  private func border(
    labels: [Int32], isSmooth: Bool, where accepts: (Int, Int) -> Bool
  ) -> Path {
    let cells = cells
    let lines = cellTracer.borders(labels: labels) { a, b in
      cells.height[a] >= 20 && cells.height[b] >= 20 && accepts(a, b)
    }
    let shaper = RegionShaper(mesh: cells.mesh, labels: labels, isSmooth: isSmooth, sheet: sheet)
    var path = Path()
    for line in lines { shaper.append(line: line, to: &path) }
    return path
  }
}
