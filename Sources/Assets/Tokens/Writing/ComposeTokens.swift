// SPDX-License-Identifier: MIT
// Part of Platen: tokens as Kotlin source for Jetpack Compose.

internal import Diagnostics
internal import Text

/// Writes tokens as one Kotlin file with the types of Compose: colors are `Color`, lengths `Dp`, sizes
/// of text `TextUnit`, weights `FontWeight`, curves `Easing`; times are milliseconds.
///
/// Colors have a value for each mode, and `current` for what surrounds them. Compose takes families of
/// fonts from the program's resources, so these are listed by name.
public enum ComposeTokens {
  /// - Parameters:
  ///   - package: the file's package; none where empty.
  ///   - name: what the object is called.
  /// - Throws: `Failure` `tokens.name` where two tokens come to one name.
  public static func source(
    _ set: TokenSet, package: String = "", name: String = "DesignTokens"
  ) throws -> String {
    try KotlinTokens.file(
      set, package: package, name: name, types: imports + "\n" + types,
      isConstant: {
        switch $0 {
        case .number, .duration, .css: true
        default: false
        }
      }, expression: expression)
  }

  /// Groups of tokens are often called `Color`, so Compose's own type has another name here.
  private static let imports = """
    import androidx.compose.animation.core.CubicBezierEasing
    import androidx.compose.foundation.isSystemInDarkTheme
    import androidx.compose.runtime.Composable
    import androidx.compose.runtime.Immutable
    import androidx.compose.runtime.ReadOnlyComposable
    import androidx.compose.ui.graphics.Color as ComposeColor
    import androidx.compose.ui.graphics.colorspace.ColorSpaces
    import androidx.compose.ui.text.TextStyle as ComposeTextStyle
    import androidx.compose.ui.text.font.FontWeight as ComposeFontWeight
    import androidx.compose.ui.unit.Dp
    import androidx.compose.ui.unit.dp
    import androidx.compose.ui.unit.em
    import androidx.compose.ui.unit.sp

    """

  private static let types = """
    /** A color in each mode; where a mode has none, the nearest one's stands. */
    @Immutable
    data class ModeColor(
      val light: ComposeColor,
      val dark: ComposeColor = light,
      val highContrast: ComposeColor = light,
      val darkHighContrast: ComposeColor = dark,
    ) {
      fun color(isDark: Boolean, isHighContrast: Boolean = false): ComposeColor =
        if (isHighContrast) {
          if (isDark) darkHighContrast else highContrast
        } else {
          if (isDark) dark else light
        }

      /** The color for the system's theme. */
      val current: ComposeColor
        @Composable @ReadOnlyComposable get() = color(isSystemInDarkTheme())
    }

    @Immutable
    data class GradientStop(val color: ModeColor, val position: Float)

    @Immutable
    data class ShadowStyle(
      val color: ModeColor, val x: Dp, val y: Dp, val blur: Dp, val spread: Dp,
      val isInset: Boolean = false)

    /** A style of text, and the names of its families of fonts. */
    @Immutable
    data class TypeStyle(val families: List<String>, val text: ComposeTextStyle)

    /** A line; its style is one of CSS. */
    @Immutable
    data class BorderStyle(val color: ModeColor, val width: Dp, val style: String = "solid")

    """

  private static func expression(_ token: Token, _ value: TokenValue) -> String {
    switch value {
    case .color:
      return mode { if case .color(let color)? = token.values[$0] { color } else { nil } }
    case .dimension(let length): return unit(length.points, "dp")
    case .fontFamily(let names): return KotlinTokens.list(names.map(KotlinTokens.quoted))
    case .fontWeight(let weight): return fontWeight(weight)
    case .number(let value): return doubleLiteral(value)
    case .duration(let time): return brief(time.rounded())
    case .cubicBezier(let points):
      return "CubicBezierEasing(" + points.map(floatLiteral).joined(separator: ", ") + ")"
    case .gradient(let stops):
      return KotlinTokens.list(
        stops.indices.map { index in
          let color = mode { token.values[$0]?.color(ofPart: index) }
          return "GradientStop(\(color), \(floatLiteral(stops[index].position)))"
        })
    case .shadow(let layers):
      return KotlinTokens.list(
        layers.indices.map { index in
          let layer = layers[index]
          let color = mode { token.values[$0]?.color(ofPart: index) }
          let lengths = [layer.offsetX, layer.offsetY, layer.blur, layer.spread]
          return "ShadowStyle(\(color), "
            + lengths.map { unit($0.points, "dp") }.joined(separator: ", ")
            + (layer.isInset ? ", isInset = true)" : ")")
        })
    case .typography(let type):
      var parts = [
        "fontSize = \(unit(type.size.points, "sp"))", "fontWeight = \(fontWeight(type.weight))",
      ]
      if let height = type.lineHeight { parts.append("lineHeight = \(unit(height, "em"))") }
      if let spacing = type.letterSpacing {
        parts.append("letterSpacing = \(unit(spacing.points, "sp"))")
      }
      let families = KotlinTokens.list(type.families.map(KotlinTokens.quoted))
      return "TypeStyle(\(families), ComposeTextStyle(\(parts.joined(separator: ", "))))"
    case .border(let border):
      let color = mode { if case .border(let own)? = token.values[$0] { own.color } else { nil } }
      let style = border.style == "solid" ? "" : ", style = " + KotlinTokens.quoted(border.style)
      return "BorderStyle(\(color), \(unit(border.width.points, "dp"))\(style))"
    case .css(let text): return KotlinTokens.quoted(text)
    }
  }

  private static func mode(_ color: (TokenMode) -> TokenColor?) -> String {
    let labels: [(TokenMode, String)] = [
      (.light, ""), (.dark, "dark = "), (.highContrast, "highContrast = "),
      (.darkHighContrast, "darkHighContrast = "),
    ]
    let parts = labels.compactMap { mode, label in color(mode).map { label + composeColor($0) } }
    return "ModeColor(" + parts.joined(separator: ", ") + ")"
  }

  private static func composeColor(_ color: TokenColor) -> String {
    guard color.space == .displayP3, !color.isInSRGB else {
      return "ComposeColor(0x\(argb(color)))"
    }
    let parts = [color.red, color.green, color.blue, color.alpha].map(floatLiteral)
    return "ComposeColor(" + parts.joined(separator: ", ") + ", ColorSpaces.DisplayP3)"
  }

  /// Weights are whole numbers of 1…1000.
  private static func fontWeight(_ weight: Double) -> String {
    "ComposeFontWeight(\(brief(min(max(weight.rounded(), 1), 1000))))"
  }

  /// A length such as `16.dp` or `(-0.5).sp`.
  private static func unit(_ value: Double, _ unit: String) -> String {
    let text = value == value.rounded() ? brief(value) : doubleLiteral(value)
    return (text.hasPrefix("-") ? "(\(text))" : text) + "." + unit
  }

  private static func floatLiteral(_ value: Double) -> String { doubleLiteral(value) + "f" }
}
