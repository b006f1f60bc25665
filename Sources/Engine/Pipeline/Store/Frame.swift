// SPDX-License-Identifier: MIT
// Part of Platen: the layout of a record in a journal, and the search for records in bytes that may
// be damaged.

internal import Libc

/// The layout of a journal's file; ``Journal`` explains it.
///
///     header   8 bytes "PlatenJ\n" · u32 version · u32 bytes in a key · u64 seed · u64 checksum
///     record   u32 "PlRc" · u32 bytes in the body · u64 checksum · body
///     body     key · u64 stamp · payload
///
/// Numbers have their lowest byte first. The checksum of a record is of its length and its body,
/// and begins with the seed, which is drawn when the file is made: what looks like a record inside
/// of another, as a file name could, does not pass for one.
struct FrameFormat: Hashable, Sendable {
  /// Raised whenever the layout or the content of the payloads changes.
  static let version: UInt32 = 1
  static let headerSize = 32
  /// Magic, length and checksum.
  static let prefixSize = 16
  static let timestampSize = 8
  /// More than any record Platen writes.
  static let bodyLimit = 256 << 20

  /// Bytes that are summed in vain at most while looking for records: some hundredths of a second.
  private static let vainLimit = 64 << 20

  private static let headerMagic: UInt64 = 0x0A4A_6E65_7461_6C50
  private static let magic: UInt32 = 0x6352_6C50

  let keySize: Int
  let seed: UInt64

  init(keySize: Int, seed: UInt64 = .random(in: .min ... .max)) {
    self.keySize = keySize
    self.seed = seed
  }

  /// Bytes of a record before its payload.
  var overhead: Int { FrameFormat.prefixSize + keySize + FrameFormat.timestampSize }

  // MARK: Header

  /// The reason why a file is not read.
  enum HeaderError: Error { case foreign, version }

  /// The first bytes of a file.
  var header: [UInt8] {
    var bytes: [UInt8] = []
    for word in words { bytes.append(littleEndian: word) }
    return bytes
  }

  private var words: [UInt64] {
    let words = [
      FrameFormat.headerMagic, UInt64(FrameFormat.version) | UInt64(keySize) << 32, seed,
    ]
    return words + [words.reduce(0, FrameFormat.mix)]
  }

  /// Reads a header.
  init(header bytes: UnsafeRawBufferPointer, keySize: Int) throws(HeaderError) {
    guard bytes.count >= FrameFormat.headerSize else { throw .foreign }
    func word(_ index: Int) -> UInt64 {
      unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
    }
    let check = (0..<3).reduce(0) { FrameFormat.mix($0, word($1)) }
    guard word(0) == FrameFormat.headerMagic, word(3) == check else { throw .foreign }
    guard word(1) == UInt64(FrameFormat.version) | UInt64(keySize) << 32 else { throw .version }
    self.init(keySize: keySize, seed: word(2))
  }

  // MARK: Records

  /// Appends a record whose checksum is still to come.
  func append(
    key: UnsafeRawBufferPointer, timestamp: UInt64, payload: UnsafeRawBufferPointer,
    to bytes: inout [UInt8]
  ) {
    let body = keySize + FrameFormat.timestampSize + payload.count
    bytes.append(littleEndian: FrameFormat.magic)
    bytes.append(littleEndian: UInt32(body))
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0])
    unsafe bytes.append(contentsOf: key)
    bytes.append(littleEndian: timestamp)
    unsafe bytes.append(contentsOf: payload)
  }

  /// Fills in the checksums of the records from `start` on.
  func seal(_ bytes: inout [UInt8], from start: Int) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var place = start
      while place < bytes.count {
        let size = unsafe FrameFormat.size(at: place, in: UnsafeRawBufferPointer(bytes))
        let sum = unsafe checksum(at: place, size: size, in: UnsafeRawBufferPointer(bytes))
        unsafe bytes.storeBytes(of: sum.littleEndian, toByteOffset: place + 8, as: UInt64.self)
        place += size
      }
    }
  }

  /// The bytes of the whole record at `place`, according to its length field.
  static func size(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let length = unsafe bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
    return prefixSize + Int(UInt32(littleEndian: length))
  }

  /// The stamp of the record at `place`.
  func timestamp(at place: Int, in bytes: UnsafeRawBufferPointer) -> UInt64 {
    let offset = place + FrameFormat.prefixSize + keySize
    return unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The findings of a scan for records besides them.
  struct Scan {
    /// Behind the last record.
    var end: Int
    /// Stretches before that which are not records.
    var damagedPlaces = 0
    /// Bytes in these.
    var damagedBytes = 0
  }

  /// Finds the records from `start` on, and skips everything between them.
  func scan(
    _ bytes: UnsafeRawBufferPointer, from start: Int, found: (_ place: Int, _ size: Int) -> Void
  ) -> Scan {
    var scan = Scan(end: start)
    var place = start
    // Bytes full of almost valid records would be summed again and again; this limits it.
    var budget = 4 * (bytes.count - start) + FrameFormat.vainLimit
    while place < bytes.count {
      if let size = unsafe whole(at: place, in: bytes, budget: &budget) {
        if place > scan.end {
          scan.damagedPlaces += 1
          scan.damagedBytes += place - scan.end
        }
        found(place, size)
        place += size
        scan.end = place
      } else if let next = unsafe FrameFormat.nextMagic(after: place, in: bytes), budget > 0 {
        place = next
      } else {
        break
      }
    }
    return scan
  }

  /// The size of the record at `place`, when there is one and it is whole.
  private func whole(
    at place: Int, in bytes: UnsafeRawBufferPointer, budget: inout Int
  ) -> Int? {
    guard bytes.count - place >= overhead,
      unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        == FrameFormat.magic
    else { return nil }
    let size = unsafe FrameFormat.size(at: place, in: bytes)
    guard size >= overhead, size <= bytes.count - place else { return nil }
    budget -= size
    let sum = unsafe bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
    return unsafe checksum(at: place, size: size, in: bytes) == UInt64(littleEndian: sum)
      ? size : nil
  }

  private static func nextMagic(after place: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let first = Int32(magic & 0xFF)
    var at = place + 1
    while at + 4 <= bytes.count, let found = unsafe memchr(base + at, first, bytes.count - at - 3) {
      at = unsafe UnsafeRawPointer(found) - base
      if unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt32.self))
        == magic
      {
        return at
      }
      at += 1
    }
    return nil
  }

  // MARK: Checksum

  /// The sum of a record's length and body.
  ///
  /// Each step is one-to-one in the sum and in the word, so a change within one word always shows;
  /// others show but for one in 2⁶⁴. It is not meant as protection against malice.
  private func checksum(at place: Int, size: Int, in bytes: UnsafeRawBufferPointer) -> UInt64 {
    let body = unsafe UnsafeRawBufferPointer(
      rebasing: bytes[(place + FrameFormat.prefixSize)..<(place + size)])
    return unsafe FrameFormat.sum(FrameFormat.mix(seed, UInt64(size)), body)
  }

  /// Takes bytes into a sum.
  static func sum(_ start: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum = start
    guard let base = bytes.baseAddress else { return sum }
    var at = 0
    let end = bytes.count
    while end - at >= 8 {
      sum = unsafe FrameFormat.mix(
        sum, UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
      at += 8
    }
    var rest: UInt64 = 0
    while at < end {
      rest = unsafe rest << 8 | UInt64(base.load(fromByteOffset: at, as: UInt8.self))
      at += 1
    }
    return FrameFormat.mix(sum, rest)
  }

  @inline(__always)
  private static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 29)
  }
}
