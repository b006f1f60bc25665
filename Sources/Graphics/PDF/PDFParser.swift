// SPDX-License-Identifier: MIT
// Part of Platen: reads values out of a PDF's bytes.

/// Reads one value after another (ISO 32000-1, 7.2 and 7.3).
struct PDFParser {
  /// The reason that no value could be read.
  enum ParseError: Error {
    /// The bytes end within it.
    case incomplete
    case malformed(at: Int)
  }

  private let bytes: UnsafeRawBufferPointer
  private(set) var position: Int

  private static let depthLimit = 64

  init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The next value.
  mutating func value() throws(ParseError) -> PDFValue { try value(depth: 0) }

  /// Indicates whether a keyword follows, which is passed over if so.
  mutating func take(_ keyword: StaticString) throws(ParseError) -> Bool {
    skipSpace()
    let count = keyword.utf8CodeUnitCount
    guard position + count <= bytes.count else { throw .incomplete }
    for i in 0..<count where bytes[position + i] != keyword.utf8Start[i] { return false }
    position += count
    return true
  }

  /// Passes over the line end after `stream`.
  mutating func skipLineEnd() throws(ParseError) {
    guard position + 1 < bytes.count else { throw .incomplete }
    if bytes[position] == 13 { position += 1 }
    if bytes[position] == 10 { position += 1 }
  }

  mutating func skipSpace() {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "%") {
        while position < bytes.count, bytes[position] != 10, bytes[position] != 13 {
          position += 1
        }
      } else if PDFParser.isSpace(bytes[position]) {
        position += 1
      } else {
        return
      }
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 10 || byte == 13 || byte == 9 || byte == 12 || byte == 0
  }

  static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "/"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  private func byte(_ offset: Int = 0) throws(ParseError) -> UInt8 {
    guard position + offset < bytes.count else { throw .incomplete }
    return bytes[position + offset]
  }

  private mutating func value(depth: Int) throws(ParseError) -> PDFValue {
    guard depth < PDFParser.depthLimit else { throw .malformed(at: position) }
    skipSpace()
    switch try byte() {
    case UInt8(ascii: "/"):
      position += 1
      return .name(try word())
    case UInt8(ascii: "("): return .string(try literalString())
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "<"):
      if try byte(1) == UInt8(ascii: "<") { return try dictionary(depth: depth) }
      return .string(try hexString())
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number()
    default:
      let start = position
      switch try word() {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "null": return .null
      default: throw .malformed(at: start)
      }
    }
  }

  /// Reads the word before the next space or delimiter.
  private mutating func word() throws(ParseError) -> String {
    let start = position
    while true {
      let next = try byte()
      if PDFParser.isSpace(next) || PDFParser.isDelimiter(next) { break }
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func number() throws(ParseError) -> PDFValue {
    let text = try word()
    guard let value = Int(text) else {
      guard Double(text) != nil else { throw .malformed(at: position) }
      return .real(text)
    }
    // It may be the first of a reference's three parts.
    let after = position
    if value > 0 {
      skipSpace()
      if try byte() == UInt8(ascii: "0") {
        position += 1
        skipSpace()
        if try byte() == UInt8(ascii: "R") {
          let next = try byte(1)
          if PDFParser.isSpace(next) || PDFParser.isDelimiter(next) {
            position += 1
            return .reference(value)
          }
        }
      }
      position = after
    }
    return .integer(value)
  }

  /// Digits alone, never taken for part of a reference; nil where there are none.
  mutating func naturalNumber() throws(ParseError) -> Int? {
    skipSpace()
    var value = 0
    let start = position
    while true {
      let next = try byte()
      guard (48...57).contains(next), value < 1 << 50 else { break }
      value = value * 10 + Int(next - 48)
      position += 1
    }
    return position > start ? value : nil
  }

  private mutating func array(depth: Int) throws(ParseError) -> PDFValue {
    position += 1
    var values: [PDFValue] = []
    while true {
      skipSpace()
      if try byte() == UInt8(ascii: "]") {
        position += 1
        return .array(values)
      }
      values.append(try value(depth: depth + 1))
    }
  }

  private mutating func dictionary(depth: Int) throws(ParseError) -> PDFValue {
    position += 2
    var dictionary = PDFDictionary()
    while true {
      skipSpace()
      switch try byte() {
      case UInt8(ascii: ">"):
        guard try byte(1) == UInt8(ascii: ">") else { throw .malformed(at: position) }
        position += 2
        return .dictionary(dictionary)
      case UInt8(ascii: "/"):
        position += 1
        let key = try word()
        // The last of equal keys holds.
        dictionary[key] = try value(depth: depth + 1)
      default: throw .malformed(at: position)
      }
    }
  }

  private mutating func literalString() throws(ParseError) -> [UInt8] {
    position += 1
    var text: [UInt8] = []
    var depth = 1
    while true {
      let next = try byte()
      position += 1
      switch next {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return text }
      case UInt8(ascii: "\\"):
        try escape(into: &text)
        continue
      default: break
      }
      text.append(next)
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(ParseError) {
    let next = try byte()
    position += 1
    switch next {
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case 13: if try byte() == 10 { position += 1 }
    case 10: break
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var value = Int(next - 48)
      for _ in 0..<2 {
        guard case let digit = try byte(), (48...55).contains(digit) else { break }
        value = value * 8 + Int(digit - 48)
        position += 1
      }
      text.append(UInt8(truncatingIfNeeded: value))
    default: text.append(next)
    }
  }

  private mutating func hexString() throws(ParseError) -> [UInt8] {
    position += 1
    var digits: [UInt8] = []
    while true {
      let next = try byte()
      position += 1
      if next == UInt8(ascii: ">") { break }
      if PDFParser.isSpace(next) { continue }
      guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
        throw .malformed(at: position - 1)
      }
      digits.append(UInt8(digit))
    }
    if digits.count % 2 == 1 { digits.append(0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
