// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about worlds, for readers and for what is made of them.

package import Diagnostics

extension Diagnostic.Code {
  package static let correctionsUnused = Self(
    "corrections.unused", .data,
    "A row of the table of corrections matches nothing in the world, or several things, or corrects",
    "what another row has corrected.",
    "Use the name in the hint, or an id.")
  package static let mapBurgCapital = Self(
    "map.burg-capital", .data,
    "A burg is a capital without a state, or a second one of its state, and is an ordinary",
    "burg now. Correct it in FMG.")
  package static let mapBurgCell = Self(
    "map.burg-cell", .data,
    "A burg is on a cell that does not exist and is moved to the nearest one: the save was",
    "edited by hand or damaged.",
    "Use an intact copy, or move the burg in FMG and save again.")
  package static let mapBurgState = Self(
    "map.burg-state", .data,
    "A burg belongs to a state that does not exist and belongs to none now.",
    "Correct it in FMG.")
  package static let mapCellBurg = Self(
    "map.cell-burg", .data,
    "Cells name burgs that do not exist and have none now: the save was edited by hand or",
    "damaged.",
    "Use an intact copy, or correct these cells in FMG and save again.")
  package static let mapCellCulture = Self(
    "map.cell-culture", .data,
    "Cells name cultures that do not exist and have none now: the save was edited by hand or",
    "damaged.",
    "Use an intact copy, or correct these cells in FMG and save again.")
  package static let mapCellGood = Self(
    "map.cell-good", .data,
    "Cells name goods that do not exist and have none now: the save was edited by hand or",
    "damaged.",
    "Use an intact copy, or correct these cells in FMG and save again.")
  package static let mapCellMarket = Self(
    "map.cell-market", .data,
    "Cells name markets that do not exist and have none now: the save was edited by hand or",
    "damaged.",
    "Use an intact copy, or correct these cells in FMG and save again.")
  package static let mapCellProvince = Self(
    "map.cell-province", .data,
    "Cells name provinces that do not exist and have none now: the save was edited by hand",
    "or damaged.",
    "Use an intact copy, or correct these cells in FMG and save again.")
  package static let mapCellReference = Self(
    "map.cell-reference", .data,
    "References to cells beyond the last one are dropped: the save was edited by hand or",
    "damaged.",
    "Use an intact copy, or open the save in FMG and save it again.")
  package static let mapCellReligion = Self(
    "map.cell-religion", .data,
    "Cells name religions that do not exist and have none now: the save was edited by hand",
    "or damaged.",
    "Use an intact copy, or correct these cells in FMG and save again.")
  package static let mapCellRiver = Self(
    "map.cell-river", .data,
    "Cells name rivers that do not exist and have none now: the save was edited by hand or",
    "damaged.",
    "Use an intact copy, or correct these cells in FMG and save again.")
  package static let mapCellState = Self(
    "map.cell-state", .data,
    "Cells name states that do not exist and have none now: the save was edited by hand or",
    "damaged.",
    "Use an intact copy, or correct these cells in FMG and save again.")
  package static let mapDeal = Self(
    "map.deal", .data,
    "Deals between traders or of goods that do not exist are omitted.",
    "Nothing needs to be done.")
  package static let mapMarketBurg = Self(
    "map.market-burg", .data,
    "The burg of a market does not exist, so the market has none. Nothing needs to be done.")
  package static let mapNoCells = Self(
    "map.no-cells", .data,
    "The file holds tables or terrain only, without the cells that a map is drawn from.",
    "Export the map in full, or use the .map file itself.")
  package static let mapProvinceBurg = Self(
    "map.province-burg", .data,
    "The burg of a province does not exist, so the province has none.",
    "Correct it in FMG.")
  package static let mapProvinceState = Self(
    "map.province-state", .data,
    "A province belongs to a state that does not exist and is omitted.",
    "Correct it in FMG.")
  package static let mapReference = Self(
    "map.reference", .data,
    "References between rows to what does not exist are dropped. Nothing needs to be done.")
  package static let mapStateCapital = Self(
    "map.state-capital", .data,
    "A state has burgs but no capital, and its first burg is the capital now.",
    "Set the capital in FMG.")
  package static let mapUnexplored = Self(
    "map.unexplored", .data,
    "States, provinces, burgs and markers that players have not explored are omitted.",
    "Set audience: gm to keep them.")
  package static let mapUnknownBiome = Self(
    "map.unknown-biome", .data,
    "Cells name a biome that the table lacks, or one of your own; it is kept.",
    "Name a replacement with import-mapping if it is drawn wrongly.")
  package static let unexploredUnknown = Self(
    "unexplored.unknown", .data,
    "No state, province, burg or marker of that name exists, as when it is misspelled or was",
    "renamed in FMG.",
    "Use the name in the hint, or its number.")
}

extension CodeTable {
  /// The codes of diagnostics about worlds, for readers and for what is made of them.
  package static let atlas = CodeTable(
    "Atlas", "worlds, for readers and for what is made of them",
    [
      .correctionsUnused, .mapBurgCapital, .mapBurgCell, .mapBurgState, .mapCellBurg,
      .mapCellCulture,
      .mapCellGood, .mapCellMarket, .mapCellProvince, .mapCellReference, .mapCellReligion,
      .mapCellRiver, .mapCellState, .mapDeal, .mapMarketBurg, .mapNoCells, .mapProvinceBurg,
      .mapProvinceState, .mapReference, .mapStateCapital, .mapUnexplored,
      .mapUnknownBiome, .unexploredUnknown,
    ])
}
