// SPDX-License-Identifier: MIT
// Part of Platen: the generator's tables put into a world, wherever they come from.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

/// A table of rows that saves and exports share; the raw value is its key in exports.
enum EntityTable: String, CaseIterable {
  case cultures, states, burgs, religions, provinces, rivers, markers, routes, zones, ice
}

extension World {
  /// The sheet as a rectangle.
  var sheet: Rect { Rect(x: 0, y: 0, width: info.width, height: info.height) }

  /// Reads a table's rows out of its array.
  mutating func read(
    _ table: EntityTable, from view: JSONView, options: ImportOptions, log: inout DiagnosticLog
  ) {
    let name = table.rawValue
    let mapping = options.mapping
    switch table {
    case .cultures:
      cultures = Table(view, name: name, zeroIsPlaceholder: true, log: &log) {
        Culture($0, mapping: mapping, log: &$1)
      }
    case .states:
      states = Table(view, name: name, zeroIsPlaceholder: true, log: &log) {
        State($0, mapping: mapping, log: &$1)
      }
      regiments = Regiment.all(in: view, log: &log)
    case .burgs:
      burgs = Table(view, name: name, zeroIsPlaceholder: true, log: &log) { Burg($0, log: &$1) }
    case .religions:
      religions = Table(view, name: name, zeroIsPlaceholder: true, log: &log) {
        Religion($0, log: &$1)
      }
    case .provinces:
      provinces = Table(view, name: name, zeroIsPlaceholder: true, log: &log) {
        Province($0, log: &$1)
      }
    case .rivers:
      rivers = Table(view, name: name, zeroIsPlaceholder: true, log: &log) { row, _ in River(row) }
    case .markers:
      markers = Table(view, name: name, zeroIsPlaceholder: false, renumbers: true, log: &log) {
        Marker($0, log: &$1)
      }
    case .routes:
      routes = Table(view, name: name, zeroIsPlaceholder: false, log: &log) {
        Route($0, log: &$1)
      }
    case .zones:
      zones = Table(view, name: name, zeroIsPlaceholder: false, log: &log) { Zone($0, log: &$1) }
    case .ice:
      var lost = 0
      ice = Table(view, name: name, zeroIsPlaceholder: false, log: &log) { row, _ in
        let sheet = IceSheet(row)
        if sheet == nil { lost += 1 }
        return sheet
      }
      log.recordLostRows(lost, of: name, lacking: "an outline")
    }
  }

  /// Takes over what the rebuild found: features, and what they say about each cell.
  mutating func adopt(_ marks: FeatureMarks, log: inout DiagnosticLog) {
    features = Table(marks.features)
    let lost = marks.cellsLeftOut
    if lost > 0 {
      log.record(
        .warning(
          "map.features-too-many",
          "there are more than \(marks.features.count) islands and waters; the \(lost) cells of the "
            + "others belong to none"))
    }
    cells?.distance = marks.distance
    cells?.feature = marks.feature
    cells?.haven = marks.haven
    cells?.harbor = marks.harbor
    if let mesh = cells?.mesh { cells?.area = PackGraph.areas(of: mesh) }
  }

  /// Gives the rebuilt features the names and finer kinds of the saved ones with the same id.
  ///
  /// After an edit of the heights the two lists may differ; what the cells say is what counts, so a
  /// saved feature is used only where one of its kind was rebuilt.
  mutating func adoptFeatures(_ view: JSONView, log: inout DiagnosticLog) {
    let saved: Table<Feature> = Table(
      view, name: "features", zeroIsPlaceholder: true, log: &log
    ) { row, _ in Feature(row) }
    guard cells != nil else {
      features = saved
      return
    }
    if saved.count != features.count {
      log.record(
        .warning(
          "map.features",
          "\(saved.count) features are saved, \(features.count) follow from the cells; names and "
            + "kinds are taken where the two agree", at: Place(field: "features")))
    }
    features.mutateAll { feature in
      guard let partner = saved[id: feature.id], partner.kind == feature.kind else { return }
      feature.name = partner.name
      feature.subtype = partner.subtype
      feature.height = partner.height ?? feature.height
    }
  }

  /// The tables with the number of their rows, in the order of the save's sections.
  var tableCounts: [ImportReport.TableCount] {
    [
      .init("biomes", biomes.count), .init("notes", notes.count),
      .init("features", features.count), .init("cultures", cultures.count),
      .init("states", states.count), .init("burgs", burgs.count),
      .init("religions", religions.count), .init("provinces", provinces.count),
      .init("nameBases", nameBases.count), .init("rivers", rivers.count),
      .init("markers", markers.count), .init("routes", routes.count),
      .init("zones", zones.count), .init("ice", ice.count),
      .init("regiments", regiments.count), .init("addedLabels", addedLabels.count),
    ]
  }
}

extension Terrain {
  /// Reads the grid's points and boundary and rebuilds its mesh; per-cell values stay empty.
  ///
  /// - Throws: `Failure` when there are no points, or some of them are none.
  init(grid view: JSONView, sheet: Rect, at place: Place) throws {
    let sites = try Terrain.points(view["points"], what: "points", at: place)
    let boundary = try Terrain.points(view["boundary"], what: "boundary points", at: place)
    guard sites.count > 2 else {
      throw Failure(
        .error("map.grid", "the terrain grid has \(sites.count) points", at: place))
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
    _ view: JSONView?, what: String, at place: Place
  ) throws -> [Point] {
    guard let view else { return [] }
    var points: [Point] = []
    points.reserveCapacity(view.count)
    for element in view.elements {
      // Far off the sheet the mesh loses all precision; no map has such points.
      guard let point = Point(pair: element), abs(point.x) < 1e7, abs(point.y) < 1e7 else {
        throw Failure(
          .error(
            "map.grid", "one of the \(what), number \(points.count), is no point", at: place))
      }
      points.append(point)
    }
    return points
  }
}

extension Cells {
  /// Moves a vertex and corrects the areas of the cells round it.
  mutating func moveVertex(_ vertex: Int, to place: Point) {
    mesh.vertices[vertex] = place
    for slot in 0..<3 {
      let cell = Int(mesh.vertexCells[3 * vertex + slot])
      guard cell < count else { continue }
      let ring = mesh.cellVertices[cell].map { mesh.vertices[Int($0)] }
      let rounded = (abs(Polygon.signedArea(ring)) + 0.5).rounded(.down)
      area[cell] = rounded < 65535 ? UInt16(rounded) : 65535
    }
  }
}
