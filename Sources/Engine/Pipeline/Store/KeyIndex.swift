// SPDX-License-Identifier: MIT
// Part of Platen: finds records by their keys in place, without decoding them.

internal import Libc

/// A hash table of the places of records: open addressing, at most half full, eight bytes a slot.
///
/// The keys stay in the records; each lookup in the table gets the bytes of the records as well.
struct KeyIndex: Sendable {
  private(set) var count = 0
  private(set) var slots: [Int]
  private let keySize: Int
  /// The offset of a key from the start of its record.
  private let keyOffset: Int

  static let empty = -1

  /// - Parameter keySize: at least 16.
  init(keySize: Int, keyOffset: Int, expected: Int = 0) {
    precondition(keySize >= 16)
    self.keySize = keySize
    self.keyOffset = keyOffset
    var capacity = 64
    while capacity < 2 * expected { capacity *= 2 }
    slots = [Int](repeating: KeyIndex.empty, count: capacity)
  }

  /// The place of the record with this key.
  func place(of key: UnsafeRawPointer, in bytes: UnsafeRawBufferPointer) -> Int? {
    let place = unsafe slots[slot(of: key, in: bytes)]
    return place == KeyIndex.empty ? nil : place
  }

  /// Puts in the record at `place`; returns the place of the one of the same key it takes over.
  mutating func insert(_ place: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let slot = unsafe slot(of: base + place + keyOffset, in: bytes)
    let old = slots[slot]
    slots[slot] = place
    if old != KeyIndex.empty { return old }
    count += 1
    if 2 * count > slots.count { unsafe grow(bytes) }
    return nil
  }

  /// The places of all records, ascending.
  var places: [Int] { slots.filter { $0 != KeyIndex.empty }.sorted() }

  private mutating func grow(_ bytes: UnsafeRawBufferPointer) {
    let old = slots
    slots = [Int](repeating: KeyIndex.empty, count: 2 * old.count)
    guard let base = bytes.baseAddress else { return }
    for place in old where place != KeyIndex.empty {
      unsafe slots[slot(of: base + place + keyOffset, in: bytes)] = place
    }
  }

  /// The slot that holds this key, or the free one it belongs into.
  private func slot(of key: UnsafeRawPointer, in bytes: UnsafeRawBufferPointer) -> Int {
    let mask = slots.count - 1
    // Digests are even already; devices and numbers of files are not.
    let a = unsafe key.loadUnaligned(as: UInt64.self)
    let b = unsafe key.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    var mixed = (a &* 0x9E37_79B9_7F4A_7C15) ^ b
    mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
    var slot = Int(truncatingIfNeeded: mixed ^ mixed >> 32) & mask
    guard let base = bytes.baseAddress else { return slot }
    while slots[slot] != KeyIndex.empty,
      unsafe memcmp(base + slots[slot] + keyOffset, key, keySize) != 0
    {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
