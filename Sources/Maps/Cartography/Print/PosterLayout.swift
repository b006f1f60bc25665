// SPDX-License-Identifier: MIT
// Part of Platen: which part of a map is on which sheet of a poster.

package import Atlas
package import Diagnostics
package import Geometry
internal import Text

/// A poster's sheets. Lengths are points on paper unless stated otherwise.
///
/// The sheets' images form a grid, each `overlap` over its neighbors. The map is in the middle of
/// the area that they cover together, so that each shows some of it.
package struct PosterLayout: Hashable, Sendable {
  /// A sheet of paper.
  package let page: Size
  package let margin: Double
  package let overlap: Double
  package let columns: Int
  package let rows: Int
  /// Points to a map unit.
  package let scale: Double
  /// The part of the map to show, in map units.
  package let shown: Rect
  /// The origin of the map, from the first sheet's picture.
  private let origin: Point

  /// Points to a millimetre.
  package static let millimetre = 72 / Paper.inch

  /// Lays the sheets out.
  ///
  /// - Parameters:
  ///   - shown: Map units.
  ///   - request: The map's request, for the width of its grid's cells.
  /// - Throws: `Failure` `poster.scale` for a scale the world does not know, `poster.sheets` for
  /// one
  ///   that takes too many sheets.
  package init(
    _ poster: PosterRequest, showing shown: Rect, in world: World,
    _ request: @autoclosure () -> MapRequest
  ) throws {
    let requested: Double?
    do {
      requested =
        if case .scale(let scale) = poster.extent {
          try scale.pointsPerUnit(in: world, request())
        } else { nil }
    } catch let failure as Failure {
      throw failure.at(poster.place)
    }
    self = try PosterLayout.best(poster, showing: shown, scale: requested)
  }

  /// - Parameter scale: Points to a map unit, where that is specified.
  package static func best(
    _ poster: PosterRequest, showing shown: Rect, scale: Double?
  ) throws -> PosterLayout {
    guard shown.width > 0, shown.height > 0, shown.width.isFinite, shown.height.isFinite else {
      throw Failure(.error(.sizeEmpty, "the part of the map that is shown has no usable area"))
    }
    let usual = shown.width >= shown.height
    let ways = (poster.isLandscape.map { [$0] } ?? [usual, !usual]).map {
      PosterLayout(poster, showing: shown, scale: scale, isLandscape: $0)
    }
    // The way the map lies where both are as good.
    let best = ways.dropFirst().reduce(ways[0]) { best, way in
      switch poster.extent {
      case .scale: way.count < best.count ? way : best
      case .grid: way.scale > best.scale * (1 + 1e-9) ? way : best
      case .across: best
      }
    }
    guard best.count <= Double(PosterRequest.limit) else {
      throw Failure(
        .error(
          .posterSheets,
          "the poster would take \(best.count < 1e9 ? brief(best.count) : "countless") sheets of "
            + "\(poster.paper.name); \(PosterRequest.limit) are the most", at: poster.place,
          hints: ["choose a smaller scale, a larger sheet or a part of the map with region"]))
    }
    return best
  }

  private init(
    _ poster: PosterRequest, showing shown: Rect, scale: Double?, isLandscape: Bool
  ) {
    let sides = [poster.paper.width, poster.paper.height].map { $0 * PosterLayout.millimetre }
    let (short, long) = (min(sides[0], sides[1]), max(sides[0], sides[1]))
    page = isLandscape ? Size(width: long, height: short) : Size(width: short, height: long)
    margin = poster.margin * PosterLayout.millimetre
    overlap = poster.overlap * PosterLayout.millimetre
    let image = Size(width: page.width - 2 * margin, height: page.height - 2 * margin)
    let step = Size(width: image.width - overlap, height: image.height - overlap)
    let overlap = overlap
    func covered(_ sheets: Int, _ step: Double) -> Double { Double(sheets) * step + overlap }
    let scale =
      switch poster.extent {
      case .scale: scale ?? 1
      case .across(let columns): covered(columns, step.width) / shown.width
      case .grid(let columns, let rows):
        min(covered(columns, step.width) / shown.width, covered(rows, step.height) / shown.height)
      }
    /// Sheets that cover a length; beyond all counting, so many that it is refused.
    func needed(_ length: Double, _ step: Double) -> Int {
      let count = ((length - overlap) / step - 1e-9).rounded(.up)
      return count < 1e6 ? max(1, Int(count)) : 1_000_000
    }
    let size = Size(width: shown.width * scale, height: shown.height * scale)
    columns = needed(size.width, step.width)
    rows = needed(size.height, step.height)
    self.scale = scale
    self.shown = shown
    origin = Point(
      (covered(columns, step.width) - size.width) / 2,
      (covered(rows, step.height) - size.height) / 2)
  }

  /// The number of sheets, as a number that cannot overflow.
  private var count: Double { Double(columns) * Double(rows) }

  /// A warning where there are so many sheets that a scale was hardly meant so.
  ///
  /// - Parameter poster: What is laid out.
  package func warnings(for poster: PosterRequest) -> [Diagnostic] {
    guard case .scale = poster.extent, count > Double(PosterRequest.manySheets) else { return [] }
    let (width, height) = (size.width / 72 * 2.54, size.height / 72 * 2.54)
    return [
      .warning(
        .posterManySheets,
        "the poster takes \(brief(count)) sheets of \(poster.paper.name) (\(columns) × \(rows)); "
          + "put together it is \(brief(width.rounded())) × \(brief(height.rounded())) cm",
        at: poster.place,
        hints: ["choose a smaller scale, larger paper or a part of the map with region"])
    ]
  }

  /// The map put together.
  package var size: Size { Size(width: shown.width * scale, height: shown.height * scale) }

  private var step: Size {
    Size(width: page.width - 2 * margin - overlap, height: page.height - 2 * margin - overlap)
  }

  // MARK: Sheets

  /// One sheet of the poster.
  package struct Sheet: Hashable {
    /// From 0.
    package var column: Int
    package var row: Int
    /// The area it shows, in map units.
    package var window: Rect
    /// The place of that on the page.
    package var image: Rect
    /// `A1`: the column's letters, the row's number, as squares of maps are called.
    package var name: String
  }

  /// All sheets, row by row.
  package var sheets: [Sheet] {
    (0..<rows).flatMap { row in (0..<columns).map { sheet(column: $0, row: row) } }
  }

  package func sheet(column: Int, row: Int) -> Sheet {
    let map = Rect(x: origin.x, y: origin.y, width: size.width, height: size.height)
    let area = Rect(
      x: Double(column) * step.width, y: Double(row) * step.height,
      width: step.width + overlap, height: step.height + overlap)
    let part = area.intersection(map) ?? area
    return Sheet(
      column: column, row: row,
      window: Rect(
        x: shown.x + (part.x - origin.x) / scale, y: shown.y + (part.y - origin.y) / scale,
        width: part.width / scale, height: part.height / scale),
      image: Rect(
        x: margin + part.x - area.x, y: margin + part.y - area.y, width: part.width,
        height: part.height),
      name: PosterLayout.name(column: column, row: row))
  }

  /// The sheet that shows a point of the map, away from its edges where two do.
  package func sheet(showing point: Point) -> Sheet {
    let place = (point - Point(shown.x, shown.y)) * scale + origin
    func number(_ value: Double, _ step: Double, _ count: Int) -> Int {
      max(0, min(count - 1, Int(((value - overlap / 2) / step).rounded(.down))))
    }
    return sheet(
      column: number(place.x, step.width, columns), row: number(place.y, step.height, rows))
  }

  /// A rectangle of the map as one of a sheet's page.
  package func frame(of rect: Rect, on sheet: Sheet) -> Rect {
    Rect(
      x: sheet.image.minX + (rect.minX - sheet.window.minX) * scale,
      y: sheet.image.minY + (rect.minY - sheet.window.minY) * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// `A1`, `B1`, …, `Z1`, `AA1`.
  package static func name(column: Int, row: Int) -> String {
    var letters = ""
    var rest = column + 1
    while rest > 0 {
      rest -= 1
      letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
      rest /= 26
    }
    return letters + "\(row + 1)"
  }
}
