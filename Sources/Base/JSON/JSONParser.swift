// SPDX-License-Identifier: MIT
// Part of Platen: one pass over a JSON text, writing the tape.

internal import Libc

/// The state of one parse.
///
/// The tape it writes is handed over by `finish`, or freed when `parse` throws.
// @safe: `append` grows the tape before it would write past `capacity`; indices into the tape are
// earlier values of `count`. Bytes are read at offsets compared with `end`, the text's count. The
// one caller keeps the text alive, calls `parse` once and, unless that throws, `finish` once.
@safe struct JSONParser {
  private let text: UnsafeRawBufferPointer
  private let limits: JSONDocument.Limits
  private var tape: UnsafeMutablePointer<UInt64>
  private var count = 0
  private var capacity: Int
  private(set) var repairs = JSONDocument.Repairs()

  init(text: UnsafeRawBufferPointer, limits: JSONDocument.Limits) throws(JSONError) {
    unsafe self.text = text
    self.limits = limits
    capacity = text.count / 6 + 64
    unsafe tape = try JSONParser.reallocate(nil, to: capacity)
  }

  func finish() -> (base: UnsafeMutablePointer<UInt64>, count: Int) {
    // Where even shrinking it fails, the tape is used as it is.
    unsafe ((try? JSONParser.reallocate(tape, to: max(count, 1))) ?? tape, count)
  }

  /// `realloc`, because it moves large blocks by remapping pages instead of copying them. When it
  /// throws, `old` is unchanged.
  static func reallocate(
    _ old: UnsafeMutablePointer<UInt64>?, to capacity: Int
  ) throws(JSONError) -> UnsafeMutablePointer<UInt64> {
    guard let memory = unsafe realloc(old, capacity * MemoryLayout<UInt64>.stride) else {
      throw JSONError.outOfMemory(words: capacity)
    }
    return unsafe memory.bindMemory(to: UInt64.self, capacity: capacity)
  }

  private mutating func grow() throws(JSONError) {
    let larger = capacity + capacity / 2
    unsafe tape = try JSONParser.reallocate(tape, to: larger)
    capacity = larger
  }

  @inline(__always)
  private mutating func append(_ word: UInt64) throws(JSONError) {
    if count == capacity { try grow() }
    unsafe tape[count] = word
    count += 1
  }

  mutating func parse() throws(JSONError) {
    do { try parseDocument() } catch {
      unsafe free(tape)
      throw error
    }
  }

  private mutating func parseDocument() throws(JSONError) {
    guard unsafe text.count <= UInt32.max else {
      throw unsafe JSONError.tooLarge(count: text.count, limit: Int(UInt32.max))
    }
    guard let base = unsafe text.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      throw syntaxError("expected a value, found the end of the text", 0)
    }
    let end = unsafe text.count
    var at = 0
    if end >= 3, unsafe base[0] == 0xEF, unsafe base[1] == 0xBB, unsafe base[2] == 0xBF { at = 3 }

    // Tape indices of the containers that are open.
    var open: [Int] = []
    open.reserveCapacity(32)
    var current = -1
    var currentIsObject = false

