// SPDX-License-Identifier: MIT
// Part of Platen: detects the formats of token files.

internal import Diagnostics
internal import Values

/// The contents of a file of tokens.
enum TokenContents {
  /// Tokens in the design-token format, or in a format with `value`.
  case tokens(TokenFormat, hasDollarKeys: Bool)
  /// Sets of tokens by name, with `$themes` and `$metadata` (Tokens Studio, one file).
  case sets(hasDollarKeys: Bool)
  /// The plain format.
  case plain
  case spectrum
  /// Sets and modifiers in an order (Design Tokens Resolver Module 2025.10).
  case resolver
  /// `$themes.json` of a folder of Tokens Studio.
  case themes
  /// `$metadata.json` of a folder of Tokens Studio.
  case metadata
  /// Theo's format, which is not read, with the place of its first token.
  case theo(SourceLocation)

  init(_ root: PlacedValue) {
    if root["resolutionOrder"] != nil {
      self = .resolver
      return
    }
    if root["tokenSetOrder"] != nil {
      self = .metadata
      return
    }
    if let first = root.elements?.first, first["selectedTokenSets"] != nil {
      self = .themes
      return
    }
    var search = Search()
    search.look(at: root, depth: 0)
    let isStudio = root["$themes"] != nil || root["$metadata"] != nil || search.isStudio
    if let place = search.first, !search.hasFormatValue {
      if search.isSpectrum {
        self = .spectrum
      } else if root["props"] != nil, search.tokensOutsideProps == 0 {
        self = .theo(place)
      } else if root["$themes"] != nil || root["$metadata"] != nil {
        self = .sets(hasDollarKeys: false)
      } else {
        self = .tokens(isStudio ? .studio : .dictionary, hasDollarKeys: false)
      }
    } else if search.hasFormatValue, root["$themes"] != nil || root["$metadata"] != nil {
      self = .sets(hasDollarKeys: true)
    } else if FormatTokens.recognizes(root) {
      self = .tokens(isStudio ? .studio : .designTokens, hasDollarKeys: true)
    } else {
      self = .plain
    }
  }

  /// Keys of a token in formats with `value`, beside it.
  private static let companions: Set<String> = [
    "type", "comment", "description", "name", "attributes", "original", "category", "themeable",
    "deprecated", "deprecated_comment", "uuid", "private", "component", "darkValue", "meta",
    "filePath", "path", "key", "$schema", "$extensions", "extensions", "documentation", "option",
    "group", "inherit", "public", "font", "platform", "exclude",
  ]

  private struct Search {
    var first: SourceLocation?
    var hasFormatValue = false
    var isStudio = false
    var isSpectrum = false
    var tokensOutsideProps = 0

    mutating func look(at table: PlacedValue, depth: Int, inProps: Bool = false) {
      let keys = Set(table.entries.map(\.key))
      if keys.contains("$value") { hasFormatValue = true }
      let others = keys.subtracting(["value"])
      let isSpectrumToken = table["$schema"]?.text?.contains("token-types/") == true
      // Lengths and times of the plain format have a value as well, and a unit.
      let isToken =
        depth > 0 && keys.contains("value") && others.isSubset(of: TokenContents.companions)
        || keys.contains("sets") && isSpectrumToken
      if isToken {
        // A token at the top of a section of the plain format may be called "value".
        if depth > 1 || !others.isEmpty, first == nil { first = table.place }
        if !inProps { tokensOutsideProps += 1 }
        if isSpectrumToken { isSpectrum = true }
      }
      if isToken || keys.contains("$value"),
        let type = (table["$type"] ?? table["type"])?.text, TypeNames.studio.contains(type)
      {
        isStudio = true
      }
      if table["$extensions"]?["studio.tokens"] != nil { isStudio = true }
      for member in table.entries where member.value.isMapping {
        look(
          at: member.value, depth: depth + 1,
          inProps: inProps || depth == 0 && member.key == "props")
      }
    }
  }

  /// The error for a format that is not read.
  static func theoFailure(at place: SourceLocation) -> Diagnostic {
    .error(
      .tokensFormat, "this file has the format of Theo, which is not read", at: place,
      hints: [
        "write tokens as groups of { $value, $type } (Design Tokens Format Module 2025.10)"
      ])
  }
}
