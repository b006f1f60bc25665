// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about jobs of maps.

package import Diagnostics

extension Diagnostic.Code {
  package static let chargesMany = Self(
    "charges.many", .data,
    "The folder has more drawings of charges than are read. Remove those that are not used.")
  package static let correctionsRow = Self(
    "corrections.row", .data,
    "A row of the table of corrections has an invalid kind or id, or lacks an id and a name, or no",
    "row has a new name or a note.",
    "Correct the row; columns are kind, id or name, rename and note.")
  package static let heightsFlat = Self(
    "heights.flat", .data,
    "The whole region has one height, so the heightmap is flat. Choose another region.")
  package static let journeyMany = Self(
    "journey.many", .data,
    "The journey has more stops than a map shows. Use a file with fewer of them.")
  package static let journeyPlaces = Self(
    "journey.places", .data,
    "No place of the journey was found on the map, so none is drawn; or points of its file are not",
    "on its line, and are omitted.",
    "Name places with aliases as the message states, or correct their coordinates.")
  package static let mapEmptyFolder = Self(
    "map.empty-folder", .data,
    "No world was found in the folder. Check the path and the files' extensions.")
  package static let mapSameForPlayers = Self(
    "map.same-for-players", .data,
    "The map for game masters shows nothing that players do not see.",
    "Show zones, armies or markers, or remove audience: gm.")
  package static let mapTooMany = Self(
    "map.too-many", .data,
    "The folder has more worlds than one list may have.",
    "Make a list of each of several folders.")
  package static let mappingType = Self(
    "mapping.type", .data,
    "The file of import-mapping is not a mapping of kinds to old and new names.",
    "Write it as in the hint: a kind such as biomes, and below it each old name or number",
    "with the new name.")
  package static let overlaysColor = Self(
    "overlays.color", .data,
    "Colors of an overlay are invalid, and the look's are used.",
    "Write them as #rrggbb, rgb(…), hsl(…) or names of CSS.")
  package static let overlaysGeojson = Self(
    "overlays.geojson", .data,
    "The file is not valid GeoJSON, or a feature in it has an invalid geometry.",
    "Correct what is at the place that the message names.")
  package static let overlaysHidden = Self(
    "overlays.hidden", .data,
    "Hidden features of overlays are omitted on maps for players.",
    "Set audience: gm to show them.")
  package static let overlaysIcon = Self(
    "overlays.icon", .data,
    "An overlay names an icon without a drawing in the folder of symbols, so a pin is drawn.",
    "Add a file of that name to the folder that symbols names, or correct the name.")
  package static let overlaysMany = Self(
    "overlays.many", .data,
    "The overlays of a map are too many, or have too many features or points.",
    "Use fewer or simpler ones, or several maps.")
  package static let overlaysOutside = Self(
    "overlays.outside", .data,
    "Features of an overlay are outside of the map and not drawn, as when their coordinates are of",
    "another kind.",
    "Set coordinates: map-units for map units, or lonlat for degrees.")
  package static let overlaysShapeless = Self(
    "overlays.shapeless", .data,
    "Features of an overlay have no place, so they are not drawn. Add one, or remove them.")
  package static let overlaysTable = Self(
    "overlays.table", .data,
    "A table of points lacks columns of places, or a row has an invalid number.",
    "Name the columns x and y (map units), or longitude and latitude (degrees).")
  package static let rasterContradiction = Self(
    "raster.contradiction", .data,
    "Two settings of the image's format cannot be used together. Remove one of them.")
  package static let rasterNoAlpha = Self(
    "raster.no-alpha", .data,
    "The map is transparent, which this format cannot be, so its background is white.",
    "Write .png, .webp or .tif to keep it.")
  package static let symbolsImage = Self(
    "symbols.image", .data,
    "A drawing of a symbol has parts that are not read as shapes, so it is drawn as an image and",
    "is not sharp at every size. Use shapes with plain fills and strokes.")
  package static let symbolsMany = Self(
    "symbols.many", .data,
    "The folder has more drawings of symbols than are read. Remove those that are not used.")
  package static let symbolsUnknown = Self(
    "symbols.unknown", .data,
    "A file in the folder of symbols has a name that replaces nothing, and is not used.",
    "Rename it as in the hint.")
  package static let tilesOption = Self(
    "tiles.option", .data,
    "Settings of the tiles cannot be used together, since one excludes the other.",
    "Remove one of them, or use the alternative in the hint.")
}

extension CodeTable {
  /// Codes of diagnostics about jobs of maps.
  package static let mapJobs = CodeTable(
    "MapJobs", "jobs of maps",
    [
      .chargesMany, .correctionsRow, .heightsFlat, .journeyMany, .journeyPlaces, .mapEmptyFolder,
      .mapSameForPlayers,
      .mapTooMany, .mappingType, .overlaysColor, .overlaysGeojson, .overlaysHidden, .overlaysIcon,
      .overlaysMany, .overlaysOutside, .overlaysShapeless, .overlaysTable, .rasterContradiction,
      .rasterNoAlpha, .symbolsImage,
      .symbolsMany, .symbolsUnknown, .tilesOption,
    ])
}
