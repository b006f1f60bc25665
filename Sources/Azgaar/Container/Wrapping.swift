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
    guard depth < 4 else { return try body(bytes, &log) }
    if Gzip.recognizes(bytes) {
      let inner: [UInt8]
      do {
        inner = try Gzip.decompress(bytes, limit: limit)
      } catch let failure as Failure where failure.diagnostics.first?.code == "archive.too-large" {
        throw Failure(
          .error(
            "map.gzip", "the file is gzip-compressed: \(describe(failure)), the most that is read",
            hints: ["is it the file you meant? a map is seldom larger than 50 MB"]))
      } catch {
        throw Failure(
          .error(
            "map.gzip", "the file is gzip-compressed and damaged: \(describe(error))",
            hints: ["copy the file again from where it was complete"]))
      }
      log.record(.warning("map.gzip", "the file is gzip-compressed; it was unpacked"))
      return try inner.withUnsafeBytes {
        try unwrapping($0, log: &log, depth: depth + 1, body)
      }
    }
    if bytes.hasPrefix("\u{FEFF}") {
      log.record(.warning("map.bom", "the file begins with a byte order mark; it was skipped"))
      return try body(bytes.part(3..<bytes.count), &log)
    }
    if Base64.seemsEncoded(bytes), let inner = Base64.decode(bytes) {
      log.record(.warning("map.base64", "the file is base64 text; it was decoded"))
      return try inner.withUnsafeBytes {
        try unwrapping($0, log: &log, depth: depth + 1, body)
      }
    }
    return try body(bytes, &log)
  }

  private static func describe(_ error: any Error) -> String {
    (error as? Failure)?.diagnostics.first?.message ?? "\(error)"
  }
}

/// Base64 with percent escapes inside, as early versions of the generator wrote it.
enum Base64 {
  /// Whether the first bytes are of base64's alphabet alone and enough to tell.
  static func seemsEncoded(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = bytes.prefix(256)
    guard start.count >= 64 else { return false }
    return start.allSatisfy { value(of: $0) != nil || $0 == 0x0A || $0 == 0x0D }
  }

  /// The bytes that `text` encodes, percent escapes in them resolved; nil where it is not base64.
  static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var held = 0
    var ended = false
    for byte in text where !byte.isSpace {
      if byte == UInt8(ascii: "=") {
        ended = true
        continue
      }
      guard !ended, let value = value(of: byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    // A save begins `1.4|…`: with the bar escaped, everything is.
    let isEscaped = !result.prefix(256).contains { $0 == UInt8(ascii: "|") || $0 >= 0x80 }
    return isEscaped ? unescaped(result) : result
  }

  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      if text[at] == UInt8(ascii: "%"), at + 2 < text.count,
        let high = hexDigit(text[at + 1]), let low = hexDigit(text[at + 2])
      {
        result.append(high << 4 | low)
        at += 3
      } else {
        result.append(text[at])
        at += 1
      }
    }
    return result
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

/// The value of a hexadecimal digit.
func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
