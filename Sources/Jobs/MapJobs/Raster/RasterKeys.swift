// SPDX-License-Identifier: MIT
// Part of Platen: what a manifest may say of maps as pictures, apart from their size.

internal import JobKit
internal import Rasters

/// The options of a map as a picture.
enum RasterKeys {
  static let quality = OptionKey(
    "quality", .integer(1...100),
    "how true a .jpg or .webp is to the map: 95 in JPEG and 90 in WebP when left out",
    example: "85")
  static let lossless = OptionKey(
    "lossless", .flag, "whether a .webp keeps every pixel as it is", example: "true")
  static let compression = OptionKey(
    "compression", .word(of: TIFFWriter.Compression.self),
    "how a .tif is packed; lzw when left out", example: "deflate")
  static let content = OptionKey(
    "content", .word(of: RasterForm.Content.self),
    "what a .png or .tif shows: the map, or the heights alone as 16-bit grays, sea level at "
      + "20 of 100, for programs that build land from them", example: "heightmap")
  static let colors = OptionKey(
    "color-mode", .word(of: RasterForm.Colors.self),
    "how a .png keeps its colors; auto is rgb, or rgba where the map can be seen through; "
      + "palette is for maps of at most 256 colors", example: "rgb",
    declined: DataKeys.declined("cmyk"))

  static let options: [any DeclaredKey] = [quality, lossless, compression, content, colors]
}
