// SPDX-License-Identifier: MIT
// Part of Platen: a QR code as a shape.

package import Geometry

extension QRCode {
  /// Its dark modules as a shape, the quiet zone round them.
  ///
  /// - Parameter frame: Where it is drawn, quiet zone and all; as high as it is wide.
  package func path(in frame: Rect) -> Path {
    let module = frame.width / Double(side + 2 * QRCode.quietZone)
    var path = Path()
    for row in 0..<side {
      var column = 0
      while column < side {
        guard isDark(row: row, column: column) else {
          column += 1
          continue
        }
        // Neighbors are one bar: no seams between them.
        var end = column
        while isDark(row: row, column: end) { end += 1 }
        path.append(
          Path(
            rect: Rect(
              x: frame.x + Double(column + QRCode.quietZone) * module,
              y: frame.y + Double(row + QRCode.quietZone) * module,
              width: Double(end - column) * module, height: module * 1.01)))
        column = end
      }
    }
    return path
  }
}
