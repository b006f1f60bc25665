// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a map job and the options of its outputs.

internal import Cartography
internal import JobKit

/// The keys of a map job in a manifest.
enum MapKeys {
  /// The content of outputs.
  enum Show: String, CaseIterable {
    case map, heightmap, library
  }

  static let input = OptionKey(
    "map", .oneOrMore(.path),
    "the world: a save or export of FMG, JSON or .wfmap "
      + "of World Foundry, or a .platenworld; with wildcards, one job per file",
    example: "worlds/*.map")
  static let look = SharedKeys.look.declared(uses: isDrawn)
  static let layers = OptionKey(
    "layers", .oneOrMore(.text),
    "the layers to show: a preset or a list (default: the look's)",
    example: "political", flag: .joined, offered: .layers, uses: isDrawn)
  static let title = OptionKey(
    "title", .either(.flag, .text),
    "the title: your own text, false for none, true for the name of the world or region",
    example: "The Known World", uses: isTitled)
  static let subtitle = OptionKey(
    "subtitle", .either(.flag, .text),
    "the line under the title: false for none, true for the "
      + "world's year, or your own text", example: "in the year 742", uses: isTitled)
  static let labels = OptionKey(
    "label-density", .number(0...20),
    "the density of burg names: 0 for capitals only, 1 as usual, 2 twice as many "
      + "(default: the look's)",
    example: "1.5", uses: isDrawn)
  static let coastline = OptionKey(
    "coastline", .word(["auto", "smooth", "jagged"]),
    "shape of coasts; auto follows the FMG version that saved the map (default: auto)",
    example: "jagged", uses: isDrawn)
  static let grid = OptionKey(
    "grid",
    .either(
      .word(GridKind.allCases.map(\.rawValue)),
      .mapping([
        ManifestKey(
          "kind", .word(GridKind.allCases.map(\.rawValue)), "the shape of its cells",
          example: "flat-hex"),
        ManifestKey(
          "size", .text,
          "the width of a cell, in map units or as a distance on the ground",
          example: "24 mi"),
        ManifestKey(
          "numbered", .flag, "whether squares and hexes show their column and row",
          example: "true"),
        ManifestKey(
          "rotation", .number(-180...180), "clockwise rotation in degrees", example: "15"),
        ManifestKey(
          "dx", .number(-10_000...10_000), "shift to the right in map units",
          example: "12.5"),
        ManifestKey(
          "dy", .number(-10_000...10_000), "shift down in map units", example: "12.5"),
      ])), "a grid over the map: its kind, or a mapping of settings",
    example: "{ kind: flat-hex, size: 24 mi, numbered: true }", uses: isDrawn)
  static let language = SharedKeys.language.declared(
    "language of words on a map and about it (default: en)",
    example: "de", uses: isDrawn)
  static let phrases = SharedKeys.phrases.declared(uses: isDrawn)
  static let charges = OptionKey(
    "charges", .folder,
    "a folder of charges of coats of arms: SVG files such as lionRampant.svg", example: "heraldry",
    uses: [.with(show, .map), .notIn(formats: DataOutput.names)])
  static let symbols = OptionKey(
    "symbols", .folder,
    "a folder of symbols: SVG files such as capital.svg, mountain-2.svg",
    example: "symbols", uses: [.with(show, .map), .notIn(formats: DataOutput.names)])
  static let routes = OptionKey(
    "routes", .oneOrMore(.form(.route)),
    "ways between towns to draw with their days: towns with > between them, and by foot, horse, road "
      + "or ship", example: "Ebbville > Karn by horse",
    uses: [.with(show, .map), .notIn(formats: DataOutput.names)])
  static let overlays = OptionKey(
    "overlays",
    .oneOrMore(.either(.path, .mapping(OverlayRequest.Keys.declared))),
    "points, lines and areas to draw: GeoJSON, or tables of points (CSV, XLSX, JSON); or mappings of "
      + "a file and its settings",
    example: "[quests.geojson, { file: camps.csv, icon: tent }]",
    uses: [.with(show, .map), .notIn(formats: DataOutput.names)])
  static let journey = OptionKey(
    "journey", .either(.path, .mapping(JourneyRequest.Keys.declared)),
    "a party's journey to draw with its stops and dates: a campaign, GeoJSON, or a table of points",
    example: "story.json",
    uses: [.with(show, .map), .notIn(formats: DataOutput.names)])
  static let salvage = OptionKey(
    "salvage", .flag,
    "use the intact parts of a damaged save (default: false)",
    example: "true")
  static let importMapping = OptionKey(
    "import-mapping",
    .either(
      .mapping([
        ManifestKey(
          "biomes", .table(of: .text), "new names by biome number", example: "{ 5: Taiga }"),
        ManifestKey(
          "culture-types", .table(of: .text), "new names by name", example: "{ Naval: Sea }"),
        ManifestKey(
          "government-types", .table(of: .text), "new names by name",
          example: "{ Diarchy: Double crown }"),
      ]), .path),
    "other names for biomes, culture types and governments",
    example: "mapping.json")
  /// A key of the job, and an option of formats that hold heights.
  static let show = OptionKey(
    "show", .word(of: Show.self),
    "what to show: the map; in a .png or .tif its heights as 16-bit grays, the sea at 20 of 100; or "
      + "a list of all worlds in a folder", example: "library", defaultValue: "map")

