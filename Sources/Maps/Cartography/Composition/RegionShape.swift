// SPDX-License-Identifier: MIT
// Part of Platen: outlines of regions and borders between them, along the cells or rounded.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

/// Turns vertex ids of rings and lines into paths.
///
/// Rounding keeps the points where three regions meet and draws a quadratic spline between them,
/// the same from either side, so that neighboring fills and the border line between them agree.
struct RegionShaper {
  let mesh: VoronoiMesh
  let labels: [Int32]
  let isSmooth: Bool
  let sheet: Rect
  /// The places of the mesh's vertices in place of its own.
  var vertices: [Point]?

  private func point(_ vertex: Int32) -> Point { (vertices ?? mesh.vertices)[Int(vertex)] }

  /// The outline of one region: straight rings, or rounded ones.
  func path(rings: [[Int32]]) -> Path {
    var path = Path()
    for ring in rings {
      let points = ring.map(point)
      if ring.contains(where: { isFarOutside(mesh.vertices[Int($0)]) }) {
        path.append(ring: Polygon.clip(points, to: sheet.insetBy(-20)))
      } else if isSmooth {
        appendSmooth(ring: ring, to: &path)
      } else {
        path.append(ring: points)
      }
    }
    return path
  }

  /// A line between regions.
  func append(line: [Int32], to path: inout Path) {
    guard line.count > 1 else { return }
    if line.contains(where: { isFarOutside(mesh.vertices[Int($0)]) }) {
      for part in Polyline.clip(line.map { mesh.vertices[Int($0)] }, to: sheet.insetBy(-20)) {
        path.append(line: part)
      }
    } else if !isSmooth {
      path.append(line: line.map(point))
    } else if line.first == line.last, line.count > 3 {
      appendSmooth(ring: Array(line.dropLast()), to: &path)
    } else {
      path.move(to: point(line[0]))
      appendRun(line[...], to: &path, isOpen: true)
    }
  }

  private func isFarOutside(_ p: Point) -> Bool {
    !(p.x > sheet.minX - 100 && p.x < sheet.maxX + 100 && p.y > sheet.minY - 100
      && p.y < sheet.maxY + 100)
  }

  private func appendSmooth(ring: [Int32], to path: inout Path) {
    guard ring.count > 2 else { return }
    if let start = ring.firstIndex(where: isJunction) {
      let turned = ring[start...] + ring[..<start] + [ring[start]]
      path.move(to: point(ring[start]))
      appendRun(turned[...], to: &path, isOpen: true)
    } else {
      let last = point(ring[ring.count - 1])
      path.move(to: last.midpoint(to: point(ring[0])))
      appendRun(ring + [ring[0]], to: &path, isOpen: false)
    }
    path.close()
  }

  /// Quadratic arcs through the middles of edges; the pen stands at the first vertex, or in the
  /// middle of the edge before it when the run is not open.
  private func appendRun(_ run: some Collection<Int32>, to path: inout Path, isOpen: Bool) {
    let ids = Array(run)
    var pen = path.points[path.points.count - 1]
    for i in 0..<ids.count - 1 {
      let vertex = point(ids[i])
      let middle = vertex.midpoint(to: point(ids[i + 1]))
      if (i == 0 && isOpen) || isJunction(ids[i]) {
        if pen != vertex { path.line(to: vertex) }
        path.line(to: middle)
      } else {
        path.curve(
          to: middle, pen + (vertex - pen) * (2 / 3), middle + (vertex - middle) * (2 / 3))
      }
      pen = middle
    }
    if isOpen { path.line(to: point(ids[ids.count - 1])) }
  }

  /// Indicates whether three different regions meet at a vertex.
  private func isJunction(_ vertex: Int32) -> Bool {
    let first = Int(vertex) * 3
    let a = label(mesh.vertexCells[first])
    let b = label(mesh.vertexCells[first + 1])
    let c = label(mesh.vertexCells[first + 2])
    return a != b && b != c && a != c
  }

  private func label(_ cell: Int32) -> Int32 {
    cell >= 0 && Int(cell) < labels.count ? labels[Int(cell)] : -1
  }
}

extension Composition {
  /// The data that a layer of regions is drawn from.
  struct RegionLayer {
    /// One for each cell; 0 means no region.
    var labels: [Int32]
    var style: MapLook.Fill
    var color: (Int) -> EntityColor?
    /// Indicates whether the layer of borders draws a line between the regions.
    var hasBorders = false
    /// Indicates whether a region keeps its color, however near that of a neighbor is.
    var isIndependent = false
    /// Name of the table, for warnings.
    var table: String
  }

