// SPDX-License-Identifier: MIT
// Part of Platen: straight-edged figures some of whose edges may run in another line.

internal import Geometry

/// A polygon, clockwise as seen, some of whose edges are drawn in a line of partition.
struct PartitionPolygon {
  private var points: [Point] = []
  /// Indicates whether the edge that begins at a point is drawn in the line.
  private var isLined: [Bool] = []

  /// - Parameters:
  ///   - lined: numbers of the edges drawn in the line; the first begins at the first point.
  init(_ points: [Point], lined: Set<Int> = []) {
    self.points = points
    isLined = points.indices.map(lined.contains)
  }

  /// The figure's outline, its edges in `line`, turned about the origin.
  ///
  /// - Parameters:
  ///   - single: what the reach of a line of one turn is multiplied by.
  ///   - mirrors: whether every other lined edge is run through the other way.
  func path(
    _ line: PartitionLine, size: Double = 1, single: Double = 1, mirrors: Bool = false,
    turned map: AffineMap = .identity
  ) -> Path {
    var path = Path()
    guard let first = points.first else { return path }
    path.move(to: first)
    var isMirrored = false
    for (index, point) in points.enumerated() {
      let next = points[(index + 1) % points.count]
      if isLined[index] {
        line.append(
          from: point, to: next, size: size, single: single, isMirrored: isMirrored, &path)
        if mirrors { isMirrored.toggle() }
      } else {
        path.line(to: next)
      }
    }
    path.close()
    return map == .identity ? path : path.applying(map)
  }

  /// A band along the x axis, both of its edges lined.
  static func band(_ top: Double, _ bottom: Double, reach: Double = far) -> PartitionPolygon {
    PartitionPolygon(
      [Point(-reach, top), Point(reach, top), Point(reach, bottom), Point(-reach, bottom)],
      lined: [0, 2])
  }

  /// Past the corners of a field.
  static let far = 110.0
}

extension AffineMap {
  /// Turned so that what ran to the right runs down.
  static let quarterTurn = AffineMap(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
  /// Turned so that what ran to the right runs from the upper left to the lower right.
  static let bendwise = rotation(cosine: 0.5.squareRoot(), sine: 0.5.squareRoot())
  /// Turned so that what ran to the right runs from the lower left to the upper right.
  static let bendwiseSinister = rotation(cosine: 0.5.squareRoot(), sine: -(0.5.squareRoot()))
}
