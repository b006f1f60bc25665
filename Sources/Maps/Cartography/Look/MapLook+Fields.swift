// SPDX-License-Identifier: MIT
// Part of Platen: the table of every setting of a map look.

public import Drawing

extension MapLook {
  /// Every setting, in the order a look file lists them.
  public static let fields: [MapLookField] = [
    sheetFields, waterFields, landFields, terrainFields, regionFields, lineFields, climateFields,
    emblemFields, burgFields, labelFields, overlayFields, furnitureFields, insetFields, layerFields,
  ].flatMap { $0 }

  private static let sheetFields: [MapLookField] = [
    .number(
      "sheet.reference", 0...100_000, \.sheet.reference,
      "Width in map units of the sheet the sizes are meant for; they grow with a larger sheet; 0 takes them as they are"
    ),
    .color("sheet.background", \.sheet.background, "Color under everything"),
    .choice(
      "sheet.tone", Tone.names, \.sheet.tone, "Change of every color of the whole map"),
    .words(
      "sheet.layers", [], \.sheet.layers,
      "Presets and layers shown where the job sets none; empty for political"),
  ]

  private static let waterFields: [MapLookField] =
    [
      .color("ocean.fill", \.ocean.fill, "The open sea"),
      .numbers(
        "ocean.depths", \.ocean.depths,
        "Steps from the coast (-1 to -9) at which the sea changes its shade"),
      .color("ocean.depth-fill", \.ocean.depthFill, "Laid over the sea at each of those steps"),
      .number("ocean.depth-opacity", 0...1, \.ocean.depthOpacity, "Opacity of all steps together"),
      .color("ocean.veil", \.ocean.veil, "Laid over the whole sea, depths and all"),
      .choice(
        "ocean.pattern", SeaPattern.names, \.ocean.pattern,
        "Pattern repeated over the sea; strokes are scattered, clear of all else"),
      .color("ocean.pattern-color", \.ocean.patternColor, "Color of that pattern"),
      .length(
        "ocean.pattern-size", \.ocean.patternSize,
        "Width of what the pattern repeats; distance of strokes"),
    ]
    + MapLookField.wash("ocean.wash", \.ocean.wash, "depths and glow of the sea")
    + [.color("ocean.wash.color", \.ocean.washColor, "Pigment of the wash of the sea")]
    + MapLookField.line("ocean.depth-line", \.ocean.depthLine, "the line along each step of depth")
    + [
      .color("coast.glow", \.coast.glow, "Shade that fades away from the coast into the sea"),
      .length("coast.glow-width", \.coast.glowWidth, "How far that shade reaches"),
      .number(
        "coast.waterlines", 0...12, \.coast.waterlines,
        "How many lines follow the coast out to sea"),
      .length("coast.waterline-gap", \.coast.waterlineGap, "Distance between those lines"),
    ]
    + MapLookField.line("coast.waterline", \.coast.waterline, "those lines")
    + MapLookField.line("coast.line", \.coast.line, "the sea coast")
    + MapLookField.line("coast.lake-island", \.coast.lakeIsland, "the shore of islands in lakes")
    + [
      .color(
        "coast.inner-glow", \.coast.innerGlow, "Shade that fades from the coast into the land"),
      .length("coast.inner-glow-width", \.coast.innerGlowWidth, "How far that shade reaches"),
      .length(
        "coast.hatching-gap", \.coast.hatchingGap,
        "Distance between level lines that run out from the coast into the sea"),
      .length("coast.hatching-width", \.coast.hatchingWidth, "How far the longest of them run"),
    ]
    + MapLookField.line("coast.hatching", \.coast.hatching, "those lines")
    + MapLookField.basin(
      "lakes.freshwater", \.lakes.freshwater.fill, \.lakes.freshwater.line, "freshwater lakes")
    + MapLookField.basin("lakes.salt", \.lakes.salt.fill, \.lakes.salt.line, "salt lakes")
    + MapLookField.basin(
      "lakes.sinkhole", \.lakes.sinkhole.fill, \.lakes.sinkhole.line, "lakes in sinkholes")
    + MapLookField.basin("lakes.frozen", \.lakes.frozen.fill, \.lakes.frozen.line, "frozen lakes")
    + MapLookField.basin("lakes.lava", \.lakes.lava.fill, \.lakes.lava.line, "lakes of lava")
    + MapLookField.basin("lakes.dry", \.lakes.dry.fill, \.lakes.dry.line, "dry lakes")
    + [
      .color("rivers.fill", \.rivers.fill, "Rivers"),
      .number("rivers.width-factor", 0.1...10, \.rivers.widthFactor, "Factor on rivers' widths"),
      .length("rivers.min-width", \.rivers.minWidth, "Least width of a river at its mouth"),
      .color("ice.fill", \.ice.fill, "Glaciers and icebergs"),
    ]
    + MapLookField.line("ice.line", \.ice.line, "the edge of ice")
    + [
      .color("ice.shadow", \.ice.shadow, "Shadow of ice"),
      .length("ice.shadow-offset", \.ice.shadowOffset, "How far the shadow falls"),
      .flag("ice.smooth", \.ice.isSmooth, "Whether ice has round corners"),
    ]

