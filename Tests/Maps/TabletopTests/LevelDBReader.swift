// SPDX-License-Identifier: MIT
// Part of Platen: a reader of LevelDB's log, written from its format and not from the writer.

import Testing

/// Reads the log of a LevelDB database.
struct LevelDBReader {
  static let block = 32_768

  /// The payloads of a log's records, each checked.
  static func records(_ file: [UInt8]) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    var open: [UInt8]?
    var at = 0
    while at < file.count {
      let room = block - at % block
      if room < 7 {
        #expect(file[at..<min(file.count, at + room)].allSatisfy { $0 == 0 })
        at += room
        continue
      }
      let checksum = number(file, at, 4)
      let length = Int(number(file, at + 4, 2))
      let kind = file[at + 6]
      try #require(at + 7 + length <= file.count && 7 + length <= room)
      #expect(masked(crc(file[(at + 6)..<(at + 7 + length)])) == UInt32(checksum))
      let payload = Array(file[(at + 7)..<(at + 7 + length)])
      switch kind {
      case 1: records.append(payload)
      case 2: open = payload
      case 3, 4:
        let whole = try #require(open) + payload
        open = kind == 3 ? whole : nil
        if kind == 4 { records.append(whole) }
      default: Issue.record("a record of kind \(kind)")
      }
      at += 7 + length
    }
    #expect(open == nil)
    return records
  }

  /// The entries of a log in its order.
  static func entries(_ file: [UInt8]) throws -> [(key: String, value: [UInt8])] {
    var entries: [(String, [UInt8])] = []
    for (index, batch) in try records(file).enumerated() {
      #expect(number(batch, 0, 8) == UInt64(index + 1))
      #expect(number(batch, 8, 4) == 1)
      #expect(batch[12] == 1)
      var at = 13
      func bytes() throws -> [UInt8] {
        var length = 0
        var shift = 0
        while batch[at] & 0x80 != 0 {
          length |= Int(batch[at] & 0x7F) << shift
          shift += 7
          at += 1
        }
        length |= Int(batch[at]) << shift
        at += 1
        try #require(at + length <= batch.count)
        defer { at += length }
        return Array(batch[at..<(at + length)])
      }
      let key = try bytes()
      entries.append((String(decoding: key, as: UTF8.self), try bytes()))
      #expect(at == batch.count)
    }
    return entries
  }

  private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
  }

  /// CRC-32C bit by bit.
  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
    }
    return ~crc
  }

  private static func masked(_ crc: UInt32) -> UInt32 { (crc >> 15 | crc << 17) &+ 0xA282_EAD8 }
}
