// SPDX-License-Identifier: MIT
// Part of Platen: finding things in a file's bytes without making strings of them.

internal import Libc

extension UnsafeRawBufferPointer {
  /// The part of the buffer at `range`, counted from its own beginning.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// Index of the first `byte` at or behind `start`.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start < count else { return nil }
    guard let found = unsafe memchr(base + start, Int32(byte), count - start) else { return nil }
    return unsafe UnsafeRawPointer(found) - base
  }

  /// Index of the first occurrence of `text`, which is not empty, at or behind `start`.
  func firstRange(of text: StaticString, from start: Int) -> Int? {
    var at = start
    while let found = unsafe firstIndex(of: text.utf8Start[0], from: at) {
      if unsafe hasPrefix(text, at: found) { return found }
      at = found + 1
    }
    return nil
  }

  func hasPrefix(_ text: StaticString) -> Bool { unsafe hasPrefix(text, at: 0) }

  func hasPrefix(_ text: StaticString, at start: Int) -> Bool {
    guard let base = baseAddress, start >= 0, count - start >= text.utf8CodeUnitCount else {
      return false
    }
    return unsafe memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  func hasSuffix(_ text: StaticString) -> Bool {
    unsafe hasPrefix(text, at: count - text.utf8CodeUnitCount)
  }

  /// The bytes as text, ill-formed UTF-8 replaced.
  var text: String { unsafe String(decoding: self, as: UTF8.self) }

  /// The buffer without white space at either end.
  var trimmed: UnsafeRawBufferPointer {
    var range = 0..<count
    while let first = range.first, unsafe self[first].isSpace { range.removeFirst() }
    while let last = range.last, unsafe self[last].isSpace { range.removeLast() }
    return unsafe part(range)
  }

  /// The pieces between occurrences of `separator`; one piece where there is none.
  ///
  /// - Parameter most: how many pieces there may be; the last holds what is left, undivided.
  func split(at separator: UInt8, most: Int = 1024) -> [UnsafeRawBufferPointer] {
    var pieces: [UnsafeRawBufferPointer] = unsafe []
    var start = 0
    while unsafe pieces.count < most - 1, let end = unsafe firstIndex(of: separator, from: start) {
      unsafe pieces.append(part(start..<end))
      start = end + 1
    }
    unsafe pieces.append(part(start..<count))
    return unsafe pieces
  }
}

extension UInt8 {
  /// Indicates whether the byte is an ASCII space, tab or line end.
  var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
  /// Indicates whether the byte is an ASCII digit.
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
