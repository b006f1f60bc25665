// SPDX-License-Identifier: MIT
// Part of Platen: what administrators see of a server: users, rooms, settings, activity.

public import Readers

/// Answers of a server's administration. No secret is in it: they are masked as they are read.
public struct AdminData: Hashable, Sendable {
  public struct User: Hashable, Sendable {
    public var id = ""
    public var email = ""
    public var name = ""
    public var provider = ""
    public var accesses: [String] = []
    public var isActive: Bool?
    public var isAdmin = false
    public var created: Timestamp?
    public init() {}
  }

  public struct LiveRoom: Hashable, Sendable {
    public var name = ""
    public var participants = 0
    public var publishers = 0
    public var created: Timestamp?
    public init() {}
  }

  public struct Live: Hashable, Sendable {
    public var participants: Int?
    public var publishers: Int?
    public var activeRooms: Int?
    public var rooms: [LiveRoom] = []
    public init() {}
  }

  public struct Invite: Hashable, Sendable {
    public var email = ""
    public var createdBy = ""
    public var expires: Timestamp?
    public var used: Timestamp?
    /// The id of the user who used it.
    public var usedBy = ""
    public init() {}
  }

  /// A setting as it is shown.
  public struct Setting: Hashable, Sendable {
    public var name: String
    public var value: String
    public var isMasked: Bool
    public init(_ name: String, _ value: String, isMasked: Bool) {
      self.name = name
      self.value = value
      self.isMasked = isMasked
    }
  }

  /// A person who is in a room now.
  public struct Presence: Hashable, Sendable {
    public var room: String
    public var name: String
    public var identity: String
    public var joined: Timestamp?

    init(room: String, _ participant: Participant) {
      self.room = room
      name = participant.name
      identity = participant.identity
      joined = participant.joined
    }
  }

  /// A server that a client keeps in its list.
  public struct Server: Hashable, Sendable {
    public var label: String
    /// Scheme, host and port.
    public var address: String
  }

  public var users: [User] = []
  public var rooms: [Room] = []
  public var invites: [Invite] = []
  public var settings: [Setting] = []
  public var live: Live?
  public var online: Int?
  /// The people who were there when the server was queried.
  public var present: [Presence] = []
  /// Servers of a client's list. They are not part of a report.
  public var servers: [Server] = []
  /// Indicates whether its rooms are from a list of the server, in which a single room is not
  /// necessarily the meeting's.
  public var isListed = false
  /// The lists whose pages are missing: the list's name, its stated total, and the number read.
  public var shortLists: [ShortList] = []

  public struct ShortList: Hashable, Sendable {
    public var name: String
    public var read: Int
    public var total: Int
    public init(_ name: String, read: Int, total: Int) {
      self.name = name
      self.read = read
      self.total = total
    }
  }

  public init() {}

  public var isEmpty: Bool {
    users.isEmpty && rooms.isEmpty && invites.isEmpty && settings.isEmpty && live == nil
      && online == nil && present.isEmpty
  }
}
