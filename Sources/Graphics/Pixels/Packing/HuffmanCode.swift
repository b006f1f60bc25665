// SPDX-License-Identifier: MIT
// Part of Platen: prefix codes of a deflate block, from how often each symbol stands in it.

/// A prefix code: short for what is frequent, none longer than its limit.
struct HuffmanCode {
  /// The lengths of codes by symbol; 0 where it does not occur.
  private(set) var lengths: [UInt8]
  /// The bits by symbol, in the order in which they are written, the first lowest.
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

  /// The number of codes of each length, by Huffman's tree of counts that ascend; codes beyond the
  /// limit are shortened at the cost of shorter ones.
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
