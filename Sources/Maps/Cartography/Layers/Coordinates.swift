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
    func write(_ text: String, at origin: (ShapedText) -> Point) {
      let shaped = shape(text, lettering)
      let origin = origin(shaped)
      let box = Rect(
        x: origin.x, y: origin.y - LetterBox.above * size, width: shaped.width,
        height: (LetterBox.above + LetterBox.below) * size)
      guard room.minX <= box.minX, box.maxX <= room.maxX, room.minY <= box.minY,
        box.maxY <= room.maxY, !taken.contains(where: box.insetBy(-size * 0.2).intersects)
      else { return }
      taken.append(box)
      nodes += shaped.nodes(
        at: origin, paint: .color(lettering.color), halo: lettering.halo(size: size))
    }
    for line in graticule.meridians {
      write(line.text(positive: request.words.east, negative: request.words.west)) {
        Point(line.place - $0.width / 2, room.minY + LetterBox.above * size)
      }
    }
    for line in graticule.parallels {
      write(line.text(positive: request.words.north, negative: request.words.south)) { _ in
        Point(room.minX, line.place + LetterBox.middle * size)
      }
    }
    return nodes
  }
}
