// SPDX-License-Identifier: MIT
// Part of Platen: tokens as Swift source.

internal import Diagnostics
internal import Text

/// Writes tokens as one Swift file: an enumeration of enumerations of constants.
///
/// The constants are plain values and build wherever Swift does; the conversions to SwiftUI's and UIKit's
/// are under `#if canImport`.
public enum SwiftTokens {
  /// - Parameter name: what the enumeration is called.
  /// - Throws: `Failure` `tokens.name` where two tokens come to one name.
  public static func source(_ set: TokenSet, name: String = "DesignTokens") throws -> String {
    // Lengths of style sheets depend on their surroundings.
    let groups = TokenGroups(set.tokens.filter { !$0.isForStyleSheets })
    for group in groups.all {
      try TokenNames.check(group.tokens, in: "Swift") { TokenNames.camel(groups.rest($0)) }
    }
    var text = """
      // Made by Platen from design tokens. Changes to this file are lost.

      #if canImport(SwiftUI)
        import SwiftUI
      #endif
      #if canImport(UIKit)
        import UIKit
      #endif

      /// The design's tokens; lengths are in points, times in seconds.
      public enum \(name) {
      \(types)
      """
    for group in groups.all {
      text += "\n\n  public enum \(typeName(group.name)) {"
      for token in group.tokens {
        guard let value = token.value(in: .light) else { continue }
        text += "\n"
        if !token.description.isEmpty { text += "    /// \(printable(token.description))\n" }
        let constant = escaped(TokenNames.camel(groups.rest(token)))
        text += "    public static let \(constant) = \(expression(token, value))"
      }
      text += "\n  }"
    }
    return text + "\n}\n\n" + bridges(name) + "\n"
  }

  private static let types = """
      /// A color in sRGB, or in Display P3 where `isWide`; `0xRRGGBBAA` is one.
      public struct RGBA: Hashable, Sendable, ExpressibleByIntegerLiteral {
        public var red, green, blue, alpha: Double
        public var isWide = false

        public init(red: Double, green: Double, blue: Double, alpha: Double, isWide: Bool) {
          (self.red, self.green, self.blue) = (red, green, blue)
          (self.alpha, self.isWide) = (alpha, isWide)
        }

        public init(integerLiteral rgba: UInt32) {
          red = Double(rgba >> 24) / 255
          green = Double(rgba >> 16 & 255) / 255
          blue = Double(rgba >> 8 & 255) / 255
          alpha = Double(rgba & 255) / 255
        }
      }

      /// The values of a color in each mode; a mode without one takes that of the nearest mode.
      public struct ModeColor: Hashable, Sendable {
        public var light: RGBA
        public var dark: RGBA?
        public var highContrast: RGBA?
        public var darkHighContrast: RGBA?

        public func value(isDark: Bool, isHighContrast: Bool) -> RGBA {
          switch (isDark, isHighContrast) {
          case (false, false): light
          case (true, false): dark ?? light
          case (false, true): highContrast ?? light
          case (true, true): darkHighContrast ?? dark ?? highContrast ?? light
          }
        }
      }

      /// A color of a gradient and where it stands, 0…1.
      public struct GradientStop: Hashable, Sendable {
        public var color: ModeColor
        public var position: Double
      }

      public struct ShadowStyle: Hashable, Sendable {
        public var color: ModeColor
        public var x, y, blur, spread: Double
        public var isInset = false
      }

      public struct TextStyle: Hashable, Sendable {
        public var families: [String]
        public var size: Double
        public var weight: Double
        /// The height of lines in multiples of the size.
        public var lineHeight: Double?
        public var letterSpacing: Double
      }

      public struct BorderStyle: Hashable, Sendable {
        public var color: ModeColor
        public var width: Double
        /// A line style of CSS.
        public var style = "solid"
      }
    """

  private static func bridges(_ name: String) -> String {
    """
    #if canImport(SwiftUI)
      extension \(name).RGBA {
        public var color: SwiftUI.Color {
          SwiftUI.Color(
            isWide ? .displayP3 : .sRGB, red: red, green: green, blue: blue, opacity: alpha)
        }
      }

      extension \(name).ModeColor {
        /// The color for what surrounds it: `DesignTokens.Color.text.color(in: environment)`.
        public func color(in environment: EnvironmentValues) -> SwiftUI.Color {
          value(
            isDark: environment.colorScheme == .dark,
            isHighContrast: environment.colorSchemeContrast == .increased
          ).color
        }
      }
    #endif

    #if canImport(UIKit)
      extension \(name).RGBA {
        public var uiColor: UIColor {
          isWide
            ? UIColor(displayP3Red: red, green: green, blue: blue, alpha: alpha)
            : UIColor(red: red, green: green, blue: blue, alpha: alpha)
        }
      }

      #if !os(watchOS)
        extension \(name).ModeColor {
          /// The color, which follows the traits of the view it is in: `\(name).Color.text.uiColor`.
          public var uiColor: UIColor {
            UIColor { traits in
              value(
                isDark: traits.userInterfaceStyle == .dark,
                isHighContrast: traits.accessibilityContrast == .high
              ).uiColor
            }
          }
        }
      #endif
    #endif
    """
  }

