// SPDX-License-Identifier: MIT
// Part of Platen: what a manifest may say of maps as pictures, apart from their size.

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

  /// What says how large a picture is and which part of the map it shows.
  private static let sizes =
    [
      "width", "height", "scale", "paper", "orientation", "dpi", "margin", "region", "padding",
      "text",
    ] + PrintKeys.rim

  /// Whether a form of picture can be a heightmap.
  static func takesHeights(_ form: String) -> Bool {
    ([png] + others).contains { $0.ending == form && $0.options.contains("content") }
  }

  static let png = OutputForm("png", "a picture", options: sizes + ["content", "colors"])

  static let others: [OutputForm] =
    ["jpg", "jpeg"].map {
      OutputForm($0, "a picture, smaller and less sharp (JPEG)", options: sizes + ["quality"])
    } + [
      OutputForm(
        "webp", "a picture for web pages, up to 16,383 pixels a side",
        options: sizes + ["quality", "lossless"])
    ]
    + ["tif", "tiff"].map {
      OutputForm(
        $0, "a picture for printers and image programs (TIFF)",
        options: sizes + ["content", "compression"])
    }
}
