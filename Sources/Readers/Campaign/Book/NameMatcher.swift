// SPDX-License-Identifier: MIT
// Part of Platen: looks for a few hundred names in a story of millions of words.

/// Looks for all names at once: word by word, and only at words that begin a name.
///
/// A class, since it is asked for each of a hundred thousand texts and is large.
final class NameMatcher {
  private let names: [[UInt8]]
  /// Names by the hash of their bytes.
  private let byHash: [UInt64: [Int]]
  /// By the hash of a word what begins with it.
  private let byFirst: [UInt64: Beginning]
  /// Bits of those hashes: most words that begin as a name does are told apart by it alone.
  private let sieve: [UInt64]
  private static let sieveBits: UInt64 = 1 << 14
  /// What each byte may be of a name.
  private let roles: [Role]
  /// Every name begins with a Latin capital or with what is no ASCII, as few words of a story do.
  private let areCapitals: Bool

  /// The names that begin with a word.
  private struct Beginning {
    /// How long the longest of them is.
    var longest: Int
    /// Those that have no other word.
    var alone: [Int] = []
  }

  private enum Role {
    /// Between words.
    case between
    /// Of a word.
    case within
    /// Of a word, and names of ours begin with it.
    case first
  }

  /// - Parameter names: In UTF-8, each beginning with a byte of a word.
  init(_ names: [[UInt8]]) {
    self.names = names
    var byHash: [UInt64: [Int]] = [:]
    var byFirst: [UInt64: Beginning] = [:]
    var sieve = [UInt64](repeating: 0, count: Int(NameMatcher.sieveBits / 64))
    var roles = (0..<256).map { NameMatcher.isWordByte(UInt8($0)) ? Role.within : .between }
    for (index, name) in names.enumerated() {
      guard let first = name.first else { continue }
      byHash[NameMatcher.hash(name[...]), default: []].append(index)
      let word = name.prefix(while: NameMatcher.isWordByte)
      let hash = NameMatcher.hash(word)
      var beginning = byFirst[hash] ?? Beginning(longest: 0)
      beginning.longest = max(beginning.longest, name.count)
      if word.count == name.count { beginning.alone.append(index) }
      byFirst[hash] = beginning
      let bit = hash % NameMatcher.sieveBits
      sieve[Int(bit / 64)] |= 1 << (bit % 64)
      roles[Int(first)] = .first
    }
    self.byHash = byHash
    self.byFirst = byFirst
    self.sieve = sieve
    self.roles = roles
    areCapitals = names.allSatisfy { name in
      name.first.map { $0 >= 0x80 || (0x41...0x5A).contains($0) } ?? true
    }
  }

  /// Calls `found` with the number of each name that stands in a text, in order; where several begin
  /// at one place, with the longest.
  func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ found: (Int) -> Void) {
    guard !names.isEmpty else { return }
    roles.withUnsafeBufferPointer { roles in
      var at = 0
      while let start = start(in: bytes, from: at, roles) {
        var end = start + 1
        var hash = NameMatcher.hash(bytes[start])
        while end < bytes.count, roles[Int(bytes[end])] != .between {
          hash = NameMatcher.hash(bytes[end], hash)
          end += 1
        }
        at = end
        let bit = hash % NameMatcher.sieveBits
        guard sieve[Int(bit / 64)] & 1 << (bit % 64) != 0 else { continue }
        guard let beginning = byFirst[hash] else { continue }
        var match = beginning.alone.first { bytes[start..<at].elementsEqual(names[$0]) }
        // On from word to word as far as the longest name reaches that begins so.
        let limit = min(start + beginning.longest, bytes.count)
        while at < limit {
          hash = NameMatcher.hash(bytes[at], hash)
          at += 1
          guard at == bytes.count || roles[Int(bytes[at])] == .between else { continue }
          let name = byHash[hash]?.first { bytes[start..<at].elementsEqual(names[$0]) }
          if let name { (match, end) = (name, at) }
        }
        at = end
        if let match { found(match) }
      }
    }
  }

  /// Where the next word begins with a byte that begins a name of ours.
  private func start(
    in bytes: UnsafeBufferPointer<UInt8>, from first: Int, _ roles: UnsafeBufferPointer<Role>
  ) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = first
    while at < bytes.count {
      if areCapitals {
        // Eight bytes at once, to the first that may be one: adding what is missing to a bound sets
        // the highest bit of a byte that reaches it.
        while at + 8 <= bytes.count {
          let block = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
          let low = block & (0x7F &* ones)
          let capitals = (low &+ 0x3F &* ones) & ~(low &+ 0x25 &* ones)
          let may = (capitals | block) & (0x80 &* ones)
          if may != 0 {
            at += may.trailingZeroBitCount / 8
            break
          }
          at += 8
        }
      }
      guard at < bytes.count else { return nil }
      if roles[Int(bytes[at])] == .first, at == 0 || roles[Int(bytes[at - 1])] == .between {
        return at
      }
      at += 1
    }
    return nil
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
  }

  private static func hash(_ byte: UInt8, _ hash: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    guard let first = bytes.first else { return 0 }
    return bytes.dropFirst().reduce(hash(first)) { hash($1, $0) }
  }
}
