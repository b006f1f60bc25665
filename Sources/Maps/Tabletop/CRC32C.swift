// SPDX-License-Identifier: MIT
// Part of Platen: the checksum of records in LevelDB.

/// CRC-32C (Castagnoli), reflected, with the polynomial 0x1EDC6F41.
enum CRC32C {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
  }

  /// The checksum of bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { crc, byte in
      table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8
    }
  }

  /// The checksum as LevelDB stores it, so that one of data that holds checksums is not weak.
  static func masked(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let crc = of(bytes)
    return (crc >> 15 | crc << 17) &+ 0xA282_EAD8
  }
}
