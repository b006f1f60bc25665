// SPDX-License-Identifier: MIT
// Part of Platen: tokens as both file formats hold them, before aliases are resolved.

internal import Diagnostics
internal import Values

/// A token as written: its values are still sources, its type may be its alias's.
struct DraftToken {
  var path: [String]
  var type: TokenType?
  var values: [TokenMode: PlacedValue]
  var description: String
  var place: SourceLocation

  var name: String { path.joined(separator: ".") }
}

/// A file as written, in either form.
struct DraftSet {
  var tokens: [DraftToken] = []
  /// Names of tokens that are skipped, being of types that are not read.
  var skipped: Set<String> = []
  /// Line styles by the names of their tokens: borders may name them.
  var strokeStyles: [String: PlacedValue] = [:]
  var contrasts: [ContrastPair] = []
  var fontFiles: [String] = []
  var strings: [TokenStrings] = []
  /// Turns the name in an alias into that of a token: the plain form calls its sections otherwise.
  var nameOfAlias: @Sendable (String) -> String = { $0 }
}
