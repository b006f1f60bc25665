// SPDX-License-Identifier: MIT
// Part of Platen: which part of a map is on which sheet of a poster.

package import Atlas
package import Diagnostics
package import Digests
package import Geometry
internal import Text

/// A poster's sheets. Lengths are points on paper unless stated otherwise.
///
/// The sheets' images form a grid, each `overlap` over its neighbors, and what is shown fills the
/// area that they cover together: the sea continues around a map of another shape, or it is cropped to
/// their shape or has a mat.
package struct PosterLayout: Hashable, Sendable {
  /// A sheet of paper.
  package let page: Size
  package let margin: Double
  package let overlap: Double
  package let columns: Int
  package let rows: Int
  /// Points to a map unit.
  package let scale: Double
  /// All that the sheets show, in map units.
  package private(set) var shown: Rect
  /// The part of that which is the map.
  private var map: Rect
  private let fit: MapFit
  /// The share of the land that is cropped.
  private var lost = 0.0
  private var losses = CropLosses()
  /// Numbers of sheets that are omitted, row by row.
  private var omitted: Set<Int> = []
  /// The name of the sheets' paper.
  package let paper: String
  /// The scale as it was requested; nil where the sheets determine it.
  package let scaleText: String?

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
    self = try PosterLayout.best(
      poster, showing: shown, scale: requested,
      on: Rect(x: 0, y: 0, width: world.info.width, height: world.info.height),
      land: poster.fit == .crop ? MapCrop.land(of: world).filter(shown.contains) : [])
    if poster.fit == .crop { losses = CropLosses(of: world, from: shown, to: self.shown) }
    if !poster.hasSeaSheets { omitSea(of: world) }
  }

  /// Omits the sheets that show no land and no town.
  private mutating func omitSea(of world: World) {
    let land = MapCrop.land(of: world) + world.burgs.map(\.position)
    var isLand = [Bool](repeating: false, count: columns * rows)
    for point in land where map.contains(point) {
      // Land in an overlap is on both sheets; the one that shows it best is enough.
      let sheet = sheet(showing: point)
      isLand[sheet.row * columns + sheet.column] = true
    }
    guard isLand.contains(true) else { return }
    omitted = Set(isLand.indices.filter { !isLand[$0] })
  }

  /// - Parameters:
  ///   - scale: Points to a map unit, where that is specified.
  ///   - sheet: The world's sheet, where it is not what is shown.
  ///   - land: Points of the land that is to be seen, for a map that is cropped.
  package static func best(
    _ poster: PosterRequest, showing shown: Rect, scale: Double?, on sheet: Rect? = nil,
    land: [Point] = []
  ) throws -> PosterLayout {
    guard shown.width > 0, shown.height > 0, shown.width.isFinite, shown.height.isFinite else {
      throw Failure(.error(.sizeEmpty, "the part of the map that is shown has no usable area"))
    }
    let usual = shown.width >= shown.height
    let ways = (poster.isLandscape.map { [$0] } ?? [usual, !usual]).map {
      PosterLayout(
        poster, showing: shown, scale: scale, isLandscape: $0, on: sheet ?? shown, land: land)
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
    _ poster: PosterRequest, showing shown: Rect, scale: Double?, isLandscape: Bool,
    on sheet: Rect, land: [Point]
  ) {
    let sides = [poster.paper.width, poster.paper.height].map { $0 * PosterLayout.millimetre }
    let (short, long) = (min(sides[0], sides[1]), max(sides[0], sides[1]))
    page = isLandscape ? Size(width: long, height: short) : Size(width: short, height: long)
    paper = poster.paper.name
    scaleText = if case .scale(let scale) = poster.extent { scale.text } else { nil }
    margin = poster.margin * PosterLayout.millimetre
    overlap = poster.overlap * PosterLayout.millimetre
    fit = poster.fit
    let (fit, overlap) = (fit, overlap)
    let image = Size(width: page.width - 2 * margin, height: page.height - 2 * margin)
    let step = Size(width: image.width - overlap, height: image.height - overlap)
    func covered(_ sheets: Int, _ step: Double) -> Double { Double(sheets) * step + overlap }
    /// Sheets that cover a length; beyond all counting, so many that it is refused.
    func needed(_ length: Double, _ step: Double) -> Int {
      let count = ((length - overlap) / step - 1e-9).rounded(.up)
      return count < 1e6 ? max(1, Int(count)) : 1_000_000
    }
    /// Sheets that a length fills.
    func filled(_ length: Double, _ step: Double) -> Int {
      let count = ((length - overlap) / step + 1e-9).rounded(.down)
      return count < 1e6 ? max(1, Int(count)) : 1_000_000
    }
    /// The scale at which the map has a mat in an area, and both sides of that mat.
    func matted(_ width: Double, _ height: Double?) -> (scale: Double, mat: Double) {
      guard fit == .frame else {
        return (min(width / shown.width, (height ?? .infinity) / shown.height), 0)
      }
      let mat = 2 * MapSize.mat * min(width, height ?? width * shown.height / shown.width)
      return (
        min((width - mat) / shown.width, ((height ?? .infinity) - mat) / shown.height), mat
      )
    }
    var points: Double
    switch poster.extent {
    case .scale:
      points = scale ?? 1
      let count = fit == .crop ? filled : needed
      columns = count(shown.width * points, step.width)
      rows = count(shown.height * points, step.height)
    case .across(let number):
      let (scale, mat) = matted(covered(number, step.width), nil)
      points = scale
      columns = number
      rows = needed(shown.height * points + mat, step.height)
    case .grid(let across, let down):
      points = matted(covered(across, step.width), covered(down, step.height)).scale
      let isWhole = fit != .extend
      columns = isWhole ? across : needed(shown.width * points, step.width)
      rows = isWhole ? down : needed(shown.height * points, step.height)
    }
    let area = Size(width: covered(columns, step.width), height: covered(rows, step.height))
    if fit == .crop {
      var isScale = false
      if case .scale = poster.extent { isScale = true }
      let crop =
        isScale
        ? MapCrop(
          shown, size: Size(width: area.width / points, height: area.height / points), on: sheet,
          land: land)
        : MapCrop(shown, aspect: area.width / area.height, on: sheet, land: land)
      if !isScale { points = area.width / crop.rect.width }
      lost = crop.lost
      self.shown = crop.rect
      map = crop.rect.intersection(sheet) ?? crop.rect
    } else {
      let size = Size(width: area.width / points, height: area.height / points)
      self.shown = Rect(
        x: shown.center.x - size.width / 2, y: shown.center.y - size.height / 2,
        width: size.width, height: size.height)
      map = shown
    }
    self.scale = points
  }

  /// The number of sheets, as a number that cannot overflow.
  private var count: Double { Double(columns) * Double(rows) }

  /// The number of sheets and their paper, such as `12 sheets of A4, 4 across, 3 down; put together
  /// 80 × 57 cm`.
  package var description: String {
    let number = sheets.count
    var text = "\(counted(number, "sheet")) of \(paper)"
    if columns * rows > 1 { text += ", \(columns) across, \(rows) down" }
    if !omitted.isEmpty { text += ", without \(counted(omitted.count, "sheet")) of open sea" }
    if let scaleText { text += ", at \(scaleText)" }
    guard columns * rows > 1 else { return text }
    let (width, height) = (size.width / 72 * 2.54, size.height / 72 * 2.54)
    return text + "; put together \(brief(width.rounded())) × \(brief(height.rounded())) cm"
  }

  /// The number of sheets and their paper: a note, or a warning where there are so many that a scale
  /// was hardly meant so. Another note where land is cropped.
  ///
  /// - Parameter poster: What is laid out.
  package func diagnostics(for poster: PosterRequest) -> [Diagnostic] {
    let report: Diagnostic =
      scaleText != nil && sheets.count > PosterRequest.manySheets
      ? .warning(
        .posterManySheets, "the poster takes \(description)", at: poster.place,
        hints: ["choose a smaller scale, larger paper or a part of the map with region"])
      : .note(.posterSheetCount, description, at: poster.place)
    return [report] + MapCrop.notes(lost: lost, losses)
  }

  /// All sheets put together.
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

  /// All sheets that are printed, row by row.
  package var sheets: [Sheet] { numbered { !omitted.contains($0) } }

  private func numbered(where isWanted: (Int) -> Bool) -> [Sheet] {
    (0..<columns * rows).filter(isWanted).map {
      sheet(column: $0 % columns, row: $0 / columns)
    }
  }

  /// Indicates whether a sheet is printed.
  package func isPrinted(column: Int, row: Int) -> Bool {
    !omitted.contains(row * columns + column)
  }

  /// The rest that a scene has to draw so that it fills all sheets.
  package var surroundings: Surroundings {
    var result = Surroundings(fit == .frame ? .mat : .sea, area: shown, trim: shown)
    result.omitted = numbered(where: omitted.contains).map(\.window)
    return result
  }

  /// The part of the world's sheet that is seen.
  package func window(on sheet: Rect) -> Rect {
    (fit == .frame ? map : shown).intersection(sheet) ?? map
  }

  package func sheet(column: Int, row: Int) -> Sheet {
    let part = Rect(
      x: Double(column) * step.width, y: Double(row) * step.height,
      width: step.width + overlap, height: step.height + overlap)
    return Sheet(
      column: column, row: row,
      window: Rect(
        x: shown.x + part.x / scale, y: shown.y + part.y / scale,
        width: part.width / scale, height: part.height / scale),
      image: Rect(x: margin, y: margin, width: part.width, height: part.height),
      name: PosterLayout.name(column: column, row: row))
  }

  /// The sheet that shows a point of the map, away from its edges where two do.
  package func sheet(showing point: Point) -> Sheet {
    let place = (point - Point(shown.x, shown.y)) * scale
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

extension PosterLayout: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(
      page, margin, overlap, columns, rows, scale, shown, map, fit.rawValue, lost, omitted.sorted(),
      paper, scaleText)
  }
}
