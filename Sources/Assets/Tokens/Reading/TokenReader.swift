// SPDX-License-Identifier: MIT
// Part of Platen: reads a file of design tokens: resolves aliases, reports cycles.

internal import Diagnostics
internal import JSON
public import Values

/// Reads files of design tokens in either form.
public enum TokenReader {
  /// Tokens of a file.
  public static let limit = 100_000

  /// The values of a file in YAML, or in JSON where its name ends so.
  ///
  /// - Throws: `Failure` `tokens.…` with the place of the first error.
  public static func values(of bytes: [UInt8], file: String) throws -> PlacedValue {
    if file.lowercased().hasSuffix(".json") {
      return try PlacedValue(
        json: bytes, file: file, code: .tokensJson,
        limits: JSONDocument.Limits(bytes: 16 << 20, depth: 64))
    }
    let codes = YAMLCodes(
      syntax: .tokensYaml, duplicateKey: .tokensDuplicateKey, depth: .tokensDepth,
      tooLarge: .tokensTooLarge, encoding: .tokensEncoding)
    let options = YAMLOptions.resolvingNulls(codes: codes)
    guard let value = try PlacedValue(yaml: bytes, file: file, options: options) else {
      throw Failure(.error(.tokensEmpty, "this file is empty", at: SourceLocation(file: file)))
    }
    return value
  }

  /// The tokens of a file.
  ///
  /// - Throws: `Failure` with all errors, each with its line and column; `tokens.format` for a file
  ///   of another program.
  public static func read(_ root: PlacedValue) throws -> TokenSet {
    guard root.isMapping else {
      throw Failure(
        .error(
          .tokensValue, "expected groups of tokens, found \(root.shortDescription)",
          at: root.place))
    }
    if let foreign = ForeignTokens(root) { throw foreign.failure }
    var log = DiagnosticLog()
    let draft =
      FormatTokens.recognizes(root)
      ? FormatTokens.read(root, into: &log) : PlainTokens.read(root, into: &log)
    guard draft.tokens.count <= limit else {
      throw Failure(
        .error(.tokensMany, "more than \(limit) tokens", at: root.place))
    }
    var resolver = TokenResolver(draft)
    let tokens = resolver.resolve(into: &log)
    var set = TokenSet(
      tokens: tokens, contrasts: draft.contrasts, fontFiles: draft.fontFiles,
      strings: draft.strings)
    if !log.hasErrors { check(set.contrasts, in: set, &log) }
    try log.throwIfErrors()
    // A value that serves several modes is read for each of them.
    var seen: Set<Diagnostic> = []
    set.warnings = (root.commentWarnings + log.diagnostics).filter { seen.insert($0).inserted }
    return set
  }

  private static func check(
    _ pairs: [ContrastPair], in set: TokenSet, _ log: inout DiagnosticLog
  ) {
    let colors = set.tokens.filter { $0.type == .color }.map(\.name)
    for pair in pairs {
      for name in [pair.text, pair.ground] where !colors.contains(name) {
        log.record(
          .error(
            .tokensContrast, "unknown color \"\(printable(name, limit: 60))\"",
            at: pair.place, hints: [nearMissHint(name, among: colors)]))
      }
    }
  }
}
