// SPDX-License-Identifier: MIT
// Part of Platen: the types of tokens by the names that programs give them.

internal import Values

/// The types of tokens in files of all formats.
enum TypeNames {
  /// The type of that name, compared without case, dashes and a plural's ending; nil for one that
  /// is not read.
  static func type(_ name: String) -> TokenType? {
    let plain = plain(name)
    if let type = types[plain] { return type }
    return ["paragraph", "padding", "margin"].contains(where: plain.hasPrefix) ? .dimension : nil
  }

  private static func plain(_ name: String) -> String {
    guard name.utf8.count <= 60 else { return "" }
    var plain = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    if plain.hasSuffix("ies") {
      plain = plain.dropLast(3) + "y"
    } else if plain.hasSuffix("s"), plain != "radius" {
      plain.removeLast()
    }
    return plain
  }

  private static let types: [String: TokenType] = {
    let names: [(TokenType, String)] = [
      (.color, "color"),
      (
        .dimension,
        "dimension size sizing space spacing borderradius radius radii rounding borderwidth width "
          + "height fontsize letterspacing offset gap breakpoint strokewidth length inset"
      ), (.number, "number opacity lineheight multiplier zindex flex ratio scale"),
      (.fontFamily, "fontfamily family"), (.fontWeight, "fontweight weight"),
      (.duration, "duration time motionduration delay"),
      (.cubicBezier, "cubicbezier timingfunction motioncurve easing"),
      (.shadow, "shadow boxshadow dropshadow innershadow elevation"),
      (.typography, "typography"), (.border, "border"), (.gradient, "gradient"),
    ]
    var types: [String: TokenType] = [:]
    for (type, words) in names {
      for word in words.split(separator: " ") { types[String(word)] = type }
      types[plain(type.rawValue)] = type
    }
    types["borderradiu"] = .dimension
    types["radiu"] = .dimension
    types["radii"] = .dimension
    types["fontweight"] = .fontWeight
    return types
  }()

  /// The types only Tokens Studio has.
  static let studio: Set<String> = [
    "sizing", "borderRadius", "borderWidth", "boxShadow", "fontFamilies", "fontWeights",
    "fontSizes", "lineHeights", "letterSpacing", "paragraphSpacing", "paragraphIndent",
    "textCase", "textDecoration", "composition",
  ]

  // MARK: Files without types

  /// The type of a token without one, by what its value is and what it and its groups are called;
  /// nil where that leaves it open.
  static func guessed(_ value: PlacedValue, at path: [String]) -> TokenType? {
    if let text = value.text, value.number == nil, Double(text) == nil {
      if TokenColor(css: text) != nil { return .color }
      if text.hasPrefix("cubic-bezier(") { return .cubicBezier }
      if TokenMeasure(text)?.isTime == true { return .duration }
      if TokenMeasure(text) != nil { return named(path) ?? .dimension }
      if text.contains("gradient(") { return nil }
      return named(path)
    }
    if value.looseNumber != nil { return named(path) ?? .number }
    if let elements = value.elements {
      if let first = elements.first, first.isMapping { return mapping(first) }
      return named(path)
    }
    return mapping(value)
  }

  /// The type that alone has such a value.
  static func unmistakable(_ value: PlacedValue) -> TokenType? {
    if value["colorSpace"] != nil, value["components"] != nil { return .color }
    switch value["unit"]?.text {
    case "px", "rem": return .dimension
    case "ms", "s": return .duration
    default: return nil
    }
  }

  private static func mapping(_ value: PlacedValue) -> TokenType? {
    if let type = unmistakable(value) { return type }
    // Layers by number.
    if let first = value["0"], first.isMapping, first["0"] == nil { return mapping(first) }
    let keys = Set(value.entries.map(\.key))
    if keys.isSuperset(of: ["h", "s", "l"]) || keys.isSuperset(of: ["r", "g", "b"]) {
      return .color
    }
    if keys.contains("fontSize") || keys.contains("fontFamily") { return .typography }
    if keys.contains("color"), !keys.isDisjoint(with: ["blur", "blurRadius", "offsetX", "x"]) {
      return .shadow
    }
    if keys.isSuperset(of: ["color", "width"]) { return .border }
    return nil
  }

  /// The type that the name or the nearest group has the name of.
  static func named(_ path: [String]) -> TokenType? {
    path.suffix(8).reversed().lazy.compactMap(type).first
  }
}

/// A number with a unit, such as `16px`.
struct TokenMeasure {
  var value: Double
  /// The unit in lower case; empty where there is none.
  var unit: String

  init?(_ text: String) {
    guard text.utf8.count <= 60 else { return nil }
    var bytes = text.utf8.drop { $0 == 0x20 }
    while bytes.last == 0x20 { bytes.removeLast() }
    let digits = bytes.prefix {
      (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: "+")
    }
    let rest = bytes.dropFirst(digits.count).drop { $0 == 0x20 }
    guard let value = Double(String(Substring(digits))), value.isFinite,
      rest.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "%") })
    else { return nil }
    self.value = value
    unit = String(Substring(rest)).lowercased()
    // What follows a space may be a word of its own.
    let isApart = bytes.dropFirst(digits.count).first == 0x20
    guard !isApart || TokenMeasure.lengths.contains(unit) || unit == "rem" || isTime else {
      return nil
    }
  }

  /// The units of lengths that nothing is as long in.
  static let lengths: Set<String> = [
    "", "px", "em", "%", "ch", "ex", "vw", "vh", "vmin", "vmax", "pt", "dp", "sp",
  ]

  /// Indicates whether it is a time.
  var isTime: Bool { unit == "ms" || unit == "s" }
}
