// SPDX-License-Identifier: MIT
// Part of Platen: a table of hyphenation patterns and the break points they allow.

/// Patterns, found as libhyphen's automaton finds them.
///
/// After each letter of a word, the automaton is at the longest preceding run of letters that is a
/// prefix of a pattern. If that is a whole pattern, it applies, and shorter ones do not. Pattern files
/// are made for this rule.
struct HyphenTable: Sendable {
  /// The letters of all patterns, and the values before each letter and after the last.
  private var letters: [UInt8] = []
  private var values: [UInt8] = []
  /// The beginning of each pattern in `letters`, and of the next. Its values begin as many places
  /// further as there are patterns before it.
  private var starts: [Int32] = [0]
  /// Hash table of the beginnings of patterns, by their letters.
  private var slots = [Beginning?](repeating: nil, count: 1 << 8)
  private var count = 0

  /// The first letters of a pattern, or all of them.
  private struct Beginning: Sendable {
    var pattern: Int32
    var length: UInt8
    var isWhole: Bool
  }

  /// A value that marks a change of spelling here, so that the word is kept whole.
  private static let changed: UInt8 = 0x80
  /// Letters of a pattern, and of a word with a dot before and behind it.
  private static let longest = 102

  var isEmpty: Bool { starts.count == 1 }

  /// Adds a line such as `.ab3a4s` or `omlet1tet/let-,1,3`, in UTF-8.
  mutating func addLine(_ line: ArraySlice<UInt8>) {
    var line = line[...]
    var changes = false
    if let slash = line.firstIndex(of: UInt8(ascii: "/")) {
      line = line[..<slash]
      changes = true
    }
    let start = letters.count
    var marks: [UInt8] = [0]
    for byte in line where byte != 32 && byte != 9 {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        let mark = byte - UInt8(ascii: "0")
        marks[letters.count - start] = changes && mark & 1 == 1 ? mark | HyphenTable.changed : mark
      } else {
        letters.append(byte)
        marks.append(0)
      }
    }
    let length = letters.count - start
    guard length > 0, length < HyphenTable.longest else {
      letters.removeLast(length)
      return
    }
    values += marks
    starts.append(Int32(letters.count))
    var hash: UInt64 = 0
    for end in 1...length {
      hash = HyphenTable.step(hash, letters[start + end - 1])
      let slot = slot(of: hash, letters[start..<start + end])
      let isWhole = end == length
      // Of patterns with the same letters the last one holds.
      guard isWhole || slots[slot] == nil else { continue }
      if slots[slot] == nil { count += 1 }
      slots[slot] = Beginning(
        pattern: Int32(starts.count - 2), length: UInt8(end), isWhole: isWhole)
      if 2 * count > slots.count { grow() }
    }
  }

  private mutating func grow() {
    let known = slots
    slots = [Beginning?](repeating: nil, count: 4 * known.count)
    for case let beginning? in known {
      let start = Int(starts[Int(beginning.pattern)])
      let own = letters[start..<start + Int(beginning.length)]
      slots[slot(of: own.reduce(0, HyphenTable.step), own)] = beginning
    }
  }

  /// A rolling hash of letters, which `points(in:)` computes for any run from prefix sums.
  private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    hash &* base &+ UInt64(byte) &+ 1
  }

  private static let base: UInt64 = 0x0000_0100_0000_01b3

  private static let powers: [UInt64] = {
    var powers: [UInt64] = [1]
    while powers.count <= longest { powers.append(powers[powers.count - 1] &* base) }
    return powers
  }()

  /// The slot of these letters, or the free slot for them.
  private func slot(of hash: UInt64, _ own: ArraySlice<UInt8>) -> Int {
    // The low bits of the sum depend on the last letters alone.
    var slot = Int(truncatingIfNeeded: (hash ^ hash >> 32) &* 0x9e37_79b9_7f4a_7c15 >> 20)
    while true {
      slot &= slots.count - 1
      guard let beginning = slots[slot] else { return slot }
      let start = Int(starts[Int(beginning.pattern)])
      if Int(beginning.length) == own.count,
        letters[start..<start + own.count].elementsEqual(own)
      {
        return slot
      }
      slot += 1
    }
  }

  /// The breaks that the patterns allow, as indices of the slice; never behind its first letter or
  /// before its last.
  func points(in part: ArraySlice<UInt8>) -> [Int] {
    var dotted: [UInt8] = [UInt8(ascii: ".")]
    dotted += part
    dotted.append(UInt8(ascii: "."))
    guard dotted.count <= HyphenTable.longest else { return [] }
    var sums: [UInt64] = [0]
    for byte in dotted { sums.append(HyphenTable.step(sums[sums.count - 1], byte)) }
    var marks = [UInt8](repeating: 0, count: dotted.count + 1)
    var start = 0
    for end in 1...dotted.count {
      while start < end {
        let hash = sums[end] &- sums[start] &* HyphenTable.powers[end - start]
        if let beginning = slots[slot(of: hash, dotted[start..<end])] {
          if beginning.isWhole { count(beginning, at: start, in: &marks) }
          break
        }
        start += 1
      }
    }
    // A mark at `i` stands before `dotted[i]`, which is the letter `i - 1` of the part.
    return (3..<max(3, dotted.count - 2)).compactMap { index in
      marks[index] & 0x81 == 1 ? part.startIndex + index - 1 : nil
    }
  }

  private func count(_ pattern: Beginning, at start: Int, in marks: inout [UInt8]) {
    let first = Int(starts[Int(pattern.pattern)]) + Int(pattern.pattern)
    for index in 0...Int(pattern.length) {
      let value = values[first + index]
      if value & 0x7F > marks[start + index] & 0x7F { marks[start + index] = value }
    }
  }
}
