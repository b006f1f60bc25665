// SPDX-License-Identifier: MIT
// Part of Platen: the fields of everything in a world, for the form of our own.
//
// A field may be added here; none may change its name or its meaning without a new version.

internal import Atlas
internal import Geometry
internal import JSON

extension Feature.Kind: Storable {}
extension IceSheet.Kind: Storable {}

extension EntityColor: Storable {
  static func load(_ view: JSONView) throws -> EntityColor {
    if let hatch = view["hatch"]?.int { return .hatch(hatch) }
    let digits = view.string?.utf8.dropFirst() ?? ""[...].utf8.dropFirst(0)
    guard view.string?.hasPrefix("#") == true, digits.count == 6,
      let number = UInt32(String(Substring(digits)), radix: 16)
    else { throw InvalidField("a color, #rrggbb, or a hatch") }
    return .rgb(UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
  }

  func store(_ json: inout JSONWriter) {
    switch self {
    case .rgb: json.string(generatorText)
    case .hatch(let number): json.object { $0.member("hatch", number) }
    }
  }
}

extension WorldInfo: Record {
  static var blank: WorldInfo { WorldInfo(name: "", width: 0, height: 0) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("name", &name)
    try fields.visit("width", &width)
    try fields.visit("height", &height)
    try fields.visit("seed", &seed)
    try fields.visit("map-id", &mapID)
    try fields.visit("version", &version)
    try fields.visit("year", &year)
    try fields.visit("era", &era)
    try fields.visit("era-short", &eraShort)
    try fields.visit("description", &description)
  }
}

extension Units: Record {
  static var blank: Units { Units() }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("distance", &distance)
    try fields.visit("distance-scale", &distanceScale)
    try fields.visit("area", &area)
    try fields.visit("height", &height)
    try fields.visit("height-exponent", &heightExponent)
    try fields.visit("temperature", &temperature)
    try fields.visit("population-rate", &populationRate)
    try fields.visit("urbanization", &urbanization)
    try fields.visit("urban-density", &urbanDensity)
  }
}

extension GeographicBounds: Record {
  static var blank: GeographicBounds { GeographicBounds(north: 0, south: 0, west: 0, east: 0) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("north", &north)
    try fields.visit("south", &south)
    try fields.visit("west", &west)
    try fields.visit("east", &east)
  }
}

extension JaggedCoast: Record {
  static var blank: JaggedCoast { JaggedCoast() }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("max-depth", &maxDepth)
    try fields.visit("base-amplitude", &baseAmplitude)
    try fields.visit("amplitude-decay", &amplitudeDecay)
    try fields.visit("min-edge", &minEdge)
    try fields.visit("smooth-threshold", &smoothThreshold)
    try fields.visit("roughness-contrast", &roughnessContrast)
    try fields.visit("profile-harmonics", &profileHarmonics)
    try fields.visit("lake-smooth-threshold-factor", &lakeSmoothThresholdFactor)
  }
}

extension CoastStyle: Storable {
  static func load(_ view: JSONView) throws -> CoastStyle {
    view.equals("smooth") ? .smooth : .jagged(try JaggedCoast.load(view))
  }

  func store(_ json: inout JSONWriter) {
    switch self {
    case .smooth: json.string("smooth")
    case .jagged(let parameters): parameters.store(&json)
    }
  }
}

extension RiverStyle: Storable {
  static func load(_ view: JSONView) throws -> RiverStyle {
    if view.equals("broad") { return .broad }
    guard view.equals("slender") else { throw InvalidField("broad or slender") }
    return .slender
  }

  func store(_ json: inout JSONWriter) { json.string(self == .broad ? "broad" : "slender") }
}

// MARK: Tables

