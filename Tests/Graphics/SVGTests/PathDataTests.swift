// SPDX-License-Identifier: MIT
// Part of Platen: outlines written as short as can be, read again.

import Geometry
import Testing

@testable import SVG

@Suite struct PathDataTests {
  private func data(_ path: Path, map: AffineMap = .identity, digits: Int = 2) -> String {
    var data = PathData(map: map, digits: digits, appendingTo: [])
    data.put(path)
    return String(decoding: data.bytes, as: UTF8.self)
  }

  @Test func takesTheShortestWay() {
    var path = Path()
    path.move(to: Point(10, 10))
    path.line(to: Point(20, 10))
    path.line(to: Point(20, 5))
    path.line(to: Point(1000, 1000))
    path.line(to: Point(1, 2))
    path.close()
    path.move(to: Point(11, 10))
    path.line(to: Point(12, 11))
    path.line(to: Point(13, 11.5))
    #expect(data(path) == "M10 10h10V5l980 995L1 2zm1 0 1 1 1 .5")
  }

  @Test func leavesOutBlanksThatPartNothing() {
    var path = Path()
    path.append(line: [Point(0.5, 0.25), Point(1, 0.5), Point(1.25, 0.75), Point(3, 1)])
    #expect(data(path) == "M.5.25 1 .5l.25.25L3 1")
  }

  @Test func namesCurvesThatAreLines() {
    var path = Path()
    path.move(to: .zero)
    path.curve(to: Point(9, 9), Point(3, 3), Point(6, 6))
    #expect(data(path) == "M0 0 9 9")
  }

  @Test func namesCurvesOfOneControlPoint() {
    var path = Path()
    path.move(to: .zero)
    // Raised from a control point at 30, 0.
    path.curve(to: Point(30, 30), Point(20, 0), Point(30, 10))
    #expect(data(path) == "M0 0q30 0 30 30")
  }

  @Test func namesCircles() {
    var path = Path(circleAt: Point(10, 10), radius: 2)
    path.append(Path(circleAt: Point(20.5, 10), radius: 0.25))
    #expect(
      data(path)
        == "M12 10a2 2 0 1 1-4 0 2 2 0 1 1 4 0zm8.75 0a.25.25 0 1 1-.5 0 .25.25 0 1 1 .5 0z")
    let flat = data(path, map: .scale(1, 0.5))
    #expect(!flat.contains("a"))
  }

  @Test func keepsDotsAndLeavesOutLinesOfNoLength() {
    var dot = Path()
    dot.append(line: [Point(1, 1), Point(1, 1)])
    #expect(data(dot) == "M1 1h0")
    var line = Path()
    line.append(line: [Point(1, 1), Point(2, 1), Point(2.001, 1), Point(2, 3)])
    #expect(data(line) == "M1 1h1v2")
  }

  @Test func holdsWhatIsFarOff() {
    var path = Path()
    path.append(line: [Point(-1e12, 0), Point(1e300, 5)])
    #expect(data(path) == "M-1000000 0 1000000 5")
  }

  /// Random outlines read again lie where they were, however many steps before were rounded.
  @Test(arguments: 0..<40) func isReadAsItWas(_ seed: Int) throws {
    var random = Alea(seed: "path \(seed)")
    let map = AffineMap(a: 1.7, b: 0, c: 0, d: 1.7, tx: -31.3, ty: 12.9)
    var path = Path()
    var pen = Point(100, 100)
    func next() -> Point {
      let reach = random.next() < 0.2 ? 0.02 : 30.0
      pen = pen + Point((random.next() - 0.5) * reach, (random.next() - 0.5) * reach)
      if random.next() < 0.2 { pen.x.round() }
      return pen
    }
    path.move(to: next())
    for _ in 0..<200 {
      switch Int(random.next() * 6) {
      case 5:
        path.append(Path(circleAt: next(), radius: 0.1 + 9 * random.next()))
        path.move(to: next())
      case 0: path.line(to: next())
      case 1: path.curve(to: next(), next(), next())
      case 2:
        // A curve that goes on as the last one did.
        guard path.verbs.last == .curve, path.points.count > 2 else { continue }
        let (end, handle) = (path.points[path.points.count - 1], path.points[path.points.count - 2])
        path.curve(to: next(), end * 2 - handle, next())
      case 3:
        path.close()
        path.move(to: next())
      default:
        let (a, b) = (next(), next())
        let start = path.points[path.points.count - 1]
        // A quadratic curve, raised.
        path.curve(to: b, start + (a - start) * (2.0 / 3), b + (a - b) * (2.0 / 3))
      }
    }
    let read = try PathReader.path(data(path, map: map))
    let wanted = PathReader.lines(path.applying(map))
    let found = PathReader.lines(read)
    #expect(wanted.count == found.count)
    for (a, b) in zip(wanted, found) {
      #expect(a.distance(toLine: b) < 0.03 && b.distance(toLine: a) < 0.03)
    }
  }
}

