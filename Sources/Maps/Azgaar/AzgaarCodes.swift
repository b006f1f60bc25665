// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about saves and exports of Azgaar's Fantasy Map Generator.

package import Diagnostics

extension Diagnostic.Code {
  package static let mapAncient = Self(
    "map.ancient", .data,
    "The save is of a version from before today's cells and tables, which cannot be read.",
    "Open it in FMG and save it again.")
  package static let mapAppleDouble = Self(
    "map.apple-double", .data,
    "The file is one of the \"._\" companions that macOS writes, not a map.",
    "Give the file of the same name without the leading \"._\".")
  package static let mapBase64 = Self(
    "map.base64", .data,
    "The file is Base64 text, as FMG's cloud storage keeps it, and was decoded.",
    "Nothing needs to be done.")
  package static let mapBiomes = Self(
    "map.biomes", .data,
    "The world has more biomes than can be numbered; the others are omitted.",
    "Remove some in FMG.")
  package static let mapBom = Self(
    "map.bom", .data,
    "The file begins with a byte order mark, which was skipped.",
    "An editor added it; nothing needs to be done.")
  package static let mapBurgPort = Self(
    "map.burg-port", .data,
    "The port of a burg is not a body of water and is removed.",
    "Correct it in FMG.")
  package static let mapBurgWithoutPlace = Self(
    "map.burg-without-place", .data,
    "A burg has no cell or position and is omitted. Delete or place it in FMG.")
  package static let mapCellCount = Self(
    "map.cell-count", .data,
    "A list of values has another number of entries than there are cells.",
    "The file was cut short or edited; use an intact copy.")
  package static let mapCellPlace = Self(
    "map.cell-place", .data,
    "Cells are far off the map, so the middle of their corners is used: the export was",
    "edited or damaged.",
    "Export the map again, or use the .map file.")
  package static let mapColor = Self(
    "map.color", .data,
    "A color in the save is not valid, and that of the look or none is used.",
    "Correct it in FMG.")
  package static let mapDrawingLineEndings = Self(
    "map.drawing-line-endings", .data,
    "Line endings within the saved drawing were restored.",
    "An editor or version control changed them; store .map files as binary.")
  package static let mapDrawingMissing = Self(
    "map.drawing-missing", .data,
    "The saved drawing is missing, and data that only it holds is lost.",
    "Take the file from an unedited copy.")
  package static let mapDuplicateId = Self(
    "map.duplicate-id", .data,
    "Rows of a table have an id that another row has, so they are renumbered or omitted: the",
    "save was edited by hand.",
    "Give each row an id of its own, or use an unedited copy.")
  package static let mapEmpty = Self(
    "map.empty", .data,
    "The file is empty or blank. The download or the save did not finish; save the map again.")
  package static let mapEncoding = Self(
    "map.encoding", .data,
    "Bytes that are not UTF-8, or control characters, were replaced.",
    "An editor saved the file in another encoding; use an unedited copy.")
  package static let mapFeatures = Self(
    "map.features", .data,
    "The saved islands and waters differ from those that the cells give, which are used.",
    "Names are kept where both agree.")
  package static let mapFeaturesTooMany = Self(
    "map.features-too-many", .data,
    "The world has more islands and waters than can be numbered, and the rest belong to none.",
    "Nothing needs to be done for drawing.")
  package static let mapGeojson = Self(
    "map.geojson", .data,
    "The file is a GeoJSON export, which holds one layer and not the world.",
    "Give the .map file or the full JSON export.")
  package static let mapGrid = Self(
    "map.grid", .data,
    "The terrain grid is too small, too large or has invalid points.",
    "The file is damaged; use an intact copy.")
  package static let mapGzip = Self(
    "map.gzip", .data,
    "The file is compressed with gzip.",
    "It was decompressed, or is refused where it expands to more than a map can be.")
  package static let mapHeaderMissing = Self(
    "map.header-missing", .data,
    "The first line of the save is missing, so the size comes from the drawing.",
    "Seed and units are lost; take an unedited copy.")
  package static let mapJson = Self(
    "map.json", .data,
    "A section of the save or the export is not valid JSON.",
    "It was damaged by an edit or cut short; use an intact copy, or --salvage for the rest.")
  package static let mapLineEndings = Self(
    "map.line-endings", .data,
    "Line endings between the sections were changed, and are restored where possible.",
    "An editor or version control changed them; store .map files as binary.")
  package static let mapLost = Self(
    "map.lost", .data,
    "A section could not be read and is lost, since --salvage keeps what can be read.",
    "Look for an intact copy.")
  package static let mapMarkerWithoutPlace = Self(
    "map.marker-without-place", .data,
    "A marker has no position and is omitted. Delete or place it in FMG.")
  package static let mapMesh = Self(
    "map.mesh", .data,
    "The cells of the export have no outlines that fit together.",
    "Export the map in full, or use the .map file.")
  package static let mapRouteTooShort = Self(
    "map.route-too-short", .data,
    "A route has fewer than two points and is omitted. Delete it in FMG.")
  package static let mapRow = Self(
    "map.row", .data,
    "Rows of a table lack what is needed to use them and are omitted: the file was edited by",
    "hand.",
    "Complete the rows that the message names, or use an unedited copy.")
  package static let mapSectionEmpty = Self(
    "map.section-empty", .data,
    "A section of the save is empty, and its values are taken as 0: the file was edited by",
    "hand or cut short.",
    "Use an intact copy, or open the save in FMG and save it again.")
  package static let mapSections = Self(
    "map.sections", .data,
    "The file is not divided into sections as saves are.",
    "An editor or another program changed it; use an unedited copy.")
  package static let mapSectionsMissing = Self(
    "map.sections-missing", .data,
    "The save has fewer sections than its version writes, and the others are taken as empty.",
    "If the file was cut short, use an earlier save.")
  package static let mapSize = Self(
    "map.size", .data,
    "The size of the map is missing or not a length. Save or export the map again.")
  package static let mapSourceMap = Self(
    "map.source-map", .data,
    "The file is a JavaScript source map, which also ends in .map.",
    "Exclude such directories from the pattern.")
  package static let mapSvg = Self(
    "map.svg", .data,
    "The file is an SVG image of a map, without its tables and cells. Give the .map file.")
  package static let mapTable = Self(
    "map.table", .data,
    "A table of the file is not a list of rows: the file was edited by hand or is of an",
    "unknown version.",
    "Use an unedited copy, or open the file in FMG and save it again.")
  package static let mapTrailingNewline = Self(
    "map.trailing-newline", .data,
    "Line endings after the last section were dropped.",
    "An editor added them; nothing needs to be done.")
  package static let mapTruncated = Self(
    "map.truncated", .data,
    "The save is cut short within a section.",
    "Copy it again or take an earlier save; --salvage draws what can be read.")
  package static let mapUnknownCultureType = Self(
    "map.unknown-culture-type", .data,
    "A culture has a type that is not one of FMG's and is kept as is.",
    "Name a replacement with import-mapping.")
  package static let mapUnknownFormat = Self(
    "map.unknown-format", .data,
    "The file is not a map that Platen reads.",
    "Give the .map file that FMG's Save menu writes, or its JSON export.")
  package static let mapUnknownGovernment = Self(
    "map.unknown-government", .data,
    "A state has a form of government that is not one of FMG's and is kept as is.",
    "Name a replacement with import-mapping.")
  package static let mapValueRange = Self(
    "map.value-range", .data,
    "Values of cells are outside of their range and are limited to it: the file was edited",
    "by hand or damaged.",
    "Use an intact copy if the map looks wrong; else nothing needs to be done.")
  package static let mapVersion = Self(
    "map.version", .data,
    "The version in the first line of the save is not valid, so the file is read like the",
    "newest.",
    "Correct the first line, or open the save in FMG and save it again.")
  package static let mapVersionNewer = Self(
    "map.version-newer", .data,
    "The file is of a newer version than is known in full.",
    "It is read, but new data in it may be missing; look for a newer Platen.")
  package static let mapVertex = Self(
    "map.vertex", .data,
    "The save moves a corner of a cell that does not exist. Nothing needs to be done.")
}

