// SPDX-License-Identifier: MIT
// Part of Platen: the offsets of a ZIP's entries, read from its bytes.

internal import Diagnostics

/// The byte ranges of a ZIP's entries, by PKWARE's APPNOTE sections 4.3.7, 4.3.12 and 4.3.16.
///
/// libzip does not report the offset of an entry's data. Without it, a small file whose entries all
/// point at the same compressed bytes could decompress to any size.
struct CentralDirectory {
  /// From the local header to the end of the compressed data.
  var extents: [Range<Int>] = []

  /// - Throws: `Failure` with `archive.damaged` where the records are inconsistent.
  init(_ bytes: Span<UInt8>) throws {
    let end = try bytes.endOfCentralDirectory()
    var at = end.offset
    extents.reserveCapacity(min(end.count, bytes.count / 46))
    for index in 0..<end.count {
      guard bytes.u32(at) == 0x0201_4B50, let entry = bytes.centralEntry(at) else {
        throw damaged("entry \(index) of its directory is truncated or missing")
      }
      guard bytes.u32(entry.localOffset) == 0x0403_4B50,
        let nameLength = bytes.u16(entry.localOffset + 26),
        let extraLength = bytes.u16(entry.localOffset + 28)
      else {
        throw damaged("entry \(index) points at byte \(entry.localOffset), where no entry begins")
      }
      let data = entry.localOffset + 30 + nameLength + extraLength
      guard data <= bytes.count, entry.compressedSize <= bytes.count - data else {
        throw damaged("the data of entry \(index) extends beyond the end of the file")
      }
      extents.append(entry.localOffset..<data + entry.compressedSize)
      at = entry.next
    }
  }

  /// The first two entries, in order of offset, that share bytes.
  var overlap: (Int, Int)? {
    let order = extents.indices.sorted {
      (extents[$0].lowerBound, $0) < (extents[$1].lowerBound, $1)
    }
    for (a, b) in zip(order, order.dropFirst()) where extents[b].lowerBound < extents[a].upperBound
    {
      return (min(a, b), max(a, b))
    }
    return nil
  }

  private func damaged(_ what: String) -> Failure {
    Failure(
      .error(
        .archiveDamaged, "the ZIP is damaged: \(what)", hints: ["copy or download it again"]))
  }
}

/// Reads little-endian fields; nil past the end.
extension Span<UInt8> {
  fileprivate func u16(_ at: Int) -> Int? {
    guard at >= 0, at <= count - 2 else { return nil }
    return Int(self[at]) | Int(self[at + 1]) << 8
  }

  fileprivate func u32(_ at: Int) -> Int? {
    guard let low = u16(at), let high = u16(at + 2) else { return nil }
    return low | high << 16
  }

  /// A 64-bit field; also nil when it exceeds any file's size.
  fileprivate func u64(_ at: Int) -> Int? {
    guard let low = u32(at), let high = u32(at + 4), high < 1 << 24 else { return nil }
    return low | high << 32
  }

  /// The offset of the directory and the number of entries it states.
  fileprivate func endOfCentralDirectory() throws -> (offset: Int, count: Int) {
    var at = count - 22
    let lowest = max(0, at - 0xFFFF)
    while at >= lowest {
      if u32(at) == 0x0605_4B50, let comment = u16(at + 20), at + 22 + comment <= count,
        let entries = u16(at + 10), let offset = u32(at + 16)
      {
        guard entries == 0xFFFF || offset == 0xFFFF_FFFF, u32(at - 20) == 0x0706_4B50,
          let record = u64(at - 12), u32(record) == 0x0606_4B50,
          let longCount = u64(record + 32), let longOffset = u64(record + 48)
        else { return (offset, entries) }
        // An entry takes at least 46 bytes, so a larger count is invalid.
        return (longOffset, min(longCount, count / 46 + 1))
      }
      at -= 1
    }
    throw Failure(
      .error(
        .archiveDamaged,
        "the ZIP is truncated: the directory at its end is missing",
        hints: ["copy or download it again"]))
  }

  fileprivate func centralEntry(_ at: Int) -> (compressedSize: Int, localOffset: Int, next: Int)? {
    guard var compressed = u32(at + 20), let size = u32(at + 24), let name = u16(at + 28),
      let extra = u16(at + 30), let comment = u16(at + 32), var offset = u32(at + 42)
    else { return nil }
    let next = at + 46 + name + extra + comment
    guard next <= count else { return nil }
    // ZIP64: the fields that did not fit, in this order.
    var field = at + 46 + name
    let extraEnd = field + extra
    while field + 4 <= extraEnd, let tag = u16(field), let length = u16(field + 2) {
      if tag == 1 {
        var value = field + 4 + (size == 0xFFFF_FFFF ? 8 : 0)
        if compressed == 0xFFFF_FFFF {
          guard let long = u64(value) else { return nil }
          compressed = long
          value += 8
        }
        if offset == 0xFFFF_FFFF {
          guard let long = u64(value) else { return nil }
          offset = long
        }
      }
      field += 4 + length
    }
    return (compressed, offset, next)
  }
}
