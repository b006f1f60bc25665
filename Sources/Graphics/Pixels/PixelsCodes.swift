// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about bitmaps, PNG and JPEG.

package import Diagnostics

extension Diagnostic.Code {
  package static let jpegDamaged = Self(
    "jpeg.damaged", .data,
    "The JPEG file is damaged or cut short. Save or download the image again.")
  package static let jpegInk = Self(
    "jpeg.ink", .data,
    "The JPEG is in CMYK, the colors of printing inks. Save it in RGB.")
  package static let jpegTooLarge = Self(
    "jpeg.too-large", .data,
    "The JPEG has more pixels or scans than Platen reads. Make the image smaller.")
  package static let jpegUnwritten = Self(
    "jpeg.unwritten", .data,
    "The JPEG could not be written.",
    "The usual cause is missing memory; make the image smaller or write .png.")
  package static let imageRows = Self(
    "image.rows", .data,
    "Rows of an image arrived out of order or not at all.",
    "This is an internal error; please report it.")
  package static let pngColors = Self(
    "png.colors", .data,
    "The image has more than 256 colors and 4 million pixels, so it gets no palette.",
    "Omit color-mode, or set it to rgb.")
  package static let pngDamaged = Self(
    "png.damaged", .data,
    "The PNG file is damaged or cut short. Save or download the image again.")
  package static let pngDeflate = Self(
    "png.deflate", .data,
    "The image could not be compressed.",
    "This is seldom the input's fault: if memory is left, please report it.")
  package static let pngMemory = Self(
    "png.memory", .data,
    "There was not enough memory to compress the image.",
    "Make it smaller, or run fewer jobs at once with -j.")
  package static let pngNotPng = Self(
    "png.not-png", .data,
    "The file is called .png but holds something else.",
    "Convert it to PNG, or name it after its real format.")
  package static let pngSize = Self(
    "png.size", .data,
    "A PNG of that width and height is not possible. Choose a smaller width, scale or dpi.")
  package static let pngTooLarge = Self(
    "png.too-large", .data,
    "The PNG has more pixels than Platen reads. Make the image smaller.")
  package static let svgSize = Self(
    "svg.size", .data,
    "The SVG does not specify its size, or its sides are beyond what can be drawn.",
    "Give its svg element a viewBox, or width and height.")
}

extension CodeTable {
  /// The codes of diagnostics about bitmaps, PNG and JPEG.
  package static let pixels = CodeTable(
    "Pixels", "bitmaps, PNG and JPEG",
    [
      .jpegDamaged, .jpegInk, .jpegTooLarge, .jpegUnwritten, .imageRows, .pngColors,
      .pngDamaged, .pngDeflate, .pngMemory, .pngNotPng, .pngSize, .pngTooLarge, .svgSize,
    ])
}
