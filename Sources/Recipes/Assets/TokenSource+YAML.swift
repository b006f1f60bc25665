// SPDX-License-Identifier: MIT
// Part of Platen: tokens and icons in YAML, as the room of tokens takes them.

internal import Diagnostics
internal import Tokens
internal import Values

extension TokenSource {
  /// A file in YAML or JSON.
  ///
  /// - Throws: `Failure` with the place of the first fault.
  init(file path: String, bytes: [UInt8]) throws {
    if path.lowercased().hasSuffix(".json") {
      self = try TokenSource(json: bytes, file: path)
      return
    }
    guard
      let value = try PlacedValue(yaml: bytes, file: path, options: YAMLOptions(codes: "tokens"))
    else {
      throw Failure(.error("tokens.empty", "this file is empty", at: Place(file: path)))
    }
    self.init(value)
  }

  /// Scalars stay text but for nothing: what they mean is decided where it is known what is wanted.
  init(_ value: PlacedValue) {
    let content: Content =
      switch value.content {
      case .list(let elements): .list(elements.map { TokenSource($0) })
      case .mapping(let members):
        .table(members.map { Member($0.key, at: $0.place, TokenSource($0.value)) })
      default: value.isNull ? .null : .text(value.plainText)
      }
    self.init(content, at: value.place)
    hintWhenEmpty = value.hintWhenEmpty
  }
}
