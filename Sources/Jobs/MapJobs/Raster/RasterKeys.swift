// SPDX-License-Identifier: MIT
// Part of Platen: what a manifest may say of maps as pictures, apart from their size.

internal import JobKit
internal import Rasters

/// The options and forms of a map as a picture.
enum RasterKeys {
  static let options: [ManifestKey] = [
    ManifestKey(
      "quality", .integer(1...100),
      "how true a .jpg or .webp is to the map: 95 in JPEG and 90 in WebP when left out",
      example: "85"),
    ManifestKey(
      "lossless", .flag, "whether a .webp keeps every pixel as it is", example: "true"),
    ManifestKey(
      "compression", .word(TIFFWriter.Compression.allCases.map(\.rawValue)),
      "how a .tif is packed; lzw when left out", example: "deflate"),
    ManifestKey(
      "content", .word(RasterForm.Content.allCases.map(\.rawValue)),
      "what a .png or .tif shows: the map, or the heights alone as 16-bit grays, sea level at "
        + "20 of 100, for programs that build land from them", example: "heightmap"),
    ManifestKey(
      "colors", .word(RasterForm.Colors.allCases.map(\.rawValue)),
      "how a .png keeps its colours; auto is rgb, or rgba where the map can be seen through; "
        + "palette is for maps of at most 256 colours", example: "rgb",
      declined: DataKeys.declined("cmyk")),
  ]
}

/// A form of a map as an image.
enum RasterFormat: String, JobForm {
  case png, jpg, jpeg, webp, tif, tiff

  /// What says how large an image is and which part of the map it shows.
  private static let sizes =
    [
      "width", "height", "scale", "paper", "orientation", "dpi", "margin", "region", "padding",
      "text",
    ] + PrintKeys.rim

  var row: OutputForm {
    switch self {
    case .png: row("a picture", options: RasterFormat.sizes + ["content", "colors"])
    case .jpg, .jpeg:
      row("a picture, smaller and less sharp (JPEG)", options: RasterFormat.sizes + ["quality"])
    case .webp:
      row(
        "a picture for web pages, up to 16,383 pixels a side",
        options: RasterFormat.sizes + ["quality", "lossless"])
    case .tif, .tiff:
      row(
        "a picture for printers and image programs (TIFF)",
        options: RasterFormat.sizes + ["content", "compression"])
    }
  }

  /// Whether it can be a heightmap.
  var takesHeights: Bool { row.options.contains("content") }
}
