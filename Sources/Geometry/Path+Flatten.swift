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

  /// Sees to it that there is an open line to append to: after a close, one from where that began.
  private static func begin(_ lines: inout [Line], at point: Point) {
    guard let last = lines.last else {
      lines.append(Line(points: [point], isClosed: false))
      return
    }
    if last.isClosed { lines.append(Line(points: [last.points[0]], isClosed: false)) }
  }

  /// Appends as many points of a curve as its second differences ask for.
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
