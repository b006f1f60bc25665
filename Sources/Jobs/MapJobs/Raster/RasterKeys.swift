// SPDX-License-Identifier: MIT
// Part of Platen: the keys of maps as images, apart from their size.

internal import JobKit
internal import Rasters

/// The options of a map as an image.
enum RasterKeys {
  static let quality = OptionKey(
    "quality", .integer(1...100),
    "the quality of a .jpg or .webp (default: 95; WebP: 90)",
    example: "85")
  static let lossless = OptionKey(
    "lossless", .flag, "compress a .webp without loss",
    example: "true", defaultValue: "false")
  static let compression = OptionKey(
    "compression", .word(of: TIFFWriter.Compression.self),
    "compression of a .tif", example: "deflate", defaultValue: "lzw")
  static let colors = OptionKey(
    "color-mode", .word(of: RasterSettings.Colors.self),
    "the color mode of a .png; palette keeps the 256 best colors", example: "rgb",
    declined: DataKeys.declined("cmyk"), defaultValue: "auto")

  static let options: [any DeclaredKey] = [quality, lossless, compression, MapKeys.show, colors]
}
