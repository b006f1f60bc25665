// SPDX-License-Identifier: MIT
// Part of Platen: compass roses painted with a brush, and drawn as a star.

internal import Drawing
internal import Geometry
internal import Libc

extension CompassRose {
  // MARK: Brush

  /// Eight strokes over a ring that a brush drew in one go.
  static func brushed(_ style: MapLook.Compass, at center: Point, radius r: Double) -> [Node] {
    let noise = ValueNoise(seed: "brushed rose")
    func at(_ turn: Double, _ reach: Double) -> Point { center + direction(turn) * (reach * r) }
    /// A ring between two radii that both swing; it begins thick and ends thin.
    func ring(_ reach: Double, _ width: Double, plane: Int) -> Path {
      var (outer, inner): ([Point], [Point]) = ([], [])
      for i in 0...96 {
        let turn = Double(i) / 96
        let swing = 0.03 * (noise.value(turn * 7, 0.5, plane: plane, period: 7) - 0.5)
        let half = width * (0.25 + 0.9 * noise.value(turn * 9, 0.5, plane: plane + 1)) / 2
        outer.append(at(turn + 0.06, reach + swing + half))
        inner.append(at(turn + 0.06, reach + swing - half))
      }
      return Path(ring: outer + inner.reversed())
    }
    /// One stroke from the middle outwards: a drop whose point is at `reach`.
    func stroke(_ turn: Double, from start: Double, to reach: Double, half: Double, lean: Double)
      -> Path
    {
      let (foot, tip) = (at(turn, start), at(turn + lean * 0.004, reach))
      let side = direction(turn + 0.25)
      let belly = start + (reach - start) * 0.34
      var path = Path()
      path.move(to: foot)
      path.curve(
        to: tip, at(turn, belly) - side * (half * 1.35 * r),
        at(turn, start + (reach - start) * 0.66) - side * (half * 0.5 * r))
      path.curve(
        to: foot, at(turn, start + (reach - start) * 0.62) + side * (half * (0.5 + lean * 0.2) * r),
        at(turn, belly) + side * (half * 1.35 * r))
      path.close()
      return path
    }
    /// The right half of such a stroke.
    func shade(_ turn: Double, from start: Double, to reach: Double, half: Double) -> Path {
      let side = direction(turn + 0.25)
      var path = Path()
      path.move(to: at(turn, start))
      path.curve(
        to: at(turn, reach), at(turn, start + (reach - start) * 0.34) + side * (half * 1.3 * r),
        at(turn, start + (reach - start) * 0.62) + side * (half * 0.46 * r))
      path.curve(
        to: at(turn, start), at(turn, start + (reach - start) * 0.6) + side * (half * 0.1 * r),
        at(turn, start + (reach - start) * 0.3) - side * (half * 0.06 * r))
      path.close()
      return path
    }
    var nodes: [Node] = [
      .path(
        PathNode(Path(circleAt: center, radius: 0.7 * r), fill: Fill(style.light.opacity(0.45)))),
      .path(PathNode(ring(0.68, 0.045, plane: 0), fill: Fill(style.ink.opacity(0.4)))),
      .path(PathNode(ring(0.585, 0.016, plane: 4), fill: Fill(style.ink.opacity(0.55)))),
    ]
    for wind in 0..<4 {
      let turn = (Double(wind) + 0.5) / 4
      let lean = noise.random(wind, 1) - 0.5
      let path = stroke(turn, from: 0.1, to: 0.62, half: 0.085, lean: lean)
      nodes.append(.path(PathNode(path, fill: Fill(style.accent.opacity(0.5)))))
      nodes.append(
        .path(
          PathNode(
            shade(turn, from: 0.1, to: 0.6, half: 0.08), fill: Fill(style.accent.opacity(0.45)))))
    }
    for wind in 0..<4 {
      let turn = Double(wind) / 4
      let lean = noise.random(wind, 2) - 0.5
      let reach = wind == 0 ? 1.02 : 0.96
      let path = stroke(turn, from: 0.06, to: reach, half: 0.12, lean: lean)
      nodes.append(.path(PathNode(path, fill: Fill(style.light.opacity(0.8)))))
      nodes.append(.path(PathNode(path, fill: Fill(style.ink.opacity(0.35)))))
      nodes.append(
        .path(
          PathNode(
            shade(turn, from: 0.06, to: reach - 0.02, half: 0.115),
            fill: Fill(style.ink.opacity(0.7)))))
    }
    // Two dabs for a lily: an open leaf to each side of the stroke's point.
    for side in [-1.0, 1] {
      let foot = at(0, 1.04)
      func p(_ x: Double, _ y: Double) -> Point { Point(foot.x + side * x * r, foot.y - y * r) }
      var leaf = Path()
      leaf.move(to: p(0.015, 0))
      leaf.curve(to: p(0.13, 0.17), p(0.03, 0.14), p(0.08, 0.2))
      leaf.curve(to: p(0.015, 0), p(0.14, 0.08), p(0.07, 0.09))
      leaf.close()
      nodes.append(.path(PathNode(leaf, fill: Fill(style.accent.opacity(0.8)))))
    }
    var bud = Path()
    let foot = at(0, 1.05)
    bud.move(to: foot)
    bud.curve(
      to: Point(foot.x, foot.y - 0.23 * r), Point(foot.x - 0.07 * r, foot.y - 0.08 * r),
      Point(foot.x - 0.045 * r, foot.y - 0.15 * r))
    bud.curve(
      to: foot, Point(foot.x + 0.045 * r, foot.y - 0.15 * r),
      Point(foot.x + 0.07 * r, foot.y - 0.08 * r))
    bud.close()
    nodes.append(.path(PathNode(bud, fill: Fill(style.accent.opacity(0.85)))))
    nodes.append(
      .path(PathNode(Path(circleAt: center, radius: 0.055 * r), fill: Fill(style.accent))))
    return nodes
  }

