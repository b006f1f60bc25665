// SPDX-License-Identifier: MIT
// Part of Platen: drawings and other images of talks, as images that every format can show.

internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Rasters
internal import Talks

/// Draws the SVG files of one talk, and reads its WebP, AVIF and GIF files. Libraries that do it are loaded
/// when the first one is met.
struct TalkDrawings {
  let environment: any Environment

  /// The drawing as an image, finer than its own size; nil where it cannot be drawn.
  func rasterized(_ bytes: [UInt8]) -> RasterizedDrawing? {
    if GIFReader.recognizes(bytes) { return image(gif: bytes) }
    if AVIFReader.recognizes(bytes) { return image(avif: bytes) }
    return WebPReader.recognizes(bytes) ? image(webp: bytes) : image(svg: bytes)
  }

  /// A WebP as PNG, with every pixel it has.
  private func image(webp: [UInt8]) -> RasterizedDrawing? {
    guard let bitmap = try? WebPReader.decode(webp), let bytes = try? PNGEncoder.encode(bitmap)
    else { return nil }
    return RasterizedDrawing(
      bytes: bytes, width: bitmap.width, height: bitmap.height, ownWidth: Double(bitmap.width),
      notes: [])
  }

  /// An AVIF as PNG, where libheif can read it.
  private func image(avif: [UInt8]) -> RasterizedDrawing? {
    guard let bitmap = try? AVIFReader.decode(avif), let bytes = try? PNGEncoder.encode(bitmap)
    else { return nil }
    return RasterizedDrawing(
      bytes: bytes, width: bitmap.width, height: bitmap.height, ownWidth: Double(bitmap.width),
      notes: [])
  }

  /// The first frame of a GIF as PNG.
  private func image(gif: [UInt8]) -> RasterizedDrawing? {
    guard let frame = try? GIFReader.decode(gif), let bytes = try? PNGEncoder.encode(frame.image)
    else { return nil }
    return RasterizedDrawing(
      bytes: bytes, width: frame.image.width, height: frame.image.height,
      ownWidth: Double(frame.image.width),
      notes: frame.isAnimated
        ? [.note(.talkImageFormat, "of animated GIF files, the first frame is shown")] : [])
  }

  private func image(svg: [UInt8]) -> RasterizedDrawing? {
    SVGImage(svg, in: environment).map { image in
      RasterizedDrawing(
        bytes: image.bytes, width: image.width, height: image.height, ownWidth: image.ownWidth,
        notes: image.warnings.map { .note($0.code, "of a drawing: " + $0.message) })
    }
  }
}
