// SPDX-License-Identifier: MIT
// Part of Platen: the cells and the heightmap of a native world.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

/// A cell of the file.
private struct NativeCell {
  var id: Int
  var site: Point
  var height: UInt8
  var biome: UInt8
  var temperature: Int8
  var precipitation: UInt8
  var population: Float
  var culture: UInt16
  var state: UInt16
  var province: UInt16
  var religion: UInt16
}

/// The file's heightmap, row by row, 0…1.
private struct Raster {
  var columns: Int
  var rows: Int
  var values: [Double]

  func height(at point: Point, sheet: Size) -> UInt8 {
    let column = min(columns - 1, max(0, Int(point.x / sheet.width * Double(columns))))
    let row = min(rows - 1, max(0, Int(point.y / sheet.height * Double(rows))))
    return NativeReader.height(values[row * columns + column])
  }
}

extension NativeReader {
  /// The most cells that a heightmap is turned into; a finer one is sampled.
  private static let mostTerrainCells = 250_000

  /// Reads cells and heightmap.
  ///
  /// Where the heightmap is much finer than the cells, the world's cells are made from it, and each
  /// takes its state, culture and climate from the file's nearest cell: a dozen cells do not make a
  /// map.
  mutating func readCells(_ root: JSONView, into world: inout World) throws {
    let size = Size(width: world.info.width, height: world.info.height)
    let given = nativeCells(root["cells"], rate: world.units.populationRate, into: &world)
    let raster = raster(root["heightmap"])
    guard !given.isEmpty || raster != nil else {
      isWithoutCells = true
      log.record(
        .warning(
          .worldfoundryNoCells, "the file has neither cells nor a heightmap: nothing to draw"))
      return
    }
    let isCoarse = raster.map { $0.values.count > 4 * given.count } ?? false
    let index = PointIndex(given.map(\.site))

    var terrain: Terrain
    if let raster {
      terrain = NativeReader.terrain(of: raster, size: size)
    } else {
      terrain = NativeReader.terrain(sites: given.map(\.site), size: size, columns: 0, rows: 0)
      terrain.height = given.map(\.height)
    }
    terrain.temperature = terrain.mesh.sites.map { site in
      index.nearest(to: site).map { given[$0].temperature } ?? 0
    }
    terrain.precipitation = terrain.mesh.sites.indices.map { cell in
      guard terrain.height[cell] >= 20 else { return 0 }
      return index.nearest(to: terrain.mesh.sites[cell]).map { given[$0].precipitation } ?? 0
    }
    let gridCells = isCoarse ? [] : NativeReader.settle(given, on: &terrain)
    let marks = PackGraph.markFeatures(mesh: terrain.mesh, height: terrain.height)
    terrain.feature = marks.feature
    terrain.featureKinds = [nil] + marks.features.map(\.kind)
    // On the grid steps are counted at the coast and in the water only.
    terrain.distance = marks.distance.map { $0 > 1 ? 0 : $0 }

    var cells: Cells
    if isCoarse || given.isEmpty {
      let pack = PackGraph.cells(of: terrain)
      cells = Cells(mesh: pack.mesh)
      cells.gridCell = pack.gridCell
      cells.height = pack.height
      if !given.isEmpty {
        log.record(
          .note(
            .worldfoundryCoarseCells,
            "the file's \(given.count) cells are coarser than its heightmap; "
              + "\(cells.count) cells were made from it"))
      }
    } else {
      cells = Cells(
        mesh: VoronoiMesh(
          sites: given.map(\.site), boundary: NativeReader.ring(size, cells: given.count)))
      cells.height = given.map(\.height)
      cells.gridCell = gridCells
    }
    fill(&cells, from: given, index: index, isSame: !isCoarse)
    world.terrain = terrain
    markFeatures(of: &cells, size: size, into: &world)
    world.cells = cells
    let places = PointIndex(cells.mesh.sites)
    for (number, cell) in given.enumerated() {
      let own = isCoarse ? places.nearest(to: cell.site) ?? 0 : number
      if cellOfID.updateValue(Int32(own), forKey: cell.id) != nil {
        log.record(
          .warning(
            .worldfoundryDuplicateId, "duplicate cell id \(cell.id)",
            at: SourceLocation(field: "cells[\(number)].id")))
      }
    }
    nameStrays(into: &world)
  }

