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
  /// The reader's distance decides how small letters may be: that of a sheet, of a screen, or of both.
  package enum Reading: String, Hashable, Sendable {
    /// Vectors on paper.
    case paper
    /// An image for screens.
    case screen
    /// An image that is printed, or seen on a screen before that.
    case image
    /// Vectors without a sheet: readers enlarge them.
    case vectors
  }

  private var reading: Reading
  /// Pixels to a map unit; 0 where there are none.
  private var pixelsPerUnit: Double
  /// Indicates whether the image is so large that the smallest letters of all looks can be read on
  /// a screen.
  private var isLarge: Bool

  /// The width in pixels of such an image.
  package static let largeWidth = 4096

  package init(_ size: MapSize, for reading: Reading) {
    content = size.map
    pointsPerUnit = size.scale * 72 / (size.dpi ?? MapSize.screenDPI)
    pixelsPerUnit = size.scale
    isLarge = !size.isPaper && size.width >= ShownSize.largeWidth
    self.reading = reading
  }

  package init(_ poster: PosterLayout) {
    content = poster.shown
    pointsPerUnit = poster.scale
    pixelsPerUnit = 0
    isLarge = false
    reading = .paper
  }

  /// A part of a world on paper.
  package init(onPaper content: Rect, pointsPerUnit: Double) {
    self.content = content
    self.pointsPerUnit = pointsPerUnit
    pixelsPerUnit = 0
    isLarge = false
    reading = .paper
  }

  /// Em of letters that can just be read, in map units; nil without a limit. FMG's own looks keep its
  /// limit.
  private func leastLetters(of look: MapLook) -> Double? {
    let onPaper = Least.paper / pointsPerUnit
    let pixels = look.sheet.reference == 0 ? Least.generatorPixels : Least.pixels
    let onScreen = pixelsPerUnit > 0 ? pixels / pixelsPerUnit : 0
    return switch reading {
    case .paper: onPaper
    case .screen: onScreen
    case .image: max(onPaper, onScreen)
    case .vectors: nil
    }
  }

  /// Em of the smallest letters of a look, in map units, that a map of this size names a burg in;
  /// nil where all of the look's are larger.
  ///
  /// A look whose sizes are FMG's own has no limit in large images, which show all names as FMG
  /// does, nor where the world's author had it show all names.
  package func leastName(of look: MapLook, in world: World) -> Double? {
    guard let least = leastLetters(of: look), least.isFinite, least > 0 else { return nil }
    let isGenerators = look.sheet.reference == 0
    if isGenerators, isLarge || ShownSize.showsAllNames(world) { return nil }
    let sheet = Size(width: world.info.width, height: world.info.height)
    let whole = Rect(x: 0, y: 0, width: sheet.width, height: sheet.height)
    let scale = look.sheet.scale(on: sheet, showing: content.intersection(whole) ?? whole)
    let ranks = BurgRank.allCases.map { look.burgs.style($0).label.size }
    let letters = ranks + [look.labels.provinces.size, look.labels.water.size]
    return letters.contains { $0 > 0 && $0 * scale < least } ? least : nil
  }

  /// The share of `leastName` from which letters of a look are enlarged to it instead of omitted:
  /// where a sheet or an image a little larger would show them.
  package func enlargedNames(of look: MapLook) -> Double {
    guard look.sheet.reference > 0 else { return 1 }
    return switch reading {
    case .paper, .image: Least.enlarged
    case .screen: Least.enlargedOnScreen
    case .vectors: 1
    }
  }

  /// Indicates whether the world's author had FMG hide no names.
  private static func showsAllNames(_ world: World) -> Bool {
    world.unmodeled.tables["settings", default: []].contains { row in
      row.fields.contains { $0.key == "hideLabels" && $0.json == "false" }
    }
  }

  /// The least that may be on a printed sheet, or that can be read on a screen.
  private enum Least {
    /// Em of letters where a press prints them, in points.
    static let text = 8.0
    /// Width of lines, in points.
    static let line = 0.25
    /// Side of a marker's pin, in millimeters.
    static let icon = 2.0
    /// Em of names on paper, in points.
    static let paper = 5.5
    /// Em of names on a screen, in pixels.
    static let pixels = 9.0
    /// The same in looks whose sizes are FMG's own.
    static let generatorPixels = 7.0
    /// The share of `paper` from which names are enlarged.
    static let enlarged = 0.85
    /// The share of `pixels` from which names are enlarged.
    static let enlargedOnScreen = 0.77
  }

  /// The least a press prints well and a reader reads, on this map.
  package var least: LeastSizes {
    LeastSizes(
      text: Least.text / pointsPerUnit, line: Least.line / pointsPerUnit,
      icon: Least.icon / Paper.inch * 72 / pointsPerUnit)
  }
}
