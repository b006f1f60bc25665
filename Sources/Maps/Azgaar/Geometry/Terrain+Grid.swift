// SPDX-License-Identifier: MIT
// Part of Platen: the terrain grid of a save or an export, its mesh rebuilt.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

extension Terrain {
  /// Reads the grid's points and boundary and rebuilds its mesh; per-cell values stay empty.
  ///
  /// - Throws: `Failure` when the list of points is empty or holds anything else.
  init(grid view: JSONView, sheet: Rect, at place: SourceLocation) throws {
    let sites = try Terrain.points(view["points"], what: "points", at: place)
    let boundary = try Terrain.points(view["boundary"], what: "boundary points", at: place)
    guard sites.count > 2 else {
      throw Failure(
        .error(.mapGrid, "the terrain grid has \(sites.count) points", at: place))
    }
    let spacing = view["spacing"]?.looseDouble ?? 0
    let estimate = spacing > 0 ? sheet.width * sheet.height / (spacing * spacing) : 0
    self.init(
      mesh: VoronoiMesh(sites: sites, boundary: boundary), boundary: boundary, spacing: spacing,
      columns: max(0, view["cellsX"]?.looseInt ?? 0), rows: max(0, view["cellsY"]?.looseInt ?? 0),
      cellsDesired: view["cellsDesired"]?.looseInt
        ?? (estimate < 1e9 ? Int(estimate / 1000 + 0.5) * 1000 : sites.count))
    featureKinds =
      view["features"]?.elements.map {
        $0["type"]?.string.flatMap(Feature.Kind.init)
      } ?? []
  }

  private static func points(
    _ view: JSONView?, what: String, at place: SourceLocation
  ) throws -> [Point] {
    guard let view else { return [] }
    var points: [Point] = []
    points.reserveCapacity(view.count)
    for element in view.elements {
      // Far off the sheet the mesh loses all precision; no map has such points.
      guard let point = Point(pair: element), point.isNearSheet else {
        throw Failure(
          .error(
            .mapGrid, "number \(points.count) of the \(what) is not a point", at: place))
      }
      points.append(point)
    }
    return points
  }
}
