// SPDX-License-Identifier: MIT
// Part of Platen: a world in plain terms, the hub between everything that reads maps and
// everything that draws or writes them.

public import Geometry

/// A world: its sheet, its terrain, its cells, and the tables of what people put there.
///
/// A reader fills in what its format holds and leaves the rest empty; a world without cells (a
/// table-only export) still has its tables. Entities refer to each other by id, never by index, and
/// readers see to it that a reference leads somewhere or is nil.
public struct World: Sendable {
  public var info: WorldInfo
  public var units: Units
  /// The position of the sheet on its globe, where the format specifies it.
  public var coordinates: GeographicBounds?
  /// The style of the coast in the program version that saved the world.
  public var coast: CoastStyle
  /// Indicates whether the program that saved the world drew the cells' vertices rounded down to
  /// whole map units. The meshes here keep their full precision.
  public var drawsWholeVertices: Bool
  /// The style of rivers in the program version that saved the world.
  public var riverStyle: RiverStyle
  /// The regular terrain cells that heights, temperature and precipitation live on.
  public var terrain: Terrain?
  /// The fine cells that states, cultures and the rest live on.
  public var cells: Cells?

  public var features: EntityList<Feature>
  public var biomes: EntityList<Biome>
  public var cultures: EntityList<Culture>
  public var states: EntityList<State>
  public var provinces: EntityList<Province>
  public var religions: EntityList<Religion>
  public var burgs: EntityList<Burg>
  public var rivers: EntityList<River>
  public var routes: EntityList<Route>
  public var markers: EntityList<Marker>
  public var zones: EntityList<Zone>
  public var ice: EntityList<IceSheet>
  public var goods: EntityList<Good>
  public var markets: EntityList<Market>
  public var deals: [Deal]
  public var regiments: [Regiment]
  public var notes: [MapNote]
  public var nameBases: [NameBase]
  public var addedLabels: [AddedLabel]
  /// Drawings of mountains and trees where the world specifies their positions, the lowest first.
  public var relief: [ReliefIcon]
  /// The chronicle of wars, a list of lines for each war; the first line is the war's name.
  public var chronicle: [[String]]
  /// Regiment units as the world defines them, in its order.
  public var militaryUnits: [MilitaryUnit]
  /// The user's measurements.
  public var measurers: [Measurer]
  /// Outlines of the areas free of fog; without any the map has no fog.
  public var fogHoles: [Path]
  /// The layers that were visible when the world was saved, and their styles.
  public var presentation: Presentation
  /// The drawing in the world's file, where its cells are lost.
  public var picture: SalvagedDrawing?
  /// Further contents of the world's source.
  public var unmodeled: Unmodeled

  public init(info: WorldInfo) {
    self.info = info
    units = Units()
    coordinates = nil
    coast = .smooth
    drawsWholeVertices = false
    riverStyle = .slender
    terrain = nil
    cells = nil
    features = EntityList()
    biomes = EntityList()
    cultures = EntityList()
    states = EntityList()
    provinces = EntityList()
    religions = EntityList()
    burgs = EntityList()
    rivers = EntityList()
    routes = EntityList()
    markers = EntityList()
    zones = EntityList()
    ice = EntityList()
    goods = EntityList()
    markets = EntityList()
    deals = []
    regiments = []
    notes = []
    nameBases = []
    addedLabels = []
    relief = []
    chronicle = []
    militaryUnits = []
    measurers = []
    fogHoles = []
    presentation = Presentation()
    picture = nil
    unmodeled = Unmodeled()
  }
}

/// The world's name and the size of its sheet.
public struct WorldInfo: Sendable, Hashable {
  public var name: String
  /// Size of the sheet in map units (FMG's pixels).
  public var width: Double
  public var height: Double
  /// FMG's seed; text, because users type words there.
  public var seed: String
  public var mapID: String?
  /// Version of the program that saved it, as written there.
  public var version: String?
  /// The calendar: year number and era names.
  public var year: String?
  public var era: String?
  public var eraShort: String?
  public var description: String?

  public init(name: String, width: Double, height: Double, seed: String = "") {
    self.name = name
    self.width = width
    self.height = height
    self.seed = seed
  }
}

/// The units a world is measured in.
public struct Units: Sendable, Hashable {
  /// Name of the distance unit, such as `mi`, `km` or `lg`.
  public var distance = "mi"
  /// Distance units to one map unit.
  public var distanceScale = 3.0
  /// Name of the area unit; `square` means the distance unit squared.
  public var area = "square"
  /// Name of the height unit: `m`, `ft` or `f`.
  public var height = "ft"
  /// Heights above the sea are (h - 18) raised to this power, in metres.
  public var heightExponent = 2.0
  /// Name of the temperature unit, such as `°C`.
  public var temperature = "°C"
  /// People to one point of population.
  public var populationRate = 1000.0
  /// Factor on the population of burgs.
  public var urbanization = 1.0
  public var urbanDensity = 10.0

  public init() {}

  /// The name of the unit of areas, `square` spelled out.
  public var areaName: String { area == "square" ? distance + "²" : area }

  /// Height in metres of a cell's height 0…100, as FMG reckons it: from 20 up is land.
  public func meters(ofHeight h: Int) -> Double {
    if h >= 20 { return power(Double(h - 18), heightExponent) }
    if h > 0 { return (Double(h) - 20) / Double(h) * 50 }
    return -990
  }
}