extension CodeTable {
  /// The codes of diagnostics about saves and exports of Azgaar's Fantasy Map Generator.
  package static let azgaar = CodeTable(
    "Azgaar", "saves and exports of Azgaar's Fantasy Map Generator",
    [
      .mapAncient, .mapAppleDouble, .mapBase64, .mapBiomes, .mapBom, .mapBurgPort,
      .mapBurgWithoutPlace, .mapCellCount, .mapCellPlace, .mapColor, .mapDrawingLineEndings,
      .mapDrawingMissing, .mapDuplicateId, .mapEmpty, .mapEncoding, .mapFeatures,
      .mapFeaturesTooMany, .mapGeojson, .mapGrid, .mapGzip, .mapHeaderMissing, .mapJson,
      .mapLineEndings, .mapLost, .mapMarkerWithoutPlace, .mapMesh, .mapRouteTooShort,
      .mapRow, .mapSectionEmpty, .mapSections, .mapSectionsMissing, .mapSize, .mapSourceMap,
      .mapSvg, .mapTable, .mapTrailingNewline, .mapTruncated, .mapUnknownCultureType,
      .mapUnknownFormat, .mapUnknownGovernment, .mapValueRange, .mapVersion, .mapVersionNewer,
      .mapVertex,
    ])
}
