// SPDX-License-Identifier: MIT
// Part of Platen: a world's tables as the generator's exports have them.

internal import Atlas
internal import Geometry
internal import JSON

extension GeneratorJSON {
  /// The members of `pack` that are tables.
  func writeTables(_ json: inout JSONWriter) throws {
    try table("features", world.features, &json, zero: { $0.int(0) }, row: write)
    try json.member(
      "biomes",
      array: { json in
        for biome in world.biomes {
          json.object { write(biome, &$0) }
          try chunks.passOn(&json)
        }
      })
    try table(
      "cultures", world.cultures, &json,
      zero: { $0.object { neutral("Wildlands", &$0) } }, row: write)
    try table("burgs", world.burgs, &json, zero: { $0.int(0) }, row: write)
    try writeStates(&json)
    try table("provinces", world.provinces, &json, zero: { $0.int(0) }, row: write)
    try table(
      "religions", world.religions, &json,
      zero: { $0.object { neutral("No religion", &$0) } }, row: write)
    try rows("rivers", world.rivers, &json, row: write)
    try rows("markers", world.markers, &json, row: write)
    try rows("routes", world.routes, &json, row: write)
    try rows("zones", world.zones, &json, row: write)
  }

  // MARK: Tables by place

  /// Cells name rows in sixteen bits; a table with ids beyond is written without filling.
  static let mostRows = 65_536

  /// The ids of a table in the order of their places, nil for a row as it stands.
  private func places<Row>(_ table: Table<Row>) -> [Row?] {
    guard let last = table.map(\.id).max(), last < GeneratorJSON.mostRows,
      table.allSatisfy({ $0.id > 0 })
    else { return table.map { $0 } }
    return (1...last).map { table[id: $0] }
  }

  /// A table whose rows are found by their place: the first stands for none, gaps are removed rows.
  private func table<Row: Entity>(
    _ name: String, _ table: Table<Row>, _ json: inout JSONWriter,
    zero: (inout JSONWriter) -> Void, row: (Row, inout JSONWriter) -> Void
  ) throws {
    try json.member(
      name,
      array: { json in
        zero(&json)
        for (index, entry) in places(table).enumerated() {
          if let entry { json.object { row(entry, &$0) } } else { gap(index + 1, &json) }
          try chunks.passOn(&json)
        }
      })
  }

  /// A table whose rows are found by their ids.
  private func rows<Row: Entity>(
    _ name: String, _ table: Table<Row>, _ json: inout JSONWriter,
    row: (Row, inout JSONWriter) -> Void
  ) throws {
    try json.member(
      name,
      array: { json in
        for entry in table {
          json.object { row(entry, &$0) }
          try chunks.passOn(&json)
        }
      })
  }

  private func gap(_ id: Int, _ json: inout JSONWriter) {
    json.object { json in
      json.member("i", id)
      json.member("removed", true)
    }
  }

  private func neutral(_ name: String, _ json: inout JSONWriter) {
    json.member("i", 0)
    json.member("name", name)
    json.key("origins")
    json.null()
  }

  // MARK: States and their armies

  private func writeStates(_ json: inout JSONWriter) throws {
    var armies: [Int: [Regiment]] = [:]
    for regiment in world.regiments {
      // Those of no state stand with the neutrals, as the generator has them.
      let holder = world.states.contains(id: regiment.state) ? regiment.state : 0
      armies[holder, default: []].append(regiment)
    }
    try json.member(
      "states",
      array: { json in
        json.object { json in
          json.member("i", 0)
          json.member("name", "Neutrals")
          json.member(
            "diplomacy",
            array: { json in
              for war in world.chronicle {
                json.array { json in for line in war { json.string(line) } }
              }
            })
          write(armies[0] ?? [], &json)
        }
        for (index, state) in places(world.states).enumerated() {
          if let state {
            json.object { json in
              write(state, &json)
              write(armies[state.id] ?? [], &json)
            }
          } else {
            gap(index + 1, &json)
          }
          try chunks.passOn(&json)
        }
      })
  }

  private func write(_ regiments: [Regiment], _ json: inout JSONWriter) {
    json.member(
      "military",
      array: { json in
        for regiment in regiments {
          json.object { json in
            json.member("i", regiment.id)
            json.member("a", regiment.total)
            json.member("n", regiment.isNaval ? 1 : 0)
            json.member(
              "u", object: { json in regiment.units.forEach { json.member($0.unit, $0.count) } })
            json.member("cell", regiment.cell)
            json.member("x", regiment.position.x)
            json.member("y", regiment.position.y)
            json.member("bx", regiment.base.x)
            json.member("by", regiment.base.y)
            if regiment.angle != 0 { json.member("angle", regiment.angle) }
            json.member("name", regiment.name)
            json.member("state", regiment.state)
            json.member("icon", regiment.icon)
            json.member("type", regiment.type)
          }
        }
      })
  }

