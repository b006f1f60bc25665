// SPDX-License-Identifier: MIT
// Part of Platen: the chunks a PNG is made of: length, name, bytes, checksum.

internal import CDeflate

/// Writes chunks to a sink. PNG, section 5.3.
struct PNGChunks {
  /// A chunk's length is 31 bits; one IDAT of a huge picture is cut here.
  private static let lengthLimit = 1 << 30

  let sink: PNGEncoder.Sink

  func signature() throws {
    try send([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  /// - Parameters:
  ///   - colorType: 2 for colour, 6 with alpha; 0 and 4 the same in gray; 3 for a palette's indices.
  ///   - bitDepth: bits of a sample.
  func header(width: UInt32, height: UInt32, colorType: UInt8, bitDepth: UInt8 = 8) throws {
    // Deflate, the one filter method, not interlaced.
    try write("IHDR", bigEndian(width) + bigEndian(height) + [bitDepth, colorType, 0, 0, 0])
  }

  /// How many pixels an inch has when printed; nothing where the number makes no sense.
  func resolution(dpi: Double) throws {
    guard dpi.isFinite, dpi > 0, dpi < 1e6 else { return }
    let perMetre = bigEndian(UInt32((dpi / 0.0254).rounded()))
    try write("pHYs", perMetre + perMetre + [1])
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try write(name, $0) }
  }

  func write(_ name: String, _ bytes: UnsafeRawBufferPointer) throws {
    var start = 0
    repeat {
      let end = min(bytes.count, start + PNGChunks.lengthLimit)
      try writeOne(name, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end
    } while start < bytes.count
  }

  private func writeOne(_ name: String, _ bytes: UnsafeRawBufferPointer) throws {
    let name = Array(name.utf8)
    var checksum = libdeflate_crc32(0, name, name.count)
    if bytes.count > 0 { checksum = libdeflate_crc32(checksum, bytes.baseAddress, bytes.count) }
    try send(bigEndian(UInt32(bytes.count)) + name)
    if bytes.count > 0 { try sink(bytes) }
    try send(bigEndian(checksum))
  }

  private func send(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try sink($0) }
  }

  private func bigEndian(_ value: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
      UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
    ]
  }
}
