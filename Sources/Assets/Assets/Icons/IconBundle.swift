// SPDX-License-Identifier: MIT
// Part of Platen: an icon of Icon Composer (`Name.icon`) as it is drawn flat.

public import Diagnostics
public import Tokens

/// The groups of layers of an icon of Icon Composer, without its glass: fills, opacities, blend modes,
/// positions and the values for dark and tinted screens.
///
/// Apple publishes no description of the format; the keys are those of files that Xcode 26 and Icon
/// Composer wrote.
public struct IconBundle: Sendable {
  /// The screens for which an icon has values of its own.
  public enum Appearance: String, Sendable {
    case light, dark, tinted
  }

  /// A color, or two from one end to the other.
  public struct Fill: Hashable, Sendable {
    public var colors: [TokenColor]
    /// The ends of a gradient as parts of the filled square.
    var start = (x: 0.5, y: 0.0)
    var stop = (x: 0.5, y: 1.0)

    public static func == (a: Fill, b: Fill) -> Bool {
      a.colors == b.colors && a.start == b.start && a.stop == b.stop
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(colors) }
  }

  /// The way a layer mixes with what is below it.
  public enum BlendMode: String, Sendable {
    case normal, darken, multiply, lighten, screen, overlay
    case plusDarker = "plus-darker"
    case plusLighter = "plus-lighter"
    case softLight = "soft-light"
    case hardLight = "hard-light"
  }

  /// An image in the icon.
  public struct Layer: Sendable {
    /// The name of its file in `Assets`.
    public var image: String
    /// Replaces the colors of the image.
    public var fill: Fill?
    public var opacity: Double
    public var blend: BlendMode
    /// The scale of the image, and the shift of its middle from the icon's in points.
    public var scale: Double
    public var shift: (x: Double, y: Double)
  }

  public struct Group: Sendable {
    /// The lowest first.
    public var layers: [Layer]
    public var opacity: Double
    public var blend: BlendMode
  }

  /// Points a side.
  public static let side = 1024.0
  /// The name of the file that lists groups and layers, and the folder of images.
  public static let list = "icon.json"
  public static let assets = "Assets"

  /// The bytes of the list.
  public let source: [UInt8]
  private let root: ContentsValue
  /// A warning for what is not drawn.
  public let warnings: [Diagnostic]

  /// Reads the list of an icon.
  ///
  /// - Throws: `Failure` where it is not JSON, or not a list of groups.
  public init(_ bytes: [UInt8]) throws {
    source = bytes
    root = try ContentsValue(parsing: bytes)
    guard let groups = root["groups"]?.list, !groups.isEmpty, groups.count <= 64 else {
      throw Failure(
        .error(
          .iconBundleGroups, "expected 1 to 4 groups of layers",
          at: SourceLocation(field: "groups")))
    }
    var omitted: [String] = []
    func note(_ what: String) { if !omitted.contains(what) { omitted.append(what) } }
    for group in groups {
      for key in ["shadow", "translucency", "specular", "blur-material", "refractivity"] {
        let value = group[key] ?? group[key + "-specializations"]
        let isOff =
          value == nil || value == .null || value == .bool(false)
          || value?["enabled"] == .bool(false) || value?["kind"]?.text == "none"
        if !isOff { note(key) }
      }
      for layer in group["layers"]?.list ?? [] where layer["glass"] == .bool(true) {
        note("glass")
      }
    }
    warnings =
      omitted.isEmpty
      ? []
      : [
        .warning(
          .iconBundleFlat, "the icon is drawn flat, without \(omitted.joined(separator: ", "))",
          hints: ["use it as it is in Xcode 26, or as an .icon output"])
      ]
  }

  // MARK: Values

  /// The value of a key on a kind of screen.
  private static func value(
    _ holder: ContentsValue, _ key: String, _ appearance: Appearance
  ) -> ContentsValue? {
    // A plain value hides those for single screens.
    if let plain = holder[key] { return plain }
    let entries = (holder[key + "-specializations"]?.list ?? []).filter { entry in
      ["square", "iOS", ""].contains(entry["idiom"]?.text ?? "") && entry["localization"] == nil
    }
    let own = entries.first { $0["appearance"]?.text == appearance.rawValue }
    let base =
      entries.first { $0["appearance"] == nil }
      ?? entries.first {
        $0["appearance"]?.text == Appearance.light.rawValue
      }
    return (own ?? base)?["value"]
  }

  /// The ground behind all groups; nil for one that the system draws.
  public func ground(_ appearance: Appearance) -> Fill? {
    let value = IconBundle.value(root, "fill", appearance)
    switch value?.text {
    case "system-dark": return Fill(colors: [TokenColor(0.11, 0.11, 0.12)])
    case "system-light": return Fill(colors: [TokenColor(1, 1, 1)])
    default: return value.flatMap(IconBundle.fill)
    }
  }

