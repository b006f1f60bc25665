// SPDX-License-Identifier: MIT
// Part of Platen: SHA-256 through libcrypto, for keys, digests of files and the record.

internal import CCrypto

/// A SHA-256 digest: 32 bytes, shown as 64 lower-case hexadecimal digits.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) {
    precondition(bytes.count == 32)
    self.bytes = bytes
  }

  /// The digest whose hexadecimal form is `hex`, or nil when that is not 64 hexadecimal digits.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for pair in stride(from: 0, to: 64, by: 2) {
      guard let high = Digest.value(digits[pair]), let low = Digest.value(digits[pair + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  public var description: String {
    var text = ""
    text.reserveCapacity(64)
    for byte in bytes {
      text.unicodeScalars.append(Digest.digit(byte >> 4))
      text.unicodeScalars.append(Digest.digit(byte & 15))
    }
    return text
  }

  /// The digest of `bytes`.
  public static func of(_ bytes: UnsafeRawBufferPointer) -> Digest {
    var hasher = SHA256()
    hasher.update(bytes)
    return hasher.finalize()
  }

  /// The digest of `bytes`.
  public static func of(_ bytes: [UInt8]) -> Digest { bytes.withUnsafeBytes { of($0) } }

  /// The digest of a text's UTF-8.
  public static func of(_ text: String) -> Digest {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }

  private static func digit(_ value: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(value < 10 ? 48 + value : 87 + value)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 65...70: digit - 55
    case 97...102: digit - 87
    default: nil
    }
  }
}

/// SHA-256 of bytes that come piece by piece.
public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      // Only a process out of memory or a libcrypto without SHA-256 gets here.
      fatalError("libcrypto offers no SHA-256")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // Fails only for a context that was not begun, which `init` does not leave behind.
    let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(status == 1, "libcrypto would not go on with a SHA-256")
  }

  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The digest of all that came.
  public consuming func finalize() -> Digest { finish() }

  /// The digest of all that came; nothing may come after it.
  mutating func finish() -> Digest {
    var bytes = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let status = EVP_DigestFinal_ex(context, &bytes, &length)
    precondition(status == 1 && length == 32, "libcrypto would not end a SHA-256")
    return Digest(bytes: bytes)
  }
}
