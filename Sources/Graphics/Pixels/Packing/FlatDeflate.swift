// SPDX-License-Identifier: MIT
// Part of Platen: a zlib stream of rows that mostly repeat what is beside or above them, as pages of
// text and plain grounds do.
//
// A general compressor looks every byte up to find that a ground continues. Here runs are followed
// with wide comparisons, in the row above and from the pixel before, and only what is neither is
// looked up, once. On slides that takes a quarter of the time of libdeflate's second level.

internal import CDeflate

/// Compresses an image's rows in one go (RFC 1950, RFC 1951), the same bytes on every machine.
struct FlatDeflate: ~Copyable {
  /// The furthest a match may lie back.
  static let window = 32_768
  private static let tokenLimit = 1 << 16
  private static let hashBits = 13
  /// The number of known places of the same four bytes.
  private static let ways = 2

  private var tokens: [UInt32] = []
  private var literals = [UInt32](repeating: 0, count: 286)
  private var distances = [UInt32](repeating: 0, count: 30)
  private var bits = DeflateBits()

  /// The stream, from its header to its checksum.
  ///
  /// - Parameters:
  ///   - bytes: Rows of `rowBytes` each, their filters among them.
  ///   - pixelBytes: Of a pixel.
  static func zlib(
    of bytes: UnsafeRawBufferPointer, rowBytes: Int, pixelBytes: Int
  ) -> [UInt8] {
    var deflate = FlatDeflate()
    deflate.tokens.reserveCapacity(tokenLimit + 8)
    // Deflate with a window of 32 kB, the fastest level.
    deflate.bits.writeBits(0x0178, 16)
    unsafe deflate.scan(bytes, rowBytes: rowBytes, pixelBytes: pixelBytes)
    deflate.writeBlock(isLast: true)
    let sum = unsafe libdeflate_adler32(1, bytes.baseAddress, bytes.count)
    return deflate.bits.bytes + sum.bigEndianBytes
  }

  // MARK: Finding what repeats

  private mutating func scan(
    _ bytes: UnsafeRawBufferPointer, rowBytes: Int, pixelBytes: Int
  ) {
    let count = bytes.count
    var table = [Int32](repeating: -1, count: FlatDeflate.ways << FlatDeflate.hashBits)
    var place = 0
    while place < count {
      var length = 0
      var distance = pixelBytes
      if place >= pixelBytes { length = unsafe FlatDeflate.match(bytes, place, place - pixelBytes) }
      if length < 64, place >= rowBytes, rowBytes <= FlatDeflate.window {
        // No further than a match can express: what is far costs bits, and the match may continue
        // beyond a pixel's own run, which costs none.
        let above = unsafe FlatDeflate.match(bytes, place, place - rowBytes, most: 258)
        if above > length + 1 { (length, distance) = (above, rowBytes) }
      }
      if length < 16, place + 4 <= count {
        let slot = unsafe FlatDeflate.slot(bytes, place)
        for way in slot..<slot + FlatDeflate.ways {
          let known = Int(table[way])
          guard known >= 0, place - known <= FlatDeflate.window else { break }
          let found = unsafe FlatDeflate.match(bytes, place, known)
          if found > length + 1 { (length, distance) = (found, place - known) }
        }
        FlatDeflate.note(place, at: slot, in: &table)
      }
      guard length >= 4 || length == 3 && distance <= pixelBytes else {
        unsafe put(literal: bytes[place])
        place += 1
        continue
      }
      let end = place + put(length, distance)
      place += 1
      // Letters come again: what short matches hold is looked up, what runs hold is not.
      if length < 32 {
        while place < end, place + 4 <= count {
          unsafe FlatDeflate.note(place, at: FlatDeflate.slot(bytes, place), in: &table)
          place += 1
        }
      }
      place = end
    }
  }

  /// The entry of the next four bytes.
  @inline(__always)
  private static func slot(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
    let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian
    return Int((word &* 0x9E37_79B1) >> UInt32(32 - hashBits)) * ways
  }

  /// The newest first.
  @inline(__always)
  private static func note(_ place: Int, at slot: Int, in table: inout [Int32]) {
    for way in (slot + 1..<slot + ways).reversed() { table[way] = table[way - 1] }
    table[slot] = Int32(truncatingIfNeeded: place)
  }

  /// The number of bytes at a place that equal those at an earlier one.
  @inline(__always)
  private static func match(
    _ bytes: UnsafeRawBufferPointer, _ place: Int, _ earlier: Int, most: Int = .max
  ) -> Int {
    let room = min(most, bytes.count - place)
    var length = 0
    while length + 8 <= room {
      let a = unsafe bytes.loadUnaligned(fromByteOffset: place + length, as: UInt64.self)
      let b = unsafe bytes.loadUnaligned(fromByteOffset: earlier + length, as: UInt64.self)
      let difference = (a ^ b).littleEndian
      if difference != 0 { return length + difference.trailingZeroBitCount >> 3 }
      length += 8
    }
    while length < room, unsafe bytes[place + length] == bytes[earlier + length] { length += 1 }
    return length
  }

  private mutating func put(literal: UInt8) {
    tokens.append(UInt32(literal))
    literals[Int(literal)] += 1
    if tokens.count >= FlatDeflate.tokenLimit { writeBlock(isLast: false) }
  }

  /// Takes as much of a run as matches can express; returns how much.
  private mutating func put(_ length: Int, _ distance: Int) -> Int {
    var left = length
    while left >= 3 {
      // A match has 3 to 258 bytes, so no less than 3 may be left over.
      let step = left <= 258 ? left : min(258, left - 3)
      tokens.append(1 << 31 | UInt32(step - 3) << 16 | UInt32(distance - 1))
      literals[DeflateCode.length(step - 3).symbol] += 1
      distances[DeflateCode.distance(distance - 1).symbol] += 1
      left -= step
      if tokens.count >= FlatDeflate.tokenLimit { writeBlock(isLast: false) }
    }
    return length - left
  }

  // MARK: Writing a block

  private mutating func writeBlock(isLast: Bool) {
    literals[256] = 1
    let literalCode = HuffmanCode(counts: literals, limit: 15)
    let distanceCode = HuffmanCode(counts: distances, limit: 15)
    bits.begin(literalCode, distanceCode, isLast: isLast)
    for token in tokens {
      guard token >> 31 == 1 else {
        bits.writeCode(literalCode, Int(token))
        continue
      }
      let length = DeflateCode.length(Int(token >> 16 & 0xFF))
      bits.writeCode(literalCode, length.symbol)
      bits.writeBits(UInt64(length.extra), length.extraBits)
      let distance = DeflateCode.distance(Int(token & 0x7FFF))
      bits.writeCode(distanceCode, distance.symbol)
      bits.writeBits(UInt64(distance.extra), distance.extraBits)
    }
    bits.writeCode(literalCode, 256)
    tokens.removeAll(keepingCapacity: true)
    for symbol in literals.indices { literals[symbol] = 0 }
    for symbol in distances.indices { distances[symbol] = 0 }
  }
}