  /// The conditions of what is drawn: heights and data are not.
  private static let isDrawn: [OptionUse] = [
    .with(show, .map, .library), .notIn(formats: DataOutput.names, except: show, .library),
  ]
  /// The same for what is on maps or pages alone.
  private static let isTitled: [OptionUse] = [
    .with(show, .map, .library), .notIn(formats: DataOutput.names),
  ]

  static let width = OptionKey(
    "width", .integer(1...MapSize.sideLimit), "width in pixels", example: "4096")
  static let height = OptionKey(
    "height", .integer(1...MapSize.sideLimit), "height in pixels", example: "2048")
  static let scale = OptionKey(
    "scale", .either(.number(0.001...1000), .form(.scale)),
    "pixels per map unit; with paper, the scale",
    example: "25 mi per in", defaultValue: "1")
  static let paper = OptionKey(
    "paper", .form(.paper),
    "the sheet of paper that the map fills", example: "A3")
  static let fit = OptionKey(
    "fit", .word(of: MapFit.self),
    "how a map fills paper of another shape; extend adds sea, crop cuts off the least land, frame "
      + "adds a mat",
    example: "crop", defaultValue: "extend", uses: [.with(show, .map)])
  static let orientation = OptionKey(
    "orientation", .word(["auto", "landscape", "portrait"]),
    "the orientation of the paper; auto follows the map (default: auto)", example: "landscape")
  static let dpi = OptionKey(
    "dpi", .number(1...4800), "pixels per inch in print (default: 300 on paper)", example: "300")
  static let margin = OptionKey(
    "margin", .number(0...500),
    "empty border of the paper in millimeters (default: 0)", example: "10")
  static let region = WorldKeys.region
  static let padding = OptionKey(
    "padding", .number(0...200),
    "space around the region, in % of its longer side (default: 6, or 0 for px, geo)",
    example: "10", uses: [.along(with: region)])
  static let text = OptionKey(
    "text-size", .word(["scaled", "fixed"]),
    "whether text grows with the image or keeps its size", example: "scaled",
    defaultValue: "scaled", uses: [.with(show, .map)])
  static let letters = OptionKey(
    "text-as", .word(MapVectors.letterings),
    "text of an .svg: as outlines, or as text to edit where the fonts are installed",
    example: "text", defaultValue: "outlines")

  /// The keys of an image's size and of the part of the map that it shows.
  static let sizes: [any DeclaredKey] = [
    width, height, scale, paper, fit, orientation, dpi, margin, region, padding, text,
  ]

  static let grammar = JobGrammar(
    name: input.name,
    summary: "a fantasy map drawn or converted",
    keys: [
      input, look, layers, title, subtitle, labels, coastline, grid, language, phrases,
      WorldKeys.unexplored, WorldKeys.corrections, charges, symbols, routes, overlays, journey,
      salvage,
      importMapping, show,
    ],
    options: [
      width, height, scale, paper, fit, orientation, dpi, margin, region, padding, text, letters,
    ] + PrintKeys.options + RasterKeys.options + TileKeys.options + TabletopKeys.options
      + DataKeys.options,
    alternatives: [
      OptionWay([width, height]), OptionWay([scale]),
      OptionWay([paper], details: [orientation, margin] + PrintKeys.cut),
    ] + PrintKeys.alternatives,
    formats: [RasterFormat.png.row] + MapPageFormat.rows
      + RasterFormat.allCases.dropFirst().map(\.row) + TileRequest.Container.rows
      + TabletopFormat.rows
      + DataOutput.rows
      + WorldLibrary.formats,
    declined: DataKeys.instead)
}
