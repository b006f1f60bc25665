// SPDX-License-Identifier: MIT
// Part of Platen: rainfall as layers of colour, for looks that want no circles.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// Filled outlines of everything as wet as a step or wetter, driest first.
  ///
  /// The format's rainfall runs from 0 to some 60 in wet worlds, most of it below 20, so that the
  /// steps grow.
  func rainfallLayer() -> LayerDrawing {
    let climate = look.climate
    let scheme = scheme(climate.precipitationScheme, field: "precipitation.scheme")
    let steps = [2, 4, 6, 9, 12, 16, 21, 28, 38]
    func color(_ step: Int) -> Color {
      scheme.color(at: 1 - Double(step) / Double(steps.count))
    }
    var nodes: [Node] = [.path(PathNode(Path(rect: sheet), fill: Fill(color(0))))]
    for (number, least) in steps.enumerated() {
      let labels = terrain.precipitation.map { Int32(Int($0) >= least ? 1 : 0) }
      var path = Path()
      for outline in terrainTracer.outlines(labels: labels) {
        for ring in outline.rings {
          let points = ring.map { terrain.mesh.vertices[Int($0)] }
          let clipped = Polygon.clip(points, to: sheet.insetBy(-50))
          if clipped.count > 2 { path.append(Curve.basisClosed(clipped)) }
        }
      }
      guard !path.isEmpty else { continue }
      nodes.append(.path(PathNode(path, fill: Fill(color(number + 1), rule: .evenOdd))))
    }
    return LayerDrawing(nodes, clip: landClip, opacity: climate.precipitationOpacity)
  }
}
