// SPDX-License-Identifier: MIT
// Part of Platen: what a world's tables hold. Placeholders of a format (element 0 of its arrays)
// and entities marked removed are not here: readers drop them.

public import Geometry

/// The color a world gives to one of its entities.
public enum EntityColor: Sendable, Hashable {
  case rgb(UInt8, UInt8, UInt8)
  /// One of the numbered hatches of the format.
  case hatch(Int)
}

/// A connected piece of land or water.
public struct Feature: Entity, Hashable {
  public enum Kind: String, Sendable, Hashable { case ocean, lake, island }
  public var id: Int
  public var kind: Kind
  /// Finer kind in the format's word: `continent`, `isle`, `freshwater`, `salt`, `frozen`, …
  public var subtype: String
  /// Name; lakes have one.
  public var name: String?
  public var isBorder: Bool
  public var cellCount: Int
  public var firstCell: Int
  /// Vertex ids of the outline in order; empty for oceans.
  public var outline: [Int32]
  /// Land cells round a lake.
  public var shoreline: [Int32]
  public var area: Double
  /// Surface height of a lake, 0…100 with decimals.
  public var height: Double?

  public init(id: Int, kind: Kind) {
    self.id = id
    self.kind = kind
    subtype = ""
    name = nil
    isBorder = false
    cellCount = 0
    firstCell = 0
    outline = []
    shoreline = []
    area = 0
    height = nil
  }
}

/// A kind of land cover, such as tundra or savanna.
public struct Biome: Entity, Hashable {
  public var id: Int
  public var name: String
  public var color: EntityColor?
  /// 0…100.
  public var habitability: Int
  public var movementCost: Int
  public var iconDensity: Int
  /// Relief icon names, repeated by their weight.
  public var icons: [String]

  public init(id: Int, name: String, color: EntityColor? = nil) {
    self.id = id
    self.name = name
    self.color = color
    habitability = 0
    movementCost = 0
    iconDensity = 0
    icons = []
  }
}

/// A people with its own names.
public struct Culture: Entity, Hashable {
  public var id: Int
  public var name: String
  public var color: EntityColor?
  public var code: String
  /// The format's word: `Generic`, `River`, `Naval`, …; unknown words are kept.
  public var type: String
  public var nameBase: Int?
  public var center: Int?
  public var origins: [Int]
  public var shield: String?
  public var expansionism: Double

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
    color = nil
    code = ""
    type = ""
    nameBase = nil
    center = nil
    origins = []
    shield = nil
    expansionism = 1
  }
}

/// A label's own settings, where a user changed them.
public struct LabelOverride: Sendable, Hashable {
  public var text: String?
  /// Points the text runs along.
  public var path: [Point]
  /// Percent of the group's size.
  public var fontSize: Double?
  public var letterSpacing: Double?
  /// Percent along the path where the text's middle stands.
  public var startOffset: Double?
  public var offset: Point
  public var group: String?
  public var isHidden: Bool
  /// Indicates whether `path` is what the program that saved the world found for the name, so that
  /// a better way may be taken; a user's own is not.
  public var isProposal: Bool

  public init() {
    text = nil
    path = []
    fontSize = nil
    letterSpacing = nil
    startOffset = nil
    offset = .zero
    group = nil
    isHidden = false
    isProposal = false
  }
}

/// A state: a realm with a form of government, relations and wars.
public struct State: Entity, Hashable {
  public var id: Int
  public var name: String
  public var fullName: String
  public var form: String
  public var formName: String
  public var type: String
  public var color: EntityColor?
  public var capital: Int?
  public var culture: Int?
  public var center: Int?
  /// Pole of inaccessibility: where a label stands best.
  public var pole: Point?
  public var expansionism: Double
  public var neighbors: [Int]
  public var provinces: [Int]
  /// Relation to other states by id, in the format's words.
  public var diplomacy: [Int: String]
  public var campaigns: [Campaign]
  public var coatOfArms: CoatOfArms?
  public var label: LabelOverride?
  /// The name as the saved map shows it, short or full, its lines joined by `|`; nil where it shows
  /// neither.
  public var drawnName: String?
  /// The way of the name in the saved map, with its size, spacing and group; nil where it shows none.
  public var drawnLabel: LabelOverride?

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
    fullName = name
    form = ""
    formName = ""
    type = ""
    color = nil
    capital = nil
    culture = nil
    center = nil
    pole = nil
    expansionism = 1
    neighbors = []
    provinces = []
    diplomacy = [:]
    campaigns = []
    coatOfArms = nil
    label = nil
    drawnName = nil
    drawnLabel = nil
  }

  /// A war in a state's history.
  public struct Campaign: Sendable, Hashable {
    public var name: String
    public var start: Int?
    public var end: Int?
    public var attacker: Int?
    public var defender: Int?
    public init(name: String) { self.name = name }
  }
}

