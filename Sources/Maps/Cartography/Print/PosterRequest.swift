// SPDX-License-Identifier: MIT
// Part of Platen: a map over many sheets, as it is asked for.

package import Diagnostics

/// The settings of a poster. Lengths are millimeters.
package struct PosterRequest: Hashable, Sendable {
  /// The property that decides the size.
  package enum Extent: Hashable, Sendable {
    case across(Int)
    case grid(columns: Int, rows: Int)
    case scale(PosterScale)
  }
  package var extent: Extent
  package var paper: Paper
  /// Nil lets the sheets lie as it is best.
  package var isLandscape: Bool?
  package var margin: Double
  package var overlap: Double
  package var hasMarks: Bool
  package var hasPlan: Bool
  /// The treatment of a map of another shape than the sheets have together.
  package var fit = MapFit.extend
  /// Indicates whether sheets that show nothing but the sea are included.
  package var hasSeaSheets = true
  /// The requested position.
  package var place: SourceLocation?

  /// The most sheets.
  package static let limit = 1000
  /// A scale that takes more sheets is warned of: A4 sheets of four times an A0.
  package static let manySheets = 64
  /// Room for labels and marks; printers leave some 5 mm white anyway.
  package static let margins = 5.0...100.0

  package init(
    _ extent: Extent, paper: Paper, isLandscape: Bool?, margin: Double, overlap: Double,
    hasMarks: Bool, hasPlan: Bool, at place: SourceLocation?
  ) {
    self.extent = extent
    self.paper = paper
    self.isLandscape = isLandscape
    self.margin = margin
    self.overlap = overlap
    self.hasMarks = hasMarks
    self.hasPlan = hasPlan
    self.place = place
  }
}
