// SPDX-License-Identifier: MIT
// Part of Platen: the band below a map's frame for the plates that would cover land.

package import Atlas
package import Drawing
internal import Geometry

extension MapRequest {
  /// Returns the height in map units of the band that the plates of a map need below its frame; 0
  /// where they have room in the sea, and where the look has no frame with a ground of its own.
  ///
  /// - Throws: `Failure` for a world that cannot be drawn.
  package func plateBand(of world: World, text: any TextMeasuring) throws -> Double {
    guard layers.contains(.frame), look.frame.fill.alpha >= 0.99,
      look.frame.outer.isVisible || look.frame.inner.isVisible
    else { return 0 }
    let request = withAutomaticLegend
    // The drawing of a save has no plates.
    if world.cells == nil, world.picture != nil { return 0 }
    let map = try Composition(world: world, request: request, text: text)
    return map.furniture.band(below: map)
  }
}

extension Furniture {
  /// The least share of a plate that hides land for which the plates are moved.
  private static let tolerated = 0.2
  /// The greatest height of a band, as a share of the map's.
  private static let highest = 0.16

  /// The height of the band that these plates need.
  func band(below map: Composition) -> Double {
    let look = map.look
    let movable = [
      (title?.plate, look.title.place), (scaleBar?.plate, look.scaleBar.place),
      (compass?.plate, look.compass.place), (inset?.plate, look.inset.place),
    ].compactMap { plate, place in place == "auto" ? plate : nil }
    guard
      movable.contains(where: { map.plateGround.share(hiddenBy: $0) > Furniture.tolerated })
    else { return 0 }
    let most = map.edge.height * Furniture.highest
    var heights = movable.map(\.height)
    // A title that was made smaller has its own size in the band.
    if look.title.place == "auto", let whole = TitleBlock.whole(of: map) {
      heights.append(whole.plate.height)
    }
    guard let highest = heights.filter({ $0 <= most }).max() else { return 0 }
    return highest + 2 * Furniture.gap(of: map)
  }

  /// The room over and under plates in a band.
  fileprivate static func gap(of map: Composition) -> Double {
    max(map.look.frame.margin, 7 * map.scale)
  }
}

extension Composition {
  /// The band below the frame; nil where there is none.
  private var plateBand: Rect? {
    guard let band = request.surroundings?.band, band > 0 else { return nil }
    // The frame's own margin is part of the room over the plates.
    let margin = look.frame.margin
    let side = margin + (look.frame.inner.isVisible ? look.frame.gap : 0)
    return Rect(
      x: edge.minX + side, y: edge.maxY - margin, width: edge.width - 2 * side,
      height: band + margin)
  }

  /// The place of a plate in the band: the title in its middle, others at its ends; nil for one that
  /// it has no room for.
  func placeInBand(_ size: Size, order: [String], beside others: [Rect]) -> Rect? {
    guard let band = plateBand, size.height <= band.height else { return nil }
    let ends = [band.minX, band.maxX - size.width]
    let starts = order.first?.hasSuffix("right") == true ? ends.reversed() : ends
    return (starts + [band.center.x - size.width / 2]).lazy
      .map {
        Rect(
          x: $0, y: band.center.y - size.height / 2, width: size.width, height: size.height)
      }
      .first { place in
        let clear = place.insetBy(-self.scale * 6)
        return place.minX >= band.minX && !others.contains(where: clear.intersects)
      }
  }
}
