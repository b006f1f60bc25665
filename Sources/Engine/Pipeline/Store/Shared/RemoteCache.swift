// SPDX-License-Identifier: MIT
// Part of Platen: the protocol of caches that several machines share.

public import Digests

/// A cache outside of this machine, in the layout of Bazel's HTTP cache: `ac/` has the results of
/// work by key, `cas/` has bytes by their SHA-256.
///
/// Nothing that it returns is trusted: ``SharedStore`` checks all of it. All of it may be called from
/// any thread.
///
/// Source of the layout: https://bazel.build/remote/caching, "HTTP caching protocol".
public protocol RemoteCache: Sendable {
  /// The address for messages, without any credential.
  var name: String { get }

  /// Hands out an entry piece by piece.
  ///
  /// - Parameter limit: the most bytes it may have.
  /// - Returns: false where the cache has no such entry.
  /// - Throws: ``RemoteCacheError`` where the cache does not answer, or answers with more; the errors
  ///   of `sink`.
  func get(
    _ entry: RemoteEntry, limit: Int, into sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool

  /// Indicates whether the cache has an entry.
  ///
  /// - Throws: ``RemoteCacheError`` where it does not answer.
  func contains(_ entry: RemoteEntry) throws -> Bool

  /// Stores an entry as a whole, in place of an earlier one.
  ///
  /// - Parameter reading: reads at an offset into a buffer; returns how much came.
  /// - Throws: ``RemoteCacheError`` where the cache refuses it; the errors of `reading`.
  func put(
    _ entry: RemoteEntry, size: Int,
    reading: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
  ) throws
}

/// An entry of a shared cache.
public enum RemoteEntry: Hashable, Sendable, CustomStringConvertible {
  /// The result of a piece of work, by its key.
  case action(Digest)
  /// Bytes, by their SHA-256.
  case content(Digest)

  /// The path below the cache's address, such as `cas/9f86d0…`.
  public var path: String {
    switch self {
    case .action(let key): "ac/\(key)"
    case .content(let digest): "cas/\(digest)"
    }
  }

  public var description: String { path }
}

/// A shared cache that does not answer or refuses, or an entry of it that is not valid.
public struct RemoteCacheError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String
  /// Indicates whether one entry is wrong; the cache itself works.
  public var isOfEntry: Bool

  public init(_ description: String, isOfEntry: Bool = false) {
    self.description = description
    self.isOfEntry = isOfEntry
  }
}
