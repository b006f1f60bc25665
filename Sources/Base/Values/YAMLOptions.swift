// SPDX-License-Identifier: MIT
// Part of Platen: limits and options of reading YAML, and the codes of its errors.

public import Diagnostics

/// Limits of a YAML document, far above documents written by hand.
public struct YAMLLimits: Sendable, Hashable {
  public var bytes = 16 << 20
  /// Collections inside one another.
  public var depth = 64
  /// Values after aliases are followed.
  public var values = 2_000_000
  /// Values after aliases are followed, for each byte of the text, above ``fewestValues``: aliases
  /// of aliases would make millions of values out of some hundred bytes.
  public var valuesPerByte = 16
  /// The number of values allowed in a text of any length.
  public var fewestValues = 100_000

  public init() {}

  /// The limit of values of a text that long.
  func values(ofBytes count: Int) -> Int {
    min(values, fewestValues + valuesPerByte * count)
  }
}

/// The codes of errors in a YAML document.
public struct YAMLCodes: Sendable {
  /// Text that is not YAML, or YAML that is not read.
  public var syntax: Diagnostic.Code
  /// A key that occurs twice in one mapping.
  public var duplicateKey: Diagnostic.Code
  /// Collections nested too deeply.
  public var depth: Diagnostic.Code
  /// More bytes or values than are read.
  public var tooLarge: Diagnostic.Code
  /// Text that is not UTF-8.
  public var encoding: Diagnostic.Code

  public init(
    syntax: Diagnostic.Code, duplicateKey: Diagnostic.Code, depth: Diagnostic.Code,
    tooLarge: Diagnostic.Code, encoding: Diagnostic.Code
  ) {
    self.syntax = syntax
    self.duplicateKey = duplicateKey
    self.depth = depth
    self.tooLarge = tooLarge
    self.encoding = encoding
  }

  /// One code for all errors.
  public init(all code: Diagnostic.Code) {
    self.init(syntax: code, duplicateKey: code, depth: code, tooLarge: code, encoding: code)
  }
}

/// Settings of reading one YAML document.
public struct YAMLOptions: Sendable {
  /// The codes of errors.
  public var codes: YAMLCodes
  public var limits = YAMLLimits()
  /// The advice where a file is larger than ``YAMLLimits/bytes``.
  public var sizeHint: String?
  /// The error where a document has an anchor; nil where anchors and aliases are followed.
  public var anchorRefusal: String?
  /// Indicates whether the last of several values of a key is taken, as programs that read JSON do;
  /// they are an error otherwise.
  public var takesLastValue = false
  /// The value of a plain scalar; nil leaves it a text that the key decides about.
  public var resolve: @Sendable (String) -> PlacedValue.Content?

  public init(
    codes: YAMLCodes, resolve: @escaping @Sendable (String) -> PlacedValue.Content? = { _ in nil }
  ) {
    self.codes = codes
    self.resolve = resolve
  }

  /// Settings that distinguish nulls from texts and leave all else to the key.
  public static func resolvingNulls(codes: YAMLCodes) -> YAMLOptions {
    YAMLOptions(codes: codes) { PlacedValue.isNull(plain: $0) ? .null : nil }
  }
}
