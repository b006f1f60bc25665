// SPDX-License-Identifier: MIT
// Part of Platen: which group of a saved drawing is which setting of a look.

internal import Drawing

extension SavedLook {
  mutating func takeSea() {
    set("ocean.fill", color("fill", of: "ocean/oceanLayers/oceanBase"))
    if let layers = text("layers", of: "ocean/oceanLayers") {
      let steps = layers.split(separator: ",").compactMap { SavedLook.number(String($0)) }
        .map { max(-9, min(-1, $0.rounded())) }
      set("ocean.depths", .list(Set(steps).sorted().map { .number($0) }))
    }
    if let filter = text("filter", of: "ocean/oceanLayers"), filter.contains("dropShadow") {
      set("ocean.depth-line.color", Color.black.opacity(0.14))
      set("ocean.depth-line.width", 0.5)
    }
    takeSeaPattern()
    setLine("coast.line", from: "coastline/sea_island")
    setLine("coast.lake-island", from: "coastline/lake_island")
    // A shadow is cast at the zoom that most maps are saved at, unless it was switched off.
    let coast = groups["coastline/sea_island"]
    let casts =
      coast?["auto-filter"] == "1" || coast?["filter"]?.contains("dropShadow") == true
      || coast?["auto-filter"] == nil && coast?["filter"] == nil
    if coast != nil, !casts { set("coast.glow-width", 0) }
    for kind in ["freshwater", "salt", "sinkhole", "frozen", "lava", "dry"] {
      set("lakes.\(kind).fill", color("fill", of: "lakes/\(kind)"))
      setLine("lakes.\(kind).line", from: "lakes/\(kind)")
    }
    set("rivers.fill", color("fill", of: "rivers"))
    set("ice.fill", color("fill", of: "ice"))
    setLine("ice.line", from: "ice")
    if let ice = groups["ice"], ice["fill"] != nil {
      switch ice["filter"] ?? "" {
      case let filter where filter.contains("dropShadow05"): set("ice.shadow-offset", 0.7)
      case let filter where filter.contains("dropShadow"): set("ice.shadow-offset", 0.3)
      default: set("ice.shadow-offset", 0)
      }
    }
  }

  /// Pictures repeated over the sea are not in the save. A light gray replaces them, with Platen's
  /// own waves for those that have some.
  private mutating func takeSeaPattern() {
    guard let pattern = groups["oceanicPattern"] else { return }
    let opacity = max(0, min(1, number("opacity", of: "oceanicPattern") ?? 1))
    let source = pattern["href"] ?? pattern["xlink:href"] ?? pattern["filter"] ?? ""
    guard !source.isEmpty, source != "none", opacity > 0 else {
      set("ocean.veil", Color.clear)
      return
    }
    set("ocean.veil", Color.white.opacity(opacity))
    if source.contains("pattern") || source.contains("kiwiroo") {
      set("ocean.pattern", .text("swell"))
      set("ocean.pattern-color", Color.white.opacity(opacity * 0.25))
      set("ocean.pattern-size", 22)
    } else if !source.contains("width=") {
      lose("the pattern of the sea (an image)")
    }
  }

  mutating func takeLand() {
    set("sheet.background", text("background-color", of: "map").flatMap { Color(css: $0) })
    let filter = text("filter", of: "map") ?? ""
    for tone in ["grayscale", "sepia", "dingy", "tint"] where filter.contains("filter-\(tone)") {
      set("sheet.tone", .text(tone))
    }
    set("land.fill", color("fill", of: "landmass"))
    // One group up to 1.94, two from then on.
    let land = groups["terrs/landHeights"] != nil ? "terrs/landHeights" : "terrs"
    if let scheme = text("scheme", of: land) { takeScheme(scheme, as: "heightmap.scheme") }
    if groups[land]?["scheme"] != nil { set("heightmap.opacity", opacity(of: land)) }
    set("heightmap.skip", number("skip", of: land))
    set("heightmap.relax", number("relax", of: land))
    set("heightmap.terracing", number("terracing", of: land))
    switch text("curve", of: land) {
    case "curveLinear"?, "curveStep"?, "2"?: set("heightmap.curve", .text("straight"))
    default: break
    }
    let floor = "terrs/oceanHeights"
    if let render = text("data-render", of: floor) {
      set("heightmap.ocean", .flag(render == "1"))
      if let scheme = text("scheme", of: floor), scheme != text("scheme", of: land) {
        takeScheme(scheme, as: "heightmap.ocean-scheme")
      }
      let whole = opacity(of: land)
      set("heightmap.ocean-opacity", whole > 0 ? opacity(of: floor) / whole : 1)
    }
    if groups["texture"]?["data-href"]?.hasPrefix("data:") == true {
      lose("the texture (an image of its own)")
    }
  }

