// SPDX-License-Identifier: MIT
// Part of Platen: tables as comma-separated values (RFC 4180), in UTF-8 with a header row.

internal import JSON

/// Writes a sheet as CSV: lines end in CR LF, fields with commas, quotes or line ends are quoted,
/// quotes within them doubled. Flags are `true` and `false`, lists are joined by spaces, nothing is
/// an empty field.
struct CSVText {
  private var bytes: [UInt8] = []
  private let sink: ByteSink

  static func write(_ sheet: Sheet, to sink: @escaping ByteSink) throws {
    var text = CSVText(sink: sink)
    text.line(sheet.columns.map { .text($0) })
    var values: [Value] = []
    for row in 0..<sheet.count {
      sheet.read(row, into: &values)
      text.line(values)
      if text.bytes.count >= 1 << 16 { try text.drain() }
    }
    try text.drain()
  }

  private init(sink: @escaping ByteSink) { self.sink = sink }

  private mutating func drain() throws {
    try bytes.withUnsafeBytes(sink)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func line(_ values: [Value]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(value)
    }
    bytes.append(0x0D)
    bytes.append(0x0A)
  }

  private mutating func append(_ value: Value) {
    switch value {
    case .none: break
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .whole(let number): bytes.append(contentsOf: String(number).utf8)
    case .number(let number): bytes.append(contentsOf: ValueText.number(number).utf8)
    case .text(let text): append(text)
    case .wholes(let numbers):
      for (index, number) in numbers.enumerated() {
        if index > 0 { bytes.append(0x20) }
        bytes.append(contentsOf: String(number).utf8)
      }
    case .words(let words): append(words.joined(separator: " "))
    }
  }

  private mutating func append(_ text: String) {
    let needsQuotes = text.utf8.contains { [0x22, 0x2C, 0x0D, 0x0A].contains($0) }
    guard needsQuotes else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }
}

/// Numbers as they stand in tables.
enum ValueText {
  /// The shortest text that reads back as the same number.
  static func number(_ value: Double) -> String { JSONWriter.format(value) }
}
