// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a map as an image. A new one needs a case here, its writing and
// reading in RasterForm.swift, a writer in Rasters, and a row in FileFormat.swift.

internal import JobKit

/// A format of a map as an image.
enum RasterFormat: String, JobFormat {
  case png, jpg, jpeg, webp, tif, tiff

  /// The keys of an image's size and of the part of the map that it shows.
  private static let sizes = MapKeys.sizes + PrintKeys.rim

  var row: OutputFormat {
    switch self {
    case .png:
      row("an image", options: RasterFormat.sizes + [MapKeys.show, RasterKeys.colors])
    case .jpg, .jpeg:
      row(
        "an image, smaller and less sharp (JPEG)",
        options: RasterFormat.sizes + [RasterKeys.quality])
    case .webp:
      row(
        "an image for web pages, up to 16,383 pixels per side",
        options: RasterFormat.sizes + [RasterKeys.quality, RasterKeys.lossless])
    case .tif, .tiff:
      row(
        "an image for printers and image editors (TIFF)",
        options: RasterFormat.sizes + [MapKeys.show, RasterKeys.compression])
    }
  }

  /// Indicates whether the format can hold a heightmap.
  var takesHeights: Bool { row.options.contains(MapKeys.show.name) }
}
