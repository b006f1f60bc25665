// SPDX-License-Identifier: MIT
// Part of Platen: a zlib stream of rows that mostly repeat what is beside or above them, as pages of
// text and plain grounds do.
//
// A general compressor looks every byte up to find that a ground goes on. Here runs are followed with
// wide comparisons, in the row above and from the pixel before, and only what is neither is looked up,
// once. On slides that takes a quarter of the time of libdeflate's second level.

/// Compresses a picture's rows in one go (RFC 1950, RFC 1951), the same bytes on every machine.
struct FlatDeflate {
  /// The furthest a match may lie back.
  static let window = 32_768
  private static let tokenLimit = 1 << 16
  private static let hashBits = 13
  /// How many places are known of the same four bytes.
  private static let ways = 2

  private var tokens: [UInt32] = []
  private var literals = [UInt32](repeating: 0, count: 286)
  private var distances = [UInt32](repeating: 0, count: 30)
  private var output: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount: UInt64 = 0

  /// The stream, without the checksum that ends it.
  ///
  /// - Parameters:
  ///   - bytes: Rows of `rowBytes` each, their filters among them.
  ///   - pixelBytes: Of a pixel.
  static func stream(
    of bytes: UnsafeRawBufferPointer, rowBytes: Int, pixelBytes: Int
  ) -> [UInt8] {
    var deflate = FlatDeflate()
    deflate.tokens.reserveCapacity(tokenLimit + 8)
    // Deflate with a window of 32 kB, the fastest level.
    deflate.output = [0x78, 0x01]
    deflate.scan(bytes, rowBytes: rowBytes, pixelBytes: pixelBytes)
    deflate.writeBlock(isLast: true)
    deflate.flush()
    return deflate.output
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
      if place >= pixelBytes { length = FlatDeflate.match(bytes, place, place - pixelBytes) }
      if length < 64, place >= rowBytes, rowBytes <= FlatDeflate.window {
        // No further than a match can say: what is far costs bits, and beyond a pixel's own run may
        // go on, which costs none.
        let above = FlatDeflate.match(bytes, place, place - rowBytes, most: 258)
        if above > length + 1 { (length, distance) = (above, rowBytes) }
      }
      if length < 16, place + 4 <= count {
        let slot = FlatDeflate.slot(bytes, place)
        for way in slot..<slot + FlatDeflate.ways {
          let known = Int(table[way])
          guard known >= 0, place - known <= FlatDeflate.window else { break }
          let found = FlatDeflate.match(bytes, place, known)
          if found > length + 1 { (length, distance) = (found, place - known) }
        }
        FlatDeflate.note(place, at: slot, in: &table)
      }
      guard length >= 4 || length == 3 && distance <= pixelBytes else {
        put(literal: bytes[place])
        place += 1
        continue
      }
      let end = place + put(length, distance)
      place += 1
      // Letters come again: what short matches hold is looked up, what runs hold is not.
      if length < 32 {
        while place < end, place + 4 <= count {
          FlatDeflate.note(place, at: FlatDeflate.slot(bytes, place), in: &table)
          place += 1
        }
      }
      place = end
    }
  }

  /// Where the next four bytes are noted.
  @inline(__always)
  private static func slot(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
    let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian
    return Int((word &* 0x9E37_79B1) >> UInt32(32 - hashBits)) * ways
  }

  /// The newest first.
  @inline(__always)
  private static func note(_ place: Int, at slot: Int, in table: inout [Int32]) {
    for way in (slot + 1..<slot + ways).reversed() { table[way] = table[way - 1] }
    table[slot] = Int32(truncatingIfNeeded: place)
  }

  /// How many bytes at a place are those at an earlier one.
  @inline(__always)
  private static func match(
    _ bytes: UnsafeRawBufferPointer, _ place: Int, _ earlier: Int, most: Int = .max
  ) -> Int {
    let room = min(most, bytes.count - place)
    var length = 0
    while length + 8 <= room {
      let a = bytes.loadUnaligned(fromByteOffset: place + length, as: UInt64.self)
      let b = bytes.loadUnaligned(fromByteOffset: earlier + length, as: UInt64.self)
      let difference = (a ^ b).littleEndian
      if difference != 0 { return length + difference.trailingZeroBitCount >> 3 }
      length += 8
    }
    while length < room, bytes[place + length] == bytes[earlier + length] { length += 1 }
    return length
  }

  private mutating func put(literal: UInt8) {
    tokens.append(UInt32(literal))
    literals[Int(literal)] += 1
    if tokens.count >= FlatDeflate.tokenLimit { writeBlock(isLast: false) }
  }

  /// Takes as much of a run as matches can say; returns how much.
  private mutating func put(_ length: Int, _ distance: Int) -> Int {
    var left = length
    while left >= 3 {
      // A match has 3 to 258 bytes, so no less than 3 may be left over.
      let step = left <= 258 ? left : min(258, left - 3)
      tokens.append(1 << 31 | UInt32(step - 3) << 16 | UInt32(distance - 1))
      literals[FlatDeflate.length(step - 3).symbol] += 1
      distances[FlatDeflate.distance(distance - 1).symbol] += 1
      left -= step
      if tokens.count >= FlatDeflate.tokenLimit { writeBlock(isLast: false) }
    }
    return length - left
  }

  private typealias Code = (symbol: Int, extraBits: Int, extra: Int)

  /// - Parameter value: the length less 3.
  private static func length(_ value: Int) -> Code {
    if value == 255 { return (285, 0, 0) }
    if value < 4 { return (257 + value, 0, 0) }
    let power = Int.bitWidth - 1 - value.leadingZeroBitCount
    let bits = power - 2
    return (257 + 4 * (power - 1) + (value >> bits & 3), bits, value & (1 << bits - 1))
  }

  /// - Parameter value: the distance less 1.
  private static func distance(_ value: Int) -> Code {
    if value < 4 { return (value, 0, 0) }
    let power = Int.bitWidth - 1 - value.leadingZeroBitCount
    let bits = power - 1
    return (2 * power + (value >> bits & 1), bits, value & (1 << bits - 1))
  }

  // MARK: Writing a block

  private mutating func writeBlock(isLast: Bool) {
    literals[256] = 1
    let literalCode = HuffmanCode(counts: literals, limit: 15)
    let distanceCode = HuffmanCode(counts: distances, limit: 15)
    write(isLast ? 1 : 0, 1)
    // With codes of its own.
    write(2, 2)
    writeCodes(literalCode, distanceCode)
    for token in tokens {
      guard token >> 31 == 1 else {
        write(literalCode, Int(token))
        continue
      }
      let length = FlatDeflate.length(Int(token >> 16 & 0xFF))
      write(literalCode, length.symbol)
      write(UInt64(length.extra), length.extraBits)
      let distance = FlatDeflate.distance(Int(token & 0x7FFF))
      write(distanceCode, distance.symbol)
      write(UInt64(distance.extra), distance.extraBits)
    }
    write(literalCode, 256)
    tokens.removeAll(keepingCapacity: true)
    for symbol in literals.indices { literals[symbol] = 0 }
    for symbol in distances.indices { distances[symbol] = 0 }
  }

  /// The lengths of the codes, themselves as codes (RFC 1951, 3.2.7).
  private mutating func writeCodes(_ literal: HuffmanCode, _ distance: HuffmanCode) {
    let literalCount = max(257, 1 + (literal.lengths.lastIndex { $0 > 0 } ?? 0))
    let distanceCount = max(1, 1 + (distance.lengths.lastIndex { $0 > 0 } ?? 0))
    let lengths = literal.lengths[..<literalCount] + distance.lengths[..<distanceCount]
    var said: [(symbol: Int, extraBits: Int, extra: Int)] = []
    var index = lengths.startIndex
    while index < lengths.endIndex {
      let length = lengths[index]
      var run = 1
      while index + run < lengths.endIndex, lengths[index + run] == length { run += 1 }
      index += run
      if length > 0 {
        said.append((Int(length), 0, 0))
        run -= 1
      }
      while run > 0 {
        switch run {
        case 11... where length == 0:
          let step = min(run, 138)
          said.append((18, 7, step - 11))
          run -= step
        case 3... where length == 0:
          said.append((17, 3, min(run, 10) - 3))
          run -= min(run, 10)
        case 3...:
          let step = min(run, 6)
          said.append((16, 2, step - 3))
          run -= step
        default:
          said.append((Int(length), 0, 0))
          run -= 1
        }
      }
    }
    var counts = [UInt32](repeating: 0, count: 19)
    for code in said { counts[code.symbol] += 1 }
    let code = HuffmanCode(counts: counts, limit: 7)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let shown = max(4, 1 + (order.lastIndex { code.lengths[$0] > 0 } ?? 0))
    write(UInt64(literalCount - 257), 5)
    write(UInt64(distanceCount - 1), 5)
    write(UInt64(shown - 4), 4)
    for symbol in order[..<shown] { write(UInt64(code.lengths[symbol]), 3) }
    for each in said {
      write(code, each.symbol)
      write(UInt64(each.extra), each.extraBits)
    }
  }

  private mutating func write(_ code: HuffmanCode, _ symbol: Int) {
    write(UInt64(code.codes[symbol]), Int(code.lengths[symbol]))
  }

  private mutating func write(_ bits: UInt64, _ count: Int) {
    pending |= bits << pendingCount
    pendingCount += UInt64(count)
    while pendingCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  private mutating func flush() {
    if pendingCount > 0 { output.append(UInt8(truncatingIfNeeded: pending)) }
    (pending, pendingCount) = (0, 0)
  }
}

