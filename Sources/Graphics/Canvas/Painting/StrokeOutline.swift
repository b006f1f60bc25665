// SPDX-License-Identifier: MIT
// Part of Platen: lines in images as the polygons they cover, one for each line or dash.

internal import CCairo
internal import Drawing
internal import Geometry

extension ScenePainter {
  /// Draws a stroke by its exact area; false where Cairo must draw it: dashes beyond counting.
  ///
  /// Rivers, borders, coasts and thousands of dots are most of a map's lines, and Cairo's filler,
  /// made for a few large shapes, spends most of a map's time on them.
  func paintStroke(
    _ stroke: Stroke, along paths: [Path], bounds: Rect, at place: Place
  ) throws -> Bool {
    let scale = place.map.scale
    let extent = place.map.bounds(of: bounds)
    guard
      stroke.dash.isEmpty
        || stroke.dash.allSatisfy({ $0.isFinite && $0 >= 0 }) && stroke.dashOffset.isFinite
          && stroke.dash.reduce(0, +) * scale > StrokeOutline.shortestPeriod
          && extent.width + extent.height <= StrokeOutline.extentLimit
    else { return false }
    guard let box = place.box(aroundMapped: extent.insetBy(-1)), let rows = mask.begin(box)
    else { return true }
    var memory = StrokeOutline.Memory()
    swap(&memory, &strokeMemory)
    var outline = StrokeOutline(
      stroke, scale: scale, map: place.map, rows: rows, memory: consume memory)
    // A chord's distance from its curve shows the more, the farther off the edge is.
    let tolerance = min(0.1, 0.4 / (stroke.width * scale)) / scale
    for path in paths {
      // Dashes are counted from where a line begins, seen or not.
      let lines =
        stroke.dash.isEmpty
        ? path.flattened(
          tolerance: tolerance, near: place.visible.insetBy(-PlannedNode.margin(stroke)))
        : path.flattened(tolerance: tolerance)
      for line in lines where line.points.allSatisfy(\.isFinite) { outline.addLine(line) }
    }
    strokeMemory = outline.finish()
    try paint(rows, .nonZero, stroke.paint, at: box, on: place)
    return true
  }
}

/// Walks along lines and adds the outline of each dash to a mask; a line without dashes is one.
///
/// An outline is the sum of the half of each segment on either side of the line, and of a wedge at
/// each corner's outer side, all wound one way: no part of it takes another away, however sharp it
/// bends.
struct StrokeOutline {
  /// Pixels of a period; finer dashes would be a gray line made at great cost.
  static let shortestPeriod = 0.1
  /// Pixels of a dashed path's extent, so that the count of dashes is bounded.
  static let extentLimit = 100_000.0
  /// The limit of a pointed corner, in widths of the line: SVG's default, as in documents.
  static let miterLimit = 4.0
  /// Pixels between a round edge and the chords it is drawn with.
  private static let roundness = 0.02

  /// The part between two gaps: where it bends, the direction of what follows each point, its end.
  fileprivate struct Dash {
    var points: [Point] = []
    var directions: [Point] = []
    var end = Point.zero

    mutating func clear() {
      points.removeAll(keepingCapacity: true)
      directions.removeAll(keepingCapacity: true)
    }
  }

  /// The memory of line tracing, kept from one stroke to the next: most are short.
  struct Memory {
    fileprivate var dash = Dash()
    fileprivate var outline: [Point] = []
    /// Half a circle as the last stroke with round ends had it.
    fileprivate var arc: (radius: Double, tolerance: Double, points: [Point]) = (0, 0, [])
  }

  private let isDashed: Bool
  private let lengths: [Double]
  private static let endless = [Double.infinity]
  private let radius: Double
  private let cap: Stroke.Cap
  private let join: Stroke.Join
  private let map: AffineMap
  private let rows: MaskRows
  private let firstIndex: Int
  private let firstRest: Double
  /// The tolerance as `roundness` is, in the line's own units.
  private let tolerance: Double
  /// Half a circle from the left to the right of a direction, as parts along it and to the left.
  private var arc: (radius: Double, tolerance: Double, points: [Point])
  private var dash: Dash
  private var outline: [Point]

