// SPDX-License-Identifier: MIT
// Part of Platen: what lies round a sheet that is cut after it is printed: bleed, and marks to cut
// at.

package import Drawing
package import Geometry

/// The rim of a printed sheet round what stays of it, in millimetres.
package struct PrintRim: Hashable, Sendable {
  /// The distance that the image extends beyond the cut.
  package var bleed: Double
  package var hasMarks: Bool

  /// Length of a crop mark.
  static let markLength = 5.0
  /// Between the cut and a crop mark, where the bleed is less: a cut that strays shows no mark.
  static let markGap = 3.0
  /// Paper beyond the marks.
  static let markRoom = 1.0
  /// Points; black, as plates of all inks are aligned by other means where there are any.
  static let markWidth = 0.25

  /// Paper on each side of what stays.
  package var width: Double { hasMarks ? gap + PrintRim.markLength + PrintRim.markRoom : bleed }
  private var gap: Double { max(bleed, PrintRim.markGap) }

  package init(bleed: Double = 0, hasMarks: Bool = false) {
    (self.bleed, self.hasMarks) = (bleed, hasMarks)
  }

  /// Indicates whether there is anything round the sheet.
  package var isThere: Bool { bleed > 0 || hasMarks }

  /// Two marks at each corner of `trim`, in units of which `millimetre` is one millimetre.
  package func marks(at trim: Rect, millimetre: Double) -> Node? {
    guard hasMarks else { return nil }
    let near = gap * millimetre
    let far = (gap + PrintRim.markLength) * millimetre
    var path = Path()
    for (x, outwards) in [(trim.minX, -1.0), (trim.maxX, 1.0)] {
      for (y, up) in [(trim.minY, -1.0), (trim.maxY, 1.0)] {
        path.move(to: Point(x + outwards * near, y))
        path.line(to: Point(x + outwards * far, y))
        path.move(to: Point(x, y + up * near))
        path.line(to: Point(x, y + up * far))
      }
    }
    let width = PrintRim.markWidth / 72 * Paper.inch * millimetre
    return .path(PathNode(path, stroke: Stroke(.black, width: width)))
  }
}
