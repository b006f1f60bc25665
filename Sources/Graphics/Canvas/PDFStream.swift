// SPDX-License-Identifier: MIT
// Part of Platen: carries a PDF from Cairo to whoever asked for it.

internal import CCairo
internal import Drawing
internal import Geometry

/// Cairo's output on its way to a sink that may throw, which no C function could let through.
///
/// Safe: what it holds is a function, which is handed memory that outlives each call.
@safe final class PDFStream {
  /// What the sink threw.
  private(set) var failure: (any Error)?
  private let sink: PDFBook.Sink
  private var pending: [UInt8] = []

  // Cairo writes a few bytes at a time; sinks like larger pieces.
  private static let pieceBytes = 64 << 10

  init(sink: @escaping PDFBook.Sink) {
    unsafe self.sink = sink
    pending.reserveCapacity(PDFStream.pieceBytes)
  }

  func surface(size: Size) throws -> Surface {
    try unsafe Surface(
      cairo_pdf_surface_create_for_stream(
        { stream, bytes, count in
          guard let stream = unsafe stream else { return CAIRO_STATUS_WRITE_ERROR }
          return unsafe Unmanaged<PDFStream>.fromOpaque(stream).takeUnretainedValue()
            .take(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        }, unsafe Unmanaged.passUnretained(self).toOpaque(), size.width, size.height),
      "begin a PDF")
  }

  func flush() throws {
    guard !pending.isEmpty else { return }
    try unsafe pending.withUnsafeBytes { try unsafe sink($0) }
    pending.removeAll(keepingCapacity: true)
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> cairo_status_t {
    guard failure == nil else { return CAIRO_STATUS_WRITE_ERROR }
    unsafe pending.append(contentsOf: bytes)
    guard pending.count >= PDFStream.pieceBytes else { return CAIRO_STATUS_SUCCESS }
    do {
      try flush()
      return CAIRO_STATUS_SUCCESS
    } catch {
      failure = error
      return CAIRO_STATUS_WRITE_ERROR
    }
  }
}
