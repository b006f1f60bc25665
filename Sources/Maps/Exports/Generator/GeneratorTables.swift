// SPDX-License-Identifier: MIT
// Part of Platen: a world's tables as FMG's exports have them.

internal import Atlas
internal import Geometry
internal import JSON

extension GeneratorJSON {
  /// The members of `pack` that are tables.
  func writeTables(_ json: inout JSONWriter) throws {
    try table("features", world.features, &json, zero: { $0.int(0) }, row: writeFeature)
    try rows("biomes", world.biomes, &json, row: writeBiome)
    try table(
      "cultures", world.cultures, &json,
      zero: { writeNone("Wildlands", of: "cultures", &$0) }, row: writeCulture)
    try table("burgs", world.burgs, &json, zero: { $0.int(0) }, row: writeBurg)
    try writeStates(&json)
    try table("provinces", world.provinces, &json, zero: { $0.int(0) }, row: writeProvince)
    try table(
      "religions", world.religions, &json,
      zero: { writeNone("No religion", of: "religions", &$0) }, row: writeReligion)
    try rows("rivers", world.rivers, &json, row: writeRiver)
    if !world.goods.isEmpty { try rows("goods", world.goods, &json, row: writeGood) }
    try rows("markers", world.markers, &json, row: writeMarker)
    if !world.markets.isEmpty { try rows("markets", world.markets, &json, row: writeMarket) }
    if !world.deals.isEmpty { try writeDeals(&json) }
    try rows("routes", world.routes, &json, row: writeRoute)
    try rows("zones", world.zones, &json, row: writeZone)
    if !world.measurers.isEmpty { json.member("measurers", array: writeMeasurers) }
  }

  // MARK: Tables by place

  /// Cells name rows in sixteen bits; a table with ids beyond is written without filling.
  static let mostRows = 65_536

  /// The ids of a table in the order of their places, with nil for a row that is not there.
  private func places<Row: Entity>(_ name: String, _ table: EntityList<Row>) -> [(
    id: Int, row: Row?
  )] {
    let removed = kept(of: name).compactMap { id, row in
      row.isRemoved && (1..<GeneratorJSON.mostRows).contains(id) ? id : nil
    }
    guard let last = (table.map(\.id) + removed).max(), last < GeneratorJSON.mostRows,
      table.allSatisfy({ $0.id > 0 })
    else { return table.map { ($0.id, $0) } }
    return (0..<last).map { ($0 + 1, table[id: $0 + 1]) }
  }

  /// A table whose rows are found by their place: the first stands for none, gaps are removed rows.
  private func table<Row: Entity>(
    _ name: String, _ table: EntityList<Row>, _ json: inout JSONWriter,
    zero: (inout JSONWriter) -> Void, row: (Row, SourceFields, inout JSONWriter) -> Void
  ) throws {
    let kept = kept(of: name)
    try json.member(
      name,
      array: { json in
        zero(&json)
        for (id, entry) in places(name, table) {
          if let entry {
            writeRow(entry, kept[id], &json, row)
          } else {
            writeGap(id, kept[id], &json)
          }
          try chunks.passOn(&json)
        }
      })
  }

  /// A table whose rows are found by their ids.
  private func rows<Row: Entity>(
    _ name: String, _ table: EntityList<Row>, _ json: inout JSONWriter,
    row: (Row, SourceFields, inout JSONWriter) -> Void
  ) throws {
    let kept = kept(of: name)
    try json.member(
      name,
      array: { json in
        for entry in table {
          writeRow(entry, kept[entry.id], &json, row)
          try chunks.passOn(&json)
        }
      })
  }

  /// A row, and behind it what was kept of it.
  private func writeRow<Row>(
    _ entry: Row, _ kept: SourceFields?, _ json: inout JSONWriter,
    _ row: (Row, SourceFields, inout JSONWriter) -> Void
  ) {
    let kept = kept ?? SourceFields()
    json.object { json in
      row(entry, kept, &json)
      kept.writeFields(&json)
    }
  }