/// Reads path data of the commands that are written.
enum PathReader {
  struct Fault: Error { var at: String }

  static func path(_ data: String) throws -> Path {
    var path = Path()
    var rest = Substring(data)
    var pen = Point.zero
    var start = Point.zero
    var handle: Point?
    var command: Character = " "
    func number() throws -> Double {
      rest = rest.drop { $0 == " " }
      var end = rest.startIndex
      var hasPoint = false
      if end < rest.endIndex, rest[end] == "-" { end = rest.index(after: end) }
      while end < rest.endIndex, rest[end].isNumber || (rest[end] == "." && !hasPoint) {
        if rest[end] == "." { hasPoint = true }
        end = rest.index(after: end)
      }
      let isNegative = rest.first == "-"
      guard let size = Double("0" + rest[..<end].drop { $0 == "-" }) else {
        throw Fault(at: String(rest.prefix(20)))
      }
      let value = isNegative ? -size : size
      rest = rest[end...]
      return value
    }
    while let next = rest.first {
      if next.isLetter {
        command = next
        rest = rest.dropFirst()
      }
      let origin = command.isLowercase ? pen : .zero
      func point() throws -> Point {
        let x = try number()
        return try Point(x, number()) + origin
      }
      var nextHandle: Point?
      switch command.lowercased() {
      case "m":
        pen = try point()
        start = pen
        path.move(to: pen)
        command = command.isLowercase ? "l" : "L"
      case "l":
        pen = try point()
        path.line(to: pen)
      case "h":
        pen = Point(try number() + origin.x, pen.y)
        path.line(to: pen)
      case "v":
        pen = Point(pen.x, try number() + origin.y)
        path.line(to: pen)
      case "c", "s":
        let first =
          command.lowercased() == "c" ? try point() : handle.map { pen * 2 - $0 } ?? pen
        let second = try point()
        let end = try point()
        path.curve(to: end, first, second)
        (pen, nextHandle) = (end, second)
      case "q":
        let control = try point()
        let end = try point()
        path.curve(
          to: end, pen + (control - pen) * (2.0 / 3), end + (control - end) * (2.0 / 3))
        pen = end
      case "a":
        let radius = try number()
        guard try number() == radius, try number() == 0, try number() == 1, try number() == 1 else {
          throw Fault(at: String(rest.prefix(20)))
        }
        let end = try point()
        // Half a circle, clockwise.
        let half = (end - pen) / 2
        guard abs(half.length - radius) < 0.001 else { throw Fault(at: String(rest.prefix(20))) }
        let out = Point(half.y, -half.x)
        let (middle, k) = (pen + half + out, 0.552_284_75)
        path.curve(to: middle, pen + out * k, middle - half * k)
        path.curve(to: end, middle + half * k, end + out * k)
        pen = end
      case "z":
        path.close()
        pen = start
      default: throw Fault(at: String(rest.prefix(20)))
      }
      handle = nextHandle
    }
    return path
  }

  /// Subpaths that are more than a dot, as lines of many points.
  static func lines(_ path: Path) -> [[Point]] {
    path.flattened(tolerance: 0.002).map { line in
      line.isClosed ? line.points + line.points.prefix(1) : line.points
    }
    .filter { line in line.contains { $0.distance(to: line[0]) > 0.05 } }
  }
}

extension [Point] {
  /// The distance of its farthest point from a line.
  fileprivate func distance(toLine line: [Point]) -> Double {
    map { p in
      zip(line, line.dropFirst()).map { a, b in
        let edge = b - a
        let t = edge.squaredLength > 0 ? (p - a).dot(edge) / edge.squaredLength : 0
        return p.distance(to: a + edge * Swift.max(0, Swift.min(1, t)))
      }.min() ?? (line.first.map { p.distance(to: $0) } ?? 0)
    }.max() ?? 0
  }
}
