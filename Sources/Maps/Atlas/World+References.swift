// SPDX-License-Identifier: MIT
// Part of Platen: references that lead nowhere, repaired as FMG repairs them on loading.

package import Diagnostics
internal import Geometry
internal import Text

extension World {
  /// Repairs references that lead nowhere; each repair is a warning.
  package mutating func repairReferences(mapping: ImportMapping, log: inout DiagnosticLog) {
    ReferenceRepairs.check(&self, mapping: mapping, log: &log)
  }
}

/// The repairs of a world's references, each one a warning.
private enum ReferenceRepairs {
  static func check(_ world: inout World, mapping: ImportMapping, log: inout DiagnosticLog) {
    checkBiomes(&world, mapping: mapping, log: &log)
    checkBurgs(&world, log: &log)
    checkCapitals(&world, log: &log)
    checkProvinces(&world, log: &log)
    checkReferences(&world, log: &log)
    checkTrade(&world, log: &log)
    checkCells(&world, log: &log)
    checkPlaces(&world, log: &log)
  }

  // MARK: Cells

  private static func checkCells(_ world: inout World, log: inout DiagnosticLog) {
    guard var cells = world.cells else { return }
    world.cells = nil
    repair(&cells.state, world.states, "state", .mapCellState, log: &log)
    repair(&cells.province, world.provinces, "province", .mapCellProvince, log: &log)
    repair(&cells.religion, world.religions, "religion", .mapCellReligion, log: &log)
    repair(&cells.culture, world.cultures, "culture", .mapCellCulture, log: &log)
    repair(&cells.burg, world.burgs, "burg", .mapCellBurg, log: &log)
    repair(&cells.river, world.rivers, "river", .mapCellRiver, log: &log)
    repair(&cells.good, world.goods, "good", .mapCellGood, log: &log)
    repair(&cells.market, world.markets, "market", .mapCellMarket, log: &log)
    world.cells = cells
  }

  // MARK: Trade

  private static func checkTrade(_ world: inout World, log: inout DiagnosticLog) {
    let burgs = world.burgs
    world.markets.mutateAll { market in
      guard let burg = market.burg, !burgs.contains(id: burg) else { return }
      log.record(
        .warning(
          .mapMarketBurg, "its burg \(burg) does not exist; the market has none now",
          at: SourceLocation(field: "markets[\(market.id)]")))
      market.burg = nil
    }
    let (markets, goods) = (world.markets, world.goods)
    let before = world.deals.count
    world.deals.removeAll { deal in
      let areThere = [deal.seller, deal.buyer].allSatisfy {
        $0.isMarket ? markets.contains(id: $0.id) : burgs.contains(id: $0.id)
      }
      return !areThere || !goods.contains(id: deal.good)
    }
    if before > world.deals.count {
      log.record(
        .warning(
          .mapDeal,
          "deals omitted because a trader or good does not exist: \(before - world.deals.count)",
          at: SourceLocation(field: "deals")))
    }
  }

  /// Sets ids that are in no table to 0.
  private static func repair<Row>(
    _ ids: inout [UInt16], _ table: EntityList<Row>, _ what: String, _ code: Diagnostic.Code,
    log: inout DiagnosticLog
  ) {
    var isKnown = [Bool](repeating: false, count: 65536)
    isKnown[0] = true
    for row in table where row.id > 0 && row.id < 65536 { isKnown[row.id] = true }
    var repaired = 0
    var example: UInt16 = 0
    for index in ids.indices where !isKnown[Int(ids[index])] {
      if repaired == 0 { example = ids[index] }
      ids[index] = 0
      repaired += 1
    }
    if repaired > 0 {
      log.record(
        .warning(
          code,
          "\(counted(repaired, "cell names", "cells name")) a \(what) that does not exist, such as "
            + "\(example), and \(repaired == 1 ? "has" : "have") none now"
        ))
    }
  }

  private static func checkBiomes(
    _ world: inout World, mapping: ImportMapping, log: inout DiagnosticLog
  ) {
    guard let cells = world.cells else { return }
    var isUsed = [Bool](repeating: false, count: 256)
    for biome in cells.biome { isUsed[Int(biome)] = true }
    for id in isUsed.indices where isUsed[id] && !world.biomes.contains(id: id) {
      if let name = mapping.biomes[id] {
        world.biomes.append(Biome(id: id, name: name))
        continue
      }
      log.record(
        .warning(
          .mapUnknownBiome, "cells name biome \(id), which is not in the table; it is kept",
          at: SourceLocation(field: "biomes[\(id)]"),
          hints: ["name a replacement in import-mapping"]))
      world.biomes.append(Biome(id: id, name: "Biome \(id)"))
    }
  }

