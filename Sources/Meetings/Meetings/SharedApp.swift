// SPDX-License-Identifier: MIT
// Part of Platen: what the server keeps of apps and files in a room.

public import Readers

/// An app that people used together in a room (webxdc), with what it reported.
public struct SharedApp: Hashable, Sendable {
  /// A report of an app: what changed.
  public struct Update: Hashable, Sendable {
    /// Counted from 1 by the server; 0 where the source has none.
    public var serial = 0
    /// The identity of who changed it; may be empty.
    public var sender = ""
    public var time: Timestamp?
    /// A line for the room; may be empty.
    public var info = ""
    /// The state of the app then; may be empty.
    public var summary = ""
    /// The name of what people work on in it; may be empty.
    public var document = ""
    /// All of the update as JSON, secrets masked.
    public var json = ""

    public init() {}
  }

  public var id = ""
  /// The id of its room; empty where the source has none.
  public var room = ""
  /// May be empty.
  public var name = ""
  public var document = ""
  public var summary = ""
  /// The newest line for the room; may be empty.
  public var info = ""
  /// The identity of who opened it; may be empty.
  public var createdBy = ""
  public var created: Timestamp?
  public var closed: Timestamp?
  /// Updates in the order of the server's numbers.
  public var updates: [Update] = []

  public init() {}
}

/// A file that was sent, as the server lists it.
public struct ChatUpload: Hashable, Sendable {
  /// The id of its room; empty where the source has none.
  public var room = ""
  /// The identity of who sent it; may be empty.
  public var sender = ""
  /// The digest of its bytes in hexadecimal digits.
  public var sha256 = ""
  /// With its dot; may be empty.
  public var pathExtension = ""
  public var bytes: Int?
  public var time: Timestamp?

  /// Its name on the server.
  public var fileName: String { sha256 + pathExtension }

  public init() {}
}
