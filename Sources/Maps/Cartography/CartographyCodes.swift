// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about worlds as drawings.

package import Diagnostics

extension Diagnostic.Code {
  package static let campaignPlace = Self(
    "campaign.place", .data,
    "A place of the story was found in the world by its name; the message names both.",
    "Nothing needs to be done unless it is the wrong one: then name the right one under aliases.")
  package static let campaignPlaceAmbiguous = Self(
    "campaign.place-ambiguous", .data,
    "Several places of the world have the name that the story uses.",
    "Choose one with aliases, by its number as in burg:12.")
  package static let campaignPlaceUnknown = Self(
    "campaign.place-unknown", .data,
    "The world has no place of that name: it is spelled in another way there, or the story",
    "invented it.",
    "Add an alias if it is on the map under another name; else nothing needs to be done.")
  package static let heraldryUploaded = Self(
    "heraldry.uploaded", .data,
    "Coats of arms that are uploaded images are not drawn.",
    "Make them again from divisions and charges in FMG's emblem editor.")
  package static let layersUnknown = Self(
    "layers.unknown", .data,
    "No layer or preset of that name exists, usually a typo or a name of another program.",
    "Use the name in the hint; platen schema --markdown lists all of them.")
  package static let lookSaved = Self(
    "look.saved", .data,
    "The look \"saved\" is part of each map, so it cannot be listed or extended, and some of it",
    "may not be carried over. Use it in map jobs as it is.")
  package static let lookScheme = Self(
    "look.scheme", .data,
    "The look names a color scheme that does not exist, and \"bright\" is used.",
    "Correct the name.")
  package static let lookUnsaved = Self(
    "look.unsaved", .data,
    "The world has no saved look, so the look that the message names is used.",
    "Saves of FMG (.map) have one.")
  package static let mapArmiesJoined = Self(
    "map.armies-joined", .data,
    "There are more regiments than the map has room for: some are drawn as one with another of",
    "their state, which then shows the men of all.",
    "Show a region, or make the map larger.")
  package static let mapAtlasPages = Self(
    "map.atlas-pages", .data,
    "The number of maps in an atlas, and their paper; sheets of open sea are omitted.",
    "Nothing needs to be done; sea-sheets: true includes the sheets of open sea.")
  package static let mapAtlasStates = Self(
    "map.atlas-states", .data,
    "An atlas of states has a page for each state, and the world has none there, or too many.",
    "Choose a grid of sheets, or another part of the map with region.")
  package static let mapCellsLost = Self(
    "map.cells-lost", .data,
    "The cells of the map are lost. It is drawn as the drawing in the save shows it, without the",
    "look, the layers and the names that maps with cells have.",
    "Take an earlier save, if there is one.")
  package static let mapCropped = Self(
    "map.cropped", .data,
    "The map is cropped to the shape of the paper or image, which cuts off some of the land.",
    "Use fit: extend or fit: frame to show all of it, or paper of another shape.")
  package static let mapEmblemsCut = Self(
    "map.emblems-cut", .data,
    "There are more coats of arms than the map has room for, and the largest ones are drawn.",
    "Show a region, or make the map larger.")
  package static let mapFeatureOutline = Self(
    "map.feature-outline", .data,
    "The saved outline of a coast or lake does not fit the cells and is not drawn: the save",
    "was edited or damaged.",
    "Open the save in FMG and save it again, or use an intact copy.")
  package static let mapGridNumbers = Self(
    "map.grid-numbers", .data,
    "Cells of this grid are not numbered, for their kind or their number.",
    "Use a square or hexagonal grid, or larger cells.")
  package static let mapGridTooFine = Self(
    "map.grid-too-fine", .data,
    "The grid has more cells than can be drawn and is omitted. Make grid.size larger.")
  package static let mapGridUnit = Self(
    "map.grid-unit", .data,
    "The size of the grid cannot be converted to the world's unit, and the look's size is",
    "used. Write it in the world's unit of distance.")
  package static let mapHatch = Self(
    "map.hatch", .data,
    "Numbered hatchings of the save are drawn as plain ones. Nothing needs to be done.")
  package static let mapLegendCut = Self(
    "map.legend-cut", .data,
    "The legend has more rows than it has room for.",
    "Set legend.rows in a look to make its columns longer.")
  package static let mapMarkersCrowded = Self(
    "map.markers-crowded", .data,
    "Markers stand too close to each other or to names for pins; some are dots, or omitted.",
    "Show a region, or make the map larger.")
  package static let mapMarkersHidden = Self(
    "map.markers-hidden", .data,
    "All markers are hidden by their authors, so players see none of them.",
    "Show some in FMG, or set audience: gm.")
  package static let mapMilitaryHidden = Self(
    "map.military-hidden", .data,
    "Armies are not shown to players. Set audience: gm to draw them.")
  package static let mapNameOmitted = Self(
    "map.name-omitted", .data,
    "A name has no room without covering another.",
    "Make the map larger, or show a region.")
  package static let mapNames = Self(
    "map.names", .data,
    "A summary of how many names were placed and omitted. Nothing needs to be done.")
  package static let mapNamesTooSmall = Self(
    "map.names-too-small", .data,
    "Names of a kind that would be too small to read are omitted and counted.",
    "Show a region, or use a look with larger text.")
  package static let mapNoColor = Self(
    "map.no-color", .data,
    "Cells belong to a row that does not exist or has no color, and stay blank.",
    "Correct the row in FMG.")
  package static let mapNoCoordinates = Self(
    "map.no-coordinates", .data,
    "The world does not state its position on the globe, so no graticule is drawn.",
    "Set the coordinates in FMG.")
  package static let mapNoFog = Self(
    "map.no-fog", .data,
    "No area was in focus when the world was saved, so no fog is drawn.",
    "Focus an area in FMG and save again.")
  package static let mapNoGoods = Self(
    "map.no-goods", .data,
    "The world has no goods, so the layer is empty.",
    "Remove the layer, or generate trade in FMG.")
  package static let mapNoHeights = Self(
    "map.no-heights", .data,
    "The world has no cells, so it has no heights.",
    "Export the map in full, or use the .map file.")
  package static let mapNoLegend = Self(
    "map.no-legend", .data,
    "The map shows no colored areas and the world has no legend, so there is none.",
    "Add a layer such as political, or remove the legend.")
  package static let mapNoMarkets = Self(
    "map.no-markets", .data,
    "The world has no markets, so the layer is empty.",
    "Remove the layer, or generate trade in FMG.")
  package static let mapNoPrecipitation = Self(
    "map.no-precipitation", .data,
    "The world has no precipitation, so the layer is empty.",
    "Remove the layer, or use a full save.")
  package static let mapNoTemperature = Self(
    "map.no-temperature", .data,
    "The world has no temperatures, so the layer is empty.",
    "Remove the layer, or use a full save.")
  package static let mapNoTrade = Self(
    "map.no-trade", .data,
    "No market of the world trades with another, so the layer is empty. Remove the layer.")
  package static let mapOverlaysCrowded = Self(
    "map.overlays-crowded", .data,
    "The map lacks room for all points and names of overlays, so some points are drawn as dots or",
    "omitted, and some names are omitted.",
    "Show a region, or make the map larger.")
  package static let mapReliefSymbol = Self(
    "map.relief-symbol", .data,
    "The save uses relief icons that Platen has no drawing for; they are omitted.",
    "Nothing needs to be done.")
  package static let mapSheet = Self(
    "map.sheet", .data,
    "The size of the world's map cannot be drawn.",
    "The file is damaged or was edited; use an intact copy.")
  package static let mapTexture = Self(
    "map.texture", .data,
    "The texture of the save is not supported, and that of the look is drawn.",
    "Name another with the look's texture settings.")
  package static let mapWindow = Self(
    "map.window", .data,
    "The part of the map to show is outside of it. Correct the region.")
  package static let mapZonesHidden = Self(
    "map.zones-hidden", .data,
    "All zones are hidden, so players see none of them.",
    "Show some in FMG, or set audience: gm.")
  package static let posterManySheets = Self(
    "poster.many-sheets", .data,
    "The scale spreads the poster over more than 64 sheets.",
    "Choose a smaller scale, larger paper or a region, if so many were not intended.")
  package static let posterScale = Self(
    "poster.scale", .data,
    "The scale cannot be used for this map.",
    "Write it as in 1:500000 or 1 cm = 10 km; the world needs a unit of distance.")
  package static let posterSheetCount = Self(
    "poster.sheet-count", .data,
    "The number of sheets that a poster takes, and their paper.",
    "Nothing needs to be done.")
  package static let posterSheets = Self(
    "poster.sheets", .data,
    "The poster would take more sheets than one may. Choose larger paper or a smaller scale.")
  package static let regionClipped = Self(
    "region.clipped", .data,
    "The region reaches beyond the map, and only the part on the map is shown.",
    "Correct the region if that was not intended.")
  package static let regionNoCoordinates = Self(
    "region.no-coordinates", .data,
    "The world does not state its position on the globe, so degrees have no meaning.",
    "Write the region as px:x,y,w,h.")
  package static let regionOutside = Self(
    "region.outside", .data,
    "The region is outside of the map, as when the coordinates are of another map or in",
    "degrees instead of pixels.",
    "Correct the region within the size that the hint states.")
  package static let regionUnknown = Self(
    "region.unknown", .data,
    "No state, province, culture or other area of that name exists, as when it is misspelled",
    "or was renamed in FMG.",
    "Use the name in the hint.")
  package static let sizeContradiction = Self(
    "size.contradiction", .data,
    "Two settings of the size cannot be used together, or leave no room. Remove one of them.")
  package static let sizeEmpty = Self(
    "size.empty", .data,
    "The part of the map to show has no area. Correct the region.")
  package static let sizeScale = Self(
    "size.scale", .data,
    "The region is larger than the paper at this scale.",
    "Choose larger paper, a smaller scale or a part of the region.")
  package static let sizeTooLarge = Self(
    "size.too-large", .data,
    "The image would have more pixels than it may. Choose a smaller width, scale or dpi.")
  package static let textMissingGlyph = Self(
    "text.missing-glyph", .data,
    "No installed font has a character of a name, so it is missing on the map.",
    "Install fonts-noto-core or a font of that script.")
}

