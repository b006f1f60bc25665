// SPDX-License-Identifier: MIT
// Part of Platen: outlines as the data of an SVG path, as short as possible.

internal import Geometry

/// Writes path data (SVG 1.1, section 8.3) of points rounded to parts of a unit.
///
/// Outlines are most of a map's file, so each step takes the shortest of the ways to write it: from
/// where the pen is or from the origin, level and upright lines, curves that continue as the last
/// one did, curves of one control point, and lines for curves that are straight. What is rounded is
/// always the point itself, never the step, so that errors do not add up. A number that begins with
/// its point needs no space behind one that has a point already.
struct PathData {
  /// The number of digits after the point.
  private let digits: Int
  /// Parts of one.
  private let unit: Int
  private let scaleX: Double
  private let scaleY: Double
  private let moveX: Double
  private let moveY: Double
  private(set) var bytes: [UInt8]

  private struct GridPoint: Equatable {
    var x = 0
    var y = 0
    static func - (a: GridPoint, b: GridPoint) -> GridPoint {
      GridPoint(x: a.x - b.x, y: a.y - b.y)
    }
  }

  private var pen = GridPoint()
  private var start = GridPoint()
  /// The second control point of the curve before, where `s` continues from it.
  private var handle: GridPoint?
  private var command: UInt8 = 0
  private var hasDrawn = false
  /// Indicates whether the number before has a point.
  private var hasPoint = false
  private let limit: Double
  /// The step in the making, from the pen and from the origin.
  private var small: [Int] = []
  private var large: [Int] = []

  /// Points farther from the origin are moved there: readers keep seven digits of a number.
  static let reach = 1e6

  /// Indicates whether circles stay circles.
  private var isRound: Bool { abs(scaleX - scaleY) <= 0.005 * max(scaleX, scaleY) }

  /// - Parameters:
  ///   - map: Upright: only its scale and translation are taken.
  ///   - bytes: What the data is appended to.
  init(map: AffineMap, digits: Int = 2, appendingTo bytes: [UInt8]) {
    let parts = PathData.parts(digits)
    let unit = Double(parts)
    self.digits = digits
    self.unit = parts
    (scaleX, scaleY, moveX, moveY) = (map.a * unit, map.d * unit, map.tx * unit, map.ty * unit)
    self.bytes = bytes
    limit = PathData.reach * unit
  }

  /// Appends a path all of whose points are finite.
  mutating func put(_ path: Path) {
    path.points.withUnsafeBufferPointer { points in
      var next = 0
      var done = 0
      for (index, verb) in path.verbs.enumerated() where index >= done {
        switch verb {
        case .move where isRound && path.isCircle(from: index, next):
          circle(from: point(points[next]), to: point(points[next + 6]))
          next += 13
          done = index + 6
        case .move:
          move(to: point(points[next]))
          next += 1
        case .line:
          line(to: point(points[next]))
          next += 1
        case .curve:
          curve(point(points[next]), point(points[next + 1]), to: point(points[next + 2]))
          next += 3
        case .close: close()
        }
      }
    }
  }

  private func point(_ p: Point) -> GridPoint {
    GridPoint(
      x: Int(max(-limit, min(limit, p.x * scaleX + moveX)).rounded()),
      y: Int(max(-limit, min(limit, p.y * scaleY + moveY)).rounded()))
  }

  // MARK: Steps

  private mutating func move(to p: GridPoint) {
    put(shorter: "m", p)
    // Pairs after a move are lines.
    command = command == UInt8(ascii: "M") ? UInt8(ascii: "L") : UInt8(ascii: "l")
    (pen, start, handle, hasDrawn) = (p, p, nil, false)
  }

  private mutating func line(to p: GridPoint) {
    // A line of no length is nothing, unless it is all there is: a dot.
    if p == pen, hasDrawn { return }
    if command == 0 {
      move(to: p)
      return
    }
    let step = p - pen
    if step.y == 0 {
      put(shorter: "h", relative: step.x, absolute: p.x)
    } else if step.x == 0 {
      put(shorter: "v", relative: step.y, absolute: p.y)
    } else {
      put(shorter: "l", p)
    }
    (pen, handle, hasDrawn) = (p, nil, true)
  }

  private mutating func curve(_ a: GridPoint, _ b: GridPoint, to p: GridPoint) {
    if isStraight(a, b, p) {
      line(to: p)
      return
    }
    if let handle, isNear(a, GridPoint(x: 2 * pen.x - handle.x, y: 2 * pen.y - handle.y)) {
      put(shorter: "s", b, p)
    } else if let middle = onlyControl(a, b, p) {
      put(shorter: "q", middle, p)
      (pen, handle, hasDrawn) = (p, nil, true)
      return
    } else {
      put(shorter: "c", a, b, p)
    }
    (pen, handle, hasDrawn) = (p, b, true)
  }

  /// A circle by two points across from each other, the first of which it begins and ends at.
  private mutating func circle(from p: GridPoint, to q: GridPoint) {
    move(to: p)
    let across = q.x - p.x
    for step in [across, -across] where across != 0 {
      let isFirst = command != UInt8(ascii: "a")
      if isFirst { bytes.append(UInt8(ascii: "a")) }
      command = UInt8(ascii: "a")
      // Half of what is across, in parts a tenth as large, twice.
      let radius = abs(across) * 5
      put(radius, digits: digits + 1, isFirst: isFirst)
      put(radius, digits: digits + 1, isFirst: false)
      for flag in [0, 1, 1] { put(flag, digits: 0, isFirst: false) }
      put(step, digits: digits, isFirst: false)
      put(0, digits: digits, isFirst: false)
    }
    close()
  }