  // MARK: Burgs and capitals

  private static func checkBurgs(_ world: inout World, log: inout DiagnosticLog) {
    let sites = world.cells?.mesh.sites ?? []
    let states = world.states
    var index: PointIndex?
    world.burgs.mutateAll { burg in
      let place = SourceLocation(field: "burgs[\(burg.id)] (\(burg.name))")
      if !sites.isEmpty, !sites.indices.contains(burg.cell) {
        let places = index ?? PointIndex(sites)
        index = places
        let nearest = places.nearest(to: burg.position) ?? 0
        log.record(
          .warning(
            .mapBurgCell,
            "the burg is on cell \(burg.cell), which does not exist; cell \(nearest) is used",
            at: place))
        burg.cell = nearest
      }
      if let state = burg.state, !states.contains(id: state) {
        log.record(
          .warning(
            .mapBurgState,
            "the burg belongs to state \(state), which does not exist; it belongs "
              + "to none now", at: place))
        burg.state = nil
      }
      if burg.isCapital, burg.state == nil {
        log.record(
          .warning(
            .mapBurgCapital, "the burg is a capital without a state; it is an ordinary burg now",
            at: place))
        burg.isCapital = false
      }
    }
  }

  private static func checkCapitals(_ world: inout World, log: inout DiagnosticLog) {
    // Capital and first burg of each state, in the table's order.
    var capital: [Int: Int] = [:]
    var first: [Int: Int] = [:]
    var surplus: Set<Int> = []
    for burg in world.burgs {
      guard let state = burg.state else { continue }
      if first[state] == nil { first[state] = burg.id }
      guard burg.isCapital else { continue }
      if capital[state] == nil {
        capital[state] = burg.id
      } else {
        surplus.insert(burg.id)
        log.record(
          .warning(
            .mapBurgCapital,
            "state \(state) already has a capital; the burg is an ordinary one now",
            at: SourceLocation(field: "burgs[\(burg.id)] (\(burg.name))")))
      }
    }
    var promoted: Set<Int> = []
    for state in world.states where capital[state.id] == nil {
      guard let burg = first[state.id] else { continue }
      promoted.insert(burg)
      capital[state.id] = burg
      log.record(
        .warning(
          .mapStateCapital,
          "the state has burgs but no capital; its first burg, \(burg), is the capital now",
          at: SourceLocation(field: "states[\(state.id)] (\(state.name))")))
    }
    world.burgs.mutateAll { burg in
      if surplus.contains(burg.id) { burg.isCapital = false }
      if promoted.contains(burg.id) { burg.isCapital = true }
    }
    world.states.mutateAll { state in
      if let burg = capital[state.id] { state.capital = burg }
    }
  }

  // MARK: Provinces and other references

  private static func checkProvinces(_ world: inout World, log: inout DiagnosticLog) {
    let states = world.states
    let burgs = world.burgs
    world.provinces.removeAll { province in
      if states.contains(id: province.state) { return false }
      log.record(
        .warning(
          .mapProvinceState,
          "the province belongs to state \(province.state), which does not exist; it is omitted",
          at: SourceLocation(field: "provinces[\(province.id)] (\(province.name))")))
      return true
    }
    world.provinces.mutateAll { province in
      if let burg = province.burg, !burgs.contains(id: burg) {
        log.record(
          .warning(
            .mapProvinceBurg,
            "the province's burg \(burg) does not exist; the province has none now",
            at: SourceLocation(field: "provinces[\(province.id)] (\(province.name))")))
        province.burg = nil
      }
    }
  }