  /// Gives each cell the nearest cell of the terrain that has its climate or is free to take it.
  ///
  /// The terrain is as fine as the cells and has other sites: where two cells share one, the second
  /// would lose its values.
  ///
  /// - Returns: the terrain's cell for each of `given`.
  private static func settle(_ given: [NativeCell], on terrain: inout Terrain) -> [Int32] {
    let index = PointIndex(terrain.mesh.sites)
    var isTaken = [Bool](repeating: false, count: terrain.mesh.cellCount)
    return given.map { cell in
      guard let start = index.nearest(to: cell.site) else { return 0 }
      var queue = [start]
      var next = 0
      // So far away that the climate would be another's.
      while next < queue.count, next < 200 {
        let place = queue[next]
        next += 1
        let isSame =
          terrain.temperature[place] == cell.temperature
          && terrain.precipitation[place] == cell.precipitation
        if isSame || !isTaken[place] {
          isTaken[place] = true
          terrain.temperature[place] = cell.temperature
          terrain.precipitation[place] = cell.precipitation
          return Int32(place)
        }
        for neighbor in terrain.mesh.cellNeighbors[place] where !queue.contains(Int(neighbor)) {
          queue.append(Int(neighbor))
        }
      }
      return Int32(start)
    }
  }

  static func height(_ value: Double) -> UInt8 {
    guard value.isFinite else { return 0 }
    return UInt8(max(0, min(100, (value * 100).rounded())))
  }

  // MARK: Reading

  private mutating func nativeCells(
    _ view: JSONView?, rate: Double, into world: inout World
  ) -> [NativeCell] {
    var biomes = NativeBiome.all
    var biomeOfName = Dictionary(
      biomes.map { ($0.name.lowercased(), $0.id) }, uniquingKeysWith: { first, _ in first })
    let listed = view?.elements.compactMap { $0["province"]?.looseInt } ?? []
    provinces = ids(Set(listed).sorted(), of: "provinces")
    let faiths = view?.elements.compactMap { $0["religion"]?.looseInt } ?? []
    religions = ids(Set(faiths).sorted(), of: "religions")
    var reader = JSONRecordReader(fields: [
      "id", "coordinates", "height", "biome", "temperature", "precipitation", "population",
      "culture", "state", "province", "religion",
    ])
    var fields: [JSONView?] = []
    var cells: [NativeCell] = []
    let elements = view.map { Array($0.elements) } ?? []
    for (number, element) in elements.enumerated() {
      reader.read(element, into: &fields)
      guard let site = NativeReader.point(fields[1]) else {
        log.record(
          .warning(
            .worldfoundryCellPlace,
            "the cell has no coordinates on or near the sheet and is omitted",
            at: SourceLocation(field: "cells[\(number)].coordinates")))
        continue
      }
      let word = fields[3]?.looseString ?? "Temperate"
      var biome = biomeOfName[word.lowercased()]
      if biome == nil, biomes.count < 256 {
        biome = biomes.count
        biomeOfName[word.lowercased()] = biomes.count
        biomes.append(Biome(id: biomes.count, name: word, color: .rgb(0xB0, 0xB0, 0xA0)))
        log.record(
          .warning(
            .worldfoundryBiome, "unknown biome \"\(word)\"; it is kept by that name",
            at: SourceLocation(field: "cells[\(number)].biome"),
            hints: ["give it another name with import-mapping"]))
      }
      cells.append(
        NativeCell(
          id: fields[0]?.looseInt ?? number, site: site,
          height: NativeReader.height(fields[2]?.looseDouble ?? 0), biome: UInt8(biome ?? 3),
          temperature: Int8(clamped: fields[4]?.looseDouble ?? 0),
          precipitation: UInt8(clamped: (fields[5]?.looseDouble ?? 0) / 100),
          population: Float(min(max(0, fields[6]?.looseDouble ?? 0) / rate, 1e9)),
          culture: UInt16(cultures[fields[7]] ?? 0), state: UInt16(states[fields[8]] ?? 0),
          province: UInt16(provinces[fields[9]] ?? 0),
          religion: UInt16(religions[fields[10]] ?? 0)))
    }
    for index in biomes.indices {
      if let name = options.mapping.biomes[biomes[index].id] { biomes[index].name = name }
    }
    world.biomes = EntityList(biomes)
    return cells
  }

  private mutating func raster(_ view: JSONView?) -> Raster? {
    guard let view, let columns = view["width"]?.looseInt, let rows = view["height"]?.looseInt,
      let data = view["data"], columns > 0, rows > 0
    else { return nil }
    let (count, overflow) = columns.multipliedReportingOverflow(by: rows)
    guard !overflow, data.count == count else {
      log.record(
        .warning(
          .worldfoundryHeightmap,
          "expected \(columns) × \(rows) values, found \(data.count); the heightmap is omitted",
          at: SourceLocation(field: "heightmap.data")))
      return nil
    }
    return Raster(columns: columns, rows: rows, values: data.doubles())
  }