/// A part of a state.
public struct Province: Entity, Hashable {
  public var id: Int
  public var name: String
  public var fullName: String
  public var formName: String
  public var state: Int
  public var center: Int?
  public var burg: Int?
  public var color: EntityColor?
  public var pole: Point?
  public var coatOfArms: CoatOfArms?

  public init(id: Int, name: String, state: Int) {
    self.id = id
    self.name = name
    fullName = name
    formName = ""
    self.state = state
    center = nil
    burg = nil
    color = nil
    pole = nil
    coatOfArms = nil
  }
}

/// A religion or a cult.
public struct Religion: Entity, Hashable {
  public var id: Int
  public var name: String
  /// `Folk`, `Organized`, `Cult`, `Heresy`; unknown words are kept.
  public var type: String
  public var form: String
  public var deity: String?
  public var color: EntityColor?
  public var code: String
  public var culture: Int?
  public var center: Int?
  public var origins: [Int]

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
    type = ""
    form = ""
    deity = nil
    color = nil
    code = ""
    culture = nil
    center = nil
    origins = []
  }
}

/// A town, city or other settlement.
public struct Burg: Entity, Hashable {
  public var id: Int
  public var name: String
  public var position: Point
  public var cell: Int
  public var state: Int?
  public var culture: Int?
  public var feature: Int?
  public var isCapital: Bool
  /// Water feature the burg is a port on.
  public var port: Int?
  /// Points of population.
  public var population: Double
  public var type: String
  /// `capital`, `city`, `town`, `village`, …; empty where the format has no groups.
  public var group: String
  public var hasCitadel: Bool
  public var hasPlaza: Bool
  public var hasWalls: Bool
  public var hasShanty: Bool
  public var hasTemple: Bool
  public var coatOfArms: CoatOfArms?
  public var label: LabelOverride?

  public init(id: Int, name: String, position: Point, cell: Int) {
    self.id = id
    self.name = name
    self.position = position
    self.cell = cell
    state = nil
    culture = nil
    feature = nil
    isCapital = false
    port = nil
    population = 0
    type = ""
    group = ""
    hasCitadel = false
    hasPlaza = false
    hasWalls = false
    hasShanty = false
    hasTemple = false
    coatOfArms = nil
    label = nil
  }
}

/// A river from source to mouth.
public struct River: Entity, Hashable {
  public var id: Int
  public var name: String
  public var type: String
  /// Cells from source to mouth; -1 where it leaves the map. May be empty in old saves.
  public var cells: [Int32]
  /// The user's own course, one point for each cell, or empty.
  public var points: [Point]
  public var source: Int
  public var mouth: Int
  public var parent: Int?
  public var basin: Int?
  public var discharge: Double
  public var length: Double
  public var width: Double
  public var widthFactor: Double
  public var sourceWidth: Double
  /// A finished ribbon outline, where only the picture of the river survives.
  public var ribbon: Path?

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
    type = ""
    cells = []
    points = []
    source = 0
    mouth = 0
    parent = nil
    basin = nil
    discharge = 0
    length = 0
    width = 0
    widthFactor = 1
    sourceWidth = 0
    ribbon = nil
  }
}

/// A road, a trail or a sea route.
public struct Route: Entity, Hashable {
  public var id: Int
  public var name: String?
  /// `roads`, `trails`, `searoutes` or a user's own group.
  public var group: String
  public var feature: Int?
  public var points: [Point]
  /// Cell under each point.
  public var cells: [Int32]