  /// A row that was removed: as the source has it, where it has one.
  private func writeGap(_ id: Int, _ kept: SourceFields?, _ json: inout JSONWriter) {
    json.object { json in
      guard let kept, kept.isRemoved else {
        json.member("i", id)
        return json.member("removed", true)
      }
      if !kept.has("i") { json.member("i", id) }
      kept.writeFields(&json)
    }
  }

  /// The row that stands for none.
  private func writeNone(_ name: String, of table: String, _ json: inout JSONWriter) {
    let kept = kept(of: table)[0] ?? SourceFields()
    json.object { json in
      if !kept.has("i") { json.member("i", 0) }
      if !kept.has("name") { json.member("name", name) }
      if !kept.has("origins") {
        json.key("origins")
        json.null()
      }
      kept.writeFields(&json)
    }
  }

  // MARK: States and their armies

  private func writeStates(_ json: inout JSONWriter) throws {
    var armies: [Int: [Regiment]] = [:]
    for regiment in world.regiments {
      // Those of no state stand with the neutrals, as FMG has them.
      let holder = world.states.contains(id: regiment.state) ? regiment.state : 0
      armies[holder, default: []].append(regiment)
    }
    let kept = kept(of: "states")
    try json.member(
      "states",
      array: { json in
        writeNeutrals(kept[0] ?? SourceFields(), armies[0] ?? [], &json)
        for (id, state) in places("states", world.states) {
          if let state {
            writeRow(state, kept[id], &json) { state, kept, json in
              writeState(state, kept, &json)
              writeRegiments(armies[state.id] ?? [], &json)
            }
          } else {
            writeGap(id, kept[id], &json)
          }
          try chunks.passOn(&json)
        }
      })
  }

  private func writeNeutrals(
    _ kept: SourceFields, _ army: [Regiment], _ json: inout JSONWriter
  ) {
    json.object { json in
      json.member("i", 0)
      if !kept.has("name") { json.member("name", "Neutrals") }
      json.member(
        "diplomacy",
        array: { json in
          for war in world.chronicle {
            json.array { json in for line in war { json.string(line) } }
          }
        })
      writeRegiments(army, &json)
      kept.writeFields(&json)
    }
  }

