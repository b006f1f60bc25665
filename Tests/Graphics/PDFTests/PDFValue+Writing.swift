// SPDX-License-Identifier: MIT
// Part of Platen: values of a PDF written again, for tests that change a file.

import Canvas

@testable import PDF

extension PDFValue {
  /// Appends the value as it stands in a file.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.put("null")
    case .bool(let value): bytes.put(value ? "true" : "false")
    case .integer(let value): bytes.put(value)
    case .real(let text): bytes.put(text)
    case .name(let name):
      bytes.append(UInt8(ascii: "/"))
      bytes.put(name)
    case .string(let text): bytes.put(literal: text)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (i, value) in values.enumerated() {
        if i > 0 { bytes.append(UInt8(ascii: " ")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .dictionary(let dictionary):
      bytes.put("<<")
      for entry in dictionary.entries {
        bytes.append(UInt8(ascii: "/"))
        bytes.put(entry.key)
        bytes.append(UInt8(ascii: " "))
        entry.value.write(to: &bytes)
      }
      bytes.put(">>")
    case .reference(let number): bytes.put(reference: number)
    }
  }
}
