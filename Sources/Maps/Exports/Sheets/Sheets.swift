// SPDX-License-Identifier: MIT
// Part of Platen: the columns of every table.
//
// Names are stable: a column may be added, none is renamed. Those that end in `_px` are in map
// units (FMG's pixels), `_px2` in square ones, `_m`, `_c` and `_mm` in metres, degrees Celsius and
// millimetres; `longitude` and `latitude` are degrees. Lengths and areas without such an ending are
// in the world's own unit, which stands in the column beside them.

internal import Atlas
internal import Geometry

/// Makes the sheets of one world.
struct SheetMaker {
  let world: World
  private let frame: MapFrame?
  /// Notes by what they are about; the first where there are several.
  private let notes: [String: MapNote]

  init(_ world: World) {
    self.world = world
    frame = MapFrame(world)
    notes = Dictionary(
      world.notes.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func sheet(_ table: DataTable) -> Sheet {
    switch table {
    case .world: worldSheet
    case .cells: world.cells.map(cellSheet) ?? Sheet([Int](), cellColumns(Cells(mesh: .none)))
    case .features: featureSheet
    case .biomes: biomeSheet
    case .cultures: cultureSheet
    case .states: stateSheet
    case .provinces: provinceSheet
    case .religions: religionSheet
    case .burgs: burgSheet
    case .rivers: riverSheet
    case .routes: routeSheet
    case .markers: markerSheet
    case .zones: zoneSheet
    case .ice: iceSheet
    case .regiments: regimentSheet
    case .units: unitSheet
    case .labels: labelSheet
    case .notes: noteSheet
    case .diplomacy: diplomacySheet
    case .wars: warSheet
    case .nameBases: nameBaseSheet
    }
  }

  // MARK: Columns that many tables have

  private func places<Row>(_ place: @escaping (Row) -> Point?) -> [Column<Row>] {
    let frame = frame
    return [
      Column("x_px") { Value(place($0)?.x) },
      Column("y_px") { Value(place($0)?.y) },
      Column("longitude") { row in Value(place(row).flatMap { frame?.place($0).x }) },
      Column("latitude") { row in Value(place(row).flatMap { frame?.place($0).y }) },
    ]
  }

  private func sums<Row>(_ sums: RegionSums, _ id: @escaping (Row) -> Int) -> [Column<Row>] {
    let scale = world.units.distanceScale
    let unit = world.units.areaName
    return [
      Column("cells") { .whole(sums[id($0)].cells) },
      Column("area_px2") { .whole(sums[id($0)].area) },
      Column("area") { Value(Double(sums[id($0)].area) * scale * scale) },
      Column("area_unit") { _ in .text(unit) },
      Column("rural_population") { Value(sums[id($0)].rural) },
      Column("urban_population") { Value(sums[id($0)].urban) },
      Column("burgs") { .whole(sums[id($0)].burgs) },
    ]
  }

  private func sums<Row>(
    _ ids: KeyPath<Cells, [UInt16]>, _ id: @escaping (Row) -> Int
  ) -> [Column<Row>] {
    sums(RegionSums(world, world.cells?[keyPath: ids] ?? []), id)
  }

  /// A length in map units and in the world's unit.
  private func length<Row>(_ value: @escaping (Row) -> Double) -> [Column<Row>] {
    let (scale, unit) = (world.units.distanceScale, world.units.distance)
    return [
      Column("length_px") { Value(value($0)) },
      Column("length") { Value(value($0) * scale) },
      Column("length_unit") { _ in .text(unit) },
    ]
  }

  /// An id, and beside it the name of what it stands for.
  private func reference<Row, Named: Entity>(
    _ name: String, to table: EntityList<Named>, _ called: KeyPath<Named, String>,
    _ id: @escaping (Row) -> Int?
  ) -> [Column<Row>] {
    [
      Column(name) { Value(id($0)) },
      Column(name + "_name") { row in
        Value(id(row).flatMap { table[id: $0] }?[keyPath: called])
      },
    ]
  }

  /// Ids, and beside them the names of what they stand for.
  private func references<Row, Named: Entity>(
    _ name: String, namedBy names: String, to table: EntityList<Named>,
    _ called: KeyPath<Named, String>, _ ids: @escaping (Row) -> [Int]
  ) -> [Column<Row>] {
    [
      Column(name) { .wholes(ids($0)) },
      Column(names) { row in
        .names(ids(row).map { table[id: $0]?[keyPath: called] ?? "" })
      },
    ]
  }

  /// The id of a feature, and beside it the name that lakes have.
  private func feature<Row>(
    _ name: String, _ id: @escaping (Row) -> Int?
  ) -> [Column<Row>] {
    let features = world.features
    return [
      Column(name) { Value(id($0)) },
      Column(name + "_name") { row in Value(id(row).flatMap { features[id: $0]?.name }) },
    ]
  }

  /// The id that each cell has, none for 0, and beside it the name of what it stands for.
  private func cellReference<Named: Entity>(
    _ name: String, to table: EntityList<Named>, _ called: KeyPath<Named, String>, _ ids: [UInt16]
  ) -> [Column<Int>] {
    let id: (Int) -> Int? = { ids[$0] == 0 ? nil : Int(ids[$0]) }
    return reference(name, to: table, called, id)
  }

  /// The id that a cell has in a column; nil for none.
  private func id(_ ids: KeyPath<Cells, [UInt16]>, at cell: Int) -> Int? {
    guard let ids = world.cells?[keyPath: ids], ids.indices.contains(cell), ids[cell] != 0 else {
      return nil
    }
    return Int(ids[cell])
  }

  private func site(_ cell: Int?) -> Point? {
    guard let cell, let sites = world.cells?.mesh.sites, sites.indices.contains(cell) else {
      return nil
    }
    return sites[cell]
  }

  // MARK: The world and its land

  private var worldSheet: Sheet {
    let (info, units, place) = (world.info, world.units, world.coordinates)
    let columns: [Column<WorldInfo>] = [
      Column("name") { .text($0.name) },
      Column("width_px") { Value($0.width) },
      Column("height_px") { Value($0.height) },
      Column("seed") { .text($0.seed) },
      Column("map_id") { Value($0.mapID) },
      Column("version") { Value($0.version) },
      Column("year") { Value($0.year) },
      Column("era") { Value($0.era) },
      Column("era_short") { Value($0.eraShort) },
      Column("description") { Value($0.description) },
      Column("north") { _ in Value(place?.north) },
      Column("south") { _ in Value(place?.south) },
      Column("west") { _ in Value(place?.west) },
      Column("east") { _ in Value(place?.east) },
      Column("distance_unit") { _ in .text(units.distance) },
      Column("distance_units_per_px") { _ in Value(units.distanceScale) },
      Column("area_unit") { _ in .text(world.units.areaName) },
      Column("height_unit") { _ in .text(units.height) },
      Column("height_exponent") { _ in Value(units.heightExponent) },
      Column("temperature_unit") { _ in .text(units.temperature) },
      Column("people_per_point") { _ in Value(units.populationRate) },
      Column("urbanization") { _ in Value(units.urbanization) },
      Column("urban_density") { _ in Value(units.urbanDensity) },
    ]
    return Sheet([info], columns)
  }

  private func cellSheet(_ cells: Cells) -> Sheet {
    Sheet(Array(0..<cells.count), cellColumns(cells))
  }

  private func cellColumns(_ cells: Cells) -> [Column<Int>] {
    let units = world.units
    let terrain = world.terrain
    func grid<T: BinaryInteger>(_ values: [T]?, _ cell: Int) -> Value {
      let index = Int(cells.gridCell[cell])
      guard let values, values.indices.contains(index) else { return .none }
      return .whole(Int(values[index]))
    }
    let site: (Int) -> Point? = { cells.mesh.sites[$0] }
    var columns: [Column<Int>] = [Column("id") { .whole($0) }] + places(site)
    columns += [
      Column("height") { .whole(Int(cells.height[$0])) },
      Column("elevation_m") { Value(units.meters(ofHeight: Int(cells.height[$0]))) },
      Column("temperature_c") { grid(terrain?.temperature, $0) },
      Column("precipitation_mm") { cell in
        if case .whole(let rain) = grid(terrain?.precipitation, cell) {
          .whole(rain * 100)
        } else {
          .none
        }
      },
      Column("area_px2") { .whole(Int(cells.area[$0])) },
      Column("terrain_cell") { .whole(Int(cells.gridCell[$0])) },
      Column("is_border") { .flag(cells.mesh.isBorder[$0]) },
      Column("coast_distance") { .whole(Int(cells.distance[$0])) },
      Column("haven") { cell in
        cells.distance[cell] == 1 ? .whole(Int(cells.haven[cell])) : .none
      },
      Column("harbor") { .whole(Int(cells.harbor[$0])) },
    ]
    let feature: (Int) -> Int? = { cells.feature[$0] == 0 ? nil : Int(cells.feature[$0]) }
    columns += self.feature("feature", feature)
    let biome: (Int) -> Int? = { Int(cells.biome[$0]) }
    columns += reference("biome", to: world.biomes, \.name, biome)
    columns += cellReference("culture", to: world.cultures, \.name, cells.culture)
    columns += cellReference("state", to: world.states, \.name, cells.state)
    columns += cellReference("province", to: world.provinces, \.name, cells.province)
    columns += cellReference("religion", to: world.religions, \.name, cells.religion)
    columns += cellReference("burg", to: world.burgs, \.name, cells.burg)
    columns += cellReference("river", to: world.rivers, \.name, cells.river)
    columns += [
      Column("confluence") { .whole(Int(cells.confluence[$0])) },
      Column("flux") { .whole(Int(cells.flux[$0])) },
      Column("suitability") { .whole(Int(cells.suitability[$0])) },
      Column("population_points") { Value(Double(cells.population[$0])) },
      Column("population") { cell in
        Value((Double(cells.population[cell]) * units.populationRate).rounded())
      },
      Column("neighbors") { .wholes(cells.mesh.cellNeighbors[$0].map { Int($0) }) },
    ]
    return columns
  }

  private var featureSheet: Sheet {
    let sums = RegionSums(world, world.cells?.feature ?? [])
    return Sheet(
      world.features,
      [
        Column("id") { .whole($0.id) },
        Column("name") { Value($0.name) },
        Column("kind") { .text($0.kind.rawValue) },
        Column("subtype") { .text($0.subtype) },
        Column("is_border") { .flag($0.isBorder) },
        Column("first_cell") { .whole($0.firstCell) },
        Column("outline_area_px2") { Value($0.area) },
        Column("surface_height") { Value($0.height) },
      ] + self.sums(sums) { $0.id })
  }

  private var biomeSheet: Sheet {
    Sheet(
      world.biomes,
      [
        Column("id") { .whole($0.id) },
        Column("name") { .text($0.name) },
        Column("color") { Value($0.color?.generatorText) },
        Column("habitability") { .whole($0.habitability) },
        Column("movement_cost") { .whole($0.movementCost) },
        Column("icon_density") { .whole($0.iconDensity) },
        Column("icons") { .words($0.icons) },
      ] + sums(RegionSums(world, world.cells?.biome ?? [])) { $0.id })
  }

  // MARK: People

  private var cultureSheet: Sheet {
    Sheet(
      world.cultures,
      [
        Column("id") { .whole($0.id) },
        Column("name") { .text($0.name) },
        Column("code") { .text($0.code) },
        Column("type") { .text($0.type) },
        Column("color") { Value($0.color?.generatorText) },
        Column("name_base") { Value($0.nameBase) },
        Column("name_base_name") { Value(nameBase($0.nameBase)) },
        Column("shield") { Value($0.shield) },
      ] + references("origins", namedBy: "origin_names", to: world.cultures, \.name) { $0.origins }
        + [
          Column("center_cell") { Value($0.center) },
          Column("expansionism") { Value($0.expansionism) },
        ] + sums(\.culture) { $0.id })
  }

  /// The name of a base of names.
  private func nameBase(_ index: Int?) -> String? {
    guard let index, world.nameBases.indices.contains(index) else { return nil }
    return world.nameBases[index].name
  }

  private var stateSheet: Sheet {
    Sheet(
      world.states,
      [
        Column("id") { .whole($0.id) },
        Column("name") { .text($0.name) },
        Column("full_name") { .text($0.fullName) },
        Column("form") { .text($0.form) },
        Column("form_name") { .text($0.formName) },
        Column("type") { .text($0.type) },
        Column("color") { Value($0.color?.generatorText) },
      ] + reference("capital", to: world.burgs, \.name) { $0.capital }
        + reference("culture", to: world.cultures, \.name) { $0.culture } + [
          Column("center_cell") { Value($0.center) },
          Column("expansionism") { Value($0.expansionism) },
        ]
        + references("neighbors", namedBy: "neighbor_names", to: world.states, \.name) {
          $0.neighbors
        }
        + references("provinces", namedBy: "province_names", to: world.provinces, \.name) {
          $0.provinces
        }
        + places { $0.pole ?? site($0.center) } + sums(\.state) { $0.id })
  }

  private var provinceSheet: Sheet {
    Sheet(
      world.provinces,
      [
        Column("id") { .whole($0.id) },
        Column("name") { .text($0.name) },
        Column("full_name") { .text($0.fullName) },
        Column("form_name") { .text($0.formName) },
      ] + reference("state", to: world.states, \.name) { $0.state } + [
        Column("color") { Value($0.color?.generatorText) }
      ] + reference("capital", to: world.burgs, \.name) { $0.burg } + [
        Column("center_cell") { Value($0.center) }
      ] + places { $0.pole ?? site($0.center) } + sums(\.province) { $0.id })
  }

  private var religionSheet: Sheet {
    Sheet(
      world.religions,
      [
        Column("id") { .whole($0.id) },
        Column("name") { .text($0.name) },
        Column("code") { .text($0.code) },
        Column("type") { .text($0.type) },
        Column("form") { .text($0.form) },
        Column("deity") { Value($0.deity) },
        Column("color") { Value($0.color?.generatorText) },
      ] + reference("culture", to: world.cultures, \.name) { $0.culture }
        + references("origins", namedBy: "origin_names", to: world.religions, \.name) {
          $0.origins
        } + [
          Column("center_cell") { Value($0.center) }
        ] + sums(\.religion) { $0.id })
  }

  private var burgSheet: Sheet {
    Sheet(
      world.burgs,
      [
        Column("id") { .whole($0.id) },
        Column("name") { .text($0.name) },
        Column("group") { .text($0.group) },
        Column("type") { .text($0.type) },
      ] + places { $0.position } + [
        Column("cell") { .whole($0.cell) }
      ] + reference("state", to: world.states, \.name) { $0.state }
        + reference("province", to: world.provinces, \.name) { id(\.province, at: $0.cell) }
        + reference("culture", to: world.cultures, \.name) { $0.culture }
        + reference("religion", to: world.religions, \.name) { id(\.religion, at: $0.cell) }
        + feature("feature") { $0.feature } + [
          Column("is_capital") { .flag($0.isCapital) }
        ] + feature("port_feature") { $0.port } + [
          Column("population_points") { Value($0.population) },
          Column("population") { Value(world.people(of: $0)) },
          Column("has_citadel") { .flag($0.hasCitadel) },
          Column("has_plaza") { .flag($0.hasPlaza) },
          Column("has_walls") { .flag($0.hasWalls) },
          Column("has_shanty") { .flag($0.hasShanty) },
          Column("has_temple") { .flag($0.hasTemple) },
        ])
  }

  // MARK: Lines and marks

  private var riverSheet: Sheet {
    Sheet(
      world.rivers,
      [
        Column("id") { .whole($0.id) },
        Column("name") { .text($0.name) },
        Column("type") { .text($0.type) },
      ] + reference("parent", to: world.rivers, \.name) { $0.parent }
        + reference("basin", to: world.rivers, \.name) { $0.basin } + [
          Column("source_cell") { .whole($0.source) },
          Column("mouth_cell") { .whole($0.mouth) },
          Column("discharge") { Value($0.discharge) },
        ] + length { $0.length } + [
          Column("width") { Value($0.width) },
          Column("width_factor") { Value($0.widthFactor) },
          Column("source_width") { Value($0.sourceWidth) },
          Column("course_cells") { .wholes($0.cells.map { Int($0) }) },
        ])
  }

  private var routeSheet: Sheet {
    Sheet(
      world.routes,
      [
        Column("id") { .whole($0.id) },
        Column("name") { Value($0.name) },
        Column("group") { .text($0.group) },
        Column("feature") { Value($0.feature) },
      ] + length { Polyline.length($0.points) } + [
        Column("points_px") { route in
          .points(
            route.points.map { ValueText.number($0.x) + "," + ValueText.number($0.y) })
        },
        Column("course_cells") { .wholes($0.cells.map { Int($0) }) },
      ])
  }

  private var markerSheet: Sheet {
    Sheet(
      world.markers,
      [
        Column("id") { .whole($0.id) },
        Column("type") { .text($0.type) },
        Column("icon") { .text($0.icon) },
      ] + places { $0.position } + [
        Column("cell") { Value($0.cell) },
        Column("icon_dx_percent") { Value($0.iconOffset.x) },
        Column("icon_dy_percent") { Value($0.iconOffset.y) },
        Column("icon_size_px") { Value($0.iconSize) },
        Column("size_px") { Value($0.size) },
        Column("fill") { Value($0.fill) },
        Column("stroke") { Value($0.stroke) },
        Column("pin") { .text($0.pin) },
        Column("is_pinned") { .flag($0.isPinned) },
        Column("is_hidden") { .flag($0.isHidden) },
        Column("note_name") { Value(notes["marker\($0.id)"]?.name) },
        Column("note") { Value(notes["marker\($0.id)"]?.legend) },
      ])
  }

  private var zoneSheet: Sheet {
    Sheet(
      world.zones,
      [
        Column("id") { .whole($0.id) },
        Column("name") { .text($0.name) },
        Column("type") { .text($0.type) },
        Column("color") { Value($0.color?.generatorText) },
        Column("is_hidden") { .flag($0.isHidden) },
        Column("member_cells") { .wholes($0.cells.map { Int($0) }) },
      ])
  }

  private var iceSheet: Sheet {
    Sheet(
      world.ice,
      [
        Column("id") { .whole($0.id) },
        Column("kind") { .text($0.kind.rawValue) },
        Column("size") { Value($0.size) },
        Column("offset_x_px") { Value($0.offset.x) },
        Column("offset_y_px") { Value($0.offset.y) },
        Column("outline_px") { sheet in
          .points(
            sheet.outline.map { ValueText.number($0.x) + "," + ValueText.number($0.y) })
        },
      ])
  }

  private var labelSheet: Sheet {
    Sheet(
      world.addedLabels,
      [
        Column("id") { .whole($0.id) },
        Column("text") { .text($0.text) },
      ] + places { $0.position } + [
        Column("group") { Value($0.label.group) },
        Column("is_hidden") { .flag($0.label.isHidden) },
      ])
  }

  // MARK: Armies, notes, relations

  private var regimentSheet: Sheet {
    Sheet(
      world.regiments,
      [
        Column("id") { .whole($0.id) }
      ] + reference("state", to: world.states, \.name) { $0.state } + [
        Column("name") { .text($0.name) },
        Column("icon") { .text($0.icon) },
        Column("type") { .text($0.type) },
      ] + places { $0.position } + [
        Column("base_x_px") { Value($0.base.x) },
        Column("base_y_px") { Value($0.base.y) },
        Column("cell") { .whole($0.cell) },
        Column("is_naval") { .flag($0.isNaval) },
        Column("total") { .whole($0.total) },
        Column("units") { .words($0.units.map { "\($0.unit)=\($0.count)" }) },
        Column("angle_degrees") { Value($0.angle) },
      ])
  }

  private var unitSheet: Sheet {
    Sheet(
      world.militaryUnits,
      [
        Column("name") { .text($0.name) },
        Column("icon") { .text($0.icon) },
        Column("type") { .text($0.type) },
        Column("rural") { Value($0.rural) },
        Column("urban") { Value($0.urban) },
        Column("crew") { Value($0.crew) },
        Column("power") { Value($0.power) },
        Column("is_separate") { .flag($0.isSeparate) },
      ])
  }

  private var noteSheet: Sheet {
    Sheet(
      world.notes,
      [
        Column("subject") { .text($0.subject) },
        Column("name") { .text($0.name) },
        Column("legend_html") { .text($0.legend) },
      ])
  }

  private var diplomacySheet: Sheet {
    let pairs = world.states.flatMap { state in
      state.diplomacy.sorted { $0.key < $1.key }.map { (state.id, $0.key, $0.value) }
    }
    return Sheet(
      pairs,
      reference("state", to: world.states, \.name) { $0.0 }
        + reference("other_state", to: world.states, \.name) { $0.1 }
        + [Column("relation") { .text($0.2) }])
  }

  private var warSheet: Sheet {
    let wars = world.states.flatMap { state in state.campaigns.map { (state.id, $0) } }
    return Sheet(
      wars,
      reference("state", to: world.states, \.name) { $0.0 } + [
        Column("name") { .text($0.1.name) },
        Column("start") { Value($0.1.start) },
        Column("end") { Value($0.1.end) },
      ] + reference("attacker", to: world.states, \.name) { $0.1.attacker }
        + reference("defender", to: world.states, \.name) { $0.1.defender })
  }

  private var nameBaseSheet: Sheet {
    Sheet(
      Array(world.nameBases.enumerated()),
      [
        Column("id") { .whole($0.offset) },
        Column("name") { .text($0.element.name) },
        Column("min_length") { .whole($0.element.minLength) },
        Column("max_length") { .whole($0.element.maxLength) },
        Column("doubled_letters") { .text($0.element.doubledLetters) },
        Column("multiword_rate") { Value($0.element.multiwordRate) },
        Column("names") { .text($0.element.names) },
      ])
  }
}

extension VoronoiMesh {
  /// A mesh of nothing.
  fileprivate static var none: VoronoiMesh {
    VoronoiMesh(
      sites: [], cellVertices: IndexLists(), cellNeighbors: IndexLists(), isBorder: [],
      vertices: [], vertexNeighbors: [], vertexCells: [])
  }
}
