// SPDX-License-Identifier: MIT
// Part of Platen: the part of the world that an output shows.

internal import Cartography
internal import Digests
internal import Geometry

/// The part of the world that an output shows, in map units.
struct ShownPart: Hashable, Sendable {
  var rect: Rect
  /// The height of the band of plates below it; 0 without one.
  var band = 0.0
  /// Pixels to a map unit where the part has whole squares of a tabletop; nil where the output's
  /// options decide.
  var scale: Double?

  init(_ rect: Rect, band: Double = 0) {
    self.rect = rect
    self.band = band
  }
}

extension ShownPart: Digestible {
  func add(to digester: inout Digester) { digester.addFields(rect, band, scale) }
}
