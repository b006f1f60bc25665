// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about images of AVIF, GIF, JPEG, WebP and TIFF.

package import Diagnostics

extension Diagnostic.Code {
  package static let avifDamaged = Self(
    "avif.damaged", .data,
    "The AVIF is damaged, or the installed libheif has no decoder of AV1. Save it as PNG or JPEG.")
  package static let avifSize = Self(
    "avif.size", .data,
    "The AVIF would take too much memory. Make it smaller.")
  package static let gifDamaged = Self(
    "gif.damaged", .data,
    "The GIF is damaged. Save it as PNG or JPEG.")
  package static let gifSize = Self(
    "gif.size", .data,
    "The GIF would take too much memory. Make it smaller.")
  package static let jpegSize = Self(
    "jpeg.size", .data,
    "A JPEG cannot have sides that long. Write .png or .tif, or make the image smaller.")
  package static let tiffSize = Self(
    "tiff.size", .data,
    "A TIFF of that width and height is not possible. Make the image smaller.")
  package static let tiffUnwritten = Self(
    "tiff.unwritten", .data,
    "The TIFF could not be written. The usual causes are a full disk or missing memory.")
  package static let webpDamaged = Self(
    "webp.damaged", .data,
    "The WebP is damaged, or an animation. Save it as PNG or JPEG.")
  package static let webpFailed = Self(
    "webp.failed", .data,
    "libwebp could not write the image, usually for lack of memory.",
    "Write .png or .tif, or make the image smaller.")
  package static let webpSize = Self(
    "webp.size", .data,
    "A WebP cannot have sides that long, or would take too much memory.",
    "Write .png or .tif, or make the image smaller.")
}

extension CodeTable {
  /// The codes of diagnostics about images of AVIF, GIF, JPEG, WebP and TIFF.
  package static let rasters = CodeTable(
    "Rasters", "images of AVIF, GIF, JPEG, WebP and TIFF",
    [
      .avifDamaged, .avifSize, .gifDamaged, .gifSize, .jpegSize, .tiffSize, .tiffUnwritten,
      .webpDamaged, .webpFailed, .webpSize,
    ])
}
