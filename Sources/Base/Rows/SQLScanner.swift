// SPDX-License-Identifier: MIT
// Part of Platen: the tokens of an SQL dump.

internal import Diagnostics

/// A token of SQL.
enum SQLToken: Hashable {
  /// A name or keyword, in lowercase unless quoted.
  case word(String)
  case string(String)
  case number(String)
  /// A symbol, such as `(` or `::`.
  case sign(String)
}

/// Splits SQL dumps of PostgreSQL, SQLite and MySQL into tokens.
struct SQLScanner {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var line = 1
  let file: String

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  var place: SourceLocation { SourceLocation(file: file, line: line) }

  private func peek(_ offset: Int = 0) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private mutating func step() -> UInt8 {
    let byte = bytes[index]
    index += 1
    if byte == 0x0A { line += 1 }
    return byte
  }

  /// Returns the rest of the line, for the data of COPY; nil at the end of the file.
  mutating func restOfLine() -> String? {
    guard index < bytes.count else { return nil }
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = step()
      if byte == 0x0A { break }
      text.append(byte)
    }
    if text.last == 0x0D { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the next token; nil at the end.
  ///
  /// - Throws: `Failure` `rows.sql` for unclosed comments and strings.
  mutating func next() throws -> SQLToken? {
    try skipWhitespace()
    guard index < bytes.count else { return nil }
    let byte = peek()
    switch byte {
    case 0x27: return .string(try quoted(0x27, hasEscapes: false))
    case 0x22, 0x60: return .word(try quoted(byte, hasEscapes: false))
    case 0x45 where peek(1) == 0x27, 0x65 where peek(1) == 0x27:
      index += 1
      return .string(try quoted(0x27, hasEscapes: true))
    case 0x24:
      if let text = try dollarQuoted() { return .string(text) }
    case 0x30...0x39: return .number(number())
    case 0x2E where (0x30...0x39).contains(peek(1)): return .number(number())
    default: break
    }
    if isLetter(byte) {
      var word: [UInt8] = []
      while index < bytes.count,
        isLetter(peek()) || (0x30...0x39).contains(peek()) || peek() == 0x24
      {
        word.append(step())
      }
      return .word(String(decoding: word, as: UTF8.self).lowercased())
    }
    if byte == 0x3A, peek(1) == 0x3A {
      index += 2
      return .sign("::")
    }
    return .sign(String(UnicodeScalar(step())))
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
  }

  private mutating func skipWhitespace() throws {
    while index < bytes.count {
      let byte = peek()
      if byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0xEF && peek(1) == 0xBB {
        if byte == 0xEF { index += 3 } else { _ = step() }
      } else if byte == 0x2D, peek(1) == 0x2D {
        while index < bytes.count, peek() != 0x0A { index += 1 }
      } else if byte == 0x2F, peek(1) == 0x2A {
        let start = place
        index += 2
        while index < bytes.count, !(peek() == 0x2A && peek(1) == 0x2F) { _ = step() }
        guard index < bytes.count else {
          throw Failure(.error(.rowsSql, "unclosed comment", at: start))
        }
        index += 2
      } else {
        return
      }
    }
    index = min(index, bytes.count)
  }

  private mutating func quoted(_ mark: UInt8, hasEscapes: Bool) throws -> String {
    let start = place
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = step()
      if byte == mark {
        if peek() != mark { return String(decoding: text, as: UTF8.self) }
        index += 1
        text.append(mark)
      } else if hasEscapes, byte == 0x5C, index < bytes.count {
        text += SQLScanner.unescaped(step())
      } else {
        text.append(byte)
      }
    }
    throw Failure(.error(.rowsSql, "unclosed string", at: start))
  }

  /// Returns the bytes of an escape sequence by the byte after its backslash.
  static func unescaped(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case 0x6E: [0x0A]
    case 0x74: [0x09]
    case 0x72: [0x0D]
    case 0x62: [0x08]
    case 0x66: [0x0C]
    default: [byte]
    }
  }

  /// Reads `$tag$ … $tag$`; nil for any other use of the dollar sign.
  private mutating func dollarQuoted() throws -> String? {
    var end = index + 1
    while end < bytes.count, isLetter(bytes[end]) || (0x30...0x39).contains(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == 0x24 else { return nil }
    let tag = Array(bytes[index...end])
    let start = place
    index = end + 1
    var text: [UInt8] = []
    while index < bytes.count {
      if peek() == 0x24, bytes[index...].starts(with: tag) {
        index += tag.count
        return String(decoding: text, as: UTF8.self)
      }
      text.append(step())
    }
    throw Failure(.error(.rowsSql, "unclosed string", at: start))
  }

  private mutating func number() -> String {
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = peek()
      let isExponent = (byte == 0x65 || byte == 0x45) && !text.isEmpty
      let isSign = (byte == 0x2B || byte == 0x2D) && (text.last == 0x65 || text.last == 0x45)
      guard (0x30...0x39).contains(byte) || byte == 0x2E || isExponent || isSign else { break }
      text.append(step())
    }
    return String(decoding: text, as: UTF8.self)
  }
}
