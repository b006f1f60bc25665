// SPDX-License-Identifier: MIT
// Part of Platen: rainfall as layers of color, for looks that want no circles.

internal import Drawing
internal import Geometry

extension Composition {
  /// Rainfall at which the color changes.
  static let rainfallSteps = [2, 4, 6, 9, 12, 16, 21, 28, 38]

  /// Filled outlines of everything as wet as a step or wetter, driest first.
  ///
  /// The format's rainfall runs from 0 to some 60 in wet worlds, most of it below 20, so that the
  /// steps grow.
  func rainfallLayer() -> LayerDrawing {
    let climate = look.climate
    let scheme = scheme(climate.precipitationScheme, field: "precipitation.scheme")
    let steps = Composition.rainfallSteps
    func color(_ step: Int) -> Color {
      scheme.color(at: 1 - Double(step) / Double(steps.count))
    }
    let rainfall = rainfallBeyondShores()
    var nodes: [Node] = [.path(PathNode(Path(rect: sheet), fill: Fill(color(0))))]
    for (number, least) in steps.enumerated() {
      let labels = rainfall.map { Int32($0 >= Float(least) ? 1 : 0) }
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

  /// Cells of the sea that are given the rainfall of the land they lie off.
  private static let shoreReach = 3

  /// Rainfall of every cell of the terrain. The sea's own is that of open water, and steps down to it
  /// would run along every coast, so the sea near a shore has what falls on the shore.
  private func rainfallBeyondShores() -> [Float] {
    let mesh = terrain.mesh
    var rainfall = terrain.precipitation.map(Float.init)
    var isKnown = terrain.height.map { $0 >= 20 }
    for _ in 0..<Composition.shoreReach {
      var found: [(cell: Int, rainfall: Float)] = []
      for cell in rainfall.indices where !isKnown[cell] {
        let near = mesh.cellNeighbors[cell].map(Int.init).filter { isKnown[$0] }
        guard !near.isEmpty else { continue }
        found.append((cell, near.reduce(0) { $0 + rainfall[$1] } / Float(near.count)))
      }
      for (cell, value) in found {
        rainfall[cell] = value
        isKnown[cell] = true
      }
    }
    return rainfall
  }
}
