// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about worlds of World Foundry.

package import Diagnostics

extension Diagnostic.Code {
  package static let worldfoundryBiome = Self(
    "worldfoundry.biome", .data,
    "A biome is not one that Platen knows and is kept by its name.",
    "Give it another name with import-mapping.")
  package static let worldfoundryBurgPlace = Self(
    "worldfoundry.burg-place", .data,
    "A burg has no position and is omitted. Place it in World Foundry.")
  package static let worldfoundryCapital = Self(
    "worldfoundry.capital", .data,
    "The capital of a state is a burg that was omitted. Place that burg in World Foundry.")
  package static let worldfoundryCell = Self(
    "worldfoundry.cell", .data,
    "A reference leads to a cell that does not exist and is dropped: the file was edited or",
    "damaged.",
    "Use an intact copy, or save the world again in World Foundry.")
  package static let worldfoundryCellPlace = Self(
    "worldfoundry.cell-place", .data,
    "A cell has no coordinates on the map and is omitted: the file was edited or damaged.",
    "Use an intact copy, or save the world again in World Foundry.")
  package static let worldfoundryCoarseCells = Self(
    "worldfoundry.coarse-cells", .data,
    "The cells of the file are coarser than its heightmap, so finer ones are made from it.",
    "Nothing needs to be done.")
  package static let worldfoundryColor = Self(
    "worldfoundry.color", .data,
    "A color is not valid and is not used. Write it as #rrggbb.")
  package static let worldfoundryDuplicateId = Self(
    "worldfoundry.duplicate-id", .data,
    "Two rows or cells have the same id, and the later one is omitted: the file was edited",
    "by hand.",
    "Give each an id of its own, or use an unedited copy.")
  package static let worldfoundryEncoding = Self(
    "worldfoundry.encoding", .data,
    "Bytes that are not UTF-8, or control characters, were replaced.",
    "Use an unedited copy of the file.")
  package static let worldfoundryFeature = Self(
    "worldfoundry.feature", .data,
    "Features of a kind that maps do not show are omitted. Nothing needs to be done.")
  package static let worldfoundryFeaturesTooMany = Self(
    "worldfoundry.features-too-many", .data,
    "The world has more islands and waters than can be numbered, and the rest belong to none.",
    "Nothing needs to be done for drawing.")
  package static let worldfoundryHeightmap = Self(
    "worldfoundry.heightmap", .data,
    "The heightmap does not have as many values as it states and is omitted.",
    "Save the world again.")
  package static let worldfoundryIds = Self(
    "worldfoundry.ids", .data,
    "A table has more rows than cells can refer to, and the last ones are omitted.",
    "Remove some rows.")
  package static let worldfoundryJson = Self(
    "worldfoundry.json", .data,
    "The file is not valid JSON or was cut short. Save or copy it again.")
  package static let worldfoundryMarker = Self(
    "worldfoundry.marker", .data,
    "A marker has no position and is omitted. Place it in World Foundry.")
  package static let worldfoundryNoCells = Self(
    "worldfoundry.no-cells", .data,
    "The file has neither cells nor a heightmap, so nothing can be drawn.",
    "Generate the terrain and save the world again.")
  package static let worldfoundryNoWorld = Self(
    "worldfoundry.no-world", .data,
    "The ZIP holds no World Foundry world, as when it is another program's archive.",
    "Give the .wfmap that World Foundry saves: a world's JSON, or a ZIP of it.")
  package static let worldfoundryRiver = Self(
    "worldfoundry.river", .data,
    "A river runs through fewer than two cells and is omitted. Nothing needs to be done.")
  package static let worldfoundryRoute = Self(
    "worldfoundry.route", .data,
    "A route runs through fewer than two cells and is omitted. Nothing needs to be done.")
  package static let worldfoundryRow = Self(
    "worldfoundry.row", .data,
    "A row of a table is not an object and is omitted: the file was edited by hand.",
    "Correct the row, or use an unedited copy.")
  package static let worldfoundryShape = Self(
    "worldfoundry.shape", .data,
    "The file holds a single value instead of a world. Check that it is the right file.")
  package static let worldfoundrySize = Self(
    "worldfoundry.size", .data,
    "The file does not state how large its world is.",
    "Add metadata.width and metadata.height, or save it again.")
  package static let worldfoundryUnnamed = Self(
    "worldfoundry.unnamed", .data,
    "The format has no names for provinces and religions, so they are called by their",
    "numbers. Nothing needs to be done.")
}

extension CodeTable {
  /// The codes of diagnostics about worlds of World Foundry.
  package static let worldFoundry = CodeTable(
    "WorldFoundry", "worlds of World Foundry",
    [
      .worldfoundryBiome, .worldfoundryBurgPlace, .worldfoundryCapital, .worldfoundryCell,
      .worldfoundryCellPlace, .worldfoundryCoarseCells, .worldfoundryColor,
      .worldfoundryDuplicateId, .worldfoundryEncoding, .worldfoundryFeature,
      .worldfoundryFeaturesTooMany, .worldfoundryHeightmap, .worldfoundryIds,
      .worldfoundryJson, .worldfoundryMarker, .worldfoundryNoCells, .worldfoundryNoWorld,
      .worldfoundryRiver, .worldfoundryRoute, .worldfoundryRow, .worldfoundryShape,
      .worldfoundrySize, .worldfoundryUnnamed,
    ])
}
