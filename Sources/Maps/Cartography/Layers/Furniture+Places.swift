// SPDX-License-Identifier: MIT
// Part of Platen: where on the sheet its plates stand.

internal import Atlas
internal import Geometry

extension Furniture {
  init(of map: Composition) {
    if map.request.layers.contains(.title) { title = TitleBlock(of: map) }
    if map.request.layers.contains(.scaleBar) {
      scaleBar = ScaleBlock(of: map, beside: plates)
    }
    if map.request.layers.contains(.legend) { legend = LegendBlock(of: map, beside: plates) }
    if map.request.layers.contains(.compass) { compass = CompassRose(of: map, beside: plates) }
    if map.request.layers.contains(.inset) { inset = InsetBlock(of: map, beside: plates) }
  }
}

extension Composition {
  /// The place of a plate of `size`: as the look specifies, or where it hides least land.
  func place(
    _ size: Size, _ place: String, margin: Double, order: [String], beside others: [Rect]
  ) -> Rect {
    let room = inside.insetBy(margin)
    func rect(_ place: String) -> Rect {
      let x =
        place.hasSuffix("left")
        ? room.minX
        : place.hasSuffix("right") ? room.maxX - size.width : room.center.x - size.width / 2
      let y = place.hasPrefix("bottom") ? room.maxY - size.height : room.minY
      return Rect(x: x, y: y, width: size.width, height: size.height)
    }
    guard place == "auto" else {
      // At the requested place; above or below plates that stand there already.
      var spot = rect(place)
      let isBelow = place.hasPrefix("bottom")
      for _ in others {
        guard let other = others.first(where: { $0.insetBy(-margin / 4).intersects(spot) }) else {
          break
        }
        spot.y = isBelow ? other.minY - margin / 2 - size.height : other.maxY + margin / 2
      }
      return spot
    }
    /// The cells that a plate hides: each of land or a lake counts once, a burg or a placed name
    /// three more. Counted no further than `limit`.
    let lakes = Set(world.features.lazy.filter { $0.kind == .lake }.map(\.id))
    let ground = (0..<cells.count).filter {
      cells.height[$0] >= 20
        || cells.feature.indices.contains($0) && lakes.contains(Int(cells.feature[$0]))
    }
    let names =
      request.layers.contains(.labels)
      ? world.addedLabels.filter { request.sees($0.label) }.map { $0.position + $0.label.offset }
      : []
    let omitted = request.surroundings?.omitted ?? []
    func hidden(_ plate: Rect, limit: Int) -> Int {
      var sum = 4 * names.count(where: plate.contains)
      if omitted.contains(where: plate.intersects) { sum += cells.count }
      for cell in ground where plate.contains(cells.mesh.sites[cell]) {
        guard sum < limit else { break }
        sum += cells.burg[cell] != 0 ? 4 : 1
      }
      return sum
    }
    // Corners first; where they all hide something, all along the edges from the best of them, and
    // there well clear of coasts.
    var best = rect(order[0])
    var least = Int.max
    func consider(_ candidates: [Rect], clear: Double = 0, limit: Int = .max) {
      for candidate in candidates where least > 0 {
        if others.contains(where: { $0.insetBy(-margin / 2).intersects(candidate) }) { continue }
        let cost = hidden(candidate.insetBy(-clear), limit: min(least, limit))
        if cost < min(least, limit) { (best, least) = (candidate, cost) }
      }
    }
    consider(order.map(rect), clear: margin * 0.25)
    let steps = 16
    let corner = best
    let along = (0...steps).flatMap { step -> [Rect] in
      let x = room.minX + (room.width - size.width) * Double(step) / Double(steps)
      let y = room.minY + (room.height - size.height) * Double(step) / Double(steps)
      return [
        Rect(x: x, y: room.maxY - size.height, width: size.width, height: size.height),
        Rect(x: x, y: room.minY, width: size.width, height: size.height),
        Rect(x: room.minX, y: y, width: size.width, height: size.height),
        Rect(x: room.maxX - size.width, y: y, width: size.width, height: size.height),
      ]
    }
    if room.width > size.width, room.height > size.height {
      func fromCorner(_ places: [Rect]) -> [Rect] {
        places.enumerated().sorted {
          let one = $0.element.center.squaredDistance(to: corner.center)
          let two = $1.element.center.squaredDistance(to: corner.center)
          return (one, $0.offset) < (two, $1.offset)
        }.map(\.element)
      }
      consider(fromCorner(along), clear: margin * 0.4)
      // Away from the edges only in the open sea.
      if least > 0 {
        consider(fromCorner(innerPlaces(size, in: room)), clear: margin * 0.7, limit: 1)
      }
    }
    return best
  }

  /// Places for a plate all over a room but along its edges.
  func innerPlaces(_ size: Size, in room: Rect) -> [Rect] {
    let steps = 20
    return (1..<steps).flatMap { row in
      (1..<steps).map { column in
        Rect(
          x: room.minX + (room.width - size.width) * Double(column) / Double(steps),
          y: room.minY + (room.height - size.height) * Double(row) / Double(steps),
          width: size.width, height: size.height)
      }
    }
  }
}