  private func write(_ state: State, _ json: inout JSONWriter) {
    json.member("i", state.id)
    json.member("name", state.name)
    json.member("expansionism", state.expansionism)
    json.member("capital", state.capital ?? 0)
    json.member("type", state.type)
    json.member(ifAny: "center", state.center)
    json.member("culture", state.culture ?? 0)
    write(state.coatOfArms, &json)
    if let pole = state.pole { json.member("pole", point: pole) }
    json.member("neighbors", list: state.neighbors)
    json.member(ifAny: "color", state.color?.generatorText)
    json.member(
      "campaigns",
      array: { json in
        for campaign in state.campaigns {
          json.object { json in
            json.member("name", campaign.name)
            json.member(ifAny: "start", campaign.start)
            json.member(ifAny: "end", campaign.end)
            json.member(ifAny: "attacker", campaign.attacker)
            json.member(ifAny: "defender", campaign.defender)
          }
        }
      })
    // A list as long as the highest id; not one that a single stray id makes long for every state.
    let bound = min(GeneratorJSON.mostRows - 1, max(1024, 4 * world.states.count))
    let last = state.diplomacy.keys.filter { $0 <= bound }.max() ?? 0
    json.member(
      "diplomacy", words: (0...max(0, last)).map { $0 == 0 ? "x" : state.diplomacy[$0] ?? "x" })
    json.member("formName", state.formName)
    json.member("fullName", state.fullName)
    json.member("form", state.form)
    json.member("provinces", list: state.provinces)
    write(state.label, &json)
  }

  // MARK: Rows

  private func write(_ feature: Feature, _ json: inout JSONWriter) {
    json.member("i", feature.id)
    json.member("type", feature.kind.rawValue)
    json.member("land", feature.kind == .island)
    json.member("border", feature.isBorder)
    json.member("cells", feature.cellCount)
    json.member("firstCell", feature.firstCell)
    json.member("vertices", list: feature.outline)
    json.member("area", feature.area)
    if feature.kind == .lake { json.member("shoreline", list: feature.shoreline) }
    json.member(ifAny: "height", feature.height)
    json.member(ifAny: "name", feature.name)
    json.member("subtype", feature.subtype)
    json.member("group", feature.subtype)
  }

  private func write(_ biome: Biome, _ json: inout JSONWriter) {
    json.member("i", biome.id)
    json.member("name", biome.name)
    json.member(ifAny: "color", biome.color?.generatorText)
    json.member("habitability", biome.habitability)
    json.member("iconsDensity", biome.iconDensity)
    json.member("icons", words: biome.icons)
    json.member("cost", biome.movementCost)
  }

  private func write(_ culture: Culture, _ json: inout JSONWriter) {
    json.member("name", culture.name)
    json.member(ifAny: "base", culture.nameBase)
    json.member(ifAny: "shield", culture.shield)
    json.member(ifAny: "center", culture.center)
    json.member("i", culture.id)
    json.member(ifAny: "color", culture.color?.generatorText)
    json.member("type", culture.type)
    json.member("expansionism", culture.expansionism)
    json.member("origins", list: culture.origins.isEmpty ? [0] : culture.origins)
    json.member("code", culture.code)
  }

  private func write(_ religion: Religion, _ json: inout JSONWriter) {
    json.member("name", religion.name)
    json.member("type", religion.type)
    json.member("form", religion.form)
    json.member("culture", religion.culture ?? 0)
    json.member(ifAny: "center", religion.center)
    json.member(ifAny: "deity", religion.deity)
    json.member(ifAny: "color", religion.color?.generatorText)
    json.member("i", religion.id)
    json.member("code", religion.code)
    json.member("origins", list: religion.origins.isEmpty ? [0] : religion.origins)
  }

  private func write(_ province: Province, _ json: inout JSONWriter) {
    json.member("i", province.id)
    json.member("state", province.state)
    json.member(ifAny: "center", province.center)
    json.member("burg", province.burg ?? 0)
    json.member("name", province.name)
    json.member("formName", province.formName)
    json.member("fullName", province.fullName)
    json.member(ifAny: "color", province.color?.generatorText)
    write(province.coatOfArms, &json)
    if let pole = province.pole { json.member("pole", point: pole) }
  }

  private func write(_ burg: Burg, _ json: inout JSONWriter) {
    json.member("cell", burg.cell)
    json.member("x", burg.position.x)
    json.member("y", burg.position.y)
    json.member("i", burg.id)
    json.member("state", burg.state ?? 0)
    json.member("culture", burg.culture ?? 0)
    json.member("name", burg.name)
    json.member("feature", burg.feature ?? 0)
    json.member("capital", burg.isCapital ? 1 : 0)
    json.member("port", burg.port ?? 0)
    json.member("population", burg.population)
    json.member("type", burg.type)
    write(burg.coatOfArms, &json)
    json.member("citadel", burg.hasCitadel ? 1 : 0)
    json.member("plaza", burg.hasPlaza ? 1 : 0)
    json.member("walls", burg.hasWalls ? 1 : 0)
    json.member("shanty", burg.hasShanty ? 1 : 0)
    json.member("temple", burg.hasTemple ? 1 : 0)
    if !burg.group.isEmpty { json.member("group", burg.group) }
    write(burg.label, &json)
  }

