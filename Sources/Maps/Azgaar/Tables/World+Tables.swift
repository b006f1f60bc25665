// SPDX-License-Identifier: MIT
// Part of Platen: FMG's tables put into a world, wherever they come from.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

/// A table of rows that saves and exports share; the raw value is its key in exports.
enum EntityTable: String, CaseIterable {
  case cultures, states, burgs, religions, provinces, rivers, markers, routes, zones, ice
  case goods, markets
}

extension World {
  /// The sheet as a rectangle.
  var sheet: Rect { Rect(x: 0, y: 0, width: info.width, height: info.height) }

  /// Reads a table's rows out of its array.
  mutating func read(
    _ table: EntityTable, from view: JSONView, options: ImportOptions, log: inout DiagnosticLog
  ) {
    let name = table.rawValue
    unmodeled.keep(view, of: name)
    let mapping = options.mapping
    switch table {
    case .cultures:
      cultures = EntityList(view, name: name, zeroIsPlaceholder: true, log: &log) {
        Culture($0, mapping: mapping, log: &$1)
      }
    case .states:
      states = EntityList(view, name: name, zeroIsPlaceholder: true, log: &log) {
        State($0, mapping: mapping, log: &$1)
      }
      regiments = Regiment.all(in: view, log: &log)
      // The neutrals stand in no relation to states: their list holds the wars there were.
      if let neutrals = view[0], (neutrals["i"]?.looseInt ?? 0) == 0 {
        chronicle = (neutrals["diplomacy"].map { Array($0.elements) } ?? [])
          .filter(\.isArray).map { $0.elements.compactMap(\.looseString) }
      }
    case .burgs:
      burgs = EntityList(view, name: name, zeroIsPlaceholder: true, log: &log) {
        Burg($0, log: &$1)
      }
    case .religions:
      religions = EntityList(view, name: name, zeroIsPlaceholder: true, log: &log) {
        Religion($0, log: &$1)
      }
    case .provinces:
      provinces = EntityList(view, name: name, zeroIsPlaceholder: true, log: &log) {
        Province($0, log: &$1)
      }
    case .rivers:
      rivers = EntityList(view, name: name, zeroIsPlaceholder: true, log: &log) { row, _ in
        River(row)
      }
    case .markers:
      markers = EntityList(view, name: name, zeroIsPlaceholder: false, renumbers: true, log: &log) {
        Marker($0, log: &$1)
      }
    case .routes:
      routes = EntityList(view, name: name, zeroIsPlaceholder: false, log: &log) {
        Route($0, log: &$1)
      }
    case .zones:
      zones = EntityList(view, name: name, zeroIsPlaceholder: false, log: &log) {
        Zone($0, log: &$1)
      }
    case .ice:
      var lost = 0
      ice = EntityList(view, name: name, zeroIsPlaceholder: false, log: &log) { row, _ in
        let sheet = IceSheet(row)
        if sheet == nil { lost += 1 }
        return sheet
      }
      log.recordLostRows(lost, of: name, lacking: "an outline")
    case .goods:
      goods = EntityList(view, name: name, zeroIsPlaceholder: true, log: &log) {
        Good($0, log: &$1)
      }
    case .markets:
      markets = EntityList(view, name: name, zeroIsPlaceholder: true, log: &log) {
        Market($0, log: &$1)
      }
    }
  }

  /// Reads the deals of an array.
  mutating func readDeals(from view: JSONView, log: inout DiagnosticLog) {
    deals = Deal.all(in: view, log: &log)
    // Deals are identified by their places, which an omitted one would shift.
    if deals.count == view.count { unmodeled.keep(view, of: "deals") }
  }

  /// Takes over the features that the rebuild found, and the marks of each cell.
  mutating func adopt(_ marks: FeatureMarks, log: inout DiagnosticLog) {
    features = EntityList(marks.features)
    let lost = marks.cellsLeftOut
    if lost > 0 {
      log.record(
        .warning(
          .mapFeaturesTooMany,
          "the world has more than \(marks.features.count) islands and waters; "
            + "the \(lost) cells of the others belong to none"))
    }
    cells?.distance = marks.distance
    cells?.feature = marks.feature
    cells?.haven = marks.haven
    cells?.harbor = marks.harbor
    if let mesh = cells?.mesh { cells?.area = PackGraph.areas(of: mesh) }
  }

  /// Gives the rebuilt features the names, finer kinds and outlines of the saved ones with the same
  /// id.
  ///
  /// After an edit of the heights the two lists may differ. The cells decide, so a saved feature is
  /// used only where one of its kind was rebuilt.
  mutating func adoptFeatures(_ saved: EntityList<Feature>, log: inout DiagnosticLog) {
    guard let cells else {
      features = saved
      return
    }
    if saved.count != features.count {
      log.record(
        .warning(
          .mapFeatures,
          "\(saved.count) features are saved, \(features.count) follow from the cells; names and "
            + "kinds are taken where the two agree", at: SourceLocation(field: "features")))
    }
    var strangers: Set<Int> = []
    features.mutateAll { feature in
      guard let partner = saved[id: feature.id], partner.kind == feature.kind else {
        strangers.insert(feature.id)
        return
      }
      feature.name = partner.name
      feature.subtype = partner.subtype
      feature.height = partner.height ?? feature.height
      if cells.isOutline(partner.outline, of: feature.id, enclosing: feature.outline) {
        feature.outline = partner.outline
      }
    }
    unmodeled.tables["features"]?.removeAll { strangers.contains($0.id) }
  }

  /// The saved features.
  mutating func savedFeatures(in view: JSONView, log: inout DiagnosticLog) -> EntityList<Feature> {
    unmodeled.keep(view, of: "features")
    return EntityList(view, name: "features", zeroIsPlaceholder: true, log: &log) { row, _ in
      Feature(row)
    }
  }

  /// The tables with the number of their rows, in the order of the save's sections.
  var tableCounts: [ImportReport.TableCount] {
    [
      .init("biomes", biomes.count), .init("notes", notes.count),
      .init("features", features.count), .init("cultures", cultures.count),
      .init("states", states.count), .init("burgs", burgs.count),
      .init("religions", religions.count), .init("provinces", provinces.count),
      .init("name-bases", nameBases.count), .init("rivers", rivers.count),
      .init("markers", markers.count), .init("routes", routes.count),
      .init("zones", zones.count), .init("ice", ice.count),
      .init("regiments", regiments.count), .init("added-labels", addedLabels.count),
    ]
  }
}

extension Cells {
  /// Indicates whether vertices form a ring between the cells of a feature and others, around no
  /// less than the ring `least` is around: the shore of an enclave alone is not the outline.
  fileprivate func isOutline(_ ring: [Int32], of id: Int, enclosing least: [Int32]) -> Bool {
    guard ring.count > 2, ring.allSatisfy({ mesh.vertices.indices.contains(Int($0)) }) else {
      return false
    }
    func belongs(_ cell: Int32) -> Bool {
      feature.indices.contains(Int(cell)) && Int(feature[Int(cell)]) == id
    }
    func area(_ ring: [Int32]) -> Double {
      abs(Polygon.signedArea(ring.map { mesh.vertices[Int($0)] }))
    }
    for (vertex, next) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      let slots = 3 * Int(vertex)..<3 * Int(vertex) + 3
      let own = slots.count { belongs(mesh.vertexCells[$0]) }
      guard own == 1 || own == 2, slots.contains(where: { mesh.vertexNeighbors[$0] == next })
      else { return false }
    }
    return area(ring) >= area(least) * (1 - 1e-9)
  }
}
