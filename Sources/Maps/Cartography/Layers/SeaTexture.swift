// SPDX-License-Identifier: MIT
// Part of Platen: what engravers filled the sea with: patterns, and level lines along coasts.

internal import Drawing
internal import Geometry

extension Composition {
  func seaPattern() -> [Node] {
    let ocean = look.ocean
    guard ocean.patternColor.alpha > 0, ocean.patternSize > 0,
      let paint = SeaPattern.paint(
        ocean.pattern, width: ocean.patternSize, color: ocean.patternColor)
    else { return [] }
    return [.path(PathNode(Path(rect: ground), fill: Fill(paint)))]
  }

  /// Level lines that run from the coast out to sea, long and short in turn so that they end in no
  /// line of their own; land hides the parts that cross it.
  func seaHatching() -> [Node] {
    let coast = look.coast
    // Ten thousand lines are more than any picture can show.
    let gap = max(coast.hatchingGap, sheet.height / 10_000)
    guard coast.hatching.isVisible, coast.hatchingWidth > 0, gap > 0 else { return [] }
    let reaches = [1.0, 0.5, 0.78, 0.38]
    // The same lines on the sheet, whatever lies beyond it.
    let turn = gap * Double(reaches.count)
    let above = ((sheet.minY - ground.minY) / turn).rounded(.up) * turn
    let rows = sheet.minY - above...ground.maxY
    return reaches.enumerated().compactMap { turn, reach in
      var near = Path()
      for shore in seaCoasts {
        near.append(OffsetRing.path(shore.coarse, by: coast.hatchingWidth * reach))
      }
      var lines = Path()
      var y = rows.lowerBound + gap * (Double(turn) + 0.5)
      while y < rows.upperBound {
        lines.append(line: [Point(ground.minX, y), Point(ground.maxX, y)])
        y += gap * Double(reaches.count)
      }
      guard !near.isEmpty, !lines.isEmpty else { return nil }
      return .group(
        Group(
          name: "hatching", clip: Clip(near, rule: .nonZero),
          children: [.path(PathNode(lines, stroke: coast.hatching.stroke))]))
    }
  }
}
