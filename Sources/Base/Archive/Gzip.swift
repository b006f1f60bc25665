// SPDX-License-Identifier: MIT
// Part of Platen: decompression of gzip with a size limit.

internal import CDeflate
internal import Diagnostics

/// Gzip by RFC 1952: one or several compressed members.
public enum Gzip {
  /// Indicates whether `bytes` begin as a gzip file does.
  public static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
  }

  /// Output bytes allowed whatever the compression ratio.
  public static let smallOutput = 16 << 20

  /// Decompresses every member of a gzip file; zero bytes after the last one are padding.
  ///
  /// - Parameters:
  ///   - limit: the maximum of output bytes of all members together.
  ///   - ratio: the maximum of output bytes for each compressed byte, above `smallOutput`.
  /// - Throws: `Failure` with `archive.damaged` when the data is not complete gzip, with
  ///   `archive.too-large` when the output exceeds `limit`, and with `archive.ratio` when it
  ///   exceeds `ratio`. Memory is limited to the allowed output.
  public static func decompress(
    _ bytes: UnsafeRawBufferPointer, limit: Int, ratio: Int = 64
  ) throws -> [UInt8] {
    guard unsafe recognizes(bytes), let base = bytes.baseAddress else {
      throw Failure(.error(.archiveDamaged, "not a gzip file: the signature is missing"))
    }
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
      throw Failure(.error(.archiveMemory, "not enough memory for a decompressor"))
    }
    defer { unsafe libdeflate_free_decompressor(decompressor) }

    let stated =
      unsafe bytes.count < 18 ? 0 : bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let honest = bytes.count.multipliedReportingOverflow(by: max(1, ratio))
    let allowed = max(
      0, min(limit, max(smallOutput, honest.overflow ? Int.max : honest.partialValue)))
    let tooLarge =
      allowed == max(0, limit)
      ? Failure(.error(.archiveTooLarge, "this gzip file decompresses to more than \(limit) bytes"))
      : Failure(
        .error(
          .archiveRatio,
          "this gzip file decompresses to more than \(ratio) times its size,"
            + " like a decompression bomb"))
    // The stated size is only a hint: in a truncated file it is any number.
    let usual = max(256, min(bytes.count, allowed) * 8)
    var output = [UInt8](
      repeating: 0, count: min(allowed, stated <= usual ? max(stated, 256) : usual))
    var produced = 0
    var consumed = 0
    while consumed < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[consumed...])
      if consumed > 0, unsafe !recognizes(rest) {
        if unsafe rest.allSatisfy({ $0 == 0 }) { break }
        throw Failure(
          .error(
            .archiveDamaged, "\(rest.count) bytes that are not gzip follow byte \(consumed)",
            hints: ["the file may be two joined files; remove everything from that byte on"]))
      }
      var taken = 0
      var made = 0
      let result = unsafe output.withUnsafeMutableBytes { room in
        unsafe libdeflate_gzip_decompress_ex(
          decompressor, base + consumed, rest.count, room.baseAddress.map { unsafe $0 + produced },
          room.count - produced, &taken, &made)
      }
      switch result {
      case LIBDEFLATE_SUCCESS:
        consumed += taken
        produced += made
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        guard output.count < allowed else { throw tooLarge }
        grow(&output, keeping: produced, to: allowed)
      default:
        throw Failure(
          .error(
            .archiveDamaged,
            "the gzip data from byte \(consumed) on is damaged or truncated",
            hints: ["copy or download the file again"]))
      }
    }
    output.removeLast(output.count - produced)
    return output
  }

  /// Doubles the buffer, up to `allowed`.
  ///
  /// A member is decompressed from its start again, so only those before it are kept: two buffers
  /// for the largest output never exist at once.
  private static func grow(_ output: inout [UInt8], keeping produced: Int, to allowed: Int) {
    let grown = output.count > allowed / 2 ? allowed : max(output.count * 2, min(allowed, 1 << 16))
    var kept = Array(output[..<produced])
    output = []
    kept.reserveCapacity(grown)
    kept.append(contentsOf: repeatElement(0, count: grown - produced))
    output = kept
  }
}
