// SPDX-License-Identifier: MIT
// Part of Platen: hatchings for entities that have one in place of a color.

internal import Drawing
internal import Geometry

enum Hatching {
  /// A plain hatching that differs from number to number in direction and density.
  static func paint(number: Int, scale: Double) -> Paint {
    let index = number < 0 ? 0 : number % 32
    let gap = (3 + Double(index / 8)) * scale
    let (cosine, sine) = directions[index % 8]
    var line = Path()
    line.append(line: [Point(0, gap / 2), Point(gap, gap / 2)])
    return .pattern(
      tile: Size(width: gap, height: gap),
      transform: .rotation(cosine: cosine, sine: sine),
      nodes: [
        .path(PathNode(line, stroke: Stroke(Color(0.2, 0.2, 0.2), width: 0.8 * scale)))
      ])
  }

  /// Cosine and sine of eight angles between 0° and 180°.
  private static let directions: [(Double, Double)] = [
    (1, 0), (0.923_879_532_5, 0.382_683_432_4), (0.707_106_781_2, 0.707_106_781_2),
    (0.382_683_432_4, 0.923_879_532_5), (0, 1), (-0.382_683_432_4, 0.923_879_532_5),
    (-0.707_106_781_2, 0.707_106_781_2), (-0.923_879_532_5, 0.382_683_432_4),
  ]
}
