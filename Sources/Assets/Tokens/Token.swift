// SPDX-License-Identifier: MIT
// Part of Platen: design tokens: named decisions of a design, with a value for each mode.

public import Diagnostics

/// A mode a design is shown in.
public enum TokenMode: String, Hashable, Sendable, CaseIterable {
  /// The default mode.
  case light
  case dark
  case highContrast = "high-contrast"
  case darkHighContrast = "dark-high-contrast"

  /// The modes whose value is used where this one has none, nearest first.
  public var fallbacks: [TokenMode] {
    switch self {
    case .light: []
    case .dark, .highContrast: [.light]
    case .darkHighContrast: [.dark, .highContrast, .light]
    }
  }

  public var isDark: Bool { self == .dark || self == .darkHighContrast }
  public var isHighContrast: Bool { self == .highContrast || self == .darkHighContrast }
}

/// The type of a token's value, by its name in the design-token format.
public enum TokenType: String, Hashable, Sendable, CaseIterable {
  case color, dimension, fontFamily, fontWeight, duration, cubicBezier, number, shadow, gradient
  case typography, border
}

/// A length.
public struct TokenLength: Hashable, Sendable {
  public enum Unit: String, Hashable, Sendable { case px, rem }
  public var value: Double
  public var unit: Unit

  public init(_ value: Double, _ unit: Unit = .px) {
    self.value = value
    self.unit = unit
  }

  /// The length in pixels of 1/160 inch, which are Apple's points and Android's dp; a rem is 16 of
  /// them.
  public var points: Double { unit == .rem ? value * 16 : value }
}

/// One layer of a shadow.
public struct TokenShadow: Hashable, Sendable {
  public var color: TokenColor
  public var offsetX, offsetY, blur, spread: TokenLength
  public var isInset: Bool

  public init(
    color: TokenColor, offsetX: TokenLength = TokenLength(0), offsetY: TokenLength = TokenLength(0),
    blur: TokenLength = TokenLength(0), spread: TokenLength = TokenLength(0), isInset: Bool = false
  ) {
    self.color = color
    self.offsetX = offsetX
    self.offsetY = offsetY
    self.blur = blur
    self.spread = spread
    self.isInset = isInset
  }
}

/// A color of a gradient and its position, 0…1.
public struct TokenStop: Hashable, Sendable {
  public var color: TokenColor
  public var position: Double

  public init(_ color: TokenColor, at position: Double) {
    self.color = color
    self.position = position
  }
}

/// The typography of a text.
public struct TokenTypography: Hashable, Sendable {
  public var families: [String]
  public var size: TokenLength
  public var weight: Double
  /// Distance of lines in multiples of the size.
  public var lineHeight: Double?
  public var letterSpacing: TokenLength?

  public init(
    families: [String], size: TokenLength, weight: Double = 400, lineHeight: Double? = nil,
    letterSpacing: TokenLength? = nil
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
  }
}

/// A line round something.
public struct TokenBorder: Hashable, Sendable {
  public var color: TokenColor
  public var width: TokenLength
  /// A CSS line style, such as `solid`.
  public var style: String

  public init(color: TokenColor, width: TokenLength, style: String = "solid") {
    self.color = color
    self.width = width
    self.style = style
  }
}

/// A token's value, aliases followed.
public enum TokenValue: Hashable, Sendable {
  case color(TokenColor)
  case dimension(TokenLength)
  case fontFamily([String])
  case fontWeight(Double)
  /// A duration in milliseconds.
  case duration(Double)
  case cubicBezier([Double])
  case number(Double)
  case shadow([TokenShadow])
  case gradient([TokenStop])
  case typography(TokenTypography)
  case border(TokenBorder)
  /// A length that only style sheets have, as they write it: `0.5em`, `50%`, `auto`, or several in a
  /// row.
  case css(String)

  /// The color of a stop of a gradient, or of a layer of a shadow; nil where there is none.
  func color(ofPart index: Int) -> TokenColor? {
    switch self {
    case .gradient(let stops): index < stops.count ? stops[index].color : nil
    case .shadow(let layers): index < layers.count ? layers[index].color : nil
    default: nil
    }
  }
}

