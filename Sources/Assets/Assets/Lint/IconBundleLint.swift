// SPDX-License-Identifier: MIT
// Part of Platen: checks an icon of Icon Composer (`Name.icon`).

public import Diagnostics
internal import Text

/// Looks through a folder of Icon Composer, `icon.json` and `Assets`, for what Xcode refuses, ignores
/// or draws otherwise than meant.
///
/// Apple publishes no description of the format; the keys and values are those of files that Xcode 26
/// and Icon Composer wrote.
public struct IconBundleLint {
  /// The diagnostics in the order of the file, and the number of things checked.
  public struct Findings: Hashable, Sendable {
    public var diagnostics: [Diagnostic] = []
    public var groups = 0
    public var layers = 0
  }

  private let tree: FileTree
  private var findings = Findings()
  /// The images that layers name.
  private var used: Set<String> = []
  private var features: Set<String> = []

  /// The name of the file that lists groups and layers.
  static let list = "icon.json"

  private init(_ tree: FileTree) { self.tree = tree }

  /// Looks through the folder of an icon.
  public static func findings(in tree: FileTree) -> Findings {
    var lint = IconBundleLint(tree)
    lint.check()
    return lint.findings
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ field: String, _ message: String,
    _ hints: String...
  ) {
    guard findings.diagnostics.count < 200 else { return }
    findings.diagnostics.append(
      Diagnostic(
        severity, code, message, at: SourceLocation(file: IconBundleLint.list, field: field),
        hints: hints.filter { !$0.isEmpty }))
  }

  // MARK: The whole

  private static let rootKeys = [
    "groups", "supported-platforms", "fill", "color-space-for-untagged-svg-colors", "features",
    "languages", "implicit-asset-mirroring",
  ]
  private static let knownFeatures = ["refractivity", "specular-location"]

  private mutating func check() {
    let root: ContentsValue
    do {
      root = try ContentsValue(parsing: tree.read(IconBundleLint.list))
    } catch let failure as Failure {
      findings.diagnostics += failure.diagnostics.map { $0.inFile(IconBundleLint.list) }
      return
    } catch {
      return report(.error, .iconBundleFile, "", "icon.json cannot be read: \(error)")
    }
    guard root.isTable else {
      return report(.error, .iconBundleValue, "", "expected an object in icon.json")
    }
    checkKeys(root, "", IconBundleLint.rootKeys, specialized: ["fill"])
    for (index, feature) in (root["features"]?.list ?? []).enumerated() {
      let name = feature.text ?? ""
      features.insert(name)
      guard !IconBundleLint.knownFeatures.contains(name) else { continue }
      report(
        .error, .iconBundleValue, "features[\(index)]",
        "unknown feature \"\(printable(name, limit: 40))\", for which Xcode refuses the icon",
        nearMissHint(name, among: IconBundleLint.knownFeatures))
    }
    checkPlatforms(root["supported-platforms"])
    checkWord(
      root["color-space-for-untagged-svg-colors"], "color-space-for-untagged-svg-colors",
      ["srgb", "display-p3"])
    checkEach(root, "fill", "") { $0.checkFill($1, $2) }
    let groups = root["groups"]?.list ?? []
    findings.groups = groups.count
    if !(1...4).contains(groups.count) {
      report(
        .error, .iconBundleGroups, "groups",
        groups.isEmpty
          ? "no groups, of which an icon has 1 to 4"
          : "\(groups.count) groups, but an icon has 1 to 4",
        groups.isEmpty ? "" : "move layers into fewer groups")
    }
    for (index, group) in groups.enumerated() { check(group: group, "groups[\(index)]") }
    checkFiles()
  }

  private mutating func checkPlatforms(_ platforms: ContentsValue?) {
    guard let platforms, platforms.isTable else {
      return report(
        .error, .iconBundleKey, "supported-platforms", "the icon lacks supported-platforms",
        "write { \"squares\": \"shared\" }")
    }
    checkKeys(platforms, "supported-platforms", ["squares", "circles"], specialized: [])
    for (key, known) in [("squares", ["iOS", "macOS"]), ("circles", ["watchOS"])] {
      guard let value = platforms[key] else { continue }
      if key == "squares", value.text == "shared" { continue }
      let names = value.list?.map { $0.text ?? "" } ?? [value.text ?? ""]
      for name in names where !known.contains(name) {
        report(
          .error, .iconBundleValue, "supported-platforms.\(key)",
          "unknown platform \"\(printable(name, limit: 40))\"", nearMissHint(name, among: known))
      }
    }
  }

