// SPDX-License-Identifier: MIT
// Part of Platen: the part of a world that whole squares of a tabletop cover.

package import Atlas
package import Cartography
internal import Diagnostics
package import Geometry

/// Whole squares over a part of a world's sheet.
package struct SquareFrame: Hashable, Sendable {
  /// The part they cover, in map units; it reaches beyond the sheet where that is smaller.
  package let rect: Rect
  package let columns: Int
  package let rows: Int
  /// Pixels on the side of a square.
  package let pixels: Int
  /// The width of a square.
  package let size: CellSize

  /// The most pixels of an image on a side: browsers show none that are larger.
  private static let sideLimit = 16_384
  /// Squares across an image by default.
  private static let squares = 40.0

  /// Covers a part of the sheet.
  ///
  /// - Parameters:
  ///   - square: the width of a square; nil for a round distance.
  ///   - pixels: pixels on its side.
  /// - Throws: `Failure` `tabletop.cells` without a place.
  package init(
    over part: Rect, of world: World, square: GridRequest.Width?, pixels: Int
  ) throws {
    let size = try CellSize(square, across: part.width, times: SquareFrame.squares, in: world)
    self.size = size
    self.pixels = pixels
    func count(_ length: Double) -> Double { max(1, (length / size.side - 1e-6).rounded(.up)) }
    let (across, down) = (count(part.width), count(part.height))
    guard max(across, down) * Double(pixels) <= Double(SquareFrame.sideLimit) else {
      func number(_ value: Double) -> String { value < 1e9 ? "\(Int(value))" : "too many" }
      throw Failure(
        .error(
          .tabletopCells,
          "squares of \(size.text) are \(number(across)) × \(number(down)) on this map; at \(pixels) "
            + "pixels each, a side of the image may have \(SquareFrame.sideLimit / pixels)",
          hints: ["choose larger squares, fewer pixels for each, or a smaller region"]))
    }
    columns = Int(across)
    rows = Int(down)
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    func start(_ center: Double, _ length: Double, _ least: Double, _ most: Double) -> Double {
      guard length < most - least else { return (least + most - length) / 2 }
      return min(max(least, center - length / 2), most - length)
    }
    let (width, height) = (across * size.side, down * size.side)
    rect = Rect(
      x: start(part.center.x, width, sheet.minX, sheet.maxX),
      y: start(part.center.y, height, sheet.minY, sheet.maxY), width: width, height: height)
  }

  /// Pixels to a map unit.
  package var scale: Double { Double(pixels) / size.side }

  /// `12 mi`.
  package var text: String { size.text }
}
