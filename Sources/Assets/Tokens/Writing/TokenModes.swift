// SPDX-License-Identifier: MIT
// Part of Platen: the modes of tokens that a format cannot hold.

extension TokenSet {
  /// The tokens whose values differ by mode in more than their colors.
  ///
  /// Sources in Swift and Kotlin have one value for all modes of these, that for light.
  public var tokensOfSeveralValues: [Token] {
    tokens.filter { token in
      let light = token.values[.light]?.withoutColors
      return token.values.values.contains { $0.withoutColors != light }
    }
  }
}

extension TokenValue {
  /// The same value with all of its colors alike.
  fileprivate var withoutColors: TokenValue {
    let color = TokenColor(0, 0, 0)
    switch self {
    case .color: return .color(color)
    case .shadow(let layers):
      return .shadow(
        layers.map { layer in
          var layer = layer
          layer.color = color
          return layer
        })
    case .gradient(let stops): return .gradient(stops.map { TokenStop(color, at: $0.position) })
    case .border(var border):
      border.color = color
      return .border(border)
    case .dimension, .fontFamily, .fontWeight, .duration, .cubicBezier, .number, .typography, .css:
      return self
    }
  }
}
