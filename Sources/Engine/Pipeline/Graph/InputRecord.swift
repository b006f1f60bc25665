// SPDX-License-Identifier: MIT
// Part of Platen: a file that was read, for the record of a run.

public import Digests

/// A file that was read.
public struct InputRecord: Hashable, Sendable {
  /// The path as requested.
  public var path: String
  /// Bytes, or nil when it was missing.
  public var size: Int?
  /// SHA-256, or nil when it was missing.
  public var digest: Digest?

  public init(path: String, size: Int?, digest: Digest?) {
    self.path = path
    self.size = size
    self.digest = digest
  }

  /// The record of an input file in an access, if it has one.
  public init?(_ access: Trace.Access) {
    switch access {
    case .file(let path, let digest, let size): self.init(path: path, size: size, digest: digest)
    case .absent(let path): self.init(path: path, size: nil, digest: nil)
    case .present, .folder, .variable: return nil
    }
  }
}
