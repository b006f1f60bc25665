// SPDX-License-Identifier: MIT
// Part of Platen: the text of a file of another system's room, in UTF-8, and its lines.

internal import Readers

/// The text of a file in UTF-8, whatever it was saved in: by its byte order mark, by the zeros of
/// UTF-16 where it has none, or else UTF-8.
struct RoomText {
  /// Valid UTF-8 without a byte order mark.
  let bytes: [UInt8]
  /// The number of sequences that are not UTF-8, which are read as U+FFFD.
  private(set) var repairs = 0
  /// The line and column of the first, counted from 1.
  private(set) var firstRepair = (line: 1, column: 1)

  init(_ file: [UInt8]) {
    let decoded = RoomText.decoded(file)
    guard String(validating: decoded, as: UTF8.self) == nil else {
      bytes = decoded
      return
    }
    bytes = Array(String(decoding: decoded, as: UTF8.self).utf8)
    repairs = max(1, RoomText.replacements(in: bytes) - RoomText.replacements(in: decoded))
    let same = zip(bytes, decoded).prefix { $0 == $1 }.count
    let before = bytes[..<same]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    firstRepair = (
      before.count { $0 == 0x0A } + 1, before[start...].count { $0 & 0xC0 != 0x80 } + 1
    )
  }

  /// The text in UTF-8 without its byte order mark, or its beginning; other bytes stay.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    if let text = UTF16Text.decoded(bytes) { return text }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    guard bytes.count >= 4 else { return bytes }
    // Text in the letters of ASCII has a zero in each pair.
    switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
    case (false, true, false, true): return UTF16Text.decoded([0xFF, 0xFE] + bytes) ?? bytes
    case (true, false, true, false): return UTF16Text.decoded([0xFE, 0xFF] + bytes) ?? bytes
    default: return bytes
    }
  }

  private static func replacements(in bytes: [UInt8]) -> Int {
    var count = 0
    var index = 0
    while index + 2 < bytes.count {
      if bytes[index] == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] == 0xBD { count += 1 }
      index += 1
    }
    return count
  }

  /// A scanner at the first line.
  var lines: LineScanner { LineScanner(bytes) }
}

/// A line of a text, without its ending.
struct TextLine {
  /// Counted from 1.
  var number: Int
  var bytes: ArraySlice<UInt8>

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// Indicates whether it contains `-->`.
  var hasArrow: Bool {
    var dashes = 0
    for byte in bytes {
      if byte == UInt8(ascii: ">"), dashes >= 2 { return true }
      dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
    }
    return false
  }

  /// Indicates whether it consists of digits alone, with blanks around them.
  var isNumber: Bool {
    let digits = bytes.trimmingBlanks
    return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension ArraySlice<UInt8> {
  /// Without spaces and tabs at both ends.
  var trimmingBlanks: ArraySlice<UInt8> {
    var rest = drop { $0 == 0x20 || $0 == 0x09 }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return rest
  }
}

/// Gives the lines of a text, which end in LF, CR LF or CR.
struct LineScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var number = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next line; nil at the end.
  mutating func next() -> TextLine? {
    guard index < bytes.count else { return nil }
    var end = index
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    number += 1
    let line = TextLine(number: number, bytes: bytes[index..<end])
    let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
    index = end + (isPair ? 2 : 1)
    return line
  }
}

extension String {
  /// A text of speech or chat: no control characters but line feeds, no direction controls that act
  /// on what follows, no blanks at its ends.
  var spokenText: String { ChatReader.clean(self).trimmed }
}

/// Finds the next occurrence of a byte behind growing indices; each byte is looked at once.
struct ByteFinder {
  private let byte: UInt8
  private var found: Int?

  init(_ character: Unicode.Scalar) { byte = UInt8(ascii: character) }

  /// The index of the byte at or behind an index; nil where that is more than a number of bytes
  /// away, or there is none.
  mutating func next(_ index: Int, in bytes: ArraySlice<UInt8>, within limit: Int) -> Int? {
    if found.map({ $0 < index }) ?? true {
      found = bytes[index...].firstIndex(of: byte) ?? bytes.endIndex
    }
    guard let found, found < bytes.endIndex, found - index <= limit else { return nil }
    return found
  }
}
