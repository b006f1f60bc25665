// SPDX-License-Identifier: MIT
// Part of Platen: the sea: its color, its depths, and what follows the coast out to sea.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  func oceanLayer() -> LayerDrawing {
    var nodes: [Node] = [.path(PathNode(Path(rect: ground), fill: Fill(look.ocean.fill)))]
    let isWash = look.ocean.wash.isVisible
    if !isWash { nodes += depths() }
    if look.ocean.veil.alpha > 0 {
      nodes.append(.path(PathNode(Path(rect: ground), fill: Fill(look.ocean.veil))))
    }
    nodes += seaPattern()
    if isWash {
      if let wash = seaWash() { nodes.append(wash) }
      return LayerDrawing(nodes + seaHatching())
    }
    nodes += glow() + seaHatching() + waterlines()
    return LayerDrawing(nodes)
  }

  /// One wide, soft outline for each step from the coast, lighter towards it.
  private func depths() -> [Node] {
    let ocean = look.ocean
    let steps = ocean.depths.map { Int(max(-9, min(-1, $0))) }.sorted()
    guard !steps.isEmpty, ocean.depthOpacity > 0 || ocean.depthLine.isVisible else { return [] }
    let opacity = depthStepOpacity
    return steps.compactMap { step in
      let path = shelf(to: step)
      if path.isEmpty { return nil }
      return .path(
        PathNode(
          path, fill: Fill(ocean.depthFill.opacity(opacity), rule: .evenOdd),
          stroke: ocean.depthLine.isVisible ? ocean.depthLine.stroke : nil))
    }
  }

  /// The opacity of one step of depth, rounded to two digits, as FMG writes it.
  private var depthStepOpacity: Double {
    let count = max(1, look.ocean.depths.count)
    return (look.ocean.depthOpacity / Double(count) * 100).rounded() / 100
  }

  /// The outline of everything nearer to the coast than `step`, drawn through every few points.
  func shelf(to step: Int) -> Path {
    let every = 1 - 2 * step
    var path = Path()
    for ring in shelfRings(at: step) where ring.count > 3 {
      let kept = ring.enumerated().compactMap { index, vertex -> Point? in
        let isAtEdge = touchesMapEdge(vertex)
        guard index % every == 0 || isAtEdge else { return nil }
        let point = terrain.mesh.vertices[Int(vertex)]
        // Vertices a little inside the edge would part a shelf that runs along it.
        return isAtEdge ? continuation?.pushed(point) ?? point : point
      }
      guard kept.count > 3 else { continue }
      var clipped = Polygon.clip(kept, to: sheet)
      guard clipped.count > 2 else { continue }
      if let continuation {
        // Farther out than land by its own breadth, and as round as it is elsewhere.
        clipped = continuation.continued(
          clipped, more: Double(-step) * continuation.step * 1.3, coarser: 2.5)
      }
      path.append(Curve.basisClosed(Coasts.holdingEdges(of: clipped, sheet: sheet)))
    }
    return path
  }

  /// The rings of vertices between cells of `step` and those farther out.
  ///
  /// Where a ring begins and which way it goes decides which of its points are drawn; both are the
  /// generator's, so that its depths have the shapes its users know: the first cell not yet passed
  /// by, its first vertex beside a farther cell, the first way on that is open there.
  private func shelfRings(at step: Int) -> [[Int32]] {
    let mesh = terrain.mesh
    let count = mesh.cellCount
    func isFarther(_ cell: Int32) -> Bool {
      guard cell < count else { return true }
      let distance = Int(terrain.distance[Int(cell)])
      return terrain.height[Int(cell)] < 20 && (distance == 0 || distance < step)
    }
    let isOfStep = (0..<count).map { terrain.distance[$0] == step && terrain.height[$0] < 20 }
    var isPassed = [Bool](repeating: false, count: count)
    var rings: [[Int32]] = []
    for cell in 0..<count where isOfStep[cell] && !isPassed[cell] {
      let vertices = mesh.cellVertices[cell]
      let first =
        mesh.isBorder[cell]
        ? vertices.first(where: touchesMapEdge)
        : zip(mesh.cellNeighbors[cell], vertices).first { isFarther($0.0) }?.1
      guard let first else { continue }
      var ring: [Int32] = []
      var current = first
      repeat {
        let previous = ring.last
        ring.append(current)
        let at = Int(current) * 3
        let (a, b, c) = (mesh.vertexCells[at], mesh.vertexCells[at + 1], mesh.vertexCells[at + 2])
        for passed in [a, b, c] where passed < count { isPassed[Int(passed)] = true }
        let (farA, farB, farC) = (isFarther(a), isFarther(b), isFarther(c))
        let ways = [
          (mesh.vertexNeighbors[at], farA != farB), (mesh.vertexNeighbors[at + 1], farB != farC),
          (mesh.vertexNeighbors[at + 2], farA != farC),
        ]
        guard let next = ways.first(where: { $0.1 && $0.0 >= 0 && $0.0 != previous }) else { break }
        current = next.0
      } while current != first && ring.count < mesh.vertices.count
      rings.append(ring)
    }
    return rings
  }

  private func touchesMapEdge(_ vertex: Int32) -> Bool {
    let count = Int32(terrain.mesh.cellCount)
    let first = Int(vertex) * 3
    return (first..<first + 3).contains { terrain.mesh.vertexCells[$0] >= count }
  }

  var seaCoasts: [Shore] { coasts.shores.filter { $0.kind == .island && !$0.isInLake } }

  /// A shade that fades away from the coast: outlines of falling reach laid over each other.
  private func glow() -> [Node] {
    let coast = look.coast
    guard coast.glow.alpha > 0, coast.glowWidth > 0 else { return [] }
    let steps = 4
    let each = coast.glow.opacity(1 / Double(steps))
    return (0..<steps).flatMap { step in
      beyondCoast(by: coast.glowWidth * Double(steps - step) / Double(steps), each)
    }
  }

  /// Thin lines at equal distances from the coast, as engravers drew them.
  ///
  /// A line is what is left of a shape in ink when a smaller one in the sea's own color is laid
  /// over it, farthest first.
  private func waterlines() -> [Node] {
    let coast = look.coast
    let count = Int(coast.waterlines)
    guard count > 0, coast.waterline.isVisible else { return [] }
    let shallows = shallows
    var nodes: [Node] = []
    for number in (1...count).reversed() {
      let index = Double(number - 1)
      // Thinner and fainter the further they are.
      let distance = waterlineDistances[number - 1]
      let fade = 1 - index / Double(count)
      let ink = shallows.mixed(
        with: coast.waterline.color.opaque, coast.waterline.color.alpha * fade)
      // The water between two lines is a little darker towards the coast.
      let water = shallows.mixed(with: coast.glow.opaque, coast.glow.alpha * 0.4 * fade)
      let width = coast.waterline.width * fade.squareRoot()
      nodes += beyondCoast(by: distance + width / 2, ink)
      nodes += beyondCoast(by: distance - width / 2, water)
    }
    return nodes
  }

  /// The color of the sea along coasts, with all steps of depth laid over it.
  private var shallows: Color {
    let ocean = look.ocean
    var color = ocean.fill.opaque
    for _ in ocean.depths {
      color = color.mixed(with: ocean.depthFill.opaque, ocean.depthFill.alpha * depthStepOpacity)
    }
    return color.mixed(with: ocean.veil.opaque, ocean.veil.alpha)
  }

  /// Everything nearer to an island than `distance`, the island included.
  private func beyondCoast(by distance: Double, _ color: Color) -> [Node] {
    guard distance > 0 else { return [] }
    return seaCoasts.map { shore in
      .path(PathNode(OffsetRing.path(shore.coarse, by: distance), fill: Fill(color)))
    }
  }
}

extension Color {
  fileprivate var opaque: Color { Color(red, green, blue) }
}
