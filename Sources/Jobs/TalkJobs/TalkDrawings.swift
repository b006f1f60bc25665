// SPDX-License-Identifier: MIT
// Part of Platen: drawings and other images of talks, as images that every format can show.

internal import Diagnostics
internal import Pipeline
internal import Pixels
internal import Rasters
internal import Talks
internal import Vectors

/// Draws the SVG files of one talk, and reads its WebP and GIF files. Libraries that do it are loaded
/// when the first one is met.
struct TalkDrawings {
  let environment: any Environment

  /// Pixels along the longer side of a drawing that fills a slide.
  private static let side = 1_680.0
  private static let longest = 4_096.0
  /// Bytes of the library.
  private static let limit = 256 << 20

  /// The drawing as an image, finer than its own size; nil where it cannot be drawn.
  func rasterized(_ bytes: [UInt8]) -> RasterizedDrawing? {
    if GIFReader.recognizes(bytes) { return image(gif: bytes) }
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
    // The library is recorded as an input, since another version may draw differently.
    if let file = try? SVGDrawing.libraryFile() {
      _ = try? environment.read(file, limit: TalkDrawings.limit)
    }
    guard let drawing = try? SVGDrawing(svg) else { return nil }
    let longest = max(drawing.width, drawing.height)
    let scale =
      longest > TalkDrawings.longest
      ? TalkDrawings.longest / longest : min(8, max(1, TalkDrawings.side / longest))
    let width = max(1, Int((drawing.width * scale).rounded()))
    let height = max(1, Int((drawing.height * scale).rounded()))
    guard let bitmap = try? drawing.drawn(width: width, height: height),
      let bytes = try? PNGEncoder.encode(bitmap, dpi: 96 * scale)
    else { return nil }
    return RasterizedDrawing(
      bytes: bytes, width: width, height: height, ownWidth: drawing.width,
      notes: drawing.warnings.map { .note($0.code, "of a drawing: " + $0.message) })
  }
}
