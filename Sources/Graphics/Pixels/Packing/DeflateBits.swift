// SPDX-License-Identifier: MIT
// Part of Platen: the bits of a deflate stream: symbols, codes and the heads of blocks (RFC 1951).

/// Symbols of lengths and distances, and the bits that follow them (RFC 1951, 3.2.5).
enum DeflateCode {
  typealias Code = (symbol: Int, extraBits: Int, extra: Int)

  /// - Parameter value: the length less 3.
  static func length(_ value: Int) -> Code {
    if value == 255 { return (285, 0, 0) }
    if value < 4 { return (257 + value, 0, 0) }
    let power = Int.bitWidth - 1 - value.leadingZeroBitCount
    let bits = power - 2
    return (257 + 4 * (power - 1) + (value >> bits & 3), bits, value & (1 << bits - 1))
  }

  /// - Parameter value: the distance less 1.
  @inline(__always)
  static func distance(_ value: Int) -> Code {
    if value < 4 { return (value, 0, 0) }
    let power = Int.bitWidth - 1 - value.leadingZeroBitCount
    let bits = power - 1
    return (2 * power + (value >> bits & 1), bits, value & (1 << bits - 1))
  }
}

/// Bits gathered into bytes, the lowest first.
///
/// Safe but for `put`: it owns its memory, which is why it cannot be copied, and all else sees to it
/// that what it writes fits.
@safe struct DeflateBits: ~Copyable {
  private var memory: UnsafeMutableRawPointer
  private var capacity = 1 << 16
  private var count = 0
  private var pending: UInt64 = 0
  private var pendingCount: UInt64 = 0

  init() { unsafe memory = .allocate(byteCount: capacity, alignment: 16) }

  deinit { unsafe memory.deallocate() }

  /// The bytes written so far, a last byte that is not full filled up with 0.
  var bytes: [UInt8] {
    var bytes = unsafe Array(UnsafeRawBufferPointer(start: memory, count: count))
    if pendingCount > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    return bytes
  }

  /// Sees to it that so many more bytes fit.
  mutating func reserve(_ more: Int) {
    guard count + more + 16 > capacity else { return }
    let larger = max(capacity * 2, count + more + 16)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    unsafe moved.copyMemory(from: memory, byteCount: count)
    unsafe memory.deallocate()
    unsafe memory = moved
    capacity = larger
  }

  /// Writes at most 56 bits, for which room was reserved: that is not checked.
  @unsafe @inline(__always)
  mutating func put(_ bits: UInt64, _ number: UInt64) {
    pending |= bits << pendingCount
    pendingCount += number
    unsafe memory.storeBytes(of: pending.littleEndian, toByteOffset: count, as: UInt64.self)
    let whole = pendingCount >> 3
    count += Int(whole)
    pending >>= whole << 3
    pendingCount &= 7
  }

  mutating func writeBits(_ bits: UInt64, _ number: Int) {
    reserve(16)
    unsafe put(bits, UInt64(number))
  }

  mutating func writeCode(_ code: HuffmanCode, _ symbol: Int) {
    writeBits(UInt64(code.codes[symbol]), Int(code.lengths[symbol]))
  }

  /// An empty stored block: what follows begins with a byte.
  mutating func align() {
    writeBits(0, 3)
    if pendingCount > 0 { writeBits(0, Int(8 - pendingCount)) }
    writeBits(0xFFFF_0000, 32)
  }

  /// Begins a block with codes of its own, which are written as codes themselves (RFC 1951, 3.2.7).
  mutating func begin(_ literal: HuffmanCode, _ distance: HuffmanCode, isLast: Bool) {
    writeBits(isLast ? 1 : 0, 1)
    writeBits(2, 2)
    let literalCount = max(257, 1 + (literal.lengths.lastIndex { $0 > 0 } ?? 0))
    let distanceCount = max(1, 1 + (distance.lengths.lastIndex { $0 > 0 } ?? 0))
    let codes = DeflateBits.shortened(
      Array(literal.lengths[..<literalCount] + distance.lengths[..<distanceCount]))
    var counts = [UInt32](repeating: 0, count: 19)
    for code in codes { counts[code.symbol] += 1 }
    let code = HuffmanCode(counts: counts, limit: 7)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let shown = max(4, 1 + (order.lastIndex { code.lengths[$0] > 0 } ?? 0))
    writeBits(UInt64(literalCount - 257), 5)
    writeBits(UInt64(distanceCount - 1), 5)
    writeBits(UInt64(shown - 4), 4)
    for symbol in order[..<shown] { writeBits(UInt64(code.lengths[symbol]), 3) }
    for each in codes {
      writeCode(code, each.symbol)
      writeBits(UInt64(each.extra), each.extraBits)
    }
  }

  /// Lengths of codes with repetitions abbreviated.
  private static func shortened(_ lengths: [UInt8]) -> [DeflateCode.Code] {
    var codes: [DeflateCode.Code] = []
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      var run = 1
      while index + run < lengths.count, lengths[index + run] == length { run += 1 }
      index += run
      if length > 0 {
        codes.append((Int(length), 0, 0))
        run -= 1
      }
      while run > 0 {
        switch run {
        case 11... where length == 0:
          let step = min(run, 138)
          codes.append((18, 7, step - 11))
          run -= step
        case 3... where length == 0:
          codes.append((17, 3, min(run, 10) - 3))
          run -= min(run, 10)
        case 3...:
          let step = min(run, 6)
          codes.append((16, 2, step - 3))
          run -= step
        default:
          codes.append((Int(length), 0, 0))
          run -= 1
        }
      }
    }
    return codes
  }
}
