// SPDX-License-Identifier: MIT
// Part of Platen: markers as pins; hidden ones are not even in the scene when players look.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func markersLayer() -> LayerDrawing {
    let style = look.markers
    guard style.size > 0 else { return LayerDrawing([]) }
    if request.audience == .player, !world.markers.isEmpty, world.markers.allSatisfy(\.isHidden) {
      reportHidden(
        .markers, .mapMarkersHidden, "all markers are hidden; players see none of them")
    }
    var nodes: [Node] = []
    for seen in seenMarkers {
      let (marker, size) = (seen.marker, seen.size)
      let tip = seen.tip
      let fill = marker.fill.flatMap { Color(hex: $0) } ?? style.fill
      var line = style.line.stroke
      // Black is FMG's default color.
      if let given = marker.stroke.flatMap({ Color(hex: $0) }), given != .black {
        line.paint = .color(given)
      }
      if tip != marker.position {
        var way = Path()
        way.append(line: [marker.position, tip])
        nodes.append(
          .path(PathNode(way, stroke: Stroke(line.paint, width: size * 0.05, cap: .round))))
        nodes.append(
          .path(
            PathNode(Path(circleAt: marker.position, radius: size * 0.08), fill: Fill(line.paint))))
      }
      if let symbol = seen.symbol {
        nodes.append(
          symbol.node(in: symbol.frame(height: seen.box.height, around: seen.box.center)))
        continue
      }
      guard !seen.isDot else {
        let dot = Path(circleAt: tip, radius: seen.box.width * 0.36)
        nodes.append(
          .path(PathNode(dot, fill: Fill(fill), stroke: style.line.isVisible ? line : nil)))
        nodes.append(
          .path(
            PathNode(
              Path(circleAt: tip, radius: seen.box.width * 0.16), fill: Fill(look.markers.dot))))
        continue
      }
      guard marker.pin != "no" else {
        nodes += icon(of: marker, at: tip, size: size)
        continue
      }
      // A bubble is FMG's default shape.
      let shape = marker.pin == "bubble" ? style.pin : marker.pin
      let pin = MarkerPin(shape: shape, tip: tip, size: size)
      if !pin.tail.isEmpty {
        nodes.append(.path(PathNode(pin.tail, fill: Fill(line.paint))))
      }
      nodes.append(
        .path(
          PathNode(pin.head, fill: Fill(fill), stroke: style.line.isVisible ? line : nil)))
      nodes += icon(of: marker, at: pin.middle, size: size)
    }
    return LayerDrawing(nodes)
  }

  /// The markers that are drawn.
  var seenMarkers: [Pin] { lettering.signs.pins }

  /// The marker's sign; a dot where it is a picture of its own.
  private func icon(of marker: Marker, at center: Point, size: Double) -> [Node] {
    // A sign is a character or two with what modifies them; longer ones are addresses.
    guard !marker.icon.isEmpty, marker.icon.unicodeScalars.count <= 8 else {
      return [
        .path(PathNode(Path(circleAt: center, radius: size * 0.15), fill: Fill(look.markers.dot)))
      ]
    }
    var lettering = look.graticule.label
    lettering.color = look.markers.dot
    let letter = size * 0.36 * max(0.5, min(1.5, marker.iconSize / 12))
    let sign = shape(marker.icon, lettering, size: letter)
    // Emoji fill their line from its ascent to its descent.
    let baseline = center.y + (sign.ascent - sign.descent) / 2
    return sign.nodes(
      at: Point(center.x - sign.width / 2, baseline), paint: .color(lettering.color), halo: nil)
  }
}
