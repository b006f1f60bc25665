// SPDX-License-Identifier: MIT
// Part of Platen: outlines made of straight lines and cubic Bézier curves.

/// A path of any number of subpaths, each begun by a move.
///
/// Verbs and points are kept apart so that a path of a hundred thousand segments is two arrays.
public struct Path: Hashable, Sendable {
  /// A drawing operation on the points that follow: a move and a line take one, a curve three.
  public enum Verb: UInt8, Hashable, Sendable {
    case move, line, curve, close

    /// The number of points it takes.
    public var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .curve: 3
      case .close: 0
      }
    }
  }

  public private(set) var verbs: [Verb] = []
  public private(set) var points: [Point] = []

  public init() {}

  /// Some subpaths of another path: a range of its verbs, which begins with a move, and that of
  /// their points.
  public init(_ path: Path, verbs: Range<Int>, points: Range<Int>) {
    self.verbs = Array(path.verbs[verbs])
    self.points = Array(path.points[points])
  }

  /// One closed subpath along `ring`; nothing when it has fewer than two points.
  public init(ring: some Collection<Point>) {
    self.init()
    append(ring: ring)
  }

  public init(rect: Rect) {
    self.init(ring: [
      Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY),
      Point(rect.minX, rect.maxY),
    ])
  }

  /// A circle of four Bézier arcs.
  public init(circleAt c: Point, radius r: Double) {
    self.init()
    let k = r * 0.552_284_749_830_793_4
    move(to: Point(c.x + r, c.y))
    curve(to: Point(c.x, c.y + r), Point(c.x + r, c.y + k), Point(c.x + k, c.y + r))
    curve(to: Point(c.x - r, c.y), Point(c.x - k, c.y + r), Point(c.x - r, c.y + k))
    curve(to: Point(c.x, c.y - r), Point(c.x - r, c.y - k), Point(c.x - k, c.y - r))
    curve(to: Point(c.x + r, c.y), Point(c.x + k, c.y - r), Point(c.x + r, c.y - k))
    close()
  }

  /// A rectangle whose corners are quarters of circles, as large as they may be at most.
  public init(rounded rect: Rect, radius: Double) {
    let r = max(0, min(radius, rect.width / 2, rect.height / 2))
    guard r > 0 else {
      self.init(rect: rect)
      return
    }
    self.init()
    // From a corner to a control point: what is left of the radius.
    let k = r * 0.447_715_250_169_206_6
    move(to: Point(rect.minX + r, rect.minY))
    line(to: Point(rect.maxX - r, rect.minY))
    curve(
      to: Point(rect.maxX, rect.minY + r), Point(rect.maxX - k, rect.minY),
      Point(rect.maxX, rect.minY + k))
    line(to: Point(rect.maxX, rect.maxY - r))
    curve(
      to: Point(rect.maxX - r, rect.maxY), Point(rect.maxX, rect.maxY - k),
      Point(rect.maxX - k, rect.maxY))
    line(to: Point(rect.minX + r, rect.maxY))
    curve(
      to: Point(rect.minX, rect.maxY - r), Point(rect.minX + k, rect.maxY),
      Point(rect.minX, rect.maxY - k))
    line(to: Point(rect.minX, rect.minY + r))
    curve(
      to: Point(rect.minX + r, rect.minY), Point(rect.minX, rect.minY + k),
      Point(rect.minX + k, rect.minY))
    close()
  }

  public var isEmpty: Bool { verbs.isEmpty }

  public mutating func move(to p: Point) {
    verbs.append(.move)
    points.append(p)
  }

  public mutating func line(to p: Point) {
    verbs.append(.line)
    points.append(p)
  }

  public mutating func curve(to p: Point, _ control1: Point, _ control2: Point) {
    verbs.append(.curve)
    points.append(control1)
    points.append(control2)
    points.append(p)
  }

  public mutating func close() { verbs.append(.close) }

  public mutating func append(ring: some Collection<Point>) {
    guard ring.count > 1 else { return }
    append(line: ring)
    close()
  }

  /// An open polyline along `line`; nothing when it has fewer than two points.
  public mutating func append(line: some Collection<Point>) {
    guard line.count > 1 else { return }
    var isFirst = true
    for p in line {
      isFirst ? move(to: p) : self.line(to: p)
      isFirst = false
    }
  }

  public mutating func append(_ other: Path) {
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
  }

  /// The rectangle around all points, control points included; nil for an empty path.
  public var controlBounds: Rect? { Rect(enclosing: points) }

  public func applying(_ map: AffineMap) -> Path {
    var copy = self
    copy.points = points.map(map.apply)
    return copy
  }
}