  private static func expression(_ token: Token, _ value: TokenValue) -> String {
    switch value {
    case .color:
      return mode { if case .color(let color)? = token.values[$0] { color } else { nil } }
    case .dimension(let length): return doubleLiteral(length.points)
    case .fontFamily(let names): return list(names.map(quoted))
    case .fontWeight(let value), .number(let value): return doubleLiteral(value)
    case .duration(let time): return doubleLiteral(time / 1000)
    case .cubicBezier(let points): return list(points.map(doubleLiteral))
    case .gradient(let stops):
      return list(
        stops.indices.map { index in
          let color = mode { token.values[$0]?.color(ofPart: index) }
          return "GradientStop(color: \(color), position: \(doubleLiteral(stops[index].position)))"
        })
    case .shadow(let layers):
      return list(
        layers.indices.map { index in
          let layer = layers[index]
          let color = mode { token.values[$0]?.color(ofPart: index) }
          let lengths = [
            ("x", layer.offsetX), ("y", layer.offsetY), ("blur", layer.blur),
            ("spread", layer.spread),
          ]
          return "ShadowStyle(color: \(color), "
            + lengths.map { "\($0.0): \(doubleLiteral($0.1.points))" }.joined(separator: ", ")
            + (layer.isInset ? ", isInset: true)" : ")")
        })
    case .typography(let type):
      return "TextStyle(families: \(list(type.families.map(quoted))), "
        + "size: \(doubleLiteral(type.size.points)), weight: \(doubleLiteral(type.weight)), "
        + "lineHeight: \(type.lineHeight.map(doubleLiteral) ?? "nil"), "
        + "letterSpacing: \(doubleLiteral(type.letterSpacing?.points ?? 0)))"
    case .border(let border):
      let color = mode { if case .border(let own)? = token.values[$0] { own.color } else { nil } }
      let style = border.style == "solid" ? "" : ", style: " + quoted(border.style)
      return "BorderStyle(color: \(color), width: \(doubleLiteral(border.width.points))\(style))"
    case .css(let text): return quoted(text)
    }
  }

  private static func mode(_ color: (TokenMode) -> TokenColor?) -> String {
    let labels: [(TokenMode, String)] = [
      (.light, "light"), (.dark, "dark"), (.highContrast, "highContrast"),
      (.darkHighContrast, "darkHighContrast"),
    ]
    let parts = labels.compactMap { mode, label in color(mode).map { "\(label): \(rgba($0))" } }
    return "ModeColor(" + parts.joined(separator: ", ") + ")"
  }

  private static func rgba(_ color: TokenColor) -> String {
    guard color.space == .displayP3, !color.isInSRGB else {
      let (red, green, blue, alpha) = color.bytes
      return "0x" + Hex.encode([red, green, blue, alpha], uppercase: true)
    }
    return "RGBA(red: \(doubleLiteral(color.red)), green: \(doubleLiteral(color.green)), "
      + "blue: \(doubleLiteral(color.blue)), alpha: \(doubleLiteral(color.alpha)), isWide: true)"
  }

  private static func list(_ parts: [String]) -> String {
    "[" + parts.joined(separator: ", ") + "]"
  }

  private static func quoted(_ text: String) -> String {
    stringLiteral(text, escaping: ["\"", "\\"])
  }

  /// The name of a group's type; one that Swift or this file has already is put in the plural.
  private static func typeName(_ group: String) -> String {
    let name = TokenNames.pascal([group])
    let taken = [
      "Type", "Protocol", "Self", "RGBA", "ModeColor", "GradientStop", "ShadowStyle", "TextStyle",
      "BorderStyle",
    ]
    if taken.contains(name) { return name + "s" }
    return name.first?.isNumber == true ? "_" + name : name
  }

  private static let reserved: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// A name that is a word of the language is put in backticks, one that begins with a digit gets a
  /// line before it.
  private static func escaped(_ name: String) -> String {
    if reserved.contains(name) { return "`\(name)`" }
    return name.first?.isNumber == true ? "_" + name : name
  }
}

/// Tokens by the first part of their paths, groups in the order they come up in.
struct TokenGroups {
  struct Group {
    var name: String
    var tokens: [Token]
  }

  private(set) var all: [Group] = []

  init(_ tokens: [Token]) {
    var indices: [String: Int] = [:]
    for token in tokens {
      // A token outside of any group is listed with those of its type.
      let name = token.path.count > 1 ? token.path[0] : token.type.rawValue
      if let index = indices[name] {
        all[index].tokens.append(token)
      } else {
        indices[name] = all.count
        all.append(Group(name: name, tokens: [token]))
      }
    }
  }

  /// A token's path within its group.
  func rest(_ token: Token) -> [String] {
    token.path.count > 1 ? Array(token.path.dropFirst()) : token.path
  }
}
