// SPDX-License-Identifier: MIT
// Part of Platen: an instance as a manifest describes it: a server, its sign-in, and its limits on
// requests.

/// A named server.
public struct Instance: Hashable, Sendable {
  /// A kind of server.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Meetings: rooms, users, who is there.
    case bedrud
    /// Campaigns, by its tools over MCP.
    case worldarchitect
    /// A talk being shown.
    case toboggan
  }

  /// The name that jobs refer to.
  public var name: String
  public var kind: Kind
  /// The server's address, without what its kind adds (`/api`, `/mcp`).
  public var address: WebAddress
  /// The name shown to people (default: `name`).
  public var label: String
  /// The place of its credential, if it needs one.
  public var credential: CredentialReference?
  /// The user whose campaigns are read, where the server requires a user's id.
  public var user: CredentialReference?
  /// A file of certificates (PEM) to believe instead of the system's, as the system opens it.
  public var authority: String?
  /// Requests under way at once.
  public var concurrency = 2
  /// Requests in a minute; nil for as many as it likes.
  public var perMinute: Int?
  /// Seconds without a byte after which a request is given up.
  public var idleTimeout = 30.0
  public var retries = RetryRules()
  /// The most bytes of one answer.
  public var answerLimit = 256 << 20
  /// The most that one fetch may take in all.
  public var limits = FetchLimits()
  /// Indicates whether the last good copies are used where the server cannot be reached.
  public var allowsStale = true

  public init(name: String, kind: Kind, address: WebAddress, label: String? = nil) {
    self.name = name
    self.kind = kind
    self.address = address
    self.label = label ?? name
  }
}
