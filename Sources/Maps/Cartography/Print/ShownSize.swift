// SPDX-License-Identifier: MIT
// Part of Platen: how large a map comes out on paper or screen, for letters that keep their size.

package import Geometry

/// The part of a scene that is shown, and how large.
package struct ShownSize {
  /// In map units.
  package var content: Rect
  /// Points, of which a screen has 72 to 96 pixels, to a map unit.
  package var pointsPerUnit: Double

  package init(_ size: MapSize) {
    content = size.content
    pointsPerUnit = size.scale * 72 / (size.dpi ?? MapSize.screenDPI)
  }

  package init(_ poster: PosterLayout) {
    content = poster.shown
    pointsPerUnit = poster.scale
  }

  /// The least that may be on a printed sheet.
  private enum Least {
    /// Em of letters, in points.
    static let text = 8.0
    /// Width of lines, in points.
    static let line = 0.25
    /// Side of a marker's pin, in millimetres.
    static let icon = 2.0
  }

  /// The least a press prints well and a reader reads, on this map.
  package var least: LeastSizes {
    LeastSizes(
      text: Least.text / pointsPerUnit, line: Least.line / pointsPerUnit,
      icon: Least.icon / Paper.inch * 72 / pointsPerUnit)
  }
}
