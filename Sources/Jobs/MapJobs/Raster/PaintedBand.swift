// SPDX-License-Identifier: MIT
// Part of Platen: a painted band, passed from its worker to the file.

internal import Canvas
internal import Diagnostics
internal import Pipeline
internal import Pixels

/// A band of an image: its pixels, or, for a large PNG, the compressed rows, which need little
/// memory and less work when they are written.
struct PaintedBand: Sendable {
  private enum Content {
    case pixels(BandPixels)
    case packed(PackedRows)
  }

  private let content: Content
  /// The check for blankness, for a band whose pixels are gone.
  private let seen: Blankness

  /// - Parameter packed: whether to keep alpha when the band is packed; nil keeps it as pixels.
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

  /// Writes the band to the file's encoder.
  ///
  /// - Throws: `Failure`, with `engine` if a packed band is written to another format than PNG.
  func write(to encoder: any BandEncoder, _ blankness: inout Blankness) throws {
    switch content {
    case .pixels(let pixels):
      try pixels.withBand { band in
        blankness.look(at: band)
        try encoder.writeBand(band)
      }
    case .packed(let rows):
      blankness.add(seen)
      guard let encoder = encoder as? PNGEncoder else {
        throw Failure(
          .error(
            .engine,
            "internal error: a band packed for PNG in another format; please report it"))
      }
      try encoder.writePackedRows(rows)
    }
  }
}