extension Feature: Record {
  static var blank: Feature { Feature(id: 0, kind: .ocean) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("kind", &kind)
    try fields.visit("subtype", &subtype)
    try fields.visit("name", &name)
    try fields.visit("is-border", &isBorder)
    try fields.visit("cell-count", &cellCount)
    try fields.visit("first-cell", &firstCell)
    try fields.visit("outline", &outline)
    try fields.visit("shoreline", &shoreline)
    try fields.visit("area", &area)
    try fields.visit("height", &height)
  }
}

extension Biome: Record {
  static var blank: Biome { Biome(id: 0, name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("color", &color)
    try fields.visit("habitability", &habitability)
    try fields.visit("movement-cost", &movementCost)
    try fields.visit("icon-density", &iconDensity)
    try fields.visit("icons", &icons)
  }
}

extension Culture: Record {
  static var blank: Culture { Culture(id: 0, name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("color", &color)
    try fields.visit("code", &code)
    try fields.visit("type", &type)
    try fields.visit("name-base", &nameBase)
    try fields.visit("center", &center)
    try fields.visit("origins", &origins)
    try fields.visit("shield", &shield)
    try fields.visit("expansionism", &expansionism)
  }
}

extension LabelOverride: Record {
  static var blank: LabelOverride { LabelOverride() }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("text", &text)
    try fields.visit("path", &path)
    try fields.visit("font-size", &fontSize)
    try fields.visit("letter-spacing", &letterSpacing)
    try fields.visit("start-offset", &startOffset)
    try fields.visit("offset", &offset)
    try fields.visit("group", &group)
    try fields.visit("is-hidden", &isHidden)
    try fields.visit("is-proposal", &isProposal)
  }
}

extension State: Record {
  static var blank: State { State(id: 0, name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("full-name", &fullName)
    try fields.visit("form", &form)
    try fields.visit("form-name", &formName)
    try fields.visit("type", &type)
    try fields.visit("color", &color)
    try fields.visit("capital", &capital)
    try fields.visit("culture", &culture)
    try fields.visit("center", &center)
    try fields.visit("pole", &pole)
    try fields.visit("expansionism", &expansionism)
    try fields.visit("neighbors", &neighbors)
    try fields.visit("provinces", &provinces)
    var relations = diplomacy.sorted { $0.key < $1.key }.map { Relation($0.key, $0.value) }
    try fields.visit("diplomacy", &relations)
    diplomacy = Dictionary(
      relations.map { ($0.state, $0.relation) }, uniquingKeysWith: { first, _ in first })
    try fields.visit("campaigns", &campaigns)
    try fields.visit("coat-of-arms", &coatOfArms)
    try fields.visit("label", &label)
    try fields.visit("drawn-name", &drawnName)
    try fields.visit("drawn-label", &drawnLabel)
  }
}

/// The relation of a state to another.
private struct Relation: Record {
  static var blank: Relation { Relation(0, "") }
  var state: Int
  var relation: String

