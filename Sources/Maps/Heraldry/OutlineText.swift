// SPDX-License-Identifier: MIT
// Part of Platen: outlines written as short text, as shields and charges are kept.

internal import Geometry

/// Reads outlines written as text. Letters give the meaning of the numbers after them:
///
/// - `M` `L` points of straight lines, `C` control, control, point, `Q` control, point, `Z` closes;
///   all absolute;
/// - `S` a closed smooth outline through points, Catmull and Rom's spline; a point written with `!`
///   before it is a corner;
/// - `W` the same, left open;
/// - `T` x, y, r, …: a limb: the hull of a smooth chain of circles;
/// - `O` x, y, r: a circle; `E` x, y, rx, ry: an ellipse; `R` x, y, width, height: a rectangle.
///
/// Closed figures all turn the same way, so that they unite where they overlap; one written with a
/// `-` before its letter turns the other way and cuts a hole.
struct OutlineText {
  private var rest: Substring.UTF8View
  private(set) var path = Path()

  /// The outline of `text`; what cannot be read ends it.
  static func path(_ text: some StringProtocol) -> Path {
    var reader = OutlineText(rest: Substring(text).utf8)
    reader.read()
    return reader.path
  }

  private init(rest: Substring.UTF8View) { self.rest = rest }

  private mutating func read() {
    var isHole = false
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "-"):
        isHole = true
        continue
      case UInt8(ascii: "M"): lines(isHole)
      case UInt8(ascii: "S"): close(ring(OutlineText.smooth(corners(), isClosed: true)), isHole)
      case UInt8(ascii: "W"): path.append(OutlineText.smooth(corners(), isClosed: false))
      case UInt8(ascii: "T"):
        let n = numbers()
        let circles = stride(from: 0, to: n.count - 2, by: 3).map {
          (Point(n[$0], n[$0 + 1]), n[$0 + 2])
        }
        close(OutlineText.limb(circles), isHole)
      case UInt8(ascii: "O"):
        let n = numbers()
        guard n.count == 3 else { return }
        close(Path(circleAt: Point(n[0], n[1]), radius: n[2]), isHole)
      case UInt8(ascii: "E"):
        let n = numbers()
        guard n.count == 4 else { return }
        let map = AffineMap(a: n[2], b: 0, c: 0, d: n[3], tx: n[0], ty: n[1])
        close(Path(circleAt: .zero, radius: 1).applying(map), isHole)
      case UInt8(ascii: "R"):
        let n = numbers()
        guard n.count == 4 else { return }
        close(Path(rect: Rect(x: n[0], y: n[1], width: n[2], height: n[3])), isHole)
      default: return
      }
      isHole = false
    }
  }

  /// Reads the commands after an `M`: lines and curves up to the next figure.
  private mutating func lines(_ isHole: Bool) {
    var part = Path()
    var letter = UInt8(ascii: "M")
    while true {
      let n = numbers()
      let points = stride(from: 0, to: n.count - 1, by: 2).map { Point(n[$0], n[$0 + 1]) }
      switch letter {
      case UInt8(ascii: "M"):
        if let first = points.first { part.move(to: first) }
        for point in points.dropFirst() { part.line(to: point) }
      case UInt8(ascii: "L"):
        for point in points { part.line(to: point) }
      case UInt8(ascii: "C"):
        for i in stride(from: 0, to: points.count - 2, by: 3) {
          part.curve(to: points[i + 2], points[i], points[i + 1])
        }
      default:
        for i in stride(from: 0, to: points.count - 1, by: 2) {
          guard let from = part.points.last else { break }
          let (control, to) = (points[i], points[i + 1])
          part.curve(to: to, from + (control - from) * (2 / 3), to + (control - to) * (2 / 3))
        }
      }
      guard let following = peek(), [0x4c, 0x43, 0x51, 0x5a].contains(following) else { break }
      _ = next()
      letter = following
      if following == UInt8(ascii: "Z") {
        part.close()
        close(part, isHole)
        return
      }
    }
    path.append(part)
  }

  /// Adds a closed figure, turned clockwise as seen, or the other way for a hole.
  private mutating func close(_ figure: Path, _ isHole: Bool) {
    let area = figure.flattened(tolerance: 1).map { Polygon.signedArea($0.points) }
    let isClockwise = area.reduce(0, +) < 0
    path.append(isClockwise == isHole ? figure.reversed : figure)
  }

  private func ring(_ figure: Path) -> Path {
    var copy = figure
    copy.close()
    return copy
  }

  // MARK: Numbers

  private mutating func skipWhitespace() {
    while let byte = rest.first, byte == 0x20 || byte == 0x2c || byte == 0x0a {
      rest = rest.dropFirst()
    }
  }

  private mutating func peek() -> UInt8? {
    skipWhitespace()
    return rest.first
  }

  private mutating func next() -> UInt8? {
    skipWhitespace()
    return rest.popFirst()
  }

  private mutating func number() -> Double? {
    skipWhitespace()
    let bytes = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)) else { return nil }
    rest = rest.dropFirst(bytes.count)
    return value
  }

  private mutating func numbers() -> [Double] {
    var result: [Double] = []
    while let value = number() { result.append(value) }
    return result
  }

  private mutating func corners() -> [(point: Point, isCorner: Bool)] {
    var result: [(Point, Bool)] = []
    while let byte = peek() {
      let isCorner = byte == UInt8(ascii: "!")
      if isCorner { _ = next() }
      guard let x = number(), let y = number() else { break }
      result.append((Point(x, y), isCorner))
    }
    return result
  }

  // MARK: Splines and limbs

  /// Catmull and Rom's spline through points; it turns sharply at corners and at open ends.
  static func smooth(_ points: [(point: Point, isCorner: Bool)], isClosed: Bool) -> Path {
    var path = Path()
    let n = points.count
    guard n > 1 else { return path }
    path.move(to: points[0].point)
    for i in 0..<(isClosed ? n : n - 1) {
      let (a, b) = (points[i], points[(i + 1) % n])
      let before = points[(i + n - 1) % n].point
      let after = points[(i + 2) % n].point
      let third = (b.point - a.point) / 3
      let leaves = a.isCorner || (!isClosed && i == 0) ? third : (b.point - before) / 6
      let arrives = b.isCorner || (!isClosed && i == n - 2) ? third : (after - a.point) / 6
      path.curve(to: b.point, a.point + leaves, b.point - arrives)
    }
    return path
  }

  /// The outline round a smooth chain of circles: up one side, round the end, down the other.
  static func limb(_ circles: [(center: Point, radius: Double)]) -> Path {
    guard let first = circles.first, let last = circles.last else { return Path() }
    guard circles.count > 1 else { return Path(circleAt: first.center, radius: first.radius) }
    let n = circles.count
    var left: [Point] = []
    var right: [Point] = []
    for i in 0..<n {
      let way = circles[min(i + 1, n - 1)].center - circles[max(i - 1, 0)].center
      let length = max(way.length, 1e-9)
      let side = Point(-way.y / length, way.x / length) * circles[i].radius
      left.append(circles[i].center + side)
      right.append(circles[i].center - side)
    }
    func beyond(_ end: Int, _ inner: Int) -> Point {
      let way = circles[end].center - circles[inner].center
      return circles[end].center + way * (circles[end].radius / max(way.length, 1e-9))
    }
    var ring = left.map { (point: $0, isCorner: false) }
    if last.radius > 0.4 { ring.append((beyond(n - 1, n - 2), false)) }
    ring += right.reversed().map { (point: $0, isCorner: false) }
    if first.radius > 0.4 { ring.append((beyond(0, 1), false)) }
    var path = smooth(ring, isClosed: true)
    path.close()
    return path
  }
}

extension Path {
  /// The same single closed figure, run through the other way.
  var reversed: Path {
    var result = Path()
    guard let last = points.last else { return self }
    result.move(to: last)
    var index = points.count - 1
    for verb in verbs.reversed() {
      switch verb {
      case .line:
        index -= 1
        result.line(to: points[index])
      case .curve:
        result.curve(to: points[index - 3], points[index - 1], points[index - 2])
        index -= 3
      case .move, .close: continue
      }
    }
    result.close()
    return result
  }
}
