// SPDX-License-Identifier: MIT
// Part of Platen: tokens as files of all formats hold them, before references are resolved.

internal import Diagnostics
internal import Values

/// The formats of files of tokens.
enum TokenFormat: Sendable {
  /// The plain format, which people write by hand for Platen.
  case plain
  /// The design-token format, with `$value`.
  case designTokens
  /// Style Dictionary's format, with `value`.
  case dictionary
  /// Tokens Studio's format, with `value` or `$value`, and types of its own.
  case studio
  /// Spectrum's format, with the type in the address of a schema.
  case spectrum

  /// The unit of lengths without one; nil where it depends on the lengths.
  var bareUnit: TokenLength.Unit? { self == .dictionary ? nil : .px }
}

/// A type as written, with its place.
struct WrittenType: Sendable {
  var name: String
  var place: SourceLocation
}

/// A token as written: its values are still sources, its type may be its alias's.
struct DraftToken {
  var path: [String]
  /// The type of its section, in the plain format.
  var section: TokenType?
  /// Its own type.
  var type: WrittenType?
  var format: TokenFormat
  var values: [TokenMode: PlacedValue]
  /// Changes of the color (Tokens Studio's `modify`), for the modes that have a value.
  var modifiers: [TokenMode: PlacedValue] = [:]
  var description: String
  var place: SourceLocation

  var name: String { path.joined(separator: ".") }

  /// The value in a mode, its own or the nearest one's, and the mode that has it.
  func nearest(to mode: TokenMode) -> (mode: TokenMode, value: PlacedValue)? {
    for mode in [mode] + mode.fallbacks + TokenMode.allCases {
      if let value = values[mode] { return (mode, value) }
    }
    return nil
  }
}

/// A group that takes over the tokens of another.
struct DraftExtension {
  var path: [String]
  /// The path of the other group.
  var target: [String]
  var place: SourceLocation
}

/// A file as written, in any format.
struct DraftSet {
  var tokens: [DraftToken] = []
  /// The types of groups, by their paths.
  var groupTypes: [String: WrittenType] = [:]
  var extensions: [DraftExtension] = []
  /// The files themselves, for references to values beside tokens; later ones count more.
  var roots: [PlacedValue] = []
  var contrasts: [ContrastPair] = []
  var fontFiles: [String] = []
  var strings: [TokenStrings] = []
  /// Turns the name in an alias into that of a token: the plain format calls its sections otherwise.
  var nameOfAlias: @Sendable (String) -> String = { $0 }
}
