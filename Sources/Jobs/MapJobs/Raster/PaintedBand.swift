// SPDX-License-Identifier: MIT
// Part of Platen: a band on its way from the worker that painted it to the file.

internal import Canvas
internal import Diagnostics
internal import Pipeline
internal import Pixels

/// A band of a picture: its pixels, or, of a large PNG, what they were packed to, which takes next to
/// no memory and leaves less to do for the one who writes.
struct PaintedBand: Sendable {
  private enum Content {
    case pixels(BandPixels)
    case packed(PackedRows)
  }

  private let content: Content
  /// What is in it, where the pixels are gone.
  private let seen: Blankness

  /// - Parameter packed: whether to keep alpha when it is packed here; nil to leave it as pixels.
  init(_ pixels: BandPixels, packed hasAlpha: Bool?) {
    var seen = Blankness()
    guard let hasAlpha else {
      content = .pixels(pixels)
      self.seen = seen
      return
    }
    content = .packed(
      pixels.withBand { band in
        seen.look(at: band)
        return PackedRows(band, hasAlpha: hasAlpha)
      })
    self.seen = seen
  }

  /// Hands it to the file's encoder.
  ///
  /// - Throws: `Failure`, with `engine` where a packed band comes to what is no PNG.
  func write(to encoder: any BandEncoder, _ blankness: inout Blankness) throws {
    switch content {
    case .pixels(let pixels):
      try pixels.withBand { band in
        blankness.look(at: band)
        try encoder.write(band)
      }
    case .packed(let rows):
      blankness.add(seen)
      guard let encoder = encoder as? PNGEncoder else {
        throw Failure(.error(.engine, "a band that is packed for a PNG came to another form"))
      }
      try encoder.write(rows)
    }
  }
}
