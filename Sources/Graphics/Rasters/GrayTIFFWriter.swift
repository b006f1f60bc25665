// SPDX-License-Identifier: MIT
// Part of Platen: grids of 16-bit numbers as TIFF: heights for other programs.

internal import Pixels
package import Text

/// Writes a grayscale TIFF of 16 bits a pixel, 0 black, in the memory of a few rows.
package final class GrayTIFFWriter {
  private let width: Int
  private let strips: TIFFStrips
  private var rows: RowCount

  /// - Parameters:
  ///   - dpi: Pixels an inch when printed; nil leaves the resolution open.
  /// - storage: the temporary file that the file is assembled in.
  /// - Throws: `Failure` `library.missing`, `library.old`, `tiff.size`, `tiff.unwritten`; errors of
  ///   the temporary file.
  package init(
    width: Int, height: Int, compression: TIFFWriter.Compression, dpi: Double? = nil,
    storage: any TemporaryStorage, sink: @escaping ByteSink
  ) throws {
    self.width = width
    rows = RowCount(width: width, height: height)
    strips = try TIFFStrips(
      width: width, height: height, sample: .gray16, compression: compression, dpi: dpi,
      storage: storage, sink: sink)
  }

  /// Takes the next rows.
  ///
  /// - Parameters:
  ///   - y: The first row's number, from the top.
  ///   - grays: Whole rows, from the left, 0 black and 65,535 white.
  /// - Throws: `Failure` `image.rows`, `tiff.unwritten`; errors of the temporary file.
  package func write(y: Int, grays: [UInt16]) throws {
    precondition(grays.count.isMultiple(of: width))
    try rows.take(y: y, count: grays.count / width)
    try grays.withUnsafeBytes { bytes in
      let rowBytes = width * 2
      for start in stride(from: 0, to: bytes.count, by: rowBytes) {
        try strips.fill {
          $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + rowBytes]))
        }
      }
    }
  }

  /// Ends the file.
  ///
  /// - Throws: `Failure` `image.rows` when rows are missing, `tiff.unwritten`; errors of the
  ///   temporary file and the sink.
  package func finish() throws {
    try rows.checkAll()
    try strips.finish()
  }
}
