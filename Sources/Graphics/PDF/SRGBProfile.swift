// SPDX-License-Identifier: MIT
// Part of Platen: the ICC profile of sRGB, in which all colors of drawings are.

internal import Canvas

/// The profile of sRGB (IEC 61966-2-1) as a file of version 4 (ISO 15076-1).
enum SRGBProfile {
  static let bytes: [UInt8] = make()

  /// Writes the profile and a color space of it: the space's number.
  static func writeColorSpace(to output: PDFOutput) throws -> Int {
    let profile = output.allocate()
    try write(to: output, as: profile)
    let space = output.allocate()
    try output.addObject(space) { body in
      body.put("[/ICCBased ")
      body.put(reference: profile)
      body.put("]")
    }
    return space
  }

  /// Writes the profile as the stream of that number.
  static func write(to output: PDFOutput, as number: Int) throws {
    try bytes.withUnsafeBytes { try output.addStream(number, $0) { $0.put("/N 3") } }
  }

  private static func make() -> [UInt8] {
    // Colors of its primaries and of white as the profile's space has them, under D50.
    let white = [0.9642, 1, 0.8249]
    let adaptation = [
      1.047882, 0.022919, -0.050217, 0.029587, 0.990479, -0.017059, -0.009232, 0.015076, 0.751678,
    ]
    // The curve of the standard: a power with a straight part near black.
    let curve =
      Array("para".utf8) + big(0) + [0, 3, 0, 0]
      + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
    let tags: [(name: String, data: [UInt8])] = [
      ("desc", text("sRGB")), ("cprt", text("CC0")), ("wtpt", numbers("XYZ ", white)),
      ("chad", numbers("sf32", adaptation)),
      ("rXYZ", numbers("XYZ ", [0.436066, 0.222488, 0.013916])),
      ("gXYZ", numbers("XYZ ", [0.385147, 0.716873, 0.097076])),
      ("bXYZ", numbers("XYZ ", [0.143066, 0.060608, 0.714096])),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table: [UInt8] = big(tags.count)
    var data: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    var known: [[UInt8]: Int] = [:]
    for tag in tags {
      let offset = known[tag.data] ?? start + data.count
      if known.updateValue(offset, forKey: tag.data) == nil { data += tag.data }
      table += Array(tag.name.utf8) + big(offset) + big(tag.data.count)
    }
    var header = big(start + data.count) + big(0) + [4, 0x20, 0, 0]
    header += Array("mntrRGB XYZ ".utf8)
    // A date that does not change: 2026-01-01.
    header += [7, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += white.flatMap(fixed)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }

  /// The data of a tag: its type, and numbers.
  private static func numbers(_ type: String, _ values: [Double]) -> [UInt8] {
    Array(type.utf8) + big(0) + values.flatMap(fixed)
  }

  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let data =
      Array("mluc".utf8) + big(0) + big(1) + big(12) + Array("enUS".utf8) + big(units.count)
      + big(28) + units
    return data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
  }

  /// A number with 16 bits after the point.
  private static func fixed(_ value: Double) -> [UInt8] {
    big(Int((value * 65_536).rounded()))
  }

  private static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