  public init(id: Int, group: String, points: [Point], cells: [Int32] = []) {
    self.id = id
    name = nil
    self.group = group
    feature = nil
    self.points = points
    self.cells = cells
  }
}

/// A pin on the map.
public struct Marker: Entity, Hashable {
  public var id: Int
  /// Emoji, a URL or a data URI.
  public var icon: String
  public var type: String
  public var position: Point
  public var cell: Int?
  public var iconOffset: Point
  public var iconSize: Double
  public var size: Double
  public var fill: String?
  public var stroke: String?
  /// Shape of the pin: `bubble`, `pin`, `square`, …, `no`.
  public var pin: String
  public var isPinned: Bool
  public var isHidden: Bool

  public init(id: Int, icon: String, position: Point) {
    self.id = id
    self.icon = icon
    type = ""
    self.position = position
    cell = nil
    iconOffset = Point(50, 50)
    iconSize = 12
    size = 30
    fill = nil
    stroke = nil
    pin = "bubble"
    isPinned = false
    isHidden = false
  }
}

/// Cells with something going on in them: a plague, a rebellion, a flood.
public struct Zone: Entity, Hashable {
  public var id: Int
  public var name: String
  public var type: String
  public var color: EntityColor?
  /// Cells without duplicates.
  public var cells: [Int32]
  public var isHidden: Bool

  public init(id: Int, name: String, cells: [Int32]) {
    self.id = id
    self.name = name
    type = ""
    color = nil
    self.cells = cells
    isHidden = false
  }
}

/// A glacier or an iceberg.
public struct IceSheet: Entity, Hashable {
  public enum Kind: String, Sendable, Hashable { case glacier, iceberg }
  public var id: Int
  public var kind: Kind
  public var outline: [Point]
  public var offset: Point
  public var size: Double

  public init(id: Int, kind: Kind, outline: [Point]) {
    self.id = id
    self.kind = kind
    self.outline = outline
    offset = .zero
    size = 0
  }
}

/// A small drawing of a mountain, a tree or the like that stands on the map.
public struct ReliefIcon: Sendable, Hashable {
  /// The symbol, by FMG's names: `mount-2`, `conifer-1`, `hill-3-bw`.
  public var symbol: String
  /// The upper left corner of the square it fills.
  public var position: Point
  /// The side of that square in map units.
  public var size: Double

  public init(symbol: String, position: Point, size: Double) {
    self.symbol = symbol
    self.position = position
    self.size = size
  }
}

/// Troops of a state, standing somewhere.
public struct Regiment: Sendable, Hashable {
  public var id: Int
  public var state: Int
  public var name: String
  public var icon: String
  public var type: String
  public var position: Point
  /// The base of the regiment.
  public var base: Point
  public var cell: Int
  public var isNaval: Bool
  public var total: Int
  /// Men by unit name, in the order written.
  public var units: [UnitCount]
  public var angle: Double

  /// The number of men of one unit.
  public struct UnitCount: Sendable, Hashable {
    public var unit: String
    public var count: Int
    public init(unit: String, count: Int) {
      self.unit = unit
      self.count = count
    }
  }

  public init(id: Int, state: Int, name: String, position: Point) {
    self.id = id
    self.state = state
    self.name = name
    icon = ""
    type = ""
    self.position = position
    base = position
    cell = 0
    isNaval = false
    total = 0
    units = []
    angle = 0
  }
}

/// A kind of unit that regiments are made of.
public struct MilitaryUnit: Sendable, Hashable {
  public var name: String
  public var icon: String
  public var type: String
  public var rural: Double
  public var urban: Double
  public var crew: Double
  public var power: Double
  public var isSeparate: Bool
  public init(name: String) {
    self.name = name
    icon = ""
    type = ""
    rural = 0
    urban = 0
    crew = 0
    power = 0
    isSeparate = false
  }
}

/// A note on something of the map.
public struct MapNote: Sendable, Hashable {
  /// The id of what it is about in the format's words: `burg12`, `marker3`, `regiment2-0`.
  public var subject: String
  public var name: String
  /// HTML, as the user wrote it; not to be trusted.
  public var legend: String
  public init(subject: String, name: String, legend: String) {
    self.subject = subject
    self.name = name
    self.legend = legend
  }
}

