// SPDX-License-Identifier: MIT
// Part of Platen: what is on a sheet beyond the part of the world that it shows.

package import Geometry

/// The treatment of a map in an image or a sheet of another shape.
package enum MapFit: String, CaseIterable, Hashable, Sendable {
  /// The sea continues to the edge.
  case extend
  /// The largest part of the world that has the sheet's shape.
  case crop
  /// The map in its own shape on a mat.
  case frame
}

/// The rest of an image beyond the part of the world that it shows. Lengths are map units.
package struct Surroundings: Hashable, Sendable {
  package enum Ground: Hashable, Sendable {
    /// The open sea.
    case sea
    /// A mat of the look's paper, with the map's frame in it.
    case mat
  }
  package var ground: Ground
  /// All of the image, as far as anything is printed.
  package var area: Rect
  /// The part of it that remains after the sheet is cut.
  package var trim: Rect
  /// Parts that are not printed, which have no plates.
  package var omitted: [Rect] = []
  /// The height of the band below the map's frame that has its plates; 0 where there is none.
  package var band = 0.0

  /// The part that has the map with its frame: what remains of the sheet, less the band.
  package var framed: Rect {
    Rect(x: trim.x, y: trim.y, width: trim.width, height: trim.height - band)
  }

  package init(_ ground: Ground, area: Rect, trim: Rect) {
    (self.ground, self.area, self.trim) = (ground, area, trim)
  }
}