    value: while true {
      unsafe JSONParser.skipSpace(base, &at, end)
      guard at < end else { throw unexpected(at, "a value") }
      let byte = unsafe base[at]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < limits.depth else {
          throw syntaxError("more than \(limits.depth) containers inside one another", at)
        }
        open.append(current)
        current = count
        currentIsObject = byte == UInt8(ascii: "{")
        try append((currentIsObject ? Tape.object : Tape.array) << 60)
        try append(UInt64(at))
        at += 1
        unsafe JSONParser.skipSpace(base, &at, end)
        if at < end, unsafe base[at] == (currentIsObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          break  // closed by the loop below
        }
        if currentIsObject { try unsafe parseKey(base, &at, end) }
        continue value
      case UInt8(ascii: "\""):
        at += 1
        try unsafe parseString(base, &at, end)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        try unsafe parseNumber(base, &at, end)
      case UInt8(ascii: "t"):
        try unsafe expect("true", base, &at, end)
        try append(Tape.yes << 60 | UInt64(at - 4))
      case UInt8(ascii: "f"):
        try unsafe expect("false", base, &at, end)
        try append(Tape.no << 60 | UInt64(at - 5))
      case UInt8(ascii: "n"):
        try unsafe expect("null", base, &at, end)
        try append(Tape.null << 60 | UInt64(at - 4))
      default:
        throw unexpected(at, "a value")
      }
      // A value has ended, or an empty container is about to end.
      let opened = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      if !opened, current >= 0 { unsafe tape[current + 1] &+= 1 << 32 }
      while true {
        guard current >= 0 else { break value }
        unsafe JSONParser.skipSpace(base, &at, end)
        let next = unsafe at < end ? base[at] : 0
        if next == UInt8(ascii: ",") {
          at += 1
          if currentIsObject { try unsafe parseKey(base, &at, end) }
          continue value
        }
        guard next == (currentIsObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw unexpected(at, currentIsObject ? "',' or '}'" : "',' or ']'")
        }
        at += 1
        unsafe tape[current] |= UInt64(count)
        current = open.removeLast()
        if current >= 0 {
          currentIsObject = unsafe Tape.kind(tape[current]) == Tape.object
          unsafe tape[current + 1] &+= 1 << 32
        }
      }
    }
    unsafe JSONParser.skipSpace(base, &at, end)
    if at < end { throw unexpected(at, "the end of the text") }
  }

  @inline(__always)
  private static func skipSpace(_ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int) {
    while at < end {
      let byte = unsafe base[at]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
        return
      }
      at += 1
    }
  }

  @inline(__always)
  private mutating func parseKey(
    _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONError) {
    unsafe JSONParser.skipSpace(base, &at, end)
    guard at < end, unsafe base[at] == UInt8(ascii: "\"") else {
      throw unexpected(at, "a key in quotes")
    }
    at += 1
    try unsafe parseString(base, &at, end)
    unsafe JSONParser.skipSpace(base, &at, end)
    guard at < end, unsafe base[at] == UInt8(ascii: ":") else { throw unexpected(at, "':'") }
    at += 1
  }

  /// Reads a string; `at` is after its opening quote, and in the end after the closing one.
  @inline(__always)
  private mutating func parseString(
    _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONError) {
    let start = at
    var flag: UInt64 = 0
    while true {
      // Eight plain bytes at a time: neither quote, backslash, control character nor non-ASCII.
      while at + 8 <= end {
        let word = unsafe UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self)
        let low = UInt64(0x0101_0101_0101_0101)
        let quote = word ^ (low &* 0x22)
        let slash = word ^ (low &* 0x5C)
        let special =
          ((quote &- low) & ~quote) | ((slash &- low) & ~slash) | (word &- (low &* 0x20)) | word
        let marks = special & (low &* 0x80)
        if marks == 0 {
          at += 8
        } else {
          // A borrow can mark a byte above the true one, never below it: the lowest mark is true.
          at += UInt64(littleEndian: marks).trailingZeroBitCount >> 3
          break
        }
      }
      guard at < end else {
        throw syntaxError("the string that begins here does not end", start - 1)
      }
      let byte = unsafe base[at]
      switch byte {
      case UInt8(ascii: "\""):
        let length = at - start
        guard length <= Tape.longestString else {
          throw syntaxError("a string of \(length) bytes is too long", start - 1)
        }
        try append(Tape.string << 60 | flag | UInt64(length) << 32 | UInt64(start))
        at += 1
        return
      case UInt8(ascii: "\\"):
        flag = Tape.escaped
        try unsafe skipEscape(base, &at, end)
      case 0x80...:
        unsafe at += skipScalar(base, at, end)
      case 0..<0x20:
        note(\.controlCharacters, at)
        at += 1
      default:
        at += 1
      }
    }
  }

  private func skipEscape(
    _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONError) {
    guard at + 1 < end else { throw unexpected(end, "an escape") }
    switch unsafe base[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      for digit in 2..<6 {
        guard at + digit < end, unsafe hexDigit(base[at + digit]) != nil else {
          throw unexpected(at + digit, "a hexadecimal digit")
        }
      }
      at += 6
    default:
      throw syntaxError("unknown escape \(describe(at + 1)) in a string", at)
    }
  }

  /// The length of the UTF-8 sequence at `at`; an ill-formed one is counted.
  private mutating func skipScalar(_ base: UnsafePointer<UInt8>, _ at: Int, _ end: Int) -> Int {
    let length = unsafe utf8SequenceLength(base + at, available: end - at)
    if length == 0 {
      note(\.invalidUTF8, at)
      return 1
    }
    return length
  }

  private mutating func note(_ count: WritableKeyPath<JSONDocument.Repairs, Int>, _ at: Int) {
    repairs[keyPath: count] += 1
    if repairs.firstOffset == nil { repairs.firstOffset = at }
  }

  @inline(__always)
  private mutating func parseNumber(
    _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONError) {
    let start = at
    let negative = unsafe base[at] == UInt8(ascii: "-")
    if negative { at += 1 }
    let digits = at
    var value = 0
    while at < end {
      let digit = unsafe base[at] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ Int(digit)
      at += 1
    }
    let length = at - digits
    guard length > 0 else { throw unexpected(at, "a digit") }
    if length > 1, unsafe base[digits] == UInt8(ascii: "0") {
      throw syntaxError("a number does not begin with a zero", digits)
    }
    let next = unsafe at < end ? base[at] : 0
    let isWhole =
      next != UInt8(ascii: ".") && next != UInt8(ascii: "e") && next != UInt8(ascii: "E")
    if isWhole, length <= 8, !(negative && value == 0) {
      // Eight digits stay below 2^27, the room for a value and its sign.
      let signed = Int64(negative ? -value : value)
      try append(
        Tape.integer << 60 | (UInt64(bitPattern: signed) & 0xFFF_FFFF) << 32 | UInt64(start))
      return
    }
    if !isWhole { try unsafe parseFraction(base, &at, end) }
    guard at - start < 0xFFF_FFFF else { throw syntaxError("a number too long", start) }
    try append(Tape.number << 60 | UInt64(at - start) << 32 | UInt64(start))
  }

  private func parseFraction(
    _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONError) {
    if unsafe base[at] == UInt8(ascii: ".") {
      at += 1
      try unsafe skipDigits(base, &at, end)
    }
    if at < end, unsafe base[at] == UInt8(ascii: "e") || base[at] == UInt8(ascii: "E") {
      at += 1
      if at < end, unsafe base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
      try unsafe skipDigits(base, &at, end)
    }
  }

  private func skipDigits(
    _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONError) {
    let start = at
    while at < end, unsafe base[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    if at == start { throw unexpected(at, "a digit") }
  }

  private func expect(
    _ word: StaticString, _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard at + index < end, unsafe base[at + index] == word.utf8Start[index] else {
        throw syntaxError("expected '\(word)'", at)
      }
    }
    at += word.utf8CodeUnitCount
  }

  // MARK: Errors

  private func unexpected(_ at: Int, _ expected: String) -> JSONError {
    syntaxError("expected \(expected), found \(describe(at))", at)
  }

  private func syntaxError(_ message: String, _ at: Int) -> JSONError {
    unsafe JSONError(message, at: at, in: text)
  }

  private func describe(_ at: Int) -> String {
    guard unsafe at < text.count else { return "the end of the text" }
    let byte = unsafe text[at]
    if byte < 0x20 || byte == 0x7F { return "control character \(byte)" }
    if byte < 0x80 { return "'\(Character(Unicode.Scalar(byte)))'" }
    let shown = unsafe String(decoding: text[at..<min(text.count, at + 4)], as: UTF8.self)
    return "'\(shown.prefix(1))'"
  }
}

/// The value of a hexadecimal digit.
func hexDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}

/// The length of the well-formed UTF-8 sequence (Unicode, table 3-7) at `start`, or 0.
func utf8SequenceLength(_ start: UnsafePointer<UInt8>, available: Int) -> Int {
  func isTail(_ index: Int) -> Bool { unsafe index < available && start[index] & 0xC0 == 0x80 }
  let first = unsafe start[0]
  switch first {
  case 0..<0x80: return 1
  case 0xC2...0xDF: return isTail(1) ? 2 : 0
  case 0xE0...0xEF:
    guard isTail(1), isTail(2) else { return 0 }
    if first == 0xE0, unsafe start[1] < 0xA0 { return 0 }
    if first == 0xED, unsafe start[1] > 0x9F { return 0 }
    return 3
  case 0xF0...0xF4:
    guard isTail(1), isTail(2), isTail(3) else { return 0 }
    if first == 0xF0, unsafe start[1] < 0x90 { return 0 }
    if first == 0xF4, unsafe start[1] > 0x8F { return 0 }
    return 4
  default: return 0
  }
}
