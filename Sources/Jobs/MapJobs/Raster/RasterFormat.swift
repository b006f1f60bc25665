// SPDX-License-Identifier: MIT
// Part of Platen: the forms of a map as an image. One more needs a case here, how it is written and
// read again in RasterForm.swift, a writer among the Rasters, and a row in FileFormat.swift.

internal import JobKit
internal import Text

/// A form of a map as an image.
enum RasterFormat: String, JobForm {
  case png, jpg, jpeg, webp, tif, tiff

  /// What says how large an image is and which part of the map it shows.
  private static let sizes = MapKeys.sizes + PrintKeys.rim

  var row: OutputForm {
    switch self {
    case .png:
      row("a picture", options: RasterFormat.sizes + [RasterKeys.content, RasterKeys.colors])
    case .jpg, .jpeg:
      row(
        "a picture, smaller and less sharp (JPEG)",
        options: RasterFormat.sizes + [RasterKeys.quality])
    case .webp:
      row(
        "a picture for web pages, up to 16,383 pixels a side",
        options: RasterFormat.sizes + [RasterKeys.quality, RasterKeys.lossless])
    case .tif, .tiff:
      row(
        "a picture for printers and image programs (TIFF)",
        options: RasterFormat.sizes + [RasterKeys.content, RasterKeys.compression])
    }
  }

  /// What its files are to servers and to the page of a run.
  var file: FileFormat {
    switch self {
    case .png: .png
    case .jpg, .jpeg: .jpeg
    case .webp: .webp
    case .tif, .tiff: .tiff
    }
  }

  /// Indicates whether it can be a heightmap.
  var takesHeights: Bool { row.options.contains(RasterKeys.content.name) }
}
