// SPDX-License-Identifier: MIT
// Part of Platen: fine lines in pictures, a polygon for each line or dash.

internal import CCairo
internal import Drawing
internal import Geometry

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension ScenePainter {
  /// Draws a fine stroke by its exact area; false where Cairo must draw it.
  ///
  /// Routes, borders and rims of marks are thousands of dots of a pixel, on which Cairo's filler,
  /// made for large shapes, spends most of a map's time. Wide lines with their joins are Cairo's.
  func paintFine(
    _ stroke: Stroke, along paths: [Path], bounds: Rect, at place: Place
  ) throws -> Bool {
    let scale = place.map.scale
    let period = stroke.dash.reduce(0, +)
    guard target.isImage,
      stroke.dash.isEmpty
        ? stroke.width * scale <= FineStroke.plainLimit
        : stroke.width * scale <= FineStroke.dashedLimit
          && stroke.dash.allSatisfy({ $0.isFinite && $0 >= 0 }) && stroke.dashOffset.isFinite
          && period * scale > FineStroke.shortestPeriod
    else { return false }
    let extent = place.map.bounds(of: bounds)
    guard extent.width + extent.height <= FineStroke.extentLimit else { return false }
    guard let box = place.box(aroundMapped: extent.insetBy(-1)), let rows = mask.begin(box)
    else { return true }
    var painter = FineStroke(stroke, scale: scale, map: place.map, rows: rows)
    for path in paths {
      for line in path.flattened(tolerance: 0.1 / scale) where line.points.allSatisfy(\.isFinite) {
        painter.add(line)
      }
    }
    try paint(rows, .nonZero, stroke.paint, at: box, on: place)
    return true
  }
}

/// Walks along lines and adds the outline of each dash to a mask; a line without dashes is one.
struct FineStroke {
  /// Pixels of width up to which nobody can tell one kind of join from another, in dashes and in
  /// lines without.
  static let dashedLimit = 3.0
  static let plainLimit = 1.5
  /// Pixels of a period; finer dashes would be a grey line made at great cost.
  static let shortestPeriod = 0.1
  /// Pixels of a path's extent, so that the count of dashes is bounded.
  static let extentLimit = 100_000.0

  private let lengths: [Double]
  private let radius: Double
  private let cap: Stroke.Cap
  private let map: AffineMap
  private let rows: MaskRows
  private let firstIndex: Int
  private let firstRest: Double
  /// Half a circle from the left to the right of a direction, as parts along it and to the left.
  private let arc: [Point]
  /// The dash in the making: where it bends, and the direction of what follows.
  private var points: [Point] = []
  private var directions: [Point] = []
  private var outline: [Point] = []

  init(_ stroke: Stroke, scale: Double, map: AffineMap, rows: MaskRows) {
    lengths = stroke.dash.isEmpty ? [.infinity] : stroke.dash
    radius = stroke.width / 2
    cap = stroke.cap
    self.map = map
    self.rows = rows
    // As many corners as keep the arc's area within a hundredth of a pixel.
    let steps = max(4, Int((8 * (radius * scale).squareRoot()).rounded(.up)))
    arc = (1..<steps).map { step in
      let angle = Double(step) * .pi / Double(steps)
      return Point(sin(angle), cos(angle))
    }
    guard !stroke.dash.isEmpty else {
      (firstIndex, firstRest) = (0, .infinity)
      return
    }
    var (index, rest) = (0, stroke.dashOffset)
    // An odd count of lengths comes round with dashes and gaps exchanged.
    let cycle = lengths.reduce(0, +) * (lengths.count % 2 == 0 ? 1 : 2)
    rest = rest.truncatingRemainder(dividingBy: cycle)
    if rest < 0 { rest += cycle }
    while rest > 0, rest >= lengths[index % lengths.count], index < 2 * lengths.count {
      rest -= lengths[index % lengths.count]
      index += 1
    }
    firstIndex = index
    firstRest = max(0, lengths[index % lengths.count] - rest)
  }