  private func writeRegiments(_ regiments: [Regiment], _ json: inout JSONWriter) {
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
            json.member(unlessEmpty: "type", regiment.type)
          }
        }
      })
  }

  private func writeState(_ state: State, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("i", state.id)
    json.member("name", state.name)
    json.member("expansionism", state.expansionism)
    json.member("capital", state.capital ?? 0)
    json.member("type", state.type)
    json.member(ifAny: "center", state.center)
    json.member("culture", state.culture ?? 0)
    writeArms(state.coatOfArms, &json)
    if let pole = state.pole { json.member("pole", point: pole) }
    if !kept.has("neighbors") { json.member("neighbors", state.neighbors) }
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
    // As long as the highest id requires; not as a single stray id would make it for every state.
    let bound = min(GeneratorJSON.mostRows - 1, max(1024, 4 * world.states.count))
    let last = (state.diplomacy.keys + [state.id]).filter { 0...bound ~= $0 }.max() ?? 0
    json.member("diplomacy", (0...last).map { state.diplomacy[$0] ?? "x" })
    json.member("formName", state.formName)
    json.member("fullName", state.fullName)
    json.member("form", state.form)
    json.member("provinces", state.provinces)
    writeLabel(state.label, &json)
  }

  // MARK: Rows

  private func writeFeature(_ feature: Feature, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("i", feature.id)
    json.member("type", feature.kind.rawValue)
    json.member("land", feature.kind == .island)
    json.member("border", feature.isBorder)
    json.member("cells", feature.cellCount)
    json.member("firstCell", feature.firstCell)
    json.member("vertices", feature.outline)
    json.member("area", feature.area)
    if feature.kind == .lake, !kept.has("shoreline") {
      json.member("shoreline", feature.shoreline)
    }
    json.member(ifAny: "height", feature.height)
    json.member(ifAny: "name", feature.name)
    json.member(unlessEmpty: "subtype", feature.subtype)
    if !kept.has("group") { json.member(unlessEmpty: "group", feature.subtype) }
  }

  private func writeBiome(_ biome: Biome, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("i", biome.id)
    json.member("name", biome.name)
    json.member(ifAny: "color", biome.color?.generatorText)
    json.member("habitability", biome.habitability)
    json.member("iconsDensity", biome.iconDensity)
    json.member("icons", biome.icons)
    json.member("cost", biome.movementCost)
  }

  private func writeCulture(_ culture: Culture, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("name", culture.name)
    json.member(ifAny: "base", culture.nameBase)
    json.member(ifAny: "shield", culture.shield)
    json.member(ifAny: "center", culture.center)
    json.member("i", culture.id)
    json.member(ifAny: "color", culture.color?.generatorText)
    json.member("type", culture.type)
    json.member("expansionism", culture.expansionism)
    json.member("origins", culture.origins.isEmpty ? [0] : culture.origins)
    json.member("code", culture.code)
  }

  private func writeReligion(_ religion: Religion, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("name", religion.name)
    json.member("type", religion.type)
    json.member("form", religion.form)
    json.member("culture", religion.culture ?? 0)
    json.member(ifAny: "center", religion.center)
    if !kept.has("deity") { json.member(ifAny: "deity", religion.deity) }
    json.member(ifAny: "color", religion.color?.generatorText)
    json.member("i", religion.id)
    json.member("code", religion.code)
    json.member("origins", religion.origins.isEmpty ? [0] : religion.origins)
  }

  private func writeProvince(_ province: Province, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("i", province.id)
    json.member("state", province.state)
    json.member(ifAny: "center", province.center)
    json.member("burg", province.burg ?? 0)
    json.member("name", province.name)
    json.member("formName", province.formName)
    json.member("fullName", province.fullName)
    json.member(ifAny: "color", province.color?.generatorText)
    writeArms(province.coatOfArms, &json)
    if let pole = province.pole { json.member("pole", point: pole) }
  }

  private func writeBurg(_ burg: Burg, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("cell", burg.cell)
    json.member("x", burg.position.x)
    json.member("y", burg.position.y)
    json.member("i", burg.id)
    json.member("state", burg.state ?? 0)
    json.member("culture", burg.culture ?? 0)
    json.member("name", burg.name)
    json.member("feature", burg.feature ?? 0)
    json.member("capital", burg.isCapital ? 1 : 0)
    if !kept.has("port") { json.member(ifAny: "port", burg.port) }
    json.member("population", burg.population)
    json.member("type", burg.type)
    writeArms(burg.coatOfArms, &json)
    json.member("citadel", burg.hasCitadel ? 1 : 0)
    json.member("plaza", burg.hasPlaza ? 1 : 0)
    json.member("walls", burg.hasWalls ? 1 : 0)
    json.member("shanty", burg.hasShanty ? 1 : 0)
    json.member("temple", burg.hasTemple ? 1 : 0)
    json.member(unlessEmpty: "group", burg.group)
    writeLabel(burg.label, &json)
  }

  private func writeRiver(_ river: River, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("i", river.id)
    json.member("source", river.source)
    json.member("mouth", river.mouth)
    json.member("discharge", river.discharge)
    json.member("length", river.length)
    json.member("width", river.width)
    json.member("widthFactor", river.widthFactor)
    json.member("sourceWidth", river.sourceWidth)
    if !kept.has("parent") { json.member("parent", river.parent ?? 0) }
    json.member("cells", river.cells)
    json.member("basin", river.basin ?? 0)
    json.member("name", river.name)
    json.member("type", river.type)
    if !river.points.isEmpty { json.member("points", points: river.points) }
  }

  private func writeMarker(_ marker: Marker, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("icon", marker.icon)
    json.member("type", marker.type)
    // FMG's defaults are omitted.
    if marker.iconOffset.x != 50 { json.member("dx", marker.iconOffset.x) }
    if marker.iconOffset.y != 50 { json.member("dy", marker.iconOffset.y) }
    if marker.iconSize != 12 { json.member("px", marker.iconSize) }
    json.member("x", marker.position.x)
    json.member("y", marker.position.y)
    json.member(ifAny: "cell", marker.cell)
    json.member("i", marker.id)
    if marker.size != 30 { json.member("size", marker.size) }
    json.member(ifAny: "fill", marker.fill)
    json.member(ifAny: "stroke", marker.stroke)
    if marker.pin != "bubble" { json.member("pin", marker.pin) }
    if marker.isPinned { json.member("pinned", true) }
    if marker.isHidden { json.member("hidden", true) }
  }

  private func writeRoute(_ route: Route, _ kept: SourceFields, _ json: inout JSONWriter) {
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

  private func writeZone(_ zone: Zone, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("i", zone.id)
    json.member("name", zone.name)
    json.member("type", zone.type)
    json.member("cells", zone.cells)
    json.member(ifAny: "color", zone.color?.generatorText)
    if zone.isHidden { json.member("hidden", true) }
  }

  // MARK: Trade and measures

  private func writeGood(_ good: Good, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("i", good.id)
    json.member("name", good.name)
    json.member("icon", good.icon)
    json.member(ifAny: "color", good.color?.generatorText)
    json.member("value", good.value)
    if good.isVisible { json.member("visible", true) }
    guard !good.biomeOutput.isEmpty else { return }
    json.member(
      "biomeOutput",
      object: { json in
        for (biome, output) in good.biomeOutput.sorted(by: { $0.key < $1.key }) {
          json.member(String(biome), output)
        }
      })
  }

  private func writeMarket(_ market: Market, _ kept: SourceFields, _ json: inout JSONWriter) {
    json.member("i", market.id)
    json.member(ifAny: "centerBurgId", market.burg)
    json.member(ifAny: "color", market.color?.generatorText)
  }

  private func writeDeals(_ json: inout JSONWriter) throws {
    let kept = kept(of: "deals")
    func word(_ trader: Deal.Trader) -> String { trader.isMarket ? "market" : "burg" }
    try json.member(
      "deals",
      array: { json in
        for (index, deal) in world.deals.enumerated() {
          writeRow(deal, kept[index], &json) { deal, kept, json in
            if !kept.has("i") { json.member("i", index) }
            json.member("seller", deal.seller.id)
            json.member("sellerType", word(deal.seller))
            json.member("buyer", deal.buyer.id)
            json.member("buyerType", word(deal.buyer))
            json.member("good", deal.good)
            json.member("units", deal.units)
            json.member("price", deal.price)
          }
          try chunks.passOn(&json)
        }
      })
  }

  private func writeMeasurers(_ json: inout JSONWriter) {
    for measurer in world.measurers {
      json.object { json in
        let word = measurer.kind.rawValue
        json.member("type", word.prefix(1).uppercased() + word.dropFirst())
        json.member("points", points: measurer.points)
      }
    }
  }

  // MARK: Parts of rows

  private func writeLabel(_ label: LabelOverride?, _ json: inout JSONWriter) {
    // What FMG found for a name it finds again.
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

  private func writeArms(_ arms: CoatOfArms?, _ json: inout JSONWriter) {
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
            "ordinaries", array: { json in arms.ordinaries.forEach { writeOrdinary($0, &json) } })
        }
        if !arms.charges.isEmpty {
          json.member("charges", array: { json in arms.charges.forEach { writeCharge($0, &json) } })
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

  private func writeOrdinary(_ ordinary: CoatOfArms.Ordinary, _ json: inout JSONWriter) {
    json.object { json in
      json.member("ordinary", ordinary.ordinary)
      json.member("t", ordinary.tincture)
      json.member(ifAny: "line", ordinary.line)
      json.member(ifAny: "divided", ordinary.divided)
      if ordinary.isAbove { json.member("above", true) }
    }
  }

  private func writeCharge(_ charge: CoatOfArms.Charge, _ json: inout JSONWriter) {
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
