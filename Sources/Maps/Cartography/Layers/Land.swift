// SPDX-License-Identifier: MIT
// Part of Platen: land, coast, lakes and ice.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  func landmassLayer() -> LayerDrawing {
    LayerDrawing([.path(PathNode(coasts.land, fill: Fill(look.land.fill, rule: .evenOdd)))])
  }

  func coastlineLayer() -> LayerDrawing {
    var nodes: [Node] = []
    let coast = look.coast
    if coast.innerGlow.alpha > 0, coast.innerGlowWidth > 0 {
      nodes.append(
        .group(
          Group(
            name: "inner-glow", clip: landClip,
            children: innerGlow())))
    }
    var lines: [Node] = []
    for shore in coasts.islands {
      let line = shore.isInLake ? coast.lakeIsland : coast.line
      if line.isVisible { lines.append(.path(PathNode(shore.path, stroke: line.stroke))) }
    }
    nodes += onSheet(lines)
    guard continuation != nil, coast.line.isVisible else { return LayerDrawing(nodes) }
    // Where the world ends, nobody has surveyed the shore.
    var beyond = Path(rect: ground.insetBy(-20))
    beyond.append(Path(rect: sheet))
    var dashed = coast.line
    dashed.dash = [3.2 * scale, 2.4 * scale]
    let guesses = coasts.islands.map { Node.path(PathNode($0.path, stroke: dashed.stroke)) }
    nodes.append(
      .group(Group(name: "beyond", clip: Clip(beyond, rule: .evenOdd), children: Array(guesses))))
    return LayerDrawing(nodes)
  }

  /// A shade along the inside of coasts: strokes of falling width, of which the clip leaves a half.
  private func innerGlow() -> [Node] {
    let coast = look.coast
    let steps = 2
    let ink = coast.innerGlow.opacity(1 / Double(steps))
    return (0..<steps).flatMap { step -> [Node] in
      let width = 2 * coast.innerGlowWidth * Double(steps - step) / Double(steps)
      return coasts.islands.filter { !$0.isInLake }.map { shore in
        .path(PathNode(Path(ring: shore.coarse), stroke: Stroke(ink, width: width, join: .bevel)))
      }
    }
  }

  func lakesLayer() -> LayerDrawing {
    let inLakes = coasts.islands.filter(\.isInLake)
    return LayerDrawing(
      coasts.lakes.map { lake in
        let basin = look.lakes.basin(lake.subtype)
        var path = lake.path
        // Islands in the lake are holes of it.
        let box = Rect(enclosing: lake.coarse)
        for island in inLakes {
          guard let shore = island.coarse.first, box?.contains(shore) == true,
            Polygon.contains(shore, in: [lake.coarse])
          else { continue }
          path.append(island.path)
        }
        return .path(
          PathNode(
            path, fill: Fill(basin.fill, rule: .evenOdd),
            stroke: basin.line.isVisible ? basin.line.stroke : nil))
      })
  }

  func iceLayer() -> LayerDrawing {
    let ice = look.ice
    var nodes: [Node] = []
    var ground = Path()
    let rings = iceRings()
    for ring in rings { ground.append(ring: ring) }
    guard !ground.isEmpty else { return LayerDrawing([]) }
    if ice.shadow.alpha > 0, ice.shadowOffset > 0 {
      // Ice lets some of the ground through, but not its own shadow: taken away again, the windings
      // of each ring make up for those of its shadow.
      var shade = ground.applying(.translation(ice.shadowOffset * 0.6, ice.shadowOffset))
      for ring in rings { shade.append(ring: ring.reversed()) }
      nodes.append(.path(PathNode(shade, fill: Fill(ice.shadow, rule: .nonZero))))
    }
    nodes.append(
      .path(
        PathNode(
          ground, fill: Fill(ice.fill), stroke: ice.line.isVisible ? ice.line.stroke : nil)))
    return LayerDrawing(nodes)
  }

  /// The outlines of ice as they are drawn.
  func iceRings() -> [[Point]] {
    let room = inside.insetBy(inside == window ? -20 : 0)
    return world.ice.compactMap { sheetOfIce in
      var ring = sheetOfIce.outline.map { $0 + sheetOfIce.offset }
      guard ring.count > 2, ring.allSatisfy(\.isFinite) else { return nil }
      if look.ice.isSmooth {
        ring = Curve.basisClosed(ring).flattened(tolerance: 0.1 * scale).first?.points ?? ring
      }
      if let continuation {
        let cut = Polygon.clip(ring, to: continuation.cut(sheet.insetBy(-20 - sheet.width)))
        ring = continuation.continued(cut)
        guard ring.count > 2 else { return nil }
      }
      // Floes that lie over the edge would show through a hair beyond it.
      let seen = ring.allSatisfy(room.contains) ? ring : Polygon.clip(ring, to: room)
      return seen.count > 2 ? seen : nil
    }
  }
}

extension MapLook.Lakes {
  /// The look of a lake of this subtype; unknown ones are fresh.
  func basin(_ subtype: String) -> MapLook.Basin {
    switch subtype {
    case "salt": salt
    case "sinkhole": sinkhole
    case "frozen": frozen
    case "lava": lava
    case "dry": dry
    default: freshwater
    }
  }
}
