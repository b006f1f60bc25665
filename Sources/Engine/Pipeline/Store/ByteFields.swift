// SPDX-License-Identifier: MIT
// Part of Platen: numbers, texts and digests written to bytes one after another, and read again.

internal import Digests
internal import Libc

/// Writes fields one after another: whole numbers as LEB128, texts with their length before them.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  mutating func write(byte: UInt8) { bytes.append(byte) }

  mutating func write(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A whole number that may be missing.
  mutating func write(_ number: Int?) {
    write(byte: number == nil ? 0 : 1)
    if let number { write(number) }
  }

  mutating func write(_ number: Double) { write(fixed: number.bitPattern) }

  /// Eight bytes, the lowest first.
  mutating func write(fixed number: UInt64) {
    bytes.append(littleEndian: number)
  }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// A text that may be missing.
  mutating func write(_ text: String?) {
    write(byte: text == nil ? 0 : 1)
    if let text { write(text) }
  }

  /// A text that ends with a zero byte, for the system: a zero byte in it is its end.
  mutating func write(terminated text: String) {
    bytes.append(contentsOf: text.utf8.prefix { $0 != 0 })
    bytes.append(0)
  }

  mutating func write(_ digest: Digest) {
    unsafe digest.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }
}

extension [UInt8] {
  /// Appends a number's bytes, the lowest first.
  mutating func append(littleEndian number: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }
}

/// Malformed bytes.
struct MalformedBytes: Error {}

/// Reads what ``ByteWriter`` wrote. No input makes it read past the end, or take more memory than
/// there are bytes, so it is safe as long as the bytes are there, which its creator ensures.
@safe struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// Steps over bytes, not past the end.
  mutating func skip(_ count: Int) { position = unsafe min(bytes.count, position + max(0, count)) }

  /// Indicates whether everything was read.
  var isAtEnd: Bool { unsafe position == bytes.count }

  mutating func byte() throws(MalformedBytes) -> UInt8 {
    guard unsafe position < bytes.count else { throw MalformedBytes() }
    defer { position += 1 }
    return unsafe bytes[position]
  }

  mutating func number() throws(MalformedBytes) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      // The tenth byte has room for one bit only.
      guard shift < 63 || (shift == 63 && next <= 1) else { throw MalformedBytes() }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return Int(Int64(bitPattern: value)) }
      shift += 7
    }
  }

  /// A number of things to come, each of at least one byte.
  mutating func count() throws(MalformedBytes) -> Int {
    let count = try number()
    guard count >= 0, unsafe count <= bytes.count - position else { throw MalformedBytes() }
    return count
  }

  mutating func optionalNumber() throws(MalformedBytes) -> Int? {
    try isPresent() ? number() : nil
  }

  mutating func double() throws(MalformedBytes) -> Double { Double(bitPattern: try fixed()) }

  mutating func fixed() throws(MalformedBytes) -> UInt64 {
    let piece = try unsafe take(8)
    return unsafe UInt64(littleEndian: piece.loadUnaligned(as: UInt64.self))
  }

  mutating func text() throws(MalformedBytes) -> String {
    try unsafe String(decoding: take(count()), as: UTF8.self)
  }

  mutating func optionalText() throws(MalformedBytes) -> String? {
    try isPresent() ? text() : nil
  }

  /// A text that ends with a zero byte, in place.
  mutating func terminatedText() throws(MalformedBytes) -> UnsafePointer<CChar> {
    guard unsafe position < bytes.count, let base = unsafe bytes.baseAddress,
      let end = unsafe memchr(base + position, 0, bytes.count - position)
    else { throw MalformedBytes() }
    let text = unsafe (base + position).assumingMemoryBound(to: CChar.self)
    position = unsafe UnsafeRawPointer(end) - base + 1
    return unsafe text
  }

  mutating func digest() throws(MalformedBytes) -> Digest { try unsafe Digest(bytes: take(32)) }

  mutating func isPresent() throws(MalformedBytes) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw MalformedBytes()
    }
  }

  private mutating func take(_ count: Int) throws(MalformedBytes) -> UnsafeRawBufferPointer {
    guard unsafe count <= bytes.count - position else { throw MalformedBytes() }
    defer { position += count }
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }
}
