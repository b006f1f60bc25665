// SPDX-License-Identifier: MIT
// Part of Platen: the comma-joined number lists of a save, read straight from its bytes.

internal import JSON

/// Reading of lists like `0,0,-9,12.25,7`.
enum NumberList {
  /// A list as read.
  struct Result<Element> {
    var values: [Element]
    /// The number of elements of the list; `values` may hold fewer when more were written than
    /// expected.
    var count: Int
    /// The count of elements that are not numbers or are out of range, and the position of the
    /// first.
    var invalidCount = 0
    var firstInvalid: Int?

    mutating func noteInvalid(at index: Int) {
      invalidCount += 1
      if firstInvalid == nil { firstInvalid = index }
    }
  }

  /// Reads integers: fractions are cut off, values are clamped to `range`, other text reads as 0.
  ///
  /// - Parameter expected: how many elements there should be; no more than these are kept.
  static func integers<T: FixedWidthInteger>(
    _ bytes: UnsafeRawBufferPointer, expected: Int, in range: ClosedRange<T>
  ) -> Result<T> {
    let low = Int(range.lowerBound)
    let high = Int(range.upperBound)
    return unsafe elements(bytes, expected: expected) { base, at, end in
      var value = 0
      var isSound = true
      let first = unsafe at < end ? base[at] &- UInt8(ascii: "0") : 255
      // One digit and a comma is more than half of most lists.
      if first < 10, at + 1 < end, unsafe base[at + 1] == UInt8(ascii: ",") {
        value = Int(first)
        at += 1
      } else {
        isSound = unsafe scan(base, &at, end, &value)
      }
      if value < low || value > high {
        value = min(max(value, low), high)
        isSound = false
      }
      return (T(truncatingIfNeeded: value), isSound)
    }
  }

  /// Decimal numbers from 0 up; what is none, or more than a `Float` holds, reads as 0.
  ///
  /// - Parameter expected: how many elements there should be; no more than these are kept.
  static func floats(_ bytes: UnsafeRawBufferPointer, expected: Int) -> Result<Float> {
    unsafe elements(bytes, expected: expected) { base, at, end in
      if at + 1 < end, unsafe base[at] == UInt8(ascii: "0"),
        unsafe base[at + 1] == UInt8(ascii: ",")
      {
        at += 1
        return (0, true)
      }
      let start = at
      if let number = unsafe DecimalText.scan(base, &at, end),
        unsafe at == end || base[at] == UInt8(ascii: ",")
      {
        let value = Float(number)
        return value >= 0 && value.isFinite ? (value, true) : (0, false)
      }
      at = start
      while at < end, unsafe base[at] != UInt8(ascii: ",") { at += 1 }
      return (0, false)
    }
  }

  /// Goes through a list. `next` reads the element at its second argument, moves that to the next
  /// comma or the end, and returns whether the element was sound.
  @inline(__always)
  private static func elements<Element>(
    _ bytes: UnsafeRawBufferPointer, expected: Int,
    _ next: (UnsafePointer<UInt8>, inout Int, Int) -> (Element, isSound: Bool)
  ) -> Result<Element> {
    var result = Result<Element>(values: [], count: 0)
    guard unsafe !bytes.isEmpty,
      let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else {
      return result
    }
    let end = bytes.count
    var count = 0
    var at = 0
    let values = unsafe [Element](unsafeUninitializedCapacity: expected) { buffer, used in
      while true {
        let (value, isSound) = unsafe next(base, &at, end)
        if !isSound { result.noteInvalid(at: count) }
        if count < expected { unsafe buffer.initializeElement(at: count, to: value) }
        count += 1
        guard at < end else { break }
        at += 1
      }
      used = min(count, expected)
    }
    result.values = values
    result.count = count
    return result
  }

  /// Scans a whole number up to the next comma; returns false where there is none.
  @inline(__always)
  private static func scan(
    _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int, _ value: inout Int
  ) -> Bool {
    let negative = unsafe at < end && base[at] == UInt8(ascii: "-")
    var cursor = negative ? at + 1 : at
    let start = cursor
    var sum = 0
    // Eighteen digits cannot overflow; longer ones are not a value of any list.
    while cursor < end, cursor - start < 18 {
      let digit = unsafe base[cursor] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      sum = sum * 10 + Int(digit)
      cursor += 1
    }
    if cursor > start, unsafe cursor == end || base[cursor] == UInt8(ascii: ",") {
      value = negative ? -sum : sum
      at = cursor
      return true
    }
    return unsafe scanSlowly(base, &at, end, &value)
  }

  /// Everything else that stands between commas: fractions, exponents, spaces, words, nothing.
  private static func scanSlowly(
    _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int, _ value: inout Int
  ) -> Bool {
    let start = at
    while at < end, unsafe base[at] != UInt8(ascii: ",") { at += 1 }
    let token = unsafe UnsafeRawBufferPointer(start: base + start, count: at - start).trimmed
    guard let number = unsafe DecimalText.double(token) else { return false }
    // Int(exactly:) refuses what is too large; the list's range will clamp the stand-in.
    value = Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    return true
  }
}
