// SPDX-License-Identifier: MIT
// Part of Platen: searches for hundreds of names in a story of millions of words.

internal import Documents

/// Searches for all names in one pass, word by word, and only at words that begin a name.
///
/// A class, since it is called for each of a hundred thousand texts and is large.
final class NameMatcher {
  private let names: [[UInt8]]
  /// Names by the hash of their bytes.
  private let byHash: [UInt64: [Int]]
  /// The names that begin with a word, by its hash.
  private let byFirst: [UInt64: Beginning]
  /// The same by the last bits of the hash, for fast rejection.
  private let slots: [Slot]
  private static let slotCount: UInt64 = 1 << 12
  /// The roles each byte may have in a name.
  private let roles: [Role]
  /// Every name begins with a Latin capital or a non-ASCII letter, as few words of a story do.
  private let areCapitals: Bool

  private enum Slot {
    case empty
    case one(hash: UInt64, Beginning)
    case several
  }

  private enum Alone {
    case none
    case one(Int)
    /// Of the same hash.
    case several
  }

  /// The names that begin with a word.
  private struct Beginning {
    /// The length of the longest of them.
    var longest: Int
    /// The one that has no other word.
    var alone = Alone.none
  }

  private enum Role {
    /// Between words.
    case between
    /// Of a word.
    case within
    /// Of a word, and known names begin with it.
    case first
  }

  /// - Parameter names: In UTF-8, each beginning with a byte of a word.
  init(_ names: [[UInt8]]) {
    self.names = names
    var byHash: [UInt64: [Int]] = [:]
    var byFirst: [UInt64: Beginning] = [:]
    var roles = (0..<256).map { NameMatcher.isWordByte(UInt8($0)) ? Role.within : .between }
    for (index, name) in names.enumerated() {
      guard let first = name.first else { continue }
      byHash[NameMatcher.hash(name[...]), default: []].append(index)
      let word = name.prefix(while: NameMatcher.isWordByte)
      let hash = NameMatcher.hash(word)
      var beginning = byFirst[hash] ?? Beginning(longest: 0)
      beginning.longest = max(beginning.longest, name.count)
      if word.count == name.count {
        if case .none = beginning.alone {
          beginning.alone = .one(index)
        } else {
          beginning.alone = .several
        }
      }
      byFirst[hash] = beginning
      roles[Int(first)] = .first
    }
    self.byHash = byHash
    self.byFirst = byFirst
    var slots = [Slot](repeating: .empty, count: Int(NameMatcher.slotCount))
    for (hash, beginning) in byFirst {
      let slot = Int(hash % NameMatcher.slotCount)
      if case .empty = slots[slot] {
        slots[slot] = .one(hash: hash, beginning)
      } else {
        slots[slot] = .several
      }
    }
    self.slots = slots
    self.roles = roles
    areCapitals = names.allSatisfy { name in
      name.first.map { $0 >= 0x80 || (0x41...0x5A).contains($0) } ?? true
    }
  }

  /// Calls `found` with the number of each name that occurs in a text, in order; where several
  /// begin at one place, with the longest.
  func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ found: (Int) -> Void) {
    guard !names.isEmpty else { return }
    unsafe roles.withUnsafeBufferPointer { roles in
      var at = 0
      while let start = unsafe start(in: bytes, from: at, roles) {
        var end = start + 1
        var hash = unsafe NameMatcher.hash(bytes[start])
        while end < bytes.count, unsafe roles[Int(bytes[end])] != .between {
          hash = unsafe NameMatcher.hash(bytes[end], hash)
          end += 1
        }
        at = end
        guard let beginning = beginning(of: hash) else { continue }
        var match: Int?
        switch beginning.alone {
        case .none: break
        case .one(let name): if unsafe matches(name, at: start, to: at, in: bytes) { match = name }
        case .several: match = unsafe name(from: start, to: at, in: bytes, hash)
        }
        // On from word to word as far as the longest name reaches that begins so.
        let limit = min(start + beginning.longest, bytes.count)
        while at < limit {
          hash = unsafe NameMatcher.hash(bytes[at], hash)
          at += 1
          guard unsafe at == bytes.count || roles[Int(bytes[at])] == .between else { continue }
          if let name = unsafe name(from: start, to: at, in: bytes, hash) {
            (match, end) = (name, at)
          }
        }
        at = end
        if let match { found(match) }
      }
    }
  }

  /// The name that matches these bytes, by their hash.
  private func name(
    from start: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>, _ hash: UInt64
  ) -> Int? {
    byHash[hash]?.first { unsafe matches($0, at: start, to: end, in: bytes) }
  }

  private func matches(
    _ name: Int, at start: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard names[name].count == end - start else { return false }
    for offset in 0..<(end - start) where unsafe names[name][offset] != bytes[start + offset] {
      return false
    }
    return true
  }

  private func beginning(of hash: UInt64) -> Beginning? {
    switch slots[Int(hash % NameMatcher.slotCount)] {
    case .empty: nil
    case .one(let own, let beginning): own == hash ? beginning : nil
    case .several: byFirst[hash]
    }
  }

  /// The beginning of the next word with a first byte of a known name.
  private func start(
    in bytes: UnsafeBufferPointer<UInt8>, from first: Int, _ roles: UnsafeBufferPointer<Role>
  ) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var at = first
    while at < bytes.count {
      if areCapitals {
        // Sixteen bytes at once, to the first that may be one.
        while at + ByteBlock.count <= bytes.count {
          let block = unsafe ByteBlock(raw, at: at)
          if let next = (block.isWithin(0x41...0x5A) | block.isWithin(0x80...0xFF)).first {
            at += next
            break
          }
          at += ByteBlock.count
        }
      }
      guard at < bytes.count else { return nil }
      if unsafe roles[Int(bytes[at])] == .first,
        unsafe at == 0 || roles[Int(bytes[at - 1])] == .between
      {
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
