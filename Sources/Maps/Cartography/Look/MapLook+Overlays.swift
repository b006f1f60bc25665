// SPDX-License-Identifier: MIT
// Part of Platen: the settings of what lies over the land: grid, compass, armies, trade, rulers, fog
// and legend.

internal import Drawing

extension MapLook {
  struct Grid: Hashable {
    /// The raw value of a `GridKind`.
    var kind = GridKind.pointyHex.rawValue
    var size = 25.0
    var distance = 0.0
    var dx = 0.0
    var dy = 0.0
    var rotation = 0.0
    var line = Line(color: Color(bytes: 0x77, 0x77, 0x77).opacity(0.8), width: 0.5)
    var isNumbered = false
    var label = Lettering(
      families: ["Noto Sans", "Liberation Sans", "DejaVu Sans"], size: 4,
      color: Color(bytes: 0x55, 0x55, 0x55), halo: Color.white.opacity(0.5), haloWidth: 0.5)
  }

  struct Compass: Hashable {
    var shape = RoseShape.winds.rawValue
    var rings = 0.0
    var place = "top-left"
    var size = 90.0
    var margin = 35.0
    var ink = Color(bytes: 0x2f, 0x35, 0x48)
    var light = Color(bytes: 0xf4, 0xf6, 0xf8)
    var accent = Color(bytes: 0xa8, 0x3b, 0x32)
    var opacity = 0.8
    var rhumbs = Line(color: Color(bytes: 0x2f, 0x35, 0x48).opacity(0.35), width: 0.3)
    var label = Lettering(size: 11, halo: .clear, haloWidth: 0)
  }

  struct Military: Hashable {
    var size = 6.0
    var opacity = 1.0
    var line = Line(color: .black, width: 0.3)
    var label = Lettering(
      families: ["Helvetica", "Liberation Sans", "Noto Sans"], size: 4.6, color: .white,
      halo: Color.black.opacity(0.55), haloWidth: 0.3)
    var base = Line(color: .clear, width: 0)
  }

  struct Rulers: Hashable {
    var line = Line(color: Color(bytes: 0x6b, 0x6b, 0x6b), width: 2, dash: [10])
    var back = Line(color: .white, width: 2)
    var label = Lettering(
      families: ["Noto Serif", "Liberation Serif"], size: 20,
      color: Color(bytes: 0x3d, 0x3d, 0x3d), halo: Color.white.opacity(0.7), haloWidth: 2)
    var areaFill = Color(bytes: 0x6b, 0x6b, 0x6b).opacity(0.15)
  }

  struct Fogging: Hashable {
    var fill = Color(bytes: 0x30, 0x42, 0x6f)
    var opacity = 0.98
    var mist = Color(bytes: 0xe8, 0xf0, 0xf6).opacity(0.25)
    var blur = 0.0
  }

  struct Legend: Hashable {
    var isAutomatic = false
    var place = "bottom-left"
    var rows = 12.0
    var label = Lettering(size: 11, color: .black, halo: .clear, haloWidth: 0)
    var title = Lettering(size: 13, weight: 700, color: .black, halo: .clear, haloWidth: 0)
    var swatch = Line(color: Color(bytes: 0x11, 0x11, 0x11), width: 0.5)
    var fill = Color.white.opacity(0.8)
    var line = Line(
      color: Color(bytes: 0x81, 0x29, 0x29), width: 2.5, dash: [0, 4, 10, 4], isRound: true)
    var padding = 12.0
    var margin = 16.0
  }

  struct Goods: Hashable {
    var opacity = 1.0
    var size = 6.0
    var line = Line(color: Color(bytes: 0x33, 0x33, 0x33), width: 0.3)
    var label = Lettering(
      families: ["Noto Sans", "Liberation Sans", "DejaVu Sans"], size: 3, weight: 600,
      color: .white, halo: Color.black.opacity(0.4), haloWidth: 0.3)
    var plates = 3.0
    var plateLine = Line(color: Color(bytes: 0x41, 0x41, 0x4f), width: 0.2)
  }

  struct Markets: Hashable {
    var fillOpacity = 0.03
    var lineOpacity = 0.8
    var lineWidth = 1.0
    var size = 6.0
  }

  struct Trade: Hashable {
    var line = Line(color: Color(bytes: 0xb0, 0x6a, 0x1f).opacity(0.75), width: 3, isRound: true)
    var least = 0.4
    var dot = Color(bytes: 0x6e, 0x3c, 0x0e)
  }