  private mutating func takeScheme(_ scheme: String, as name: String) {
    let isKnown = MapLook.schemeNames.contains(scheme)
    if isKnown || scheme.split(separator: ",").allSatisfy({ Color(css: String($0)) != nil }) {
      let hexed = scheme.split(separator: ",").compactMap { Color(css: String($0))?.hex }
      set(name, .text(isKnown ? scheme : hexed.joined(separator: ",")))
    } else {
      lose("the colors of heights \"\(scheme.prefix(40))\"")
    }
  }

  mutating func takeRegions() {
    // Up to 1.6 the opacity is that of the group around fills and halos; then each has its own.
    let (all, body) = ("regions", "regions/statesBody")
    if groups[all]?["opacity"] != nil || groups[body]?["opacity"] != nil {
      set("states.opacity", opacity(of: all))
      set("states.fill-opacity", opacity(of: body))
    }
    let halo = "regions/statesHalo"
    let isHaloShown = groups[halo]?["style"]?.filter { $0 != " " }.contains("display:none") == false
    if groups[halo] != nil, isHaloShown || groups[halo]?["style"] == nil {
      let width = number("data-width", of: halo) ?? number("stroke-width", of: halo) ?? 0
      let blur = text("filter", of: halo).flatMap { filter in
        filter.firstRange(of: "blur(").flatMap {
          SavedLook.number(String(filter[$0.upperBound...]))
        }
      }
      set("states.band.width", width / 2)
      set("states.band.opacity", opacity(of: halo))
      set("states.band.blur", blur ?? 0)
    }
    for (path, name) in [("relig", "religions"), ("cults", "cultures"), ("biomes", "biomes")] {
      guard groups[path] != nil else { continue }
      set(name + ".opacity", opacity(of: path))
      setLine(name + ".line", from: path)
    }
    if groups["provs"]?["opacity"] != nil { set("provinces.opacity", opacity(of: "provs")) }
    if groups["zones"]?["opacity"] != nil { set("zones.opacity", opacity(of: "zones")) }
    setLine("zones.line", from: "zones")
  }

  mutating func takeLines() {
    setLine("borders.states", from: "borders/stateBorders")
    setLine("borders.provinces", from: "borders/provinceBorders")
    setLine("routes.roads", from: "routes/roads")
    setLine("routes.trails", from: "routes/trails")
    setLine("routes.sea", from: "routes/searoutes")
    if groups["routes/trails"]?["stroke"] != nil { setLine("routes.others", from: "routes/trails") }
    setLine("cells.line", from: "cells")
    setLine("coordinates.line", from: "coordinates")
    set("coordinates.label.size", number("data-size", of: "coordinates"))
  }

  mutating func takeClimate() {
    set("temperature.opacity", number("fill-opacity", of: "temperature"))
    set("temperature.line", number("stroke-width", of: "temperature"))
    set("temperature.label.size", number("font-size", of: "temperature"))
    set("temperature.label.color", text("fill", of: "temperature").flatMap { Color(css: $0) })
    set("precipitation.fill", color("fill", of: "prec"))
    let width = number("stroke-width", of: "population")
    for kind in ["rural", "urban"] {
      set(
        "population.\(kind).color",
        text("stroke", of: "population/\(kind)").flatMap { Color(css: $0) })
      set("population.\(kind).width", width)
    }
  }

  // MARK: Burgs

  mutating func takeBurgs() {
    // Two groups up to 1.108; those for capitals, cities and so on after.
    for (rank, group) in ranks("icons/burgIcons") {
      let path = "icons/burgIcons/\(group)"
      set("burgs.\(rank).fill", color("fill", of: path))
      set("burgs.\(rank).stroke.color", color("stroke", of: path))
      if let radius = number("size", of: path) {
        set("burgs.\(rank).size", radius * 2)
        set("burgs.\(rank).stroke.width", number("stroke-width", of: path))
      } else if let size = number("font-size", of: path) {
        set("burgs.\(rank).size", size)
        // Marks are drawn ten wide and brought to their size, outlines and all.
        set("burgs.\(rank).stroke.width", number("stroke-width", of: path).map { $0 * size / 10 })
      }
      if let icon = text("data-icon", of: path) {
        if let mark = SavedLook.marks[icon] {
          set("burgs.\(rank).mark", .text(mark))
        } else {
          lose("the mark \(icon) of burgs")
        }
      }
    }
    let ports = groups["icons/anchors/city"] != nil ? "city" : "cities"
    set(
      "burgs.port.size",
      number("size", of: "icons/anchors/\(ports)")
        ?? number("font-size", of: "icons/anchors/\(ports)"))
    set("burgs.port.color", color("stroke", of: "icons/anchors/\(ports)"))
  }

