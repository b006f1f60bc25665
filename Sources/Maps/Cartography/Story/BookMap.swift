// SPDX-License-Identifier: MIT
// Part of Platen: maps of a world and its parts for books: their windows, requests and squares.

package import Drawing
package import Geometry

/// A map that a book shows of a part of a world.
package enum BookMap {
  /// The width of a map in a book, in points: a column of A5, the narrowest page there is.
  package static let pageWidth = 310.0
  /// The least em of its letters there, in points.
  private static let leastText = 6.2

  /// A window of a shape that maps in books have, around a box with some room, on the sheet.
  package static func window(around box: Rect, on sheet: Rect) -> Rect {
    let room = max(0.06 * max(box.width, box.height), 0.01 * max(sheet.width, sheet.height))
    let box = box.insetBy(-room)
    let aspect = min(max(box.width / max(box.height, 1e-9), 1.2), 2.0)
    let width = min(max(box.width, box.height * aspect), sheet.width, sheet.height * aspect)
    let height = min(width / aspect, sheet.height)
    return Rect(
      x: min(max(sheet.minX, box.center.x - width / 2), sheet.maxX - width),
      y: min(max(sheet.minY, box.center.y - height / 2), sheet.maxY - height),
      width: width, height: height)
  }

  /// The request for a map: no title, no key, letters that can be read in a book.
  ///
  /// - Parameter width: the width of the map on the page, in points.
  /// - Throws: where the look's letters cannot be made so large.
  package static func request(
    _ window: Rect, look: MapLook, for audience: Audience, on sheet: Size, words: MapWords,
    width: Double = pageWidth
  ) throws -> MapRequest {
    var request = MapRequest(look: look, layers: .political, audience: audience)
    if audience != .player { request.layers = request.layers.withSecrets }
    request.title = ""
    request.subtitle = ""
    request.words = words
    request.window = window
    let unit = window.width / width
    let factor = 72 / MapSize.screenDPI * unit / look.sheet.scale(on: sheet, showing: window)
    request.look = try look.scalingText(by: factor)
    request.look.labels.numbersCrowded = false
    request.look.legend.isAutomatic = false
    request.look.scaleBar.size *= 1.6
    request.textFactor = factor
    request.least = LeastSizes(text: leastText * unit, line: 0.2 * unit, icon: 0)
    return request
  }

  /// The letters and numbers of the squares along the edges of a map, in map units.
  package static func squares(
    of window: Rect, families: [String], text: any TextMeasuring
  ) -> [Node] {
    let unit = window.width / pageWidth
    let page = Rect(x: 0, y: 0, width: pageWidth, height: window.height / unit)
    let map = AffineMap(a: unit, b: 0, c: 0, d: unit, tx: window.minX, ty: window.minY)
    let nodes = MapSquares(map: page).nodes(in: page, families: families, text: text)
    return [.group(Group(transform: map, children: nodes))]
  }
}
