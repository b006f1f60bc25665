// SPDX-License-Identifier: MIT
// Part of Platen: the layout of the tape that a parsed JSON text is.

/// Words of the tape.
///
///     63…60 kind | 59…32 payload | 31…0 byte offset     scalars
///     63…60 kind | 31…0 tape index behind the container containers, first word
///     63…32 count | 31…0 byte offset                    containers, second word
///
/// Payloads: an integer's value (28 bits, signed); a number's length; a string's length (27 bits)
/// and, in bit 59, whether it holds escapes. An object's members are key, value, key, value, …
/// Containers are skipped in one step through their first word.
@usableFromInline enum Tape {
  @usableFromInline static let null: UInt64 = 0
  @usableFromInline static let no: UInt64 = 1
  @usableFromInline static let yes: UInt64 = 2
  @usableFromInline static let integer: UInt64 = 3
  @usableFromInline static let number: UInt64 = 4
  @usableFromInline static let string: UInt64 = 5
  @usableFromInline static let array: UInt64 = 6
  @usableFromInline static let object: UInt64 = 7

  @usableFromInline static let escaped: UInt64 = 1 << 59
  static let longestString = (1 << 27) - 1

  @inlinable static func kind(_ word: UInt64) -> UInt64 { word >> 60 }
  @inlinable static func offset(_ word: UInt64) -> Int { Int(word & 0xFFFF_FFFF) }
  @inlinable static func integerValue(_ word: UInt64) -> Int {
    Int(Int64(bitPattern: word << 4) >> 36)
  }
  @inlinable static func numberLength(_ word: UInt64) -> Int { Int((word >> 32) & 0xFFF_FFFF) }
  @inlinable static func stringLength(_ word: UInt64) -> Int { Int((word >> 32) & 0x7FF_FFFF) }

  @inlinable static func after(_ index: Int, _ tape: UnsafePointer<UInt64>) -> Int {
    let word = unsafe tape[index]
    return kind(word) >= array ? Int(word & 0xFFFF_FFFF) : index + 1
  }
}