  init(_ state: Int, _ relation: String) {
    self.state = state
    self.relation = relation
  }

  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("state", &state)
    try fields.visit("relation", &relation)
  }
}

extension State.Campaign: Record {
  static var blank: State.Campaign { State.Campaign(name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("name", &name)
    try fields.visit("start", &start)
    try fields.visit("end", &end)
    try fields.visit("attacker", &attacker)
    try fields.visit("defender", &defender)
  }
}

extension Province: Record {
  static var blank: Province { Province(id: 0, name: "", state: 0) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("full-name", &fullName)
    try fields.visit("form-name", &formName)
    try fields.visit("state", &state)
    try fields.visit("center", &center)
    try fields.visit("burg", &burg)
    try fields.visit("color", &color)
    try fields.visit("pole", &pole)
    try fields.visit("coat-of-arms", &coatOfArms)
  }
}

extension Religion: Record {
  static var blank: Religion { Religion(id: 0, name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("type", &type)
    try fields.visit("form", &form)
    try fields.visit("deity", &deity)
    try fields.visit("color", &color)
    try fields.visit("code", &code)
    try fields.visit("culture", &culture)
    try fields.visit("center", &center)
    try fields.visit("origins", &origins)
  }
}

extension Burg: Record {
  static var blank: Burg { Burg(id: 0, name: "", position: .zero, cell: 0) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("position", &position)
    try fields.visit("cell", &cell)
    try fields.visit("state", &state)
    try fields.visit("culture", &culture)
    try fields.visit("feature", &feature)
    try fields.visit("is-capital", &isCapital)
    try fields.visit("port", &port)
    try fields.visit("population", &population)
    try fields.visit("type", &type)
    try fields.visit("group", &group)
    try fields.visit("has-citadel", &hasCitadel)
    try fields.visit("has-plaza", &hasPlaza)
    try fields.visit("has-walls", &hasWalls)
    try fields.visit("has-shanty", &hasShanty)
    try fields.visit("has-temple", &hasTemple)
    try fields.visit("coat-of-arms", &coatOfArms)
    try fields.visit("label", &label)
  }
}

extension River: Record {
  static var blank: River { River(id: 0, name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("type", &type)
    try fields.visit("cells", &cells)
    try fields.visit("points", &points)
    try fields.visit("source", &source)
    try fields.visit("mouth", &mouth)
    try fields.visit("parent", &parent)
    try fields.visit("basin", &basin)
    try fields.visit("discharge", &discharge)
    try fields.visit("length", &length)
    try fields.visit("width", &width)
    try fields.visit("width-factor", &widthFactor)
    try fields.visit("source-width", &sourceWidth)
    try fields.visit("ribbon", &ribbon)
  }
}

extension Route: Record {
  static var blank: Route { Route(id: 0, group: "", points: []) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("group", &group)
    try fields.visit("feature", &feature)
    try fields.visit("points", &points)
    try fields.visit("cells", &cells)
  }
}

extension Marker: Record {
  static var blank: Marker { Marker(id: 0, icon: "", position: .zero) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("icon", &icon)
    try fields.visit("type", &type)
    try fields.visit("position", &position)
    try fields.visit("cell", &cell)
    try fields.visit("icon-offset", &iconOffset)
    try fields.visit("icon-size", &iconSize)
    try fields.visit("size", &size)
    try fields.visit("fill", &fill)
    try fields.visit("stroke", &stroke)
    try fields.visit("pin", &pin)
    try fields.visit("is-pinned", &isPinned)
    try fields.visit("is-hidden", &isHidden)
  }
}

extension Zone: Record {
  static var blank: Zone { Zone(id: 0, name: "", cells: []) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("type", &type)
    try fields.visit("color", &color)
    try fields.visit("cells", &cells)
    try fields.visit("is-hidden", &isHidden)
  }
}

extension IceSheet: Record {
  static var blank: IceSheet { IceSheet(id: 0, kind: .glacier, outline: []) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("kind", &kind)
    try fields.visit("outline", &outline)
    try fields.visit("offset", &offset)
    try fields.visit("size", &size)
  }
}

extension Regiment: Record {
  static var blank: Regiment { Regiment(id: 0, state: 0, name: "", position: .zero) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("state", &state)
    try fields.visit("name", &name)
    try fields.visit("icon", &icon)
    try fields.visit("type", &type)
    try fields.visit("position", &position)
    try fields.visit("base", &base)
    try fields.visit("cell", &cell)
    try fields.visit("is-naval", &isNaval)
    try fields.visit("total", &total)
    try fields.visit("units", &units)
    try fields.visit("angle", &angle)
  }
}

extension Regiment.UnitCount: Record {
  static var blank: Regiment.UnitCount { Regiment.UnitCount(unit: "", count: 0) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("unit", &unit)
    try fields.visit("count", &count)
  }
}

extension MilitaryUnit: Record {
  static var blank: MilitaryUnit { MilitaryUnit(name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("name", &name)
    try fields.visit("icon", &icon)
    try fields.visit("type", &type)
    try fields.visit("rural", &rural)
    try fields.visit("urban", &urban)
    try fields.visit("crew", &crew)
    try fields.visit("power", &power)
    try fields.visit("is-separate", &isSeparate)
  }
}

extension MapNote: Record {
  static var blank: MapNote { MapNote(subject: "", name: "", legend: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("subject", &subject)
    try fields.visit("name", &name)
    try fields.visit("legend", &legend)
  }
}

extension NameBase: Record {
  static var blank: NameBase { NameBase(name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("name", &name)
    try fields.visit("min-length", &minLength)
    try fields.visit("max-length", &maxLength)
    try fields.visit("doubled-letters", &doubledLetters)
    try fields.visit("multiword-rate", &multiwordRate)
    try fields.visit("names", &names)
  }
}

extension AddedLabel: Record {
  static var blank: AddedLabel { AddedLabel(id: 0, position: .zero, text: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("position", &position)
    try fields.visit("text", &text)
    try fields.visit("label", &label)
  }
}

// MARK: Trade

extension Good: Record {
  static var blank: Good { Good(id: 0, name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("name", &name)
    try fields.visit("icon", &icon)
    try fields.visit("color", &color)
    try fields.visit("value", &value)
    var yields = biomeOutput.sorted { $0.key < $1.key }.map { Yield($0.key, $0.value) }
    try fields.visit("biome-output", &yields)
    biomeOutput = Dictionary(
      yields.map { ($0.biome, $0.units) }, uniquingKeysWith: { first, _ in first })
    try fields.visit("is-visible", &isVisible)
  }
}

/// The yield of a good in a cell of a biome.
private struct Yield: Record {
  static var blank: Yield { Yield(0, 0) }
  var biome: Int
  var units: Double