  /// Kinds of burg of a look, and which group below `path` is theirs.
  private func ranks(_ path: String) -> [(rank: String, group: String)] {
    let names = [
      ("capital", ["capital", "cities"]), ("city", ["city", "towns"]), ("town", ["town", "towns"]),
      ("village", ["village", "towns"]), ("hamlet", ["hamlet", "towns"]),
      ("fort", ["fort", "towns"]),
    ]
    return names.compactMap { rank, groups in
      groups.first { self.groups["\(path)/\($0)"] != nil }.map { (rank, $0) }
    }
  }

  private static let marks: [String: String] = [
    "#icon-circle": "circle", "#icon-square": "square", "#icon-triangle": "triangle",
    "#icon-cross": "cross", "#icon-star": "star", "#icon-circled": "ring",
    "#icon-squared": "squared", "#icon-star-circled": "starred", "#icon-diamond": "diamond",
    "#icon-watabou-capital": "castle", "#icon-watabou-city": "castle",
    "#icon-watabou-town": "houses", "#icon-watabou-village": "house",
    "#icon-watabou-hamlet": "house", "#icon-watabou-fort": "tower",
    "#icon-watabou-monastery": "church", "#icon-watabou-caravanserai": "house",
    "#icon-watabou-post": "house",
  ]

  // MARK: Labels

  mutating func takeLabels() {
    // Names of groups up to 1.139, and from then on.
    let isNew = groups["labels/state"] != nil
    setLetters("labels.states", from: isNew ? "labels/state" : "labels/states")
    setLetters("labels.added", from: isNew ? "labels/added" : "labels/addedLabels")
    setLetters("labels.provinces", from: isNew ? "labels/province" : "provs")
    let path = isNew ? "labels" : "labels/burgLabels"
    for (rank, group) in ranks(path) { setLetters("burgs.\(rank).label", from: "\(path)/\(group)") }
    // Letters fit their states between these parts of the size that was set.
    if let size = look.value(of: "labels.states.size")?.double {
      set("labels.states.min-size", size * 0.4)
      set("labels.states.max-size", size * 1.6)
    }
    look.saved.followsDrawing = true
    takeOwnLabelGroups(isNew: isNew)
  }

  /// Groups of labels that settings do not name: those that users made, and those of burgs that are
  /// of no rank.
  private mutating func takeOwnLabelGroups(isNew: Bool) {
    let named: Set = [
      "states", "state", "addedLabels", "added", "province", "river", "route", "burgLabels",
      "capital", "city", "town", "village", "hamlet", "fort", "cities", "towns",
    ]
    for path in groups.keys.sorted() where path.hasPrefix("labels/") {
      var name = String(path.dropFirst("labels/".count))
      let isOfBurgs = name.hasPrefix("burgLabels/")
      if isOfBurgs { name = String(name.dropFirst("burgLabels/".count)) }
      // Later drawings have ids of their own for groups that are named in the style.
      guard !named.contains(name), !name.contains("/"), !(isNew && name.hasPrefix("labels-"))
      else { continue }
      // Later versions have labels of both sorts side by side.
      if isNew || isOfBurgs {
        look.saved.burgs[name] = letters(from: path, over: look.burgs.fort.label)
      }
      if isNew || !isOfBurgs {
        look.saved.groups[name] = letters(from: path, over: look.labels.added)
      }
    }
  }

  /// A group's text as letters that no setting names.
  private mutating func letters(
    from path: String, over usual: MapLook.Lettering
  ) -> MapLook.Lettering {
    let added = look.labels.added
    defer { look.labels.added = added }
    look.labels.added = usual
    setLetters("labels.added", from: path)
    return look.labels.added
  }

  // MARK: Furniture

  mutating func takeFurniture() {
    if groups["vignette"] != nil {
      set("vignette.color", text("fill", of: "vignette").flatMap { Color(css: $0) })
      set("vignette.opacity", opacity(of: "vignette"))
      if let filter = text("filter", of: "vignette-rect"),
        let blur = filter.firstRange(of: "blur(")
      {
        set("vignette.blur", SavedLook.number(String(filter[blur.upperBound...])))
      }
    }
    let bar = "scaleBar"
    if let ink = color("fill", of: bar) {
      set("scale-bar.color", ink)
      set("scale-bar.label.color", ink)
    }
    set("scale-bar.label.size", number("font-size", of: bar))
    set("scale-bar.size", number("data-bar-size", of: bar))
    set("scale-bar.back", color("fill", of: "scaleBar/scaleBarBack"))
  }
}