  private static let landFields: [MapLookField] =
    [.color("land.fill", \.land.fill, "Land without a fill of its own")]
    + [
      .text(
        "heightmap.scheme", \.heightmap.scheme,
        "Colors of heights: \(ColorScheme.names.joined(separator: ", ")); a list from the highest to the sea such as \"#fff,#a86,#486\"; or colors at heights such as \"0 #124, 20 #7bd, 20 #8a6, 100 #fff\""
      ),
      .number("heightmap.skip", 0...30, \.heightmap.skip, "Heights skipped between two contours"),
      .number("heightmap.relax", 0...10, \.heightmap.relax, "Points skipped in contours"),
      .number("heightmap.opacity", 0...1, \.heightmap.opacity, "Opacity of the height colors"),
      .flag("heightmap.ocean", \.heightmap.showsOcean, "Whether the sea floor is also colored"),
      .text(
        "heightmap.ocean-scheme", \.heightmap.oceanScheme,
        "Colors of the sea floor, written as for heightmap.scheme; empty for the same"),
      .number(
        "heightmap.ocean-opacity", 0...1, \.heightmap.oceanOpacity,
        "Opacity of the colors of the sea floor"),
      .choice(
        "heightmap.curve", ["smooth", "straight"], \.heightmap.curve,
        "Whether contours are rounded or follow the cells"),
      .number("heightmap.terracing", 0...20, \.heightmap.terracing, "Darkness of a step's shadow"),
      .flag(
        "heightmap.complete", \.heightmap.isComplete,
        "Whether contours are drawn on slopes too steep for a cell of just their height"),
    ]
    + MapLookField.line("heightmap.line", \.heightmap.line, "contour lines")

  private static let regionFields: [MapLookField] =
    MapLookField.fill(
      "states", \.regions.states, line: \.regions.states.line, wash: \.regions.states.wash, "states"
    )
    + MapLookField.fill(
      "provinces", \.regions.provinces, line: \.regions.provinces.line,
      wash: \.regions.provinces.wash, "provinces")
    + MapLookField.fill(
      "cultures", \.regions.cultures, line: \.regions.cultures.line,
      wash: \.regions.cultures.wash, "cultures")
    + MapLookField.fill(
      "religions", \.regions.religions, line: \.regions.religions.line,
      wash: \.regions.religions.wash, "religions")
    + MapLookField.fill(
      "biomes", \.regions.biomes, line: \.regions.biomes.line, wash: \.regions.biomes.wash, "biomes"
    )
    + [.number("zones.opacity", 0...1, \.zones.opacity, "Opacity of zones")]
    + MapLookField.line("zones.line", \.zones.line, "the outline of zones")

  private static let lineFields: [MapLookField] =
    MapLookField.line("borders.states", \.borders.states, "borders between states")
    + MapLookField.line(
      "borders.state-halo", \.borders.stateHalo, "a wide line under borders between states")
    + MapLookField.line("borders.provinces", \.borders.provinces, "borders between provinces")
    + MapLookField.line("routes.roads", \.routes.roads, "roads")
    + MapLookField.line("routes.trails", \.routes.trails, "trails")
    + MapLookField.line("routes.sea", \.routes.seaRoutes, "sea routes")
    + MapLookField.line("routes.others", \.routes.others, "routes of other groups")
    + MapLookField.line("cells.line", \.cells.line, "the edges of cells")

