// SPDX-License-Identifier: MIT
// Part of Platen: the look a world was saved with, as a look of Platen.

package import Atlas
package import Diagnostics
internal import Drawing

/// The look saved with a world: the attributes of its drawing's groups, laid over another look.
///
/// Styles without a setting in looks are reported by name. Groups are those of
/// `Presentation.groups`, whatever version of FMG wrote them.
package struct SavedLook {
  /// The name in manifests.
  package static let name = "saved"
  package static let about =
    "the style the map was saved with: its own colors, lines, text and layers"

  package internal(set) var look: MapLook
  /// The layers that were visible; nil where the world does not specify them.
  package private(set) var layers: LayerSelection?
  package private(set) var diagnostics: [Diagnostic] = []

  let groups: [String: [String: String]]
  /// Styles without a setting, each once, in the order of their appearance.
  private var lost: [String] = []

  /// - Parameter base: the look for everything that the drawing does not specify.
  package init(of presentation: Presentation, over base: MapLook) {
    look = base
    look.name = SavedLook.name
    groups = presentation.groups
    guard !groups.isEmpty else {
      diagnostics = [
        .warning(
          .lookUnsaved, "no look was saved with this world; it is drawn in the look \(base.name)",
          at: SourceLocation(field: "look"), hints: ["only .map saves of FMG hold one"])
      ]
      return
    }
    takeSea()
    takeLand()
    takeRegions()
    takeLines()
    takeClimate()
    takeBurgs()
    takeLabels()
    // The names that the drawing shows, whatever form is set for new ones.
    set("labels.states.names", LookValue.text("auto"))
    takeFurniture()
    takeLayers(presentation)
    noteFilters(presentation)
    guard !lost.isEmpty else { return }
    // A very long list is not helpful.
    let list = lost.prefix(12).joined(separator: "; ")
    let rest = lost.count > 12 ? "; and \(lost.count - 12) more" : ""
    diagnostics = [
      .warning(
        .lookSaved, "settings of the saved look that have no counterpart: \(list)\(rest)",
        at: SourceLocation(field: "look"))
    ]
  }

  // MARK: Reading attributes

  /// The value of an attribute of the first of the groups that has it; nil for an empty one.
  func text(_ attribute: String, of paths: String...) -> String? {
    paths.lazy.compactMap { groups[$0]?[attribute] }.first { !$0.isEmpty }
  }

  func number(_ attribute: String, of path: String) -> Double? {
    text(attribute, of: path).flatMap(SavedLook.number)
  }

  /// A number with or without a unit behind it: `22%`, `8px`.
  static func number(_ text: String) -> Double? {
    let digits = text.drop { $0 == " " }.prefix {
      $0.isASCII && ($0.isNumber || "+-.".contains($0))
    }
    guard let value = Double(digits), value.isFinite else { return nil }
    return value
  }

  /// Opacity of a group and of its fill or stroke together.
  func opacity(of path: String, _ part: String = "") -> Double {
    let own = number("opacity", of: path) ?? 1
    let parts = part.isEmpty ? 1 : number(part + "-opacity", of: path) ?? 1
    return max(0, min(1, own * parts))
  }

  /// The color of an attribute with all its opacities.
  func color(_ attribute: String, of path: String) -> Color? {
    guard let color = text(attribute, of: path).flatMap({ Color(css: $0) }) else { return nil }
    return color.opacity(opacity(of: path, attribute))
  }

  // MARK: Storing settings

  /// Sets what a look can hold; a value out of its range is brought into it.
  mutating func set(_ name: String, _ value: LookValue?) {
    guard var value else { return }
    if let field = MapLook.field(named: name), case .number(let given) = value {
      switch field.kind {
      case .number(let range): value = .number(max(range.lowerBound, min(range.upperBound, given)))
      case .length: value = .number(max(0, min(10_000, given)))
      default: break
      }
    }
    do {
      try look.set(name, to: value)
    } catch {
      lose("\(name) \(value.text)")
    }
  }

  mutating func set(_ name: String, _ number: Double?) { set(name, number.map { .number($0) }) }

  mutating func set(_ name: String, _ color: Color?) { set(name, color?.lookValue) }

  /// The most losses that are reported for one save.
  private static let lossLimit = 200

  mutating func lose(_ what: String) {
    let what = printable(what, limit: 100)
    if lost.count < SavedLook.lossLimit, !lost.contains(what) { lost.append(what) }
  }

  /// A group's stroke as one of the look's lines; untouched where the group has none.
  mutating func setLine(_ name: String, from path: String) {
    guard let stroke = text("stroke", of: path), let color = Color(css: stroke) else { return }
    set(name + ".color", color.opacity(opacity(of: path, "stroke")))
    set(name + ".width", number("stroke-width", of: path) ?? 1)
    let dash = (text("stroke-dasharray", of: path) ?? "").split { $0 == " " || $0 == "," }
      .compactMap { SavedLook.number(String($0)) }.filter { $0 >= 0 }
    set(name + ".dash", .list(dash.contains { $0 > 0 } ? dash.map { .number($0) } : []))
    set(name + ".round", .flag(text("stroke-linecap", of: path) == "round"))
  }

  /// A group's text as one of the look's letterings.
  mutating func setLetters(_ name: String, from path: String) {
    guard let group = groups[path] else { return }
    if let family = group["font-family"], !family.isEmpty {
      let plain = family.split(separator: ",").prefix(8).map { part in
        String(part.filter { $0 != "\"" && $0 != "'" }.drop { $0 == " " })
      }
      let usual = look.value(of: name + ".families")
      var families = plain.map { LookValue.text($0) }
      if case .list(let others)? = usual { families += others.filter { !families.contains($0) } }
      set(name + ".families", .list(families))
    }
    // Old drawings were saved as they stood, at some zoom, and keep the size for none beside.
    set(name + ".size", number("data-size", of: path) ?? number("font-size", of: path))
    let tone = tone(of: path)
    set(name + ".color", color("fill", of: path).map { tone?.color($0) ?? $0 })
    if let spacing = text("letter-spacing", of: path).flatMap(SavedLook.number) {
      // Units of a drawing, where ours are of the letters' size.
      let size = look.value(of: name + ".size")?.double ?? 10
      set(name + ".spacing", size > 0 ? spacing / size : 0)
    }
    if group["fill"] != nil { setShadow(name, group["style"] ?? "", opacity(of: path), tone) }
    if (number("stroke-width", of: path) ?? 0) > 0, group["stroke"] != nil {
      lose("outlines of letters (\(path))")
    }
  }

  /// The change of colors that a group of letters is filtered by; other filters are reported.
  private mutating func tone(of path: String) -> Tone? {
    guard let filter = filter(of: path) else { return nil }
    if let tone = Tone(filter.replacing("filter-", with: "")) { return tone }
    if !SavedLook.shadows.contains(filter) { lose("the filter \(filter) of letters (\(path))") }
    return nil
  }

  /// A shadow round letters as a halo: half as wide as it is blurred, at the most.
  private mutating func setShadow(
    _ name: String, _ style: String, _ opacity: Double, _ tone: Tone?
  ) {
    guard let start = style.firstRange(of: "text-shadow:")?.upperBound else {
      set(name + ".halo.width", 0)
      return
    }
    let words = style[start...].prefix { $0 != ";" }.split(separator: " ").map(String.init)
    let lengths = words.compactMap { word in
      word.first.map { $0.isNumber || "+-.".contains($0) } == true ? SavedLook.number(word) : nil
    }
    guard lengths.count >= 3,
      let color = words.lazy.compactMap({ Color(css: $0) }).first(where: { $0.alpha > 0 })
    else {
      set(name + ".halo.width", 0)
      return
    }
    set(name + ".halo.color", (tone?.color(color) ?? color).opacity(0.6 * opacity))
    set(name + ".halo.width", (lengths[2] + max(abs(lengths[0]), abs(lengths[1]))) / 4)
  }

  // MARK: Layers

  private mutating func takeLayers(_ presentation: Presentation) {
    guard !presentation.active.isEmpty else { return }
    for name in presentation.active where MapLayer(savedName: name) == nil {
      lose("the layer \(name)")
    }
    // Taken singly: some bear the names of presets.
    layers = presentation.active.compactMap(MapLayer.init(savedName:))
      .reduce(try? LayerSelection([])) { $0?.showing($1) }
  }

  /// Filters are named where they change a layer that was shown.
  private mutating func noteFilters(_ presentation: Presentation) {
    for (path, layer) in SavedLook.filtered where presentation.active.contains(layer) {
      guard let name = filter(of: path) else { continue }
      if !SavedLook.shadows.contains(name) { lose("the filter \(name) of \(layer)") }
    }
  }

  /// The name of a group's filter; nil for none.
  private func filter(of path: String) -> String? {
    guard let filter = text("filter", of: path), filter != "none" else { return nil }
    guard filter.hasPrefix("url(") else { return filter }
    return String(filter.drop { $0 != "#" }.dropFirst().prefix { !")\"'".contains($0) })
  }

  /// Filters that are part of our layers already, or too faint to miss.
  private static let shadows = ["dropShadow", "dropShadow01", "dropShadow05", "blur5"]

  private static let filtered: [(path: String, layer: String)] = [
    ("ocean/oceanLayers", "ocean"), ("landmass", "landmass"), ("terrs", "heightmap"),
    ("terrs/landHeights", "heightmap"), ("terrs/oceanHeights", "heightmap"), ("biomes", "biomes"),
    ("rivers", "rivers"), ("relig", "religions"), ("cults", "cultures"),
    ("regions/statesBody", "states"), ("provs", "provinces"), ("borders/stateBorders", "borders"),
    ("borders/provinceBorders", "borders"), ("routes/roads", "routes"), ("routes/trails", "routes"),
    ("routes/searoutes", "routes"),
    ("population", "population"), ("zones", "zones"), ("coastline/sea_island", "coastline"),
  ]
}
