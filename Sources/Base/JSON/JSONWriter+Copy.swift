// SPDX-License-Identifier: MIT
// Part of Platen: a value of one JSON text written into another.

extension JSONWriter {
  /// Writes a value as it was read, members in their order; numbers keep their digits.
  ///
  /// It is as deep as the reader allows (``JSONDocument/Limits/depth``).
  public mutating func copy(
    _ view: JSONView, replacing: (String) -> String? = { _ in nil }
  ) {
    switch view.kind {
    case .object:
      object { json in
        for member in view.members {
          let key = member.key
          json.key(key)
          if let text = replacing(key), !member.value.isNull {
            json.string(text)
          } else {
            json.copy(member.value, replacing: replacing)
          }
        }
      }
    case .array:
      array { json in for element in view.elements { json.copy(element, replacing: replacing) } }
    case .string: string(view.string ?? "")
    case .number: unsafe raw(String(decoding: view.scalarBytes, as: UTF8.self))
    case .bool: bool(view.bool ?? false)
    case .null: null()
    }
  }

  /// Writes a value as it was read, members in their order; numbers keep their digits.
  public mutating func copy(_ value: JSONValue) {
    unsafe value.withView { copy($0) }
  }
}
