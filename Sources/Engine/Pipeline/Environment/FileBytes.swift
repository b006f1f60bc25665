// SPDX-License-Identifier: MIT
// Part of Platen: a file's bytes in memory of our own, with their digest.

public import Digests

/// The bytes of a file as they were when it was read, with their digest.
///
/// They are copied with `read(2)`, not mapped: a file that is truncated meanwhile must not end the
/// process.
public struct FileBytes: Sendable {
  /// The default limit of a read: 2 GiB.
  public static let defaultLimit = 2 << 30

  /// The path as requested.
  public let path: String
  /// The bytes themselves.
  public let bytes: [UInt8]
  /// SHA-256 of the bytes.
  public let digest: Digest

  /// Takes bytes that came from `path`.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    digest = Digest.of(bytes)
  }

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// Calls `body` with the bytes; the pointer is good only until it returns.
  public func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    // Array's own method is not yet generic over the error, hence the detour through a Result.
    let result: Result<R, E> = unsafe bytes.withUnsafeBytes { buffer in
      do throws(E) { return .success(try unsafe body(buffer)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