  private mutating func close() {
    guard command != 0 else { return }
    bytes.append(UInt8(ascii: "z"))
    command = UInt8(ascii: "z")
    (pen, handle) = (start, nil)
  }

  private func isNear(_ a: GridPoint, _ b: GridPoint) -> Bool {
    abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1
  }

  /// Indicates whether a curve stays within a part of a unit of the line to its end, and never
  /// turns back.
  private func isStraight(_ a: GridPoint, _ b: GridPoint, _ p: GridPoint) -> Bool {
    let (dx, dy) = (Double(p.x - pen.x), Double(p.y - pen.y))
    let length = (dx * dx + dy * dy).squareRoot()
    if length == 0 { return a == pen && b == pen }
    var last = 0.0
    for q in [a, b] {
      let (x, y) = (Double(q.x - pen.x), Double(q.y - pen.y))
      guard abs(dx * y - dy * x) <= length else { return false }
      let along = (dx * x + dy * y) / length
      guard along >= last - 1, along <= length + 1 else { return false }
      last = along
    }
    return true
  }

  /// The control point of the quadratic curve this one is; nil where it is none.
  private func onlyControl(_ a: GridPoint, _ b: GridPoint, _ p: GridPoint) -> GridPoint? {
    func control(_ end: Int, _ handle: Int) -> Double { Double(3 * handle - end) / 2 }
    let (x1, x2) = (control(pen.x, a.x), control(p.x, b.x))
    let (y1, y2) = (control(pen.y, a.y), control(p.y, b.y))
    guard abs(x1 - x2) <= 1.5, abs(y1 - y2) <= 1.5 else { return nil }
    return GridPoint(x: Int(((x1 + x2) / 2).rounded()), y: Int(((y1 + y2) / 2).rounded()))
  }

  // MARK: Numbers

  /// One number, from the pen or from the origin. `name` is the relative command.
  private mutating func put(shorter name: Unicode.Scalar, relative: Int, absolute: Int) {
    small.removeAll(keepingCapacity: true)
    large.removeAll(keepingCapacity: true)
    small.append(relative)
    large.append(absolute)
    putShorter(UInt8(ascii: name))
  }

  private mutating func put(
    shorter name: Unicode.Scalar, _ first: GridPoint, _ second: GridPoint? = nil,
    _ third: GridPoint? = nil
  ) {
    small.removeAll(keepingCapacity: true)
    large.removeAll(keepingCapacity: true)
    addPoint(first)
    if let second { addPoint(second) }
    if let third { addPoint(third) }
    putShorter(UInt8(ascii: name))
  }

  private mutating func addPoint(_ point: GridPoint) {
    small.append(point.x - pen.x)
    small.append(point.y - pen.y)
    large.append(point.x)
    large.append(point.y)
  }

  private mutating func putShorter(_ letter: UInt8) {
    let (near, far) = (cost(letter, small), cost(letter - 32, large))
    // Of two that are as long, the one that continues the letter before.
    let isRelative = command != 0 && (near < far || near == far && command != letter - 32)
    put(isRelative ? letter : letter - 32, isRelative ? small : large)
  }

  private func cost(_ letter: UInt8, _ values: [Int]) -> Int {
    var isFirst = letter != command
    var hasPoint = hasPoint
    var cost = isFirst ? 1 : 0
    for value in values {
      cost += [UInt8].length(ofParts: value, digits: digits)
      if needsBlank(value, unit, isFirst: isFirst, after: hasPoint) { cost += 1 }
      (isFirst, hasPoint) = (false, value % unit != 0)
    }
    return cost
  }

  private mutating func put(_ letter: UInt8, _ values: [Int]) {
    var isFirst = letter != command
    if isFirst { bytes.append(letter) }
    command = letter
    for value in values {
      put(value, digits: digits, isFirst: isFirst)
      isFirst = false
    }
  }

  /// - Parameter isFirst: Whether a letter stands before it.
  private mutating func put(_ parts: Int, digits: Int, isFirst: Bool) {
    let unit = PathData.parts(digits)
    if needsBlank(parts, unit, isFirst: isFirst, after: hasPoint) { bytes.append(32) }
    bytes.put(parts: parts, digits: digits)
    hasPoint = parts % unit != 0
  }

  /// Indicates whether a number would run into the one before.
  private func needsBlank(
    _ parts: Int, _ unit: Int, isFirst: Bool, after hasPoint: Bool
  ) -> Bool {
    let beginsWithPoint = parts > 0 && parts < unit
    return !isFirst && parts >= 0 && !(beginsWithPoint && hasPoint)
  }

  /// The number of parts of a unit.
  private static func parts(_ digits: Int) -> Int {
    var parts = 1
    for _ in 0..<digits { parts *= 10 }
    return parts
  }
}

extension Path {
  /// Indicates whether a subpath is a circle of four curves, begun at its right as
  /// `Path(circleAt:radius:)` begins it.
  ///
  /// - Parameters:
  ///   - verb: That of its move.
  ///   - point: That of its move.
  fileprivate func isCircle(from verb: Int, _ point: Int) -> Bool {
    guard verb + 5 < verbs.count, verbs[verb + 1] == .curve, verbs[verb + 2] == .curve,
      verbs[verb + 3] == .curve, verbs[verb + 4] == .curve, verbs[verb + 5] == .close
    else { return false }
    let right = points[point]
    let left = points[point + 6]
    let radius = (right.x - left.x) / 2
    guard radius > 0, radius.isFinite else { return false }
    let wanted = Path(circleAt: right.midpoint(to: left), radius: radius)
    return (0..<13).allSatisfy {
      points[point + $0].squaredDistance(to: wanted.points[$0]) < 1e-8 * radius * radius
    }
  }
}