  /// The groups that are seen, the lowest first.
  public func groups(_ appearance: Appearance) -> [Group] {
    (root["groups"]?.list ?? []).reversed().compactMap { group in
      guard IconBundle.value(group, "hidden", appearance) != .bool(true) else { return nil }
      let place = IconBundle.place(group, appearance)
      let layers = (group["layers"]?.list ?? []).prefix(256).reversed().compactMap {
        layer -> Layer? in
        guard IconBundle.value(layer, "hidden", appearance) != .bool(true),
          let image = IconBundle.value(layer, "image-name", appearance)?.text, !image.isEmpty,
          !image.contains("/"), !image.hasPrefix(".")
        else { return nil }
        let own = IconBundle.place(layer, appearance)
        return Layer(
          image: image,
          fill: IconBundle.value(layer, "fill", appearance).flatMap(IconBundle.fill),
          opacity: IconBundle.unit(IconBundle.value(layer, "opacity", appearance)),
          blend: IconBundle.blend(layer, appearance), scale: own.scale * place.scale,
          shift: (
            own.shift.x * place.scale + place.shift.x, own.shift.y * place.scale + place.shift.y
          ))
      }
      return Group(
        layers: layers, opacity: IconBundle.unit(IconBundle.value(group, "opacity", appearance)),
        blend: IconBundle.blend(group, appearance))
    }
  }

  /// The names of all images in their order.
  public var images: [String] {
    var names: [String] = []
    for appearance in [Appearance.light, .dark, .tinted] {
      for layer in groups(appearance).flatMap(\.layers) where !names.contains(layer.image) {
        names.append(layer.image)
      }
    }
    return names
  }

  private static func unit(_ value: ContentsValue?) -> Double {
    min(1, max(0, value?.number ?? 1))
  }

  private static func blend(_ holder: ContentsValue, _ appearance: Appearance) -> BlendMode {
    value(holder, "blend-mode", appearance)?.text.flatMap(BlendMode.init(rawValue:)) ?? .normal
  }

  private static func place(
    _ holder: ContentsValue, _ appearance: Appearance
  ) -> (scale: Double, shift: (x: Double, y: Double)) {
    let place = value(holder, "position", appearance)
    let shift = (place?["translation-in-points"]?.list ?? []).map { bounded($0.number) }
    let scale = place?["scale"]?.number ?? 1
    return (
      scale.isFinite ? min(64, max(0.001, scale)) : 1,
      shift.count == 2 ? (shift[0], shift[1]) : (0, 0)
    )
  }

  private static func bounded(_ value: Double?) -> Double {
    guard let value, value.isFinite else { return 0 }
    return min(4096, max(-4096, value))
  }

  // MARK: Colors

  private static func fill(_ value: ContentsValue) -> Fill? {
    for key in ["solid", "automatic-gradient"] {
      if let color = value[key]?.text.flatMap(color) { return Fill(colors: [color]) }
    }
    guard let colors = value["linear-gradient"]?.list?.compactMap({ $0.text.flatMap(color) }),
      colors.count == 2
    else { return nil }
    var fill = Fill(colors: colors)
    func point(_ key: String) -> (x: Double, y: Double)? {
      guard let point = value["orientation"]?[key], let x = point["x"]?.number,
        let y = point["y"]?.number, x.isFinite, y.isFinite
      else { return nil }
      return (x, y)
    }
    if let start = point("start"), let stop = point("stop") {
      (fill.start, fill.stop) = (start, stop)
    }
    return fill
  }

  /// A color such as `srgb:0.00000,0.20000,0.60000,1.00000`.
  static func color(_ text: String) -> TokenColor? {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let numbers = parts[1].split(separator: ",").compactMap { part in
      Double(part.filter { !$0.isWhitespace })
    }.filter(\.isFinite)
    switch (parts[0], numbers.count) {
    case ("srgb", 4), ("extended-srgb", 4):
      let clipped = numbers.map { min(1, max(0, $0)) }
      return TokenColor(clipped[0], clipped[1], clipped[2], alpha: clipped[3])
    case ("display-p3", 4):
      return TokenColor(
        space: "display-p3", numbers[0], numbers[1], numbers[2], alpha: min(1, max(0, numbers[3])))
    case ("gray", 2), ("extended-gray", 2):
      let gray = min(1, max(0, numbers[0]))
      return TokenColor(gray, gray, gray, alpha: min(1, max(0, numbers[1])))
    case ("named", _): return named[String(parts[1])].flatMap { TokenColor(hex: $0) }
    default: return nil
    }
  }

  /// Apple's system colors on light screens.
  private static let named = [
    "system-red": "#FF3B30", "system-orange": "#FF9500", "system-yellow": "#FFCC00",
    "system-green": "#34C759", "system-mint": "#00C7BE", "system-teal": "#30B0C7",
    "system-cyan": "#32ADE6", "system-blue": "#007AFF", "system-indigo": "#5856D6",
    "system-purple": "#AF52DE", "system-pink": "#FF2D55", "system-brown": "#A2845E",
    "system-gray": "#8E8E93",
  ]
}

extension IconBundle.Fill {
  /// The fill as text that differs for each.
  public var words: String {
    colors.map(\.hex).joined(separator: " ") + " \(start.x) \(start.y) \(stop.x) \(stop.y)"
  }
}
