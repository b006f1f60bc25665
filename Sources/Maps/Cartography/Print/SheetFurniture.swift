// SPDX-License-Identifier: MIT
// Part of Platen: what stands round a poster's sheet in its margin: its name, cut marks, ticks.

package import Drawing
internal import Geometry

extension FontRequest {
  /// Small print beside a map: with figures of one height, so that A1 does not read as Ai. Names of
  /// sheets and squares are of the usual weight: bold faces may lack such figures, as EB Garamond's does.
  package init(small families: [String], size: Double, weight: Int = 400) {
    self.init(families: families, size: size, weight: weight, features: ["lnum"])
  }
}

/// Draws what helps to put sheets together, outside of their pictures.
package struct SheetFurniture {
  let layout: PosterLayout
  let families: [String]
  let text: any TextMeasuring

  package init(layout: PosterLayout, families: [String], text: any TextMeasuring) {
    (self.layout, self.families, self.text) = (layout, families, text)
  }

  /// Length of marks, and between them and the picture, in points.
  private static let mark = 8.0
  private static let gap = 2.5
  private static let lineWidth = 0.25
  private static let letters = 7.0

  /// All of a sheet.
  ///
  /// - Parameter caption: what stands behind the sheet's name.
  package func nodes(of sheet: PosterLayout.Sheet, caption: String, hasMarks: Bool) -> [Node] {
    let label = label(of: sheet, caption)
    return hasMarks ? marks(of: sheet) + label : label
  }

  /// The sheet's name and place below the picture.
  private func label(of sheet: PosterLayout.Sheet, _ caption: String) -> [Node] {
    let image = sheet.image
    let name = text.shape(
      sheet.name, font: FontRequest(small: families, size: SheetFurniture.letters + 2))
    // Between the corner's mark and the ticks in the middle.
    let origin = Point(
      image.minX + SheetFurniture.gap,
      image.maxY + SheetFurniture.gap + SheetFurniture.letters + 0.5)
    var nodes = name.nodes(at: origin, paint: .color(.black))
    let room = image.width - layout.overlap - name.width - 3 * SheetFurniture.letters
    var words = text.shape(
      caption, font: FontRequest(small: families, size: SheetFurniture.letters))
    if words.width > room, words.width > 0 {
      words = words.scaled(by: max(0.6, room / words.width))
    }
    nodes += words.nodes(
      at: Point(origin.x + name.width + SheetFurniture.letters, origin.y), paint: .color(.black))
    return nodes
  }

  /// Marks at the picture's corners, and ticks where the pictures of neighbors end.
  private func marks(of sheet: PosterLayout.Sheet) -> [Node] {
    let image = sheet.image
    let near = SheetFurniture.gap
    let far = near + SheetFurniture.mark
    var path = Path()
    func line(_ from: Point, _ to: Point) {
      path.move(to: from)
      path.line(to: to)
    }
    for (x, out) in [(image.minX, -1.0), (image.maxX, 1.0)] {
      for (y, up) in [(image.minY, -1.0), (image.maxY, 1.0)] {
        line(Point(x + out * near, y), Point(x + out * far, y))
        line(Point(x, y + up * near), Point(x, y + up * far))
      }
    }
    var names: [Node] = []
    /// The name of a neighbor beside the ticks at its edge.
    func name(_ neighbor: PosterLayout.Sheet, at point: Point, isRightAligned: Bool = false) {
      let shaped = text.shape(
        neighbor.name, font: FontRequest(small: families, size: SheetFurniture.letters))
      let origin = Point(isRightAligned ? point.x - shaped.width : point.x, point.y)
      names += shaped.nodes(at: origin, paint: .color(.black))
    }
    let letters = SheetFurniture.letters
    if sheet.column + 1 < layout.columns,
      layout.isPrinted(column: sheet.column + 1, row: sheet.row)
    {
      let next = layout.sheet(column: sheet.column + 1, row: sheet.row)
      let x = image.maxX - layout.overlap
      line(Point(x, image.minY - near), Point(x, image.minY - far))
      line(Point(x, image.maxY + near), Point(x, image.maxY + far))
      name(next, at: Point(x + 2, image.minY - near - 1))
    }
    if sheet.row + 1 < layout.rows, layout.isPrinted(column: sheet.column, row: sheet.row + 1) {
      let next = layout.sheet(column: sheet.column, row: sheet.row + 1)
      let y = image.maxY - layout.overlap
      line(Point(image.minX - near, y), Point(image.minX - far, y))
      line(Point(image.maxX + near, y), Point(image.maxX + far, y))
      name(next, at: Point(image.minX - near, y + letters), isRightAligned: true)
    }
    return [.path(PathNode(path, stroke: Stroke(.black, width: SheetFurniture.lineWidth)))] + names
  }
}