  /// Adds one line's dashes; every line begins the pattern anew.
  mutating func add(_ line: Path.Line) {
    let line = lengths == [.infinity] ? FineStroke.opened(line) : line
    guard var from = line.points.first else { return }
    var index = firstIndex
    var rest = firstRest
    func isDash() -> Bool { index % 2 == 0 }
    points.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    let count = line.points.count + (line.isClosed ? 1 : 0)
    for i in 1..<max(count, 1) {
      let to = line.points[i % line.points.count]
      let length = from.distance(to: to)
      guard length > 0 else { continue }
      let direction = (to - from) / length
      if isDash() { begin(at: from, direction) }
      var walked = 0.0
      while length - walked >= rest {
        walked += rest
        let p = from + direction * walked
        if isDash() { end(at: p) }
        index = (index + 1) % (2 * lengths.count)
        rest = lengths[index % lengths.count]
        // As in Cairo, no dash begins where the line ends.
        if isDash(), walked < length { begin(at: p, direction) }
      }
      rest -= length - walked
      from = to
    }
    if isDash() { end(at: from) }
  }

  /// A ring cut open in the middle of its longest edge, where both ends meet without a corner.
  private static func opened(_ line: Path.Line) -> Path.Line {
    guard line.isClosed, line.points.count > 1 else { return line }
    let points = line.points
    var cut = 0
    var longest = -1.0
    for i in points.indices {
      let length = points[i].squaredDistance(to: points[(i + 1) % points.count])
      if length > longest { (cut, longest) = (i, length) }
    }
    let middle = points[cut].midpoint(to: points[(cut + 1) % points.count])
    var open = line
    open.points = [middle] + points[(cut + 1)...] + points[...cut] + [middle]
    open.isClosed = false
    return open
  }

  private mutating func begin(at p: Point, _ direction: Point) {
    points.append(p)
    directions.append(direction)
  }

  /// Closes the dash: its left side there, a cap, its right side back, a cap.
  private mutating func end(at last: Point) {
    defer {
      points.removeAll(keepingCapacity: true)
      directions.removeAll(keepingCapacity: true)
    }
    guard let first = points.first, let start = directions.first,
      let end = directions.last, cap != .butt || points.count > 1 || first != last
    else { return }
    outline.removeAll(keepingCapacity: true)
    addCap(at: first, Point(-start.x, -start.y))
    for i in points.indices.dropFirst() { addBend(i, side: 1) }
    addCap(at: last, end)
    for i in points.indices.dropFirst().reversed() { addBend(i, side: -1) }
    outline.withUnsafeBufferPointer { outline in
      rows.add(outline.count) { map.apply(outline[$0]) }
    }
  }

  /// From the left of the outward `direction` round to its right.
  private mutating func addCap(at p: Point, _ direction: Point) {
    let left = Point(-direction.y, direction.x) * radius
    let ahead = direction * radius
    switch cap {
    case .butt:
      outline.append(p + left)
      outline.append(p - left)
    case .square:
      outline.append(p + left + ahead)
      outline.append(p - left + ahead)
    case .round:
      outline.append(p + left)
      for q in arc { outline.append(p + ahead * q.x + left * q.y) }
      outline.append(p - left)
    }
  }

  /// A corner: where both sides' edges meet, or, where that is far off, a cut.
  private mutating func addBend(_ i: Int, side: Double) {
    let (before, after) = (directions[i - 1], directions[i])
    let a = Point(-before.y, before.x) * side
    let b = Point(-after.y, after.x) * side
    let sum = a + b
    if sum.squaredLength > 2 {
      outline.append(points[i] + sum * (2 * radius / sum.squaredLength))
    } else {
      let (one, other) = side > 0 ? (a, b) : (b, a)
      outline.append(points[i] + one * radius)
      outline.append(points[i] + other * radius)
    }
  }
}