  // MARK: Groups and layers

  private static let groupKeys = [
    "layers", "name", "hidden", "opacity", "blend-mode", "position", "shadow", "translucency",
    "specular", "lighting", "blur-material", "refractivity", "specular-highlight-placement",
    "asset-mirroring",
  ]
  private static let layerKeys = [
    "name", "image-name", "glass", "hidden", "opacity", "blend-mode", "fill", "position",
    "asset-mirroring",
  ]
  private static let blendModes = [
    "normal", "darken", "multiply", "plus-darker", "lighten", "screen", "plus-lighter", "overlay",
    "soft-light", "hard-light",
  ]

  private mutating func check(group: ContentsValue, _ field: String) {
    guard group.isTable else {
      return report(.error, .iconBundleValue, field, "a group is an object")
    }
    checkKeys(group, field, IconBundleLint.groupKeys, specialized: IconBundleLint.groupKeys)
    checkShared(group, field)
    checkEach(group, "shadow", field) { lint, value, field in
      lint.checkWhole(value, field, ["kind", "opacity"])
      lint.checkWord(value["kind"], field + ".kind", ["neutral", "layer-color", "none"])
      lint.checkUnit(value["opacity"], field + ".opacity")
    }
    checkEach(group, "translucency", field) { lint, value, field in
      lint.checkWhole(value, field, ["enabled", "value"])
      lint.checkUnit(value["value"], field + ".value")
    }
    checkEach(group, "refractivity", field) { lint, value, field in
      lint.checkWhole(value, field, ["enabled", "strength", "depth"])
    }
    checkEach(group, "lighting", field) { $0.checkWord($1, $2, ["individual", "combined"]) }
    checkEach(group, "blur-material", field) { lint, value, field in
      if value != .null { lint.checkUnit(value, field) }
    }
    checkEach(group, "specular-highlight-placement", field) {
      $0.checkWord($1, $2, ["automatic", "inside", "outside"])
    }
    for (key, feature) in [
      ("refractivity", "refractivity"), ("specular-highlight-placement", "specular-location"),
    ] where !features.contains(feature) && IconBundleLint.has(group, key) {
      report(
        .error, .iconBundleKey, field + "." + key,
        "\(key) requires the feature \"\(feature)\", without which Xcode refuses the icon",
        "add \"\(feature)\" to features")
    }
    guard let layers = group["layers"]?.list else {
      return report(.error, .iconBundleKey, field + ".layers", "the group lacks layers")
    }
    findings.layers += layers.count
    for (index, layer) in layers.enumerated() { check(layer: layer, "\(field).layers[\(index)]") }
  }

  private mutating func check(layer: ContentsValue, _ field: String) {
    guard layer.isTable else {
      return report(.error, .iconBundleValue, field, "a layer is an object")
    }
    checkKeys(layer, field, IconBundleLint.layerKeys, specialized: IconBundleLint.layerKeys)
    checkShared(layer, field)
    checkEach(layer, "fill", field) { $0.checkFill($1, $2) }
    checkFlag(layer["glass"], field + ".glass")
    if layer["name"]?.text?.isEmpty ?? true {
      report(.error, .iconBundleKey, field + ".name", "the layer lacks its name")
    }
    checkEach(layer, "image-name", field) { lint, value, field in lint.checkImage(value, field) }
    if !IconBundleLint.has(layer, "image-name") {
      report(
        .warning, .iconBundleKey, field + ".image-name", "the layer names no image, so it is empty")
    }
  }

  /// Checks what groups and layers have in common.
  private mutating func checkShared(_ value: ContentsValue, _ field: String) {
    checkFlag(value["hidden"], field + ".hidden")
    checkEach(value, "opacity", field) { $0.checkUnit($1, $2) }
    checkEach(value, "blend-mode", field) { $0.checkWord($1, $2, IconBundleLint.blendModes) }
    checkEach(value, "position", field) { lint, value, field in
      lint.checkWhole(value, field, ["scale", "translation-in-points"])
      guard let moved = value["translation-in-points"] else { return }
      if moved.list?.count != 2 || moved.list?.allSatisfy({ $0.spelling != nil }) != true {
        lint.report(
          .error, .iconBundleValue, field + ".translation-in-points", "expected two numbers")
      }
    }
  }

