// SPDX-License-Identifier: MIT
// Part of Platen: reads files of design tokens as one set.

internal import Diagnostics
internal import JSON
public import Values

/// Reads files of design tokens in any format.
public enum TokenReader {
  /// Tokens of all files.
  public static let limit = 100_000

  /// The values of a file in YAML, or in JSON where its name ends so.
  ///
  /// - Throws: `Failure` `tokens.…` with the place of the first error.
  public static func values(of bytes: [UInt8], file: String) throws -> PlacedValue {
    let name = file.lowercased()
    if name.hasSuffix(".json") || name.hasSuffix(".tokens") {
      return try PlacedValue(
        json: bytes, file: file, code: .tokensJson,
        limits: JSONDocument.Limits(bytes: 16 << 20, depth: 64))
    }
    let codes = YAMLCodes(
      syntax: .tokensYaml, duplicateKey: .tokensDuplicateKey, depth: .tokensDepth,
      tooLarge: .tokensTooLarge, encoding: .tokensEncoding)
    var options = YAMLOptions.resolvingNulls(codes: codes)
    // YAML has all of JSON5 that files of tokens use, but its comments and a key written twice.
    let isJSON5 = name.hasSuffix(".json5") || name.hasSuffix(".jsonc")
    options.takesLastValue = isJSON5
    let bytes = isJSON5 ? withoutComments(bytes) : bytes
    guard let value = try PlacedValue(yaml: bytes, file: file, options: options) else {
      throw Failure(.error(.tokensEmpty, "this file is empty", at: SourceLocation(file: file)))
    }
    return value
  }

  /// JSON5 with spaces in place of its comments, so that lines and columns stay.
  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var quote: UInt8?
    var index = 0
    func next(_ offset: Int = 1) -> UInt8? {
      index + offset < bytes.count ? bytes[index + offset] : nil
    }
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "/"), next() == byte {
        while index < bytes.count, bytes[index] != 0x0A {
          result[index] = 0x20
          index += 1
        }
        continue
      } else if byte == UInt8(ascii: "/"), next() == UInt8(ascii: "*") {
        while index < bytes.count {
          let isEnd = bytes[index] == UInt8(ascii: "*") && next() == UInt8(ascii: "/")
          if bytes[index] != 0x0A { result[index] = 0x20 }
          index += 1
          guard isEnd else { continue }
          result[index] = 0x20
          break
        }
      }
      index += 1
    }
    return result
  }

  /// The tokens of a file.
  ///
  /// A token that cannot be read is skipped, with a warning in the set.
  ///
  /// - Throws: `Failure` with all errors, each with its line and column, for a file of which no
  ///   token can be read; `tokens.format` for a file of another program.
  public static func read(_ root: PlacedValue) throws -> TokenSet {
    var files = TokenFiles()
    try files.addRoot(root, name: "")
    return try files.read()
  }
}