/// A prefix code: short for what is frequent, none longer than its limit.
private struct HuffmanCode {
  /// By symbol; 0 where it never stands.
  private(set) var lengths: [UInt8]
  /// By symbol, the bits in the order in which they are written, the first lowest.
  private(set) var codes: [UInt16]

  init(counts: [UInt32], limit: Int) {
    lengths = [UInt8](repeating: 0, count: counts.count)
    codes = [UInt16](repeating: 0, count: counts.count)
    // The rarest first; equal ones by their number.
    let symbols = counts.indices.filter { counts[$0] > 0 }.sorted {
      (counts[$0], $0) < (counts[$1], $1)
    }
    guard symbols.count > 1 else {
      if let only = symbols.first { lengths[only] = 1 }
      return
    }
    var byLength = HuffmanCode.depths(symbols.map { counts[$0] }, limit: limit)
    // The rarest have the longest.
    var length = limit
    for symbol in symbols {
      while byLength[length] == 0 { length -= 1 }
      byLength[length] -= 1
      lengths[symbol] = UInt8(length)
    }
    // Codes of a length begin at twice those of the one before.
    var first = [Int](repeating: 0, count: limit + 1)
    var code = 0
    for length in 1...limit {
      code = (code + (length > 1 ? lengths.count { Int($0) == length - 1 } : 0)) << 1
      first[length] = code
    }
    for symbol in lengths.indices where lengths[symbol] > 0 {
      let length = Int(lengths[symbol])
      var bits = first[length]
      first[length] += 1
      var reversed = 0
      for _ in 0..<length {
        reversed = reversed << 1 | bits & 1
        bits >>= 1
      }
      codes[symbol] = UInt16(reversed)
    }
  }

