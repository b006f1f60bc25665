// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about design tokens.

package import Diagnostics

extension Diagnostic.Code {
  package static let tokensAlias = Self(
    "tokens.alias", .source,
    "An alias leads to a token that does not exist or has another type.",
    "Use the name in the hint, or add the token.")
  package static let tokensColorSpace = Self(
    "tokens.color-space", .source,
    "The color is in a color space that is not read.",
    "Write it in srgb, display-p3 or oklch, or as #rrggbb.")
  package static let tokensContrast = Self(
    "tokens.contrast", .source,
    "A pair of colors has less contrast than its level requires, or the list of pairs is not",
    "valid. Make one color darker or lighter.")
  package static let tokensCycle = Self(
    "tokens.cycle", .source,
    "Aliases lead to each other in a circle. Give one of them a value.")
  package static let tokensDash = Self(
    "tokens.dash", .source,
    "The lengths of a dash pattern are lost, since the target language has only \"dashed\".",
    "Nothing needs to be done.")
  package static let tokensDepth = Self(
    "tokens.depth", .source,
    "Aliases follow each other too far, or the file is nested too deeply. Shorten the chain.")
  package static let tokensDuplicateKey = Self(
    "tokens.duplicate-key", .source,
    "A key occurs twice in one mapping. Remove one of the two.")
  package static let tokensEmpty = Self(
    "tokens.empty", .source,
    "The file of tokens is empty. Write tokens into it, or name another file.")
  package static let tokensEncoding = Self(
    "tokens.encoding", .source,
    "The file of tokens is not UTF-8 text. Save it as UTF-8.")
  package static let tokensFile = Self(
    "tokens.file", .source,
    "A file that a resolver or a folder of tokens names cannot be taken, such as one outside of",
    "the resolver's folder. Move it there, or name one file.")
  package static let tokensFonts = Self(
    "tokens.fonts", .source,
    "The list of fonts is not a list of file names. Write the names of font files.")
  package static let tokensFormat = Self(
    "tokens.format", .source,
    "The file is in the format of another program.",
    "Export it as design tokens of the W3C community group.")
  package static let tokensJson = Self(
    "tokens.json", .source,
    "The file of tokens is not valid JSON, usually because of a missing or extra comma.",
    "Correct the line that the message names.")
  package static let tokensKey = Self(
    "tokens.key", .source,
    "A key is not known in a file of tokens, usually a typo or a key of another program.",
    "Use the key in the hint, or remove it.")
  package static let tokensMany = Self(
    "tokens.many", .source,
    "The file has more tokens than are read. Split it.")
  package static let tokensMode = Self(
    "tokens.mode", .source,
    "A token lacks its value for light, or a mode, theme or context is named that does not exist.",
    "Add the value for light, or use the name in the hint.")
  package static let tokensName = Self(
    "tokens.name", .source,
    "A token has no name in the target language, or two have the same one.",
    "Rename one of them.")
  package static let tokensNested = Self(
    "tokens.nested", .source,
    "A token is within another token and is omitted. Move it out.")
  package static let tokensSkipped = Self(
    "tokens.skipped", .source,
    "Some tokens cannot be read and are skipped. The warnings before it describe each reason.")
  package static let tokensStrings = Self(
    "tokens.strings", .source,
    "The texts by language are not of the expected shape.",
    "Write languages, each with keys and texts.")
  package static let tokensTooLarge = Self(
    "tokens.too-large", .source,
    "The file of tokens is larger than is read. Split it.")
  package static let tokensType = Self(
    "tokens.type", .source,
    "Tokens of this type are not read and are omitted. Nothing needs to be done.")
  package static let tokensUnit = Self(
    "tokens.unit", .source,
    "Lengths without a unit are read as px. Write the unit.")
  package static let tokensValue = Self(
    "tokens.value", .source,
    "The value of a token does not fit its type, such as a word where a length is expected.",
    "Write a value as the message describes it, or correct the token's type.")
  package static let tokensYaml = Self(
    "tokens.yaml", .source,
    "The file of tokens is not valid YAML, usually because of indentation, tabs or quotes",
    "that are not closed.",
    "Correct the line that the message names.")
}

extension CodeTable {
  /// The codes of diagnostics about design tokens.
  package static let tokens = CodeTable(
    "Tokens", "design tokens",
    [
      .tokensAlias, .tokensColorSpace, .tokensContrast, .tokensCycle, .tokensDash,
      .tokensDepth, .tokensDuplicateKey, .tokensEmpty, .tokensEncoding, .tokensFile, .tokensFonts,
      .tokensFormat, .tokensJson, .tokensKey, .tokensMany, .tokensMode, .tokensName,
      .tokensNested, .tokensSkipped, .tokensStrings, .tokensTooLarge, .tokensType, .tokensUnit,
      .tokensValue, .tokensYaml,
    ])
}