  // MARK: Values

  private static func has(_ value: ContentsValue, _ key: String) -> Bool {
    value[key] != nil || value[key + "-specializations"] != nil
  }

  /// Reports keys that Xcode ignores.
  private mutating func checkKeys(
    _ value: ContentsValue, _ field: String, _ known: [String], specialized: [String]
  ) {
    guard case .table(let members) = value else { return }
    let all = known + specialized.map { $0 + "-specializations" }
    var seen: Set<String> = []
    for member in members {
      let place = field.isEmpty ? member.key : field + "." + member.key
      if !seen.insert(member.key).inserted {
        report(.warning, .iconBundleKey, place, "the key is there twice")
      }
      guard !all.contains(member.key) else { continue }
      report(
        .warning, .iconBundleKey, place,
        "unknown key \"\(printable(member.key, limit: 40))\", which Xcode ignores",
        nearMissHint(member.key, among: all))
    }
  }

  private static let slots: [(key: String, known: [String])] = [
    ("appearance", ["light", "dark", "tinted"]), ("idiom", ["square", "iOS", "macOS", "watchOS"]),
  ]

  /// Checks the value of a key, and those for appearances and devices.
  private mutating func checkEach(
    _ holder: ContentsValue, _ key: String, _ field: String,
    _ check: (inout IconBundleLint, ContentsValue, String) -> Void
  ) {
    let field = field.isEmpty ? key : field + "." + key
    if let value = holder[key] { check(&self, value, field) }
    guard let special = holder[key + "-specializations"] else { return }
    let place = field + "-specializations"
    guard let entries = special.list else {
      return report(.error, .iconBundleValue, place, "expected a list")
    }
    if holder[key] != nil {
      report(
        .warning, .iconBundleValue, field,
        "\(key) stands beside \(key)-specializations, which it hides",
        "write it as an entry without appearance and idiom")
    }
    var bases = 0
    for (index, entry) in entries.enumerated() {
      let at = "\(place)[\(index)]"
      guard let value = entry["value"] else {
        report(.error, .iconBundleKey, at, "the entry lacks its value")
        continue
      }
      checkKeys(entry, at, ["value", "appearance", "idiom", "localization"], specialized: [])
      for (slot, known) in IconBundleLint.slots {
        checkWord(entry[slot], at + "." + slot, known)
      }
      let isBase = ["appearance", "idiom", "localization"].allSatisfy { entry[$0] == nil }
      if isBase { bases += 1 }
      check(&self, value, at + ".value")
    }
    if bases > 1 {
      report(
        .warning, .iconBundleValue, place,
        "\(bases) entries without appearance and idiom, of which one counts")
    }
  }

  /// Reports an object that lacks one of its keys, for which Xcode refuses the icon.
  private mutating func checkWhole(_ value: ContentsValue, _ field: String, _ keys: [String]) {
    guard value.isTable else {
      return report(.error, .iconBundleValue, field, "expected an object")
    }
    checkKeys(value, field, keys, specialized: [])
    let missing = keys.filter { value[$0] == nil }
    guard !missing.isEmpty else { return }
    report(
      .error, .iconBundleKey, field,
      "it lacks \(missing.joined(separator: " and ")), without which Xcode refuses the icon")
  }

  private mutating func checkWord(_ value: ContentsValue?, _ field: String, _ known: [String]) {
    guard let value else { return }
    let text = value.text ?? value.spelling ?? ""
    guard !known.contains(text) else { return }
    report(
      .error, .iconBundleValue, field,
      "unknown value \"\(printable(text, limit: 40))\", for which Xcode refuses the icon",
      nearMissHint(text, among: known))
  }

  private mutating func checkFlag(_ value: ContentsValue?, _ field: String) {
    guard let value else { return }
    if case .bool = value { return }
    report(.error, .iconBundleValue, field, "expected true or false")
  }