  /// Drops and counts by kind the dangling references between rows, which FMG does not repair
  /// either.
  private static func checkReferences(_ world: inout World, log: inout DiagnosticLog) {
    var dropped: [(kind: String, count: Int)] = []
    func count(_ kind: String, _ body: (inout Int) -> Void) {
      var number = 0
      body(&number)
      if number > 0 { dropped.append((kind, number)) }
    }
    func repair<Row>(_ id: inout Int?, _ table: EntityList<Row>, _ number: inout Int) {
      guard let value = id, !table.contains(id: value) else { return }
      id = nil
      number += 1
    }
    func repair<Row>(_ ids: inout [Int], _ table: EntityList<Row>, _ number: inout Int) {
      let before = ids.count
      ids.removeAll { !table.contains(id: $0) }
      number += before - ids.count
    }
    let (cultures, religions, states) = (world.cultures, world.religions, world.states)
    let (provinces, burgs, rivers) = (world.provinces, world.burgs, world.rivers)
    let features = world.features
    count("cultures' origins") { n in
      world.cultures.mutateAll { repair(&$0.origins, cultures, &n) }
    }
    count("states' capitals") { n in world.states.mutateAll { repair(&$0.capital, burgs, &n) } }
    count("states' cultures") { n in world.states.mutateAll { repair(&$0.culture, cultures, &n) } }
    count("states' provinces") { n in
      world.states.mutateAll { repair(&$0.provinces, provinces, &n) }
    }
    count("states' neighbors") { n in
      world.states.mutateAll { repair(&$0.neighbors, states, &n) }
    }
    count("burgs' cultures") { n in world.burgs.mutateAll { repair(&$0.culture, cultures, &n) } }
    count("burgs' features") { n in world.burgs.mutateAll { repair(&$0.feature, features, &n) } }
    count("religions' cultures") { n in
      world.religions.mutateAll { repair(&$0.culture, cultures, &n) }
    }
    count("religions' origins") { n in
      world.religions.mutateAll { repair(&$0.origins, religions, &n) }
    }
    count("rivers' parents") { n in world.rivers.mutateAll { repair(&$0.parent, rivers, &n) } }
    count("rivers' basins") { n in world.rivers.mutateAll { repair(&$0.basin, rivers, &n) } }
    // Relations to removed states stay in every save; they cause no warning.
    world.states.mutateAll { state in
      state.diplomacy = state.diplomacy.filter { states.contains(id: $0.key) }
    }
    guard !dropped.isEmpty else { return }
    log.record(
      .warning(
        .mapReference,
        "references to missing rows were dropped: "
          + dropped.map { "\($0.count) of \($0.kind)" }.joined(separator: ", ")))
  }

  /// Cell numbers beyond the last cell.
  private static func checkPlaces(_ world: inout World, log: inout DiagnosticLog) {
    guard let count = world.cells?.count else { return }
    func isSound(_ cell: Int?) -> Bool { cell.map { $0 >= 0 && $0 < count } ?? true }
    var dropped = 0
    func sound(_ cell: Int?) -> Int? {
      if isSound(cell) { return cell }
      dropped += 1
      return nil
    }
    world.cultures.mutateAll { $0.center = sound($0.center) }
    world.religions.mutateAll { $0.center = sound($0.center) }
    world.states.mutateAll { $0.center = sound($0.center) }
    world.provinces.mutateAll { $0.center = sound($0.center) }
    world.markers.mutateAll { $0.cell = sound($0.cell) }
    world.rivers.mutateAll { river in
      guard !river.cells.allSatisfy({ $0 >= -1 && Int($0) < count }) else { return }
      dropped += 1
      let kept = river.cells.indices.filter {
        river.cells[$0] >= -1 && Int(river.cells[$0]) < count
      }
      // Points without cells are dropped.
      let isPaired = river.points.count == river.cells.count
      river.points = isPaired ? kept.map { river.points[$0] } : []
      river.cells = kept.map { river.cells[$0] }
    }
    world.rivers.mutateAll { river in
      river.source = sound(river.source) ?? 0
      river.mouth = sound(river.mouth) ?? 0
    }
    world.zones.mutateAll { zone in
      let before = zone.cells.count
      zone.cells.removeAll { $0 < 0 || Int($0) >= count }
      dropped += before - zone.cells.count
    }
    world.routes.mutateAll { route in
      for index in route.cells.indices where route.cells[index] != -1 {
        if sound(Int(route.cells[index])) == nil { route.cells[index] = -1 }
      }
    }
    for index in world.regiments.indices where world.regiments[index].cell >= count {
      world.regiments[index].cell = 0
      dropped += 1
    }
    if dropped > 0 {
      log.record(
        .warning(
          .mapCellReference,
          "\(counted(dropped, "reference to a cell", "references to cells")) beyond the last one "
            + (dropped == 1 ? "was dropped" : "were dropped")))
    }
  }
}
