// SPDX-License-Identifier: MIT
// Part of Platen: SHA-256 through libcrypto, for keys, digests of files and the record.

internal import CCrypto

/// A SHA-256 digest: 32 bytes, shown as 64 lower-case hexadecimal digits.
///
/// It is four words, not an array: a plan of ten thousand jobs has a hundred thousand of them.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
  // As the bytes lie in memory, whatever the machine's byte order.
  private let word0: UInt64
  private let word1: UInt64
  private let word2: UInt64
  private let word3: UInt64

  /// The digest that is these 32 bytes.
  public init(bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count == 32)
    word0 = bytes.loadUnaligned(as: UInt64.self)
    word1 = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    word2 = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    word3 = bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
  }

  /// The digest that is these 32 bytes.
  public init(bytes: [UInt8]) { self = bytes.withUnsafeBytes { Digest(bytes: $0) } }

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
    self.init(bytes: bytes)
  }

  /// The 32 bytes.
  public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Calls `body` with the 32 bytes.
  public func withUnsafeBytes<R, Thrown: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Thrown) -> R
  ) throws(Thrown) -> R {
    let words = (word0, word1, word2, word3)
    return try Swift.withUnsafeBytes(of: words, body)
  }

  /// A word of a digest is as even as any hash of it.
  public func hash(into hasher: inout Hasher) { hasher.combine(word0) }

  public var description: String {
    withUnsafeBytes { bytes in
      String(unsafeUninitializedCapacity: 64) { text in
        for (index, byte) in bytes.enumerated() {
          text[2 * index] = Digest.digit(byte >> 4)
          text[2 * index + 1] = Digest.digit(byte & 15)
        }
        return 64
      }
    }
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

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 65...70: digit - 55
    case 97...102: digit - 87
    default: nil
    }
  }
}

/// SHA-256 of bytes fed piece by piece.
public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  public init() {
    guard let context = EVP_MD_CTX_new(),
      EVP_DigestInit_ex2(context, Algorithm.sha256.pointer, nil) == 1
    else {
      // Only a process out of memory gets here.
      fatalError("libcrypto could not begin a SHA-256")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // Fails only for a context that was not begun, which `init` does not leave behind.
    let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(status == 1, "libcrypto could not update a SHA-256")
  }

  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The digest of all bytes so far.
  public consuming func finalize() -> Digest { finish() }

  /// The digest of all bytes; no more may be fed after it.
  mutating func finish() -> Digest {
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
      var length: UInt32 = 0
      let status = EVP_DigestFinal_ex(
        context, bytes.bindMemory(to: UInt8.self).baseAddress, &length)
      precondition(status == 1 && length == 32, "libcrypto could not finish a SHA-256")
      return Digest(bytes: UnsafeRawBufferPointer(bytes))
    }
  }
}

/// libcrypto's algorithm, looked up once: with the usual `EVP_sha256()` it is looked up
/// again for every digest, which takes longer than a short digest itself.
///
/// Sendable although it is a pointer: libcrypto never changes what it leads to, and lets any thread
/// use it; it is never freed.
private struct Algorithm: @unchecked Sendable {
  let pointer: OpaquePointer

  static let sha256: Algorithm = {
    guard let pointer = EVP_MD_fetch(nil, "SHA256", nil) else {
      // Only a process out of memory or a libcrypto without SHA-256 gets here.
      fatalError("libcrypto offers no SHA-256")
    }
    return Algorithm(pointer: pointer)
  }()
}
