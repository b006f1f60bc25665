// SPDX-License-Identifier: MIT
// Part of Platen: the look of a map: every number, color and font of the drawing.

internal import Diagnostics
public import Drawing

/// Every number, color and font of a map's drawing.
///
/// The settings are those of `MapLook.fields`, read and changed by their dotted names; that table
/// is also their documentation. Sizes are map units of a sheet whose width is `sheet.reference`.
public struct MapLook: Hashable, Sendable, LookTable {
  /// The look's name, such as `parchment`.
  public var name: String
  /// The look's own description, as one clause; may be empty.
  public var about = ""

  var sheet = Sheet()
  var ocean = Ocean()
  var land = Land()
  var coast = Coast()
  var lakes = Lakes()
  var ice = Ice()
  var rivers = Rivers()
  var regions = Regions()
  var heightmap = Heightmap()
  var hillshade = Hillshade()
  var relief = Relief()
  var texture = Texture()
  var borders = Borders()
  var routes = Routes()
  var climate = Climate()
  var people = People()
  var emblems = Emblems()
  var burgs = Burgs()
  var labels = Labels()
  var markers = Markers()
  var zones = Zones()
  var graticule = Graticule()
  var scaleBar = ScaleBar()
  var title = Title()
  var frame = Frame()
  var inset = Inset()
  var vignette = Vignette()
  var cells = CellMesh()
  var grid = Grid()
  var compass = Compass()
  var military = Military()
  var goods = Goods()
  var markets = Markets()
  var trade = Trade()
  var fogging = Fogging()
  var rulers = Rulers()
  var legend = Legend()
  var layerStyles = LayerStyles()
  var saved = SavedLettering()

  init(name: String) { self.name = name }

  /// The looks that are built in, in the order they are listed.
  public static let builtIn: [MapLook] = [.parchment, .azgaarBase]

  /// Presets and layers the look is meant for, where the job sets none.
  public var defaultLayers: [String] { sheet.layers }

  /// Names of color ramps for settings.
  public static var schemeNames: [String] { ColorScheme.names }

  /// The built-in look with this name.
  ///
  /// Throws `Failure` with code `look.unknown` and a hint when there is none.
  public static func named(_ name: String) throws -> MapLook {
    if let look = builtIn.first(where: { $0.name == name }) { return look }
    throw Failure(
      .error(
        .lookUnknown, "unknown look \"\(name)\"",
        hints: [nearMissHint(name, among: builtIn.map(\.name), listedBy: "looks")]))
  }

  /// The setting with this dotted name, or nil when there is none.
  public func value(of name: String) -> LookValue? { MapLook.field(named: name)?.get(self) }

  /// Changes a setting by its dotted name.
  ///
  /// Throws `Failure`: `look.field` for an unknown name, `look.value` for a value it cannot hold.
  public mutating func set(_ name: String, to value: LookValue) throws {
    guard let field = MapLook.field(named: name) else {
      throw Failure(
        .error(
          .lookField, "unknown setting \"\(name)\" in a \(MapLook.description)",
          at: SourceLocation(field: name),
          hints: [
            nearMissHint(name, among: MapLook.fields.map(\.name), listedBy: "looks --settings")
          ]))
    }
    try field.set(&self, value)
  }

  /// The row of `fields` with this name. O(number of fields).
  public static func field(named name: String) -> MapLookField? {
    fields.first { $0.name == name }
  }

  public static var description: String { "map look" }

  public static func isGroup(_ name: String) -> Bool {
    fields.contains { $0.name.hasPrefix(name + ".") }
  }

  public static func names(like name: String) -> [String] { fields.map(\.name) }

  /// The same look as it comes back from a look file: colors there have eight bits.
  func normalized() -> MapLook {
    var copy = self
    for field in MapLook.fields {
      if let value = field.get(self) { field.store(&copy, value) }
    }
    return copy
  }

  /// The same look with every length multiplied, or those whose names begin with `prefix`, for a
  /// sheet larger or smaller than it was meant for.
  func scaled(by factor: Double, prefix: String = "") -> MapLook {
    guard factor != 1 else { return self }
    var copy = self
    for field in MapLook.fields where field.kind == .length && field.name.hasPrefix(prefix) {
      if case .number(let v) = field.get(self) { field.store(&copy, .number(v * factor)) }
    }
    for field in MapLook.fields
    where field.kind == .numbers && field.name.hasPrefix(prefix) && field.name.hasSuffix(".dash") {
      if case .list(let items) = field.get(self) {
        let scaled = items.map { item -> LookValue in
          if case .number(let v) = item { .number(v * factor) } else { item }
        }
        field.store(&copy, .list(scaled))
      }
    }
    if prefix.isEmpty || prefix == "burgs." {
      copy.saved = saved.scaled(by: factor, isForBurgs: !prefix.isEmpty)
    }
    return copy
  }
}