  private mutating func checkUnit(_ value: ContentsValue?, _ field: String) {
    guard let value else { return }
    guard value.spelling != nil, let number = value.number, (0...1).contains(number) else {
      return report(.error, .iconBundleValue, field, "expected a number from 0 to 1")
    }
  }

  // MARK: Fills

  private mutating func checkFill(_ value: ContentsValue, _ field: String) {
    if value.text != nil {
      return checkWord(value, field, ["automatic", "none", "system-light", "system-dark"])
    }
    guard value.isTable else {
      return report(.error, .iconBundleValue, field, "invalid fill")
    }
    checkKeys(
      value, field, ["solid", "automatic-gradient", "linear-gradient", "orientation"],
      specialized: [])
    for key in ["solid", "automatic-gradient"] {
      if let color = value[key] { checkColor(color, "\(field).\(key)") }
    }
    if let gradient = value["linear-gradient"] {
      let colors = gradient.list ?? []
      if colors.count != 2 {
        report(
          .error, .iconBundleValue, field + ".linear-gradient",
          "a gradient has two colors, not \(colors.count)")
      }
      for (index, color) in colors.enumerated() {
        checkColor(color, "\(field).linear-gradient[\(index)]")
      }
    }
    if ["solid", "automatic-gradient", "linear-gradient"].allSatisfy({ value[$0] == nil }) {
      report(.error, .iconBundleValue, field, "the fill has no color")
    }
  }

  /// The spaces of colors, each with the number of its values.
  private static let spaces = [
    "srgb": 4, "extended-srgb": 4, "display-p3": 4, "gray": 2, "extended-gray": 2,
  ]

  private mutating func checkColor(_ value: ContentsValue, _ field: String) {
    let text = value.text ?? ""
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      return report(
        .error, .iconBundleValue, field, "invalid color \"\(printable(text, limit: 40))\"",
        "write srgb:0.00000,0.20000,0.60000,1.00000")
    }
    let space = String(parts[0])
    if space == "named" { return }
    guard let count = IconBundleLint.spaces[space] else {
      return report(
        .error, .iconBundleValue, field, "unknown color space \"\(printable(space, limit: 40))\"",
        nearMissHint(space, among: IconBundleLint.spaces.keys.sorted() + ["named"]))
    }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.filter { !$0.isWhitespace })
    }
    let isExtended = space.hasPrefix("extended")
    let isValid = numbers.allSatisfy { number in
      number.map { isExtended ? $0.isFinite : (0...1).contains($0) } ?? false
    }
    guard numbers.count == count, isValid else {
      return report(
        .error, .iconBundleValue, field,
        "\(space) takes \(count) numbers" + (isExtended ? "" : " from 0 to 1") + ", not \""
          + printable(String(parts[1]), limit: 60) + "\"")
    }
  }

  // MARK: Images

  private mutating func checkImage(_ value: ContentsValue, _ field: String) {
    guard let name = value.text, !name.isEmpty else {
      return report(.error, .iconBundleValue, field, "expected the name of a file in Assets")
    }
    let isNew = used.insert(name).inserted
    let file = "Assets/" + name
    guard tree.files.contains(file) else {
      let others = tree.names(in: "Assets")
      return report(
        .error, .iconBundleFile, field,
        "\(printable(name, limit: 80)) is not in Assets", nearMissHint(name, among: others))
    }
    guard isNew, let bytes = try? tree.read(file) else { return }
    let facts = AssetImageFacts(bytes)
    let isKnown = facts?.format == .svg || facts?.format == .png
    guard isKnown, !AssetImageFacts.isCutShort(bytes) else {
      return report(
        .error, .iconBundleFile, field,
        "\(printable(name, limit: 80)) is not an SVG or PNG image")
    }
  }

  /// Reports files that no layer names.
  private mutating func checkFiles() {
    for file in tree.files where file != IconBundleLint.list {
      let name = FileTree.name(of: file)
      guard !name.hasPrefix("."), !(file == "Assets/" + name && used.contains(name)) else {
        continue
      }
      findings.diagnostics.append(
        .warning(
          .iconBundleFile, "no layer names this file", at: SourceLocation(file: file),
          hints: ["name it as image-name of a layer, or remove it"]))
    }
  }
}