/// Degrees of latitude and longitude at the sheet's edges.
public struct GeographicBounds: Sendable, Hashable {
  public var north, south, west, east: Double
  public init(north: Double, south: Double, west: Double, east: Double) {
    self.north = north
    self.south = south
    self.west = west
    self.east = east
  }
}

/// The style of the outlines of islands and lakes.
public enum CoastStyle: Sendable, Hashable {
  /// A closed cubic B-spline through the outline's vertices.
  case smooth
  /// Midpoint displacement, seeded per feature.
  case jagged(JaggedCoast)
}

/// The windings of a river and the growth of its width with its water.
public enum RiverStyle: Sendable, Hashable {
  /// The style up to version 1.105 of FMG: one bend between two cells, broad mouths.
  case broad
  /// The style from 1.106: two bends between distant cells, widths that grow less with the water.
  case slender
}

/// Parameters of the jagged coast, with FMG's defaults.
public struct JaggedCoast: Sendable, Hashable {
  public var maxDepth = 4
  public var baseAmplitude = 1.5
  public var amplitudeDecay = 0.9
  public var minEdge = 1.0
  public var smoothThreshold = 0.25
  public var roughnessContrast = 1.5
  public var profileHarmonics = 4
  public var lakeSmoothThresholdFactor = 2.0
  public init() {}
}

/// The terrain grid: the regular jittered cells that carry height and climate.
///
/// All arrays have one element for each cell of `mesh`, or are empty where the format has none.
public struct Terrain: Sendable {
  public var mesh: VoronoiMesh
  /// The ring of points outside the canvas that closes the mesh.
  public var boundary: [Point]
  public var spacing: Double
  public var columns: Int
  public var rows: Int
  /// The number of cells that the user requested.
  public var cellsDesired: Int
  /// 0…100; 20 and above is land.
  public var height: [UInt8]
  public var precipitation: [UInt8]
  /// Feature ids of the grid's own features.
  public var feature: [UInt16]
  /// The kind of each of the grid's own features, by its id; nil where the list has no such
  /// feature.
  public var featureKinds: [Feature.Kind?]
  /// Steps from the coast: 1 on land beside water, -1 in water beside land, 0 unmarked.
  public var distance: [Int8]
  /// Degrees Celsius.
  public var temperature: [Int8]

  public init(
    mesh: VoronoiMesh, boundary: [Point], spacing: Double, columns: Int, rows: Int,
    cellsDesired: Int
  ) {
    self.mesh = mesh
    self.boundary = boundary
    self.spacing = spacing
    self.columns = columns
    self.rows = rows
    self.cellsDesired = cellsDesired
    height = []
    precipitation = []
    feature = []
    featureKinds = []
    distance = []
    temperature = []
  }
}

/// The fine cells; every array has one element for each cell of `mesh`. Ids of 0 mean none.
public struct Cells: Sendable {
  public var mesh: VoronoiMesh
  /// The terrain cell a cell was made from.
  public var gridCell: [Int32]
  public var height: [UInt8]
  public var area: [UInt16]
  public var feature: [UInt16]
  /// Steps from the coast: land 1, 2, 3…; water -1, -2…
  public var distance: [Int8]
  /// The nearest water cell of a coastal land cell, 0 elsewhere.
  public var haven: [Int32]
  /// The number of water neighbors of a coastal land cell.
  public var harbor: [UInt8]
  public var biome: [UInt8]
  public var burg: [UInt16]
  public var culture: [UInt16]
  public var state: [UInt16]
  public var province: [UInt16]
  public var religion: [UInt16]
  public var river: [UInt16]
  public var confluence: [UInt8]
  public var flux: [UInt16]
  public var suitability: [Int16]
  /// Points of rural population.
  public var population: [Float]
  /// The good that is found in a cell.
  public var good: [UInt16]
  /// The market a cell trades on.
  public var market: [UInt16]

  /// Cells of `mesh` with every other array at zero.
  public init(mesh: VoronoiMesh) {
    self.mesh = mesh
    let count = mesh.cellCount
    gridCell = Array(repeating: 0, count: count)
    height = Array(repeating: 0, count: count)
    area = Array(repeating: 0, count: count)
    feature = Array(repeating: 0, count: count)
    distance = Array(repeating: 0, count: count)
    haven = Array(repeating: 0, count: count)
    harbor = Array(repeating: 0, count: count)
    biome = Array(repeating: 0, count: count)
    burg = Array(repeating: 0, count: count)
    culture = Array(repeating: 0, count: count)
    state = Array(repeating: 0, count: count)
    province = Array(repeating: 0, count: count)
    religion = Array(repeating: 0, count: count)
    river = Array(repeating: 0, count: count)
    confluence = Array(repeating: 0, count: count)
    flux = Array(repeating: 0, count: count)
    suitability = Array(repeating: 0, count: count)
    population = Array(repeating: 0, count: count)
    good = Array(repeating: 0, count: count)
    market = Array(repeating: 0, count: count)
  }

  @inlinable public var count: Int { mesh.cellCount }
  /// Indicates whether a cell is land: height 20 and above.
  @inlinable public func isLand(_ cell: Int) -> Bool { height[cell] >= 20 }
}