// MARK: What the settings are kept in; their documentation is the table of fields

extension MapLook {
  /// The look of letters.
  struct Lettering: Hashable {
    var families = ["Almendra SC", "EB Garamond", "Linux Libertine O", "Noto Serif"]
    var size = 10.0
    var weight = 400.0
    var isItalic = false
    var color = Color(bytes: 0x3e, 0x3e, 0x4b)
    /// The spacing in em.
    var spacing = 0.0
    var isUpper = false
    var halo = Color.white.opacity(0.6)
    var haloWidth = 1.0
  }

  /// A line's pen.
  struct Line: Hashable {
    var color = Color.black
    var width = 1.0
    var dash: [Double] = []
    var isRound = false

    var stroke: Stroke {
      Stroke(
        color, width: width,
        dash: dash.allSatisfy { $0 >= 0 } && dash.contains { $0 > 0 } ? dash : [],
        cap: isRound ? .round : .butt, join: .round)
    }
    var isVisible: Bool { width > 0 && color.alpha > 0 }
  }

  struct Sheet: Hashable {
    var reference = 0.0
    var background = Color.black
    var tone = "none"
    /// The layers that are shown by default.
    var layers: [String] = []
  }

  struct Land: Hashable {
    var fill = Color(bytes: 0xee, 0xf6, 0xfb)
  }

  struct Fill: Hashable {
    /// Of all of the layer; `fillOpacity` is of the fills alone.
    var opacity = 1.0
    var fillOpacity = 1.0
    /// Stand for the world's own colors.
    var palette: [Color] = []
    var line = Line(color: .clear, width: 0)
    var isSmooth = false
    /// Chroma is multiplied by this, and then limited.
    var chroma = 1.0
    var chromaLimit = 1.0
    /// The degree to which lightness is drawn towards `lightness`.
    var evenness = 0.0
    var lightness = 0.8
    var band = 0.0
    var bandOpacity = 0.4
    var bandDarker = 1.0
    var bandBlur = 0.0
    var wash = Wash()
  }

  struct Regions: Hashable {
    var states = Fill(opacity: 0.4)
    var provinces = Fill(opacity: 0.7)
    var cultures = Fill(
      opacity: 0.6, line: Line(color: Color(bytes: 0x77, 0x77, 0x77), width: 0.5))
    var religions = Fill(opacity: 0.7)
    var biomes = Fill()
  }

  struct Heightmap: Hashable {
    var scheme = "bright"
    var skip = 5.0
    var relax = 0.0
    var opacity = 1.0
    var showsOcean = false
    /// Empty for the land's.
    var oceanScheme = ""
    var oceanOpacity = 1.0
    var curve = "smooth"
    var terracing = 0.0
    var isComplete = false
    var line = Line(color: .clear, width: 0)
  }

  struct Borders: Hashable {
    var states = Line(
      color: Color(bytes: 0x56, 0x56, 0x6d).opacity(0.8), width: 1, dash: [2])
    var provinces = Line(
      color: Color(bytes: 0x56, 0x56, 0x6d).opacity(0.8), width: 0.12, dash: [0.75, 0.75])
    var stateHalo = Line(color: .clear, width: 0)
  }

  struct Routes: Hashable {
    var roads = Line(color: Color(bytes: 0xd0, 0x63, 0x24).opacity(0.9), width: 0.7, dash: [2])
    var trails = Line(
      color: Color(bytes: 0xd0, 0x63, 0x24).opacity(0.9), width: 0.25, dash: [0.8, 1.6])
    var seaRoutes = Line(
      color: Color.white.opacity(0.9), width: 0.35, dash: [1, 2], isRound: true)
    var others = Line(
      color: Color(bytes: 0xd0, 0x63, 0x24).opacity(0.9), width: 0.25, dash: [0.8, 1.6])
  }

  struct Climate: Hashable {
    var temperatureScheme = "bright"
    var temperatureOpacity = 0.3
    var temperatureLine = 1.8
    var temperatureLabel = Lettering(
      families: ["Helvetica", "Liberation Sans", "Noto Sans", "DejaVu Sans"], size: 8, weight: 700,
      color: .black)
    var precipitationFill = Color(bytes: 0x00, 0x3d, 0xff)
    /// Empty for circles.
    var precipitationScheme = ""
    var precipitationOpacity = 1.0
  }

  struct People: Hashable {
    var rural = Line(color: Color(0, 0, 1), width: 1.6)
    var urban = Line(color: Color(1, 0, 0), width: 1.6)
  }

  static let markShapes = [
    "none", "circle", "ring", "dot", "square", "squared", "diamond", "triangle", "cross", "star",
    "star-4", "star-6", "star-8", "starred", "castle", "houses", "house", "church", "tower",
  ]

