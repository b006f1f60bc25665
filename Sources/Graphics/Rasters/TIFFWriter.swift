// SPDX-License-Identifier: MIT
// Part of Platen: large images as TIFF, strip by strip, in the memory of a few rows.

package import Pixels
package import Text

/// Writes an image as TIFF 6.0, or as BigTIFF where it might come to 4 GB.
package final class TIFFWriter: BandEncoder {
  /// The format of a pixel.
  package enum Pixel: Hashable, Sendable {
    case rgb
    /// With straight alpha.
    case rgba
  }

  /// The compression of strips.
  package enum Compression: String, CaseIterable, Hashable, Sendable {
    case lzw, deflate, none
  }

  private let pixel: Pixel
  private let strips: TIFFStrips
  private var rows: RowCount

  /// - Parameters:
  ///   - dpi: Pixels an inch when printed; nil leaves the resolution open.
  /// - storage: the temporary file that the file is assembled in.
  /// - Throws: `Failure` `library.missing`, `library.old`, `tiff.size`, `tiff.unwritten`; errors of
  ///   the temporary file.
  package init(
    width: Int, height: Int, pixel: Pixel, compression: Compression, dpi: Double? = nil,
    storage: any TemporaryStorage, sink: @escaping ByteSink
  ) throws {
    self.pixel = pixel
    rows = RowCount(width: width, height: height)
    strips = try TIFFStrips(
      width: width, height: height, sample: pixel == .rgb ? .rgb : .rgba, compression: compression,
      dpi: dpi, storage: storage, sink: sink)
  }

  package func writeBand(_ band: borrowing BitmapBand) throws {
    try rows.take(band)
    for index in 0..<band.height {
      let row = band.row(index)
      try strips.fill { target in
        switch pixel {
        case .rgb: PixelRow.dropAlpha(row, into: target)
        case .rgba: PixelRow.straighten(row, into: target)
        }
      }
    }
  }

  package func finish() throws {
    try rows.checkAll()
    try strips.finish()
  }

  /// The library that packs, as part of what decides a file's bytes.
  package static func libraryVersion() throws -> String { try TIFFStrips.libraryVersion() }
}