  /// How many codes have each length, by Huffman's tree of counts that ascend; those that would be
  /// too long are shortened at the cost of shorter ones.
  private static func depths(_ counts: [UInt32], limit: Int) -> [Int] {
    let leaves = counts.count
    var weights = counts.map(UInt64.init)
    var parents = [Int](repeating: 0, count: 2 * leaves - 1)
    var leaf = 0
    var inner = leaves
    func least() -> Int {
      if leaf < leaves, inner >= weights.count || weights[leaf] <= weights[inner] {
        defer { leaf += 1 }
        return leaf
      }
      defer { inner += 1 }
      return inner
    }
    for _ in 1..<leaves {
      let one = least()
      let other = least()
      parents[one] = weights.count
      parents[other] = weights.count
      weights.append(weights[one] + weights[other])
    }
    var depth = [Int](repeating: 0, count: weights.count)
    var byLength = [Int](repeating: 0, count: limit + 1)
    for node in (0..<weights.count - 1).reversed() {
      depth[node] = depth[parents[node]] + 1
      if node < leaves { byLength[min(limit, depth[node])] += 1 }
    }
    var total = (1...limit).reduce(0) { $0 + byLength[$1] << (limit - $1) }
    while total > 1 << limit {
      byLength[limit] -= 1
      if let shorter = (1..<limit).last(where: { byLength[$0] > 0 }) {
        byLength[shorter] -= 1
        byLength[shorter + 1] += 2
      }
      total -= 1
    }
    return byLength
  }
}
