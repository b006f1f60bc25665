// SPDX-License-Identifier: MIT
// Part of Platen: the outlines of islands and lakes as FMG draws them.

internal import Atlas
internal import Diagnostics
internal import Geometry

/// The outline of one island or lake.
struct Shore {
  var id: Int
  var kind: Feature.Kind
  var subtype: String
  var path: Path
  /// The smooth outline in short straight lines, for shades and lines along it.
  var coarse: [Point]

  var isInLake: Bool { kind == .island && subtype == "lake_island" }
}

/// All outlines of a map.
struct Coasts {
  /// The shores in the order of the features' ids.
  private(set) var shores: [Shore] = []
  /// Islands less lakes, to be filled even-odd.
  private(set) var land = Path()

  var islands: some Sequence<Shore> { shores.lazy.filter { $0.kind == .island } }
  var lakes: some Sequence<Shore> { shores.lazy.filter { $0.kind == .lake } }

  init(of map: Composition) {
    let vertices = map.reachingVertices
    let style: CoastStyle =
      switch map.request.coastline {
      case .smooth: .smooth
      case .jagged:
        if case .jagged = map.world.coast { map.world.coast } else { .jagged(JaggedCoast()) }
      case nil: map.world.coast
      }
    for feature in map.world.features where feature.kind != .ocean && !feature.outline.isEmpty {
      guard feature.outline.allSatisfy({ $0 >= 0 && Int($0) < vertices.count }) else {
        map.log.record(
          .warning(
            .mapFeatureOutline,
            "the outline of feature \(feature.id) does not fit the cells; it is not drawn",
            at: SourceLocation(field: "features[\(feature.id)].vertices")))
        continue
      }
      let ring = feature.outline.map { vertices[Int($0)] }
      let path = Coasts.outline(
        ring, feature: feature.id, isLake: feature.kind == .lake, style: style, sheet: map.sheet,
        seed: map.world.info.seed, continuation: map.continuation)
      guard !path.isEmpty else { continue }
      shores.append(
        Shore(
          id: feature.id, kind: feature.kind, subtype: feature.subtype, path: path,
          coarse: Coasts.coarse(ring, map)))
    }
    if shores.isEmpty { derive(from: map, style: style) }
    for shore in shores { land.append(shore.path) }
  }

  /// Outlines for worlds that list no features: every ring between land and water.
  private mutating func derive(from map: Composition, style: CoastStyle) {
    let cells = map.cells
    let labels = cells.height.map { Int32($0 >= 20 ? 1 : 0) }
    for outline in map.cellTracer.outlines(labels: labels) {
      for (index, ring) in outline.rings.enumerated() {
        let points = ring.map { map.reachingVertices[Int($0)] }
        let path = Coasts.outline(
          points, feature: index + 1, isLake: false, style: style, sheet: map.sheet,
          seed: map.world.info.seed, continuation: map.continuation)
        if !path.isEmpty {
          shores.append(
            Shore(
              id: index + 1, kind: .island, subtype: "", path: path,
              coarse: Coasts.coarse(points, map)))
        }
      }
    }
  }

  private static func coarse(_ ring: [Point], _ map: Composition) -> [Point] {
    // Clipping wide of the sheet keeps shades from running along its edges.
    let wide = map.sheet.insetBy(-40 * map.scale)
    let clipped: [Point]
    if let continuation = map.continuation {
      let held = Polygon.clip(simplify(ring, tolerance: 0.3), to: continuation.cut(wide))
      clipped = continuation.continued(held)
    } else {
      clipped = Polygon.clip(simplify(ring, tolerance: 0.3), to: wide)
    }
    guard clipped.count > 3 else { return clipped }
    return Curve.basisClosed(clipped).flattened(tolerance: 0.1 * map.scale).first?.points ?? clipped
  }

  /// One outline: simplified, clipped to the sheet but where it continues beyond, and drawn smooth or
  /// jagged.
  static func outline(
    _ ring: [Point], feature: Int, isLake: Bool, style: CoastStyle, sheet: Rect, seed: String,
    continuation: EdgeContinuation? = nil
  ) -> Path {
    var clipped = Polygon.clip(simplify(ring, tolerance: 0.3), to: sheet)
    guard clipped.count > 2 else { return Path() }
    if let continuation { clipped = continuation.continued(clipped) }
    let held = holdingEdges(of: clipped, sheet: sheet)
    switch style {
    case .smooth: return Curve.basisClosed(held)
    case .jagged(let parameters):
      var coast = JaggedOutline(
        parameters: parameters, isLake: isLake, sheet: sheet,
        random: Alea(seed: seed + "_c" + String(feature)))
      return coast.path(along: held)
    }
  }

  /// Points on the sheet's edge three times over, so that a spline touches it there.
  static func holdingEdges(of ring: [Point], sheet: Rect) -> [Point] {
    var result: [Point] = []
    result.reserveCapacity(ring.count + 16)
    for point in ring {
      result.append(point)
      if isOnEdge(point, of: sheet) {
        result.append(point)
        result.append(point)
      }
    }
    return result
  }

  static func isOnEdge(_ p: Point, of sheet: Rect) -> Bool {
    p.x == sheet.minX || p.x == sheet.maxX || p.y == sheet.minY || p.y == sheet.maxY
  }
}