  private static let climateFields: [MapLookField] =
    [
      .text(
        "temperature.scheme", \.climate.temperatureScheme,
        "Colors from hot to cold, written as for heightmap.scheme"),
      .number(
        "temperature.opacity", 0...1, \.climate.temperatureOpacity,
        "Opacity of each isotherm's fill"),
      .length("temperature.line", \.climate.temperatureLine, "Width of isotherms"),
    ]
    + MapLookField.lettering(
      "temperature.label", \.climate.temperatureLabel, "the figures on isotherms")
    + [
      .color(
        "precipitation.fill", \.climate.precipitationFill, "Circles as large as the rainfall"),
      .text(
        "precipitation.scheme", \.climate.precipitationScheme,
        "Colors from wet to dry in place of circles, written as for heightmap.scheme; empty for circles"
      ),
      .number(
        "precipitation.opacity", 0...1, \.climate.precipitationOpacity,
        "Opacity of those colors"),
    ]
    + MapLookField.line("population.rural", \.people.rural, "the bars of country people")
    + MapLookField.line("population.urban", \.people.urban, "the bars of townspeople")

  private static let burgFields: [MapLookField] =
    MapLookField.rank("burgs.capital", \.burgs.capital, label: \.burgs.capital.label, "capitals")
    + MapLookField.rank("burgs.city", \.burgs.city, label: \.burgs.city.label, "cities")
    + MapLookField.rank("burgs.town", \.burgs.town, label: \.burgs.town.label, "towns")
    + MapLookField.rank("burgs.village", \.burgs.village, label: \.burgs.village.label, "villages")
    + MapLookField.rank("burgs.hamlet", \.burgs.hamlet, label: \.burgs.hamlet.label, "hamlets")
    + MapLookField.rank(
      "burgs.fort", \.burgs.fort, label: \.burgs.fort.label,
      "forts, monasteries and trading posts")
    + [
      .length("burgs.port.size", \.burgs.portSize, "Size of the anchor of ports; 0 draws none"),
      .color("burgs.port.color", \.burgs.portColor, "Color of that anchor"),
      .words(
        "burgs.placement", ["n", "ne", "e", "se", "s", "sw", "w", "nw"], \.burgs.placement,
        "Where a name may stand round its mark, best first"),
      .length("burgs.label-gap", \.burgs.labelGap, "Distance between a mark and its name"),
      .flag(
        "burgs.unnamed", \.burgs.marksUnnamed,
        "Whether burgs that a map with names does not name have marks"),
    ]
    + MapLookField.line(
      "burgs.figures", \.burgs.figures,
      "the lines that join the larger burgs of each state, as figures of stars")

  private static let labelFields: [MapLookField] =
    [
      .number(
        "labels.density", 0...20, \.labels.density,
        "How many burgs may be named: 0 capitals only, 2 twice as many as 1"),
      .length("labels.padding", \.labels.padding, "Room kept free round each name"),
      .flag(
        "labels.numbers", \.labels.numbersCrowded,
        "Whether burgs with no room for their names near by have numbers, listed in a key"),
    ]
    + MapLookField.lettering("labels.states", \.labels.states, "names of states")
    + [
      .choice(
        "labels.states.names", ["auto", "short", "full"], \.labels.statesNames,
        "Which names states bear: full or short ones, or (auto) those of the save or what fits"),
      .length(
        "labels.states.min-size", \.labels.statesMinSize, "Smallest letters of a state's name"),
      .length(
        "labels.states.max-size", \.labels.statesMaxSize, "Largest letters of a state's name"),
      .number(
        "labels.states.fill", 0.1...1, \.labels.statesFill,
        "Part of the way through a state that its name takes up"),
      .number(
        "labels.states.max-spacing", 0...3, \.labels.statesMaxSpacing,
        "Most space between letters, in em, with which a name is stretched"),
    ]
    + [
      .flag(
        "labels.states.clear-of-burgs", \.labels.statesClearOfBurgs,
        "Whether names of states move aside for the marks of capitals and cities")
    ]
    + MapLookField.lettering("labels.provinces", \.labels.provinces, "names of provinces")
    + MapLookField.lettering(
      "labels.regions", \.labels.regions, "names of cultures and religions")
    + MapLookField.lettering("labels.added", \.labels.added, "labels the user added")
    + MapLookField.lettering("labels.water", \.labels.water, "names of rivers, lakes and seas")
    + [
      .flag("labels.lakes", \.labels.showsLakes, "Whether lakes are named"),
      .flag("labels.rivers", \.labels.showsRivers, "Whether rivers are named"),
    ]