  init(
    _ stroke: Stroke, scale: Double, map: AffineMap, rows: MaskRows, memory: consuming Memory
  ) {
    (dash, outline, arc) = (memory.dash, memory.outline, memory.arc)
    isDashed = !stroke.dash.isEmpty
    lengths = isDashed ? stroke.dash : StrokeOutline.endless
    radius = stroke.width / 2
    (cap, join) = (stroke.cap, stroke.join)
    self.map = map
    self.rows = rows
    tolerance = StrokeOutline.roundness / scale
    if cap == .round, arc.radius != radius || arc.tolerance != tolerance {
      arc = (radius, tolerance, StrokeOutline.halfCircle(radius: radius, tolerance))
    }
    guard isDashed else {
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

  /// Ends the stroke; the memory is for the next.
  consuming func finish() -> Memory { Memory(dash: dash, outline: outline, arc: arc) }

  private static func halfCircle(radius: Double, _ tolerance: Double) -> [Point] {
    let (left, ahead, right) = (Point(0, 1), Point(1, 0), Point(0, -1))
    var arc: [Point] = []
    bisect(left, ahead, radius: radius, tolerance) { arc.append($0) }
    arc.append(ahead)
    bisect(ahead, right, radius: radius, tolerance) { arc.append($0) }
    return arc
  }

  /// The directions between two of an arc, as many as it takes to stay within `tolerance` of it.
  private static func bisect(
    _ from: Point, _ to: Point, radius: Double, _ tolerance: Double, _ body: (Point) -> Void
  ) {
    let sum = from + to
    let length = sum.length
    guard length > 0, radius * (1 - length / 2) > tolerance else { return }
    let middle = sum / length
    bisect(from, middle, radius: radius, tolerance, body)
    body(middle)
    bisect(middle, to, radius: radius, tolerance, body)
  }

  // MARK: Along a line

  /// Adds one line's dashes; every line begins the pattern again.
  mutating func addLine(_ line: Path.Line) {
    let line = isDashed ? line : StrokeOutline.opened(line)
    guard let start = line.points.first else { return }
    var from = start
    var index = firstIndex
    var rest = firstRest
    func isDash() -> Bool { index % 2 == 0 }
    dash.clear()
    // The dash a ring begins with waits for the one that may run into it.
    var ring: Dash?
    var isFirst = line.isClosed && isDash()
    var isPoint = true
    let count = line.points.count + (line.isClosed ? 1 : 0)
    for i in 1..<max(count, 1) {
      let to = line.points[i % line.points.count]
      let length = from.distance(to: to)
      guard length > 0 else { continue }
      isPoint = false
      let direction = (to - from) / length
      if isDash() { begin(at: from, direction) }
      var walked = 0.0
      while length - walked >= rest {
        walked += rest
        let p = from + direction * walked
        if isDash() {
          dash.end = p
          if isFirst {
            ring = dash
            dash.clear()
          } else {
            end()
          }
        }
        isFirst = false
        index = (index + 1) % (2 * lengths.count)
        rest = lengths[index % lengths.count]
        // As in Cairo, no dash begins where the line ends.
        if isDash(), walked < length { begin(at: p, direction) }
      }
      rest -= length - walked
      from = to
    }
    // A line without length is a dot, where its ends are drawn.
    if isPoint, isDash(), line.points.count > 1, cap != .butt { begin(at: start, Point(1, 0)) }
    dash.end = from
    if var ring {
      if isDash(), !dash.points.isEmpty {
        ring.points = dash.points + ring.points
        ring.directions = dash.directions + ring.directions
      }
      dash = ring
      end()
    } else if isDash() {
      end()
    }
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
    dash.points.append(p)
    dash.directions.append(direction)
  }

  // MARK: Around a dash

  /// Closes the dash: its left side there, a cap, its right side back, a cap.
  private mutating func end() {
    defer { dash.clear() }
    guard let first = dash.points.first, let start = dash.directions.first,
      let last = dash.directions.last,
      cap != .butt || dash.points.count > 1 || first != dash.end
    else { return }
    outline.removeAll(keepingCapacity: true)
    addCap(at: first, Point(-start.x, -start.y))
    for i in dash.points.indices.dropFirst() { addBend(i, side: 1) }
    addCap(at: dash.end, last)
    for i in dash.points.indices.dropFirst().reversed() { addBend(i, side: -1) }
    unsafe outline.withUnsafeBufferPointer { outline in
      rows.addPolygon(outline.count) { unsafe map.apply(outline[$0]) }
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
      for q in arc.points { outline.append(p + ahead * q.x + left * q.y) }
      outline.append(p - left)
    }
  }

  /// A corner, on the line's left (`side` 1) or on its right (-1) on the way back.
  private mutating func addBend(_ i: Int, side: Double) {
    let p = dash.points[i]
    let (ahead, turned) = (dash.directions[i - 1], dash.directions[i])
    let (cosine, sine) = (ahead.dot(turned), ahead.cross(turned))
    let a = Point(-ahead.y, ahead.x) * side
    let b = Point(-turned.y, turned.x) * side
    let (one, other) = side > 0 ? (a, b) : (b, a)
    let sum = a + b
    // Twice the cosine of half the turn.
    let length = sum.length
    // Where the edges of both segments meet.
    let meeting = sum * (2 * radius / (length * length))
    if sine * side > 0 || sine == 0 && cosine < 0 && side < 0 {
      // The inner side. Where the edges meet beyond a segment, or beyond the half of it that is
      // this corner's, the way leads through the corner.
      let isLast = i + 1 == dash.points.count
      let next = isLast ? dash.end : dash.points[i + 1]
      let before = p.distance(to: dash.points[i - 1]) * (i == 1 ? 1 : 0.5)
      let after = p.distance(to: next) * (isLast ? 1 : 0.5)
      // One and the turn's cosine; where a line turns straight back the edges meet nowhere.
      let nearness = length * length / 2
      if nearness > 1e-9, radius * abs(sine) < min(before, after) * nearness {
        outline.append(p + meeting)
      } else {
        outline.append(p + one * radius)
        outline.append(p)
        outline.append(p + other * radius)
      }
      return
    }
    let isPointed =
      radius * (2 / length - 1) <= tolerance
      || join == .miter && 2 <= StrokeOutline.miterLimit * length
    if isPointed {
      outline.append(p + meeting)
      return
    }
    outline.append(p + one * radius)
    if join == .round { addArc(at: p, one, other, back: ahead) }
    outline.append(p + other * radius)
  }

  /// The directions between two, from the corner outwards; those of a turn back go by `back`.
  private mutating func addArc(at p: Point, _ one: Point, _ other: Point, back: Point) {
    let radius = radius
    func add(_ from: Point, _ to: Point) {
      StrokeOutline.bisect(from, to, radius: radius, tolerance) {
        outline.append(p + $0 * radius)
      }
    }
    guard (one + other).squaredLength < 1e-12 else { return add(one, other) }
    add(one, back)
    outline.append(p + back * radius)
    add(back, other)
  }
}
