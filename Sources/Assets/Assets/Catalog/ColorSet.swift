// SPDX-License-Identifier: MIT
// Part of Platen: color sets of asset catalogs, written and read.

public import Tokens

/// A color set: a color for each appearance.
public struct ColorSet: Hashable, Sendable {
  /// A color, and what it is for; nil where a slot is empty.
  public struct Slot: Hashable, Sendable {
    public var mode: TokenMode
    public var color: TokenColor?
    public init(_ mode: TokenMode, _ color: TokenColor?) {
      self.mode = mode
      self.color = color
    }
  }

  public var slots: [Slot]

  public init(_ slots: [Slot]) { self.slots = slots }

  /// The colors of a token in each mode it has one for.
  public init(_ token: Token) {
    slots = token.modes.map { Slot($0, token.color(in: $0)) }
  }

  /// The `Contents.json`, key for key as Xcode writes it.
  public var contents: ContentsValue {
    .sorted([
      "colors": .list(slots.map(\.contents)), "info": .info,
    ])
  }

  /// The colors of a file; those of another color space than `srgb` and `display-p3` are omitted,
  /// and slots for one idiom only.
  public init(_ contents: ContentsValue) {
    slots = (contents["colors"]?.list ?? []).compactMap(Slot.init)
  }

  /// The color for a mode that has a slot.
  public subscript(mode: TokenMode) -> TokenColor? {
    slots.first { $0.mode == mode }?.color
  }
}

extension ColorSet.Slot {
  fileprivate var contents: ContentsValue {
    .sorted([
      "appearances": ColorSet.Slot.appearances(mode), "color": color.map(ColorSet.Slot.color),
      "idiom": .text("universal"),
    ])
  }

  /// The appearances of an image or a color for a mode; nil for the one that holds everywhere.
  static func appearances(_ mode: TokenMode) -> ContentsValue? {
    func appearance(_ name: String, _ value: String) -> ContentsValue {
      .sorted(["appearance": .text(name), "value": .text(value)])
    }
    var list: [ContentsValue] = []
    if mode.isDark { list.append(appearance("luminosity", "dark")) }
    if mode.isHighContrast { list.append(appearance("contrast", "high")) }
    return list.isEmpty ? nil : .list(list)
  }

  private static func color(_ color: TokenColor) -> ContentsValue {
    .sorted([
      "color-space": .text(color.space.rawValue),
      "components": .sorted([
        "alpha": .text(threeDecimals(color.alpha)), "blue": .text(threeDecimals(color.blue)),
        "green": .text(threeDecimals(color.green)), "red": .text(threeDecimals(color.red)),
      ]),
    ])
  }

  fileprivate init?(_ contents: ContentsValue) {
    guard contents["idiom"]?.text ?? "universal" == "universal",
      let mode = ColorSet.Slot.mode(contents["appearances"])
    else { return nil }
    self.init(mode, nil)
    guard let color = contents["color"] else { return }
    guard let space = TokenColor.Space(rawValue: color["color-space"]?.text ?? "srgb"),
      let parts = color["components"], let red = ColorSet.Slot.component(parts["red"]),
      let green = ColorSet.Slot.component(parts["green"]),
      let blue = ColorSet.Slot.component(parts["blue"])
    else { return nil }
    self.color = TokenColor(
      red, green, blue, alpha: ColorSet.Slot.component(parts["alpha"]) ?? 1, space: space)
  }

  /// The mode of a slot's appearances; nil for others, such as tinted.
  static func mode(_ appearances: ContentsValue?) -> TokenMode? {
    var isDark = false
    var isHighContrast = false
    for appearance in appearances?.list ?? [] {
      switch (appearance["appearance"]?.text, appearance["value"]?.text) {
      case ("luminosity", "dark"): isDark = true
      case ("luminosity", "light"): break
      case ("contrast", "high"): isHighContrast = true
      default: return nil
      }
    }
    return isDark
      ? (isHighContrast ? .darkHighContrast : .dark) : (isHighContrast ? .highContrast : .light)
  }

  /// A component as files have it: `"0.961"`, a number, `"245"` of 255, or `"0xF5"`.
  private static func component(_ value: ContentsValue?) -> Double? {
    guard let value else { return nil }
    if let text = value.text ?? value.spelling {
      if text.lowercased().hasPrefix("0x") {
        return Int(text.dropFirst(2), radix: 16).map { Double(min(max($0, 0), 255)) / 255 }
      }
      // Whole numbers count from 0 to 255, as Xcode's own panel writes them.
      if !text.contains("."), let whole = Int(text), whole > 1 {
        return Double(min(whole, 255)) / 255
      }
    }
    return value.number.flatMap { $0.isFinite ? $0 : nil }
  }
}

/// A component with three decimals, which distinguish any two of 256 steps.
func threeDecimals(_ value: Double) -> String {
  let thousandths = Int((max(-8, min(8, value)) * 1000).rounded())
  let size = abs(thousandths)
  let rest = String(size % 1000)
  return (thousandths < 0 ? "-" : "") + "\(size / 1000)."
    + String(repeating: "0", count: 3 - rest.count) + rest
}

extension ColorSet {
  /// The color sets of a design: one for each color token, and for each stop of a gradient, which
  /// catalogs cannot hold.
  ///
  /// - Returns: names, without an extension, and sets, in the order of the tokens.
  public static func all(of set: TokenSet) -> [(name: String, set: ColorSet)] {
    set.tokens.flatMap { token -> [(name: String, set: ColorSet)] in
      let name = TokenNames.colorSet(token)
      switch token.value(in: .light) {
      case .color: return [(name, ColorSet(token))]
      case .gradient(let stops):
        let ends = stops.count == 2 ? ["Start", "End"] : stops.indices.map { String($0 + 1) }
        return stops.indices.map { index in
          let slots = token.modes.compactMap { mode -> Slot? in
            guard case .gradient(let own)? = token.value(in: mode), index < own.count else {
              return nil
            }
            return Slot(mode, own[index].color)
          }
          return (name + ends[index], ColorSet(slots))
        }
      default: return []
      }
    }
  }
}
