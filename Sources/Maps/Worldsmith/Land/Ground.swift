// SPDX-License-Identifier: MIT
// Part of Platen: the land a world's people find: terrain, fine cells, climate, water and biomes.

internal import Atlas
internal import Geometry

/// Everything about a world that exists before its settlement.
struct Ground {
  let seed: UInt64
  let size: Size
  let bounds: GeographicBounds
  let grid: Grid
  /// The terrain as a save holds it.
  let terrain: Terrain
  /// The terrain's own features, by the order of their ids from 1.
  let gridFeatures: [Feature]

  /// The fine cells, rebuilt from the terrain as every reader of the save will rebuild them.
  let mesh: VoronoiMesh
  let height: [UInt8]
  let area: [UInt16]
  let marks: FeatureMarks
  /// Heights before they were rounded for the save.
  let elevation: [Double]
  let temperature: [Int8]
  let rain: [UInt8]
  var waters: Waters
  let biome: [UInt8]

  var count: Int { mesh.cellCount }
  /// Mean area of a fine cell.
  let meanArea: Double
  /// The number of cells of this sheet in a map of 10,000 cells for one of these cells: costs and
  /// thresholds tuned at that size are scaled with it.
  let coarseness: Double

  init(seed: UInt64, cells: Int, size: Size) {
    self.seed = seed
    self.size = size
    bounds = Ground.bounds(of: size)
    let grid = Grid(size: size, cells: cells, seed: seed)
    self.grid = grid
    let land = Landform(
      points: grid.mesh.sites, neighbors: grid.mesh.cellNeighbors, isBorder: grid.mesh.isBorder,
      size: size, spacing: grid.spacing, seed: seed)
    let climate = Climate(grid: grid, height: land.height, bounds: bounds, seed: seed)
    let heights = land.rounded
    let gridMarks = PackGraph.markFeatures(mesh: grid.mesh, height: heights)
    gridFeatures = gridMarks.features

    var terrain = Terrain(
      mesh: grid.mesh, boundary: grid.boundary, spacing: grid.spacing, columns: grid.columns,
      rows: grid.rows, cellsDesired: cells)
    terrain.height = heights
    terrain.precipitation = climate.rain
    terrain.temperature = climate.temperature
    terrain.feature = gridMarks.feature
    // On the grid the format counts steps at the coast and in the water only.
    terrain.distance = gridMarks.distance.map { $0 > 1 ? 0 : $0 }
    terrain.featureKinds = [nil] + gridFeatures.map(\.kind)
    self.terrain = terrain

    let pack = PackGraph.cells(of: terrain)
    mesh = pack.mesh
    height = pack.height
    area = PackGraph.areas(of: pack.mesh)
    marks = PackGraph.markFeatures(
      mesh: pack.mesh, height: pack.height,
      sheet: Rect(x: 0, y: 0, width: size.width, height: size.height))
    elevation = pack.gridCell.map { land.height[Int($0)] }
    temperature = pack.gridCell.map { climate.temperature[Int($0)] }
    rain = pack.gridCell.map { climate.rain[Int($0)] }
    let total = area.reduce(0.0) { $0 + Double($1) }
    meanArea = max(1, total / Double(max(1, area.count)))
    coarseness = Double(cells) / 10_000
    waters = Waters(
      mesh: mesh, elevation: elevation, area: area, rain: rain, temperature: temperature,
      marks: marks, size: size)
    biome = BiomeTable.assign(
      height: height, temperature: temperature, rain: rain, flux: waters.flux,
      river: waters.riverOfCell, distance: marks.distance, neighbors: mesh.cellNeighbors)
  }

  func isLand(_ cell: Int) -> Bool { height[cell] >= 20 }

  /// The feature a cell belongs to.
  func feature(of cell: Int) -> Feature { marks.features[Int(marks.feature[cell]) - 1] }

  /// A northern world from the ice to a little past the equator.
  private static func bounds(of size: Size) -> GeographicBounds {
    let tall = 99.8
    let wide = min(360, (size.width / size.height * tall * 10).rounded() / 10)
    return GeographicBounds(
      north: 77.8, south: -22, west: -(wide / 2 * 10).rounded() / 10,
      east: wide - (wide / 2 * 10).rounded() / 10)
  }
}
