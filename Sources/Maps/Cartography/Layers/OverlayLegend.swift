// SPDX-License-Identifier: MIT
// Part of Platen: overlays in the legend: the name of each with the sign of its features.

internal import Drawing
internal import Geometry

extension Composition {
  /// The overlays that the window shows, each with its sign; nil without any.
  func overlayTable() -> LegendTable? {
    let rows = request.overlays.compactMap { set -> LegendTable.Row? in
      let seen = set.features.filter { feature in
        Composition.isSeen(feature, in: window)
      }
      guard !set.name.isEmpty, let first = seen.first else { return nil }
      // One sign stands for all: a color or an icon that others do not have is omitted.
      var feature = first
      let alike = seen.filter { Composition.kind(of: $0) == Composition.kind(of: first) }
      if alike.contains(where: { $0.color != first.color }) { feature.color = nil }
      if alike.contains(where: { $0.fill != first.fill }) { feature.fill = nil }
      if alike.contains(where: { $0.icon != first.icon }) { feature.icon = "" }
      feature.size = 1
      return LegendTable.Row(
        paint: .color(.clear), name: set.name,
        sign: { [unowned self] box in overlaySign(feature, in: box) })
    }
    return rows.isEmpty ? nil : LegendTable(title: "", rows: rows)
  }

  private static func kind(of feature: OverlayFeature) -> Int {
    switch feature.shape {
    case .point: 0
    case .lines: 1
    case .areas: 2
    }
  }

  private static func isSeen(_ feature: OverlayFeature, in window: Rect) -> Bool {
    switch feature.shape {
    case .point(let point): window.contains(point)
    case .lines(let lines): lines.contains { !Polyline.clip($0, to: window).isEmpty }
    case .areas(let areas):
      areas.contains { $0.first.map { Polygon.clip($0, to: window).count > 2 } ?? false }
    }
  }

  /// The sign of a feature in a box of the legend.
  private func overlaySign(_ feature: OverlayFeature, in box: Rect) -> [Node] {
    let pen = overlayPen
    switch feature.shape {
    case .lines:
      var path = Path()
      path.append(line: [Point(box.minX, box.center.y), Point(box.maxX, box.center.y)])
      return pen.line(path, of: feature)
    case .areas: return [pen.area(Path(rect: box), of: feature)]
    case .point:
      let height = min(pen.height(of: feature), box.height * 1.5)
      if let symbol = pen.symbol(of: feature) {
        var frame = symbol.frame(height: height, around: box.center)
        if frame.width > box.width {
          frame = symbol.frame(height: height * box.width / frame.width, around: box.center)
        }
        return [symbol.node(in: frame)]
      }
      return overlayPin(
        feature, tip: Point(box.center.x, box.center.y + height / 2), height: height)
    }
  }
}
