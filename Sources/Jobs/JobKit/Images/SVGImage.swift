// SPDX-License-Identifier: MIT
// Part of Platen: SVG drawings as images that every format can show.

package import Diagnostics
package import Pipeline
internal import Pixels
internal import Vectors

/// An SVG file as a PNG, finer than its own size. The library that draws it is loaded when the first
/// one is met.
package struct SVGImage: Sendable {
  package var bytes: [UInt8]
  package var width: Int
  package var height: Int
  /// The width that the file itself specifies.
  package var ownWidth: Double
  /// Warnings about parts of the drawing that are omitted.
  package var warnings: [Diagnostic] = []

  /// Pixels along the longer side of a drawing that fills a slide.
  private static let side = 1_680.0
  private static let longest = 4_096.0
  /// Bytes of the library.
  private static let limit = 256 << 20

  /// Nil where it cannot be drawn.
  package init?(_ svg: [UInt8], in environment: any Environment) {
    // The library is recorded as an input, since another version may draw differently.
    if let file = try? SVGDrawing.libraryFile() {
      _ = try? environment.read(file, limit: SVGImage.limit)
    }
    guard let drawing = try? SVGDrawing(svg) else { return nil }
    let longest = max(drawing.width, drawing.height)
    let scale =
      longest > SVGImage.longest
      ? SVGImage.longest / longest : min(8, max(1, SVGImage.side / longest))
    width = max(1, Int((drawing.width * scale).rounded()))
    height = max(1, Int((drawing.height * scale).rounded()))
    guard let bitmap = try? drawing.drawn(width: width, height: height),
      let bytes = try? PNGEncoder.encode(bitmap, dpi: 96 * scale)
    else { return nil }
    self.bytes = bytes
    ownWidth = drawing.width
    warnings = drawing.warnings
  }
}