  struct Rank: Hashable {
    var shape: String
    var size: Double
    var fill = Color.white.opacity(0.7)
    var stroke = Color(bytes: 0x3e, 0x3e, 0x4b)
    var strokeWidth: Double
    var label: Lettering
  }

  struct Burgs: Hashable {
    var capital = Rank(
      shape: "square", size: 2, strokeWidth: 0.2, label: Lettering(size: 6))
    var city = Rank(shape: "circle", size: 1.5, strokeWidth: 0.15, label: Lettering(size: 5))
    var town = Rank(shape: "circle", size: 1, strokeWidth: 0.12, label: Lettering(size: 4))
    var village = Rank(shape: "circle", size: 0.7, strokeWidth: 0.09, label: Lettering(size: 3))
    var hamlet = Rank(shape: "circle", size: 0.5, strokeWidth: 0.06, label: Lettering(size: 2))
    var fort = Rank(shape: "triangle", size: 0.7, strokeWidth: 0.07, label: Lettering(size: 2))
    var portSize = 1.5
    var portColor = Color(bytes: 0x3e, 0x3e, 0x4b)
    var placement = ["n", "s", "e", "w", "ne", "nw", "se", "sw"]
    var labelGap = 0.6
    var marksUnnamed = true
    var figures = Line(color: .clear, width: 0)
  }

  struct Labels: Hashable {
    var density = 1.0
    var padding = 0.6
    var numbersCrowded = false
    var states = Lettering(size: 22)
    var statesNames = "auto"
    var statesMinSize = 8.0
    var statesMaxSize = 35.0
    var statesFill = 0.75
    var statesMaxSpacing = 0.0
    var statesClearOfBurgs = false
    var provinces = Lettering(families: ["Cinzel", "EB Garamond", "Noto Serif"], size: 6)
    var added = Lettering(size: 18)
    var water = Lettering(size: 5, isItalic: true)
    var showsLakes = false
    var showsRivers = false
    var regions = Lettering(size: 0)
  }

  struct Markers: Hashable {
    var pin = "bubble"
    var size = 30.0
    var fill = Color.white
    var line = Line(color: .black, width: 1)
    var dot = Color(bytes: 0x8e, 0x2f, 0x2f)
  }

  struct Zones: Hashable {
    var opacity = 0.6
    var line = Line(color: Color(bytes: 0x33, 0x33, 0x33), width: 0)
  }

  struct Graticule: Hashable {
    var line = Line(color: Color(bytes: 0xd4, 0xd4, 0xd4), width: 1, dash: [5])
    var label = Lettering(
      families: ["Noto Sans Mono", "DejaVu Sans Mono"], size: 12,
      color: Color(bytes: 0x33, 0x33, 0x33))
  }

  static let corners = [
    "auto", "top-left", "top", "top-right", "bottom-left", "bottom", "bottom-right",
  ]

  struct ScaleBar: Hashable {
    var place = "bottom-right"
    var style = "line"
    var hasTwoUnits = false
    var size = 2.0
    var thickness = 2.0
    var color = Color(bytes: 0x35, 0x35, 0x40)
    var light = Color.white
    var label = Lettering(
      families: ["Georgia", "Gelasio", "Noto Serif"], size: 10,
      color: Color(bytes: 0x35, 0x35, 0x40), halo: .clear, haloWidth: 0)
    var backFill = Color.white.opacity(0.2)
    var backLine = Line(color: .clear, width: 0)
    var padding = 12.0
    var margin = 10.0
  }

  struct Title: Hashable {
    var place = "auto"
    var shape = Cartouche.plate.rawValue
    var label = Lettering(size: 0)
    var subtitle = Lettering(size: 0)
    var fill = Color.clear
    var line = Line(color: .clear, width: 0)
    var padding = 14.0
    var margin = 26.0
  }

  struct Frame: Hashable {
    var style = FrameStyle.bars.rawValue
    var margin = 0.0
    var outer = Line(color: .clear, width: 0)
    var inner = Line(color: .clear, width: 0)
    var gap = 0.0
    var fill = Color.clear
    var ticks = Color.clear
  }

  struct Inset: Hashable {
    var place = "auto"
    var size = 0.2
    var fill = Color.white.opacity(0.9)
    var line = Line(color: Color(bytes: 0x35, 0x35, 0x40), width: 0.8)
    var region = Line(color: Color(bytes: 0xb0, 0x20, 0x20), width: 1.2)
    var padding = 3.0
    var margin = 10.0
  }

  struct Vignette: Hashable {
    var color = Color.black
    var opacity = 0.3
    var blur = 20.0
    var inset = 3.0
  }

  struct CellMesh: Hashable {
    var line = Line(color: Color(bytes: 0x80, 0x80, 0x80), width: 0.1)
  }
}
