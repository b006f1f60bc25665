// SPDX-License-Identifier: MIT
// Part of Platen: how large a map comes out on paper or screen, for letters that keep their size.

internal import Cartography
internal import Geometry

/// The part of a scene that is shown, and how large.
struct ShownSize {
  /// In map units.
  var content: Rect
  /// Points, of which a screen has 72 to 96 pixels, to a map unit.
  var pointsPerUnit: Double

  init(_ size: MapSize) {
    content = size.content
    pointsPerUnit = size.scale * 72 / (size.dpi ?? MapSize.screenDPI)
  }

  init(_ poster: PosterLayout) {
    content = poster.shown
    pointsPerUnit = poster.scale
  }

  /// The least a press prints well and a reader reads, on this map.
  var least: LeastSizes {
    LeastSizes(
      text: MapPreset.Least.text / pointsPerUnit, line: MapPreset.Least.line / pointsPerUnit,
      icon: MapPreset.Least.icon / Paper.inch * 72 / pointsPerUnit)
  }
}