  /// The terrain of a heightmap: a cell for each of its values, or for every so many of them.
  private static func terrain(of raster: Raster, size: Size) -> Terrain {
    var step = 1
    while max(1, raster.columns / step) * max(1, raster.rows / step) > mostTerrainCells {
      step += 1
    }
    let columns = max(1, raster.columns / step)
    let rows = max(1, raster.rows / step)
    var sites: [Point] = []
    sites.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        sites.append(
          Point(
            (Double(column) + 0.5) / Double(columns) * size.width,
            (Double(row) + 0.5) / Double(rows) * size.height))
      }
    }
    var terrain = terrain(sites: sites, size: size, columns: columns, rows: rows)
    terrain.height = sites.map { raster.height(at: $0, sheet: size) }
    return terrain
  }

  private static func terrain(sites: [Point], size: Size, columns: Int, rows: Int) -> Terrain {
    let boundary = ring(size, cells: sites.count)
    return Terrain(
      mesh: VoronoiMesh(sites: sites, boundary: boundary), boundary: boundary,
      spacing: spacing(size, cells: sites.count), columns: columns, rows: rows,
      cellsDesired: sites.count)
  }

  private static func spacing(_ size: Size, cells: Int) -> Double {
    (size.width * size.height / Double(max(1, cells))).squareRoot()
  }

  /// Points outside the sheet that close the mesh.
  private static func ring(_ size: Size, cells: Int) -> [Point] {
    let spacing = spacing(size, cells: cells)
    let (across, down) = (
      max(2, Int(size.width / (2 * spacing))), max(2, Int(size.height / (2 * spacing)))
    )
    var ring: [Point] = []
    for step in 0...across {
      let x = size.width * Double(step) / Double(across)
      ring += [Point(x, -spacing), Point(x, size.height + spacing)]
    }
    for step in 0...down {
      let y = size.height * Double(step) / Double(down)
      ring += [Point(-spacing, y), Point(size.width + spacing, y)]
    }
    return ring
  }

  // MARK: Filling in

  private func fill(
    _ cells: inout Cells, from given: [NativeCell], index: PointIndex, isSame: Bool
  ) {
    guard !given.isEmpty else { return }
    cells.area = PackGraph.areas(of: cells.mesh)
    // People of a coarse cell spread over the fine ones made from its ground.
    var heirs = [Float](repeating: 0, count: given.count)
    let sources = cells.mesh.sites.indices.map { cell in
      isSame ? cell : index.nearest(to: cells.mesh.sites[cell]) ?? 0
    }
    for cell in sources.indices where cells.isLand(cell) || isSame { heirs[sources[cell]] += 1 }
    for (cell, source) in sources.enumerated() where cells.isLand(cell) || isSame {
      cells.biome[cell] = given[source].biome
      cells.culture[cell] = given[source].culture
      cells.state[cell] = given[source].state
      cells.province[cell] = given[source].province
      cells.religion[cell] = given[source].religion
      cells.population[cell] = given[source].population / max(1, heirs[source])
    }
  }

  private mutating func markFeatures(of cells: inout Cells, size: Size, into world: inout World) {
    guard cells.count > 0 else { return }
    let marks = PackGraph.markFeatures(
      mesh: cells.mesh, height: cells.height,
      sheet: Rect(x: 0, y: 0, width: size.width, height: size.height))
    if marks.cellsLeftOut > 0 {
      log.record(
        .warning(
          .worldfoundryFeaturesTooMany,
          "the world has more than \(marks.features.count) islands and waters; the "
            + "\(marks.cellsLeftOut) cells of the others belong to none"))
    }
    cells.feature = marks.feature
    cells.distance = marks.distance
    cells.haven = marks.haven
    cells.harbor = marks.harbor
    world.features = EntityList(marks.features)
  }

  /// Rows for the provinces and religions that cells name: the format has no tables of them.
  private mutating func nameStrays(into world: inout World) {
    guard let cells = world.cells else { return }
    var stateOf: [Int: Int] = [:]
    for cell in 0..<cells.count where cells.province[cell] != 0 {
      let province = Int(cells.province[cell])
      if stateOf[province] == nil { stateOf[province] = Int(cells.state[cell]) }
    }
    for id in stateOf.keys.sorted() {
      world.provinces.append(
        Province(id: id, name: "Province \(id)", state: stateOf[id] ?? 0))
    }
    for id in Set(cells.religion).sorted() where id != 0 {
      world.religions.append(Religion(id: Int(id), name: "Religion \(id)"))
    }
    if !world.provinces.isEmpty || !world.religions.isEmpty {
      log.record(
        .note(
          .worldfoundryUnnamed,
          "the format names neither provinces nor religions: \(world.provinces.count) and "
            + "\(world.religions.count) of them are called by their numbers"))
    }
  }
}

extension FixedWidthInteger {
  /// The nearest value of the type; 0 for a number that is none.
  fileprivate init(clamped value: Double) {
    self =
      value.isFinite
      ? Self(clamping: Int(Swift.max(-1e9, Swift.min(1e9, value.rounded())))) : 0
  }
}