  static let overlayFields: [MapLookField] = gridFields + tokenFields + tradeFields + coverFields

  private static let gridFields: [MapLookField] =
    [
      .choice(
        "grid.kind", GridKind.allCases.map(\.rawValue), \.grid.kind, "Shape of the grid's cells"),
      .number(
        "grid.size", 1...10_000, \.grid.size,
        "Width of a cell across its sides, in map units, whatever the sheet"),
      .number(
        "grid.distance", 0...1_000_000, \.grid.distance,
        "That width in the world's own unit of distance instead; 0 takes grid.size"),
      .number("grid.dx", -10_000...10_000, \.grid.dx, "How far the grid is moved to the right"),
      .number("grid.dy", -10_000...10_000, \.grid.dy, "How far the grid is moved down"),
      .number(
        "grid.rotation", -180...180, \.grid.rotation,
        "Degrees the grid is turned clockwise about the sheet's middle"),
      .flag(
        "grid.numbered", \.grid.isNumbered,
        "Whether squares and hexes bear their column and row: 0101, 0102"),
    ]
    + MapLookField.line("grid.line", \.grid.line, "the grid")
    + MapLookField.lettering("grid.label", \.grid.label, "the numbers of the grid")
    + [
      .choice("compass.place", corners, \.compass.place, "Where the compass rose stands"),
      .choice(
        "compass.shape", RoseShape.allCases.map(\.rawValue), \.compass.shape,
        "A rose of thirty-two winds, one of loose strokes of a brush, or a star under the pole star"
      ),
      .number(
        "compass.rings", 0...24, \.compass.rings,
        "How many circles of degrees lie round the rose, drawn as the rhumb lines"),
      .length("compass.size", \.compass.size, "Height of the compass rose"),
      .length("compass.margin", \.compass.margin, "Distance of the rose from the sheet's edge"),
      .color("compass.ink", \.compass.ink, "The dark of the compass rose"),
      .color("compass.light", \.compass.light, "The light of the compass rose"),
      .color("compass.accent", \.compass.accent, "Symbol of the north"),
      .number("compass.opacity", 0...1, \.compass.opacity, "Opacity of rose and rhumb lines"),
    ]
    + MapLookField.line("compass.rhumbs", \.compass.rhumbs, "the rhumb lines over the sea")
    + MapLookField.lettering("compass.label", \.compass.label, "the letters of the winds")

  private static let tokenFields: [MapLookField] =
    [
      .length("military.size", \.military.size, "Height of a regiment's box"),
      .number("military.opacity", 0...1, \.military.opacity, "Opacity of these boxes' fill"),
    ]
    + MapLookField.line("military.line", \.military.line, "the outline of regiments")
    + MapLookField.lettering("military.label", \.military.label, "the numbers of regiments")
    + MapLookField.line(
      "military.base", \.military.base, "the line from a regiment to its base")

  private static let tradeFields: [MapLookField] =
    [
      .number(
        "goods.opacity", 0...1, \.goods.opacity, "Opacity of the cells where goods come from"),
      .length("goods.size", \.goods.size, "Width of the symbol of a good; 0 draws none"),
      .length(
        "goods.plates", \.goods.plates, "Height of the plates with what a burg sells; 0 draws none"
      ),
    ]
    + MapLookField.line("goods.plate", \.goods.plateLine, "the outline of these plates")
    + MapLookField.line("goods.line", \.goods.line, "the outline of signs of goods")
    + MapLookField.lettering("goods.label", \.goods.label, "the letters of signs of goods")
    + [
      .number(
        "markets.fill-opacity", 0...1, \.markets.fillOpacity,
        "Opacity of the fill of markets' territories"),
      .number(
        "markets.line-opacity", 0...1, \.markets.lineOpacity,
        "Opacity of the outline of markets' territories"),
      .length("markets.line-width", \.markets.lineWidth, "Width of that outline; 0 draws none"),
      .length("markets.size", \.markets.size, "Width of the symbol of a market; 0 draws none"),
    ]
    + MapLookField.line("trade.line", \.trade.line, "the busiest way of trade")
    + [
      .length("trade.least", \.trade.least, "Width of the quietest way of trade"),
      .color("trade.dot", \.trade.dot, "The ends of these ways"),
    ]

