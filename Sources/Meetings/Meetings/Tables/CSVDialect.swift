// SPDX-License-Identifier: MIT
// Part of Platen: how tables are written as CSV: for programs, or for Excel.

/// The form of comma-separated values.
public struct CSVDialect: Hashable, Sendable {
  /// One ASCII character.
  public var separator = ","
  /// Indicates whether the file begins with a byte order mark.
  public var hasMark = false

  /// That of programs (RFC 4180).
  public init() {}

  /// Languages whose decimals have a point, in which Excel separates lists by commas.
  private static let pointed: Set<String> = [
    "ar", "en", "fa", "he", "hi", "ja", "ko", "th", "ur", "zh",
  ]

  /// That of Excel in a language: with a byte order mark, separated as its lists are.
  public static func excel(language: String) -> CSVDialect {
    var dialect = CSVDialect()
    dialect.hasMark = true
    let primary = language.lowercased().split(separator: "-").first.map(String.init) ?? ""
    dialect.separator = pointed.contains(primary) ? "," : ";"
    return dialect
  }
}
