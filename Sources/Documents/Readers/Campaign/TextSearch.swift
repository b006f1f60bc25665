// SPDX-License-Identifier: MIT
// Part of Platen: searches texts by their bytes.

internal import Documents
internal import Libc

extension UnsafeBufferPointer<UInt8> {
  /// The end of the line of `start`: at a line feed, or at the end of all.
  func lineEnd(from start: Int) -> Int { unsafe next(0x0A, from: start) }

  /// The next position of a byte; the end of all where it does not occur.
  func next(_ byte: UInt8, from start: Int) -> Int {
    guard let base = baseAddress, start < count,
      let end = unsafe memchr(base + start, Int32(byte), count - start)
    else { return count }
    return unsafe UnsafeRawPointer(end) - UnsafeRawPointer(base)
  }

  /// The range without ASCII whitespace at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while !range.isEmpty, unsafe self[range.lowerBound] <= 0x20 { range = range.dropFirst() }
    while !range.isEmpty, unsafe self[range.upperBound - 1] <= 0x20 { range = range.dropLast() }
    return range
  }

  /// The first position of a text, in bytes from the start.
  func offset(of text: StaticString) -> Int? {
    guard let base = baseAddress, count > 0 else { return nil }
    let length = text.utf8CodeUnitCount
    var at = 0
    while at + length <= count {
      guard let next = unsafe memchr(base + at, Int32(text.utf8Start[0]), count - length - at + 1)
      else {
        return nil
      }
      let offset = unsafe UnsafeRawPointer(next) - UnsafeRawPointer(base)
      if unsafe memcmp(next, text.utf8Start, length) == 0 { return offset }
      at = offset + 1
    }
    return nil
  }
}

extension String {
  /// The first position of a text, in bytes from the start.
  ///
  /// Strings of the standard library are searched character by character, as people see them; what
  /// is looked for here are bytes, a hundred times faster.
  func offset(of text: StaticString) -> Int? {
    var copy = self
    return copy.withUTF8 { unsafe $0.offset(of: text) }
  }

  /// Indicates whether the bytes of a text stand in this one.
  func holds(_ text: StaticString) -> Bool { offset(of: text) != nil }

  /// The part before the first occurrence of a text; all of it where the text does not occur.
  func before(_ text: StaticString) -> String {
    guard let end = offset(of: text) else { return self }
    return String(decoding: utf8.prefix(end), as: UTF8.self)
  }

  /// The text with single bytes of ASCII for others.
  func replacing(byte: UInt8, with other: UInt8) -> String {
    guard holds(byte) else { return self }
    return String(decoding: utf8.map { $0 == byte ? other : $0 }, as: UTF8.self)
  }

  /// On one line.
  var onOneLine: String { replacing(byte: 0x0A, with: 0x20) }
}
