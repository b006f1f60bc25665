// SPDX-License-Identifier: MIT
// Part of Platen: points, rectangles and affine maps. Origin top left, y down, no unit of its own.

/// A point or vector of the plane.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(0, 0)

  /// Indicates whether it is on a sheet or so near that a mesh with it keeps its precision; no map
  /// has others.
  public var isNearSheet: Bool { abs(x) < 1e7 && abs(y) < 1e7 }

  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable public static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }
  @inlinable public static func / (a: Point, k: Double) -> Point { Point(a.x / k, a.y / k) }

  /// Length of the vector.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }
  @inlinable public var squaredLength: Double { x * x + y * y }
  @inlinable public func distance(to other: Point) -> Double { (self - other).length }
  @inlinable public func squaredDistance(to other: Point) -> Double { (self - other).squaredLength }
  @inlinable public func midpoint(to other: Point) -> Point {
    Point((x + other.x) / 2, (y + other.y) / 2)
  }
  /// z of the cross product of the two vectors.
  @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }
  @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}

/// An axis-parallel rectangle.
public struct Rect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest rectangle around `points`, or nil when there are none.
  @inlinable public init?(enclosing points: some Sequence<Point>) {
    var iterator = points.makeIterator()
    guard let first = iterator.next() else { return nil }
    var (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
    while let point = iterator.next() {
      minX = min(minX, point.x)
      minY = min(minY, point.y)
      maxX = max(maxX, point.x)
      maxY = max(maxY, point.y)
    }
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  @inlinable public var minX: Double { x }
  @inlinable public var minY: Double { y }
  @inlinable public var maxX: Double { x + width }
  @inlinable public var maxY: Double { y + height }
  @inlinable public var center: Point { Point(x + width / 2, y + height / 2) }

  @inlinable public func contains(_ p: Point) -> Bool {
    p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY
  }
  @inlinable public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
  /// The rectangle without a strip of width `margin` along each side.
  @inlinable public func insetBy(_ margin: Double) -> Rect {
    Rect(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
  @inlinable public func union(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
  public func intersection(_ other: Rect) -> Rect? {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// A width and a height.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An affine map: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct AffineMap: Hashable, Sendable {
  public var a, b, c, d, tx, ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public static let identity = AffineMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  public static func translation(_ x: Double, _ y: Double) -> AffineMap {
    AffineMap(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }
  public static func scale(_ x: Double, _ y: Double) -> AffineMap {
    AffineMap(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }
  /// From a rotation given by its cosine and sine.
  public static func rotation(cosine: Double, sine: Double) -> AffineMap {
    AffineMap(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  public func apply(_ p: Point) -> Point { Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty) }

  /// The map that applies `first` and then this one.
  public func after(_ first: AffineMap) -> AffineMap {
    AffineMap(
      a: a * first.a + c * first.b, b: b * first.a + d * first.b,
      c: a * first.c + c * first.d, d: b * first.c + d * first.d,
      tx: a * first.tx + c * first.ty + tx, ty: b * first.tx + d * first.ty + ty)
  }
}