  init(_ biome: Int, _ units: Double) {
    self.biome = biome
    self.units = units
  }

  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("biome", &biome)
    try fields.visit("units", &units)
  }
}

extension Market: Record {
  static var blank: Market { Market(id: 0) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("burg", &burg)
    try fields.visit("color", &color)
  }
}

extension Deal: Record {
  static var blank: Deal {
    Deal(seller: .blank, buyer: .blank, good: 0, units: 0, price: 0)
  }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("seller", &seller)
    try fields.visit("buyer", &buyer)
    try fields.visit("good", &good)
    try fields.visit("units", &units)
    try fields.visit("price", &price)
  }
}

extension Deal.Trader: Record {
  static var blank: Deal.Trader { Deal.Trader(isMarket: false, id: 0) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("is-market", &isMarket)
    try fields.visit("id", &id)
  }
}

// MARK: Drawings

extension Measurer.Kind: Storable {}

extension Measurer: Record {
  static var blank: Measurer { Measurer(.ruler, []) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("kind", &kind)
    try fields.visit("points", &points)
  }
}

extension ReliefIcon: Record {
  static var blank: ReliefIcon { ReliefIcon(symbol: "", position: .zero, size: 0) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("symbol", &symbol)
    try fields.visit("position", &position)
    try fields.visit("size", &size)
  }
}

// MARK: Arms

extension CoatOfArms: Record {
  static var blank: CoatOfArms { CoatOfArms(field: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("field", &field)
    try fields.visit("shield", &shield)
    try fields.visit("division", &division)
    try fields.visit("ordinaries", &ordinaries)
    try fields.visit("charges", &charges)
    try fields.visit("is-custom", &isCustom)
    try fields.visit("size", &size)
    try fields.visit("position", &position)
  }
}

extension CoatOfArms.Division: Record {
  static var blank: CoatOfArms.Division { CoatOfArms.Division(division: "", tincture: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("division", &division)
    try fields.visit("tincture", &tincture)
    try fields.visit("line", &line)
  }
}

extension CoatOfArms.Ordinary: Record {
  static var blank: CoatOfArms.Ordinary { CoatOfArms.Ordinary(ordinary: "", tincture: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("ordinary", &ordinary)
    try fields.visit("tincture", &tincture)
    try fields.visit("line", &line)
    try fields.visit("divided", &divided)
    try fields.visit("is-above", &isAbove)
  }
}

extension CoatOfArms.Charge: Record {
  static var blank: CoatOfArms.Charge {
    CoatOfArms.Charge(charge: "", tinctures: [], positions: "")
  }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("charge", &charge)
    try fields.visit("tinctures", &tinctures)
    try fields.visit("positions", &positions)
    try fields.visit("size", &size)
    try fields.visit("is-sinister", &isSinister)
    try fields.visit("is-reversed", &isReversed)
    try fields.visit("divided", &divided)
  }
}

// MARK: Looks

extension Unmodeled: Record {
  static var blank: Unmodeled { Unmodeled() }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("tables", &tables)
  }
}

extension Unmodeled.Row: Record {
  static var blank: Unmodeled.Row { Unmodeled.Row(id: 0, fields: []) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("fields", &self.fields)
  }
}

extension Unmodeled.Field: Record {
  static var blank: Unmodeled.Field { Unmodeled.Field(key: "", json: "null") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("key", &key)
    try fields.visit("json", &json)
  }
}

extension Presentation: Record {
  static var blank: Presentation { Presentation() }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("order", &order)
    try fields.visit("active", &active)
    try fields.visit("style-preset", &stylePreset)
    try fields.visit("state-names", &stateNames)
    try fields.visit("groups", &groups)
    try fields.visit("fonts", &fonts)
    try fields.visit("legend", &legend)
    try fields.visit("winds", &winds)
  }
}

extension SavedWind.Direction: Storable {}

extension SavedWind: Record {
  static var blank: SavedWind { SavedWind(.east, .zero) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("direction", &direction)
    try fields.visit("position", &position)
  }
}

extension SavedLegend: Record {
  static var blank: SavedLegend { SavedLegend(title: "", rows: []) }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("title", &title)
    try fields.visit("rows", &rows)
  }
}

extension SavedLegend.Row: Record {
  static var blank: SavedLegend.Row { SavedLegend.Row(id: nil, color: .hatch(0), name: "") }
  mutating func visit(_ fields: inout some FieldVisitor) throws {
    try fields.visit("id", &id)
    try fields.visit("color", &color)
    try fields.visit("name", &name)
  }
}

extension Path: Storable {
  /// A list of segments: a letter (M, L, C, Z) and its numbers.
  static func load(_ view: JSONView) throws -> Path {
    guard view.isArray else { throw InvalidField("a list of segments") }
    var path = Path()
    for segment in view.elements {
      let numbers = try segment.elements.dropFirst().map { try Double.load($0) }
      switch (segment[0]?.string, numbers.count) {
      case ("M"?, 2): path.move(to: Point(numbers[0], numbers[1]))
      // A figure begins with a move.
      case ("L"?, 2) where !path.isEmpty: path.line(to: Point(numbers[0], numbers[1]))
      case ("C"?, 6) where !path.isEmpty:
        path.curve(
          to: Point(numbers[4], numbers[5]), Point(numbers[0], numbers[1]),
          Point(numbers[2], numbers[3]))
      case ("Z"?, 0) where !path.isEmpty: path.close()
      default: throw InvalidField("segments M, L, C and Z with their numbers")
      }
    }
    return path
  }

  func store(_ json: inout JSONWriter) {
    var rest = points[...]
    json.array { json in
      for verb in verbs {
        let (letter, count) =
          switch verb {
          case .move: ("M", 1)
          case .line: ("L", 1)
          case .curve: ("C", 3)
          case .close: ("Z", 0)
          }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        json.array { json in
          json.string(letter)
          for point in taken {
            point.x.store(&json)
            point.y.store(&json)
          }
        }
      }
    }
  }
}
