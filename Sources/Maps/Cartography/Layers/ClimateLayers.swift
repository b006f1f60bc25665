// SPDX-License-Identifier: MIT
// Part of Platen: temperature and precipitation.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Libc

extension Composition {
  func temperatureLayer() -> LayerDrawing {
    guard !terrain.temperature.isEmpty, let low = terrain.temperature.min(),
      let high = terrain.temperature.max()
    else {
      log.record(
        .warning(.mapNoTemperature, "the world has no temperatures; the layer is empty"))
      return LayerDrawing([])
    }
    let climate = look.climate
    let scheme = scheme(climate.temperatureScheme, field: "temperature.scheme")
    func color(_ t: Int) -> Color { scheme.color(at: 1 - Double(t + 50) / 100) }
    let step = max(Int((Double(abs(Int(low) - Int(high))) / 5).rounded()), 1)
    let coldest = Node.path(
      PathNode(Path(rect: ground), fill: Fill(color(Int(low)).opacity(climate.temperatureOpacity))))
    var nodes: [Node] = []
    var names: [Node] = []
    var taken: [Rect] = []
    for t in stride(from: Int(low) + step, through: Int(high), by: step) {
      let labels = terrain.temperature.map { Int32(Int($0) >= t ? 1 : 0) }
      var path = Path()
      for outline in terrainTracer.outlines(labels: labels) {
        for ring in outline.rings {
          let points = isotherm(ring)
          guard points.count > 2 else { continue }
          path.append(Curve.basisClosed(points))
          names += temperatureLabels(t, along: points, besides: &taken)
        }
      }
      guard !path.isEmpty else { continue }
      let fill = color(t)
      nodes.append(
        .path(
          PathNode(
            path, fill: Fill(fill.opacity(climate.temperatureOpacity), rule: .evenOdd),
            stroke: climate.temperatureLine > 0
              ? Stroke(fill.darker(0.2), width: climate.temperatureLine, join: .round) : nil)))
    }
    return LayerDrawing([coldest] + onSheet(nodes) + names)
  }

  /// Every fourth vertex of a ring, and those at the sheet's edge.
  private func isotherm(_ ring: [Int32]) -> [Point] {
    let mesh = terrain.mesh
    let count = Int32(mesh.cellCount)
    let kept = ring.enumerated().compactMap { index, vertex -> Point? in
      let first = Int(vertex) * 3
      let isAtEdge = (first..<first + 3).contains { mesh.vertexCells[$0] >= count }
      return index % 4 == 0 || isAtEdge ? mesh.vertices[Int(vertex)] : nil
    }
    return Polygon.clip(kept, to: sheet.insetBy(-10))
  }

  /// The figure at the top and the bottom of an isotherm, near the middle of the sheet; rather
  /// clear of coasts, which are drawn over it, and of the figures that are there already.
  private func temperatureLabels(
    _ t: Int, along points: [Point], besides taken: inout [Rect]
  ) -> [Node] {
    let lettering = look.climate.temperatureLabel
    let size = lettering.size
    guard size > 0, points.count > 6 else { return [] }
    let middle = inside.center.x
    let shaped = shape(Temperature.text(celsius: t, unit: world.units.temperature), lettering)
    func box(at place: Point) -> Rect {
      Rect(
        x: place.x - shaped.width / 2, y: place.y - size / 2, width: shaped.width, height: size)
    }
    let near = points.filter {
      inside.insetBy(size * 1.5).contains($0) && abs($0.x - middle) < inside.width * 0.35
    }
    let clear = near.filter { place in
      let box = box(at: place)
      return !crossesCoast(box) && !taken.contains { $0.intersection(box) != nil }
    }
    let chosen = clear.isEmpty ? near : clear
    guard let top = chosen.min(by: { ($0.y, abs($0.x - middle)) < ($1.y, abs($1.x - middle)) }),
      let bottom = chosen.max(by: { ($0.y, -abs($0.x - middle)) < ($1.y, -abs($1.x - middle)) })
    else { return [] }
    let places = top.distance(to: bottom) > size * 3 ? [top, bottom] : [top]
    taken += places.map(box)
    return places.flatMap { place in
      shaped.nodes(
        at: Point(place.x - shaped.width / 2, place.y + size * 0.35),
        paint: .color(lettering.color), halo: lettering.halo(size: size))
    }
  }

  /// Indicates whether some of a small rectangle is land and some water.
  private func crossesCoast(_ box: Rect) -> Bool {
    let isLand = cells.height[locator.cell(at: box.center)] >= 20
    return [box.minX, box.center.x, box.maxX].contains { x in
      [box.minY, box.center.y, box.maxY].contains { y in
        (cells.height[locator.cell(at: Point(x, y))] >= 20) != isLand
      }
    }
  }

  func precipitationLayer() -> LayerDrawing {
    guard !terrain.precipitation.isEmpty else {
      log.record(
        .warning(.mapNoPrecipitation, "the world has no precipitation; the layer is empty"))
      return LayerDrawing([])
    }
    if !look.climate.precipitationScheme.isEmpty { return rainfallLayer() }
    var path = Path()
    for cell in terrain.height.indices
    where terrain.height[cell] >= 20 && terrain.precipitation[cell] > 0 {
      path.append(
        Path(
          circleAt: terrain.mesh.sites[cell],
          radius: rainfallRadius(Int(terrain.precipitation[cell]))))
    }
    return LayerDrawing(
      (path.isEmpty ? [] : [.path(PathNode(path, fill: Fill(look.climate.precipitationFill)))])
        + windArrows())
  }

  /// The radius of the circle of a cell with that much rain.
  func rainfallRadius(_ amount: Int) -> Double {
    let divisor = pow(Double(max(terrain.cellsDesired, 1)) / 10_000, 0.25)
    return (Double(amount) / 4).squareRoot() / divisor
  }
}

/// Temperatures in the units that FMG offers.
enum Temperature {
  static func text(celsius: Int, unit: String) -> String {
    let c = Double(celsius)
    let value: Double =
      switch unit {
      case "°F": c * 9 / 5 + 32
      case "K": c + 273.15
      case "°R": (c + 273.15) * 9 / 5
      case "°De": (100 - c) * 3 / 2
      case "°N": c * 33 / 100
      case "°Ré": c * 4 / 5
      case "°Rø": c * 21 / 40 + 7.5
      default: c
      }
    return String(Int(value.rounded())) + unit
  }
}