  // MARK: Star

  /// Fine rays between rings of degrees; the symbol of the north is a star of eight rays.
  static func starred(_ style: MapLook.Compass, at center: Point, radius r: Double) -> [Node] {
    func at(_ turn: Double, _ reach: Double) -> Point { center + direction(turn) * (reach * r) }
    func circle(_ reach: Double) -> Path { Path(circleAt: center, radius: reach * r) }
    let hair = Stroke(style.ink, width: r * 0.011, join: .round)
    let fine = Stroke(style.ink, width: r * 0.007)
    var ticks = Path()
    for tick in 0..<180 {
      let turn = Double(tick) / 180
      let reach = tick % 15 == 0 ? 0.775 : tick % 5 == 0 ? 0.8 : 0.83
      ticks.append(line: [at(turn, reach), at(turn, 0.86)])
    }
    var rays = Path()
    for ray in 0..<64 where ray % 4 != 0 {
      let turn = Double(ray) / 64
      rays.append(line: [at(turn, ray % 2 == 0 ? 0.3 : 0.42), at(turn, 0.66)])
    }
    var dots = Path()
    for dot in 0..<16 where dot % 4 != 0 {
      dots.append(Path(circleAt: at(Double(dot) / 16, 0.72), radius: 0.014 * r))
    }
    var nodes: [Node] = [
      .path(PathNode(circle(0.9), fill: Fill(style.light.opacity(style.light.alpha * 0.7)))),
      .path(PathNode(circle(0.9), stroke: hair)),
      .path(PathNode(circle(0.86), stroke: fine)),
      .path(PathNode(circle(0.76), stroke: fine)),
      .path(PathNode(circle(0.68), stroke: hair)),
      .path(PathNode(ticks, stroke: fine)),
      .path(
        PathNode(rays, stroke: Stroke(style.ink.opacity(0.55 * style.ink.alpha), width: r * 0.006))),
      .path(PathNode(dots, fill: Fill(style.ink))),
    ]
    /// Points of one length: one half filled, the other in outline.
    func points(_ turns: [Double], reach: Double, waist: Double, half: Double) {
      var clear = Path()
      var full = Path()
      for turn in turns {
        clear.append(ring: [at(turn, reach), at(turn - half, waist), center])
        full.append(ring: [at(turn, reach), at(turn + half, waist), center])
      }
      nodes.append(.path(PathNode(clear, fill: Fill(style.light), stroke: fine)))
      nodes.append(.path(PathNode(full, fill: Fill(style.ink), stroke: fine)))
    }
    points((0..<8).map { (Double($0) + 0.5) / 8 }, reach: 0.5, waist: 0.12, half: 1 / 16)
    points((0..<4).map { (Double($0) + 0.5) / 4 }, reach: 0.68, waist: 0.11, half: 1 / 16)
    points((0..<4).map { Double($0) / 4 }, reach: 1, waist: 0.1, half: 1 / 8)
    nodes += [
      .path(PathNode(circle(0.16), stroke: fine)),
      .path(PathNode(circle(0.05), fill: Fill(style.light), stroke: fine)),
      .path(
        PathNode(
          BurgMark(shape: "star-8", size: 0.3 * r, at: at(0, 1.15)).body,
          fill: Fill(style.accent))),
    ]
    return nodes
  }
}
