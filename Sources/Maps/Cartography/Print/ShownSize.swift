// SPDX-License-Identifier: MIT
// Part of Platen: how large a map comes out on paper or screen, for letters that keep their size.

package import Atlas
package import Geometry

/// The part of a scene that is shown, and how large.
package struct ShownSize {
  /// The content in map units.
  package var content: Rect
  /// Points, of which a screen has 72 to 96 pixels, to a map unit.
  package var pointsPerUnit: Double
  /// Pixels to a map unit; nil on paper.
  private var pixelsPerUnit: Double?

  package init(_ size: MapSize) {
    content = size.map
    pointsPerUnit = size.scale * 72 / (size.dpi ?? MapSize.screenDPI)
    pixelsPerUnit = size.isPaper ? nil : size.scale
  }

  package init(_ poster: PosterLayout) {
    content = poster.shown
    pointsPerUnit = poster.scale
  }

  /// Em of the smallest letters of a look, in map units, that a picture of this size names a burg
  /// in; nil on paper, and where all of the look's are larger.
  ///
  /// A look whose sizes are FMG's own has FMG's limit, and none where the world's
  /// author had it show all names.
  package func leastName(of look: MapLook, in world: World) -> Double? {
    guard let pixelsPerUnit, pixelsPerUnit > 0 else { return nil }
    let isGenerators = look.sheet.reference == 0
    if isGenerators, ShownSize.showsAllNames(world) { return nil }
    let least = (isGenerators ? Least.generatorPixels : Least.pixels) / pixelsPerUnit
    let sheet = Size(width: world.info.width, height: world.info.height)
    let whole = Rect(x: 0, y: 0, width: sheet.width, height: sheet.height)
    let scale = look.sheet.scale(on: sheet, showing: content.intersection(whole) ?? whole)
    let ranks = BurgRank.allCases.map { look.burgs.style($0).label.size }
    let letters = ranks + [look.labels.provinces.size, look.labels.water.size]
    return letters.contains { $0 > 0 && $0 * scale < least } ? least : nil
  }

  /// Indicates whether the world's author had FMG hide no names.
  private static func showsAllNames(_ world: World) -> Bool {
    world.unmodeled.tables["settings", default: []].contains { row in
      row.fields.contains { $0.key == "hideLabels" && $0.json == "false" }
    }
  }

  /// The least that may be on a printed sheet, or that can be read on a screen.
  private enum Least {
    /// Em of letters, in points.
    static let text = 8.0
    /// Width of lines, in points.
    static let line = 0.25
    /// Side of a marker's pin, in millimeters.
    static let icon = 2.0
    /// Em of letters on a screen, in pixels.
    static let pixels = 7.0
    /// The same in FMG, which hides smaller names.
    static let generatorPixels = 6.0
  }

  /// The least a press prints well and a reader reads, on this map.
  package var least: LeastSizes {
    LeastSizes(
      text: Least.text / pointsPerUnit, line: Least.line / pointsPerUnit,
      icon: Least.icon / Paper.inch * 72 / pointsPerUnit)
  }
}
