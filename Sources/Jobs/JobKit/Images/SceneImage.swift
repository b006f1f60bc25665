// SPDX-License-Identifier: MIT
// Part of Platen: a scene as a PNG of any width.

package import Canvas
internal import Drawing
internal import Geometry
internal import Pixels
package import Text

extension Scene {
  /// Pixels of its height in an image of a width.
  package func height(ofWidth width: Int) -> Int {
    max(1, Int((Double(width) * size.height / size.width).rounded()))
  }

  /// Draws it as a PNG of a width in pixels.
  ///
  /// - Parameter isFlat: it has large even fields, as slides and cards do: quicker to write so.
  package func writePNG(
    width: Int, isFlat: Bool = false, fonts: FontLibrary, isCancelled: () -> Bool = { false },
    to sink: ByteSink
  ) throws {
    let height = height(ofWidth: width)
    try withoutActuallyEscaping(sink) { sink in
      let encoder = try PNGEncoder(
        width: width, height: height, pixels: .rgb, isFlat: isFlat, sink: sink)
      try ImageCanvas.paint(
        self, window: Rect(x: 0, y: 0, width: size.width, height: size.height),
        width: width, height: height, fonts: fonts, isCancelled: isCancelled
      ) { band in try encoder.writeBand(band) }
      try encoder.finish()
    }
  }
}
