// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a map job and the options of its outputs.

internal import Cartography
internal import JobKit

/// What a manifest may say about maps.
enum MapKeys {
  static let input = OptionKey(
    "map", .oneOrMore(.path),
    "the world: a save or export of FMG, World "
      + "Foundry's JSON or .wfmap, a .platenworld; with wildcards, one job for each file",
    example: "worlds/*.map")
  static let look = SharedKeys.look
  static let layers = OptionKey(
    "layers", .oneOrMore(.text), "what it shows: a preset or a list of layers",
    example: "political", flag: .joined, offered: .layers)
  static let title = OptionKey(
    "title", .either(.flag, .text),
    "a title over it: false for none, true for the world's or the region's name, "
      + "or a text of your own", example: "The Known World")
  static let subtitle = OptionKey(
    "subtitle", .either(.flag, .text),
    "the line under the title: false for none, true for the "
      + "world's year, or a text of your own", example: "in the year 742")
  static let labels = OptionKey(
    "label-density", .number(0...20),
    "how many burgs are named: 0 capitals only, 1 as the look has it, 2 twice as many",
    example: "1.5")
  static let coastline = OptionKey(
    "coastline", .word(["auto", "smooth", "jagged"]),
    "how coasts run; auto is as the version that saved the map drew them", example: "jagged")
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
          "how wide a cell is from side to side: map units, or a distance on the ground",
          example: "24 mi"),
        ManifestKey(
          "numbered", .flag, "whether squares and hexes bear their column and row",
          example: "true"),
        ManifestKey(
          "rotation", .number(-180...180), "degrees it is turned clockwise", example: "15"),
        ManifestKey(
          "dx", .number(-10_000...10_000), "map units it is moved to the right",
          example: "12.5"),
        ManifestKey(
          "dy", .number(-10_000...10_000), "map units it is moved down", example: "12.5"),
      ])), "a grid laid over it: its kind, or more of it",
    example: "{ kind: flat-hex, size: 24 mi, numbered: true }")
  static let language = SharedKeys.language.declared(
    "the language of its few words: the winds, the legend's titles, what is said of a PDF or "
      + "SVG, a poster's plan, an index, a list of worlds",
    example: "de")
  static let charges = OptionKey(
    "charges", .folder,
    "a folder of your own drawings of charges in coats of arms: an SVG file for each, named "
      + "after it, such as lionRampant.svg", example: "heraldry")
  static let salvage = OptionKey(
    "salvage", .flag,
    "whether what is whole of a damaged save is used, with a warning for what is lost",
    example: "true")
  static let importMapping = OptionKey(
    "import-mapping",
    .either(
      .mapping([
        ManifestKey(
          "biomes", .table(of: .text), "new names by biome number", example: "{ 5: Taiga }"),
        ManifestKey(
          "culture_types", .table(of: .text), "new names by name", example: "{ Naval: Sea }"),
        ManifestKey(
          "government_types", .table(of: .text), "new names by name",
          example: "{ Diarchy: Double crown }"),
      ]), .path),
    "other names for biomes, culture types and governments",
    example: "mapping.json")
  static let width = OptionKey(
    "width", .integer(1...MapSize.sideLimit), "pixels across", example: "4096")
  static let height = OptionKey(
    "height", .integer(1...MapSize.sideLimit), "pixels down", example: "2048")
  static let scale = OptionKey(
    "scale", .number(0.001...1000), "pixels to one map unit, where no width is given",
    example: "2")
  static let paper = OptionKey("paper", .form(.paper), "the sheet it fills", example: "A3")
  static let orientation = OptionKey(
    "orientation", .word(["auto", "landscape", "portrait"]),
    "which way the paper lies; auto is as the map does", example: "landscape")
  static let dpi = OptionKey(
    "dpi", .number(1...4800), "pixels to the inch in print", example: "300")
  static let margin = OptionKey(
    "margin", .number(0...500), "millimetres of paper left free on each side", example: "10")
  static let region = OptionKey(
    "region", .form(.region), "the part that is shown", example: "state:Ardenfell")
  static let padding = OptionKey(
    "padding", .number(0...200),
    "room round the region, in hundredths of its longer side; what bears a name has 6",
    example: "10")
  static let text = OptionKey(
    "text-size", .word(["scaled", "fixed"]),
    "whether text grows with the picture or keeps its size", example: "scaled")
  static let letters = OptionKey(
    "text-as", .word(MapVectors.letterings),
    "how an .svg has its words: as outlines, which look the same everywhere, or as text, which can "
      + "be edited where the fonts are", example: "text")

  /// What says how large a picture is and which part of the map it shows.
  static let sizes: [any DeclaredKey] = [
    width, height, scale, paper, orientation, dpi, margin, region, padding, text,
  ]

  static let grammar = JobGrammar(
    name: input.name,
    summary: "a fantasy map drawn or converted",
    keys: [
      input, look, layers, title, subtitle, labels, coastline, grid, language, charges, salvage,
      importMapping, WorldLibrary.key,
    ],
    options: [
      width, height, scale, paper, orientation, dpi, margin, region, padding, text, letters,
    ] + PrintKeys.options + RasterKeys.options + TileKeys.options + DataKeys.options,
    alternatives: [
      OptionWay([width, height]), OptionWay([scale]),
      OptionWay([paper], details: [orientation, margin] + PrintKeys.cut),
    ] + PrintKeys.alternatives,
    forms: [RasterFormat.png.row] + MapPageForm.rows
      + RasterFormat.allCases.dropFirst().map(\.row) + TileRequest.Form.rows + DataOutput.rows
      + WorldLibrary.forms,
    declined: DataKeys.instead)
}
