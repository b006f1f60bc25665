// SPDX-License-Identifier: MIT
// Part of Platen: the look of a hand-colored engraving on warm paper.

internal import Drawing

extension MapLook {
  /// Warm paper, inked coasts with waterlines, muted colors and a book face: a map for the wall.
  public static let parchment: MapLook = {
    let serif = ["EB Garamond", "EB Garamond 12", "Linux Libertine O", "Noto Serif"]
    let ink = Color(bytes: 0x35, 0x2a, 0x20)
    let sepia = Color(bytes: 0x5a, 0x46, 0x33)
    let paper = Color(bytes: 0xf3, 0xe9, 0xd2)
    let sea = Color(bytes: 0xb9, 0xcb, 0xc7)
    let seaInk = Color(bytes: 0x4d, 0x6b, 0x70)
    let halo = paper.opacity(0.85)

    func letters(
      _ size: Double, color: Color? = nil, italic: Bool = false, weight: Double = 400,
      spacing: Double = 0, capitals: Bool = false, halo haloWidth: Double = 0.9
    ) -> Lettering {
      Lettering(
        families: serif, size: size, weight: weight, isItalic: italic, color: color ?? ink,
        spacing: spacing, isUpper: capitals, halo: halo, haloWidth: haloWidth)
    }
    func rank(
      _ shape: String, _ size: Double, fill: Color, stroke: Double, label: Lettering
    ) -> Rank {
      Rank(
        shape: shape, size: size, fill: fill, stroke: ink, strokeWidth: stroke, label: label)
    }

    var look = MapLook(name: "parchment")
    look.about = "warm paper, inked coasts, muted tints and a book face: a map for the wall"
    look.sheet = Sheet(reference: 1280, background: paper, layers: ["political", "relief"])
    look.ocean = Ocean(
      fill: sea, depths: [-6, -3], depthFill: Color(bytes: 0xe6, 0xea, 0xdd), depthOpacity: 0.5,
      veil: .clear, pattern: "strokes", patternColor: seaInk.opacity(0.3), patternSize: 44)
    look.land = Land(fill: paper)
    look.coast = Coast(
      line: Line(color: ink, width: 0.8), lakeIsland: Line(color: ink, width: 0.5),
      glow: seaInk.opacity(0.42), glowWidth: 9, waterlines: 3, waterlineGap: 2.6,
      waterline: Line(color: seaInk.opacity(0.7), width: 0.35),
      innerGlow: Color(bytes: 0x8a, 0x6a, 0x42).opacity(0.35), innerGlowWidth: 3.5)
    look.lakes = Lakes(
      freshwater: Basin("#a9c4c6", 1, "#4d6b70", 0.5), salt: Basin("#b3c9bd", 1, "#4d7064", 0.5),
      sinkhole: Basin("#b4c8ce", 1, "#4d6b78", 0.5), frozen: Basin("#dfe6e4", 1, "#8a9a9c", 0.4),
      lava: Basin("#b5573a", 1, "#7a2e1a", 0.7), dry: Basin("#dccdaa", 1, "#8a7550", 0.4))
    look.ice = Ice(
      fill: Color(bytes: 0xf4, 0xf5, 0xf0).opacity(0.88),
      line: Line(color: Color(bytes: 0x84, 0x9d, 0xa4), width: 0.35),
      shadow: seaInk.opacity(0.4), shadowOffset: 0.5, isSmooth: true)
    look.rivers = Rivers(
      fill: Color(bytes: 0x5a, 0x80, 0x8a), widthFactor: 1.1, minWidth: 0.7)

    let tint = Fill(
      opacity: 0.66, isSmooth: true, chroma: 0.8, chromaLimit: 0.062, evenness: 0.8,
      lightness: 0.85, band: 4.5, bandOpacity: 0.5, bandDarker: 0.55)
    look.regions.states = tint
    look.regions.provinces = tint
    look.regions.provinces.opacity = 0.75
    look.regions.provinces.band = 0
    look.regions.cultures = tint
    look.regions.religions = tint
    look.regions.biomes = Fill(
      opacity: 0.85, isSmooth: true, chroma: 0.62, chromaLimit: 0.085, evenness: 0.45,
      lightness: 0.82)
    look.heightmap = Heightmap(
      scheme: "#ffffff,#e6d8c6,#b98f68,#c79f6b,#dcbf82,#dad297,#b9c78f,#98b67e,#86a974", skip: 3,
      relax: 0,
      opacity: 0.95, isComplete: true, line: Line(color: sepia.opacity(0.28), width: 0.22))

    look.hillshade = Hillshade(
      strength: 0, detail: 0.6, shadow: sepia.opacity(0.8), light: .white.opacity(0.7))
    look.relief = Relief(
      set: "simple", size: 1.1, density: 0.3, opacity: 0.55, ink: Color(bytes: 0x5f, 0x4c, 0x38),
      fill: paper.opacity(0.75), line: 0.9)
    look.texture = Texture(
      kind: "parchment", over: "all", opacity: 0.3, size: 360,
      dark: Color(bytes: 0x6b, 0x4a, 0x22), light: Color(bytes: 0xff, 0xf8, 0xe6))

    look.borders = Borders(
      states: Line(color: Color(bytes: 0x7a, 0x2f, 0x2a), width: 1, dash: [4, 1.6, 1, 1.6]),
      provinces: Line(color: sepia.opacity(0.75), width: 0.4, dash: [1.6, 1.2]),
      stateHalo: Line(color: .clear, width: 0))
    let road = Color(bytes: 0x8b, 0x4f, 0x31)
    look.routes = Routes(
      roads: Line(color: road.opacity(0.9), width: 0.75),
      trails: Line(color: road.opacity(0.75), width: 0.4, dash: [1.6, 1.1]),
      seaRoutes: Line(color: seaInk.opacity(0.8), width: 0.4, dash: [0.2, 1.8], isRound: true),
      others: Line(color: road.opacity(0.7), width: 0.35, dash: [0.8, 1]))

    look.climate = Climate(
      temperatureScheme: "#a8322a,#d9803f,#ecd282,#8fbf9f,#4f86ae,#54609c", temperatureOpacity: 0.5,
      temperatureLine: 0.8, temperatureLabel: letters(11, italic: true, weight: 600, halo: 1.4),
      precipitationFill: Color(bytes: 0x4a, 0x76, 0x8c).opacity(0.8))
    look.people = People(
      rural: Line(color: Color(bytes: 0x4a, 0x6f, 0x86), width: 1.2),
      urban: Line(color: Color(bytes: 0x9c, 0x3a, 0x30), width: 1.4))

    let red = Color(bytes: 0x9c, 0x35, 0x2c)
    look.burgs = Burgs(
      capital: rank("star", 6, fill: red, stroke: 0.35, label: letters(9.5, weight: 600, halo: 1)),
      city: rank("ring", 3.6, fill: paper, stroke: 0.55, label: letters(7.8, weight: 500)),
      town: rank("circle", 2.3, fill: paper, stroke: 0.45, label: letters(6)),
      village: rank("dot", 1.2, fill: ink, stroke: 0, label: letters(4.8)),
      hamlet: rank("dot", 0.9, fill: ink, stroke: 0, label: letters(4.2, italic: true)),
      fort: rank("triangle", 2.2, fill: paper, stroke: 0.4, label: letters(4.8, italic: true)),
      portSize: 0, portColor: seaInk,
      placement: ["e", "w", "ne", "se", "nw", "sw", "n", "s"], labelGap: 0.8)
    look.labels = Labels(
      density: 1, padding: 0.9, numbersCrowded: true,
      states: Lettering(
        families: serif, size: 22, weight: 500, color: Color(bytes: 0x43, 0x30, 0x24),
        spacing: 0.16, isUpper: true, halo: paper.opacity(0.7), haloWidth: 1.5),
      statesNames: "short", statesMinSize: 9, statesMaxSize: 26, statesFill: 0.72,
      statesMaxSpacing: 0.55, statesClearOfBurgs: true,
      provinces: letters(7, color: sepia, spacing: 0.12, capitals: true),
      added: letters(14, italic: true), water: letters(6, color: seaInk, italic: true),
      showsLakes: true, showsRivers: true,
      regions: letters(
        15, color: Color(bytes: 0x43, 0x30, 0x24), italic: true, spacing: 0.08, halo: 1.2))
    look.markers = Markers(
      pin: "drop", size: 17, fill: paper, line: Line(color: ink, width: 0.5), dot: red)
    look.zones = Zones(opacity: 0.45, line: Line(color: red.opacity(0.6), width: 0.4))
    look.graticule = Graticule(
      line: Line(color: sepia.opacity(0.35), width: 0.35),
      label: letters(7, color: sepia, italic: true))
    look.scaleBar = ScaleBar(
      place: "auto", style: "blocks", hasTwoUnits: true, size: 2, thickness: 3.2, color: ink,
      light: paper,
      label: letters(8.5, halo: 0), backFill: paper.opacity(0.95),
      backLine: Line(color: sepia, width: 0.5), padding: 10, margin: 26)
    look.title = Title(
      place: "auto", label: letters(34, weight: 500, spacing: 0.14, capitals: true, halo: 0),
      subtitle: letters(12, color: sepia, italic: true, spacing: 0.04, halo: 0),
      fill: paper.opacity(0.97), line: Line(color: sepia, width: 0.8), padding: 16, margin: 26)
    look.frame = Frame(
      margin: 9, outer: Line(color: ink, width: 1.6), inner: Line(color: ink, width: 0.5), gap: 4.5,
      fill: paper, ticks: ink)
    look.inset = Inset(
      fill: paper.opacity(0.97), line: Line(color: sepia, width: 0.8),
      region: Line(color: red, width: 1.4), padding: 4, margin: 26)
    look.vignette = Vignette(
      color: Color(bytes: 0x5e, 0x40, 0x1c), opacity: 0.16, blur: 60, inset: 0)
    look.inkOverlays(
      ink: ink, soft: sepia, paper: paper, accent: red, sea: seaInk, families: serif)
    look.cells = CellMesh(line: Line(color: sepia.opacity(0.4), width: 0.15))
    // No dots of villages on shields.
    look.layerStyles.order = ["burg-icons", "emblems"]
    return look.normalized()
  }()
}
