// SPDX-License-Identifier: MIT
// Part of Platen: a secret found in a server's answer, in whatever common encoding it is repeated.

internal import CProcess
internal import Libc

/// Finds a secret in bytes: as it is, in Base64 of either alphabet at any offset, in hexadecimal,
/// with escapes of URLs and of JSON, and across line breaks.
final class SecretEcho {
  /// The texts that give the secret away.
  private var needles: [[UInt8]] = []

  init(of secret: Secret) {
    unsafe secret.withBytes { bytes in
      guard unsafe !bytes.isEmpty else { return }
      unsafe needles.append(Array(bytes))
      for alphabet in [SecretEcho.base64, SecretEcho.base64URL] {
        for offset in 0..<3 {
          unsafe addNeedle(SecretEcho.sextets(of: bytes, after: offset).map { alphabet[Int($0)] })
        }
      }
      for digits in [SecretEcho.lowerHex, SecretEcho.upperHex] {
        unsafe addNeedle(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
      }
    }
  }

  deinit { for index in needles.indices { wipe(&needles[index]) } }

  private func addNeedle(_ needle: [UInt8]) {
    // An encoding of a few bytes occurs by chance.
    if needle.count >= 4, !needles.contains(needle) { needles.append(needle) }
  }

  /// Indicates whether the secret occurs in bytes of a server's.
  func occurs(in bytes: [UInt8]) -> Bool {
    if find(in: bytes) != nil { return true }
    // JSON may be inside a string of JSON, which may be inside another one.
    var text = bytes
    for _ in 0..<3 {
      guard let plain = SecretEcho.unescaped(text) else { return false }
      if find(in: plain) != nil { return true }
      text = plain
    }
    return false
  }

  /// Replaces the secret in a text by dots; where it is escaped there, the whole text.
  func mask(in text: inout [UInt8]) {
    while let found = find(in: text) { text.replaceSubrange(found, with: Secret.dots.utf8) }
    if occurs(in: text) { text = Array(Secret.dots.utf8) }
  }

  private func find(in bytes: [UInt8]) -> Range<Int>? {
    for needle in needles {
      let found: Range<Int>? = unsafe bytes.withUnsafeBytes { bytes in
        unsafe needle.withUnsafeBytes { needle in
          guard let base = bytes.baseAddress, let text = needle.baseAddress,
            let found = unsafe memmem(base, bytes.count, text, needle.count)
          else { return nil }
          let start = unsafe UnsafeRawPointer(found) - base
          return start..<(start + needle.count)
        }
      }
      if let found { return found }
    }
    return nil
  }

  // MARK: Encodings

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let base64 = Array((letters + "+/").utf8)
  private static let base64URL = Array((letters + "-_").utf8)
  private static let lowerHex = Array("0123456789abcdef".utf8)
  private static let upperHex = Array("0123456789ABCDEF".utf8)

  /// The digits of Base64 (RFC 4648) that bytes alone decide, where so many others come before
  /// them.
  private static func sextets(of bytes: UnsafeRawBufferPointer, after offset: Int) -> [UInt8] {
    let first = (offset * 8 + 5) / 6
    let end = (offset + bytes.count) * 8 / 6
    guard first < end else { return [] }
    return (first..<end).map { digit in
      let bit = digit * 6 - offset * 8
      let high = unsafe UInt16(bytes[bit / 8]) << 8
      let low = unsafe bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0
      return UInt8((high | low) >> (10 - UInt16(bit % 8)) & 63)
    }
  }

  /// A text with escapes of JSON and URLs undone and without line breaks; nil where it has neither.
  static func unescaped(_ text: [UInt8]) -> [UInt8]? {
    func isSpecial(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%") || byte == 10 || byte == 13
    }
    guard let first = text.firstIndex(where: isSpecial) else { return nil }
    var plain = Array(text[..<first])
    plain.reserveCapacity(text.count)
    func hex(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= text.count else { return nil }
      var value = 0
      for index in range {
        guard let digit = Character(Unicode.Scalar(text[index])).hexDigitValue else { return nil }
        value = value << 4 | digit
      }
      return value
    }
    var at = first
    while at < text.count {
      let byte = text[at]
      at += 1
      switch byte {
      case 10, 13: continue
      case UInt8(ascii: "%"):
        guard let value = hex(at..<(at + 2)) else {
          plain.append(byte)
          continue
        }
        plain.append(UInt8(value))
        at += 2
      case UInt8(ascii: "\\") where at < text.count:
        let escape = text[at]
        at += 1
        switch escape {
        case UInt8(ascii: "n"), UInt8(ascii: "r"): continue
        case UInt8(ascii: "u"):
          // A secret is ASCII; of other letters it matters only that they are there.
          guard let value = hex(at..<(at + 4)) else { continue }
          plain.append(value < 0x80 ? UInt8(value) : 0xFF)
          at += 4
        default: plain.append(escape)
        }
      default: plain.append(byte)
      }
    }
    return plain
  }
}
