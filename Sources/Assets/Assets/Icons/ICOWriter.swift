// SPDX-License-Identifier: MIT
// Part of Platen: icons of Windows and the web: several sizes in one file.

internal import Diagnostics
public import Pixels

/// Writes ICO files (Microsoft, "Icons", and the Windows SDK's `ICONDIR`).
public enum ICOWriter {
  /// The way a picture is stored in the file.
  public enum Packing: Hashable, Sendable {
    /// A PNG, which browsers and Windows since Vista read.
    case png
    /// A bitmap below 256 pixels, which everything reads, and a PNG from there on.
    case bitmap
  }

  /// The file, pictures in the order given.
  ///
  /// - Throws: `Failure` `ico.size` when a picture is larger than 256 pixels or not square.
  public static func file(_ images: [Bitmap], packing: Packing) throws -> [UInt8] {
    guard !images.isEmpty, images.count <= 100,
      images.allSatisfy({ $0.width == $0.height && (1...256).contains($0.width) })
    else {
      throw Failure(.error(.icoSize, "an ICO holds squares of 1 to 256 pixels"))
    }
    let bodies = try images.map { image in
      packing == .png || image.width == 256
        ? try CompactPNG.encode(image, .withAlpha) : bitmap(image)
    }
    var file = little(0, 2) + little(1, 2) + little(images.count, 2)
    var offset = 6 + 16 * images.count
    for (image, body) in zip(images, bodies) {
      // 256 is written as 0.
      let side = UInt8(truncatingIfNeeded: image.width)
      file += [side, side, 0, 0] + little(1, 2) + little(32, 2) + little(body.count, 4)
      file += little(offset, 4)
      offset += body.count
    }
    return bodies.reduce(file, +)
  }

  /// A `BITMAPINFOHEADER`, rows from the bottom as blue, green, red, alpha, and the mask of what is
  /// transparent, for programs that know no alpha.
  private static func bitmap(_ image: Bitmap) -> [UInt8] {
    let side = image.width
    let maskRow = (side + 31) / 32 * 4
    var bytes = little(40, 4) + little(side, 4) + little(side * 2, 4)
    bytes += little(1, 2) + little(32, 2) + little(0, 4)
    bytes += little(side * side * 4 + maskRow * side, 4)
    bytes += [UInt8](repeating: 0, count: 16)
    for y in stride(from: side - 1, through: 0, by: -1) {
      for x in 0..<side {
        let (red, green, blue, alpha) = image[x, y]
        bytes += [blue, green, red, alpha]
      }
    }
    for y in stride(from: side - 1, through: 0, by: -1) {
      var row = [UInt8](repeating: 0, count: maskRow)
      for x in 0..<side where image[x, y].alpha < 128 { row[x / 8] |= 0x80 >> UInt8(x % 8) }
      bytes += row
    }
    return bytes
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// Writes ICNS files: the Mac's icons outside of catalogs.
public enum ICNSWriter {
  /// The required sizes and their types: as PNG since OS X 10.7.
  public static let sizes: [(pixels: Int, types: [String])] = [
    (16, ["icp4"]), (32, ["icp5", "ic11"]), (64, ["ic12"]), (128, ["ic07"]),
    (256, ["ic08", "ic13"]), (512, ["ic09", "ic14"]), (1024, ["ic10"]),
  ]

  /// The file of pictures in the sizes of `sizes`.
  public static func file(_ images: [Bitmap]) throws -> [UInt8] {
    var body: [UInt8] = []
    for (pixels, types) in sizes {
      guard let image = images.first(where: { $0.width == pixels }) else { continue }
      let png = try CompactPNG.encode(image, .withAlpha)
      for type in types { body += Array(type.utf8) + big(png.count + 8) + png }
    }
    return Array("icns".utf8) + big(body.count + 8) + body
  }

  private static func big(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