extension CodeTable {
  /// The codes of diagnostics about worlds as drawings.
  package static let cartography = CodeTable(
    "Cartography", "worlds as drawings",
    [
      .campaignPlace, .campaignPlaceAmbiguous, .campaignPlaceUnknown, .heraldryUploaded,
      .layersUnknown, .lookSaved, .lookScheme, .lookUnsaved, .mapArmiesJoined, .mapAtlasPages,
      .mapAtlasStates, .mapCellsLost, .mapCropped,
      .mapEmblemsCut,
      .mapFeatureOutline, .mapGridNumbers, .mapGridTooFine, .mapGridUnit, .mapHatch,
      .mapLegendCut, .mapMarkersCrowded, .mapMarkersHidden, .mapMilitaryHidden, .mapNameOmitted,
      .mapNames,
      .mapNamesTooSmall, .mapNoColor, .mapNoCoordinates, .mapNoFog, .mapNoGoods,
      .mapNoHeights, .mapNoLegend, .mapNoMarkets, .mapNoPrecipitation, .mapNoTemperature,
      .mapNoTrade, .mapOverlaysCrowded, .mapReliefSymbol, .mapSheet, .mapTexture,
      .mapWindow,
      .mapZonesHidden,
      .posterManySheets, .posterScale, .posterSheetCount, .posterSheets, .regionClipped,
      .regionNoCoordinates, .regionOutside, .regionUnknown, .sizeContradiction, .sizeEmpty,
      .sizeScale, .sizeTooLarge, .textMissingGlyph,
    ])
}
