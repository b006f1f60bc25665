// SPDX-License-Identifier: MIT
// Part of Platen: the tokens that others take their values from.

/// Finds the tokens that others refer to.
struct TokenTargets {
  private let tokens: [[String]: Token]

  init(_ set: TokenSet) {
    tokens = Dictionary(set.tokens.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The token whose value another one has in a mode; nil where it has a value of its own, or where
  /// the two are of different types.
  func target(of token: Token, in mode: TokenMode) -> Token? {
    guard let path = token.alias(in: mode), let target = tokens[path], target.type == token.type,
      target.path != token.path, target.value(in: mode) == token.value(in: mode)
    else { return nil }
    return target
  }
}
