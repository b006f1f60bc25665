// SPDX-License-Identifier: MIT
// Part of Platen: the chapters of a gazetteer about rivers, lakes, seas, islands and routes.

internal import Atlas
internal import Documents
internal import Geometry

extension GazetteerBook {
  mutating func writeWaters() {
    writeRivers()
    writeLakes()
    writeIslands()
  }

  private func isSeen(_ feature: Feature) -> Bool {
    facts.features[feature.id]?.isSeen == true
  }

  private mutating func writeRivers() {
    let named = world.rivers.filter {
      !oneLine($0.name).isEmpty && $0.length > 0
        && (inside == nil || facts.seenRivers.contains($0.id))
    }
    // A short book has those that others flow into, or the longest.
    let shown =
      isFull ? named : Array(named.sorted { ($1.length, $0.id) < ($0.length, $1.id) }.prefix(20))
    guard !shown.isEmpty else { return }
    var towns: [Int: [Burg]] = [:]
    if let cells = world.cells {
      for burg in world.burgs where cells.river.indices.contains(burg.cell) {
        let river = Int(cells.river[burg.cell])
        if river != 0 { towns[river, default: []].append(burg) }
      }
    }
    var tributaries: [Int: [River]] = [:]
    for river in named {
      if let parent = river.parent, parent != river.id {
        tributaries[parent, default: []].append(river)
      }
    }
    heading(1, phrases[.gazetteerRivers])
    for river in shown.sorted(by: { key($0.name, $0.id) < key($1.name, $1.id) }) {
      let name = oneLine(river.name)
      var prose = Prose(.river(river.id))
      let length = words.length(river.length)
      if let target = target(of: river) {
        prose.say(.gazetteerFlows, name, length, target.name, naming: target.mentions)
      } else {
        prose.say(.gazetteerRuns, name, length)
      }
      let passed = (towns[river.id] ?? []).sorted {
        ($1.population, $0.id) < ($0.population, $1.id)
      }
      .prefix(8).map(mention)
      if !passed.isEmpty {
        prose.say(.gazetteerPasses, words.list(passed.map(\.name)), naming: passed)
      }
      let waters = (tributaries[river.id] ?? []).sorted { ($1.length, $0.id) < ($0.length, $1.id) }
        .prefix(8).map(mention)
      if !waters.isEmpty {
        prose.say(.gazetteerTakesIn, words.list(waters.map(\.name)), naming: waters)
      }
      let mouth = world.cells.flatMap { cells in
        cells.mesh.sites.indices.contains(river.mouth) ? cells.mesh.sites[river.mouth] : nil
      }
      blocks.append(entry(name, at: mouth, prose))
    }
  }

  /// The water that a river flows into: another river, a lake, the sea; nil where that is not known.
  private func target(of river: River) -> (name: String, mentions: [Mention])? {
    if let parent = river.parent, parent != river.id, let other = world.rivers[id: parent],
      !oneLine(other.name).isEmpty
    {
      return (phrases(.gazetteerRiverNamed, oneLine(other.name)), [mention(other)])
    }
    guard let cells = world.cells, let last = river.cells.last else { return nil }
    guard last >= 0, Int(last) < cells.count else { return nil }
    let feature = Int(cells.feature[Int(last)])
    guard !cells.isLand(Int(last)), let name = water(feature) else { return nil }
    return (name, mentions(ofWater: feature))
  }

  private static let lakeKinds = ["freshwater", "salt", "frozen", "dry", "sinkhole", "lava"]

  private mutating func writeLakes() {
    let waters = world.features.filter {
      $0.kind != .island && !oneLine($0.name ?? "").isEmpty && isSeen($0)
    }
    guard !waters.isEmpty else { return }
    heading(1, phrases[.gazetteerLakes])
    for water in waters.sorted(by: { key($0.name ?? "", $0.id) < key($1.name ?? "", $1.id) }) {
      let name = oneLine(water.name ?? "")
      var prose = Prose(.feature(water.id))
      let area = words.area(facts.features[water.id]?.area ?? 0)
      let kind =
        water.kind == .lake
        ? words.word(water.subtype, GazetteerBook.lakeKinds, .gazetteerLakeKinds) : nil
      if kind != nil {
        prose.say(.gazetteerLakeIs, name, kind, area)
      } else {
        prose.say(.gazetteerCovers, name, area)
      }
      let ports = world.burgs.filter { $0.port == water.id }
        .sorted { ($1.population, $0.id) < ($0.population, $1.id) }
        .prefix(8).map(mention)
      if !ports.isEmpty {
        prose.say(.gazetteerPorts, words.list(ports.map(\.name)), naming: ports)
      }
      let place = world.cells.flatMap { cells in
        cells.mesh.sites.indices.contains(water.firstCell) ? cells.mesh.sites[water.firstCell] : nil
      }
      blocks.append(entry(name, at: place, prose))
    }
  }

  private mutating func writeIslands() {
    let islands = world.features.filter { $0.kind == .island && isSeen($0) }
    guard islands.count > 1 else { return }
    var entries: [(area: Int, block: Block)] = []
    var others = 0
    for island in islands {
      guard let sum = facts.features[island.id] else { continue }
      let towns = sum.towns.compactMap { world.burgs[id: $0] }
        .sorted { ($1.population, $0.id) < ($0.population, $1.id) }
      let own = oneLine(island.name ?? "")
      guard !own.isEmpty || !towns.isEmpty else {
        others += 1
        continue
      }
      let name =
        own.isEmpty
        ? phrases(.gazetteerIslandOf, towns.first.map { shown($0.name, $0.id) } ?? "") : own
      var prose = Prose(.feature(island.id))
      if towns.isEmpty {
        prose.say(.gazetteerCovers, name, words.area(sum.area))
      } else {
        prose.say(
          .gazetteerIslandIs, name, words.area(sum.area),
          words.list([
            words.people(sum.people), words.count(.gazetteerTownCount, towns.count),
          ]))
      }
      let states = Set(towns.compactMap(\.state)).subtracting([0]).sorted()
      entries.append((sum.area, entry(name, at: towns.first?.position, prose)))
      _ = states
    }
    guard !entries.isEmpty else { return }
    heading(1, phrases[.gazetteerIslands])
    blocks += entries.sorted { $0.area > $1.area }.prefix(isFull ? .max : 12).map(\.block)
    if others > 0, isFull {
      var prose = Prose(.world)
      prose.say(.gazetteerOtherIslands, String(others))
      addProse(prose)
    }
  }

  /// The numbers of routes, and their lengths together.
  mutating func writeRoutes() {
    let names = phrases.names(.gazetteerRouteKinds)
    var rows: [[String]] = []
    for (index, group) in ["roads", "trails", "searoutes"].enumerated() {
      let routes = world.routes.filter { $0.group == group && $0.points.count > 1 }
      guard !routes.isEmpty, names.indices.contains(index) else { continue }
      let length = routes.reduce(0) { $0 + Polyline.length($1.points) }
      rows.append([names[index], phrases.grouped(routes.count), words.length(length) ?? ""])
    }
    guard !rows.isEmpty, inside == nil else { return }
    heading(1, phrases[.gazetteerRoutes])
    table([(.gazetteerName, .start), (.gazetteerNumber, .end), (.gazetteerLength, .end)], rows)
  }
}