  private func write(_ river: River, _ json: inout JSONWriter) {
    json.member("i", river.id)
    json.member("source", river.source)
    json.member("mouth", river.mouth)
    json.member("discharge", river.discharge)
    json.member("length", river.length)
    json.member("width", river.width)
    json.member("widthFactor", river.widthFactor)
    json.member("sourceWidth", river.sourceWidth)
    json.member("parent", river.parent ?? 0)
    json.member("cells", list: river.cells)
    json.member("basin", river.basin ?? 0)
    json.member("name", river.name)
    json.member("type", river.type)
    if !river.points.isEmpty { json.member("points", points: river.points) }
  }

  private func write(_ marker: Marker, _ json: inout JSONWriter) {
    json.member("icon", marker.icon)
    json.member("type", marker.type)
    json.member("dx", marker.iconOffset.x)
    json.member("dy", marker.iconOffset.y)
    json.member("px", marker.iconSize)
    json.member("x", marker.position.x)
    json.member("y", marker.position.y)
    json.member(ifAny: "cell", marker.cell)
    json.member("i", marker.id)
    json.member("size", marker.size)
    json.member(ifAny: "fill", marker.fill)
    json.member(ifAny: "stroke", marker.stroke)
    json.member("pin", marker.pin)
    if marker.isPinned { json.member("pinned", true) }
    if marker.isHidden { json.member("hidden", true) }
  }

  private func write(_ route: Route, _ json: inout JSONWriter) {
    json.member("i", route.id)
    json.member("group", route.group)
    json.member("feature", route.feature ?? 0)
    json.member(
      "points",
      array: { json in
        for (index, point) in route.points.enumerated() {
          json.array { json in
            json.double(point.x)
            json.double(point.y)
            if index < route.cells.count { json.int(route.cells[index]) }
          }
        }
      })
    json.member(ifAny: "name", route.name)
  }

  private func write(_ zone: Zone, _ json: inout JSONWriter) {
    json.member("i", zone.id)
    json.member("name", zone.name)
    json.member("type", zone.type)
    json.member("cells", list: zone.cells)
    json.member(ifAny: "color", zone.color?.generatorText)
    if zone.isHidden { json.member("hidden", true) }
  }

  // MARK: Parts of rows

  private func write(_ label: LabelOverride?, _ json: inout JSONWriter) {
    // What the generator found for a name it finds again.
    guard let label, !label.isProposal else { return }
    json.member(
      "label",
      object: { json in
        json.member(ifAny: "text", label.text)
        if !label.path.isEmpty { json.member("pathPoints", points: label.path) }
        json.member(ifAny: "fontSize", label.fontSize)
        json.member(ifAny: "letterSpacing", label.letterSpacing)
        json.member(ifAny: "startOffset", label.startOffset)
        json.member("dx", label.offset.x)
        json.member("dy", label.offset.y)
        json.member(ifAny: "group", label.group)
        if label.isHidden { json.member("hidden", true) }
      })
  }

  private func write(_ arms: CoatOfArms?, _ json: inout JSONWriter) {
    guard let arms else { return }
    json.member(
      "coa",
      object: { json in
        json.member("t1", arms.field)
        if let division = arms.division {
          json.member(
            "division",
            object: { json in
              json.member("division", division.division)
              json.member("t", division.tincture)
              json.member(ifAny: "line", division.line)
            })
        }
        if !arms.ordinaries.isEmpty {
          json.member(
            "ordinaries", array: { json in arms.ordinaries.forEach { write($0, &json) } })
        }
        if !arms.charges.isEmpty {
          json.member("charges", array: { json in arms.charges.forEach { write($0, &json) } })
        }
        json.member(ifAny: "shield", arms.shield)
        if arms.isCustom { json.member("custom", true) }
        if arms.size != 1 { json.member("size", arms.size) }
        if let position = arms.position {
          json.member("x", position.x)
          json.member("y", position.y)
        }
      })
  }

  private func write(_ ordinary: CoatOfArms.Ordinary, _ json: inout JSONWriter) {
    json.object { json in
      json.member("ordinary", ordinary.ordinary)
      json.member("t", ordinary.tincture)
      json.member(ifAny: "line", ordinary.line)
      json.member(ifAny: "divided", ordinary.divided)
      if ordinary.isAbove { json.member("above", true) }
    }
  }

  private func write(_ charge: CoatOfArms.Charge, _ json: inout JSONWriter) {
    json.object { json in
      json.member("charge", charge.charge)
      for (key, tincture) in zip(["t", "t2", "t3"], charge.tinctures) {
        json.member(key, tincture)
      }
      json.member("p", charge.positions)
      json.member("size", charge.size)
      if charge.isSinister { json.member("sinister", 1) }
      if charge.isReversed { json.member("reversed", 1) }
      json.member(ifAny: "divided", charge.divided)
    }
  }
}
