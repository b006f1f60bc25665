// SPDX-License-Identifier: MIT
// Part of Platen: replaces NaN and Infinity, as Python writes them, to make valid JSON.

/// Reads the words some programs write for numbers that JSON lacks.
enum NonNumbers {
  /// The text with `null` in place of each of these words outside of strings, and how many there
  /// are; nil where there are none.
  static func repaired(_ text: UnsafeRawBufferPointer) -> (bytes: [UInt8], count: Int)? {
    let words = ["NaN", "Infinity", "-Infinity"].map { Array($0.utf8) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var count = 0
    var isString = false
    var at = 0
    while at < text.count {
      let byte = unsafe text[at]
      if isString, byte == UInt8(ascii: "\\"), at + 1 < text.count {
        unsafe result += [byte, text[at + 1]]
        at += 2
        continue
      }
      if byte == UInt8(ascii: "\"") { isString.toggle() }
      if !isString, let word = words.first(where: { unsafe text[at...].starts(with: $0) }) {
        result += "null".utf8
        count += 1
        at += word.count
        continue
      }
      result.append(byte)
      at += 1
    }
    return count > 0 ? (result, count) : nil
  }
}
