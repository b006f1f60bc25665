// SPDX-License-Identifier: MIT
// Part of Platen: tokens and icons in YAML, as the room of tokens takes them.

internal import Diagnostics
internal import Tokens

extension TokenSource {
  /// A file in YAML or JSON.
  ///
  /// - Throws: `Failure` with the place of the first fault.
  init(file path: String, bytes: [UInt8]) throws {
    if path.lowercased().hasSuffix(".json") {
      self = try TokenSource(json: bytes, file: path)
      return
    }
    do {
      guard let value = try YAMLValue(parsing: bytes, file: path) else {
        throw Failure(.error("tokens.empty", "this file is empty", at: Place(file: path)))
      }
      self.init(value)
    } catch let failure as Failure {
      // The reader of YAML speaks of manifests, which this is not.
      throw Failure(
        failure.diagnostics.map { fault in
          var fault = fault
          fault.code = Diagnostic.Code(
            rawValue: fault.code.rawValue.replacing(/^manifest\./, with: "tokens."))
          return fault
        })
    }
  }

  /// Scalars stay text but for nothing: what they mean is decided where it is known what is wanted.
  init(_ value: YAMLValue) {
    let content: Content =
      switch value.content {
      case .scalar(let text, _): value.isNull ? .null : .text(text)
      case .sequence(let elements): .list(elements.map { TokenSource($0) })
      case .mapping(let members):
        .table(members.map { Member($0.key, at: $0.place, TokenSource($0.value)) })
      }
    self.init(content, at: value.place)
    hintWhenEmpty = value.hintWhenEmpty
  }
}
