// SPDX-License-Identifier: MIT
// Part of Platen: the whole sheet, small in a corner, with a frame round the part that is shown.

internal import Drawing
internal import Geometry

extension MapLook {
  static let insetFields: [MapLookField] =
    [
      .choice("inset.place", corners, \.inset.place, "Where the small map of the whole stands"),
      .number("inset.size", 0.05...0.5, \.inset.size, "Its width, as a part of the sheet's"),
      .color("inset.fill", \.inset.fill, "Plate under it"),
      .length("inset.padding", \.inset.padding, "Room round it on its plate"),
      .length("inset.margin", \.inset.margin, "Distance of the plate from the sheet's edge"),
    ]
    + MapLookField.line("inset.line", \.inset.line, "the edge of that plate")
    + MapLookField.line("inset.region", \.inset.region, "the frame round the part that is shown")
}

extension Composition {
  /// Nothing on a map of the whole sheet.
  func insetLayer() -> LayerDrawing { LayerDrawing(furniture.inset?.nodes ?? []) }
}

extension InsetBlock {
  /// Nil where the whole sheet is shown anyway.
  init?(of map: Composition, beside others: [Rect]) {
    guard map.isPart else { return nil }
    let style = map.look.inset
    let sheet = map.sheet
    // No wider and no higher than its part of the frame, whatever shape either has.
    let factor = min(
      map.inside.width * style.size / sheet.width,
      map.inside.height * style.size * 1.4 / sheet.height)
    guard factor > 0, factor.isFinite else { return nil }
    let size = Size(width: sheet.width * factor, height: sheet.height * factor)
    let plate = map.place(
      Size(width: size.width + 2 * style.padding, height: size.height + 2 * style.padding),
      style.place, margin: style.margin,
      order: ["bottom-left", "top-right", "bottom-right", "top-left", "bottom", "top"],
      beside: others)
    let image = Rect(
      x: plate.minX + style.padding, y: plate.minY + style.padding, width: size.width,
      height: size.height)
    func small(_ p: Point) -> Point {
      Point(image.minX + p.x * factor, image.minY + p.y * factor)
    }

    var land = Path()
    for shore in map.coasts.shores {
      // What has no size here is not drawn; what has is drawn in few lines.
      let ring = simplify(shore.coarse.map(small), tolerance: 0.25 * map.scale)
      guard ring.count > 2, let bounds = Rect(enclosing: ring),
        max(bounds.width, bounds.height) > 0.6 * map.scale
      else { continue }
      land.append(ring: ring)
    }
    let frame = Rect(
      x: small(Point(map.seen.minX, map.seen.minY)).x,
      y: small(Point(map.seen.minX, map.seen.minY)).y, width: map.seen.width * factor,
      height: map.seen.height * factor)
    var nodes: [Node] = Plate.nodes(plate, fill: style.fill, line: style.line, inset: 0)
    nodes.append(
      .group(
        Group(
          clip: Clip(Path(rect: image)),
          children: [
            .path(PathNode(Path(rect: image), fill: Fill(map.look.ocean.fill))),
            .path(
              PathNode(
                land, fill: Fill(map.look.land.fill, rule: .evenOdd),
                stroke: Stroke(map.look.inset.line.color, width: 0.3 * map.scale, join: .round))),
          ])))
    nodes.append(.path(PathNode(Path(rect: frame), stroke: style.region.stroke)))
    self.plate = plate
    self.nodes = nodes
  }
}