  private static let coverFields: [MapLookField] =
    [
      .color("fogging.fill", \.fogging.fill, "Fog over areas out of focus"),
      .number("fogging.opacity", 0...1, \.fogging.opacity, "Opacity of the fog"),
      .color("fogging.mist", \.fogging.mist, "Lighter shade round free areas"),
      .length("fogging.blur", \.fogging.blur, "How softly the fog ends; 0 is a sharp edge"),
    ]
    + MapLookField.line("rulers.line", \.rulers.line, "rulers")
    + MapLookField.line("rulers.back", \.rulers.back, "the line under rulers")
    + MapLookField.lettering("rulers.label", \.rulers.label, "labels of rulers")
    + [
      .color("rulers.area", \.rulers.areaFill, "Areas that were measured"),
      .flag(
        "legend.auto", \.legend.isAutomatic,
        "Whether a map whose colors have no names on it gets a legend by itself"
      ),
      .choice("legend.place", corners, \.legend.place, "Where the legend stands"),
      .number("legend.rows", 1...60, \.legend.rows, "Rows of a column of the legend"),
      .color("legend.fill", \.legend.fill, "Plate behind the legend"),
      .length("legend.padding", \.legend.padding, "Room round the legend on its plate"),
      .length("legend.margin", \.legend.margin, "Distance of the plate from the sheet's edge"),
    ]
    + MapLookField.line("legend.line", \.legend.line, "the edge of that plate")
    + MapLookField.line("legend.swatch", \.legend.swatch, "the outline of the legend's colors")
    + MapLookField.lettering("legend.label", \.legend.label, "the words of the legend")
    + MapLookField.lettering("legend.title", \.legend.title, "the title of the legend")

  /// The style of overlays on land, drawn with ink on paper.
  mutating func inkOverlays(
    ink: Color, soft: Color, paper: Color, accent: Color, sea: Color, families: [String]
  ) {
    func letters(_ size: Double, weight: Double = 400, italic: Bool = false) -> Lettering {
      Lettering(
        families: families, size: size, weight: weight, isItalic: italic, color: ink,
        halo: paper.opacity(0.8), haloWidth: size * 0.08)
    }
    grid.line = Line(color: soft.opacity(0.55), width: 0.35)
    grid.label = letters(4)
    grid.label.color = soft
    compass = Compass(
      place: "auto", size: 104, margin: 30, ink: ink, light: paper, accent: accent, opacity: 1,
      rhumbs: Line(color: sea.opacity(0.3), width: 0.3), label: letters(11, weight: 500))
    compass.label.haloWidth = 0
    military = Military(
      size: 7, opacity: 1, line: Line(color: ink, width: 0.35),
      label: Lettering(
        families: families, size: 6.8, weight: 600, color: paper, halo: ink.opacity(0.45),
        haloWidth: 0.3), base: Line(color: ink.opacity(0.5), width: 0.3, dash: [1, 1]))
    rulers = Rulers(
      line: Line(color: accent, width: 0.9, dash: [5, 3]),
      back: Line(color: paper.opacity(0.9), width: 2), label: letters(10, italic: true),
      areaFill: accent.opacity(0.12))
    rulers.label.color = accent
    fogging = Fogging(
      fill: paper.mixed(with: soft, 0.3), opacity: 0.98, mist: paper.opacity(0.35), blur: 0)
    legend = Legend(
      isAutomatic: true, place: "auto", rows: 12, label: letters(9),
      title: letters(13, weight: 600),
      swatch: Line(color: ink, width: 0.35), fill: paper.opacity(0.95),
      line: Line(color: soft, width: 0.6), padding: 11, margin: 26)
    legend.label.haloWidth = 0
    legend.title.haloWidth = 0
    goods = Goods(
      opacity: 0.75, size: 6.5, line: Line(color: ink, width: 0.35),
      label: Lettering(
        families: families, size: 3.2, weight: 600, color: paper, halo: ink.opacity(0.4),
        haloWidth: 0.3), plates: 3.2, plateLine: Line(color: ink, width: 0.25))
    markets = Markets(fillOpacity: 0.06, lineOpacity: 0.85, lineWidth: 1, size: 7)
    trade = Trade(
      line: Line(color: accent.opacity(0.6), width: 2.6, isRound: true), least: 0.35, dot: ink)
  }
}
