// SPDX-License-Identifier: MIT
// Part of Platen: paths turned into straight lines, to be measured or walked along.

extension Path {
  /// One subpath as straight lines.
  public struct Line: Sendable, Equatable {
    public var points: [Point]
    public var isClosed: Bool
  }

  /// The subpaths as lines that leave the curves by no more than `tolerance`.
  public func flattened(tolerance: Double = 0.1) -> [Line] {
    var lines: [Line] = []
    var taken = 0
    func take() -> Point {
      taken += 1
      return points[taken - 1]
    }
    for verb in verbs {
      switch verb {
      case .move:
        lines.append(Line(points: [take()], isClosed: false))
      case .close:
        if !lines.isEmpty { lines[lines.count - 1].isClosed = true }
      case .line:
        let end = take()
        Self.begin(&lines, at: end)
        lines[lines.count - 1].points.append(end)
      case .curve:
        let controls = (take(), take())
        let end = take()
        Self.begin(&lines, at: controls.0)
        Self.flatten(&lines[lines.count - 1].points, controls.0, controls.1, end, tolerance)
      }
    }
    return lines
  }

  /// The subpaths as lines again, but only those stretches of which a part may lie in `box`: what is left
  /// out leaves open ends outside it. A ring of which all is there stays closed.
  public func flattened(tolerance: Double = 0.1, near box: Rect) -> [Line] {
    var walk = StretchWalk(box: box)
    var taken = 0
    func take() -> Point {
      taken += 1
      return points[taken - 1]
    }
    for verb in verbs {
      switch verb {
      case .move: walk.move(to: take())
      case .line: walk.line(to: take())
      case .curve:
        let (b, c, d) = (take(), take(), take())
        walk.go(to: d, around: (b, c)) { Self.flatten(&$0, b, c, d, tolerance) }
      case .close: walk.close()
      }
    }
    walk.leave()
    return walk.lines
  }

  /// Gathers the stretches of a path that touch a rectangle.
  private struct StretchWalk {
    let box: Rect
    var lines: [Line] = []
    private var start = Point.zero
    private var last = Point.zero
    /// The first of this subpath's lines, and whether nothing of it was omitted.
    private var first = 0
    private var isWhole = true
    /// The stretch in the making; empty where nothing is seen.
    private var stretch: [Point] = []

    init(box: Rect) { self.box = box }

    mutating func move(to point: Point) {
      leave()
      begin(at: point)
    }

    private mutating func begin(at point: Point) {
      (start, last, first, isWhole) = (point, point, lines.count, true)
    }

    mutating func line(to end: Point) {
      go(to: end, around: (end, end)) { $0.append(end) }
    }

    /// Continues, where the four points' box touches the rectangle.
    mutating func go(
      to end: Point, around controls: (Point, Point), append: (inout [Point]) -> Void
    ) {
      let (b, c) = controls
      let isSeen =
        max(max(last.x, end.x), max(b.x, c.x)) >= box.minX
        && min(min(last.x, end.x), min(b.x, c.x)) <= box.maxX
        && max(max(last.y, end.y), max(b.y, c.y)) >= box.minY
        && min(min(last.y, end.y), min(b.y, c.y)) <= box.maxY
      if isSeen {
        if stretch.isEmpty { stretch.append(last) }
        append(&stretch)
      } else {
        isWhole = false
        leave()
      }
      last = end
    }

    mutating func close() {
      if last != start { line(to: start) }
      if !stretch.isEmpty {
        if isWhole {
          lines.append(Line(points: stretch, isClosed: true))
          stretch.removeAll(keepingCapacity: true)
        } else if lines.count > first, lines[first].points[0] == start {
          // It continues where the ring began.
          lines[first].points.insert(contentsOf: stretch.dropLast(), at: 0)
          stretch.removeAll(keepingCapacity: true)
        }
      }
      leave()
      begin(at: start)
    }

    mutating func leave() {
      guard !stretch.isEmpty else { return }
      lines.append(Line(points: stretch, isClosed: false))
      stretch.removeAll(keepingCapacity: true)
    }
  }

  /// Sees to it that there is an open line to append to: after a close, one from where that began.
  private static func begin(_ lines: inout [Line], at point: Point) {
    guard let last = lines.last else {
      lines.append(Line(points: [point], isClosed: false))
      return
    }
    if last.isClosed { lines.append(Line(points: [last.points[0]], isClosed: false)) }
  }

  /// Appends as many points of a curve as its second differences require.
  private static func flatten(
    _ line: inout [Point], _ b: Point, _ c: Point, _ d: Point, _ tolerance: Double
  ) {
    let a = line[line.count - 1]
    // A chord of a cubic leaves it by at most 1/8 of the greatest second derivative over n².
    let bend = max((a - b * 2 + c).length, (b - c * 2 + d).length) * 6 / 8
    let wanted = (bend / max(tolerance, 1e-9)).squareRoot().rounded(.up)
    let count = wanted < 1 ? 1 : wanted < 1000 ? Int(wanted) : 1000
    for step in 1..<max(count, 1) {
      let t = Double(step) / Double(count)
      let s = 1 - t
      line.append(
        a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t))
    }
    line.append(d)
  }
}
