// SPDX-License-Identifier: MIT
// Part of Platen: large images as JPEG, row by row, in the memory of a few rows.

internal import CJPEG
internal import Diagnostics
internal import Libraries
package import Pixels
package import Text

/// Writes a baseline JPEG (JFIF 1.01) through libjpeg-turbo, the same bytes whatever the processor.
///
/// From quality 90 on colors are as sharp as brightness (4:4:4), below they are halved both ways
/// (4:2:0). Pixels are taken to be opaque.
package final class JPEGWriter: BandEncoder {
  /// The longest side libjpeg-turbo writes.
  package static let sideLimit = 65_500

  private let memory: UnsafeMutableRawPointer
  private let sink: SinkBox
  private var rows: RowCount

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - quality: From 1 to 100.
  ///   - dpi: Pixels an inch when printed; nil leaves the resolution open.
  /// - Throws: `Failure` `library.missing`, `jpeg.size`, `jpeg.unwritten`; what `sink` throws.
  package init(
    width: Int, height: Int, quality: Int, dpi: Double? = nil, sink: @escaping ByteSink
  ) throws {
    let sides = 1...JPEGWriter.sideLimit
    guard sides.contains(width), sides.contains(height) else {
      throw Failure(
        .error(
          .jpegSize,
          "a JPEG of \(width) × \(height) pixels is not possible; a side may have "
            + "\(JPEGWriter.sideLimit)", hints: ["write .png or .tif, or make it smaller"]))
    }
    var library = try JPEGWriter.loaded.get().functions
    self.sink = SinkBox(sink)
    rows = RowCount(width: width, height: height)
    let taker: platen_jpeg_sink = { context, bytes, count in
      guard let context else { return 0 }
      let box = Unmanaged<SinkBox>.fromOpaque(context).takeUnretainedValue()
      return box.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
    }
    guard
      let memory = platen_jpeg_new(
        &library, taker, Unmanaged.passUnretained(self.sink).toOpaque())
    else {
      throw Failure(.error(.jpegUnwritten, "not enough memory to write a JPEG"))
    }
    self.memory = memory
    let perInch = dpi.flatMap { UInt16(exactly: $0.rounded()) } ?? 0
    try check(
      platen_jpeg_begin(
        memory, UInt32(width), UInt32(height), Int32(max(1, min(100, quality))),
        quality >= 90 ? 1 : 0, perInch))
  }

  deinit { platen_jpeg_free(memory) }

  package func writeBand(_ band: borrowing BitmapBand) throws {
    try rows.take(band)
    for index in 0..<band.height {
      try check(platen_jpeg_row(memory, band.row(index).baseAddress))
    }
  }

  package func finish() throws {
    try rows.checkAll()
    try check(platen_jpeg_finish(memory))
  }

  /// The library that packs, as part of what decides a file's bytes.
  package static func libraryVersion() throws -> String { try loaded.get().version }

  private func check(_ isDone: Int32) throws {
    guard isDone == 0 else { return }
    try sink.check()
    let words = platen_jpeg_message(memory).map { String(cString: $0) } ?? ""
    throw Failure(.error(.jpegUnwritten, "the JPEG cannot be written: \(words)"))
  }

  private static let loaded = Result {
    try LoadedTable(
      PLATEN_JPEG_LIBRARY, package: PLATEN_JPEG_PACKAGE, empty: platen_jpeg_library(),
      need: "it does not write rows", probe: "jpeg_write_scanlines", fill: platen_jpeg_load)
  }
}
