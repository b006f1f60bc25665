// SPDX-License-Identifier: MIT
// Part of Platen: the layer of coordinates: the graticule with its degrees.

internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func coordinatesLayer() -> LayerDrawing {
    let globe = globe
    guard let graticule = Graticule(bounds(of: globe), sheet: globe) else {
      log.record(
        .note(
          .mapNoCoordinates,
          "the world does not state its position on the globe; no graticule is drawn"))
      return LayerDrawing([])
    }
    let style = look.graticule
    var lines = Path()
    for line in graticule.meridians {
      lines.append(line: [Point(line.place, globe.minY), Point(line.place, globe.maxY)])
    }
    for line in graticule.parallels {
      lines.append(line: [Point(globe.minX, line.place), Point(globe.maxX, line.place)])
    }
    var nodes: [Node] = []
    if style.line.isVisible, !lines.isEmpty {
      nodes.append(.path(PathNode(lines, stroke: style.line.stroke)))
    }
    nodes += degrees(graticule)
    return LayerDrawing(nodes)
  }

  private func degrees(_ graticule: Graticule) -> [Node] {
    let lettering = look.graticule.label
    let size = lettering.size
    guard size > 0 else { return [] }
    let seen = inside.intersection(globe) ?? inside
    let room = seen.insetBy(size * 0.25)
    var nodes: [Node] = []
    var taken = furniture.plates
    let ice = request.layers.contains(.ice) ? iceRings() : []
    let bounds = ice.map { Rect(enclosing: $0) }
    func isOnIce(_ box: Rect) -> Bool {
      zip(ice, bounds).contains { ring, bounds in
        guard let bounds, bounds.intersects(box) else { return false }
        let corners = [
          Point(box.minX, box.minY), Point(box.maxX, box.minY), Point(box.maxX, box.maxY),
          Point(box.minX, box.maxY), box.center,
        ]
        return ring.contains(where: box.contains)
          || corners.contains { Polygon.contains($0, in: [ring]) }
      }
    }
    /// Writes a label at the first of some places where it covers nothing.
    func write(_ text: String, at places: (ShapedText) -> [Point]) {
      let shaped = shape(text, lettering)
      for origin in places(shaped) {
        let box = Rect(
          x: origin.x, y: origin.y - LetterBox.above * size, width: shaped.width,
          height: (LetterBox.above + LetterBox.below) * size)
        guard room.minX <= box.minX, box.maxX <= room.maxX, room.minY <= box.minY,
          box.maxY <= room.maxY, !taken.contains(where: box.insetBy(-size * 0.2).intersects),
          !isOnIce(box.insetBy(-size * 0.15))
        else { continue }
        taken.append(box)
        nodes += shaped.nodes(
          at: origin, paint: .color(lettering.color), halo: lettering.halo(size: size))
        return
      }
    }
    // At the first edge, or else the second, or else along its line from the first.
    for line in graticule.meridians {
      write(line.text(positive: request.words.east, negative: request.words.west)) { shaped in
        let x = line.place - shaped.width / 2
        let top = room.minY + LetterBox.above * size
        let bottom = room.maxY - (LetterBox.below + 0.02) * size
        let steps = stride(from: top, to: room.center.y, by: size * 1.5)
        return [Point(x, top), Point(x, bottom)]
          + steps.map { Point(x, $0) }
      }
    }
    for line in graticule.parallels {
      write(line.text(positive: request.words.north, negative: request.words.south)) { shaped in
        let y = line.place + LetterBox.middle * size
        let steps = stride(from: room.minX, to: room.center.x, by: size * 1.5)
        return [Point(room.minX, y), Point(room.maxX - shaped.width - size * 0.02, y)]
          + steps.map { Point($0, y) }
      }
    }
    return nodes
  }
}
