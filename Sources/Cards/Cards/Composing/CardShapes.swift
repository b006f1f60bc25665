// SPDX-License-Identifier: MIT
// Part of Platen: shapes of cards as paths.

internal import Geometry
internal import Libc

extension Path {
  /// Creates a part of an ellipse's outline, clockwise from the top; the whole outline is closed.
  init(arcIn rect: Rect, share: Double) {
    self.init()
    let center = Point(rect.x + rect.width / 2, rect.y + rect.height / 2)
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    let whole = 2 * Double.pi
    let angle = whole * max(0, min(1, share))
    func point(_ a: Double) -> Point { Point(center.x + rx * sin(a), center.y - ry * cos(a)) }
    move(to: point(0))
    let pieces = max(1, Int((angle / (Double.pi / 2)).rounded(.up)))
    let step = angle / Double(pieces)
    // A cubic for each quarter or less.
    let k = 4 / 3 * tan(step / 4)
    for index in 0..<pieces {
      let (a, b) = (Double(index) * step, Double(index + 1) * step)
      let (from, to) = (point(a), point(b))
      curve(
        to: to, Point(from.x + k * rx * cos(a), from.y + k * ry * sin(a)),
        Point(to.x - k * rx * cos(b), to.y - k * ry * sin(b)))
    }
    if share >= 1 { close() }
  }

  /// Creates a star that fills a rectangle.
  ///
  /// - Parameter inner: its inner radius as a part of the outer one.
  init(starIn rect: Rect, points: Int, inner: Double, turn: Double) {
    self.init()
    let center = Point(rect.x + rect.width / 2, rect.y + rect.height / 2)
    for index in 0..<2 * points {
      let radius = index % 2 == 0 ? 1 : inner
      let angle = Double(index) * Double.pi / Double(points) + turn * Double.pi / 180
      let point = Point(
        center.x + rect.width / 2 * radius * sin(angle),
        center.y - rect.height / 2 * radius * cos(angle))
      if index == 0 { move(to: point) } else { line(to: point) }
    }
    close()
  }

  /// Creates a pattern over an area: whole figures whose centers are in it or near it.
  init(_ pattern: CardPattern, in rect: Rect, step: Double) {
    self.init()
    switch pattern {
    case .lattice:
      // Eight-pointed stars and the crosses between them, drawn as their outlines: two squares, one
      // turned by an eighth, give the star.
      for center in Path.grid(rect, step, offset: 0) {
        let r = step / 2
        append(
          Path(
            starIn: Rect(x: center.x - r, y: center.y - r, width: step, height: step), points: 8,
            inner: 0.7653668647, turn: 22.5))
      }
    case .stars:
      for center in Path.grid(rect, step, offset: step / 2) {
        let r = step * 0.2
        append(
          Path(
            starIn: Rect(x: center.x - r, y: center.y - r, width: 2 * r, height: 2 * r), points: 8,
            inner: 0.5, turn: 0))
      }
    case .dots:
      for center in Path.grid(rect, step, offset: step / 2) {
        let r = step * 0.06
        append(
          Path(
            arcIn: Rect(x: center.x - r, y: center.y - r, width: 2 * r, height: 2 * r), share: 1))
      }
    case .waves:
      let rows = Int((rect.height / (step / 2)).rounded(.up)) + 1
      let columns = Int((rect.width / step).rounded(.up)) + 1
      for row in 0...rows {
        // The first crest is inside the area.
        let y = rect.y + step * 0.16 + Double(row) * step / 2
        let start = rect.x - (row % 2 == 0 ? 0 : step / 2)
        move(to: Point(start - step, y))
        for column in -1...columns {
          let x = start + Double(column) * step
          let k = step * 0.36
          let crest = Point(x + step / 2, y - step * 0.14)
          curve(to: crest, Point(x + k / 2, y), Point(crest.x - k / 2, crest.y))
          curve(to: Point(x + step, y), Point(crest.x + k / 2, crest.y), Point(x + step - k / 2, y))
        }
      }
    case .rays:
      let center = Point(rect.x + rect.width / 2, rect.y + rect.height / 2)
      let reach = (rect.width * rect.width + rect.height * rect.height).squareRoot()
      let count = max(8, Int((Double.pi * reach / step).rounded()))
      for index in 0..<count {
        let angle = (Double(index) + 0.5) * 2 * Double.pi / Double(count)
        let half = Double.pi / Double(count) / 2
        move(to: center)
        line(to: Point(center.x + reach * sin(angle - half), center.y - reach * cos(angle - half)))
        line(to: Point(center.x + reach * sin(angle + half), center.y - reach * cos(angle + half)))
        close()
      }
    }
  }

  /// Returns the centers of figures, with every other row moved by an offset.
  private static func grid(_ rect: Rect, _ step: Double, offset: Double) -> [Point] {
    let columns = Int((rect.width / step).rounded(.up))
    let rows = Int((rect.height / step).rounded(.up))
    return (0...rows).flatMap { row -> [Point] in
      let shift = row % 2 == 0 ? 0 : offset
      let y = rect.y + Double(row) * step
      return (0...columns).map { column in Point(rect.x + Double(column) * step + shift, y) }
    }
  }
}
