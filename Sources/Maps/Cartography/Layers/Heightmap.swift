// SPDX-License-Identifier: MIT
// Part of Platen: heights as layers of color with contours between them.

internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func heightmapLayer() -> LayerDrawing {
    let style = look.heightmap
    let scheme = scheme(style.scheme, field: "heightmap.scheme")
    var nodes: [Node] = []
    if style.showsOcean {
      let deep =
        style.oceanScheme.isEmpty
        ? scheme : self.scheme(style.oceanScheme, field: "heightmap.ocean-scheme")
      var floor: [Node] = [.path(PathNode(Path(rect: ground), fill: Fill(deep.color(depth: 0))))]
      floor += onSheet(contours(from: 0, below: 20) { deep.color(depth: $0) })
      nodes.append(
        .group(Group(name: "sea-floor", opacity: style.oceanOpacity, children: floor)))
    }
    var land: [Node] = [.path(PathNode(Path(rect: ground), fill: Fill(scheme.color(at: 0.8))))]
    land += contours(from: 20, below: 101) { scheme.color(at: 1 - Double($0) / 100) }
    nodes.append(.group(Group(name: "land-heights", clip: landClip, children: land)))
    return LayerDrawing(nodes, opacity: style.opacity)
  }

  /// A color ramp by name or list; the default one, with a warning, where it is neither.
  func scheme(_ text: String, field: String) -> ColorScheme {
    if let scheme = ColorScheme(text) { return scheme }
    log.record(
      .warning(
        .lookScheme, "unknown color scheme \"\(text)\"; bright is used",
        at: SourceLocation(field: field),
        hints: [nearMissHint(text, among: ColorScheme.names)]))
    // The list of schemes holds this one.
    return ColorScheme("bright")!
  }

  /// A filled outline of everything at or above each contour, lowest first.
  private func contours(
    from first: Int, below end: Int, color: (Int) -> Color
  ) -> [Node] {
    let style = look.heightmap
    let relax = Int(style.relax) + 1
    var present = [Bool](repeating: false, count: 256)
    for height in terrain.height { present[Int(height)] = true }
    var nodes: [Node] = []
    var labels = [Int32](repeating: 0, count: terrain.height.count)
    for level in stride(from: first, to: end, by: Int(style.skip) + 1) {
      // Nothing changes where no cell lies between this contour and the next.
      guard level > 0, present[level..<min(level + Int(style.skip) + 1, 256)].contains(true) else {
        continue
      }
      for cell in labels.indices { labels[cell] = terrain.height[cell] >= level ? 1 : 0 }
      var path = Path()
      let rings = terrainTracer.outlines(labels: labels).flatMap(\.rings)
      for ring in style.isComplete ? rings : startedRings(rings, at: level) {
        let kept = ring.enumerated().compactMap { index, vertex in
          index % relax == 0 ? terrain.mesh.vertices[Int(vertex)] : nil
        }
        let clipped = Polygon.clip(kept, to: sheet.insetBy(-50))
        guard clipped.count > 2 else { continue }
        if style.curve == "straight" {
          path.append(ring: clipped)
        } else {
          path.append(Curve.basisClosed(clipped))
        }
      }
      guard !path.isEmpty else { continue }
      let fill = color(level)
      if style.terracing > 0 {
        nodes.append(
          .path(
            PathNode(
              path.applying(.translation(0.7 * scale, 1.4 * scale)),
              fill: Fill(fill.darker(style.terracing / 10), rule: .evenOdd))))
      }
      nodes.append(
        .path(
          PathNode(
            path, fill: Fill(fill, rule: .evenOdd),
            stroke: style.line.isVisible && level > first ? style.line.stroke : nil)))
    }
    return nodes
  }

  /// The rings of a contour that FMG finds: it sets out from cells of just that height,
  /// and where a slope is steeper than that there are none beside the ring.
  private func startedRings(_ rings: [[Int32]], at level: Int) -> [[Int32]] {
    let mesh = terrain.mesh
    let count = mesh.cellCount
    var ringOf: [Int32: Int] = [:]
    for (index, ring) in rings.enumerated() {
      for vertex in ring { ringOf[vertex] = index }
    }
    var isUsed = [Bool](repeating: false, count: count)
    var isStarted = [Bool](repeating: false, count: rings.count)
    for cell in 0..<count where Int(terrain.height[cell]) == level && !isUsed[cell] {
      guard let start = mesh.cellVertices[cell].lazy.compactMap({ ringOf[$0] }).first else {
        continue
      }
      isStarted[start] = true
      // A cell that one ring has passed by starts no other.
      for vertex in rings[start] {
        for k in 3 * Int(vertex)..<3 * Int(vertex) + 3 {
          let passed = Int(mesh.vertexCells[k])
          if passed >= 0, passed < count, Int(terrain.height[passed]) == level {
            isUsed[passed] = true
          }
        }
      }
    }
    return rings.indices.filter { isStarted[$0] }.map { rings[$0] }
  }
}