/// A named decision of a design.
public struct Token: Hashable, Sendable {
  /// The groups it is in and its name.
  public var path: [String]
  public var type: TokenType
  /// The purpose of the token.
  public var description: String
  /// By mode, in the order of `TokenMode.allCases`; never without one for light.
  public var values: [TokenMode: TokenValue]
  /// By mode, the path of the token whose value this one takes over; none for a value of its own.
  public var aliases: [TokenMode: [String]] = [:]
  /// Its location in its file.
  public var place: SourceLocation

  public init(
    _ path: [String], _ type: TokenType, _ values: [TokenMode: TokenValue],
    description: String = "", at place: SourceLocation = SourceLocation()
  ) {
    self.path = path
    self.type = type
    self.values = values
    self.description = description
    self.place = place
  }

  /// The path as people write it: `color.background`.
  public var name: String { path.joined(separator: ".") }

  /// The modes that have a value of their own, in order.
  public var modes: [TokenMode] { TokenMode.allCases.filter { values[$0] != nil } }

  /// The value in a mode, its own or the nearest one's.
  public func value(in mode: TokenMode) -> TokenValue? {
    values[mode] ?? mode.fallbacks.lazy.compactMap { values[$0] }.first
  }

  /// The path of the token whose value this one takes over in a mode; nil for a value of its own.
  func alias(in mode: TokenMode) -> [String]? {
    let own = ([mode] + mode.fallbacks).first { values[$0] != nil }
    return own.flatMap { aliases[$0] }
  }

  /// Indicates whether a value is one that only style sheets have.
  public var isForStyleSheets: Bool {
    values.values.contains { if case .css = $0 { true } else { false } }
  }

  /// The color in a mode; nil for a token that is none.
  public func color(in mode: TokenMode) -> TokenColor? {
    if case .color(let color)? = value(in: mode) { color } else { nil }
  }
}

/// Two tokens that are seen one upon the other, and the contrast they must have.
public struct ContrastPair: Hashable, Sendable {
  /// Names of color tokens.
  public var text: String
  public var ground: String
  public var level: Contrast.Level
  public var place: SourceLocation

  public init(
    text: String, on ground: String, level: Contrast.Level = .AA, at place: SourceLocation
  ) {
    self.text = text
    self.ground = ground
    self.level = level
    self.place = place
  }
}

/// The words of one language, for string tables.
public struct TokenStrings: Hashable, Sendable {
  /// BCP 47.
  public var language: String
  /// The entries in the order written.
  public var entries: [Entry]

  public struct Entry: Hashable, Sendable {
    public var key: String
    public var text: String
    public init(_ key: String, _ text: String) {
      self.key = key
      self.text = text
    }
  }

  public init(language: String, entries: [Entry]) {
    self.language = language
    self.entries = entries
  }
}

/// A file of design tokens, read.
public struct TokenSet: Hashable, Sendable {
  /// The tokens in the order of the file.
  public var tokens: [Token]
  public var contrasts: [ContrastPair]
  /// Font files by their paths, as written.
  public var fontFiles: [String]
  public var strings: [TokenStrings]
  /// Warnings about tokens that were skipped while the set was read.
  public var warnings: [Diagnostic] = []

  public init(
    tokens: [Token] = [], contrasts: [ContrastPair] = [], fontFiles: [String] = [],
    strings: [TokenStrings] = []
  ) {
    self.tokens = tokens
    self.contrasts = contrasts
    self.fontFiles = fontFiles
    self.strings = strings
  }

  /// The token of that name.
  public subscript(name: String) -> Token? { tokens.first { $0.name == name } }

  /// The modes any token has a value of its own for, in order; light always.
  public var modes: [TokenMode] {
    TokenMode.allCases.filter { mode in
      mode == .light || tokens.contains { $0.values[mode] != nil }
    }
  }
}

extension TokenSet {
  /// The color of that name; `color.` may be omitted, and may be written `colors.`.
  public func colorToken(_ name: String) -> Token? {
    let plain = name.hasPrefix("colors.") ? "color." + name.dropFirst(7) : name
    return [name, plain, "color." + name].lazy.compactMap { self[$0] }.first { $0.type == .color }
  }
}
