// SPDX-License-Identifier: MIT
// Part of Platen: the outlines of a flowchart's nodes, and how large they are about their words.

internal import Geometry

extension Flowchart.Shape {
  /// Returns the size of a node around text of a size.
  func size(around words: Size, textSize: Double) -> Size {
    let w = max(words.width, textSize * 0.9)
    let h = max(words.height, textSize * 1.2)
    let (padX, padY) = (textSize * 0.95, textSize * 0.62)
    switch self {
    case .rectangle, .rounded: return Size(width: w + 2 * padX, height: h + 2 * padY)
    case .stadium: return Size(width: w + h + 1.2 * padX, height: h + 2 * padY)
    case .subroutine: return Size(width: w + 2 * padX + 16, height: h + 2 * padY)
    case .cylinder:
      return Size(width: w + 2 * padX, height: h + 2 * padY + textSize * 1.3)
    case .circle, .doubleCircle:
      let side = (w * w + h * h).squareRoot() + padY * 1.6
      let full = side + (self == .doubleCircle ? 10 : 0)
      return Size(width: full, height: full)
    case .flag: return Size(width: w + 2 * padX + h * 0.5, height: h + 2 * padY)
    case .diamond:
      // A rectangle w × h lies in a rhombus of half axes a and b where w/2a + h/2b is at most one.
      let (pw, ph) = (w + padX * 0.5, h + padY * 0.5)
      let a = pw / 2 + ph * 0.9
      let b = a * ph / (2 * a - pw)
      return Size(width: 2 * a, height: 2 * b)
    case .hexagon: return Size(width: w + 1.4 * padX + h + padY, height: h + 2 * padY)
    case .leaning, .leaningBack, .trapezoid, .invertedTrapezoid:
      let height = h + 2 * padY
      return Size(width: w + 1.2 * padX + height, height: height)
    }
  }

  /// The position of the text, from the middle.
  func labelOffset(_ size: Size, textSize: Double) -> Point {
    switch self {
    case .cylinder: Point(0, Flowchart.Shape.lid(textSize) * 0.75)
    case .flag: Point(size.height * 0.14, 0)
    default: Point(0, 0)
    }
  }

  private static func lid(_ textSize: Double) -> Double { textSize * 0.55 }

  /// The outline about the middle.
  func outline(_ size: Size, textSize: Double) -> Path {
    let (a, b) = (size.width / 2, size.height / 2)
    func ring(_ points: [(Double, Double)]) -> Path {
      Path(ring: points.map { Point($0.0, $0.1) })
    }
    switch self {
    case .rectangle, .subroutine: return ring([(-a, -b), (a, -b), (a, b), (-a, b)])
    case .rounded: return Path.rounded(a, b, radius: min(b, textSize * 0.55))
    case .stadium: return Path.rounded(a, b, radius: b)
    case .circle, .doubleCircle: return Path(circleAt: Point(0, 0), radius: a)
    case .flag: return ring([(-a, -b), (a, -b), (a, b), (-a, b), (-a + b * 0.55, 0)])
    case .diamond: return ring([(0, -b), (a, 0), (0, b), (-a, 0)])
    case .hexagon:
      let inset = b
      return ring([
        (-a + inset, -b), (a - inset, -b), (a, 0), (a - inset, b), (-a + inset, b), (-a, 0),
      ])
    case .leaning: return ring([(-a + b, -b), (a, -b), (a - b, b), (-a, b)])
    case .leaningBack: return ring([(-a, -b), (a - b, -b), (a, b), (-a + b, b)])
    case .trapezoid: return ring([(-a + b, -b), (a - b, -b), (a, b), (-a, b)])
    case .invertedTrapezoid: return ring([(-a, -b), (a, -b), (a - b, b), (-a + b, b)])
    case .cylinder:
      let r = Flowchart.Shape.lid(textSize)
      var path = Path()
      path.move(to: Point(-a, -b + r))
      path.arc(to: Point(0, -b), Point(-a, -b))
      path.arc(to: Point(a, -b + r), Point(a, -b))
      path.line(to: Point(a, b - r))
      path.arc(to: Point(0, b), Point(a, b))
      path.arc(to: Point(-a, b - r), Point(-a, b))
      path.close()
      return path
    }
  }

  /// Lines within the outline.
  func inner(_ size: Size, textSize: Double) -> Path? {
    let (a, b) = (size.width / 2, size.height / 2)
    var path = Path()
    switch self {
    case .subroutine:
      for x in [-a + 8, a - 8] {
        path.move(to: Point(x, -b))
        path.line(to: Point(x, b))
      }
    case .doubleCircle: path = Path(circleAt: Point(0, 0), radius: max(1, a - 5))
    case .cylinder:
      let r = Flowchart.Shape.lid(textSize)
      path.move(to: Point(-a, -b + r))
      path.arc(to: Point(0, -b + 2 * r), Point(-a, -b + 2 * r))
      path.arc(to: Point(a, -b + r), Point(a, -b + 2 * r))
    default: return nil
    }
    return path
  }
}

extension Path {
  /// A rectangle with rounded corners about the origin, of half axes a and b.
  static func rounded(_ a: Double, _ b: Double, radius: Double) -> Path {
    let r = min(radius, a, b)
    var path = Path()
    path.move(to: Point(-a + r, -b))
    path.line(to: Point(a - r, -b))
    path.arc(to: Point(a, -b + r), Point(a, -b))
    path.line(to: Point(a, b - r))
    path.arc(to: Point(a - r, b), Point(a, b))
    path.line(to: Point(-a + r, b))
    path.arc(to: Point(-a, b - r), Point(-a, b))
    path.line(to: Point(-a, -b + r))
    path.arc(to: Point(-a + r, -b), Point(-a, -b))
    path.close()
    return path
  }

  /// A quarter of an ellipse to a point, bending towards a corner.
  mutating func arc(to end: Point, _ corner: Point) {
    guard let start = points.last else { return }
    let k = 0.552_284_749_830_793_4
    curve(to: end, start + (corner - start) * k, end + (corner - end) * k)
  }

  /// Straight pieces near enough to the path.
  var polygon: [Point] {
    var result: [Point] = []
    var next = 0
    for verb in verbs {
      switch verb {
      case .move, .line:
        result.append(points[next])
        next += 1
      case .curve:
        let p0 = result.last ?? points[next]
        let (p1, p2, p3) = (points[next], points[next + 1], points[next + 2])
        next += 3
        for i in 1...12 {
          let t = Double(i) / 12
          let u = 1 - t
          result.append(
            p0 * (u * u * u) + p1 * (3 * u * u * t) + p2 * (3 * u * t * t) + p3 * (t * t * t))
        }
      case .close: break
      }
    }
    return result
  }
}