  /// Fills of regions, each with the slits towards the water closed, clipped to the land.
  func regions(_ layer: RegionLayer) -> LayerDrawing {
    let shaper = RegionShaper(
      mesh: cells.mesh, labels: layer.labels, isSmooth: layer.style.isSmooth, sheet: sheet,
      vertices: continuation == nil ? nil : reachingVertices)
    var fills: [Node] = []
    var bands: [Node] = []
    var lines: [Node] = []
    var colors = colors(of: layer)
    let isWash = layer.style.wash.isVisible
    for outline in cellTracer.outlines(labels: layer.labels) {
      let id = Int(outline.label)
      guard let given = layer.color(id) else {
        log.record(
          .warning(
            .mapNoColor,
            "cells name number \(id) of the \(layer.table), which has no row or no color; they stay blank",
            at: SourceLocation(field: layer.table)))
        continue
      }
      let color = colors[id] ?? layer.style.toned(given.color)
      if layer.style.line.isVisible, isWash {
        lines.append(
          .path(PathNode(shaper.path(rings: outline.rings), stroke: layer.style.line.stroke)))
      }
      if isWash {
        colors[id] = color
        continue
      }
      let paint = layer.style.palette.isEmpty ? paint(for: given, toned: color) : .color(color)
      let path = shaper.path(rings: outline.rings)
      // A thin outline in its own color hides the seam to the next region, unless a border will.
      let seam = layer.hasBorders ? nil : Stroke(paint, width: 0.4 * scale, join: .bevel)
      fills.append(.path(PathNode(path, fill: Fill(paint, rule: .evenOdd), stroke: seam)))
      let gaps = waterGaps(outline.rings)
      if !gaps.isEmpty {
        fills.append(
          .path(PathNode(gaps, stroke: Stroke(paint, width: 3 * max(sheetScale, 1), join: .bevel))))
      }
      if layer.style.band > 0, layer.style.bandOpacity > 0 {
        let edge = coarse(outline.rings)
        bands.append(
          .group(
            Group(
              clip: Clip(path, rule: .evenOdd),
              children: band(of: layer.style, color).map { .path(PathNode(edge, stroke: $0)) })))
      }
      if layer.style.line.isVisible {
        lines.append(.path(PathNode(path, stroke: layer.style.line.stroke)))
      }
    }
    if isWash {
      fills = washes(of: layer, colors: colors).map { [$0] } ?? []
    } else if layer.style.fillOpacity <= 0 {
      fills = []
    } else if layer.style.fillOpacity < 1 {
      fills = [.group(Group(name: "fills", opacity: layer.style.fillOpacity, children: fills))]
    }
    return LayerDrawing(fills + bands + lines, clip: landClip, opacity: layer.style.opacity)
  }

  /// Rings in few straight lines, for wide strokes whose outer half is clipped away.
  private func coarse(_ rings: [[Int32]]) -> Path {
    var path = Path()
    for ring in rings {
      let points = ring.map { reachingVertices[Int($0)] }
      path.append(
        ring: Polygon.clip(
          simplify(points, tolerance: 0.6 * scale),
          to: sheet.insetBy(-40 - 4 * (continuation?.reach ?? 0))))
    }
    return path
  }

  /// The runs of rings along water: the coast is drawn rounder than the cells, and a wide stroke
  /// here fills what lies between.
  private func waterGaps(_ rings: [[Int32]]) -> Path {
    let mesh = cells.mesh
    let count = Int32(cells.count)
    func isByWater(_ vertex: Int32) -> Bool {
      let first = Int(vertex) * 3
      for k in first..<first + 3 {
        let cell = mesh.vertexCells[k]
        if cell >= 0, cell < count, cells.height[Int(cell)] < 20 { return true }
      }
      return false
    }
    var path = Path()
    for ring in rings {
      var run: [Point] = []
      for vertex in ring + ring.prefix(1) {
        if isByWater(vertex), sheet.insetBy(-50).contains(mesh.vertices[Int(vertex)]) {
          run.append(mesh.vertices[Int(vertex)])
        } else {
          path.append(line: run)
          run.removeAll(keepingCapacity: true)
        }
      }
      path.append(line: run)
    }
    return path
  }

  /// A color, or a hatching of our own in place of FMG's numbered one.
  func paint(for given: EntityColor, toned color: Color) -> Paint {
    guard case .hatch(let number) = given else { return .color(color) }
    log.record(
      .note(.mapHatch, "numbered hatchings are drawn as plain ones, turned by their number"))
    return Hatching.paint(number: number, scale: scale)
  }
}
