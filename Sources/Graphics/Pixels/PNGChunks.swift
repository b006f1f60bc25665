// SPDX-License-Identifier: MIT
// Part of Platen: the chunks a PNG is made of: length, name, bytes, checksum.

internal import CDeflate
internal import Diagnostics
internal import Text

/// Writes chunks to a sink. PNG, section 5.3.
///
/// Safe: what it holds is a function, which is handed memory that outlives each call.
@safe struct PNGChunks {
  /// A chunk's length is 31 bits; one IDAT of a huge image is cut here.
  private static let lengthLimit = 1 << 30

  let sink: ByteSink

  /// - Throws: `Failure` `png.size` when a side is empty or longer than PNG allows.
  static func check(width: Int, height: Int) throws {
    let sides = 1...PNGEncoder.sideLimit
    guard sides.contains(width), sides.contains(height) else {
      throw Failure(
        .error(
          .pngSize, "a PNG of \(width) × \(height) pixels is not possible",
          hints: ["each side must be 1 to \(PNGEncoder.sideLimit)"]))
    }
  }

  /// Writes the chunks before the rows.
  ///
  /// - Parameters:
  ///   - colorType: 2 for color, 6 with alpha; 0 and 4 the same in gray; 3 for a palette's indices.
  ///   - bitDepth: bits of a sample.
  ///   - isColor: whether samples are colors, those of sRGB.
  ///   - palette: premultiplied colors.
  ///   - dpi: pixels an inch when printed; nil leaves the resolution open.
  /// - Throws: `Failure` `png.size`; what the sink throws.
  func begin(
    width: Int, height: Int, colorType: UInt8, bitDepth: UInt8 = 8, isColor: Bool = true,
    palette: [UInt32] = [], dpi: Double? = nil
  ) throws {
    try PNGChunks.check(width: width, height: height)
    try send([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // Deflate, the one filter method, not interlaced.
    try writeChunk(
      "IHDR",
      UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
        + [bitDepth, colorType, 0, 0, 0])
    if isColor { try writeChunk("sRGB", [0]) }
    if !palette.isEmpty { try writePalette(palette) }
    if let dpi, dpi.isFinite, dpi > 0, dpi < 1e6 {
      let perMeter = UInt32((dpi / 0.0254).rounded()).bigEndianBytes
      try writeChunk("pHYs", perMeter + perMeter + [1])
    }
  }

  /// The palette of premultiplied colors, and their alpha where one is not opaque.
  private func writePalette(_ colors: [UInt32]) throws {
    var straight = [UInt8](repeating: 0, count: colors.count * 4)
    unsafe colors.withUnsafeBufferPointer { colors in
      unsafe straight.withUnsafeMutableBytes { unsafe PixelRow.straighten(colors, into: $0) }
    }
    let entries = stride(from: 0, to: straight.count, by: 4)
    try writeChunk("PLTE", entries.flatMap { straight[$0..<$0 + 3] })
    // Opaque entries at the end are implied (PNG, section 11.3.1.1).
    let alphas = entries.map { straight[$0 + 3] }
    if let end = alphas.lastIndex(where: { $0 < 255 }) {
      try writeChunk("tRNS", Array(alphas[...end]))
    }
  }

  /// A whole file in memory, in sRGB and without a date.
  ///
  /// - Parameter data: Writes the zlib stream of the rows.
  /// - Throws: `Failure` `png.size`; what `data` throws.
  static func file(
    width: Int, height: Int, colorType: UInt8, bitDepth: UInt8 = 8, palette: [UInt32] = [],
    data: (ByteSink) throws -> Void
  ) throws -> [UInt8] {
    var file: [UInt8] = []
    let chunks = unsafe PNGChunks { unsafe file.append(contentsOf: $0) }
    try chunks.begin(
      width: width, height: height, colorType: colorType, bitDepth: bitDepth, palette: palette)
    try unsafe data { try unsafe chunks.writeChunk("IDAT", $0) }
    try chunks.writeChunk("IEND", [])
    return file
  }

  func writeChunk(_ name: String, _ bytes: [UInt8]) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe writeChunk(name, $0) }
  }

  func writeChunk(_ name: String, _ bytes: UnsafeRawBufferPointer) throws {
    var start = 0
    repeat {
      let end = min(bytes.count, start + PNGChunks.lengthLimit)
      try unsafe writeOne(name, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end
    } while start < bytes.count
  }

  private func writeOne(_ name: String, _ bytes: UnsafeRawBufferPointer) throws {
    let name = Array(name.utf8)
    var checksum = unsafe libdeflate_crc32(0, name, name.count)
    if bytes.count > 0 {
      checksum = unsafe libdeflate_crc32(checksum, bytes.baseAddress, bytes.count)
    }
    try send(UInt32(bytes.count).bigEndianBytes + name)
    if bytes.count > 0 { try unsafe sink(bytes) }
    try send(checksum.bigEndianBytes)
  }

  private func send(_ bytes: [UInt8]) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe sink($0) }
  }
}

extension UInt32 {
  /// The highest byte first, as PNG and zlib have numbers.
  var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
