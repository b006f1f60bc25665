// SPDX-License-Identifier: MIT
// Part of Platen: the text of a save, section by section.

internal import JSON

/// Collects the sections of a save: text joined by line ends of carriage return and line feed.
struct SaveText {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  mutating func section(_ text: String) {
    begin()
    bytes.append(contentsOf: text.utf8)
  }

  mutating func section(json body: (inout JSONWriter) -> Void) {
    begin()
    var json = JSONWriter()
    body(&json)
    bytes.append(contentsOf: json.utf8)
  }

  /// Whole numbers with commas between them, one for each cell.
  mutating func section(numbers: some Sequence<some BinaryInteger>) {
    begin()
    var isFirstNumber = true
    for number in numbers {
      if !isFirstNumber { bytes.append(UInt8(ascii: ",")) }
      isFirstNumber = false
      append(Int(number))
    }
  }

  mutating func section(decimals: [Float]) {
    begin()
    for (index, number) in decimals.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if number == 0 {
        bytes.append(UInt8(ascii: "0"))
      } else {
        // Four places, as the format has them.
        let rounded = (Double(number) * 10_000).rounded() / 10_000
        bytes.append(contentsOf: JSONWriter.format(rounded).utf8)
      }
    }
  }

  private mutating func begin() {
    if !isFirst { bytes.append(contentsOf: [13, 10]) }
    isFirst = false
  }

  private mutating func append(_ number: Int) {
    if number >= 0, number < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(number))
    } else {
      bytes.append(contentsOf: String(number).utf8)
    }
  }
}
