// SPDX-License-Identifier: MIT
// Part of Platen: a cache that machines share, as a manifest describes it.

public import Diagnostics
public import Pipeline

/// A cache of results that several machines share: a server or a mounted folder.
public struct SharedCache: Hashable, Sendable {
  /// The place of a cache.
  public enum Place: Hashable, Sendable {
    /// A server that speaks Bazel's HTTP protocol for caches.
    case server(WebAddress)
    /// A folder, as the system opens it.
    case folder(String)

    /// Reads an address: `https://…`, `http://…`, or `file:///…` for a folder.
    ///
    /// - Throws: `Failure` `instance.address` for anything else.
    public init(_ text: String) throws(Failure) {
      guard text.hasPrefix("file:") else {
        self = .server(try WebAddress(text))
        return
      }
      guard text.hasPrefix("file:///"), text.count > 8, !text.contains("\0") else {
        throw Failure(
          .error(
            .instanceAddress, "a folder is written file:///path, with an absolute path"))
      }
      self = .folder(String(text.dropFirst("file://".count)))
    }
  }

  public var place: Place
  /// The place of the server's token, if it needs one.
  public var credential: CredentialReference?
  /// The place of a key that the users of the cache share and its server does not know.
  public var signingKey: CredentialReference?
  /// A file of certificates (PEM) to believe instead of the system's, as the system opens it.
  public var authority: String?
  /// Indicates whether results are only taken from it.
  public var isReadOnly = false

  public init(_ place: Place) { self.place = place }

  /// The store of this machine with the cache behind it.
  ///
  /// - Throws: `Failure` where a credential cannot be read, or the folder cannot be used.
  public func store(
    over local: any ResultStore, vault: CredentialVault, agent: String
  ) throws -> SharedStore {
    let remote: any RemoteCache
    switch place {
    case .server(let address):
      remote = try HTTPCache(
        address: address, token: credential, authority: authority, vault: vault, agent: agent)
    case .folder(let path): remote = try FolderCache(folder: path)
    }
    var key: [UInt8] = []
    if let signingKey {
      try unsafe vault.secret(at: signingKey).withBytes { unsafe key = Array($0) }
      // A file's last line end is not part of it.
      while let last = key.last, last == 10 || last == 13 { key.removeLast() }
    }
    return SharedStore(local, remote: remote, isWritable: !isReadOnly, signingKey: key)
  }
}