  private static let furnitureFields: [MapLookField] =
    [
      .choice(
        "markers.pin", MarkerPin.shapes, \.markers.pin,
        "Shape of a marker's pin where the save has none of its own"),
      .length("markers.size", \.markers.size, "Height of a marker's pin"),
      .color("markers.fill", \.markers.fill, "Fill of a pin that has no color of its own"),
      .color("markers.dot", \.markers.dot, "The dot in a pin"),
    ]
    + MapLookField.line("markers.line", \.markers.line, "the outline of pins")
    + MapLookField.line("coordinates.line", \.graticule.line, "the graticule")
    + MapLookField.lettering("coordinates.label", \.graticule.label, "the degrees of the graticule")
    + [
      .choice("scale-bar.place", corners, \.scaleBar.place, "Where the scale bar stands"),
      .choice(
        "scale-bar.style", ["line", "blocks"], \.scaleBar.style,
        "A line with ticks, or blocks dark and light in turn"),
      .flag(
        "scale-bar.two-units", \.scaleBar.hasTwoUnits,
        "Whether kilometers stand under miles, or under another known unit of the world"),
      .number(
        "scale-bar.size", 0.5...20, \.scaleBar.size, "Length of the bar, in hundreds of units"),
      .length("scale-bar.thickness", \.scaleBar.thickness, "Thickness of the bar"),
      .color("scale-bar.color", \.scaleBar.color, "The dark of the bar"),
      .color("scale-bar.light", \.scaleBar.light, "The light of the bar"),
      .color("scale-bar.back", \.scaleBar.backFill, "Plate behind the bar"),
      .length("scale-bar.padding", \.scaleBar.padding, "Room round the bar on its plate"),
      .length("scale-bar.margin", \.scaleBar.margin, "Distance of the plate from the sheet's edge"),
    ]
    + MapLookField.line("scale-bar.line", \.scaleBar.backLine, "the edge of that plate")
    + MapLookField.lettering("scale-bar.label", \.scaleBar.label, "the figures of the scale bar")
    + [
      .choice("title.place", corners, \.title.place, "Where the title stands"),
      .choice(
        "title.shape", Cartouche.allCases.map(\.rawValue), \.title.shape,
        "Shape of the plate behind the title"),
      .color("title.fill", \.title.fill, "Plate behind the title"),
      .length("title.padding", \.title.padding, "Room round the title on its plate"),
      .length("title.margin", \.title.margin, "Distance of the plate from the sheet's edge"),
    ]
    + MapLookField.line("title.line", \.title.line, "the edge of that plate")
    + MapLookField.lettering("title.label", \.title.label, "the letters of the title")
    + MapLookField.lettering("title.subtitle", \.title.subtitle, "the letters under the title")
    + [
      .choice(
        "frame.style", FrameStyle.allCases.map(\.rawValue), \.frame.style,
        "Bars between the frame's lines, a scale of degrees, or the ragged edge of a painted sheet"),
      .length("frame.margin", \.frame.margin, "Distance of the frame from the sheet's edge"),
      .length("frame.gap", \.frame.gap, "Distance between the frame's two lines"),
      .color("frame.fill", \.frame.fill, "Color outside the frame"),
      .color("frame.ticks", \.frame.ticks, "Dark of the degrees between the frame's lines"),
    ]
    + MapLookField.line("frame.outer", \.frame.outer, "the frame's outer line")
    + MapLookField.line("frame.inner", \.frame.inner, "the frame's inner line")
    + [
      .color("vignette.color", \.vignette.color, "Shade along the sheet's edges"),
      .number("vignette.opacity", 0...1, \.vignette.opacity, "Opacity of that shade"),
      .length("vignette.blur", \.vignette.blur, "How softly the shade ends"),
      .length("vignette.inset", \.vignette.inset, "How far from the edge the shade begins to fade"),
    ]
}
