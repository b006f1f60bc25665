// SPDX-License-Identifier: MIT
// Part of Platen: the part of a world that one sheet of paper shows at a scale.

package import Diagnostics
package import Geometry
internal import Text

/// The part of a world that a sheet shows at a scale.
package struct ScaledPart: Hashable, Sendable {
  /// The part in map units; it reaches beyond the world where that is smaller than the sheet.
  package let rect: Rect
  /// The share of the land that was to be seen and is not, 0 to 1.
  private let lost: Double
  private let scale: PosterScale

  /// Finds the part: centered on what is to be seen, moved to where the world fills the sheet; of a
  /// whole world that is larger than the sheet, the part with the most land.
  ///
  /// - Parameters:
  ///   - request: The sheet.
  ///   - region: The part that is to be seen, in map units.
  ///   - isWhole: Whether that is the whole world, of which a part is enough.
  ///   - pointsPerUnit: The scale.
  ///   - sheet: The world's sheet, in map units.
  ///   - land: Points of land, each for as much of it.
  /// - Throws: `Failure` `size.scale` where a region is larger than the sheet, and the errors of
  ///   `MapSize`.
  package init(
    _ request: SizeRequest, showing region: Rect, isWhole: Bool, _ scale: PosterScale,
    pointsPerUnit: Double, on sheet: Rect, land: [Point]
  ) throws {
    let free = try ScaledPart.free(request, region)
    let size = Size(width: free.width / pointsPerUnit, height: free.height / pointsPerUnit)
    let slack = 1 + 1e-9
    guard isWhole || region.width <= size.width * slack && region.height <= size.height * slack
    else {
      func centimeters(_ size: Size) -> String {
        let sides = [size.width, size.height].map { brief(($0 / 72 * 25.4).rounded() / 10) }
        return "\(sides[0]) × \(sides[1]) cm"
      }
      let needed = Size(width: region.width * pointsPerUnit, height: region.height * pointsPerUnit)
      let paper = (request.paper ?? .standard).series.first { paper in
        var other = request
        other.paper = paper
        let free = try? ScaledPart.free(other, region)
        return free.map {
          needed.width <= $0.width * slack && needed.height <= $0.height * slack
        } == true
      }
      throw Failure(
        .error(
          .sizeScale,
          "the region takes \(centimeters(needed)) at \(scale.text); "
            + "\(request.paper?.name ?? "the paper") has room for \(centimeters(free))",
          hints: [
            paper.map { "choose paper: \($0.name)" }
              ?? "spread it over several sheets with poster: { scale: \(scale.text) }",
            "or choose a smaller scale or region",
          ]))
    }
    let crop = MapCrop(region, size: size, on: sheet, land: land)
    rect = crop.rect
    lost = crop.lost
    self.scale = scale
  }

  /// The room of the map on a sheet, in points.
  private static func free(_ request: SizeRequest, _ region: Rect) throws -> Size {
    let size = try MapSize(request, showing: region)
    let mat = 2 * size.matPoints
    return Size(
      width: size.points.width - 2 * size.marginPoints - mat,
      height: size.points.height - 2 * size.marginPoints - mat)
  }

  /// A note on the land that is not seen; none where all of it is.
  package var notes: [Diagnostic] {
    guard lost > 0 else { return [] }
    let share = MapCrop.percentage(lost)
    return [
      .note(
        .mapCropped,
        "the sheet shows part of the map at \(scale.text), without \(share) of the land",
        hints: ["choose a smaller scale or larger paper, or the part with region"])
    ]
  }
}
