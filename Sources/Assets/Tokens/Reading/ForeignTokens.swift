// SPDX-License-Identifier: MIT
// Part of Platen: detects formats of token files that are not read.

internal import Diagnostics
internal import Values

/// Recognizes files of Style Dictionary, Tokens Studio, Spectrum and Theo, whose tokens have `value`
/// where the design-token format has `$value`.
///
/// The same number means 16 pixels in one of these formats and one pixel in another, so none of
/// them is read as Platen's.
struct ForeignTokens {
  /// The name of the format.
  let name: String
  /// The first token of the file.
  let place: SourceLocation

  /// nil for a file in a form that is read.
  init?(_ root: PlacedValue) {
    var search = Search()
    search.look(at: root, depth: 0)
    // Spectrum's sets are where others have the value.
    guard let place = search.first, !search.hasFormatValue else { return nil }
    self.place = place
    if search.isSpectrum {
      name = "Spectrum"
    } else if root["props"] != nil, search.tokensOutsideProps == 0 {
      name = "Theo"
    } else if root["$themes"] != nil || root["$metadata"] != nil || search.isStudio {
      name = "Tokens Studio"
    } else {
      name = "Style Dictionary"
    }
  }

  var failure: Failure {
    Failure(
      .error(
        .tokensFormat, "this file has the format of \(name), which is not read", at: place,
        hints: [
          "write $value and $type where it has value and type, and a unit with each length: 16px, "
            + "1.5rem (Design Tokens Format Module 2025.10)"
        ]))
  }

  /// Keys of a token in these forms, beside its value.
  private static let companions: Set<String> = [
    "type", "comment", "description", "name", "attributes", "original", "category", "themeable",
    "deprecated", "deprecated_comment", "uuid", "private", "component", "darkValue", "meta",
    "filePath", "path", "key", "$schema", "$extensions", "extensions",
  ]
  /// Types that only Tokens Studio has.
  private static let studioTypes: Set<String> = [
    "sizing", "borderRadius", "borderWidth", "boxShadow", "fontFamilies", "fontWeights",
    "fontSizes", "lineHeights", "letterSpacing", "paragraphSpacing", "paragraphIndent",
    "textCase", "textDecoration", "composition",
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
      // Lengths and times of the plain form have a value as well, and a unit.
      let isToken =
        depth > 0 && keys.contains("value") && others.isSubset(of: ForeignTokens.companions)
        || keys.contains("sets")
          && table["$schema"]?.text?.contains("token-types/") == true
      if isToken {
        // A token at the top of a section of the plain form may be called "value".
        if depth > 1 || !others.isEmpty, first == nil { first = table.place }
        if !inProps { tokensOutsideProps += 1 }
        if table["$schema"]?.text?.contains("token-types/") == true { isSpectrum = true }
        if let type = table["type"]?.text, ForeignTokens.studioTypes.contains(type) {
          isStudio = true
        }
        if table["$extensions"]?["studio.tokens"] != nil { isStudio = true }
      }
      for member in table.entries where member.value.isMapping {
        look(
          at: member.value, depth: depth + 1,
          inProps: inProps || depth == 0 && member.key == "props")
      }
    }
  }
}
