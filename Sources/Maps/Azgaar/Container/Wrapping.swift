// SPDX-License-Identifier: MIT
// Part of Platen: what a save may be packed in: gzip, base64, a byte order mark.

internal import Archive
internal import Diagnostics

/// Unpacking of whole files.
enum Wrapping {
  /// Bytes an unpacked file may have: ten times the largest export that is known.
  static let limit = 512 << 20

  /// Calls `body` with the text inside `bytes`, however it is wrapped; each unwrapping is a warning.
  ///
  /// - Throws: `Failure` when a wrapping is damaged, and what `body` throws.
  static func unwrapping<R>(
    _ bytes: UnsafeRawBufferPointer, log: inout DiagnosticLog, depth: Int = 0,
    _ body: (UnsafeRawBufferPointer, inout DiagnosticLog) throws -> R
  ) throws -> R {
    // Two layers are seen (a save as base64, then gzip); four stop a file that unpacks to itself.
    guard depth < 4 else { return try unsafe body(bytes, &log) }
    if unsafe Gzip.recognizes(bytes) {
      let inner: [UInt8]
      do {
        inner = try unsafe Gzip.decompress(bytes, limit: limit)
      } catch let failure as Failure where failure.diagnostics.first?.code == .archiveTooLarge {
        throw Failure(
          .error(
            .mapGzip, "the file is gzip-compressed: \(describe(failure)), the most that is read",
            hints: ["check that it is the right file; a map is seldom larger than 50 MB"]))
      } catch let failure as Failure where failure.diagnostics.first?.code == .archiveRatio {
        throw Failure(
          .error(
            .mapGzip, "the file is gzip-compressed: \(describe(failure))",
            hints: ["check that it is the right file; a map is never that repetitive"]))
      } catch {
        throw Failure(
          .error(
            .mapGzip, "the file is gzip-compressed and damaged: \(describe(error))",
            hints: [
              "copy the file again from where it was complete",
              "gzip -dc FILE > rest.map keeps everything before the damage, for --salvage",
            ]))
      }
      log.record(.warning(.mapGzip, "the file is gzip-compressed; it was decompressed"))
      return try unsafe inner.withUnsafeBytes {
        try unsafe unwrapping($0, log: &log, depth: depth + 1, body)
      }
    }
    if unsafe bytes.hasPrefix("\u{FEFF}") {
      log.record(.warning(.mapBom, "the file begins with a byte order mark; it was skipped"))
      return try unsafe body(bytes.part(3..<bytes.count), &log)
    }
    if unsafe SaveEncoding.seemsEncoded(bytes), let inner = unsafe SaveEncoding.decode(bytes) {
      log.record(.warning(.mapBase64, "the file is base64 text; it was decoded"))
      return try unsafe inner.withUnsafeBytes {
        try unsafe unwrapping($0, log: &log, depth: depth + 1, body)
      }
    }
    return try unsafe body(bytes, &log)
  }

  private static func describe(_ error: any Error) -> String {
    (error as? Failure)?.diagnostics.first?.message ?? "\(error)"
  }
}