/// A list of names that a culture's names are made from.
public struct NameBase: Sendable, Hashable {
  public var name: String
  public var minLength: Int
  public var maxLength: Int
  public var doubledLetters: String
  public var multiwordRate: Double
  /// Names joined by commas; empty where FMG's own list is meant.
  public var names: String
  public init(name: String) {
    self.name = name
    minLength = 0
    maxLength = 0
    doubledLetters = ""
    multiwordRate = 0
    names = ""
  }
}

/// A text that the user put on the map.
public struct AddedLabel: Sendable, Hashable {
  public var id: Int
  public var position: Point
  public var text: String
  public var label: LabelOverride
  public init(id: Int, position: Point, text: String) {
    self.id = id
    self.position = position
    self.text = text
    label = LabelOverride()
  }
}

/// A coat of arms in the words of the format.
public struct CoatOfArms: Sendable, Hashable {
  /// The division of the field, and the tincture of its other part.
  public struct Division: Sendable, Hashable {
    public var division: String
    public var tincture: String
    public var line: String?
    public init(division: String, tincture: String, line: String? = nil) {
      self.division = division
      self.tincture = tincture
      self.line = line
    }
  }
  /// A geometric figure on the field.
  public struct Ordinary: Sendable, Hashable {
    public var ordinary: String
    public var tincture: String
    public var line: String?
    public var divided: String?
    public var isAbove: Bool
    public init(ordinary: String, tincture: String) {
      self.ordinary = ordinary
      self.tincture = tincture
      line = nil
      divided = nil
      isAbove = false
    }
  }
  /// A thing or a beast on the field.
  public struct Charge: Sendable, Hashable {
    public var charge: String
    public var tinctures: [String]
    /// Letters that name positions on the shield.
    public var positions: String
    public var size: Double
    public var isSinister: Bool
    public var isReversed: Bool
    public var divided: String?
    public init(charge: String, tinctures: [String], positions: String) {
      self.charge = charge
      self.tinctures = tinctures
      self.positions = positions
      size = 1
      isSinister = false
      isReversed = false
      divided = nil
    }
  }

  /// Tincture or pattern of the field.
  public var field: String
  public var shield: String?
  public var division: Division?
  public var ordinaries: [Ordinary]
  public var charges: [Charge]
  /// Drawn by hand elsewhere: only a picture exists.
  public var isCustom: Bool
  public var size: Double
  public var position: Point?

  public init(field: String) {
    self.field = field
    shield = nil
    division = nil
    ordinaries = []
    charges = []
    isCustom = false
    size = 1
    position = nil
  }
}

/// The layers that were visible when a world was saved, and their styles.
public struct Presentation: Sendable, Hashable {
  /// Layer names in drawing order, from the lowest up; empty where unknown.
  ///
  /// The names are those of FMG's newest versions, whatever the version: `ocean`,
  /// `heightmap`, `states`, `burgIcons`, `military`, `precipitation`, …
  public var order: [String]
  /// Layers that were visible.
  public var active: [String]
  /// Name of the style preset the user had chosen.
  public var stylePreset: String?
  /// The form of states' names: `auto`, `short` or `full`; nil where the world does not specify it.
  public var stateNames: String?
  /// Attributes of the drawing's groups: group → attribute → value.
  ///
  /// A group is named by the ids from its layer's group down, joined by `/`, because ids below a
  /// layer are not unique: `rivers`, `lakes/freshwater`, `labels/states`, `icons/burgIcons/cities`,
  /// `icons/anchors/cities`; `map` is the whole drawing. So are the few single shapes that bear
  /// style: `ocean/oceanLayers/oceanBase`, `oceanicPattern`, `vignette-rect`,
  /// `scaleBar/scaleBarBack`.
  public var groups: [String: [String: String]]
  /// Families the map's lettering used.
  public var fonts: [String]
  /// The legend that was open.
  public var legend: SavedLegend?
  /// Signs of the winds that bring the rain.
  public var winds: [SavedWind]

  public init() {
    order = []
    active = []
    stylePreset = nil
    stateNames = nil
    groups = [:]
    fonts = []
    legend = nil
    winds = []
  }
}
