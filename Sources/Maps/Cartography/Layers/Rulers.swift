// SPDX-License-Identifier: MIT
// Part of Platen: what the user measured: lines and curves with their lengths, areas with theirs; and
// the ways that a request names.

internal import Atlas
internal import Drawing
internal import Geometry
internal import Libc

extension Composition {
  func rulersLayer() -> LayerDrawing {
    LayerDrawing(
      (request.showsMeasurers ? world.measurers.flatMap(measured) : []) + journeys.nodes)
  }

  private func measured(_ measurer: Measurer) -> [Node] {
    // Points far beyond the sheet are not measured.
    let far = sheet.insetBy(-sheet.width - sheet.height)
    let points = measurer.points.prefix(5_000).filter { $0.isFinite && far.contains($0) }
    guard points.count > 1 else { return [] }
    let style = look.rulers
    let isArea = measurer.kind == .planimeter && points.count > 2
    let path: Path =
      switch measurer.kind {
      case .ruler: Curve.linear(points)
      case .opisometer, .routeOpisometer: Curve.catmullRom(points, alpha: 0.5)
      case .planimeter: isArea ? Curve.catmullRomClosed(points, alpha: 0.5) : Curve.linear(points)
      }
    let line = path.flattened(tolerance: 0.1).first?.points ?? points
    var nodes: [Node] = []
    if style.back.isVisible { nodes.append(.path(PathNode(path, stroke: style.back.stroke))) }
    if isArea, style.areaFill.alpha > 0 {
      nodes.append(.path(PathNode(path, fill: Fill(style.areaFill, rule: .evenOdd))))
    }
    if style.line.isVisible { nodes.append(.path(PathNode(path, stroke: style.line.stroke))) }
    nodes += knobs(
      isArea || measurer.kind != .ruler ? [points[0], points[points.count - 1]] : points)
    if isArea {
      let area = abs(Polygon.signedArea(line))
      let center = Polygon.poleOfInaccessibility([line], precision: scale)
      nodes += measureLabel(
        MeasureText.area(area, world.units), at: center, along: Point(1, 0), rise: 0)
    } else if let middle = Polyline.point(
      at: Polyline.length(line) / 2, along: line)
    {
      nodes += measureLabel(
        MeasureText.length(Polyline.length(line), world.units), at: middle.point,
        along: middle.direction, rise: 0.35)
    }
    return nodes
  }

  private func knobs(_ points: [Point]) -> [Node] {
    let style = look.rulers
    guard style.line.isVisible else { return [] }
    var path = Path()
    for point in points { path.append(Path(circleAt: point, radius: style.line.width * 1.6)) }
    let edge = Stroke(style.line.color, width: style.line.width * 0.6)
    return [.path(PathNode(path, fill: Fill(style.back.color), stroke: edge))]
  }

  /// A text over a point, along a line so that it can be read.
  private func measureLabel(_ text: String, at point: Point, along way: Point, rise: Double)
    -> [Node]
  {
    let lettering = look.rulers.label
    guard lettering.size > 0, !text.isEmpty else { return [] }
    let shaped = shape(text, lettering)
    let size = lettering.size
    let upright = way.x < 0 ? Point(-way.x, -way.y) : way
    let letters = shaped.nodes(
      at: Point(-shaped.width / 2, rise == 0 ? LetterBox.middle * size : -rise * size),
      paint: .color(lettering.color), halo: lettering.halo(size: size))
    let turn = AffineMap.translation(point.x, point.y)
      .after(.rotation(cosine: upright.x, sine: upright.y))
    return [.group(Group(transform: turn, children: letters))]
  }
}

/// Lengths and areas of the sheet in the world's units.
enum MeasureText {
  static func length(_ length: Double, _ units: Units) -> String {
    number(length * units.distanceScale) + " " + units.distance
  }

  static func area(_ area: Double, _ units: Units) -> String {
    number(area * units.distanceScale * units.distanceScale) + " " + units.areaName
  }

  /// Three figures and what they stand for, as in 12.5K and 1.25M; whole below a thousand, tenths
  /// below ten.
  static func number(_ value: Double) -> String {
    guard value.isFinite, value >= 0, value < 1e15 else { return "∞" }
    func text(_ value: Double, _ unit: Double) -> String {
      LookValue.number((value * unit).rounded() / unit).text
    }
    if value < 10 { return text(value, 10) }
    if value < 10_000 { return text(value, 1) }
    for (size, sign) in [(1e12, "T"), (1e9, "G"), (1e6, "M")] where value >= size {
      return text(value / size, value >= 100 * size ? 1 : value >= 10 * size ? 10 : 100) + sign
    }
    return text(value / 1000, value >= 100_000 ? 1 : 10) + "K"
  }
}

extension MapWords {
  /// A distance in the map's language: "120 mi".
  package func distance(_ length: Double, in unit: String) -> String {
    MeasureText.number(length) + " " + distance(unit)
  }
}
